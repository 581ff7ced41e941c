// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observers/weight_ranges.h"

#include "core/numerics/quantize.h"
#include "core/observers/position_search.h"
#include "core/observers/range_methods.h"
#include "core/observers/sorted_error.h"
#include "core/observers/window_search.h"

#include <algorithm>
#include <cmath>

namespace quantiscope {

namespace {

TensorRange powerOfTwoRange(std::vector<float> values, const RangeRequest& request)
{
    TensorRange range = rangeOf(values);
    if (request.positionMode == Pof2Mode::Percentile) {
        const SortedError sorted(std::move(values));
        const double cut = (100.0 - request.percentile) / 2.0;
        range = {static_cast<float>(sorted.percentile(cut)), static_cast<float>(sorted.percentile(100.0 - cut))};
        values.assign(std::lower_bound(sorted.values().begin(), sorted.values().end(), range.min),
                      std::upper_bound(sorted.values().begin(), sorted.values().end(), range.max));
    }
    const auto choice = bestPosition(values, range, request.target);
    return choice ? rangeAt(*choice, request.target) : range;
}

/// The values at the centres of equally wide bins over [range.min, range.max].
std::vector<ValueBin> centresOf(std::span<const float> values, TensorRange range, std::size_t size)
{
    const double low = range.min;
    const double width = (static_cast<double>(range.max) - low) / static_cast<double>(size);
    std::vector<ValueBin> bins(size);
    for (std::size_t i = 0; i < size; ++i)
        bins[i].lower = bins[i].upper = low + (static_cast<double>(i) + 0.5) * width;
    for (const float value : values) {
        const auto at = static_cast<std::size_t>((static_cast<double>(value) - low) / width);
        bins[std::min(at, size - 1)].count += 1.0;
    }
    return bins;
}

TensorRange windowRange(std::vector<float> values, const RangeRequest& request)
{
    const TensorRange range = rangeOf(values);
    if (range.min == range.max)
        return range;
    const auto most = static_cast<std::size_t>(std::max(1, request.bins.value_or(kDefaultBins)));
    const std::size_t steps = std::min(most, values.size());
    if (request.windowMode == FloatMode::HistCenter) {
        const BinnedError error(centresOf(values, range, steps));
        return bestWindow(shrinkingWindows(range, static_cast<int>(steps)), request.target,
                          [&](const QuantGrid& grid) { return error.sum(grid); });
    }
    const SortedError error(std::move(values));
    std::vector<TensorRange> windows;
    if (request.windowMode == FloatMode::All) {
        windows = shrinkingWindows(range, static_cast<int>(steps));
    } else {
        for (const double percentile : kWindowPercentiles) {
            const double cut = (100.0 - percentile) / 2.0;
            windows.push_back(
                {static_cast<float>(error.percentile(cut)), static_cast<float>(error.percentile(100.0 - cut))});
        }
    }
    return bestWindow(windows, request.target, [&](const QuantGrid& grid) { return error.sum(grid); });
}

TensorRange searchedRange(std::span<const float> elements, const RangeRequest& request)
{
    std::vector<float> values;
    values.reserve(elements.size());
    std::copy_if(elements.begin(), elements.end(), std::back_inserter(values),
                 [](float value) { return std::isfinite(value); });
    if (values.empty())
        return {};
    return request.target.scale == ScaleType::PowerOf2 ? powerOfTwoRange(std::move(values), request)
                                                       : windowRange(std::move(values), request);
}

} // namespace

std::vector<TensorRange> rangesForWeight(std::span<const float> elements, std::span<const std::int64_t> shape,
                                         std::optional<int> axis, const RangeRequest& request)
{
    if (request.method != CalibrationMethod::MinMSE)
        return axis ? rangesAlongAxis(elements, shape, *axis) : std::vector<TensorRange>{rangeOf(elements)};
    if (!axis)
        return {searchedRange(elements, request)};
    std::vector<TensorRange> ranges;
    for (const std::vector<float>& slice : slicesAlongAxis(elements, shape, *axis))
        ranges.push_back(searchedRange(slice, request));
    return ranges;
}

} // namespace quantiscope
