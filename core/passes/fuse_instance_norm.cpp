// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/passes/affine_tail.h"
#include "core/passes/deviation.h"
#include "core/passes/passes.h"
#include "core/passes/patterns.h"

namespace quantiscope {

namespace {

constexpr MeanKind kKind = MeanKind::HeightAndWidth;

/// An instance normalization that was found in the graph.
struct Found
{
    Deviation deviation;
    AffineTail tail;
};

std::size_t channelsOf(const Graph& graph, const std::string& value)
{
    const Shape shape = *shapeOf(graph, value); // known: its mean was recognized
    return shape[1] > 0 ? static_cast<std::size_t>(shape[1]) : 0;
}

/// (x − m) / s at node @p i, and what follows.
std::optional<Found> quotientAt(const Graph& graph, std::size_t i)
{
    for (const Quotient& quotient : quotientsOf(graph, i)) {
        const auto deviation = readDeviation(graph, quotient.denominator, kKind);
        if (deviation && isCentred(graph, quotient.numerator, deviation->source, kKind))
            return Found{*deviation, readAffineTail(graph, i, 1, channelsOf(graph, deviation->source))};
    }
    return std::nullopt;
}

/// r = γ · (1 / s), or 1 / s alone; γ goes to @p scale.
std::optional<Deviation> readRate(const Graph& graph, const std::string& rate, std::vector<float>& scale)
{
    if (const auto denominator = reciprocalOf(graph, rate)) {
        auto deviation = readDeviation(graph, *denominator, kKind);
        if (deviation)
            scale.assign(channelsOf(graph, deviation->source), 1.0F);
        return deviation;
    }
    const auto product = makerOf(graph, rate, "Mul");
    if (!product)
        return std::nullopt;
    for (const Quotient& quotient : quotientsOf(graph, *product)) {
        const auto deviation = readDeviation(graph, quotient.denominator, kKind);
        if (!deviation)
            continue;
        auto elements = perChannel(graph, quotient.numerator, 4, 1, channelsOf(graph, deviation->source));
        if (!elements)
            continue;
        scale = std::move(*elements);
        return deviation;
    }
    return std::nullopt;
}

/// x · r + (β − m · r) at the Add @p i.
std::optional<Found> expandedAt(const Graph& graph, std::size_t i)
{
    if (!isOperator(graph, i, "Add"))
        return std::nullopt;
    const Node& sum = graph.nodes()[i];
    for (const std::size_t first : {0U, 1U}) {
        const auto scaled = makerOf(graph, sum.inputs[first], "Mul");
        const auto shift = makerOf(graph, sum.inputs[1 - first], "Sub");
        const auto meanPart = shift ? makerOf(graph, graph.nodes()[*shift].inputs[1], "Mul") : std::nullopt;
        if (!scaled || !meanPart)
            continue;
        for (const std::string& rate : graph.nodes()[*scaled].inputs) {
            Found found{{}, {i, {}, {}}};
            const auto deviation = readRate(graph, rate, found.tail.scale);
            const auto mean = otherInput(graph, *meanPart, rate);
            if (!deviation || !mean || otherInput(graph, *scaled, rate) != deviation->source
                || !isMeanOf(graph, *mean, deviation->source, kKind))
                continue;
            auto bias = perChannel(graph, graph.nodes()[*shift].inputs[0], 4, 1, channelsOf(graph, deviation->source));
            if (!bias)
                continue;
            found.deviation = *deviation;
            found.tail.bias = std::move(*bias);
            return found;
        }
    }
    return std::nullopt;
}

} // namespace

void fuseInstanceNorm(PassRun& run)
{
    const Graph& graph = run.graph();
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        auto found = quotientAt(graph, i);
        if (!found)
            found = expandedAt(graph, i);
        if (!found || !isFloat32(graph, found->deviation.source))
            continue;
        if (found->tail.scale.empty()) {
            run.skip(i, "the number of channels is not known");
            continue;
        }
        const Node& last = run.node(found->tail.last);
        const Shape channels{static_cast<std::int64_t>(found->tail.scale.size())};
        run.edit().replaceNode(
            found->tail.last,
            {"InstanceNormalization",
             "",
             last.name,
             {found->deviation.source, addFloats(run.edit(), last.name + "_scale", channels, found->tail.scale),
              addFloats(run.edit(), last.name + "_bias", channels, found->tail.bias)},
             {last.outputs[0]},
             {{"epsilon", found->deviation.epsilon}}});
        run.countChange();
    }
}

} // namespace quantiscope
