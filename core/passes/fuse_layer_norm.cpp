// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/passes/affine_tail.h"
#include "core/passes/deviation.h"
#include "core/passes/passes.h"
#include "core/passes/patterns.h"

namespace quantiscope {

namespace {

constexpr int kOpset = 17;

std::optional<Deviation> normalizationAt(const Graph& graph, std::size_t i)
{
    for (const Quotient& quotient : quotientsOf(graph, i)) {
        const auto deviation = readDeviation(graph, quotient.denominator, MeanKind::LastAxis);
        if (deviation && isCentred(graph, quotient.numerator, deviation->source, MeanKind::LastAxis))
            return deviation;
    }
    return std::nullopt;
}

} // namespace

void fuseLayerNorm(PassRun& run)
{
    const Graph& graph = run.graph();
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        const auto deviation = normalizationAt(graph, i);
        if (!deviation || !isFloat32(graph, deviation->source))
            continue;
        if (graph.opset() < kOpset) {
            run.skip(i, "LayerNormalization needs opset 17, the model has " + std::to_string(graph.opset()));
            continue;
        }
        const Shape shape = *shapeOf(graph, deviation->source);
        if (shape.back() < 1) {
            run.skip(i, "the length of the normalized axis is not known");
            continue;
        }
        const AffineTail tail = readAffineTail(graph, i, shape.size() - 1, static_cast<std::size_t>(shape.back()));
        const Node& last = run.node(tail.last);
        const Shape channels{shape.back()};
        run.edit().replaceNode(tail.last,
                               {"LayerNormalization",
                                "",
                                last.name,
                                {deviation->source, addFloats(run.edit(), last.name + "_scale", channels, tail.scale),
                                 addFloats(run.edit(), last.name + "_bias", channels, tail.bias)},
                                {last.outputs[0]},
                                {{"axis", std::int64_t(-1)}, {"epsilon", deviation->epsilon}}});
        run.countChange();
    }
}

} // namespace quantiscope
