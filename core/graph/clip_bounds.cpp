// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/clip_bounds.h"

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace quantiscope {

std::optional<ClipBounds> clipBounds(const Graph& graph, std::size_t node)
{
    constexpr int kInputsOpset = 11;
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    ClipBounds bounds{-kInfinity, kInfinity};
    if (graph.opset() < kInputsOpset) {
        bounds = {graph.floatAttribute(node, "min", -kInfinity), graph.floatAttribute(node, "max", kInfinity)};
    } else {
        for (const auto& [input, bound] : {std::pair(std::size_t(1), &bounds.low), {2, &bounds.high}}) {
            const std::string value = graph.nodes()[node].inputAt(input);
            if (value.empty())
                continue;
            const std::vector<float> number = graph.initializerFloats(value);
            if (number.size() != 1)
                return std::nullopt;
            *bound = number[0];
        }
    }
    return std::isnan(bounds.low) || std::isnan(bounds.high) ? std::nullopt : std::optional(bounds);
}

} // namespace quantiscope
