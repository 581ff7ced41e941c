// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/equalization/channel_moments.h"
#include "core/equalization/layer_weights.h"
#include "core/equalization/quantizer_model.h"
#include "core/equalization/scale_rules.h"

#include <span>
#include <vector>

namespace quantiscope {

/// How much noise (variance per element, summed over what it leads to) each input channel of a layer causes per unit of
/// noise in it: sum over the weights w that read it of importance[output] * w^2, times the share of elements that pass
/// an activation function before (@p input: those that are not 0).
[[nodiscard]] std::vector<double> inputImportance(const LayerWeights& layer, const ChannelMoments& input,
                                                  std::span<const double> importance);

/// The noise that quantization causes at the output of the last of two or three layers that follow one another, for any
/// factors between them: the sum over its output channels j of importance[j] times the predicted squared error there.
///
/// Counted are, each carried to the end by the squares of the weights behind it:
/// - every layer's weights and bias: see WeightNoise;
/// - every value between two layers: what quantizing does to the elements drawn of it.
///
/// Errors of different origin are taken as independent, neighbouring inputs as uncorrelated.
class ChainNoise
{
public:
    /// @p inputs: moments of what each layer reads, as many as @p layers; @p importance: of the last one's outputs.
    /// What is pointed to must outlive the object, and so must @p model.
    ChainNoise(std::vector<const LayerWeights*> layers, std::vector<const ChannelMoments*> inputs,
               std::vector<double> importance, const QuantizerModel& model);

    /// With the channels behind layer i multiplied by @p factors[i], which the next layer's weights are divided by;
    /// none: all 1. Thread-safe.
    [[nodiscard]] double with(std::span<const ChannelFactors> factors) const;

private:
    std::vector<const LayerWeights*> m_layers;
    std::vector<const ChannelMoments*> m_inputs;
    std::vector<double> m_importance;
    std::vector<double> m_read; ///< importance of what the last layer reads, unscaled
    const QuantizerModel& m_model;
};

} // namespace quantiscope
