// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/passes/affine_tail.h"
#include "core/passes/batch_norm.h"
#include "core/passes/passes.h"
#include "core/passes/patterns.h"

namespace quantiscope {

void foldChannelConstants(PassRun& run)
{
    const Graph& graph = run.graph();
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        const bool isSum = isOperator(graph, i, "Add");
        if (!isSum && !isOperator(graph, i, "Mul"))
            continue;
        // One fold a layer: the next one would read weights that this one has changed.
        for (const std::string& input : run.node(i).inputs) {
            const auto layer = makerOf(graph, input, "ConvTranspose");
            const auto constant = layer ? otherInput(graph, i, input) : std::nullopt;
            const auto shape = shapeOf(graph, input);
            if (!constant || !graph.isInitializer(*constant) || !shape || shape->size() < 3 || (*shape)[1] < 1)
                continue;
            const auto channels = static_cast<std::size_t>((*shape)[1]);
            const auto values = perChannel(graph, *constant, shape->size(), 1, channels);
            std::string reason = values ? hindranceToFold(graph, *layer, channels)
                                        : "'" + *constant + "' is not one number for each channel";
            if (reason.empty() && !hasOneReader(graph, input))
                reason = "'" + input + "' is read elsewhere, too";
            if (!reason.empty()) {
                run.skip(i, reason);
                continue;
            }
            const std::vector<double> numbers(values->begin(), values->end());
            const std::vector<double> neutral(channels, isSum ? 1.0 : 0.0);
            foldInto(run, *layer, isSum ? neutral : numbers, isSum ? numbers : neutral);
            run.edit().removeNode(i);
            run.edit().setOutput(*layer, 0, run.node(i).outputs[0]);
            run.countChange();
            break;
        }
    }
}

} // namespace quantiscope
