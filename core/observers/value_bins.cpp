// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observers/value_bins.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace quantiscope {

namespace {

/// The histogram's own bins, ascending, with one bin for 0.
std::vector<ValueBin> binsOf(const FloatHistogram& histogram)
{
    std::vector<ValueBin> bins;
    histogram.forEach([&](std::uint16_t bin, std::uint64_t count) {
        // Next to 0 all is taken as 0: nothing there reaches half of a step of the smallest scale.
        const bool isZero = (bin & 0x7FFFU) == 0;
        const FloatHistogram::Bounds bounds = isZero ? FloatHistogram::Bounds{} : FloatHistogram::boundsOf(bin);
        if (isZero && !bins.empty() && bins.back().upper == 0.0 && bins.back().lower == 0.0)
            bins.back().count += static_cast<double>(count);
        else
            bins.push_back({bounds.lower, bounds.upper, static_cast<double>(count)});
    });
    return bins;
}

/// Narrows @p bins to [least, most], also those of a damaged file, which need not lie within.
void clampBins(std::vector<ValueBin>& bins, double least, double most)
{
    for (ValueBin& bin : bins)
        bin = {std::clamp(bin.lower, least, most), std::clamp(bin.upper, least, most), bin.count};
}

/// A bin without width for each value that occurs in @p values, which ascend.
std::vector<ValueBin> singleBins(const std::vector<float>& values)
{
    std::vector<ValueBin> bins;
    for (const double value : values) {
        if (bins.empty() || bins.back().lower != value)
            bins.push_back({value, value, 0.0});
        bins.back().count += 1.0;
    }
    return bins;
}

} // namespace

ValueBin takeExtreme(ValueBin& outermost, const ValueBin& neighbour, double extreme)
{
    // So many may be spread over the bin, whatever lies beside it.
    constexpr double kFew = 8.0;
    const bool adjacent = neighbour.upper == outermost.lower || neighbour.lower == outermost.upper;
    const double width = neighbour.upper - neighbour.lower;
    const double density = adjacent && width > 0.0 ? neighbour.count / width : 0.0;
    const double spread = std::max(2.0 * density * (outermost.upper - outermost.lower), kFew);
    const double atExtreme = std::max(1.0, outermost.count - spread);
    outermost.count -= atExtreme;
    return {extreme, extreme, atExtreme};
}

std::vector<ValueBin> signedBins(const TensorStatistics& statistics)
{
    if (!statistics.values.isEmpty())
        return singleBins(statistics.values.sorted());
    std::vector<ValueBin> bins = binsOf(statistics.histogram);
    const double least = statistics.min;
    const double most = statistics.max;
    clampBins(bins, least, most);
    if (bins.size() < 2)
        return bins;
    const ValueBin neighbour = bins[1]; // of two bins each is the other's, whole
    const ValueBin atMost = takeExtreme(bins.back(), bins[bins.size() - 2], most);
    const ValueBin atLeast = takeExtreme(bins.front(), neighbour, least);
    bins.push_back(atMost);
    bins.insert(bins.begin(), atLeast);
    std::erase_if(bins, [](const ValueBin& bin) { return bin.count <= 0.0; });
    return bins;
}

std::vector<ValueBin> magnitudeBins(const TensorStatistics& statistics)
{
    if (!statistics.values.isEmpty()) {
        std::vector<float> magnitudes = statistics.values.inOrderOfArrival();
        for (float& value : magnitudes)
            value = std::abs(value);
        std::sort(magnitudes.begin(), magnitudes.end());
        return singleBins(magnitudes);
    }
    const std::vector<ValueBin> all = binsOf(statistics.histogram);
    const auto firstPositive =
        std::partition_point(all.begin(), all.end(), [](const ValueBin& bin) { return bin.lower < 0.0; });
    std::vector<ValueBin> bins;
    bins.reserve(all.size() + 1);
    auto positive = firstPositive;
    auto negative = std::make_reverse_iterator(firstPositive); // mirrored, these ascend, too
    while (positive != all.end() || negative != all.rend()) {
        const bool takePositive =
            positive != all.end() && (negative == all.rend() || positive->lower <= -negative->upper);
        const bool takeNegative =
            negative != all.rend() && (positive == all.end() || -negative->upper <= positive->lower);
        ValueBin bin = takePositive ? *positive : ValueBin{-negative->upper, -negative->lower, 0.0};
        if (takePositive)
            ++positive;
        if (takeNegative) { // both: the same bin on both sides
            bin.count += negative->count;
            ++negative;
        }
        bins.push_back(bin);
    }
    const double largest = std::max(std::abs(statistics.min), std::abs(statistics.max));
    clampBins(bins, 0.0, largest);
    if (bins.size() < 2)
        return bins;
    const ValueBin atMost = takeExtreme(bins.back(), bins[bins.size() - 2], largest);
    bins.push_back(atMost);
    std::erase_if(bins, [](const ValueBin& bin) { return bin.count <= 0.0; });
    return bins;
}

std::vector<ValueBin> binsWithin(const std::vector<ValueBin>& bins, TensorRange range)
{
    const double low = range.min;
    const double high = range.max;
    std::vector<ValueBin> inside;
    for (const ValueBin& bin : bins) {
        const ValueBin part{std::max(bin.lower, low), std::min(bin.upper, high), bin.count};
        if (part.lower > part.upper)
            continue;
        const double width = bin.upper - bin.lower;
        const double share = width > 0.0 ? (part.upper - part.lower) / width : 1.0;
        if (share > 0.0)
            inside.push_back({part.lower, part.upper, bin.count * share});
    }
    return inside;
}

double valueAtRank(const std::vector<ValueBin>& bins, double rank)
{
    double before = 0.0;
    for (const ValueBin& bin : bins) {
        if (before + bin.count >= rank)
            return bin.lower + (bin.upper - bin.lower) * std::max(0.0, rank - before) / bin.count;
        before += bin.count;
    }
    return bins.empty() ? 0.0 : bins.back().upper;
}

std::vector<double> linearHistogram(const std::vector<ValueBin>& bins, double lower, double upper, std::size_t size)
{
    std::vector<double> counts(size);
    const double last = static_cast<double>(size) - 1.0;
    const double perUnit = static_cast<double>(size) / (upper - lower);
    for (const ValueBin& bin : bins) {
        const double from = (bin.lower - lower) * perUnit;
        const double to = (bin.upper - lower) * perUnit;
        const double first = std::clamp(std::floor(from), 0.0, last);
        const double end = std::clamp(std::floor(to), 0.0, last);
        if (first == end) {
            counts[static_cast<std::size_t>(first)] += bin.count;
            continue;
        }
        const double density = bin.count / (to - from);
        for (double cell = first; cell <= end; ++cell) {
            const double partBegin = cell == first ? from : cell;
            const double partEnd = cell == end ? to : cell + 1.0;
            counts[static_cast<std::size_t>(cell)] += density * (partEnd - partBegin);
        }
    }
    return counts;
}

} // namespace quantiscope
