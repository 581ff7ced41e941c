// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observers/derive_range.h"

#include "core/numerics/covering_scale.h"
#include "core/numerics/scale_types.h"
#include "core/observers/best_positions.h"
#include "core/observers/entropy.h"
#include "core/observers/position_search.h"
#include "core/observers/quantization_error.h"
#include "core/observers/range_methods.h"
#include "core/observers/window_search.h"

#include <algorithm>

namespace quantiscope {

namespace {

Error lacking(const char* what)
{
    return {ErrorCode::ConfigRefused,
            std::string("The statistics hold no ") + what + ", which the calibration method needs: calibrate again.",
            {}};
}

TensorRange start(TensorRange range, const RangeRequest& request)
{
    return request.calibrationSymmetry == Symmetry::Symmetric ? madeSymmetric(range) : range;
}

Result<TensorRange> observedRange(const TensorStatistics& statistics, const RangeRequest& request)
{
    if (!request.movingAverage)
        return start(minMaxRange(statistics), request);
    const SampleRanges& samples = statistics.sampleRanges;
    if (samples.samples == 0)
        return lacking("ranges of single samples");
    return start({samples.meanMin(), samples.meanMax()}, request);
}

TensorRange layerwisePercentileRange(const TensorStatistics& statistics, const RangeRequest& request)
{
    const PercentileRanges percentiles(statistics, request.calibrationSymmetry);
    std::vector<TensorRange> ranges;
    for (const double candidate : request.candidates)
        ranges.push_back(percentiles.at(candidate));
    const BinnedError error(signedBins(statistics));
    return bestWindow(ranges, request.target, [&](const QuantGrid& grid) { return error.sum(grid, request.metric); });
}

/// The position that most samples voted for; of equally many votes the one with the smallest scale.
int mostCommon(const PositionVotes::Counts& votes)
{
    std::pair<int, std::uint64_t> best = votes.front();
    for (const auto& vote : votes) { // ascending positions
        if (vote.second >= best.second)
            best = vote;
    }
    return best.first;
}

Result<TensorRange> powerOfTwoRange(const TensorStatistics& statistics, const RangeRequest& request)
{
    TensorRange range = start(minMaxRange(statistics), request);
    if (!hasExtent(range, request.target))
        return range; // no position is better than another, and no sample has voted
    if (request.positionMode == Pof2Mode::MostCommon && isVotedFor(request.target)) {
        const PositionVotes::Counts& votes = statistics.votes.of(request.target.type);
        if (votes.empty())
            return lacking("best positions of single samples");
        const std::int32_t zeroPoint = computeScaleZeroPoint({-1.0F, 1.0F}, request.target).zeroPoint;
        return rangeAt({mostCommon(votes), zeroPoint}, request.target);
    }
    std::vector<ValueBin> bins = signedBins(statistics);
    if (request.positionMode == Pof2Mode::Percentile) {
        range = percentileRange(statistics, request.percentile, request.calibrationSymmetry);
        bins = binsWithin(bins, range);
        range = start(range, request);
    }
    const auto choice = bestPosition(bins, range, request.target);
    return choice ? rangeAt(*choice, request.target) : range;
}

/// Values below this are rounded to 0 with the scale of every window; they are ordered by width.
double negligibleFor(const std::vector<TensorRange>& windows, const QuantTarget& target)
{
    if (!hasExtent(windows.back(), target))
        return 0.0;
    return 0.5 * static_cast<double>(computeScaleZeroPoint(windows.back(), target).scale);
}

TensorRange windowRange(const TensorStatistics& statistics, const RangeRequest& request)
{
    const std::vector<ValueBin> bins = signedBins(statistics);
    if (request.windowMode == FloatMode::Percentile) {
        const PercentileRanges percentiles(statistics, request.calibrationSymmetry);
        std::vector<TensorRange> ranges;
        for (const double percentile : kWindowPercentiles)
            ranges.push_back(percentiles.at(percentile));
        const BinnedError error(bins);
        return bestWindow(ranges, request.target, [&](const QuantGrid& grid) { return error.sum(grid); });
    }
    // Both modes integrate: the centres of a coarser histogram would only add noise.
    const TensorRange observed = minMaxRange(statistics);
    std::vector<TensorRange> windows = shrinkingWindows(start(observed, request), request.bins.value_or(kDefaultBins));
    for (TensorRange& window : windows) // as percentiles are
        window = {std::max(window.min, observed.min), std::min(window.max, observed.max)};
    const BinnedError error(bins, negligibleFor(windows, request.target));
    return bestWindow(windows, request.target, [&](const QuantGrid& grid) { return error.sum(grid); });
}

TensorRange entropyRange(const TensorStatistics& statistics, const RangeRequest& request)
{
    const TensorRange observed = minMaxRange(statistics);
    const double limit = madeSymmetric(observed).max;
    if (limit <= 0.0)
        return observed;
    const auto levels = static_cast<std::size_t>(std::max(2, request.quantizedBins));
    // An even number, so that 0 lies between two bins; by default a window is at least half as wide as the range.
    const std::size_t half = request.bins ? static_cast<std::size_t>(std::max(1, *request.bins / 2)) : levels;
    const std::vector<double> histogram = linearHistogram(signedBins(statistics), -limit, limit, 2 * half);
    const std::size_t best = leastDivergence(histogram, levels);
    const auto bound = static_cast<float>(limit * static_cast<double>(best) / static_cast<double>(half));
    return start({std::max(-bound, observed.min), std::min(bound, observed.max)}, request);
}

} // namespace

bool needsHistogram(const RangeRequest& request)
{
    switch (request.method) {
    case CalibrationMethod::MinMax:
    case CalibrationMethod::NonOverflow:
        return false;
    case CalibrationMethod::Percentile:
        return request.percentile < 100.0;
    default:
        return true;
    }
}

Result<TensorRange> deriveRange(const TensorStatistics& statistics, const RangeRequest& request)
{
    if (!statistics.hasRange())
        return TensorRange{};
    if (needsHistogram(request) && statistics.histogram.isEmpty())
        return lacking("histograms");
    switch (request.method) {
    case CalibrationMethod::Percentile:
        return percentileRange(statistics, request.percentile, request.calibrationSymmetry);
    case CalibrationMethod::LayerwisePercentile:
        return layerwisePercentileRange(statistics, request);
    case CalibrationMethod::MinMSE:
        if (request.target.scale == ScaleType::PowerOf2)
            return powerOfTwoRange(statistics, request);
        return windowRange(statistics, request);
    case CalibrationMethod::Entropy:
        return entropyRange(statistics, request);
    case CalibrationMethod::MinMax:
    case CalibrationMethod::NonOverflow:
        break;
    }
    return observedRange(statistics, request);
}

} // namespace quantiscope
