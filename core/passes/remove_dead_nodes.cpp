// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/passes/passes.h"

#include <vector>

namespace quantiscope {

void removeDeadNodes(PassRun& run)
{
    const Graph& graph = run.graph();
    std::vector<bool> alive(graph.nodes().size(), false);
    const auto isNeeded = [&](const std::string& value) {
        if (graph.isGraphOutput(value))
            return true;
        for (const auto readers : {graph.consumersOf(value), graph.capturersOf(value)}) {
            for (const std::size_t reader : readers) {
                if (alive[reader])
                    return true;
            }
        }
        return false;
    };
    // The nodes are in topological order: every reader is decided before its producer.
    for (std::size_t i = graph.nodes().size(); i-- > 0;) {
        for (const std::string& output : run.node(i).outputs)
            alive[i] = alive[i] || isNeeded(output);
        if (alive[i])
            continue;
        run.edit().removeNode(i);
        run.countChange();
    }
}

} // namespace quantiscope
