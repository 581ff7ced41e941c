// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/passes/batch_norm.h"
#include "core/passes/passes.h"
#include "core/passes/patterns.h"

namespace quantiscope {

void batchNormToConv(PassRun& run)
{
    const Graph& graph = run.graph();
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        if (!isOperator(graph, i, "BatchNormalization"))
            continue;
        const Node& bn = run.node(i);
        const auto shape = shapeOf(graph, bn.inputs[0]);
        if (!shape || shape->size() != 4) {
            run.skip(i, "what it reads is not known to have four dimensions");
            continue;
        }
        const Result<ChannelMap> map = readBatchNorm(graph, i);
        if (!map) {
            run.skip(i, map.error().message);
            continue;
        }
        const std::vector<float> weight(map->multiplier.begin(), map->multiplier.end());
        const std::vector<float> bias(map->offset.begin(), map->offset.end());
        const auto channels = static_cast<std::int64_t>(weight.size());
        const std::string& output = bn.outputs[0];
        const std::vector<std::int64_t> one{1, 1};
        run.edit().replaceNode(
            i,
            {"Conv",
             "",
             bn.name,
             {bn.inputs[0], addFloats(run.edit(), output + "weights", Shape{channels, 1, 1, 1}, weight),
              addFloats(run.edit(), output + "bias", Shape{channels}, bias)},
             {output},
             {{"group", channels}, {"kernel_shape", one}}});
        run.countChange();
    }
}

} // namespace quantiscope
