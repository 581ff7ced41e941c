// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/qdq_plan.h"

#include "core/base/name_groups.h"
#include "core/graph/visiting_order.h"
#include "core/qdq/activation_fusion.h"
#include "core/qdq/dual_pairs.h"
#include "core/qdq/op_rules.h"
#include "core/qdq/plan_marks.h"
#include "core/qdq/tensor_overrides.h"

#include <algorithm>

namespace quantiscope {

namespace {

class Planner
{
public:
    Planner(const Graph& graph, const QuantConfig& config, const std::set<std::string>& infinite)
        : m_graph(graph)
        , m_config(config)
        , m_flow(config.flow())
        , m_float(valuesKeptFloat(graph, config, infinite))
        , m_marks(graph, config, m_float, m_plan)
    {
    }

    QdqPlan run(const std::vector<std::size_t>& selected)
    {
        if (isOnnxRuntime()) {
            for (const std::size_t node : selected)
                visit(node);
        } else {
            // What depends on marks of others depends on the order.
            for (const std::size_t node : visitingOrder(m_graph)) {
                if (std::binary_search(selected.begin(), selected.end(), node))
                    visit(node);
            }
        }
        m_marks.drop(m_foldedInputs); // what vanishes with a folded activation function needs no parameters
        if (!isOnnxRuntime())
            removePairsInsideFusions(m_graph, m_config, m_plan);
        removeUnreadPairs();
        assignEncodings();
        if (m_config.placement.enableDualQuantNodePairs) {
            std::set<std::string> laidDown;
            for (const auto& [tensor, overrides] : m_config.tensorOverrides)
                laidDown.insert(tensor);
            m_plan.additional = planDualPairs(m_graph, selected, m_plan, laidDown);
        }
        m_plan.warnings = m_told.sentences();
        return std::move(m_plan);
    }

private:
    [[nodiscard]] bool isOnnxRuntime() const { return m_flow == Flow::OnnxRuntime; }

    static std::set<std::string> valuesKeptFloat(const Graph& graph, const QuantConfig& config,
                                                 std::set<std::string> values)
    {
        for (const auto& [tensor, overrides] : config.tensorOverrides) {
            if (staysFloat(overrides))
                values.insert(tensor);
        }
        const auto lists = [](const std::vector<std::string>& list, const std::string& name) {
            return std::find(list.begin(), list.end(), name) != list.end();
        };
        for (const Node& node : graph.nodes()) {
            if (lists(config.placement.opTypesToExcludeOutputQuantization, node.opType)
                || lists(config.placement.nodesToExcludeOutputQuantization, node.name))
                values.insert(node.outputs.begin(), node.outputs.end());
        }
        return values;
    }

    /// What is laid down for @p tensor, or nullptr.
    [[nodiscard]] const std::vector<TensorOverride>* overridesOf(const std::string& tensor) const
    {
        const auto at = m_config.tensorOverrides.find(tensor);
        return at == m_config.tensorOverrides.end() || at->second.empty() ? nullptr : &at->second;
    }

    void assignEncodings()
    {
        const std::vector<std::size_t> owners = m_plan.owners();
        for (std::size_t i = 0; i < owners.size(); ++i)
            m_plan.tensors[i].encoding = encodingOf(m_plan.tensors[owners[i]]);
    }

    /// A pair that nobody reads from would only be in the way: float biases and control-flow bodies read the value in
    /// front of it.
    void removeUnreadPairs()
    {
        for (PlannedTensor& tensor : m_plan.tensors) {
            if (tensor.role != PlannedTensor::Role::Activation
                || (m_graph.isGraphOutput(tensor.name) && m_graph.producerOf(tensor.name)))
                continue;
            const auto readers = m_graph.consumersOf(tensor.name);
            const bool isRead = std::any_of(readers.begin(), readers.end(), [&](std::size_t reader) {
                const std::vector<std::string>& inputs = m_graph.nodes()[reader].inputs;
                for (std::size_t i = 0; i < inputs.size(); ++i) {
                    if (inputs[i] == tensor.name && !m_plan.isFloatBias(reader, i))
                        return true;
                }
                return m_plan.isFolded(tensor.name);
            });
            tensor.hasPair = tensor.hasPair && isRead;
        }
    }

    [[nodiscard]] TensorEncoding encodingOf(const PlannedTensor& tensor) const
    {
        TensorEncoding encoding;
        switch (tensor.role) {
        case PlannedTensor::Role::Activation:
        case PlannedTensor::Role::Constant:
            encoding = activationEncoding(m_config);
            break;
        case PlannedTensor::Role::Weight:
            encoding = weightEncoding(m_config);
            break;
        case PlannedTensor::Role::Bias:
            encoding = biasEncoding(m_config);
            break;
        }
        // Integer kernels need one zero point for all channels, which symmetric ranges give.
        if (tensor.axis)
            encoding.symmetry = Symmetry::Symmetric;
        // The NPU has its zero points in the middle.
        if (m_config.placement.useUnsignedReLU && !m_config.isNpu() && tensor.role == PlannedTensor::Role::Activation
            && isNeverNegative(m_graph, tensor.name))
            encoding.symmetry = Symmetry::Asymmetric;
        if (const auto* overrides = overridesOf(tensor.name))
            encoding = overridden(std::move(encoding), *overrides, m_config, tensor.role);
        return encoding;
    }

    /// The channel axis of @p weight, which @p node reads: @p axis, or what is laid down for the operator type or the
    /// weight; nothing for one scale.
    [[nodiscard]] std::optional<int> weightAxis(const Node& node, const std::string& weight, int axis)
    {
        const std::map<std::string, int>& axes = m_config.placement.perChannelAxes;
        const auto laidDown = axes.find(node.opType);
        if (laidDown == axes.end())
            return channelAxis(weight, axis);
        const std::optional<int> found = channelAxis(weight, laidDown->second);
        const bool isWanted = m_config.perChannel && m_graph.isInitializer(weight) && !overridesOf(weight);
        if (isWanted && !found && m_axisWarnings.insert(weight).second)
            m_told.add("A weight that does not have the axis of QDQOpTypePerChannelSupportToAxis has one scale",
                       quotedName(weight) + " (axis " + std::to_string(laidDown->second) + ")");
        return found;
    }

    /// The channel axis of constant @p weight: @p axis, or what is laid down for it; nothing for one scale.
    [[nodiscard]] std::optional<int> channelAxis(const std::string& weight, int axis) const
    {
        bool perChannel = m_config.perChannel;
        if (const auto* overrides = overridesOf(weight)) {
            const TensorOverride& first = overrides->front();
            perChannel = first.perChannel.value_or(perChannel || first.axis.has_value());
            axis = first.axis.value_or(axis);
        }
        if (!perChannel || !m_graph.isInitializer(weight))
            return std::nullopt;
        const auto rank = static_cast<int>(m_graph.initializerShape(weight).size());
        if (axis < 0)
            axis += rank;
        return axis >= 0 && axis < rank ? std::optional(axis) : std::nullopt;
    }

    void visit(std::size_t position)
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

    void visitGeneric(const Node& node)
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

    void visitWeighted(std::size_t position, std::optional<int> axis, float beta)
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

    /// The last axis of a constant right operand holds the output channels; a left operand has none.
    [[nodiscard]] std::optional<int> operandAxis(const Node& node, const std::string& operand)
    {
        if (operand != node.inputAt(1) || m_graph.initializerShape(operand).size() < 2)
            return std::nullopt;
        return weightAxis(node, operand, -1);
    }

    void visitNormalization(std::size_t position)
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

    void planBias(std::size_t position, float beta)
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
        const auto* overrides = overridesOf(bias);
        if ((!m_config.int32Bias() || overrides) && m_marks.isQuantizable(bias)) {
            m_plan.floatBiases.erase(position);
            return m_marks.bias(bias, channelAxis(bias, 0));
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

    void visitRemovable(std::size_t position)
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
        auto folded = foldedActivation(m_graph, m_config, m_plan, position, encodingOf(result));
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

    void visitPassThrough(const std::string& input, const std::string& output)
    {
        if (m_config.placement.forceQuantizeNoInputCheck)
            m_marks.operand(input, isOnnxRuntime());
        m_marks.shared(output, input);
    }

    void visitWhere(const Node& node)
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

    [[nodiscard]] bool padsWithRepresentableValue(std::size_t position) const
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

    const Graph& m_graph;
    const QuantConfig& m_config;
    const Flow m_flow;
    const std::set<std::string> m_float; ///< values that stay float
    QdqPlan m_plan;
    NameGroups m_told; ///< nodes and weights for which something could not be done
    PlanMarks m_marks;
    std::set<std::string> m_foldedInputs;
    std::set<std::string> m_axisWarnings; ///< weights that have not the axis laid down for them
};

} // namespace

const PlannedTensor* QdqPlan::find(const std::string& name) const
{
    const auto at = index.find(name);
    return at == index.end() ? nullptr : &tensors[at->second];
}

std::vector<std::size_t> QdqPlan::owners() const
{
    return owners([](const PlannedTensor&) { return true; });
}

std::vector<std::size_t> QdqPlan::owners(const std::function<bool(const PlannedTensor&)>& accepted) const
{
    std::vector<std::size_t> owners(tensors.size(), tensors.size());
    std::vector<std::size_t> way;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        std::size_t owner = i;
        for (way.clear(); owners[owner] == tensors.size();) {
            way.push_back(owner);
            const auto provider = index.find(tensors[owner].sharesWith);
            if (provider == index.end() || !accepted(tensors[provider->second]))
                owners[owner] = owner;
            else
                owner = provider->second;
        }
        for (const std::size_t passed : way)
            owners[passed] = owners[owner];
    }
    return owners;
}

QdqPlan planQdq(const Graph& graph, const QuantConfig& config, const std::vector<std::size_t>& selected,
                const std::set<std::string>& infinite)
{
    return Planner(graph, config, infinite).run(selected);
}

} // namespace quantiscope
