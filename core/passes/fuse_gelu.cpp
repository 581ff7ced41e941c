// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/passes/passes.h"
#include "core/passes/patterns.h"

#include <cmath>

namespace quantiscope {

namespace {

constexpr int kOpset = 20;
constexpr float kRootOfTwo = 1.41421356F;

bool isNear(const std::optional<float>& number, float wanted)
{
    return number && std::abs(*number - wanted) <= 1e-5F * wanted;
}

/// x of a value 1 + erf(x / √2).
std::optional<std::string> readErrorFunction(const Graph& graph, const std::string& value)
{
    const auto sum = makerOf(graph, value, "Add");
    if (!sum)
        return std::nullopt;
    const Node& addition = graph.nodes()[*sum];
    const std::size_t constant = graph.isInitializer(addition.inputs[0]) ? 0 : 1;
    const auto erf = makerOf(graph, addition.inputs[1 - constant], "Erf");
    if (!erf || scalarOf(graph, addition.inputs[constant]) != 1.0F)
        return std::nullopt;
    const std::string& scaled = graph.nodes()[*erf].inputs[0];
    if (const auto quotient = makerOf(graph, scaled, "Div")) {
        const Node& node = graph.nodes()[*quotient];
        return isNear(scalarOf(graph, node.inputs[1]), kRootOfTwo) ? std::optional(node.inputs[0]) : std::nullopt;
    }
    const auto product = makerOf(graph, scaled, "Mul");
    if (!product)
        return std::nullopt;
    for (const std::string& factor : graph.nodes()[*product].inputs) {
        if (isNear(scalarOf(graph, factor), 1.0F / kRootOfTwo))
            return otherInput(graph, *product, factor);
    }
    return std::nullopt;
}

/// The three factors of node @p i: one input, and the two of the Mul that makes the other one.
std::vector<std::string> threeFactors(const Graph& graph, std::size_t i, std::size_t inner)
{
    const Node& node = graph.nodes()[i];
    const auto product = makerOf(graph, node.inputs[inner], "Mul");
    if (!product)
        return {};
    const Node& second = graph.nodes()[*product];
    return {node.inputs[1 - inner], second.inputs[0], second.inputs[1]};
}

/// x when @p factors are ½, x and 1 + erf(x / √2).
std::optional<std::string> readGelu(const Graph& graph, std::vector<std::string> factors)
{
    const auto half = std::find_if(factors.begin(), factors.end(),
                                   [&](const std::string& factor) { return scalarOf(graph, factor) == 0.5F; });
    if (half == factors.end())
        return std::nullopt;
    factors.erase(half);
    for (const std::size_t first : {0U, 1U}) {
        const auto source = readErrorFunction(graph, factors[first]);
        if (source && *source == factors[1 - first])
            return source;
    }
    return std::nullopt;
}

} // namespace

void fuseGelu(PassRun& run)
{
    const Graph& graph = run.graph();
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        if (!isOperator(graph, i, "Mul"))
            continue;
        std::optional<std::string> source;
        for (const std::size_t inner : {0U, 1U}) {
            if (!source)
                source = readGelu(graph, threeFactors(graph, i, inner));
        }
        if (!source)
            continue;
        if (graph.opset() < kOpset) {
            run.skip(i, "Gelu needs opset 20, the model has " + std::to_string(graph.opset()));
            continue;
        }
        const Node& last = run.node(i);
        run.edit().replaceNode(i, {"Gelu", "", last.name, {*source}, {last.outputs[0]}});
        run.countChange();
    }
}

} // namespace quantiscope
