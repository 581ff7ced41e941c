// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace quantiscope {

/// An amount of memory as people write it: a number, whole or with a fraction, and a unit: B, K, M, G or T (multiples
/// of 1024, as are KiB … TiB), KB … TB (of 1000); bytes without one. Letter case and blanks between do not matter.
/// Nothing for anything else, and for what 64 bits cannot hold.
[[nodiscard]] std::optional<std::uint64_t> bytesFromText(std::string_view text);

/// "412 MiB", "1.5 GiB", "17 KiB", "3 B".
[[nodiscard]] std::string byteText(std::uint64_t bytes);

} // namespace quantiscope
