// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/float16.h"

#include <bit>
#include <cmath>

namespace quantiscope {

std::uint16_t floatToFloat16(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000U);
    if (std::isnan(value))
        return static_cast<std::uint16_t>(sign | 0x7e00U);
    const float magnitude = std::abs(value);
    if (magnitude >= 65520.0F)
        return static_cast<std::uint16_t>(sign | 0x7c00U);
    if (magnitude < 6.103515625e-05F) // subnormal: units of 2^-24
        return static_cast<std::uint16_t>(sign | static_cast<std::uint16_t>(std::nearbyint(magnitude * 16777216.0F)));
    const std::uint32_t rounded = (bits & 0x7fffffffU) + 0xfffU + ((bits >> 13) & 1U);
    return static_cast<std::uint16_t>(sign | ((rounded - (112U << 23)) >> 13));
}

float float16ToFloat(std::uint16_t bits)
{
    const std::uint32_t sign = std::uint32_t(bits & 0x8000U) << 16;
    const std::uint32_t exponent = (bits >> 10) & 0x1FU;
    const std::uint32_t mantissa = bits & 0x3FFU;
    if (exponent == 0x1F)
        return std::bit_cast<float>(sign | 0x7F800000U | (mantissa << 13));
    if (exponent == 0) {
        const float magnitude = std::ldexp(static_cast<float>(mantissa), -24);
        return sign ? -magnitude : magnitude;
    }
    return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (mantissa << 13));
}

float bfloat16ToFloat(std::uint16_t bits)
{
    return std::bit_cast<float>(std::uint32_t(bits) << 16);
}

} // namespace quantiscope
