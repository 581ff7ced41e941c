// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/equalization/chain_noise.h"

#include <algorithm>
#include <limits>

namespace quantiscope {

namespace {

TensorRange rangeOfChannels(const ChannelMoments& moments)
{
    return {*std::min_element(moments.min.begin(), moments.min.end()),
            *std::max_element(moments.max.begin(), moments.max.end())};
}

TensorRange rangeOfValues(std::span<const float> values)
{
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    return {*least, *most};
}

/// The grids of a layer's weights: one, or one per output channel.
std::vector<Grid> weightGrids(const LayerWeights& layer, const QuantizerModel& model)
{
    if (!model.perChannel)
        return {model.weight.gridFor(rangeOfValues(layer.weight), layer.weight)};
    std::vector<std::vector<float>> rows(layer.outputs);
    layer.forEach(
        [&](std::size_t output, std::size_t, std::size_t index) { rows[output].push_back(layer.weight[index]); });
    std::vector<Grid> grids;
    grids.reserve(rows.size());
    for (const std::vector<float>& row : rows)
        grids.push_back(model.weight.gridFor(rangeOfValues(row), row));
    return grids;
}

/// Squared error per output channel that quantizing weights and bias causes.
std::vector<double> weightNoise(const LayerWeights& layer, const ChannelMoments& input, const QuantizerModel& model)
{
    const std::vector<Grid> grids = weightGrids(layer, model);
    std::vector<double> bias(layer.outputs, 0.0);
    std::vector<double> variance(layer.outputs, 0.0);
    if (model.bias && !layer.bias.empty()) {
        const Grid grid = model.bias->gridFor(rangeOfValues(layer.bias), layer.bias);
        for (std::size_t output = 0; output < layer.outputs; ++output)
            bias[output] = grid.errorOf(layer.bias[output]);
    }
    layer.forEach([&](std::size_t output, std::size_t channel, std::size_t index) {
        const double error = grids[grids.size() == 1 ? 0 : output].errorOf(layer.weight[index]);
        bias[output] += error * input.mean[channel];
        variance[output] += error * error * input.variance[channel];
    });
    for (std::size_t output = 0; output < layer.outputs; ++output)
        variance[output] += bias[output] * bias[output];
    return variance;
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

} // namespace

std::vector<double> inputImportance(const LayerWeights& layer, const ChannelMoments& input,
                                    std::span<const double> importance)
{
    std::vector<double> result = readImportance(layer, importance);
    for (std::size_t channel = 0; channel < result.size(); ++channel)
        result[channel] *= input.active[channel];
    return result;
}

double chainNoise(std::span<const LayerWeights> layers, std::span<const ChannelMoments> inputs,
                  std::span<const double> importance, const QuantizerModel& model)
{
    double sum = 0.0;
    std::vector<double> carried(importance.begin(), importance.end());
    for (std::size_t i = layers.size(); i-- > 0;) {
        sum += weighted(weightNoise(layers[i], inputs[i], model), carried);
        if (i == 0)
            break;
        if (model.activation)
            sum += weighted(valueNoise(inputs[i], *model.activation), readImportance(layers[i], carried));
        carried = inputImportance(layers[i], inputs[i], carried);
    }
    return sum;
}

} // namespace quantiscope
