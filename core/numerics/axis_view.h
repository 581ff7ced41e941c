// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace quantiscope {

/// A tensor seen as [outer, channels, inner] around one axis.
struct AxisView
{
    std::size_t outer = 1;
    std::size_t channels = 1;
    std::size_t inner = 1;
};

/// @p shape around @p axis, a position in it; without axis all is inner.
[[nodiscard]] AxisView viewAround(std::span<const std::int64_t> shape, std::optional<int> axis);

} // namespace quantiscope
