// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/equalization/layer_weights.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

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
    const std::optional<std::size_t> count = elementCount(shape);
    if (shape.size() < 2 || !count || *count == 0)
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
    layer.kernel = *count / (first * second);
    layer.outputStride = second * layer.kernel;
    layer.inputStride = layer.kernel;
    return true;
}

} // namespace

std::vector<float> LayerWeights::byElement(std::span<const float> byChannel) const
{
    if (!hasOutputRows())
        return {byChannel.begin(), byChannel.end()};
    std::vector<float> result;
    result.reserve(byChannel.size() * kernel);
    for (const float number : byChannel)
        result.insert(result.end(), kernel, number);
    return result;
}

std::vector<double> LayerWeights::outputMagnitudes() const
{
    return hasOutputRows() ? rowMagnitudes() : elementMagnitudes();
}

std::vector<double> LayerWeights::inputMagnitudes() const
{
    if (!hasOutputRows())
        return rowMagnitudes();
    const std::vector<double> elements = elementMagnitudes();
    std::vector<double> largest;
    for (auto first = elements.begin(); first != elements.end(); first += static_cast<std::ptrdiff_t>(kernel))
        largest.push_back(*std::max_element(first, first + static_cast<std::ptrdiff_t>(kernel)));
    return largest;
}

std::vector<double> LayerWeights::rowMagnitudes() const
{
    std::vector<double> largest;
    largest.reserve(rows());
    for (std::size_t r = 0; r < rows(); ++r) {
        const std::span<const float> numbers = row(r);
        std::array<float, 8> lanes{}; // a single maximum would wait for itself
        std::size_t j = 0;
        for (; j + lanes.size() <= numbers.size(); j += lanes.size()) {
            for (std::size_t lane = 0; lane < lanes.size(); ++lane)
                lanes[lane] = std::max(lanes[lane], std::abs(numbers[j + lane]));
        }
        for (; j < numbers.size(); ++j)
            lanes[0] = std::max(lanes[0], std::abs(numbers[j]));
        largest.push_back(*std::max_element(lanes.begin(), lanes.end()));
    }
    return largest;
}

std::vector<double> LayerWeights::elementMagnitudes() const
{
    std::vector<float> largest(hasOutputRows() ? inputs() * kernel : outputs, 0.0F);
    for (std::size_t r = 0; r < rows(); ++r) {
        const std::span<const float> numbers = row(r);
        float* const element = largest.data() + elementsOf(r);
        for (std::size_t j = 0; j < numbers.size(); ++j)
            element[j] = std::max(element[j], std::abs(numbers[j]));
    }
    return {largest.begin(), largest.end()};
}

Result<LayerWeights> layerSizes(const Graph& graph, std::size_t position)
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
    if (!layOut(graph, position, layer))
        return unfit(node, "has a weight of an unexpected shape.");
    if (node.opType == "Gemm" && graph.intAttribute(position, "transA", 0) != 0)
        return unfit(node, "reads its input transposed.");
    if (!layer.biasName.empty()) {
        const Shape& shape = layer.biasShape = graph.initializerShape(layer.biasName);
        if (elementCount(shape) != layer.outputs || shape.empty()
            || static_cast<std::size_t>(shape.back()) != layer.outputs)
            return unfit(node, "has a bias that is not one value per output channel.");
    }
    return layer;
}

Result<LayerWeights> layerWeights(const Graph& graph, std::size_t node)
{
    Result<LayerWeights> layer = layerSizes(graph, node);
    if (!layer)
        return layer;
    layer->weight = graph.initializerFloats(layer->weightName);
    if (!layer->biasName.empty())
        layer->bias = graph.initializerFloats(layer->biasName);
    return layer;
}

} // namespace quantiscope
