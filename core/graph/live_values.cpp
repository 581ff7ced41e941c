// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/live_values.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace quantiscope {

namespace {

/// Sizes come from a file; what cannot be added is as much as can be told.
std::size_t sumOf(std::size_t a, std::size_t b)
{
    return a + std::min(b, std::numeric_limits<std::size_t>::max() - a);
}

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
            alive = sumOf(alive, size->second);
            found.all = sumOf(found.all, size->second);
            if (graph.isGraphOutput(output))
                continue;
            std::size_t& ending = givenUp[lastReader(graph, output, i)];
            ending = sumOf(ending, size->second);
        }
        found.most = std::max(found.most, alive);
        alive -= std::min(alive, givenUp[i]);
    }
    return found;
}

} // namespace quantiscope
