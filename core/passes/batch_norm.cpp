// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/passes/batch_norm.h"

#include "core/passes/patterns.h"

#include <array>
#include <cmath>

namespace quantiscope {

namespace {

Error because(const std::string& reason)
{
    return {ErrorCode::InvalidArgument, reason, {}};
}

/// Where a weight's element belongs to which output channel: the weight is seen as [outer, groups, inner…].
struct ChannelLayout
{
    std::size_t channels = 0;
    std::vector<std::size_t> channelOfBlock; ///< blocks of equal channel, in memory order
};

std::size_t extent(const Shape& shape, std::size_t axis)
{
    return static_cast<std::size_t>(shape[axis]);
}

/// @p node must have a constant weight of a valid rank.
ChannelLayout layoutOf(const Graph& graph, std::size_t node)
{
    const Shape& shape = graph.initializerShape(graph.nodes()[node].inputs[1]);
    const std::string& type = graph.nodes()[node].opType;
    ChannelLayout layout;
    if (type == "Conv" || (type == "Gemm" && graph.intAttribute(node, "transB", 0) != 0)) {
        layout.channels = extent(shape, 0);
        for (std::size_t c = 0; c < layout.channels; ++c)
            layout.channelOfBlock.push_back(c);
        return layout;
    }
    // Gemm [in, out]; ConvTranspose [in, out / groups, kernel…], the inputs split evenly among the groups.
    const std::int64_t groups = type == "ConvTranspose" ? graph.intAttribute(node, "group", 1) : 1;
    const std::size_t rows = extent(shape, 0);
    const std::size_t columns = extent(shape, 1);
    if (groups < 1 || rows % static_cast<std::size_t>(groups) != 0)
        return layout;
    layout.channels = columns * static_cast<std::size_t>(groups);
    const std::size_t rowsOfGroup = rows / static_cast<std::size_t>(groups);
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t column = 0; column < columns; ++column)
            layout.channelOfBlock.push_back(row / rowsOfGroup * columns + column);
    }
    return layout;
}

/// Gemm's C can be folded when it is one number, or one for each column.
bool isBiasPerColumn(const Shape& shape, std::size_t channels)
{
    const auto count = elementCount(shape);
    if (!count || shape.size() > 2 || (shape.size() == 2 && shape[0] != 1))
        return false;
    return *count == 1 || (*count == channels && shape.back() == static_cast<std::int64_t>(channels));
}

bool isShared(const Graph& graph, const std::string& value)
{
    return !hasOneReader(graph, value);
}

void store(PassRun& run, std::size_t node, std::size_t input, const Shape& shape, const std::vector<float>& values)
{
    const std::string& name = run.node(node).inputs[input];
    if (isShared(run.graph(), name))
        run.edit().setInput(node, input, addFloats(run.edit(), name + "_" + run.node(node).name, shape, values));
    else
        run.edit().setInitializer(name, DataType::Float, shape, std::as_bytes(std::span(values)));
}

} // namespace

Result<ChannelMap> readBatchNorm(const Graph& graph, std::size_t node)
{
    const Node& bn = graph.nodes()[node];
    if (bn.inputs.size() != 5)
        return because("it does not have five inputs");
    if (graph.intAttribute(node, "training_mode", 0) != 0)
        return because("it is in training mode");
    for (std::size_t i = 1; i < bn.outputs.size(); ++i) {
        if (!bn.outputs[i].empty())
            return because("its statistics are outputs");
    }
    std::array<std::vector<float>, 4> parameters; // γ, β, μ, σ²
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const std::string& name = bn.inputs[i + 1];
        if (!graph.isInitializer(name) || !isFloat32(graph, name) || graph.initializerShape(name).size() != 1)
            return because("'" + name + "' is not a float32 constant with one element for each channel");
        parameters[i] = graph.initializerFloats(name);
        if (parameters[i].size() != parameters[0].size())
            return because("its parameters are of different lengths");
    }
    const double epsilon = graph.floatAttribute(node, "epsilon", 1e-5F);
    ChannelMap map;
    for (std::size_t c = 0; c < parameters[0].size(); ++c) {
        map.multiplier.push_back(parameters[0][c] / std::sqrt(double(parameters[3][c]) + epsilon));
        map.offset.push_back(parameters[1][c] - parameters[2][c] * map.multiplier.back());
        if (!std::isfinite(map.multiplier.back()) || !std::isfinite(map.offset.back()))
            return because("a channel's variance gives no finite factor");
    }
    return map;
}

std::string hindranceToFold(const Graph& graph, std::size_t node, std::size_t channels)
{
    const Node& target = graph.nodes()[node];
    const std::string name = "'" + target.name + "' (" + target.opType + ")";
    const bool isGemm = isOperator(graph, node, "Gemm");
    if (!isGemm && !isOperator(graph, node, "Conv") && !isOperator(graph, node, "ConvTranspose"))
        return "the " + graph.nodes()[node].opType + " before it is no Conv, ConvTranspose or Gemm";
    const std::string weight = target.inputAt(1);
    if (!graph.isInitializer(weight) || !isFloat32(graph, weight))
        return "the weight of " + name + " is not a float32 constant";
    const std::size_t rank = graph.initializerShape(weight).size();
    if (isGemm ? rank != 2 : rank < 3)
        return "the weight of " + name + " has an unusual rank";
    if (layoutOf(graph, node).channels != channels || channels == 0)
        return name + " has another number of output channels";
    const std::string bias = target.inputAt(2);
    if (bias.empty())
        return {};
    if (!graph.isInitializer(bias) || !isFloat32(graph, bias))
        return "the bias of " + name + " is not a float32 constant";
    const Shape& shape = graph.initializerShape(bias);
    const bool fits = isGemm ? isBiasPerColumn(shape, channels)
                             : shape.size() == 1 && shape[0] == static_cast<std::int64_t>(channels);
    return fits ? std::string() : "the bias of " + name + " is not one number for each channel";
}

void foldInto(PassRun& run, std::size_t node, std::span<const double> multiplier, std::span<const double> offset)
{
    const Graph& graph = run.graph();
    const Node& target = run.node(node);
    const ChannelLayout layout = layoutOf(graph, node);
    std::vector<float> weight = graph.initializerFloats(target.inputs[1]);
    const std::size_t blockSize = layout.channelOfBlock.empty() ? 0 : weight.size() / layout.channelOfBlock.size();
    for (std::size_t i = 0; i < weight.size(); ++i)
        weight[i] = static_cast<float>(weight[i] * multiplier[layout.channelOfBlock[i / blockSize]]);
    store(run, node, 1, graph.initializerShape(target.inputs[1]), weight);

    const bool isGemm = target.opType == "Gemm";
    const double beta = isGemm ? graph.floatAttribute(node, "beta", 1.0F) : 1.0;
    const std::string oldBias = target.inputAt(2);
    const std::vector<float> before = graph.initializerFloats(oldBias);
    std::vector<float> bias(offset.size());
    for (std::size_t c = 0; c < bias.size(); ++c) {
        const double old = before.empty() ? 0.0 : beta * before[before.size() == 1 ? 0 : c];
        bias[c] = static_cast<float>(old * multiplier[c] + offset[c]);
    }
    if (isGemm)
        run.edit().setAttribute(node, "beta", 1.0F);
    const Shape shape{static_cast<std::int64_t>(bias.size())};
    if (!oldBias.empty())
        return store(run, node, 2, shape, bias);
    const std::string name = addFloats(run.edit(), target.name + "_bias", shape, bias);
    if (target.inputs.size() == 3)
        run.edit().setInput(node, 2, name);
    else
        run.edit().addInput(node, name);
}

} // namespace quantiscope
