// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/equalization/chain_noise.h"

#include "core/equalization/weight_noise.h"

#include <algorithm>
#include <utility>

namespace quantiscope {

namespace {

TensorRange rangeOfChannels(const ChannelMoments& moments)
{
    return {*std::min_element(moments.min.begin(), moments.min.end()),
            *std::max_element(moments.max.begin(), moments.max.end())};
}

/// Mean squared error per channel that quantizing a value causes.
std::vector<double> valueNoise(const ChannelMoments& moments, const GridRule& rule)
{
    const Grid grid = rule.gridFor(rangeOfChannels(moments), moments.drawn);
    std::vector<double> noise(moments.channels(), 0.0);
    for (std::size_t channel = 0; channel < noise.size(); ++channel) {
        for (const float value : moments.drawnOf(channel)) {
            const double error = grid.errorOf(value);
            noise[channel] += error * error;
        }
        noise[channel] /= static_cast<double>(moments.drawnPerChannel);
    }
    return noise;
}

double weighted(std::span<const double> noise, std::span<const double> importance)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < noise.size(); ++i)
        sum += noise[i] * importance[i];
    return sum;
}

/// Without the share of elements that pass: noise of a value that is read.
std::vector<double> readImportance(const LayerWeights& layer, std::span<const double> importance)
{
    std::vector<double> result(layer.inputs(), 0.0);
    layer.forEach([&](std::size_t output, std::size_t channel, std::size_t index) {
        const double weight = layer.weight[index];
        result[channel] += importance[output] * weight * weight;
    });
    return result;
}

std::vector<double> timesSquares(std::vector<double> numbers, std::span<const double> factors)
{
    for (std::size_t i = 0; i < factors.size(); ++i)
        numbers[i] *= factors[i] * factors[i];
    return numbers;
}

std::vector<double> overSquares(std::vector<double> numbers, std::span<const double> factors)
{
    for (std::size_t i = 0; i < factors.size(); ++i)
        numbers[i] /= factors[i] * factors[i];
    return numbers;
}

} // namespace

std::vector<double> inputImportance(const LayerWeights& layer, const ChannelMoments& input,
                                    std::span<const double> importance)
{
    std::vector<double> result = readImportance(layer, importance);
    for (std::size_t channel = 0; channel < result.size(); ++channel)
        result[channel] *= input.active[channel];
    return result;
}

ChainNoise::ChainNoise(std::vector<const LayerWeights*> layers, std::vector<const ChannelMoments*> inputs,
                       std::vector<double> importance, const QuantizerModel& model)
    : m_layers(std::move(layers))
    , m_inputs(std::move(inputs))
    , m_importance(std::move(importance))
    , m_read(readImportance(*m_layers.back(), m_importance))
    , m_model(model)
{
}

double ChainNoise::with(std::span<const ChannelFactors> factors) const
{
    const auto factorsAt = [factors](std::size_t gap) {
        return gap < factors.size() ? std::span<const double>(factors[gap]) : std::span<const double>();
    };
    double sum = 0.0;
    std::vector<double> carried = m_importance;
    for (std::size_t i = m_layers.size(); i-- > 0;) {
        const auto below = factorsAt(i);
        const auto above = i > 0 ? factorsAt(i - 1) : std::span<const double>();
        sum += weighted(WeightNoise(*m_layers[i], *m_inputs[i], m_model).with(below, above), carried);
        if (i == 0)
            break;
        const bool isLast = i + 1 == m_layers.size();
        const std::vector<double> read =
            overSquares(isLast ? m_read : readImportance(*m_layers[i], timesSquares(std::move(carried), below)), above);
        if (m_model.activation) {
            ChannelMoments scaled = *m_inputs[i];
            if (!above.empty())
                scaled.scale(above);
            sum += weighted(valueNoise(scaled, *m_model.activation), read);
        }
        carried = read;
        for (std::size_t channel = 0; channel < carried.size(); ++channel)
            carried[channel] *= m_inputs[i]->active[channel];
    }
    return sum;
}

} // namespace quantiscope
