// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/dynamic_quantization.h"

#include "core/graph/graph_rewriter.h"
#include "core/qdq/dynamic_weights.h"
#include "core/qdq/qdq_nodes.h"

#include <map>

namespace quantiscope {

namespace {

constexpr int kFirstDynamicOpset = 11;

bool isComputedFloat(const Graph& graph, const std::string& value)
{
    const TensorSpec* spec = value.empty() ? nullptr : graph.spec(value);
    return spec && spec->type == DataType::Float && !graph.isInitializer(value);
}

bool isFloatConstant(const Graph& graph, const std::string& value)
{
    const TensorSpec* spec = value.empty() ? nullptr : graph.spec(value);
    return spec && spec->type == DataType::Float && graph.isInitializer(value)
        && elementCount(graph.initializerShape(value)) > 0;
}

bool canDoGemm(const Graph& graph, std::size_t position)
{
    const Node& node = graph.nodes()[position];
    const std::string bias = node.inputAt(2);
    const bool biasFits = bias.empty() || isFloatConstant(graph, bias)
        || (isComputedFloat(graph, bias) && graph.floatAttribute(position, "beta", 1.0F) == 1.0F);
    return isFloatConstant(graph, node.inputAt(1)) && biasFits && graph.intAttribute(position, "transA", 0) == 0
        && graph.initializerShape(node.inputAt(1)).size() == 2;
}

class DynamicQuantizer
{
public:
    DynamicQuantizer(const Graph& graph, GraphRewriter& rewriter, const QuantConfig& config)
        : m_graph(graph)
        , m_rewriter(rewriter)
        , m_config(config)
        , m_nodes(rewriter, "")
        , m_weights(graph, rewriter, config)
    {
    }

    bool quantize(std::size_t position)
    {
        const Node& node = m_graph.nodes()[position];
        const std::optional<DynamicOperands> operands = dynamicOperands(m_graph, m_config, position);
        if (!operands)
            return false;
        if (node.opType == "Conv")
            convolution(position);
        else if (node.opType == "MatMul")
            matMul(position, *operands);
        else if (node.opType == "Gemm")
            gemm(position);
        else
            gather(position);
        return true;
    }

    /// What was written for each weight.
    [[nodiscard]] std::vector<QuantizedTensor> takeTensors() { return m_weights.takeTensors(); }

private:
    void convolution(std::size_t position)
    {
        const Node& node = m_graph.nodes()[position];
        const std::string bias = node.inputAt(2);
        const std::string weight = node.inputAt(1);
        std::string shapedBias;
        if (!bias.empty()) {
            Shape shape(m_graph.initializerShape(weight).size(), 1); // as the output: channels on axis 1
            shape.at(1) = static_cast<std::int64_t>(m_graph.initializerFloats(bias).size());
            shapedBias = constant(bias + "_reshaped", shape, m_graph.initializerFloats(bias));
        }
        multiply(position, "ConvInteger", activation(node.inputAt(0)), m_weights.codesOf(weight, {}), 1.0F, shapedBias);
    }

    void matMul(std::size_t position, const DynamicOperands& operands)
    {
        const Node& node = m_graph.nodes()[position];
        const std::string right = node.inputAt(1);
        const bool isConstant = !operands.constant.empty();
        const bool isMatrix = isConstant && m_graph.initializerShape(right).size() == 2;
        const DynamicCodes operand = isConstant
            ? m_weights.codesOf(right, {m_config.weightType, false, m_config.perChannel && isMatrix})
            : activation(right);
        multiply(position, "MatMulInteger", activation(node.inputAt(0)), operand, 1.0F, {});
    }

    void gemm(std::size_t position)
    {
        const Node& node = m_graph.nodes()[position];
        const std::string bias = node.inputAt(2);
        const float beta = m_graph.floatAttribute(position, "beta", 1.0F);
        std::string scaledBias = bias;
        if (!bias.empty() && beta != 1.0F) {
            std::vector<float> values = m_graph.initializerFloats(bias);
            for (float& value : values)
                value *= beta;
            scaledBias = constant(bias + "_scaled", m_graph.initializerShape(bias), values);
        }
        const bool transposed = m_graph.intAttribute(position, "transB", 0) != 0;
        const DynamicCodes weight =
            m_weights.codesOf(node.inputAt(1), {m_config.weightType, transposed, m_config.perChannel});
        const float alpha = m_graph.floatAttribute(position, "alpha", 1.0F);
        multiply(position, "MatMulInteger", activation(node.inputAt(0)), weight, alpha, scaledBias);
    }

    void gather(std::size_t position)
    {
        const Node& node = m_graph.nodes()[position];
        const DynamicCodes table = m_weights.codesOf(node.inputAt(0), {m_config.weightType, false, false});
        const std::string output = node.outputAt(0);
        const std::string codes = m_rewriter.uniqueName(output + "_quantized");
        m_rewriter.setInput(position, 0, table.codes);
        m_rewriter.setOutput(position, 0, codes);
        m_nodes.addDequantize(output, "", codes, output, {table.scale, table.zeroPoint});
    }

    /// Writes the integer product, and what makes real values of it.
    void multiply(std::size_t position, const std::string& opType, const DynamicCodes& left, const DynamicCodes& right,
                  float factor, const std::string& bias)
    {
        const Node& node = m_graph.nodes()[position];
        const std::string output = node.outputAt(0);
        std::string rightScale = right.scale;
        if (factor != 1.0F) {
            std::vector<float> scale = m_weights.elementsOfScale(right.scale);
            for (float& one : scale)
                one *= factor;
            const Shape shape = scale.size() == 1 ? Shape{} : Shape{static_cast<std::int64_t>(scale.size())};
            rightScale = constant(right.scale + "_" + node.name, shape, scale);
        }
        const std::string step = add("Mul", node.name + "_quant_scales_mul", {left.scale, rightScale}, {});
        const std::string sum = m_rewriter.uniqueName(output + "_output_quantized");
        const std::vector<std::string> inputs{left.codes, right.codes, left.zeroPoint, right.zeroPoint};
        if (opType == "ConvInteger") {
            m_rewriter.setOperatorType(position, opType); // with the attributes of the convolution
            for (std::size_t i = 0; i < inputs.size(); ++i) {
                if (i < node.inputs.size())
                    m_rewriter.setInput(position, i, inputs[i]);
                else
                    m_rewriter.addInput(position, inputs[i]);
            }
            m_rewriter.setOutput(position, 0, sum);
        } else {
            m_rewriter.replaceNode(position, {opType, "", node.name, inputs, {sum}});
        }
        const std::string real = m_rewriter.uniqueName(output + "_output_quantized_cast_output");
        m_rewriter.addNode({"Cast",
                            "",
                            m_rewriter.uniqueName(sum + "_cast"),
                            {sum},
                            {real},
                            {{"to", static_cast<std::int64_t>(DataType::Float)}}});
        const std::string name = node.name + "_quant_output_scale_mul";
        if (bias.empty())
            add("Mul", name, {real, step}, output);
        else
            add("Add", output + "_bias_add", {add("Mul", name, {real, step}, {}), bias}, output);
    }

    /// Adds an operator and returns the value that it gives: @p output, or a name like the node's.
    std::string add(const std::string& opType, const std::string& name, const std::vector<std::string>& inputs,
                    const std::string& output)
    {
        const std::string value = output.empty() ? m_rewriter.uniqueName(name + "_output") : output;
        m_rewriter.addNode({opType, "", m_rewriter.uniqueName(name), inputs, {value}});
        return value;
    }

    std::string constant(const std::string& wanted, const Shape& shape, const std::vector<float>& values)
    {
        const std::string name = m_rewriter.uniqueName(wanted);
        m_rewriter.addInitializer(name, DataType::Float, shape, std::as_bytes(std::span(values)));
        return name;
    }

    /// A value that is quantized while the model runs, once for all its readers.
    const DynamicCodes& activation(const std::string& value)
    {
        const auto known = m_activations.find(value);
        if (known != m_activations.end())
            return known->second;
        const DynamicCodes names{m_rewriter.uniqueName(value + "_quantized"), m_rewriter.uniqueName(value + "_scale"),
                                 m_rewriter.uniqueName(value + "_zero_point")};
        m_rewriter.addNode({"DynamicQuantizeLinear",
                            "",
                            m_rewriter.uniqueName(value + "_QuantizeLinear"),
                            {value},
                            {names.codes, names.scale, names.zeroPoint}});
        return m_activations.emplace(value, names).first->second;
    }

    const Graph& m_graph;
    GraphRewriter& m_rewriter;
    const QuantConfig& m_config;
    QdqNodes m_nodes;
    DynamicWeights m_weights;
    std::map<std::string, DynamicCodes> m_activations;
};

} // namespace

std::optional<DynamicOperands> dynamicOperands(const Graph& graph, const QuantConfig& config, std::size_t position)
{
    const Node& node = graph.nodes()[position];
    const std::string left = node.inputAt(0);
    const std::string right = node.inputAt(1);
    if (!node.isStandard())
        return std::nullopt;
    if (node.opType == "Gather")
        return isFloatConstant(graph, left) ? std::optional(DynamicOperands{{}, left, config.weightType})
                                            : std::nullopt;
    if (!isComputedFloat(graph, left))
        return std::nullopt;
    if (node.opType == "Conv") {
        const std::string bias = node.inputAt(2);
        const bool canBeDone = isFloatConstant(graph, right) && (bias.empty() || isFloatConstant(graph, bias))
            && graph.initializerShape(right).size() >= 3;
        return canBeDone ? std::optional(DynamicOperands{{left}, right, DataType::UInt8}) : std::nullopt;
    }
    if (node.opType == "MatMul" && isFloatConstant(graph, right))
        return DynamicOperands{{left}, right, config.weightType};
    if (node.opType == "MatMul" && isComputedFloat(graph, right))
        return DynamicOperands{{left, right}, {}, config.weightType};
    if (node.opType == "Gemm" && canDoGemm(graph, position))
        return DynamicOperands{{left}, right, config.weightType};
    return std::nullopt;
}

Result<QuantizedGraph> quantizeDynamically(Model model, const QuantConfig& config,
                                           const std::vector<std::size_t>& selected)
{
    if (config.weightType != DataType::Int8 && config.weightType != DataType::UInt8) {
        return Error{ErrorCode::ConfigRefused,
                     "Dynamic quantization takes weights of 8 bits, not " + std::string(dataTypeName(config.weightType))
                         + "; set WeightType to UInt8 or Int8.",
                     "WeightType"};
    }
    if (model.opset() < kFirstDynamicOpset) {
        return Error{ErrorCode::ConfigRefused,
                     "Dynamic quantization needs opset 11 (DynamicQuantizeLinear), and the model could be brought to "
                     "opset "
                         + std::to_string(model.opset()) + " only; quantize it with calibration data instead.",
                     {}};
    }
    GraphRewriter rewriter(std::move(model));
    const Graph graph(rewriter.model());
    DynamicQuantizer quantizer(graph, rewriter, config);
    bool any = false;
    for (const std::size_t position : selected)
        any = quantizer.quantize(position) || any;
    if (!any) {
        return Error{
            ErrorCode::ModelRefused,
            "Nothing in this model would be quantized: no Conv, Gemm, MatMul or Gather with a constant weight is "
            "left.",
            {}};
    }
    Result<Model> finished = rewriter.finish();
    if (!finished)
        return finished.error();
    return QuantizedGraph{std::move(*finished), quantizer.takeTensors(), {}};
}

} // namespace quantiscope
