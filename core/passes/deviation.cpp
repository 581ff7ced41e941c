// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/passes/deviation.h"

#include "core/passes/patterns.h"

namespace quantiscope {

bool isMeanOf(const Graph& graph, const std::string& value, const std::string& source, MeanKind kind)
{
    const auto shape = shapeOf(graph, source);
    if (!shape || shape->empty() || (kind == MeanKind::HeightAndWidth && shape->size() != 4))
        return false;
    if (const auto pool = makerOf(graph, value, "GlobalAveragePool"))
        return kind == MeanKind::HeightAndWidth && graph.nodes()[*pool].inputs[0] == source;
    const auto mean = makerOf(graph, value, "ReduceMean");
    if (!mean || graph.nodes()[*mean].inputs[0] != source || graph.intAttribute(*mean, "keepdims", 1) == 0)
        return false;
    const auto last = static_cast<std::int64_t>(shape->size()) - 1;
    const std::vector<std::int64_t> wanted =
        kind == MeanKind::LastAxis ? std::vector<std::int64_t>{last} : std::vector<std::int64_t>{2, 3};
    return axesOf(graph, *mean, shape->size()) == wanted;
}

bool isCentred(const Graph& graph, const std::string& value, const std::string& source, MeanKind kind)
{
    const auto difference = makerOf(graph, value, "Sub");
    return difference && graph.nodes()[*difference].inputs[0] == source
        && isMeanOf(graph, graph.nodes()[*difference].inputs[1], source, kind);
}

std::optional<std::string> squaredBy(const Graph& graph, const std::string& value)
{
    if (const auto product = makerOf(graph, value, "Mul")) {
        const Node& node = graph.nodes()[*product];
        if (node.inputs[0] == node.inputs[1])
            return node.inputs[0];
    }
    if (const auto power = makerOf(graph, value, "Pow")) {
        if (scalarOf(graph, graph.nodes()[*power].inputs[1]) == 2.0F)
            return graph.nodes()[*power].inputs[0];
    }
    return std::nullopt;
}

std::optional<Deviation> readDeviation(const Graph& graph, const std::string& value, MeanKind kind)
{
    const auto root = makerOf(graph, value, "Sqrt");
    const auto sum = root ? makerOf(graph, graph.nodes()[*root].inputs[0], "Add") : std::nullopt;
    if (!sum)
        return std::nullopt;
    const Node& addition = graph.nodes()[*sum];
    const std::size_t constant = graph.isInitializer(addition.inputs[0]) ? 0 : 1;
    const auto epsilon = scalarOf(graph, addition.inputs[constant]);
    const std::string& variance = addition.inputs[1 - constant];
    const auto mean = graph.producerOf(variance);
    if (!epsilon || !mean || graph.nodes()[*mean].inputs.empty())
        return std::nullopt;
    const std::string& squares = graph.nodes()[*mean].inputs[0];
    const auto centred = squaredBy(graph, squares);
    const auto difference = centred ? makerOf(graph, *centred, "Sub") : std::nullopt;
    if (!difference)
        return std::nullopt;
    const std::string& source = graph.nodes()[*difference].inputs[0];
    if (!isMeanOf(graph, variance, squares, kind) || !isCentred(graph, *centred, source, kind))
        return std::nullopt;
    return Deviation{source, *epsilon};
}

std::optional<std::string> reciprocalOf(const Graph& graph, const std::string& value)
{
    if (const auto reciprocal = makerOf(graph, value, "Reciprocal"))
        return graph.nodes()[*reciprocal].inputs[0];
    const auto quotient = makerOf(graph, value, "Div");
    if (quotient && scalarOf(graph, graph.nodes()[*quotient].inputs[0]) == 1.0F)
        return graph.nodes()[*quotient].inputs[1];
    return std::nullopt;
}

std::vector<Quotient> quotientsOf(const Graph& graph, std::size_t i)
{
    const Node& node = graph.nodes()[i];
    if (isOperator(graph, i, "Div"))
        return {{node.inputs[0], node.inputs[1]}};
    std::vector<Quotient> quotients;
    if (!isOperator(graph, i, "Mul"))
        return quotients;
    for (const std::size_t factor : {0U, 1U}) {
        if (const auto denominator = reciprocalOf(graph, node.inputs[factor]))
            quotients.push_back({node.inputs[1 - factor], *denominator});
    }
    return quotients;
}

} // namespace quantiscope
