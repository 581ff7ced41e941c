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

/// Why the weights of @p graph were left alone by what @p report tells of, as far as it says so.
std::map<std::string, std::string> reasonsIn(const EqualizationReport& report, const Graph& graph)
{
    std::set<std::string> scaled;
    for (const EqualizationRecord& record : report.records) {
        if (!record.rule.empty())
            scaled.merge(weightsOf(graph, record.layers));
    }
    std::map<std::string, std::string> reasons;
    for (const EqualizationRecord& record : report.records) {
        if (!record.rule.empty())
            continue;
        for (const std::string& weight : weightsOf(graph, record.layers)) {
            if (scaled.count(weight) == 0)
                reasons.emplace(weight, record.reason);
        }
    }
    return reasons;
}

/// Of a graph that was equalized, as @p report tells.
std::map<std::string, std::string> reasonsOfEqualized(const EqualizationReport& report, const Graph& graph)
{
    std::map<std::string, std::string> reasons = reasonsIn(report, graph);
    for (const EqualizationRecord& record : report.records) {
        for (const std::string& weight :
             record.rule.empty() ? std::set<std::string>() : weightsOf(graph, record.layers))
            reasons[weight] = "the recipe equalizes it already";
    }
    const std::string others = report.taken.empty()
        ? std::string("no layer stands before or behind it that could be scaled against it")
        : "the recipe equalizes as far as it is better: " + report.taken;
    for (const Node& node : graph.nodes())
        reasons.emplace(node.inputAt(1), others);
    return reasons;
}

Result<EqualizedWeights> equalizedWeights(const RuntimeEnvironment& environment, const Graph& graph,
                                          const AppliedRules& rules, const EqualizationReport& report, int threads,
                                          Feedback& feedback)
{
    EqualizedWeights result;
    if (rules.config.equalization.include) {
        result.reasons = reasonsOfEqualized(report, graph);
        return result;
    }
    QuantConfig config = rules.config;
    config.equalization.include = true;
    QuietFeedback quiet(feedback);
    auto equalized = equalizeLayers(environment, graph.model().clone(), {config, rules.selected, threads}, quiet);
    if (!equalized)
        return equalized.error();
    result.reasons = reasonsIn(equalized->report, graph);
    result.model = std::move(equalized->model);
    return result;
}

} // namespace

Result<WeightAnalysis> analyseGraphWeights(const RuntimeEnvironment& environment, const Model& prepared,
                                           const AppliedRules& rules, const QdqPlan& plan,
                                           const EqualizationReport& equalization,
                                           std::span<const QuantizedTensor> written, int threads, Feedback& feedback)
{
    const Graph graph(prepared);
    auto equalized = equalizedWeights(environment, graph, rules, equalization, threads, feedback);
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
        return analyseGraphWeights(environment, work->model, work->rules, plan, work->equalization, {}, request.threads,
                                   feedback);
    };
    Result<WeightAnalysis> analysis = run();
    return analysis ? std::move(analysis) : attributed(analysis.error(), request.recipe);
}

} // namespace quantiscope
