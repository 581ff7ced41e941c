// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/multiply_adds.h"

#include <algorithm>
#include <optional>

namespace quantiscope {

namespace {

std::uint64_t elementsOf(const Shape& shape)
{
    return elementCount(shape).value_or(0);
}

/// Extents of a value for one sample; nothing when one is not known.
std::optional<Shape> knownShape(const Graph& graph, const std::string& value)
{
    if (graph.isInitializer(value))
        return graph.initializerShape(value);
    const TensorSpec* spec = graph.spec(value);
    if (!spec || !spec->hasRank)
        return std::nullopt;
    Shape shape = spec->shape;
    if (!shape.empty() && shape[0] == kDynamic)
        shape[0] = 1;
    if (std::find(shape.begin(), shape.end(), kDynamic) != shape.end())
        return std::nullopt;
    return shape;
}

/// Every step multiplies its input by all of @p weights, and the state by all of the node's recurrence weights. Any of
/// its outputs may be missing.
std::uint64_t ofRecurrent(const Graph& graph, const Node& node, const Shape& input, const Shape& weights)
{
    const std::optional<Shape> recurrence = knownShape(graph, node.inputAt(2));
    if (!recurrence || input.size() != 3)
        return 0;
    const std::uint64_t steps = elementsOf({input[0], input[1]}); // of the sequence times the batch, in either layout
    return steps * (elementsOf(weights) + elementsOf(*recurrence));
}

} // namespace

std::uint64_t multiplyAdds(const Graph& graph, std::size_t node)
{
    const Node& at = graph.nodes()[node];
    const std::optional<Shape> left = knownShape(graph, at.inputAt(0));
    const std::optional<Shape> right = knownShape(graph, at.inputAt(1));
    if (!at.isStandard() || !left || !right || left->empty() || right->empty())
        return 0;
    if (at.opType == "LSTM" || at.opType == "GRU" || at.opType == "RNN")
        return ofRecurrent(graph, at, *left, *right);
    const std::optional<Shape> output = knownShape(graph, at.outputAt(0));
    if (!output)
        return 0;
    if (at.opType == "Conv" && (*right)[0] > 0)
        return elementsOf(*output) * (elementsOf(*right) / static_cast<std::uint64_t>((*right)[0]));
    if (at.opType == "ConvTranspose" && (*right)[0] > 0)
        return elementsOf(*left) * (elementsOf(*right) / static_cast<std::uint64_t>((*right)[0]));
    if (at.opType == "MatMul")
        return elementsOf(*output) * static_cast<std::uint64_t>(std::max<std::int64_t>(0, left->back()));
    if (at.opType == "Gemm" && left->size() == 2) {
        const std::int64_t inner = (*left)[graph.intAttribute(node, "transA", 0) != 0 ? 0 : 1];
        return elementsOf(*output) * static_cast<std::uint64_t>(std::max<std::int64_t>(0, inner));
    }
    return 0;
}

} // namespace quantiscope
