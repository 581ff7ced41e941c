// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number_text.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace quantiscope {

namespace {

std::string formatted(const char* format, int digits, double value)
{
    if (std::isnan(value))
        return "-";
    if (std::isinf(value))
        return value > 0 ? "inf" : "-inf";
    std::array<char, 512> text{}; // the largest double has 309 digits in front of the point
    std::snprintf(text.data(), text.size(), format, digits, value);
    return text.data();
}

} // namespace

std::string fixedText(double value, int digits)
{
    return formatted("%.*f", digits, value);
}

std::string roundedText(double value)
{
    return formatted("%.*g", 3, value);
}

std::string countedText(std::uint64_t count, std::string_view noun)
{
    const char* ending = count == 1 ? "" : noun.ends_with('s') ? "es" : "s";
    return std::to_string(count) + " " + std::string(noun) + ending;
}

} // namespace quantiscope
