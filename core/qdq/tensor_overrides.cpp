// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/tensor_overrides.h"

#include "core/qdq/override_checks.h"
#include "core/qdq/stand_ins.h"

#include <algorithm>

namespace quantiscope {

namespace {

/// Lays @p over on top of @p base.
void merge(TensorOverride& base, const TensorOverride& over)
{
    const auto take = [](auto& to, const auto& from) {
        if (from)
            to = from;
    };
    const bool changesCodes = over.type || over.symmetric || over.reduceRange || over.range;
    take(base.type, over.type);
    take(base.symmetric, over.symmetric);
    take(base.reduceRange, over.reduceRange);
    take(base.perChannel, over.perChannel);
    take(base.axis, over.axis);
    take(base.range, over.range);
    if (!over.scale.empty()) {
        base.scale = over.scale;
        base.zeroPoint = over.zeroPoint;
    } else if (changesCodes) {
        base.scale.clear(); // they belonged to other codes
        base.zeroPoint.clear();
    }
}

bool isOfOperatorType(const LayerRule& rule)
{
    return rule.match.kind == ExclusionRule::Kind::OpType;
}

/// Calls @p visit(value, override) for every tensor around @p node that @p rule says something of.
template <typename Visit>
void visitTensors(const Graph& graph, const Node& node, const LayerRule& rule, Visit visit)
{
    const auto isFloat = [&graph](const std::string& value) {
        const TensorSpec* spec = value.empty() ? nullptr : graph.spec(value);
        return spec && spec->type == DataType::Float;
    };
    const auto say = [&](const std::string& value, const std::optional<TensorOverride>& what) {
        if (what && isFloat(value))
            visit(value, *what);
    };
    std::size_t first = 0;
    while (first < node.inputs.size() && !graph.isInitializer(node.inputs[first]))
        ++first;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const std::string& value = node.inputs[i];
        if (!graph.isInitializer(value))
            say(value, rule.input);
        else if (i == first)
            say(value, rule.weight);
        else if (i == first + 1)
            say(value, rule.bias);
    }
    for (const std::string& value : node.outputs)
        say(value, rule.output);
}

/// The tensors that each layer rule speaks of, rules for operator types first.
template <typename Visit>
void visitLayers(const Graph& original, const Graph& prepared, const QuantConfig& config,
                 const std::vector<RuleMatch>& matches, Visit visit)
{
    const StandIns standIns(original, prepared);
    for (const bool ofType : {true, false}) {
        for (std::size_t i = 0; i < config.layers.size(); ++i) {
            if (isOfOperatorType(config.layers[i]) != ofType)
                continue;
            const std::set<std::string> nodes = standIns.of({matches[i].nodes.begin(), matches[i].nodes.end()});
            for (const Node& node : prepared.nodes()) {
                if (nodes.count(node.name) == 0)
                    continue;
                visitTensors(prepared, node, config.layers[i],
                             [&](const std::string& value, const TensorOverride& what) { visit(i, value, what); });
            }
        }
    }
}

} // namespace

Result<TensorQuantOverrides> resolveOverrides(const Graph& original, const Graph& prepared, const QuantConfig& config,
                                              const std::vector<RuleMatch>& layerMatches)
{
    TensorQuantOverrides resolved;
    const auto lay = [&resolved](const std::string& tensor, const TensorOverride& what) {
        auto& own = resolved[tensor];
        if (own.empty())
            own.emplace_back();
        for (TensorOverride& one : own)
            merge(one, what);
    };
    for (const auto& [tensor, type] : config.mixedPrecisionTensors) {
        Result<void> checked = checkOverriddenTensor(original, prepared, kMixedPrecisionTensor, tensor);
        if (checked)
            checked = checkOverriddenType(kMixedPrecisionTensor, tensor, type);
        if (!checked)
            return checked.error();
        TensorOverride what;
        what.type = type;
        lay(tensor, what);
    }
    std::map<std::string, std::string> sources; // who said the last word on a tensor
    for (const auto& [tensor, overrides] : resolved)
        sources[tensor] = kMixedPrecisionTensor;
    visitLayers(original, prepared, config, layerMatches,
                [&](std::size_t rule, const std::string& value, const TensorOverride& what) {
                    lay(value, what);
                    sources[value] = layerRulePlace(rule);
                });
    for (const auto& [tensor, overrides] : config.tensorOverrides) {
        if (const Result<void> known = checkOverriddenTensor(original, prepared, kTensorQuantOverrides, tensor); !known)
            return known.error();
        if (overrides.empty())
            continue;
        // What earlier sources say of all of the tensor holds for each channel.
        const auto earlier = resolved.find(tensor);
        std::vector<TensorOverride> all(overrides.size(),
                                        earlier == resolved.end() ? TensorOverride() : earlier->second.front());
        for (std::size_t i = 0; i < overrides.size(); ++i)
            merge(all[i], overrides[i]);
        resolved[tensor] = std::move(all);
        sources[tensor] = kTensorQuantOverrides;
    }
    for (const auto& [tensor, overrides] : resolved) {
        if (const Result<void> checked = checkOverrideNumbers(prepared, config, sources.at(tensor), tensor, overrides);
            !checked)
            return checked.error();
    }
    return resolved;
}

Result<void> checkOverridesAct(const Graph& original, const Graph& prepared, const QuantConfig& config,
                               const std::vector<RuleMatch>& layerMatches, const QdqPlan& plan)
{
    std::set<std::string> quantized;
    for (const PlannedTensor& tensor : plan.tensors)
        quantized.insert(tensor.name);
    for (const PlannedBias& bias : plan.biases)
        quantized.insert(bias.bias);
    const std::string reason = "is not quantized under these settings, so that this has no effect; remove it.";
    for (const auto& [tensor, type] : config.mixedPrecisionTensors) {
        if (quantized.count(tensor) == 0)
            return overrideError(kMixedPrecisionTensor, tensor, reason);
    }
    for (const auto& [tensor, overrides] : config.tensorOverrides) {
        if (quantized.count(tensor) == 0)
            return overrideError(kTensorQuantOverrides, tensor, reason);
    }
    std::vector<bool> acts(config.layers.size(), false);
    visitLayers(original, prepared, config, layerMatches,
                [&](std::size_t rule, const std::string& value, const TensorOverride&) {
                    acts[rule] = acts[rule] || quantized.count(value) > 0;
                });
    for (std::size_t i = 0; i < acts.size(); ++i) {
        if (acts[i])
            continue;
        return Error{ErrorCode::InvalidArgument,
                     layerRulePlace(i) + ": Layer rule " + describe(config.layers[i].match)
                         + " has no effect: none of the tensors that it sets are quantized under these settings.",
                     layerRulePlace(i)};
    }
    return {};
}

TensorEncoding overridden(TensorEncoding encoding, const std::vector<TensorOverride>& overrides,
                          const QuantConfig& config, PlannedTensor::Role role)
{
    const TensorOverride& first = overrides.front();
    const bool isWeight = role == PlannedTensor::Role::Weight || role == PlannedTensor::Role::Bias;
    if (first.type && *first.type != encoding.type) {
        encoding.type = *first.type;
        if (isWeight)
            encoding.symmetry = config.weightSymmetry(encoding.type);
    }
    if (first.symmetric)
        encoding.symmetry = *first.symmetric ? Symmetry::Symmetric : Symmetry::Asymmetric;
    if (first.reduceRange)
        encoding.codes = *first.reduceRange ? CodeRange::Reduced : CodeRange::Full;
    const auto has = [&overrides](auto member) {
        return std::all_of(overrides.begin(), overrides.end(), [&](const TensorOverride& one) { return member(one); });
    };
    if (has([](const TensorOverride& one) { return one.range.has_value(); })) {
        for (const TensorOverride& one : overrides)
            encoding.ranges.push_back(*one.range);
    }
    if (has([](const TensorOverride& one) { return !one.scale.empty(); })) {
        for (const TensorOverride& one : overrides) {
            encoding.scale.insert(encoding.scale.end(), one.scale.begin(), one.scale.end());
            encoding.zeroPoint.insert(encoding.zeroPoint.end(), one.zeroPoint.begin(), one.zeroPoint.end());
        }
    }
    return encoding;
}

bool staysFloat(const std::vector<TensorOverride>& overrides)
{
    return !overrides.empty() && overrides.front().type == DataType::Float;
}

} // namespace quantiscope
