// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/planned_wiring.h"

#include "core/base/name_groups.h"
#include "core/numerics/quantize.h"
#include "core/qdq/bias_codes.h"
#include "core/qdq/constant_codes.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

namespace quantiscope {

namespace {

class Planner
{
public:
    Planner(const Graph& graph, const VariantDecisions& decisions, ConstantMemory& memory)
        : m_graph(graph)
        , m_decisions(decisions)
        , m_plan(decisions.plan)
        , m_memory(memory)
        , m_selected(decisions.selected.begin(), decisions.selected.end())
    {
        for (const PlannedBias& bias : m_plan.biases)
            m_int32Biases.insert(bias.node);
    }

    std::variant<VariantWiring, WiringObstacle> run()
    {
        for (const PlannedTensor& tensor : m_plan.tensors) {
            if (tensor.role != PlannedTensor::Role::Activation)
                wireConstant(tensor);
            else if (tensor.hasPair)
                wireActivation(tensor);
        }
        for (const AdditionalPair& pair : m_plan.additional)
            wireAdditional(pair);
        for (const PlannedBias& bias : m_plan.biases)
            wireBias(bias);
        wireSimulation();
        if (m_obstacle)
            return *m_obstacle;
        return std::move(m_wiring);
    }

private:
    /// The first reason is told.
    void fail(const std::string& reason)
    {
        if (!m_obstacle)
            m_obstacle = WiringObstacle{reason};
    }

    /// Does a node read a bias there that stays float, or that gets integers of its own?
    [[nodiscard]] bool isBias(const NodeInput& reader) const
    {
        return m_plan.isFloatBias(reader.node, reader.input)
            || (reader.input == PlannedBias::kInput && m_int32Biases.contains(reader.node));
    }

    [[nodiscard]] std::vector<NodeInput> readersOf(const std::string& value) const
    {
        std::vector<NodeInput> readers;
        for (const std::size_t node : m_graph.consumersOf(value)) {
            if (!readers.empty() && readers.back().node == node)
                continue; // it reads it twice
            const std::vector<std::string>& inputs = m_graph.nodes()[node].inputs;
            for (std::size_t i = 0; i < inputs.size(); ++i) {
                if (inputs[i] == value)
                    readers.push_back({node, i});
            }
        }
        return readers;
    }

    /// Nothing where no switch can do it.
    std::optional<FakeQuantizer> pairOf(const std::string& key)
    {
        const QuantParams& params = m_decisions.params.at(key);
        if (isQuantizedInteger(params.type))
            return FakeQuantizer(params);
        fail("Type " + std::string(dataTypeName(params.type)) + " of " + quotedName(key)
             + " is not one that switches know.");
        return std::nullopt;
    }

    /// A body reads the value under the name that the changed one has then.
    void checkCaptures(const std::string& value)
    {
        if (m_graph.isUsedBySubgraph(value))
            fail("A control-flow body reads " + quotedName(value) + " in another form.");
    }

    [[nodiscard]] bool isComputedOutput(const std::string& value) const
    {
        return m_graph.isGraphOutput(value) && m_graph.producerOf(value).has_value();
    }

    void wireActivation(const PlannedTensor& tensor)
    {
        const auto pair = pairOf(tensor.name);
        if (!pair)
            return;
        if (m_graph.isInitializer(tensor.name))
            return fail("Constant " + quotedName(tensor.name) + " is quantized while the model runs.");
        const bool isFolded = m_plan.isFolded(tensor.name);
        if (isFolded)
            checkFolded(tensor.name, *pair);
        std::set<std::size_t> quantizedReaders;
        const auto isSelected = [&](const NodeInput& reader) {
            return isFolded || (m_selected.contains(reader.node) && !isBias(reader));
        };
        const std::vector<NodeInput> readers = readersOf(tensor.name);
        for (const NodeInput& reader : readers) {
            if (isSelected(reader))
                quantizedReaders.insert(reader.node);
        }
        const bool isDedicated = m_decisions.config.placement.dedicatedQDQPair && quantizedReaders.size() > 1;
        for (const NodeInput& reader : readers) {
            if (isDedicated ? isSelected(reader) : isFolded || !isBias(reader))
                m_wiring.inputs[reader].emplace_back(*pair);
        }
        if (isComputedOutput(tensor.name)) {
            m_wiring.outputs[tensor.name].emplace_back(*pair);
            checkCaptures(tensor.name);
        }
    }

    /// The function stays in the float graph: its pair must do all of its work.
    void checkFolded(const std::string& output, const FakeQuantizer& pair)
    {
        const auto folded = std::find_if(m_plan.folded.begin(), m_plan.folded.end(),
                                         [&output](const FoldedActivation& one) { return one.output == output; });
        const float infinity = std::numeric_limits<float>::infinity();
        const bool isWhole = !pair.params().axis && folded->low < folded->high && pair(folded->low) == pair(-infinity)
            && pair(folded->high) == pair(infinity);
        if (!isWhole)
            fail("The pair of value " + quotedName(output)
                 + " reaches further than the function that was left out in front of it.");
    }

    void wireConstant(const PlannedTensor& tensor)
    {
        const QuantParams& params = m_decisions.params.at(tensor.name);
        if (!isQuantizedInteger(params.type)) {
            return fail("Type " + std::string(dataTypeName(params.type)) + " of " + quotedName(tensor.name)
                        + " is not one that switches know.");
        }
        std::shared_ptr<const Tensor> constant;
        for (const NodeInput& reader : readersOf(tensor.name)) {
            if (!m_selected.contains(reader.node) || isBias(reader))
                continue;
            if (!constant)
                constant = m_memory.constant(m_graph, tensor.name, tensor.role, params,
                                             constantCodes(m_decisions.config, params.type));
            m_wiring.constants.insert_or_assign(reader, constant);
        }
    }

    void wireAdditional(const AdditionalPair& pair)
    {
        const auto step = pairOf(pair.key);
        if (!step)
            return;
        if (pair.isOutput)
            putInFront(pair.tensor, *step);
        else
            m_wiring.inputs[{pair.node, pair.position}].emplace_back(*step);
    }

    /// Everybody who sees @p value sees it behind @p step.
    void putInFront(const std::string& value, const ValueStep& step)
    {
        checkCaptures(value);
        for (const NodeInput& reader : readersOf(value)) {
            ValueSteps& steps = m_wiring.inputs[reader];
            steps.insert(steps.begin(), step);
        }
        if (m_graph.isGraphOutput(value)) {
            ValueSteps& steps = m_wiring.outputs[value];
            steps.insert(steps.begin(), step);
        }
    }

    void wireBias(const PlannedBias& planned)
    {
        const Shape& shape = m_graph.initializerShape(planned.bias);
        const QuantParams params = biasParams(m_decisions.config, planned, m_decisions.params, shape);
        if (planned.beta != 1.0F) // the node becomes another one, unless the bias stays float
            return fail("Node " + quotedName(m_graph.nodes()[planned.node].name) + " has its beta folded.");
        if (auto constant = m_memory.bias(m_graph, planned.bias, params))
            m_wiring.constants.insert_or_assign({planned.node, PlannedBias::kInput}, std::move(constant));
    }

    /// What the NPU's operators do differently; in front of all pairs.
    void wireSimulation()
    {
        const DpuPlan& dpu = m_decisions.dpu;
        for (const auto& [node, alpha] : dpu.leakyAlphas)
            m_wiring.forms[node] = {"LeakyRelu", {{"alpha", alpha}}};
        for (const std::size_t node : dpu.sigmoids)
            m_wiring.forms[node] = {"HardSigmoid", {{"alpha", 1.0F / 6.0F}, {"beta", 0.5F}}};
        for (const auto& [node, factor] : dpu.factors) {
            if (factor != 1.0F)
                putInFront(m_graph.nodes()[node].outputAt(0), Factor{factor});
        }
        if (!dpu.clips.empty())
            fail("A Clip has the bounds that the NPU gives it.");
        if (!dpu.softmaxes.empty())
            fail("A Softmax is computed as the NPU does it.");
    }

    const Graph& m_graph;
    const VariantDecisions& m_decisions;
    const QdqPlan& m_plan;
    ConstantMemory& m_memory;
    const std::set<std::size_t> m_selected;
    std::set<std::size_t> m_int32Biases; ///< nodes with such a bias
    VariantWiring m_wiring;
    std::optional<WiringObstacle> m_obstacle;
};

} // namespace

template <typename Make>
ConstantMemory::SharedTensor ConstantMemory::known(const std::string& name, const QuantParams& params, CodeLimits codes,
                                                   bool isBias, const Make& make)
{
    const auto find = [&]() -> SharedTensor {
        std::vector<Known>& all = m_known[name];
        std::erase_if(all, [](const Known& one) { return one.tensor.expired(); });
        const auto at = std::find_if(all.begin(), all.end(), [&](const Known& one) {
            return one.isBias == isBias && one.codes == codes && one.params == params;
        });
        return at == all.end() ? nullptr : at->tensor.lock();
    };
    {
        const std::lock_guard lock(m_mutex);
        if (SharedTensor found = find())
            return found;
    }
    SharedTensor made = make();
    const std::lock_guard lock(m_mutex);
    if (SharedTensor found = find()) // another thread was faster
        return found;
    if (made)
        m_known[name].push_back({params, codes, isBias, made});
    return made;
}

ConstantMemory::SharedTensor ConstantMemory::constant(const Graph& graph, const std::string& name,
                                                      PlannedTensor::Role role, const QuantParams& params,
                                                      CodeLimits codes)
{
    return known(name, params, codes, role == PlannedTensor::Role::Bias, [&] {
        const Shape& shape = graph.initializerShape(name);
        std::vector<float> values = graph.initializerFloats(name);
        keepFromZero(values, role, params);
        return std::make_shared<const Tensor>(
            Tensor::fromFloats(shape, dequantizeTensor(quantizeTensor(values, shape, params, codes), shape, params)));
    });
}

ConstantMemory::SharedTensor ConstantMemory::bias(const Graph& graph, const std::string& name,
                                                  const QuantParams& params)
{
    return known(name, params, {}, true, [&]() -> SharedTensor {
        const Shape& shape = graph.initializerShape(name);
        const BiasCodes codes = biasCodes(graph.initializerFloats(name), 1.0F, params);
        if (staysFloatBias(codes.saturated, params))
            return nullptr;
        return std::make_shared<const Tensor>(Tensor::fromFloats(shape, dequantizeTensor(codes.bytes, shape, params)));
    });
}

std::variant<VariantWiring, WiringObstacle> planWiring(const Graph& prepared, const VariantDecisions& decisions,
                                                       ConstantMemory& memory)
{
    return Planner(prepared, decisions, memory).run();
}

} // namespace quantiscope
