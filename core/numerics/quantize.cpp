// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/quantize.h"

#include "core/numerics/axis_view.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>

namespace quantiscope {

namespace {

/// Calls @p visit(index of the first element, count, channel) for each run of elements of one channel.
template <typename Visit>
void forEachRun(const AxisView& view, Visit visit)
{
    for (std::size_t o = 0; o < view.outer; ++o) {
        for (std::size_t c = 0; c < view.channels; ++c)
            visit((o * view.channels + c) * view.inner, view.inner, c);
    }
}

template <typename Code>
void quantizeRun(const float* values, std::size_t count, float scale, std::int32_t zeroPoint, CodeLimits codes,
                 std::byte* out)
{
    for (std::size_t i = 0; i < count; ++i) {
        const auto code = static_cast<Code>(quantizeValue(values[i], scale, zeroPoint, codes));
        std::memcpy(out + i * sizeof(Code), &code, sizeof(Code));
    }
}

/// The range of no values.
constexpr TensorRange kNothing{std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()};

/// @p range widened to hold @p values.
TensorRange widened(TensorRange range, std::span<const float> values)
{
    for (const float v : values) { // both comparisons are false for NaN
        if (v < range.min)
            range.min = v;
        if (v > range.max)
            range.max = v;
    }
    return range;
}

} // namespace

std::int32_t quantizeValue(float x, float scale, std::int32_t zeroPoint, CodeLimits codes)
{
    // Clamping before rounding keeps the conversion to int defined for infinities, and equals rounding first because
    // the bounds are whole numbers.
    const auto low = static_cast<float>(codes.min - zeroPoint);
    const auto high = static_cast<float>(codes.max - zeroPoint);
    float v = x / scale;
    v = v > low ? v : low; // false for NaN
    v = v < high ? v : high;
    return static_cast<std::int32_t>(std::nearbyint(v)) + zeroPoint;
}

std::vector<std::byte> quantizeTensor(std::span<const float> values, std::span<const std::int64_t> shape,
                                      const QuantParams& params, CodeLimits codes)
{
    const std::size_t width = byteSize(params.type);
    const AxisView view = viewAround(shape, params.axis);
    assert(view.outer * view.channels * view.inner == values.size());
    assert(params.scale.size() == view.channels && params.zeroPoint.size() == view.channels);

    std::vector<std::byte> out(values.size() * width);
    forEachRun(view, [&](std::size_t first, std::size_t count, std::size_t channel) {
        const float* in = values.data() + first;
        std::byte* to = out.data() + first * width;
        const float scale = params.scale[channel];
        const std::int32_t zero = params.zeroPoint[channel];
        if (width == 1)
            quantizeRun<std::int8_t>(in, count, scale, zero, codes, to); // the low byte, signed or not
        else
            quantizeRun<std::int16_t>(in, count, scale, zero, codes, to);
    });
    return out;
}

std::vector<std::int32_t> quantizeBias(std::span<const float> bias, std::span<const double> scale, bool& saturated)
{
    assert(scale.size() == 1 || scale.size() == bias.size());
    constexpr double kMin = std::numeric_limits<std::int32_t>::min();
    constexpr double kMax = std::numeric_limits<std::int32_t>::max();
    std::vector<std::int32_t> codes(bias.size());
    for (std::size_t i = 0; i < bias.size(); ++i) {
        const double code = std::nearbyint(static_cast<double>(bias[i]) / scale[scale.size() == 1 ? 0 : i]);
        if (!(code >= kMin && code <= kMax))
            saturated = true;
        codes[i] = std::isnan(code) ? 0 : static_cast<std::int32_t>(std::clamp(code, kMin, kMax));
    }
    return codes;
}

TensorRange rangeOf(std::span<const float> values)
{
    const TensorRange range = widened(kNothing, values);
    return range == kNothing ? TensorRange{} : range;
}

std::vector<std::vector<float>> slicesAlongAxis(std::span<const float> values, std::span<const std::int64_t> shape,
                                                int axis)
{
    const AxisView view = viewAround(shape, axis);
    std::vector<std::vector<float>> slices(view.channels);
    forEachRun(view, [&](std::size_t first, std::size_t count, std::size_t channel) {
        const std::span<const float> run = values.subspan(first, count);
        slices[channel].insert(slices[channel].end(), run.begin(), run.end());
    });
    return slices;
}

std::vector<TensorRange> rangesAlongAxis(std::span<const float> values, std::span<const std::int64_t> shape, int axis)
{
    const AxisView view = viewAround(shape, axis);
    std::vector<TensorRange> ranges(view.channels, kNothing);
    forEachRun(view, [&](std::size_t first, std::size_t count, std::size_t channel) {
        ranges[channel] = widened(ranges[channel], values.subspan(first, count));
    });
    std::replace(ranges.begin(), ranges.end(), kNothing, TensorRange{});
    return ranges;
}

} // namespace quantiscope
