// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observers/range_methods.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace quantiscope {

TensorRange minMaxRange(const TensorStatistics& statistics)
{
    return statistics.hasRange() ? TensorRange{statistics.min, statistics.max} : TensorRange{};
}

TensorRange madeSymmetric(TensorRange range)
{
    const float largest = std::max(std::abs(range.min), std::abs(range.max));
    return {-largest, largest};
}

TensorRange percentileRange(const TensorStatistics& statistics, double percentile, Symmetry symmetry)
{
    if (percentile >= 100.0 || !statistics.hasRange())
        return minMaxRange(statistics);
    return PercentileRanges(statistics, symmetry).at(percentile);
}

PercentileRanges::PercentileRanges(const TensorStatistics& statistics, Symmetry symmetry)
    : m_observed(minMaxRange(statistics))
    , m_symmetry(symmetry)
    , m_bins(symmetry == Symmetry::Symmetric ? magnitudeBins(statistics) : signedBins(statistics))
{
    for (const ValueBin& bin : m_bins)
        m_total += bin.count;
}

TensorRange PercentileRanges::at(double percentile) const
{
    assert(percentile > 0.0 && percentile <= 100.0);
    if (percentile >= 100.0 || m_bins.empty())
        return m_observed;
    double low = 0.0;
    double high = 0.0;
    if (m_symmetry == Symmetry::Symmetric) {
        high = valueAtRank(m_bins, m_total * percentile / 100.0);
        low = -high;
    } else {
        const double cut = (100.0 - percentile) / 200.0;
        low = valueAtRank(m_bins, m_total * cut);
        high = valueAtRank(m_bins, m_total * (1.0 - cut));
    }
    // A rank within a bin may lie beyond the only value in it.
    const float min = std::clamp(static_cast<float>(low), m_observed.min, m_observed.max);
    return {min, std::clamp(static_cast<float>(high), min, m_observed.max)};
}

} // namespace quantiscope
