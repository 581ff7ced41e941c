// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/report.

#include "core/base/number_text.h"
#include "core/report/report_table.h"

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quantiscope {

inline constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

/// One digit behind the point, as decibels and shares in per cent are written.
inline ReportCell decibels(double value)
{
    return {value, fixedText(value, 1)};
}

inline ReportCell decibels(const std::optional<double>& value)
{
    return decibels(value.value_or(kNothing));
}

inline ReportCell rounded(double value)
{
    return {value, roundedText(value)};
}

inline ReportCell cosine(double value)
{
    return {value, fixedText(value, 5)};
}

template <typename Count>
ReportCell count(Count value)
{
    return {static_cast<double>(value), std::to_string(value)};
}

/// @p part of @p whole in per cent; nothing of nothing.
template <typename Count>
double percentage(Count part, Count whole)
{
    return whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : kNothing;
}

inline std::string namesText(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

inline void append(std::vector<ReportCell>& row, std::vector<ReportCell> cells)
{
    row.insert(row.end(), std::make_move_iterator(cells.begin()), std::make_move_iterator(cells.end()));
}

} // namespace quantiscope
