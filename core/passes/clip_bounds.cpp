// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/passes/clip_bounds.h"

#include "core/passes/patterns.h"

#include <limits>
#include <string>

namespace quantiscope {

std::optional<ClipBounds> clipBounds(const Graph& graph, std::size_t node)
{
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    if (graph.opset() < 11)
        return ClipBounds{graph.floatAttribute(node, "min", -kInfinity), graph.floatAttribute(node, "max", kInfinity)};
    ClipBounds bounds{-kInfinity, kInfinity};
    for (const auto& [input, bound] : {std::pair(1, &bounds.low), {2, &bounds.high}}) {
        const std::string value = graph.nodes()[node].inputAt(static_cast<std::size_t>(input));
        if (value.empty())
            continue;
        const auto number = scalarOf(graph, value);
        if (!number)
            return std::nullopt;
        *bound = *number;
    }
    return bounds;
}

} // namespace quantiscope
