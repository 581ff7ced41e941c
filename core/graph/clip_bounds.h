// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <cstddef>
#include <optional>

namespace quantiscope {

/// The constant bounds of a Clip; infinite where there is none.
struct ClipBounds
{
    float low = 0.0F;
    float high = 0.0F;
};

/// Bounds of the Clip at @p node, from attributes (opset 10 and below) or inputs; nothing when one is not a constant
/// number.
[[nodiscard]] std::optional<ClipBounds> clipBounds(const Graph& graph, std::size_t node);

} // namespace quantiscope
