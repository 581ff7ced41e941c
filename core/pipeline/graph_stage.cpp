// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/graph_stage.h"

#include "core/base/quiet_feedback.h"
#include "core/qdq/dpu_simulation.h"
#include "core/qdq/node_selection.h"
#include "core/qdq/qdq_plan.h"

#include <utility>

namespace quantiscope {

Error nothingToQuantize(const std::string& reason, const std::string& modelPath)
{
    return {ErrorCode::ModelRefused, "Nothing in this model would be quantized: " + reason, modelPath};
}

Result<WorkingGraph> makeWorkingGraph(const RuntimeEnvironment& environment, const Model& original,
                                      const QuantConfig& config, const MatchedRules& rules,
                                      const PreparationRequest& request, const EqualizationEvidence& evidence,
                                      Feedback& feedback)
{
    Result<PreparedModel> prepared = prepareModel(environment, original, config, request, feedback);
    if (!prepared)
        return prepared.error();
    auto applied = applyRules(Graph(original), Graph(prepared->model), config, rules, feedback);
    if (!applied)
        return applied.error();
    WorkingGraph graph{std::move(prepared->model),
                       std::move(*applied),
                       std::move(prepared->passes),
                       {},
                       std::move(prepared->originalResults)};
    if (config.equalization.include) {
        auto equalized = chooseEqualization(environment, std::move(graph.model), config, evidence, feedback);
        if (!equalized)
            return equalized.error();
        graph.model = std::move(equalized->model);
        graph.equalization = std::move(equalized->report);
    }
    return graph;
}

Result<void> checkAnyWork(const WorkingGraph& work, const QuantConfig& config, const ModelTraits& original,
                          const std::string& modelPath, Feedback& feedback)
{
    const std::vector<std::size_t>& selected = work.rules.selected;
    const bool isDynamic = config.selection.dynamic;
    if (isDynamic && !selected.empty())
        return {};
    const Graph graph(work.model);
    const QdqPlan plan = isDynamic ? QdqPlan() : planQdq(graph, work.rules.config, selected);
    if (!plan.tensors.empty()) {
        const auto dpu = planDpuSimulation(graph, work.rules.config, selected, plan);
        return dpu ? Result<void>() : dpu.error();
    }
    QuietFeedback quiet(feedback);
    std::string reason = "no operator of a type that the preset quantizes is left.";
    if (!selected.empty())
        reason = "the operators of the types that the preset quantizes have no float32 values to quantize, or follow "
                 "no operator that is quantized.";
    else if (!selectNodes(graph, config, {}, quiet).empty())
        reason = "every operator that the preset quantizes is excluded by your rules.";
    if (original.nodesInSubgraphs > 0) {
        reason += " " + std::to_string(original.nodesInSubgraphs)
            + " nodes lie inside control flow (If, Loop, Scan), which is kept as it is.";
    }
    return nothingToQuantize(reason, modelPath);
}

} // namespace quantiscope
