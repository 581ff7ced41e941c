// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/weight_run.h"

#include "core/base/quiet_feedback.h"
#include "core/equalization/layer_equalizer.h"
#include "core/pipeline/graph_stage.h"
#include "core/pipeline/run_inputs.h"

#include <optional>
#include <set>
#include <utility>

namespace quantiscope {

namespace {

/// The weights after the scalings that equalization would take, or why it takes none.
struct EqualizedWeights
{
    std::optional<Model> model;
    std::map<std::string, std::string> reasons; ///< by weight
};

/// Names of the weights of nodes @p layers.
std::set<std::string> weightsOf(const Graph& graph, const std::vector<std::string>& layers)
{
    std::set<std::string> weights;
    for (const std::string& layer : layers) {
        if (const auto node = graph.nodeNamed(layer))
            weights.insert(graph.nodes()[*node].inputAt(1));
    }
    return weights;
}

Result<EqualizedWeights> equalizedWeights(const RuntimeEnvironment& environment, const Graph& graph,
                                          const AppliedRules& rules, int threads, Feedback& feedback)
{
    EqualizedWeights result;
    if (rules.config.equalization.include) {
        for (const Node& node : graph.nodes())
            result.reasons.emplace(node.inputAt(1), "the recipe equalizes already");
        return result;
    }
    QuantConfig config = rules.config;
    config.equalization.include = true;
    QuietFeedback quiet(feedback);
    auto equalized = equalizeLayers(environment, graph.model().clone(), {config, rules.selected, threads}, quiet);
    if (!equalized)
        return equalized.error();
    std::set<std::string> scaled;
    for (const EqualizationRecord& record : equalized->report.records) {
        if (!record.rule.empty())
            scaled.merge(weightsOf(graph, record.layers));
    }
    for (const EqualizationRecord& record : equalized->report.records) {
        if (!record.rule.empty())
            continue;
        for (const std::string& weight : weightsOf(graph, record.layers)) {
            if (scaled.count(weight) == 0)
                result.reasons.emplace(weight, record.reason);
        }
    }
    result.model = std::move(equalized->model);
    return result;
}

} // namespace

Result<WeightAnalysis> analyseGraphWeights(const RuntimeEnvironment& environment, const Model& prepared,
                                           const AppliedRules& rules, const QdqPlan& plan,
                                           std::span<const QuantizedTensor> written, int threads, Feedback& feedback)
{
    const Graph graph(prepared);
    auto equalized = equalizedWeights(environment, graph, rules, threads, feedback);
    if (!equalized)
        return equalized.error();
    std::optional<Graph> scaled;
    if (equalized->model)
        scaled.emplace(*equalized->model);
    return analyseWeights({.prepared = graph,
                           .config = rules.config,
                           .selected = rules.selected,
                           .plan = plan,
                           .written = written,
                           .equalized = scaled ? &*scaled : nullptr,
                           .notEqualized = std::move(equalized->reasons),
                           .threads = threads},
                          feedback);
}

Result<WeightAnalysis> analyseModelWeights(const RuntimeEnvironment& environment, const WeightRunRequest& request,
                                           Feedback& feedback)
{
    const QuantConfig& config = request.recipe.config;
    const auto run = [&]() -> Result<WeightAnalysis> {
        if (const Result<void> checked = checkOptions(request.recipe, feedback); !checked)
            return checked.error();
        Result<Model> original = loadFloatModel(request.model, config, {request.allowQuantized}, {}, feedback);
        if (!original)
            return original.error();
        const ModelTraits traits = modelTraits(*original);
        const Graph graph(*original);
        auto rules = matchRecipeRules(graph, request.recipe, feedback);
        if (!rules)
            return rules.error();
        if (const Result<void> checked = checkOperatorTypes(graph, request.recipe, feedback); !checked)
            return checked.error();
        auto work = makeWorkingGraph(environment, *original, config, *rules, {.threads = request.threads},
                                     {.threads = request.threads}, feedback);
        if (!work)
            return work.error();
        if (const Result<void> any = checkAnyWork(*work, config, traits, request.model.string(), feedback); !any)
            return any.error();
        const QdqPlan plan = planQdq(Graph(work->model), work->rules.config, work->rules.selected);
        for (const std::string& warning : plan.warnings)
            feedback.warn(warning);
        return analyseGraphWeights(environment, work->model, work->rules, plan, {}, request.threads, feedback);
    };
    Result<WeightAnalysis> analysis = run();
    return analysis ? std::move(analysis) : attributed(analysis.error(), request.recipe);
}

} // namespace quantiscope
