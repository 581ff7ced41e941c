// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/qdq_inserter.h"

#include "core/graph/graph_rewriter.h"
#include "core/numerics/quantize.h"

#include <algorithm>
#include <set>

namespace quantiscope {

namespace {

constexpr const char* kMicrosoftDomain = "com.microsoft";
constexpr std::int64_t kDefaultAxis = 1;

bool isSixteenBit(DataType type)
{
    return type == DataType::Int16 || type == DataType::UInt16;
}

QuantizedTensor::Role reportedRole(PlannedTensor::Role role)
{
    switch (role) {
    case PlannedTensor::Role::Activation:
        return QuantizedTensor::Role::Activation;
    case PlannedTensor::Role::Weight:
        return QuantizedTensor::Role::Weight;
    case PlannedTensor::Role::Constant:
        return QuantizedTensor::Role::Constant;
    case PlannedTensor::Role::Bias:
        return QuantizedTensor::Role::Bias;
    }
    return QuantizedTensor::Role::Constant;
}

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
    {
        for (const Node& node : graph.nodes()) {
            m_inputs.push_back(node.inputs);
            m_outputs.push_back(node.outputs);
        }
    }

    void run()
    {
        chooseDomain();
        foldActivations();
        for (const PlannedTensor& tensor : m_plan.tensors) {
            if (tensor.role != PlannedTensor::Role::Activation)
                quantizeInitializer(tensor);
            else if (tensor.hasPair)
                quantizeActivation(tensor);
        }
        for (const PlannedBias& bias : m_plan.biases)
            quantizeBiasOf(bias);
    }

    std::vector<QuantizedTensor> tensors;
    std::vector<std::string> warnings;

private:
    void chooseDomain()
    {
        bool sixteenBit = false;
        bool axis = false;
        for (const auto& [name, params] : m_params) {
            sixteenBit = sixteenBit || isSixteenBit(params.type);
            axis = axis || params.isPerChannel();
        }
        const int needed = sixteenBit ? 21 : axis ? 13 : 10;
        if (m_graph.opset() >= needed)
            return;
        m_domain = kMicrosoftDomain;
        m_rewriter.importOpset(kMicrosoftDomain, 1);
    }

    /// The producer of a folded activation's input writes the activation's output. Chains fold one after the other.
    void foldActivations()
    {
        for (const FoldedActivation& folded : m_plan.folded) {
            m_rewriter.removeNode(folded.node);
            m_outputs[folded.node].clear();
            renameOutput(folded.input, folded.output);
        }
    }

    void renameOutput(const std::string& from, const std::string& to)
    {
        for (std::size_t node = 0; node < m_outputs.size(); ++node) {
            for (std::size_t i = 0; i < m_outputs[node].size(); ++i) {
                if (m_outputs[node][i] == from) {
                    m_outputs[node][i] = to;
                    m_rewriter.setOutput(node, i, to);
                    return;
                }
            }
        }
    }

    /// Lets every input that @p wanted accepts (node, input) read @p to instead of @p from.
    template <typename Wanted>
    void redirect(const std::string& from, const std::string& to, Wanted wanted)
    {
        for (const std::size_t node : m_graph.consumersOf(from)) {
            for (std::size_t i = 0; i < m_inputs[node].size(); ++i) {
                if (m_inputs[node][i] == from && wanted(node, i)) {
                    m_inputs[node][i] = to;
                    m_rewriter.setInput(node, i, to);
                }
            }
        }
    }

    [[nodiscard]] bool isFloatBias(std::size_t node, std::size_t input) const
    {
        return m_plan.floatBiases.count({node, input}) > 0;
    }

    struct ParamNames
    {
        std::string scale;
        std::string zeroPoint;
    };

    ParamNames addParams(const std::string& owner, const QuantParams& params)
    {
        const ParamNames names{m_rewriter.uniqueName(owner + "_scale"), m_rewriter.uniqueName(owner + "_zero_point")};
        Shape shape;
        if (params.isPerChannel())
            shape.push_back(static_cast<std::int64_t>(params.scale.size()));
        m_rewriter.addInitializer(names.scale, DataType::Float, shape, std::as_bytes(std::span(params.scale)));
        // Zero points are stored like codes; quantizing 0 with the parameters gives exactly that.
        const std::vector<float> zeros(params.zeroPoint.size(), 0.0F);
        QuantParams plain = params;
        if (plain.axis)
            plain.axis = 0;
        const Shape zeroShape{static_cast<std::int64_t>(zeros.size())};
        const std::vector<std::byte> codes = quantizeTensor(zeros, plain.axis ? zeroShape : Shape{1}, plain,
                                                            codeLimits(params.type, Symmetry::Asymmetric));
        m_rewriter.addInitializer(names.zeroPoint, params.type, shape, codes);
        return names;
    }

    /// The parameter initializers of a planned tensor; those that share parameters share them.
    const ParamNames& paramNames(const PlannedTensor& tensor)
    {
        const PlannedTensor* owner = &tensor;
        while (!owner->sharesWith.empty() && m_plan.find(owner->sharesWith)
               && m_params.at(owner->name) == m_params.at(owner->sharesWith))
            owner = m_plan.find(owner->sharesWith);
        auto at = m_paramNames.find(owner->name);
        if (at == m_paramNames.end())
            at = m_paramNames.emplace(owner->name, addParams(owner->name, m_params.at(owner->name))).first;
        return at->second;
    }

    /// What the attribute `axis` is to say. The operators of com.microsoft have no default for it.
    [[nodiscard]] std::optional<std::int64_t> axisAttribute(const QuantParams& params) const
    {
        if (!params.isPerChannel() || (m_domain.empty() && *params.axis == kDefaultAxis))
            return std::nullopt;
        return *params.axis;
    }

    void addQuantize(const std::string& tensor, const std::string& input, const std::string& output,
                     const ParamNames& params, std::optional<std::int64_t> axis)
    {
        m_rewriter.addNode({"QuantizeLinear",
                            m_domain,
                            m_rewriter.uniqueName(tensor + "_QuantizeLinear"),
                            {input, params.scale, params.zeroPoint},
                            {output},
                            axis});
    }

    void addDequantize(const std::string& tensor, const std::string& input, const std::string& output,
                       const ParamNames& params, std::optional<std::int64_t> axis)
    {
        m_rewriter.addNode({"DequantizeLinear",
                            m_domain,
                            m_rewriter.uniqueName(tensor + "_DequantizeLinear"),
                            {input, params.scale, params.zeroPoint},
                            {output},
                            axis});
    }

    void quantizeActivation(const PlannedTensor& tensor)
    {
        const QuantParams& params = m_params.at(tensor.name);
        const ParamNames& names = paramNames(tensor);
        const std::string codes = m_rewriter.uniqueName(tensor.name + "_QuantizeLinear_Output");
        if (m_graph.isGraphOutput(tensor.name) && m_graph.producerOf(tensor.name)) {
            const std::string raw = m_rewriter.uniqueName(tensor.name + "_QuantizeLinear_Input");
            renameOutput(tensor.name, raw);
            redirect(tensor.name, raw, [this](std::size_t node, std::size_t i) { return isFloatBias(node, i); });
            addQuantize(tensor.name, raw, codes, names, {});
            addDequantize(tensor.name, codes, tensor.name, names, {});
        } else {
            const std::string real = m_rewriter.uniqueName(tensor.name + "_DequantizeLinear_Output");
            redirect(tensor.name, real, [this](std::size_t node, std::size_t i) { return !isFloatBias(node, i); });
            addQuantize(tensor.name, tensor.name, codes, names, {});
            addDequantize(tensor.name, codes, real, names, {});
        }
        tensors.push_back({tensor.name, QuantizedTensor::Role::Activation, params, tensor.sharesWith});
    }

    void quantizeInitializer(const PlannedTensor& tensor)
    {
        const QuantParams& params = m_params.at(tensor.name);
        const ParamNames& names = paramNames(tensor);
        const auto axis = axisAttribute(params);
        const std::string real = m_rewriter.uniqueName(tensor.name + "_DequantizeLinear_Output");
        redirect(tensor.name, real, [this](std::size_t node, std::size_t i) {
            return m_selected.count(node) > 0 && !isFloatBias(node, i);
        });
        if (m_config.placement.addQDQPairToWeight) {
            const std::string codes = m_rewriter.uniqueName(tensor.name + "_QuantizeLinear_Output");
            addQuantize(tensor.name, tensor.name, codes, names, axis);
            addDequantize(tensor.name, codes, real, names, axis);
        } else {
            const std::vector<float> values = m_graph.initializerFloats(tensor.name);
            const Shape& shape = m_graph.initializerShape(tensor.name);
            const std::vector<std::byte> codes =
                quantizeTensor(values, shape, params, codeLimits(params.type, Symmetry::Asymmetric));
            const std::string name = m_rewriter.uniqueName(tensor.name + "_quantized");
            m_rewriter.addInitializer(name, params.type, shape, codes);
            addDequantize(tensor.name, name, real, names, axis);
        }
        tensors.push_back({tensor.name, reportedRole(tensor.role), params, tensor.sharesWith});
    }

    void quantizeBiasOf(const PlannedBias& planned)
    {
        const QuantParams& activation = m_params.at(planned.activation);
        const QuantParams& weight = m_params.at(planned.weight);
        QuantParams params{DataType::Int32, {}, {}, {}};
        std::vector<double> steps;
        for (const float scale : weight.scale) {
            params.scale.push_back(activation.scale[0] * scale); // a float32 product, as DequantizeLinear will use it
            steps.push_back(params.scale.back());
            params.zeroPoint.push_back(0);
        }
        std::vector<float> values = m_graph.initializerFloats(planned.bias);
        for (float& value : values)
            value *= planned.beta;
        const Shape& shape = m_graph.initializerShape(planned.bias);
        bool saturated = false;
        const std::vector<std::int32_t> codes = quantizeBias(values, steps, saturated);
        if (saturated)
            warnings.push_back("Bias '" + planned.bias + "' does not fit into int32 and was clipped.");

        Shape paramShape;
        std::optional<std::int64_t> axis;
        if (weight.isPerChannel()) {
            params.axis = static_cast<int>(shape.size()) - 1;
            paramShape.push_back(static_cast<std::int64_t>(codes.size()));
            axis = axisAttribute(params);
        }
        // Nodes with different input scales cannot share the integers of a bias that they share as floats.
        const std::string name = m_rewriter.uniqueName(planned.bias + "_quantized");
        const ParamNames names{m_rewriter.uniqueName(name + "_scale"), m_rewriter.uniqueName(name + "_zero_point")};
        m_rewriter.addInitializer(name, DataType::Int32, shape, std::as_bytes(std::span(codes)));
        m_rewriter.addInitializer(names.scale, DataType::Float, paramShape, std::as_bytes(std::span(params.scale)));
        m_rewriter.addInitializer(names.zeroPoint, DataType::Int32, paramShape,
                                  std::as_bytes(std::span(params.zeroPoint)));
        const std::string real = m_rewriter.uniqueName(planned.bias + "_DequantizeLinear_Output");
        addDequantize(planned.bias, name, real, names, axis);
        m_rewriter.setInput(planned.node, planned.input, real);
        if (planned.beta != 1.0F)
            m_rewriter.setFloatAttribute(planned.node, "beta", 1.0F);
        tensors.push_back({planned.bias, QuantizedTensor::Role::Bias, params, {}});
    }

    const Graph& m_graph;
    GraphRewriter& m_rewriter;
    const QuantConfig& m_config;
    const std::set<std::size_t> m_selected;
    const QdqPlan& m_plan;
    const TensorParams& m_params;
    std::string m_domain;
    std::vector<std::vector<std::string>> m_inputs; ///< of each node, as edited so far
    std::vector<std::vector<std::string>> m_outputs;
    std::map<std::string, ParamNames> m_paramNames;
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
    return QuantizedGraph{std::move(*finished), std::move(inserter.tensors), std::move(inserter.warnings)};
}

} // namespace quantiscope
