// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/needed_nodes.h"
#include "core/passes/passes.h"

#include <vector>

namespace quantiscope {

void removeDeadNodes(PassRun& run)
{
    const std::vector<bool> nobody(run.graph().nodes().size(), false);
    const std::vector<bool> needed = neededNodes(run.graph().model().graph(), nobody);
    for (std::size_t i = 0; i < needed.size(); ++i) {
        if (needed[i])
            continue;
        run.edit().removeNode(i);
        run.countChange();
    }
}

} // namespace quantiscope
