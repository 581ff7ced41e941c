// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numerics/quant_params.h"

#include <cstdint>

namespace quantiscope::test {

/// (code - zeroPoint) * scale in float32, as DequantizeLinear.
[[nodiscard]] inline float dequantizeValue(std::int32_t code, float scale, std::int32_t zeroPoint)
{
    return static_cast<float>(code - zeroPoint) * scale;
}

} // namespace quantiscope::test
