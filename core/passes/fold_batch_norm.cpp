// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/passes/batch_norm.h"
#include "core/passes/passes.h"
#include "core/passes/patterns.h"

namespace quantiscope {

void foldBatchNorm(PassRun& run)
{
    const Graph& graph = run.graph();
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        if (!isOperator(graph, i, "BatchNormalization"))
            continue;
        const std::string& between = run.node(i).inputs[0];
        const auto producer = graph.producerOf(between);
        if (!producer) {
            run.skip(i, "nothing computes what it reads");
            continue;
        }
        if (isOperator(graph, *producer, "Concat"))
            continue; // another pass
        const Result<ChannelMap> map = readBatchNorm(graph, i);
        if (!map) {
            run.skip(i, map.error().message);
            continue;
        }
        const std::string hindrance = hindranceToFold(graph, *producer, map->multiplier.size());
        if (!hindrance.empty()) {
            run.skip(i, hindrance);
            continue;
        }
        if (!hasOneReader(graph, between)) {
            run.skip(i, "'" + between + "' is read elsewhere, too");
            continue;
        }
        foldInto(run, *producer, map->multiplier, map->offset);
        run.edit().removeNode(i);
        run.edit().setOutput(*producer, 0, run.node(i).outputs[0]);
        run.countChange();
    }
}

} // namespace quantiscope
