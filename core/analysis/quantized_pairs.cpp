// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/quantized_pairs.h"

namespace quantiscope {

bool isQuantize(const Node& node)
{
    return node.opType == "QuantizeLinear" && !node.inputs.empty() && !node.outputs.empty();
}

bool isDequantize(const Node& node)
{
    return node.opType == "DequantizeLinear" && !node.inputs.empty() && !node.outputs.empty();
}

std::optional<QuantParams> pairParams(const Graph& graph, std::size_t node)
{
    const Node& pair = graph.nodes()[node];
    QuantParams params;
    params.scale = graph.initializerFloats(pair.inputAt(1));
    if (params.scale.empty())
        return std::nullopt;
    params.zeroPoint.assign(params.scale.size(), 0);
    const std::string zeroPoint = pair.inputAt(2);
    if (!zeroPoint.empty()) {
        const TensorSpec* spec = graph.spec(zeroPoint);
        if (!spec)
            return std::nullopt;
        params.type = spec->type;
        if (const auto values = graph.initializerInts(zeroPoint)) {
            for (std::size_t i = 0; i < params.zeroPoint.size() && i < values->size(); ++i)
                params.zeroPoint[i] = static_cast<std::int32_t>((*values)[i]);
        }
    } else if (const TensorSpec* codes = graph.spec(isQuantize(pair) ? pair.outputAt(0) : pair.inputAt(0))) {
        params.type = codes->type;
    }
    if (params.scale.size() > 1)
        params.axis = static_cast<int>(graph.intAttribute(node, "axis", 1));
    return params;
}

QuantizedPairs::QuantizedPairs(const Graph& quantized)
    : m_graph(quantized), m_isOfConstant(quantized.nodes().size(), false)
{
    const auto isConstant = [this](const std::string& value) {
        if (m_graph.isInitializer(value))
            return true;
        const auto producer = m_graph.producerOf(value);
        return producer && m_isOfConstant[*producer];
    };
    const std::vector<Node>& nodes = quantized.nodes();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Node& node = nodes[i];
        if (isQuantize(node)) {
            m_isOfConstant[i] = isConstant(node.inputs[0]);
        } else if (isDequantize(node)) {
            if (isConstant(node.inputs[0])) {
                m_isOfConstant[i] = true;
                m_constants.push_back(i);
                continue;
            }
            const auto producer = quantized.producerOf(node.inputs[0]);
            if (!producer || !isQuantize(nodes[*producer]))
                continue;
            const auto [known, isNew] = m_byQuantize.try_emplace(*producer, m_pairs.size());
            if (isNew)
                m_pairs.push_back({*producer, {}});
            m_pairs[known->second].dequantizes.push_back(i);
            m_behind.emplace(node.outputs[0], known->second);
        }
    }
}

std::optional<std::size_t> QuantizedPairs::pairBehind(const std::string& value) const
{
    const auto found = m_behind.find(value);
    return found == m_behind.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::size_t> QuantizedPairs::pairOf(std::size_t node) const
{
    const auto found = m_byQuantize.find(node);
    return found == m_byQuantize.end() ? std::nullopt : std::optional(found->second);
}

bool QuantizedPairs::isQuantizedConstant(const std::string& value) const
{
    if (m_graph.isInitializer(value)) {
        const TensorSpec* spec = m_graph.spec(value);
        return spec && isQuantizedInteger(spec->type);
    }
    const auto producer = m_graph.producerOf(value);
    return producer && m_isOfConstant[*producer];
}

} // namespace quantiscope
