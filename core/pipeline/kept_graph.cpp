// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/kept_graph.h"

#include "core/base/quiet_feedback.h"
#include "core/pipeline/effect_figures.h"
#include "core/pipeline/model_preparation.h"
#include "core/pipeline/quantize_stage.h"
#include "core/pipeline/recording_feedback.h"

#include <algorithm>
#include <utility>

namespace quantiscope {

namespace {

/// Is any node quantized?
bool isAnyQuantized(const PlannedEffect& effect)
{
    return std::any_of(effect.types.begin(), effect.types.end(), [](const auto& type) { return type.has_value(); });
}

/// Fills in the plan and what is to be told of it, or that nothing is left to quantize.
Result<void> planRanges(PlannedVariant& variant, const std::string& modelPath, const Feedback& feedback)
{
    std::vector<std::size_t>& selected = variant.applied.selected;
    variant.isFloat = selected.empty();
    if (variant.isFloat)
        return {};
    QuietFeedback quiet(feedback);
    RecordingFeedback heard(quiet, variant.warnings);
    RunReport report;
    report.modelPath = modelPath;
    auto plan = planWithRanges(variant.prepared->graph, variant.applied, variant.rules->config,
                               variant.prepared->statistics, report, heard, &variant.rules->ranges);
    if (plan) {
        variant.plan = std::move(*plan);
        return {};
    }
    if (plan.error().code != ErrorCode::ModelRefused)
        return plan.error();
    selected.clear(); // what is left is not quantized, or infinite values were seen in all of it
    variant.isFloat = true;
    return {};
}

} // namespace

QuantConfig graphConfig(const QuantConfig& config)
{
    if (!config.equalization.include)
        return preparationConfig(config);
    QuantConfig key = config; // what equalization gains is measured: see chooseEqualization()
    key.preset.clear();
    key.exclude.clear();
    key.layers.clear();
    key.tensorOverrides.clear();
    key.selection.nodesToQuantize.clear();
    key.selection.inputNodes.clear();
    key.selection.outputNodes.clear();
    key.placement.nodesToExcludeOutputQuantization.clear();
    key.ignored.clear();
    return key;
}

KeptGraph::KeptGraph(QuantConfig theKey, std::shared_ptr<const PreparedGraph> graph)
    : key(std::move(theKey))
    , prepared(std::move(graph))
    , products(productsOf(prepared->graph))
    , constants(std::make_shared<ConstantMemory>())
{
}

Result<PlannedVariant> planVariant(const KeptGraph& kept, std::shared_ptr<const KeptRules> rules,
                                   const AlsoFloat& alsoFloat, const std::string& modelPath, const Feedback& feedback)
{
    const PreparedGraph& prepared = *kept.prepared;
    PlannedVariant variant{kept.prepared, std::move(rules), kept.constants, {}, {}, false, {}, {}};
    variant.applied = variant.rules->applied;
    variant.warnings = variant.rules->warnings;
    std::vector<std::size_t>& selected = variant.applied.selected;
    const std::set<std::string> named = prepared.standIns.of(alsoFloat.nodes);
    std::erase_if(selected, [&](std::size_t node) {
        const std::string& name = prepared.graph.nodes()[node].name;
        return alsoFloat.others ? prepared.standIns.doesWorkBesides(name, alsoFloat.nodes) : named.contains(name);
    });
    if (const Result<void> planned = planRanges(variant, modelPath, feedback); !planned)
        return planned.error();
    Feedback unheard;
    const PlannedEffect effect = variant.isFloat || variant.applied.config.selection.dynamic
        ? planEffect(prepared.graph, variant.applied, unheard)
        : effectOf(prepared.graph, variant.applied, variant.plan.plan);
    variant.isFloat = variant.isFloat || !isAnyQuantized(effect);
    variant.figures = figuresOf(effect, kept.products);
    return variant;
}

Result<std::variant<VariantWiring, WiringObstacle>> wiringOf(PlannedVariant& planned, const QuantConfig& config,
                                                             const Feedback& feedback)
{
    if (planned.isFloat)
        return std::variant<VariantWiring, WiringObstacle>(VariantWiring());
    if (config.selection.dynamic) {
        return std::variant<VariantWiring, WiringObstacle>(
            WiringObstacle{"Activations are quantized while the model runs."});
    }
    const Graph& graph = planned.prepared->graph;
    QuietFeedback quiet(feedback);
    RecordingFeedback heard(quiet, planned.warnings);
    const auto numbers = planNumbers(graph, planned.applied, planned.plan, heard, &planned.rules->ranges);
    if (!numbers)
        return numbers.error();
    // What finishQuantized() does to Clips is left out: their pairs cut off where they do.
    return planWiring(
        graph, {planned.applied.config, planned.applied.selected, planned.plan.plan, numbers->params, numbers->dpu},
        *planned.constants);
}

} // namespace quantiscope
