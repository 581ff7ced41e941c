// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/qdq_inserter.h"

#include "core/base/name_groups.h"
#include "core/numerics/quantize.h"
#include "core/qdq/bias_codes.h"
#include "core/qdq/constant_codes.h"
#include "core/qdq/qdq_domain.h"
#include "core/qdq/qdq_nodes.h"
#include "core/qdq/value_wiring.h"

#include <algorithm>
#include <set>
#include <span>

namespace quantiscope {

namespace {

/// Writes one plan into a graph.
class Inserter
{
public:
    Inserter(const Graph& graph, GraphRewriter& rewriter, const QuantConfig& config,
             const std::vector<std::size_t>& selected, const QdqPlan& plan, const TensorParams& params)
        : m_graph(graph)
        , m_rewriter(rewriter)
        , m_config(config)
        , m_selected(selected.begin(), selected.end())
        , m_plan(plan)
        , m_params(params)
        , m_domain(qdqDomain(graph, config, plan, params))
        , m_nodes(rewriter, m_domain)
        , m_wiring(graph, rewriter)
    {
        for (const PlannedBias& bias : plan.biases)
            m_int32Biases.insert(bias.node);
    }

    void run()
    {
        if (!m_domain.empty())
            m_rewriter.importOpset(m_domain, 1);
        foldActivations();
        for (const PlannedTensor& tensor : m_plan.tensors) {
            if (tensor.role != PlannedTensor::Role::Activation)
                quantizeInitializer(tensor);
            else if (tensor.hasPair)
                quantizeActivation(tensor);
        }
        for (const AdditionalPair& pair : m_plan.additional)
            addPair(pair);
        for (const PlannedBias& bias : m_plan.biases)
            quantizeBiasOf(bias);
    }

    [[nodiscard]] std::vector<std::string> warnings() const { return m_leftBiases.sentences(); }

    std::vector<QuantizedTensor> tensors;

private:
    using Accept = ValueWiring::Accept;

    /// The producer of a folded activation's input writes the activation's output. Chains fold one after the other.
    void foldActivations()
    {
        for (const FoldedActivation& folded : m_plan.folded) {
            m_wiring.removeNode(folded.node);
            m_wiring.renameOutput(folded.input, folded.output);
        }
    }

    /// Does a node read a bias there that stays float, or that gets integers of its own?
    [[nodiscard]] bool isBias(std::size_t node, std::size_t input) const
    {
        return m_plan.isFloatBias(node, input) || (input == PlannedBias::kInput && m_int32Biases.count(node) > 0);
    }

    /// The parameter initializers of a planned tensor; those that share parameters share them.
    const ParamNames& paramNames(const PlannedTensor& tensor)
    {
        std::vector<const PlannedTensor*> way{&tensor};
        auto at = m_paramNames.find(tensor.name);
        while (at == m_paramNames.end()) {
            const std::string& name = way.back()->name;
            const PlannedTensor* provider = m_plan.find(way.back()->sharesWith);
            if (!provider || m_params.at(name) != m_params.at(provider->name)) {
                at = m_paramNames.emplace(name, m_nodes.addParams(name, m_params.at(name))).first;
            } else {
                way.push_back(provider);
                at = m_paramNames.find(provider->name);
            }
        }
        for (const PlannedTensor* passed : way)
            m_paramNames.emplace(passed->name, at->second);
        return m_paramNames.at(tensor.name);
    }

    void quantizeActivation(const PlannedTensor& tensor)
    {
        const ParamNames& names = paramNames(tensor);
        // In front of the pair of a folded function's output the function is missing: nobody may read that.
        const bool isFolded = m_plan.isFolded(tensor.name);
        const Accept any = [this, isFolded](std::size_t node, std::size_t i) { return isFolded || !isBias(node, i); };
        const Accept quantized = [&](std::size_t node, std::size_t i) {
            return any(node, i) && (isFolded || m_selected.count(node) > 0);
        };
        const std::vector<std::size_t> readers = m_wiring.readersOf(tensor.name, quantized);
        const bool dedicated = m_config.placement.dedicatedQDQPair && readers.size() > 1;
        std::string raw = tensor.name;
        if (m_graph.isGraphOutput(tensor.name) && m_graph.producerOf(tensor.name)) {
            raw = m_rewriter.uniqueName(tensor.name + "_QuantizeLinear_Input");
            m_wiring.renameOutput(tensor.name, raw);
            m_rawOutputs.emplace(tensor.name, raw);
            m_wiring.redirect(tensor.name, raw, [&](std::size_t node, std::size_t i) {
                return dedicated ? !quantized(node, i) : !any(node, i);
            });
            const std::string codes = m_nodes.codesName(tensor.name, "");
            m_nodes.addQuantize(tensor.name, "", raw, codes, names);
            m_nodes.addDequantize(tensor.name, "", codes, tensor.name, names);
            if (!dedicated && m_config.placement.dedicateDQNode)
                addReaders(tensor.name, codes, names, {}, 1, any);
        } else if (!dedicated) {
            const std::string codes = m_nodes.codesName(tensor.name, "");
            m_nodes.addQuantize(tensor.name, "", tensor.name, codes, names);
            addReaders(tensor.name, codes, names, {}, 0, any);
        }
        if (dedicated) {
            for (std::size_t i = 0; i < readers.size(); ++i) {
                const std::string suffix = "_" + std::to_string(i + 1);
                const std::string codes = m_nodes.codesName(tensor.name, suffix);
                const std::string real = m_nodes.realName(tensor.name, suffix);
                m_nodes.addQuantize(tensor.name, suffix, raw, codes, names);
                m_nodes.addDequantize(tensor.name, suffix, codes, real, names);
                m_wiring.redirectReader(readers[i], tensor.name, real, quantized);
            }
        }
        tensors.push_back({tensor.name, tensor.role, m_params.at(tensor.name), tensor.sharesWith});
    }

    /// Lets the readers of @p tensor that @p wanted accepts read its codes through a DequantizeLinear: one for all, or
    /// one each when the configuration asks for it, the first of them with number @p first.
    void addReaders(const std::string& tensor, const std::string& codes, const ParamNames& names,
                    std::optional<std::int64_t> axis, std::size_t first, const Accept& wanted)
    {
        const std::vector<std::size_t> readers = m_wiring.readersOf(tensor, wanted);
        if (readers.empty())
            return;
        if (!m_config.placement.dedicateDQNode || readers.size() + first < 2) {
            const std::string real = m_nodes.realName(tensor, "");
            m_nodes.addDequantize(tensor, "", codes, real, names, axis);
            m_wiring.redirect(tensor, real, wanted);
            return;
        }
        for (std::size_t i = 0; i < readers.size(); ++i) {
            const std::string suffix = i + first == 0 ? "" : "_" + std::to_string(i + first);
            const std::string real = m_nodes.realName(tensor, suffix);
            m_nodes.addDequantize(tensor, suffix, codes, real, names, axis);
            m_wiring.redirectReader(readers[i], tensor, real, wanted);
        }
    }

    void quantizeInitializer(const PlannedTensor& tensor)
    {
        const QuantParams& params = m_params.at(tensor.name);
        const ParamNames& names = paramNames(tensor);
        const auto axis = m_nodes.axisAttribute(params);
        const Shape& shape = m_graph.initializerShape(tensor.name);
        std::vector<float> values = m_graph.initializerFloats(tensor.name);
        const bool isKept = keepFromZero(values, tensor.role, params);
        std::string codes;
        if (m_config.placement.addQDQPairToWeight) {
            std::string real = tensor.name;
            if (isKept) { // others may read the number as it is
                real = m_rewriter.uniqueName(tensor.name + "_kept");
                m_rewriter.addInitializer(real, DataType::Float, shape, std::as_bytes(std::span(values)));
            }
            codes = m_nodes.codesName(tensor.name, "");
            m_nodes.addQuantize(tensor.name, "", real, codes, names, axis);
        } else {
            codes = m_rewriter.uniqueName(tensor.name + "_quantized");
            const CodeLimits limits = constantCodes(m_config, params.type);
            m_rewriter.addInitializer(codes, params.type, shape, quantizeTensor(values, shape, params, limits));
        }
        addReaders(tensor.name, codes, names, axis, 0,
                   [this](std::size_t node, std::size_t i) { return m_selected.count(node) > 0 && !isBias(node, i); });
        tensors.push_back({tensor.name, tensor.role, params, tensor.sharesWith});
    }

    /// Another pair at the side of one node only: behind the tensor's own pair where the node reads it, in front of it
    /// where the node, or what corrects it, makes it.
    void addPair(const AdditionalPair& pair)
    {
        const ParamNames names = m_nodes.addParams(pair.key, m_params.at(pair.key));
        const std::string codes = m_nodes.codesName(pair.key, "");
        if (pair.isOutput) {
            const auto renamed = m_rawOutputs.find(pair.tensor);
            const std::string value = renamed == m_rawOutputs.end() ? pair.tensor : renamed->second;
            const std::string raw = m_rewriter.uniqueName(pair.key + "_QuantizeLinear_Input");
            m_wiring.renameOutput(value, raw);
            m_nodes.addQuantize(pair.key, "", raw, codes, names);
            m_nodes.addDequantize(pair.key, "", codes, value, names);
            return;
        }
        const std::string real = m_nodes.realName(pair.key, "");
        m_nodes.addQuantize(pair.key, "", m_wiring.inputOf(pair.node, pair.position), codes, names);
        m_nodes.addDequantize(pair.key, "", codes, real, names);
        m_wiring.setInput(pair.node, pair.position, real);
    }

    void quantizeBiasOf(const PlannedBias& planned)
    {
        const Shape& shape = m_graph.initializerShape(planned.bias);
        const QuantParams params = biasParams(m_config, planned, m_params, shape);
        const BiasCodes codes = biasCodes(m_graph.initializerFloats(planned.bias), planned.beta, params);
        if (staysFloatBias(codes.saturated, params)) {
            m_leftBiases.add(
                "A bias does not fit into int32 in steps of input scale times weight scale and stays float",
                quotedName(planned.bias) + " of " + quotedName(m_graph.nodes()[planned.node].name));
            return;
        }
        if (codes.saturated)
            m_leftBiases.add("A bias does not fit into " + std::string(dataTypeName(params.type)) + " and was clipped",
                             quotedName(planned.bias));
        // Nodes with different input scales cannot share the integers of a bias that they share as floats.
        const std::string name = m_rewriter.uniqueName(planned.bias + "_quantized");
        m_rewriter.addInitializer(name, params.type, shape, codes.bytes);
        const ParamNames names = m_nodes.addParams(name, params);
        const std::string real = m_nodes.realName(planned.bias, "");
        m_nodes.addDequantize(planned.bias, "", name, real, names, m_nodes.axisAttribute(params));
        m_rewriter.setInput(planned.node, PlannedBias::kInput, real);
        if (planned.beta != 1.0F)
            m_rewriter.setAttribute(planned.node, "beta", 1.0F);
        tensors.push_back({planned.bias, QuantizedTensor::Role::Bias, params, {}});
    }

    const Graph& m_graph;
    GraphRewriter& m_rewriter;
    const QuantConfig& m_config;
    const std::set<std::size_t> m_selected;
    const QdqPlan& m_plan;
    const TensorParams& m_params;
    const std::string m_domain;
    QdqNodes m_nodes;
    ValueWiring m_wiring;
    NameGroups m_leftBiases;
    std::set<std::size_t> m_int32Biases; ///< nodes with such a bias
    std::map<std::string, ParamNames> m_paramNames;
    std::map<std::string, std::string> m_rawOutputs; ///< what the makers of graph outputs write instead
};

} // namespace

Result<QuantizedGraph> insertQdq(Model model, const QuantConfig& config, const std::vector<std::size_t>& selected,
                                 const QdqPlan& plan, const TensorParams& params, const DpuPlan& dpu)
{
    GraphRewriter rewriter(std::move(model));
    if (!dpu.isEmpty())
        writeDpuSimulation(rewriter, Graph(rewriter.model()), dpu);
    const Graph graph(rewriter.model());
    Inserter inserter(graph, rewriter, config, selected, plan, params);
    inserter.run();
    Result<Model> finished = rewriter.finish();
    if (!finished)
        return finished.error();
    return QuantizedGraph{std::move(*finished), std::move(inserter.tensors), inserter.warnings()};
}

} // namespace quantiscope
