// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observers/tensor_statistics.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace quantiscope::test {

/// Shapes of distributions that activations have.
enum class Distribution
{
    Normal,
    Laplace,
    Rectified, ///< normal, cut at 0: half of it zeros
    Bimodal, ///< two narrow hills
    Outliers, ///< normal, and one in a thousand thirty times larger
    Clipped, ///< normal, cut at 0 and 6: many values are exactly 6
    Silu, ///< x * sigmoid(x) of a normal x
};

inline constexpr Distribution kDistributions[]{Distribution::Normal,  Distribution::Laplace,  Distribution::Rectified,
                                               Distribution::Bimodal, Distribution::Outliers, Distribution::Clipped,
                                               Distribution::Silu};

/// @p count values, all multiplied by @p factor.
inline std::vector<float> makeValues(Distribution distribution, std::size_t count, double factor,
                                     std::mt19937& generator)
{
    std::normal_distribution<double> normal(0.0, 1.0);
    std::exponential_distribution<double> exponential(1.0);
    std::vector<float> values(count);
    for (float& value : values) {
        double x = normal(generator);
        switch (distribution) {
        case Distribution::Normal:
            break;
        case Distribution::Laplace:
            x = std::copysign(exponential(generator), x);
            break;
        case Distribution::Rectified:
            x = std::max(x, 0.0);
            break;
        case Distribution::Bimodal:
            x = 0.2 * x + (generator() % 2 == 0 ? -1.0 : 2.5);
            break;
        case Distribution::Outliers:
            x *= generator() % 1000 == 0 ? 30.0 : 1.0;
            break;
        case Distribution::Clipped:
            x = std::clamp(3.0 * x, 0.0, 6.0);
            break;
        case Distribution::Silu:
            x = 3.0 * x / (1.0 + std::exp(-3.0 * x));
            break;
        }
        value = static_cast<float>(x * factor);
    }
    return values;
}

inline TensorStatistics statisticsOf(const std::vector<float>& values,
                                     StatisticsDetail detail = StatisticsDetail::Histogram)
{
    StatisticsScratch scratch;
    TensorStatistics statistics;
    accumulate(values, detail, scratch, statistics);
    return statistics;
}

/// Those of more values than are kept, though these are few.
inline TensorStatistics binnedStatisticsOf(const std::vector<float>& values)
{
    TensorStatistics statistics = statisticsOf(values);
    statistics.values.giveUp();
    return statistics;
}

} // namespace quantiscope::test
