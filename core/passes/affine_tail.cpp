// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/passes/affine_tail.h"

#include "core/passes/patterns.h"

namespace quantiscope {

std::optional<std::vector<float>> perChannel(const Graph& graph, const std::string& value, std::size_t rank,
                                             std::size_t axis, std::size_t channels)
{
    if (!graph.isInitializer(value) || !isFloat32(graph, value))
        return std::nullopt;
    const Shape& shape = graph.initializerShape(value);
    const auto count = elementCount(shape);
    if (!count || shape.size() > rank)
        return std::nullopt;
    std::vector<float> elements = graph.initializerFloats(value);
    if (*count == 1)
        return std::vector<float>(channels, elements[0]);
    const std::size_t fromEnd = rank - axis; // the axis counted from the last, which is 1
    const bool isAlongAxis = fromEnd <= shape.size() && *count == channels
        && shape[shape.size() - fromEnd] == static_cast<std::int64_t>(channels);
    return isAlongAxis ? std::optional(std::move(elements)) : std::nullopt;
}

AffineTail readAffineTail(const Graph& graph, std::size_t normalized, std::size_t axis, std::size_t channels)
{
    AffineTail tail{normalized, std::vector<float>(channels, 1.0F), std::vector<float>(channels, 0.0F)};
    const auto shape = shapeOf(graph, graph.nodes()[normalized].outputs[0]);
    if (!shape)
        return tail;
    const auto follow = [&](std::string_view opType, std::vector<float>& parameters) {
        const std::string& value = graph.nodes()[tail.last].outputs[0];
        if (!hasOneReader(graph, value))
            return;
        const std::size_t next = graph.consumersOf(value)[0];
        const auto constant = isOperator(graph, next, opType) ? otherInput(graph, next, value) : std::nullopt;
        auto elements = constant ? perChannel(graph, *constant, shape->size(), axis, channels) : std::nullopt;
        if (!elements)
            return;
        parameters = std::move(*elements);
        tail.last = next;
    };
    follow("Mul", tail.scale);
    follow("Add", tail.bias);
    return tail;
}

} // namespace quantiscope
