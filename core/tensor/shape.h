// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace quantiscope {

/// Extents of a tensor, outermost first. An extent of a concrete tensor is >= 0; kDynamic means "not known".
using Shape = std::vector<std::int64_t>;

/// An extent that is not fixed by the model (a named or an anonymous dimension).
inline constexpr std::int64_t kDynamic = -1;

/// Product of the extents; nothing when an extent is negative or the product exceeds 2^62 (hostile files).
/// A rank of 0 is a scalar: 1 element.
[[nodiscard]] std::optional<std::size_t> elementCount(std::span<const std::int64_t> shape);

/// "[1, 3, 224, 224]" with "?" for dynamic extents.
[[nodiscard]] std::string shapeListText(std::span<const std::int64_t> shape);

/// Same rank and every extent equal or dynamic in @p expected.
[[nodiscard]] bool shapeMatches(std::span<const std::int64_t> actual, std::span<const std::int64_t> expected);

} // namespace quantiscope
