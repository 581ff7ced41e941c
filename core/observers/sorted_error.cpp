// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observers/sorted_error.h"

#include <algorithm>
#include <cmath>

namespace quantiscope {

SortedError::SortedError(std::vector<float> values) : m_values(std::move(values))
{
    std::sort(m_values.begin(), m_values.end());
    m_sums.resize(m_values.size() + 1);
    m_squares.resize(m_values.size() + 1);
    for (std::size_t i = 0; i < m_values.size(); ++i) {
        const double value = m_values[i];
        m_sums[i + 1] = m_sums[i] + value;
        m_squares[i + 1] = m_squares[i] + value * value;
    }
}

double SortedError::sum(const QuantGrid& grid) const
{
    // Finding a code's values costs about as much as quantizing this many.
    constexpr double kValuesPerCode = 64.0;
    if (static_cast<double>(m_values.size()) < kValuesPerCode * (grid.highest - grid.lowest))
        return squaredError(m_values, grid);
    double error = 0.0;
    auto from = m_values.begin();
    for (double code = grid.lowest; code <= grid.highest; ++code) {
        const double value = code * grid.scale;
        const double boundary = (code + 0.5) * grid.scale; // a value there is as far from both codes
        const auto to = code < grid.highest
            ? std::partition_point(from, m_values.end(), [=](float x) { return static_cast<double>(x) < boundary; })
            : m_values.end();
        const auto i = static_cast<std::size_t>(from - m_values.begin());
        const auto j = static_cast<std::size_t>(to - m_values.begin());
        error += m_squares[j] - m_squares[i] - 2.0 * value * (m_sums[j] - m_sums[i])
            + value * value * static_cast<double>(j - i);
        from = to;
    }
    return error;
}

double SortedError::percentile(double percent) const
{
    const double place = static_cast<double>(m_values.size() - 1) * percent / 100.0;
    const auto below = static_cast<std::size_t>(std::floor(place));
    const std::size_t above = std::min(below + 1, m_values.size() - 1);
    const double low = m_values[below];
    return low + (m_values[above] - low) * (place - std::floor(place));
}

} // namespace quantiscope
