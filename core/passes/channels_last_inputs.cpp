// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/passes/passes.h"

#include <set>

namespace quantiscope {

namespace {

constexpr std::int64_t kMostColours = 4;

bool isColours(std::int64_t extent)
{
    return extent >= 1 && extent <= kMostColours;
}

} // namespace

void channelsLastInputs(PassRun& run)
{
    const Graph& graph = run.graph();
    for (const TensorSpec& input : graph.model().inputs()) {
        if (!input.hasRank || input.shape.size() != 4)
            continue;
        const auto readers = graph.consumersOf(input.name);
        const auto keep = [&](const std::string& reason) {
            if (!readers.empty())
                run.skip(readers[0], "input '" + input.name + "' " + describe(input) + " " + reason);
        };
        if (isColours(input.shape[3]) && !isColours(input.shape[1])) {
            keep("has its channels last already");
            continue;
        }
        const Shape& shape = input.shape;
        if (shape == Shape{shape[0], shape[2], shape[3], shape[1]}) {
            keep("would not show that its dimensions were exchanged"); // samples are transposed by their shapes
            continue;
        }
        if (graph.isUsedBySubgraph(input.name) || graph.isGraphOutput(input.name)) {
            keep("is an output, too, or read inside of control flow");
            continue;
        }
        GraphRewriter& rewriter = run.edit();
        rewriter.permuteDeclaredShape(input.name, std::vector<std::size_t>{0, 2, 3, 1});
        const std::string planes = rewriter.uniqueName(input.name + "_nchw");
        for (const std::size_t reader : std::set<std::size_t>(readers.begin(), readers.end())) {
            const std::vector<std::string>& inputs = run.node(reader).inputs;
            for (std::size_t k = 0; k < inputs.size(); ++k) {
                if (inputs[k] == input.name)
                    rewriter.setInput(reader, k, planes);
            }
        }
        rewriter.addNode({"Transpose",
                          "",
                          rewriter.uniqueName(input.name + "_to_nchw"),
                          {input.name},
                          {planes},
                          {{"perm", std::vector<std::int64_t>{0, 3, 1, 2}}}});
        run.countChange();
    }
}

} // namespace quantiscope
