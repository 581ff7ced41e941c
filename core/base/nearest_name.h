// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quantiscope {

/// The candidate that a mistyped @p name most likely meant, or an empty string when none is close.
///
/// Distance: insertions, deletions, substitutions and swaps of neighbours, each 1, letter case ignored; "close" is at
/// most a third of the longer name's length (at least 2), one name containing the other,
/// or a part of a path ("/stem/Conv") that is close to a plain word.
[[nodiscard]] std::string nearestName(std::string_view name, std::span<const std::string> candidates);

/// " Did you mean 'x'?" for nearestName(), or an empty string.
[[nodiscard]] std::string didYouMean(std::string_view name, std::span<const std::string> candidates);

} // namespace quantiscope
