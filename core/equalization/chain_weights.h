// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/equalization/layer_chains.h"
#include "core/equalization/layer_weights.h"
#include "core/equalization/scale_rules.h"

#include <map>
#include <optional>
#include <vector>

namespace quantiscope {

/// The weights of all layers that belong to chains, and by how much they are scaled so far. What a layer's weights are
/// follows from its original ones and the products of all factors, so that the same products give the same bits.
class ChainWeights
{
public:
    /// Every layer of @p chains must have weights: see layerWeights().
    ChainWeights(const Graph& graph, const std::vector<LayerChain>& chains);

    /// Weights of the layer at @p node, scaled.
    [[nodiscard]] const LayerWeights& current(std::size_t node) const { return m_layers.at(node).current(); }

    /// Multiplies the channels between two layers that follow one another.
    void scale(std::size_t head, std::size_t tail, const ChannelFactors& factors);

    /// A pair of layers and the product of all factors between them.
    struct Gap
    {
        std::size_t head;
        std::size_t tail;
        ChannelFactors factors;
    };
    /// By position of the head.
    [[nodiscard]] std::vector<Gap> gaps() const;

    /// Sum over all layers of mean |now - before| of their weights, since the last call.
    [[nodiscard]] double takeChange();

    /// Replaces the elements of weights and biases in @p model, whose graph the object was made from.
    [[nodiscard]] Result<Model> writeInto(Model model) const;

private:
    struct Layer
    {
        LayerWeights original;
        std::optional<LayerWeights> scaled; ///< none: as the original
        std::vector<float> before; ///< at the last takeChange(); none: as the original
        ChannelFactors above; ///< of its input channels; none: all 1
        ChannelFactors below; ///< of its output channels
        std::size_t tail = 0; ///< who reads them

        [[nodiscard]] const LayerWeights& current() const { return scaled ? *scaled : original; }
    };

    static void renew(Layer& layer);

    std::map<std::size_t, Layer> m_layers; ///< by position of the node
};

} // namespace quantiscope
