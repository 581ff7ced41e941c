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
#include <utility>

namespace quantiscope {

namespace {

/// The integral of x^2 over a bin of that density.
double squaredSum(const ValueBin& bin)
{
    return bin.count * (bin.lower * bin.lower + bin.lower * bin.upper + bin.upper * bin.upper) / 3.0;
}

/// Equally wide bins of [low, high] that hold nothing else; those of one value at high belong to the last.
class Spread
{
public:
    Spread(double low, double high, std::size_t size)
        : m_result{low, high, std::vector<double>(size)}
        , m_perUnit(static_cast<double>(size) / (high - low))
        , m_end(static_cast<double>(size))
    {
    }

    void add(const ValueBin& bin)
    {
        if (bin.upper < m_result.low || bin.lower > m_result.high)
            return;
        const double from = (bin.lower - m_result.low) * m_perUnit;
        const double to = (bin.upper - m_result.low) * m_perUnit;
        if (!(to - from > 1e-9)) { // a single value
            m_result.counts[static_cast<std::size_t>(std::clamp(std::floor(from), 0.0, m_end - 1.0))] += bin.count;
            return;
        }
        const double density = bin.count / (to - from);
        const double last = std::min(to, m_end);
        for (double at = std::max(from, 0.0); at < last;) {
            const double cell = std::floor(at);
            const double next = std::min(cell + 1.0, last);
            m_result.counts[static_cast<std::size_t>(cell)] += density * (next - at);
            at = next;
        }
    }

    [[nodiscard]] LinearBins take() { return std::move(m_result); }

private:
    LinearBins m_result;
    double m_perUnit;
    double m_end;
};

double decibels(double power, double noise)
{
    return noise > 0.0 ? 10.0 * std::log10(power / noise) : std::numeric_limits<double>::infinity();
}

double nearestEven(double value)
{
    return std::nearbyint(value); // half to even: nothing in the engine changes the rounding
}

/// Codes next to each other that get equally many of a bin's values.
struct CodeRun
{
    double first = 0.0; ///< multiple of the scale
    double codes = 1.0; ///< how many
    double count = 0.0; ///< of values, for each of the codes
    bool isWhole = false; ///< one code gets the whole bin
};

/// Calls @p take(CodeRun) for the codes that @p bin gets, ascending: at most three runs, however many codes there are.
template <typename Take>
void forEachRun(const ValueBin& bin, const QuantGrid& grid, const Take& take)
{
    const auto codeOf = [&](double value) {
        return std::clamp(nearestEven(value / grid.scale), grid.lowest, grid.highest);
    };
    const double first = codeOf(bin.lower);
    const double last = codeOf(bin.upper);
    if (first == last) {
        take(CodeRun{first, 1.0, bin.count, true});
        return;
    }
    const double density = bin.count / (bin.upper - bin.lower);
    const double firstEnd = std::clamp((first + 0.5) * grid.scale, bin.lower, bin.upper);
    const double lastBegin = std::clamp((last - 0.5) * grid.scale, bin.lower, bin.upper);
    take(CodeRun{first, 1.0, density * (firstEnd - bin.lower), false});
    if (const double between = last - first - 1.0; between > 0.0)
        take(CodeRun{first + 1.0, between, density * grid.scale, false});
    take(CodeRun{last, 1.0, density * (bin.upper - lastBegin), false});
}

QuantGrid gridOf(const CoveredRange& range)
{
    return {range.params, range.codes};
}

std::size_t codeCount(const CoveredRange& range)
{
    return static_cast<std::size_t>(range.codes.max - range.codes.min) + 1;
}

/// How many of @p bin's values lie above @p bound.
double countAbove(const ValueBin& bin, double bound)
{
    const double width = bin.upper - bin.lower;
    if (bin.upper <= bound)
        return 0.0;
    return bin.lower >= bound || width <= 0.0 ? bin.count : bin.count * (bin.upper - bound) / width;
}

double countBelow(const ValueBin& bin, double bound)
{
    const double width = bin.upper - bin.lower;
    if (bin.lower >= bound)
        return 0.0;
    return bin.upper <= bound || width <= 0.0 ? bin.count : bin.count * (bound - bin.lower) / width;
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
    : m_statistics(std::make_shared<const TensorStatistics>(statistics))
    , m_values(statistics.values.sorted())
    , m_observed(minMaxRange(statistics))
{
    if (m_values.empty())
        m_bins = signedBins(statistics);
    count();
}

TensorHistogram TensorHistogram::ofConstant(std::span<const float> elements)
{
    StatisticsScratch scratch;
    return {elements, scratch};
}

TensorHistogram::TensorHistogram(std::span<const float> elements, StatisticsScratch& scratch)
{
    TensorStatistics statistics = statisticsOfSample(
        elements, elements.size() > kMostElements ? StatisticsDetail::Histogram : StatisticsDetail::Range, scratch);
    m_observed = minMaxRange(statistics);
    if (elements.size() > kMostElements) {
        m_bins = signedBins(statistics);
        m_statistics = std::make_shared<const TensorStatistics>(std::move(statistics));
    } else {
        std::copy_if(elements.begin(), elements.end(), std::back_inserter(m_values),
                     [](float value) { return std::isfinite(value); });
        m_values.shrink_to_fit();
        std::sort(m_values.begin(), m_values.end());
    }
    count();
}

template <typename Visit>
void TensorHistogram::forEachBin(const Visit& visit) const
{
    for (const ValueBin& bin : m_bins)
        visit(bin);
    for (auto from = m_values.begin(); from != m_values.end();) {
        const auto to = std::find_if(from, m_values.end(), [from](float value) { return value != *from; });
        visit(ValueBin{*from, *from, static_cast<double>(to - from)});
        from = to;
    }
}

void TensorHistogram::count()
{
    forEachBin([this](const ValueBin& bin) {
        m_count += bin.count;
        m_power += squaredSum(bin);
    });
    if (!m_values.empty())
        return;
    std::vector<ValueBin> bins = m_bins;
    std::erase_if(bins, [](const ValueBin& bin) { return bin.lower == 0.0 && bin.upper == 0.0; }); // every grid holds 0
    m_error.emplace(bins);
}

LinearBins TensorHistogram::bins(double low, double high, std::size_t size) const
{
    Spread spread(low, high, size);
    forEachBin([&spread](const ValueBin& bin) { spread.add(bin); });
    return spread.take();
}

LinearBins TensorHistogram::quantizedBins(const CoveredRange& range, double low, double high, std::size_t size) const
{
    const QuantGrid grid = gridOf(range);
    Spread spread(low, high, size);
    forEachBin([&](const ValueBin& bin) {
        forEachRun(bin, grid, [&](const CodeRun& run) {
            spread.add(
                {(run.first - 0.5) * grid.scale, (run.first + run.codes - 0.5) * grid.scale, run.codes * run.count});
        });
    });
    return spread.take();
}

double TensorHistogram::codesUsed(const QuantGrid& grid) const
{
    // A code that a whole bin gets is used; of one that gets a part of n values, the chance is 1 - e^-n.
    const auto chance = [](double count) { return -std::expm1(-count); };
    double used = 0.0;
    double code = grid.lowest - 1.0; // of the last one, which the next bin may share
    double count = 0.0; // of its values
    forEachBin([&](const ValueBin& bin) {
        forEachRun(bin, grid, [&](const CodeRun& run) {
            const double each = run.isWhole ? std::numeric_limits<double>::infinity() : run.count;
            if (run.first == code) {
                count += each;
                return;
            }
            used += chance(count) + (run.codes - 1.0) * chance(each);
            code = run.first + run.codes - 1.0;
            count = each;
        });
    });
    return used + chance(count);
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
    double clipped = 0.0;
    forEachBin([&](const ValueBin& bin) {
        clipped += countBelow(bin, range.low - half) + countAbove(bin, range.high + half);
    });
    result.clippedShare = clipped / m_count;
    result.levelsUsed = static_cast<std::uint32_t>(std::lround(codesUsed(grid)));
    return result;
}

TensorRange TensorHistogram::percentile(double percent, Symmetry symmetry) const
{
    if (m_statistics)
        return percentileRange(*m_statistics, percent, symmetry);
    StatisticsScratch scratch; // of values that are known there is more to be had than is kept for it
    return percentileRange(statisticsOfSample(m_values, StatisticsDetail::Histogram, scratch), percent, symmetry);
}

std::vector<TensorHistogram> channelHistograms(std::span<const float> elements, std::span<const std::int64_t> shape,
                                               int axis, const std::function<bool()>& isCanceled)
{
    const auto channels = static_cast<std::size_t>(shape[static_cast<std::size_t>(axis)]);
    std::size_t inner = 1;
    for (std::size_t i = static_cast<std::size_t>(axis) + 1; i < shape.size(); ++i)
        inner *= static_cast<std::size_t>(shape[i]);
    std::vector<TensorHistogram> result;
    std::vector<float> slice;
    StatisticsScratch scratch;
    for (std::size_t channel = 0; channel < channels; ++channel) {
        if (isCanceled && isCanceled())
            break;
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
