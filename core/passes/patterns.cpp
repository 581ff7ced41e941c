// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/passes/patterns.h"

#include <algorithm>

namespace quantiscope {

bool isOperator(const Graph& graph, std::size_t i, std::string_view opType)
{
    const Node& node = graph.nodes()[i];
    return node.isStandard() && node.opType == opType;
}

std::optional<std::size_t> makerOf(const Graph& graph, const std::string& value, std::string_view opType)
{
    const auto producer = graph.producerOf(value);
    if (!producer || !isOperator(graph, *producer, opType) || graph.nodes()[*producer].outputs[0] != value)
        return std::nullopt;
    return producer;
}

bool hasOneReader(const Graph& graph, const std::string& value)
{
    return graph.consumersOf(value).size() == 1 && !graph.isGraphOutput(value) && !graph.isUsedBySubgraph(value);
}

bool isFloat32(const Graph& graph, const std::string& value)
{
    const TensorSpec* spec = graph.spec(value);
    return spec && spec->type == DataType::Float;
}

std::optional<Shape> shapeOf(const Graph& graph, const std::string& value)
{
    const TensorSpec* spec = graph.spec(value);
    if (!spec || !spec->hasRank)
        return std::nullopt;
    return spec->shape;
}

std::optional<float> scalarOf(const Graph& graph, const std::string& value)
{
    if (!graph.isInitializer(value) || !isFloat32(graph, value) || graph.initializerShape(value).size() > 1)
        return std::nullopt;
    if (elementCount(graph.initializerShape(value)) != std::size_t(1))
        return std::nullopt;
    return graph.initializerFloats(value)[0];
}

std::optional<std::string> otherInput(const Graph& graph, std::size_t i, const std::string& value)
{
    const Node& node = graph.nodes()[i];
    if (node.inputs.size() != 2 || (node.inputs[0] == value) == (node.inputs[1] == value))
        return std::nullopt;
    return node.inputs[node.inputs[0] == value ? 1 : 0];
}

std::optional<std::vector<std::int64_t>> axesOf(const Graph& graph, std::size_t i, std::size_t rank)
{
    std::optional<std::vector<std::int64_t>> axes = graph.intsAttribute(i, "axes");
    if (!axes)
        axes = graph.initializerInts(graph.nodes()[i].inputAt(1));
    if (!axes)
        return std::nullopt;
    const auto count = static_cast<std::int64_t>(rank);
    for (std::int64_t& axis : *axes) {
        if (axis < -count || axis >= count)
            return std::nullopt;
        axis += axis < 0 ? count : 0;
    }
    std::sort(axes->begin(), axes->end());
    return axes;
}

std::string addFloats(GraphRewriter& rewriter, const std::string& wanted, std::span<const std::int64_t> shape,
                      std::span<const float> values)
{
    std::string name = rewriter.uniqueName(wanted);
    rewriter.addInitializer(name, DataType::Float, shape, std::as_bytes(values));
    return name;
}

std::string addInts(GraphRewriter& rewriter, const std::string& wanted, std::span<const std::int64_t> values)
{
    std::string name = rewriter.uniqueName(wanted);
    const Shape shape{static_cast<std::int64_t>(values.size())};
    rewriter.addInitializer(name, DataType::Int64, shape, std::as_bytes(values));
    return name;
}

} // namespace quantiscope
