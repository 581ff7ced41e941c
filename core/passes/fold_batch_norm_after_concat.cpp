// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/passes/batch_norm.h"
#include "core/passes/passes.h"
#include "core/passes/patterns.h"

#include <set>

namespace quantiscope {

namespace {

/// Output channels of the value, when they are known.
std::size_t channelsOf(const Graph& graph, const std::string& value)
{
    const auto shape = shapeOf(graph, value);
    return shape && shape->size() >= 2 && (*shape)[1] > 0 ? static_cast<std::size_t>((*shape)[1]) : 0;
}

/// What hinders the fold into every part of the Concat at @p concat; empty when nothing does.
std::string hindrance(const Graph& graph, std::size_t concat, std::size_t channels)
{
    const Node& node = graph.nodes()[concat];
    const auto rank = shapeOf(graph, node.outputs[0]);
    const std::int64_t axis = graph.intAttribute(concat, "axis", 0);
    if (axis != 1 && !(rank && axis + static_cast<std::int64_t>(rank->size()) == 1))
        return "'" + node.name + "' (Concat) does not join channels";
    if (!hasOneReader(graph, node.outputs[0]))
        return "'" + node.outputs[0] + "' is read elsewhere, too";
    std::size_t sum = 0;
    std::set<std::size_t> producers;
    for (const std::string& part : node.inputs) {
        const auto producer = graph.producerOf(part);
        if (!producer)
            return "nothing computes '" + part + "'";
        if (!hasOneReader(graph, part) || !producers.insert(*producer).second)
            return "'" + part + "' is read elsewhere, too";
        if (std::string reason = hindranceToFold(graph, *producer, channelsOf(graph, part)); !reason.empty())
            return reason;
        sum += channelsOf(graph, part);
    }
    return sum == channels ? std::string() : "its parameters are of another length than its channels";
}

} // namespace

void foldBatchNormAfterConcat(PassRun& run)
{
    const Graph& graph = run.graph();
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        if (!isOperator(graph, i, "BatchNormalization"))
            continue;
        const auto concat = makerOf(graph, run.node(i).inputs[0], "Concat");
        if (!concat)
            continue;
        const Result<ChannelMap> map = readBatchNorm(graph, i);
        const std::string reason = map ? hindrance(graph, *concat, map->multiplier.size()) : map.error().message;
        if (!reason.empty()) {
            run.skip(i, reason);
            continue;
        }
        std::size_t first = 0;
        for (const std::string& part : run.node(*concat).inputs) {
            const std::size_t channels = channelsOf(graph, part);
            foldInto(run, *graph.producerOf(part), std::span(map->multiplier).subspan(first, channels),
                     std::span(map->offset).subspan(first, channels));
            first += channels;
        }
        run.edit().removeNode(i);
        run.edit().setOutput(*concat, 0, run.node(i).outputs[0]);
        run.countChange();
    }
}

} // namespace quantiscope
