// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observers/position_search.h"

#include "core/numerics/covering_scale.h"
#include "core/numerics/scale_types.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace quantiscope {

namespace {

/// Values below this are rounded to 0 at every position that is tried.
double negligibleFor(TensorRange range, const QuantTarget& target)
{
    const int start = nearestPosition(computeScaleZeroPoint(range, target).scale);
    return 0.5 * std::ldexp(1.0, -(start + kFinerPositions));
}

} // namespace

std::optional<PositionChoice> searchPosition(TensorRange range, const QuantTarget& target,
                                             const std::function<double(const QuantGrid&)>& error)
{
    if (!hasExtent(range, target))
        return {};
    const ScaleZeroPoint start = computeScaleZeroPoint(range, target);
    const int first = nearestPosition(start.scale);
    PositionChoice best{first, start.zeroPoint};
    double smallest = std::numeric_limits<double>::infinity();
    for (int position = std::max(first - kCoarserPositions, kLeastPosition);
         position <= std::min(first + kFinerPositions, kMostPosition); ++position) {
        const double sum = error(QuantGrid({scaleAtPosition(position), start.zeroPoint}, target.limits()));
        if (sum < smallest) {
            smallest = sum;
            best.position = position;
        }
    }
    return best;
}

std::optional<PositionChoice> bestPosition(const std::vector<ValueBin>& bins, TensorRange range,
                                           const QuantTarget& target)
{
    if (!hasExtent(range, target))
        return {};
    const BinnedError error(bins, negligibleFor(range, target));
    return searchPosition(range, target, [&](const QuantGrid& grid) { return error.sum(grid); });
}

std::optional<PositionChoice> bestPosition(std::span<const float> values, TensorRange range, const QuantTarget& target)
{
    return searchPosition(range, target, [&](const QuantGrid& grid) { return squaredError(values, grid); });
}

TensorRange rangeAt(const PositionChoice& choice, const QuantTarget& target)
{
    const CodeLimits codes = target.limits();
    const double scale = std::ldexp(1.0, -choice.position);
    constexpr double kLargest = std::numeric_limits<float>::max();
    const auto bound = [&](std::int32_t code) {
        return static_cast<float>(std::clamp((code - choice.zeroPoint) * scale, -kLargest, kLargest));
    };
    return {bound(codes.min), bound(codes.max)};
}

} // namespace quantiscope
