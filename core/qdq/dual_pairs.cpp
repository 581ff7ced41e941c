// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/dual_pairs.h"

#include <algorithm>

namespace quantiscope {

namespace {

/// A tensor with a pair, seen from a node.
struct Stage
{
    std::size_t position = 0;
    bool isOutput = false;
    const PlannedTensor* tensor = nullptr;
};

std::vector<Stage> stagesAround(const Graph& graph, std::size_t position, const QdqPlan& plan)
{
    const Node& node = graph.nodes()[position];
    std::vector<Stage> stages;
    for (const bool isOutput : {false, true}) {
        const std::vector<std::string>& values = isOutput ? node.outputs : node.inputs;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const PlannedTensor* tensor = plan.find(values[i]);
            const bool isFloatBias = !isOutput && plan.isFloatBias(position, i);
            if (tensor && !isFloatBias && tensor->hasPair && tensor->role == PlannedTensor::Role::Activation)
                stages.push_back({i, isOutput, tensor});
        }
    }
    return stages;
}

} // namespace

std::vector<AdditionalPair> planDualPairs(const Graph& graph, const std::vector<std::size_t>& selected,
                                          const QdqPlan& plan, const std::set<std::string>& laidDown)
{
    std::vector<AdditionalPair> pairs;
    std::set<std::string> keys;
    std::set<std::size_t> folded;
    for (const FoldedActivation& one : plan.folded)
        folded.insert(one.node);
    for (const std::size_t position : selected) {
        const std::vector<Stage> stages = stagesAround(graph, position, plan);
        if (stages.empty() || folded.count(position) > 0)
            continue;
        auto chosen = std::find_if(stages.begin(), stages.end(),
                                   [&](const Stage& stage) { return laidDown.count(stage.tensor->name) > 0; });
        if (chosen == stages.end())
            chosen = stages.begin();
        for (const Stage& stage : stages) {
            if (stage.tensor->encoding.type == chosen->tensor->encoding.type
                || (stage.isOutput && plan.isFolded(stage.tensor->name))) // made by another node than the graph says
                continue;
            TensorEncoding encoding = chosen->tensor->encoding;
            encoding.ranges = stage.tensor->encoding.ranges; // laid down for the tensor, whatever its codes
            encoding.scale.clear();
            encoding.zeroPoint.clear();
            std::string key = stage.tensor->name + "_additional";
            for (int number = 1; plan.find(key) || !keys.insert(key).second; ++number)
                key = stage.tensor->name + "_additional_" + std::to_string(number);
            pairs.push_back({position, stage.position, stage.isOutput, stage.tensor->name, key, encoding});
        }
    }
    return pairs;
}

} // namespace quantiscope
