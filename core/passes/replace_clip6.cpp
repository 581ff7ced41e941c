// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/passes/clip_bounds.h"
#include "core/passes/passes.h"
#include "core/passes/patterns.h"

namespace quantiscope {

void replaceClip6(PassRun& run)
{
    const Graph& graph = run.graph();
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        if (!isOperator(graph, i, "Clip"))
            continue;
        const auto bounds = clipBounds(graph, i);
        if (!bounds || bounds->low != 0.0F || bounds->high != 6.0F) {
            run.skip(i, "its bounds are not 0 and 6");
            continue;
        }
        const Node& clip = run.node(i);
        run.edit().replaceNode(i, {"Relu", "", clip.name, {clip.inputs[0]}, {clip.outputs[0]}});
        run.countChange();
    }
}

} // namespace quantiscope
