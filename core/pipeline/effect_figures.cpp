// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/effect_figures.h"

#include "core/qdq/dynamic_quantization.h"
#include "core/qdq/qdq_plan.h"

#include <algorithm>
#include <set>

namespace quantiscope {

namespace {

using Role = PlannedTensor::Role;

std::uint64_t elementsOf(const Shape& shape)
{
    std::uint64_t elements = 1;
    for (const std::int64_t extent : shape)
        elements *= static_cast<std::uint64_t>(std::max<std::int64_t>(0, extent));
    return elements;
}

bool isReal(DataType type)
{
    return type == DataType::Float || type == DataType::Float16 || type == DataType::BFloat16
        || type == DataType::Double;
}

class Effect
{
public:
    Effect(const Graph& graph, const AppliedRules& applied, Feedback& feedback)
        : m_graph(graph), m_config(applied.config), m_selected(graph.nodes().size(), false)
    {
        for (const std::size_t node : applied.selected)
            m_selected[node] = true;
        if (!m_config.selection.dynamic) {
            m_plan = planQdq(graph, m_config, applied.selected);
        } else {
            m_dynamic.resize(m_selected.size());
            for (const std::size_t node : applied.selected)
                m_dynamic[node] = dynamicOperands(graph, m_config, node);
        }
        for (const std::string& warning : m_plan.warnings)
            feedback.warn(warning);
    }

    Effect(const Graph& graph, const AppliedRules& applied, const QdqPlan& plan)
        : m_graph(graph), m_config(applied.config), m_selected(graph.nodes().size(), false), m_plan(plan)
    {
        for (const std::size_t node : applied.selected)
            m_selected[node] = true;
    }

    PlannedEffect run()
    {
        for (std::size_t i = 0; i < m_selected.size(); ++i)
            m_effect.types.push_back(m_selected[i] ? typeOf(i) : std::nullopt);
        for (const PlannedTensor& tensor : m_plan.tensors) {
            if (tensor.hasPair)
                m_effect.tensors[tensor.name] = tensor.encoding.type;
            if (tensor.role == Role::Activation)
                addBoundary(tensor);
        }
        for (std::size_t i = 0; i < m_dynamic.size(); ++i)
            addDynamic(i);
        m_effect.weightBytes = constantBytes() + parameterBytes();
        return std::move(m_effect);
    }

private:
    /// Of its output's codes, otherwise those of what it reads.
    [[nodiscard]] std::optional<DataType> typeOf(std::size_t i) const
    {
        if (m_config.selection.dynamic)
            return m_dynamic[i] ? std::optional(m_config.weightType) : std::nullopt;
        const Node& node = m_graph.nodes()[i];
        for (const auto* values : {&node.outputs, &node.inputs}) {
            for (const std::string& value : *values) {
                if (const PlannedTensor* planned = m_plan.find(value))
                    return planned->encoding.type;
            }
        }
        return std::nullopt;
    }

    /// Every activation becomes integers once, in a DynamicQuantizeLinear; every product becomes real values behind its
    /// node, and so does what is read from an 8-bit table.
    void addDynamic(std::size_t i)
    {
        if (!m_dynamic[i])
            return;
        const DynamicOperands& operands = *m_dynamic[i];
        for (const std::string& value : operands.activations) {
            if (m_quantizedOnTheRun.insert(value).second)
                m_effect.boundaries.push_back({value, DataType::UInt8, false});
        }
        m_effect.boundaries.push_back({m_graph.nodes()[i].outputAt(0),
                                       operands.activations.empty() ? operands.constantType : DataType::Int32, true});
        if (!operands.constant.empty())
            m_effect.tensors[operands.constant] = operands.constantType;
    }

    void addBoundary(const PlannedTensor& tensor)
    {
        const auto producer = m_graph.producerOf(tensor.name);
        const bool isMadeInInteger = producer && m_effect.types[*producer];
        bool hasInteger = false;
        bool hasFloat = m_graph.isGraphOutput(tensor.name) || !m_graph.capturersOf(tensor.name).empty();
        for (const std::size_t reader : m_graph.consumersOf(tensor.name)) {
            hasInteger = hasInteger || m_effect.types[reader];
            hasFloat = hasFloat || !m_effect.types[reader];
        }
        if (isMadeInInteger && hasFloat)
            m_effect.boundaries.push_back({tensor.name, tensor.encoding.type, true});
        else if (!isMadeInInteger && hasInteger && tensor.hasPair)
            m_effect.boundaries.push_back({tensor.name, tensor.encoding.type, false});
    }

    /// Every constant as often as it is written: quantized for those that read it so, float for the others.
    [[nodiscard]] std::uint64_t constantBytes()
    {
        std::set<std::pair<std::size_t, std::string>> biases;
        for (const PlannedBias& bias : m_plan.biases)
            biases.insert({bias.node, bias.bias});
        std::set<std::string> seen;
        std::uint64_t bytes = 0;
        for (const Node& node : m_graph.nodes()) {
            for (const std::string& value : node.inputs) {
                if (!m_graph.isInitializer(value) || !seen.insert(value).second)
                    continue;
                const ConstantBytes constant = bytesOf(value, biases);
                bytes += constant.codes + constant.unquantized;
                if (const TensorSpec* spec = m_graph.spec(value); spec && isReal(spec->type))
                    m_effect.floatWeightBytes += constant.unquantized;
            }
        }
        return bytes;
    }

    struct ConstantBytes
    {
        std::uint64_t codes = 0;
        std::uint64_t unquantized = 0;
    };

    [[nodiscard]] ConstantBytes bytesOf(const std::string& constant,
                                        const std::set<std::pair<std::size_t, std::string>>& biases) const
    {
        const TensorSpec* spec = m_graph.spec(constant);
        const std::uint64_t elements = elementsOf(m_graph.initializerShape(constant));
        const std::uint64_t floatBytes = elements * (spec ? byteSize(spec->type) : 0);
        const PlannedTensor* planned = m_plan.find(constant);
        std::uint64_t bytes = planned ? elements * byteSize(planned->encoding.type) : 0;
        bool isReadInFloat = false;
        for (const std::size_t reader : m_graph.consumersOf(constant)) {
            if (biases.contains({reader, constant}))
                bytes += elements * sizeof(std::int32_t);
            else if (isDynamicWeight(reader, constant))
                bytes += elements * byteSize(m_config.weightType);
            else if (!planned || !m_selected[reader])
                isReadInFloat = true;
        }
        return {bytes, isReadInFloat ? floatBytes : 0};
    }

    [[nodiscard]] bool isDynamicWeight(std::size_t reader, const std::string& constant) const
    {
        return m_config.selection.dynamic && m_dynamic[reader] && m_dynamic[reader]->constant == constant;
    }

    /// Scales and zero points; tensors that share them have one set.
    [[nodiscard]] std::uint64_t parameterBytes() const
    {
        std::uint64_t bytes = 0;
        for (const PlannedTensor& tensor : m_plan.tensors) {
            if (!tensor.sharesWith.empty())
                continue;
            std::uint64_t sets = 1;
            if (tensor.axis && m_graph.isInitializer(tensor.name)) {
                const Shape& shape = m_graph.initializerShape(tensor.name);
                const int axis = *tensor.axis < 0 ? *tensor.axis + static_cast<int>(shape.size()) : *tensor.axis;
                if (axis >= 0 && axis < static_cast<int>(shape.size()))
                    sets = static_cast<std::uint64_t>(shape[static_cast<std::size_t>(axis)]);
            }
            bytes += sets * (sizeof(float) + byteSize(tensor.encoding.type));
        }
        for (const PlannedBias& bias : m_plan.biases) {
            const PlannedTensor* weight = m_plan.find(bias.weight);
            const std::uint64_t sets = weight && weight->axis ? elementsOf(m_graph.initializerShape(bias.bias)) : 1;
            bytes += sets * (sizeof(float) + sizeof(std::int32_t));
        }
        return bytes;
    }

    const Graph& m_graph;
    const QuantConfig& m_config;
    std::vector<bool> m_selected;
    QdqPlan m_plan;
    std::vector<std::optional<DynamicOperands>> m_dynamic; ///< by node; none but for dynamic quantization
    std::set<std::string> m_quantizedOnTheRun;
    PlannedEffect m_effect;
};

} // namespace

PlannedEffect planEffect(const Graph& prepared, const AppliedRules& applied, Feedback& feedback)
{
    return Effect(prepared, applied, feedback).run();
}

std::vector<std::uint64_t> productsOf(const Graph& prepared)
{
    std::vector<std::uint64_t> products;
    for (std::size_t i = 0; i < prepared.nodes().size(); ++i)
        products.push_back(multiplyAdds(prepared, i));
    return products;
}

VariantFigures figuresOf(const PlannedEffect& effect, const std::vector<std::uint64_t>& products)
{
    VariantFigures figures{effect.weightBytes, effect.floatWeightBytes, 0, 0};
    for (std::size_t i = 0; i < products.size(); ++i) {
        figures.multiplyAdds += products[i];
        figures.floatMultiplyAdds += effect.types[i] ? 0 : products[i];
    }
    return figures;
}

PlannedEffect effectOf(const Graph& prepared, const AppliedRules& applied, const QdqPlan& plan)
{
    return Effect(prepared, applied, plan).run();
}

} // namespace quantiscope
