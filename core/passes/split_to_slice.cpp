// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/passes/passes.h"
#include "core/passes/patterns.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace quantiscope {

namespace {

/// Sizes of the parts: given, or even (the last one smaller when it does not work out). Nothing when not constant.
std::optional<std::vector<std::int64_t>> partSizes(const Graph& graph, std::size_t i, std::int64_t extent)
{
    const Node& split = graph.nodes()[i];
    const std::size_t parts = split.outputs.size();
    if (const auto sizes = graph.intsAttribute(i, "split"))
        return sizes;
    if (!split.inputAt(1).empty())
        return graph.initializerInts(split.inputs[1]);
    if (extent < 0)
        return std::nullopt;
    const auto count = static_cast<std::int64_t>(parts);
    std::vector<std::int64_t> sizes(parts, (extent + count - 1) / count);
    sizes.back() = extent - sizes[0] * (count - 1);
    return sizes;
}

/// Are no size and no end of a part negative or beyond 64 bits?
bool hasSaneSum(const std::vector<std::int64_t>& sizes)
{
    std::int64_t sum = 0;
    return std::all_of(sizes.begin(), sizes.end(),
                       [&sum](std::int64_t size) { return size >= 0 && !__builtin_add_overflow(sum, size, &sum); });
}

} // namespace

void splitToSlice(PassRun& run)
{
    constexpr int kSliceInputs = 10; // the opset from which on Slice takes its ranges as inputs
    const Graph& graph = run.graph();
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        if (!isOperator(graph, i, "Split"))
            continue;
        const Node& split = run.node(i);
        const auto shape = shapeOf(graph, split.inputs[0]);
        if (!shape || graph.opset() < kSliceInputs) {
            run.skip(i, "the rank of what it splits is not known");
            continue;
        }
        const auto rank = static_cast<std::int64_t>(shape->size());
        std::int64_t axis = graph.intAttribute(i, "axis", 0);
        axis += axis < 0 ? rank : 0;
        if (axis < 0 || axis >= rank) {
            run.skip(i, "its axis is out of range");
            continue;
        }
        const auto sizes = partSizes(graph, i, (*shape)[static_cast<std::size_t>(axis)]);
        if (!sizes || sizes->size() != split.outputs.size() || !hasSaneSum(*sizes)) {
            run.skip(i, "the sizes of its parts are not constant or impossible");
            continue;
        }
        const std::string axes = addInts(run.edit(), split.name + "_axes", std::array{axis});
        std::int64_t start = 0;
        for (std::size_t part = 0; part < sizes->size(); ++part) {
            const std::string name = run.edit().uniqueName(split.name + "_" + std::to_string(part));
            const std::string starts = addInts(run.edit(), name + "_starts", std::array{start});
            start += (*sizes)[part];
            const std::string ends = addInts(run.edit(), name + "_ends", std::array{start});
            run.edit().addNode({"Slice", "", name, {split.inputs[0], starts, ends, axes}, {split.outputs[part]}});
        }
        run.edit().removeNode(i);
        run.countChange();
    }
}

} // namespace quantiscope
