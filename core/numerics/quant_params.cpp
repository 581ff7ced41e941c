// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/quant_params.h"

#include "core/numerics/covering_scale.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace quantiscope {

namespace {

float clampBound(float bound)
{
    constexpr float kLimit = std::numeric_limits<float>::max() / 2.0F;
    return std::clamp(bound, -kLimit, kLimit);
}

} // namespace

TensorRange joined(TensorRange a, TensorRange b)
{
    return {std::min(a.min, b.min), std::max(a.max, b.max)};
}

CodeLimits codeLimits(DataType type, Symmetry symmetry, CodeRange codes)
{
    const bool reduced = codes == CodeRange::Reduced;
    const bool symmetric = symmetry == Symmetry::Symmetric;
    switch (type) {
    case DataType::UInt8:
        return {0, reduced ? 127 : 255};
    case DataType::Int8:
        return reduced ? CodeLimits{-64, 64} : CodeLimits{symmetric ? -127 : -128, 127};
    case DataType::UInt16:
        return {0, reduced ? 32767 : 65535};
    case DataType::Int16:
        return reduced ? CodeLimits{-16384, 16384} : CodeLimits{symmetric ? -32767 : -32768, 32767};
    default:
        assert(!"not a quantized integer type");
        return {0, 255};
    }
}

std::optional<CoveringScale> coveringScale(TensorRange range, CodeLimits codes, Symmetry symmetry)
{
    assert(codes.min <= 0 && codes.max >= 0 && codes.min < codes.max);
    assert(!std::isnan(range.min) && !std::isnan(range.max));
    double low = std::min(clampBound(range.min), 0.0F);
    double high = std::max(clampBound(range.max), 0.0F);
    if (symmetry == Symmetry::Symmetric) {
        high = std::max(-low, high);
        low = -high;
    }
    const double scale = (high - low) / (static_cast<double>(codes.max) - static_cast<double>(codes.min));
    if (scale < std::numeric_limits<float>::min())
        return std::nullopt;
    return CoveringScale{low, scale};
}

ScaleZeroPoint computeScaleZeroPoint(TensorRange range, CodeLimits codes, Symmetry symmetry)
{
    const auto cover = coveringScale(range, codes, symmetry);
    if (!cover)
        return {1.0F, 0};
    const auto [low, scale] = *cover;
    ScaleZeroPoint result;
    result.scale = static_cast<float>(scale);
    // nearbyint rounds half to even in the default rounding mode, which nothing in the engine changes.
    const double zero = symmetry == Symmetry::Symmetric
        ? std::nearbyint((static_cast<double>(codes.min) + static_cast<double>(codes.max)) / 2.0)
        : std::nearbyint(static_cast<double>(codes.min) - low / scale);
    result.zeroPoint = static_cast<std::int32_t>(std::clamp(zero, double(codes.min), double(codes.max)));
    return result;
}

} // namespace quantiscope
