// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/equalization/channel_moments.h"
#include "core/equalization/layer_weights.h"
#include "core/equalization/quantizer_model.h"

#include <span>
#include <vector>

namespace quantiscope {

/// The noise that quantizing a layer's weights and bias causes, for any factors on its channels; the weights are not
/// copied for it.
class WeightNoise
{
public:
    /// @p input: moments of what the layer reads. All arguments must outlive the object.
    WeightNoise(const LayerWeights& layer, const ChannelMoments& input, const QuantizerModel& model)
        : m_layer(layer), m_input(input), m_model(model)
    {
    }

    /// Squared error per output channel when what makes output channel c, bias included, is multiplied by @p below[c],
    /// what reads input channel c is divided by @p above[c], and that channel is multiplied by it (empty: all 1; all
    /// positive): (sum e_i mean_i + e_b)^2 + sum e_i^2 variance_i, e what quantizing does to a weight or the bias.
    /// Computed in float32, in units of the steps.
    [[nodiscard]] std::vector<double> with(std::span<const double> below, std::span<const double> above) const;

private:
    struct Factors;
    struct Sums;

    [[nodiscard]] std::vector<TensorRange> ranges(const Factors& factors) const;
    [[nodiscard]] Sums sums(const Factors& factors, std::span<const Grid> grids) const;
    void addOutputRows(const Factors& factors, std::span<const Grid> grids, Sums& sums) const;
    void addInputRows(const Factors& factors, std::span<const Grid> grids, Sums& sums) const;
    [[nodiscard]] std::vector<double> biasErrors(std::span<const double> below) const;

    const LayerWeights& m_layer;
    const ChannelMoments& m_input;
    const QuantizerModel& m_model;
};

} // namespace quantiscope
