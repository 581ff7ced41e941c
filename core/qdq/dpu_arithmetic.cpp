// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/dpu_arithmetic.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace quantiscope {

float dpuLeakyAlpha(float alpha)
{
    return static_cast<float>(std::nearbyint(256.0 * static_cast<double>(alpha)) / 256.0);
}

float dpuClipBound(float bound)
{
    return std::clamp(std::nearbyint(bound), -128.0F, 127.0F);
}

float dpuHardSigmoidFactor()
{
    return static_cast<float>(2731.0 / 16384.0 * 6.0);
}

float dpuMeanFactor(std::int64_t count)
{
    constexpr int kMoreDigits = 6;
    const auto exact = static_cast<double>(count);
    const int digits = std::bit_width(static_cast<std::uint64_t>(count - 1)); // ceil(log2 count)
    double best = 0.0;
    double smallestError = std::numeric_limits<double>::infinity();
    for (int n = 0; n <= kMoreDigits + digits; ++n) {
        const double reciprocal = std::ldexp(std::nearbyint(std::ldexp(1.0, n) / exact), -n);
        const double error = std::abs(reciprocal - 1.0 / exact);
        if (error < smallestError) {
            smallestError = error;
            best = reciprocal;
        }
    }
    return static_cast<float>(exact * best);
}

float dpuPoolFactor(std::int64_t height, std::int64_t width)
{
    struct Known
    {
        std::int64_t side;
        double reciprocal;
    };
    static constexpr std::array<Known, 5> kKnown{
        {{3, 7.0 / 64}, {5, 10.0 / 256}, {6, 7.0 / 256}, {7, 21.0 / 1024}, {14, 21.0 / 4096}}};
    constexpr std::int64_t kMostSide = 255;
    if (height > kMostSide || width > kMostSide)
        return 1.0F;
    if (height == width) {
        for (const Known& known : kKnown) {
            if (height == known.side)
                return static_cast<float>(static_cast<double>(height * width) * known.reciprocal);
        }
    }
    return dpuMeanFactor(height * width);
}

} // namespace quantiscope
