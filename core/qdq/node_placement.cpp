// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/node_placement.h"

#include "core/qdq/activation_fusion.h"
#include "core/qdq/op_rules.h"

#include <algorithm>

namespace quantiscope {

std::optional<int> NodePlacement::weightAxis(const Node& node, const std::string& weight, int axis)
{
    const std::map<std::string, int>& axes = m_config.placement.perChannelAxes;
    const auto laidDown = axes.find(node.opType);
    if (laidDown == axes.end())
        return m_encoding.channelAxis(weight, axis);
    const std::optional<int> found = m_encoding.channelAxis(weight, laidDown->second);
    const bool isWanted = m_config.perChannel && m_graph.isInitializer(weight) && !m_encoding.overridesOf(weight);
    if (isWanted && !found && m_axisWarnings.insert(weight).second)
        m_told.add("A weight that does not have the axis of QDQOpTypePerChannelSupportToAxis has one scale",
                   quotedName(weight) + " (axis " + std::to_string(laidDown->second) + ")");
    return found;
}

void NodePlacement::visit(std::size_t position)
{
    const Node& node = m_graph.nodes()[position];
    const std::string input = node.inputAt(0);
    const std::string output = node.outputAt(0);
    const bool isStandard = node.isStandard();
    switch (isStandard ? nodeRule(node.opType, m_flow) : NodeRule::Generic) {
    case NodeRule::Generic:
        return visitGeneric(node);
    case NodeRule::Convolution:
        return visitWeighted(position, weightAxis(node, node.inputAt(1), node.opType == "Conv" ? 0 : 1), 1.0F);
    case NodeRule::Gemm:
        return visitWeighted(position,
                             weightAxis(node, node.inputAt(1), m_graph.intAttribute(position, "transB", 0) ? 0 : 1),
                             m_graph.floatAttribute(position, "beta", 1.0F));
    case NodeRule::MatMul:
        for (const std::string& operand : node.inputs) {
            if (m_graph.isInitializer(operand))
                m_marks.weight(operand, operandAxis(node, operand));
            else
                m_marks.activation(operand);
        }
        return m_marks.activation(output);
    case NodeRule::Normalization:
        return visitNormalization(position);
    case NodeRule::RemovableActivation:
        return visitRemovable(position);
    case NodeRule::PassThrough:
        return visitPassThrough(input, output);
    case NodeRule::Resize:
        return m_graph.opset() >= 11 ? visitPassThrough(input, output) : void();
    case NodeRule::MaxPool:
        return m_graph.opset() >= 12 ? visitPassThrough(input, output) : void();
    case NodeRule::Pad:
        for (const std::string& operand : node.inputs)
            m_marks.operand(operand, true);
        return padsWithRepresentableValue(position) ? m_marks.shared(output, input) : m_marks.activation(output);
    case NodeRule::Split:
        m_marks.data(input, isOnnxRuntime());
        for (const std::string& part : node.outputs)
            m_marks.shared(part, input);
        return;
    case NodeRule::Gather:
        if (m_graph.isInitializer(input) || m_config.placement.forceQuantizeNoInputCheck)
            m_marks.operand(input, isOnnxRuntime());
        return m_marks.shared(output, input);
    case NodeRule::Where:
        return visitWhere(node);
    }
}

void NodePlacement::visitGeneric(const Node& node)
{
    static const std::set<std::string> kElementwise{"Add", "Div", "Max", "Min", "Mul", "Sub"};
    const bool activations = isOnnxRuntime()
        || (m_flow == Flow::Extended && m_config.placement.alignEltwiseQuantType
            && kElementwise.count(node.opType) > 0);
    const bool hasAxis = m_config.placement.perChannelAxes.count(node.opType) > 0;
    for (const std::string& operand : node.inputs) {
        if (hasAxis && !activations && m_graph.isInitializer(operand))
            m_marks.weight(operand, weightAxis(node, operand, 0));
        else
            m_marks.operand(operand, activations);
    }
    for (const std::string& output : node.outputs)
        m_marks.activation(output);
}

void NodePlacement::visitWeighted(std::size_t position, std::optional<int> axis, float beta)
{
    const Node& node = m_graph.nodes()[position];
    m_marks.data(node.inputAt(0), isOnnxRuntime());
    m_marks.activation(node.outputAt(0));
    const std::string weight = node.inputAt(1);
    if (m_graph.isInitializer(weight))
        m_marks.weight(weight, axis);
    else
        m_marks.activation(weight);
    planBias(position, beta);
}

std::optional<int> NodePlacement::operandAxis(const Node& node, const std::string& operand)
{
    if (operand != node.inputAt(1) || m_graph.initializerShape(operand).size() < 2)
        return std::nullopt;
    return weightAxis(node, operand, -1);
}

void NodePlacement::visitNormalization(std::size_t position)
{
    const Node& node = m_graph.nodes()[position];
    // The reference treats this one like an operator that only moves values (section 13.2).
    if (node.opType == "LayerNormalization" && !isOnnxRuntime() && !m_config.placement.forceQuantizeNoInputCheck
        && !m_marks.has(node.inputAt(0)))
        return;
    m_marks.data(node.inputAt(0), isOnnxRuntime());
    const std::string scale = node.inputAt(1);
    if (m_graph.isInitializer(scale))
        m_marks.weight(scale, {});
    else
        m_marks.activation(scale);
    planBias(position, 1.0F);
    for (const std::string& output : node.outputs)
        m_marks.activation(output);
}

void NodePlacement::planBias(std::size_t position, float beta)
{
    const Node& node = m_graph.nodes()[position];
    const std::string bias = node.inputAt(PlannedBias::kInput);
    if (bias.empty())
        return;
    m_plan.floatBiases.insert(position); // until all that could be in the way has been looked at
    if (!m_config.placement.quantizeBias)
        return;
    if (!m_graph.isInitializer(bias)) {
        m_told.add("A bias that is computed, not constant, stays float. Nodes", quotedName(node.name));
        return;
    }
    const auto* overrides = m_encoding.overridesOf(bias);
    if ((!m_config.int32Bias() || overrides) && m_marks.isQuantizable(bias)) {
        m_plan.floatBiases.erase(position);
        return m_marks.bias(bias, m_encoding.channelAxis(bias, 0));
    }
    const std::string activation = node.inputAt(0);
    const std::string weight = node.inputAt(1);
    if (!m_marks.isQuantizable(bias) || !m_marks.has(activation) || !m_marks.has(weight))
        return;
    const PlannedTensor* planned = m_plan.find(weight);
    if (planned->axis) {
        const std::int64_t channels = m_graph.initializerShape(weight)[static_cast<std::size_t>(*planned->axis)];
        const Shape& shape = m_graph.initializerShape(bias);
        const bool fits =
            !shape.empty() && shape.back() == channels && elementCount(shape) == static_cast<std::size_t>(channels);
        if (!fits) {
            m_told.add("A bias of shape " + shapeListText(shape) + ", not one value for each of the "
                           + std::to_string(channels) + " channels of its weight, stays float. Nodes",
                       quotedName(node.name));
            return;
        }
    }
    m_plan.floatBiases.erase(position);
    m_plan.biases.push_back({position, bias, activation, weight, beta});
}

void NodePlacement::visitRemovable(std::size_t position)
{
    const Node& node = m_graph.nodes()[position];
    const std::string input = node.inputAt(0);
    const std::string output = node.outputAt(0);
    // An activation function behind a value that stays float stays float itself; its output is then quantized for
    // its readers if they ask for it.
    if (!m_marks.has(input))
        return;
    PlannedTensor result;
    result.name = output;
    auto folded = foldedActivation(m_graph, m_config, m_plan, position, m_encoding.of(result));
    if (folded && m_marks.isQuantizable(output)) {
        if (m_plan.foldedOutputs.insert(output); m_plan.isFolded(input)) {
            const auto before = std::find_if(m_plan.folded.rbegin(), m_plan.folded.rend(),
                                             [&](const FoldedActivation& one) { return one.output == input; });
            folded->low = std::max(folded->low, before->low);
            folded->high = std::min(folded->high, before->high);
        }
        m_plan.folded.push_back(*folded);
        m_foldedInputs.insert(input);
    }
    m_marks.activation(output);
}

void NodePlacement::visitPassThrough(const std::string& input, const std::string& output)
{
    if (m_config.placement.forceQuantizeNoInputCheck)
        m_marks.operand(input, isOnnxRuntime());
    m_marks.shared(output, input);
}

void NodePlacement::visitWhere(const Node& node)
{
    const std::string left = node.inputAt(1);
    const std::string right = node.inputAt(2);
    if (m_config.placement.forceQuantizeNoInputCheck) {
        m_marks.operand(left, isOnnxRuntime());
        m_marks.operand(right, isOnnxRuntime());
    } else if (!m_marks.has(left) || !m_marks.has(right)) {
        return;
    }
    m_marks.activation(node.outputAt(0));
}

bool NodePlacement::padsWithRepresentableValue(std::size_t position) const
{
    const std::string mode = m_graph.stringAttribute(position, "mode", "constant");
    if (mode != "constant")
        return true; // repeats values of the input
    if (m_graph.opset() < 11)
        return m_graph.floatAttribute(position, "value", 0.0F) == 0.0F;
    const std::string name = m_graph.nodes()[position].inputAt(2);
    if (name.empty())
        return true;
    const std::vector<float> value = m_graph.initializerFloats(name);
    return value.size() == 1 && value[0] == 0.0F; // zero is in every range
}

} // namespace quantiscope
