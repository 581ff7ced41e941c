// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/fake_quantizer.h"

#include "core/base/vector_clones.h"
#include "core/numerics/axis_view.h"

#include <cassert>
#include <cstring>
#include <utility>

namespace quantiscope {

namespace {

/// Added to a number below 2^22 in magnitude and taken away again, this leaves the nearest whole number, ties to even;
/// of a number that is nearest to zero, +0, as a code gives it.
constexpr float kRounder = 12582912.0F; // 1.5 * 2^23

inline float fakeQuantized(float x, float scale, float low, float high)
{
    float v = x / scale;
    v = v > low ? v : low; // false for NaN
    v = v < high ? v : high;
    v = (v + kRounder) - kRounder;
    return v * scale;
}

// Separate loops for the same and for different memory: each needs no check of overlaps.
QUANTISCOPE_VECTOR_CLONES void applyInPlace(float* values, std::size_t count, float scale, float low, float high)
{
    for (std::size_t i = 0; i < count; ++i)
        values[i] = fakeQuantized(values[i], scale, low, high);
}

QUANTISCOPE_VECTOR_CLONES void applyApart(const float* __restrict in, float* __restrict out, std::size_t count,
                                          float scale, float low, float high)
{
    for (std::size_t i = 0; i < count; ++i)
        out[i] = fakeQuantized(in[i], scale, low, high);
}

void applyOne(const float* in, float* out, std::size_t count, float scale, float low, float high)
{
    if (in == out)
        applyInPlace(out, count, scale, low, high);
    else
        applyApart(in, out, count, scale, low, high);
}

/// One scale for each element, as many as fill a row.
QUANTISCOPE_VECTOR_CLONES void applyRow(const float* in, float* out, std::size_t count, const float* __restrict scale,
                                        const float* __restrict low, const float* __restrict high)
{
    for (std::size_t i = 0; i < count; ++i)
        out[i] = fakeQuantized(in[i], scale[i], low[i], high[i]);
}

template <typename Code>
void dequantizeRun(const std::byte* codes, std::size_t count, float scale, std::int32_t zeroPoint, float* out)
{
    for (std::size_t i = 0; i < count; ++i) {
        Code code;
        std::memcpy(&code, codes + i * sizeof(Code), sizeof(Code));
        out[i] = static_cast<float>(static_cast<std::int32_t>(code) - zeroPoint) * scale;
    }
}

using DequantizeRun = void (*)(const std::byte*, std::size_t, float, std::int32_t, float*);

DequantizeRun dequantizerOf(DataType type)
{
    switch (type) {
    case DataType::UInt8:
        return dequantizeRun<std::uint8_t>;
    case DataType::Int8:
        return dequantizeRun<std::int8_t>;
    case DataType::UInt16:
        return dequantizeRun<std::uint16_t>;
    case DataType::Int16:
        return dequantizeRun<std::int16_t>;
    default:
        assert(type == DataType::Int32);
        return dequantizeRun<std::int32_t>;
    }
}

} // namespace

CodeLimits storableCodes(DataType type)
{
    switch (type) {
    case DataType::UInt8:
        return {0, 255};
    case DataType::Int8:
        return {-128, 127};
    case DataType::UInt16:
        return {0, 65535};
    default:
        assert(type == DataType::Int16);
        return {-32768, 32767};
    }
}

std::vector<float> dequantizeTensor(std::span<const std::byte> codes, std::span<const std::int64_t> shape,
                                    const QuantParams& params)
{
    const AxisView view = viewAround(shape, params.axis);
    const std::size_t width = byteSize(params.type);
    std::vector<float> values(view.outer * view.channels * view.inner);
    assert(codes.size() == values.size() * width && params.scale.size() == view.channels);
    const DequantizeRun run = dequantizerOf(params.type);
    for (std::size_t o = 0; o < view.outer; ++o) {
        for (std::size_t c = 0; c < view.channels; ++c) {
            const std::size_t first = (o * view.channels + c) * view.inner;
            run(codes.data() + first * width, view.inner, params.scale[c], params.zeroPoint[c], values.data() + first);
        }
    }
    return values;
}

FakeQuantizer::FakeQuantizer(QuantParams params) : m_params(std::move(params))
{
    const CodeLimits codes = storableCodes(m_params.type);
    for (const std::int32_t zeroPoint : m_params.zeroPoint) {
        m_low.push_back(static_cast<float>(codes.min - zeroPoint));
        m_high.push_back(static_cast<float>(codes.max - zeroPoint));
    }
}

bool FakeQuantizer::fits(std::span<const std::int64_t> shape) const
{
    if (!m_params.axis)
        return true;
    const auto axis = static_cast<std::size_t>(*m_params.axis);
    return axis < shape.size() && shape[axis] == static_cast<std::int64_t>(m_params.scale.size());
}

void FakeQuantizer::apply(const float* in, float* out, std::span<const std::int64_t> shape) const
{
    assert(fits(shape));
    const AxisView view = viewAround(shape, m_params.axis);
    if (m_params.axis && view.inner == 1) {
        for (std::size_t o = 0; o < view.outer; ++o)
            applyRow(in + o * view.channels, out + o * view.channels, view.channels, m_params.scale.data(),
                     m_low.data(), m_high.data());
        return;
    }
    for (std::size_t o = 0; o < view.outer; ++o) {
        for (std::size_t c = 0; c < view.channels; ++c) {
            const std::size_t first = (o * view.channels + c) * view.inner;
            applyOne(in + first, out + first, view.inner, m_params.scale[c], m_low[c], m_high[c]);
        }
    }
}

float FakeQuantizer::operator()(float value) const
{
    assert(!m_params.axis);
    return fakeQuantized(value, m_params.scale[0], m_low[0], m_high[0]);
}

} // namespace quantiscope
