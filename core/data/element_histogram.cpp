// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/element_histogram.h"

#include <algorithm>
#include <cmath>

namespace quantiscope {

namespace {

/// floor(value / 2^exponent), which is exact.
double place(double value, int exponent)
{
    return std::floor(std::ldexp(value, -exponent));
}

bool fits(double lowest, double highest, int exponent)
{
    constexpr double kMostPlaces = 1e15; // far inside what a double and an int64 tell apart
    const double first = place(lowest, exponent), last = place(highest, exponent);
    return last - first < double(ElementHistogram::kMostBins) && std::abs(first) < kMostPlaces
        && std::abs(last) < kMostPlaces;
}

} // namespace

/// Takes values from @p lowest to @p highest into the range, with bins at least 2^@p exponent wide.
void ElementHistogram::include(double lowest, double highest, int exponent)
{
    m_lowest = isEmpty() ? lowest : std::min(m_lowest, lowest);
    m_highest = isEmpty() ? highest : std::max(m_highest, highest);
    exponent = std::max(m_exponent, exponent);
    while (!fits(m_lowest, m_highest, exponent))
        ++exponent;
    const auto first = static_cast<std::int64_t>(place(m_lowest, exponent));
    const auto last = static_cast<std::int64_t>(place(m_highest, exponent));
    std::vector<std::uint64_t> counts(static_cast<std::size_t>(last - first) + 1);
    const int steps = std::min(exponent - m_exponent, 62);
    for (std::size_t i = 0; i < m_counts.size(); ++i) {
        // An arithmetic shift is the floor of the division.
        const std::int64_t index = (m_first + static_cast<std::int64_t>(i)) >> steps;
        counts[static_cast<std::size_t>(index - first)] += m_counts[i];
    }
    m_counts = std::move(counts);
    m_first = first;
    m_exponent = exponent;
}

std::uint64_t& ElementHistogram::countAt(std::int64_t place)
{
    return m_counts[static_cast<std::size_t>(place - m_first)];
}

void ElementHistogram::add(double value)
{
    if (isEmpty() || value < m_lowest || value > m_highest)
        include(value, value, m_exponent);
    ++countAt(static_cast<std::int64_t>(place(value, m_exponent)));
    ++m_total;
}

void ElementHistogram::merge(const ElementHistogram& other)
{
    if (other.isEmpty())
        return;
    include(other.m_lowest, other.m_highest, other.m_exponent);
    const int steps = std::min(m_exponent - other.m_exponent, 62);
    for (std::size_t i = 0; i < other.m_counts.size(); ++i)
        countAt((other.m_first + static_cast<std::int64_t>(i)) >> steps) += other.m_counts[i];
    m_total += other.m_total;
}

std::vector<double> ElementHistogram::edges() const
{
    std::vector<double> edges;
    for (std::size_t i = 0; !isEmpty() && i <= m_counts.size(); ++i)
        edges.push_back(std::ldexp(double(m_first + static_cast<std::int64_t>(i)), m_exponent));
    return edges;
}

} // namespace quantiscope
