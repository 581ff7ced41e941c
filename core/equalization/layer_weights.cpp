// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/equalization/layer_weights.h"

#include <algorithm>
#include <cmath>

namespace quantiscope {

namespace {

Error unfit(const Node& node, const std::string& reason)
{
    return {ErrorCode::ModelRefused, "'" + node.name + "' (" + node.opType + ") " + reason, node.name};
}

/// Is @p value a float32 initializer that one node reads, once?
bool isOwnFloats(const Graph& graph, const std::string& value)
{
    const TensorSpec* spec = graph.spec(value);
    return graph.isInitializer(value) && spec && spec->type == DataType::Float && graph.consumersOf(value).size() == 1
        && !graph.isUsedBySubgraph(value) && !graph.isGraphOutput(value);
}

/// Fills in sizes and strides; false when the shape does not fit the operator.
bool layOut(const Graph& graph, std::size_t node, LayerWeights& layer)
{
    const Shape& shape = layer.weightShape = graph.initializerShape(layer.weightName);
    if (shape.size() < 2 || layer.weight.empty())
        return false;
    const auto first = static_cast<std::size_t>(shape[0]);
    const auto second = static_cast<std::size_t>(shape[1]);
    if (graph.nodes()[node].opType == "Gemm") {
        if (shape.size() != 2)
            return false;
        const bool transposed = graph.intAttribute(node, "transB", 0) != 0;
        layer.outputs = transposed ? first : second;
        layer.inputsPerGroup = transposed ? second : first;
        layer.outputStride = transposed ? second : 1;
        layer.inputStride = transposed ? 1 : second;
        return true;
    }
    const std::int64_t groups = graph.intAttribute(node, "group", 1);
    if (groups < 1 || static_cast<std::size_t>(groups) > first || first % static_cast<std::size_t>(groups) != 0)
        return false;
    layer.groups = static_cast<std::size_t>(groups);
    layer.outputs = first;
    layer.inputsPerGroup = second;
    layer.kernel = layer.weight.size() / (first * second);
    layer.outputStride = second * layer.kernel;
    layer.inputStride = layer.kernel;
    return true;
}

} // namespace

std::vector<double> LayerWeights::outputMagnitudes() const
{
    std::vector<double> largest(outputs, 0.0);
    forEach([&](std::size_t output, std::size_t, std::size_t index) {
        largest[output] = std::max<double>(largest[output], std::abs(weight[index]));
    });
    return largest;
}

std::vector<double> LayerWeights::inputMagnitudes() const
{
    std::vector<double> largest(inputs(), 0.0);
    forEach([&](std::size_t, std::size_t input, std::size_t index) {
        largest[input] = std::max<double>(largest[input], std::abs(weight[index]));
    });
    return largest;
}

void LayerWeights::scaleOutputs(std::span<const double> factors)
{
    forEach([&](std::size_t output, std::size_t, std::size_t index) {
        weight[index] = static_cast<float>(weight[index] * factors[output]);
    });
    for (std::size_t output = 0; output < bias.size(); ++output)
        bias[output] = static_cast<float>(bias[output] * factors[output]);
}

void LayerWeights::divideInputs(std::span<const double> factors)
{
    forEach([&](std::size_t, std::size_t input, std::size_t index) {
        weight[index] = static_cast<float>(weight[index] / factors[input]);
    });
}

Result<LayerWeights> layerWeights(const Graph& graph, std::size_t position)
{
    const Node& node = graph.nodes()[position];
    if (!node.isStandard() || (node.opType != "Conv" && node.opType != "Gemm"))
        return unfit(node, "is no Conv or Gemm.");
    LayerWeights layer;
    layer.node = node.name;
    layer.weightName = node.inputAt(1);
    layer.biasName = node.inputAt(2);
    if (!isOwnFloats(graph, layer.weightName))
        return unfit(node, "has a weight that is computed, shared with another reader or not float32.");
    if (!layer.biasName.empty() && !isOwnFloats(graph, layer.biasName))
        return unfit(node, "has a bias that is computed, shared with another reader or not float32.");
    layer.weight = graph.initializerFloats(layer.weightName);
    if (!layOut(graph, position, layer))
        return unfit(node, "has a weight of an unexpected shape.");
    if (node.opType == "Gemm" && graph.intAttribute(position, "transA", 0) != 0)
        return unfit(node, "reads its input transposed.");
    if (!layer.biasName.empty()) {
        layer.bias = graph.initializerFloats(layer.biasName);
        const Shape& shape = layer.biasShape = graph.initializerShape(layer.biasName);
        if (layer.bias.size() != layer.outputs || shape.empty()
            || static_cast<std::size_t>(shape.back()) != layer.outputs)
            return unfit(node, "has a bias that is not one value per output channel.");
    }
    return layer;
}

} // namespace quantiscope
