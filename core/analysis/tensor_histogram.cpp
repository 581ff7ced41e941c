// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tensor_histogram.h"

#include "core/numerics/scale_types.h"
#include "core/observers/derive_range.h"
#include "core/observers/range_methods.h"
#include "core/observers/weight_ranges.h"
#include "core/qdq/range_requests.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>

namespace quantiscope {

namespace {

/// The integral of x^2 over a bin of that density.
double squaredSum(const ValueBin& bin)
{
    return bin.count * (bin.lower * bin.lower + bin.lower * bin.upper + bin.upper * bin.upper) / 3.0;
}

/// @p size bins of [low, high] that hold nothing else; those of one value at @p high belong to the last.
LinearBins spread(const std::vector<ValueBin>& bins, double low, double high, std::size_t size)
{
    LinearBins result{low, high, std::vector<double>(size)};
    const double perUnit = static_cast<double>(size) / (high - low);
    const double end = static_cast<double>(size);
    for (const ValueBin& bin : bins) {
        if (bin.upper < low || bin.lower > high)
            continue;
        const double from = (bin.lower - low) * perUnit;
        const double to = (bin.upper - low) * perUnit;
        if (!(to - from > 1e-9)) { // a single value
            result.counts[static_cast<std::size_t>(std::clamp(std::floor(from), 0.0, end - 1.0))] += bin.count;
            continue;
        }
        const double density = bin.count / (to - from);
        const double last = std::min(to, end);
        for (double at = std::max(from, 0.0); at < last;) {
            const double cell = std::floor(at);
            const double next = std::min(cell + 1.0, last);
            result.counts[static_cast<std::size_t>(cell)] += density * (next - at);
            at = next;
        }
    }
    return result;
}

double decibels(double power, double noise)
{
    return noise > 0.0 ? 10.0 * std::log10(power / noise) : std::numeric_limits<double>::infinity();
}

double nearestEven(double value)
{
    return std::nearbyint(value); // half to even: nothing in the engine changes the rounding
}

/// Calls @p take(code - lowest code, count, isWhole) for each part of @p bin that gets one code.
template <typename Take>
void forEachCode(const ValueBin& bin, const QuantGrid& grid, const Take& take)
{
    const auto codeOf = [&](double value) {
        return std::clamp(nearestEven(value / grid.scale), grid.lowest, grid.highest);
    };
    const double first = codeOf(bin.lower);
    const double last = codeOf(bin.upper);
    if (first == last) {
        take(static_cast<std::size_t>(first - grid.lowest), bin.count, true);
        return;
    }
    const double density = bin.count / (bin.upper - bin.lower);
    double from = bin.lower;
    for (double code = first; code <= last; ++code) {
        const double to = code == last ? bin.upper : std::clamp((code + 0.5) * grid.scale, from, bin.upper);
        take(static_cast<std::size_t>(code - grid.lowest), density * (to - from), false);
        from = to;
    }
}

QuantGrid gridOf(const CoveredRange& range)
{
    return {range.params, range.codes};
}

std::size_t codeCount(const CoveredRange& range)
{
    return static_cast<std::size_t>(range.codes.max - range.codes.min) + 1;
}

/// How many of @p bins lie above @p bound.
double countAbove(const std::vector<ValueBin>& bins, double bound)
{
    double sum = 0.0;
    for (auto bin = bins.rbegin(); bin != bins.rend() && bin->upper > bound; ++bin) {
        const double width = bin->upper - bin->lower;
        sum += bin->lower >= bound || width <= 0.0 ? bin->count : bin->count * (bin->upper - bound) / width;
    }
    return sum;
}

double countBelow(const std::vector<ValueBin>& bins, double bound)
{
    double sum = 0.0;
    for (auto bin = bins.begin(); bin != bins.end() && bin->lower < bound; ++bin) {
        const double width = bin->upper - bin->lower;
        sum += bin->upper <= bound || width <= 0.0 ? bin->count : bin->count * (bound - bin->lower) / width;
    }
    return sum;
}

MethodRange rated(CalibrationMethod method, TensorRange range, const CoveredRange& covered,
                  const TensorHistogram& histogram)
{
    MethodRange result{method, range, covered, {}, false};
    result.figures = histogram.figures(result.covered);
    return result;
}

void putCurrentFirst(std::vector<MethodRange>& ranges, CalibrationMethod current)
{
    for (MethodRange& each : ranges)
        each.isCurrent = each.method == current;
    std::stable_partition(ranges.begin(), ranges.end(), [](const MethodRange& each) { return each.isCurrent; });
}

} // namespace

CoveredRange coveredRange(TensorRange range, const QuantTarget& target, CodeSource source)
{
    return coveredBy(computeScaleZeroPoint(range, target), target, source);
}

CoveredRange coveredBy(ScaleZeroPoint params, const QuantTarget& target, CodeSource source)
{
    CoveredRange result{params,
                        source == CodeSource::File ? target.limits() : codeLimits(target.type, Symmetry::Asymmetric)};
    const QuantGrid grid = gridOf(result);
    result.low = grid.lowest * grid.scale;
    result.high = grid.highest * grid.scale;
    return result;
}

TensorRange rangeOf(ScaleZeroPoint params, const QuantTarget& target)
{
    const QuantGrid grid(params, target.limits());
    return {static_cast<float>(grid.lowest * grid.scale), static_cast<float>(grid.highest * grid.scale)};
}

TensorHistogram::TensorHistogram(const TensorStatistics& statistics)
    : m_statistics(statistics), m_values(statistics.values.sorted())
{
    takeBins(signedBins(statistics));
}

TensorHistogram TensorHistogram::ofConstant(std::span<const float> elements)
{
    StatisticsScratch scratch;
    return {elements, scratch};
}

TensorHistogram::TensorHistogram(std::span<const float> elements, StatisticsScratch& scratch)
    : m_statistics(statisticsOfSample(elements, StatisticsDetail::Histogram, scratch))
{
    if (elements.size() > kMostElements) {
        takeBins(signedBins(m_statistics));
        return;
    }
    std::copy_if(elements.begin(), elements.end(), std::back_inserter(m_values),
                 [](float value) { return std::isfinite(value); });
    std::sort(m_values.begin(), m_values.end());
    takeBins(singleBins(m_values));
}

void TensorHistogram::takeBins(std::vector<ValueBin> bins)
{
    m_bins = bins;
    m_observed = minMaxRange(m_statistics);
    for (const ValueBin& bin : m_bins) {
        m_count += bin.count;
        m_power += squaredSum(bin);
    }
    if (!m_values.empty())
        return;
    std::erase_if(bins, [](const ValueBin& bin) { return bin.lower == 0.0 && bin.upper == 0.0; }); // every grid holds 0
    m_error.emplace(bins);
}

LinearBins TensorHistogram::bins(double low, double high, std::size_t size) const
{
    return spread(m_bins, low, high, size);
}

LinearBins TensorHistogram::quantizedBins(const CoveredRange& range, double low, double high, std::size_t size) const
{
    const std::vector<double> counts = levelCounts(range);
    const QuantGrid grid = gridOf(range);
    std::vector<ValueBin> levels;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const double code = grid.lowest + static_cast<double>(i);
        if (counts[i] > 0.0)
            levels.push_back({(code - 0.5) * grid.scale, (code + 0.5) * grid.scale, counts[i]});
    }
    return spread(levels, low, high, size);
}

std::vector<double> TensorHistogram::levelCounts(const CoveredRange& range) const
{
    const QuantGrid grid = gridOf(range);
    std::vector<double> counts(codeCount(range));
    for (const ValueBin& bin : m_bins)
        forEachCode(bin, grid, [&](std::size_t code, double count, bool) { counts[code] += count; });
    return counts;
}

double TensorHistogram::squaredErrors(const QuantGrid& grid) const
{
    return m_error ? m_error->sum(grid) : squaredError(m_values, grid);
}

ClipFigures TensorHistogram::figures(const CoveredRange& range) const
{
    ClipFigures result;
    result.step = range.params.scale;
    result.levels = static_cast<std::uint32_t>(codeCount(range));
    if (isEmpty())
        return result;
    const QuantGrid grid = gridOf(range);
    const double noise = squaredErrors(grid);
    result.sqnr = decibels(m_power, noise);
    const double half = 0.5 * grid.scale;
    result.clippedShare = (countBelow(m_bins, range.low - half) + countAbove(m_bins, range.high + half)) / m_count;

    // A code that a whole bin gets is used; of one that gets a part of n values, the chance is 1 - e^-n.
    std::vector<double> parts(codeCount(range));
    for (const ValueBin& bin : m_bins) {
        forEachCode(bin, grid, [&](std::size_t code, double count, bool isWhole) {
            parts[code] += isWhole ? std::numeric_limits<double>::infinity() : count;
        });
    }
    double used = 0.0;
    for (const double part : parts)
        used -= std::expm1(-part);
    result.levelsUsed = static_cast<std::uint32_t>(std::lround(used));
    return result;
}

TensorRange TensorHistogram::percentile(double percent, Symmetry symmetry) const
{
    return percentileRange(m_statistics, percent, symmetry);
}

std::vector<TensorHistogram> channelHistograms(std::span<const float> elements, std::span<const std::int64_t> shape,
                                               int axis)
{
    const auto channels = static_cast<std::size_t>(shape[static_cast<std::size_t>(axis)]);
    std::size_t inner = 1;
    for (std::size_t i = static_cast<std::size_t>(axis) + 1; i < shape.size(); ++i)
        inner *= static_cast<std::size_t>(shape[i]);
    std::vector<TensorHistogram> result;
    std::vector<float> slice;
    StatisticsScratch scratch;
    for (std::size_t channel = 0; channel < channels; ++channel) {
        slice.clear();
        for (std::size_t at = channel * inner; at + inner <= elements.size() && inner > 0; at += channels * inner) {
            const auto first = elements.begin() + static_cast<std::ptrdiff_t>(at);
            slice.insert(slice.end(), first, first + static_cast<std::ptrdiff_t>(inner));
        }
        result.push_back(TensorHistogram(slice, scratch));
    }
    return result;
}

ClipFigures figuresOfChannels(std::span<const TensorHistogram> channels, std::span<const CoveredRange> ranges)
{
    ClipFigures result;
    double count = 0.0;
    double clipped = 0.0;
    double power = 0.0;
    double noise = 0.0;
    for (std::size_t i = 0; i < channels.size(); ++i) {
        const ClipFigures each = channels[i].figures(ranges[i]);
        result.step = std::max(result.step, each.step);
        result.levelsUsed = i == 0 ? each.levelsUsed : std::min(result.levelsUsed, each.levelsUsed);
        result.levels = each.levels;
        count += channels[i].count();
        clipped += each.clippedShare * channels[i].count();
        power += channels[i].power();
        noise += each.sqnr ? channels[i].power() * std::pow(10.0, -0.1 * *each.sqnr) : 0.0;
    }
    if (count <= 0.0)
        return result;
    result.clippedShare = clipped / count;
    result.sqnr = decibels(power, noise);
    return result;
}

std::vector<MethodRange> activationMethodRanges(const TensorStatistics& statistics, const TensorHistogram& histogram,
                                                const QuantConfig& config, const QuantTarget& target)
{
    constexpr std::array kMethods{CalibrationMethod::MinMSE,      CalibrationMethod::MinMax,
                                  CalibrationMethod::Percentile,  CalibrationMethod::LayerwisePercentile,
                                  CalibrationMethod::NonOverflow, CalibrationMethod::Entropy};
    std::vector<MethodRange> result;
    QuantConfig varied = config;
    for (const CalibrationMethod method : kMethods) {
        varied.calibration.method = method;
        const Result<TensorRange> range = deriveRange(statistics, activationRequest(varied, target));
        if (range)
            result.push_back(rated(method, *range, coveredRange(*range, target, CodeSource::Model), histogram));
    }
    putCurrentFirst(result, config.calibration.method);
    return result;
}

std::vector<MethodRange> weightMethodRanges(std::span<const float> elements, const TensorHistogram& histogram,
                                            const QuantConfig& config, const QuantTarget& target)
{
    std::vector<MethodRange> result;
    RangeRequest request = weightRequest(config, target);
    const CalibrationMethod current =
        request.method == CalibrationMethod::MinMSE ? CalibrationMethod::MinMSE : CalibrationMethod::MinMax;
    const std::array shape{static_cast<std::int64_t>(elements.size())};
    for (const CalibrationMethod method : {CalibrationMethod::MinMax, CalibrationMethod::MinMSE}) {
        request.method = method;
        const std::vector<TensorRange> ranges = rangesForWeight(elements, shape, std::nullopt, request);
        const CoveredRange covered = coveredRange(ranges.front(), target, CodeSource::File);
        result.push_back(rated(method, ranges.front(), covered, histogram));
    }
    putCurrentFirst(result, current);
    return result;
}

} // namespace quantiscope
