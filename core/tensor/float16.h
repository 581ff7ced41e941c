// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace quantiscope {

/// The IEEE 754 binary16 bit pattern next to @p value, ties to even; beyond 65504 infinity, NaN stays NaN.
[[nodiscard]] std::uint16_t floatToFloat16(float value);

/// The value of an IEEE 754 binary16 bit pattern; NaN stays NaN.
[[nodiscard]] float float16ToFloat(std::uint16_t bits);

/// The value of a bfloat16 bit pattern.
[[nodiscard]] float bfloat16ToFloat(std::uint16_t bits);

} // namespace quantiscope
