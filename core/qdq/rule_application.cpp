// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/rule_application.h"

#include "core/base/nearest_name.h"
#include "core/qdq/node_selection.h"
#include "core/qdq/tensor_overrides.h"

#include <set>
#include <utility>

namespace quantiscope {

namespace {

/// NodesToExcludeOutputQuantization names nodes of the original.
Result<void> checkOutputExclusions(const Graph& original, const QuantConfig& config)
{
    for (const std::string& name : config.placement.nodesToExcludeOutputQuantization) {
        if (original.nodeNamed(name))
            continue;
        std::vector<std::string> names;
        for (const Node& node : original.nodes())
            names.push_back(node.name);
        const char* option = "NodesToExcludeOutputQuantization";
        return Error{ErrorCode::InvalidArgument,
                     std::string(option) + " names '" + name + "', but the model has no such node."
                         + didYouMean(name, names),
                     option};
    }
    return {};
}

/// OpTypesToExcludeOutputQuantization may also name what the preparation makes.
Result<void> checkOutputTypes(const Graph& original, const Graph& prepared, const QuantConfig& config)
{
    std::set<std::string> types;
    for (const Graph* graph : {&original, &prepared}) {
        for (const Node& node : graph->nodes())
            types.insert(node.opType);
    }
    const char* option = "OpTypesToExcludeOutputQuantization";
    for (const std::string& type : config.placement.opTypesToExcludeOutputQuantization) {
        if (!types.contains(type))
            return Error{ErrorCode::InvalidArgument,
                         std::string(option) + " names '" + type
                             + "', but the model has no such operator, not even after its preparation."
                             + didYouMean(type, std::vector<std::string>(types.begin(), types.end())),
                         option};
    }
    return {};
}

bool hasOverrides(const QuantConfig& config)
{
    return config.hasLayerRules() || !config.mixedPrecisionTensors.empty() || !config.tensorOverrides.empty();
}

/// What is quantized, and the configuration without anything that is laid down for single tensors.
AppliedRules selected(const Graph& original, const Graph& prepared, const QuantConfig& config,
                      const MatchedRules& rules, Feedback& feedback, const StandIns* known)
{
    AppliedRules applied{{}, config};
    const std::set<std::string> kept = nodesKeptFloat(original, prepared, rules.exclusions, rules.listed, known);
    applied.selected = selectNodes(prepared, config, kept, feedback);
    auto& silent = applied.config.placement.nodesToExcludeOutputQuantization;
    const std::set<std::string> silenced = preparedNodesOf(original, prepared, {silent.begin(), silent.end()}, known);
    silent.assign(silenced.begin(), silenced.end());
    applied.config.tensorOverrides.clear();
    return applied;
}

} // namespace

Result<MatchedRules> matchRules(const Graph& original, const QuantConfig& config, std::vector<RuleMatch> exclusions,
                                const Feedback& feedback)
{
    if (config.selection.dynamic && hasOverrides(config)) {
        return Error{ErrorCode::ConfigRefused,
                     "Dynamic quantization has one type for all weights: remove TensorQuantOverrides, "
                     "MixedPrecisionTensor and layer rules; exclude what is to stay float.",
                     {}};
    }
    MatchedRules rules;
    rules.exclusions = std::move(exclusions);
    for (std::size_t i = 0; i < config.layers.size(); ++i) {
        auto match = matchLayers(original, {config.layers[i]}, feedback);
        if (!match && match.error().code == ErrorCode::Canceled)
            return match.error();
        if (!match) {
            const std::string place = layerRulePlace(i) + ".match";
            return Error{match.error().code, place + ": " + match.error().message, place};
        }
        rules.layers.push_back(std::move(match->front()));
    }
    auto listed = matchNodeLists(original, config.selection);
    if (!listed)
        return listed.error();
    rules.listed = std::move(*listed);
    if (const Result<void> checked = checkOutputExclusions(original, config); !checked)
        return checked.error();
    return rules;
}

Result<AppliedRules> applyRules(const Graph& original, const Graph& prepared, const QuantConfig& config,
                                const MatchedRules& rules, Feedback& feedback, const StandIns* known)
{
    if (const Result<void> checked = checkOutputTypes(original, prepared, config); !checked)
        return checked.error();
    AppliedRules applied = selected(original, prepared, config, rules, feedback, known);
    if (!hasOverrides(config))
        return applied;
    const QdqPlan plan = planQdq(prepared, applied.config, applied.selected);
    auto resolved = resolveOverrides(original, prepared, config, rules.layers, plan);
    if (!resolved)
        return resolved.error();
    if (const Result<void> acting = checkOverridesAct(original, prepared, config, rules.layers, plan); !acting)
        return acting.error();
    applied.config.tensorOverrides = std::move(*resolved);
    return applied;
}

std::vector<std::optional<Error>> layersWithoutEffect(const Graph& original, const Graph& prepared,
                                                      const QuantConfig& config, const MatchedRules& rules,
                                                      const StandIns* known)
{
    Feedback unheard;
    const AppliedRules applied = selected(original, prepared, config, rules, unheard, known);
    const QdqPlan plan = planQdq(prepared, applied.config, applied.selected);
    return idleLayers(original, prepared, config, rules.layers, plan);
}

} // namespace quantiscope
