// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace quantiscope {

/// The IEEE 754 binary16 bit pattern next to @p value, ties to even; beyond 65504 infinity, NaN stays NaN.
[[nodiscard]] std::uint16_t floatToFloat16(float value);

} // namespace quantiscope
