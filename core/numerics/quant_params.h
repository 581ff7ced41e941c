// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/data_type.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace quantiscope {

/// The real interval that a tensor's quantized codes are to cover.
struct TensorRange
{
    float min = 0.0F;
    float max = 0.0F;

    bool operator==(const TensorRange&) const = default;
};

/// The smallest interval that holds both.
[[nodiscard]] TensorRange joined(TensorRange a, TensorRange b);

/// How zero lies in the code range.
enum class Symmetry
{
    Asymmetric, ///< the zero point is chosen so that the whole range fits
    Symmetric, ///< the range is widened to [-M, M]; the zero point is the middle of the codes
};

/// Which codes may be used.
enum class CodeRange
{
    Full, ///< all of the type; symmetric signed types leave out their lowest code
    Reduced, ///< one bit less, for processors whose 16-bit accumulators saturate
};

/// What values a scale may have.
enum class ScaleType
{
    Float32,
    PowerOf2, ///< 2^-p
    Int16, ///< M / 2^n, |M| <= 32767, 0 <= n <= 16
};

/// Lowest and highest code of an integer type.
struct CodeLimits
{
    std::int32_t min = 0;
    std::int32_t max = 0;

    bool operator==(const CodeLimits&) const = default;
};

/// Codes of @p type, an 8- or 16-bit integer: int8 symmetric is -127…127, reduced int8 -64…64.
/// Source: ONNX Runtime quantization/quant_utils.py (type, symmetric and reduced range tables).
[[nodiscard]] CodeLimits codeLimits(DataType type, Symmetry symmetry, CodeRange codes = CodeRange::Full);

/// What one tensor is quantized to: everything that a scale depends on besides the range.
struct QuantTarget
{
    DataType type = DataType::UInt8;
    Symmetry symmetry = Symmetry::Asymmetric;
    ScaleType scale = ScaleType::Float32;
    CodeRange codes = CodeRange::Full;

    [[nodiscard]] CodeLimits limits() const { return codeLimits(type, symmetry, codes); }
    bool operator==(const QuantTarget&) const = default;
};

/// Scale and zero point(s) of one quantized tensor: real = (code - zeroPoint) * scale.
struct QuantParams
{
    DataType type = DataType::UInt8;
    std::vector<float> scale; ///< 1 element per tensor, or one per channel along axis; each > 0
    std::vector<std::int32_t> zeroPoint; ///< as many as scale; each within the type
    std::optional<int> axis; ///< channel axis, >= 0; nothing when per tensor

    [[nodiscard]] bool isPerChannel() const { return axis.has_value(); }
    bool operator==(const QuantParams&) const = default;
};

/// Scale and zero point that cover @p range, which is first widened to contain 0.
///
/// scale = (max - min) / (codes.max - codes.min), computed in double and rounded to float; zero point =
/// round-half-even(codes.min - min / scale), or the middle of the codes when symmetric. A range whose scale would be
/// below the smallest normal float gets scale 1, zero point 0. Bounds beyond FLT_MAX / 2 are clamped to it. Source:
/// ONNX Runtime compute_scale_zp; the clamp is the reference quantizer's.
struct ScaleZeroPoint
{
    float scale = 1.0F;
    std::int32_t zeroPoint = 0;

    bool operator==(const ScaleZeroPoint&) const = default;
};
[[nodiscard]] ScaleZeroPoint computeScaleZeroPoint(TensorRange range, CodeLimits codes, Symmetry symmetry);

} // namespace quantiscope
