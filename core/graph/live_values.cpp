// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/live_values.h"

#include <algorithm>
#include <vector>

namespace quantiscope {

namespace {

/// Position of the last node that reads @p value, itself or in a control-flow body; @p made when none does.
std::size_t lastReader(const Graph& graph, const std::string& value, std::size_t made)
{
    std::size_t last = made;
    for (const auto readers : {graph.consumersOf(value), graph.capturersOf(value)}) {
        if (!readers.empty())
            last = std::max(last, readers.back());
    }
    return last;
}

} // namespace

LiveValues liveValues(const Graph& graph, const std::map<std::string, std::size_t>& sizes)
{
    LiveValues found;
    std::vector<std::size_t> givenUp(graph.nodes().size()); // bytes that end with each node
    std::size_t alive = 0;
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        for (const std::string& output : graph.nodes()[i].outputs) {
            const auto size = sizes.find(output);
            if (size == sizes.end())
                continue;
            alive += size->second;
            found.all += size->second;
            if (!graph.isGraphOutput(output))
                givenUp[lastReader(graph, output, i)] += size->second;
        }
        found.most = std::max(found.most, alive);
        alive -= givenUp[i];
    }
    return found;
}

} // namespace quantiscope
