// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/passes/passes.h"
#include "core/passes/patterns.h"

namespace quantiscope {

void reduceMeanToGlobalAveragePool(PassRun& run)
{
    const Graph& graph = run.graph();
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        if (!isOperator(graph, i, "ReduceMean"))
            continue;
        const Node& mean = run.node(i);
        const auto shape = shapeOf(graph, mean.inputs[0]);
        if (!shape || shape->size() != 4 || !isFloat32(graph, mean.inputs[0])) {
            run.skip(i, "what it reads is not known to be float32 of four dimensions");
            continue;
        }
        if (axesOf(graph, i, 4) != std::vector<std::int64_t>{2, 3}) {
            run.skip(i, "it does not average over height and width");
            continue;
        }
        if (graph.intAttribute(i, "keepdims", 1) == 0) {
            run.skip(i, "it drops the dimensions that it averages over");
            continue;
        }
        run.edit().replaceNode(i, {"GlobalAveragePool", "", mean.name, {mean.inputs[0]}, {mean.outputs[0]}});
        run.countChange();
    }
}

} // namespace quantiscope
