// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/passthrough_ranges.h"

#include <algorithm>

namespace quantiscope {

void copyRangesThrough(const Graph& graph, std::span<const std::string> opTypes,
                       std::map<std::string, TensorRange>& ranges)
{
    if (opTypes.empty())
        return;
    // The nodes are in topological order: what such a node reads has the range from above already.
    for (const Node& node : graph.nodes()) {
        if (!node.isStandard() || std::find(opTypes.begin(), opTypes.end(), node.opType) == opTypes.end())
            continue;
        const auto input = std::find_if(node.inputs.begin(), node.inputs.end(), [&](const std::string& value) {
            return !graph.isInitializer(value) && ranges.contains(value);
        });
        if (input == node.inputs.end())
            continue;
        const TensorRange range = ranges.at(*input);
        for (const std::string& output : node.outputs) {
            if (const auto at = ranges.find(output); at != ranges.end())
                at->second = range;
        }
    }
}

} // namespace quantiscope
