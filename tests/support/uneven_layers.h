// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/equalization/layer_maker.h"
#include "tests/support/model_builder.h"

#include <cmath>

namespace quantiscope::test {

inline constexpr int kUnevenChannels = 16;

/// Two dense convolutions; the channels between them differ in size by @p spread binades, which one scale for all of
/// the first one's weights does not bear.
inline ModelBuilder unevenLayers(int spread)
{
    constexpr int kChannels = kUnevenChannels;
    std::vector<float> first = normalNumbers(kChannels * kChannels, 1);
    std::vector<float> second = normalNumbers(kChannels * kChannels, 2);
    for (int c = 0; c < kChannels; ++c) {
        const float size = std::exp2(static_cast<float>(spread) * static_cast<float>(c) / kChannels);
        for (int k = 0; k < kChannels; ++k) {
            first[std::size_t(c * kChannels + k)] /= size;
            second[std::size_t(k * kChannels + c)] *= size;
        }
    }
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, kChannels, 6, 6});
    b.initializer("v", {kChannels, kChannels, 1, 1}, first).initializer("w", {kChannels, kChannels, 1, 1}, second);
    b.node("Conv", {"x", "v"}, {"a"}, "head");
    b.node("Relu", {"a"}, {"r"}, "relu");
    b.node("Conv", {"r", "w"}, {"y"}, "tail");
    b.output("y");
    return b;
}

} // namespace quantiscope::test
