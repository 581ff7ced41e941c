// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observers/range_methods.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

namespace quantiscope {

namespace {

struct Bin
{
    double lower;
    double upper;
    std::uint64_t count;
};

/// Value below which @p rank of the values lie, with the bins ascending.
double valueAtRank(const std::vector<Bin>& bins, double rank)
{
    double before = 0.0;
    for (const Bin& bin : bins) {
        const auto count = static_cast<double>(bin.count);
        if (before + count >= rank)
            return bin.lower + (bin.upper - bin.lower) * std::max(0.0, rank - before) / count;
        before += count;
    }
    return bins.empty() ? 0.0 : bins.back().upper;
}

/// The bins in ascending order, the outermost ones narrowed to the observed range.
std::vector<Bin> signedBins(const TensorStatistics& statistics)
{
    std::vector<Bin> bins;
    statistics.histogram.forEach([&](std::uint16_t bin, std::uint64_t count) {
        const FloatHistogram::Bounds bounds = FloatHistogram::boundsOf(bin);
        bins.push_back({std::max(bounds.lower, statistics.min), std::min(bounds.upper, statistics.max), count});
    });
    return bins;
}

/// Bins of the absolute values.
std::vector<Bin> magnitudeBins(const TensorStatistics& statistics)
{
    const double largest = std::max(std::abs(statistics.min), std::abs(statistics.max));
    std::vector<Bin> bins;
    for (std::uint32_t magnitude = 0; magnitude < 0x7F80U; ++magnitude) {
        const auto bin = static_cast<std::uint16_t>(magnitude);
        const std::uint64_t count = statistics.histogram.count(bin) + statistics.histogram.count(bin | 0x8000U);
        if (count == 0)
            continue;
        const FloatHistogram::Bounds bounds = FloatHistogram::boundsOf(bin);
        bins.push_back({bounds.lower, std::min<double>(bounds.upper, largest), count});
    }
    return bins;
}

} // namespace

TensorRange minMaxRange(const TensorStatistics& statistics)
{
    return statistics.hasRange() ? TensorRange{statistics.min, statistics.max} : TensorRange{};
}

TensorRange percentileRange(const TensorStatistics& statistics, double percentile, Symmetry symmetry)
{
    assert(percentile > 0.0 && percentile <= 100.0);
    const TensorRange observed = minMaxRange(statistics);
    if (percentile >= 100.0 || !statistics.hasRange())
        return observed;
    const auto total = static_cast<double>(statistics.histogram.total());
    double low = 0.0;
    double high = 0.0;
    if (symmetry == Symmetry::Symmetric) {
        high = valueAtRank(magnitudeBins(statistics), total * percentile / 100.0);
        low = -high;
    } else {
        const double cut = (100.0 - percentile) / 200.0;
        const std::vector<Bin> bins = signedBins(statistics);
        low = valueAtRank(bins, total * cut);
        high = valueAtRank(bins, total * (1.0 - cut));
    }
    return {std::max(static_cast<float>(low), observed.min), std::min(static_cast<float>(high), observed.max)};
}

} // namespace quantiscope
