// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numerics/quant_params.h"
#include "core/tensor/shape.h"

#include <cstddef>
#include <span>
#include <vector>

namespace quantiscope {

/// Lowest and highest code that @p type can store: an integer of 8 or 16 bits.
[[nodiscard]] CodeLimits storableCodes(DataType type);

/// (code - zeroPoint) * scale of every element, in float32 as DequantizeLinear. @p codes are of params.type, an
/// integer of 8, 16 or 32 bits, and fill @p shape.
[[nodiscard]] std::vector<float> dequantizeTensor(std::span<const std::byte> codes, std::span<const std::int64_t> shape,
                                                  const QuantParams& params);

/// What QuantizeLinear and DequantizeLinear, one behind the other, make of values: bit-equal to ONNX Runtime's, also
/// for ties, denormals, infinities and NaN (which becomes the lowest code).
class FakeQuantizer
{
public:
    /// params.type: an integer of 8 or 16 bits; all its codes are used.
    explicit FakeQuantizer(QuantParams params);

    [[nodiscard]] const QuantParams& params() const { return m_params; }

    /// Does @p shape have the axis and as many channels as there are scales?
    [[nodiscard]] bool fits(std::span<const std::int64_t> shape) const;

    /// @p in and @p out have the elements of @p shape, which fits; they may be the same memory.
    void apply(const float* in, float* out, std::span<const std::int64_t> shape) const;

    /// One value; only without channels.
    [[nodiscard]] float operator()(float value) const;

    bool operator==(const FakeQuantizer& other) const { return m_params == other.m_params; }

private:
    QuantParams m_params;
    std::vector<float> m_low; ///< per scale: lowest and highest multiple of it
    std::vector<float> m_high;
};

} // namespace quantiscope
