// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/scale_types.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace quantiscope {

ScaleZeroPoint computeScaleZeroPoint(TensorRange range, const QuantTarget& target)
{
    ScaleZeroPoint result = computeScaleZeroPoint(range, target.limits(), target.symmetry);
    // The reference computes the zero point again from the lowest code's value, which gives the same one: that value
    // is (codes.min - zero point) * scale.
    switch (target.scale) {
    case ScaleType::Float32:
        break;
    case ScaleType::PowerOf2:
        result.scale = scaleAtPosition(nearestPosition(result.scale));
        break;
    case ScaleType::Int16:
        result.scale = nearestInt16Scale(result.scale);
        break;
    }
    return result;
}

int nearestPosition(float scale)
{
    assert(std::isnormal(scale) && scale > 0.0F);
    return static_cast<int>(std::nearbyint(-std::log2(static_cast<double>(scale))));
}

float scaleAtPosition(int position)
{
    return std::ldexp(1.0F, -position);
}

float nearestInt16Scale(float scale)
{
    assert(std::isnormal(scale) && scale > 0.0F);
    constexpr int kMostShift = 16;
    constexpr double kMostMantissa = 32767.0;
    double best = 0.0;
    double smallestError = std::numeric_limits<double>::infinity();
    for (int shift = 0; shift <= kMostShift; ++shift) {
        const double exact = std::ldexp(static_cast<double>(scale), shift);
        for (const double mantissa : {std::floor(exact), std::ceil(exact)}) {
            const double value = std::ldexp(std::clamp(mantissa, 1.0, kMostMantissa), -shift);
            const double error = std::abs(value - static_cast<double>(scale));
            if (error < smallestError) {
                smallestError = error;
                best = value;
            }
        }
    }
    return static_cast<float>(best);
}

} // namespace quantiscope
