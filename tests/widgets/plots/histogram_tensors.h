// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/observers/sample_values.h"
#include "widgets/plots/histogram_tensor.h"

#include <algorithm>
#include <array>
#include <vector>

namespace quantiscope::test {

/// An activation with a few far outliers, MinMax in force.
inline HistogramTensorPtr activationTensor(const QuantTarget& target)
{
    std::mt19937 generator(3);
    QuantConfig config;
    config.scaleType = target.scale;
    const std::vector<float> values = makeValues(Distribution::Outliers, 50'000, 1.0, generator);
    return activationHistogram(QStringLiteral("1177"), QStringLiteral("Conv_41 output"), binnedStatisticsOf(values),
                               config, target, std::nullopt);
}

/// Four channels of 25 elements, of different size: the third is the smallest, and the worst when they share a scale
/// with the largest, the last.
inline HistogramTensorPtr weightTensor(bool isPerChannel)
{
    constexpr std::array<std::int64_t, 2> kShape{4, 25};
    std::mt19937 generator(5);
    std::vector<float> elements = makeValues(Distribution::Normal, 100, 1.0, generator);
    constexpr std::array kFactors{1.0F, 0.3F, 0.01F, 3.0F};
    for (std::size_t i = 0; i < elements.size(); ++i)
        elements[i] = std::clamp(elements[i], -2.0F, 2.0F) * kFactors[i / 25];
    QuantParams params{DataType::Int8, {6.0F / 127.0F}, {0}, std::nullopt};
    if (isPerChannel) {
        params.axis = 0;
        params.scale.clear();
        params.zeroPoint = {0, 0, 0, 0};
        for (const float factor : kFactors)
            params.scale.push_back(2.0F * factor / 127.0F);
    }
    return weightHistogram(QStringLiteral("stem.weight"), QStringLiteral("4×25"), elements, kShape, 0, QuantConfig(),
                           {DataType::Int8, Symmetry::Symmetric}, params);
}

} // namespace quantiscope::test
