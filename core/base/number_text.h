// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace quantiscope {

/// The shortest text that reads back as @p value: "0.1", not "0.10000000149".
template <typename Real>
[[nodiscard]] std::string shortestText(Real value)
{
    char text[64];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

/// "0.99962", "-", "inf": @p digits behind the point.
[[nodiscard]] std::string fixedText(double value, int digits);

/// "0.0123", "1.2e-07", "-", "inf": three significant digits, for numbers of any size.
[[nodiscard]] std::string roundedText(double value);

/// "1 sample", "4 samples", "2 passes": @p noun with its number.
[[nodiscard]] std::string countedText(std::uint64_t count, std::string_view noun);

} // namespace quantiscope
