// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/equalization/chain_weights.h"

#include "core/graph/graph_rewriter.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <utility>

namespace quantiscope {

namespace {

void multiply(ChannelFactors& product, const ChannelFactors& factors)
{
    if (product.empty())
        product.assign(factors.size(), 1.0);
    std::transform(product.begin(), product.end(), factors.begin(), product.begin(), std::multiplies<>());
}

} // namespace

ChainWeights::ChainWeights(const Graph& graph, const std::vector<LayerChain>& chains)
{
    for (const LayerChain& chain : chains) {
        for (const std::size_t node : chain.layers) {
            if (m_layers.count(node) > 0)
                continue;
            Result<LayerWeights> weights = layerWeights(graph, node);
            m_layers[node].original = std::move(*weights);
        }
    }
}

void ChainWeights::scale(std::size_t head, std::size_t tail, const ChannelFactors& factors)
{
    Layer& first = m_layers.at(head);
    Layer& second = m_layers.at(tail);
    multiply(first.below, factors);
    multiply(second.above, factors);
    first.tail = tail;
    renew(first);
    renew(second);
}

void ChainWeights::renew(Layer& layer)
{
    const LayerWeights& original = layer.original;
    if (!layer.scaled)
        layer.scaled = original;
    LayerWeights& scaled = *layer.scaled;
    const auto below = [&layer](std::size_t output) { return layer.below.empty() ? 1.0 : layer.below[output]; };
    original.forEach([&](std::size_t output, std::size_t input, std::size_t index) {
        const double above = layer.above.empty() ? 1.0 : layer.above[input];
        scaled.weight[index] = static_cast<float>(original.weight[index] * below(output) / above);
    });
    for (std::size_t output = 0; output < original.bias.size(); ++output)
        scaled.bias[output] = static_cast<float>(original.bias[output] * below(output));
}

std::vector<ChainWeights::Gap> ChainWeights::gaps() const
{
    std::vector<Gap> result;
    for (const auto& [node, layer] : m_layers) {
        if (!layer.below.empty())
            result.push_back({node, layer.tail, layer.below});
    }
    return result;
}

double ChainWeights::takeChange()
{
    double change = 0.0;
    for (auto& [node, layer] : m_layers) {
        if (!layer.scaled)
            continue;
        const std::vector<float>& now = layer.scaled->weight;
        const std::vector<float>& before = layer.before.empty() ? layer.original.weight : layer.before;
        double sum = 0.0;
        for (std::size_t i = 0; i < now.size(); ++i)
            sum += std::abs(static_cast<double>(now[i]) - before[i]);
        change += sum / static_cast<double>(now.size());
        layer.before = now;
    }
    return change;
}

Result<Model> ChainWeights::writeInto(Model model) const
{
    GraphRewriter rewriter(std::move(model));
    for (const auto& [node, layer] : m_layers) {
        if (layer.above.empty() && layer.below.empty())
            continue;
        const LayerWeights& now = *layer.scaled;
        rewriter.setInitializer(now.weightName, DataType::Float, now.weightShape, std::as_bytes(std::span(now.weight)));
        if (!now.bias.empty())
            rewriter.setInitializer(now.biasName, DataType::Float, now.biasShape, std::as_bytes(std::span(now.bias)));
    }
    return rewriter.finish();
}

} // namespace quantiscope
