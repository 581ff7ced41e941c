// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/byte_count.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace quantiscope {

namespace {

constexpr std::string_view kPrefixes = "kmgt";

std::string lowerCase(std::string_view text)
{
    std::string lower;
    for (const char c : text)
        lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return lower;
}

/// What one of the unit is in bytes; nothing for an unknown unit.
std::optional<double> bytesOfUnit(const std::string& unit)
{
    if (unit.empty() || unit == "b")
        return 1.0;
    const std::size_t power = kPrefixes.find(unit[0]);
    if (power == std::string_view::npos)
        return std::nullopt;
    const std::string rest = unit.substr(1);
    if (rest.empty() || rest == "ib" || rest == "i")
        return std::pow(1024.0, static_cast<double>(power) + 1);
    return rest == "b" ? std::optional(std::pow(1000.0, static_cast<double>(power) + 1)) : std::nullopt;
}

} // namespace

std::optional<std::uint64_t> bytesFromText(std::string_view text)
{
    double number = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    if (error != std::errc())
        return std::nullopt;
    std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    const auto unit = bytesOfUnit(lowerCase(rest));
    if (!unit || !(number >= 0.0) || number * *unit >= 0x1p64)
        return std::nullopt;
    return static_cast<std::uint64_t>(number * *unit);
}

std::string byteText(std::uint64_t bytes)
{
    static constexpr std::array<const char*, 5> kUnits{" B", " KiB", " MiB", " GiB", " TiB"};
    double number = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (number >= 1024.0 && unit + 1 < kUnits.size()) {
        number /= 1024.0;
        ++unit;
    }
    // One digit behind the point where a whole number would be off by more than a few per cent.
    const bool fraction = unit > 0 && number < 10.0;
    const auto tenths = static_cast<std::uint64_t>(std::llround(number * 10.0));
    if (fraction && tenths % 10 != 0)
        return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + kUnits[unit];
    return std::to_string(std::llround(number)) + kUnits[unit];
}

} // namespace quantiscope
