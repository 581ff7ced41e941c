// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numerics/quant_params.h"
#include "core/tensor/shape.h"

#include <cstddef>
#include <span>
#include <vector>

namespace quantiscope {

/// Code of one value: round-half-even(x / scale) + zeroPoint, saturated to @p codes; true division, float32 arithmetic.
/// NaN gives codes.min. Bit-equal to ONNX Runtime's QuantizeLinear when @p codes is the type's full range.
[[nodiscard]] std::int32_t quantizeValue(float x, float scale, std::int32_t zeroPoint, CodeLimits codes);

/// Codes of a whole tensor in the storage of params.type (1 or 2 bytes an element, native byte order).
///
/// @p values has the elements of @p shape, row major. Per channel, params.scale has shape[*params.axis] elements.
/// Codes saturate at @p codes (normally the type's full range).
[[nodiscard]] std::vector<std::byte> quantizeTensor(std::span<const float> values, std::span<const std::int64_t> shape,
                                                    const QuantParams& params, CodeLimits codes);

/// Codes of a bias: round-half-even(b / scale) computed in double, saturated to int32, zero point 0. @p scale has 1
/// element or one per element of @p bias. Sets @p saturated when a value did not fit. Source: ONNX Runtime
/// quantize_bias_static_impl.
[[nodiscard]] std::vector<std::int32_t> quantizeBias(std::span<const float> bias, std::span<const double> scale,
                                                     bool& saturated);

/// Smallest and largest value, NaN ignored; {0, 0} for an empty span.
[[nodiscard]] TensorRange rangeOf(std::span<const float> values);

/// The elements of each slice of the tensor along @p axis, in their order.
[[nodiscard]] std::vector<std::vector<float>> slicesAlongAxis(std::span<const float> values,
                                                              std::span<const std::int64_t> shape, int axis);

/// rangeOf() of each slice of the tensor along @p axis.
[[nodiscard]] std::vector<TensorRange> rangesAlongAxis(std::span<const float> values,
                                                       std::span<const std::int64_t> shape, int axis);

} // namespace quantiscope
