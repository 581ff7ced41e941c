// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

namespace quantiscope {

/// @p text as a field of a CSV file: in quotes where it needs them (RFC 4180).
[[nodiscard]] std::string csvField(const std::string& text);

/// With all digits; "inf" and "-inf"; empty for NaN and where there is no number.
[[nodiscard]] std::string csvNumber(const std::optional<double>& value);

} // namespace quantiscope
