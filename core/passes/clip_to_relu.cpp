// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/clip_bounds.h"
#include "core/passes/passes.h"
#include "core/passes/patterns.h"

#include <algorithm>
#include <limits>

namespace quantiscope {

namespace {

/// The largest value that the QuantizeLinear at @p node lets through; nothing when its parameters are not constants of
/// one element each.
std::optional<double> highestOf(const Graph& graph, std::size_t node)
{
    const Node& quantize = graph.nodes()[node];
    const auto scale = scalarOf(graph, quantize.inputAt(1));
    const auto zeroPoint = graph.initializerInts(quantize.inputAt(2));
    const TensorSpec* spec = graph.spec(quantize.outputs[0]);
    if (!scale || !zeroPoint || zeroPoint->size() != 1 || !spec)
        return std::nullopt;
    std::int64_t most = 0;
    switch (spec->type) {
    case DataType::UInt8:
        most = std::numeric_limits<std::uint8_t>::max();
        break;
    case DataType::Int8:
        most = std::numeric_limits<std::int8_t>::max();
        break;
    case DataType::UInt16:
        most = std::numeric_limits<std::uint16_t>::max();
        break;
    case DataType::Int16:
        most = std::numeric_limits<std::int16_t>::max();
        break;
    default:
        return std::nullopt;
    }
    return double(*scale) * static_cast<double>(most - (*zeroPoint)[0]);
}

/// Why the Clip at @p node cannot be a Relu; empty when it can.
std::string hindrance(const Graph& graph, std::size_t node)
{
    const auto bounds = clipBounds(graph, node);
    if (!bounds)
        return "its bounds are not constant";
    if (bounds->low != 0.0F)
        return "its lower bound is not 0";
    if (bounds->high == std::numeric_limits<float>::infinity())
        return {};
    const std::string& output = graph.nodes()[node].outputs[0];
    const auto readers = graph.consumersOf(output);
    if (readers.empty() || graph.isGraphOutput(output) || graph.isUsedBySubgraph(output))
        return "its output is not quantized";
    for (const std::size_t reader : readers) {
        if (graph.nodes()[reader].opType != "QuantizeLinear" || graph.nodes()[reader].inputs[0] != output)
            return "its output is not quantized for every reader";
        const auto highest = highestOf(graph, reader);
        if (!highest)
            return "the range of its quantized output is not known";
        constexpr double kRounding = 1e-5; // of a scale that was derived from the bound
        if (*highest > bounds->high * (1.0 + kRounding))
            return "its quantized output reaches to " + std::to_string(*highest) + ", beyond its upper bound "
                + std::to_string(bounds->high);
    }
    return {};
}

} // namespace

void clipToRelu(PassRun& run)
{
    const Graph& graph = run.graph();
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        if (!isOperator(graph, i, "Clip"))
            continue;
        if (const std::string reason = hindrance(graph, i); !reason.empty()) {
            run.skip(i, reason);
            continue;
        }
        const Node& clip = run.node(i);
        run.edit().replaceNode(i, {"Relu", "", clip.name, {clip.inputs[0]}, {clip.outputs[0]}});
        run.countChange();
    }
}

} // namespace quantiscope
