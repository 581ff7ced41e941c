// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/equalization/channel_moments.h"
#include "core/equalization/layer_weights.h"
#include "core/equalization/quantizer_model.h"

#include <span>
#include <vector>

namespace quantiscope {

/// How much noise (variance per element, summed over what it leads to) each input channel of a layer causes per unit of
/// noise in it: sum over the weights w that read it of importance[output] * w^2, times the share of elements that pass
/// an activation function before (@p input: those that are not 0).
[[nodiscard]] std::vector<double> inputImportance(const LayerWeights& layer, const ChannelMoments& input,
                                                  std::span<const double> importance);

/// The noise that quantization causes at the output of the last of two or three layers that follow one another: the sum
/// over its output channels j of importance[j] times the predicted squared error there.
///
/// Counted are, each carried to the end by the squares of the weights behind it:
/// - every layer's weights and bias: e, what quantizing really does to each, gives the squared error
///   (sum e_i mean_i + e_b)^2 + sum e_i^2 variance_i for inputs with these moments;
/// - every value between two layers: what quantizing does to the elements drawn of it.
///
/// @p inputs: moments of what each layer reads, as many as @p layers; @p importance: of the last one's outputs. Errors
/// of different origin are taken as independent, neighbouring inputs as uncorrelated.
[[nodiscard]] double chainNoise(std::span<const LayerWeights> layers, std::span<const ChannelMoments> inputs,
                                std::span<const double> importance, const QuantizerModel& model);

} // namespace quantiscope
