// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/equalization/layer_weights.h"

#include <random>
#include <vector>

namespace quantiscope::test {

/// A dense layer [outputs, inputs] with these weights, row by row.
inline LayerWeights denseLayer(std::size_t outputs, std::vector<float> weight, std::vector<float> bias = {})
{
    LayerWeights layer;
    layer.outputs = outputs;
    layer.inputsPerGroup = weight.size() / outputs;
    layer.outputStride = layer.inputsPerGroup;
    layer.inputStride = 1;
    layer.weight = std::move(weight);
    layer.bias = std::move(bias);
    return layer;
}

/// A depthwise layer with a kernel of @p kernel elements.
inline LayerWeights depthwiseLayer(std::size_t channels, std::vector<float> weight)
{
    LayerWeights layer;
    layer.outputs = channels;
    layer.groups = channels;
    layer.inputsPerGroup = 1;
    layer.kernel = weight.size() / channels;
    layer.outputStride = layer.kernel;
    layer.inputStride = layer.kernel;
    layer.weight = std::move(weight);
    return layer;
}

/// A Gemm without transB: weights [inputs, outputs], row by row.
inline LayerWeights untransposedLayer(std::size_t outputs, std::vector<float> weight)
{
    LayerWeights layer;
    layer.outputs = outputs;
    layer.inputsPerGroup = weight.size() / outputs;
    layer.outputStride = 1;
    layer.inputStride = outputs;
    layer.weight = std::move(weight);
    return layer;
}

/// Multiplies what makes output channel c, bias included, by factors[c].
inline void scaleOutputs(LayerWeights& layer, const std::vector<double>& factors)
{
    layer.forEach([&](std::size_t output, std::size_t, std::size_t index) {
        layer.weight[index] = static_cast<float>(layer.weight[index] * factors[output]);
    });
    for (std::size_t output = 0; output < layer.bias.size(); ++output)
        layer.bias[output] = static_cast<float>(layer.bias[output] * factors[output]);
}

/// Divides what reads input channel c by factors[c].
inline void divideInputs(LayerWeights& layer, const std::vector<double>& factors)
{
    layer.forEach([&](std::size_t, std::size_t input, std::size_t index) {
        layer.weight[index] = static_cast<float>(layer.weight[index] / factors[input]);
    });
}

/// @p count normal numbers, the same on every machine up to rounding.
inline std::vector<float> normalNumbers(std::size_t count, std::uint32_t seed, float deviation = 1.0F)
{
    std::mt19937 generator(seed);
    std::vector<float> values(count);
    for (float& value : values) {
        float sum = -6.0F; // of twelve uniform ones: near enough
        for (int i = 0; i < 12; ++i)
            sum += static_cast<float>(generator() >> 8) / float(1 << 24);
        value = sum * deviation;
    }
    return values;
}

} // namespace quantiscope::test
