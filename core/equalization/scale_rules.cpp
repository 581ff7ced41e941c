// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/equalization/scale_rules.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace quantiscope {

namespace {

/// Smallest magnitude per output channel that is not 0; 0 for a channel of zeros.
std::vector<double> smallestMagnitudes(const LayerWeights& layer)
{
    std::vector<double> smallest(layer.outputs, std::numeric_limits<double>::infinity());
    layer.forEach([&](std::size_t output, std::size_t, std::size_t index) {
        if (const double magnitude = std::abs(layer.weight[index]); magnitude > 0.0)
            smallest[output] = std::min(smallest[output], magnitude);
    });
    std::replace_if(
        smallest.begin(), smallest.end(), [](double value) { return std::isinf(value); }, 0.0);
    return smallest;
}

/// Is the median of numbers above a bound? Told without keeping them.
class MedianBound
{
public:
    explicit MedianBound(double bound) : m_bound(bound) { }

    void add(double number)
    {
        ++m_count;
        if (number > m_bound) {
            ++m_above;
            m_leastAbove = std::min(m_leastAbove, number);
        } else {
            m_mostBelow = std::max(m_mostBelow, number);
        }
    }

    [[nodiscard]] bool isBelowMedian() const
    {
        if (2 * m_above == m_count) // the median lies between the two
            return (m_mostBelow + m_leastAbove) / 2.0 > m_bound;
        return 2 * m_above > m_count;
    }

private:
    double m_bound;
    std::size_t m_count = 0;
    std::size_t m_above = 0;
    double m_mostBelow = -std::numeric_limits<double>::infinity();
    double m_leastAbove = std::numeric_limits<double>::infinity();
};

/// A factor that scales, or 1: a weight must neither vanish nor become infinite.
double usable(double factor)
{
    constexpr double kLargest = 1e12;
    return std::isfinite(factor) && factor > 1.0 / kLargest && factor < kLargest ? factor : 1.0;
}

} // namespace

double biasShrink(const LayerWeights& layer)
{
    const std::vector<double> smallest = smallestMagnitudes(layer);
    double largestBias = 0.0;
    double largestWeight = 0.0;
    double sum = 0.0;
    MedianBound above15(15.0);
    MedianBound above30(30.0);
    MedianBound above100(100.0);
    layer.forEach([&](std::size_t output, std::size_t, std::size_t index) {
        constexpr double kFloor = 1e-7;
        const double bias = smallest[output] > 0.0 ? std::abs(layer.bias[output]) : 0.0;
        const double weight = std::abs(layer.weight[index]);
        const double ratio = bias / std::max(weight > 0.0 ? weight : smallest[output], kFloor);
        above15.add(ratio);
        above30.add(ratio);
        above100.add(ratio);
        sum += ratio;
        largestBias = std::max(largestBias, bias);
        largestWeight = std::max(largestWeight, weight);
    });
    const double mean = sum / static_cast<double>(layer.weight.size());
    if (largestBias < 10.0 && largestBias < 20.0 * largestWeight)
        return above100.isBelowMedian() || mean > 1000.0 ? 5.0 : 2.0;
    if (above30.isBelowMedian() || mean > 500.0)
        return 20.0;
    return above15.isBelowMedian() || mean > 100.0 ? 10.0 : 5.0;
}

std::vector<double> headMagnitudes(const LayerWeights& head, const EqualizationConfig& config)
{
    std::vector<double> largest = head.outputMagnitudes();
    if (!config.scaleAppendBias || head.bias.empty())
        return largest;
    const double shrink = biasShrink(head);
    for (std::size_t channel = 0; channel < largest.size(); ++channel) {
        // What has no weights has no bias to compare either.
        if (largest[channel] > 0.0)
            largest[channel] = std::max(largest[channel], std::abs(head.bias[channel]) / shrink);
    }
    return largest;
}

ChannelFactors pairFactors(const LayerWeights& head, const LayerWeights& tail, const EqualizationConfig& config)
{
    const std::vector<double> first = headMagnitudes(head, config);
    const std::vector<double> second = tail.inputMagnitudes();
    ChannelFactors factors(first.size(), 1.0);
    for (std::size_t channel = 0; channel < factors.size(); ++channel) {
        if (config.scaleUseThreshold && first[channel] + second[channel] < config.weightThreshold)
            continue;
        factors[channel] = usable(std::sqrt(second[channel] / first[channel]));
    }
    return factors;
}

std::array<ChannelFactors, 2> tripleFactors(const LayerWeights& head, const LayerWeights& middle,
                                            const LayerWeights& tail)
{
    const std::vector<double> m0 = head.outputMagnitudes();
    const std::vector<double> m1 = middle.outputMagnitudes();
    const std::vector<double> m2 = tail.inputMagnitudes();
    std::array<ChannelFactors, 2> factors{ChannelFactors(m0.size()), ChannelFactors(m0.size())};
    for (std::size_t channel = 0; channel < m0.size(); ++channel) {
        const double g = std::cbrt(m0[channel] * m1[channel] * m2[channel]);
        factors[0][channel] = usable(g / m0[channel]);
        factors[1][channel] = usable(m2[channel] / g);
    }
    return factors;
}

} // namespace quantiscope
