// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/tensor_overrides.h"

#include "core/qdq/override_checks.h"
#include "core/qdq/stand_ins.h"

#include <algorithm>
#include <array>

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

/// The members of a layer rule.
enum Part : std::size_t
{
    Input,
    Weight,
    Bias,
    Output,
};
constexpr std::array<const char*, 4> kPartNames{"input", "weight", "bias", "output"};

/// Where @p value, an output of a node of @p plan's graph, is quantized: behind the activation function that is
/// computed together with the node. The value itself where it has a pair, or none follows.
std::string quantizedOutput(const Graph& graph, const QdqPlan& plan, std::string value)
{
    static const std::set<std::string, std::less<>> kFunctions{"Clip", "Gelu", "LeakyRelu", "PRelu", "Relu"};
    for (;;) {
        const PlannedTensor* tensor = plan.find(value);
        const auto readers = graph.consumersOf(value);
        if ((tensor && tensor->hasPair) || readers.size() != 1 || graph.isGraphOutput(value))
            return value;
        const Node& reader = graph.nodes()[readers[0]];
        if (!reader.isStandard() || kFunctions.count(reader.opType) == 0 || !plan.find(reader.outputAt(0))
            || !(tensor || plan.isFolded(reader.outputAt(0))))
            return value;
        value = reader.outputAt(0);
    }
}

/// Calls @p visit(part, value, override) for every tensor around @p node that @p rule says something of.
template <typename Visit>
void visitTensors(const Graph& graph, const QdqPlan& plan, const Node& node, const LayerRule& rule, Visit visit)
{
    const auto isFloat = [&graph](const std::string& value) {
        const TensorSpec* spec = value.empty() ? nullptr : graph.spec(value);
        return spec && spec->type == DataType::Float;
    };
    const auto say = [&](Part part, const std::string& value, const std::optional<TensorOverride>& what) {
        if (what && isFloat(value))
            visit(part, value, *what);
    };
    std::size_t first = 0;
    while (first < node.inputs.size() && !graph.isInitializer(node.inputs[first]))
        ++first;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const std::string& value = node.inputs[i];
        if (!graph.isInitializer(value))
            say(Part::Input, value, rule.input);
        else if (i == first)
            say(Part::Weight, value, rule.weight);
        else if (i == first + 1)
            say(Part::Bias, value, rule.bias);
    }
    for (const std::string& value : node.outputs)
        say(Part::Output, quantizedOutput(graph, plan, value), rule.output);
}

/// The tensors that each layer rule speaks of, rules for operator types first.
template <typename Visit>
void visitLayers(const Graph& original, const Graph& prepared, const QuantConfig& config,
                 const std::vector<RuleMatch>& matches, const QdqPlan& plan, Visit visit)
{
    const StandIns standIns(original, prepared);
    for (const bool ofType : {true, false}) {
        for (std::size_t i = 0; i < config.layers.size(); ++i) {
            if (!config.layers[i].match.enabled || isOfOperatorType(config.layers[i]) != ofType)
                continue;
            // Only what the rule catches: rules times nodes are too many of a big model with a rule for each node.
            std::set<std::size_t> places;
            for (const std::string& name : standIns.of({matches[i].nodes.begin(), matches[i].nodes.end()})) {
                if (const auto place = prepared.nodeNamed(name))
                    places.insert(*place);
            }
            for (const std::size_t place : places) {
                visitTensors(prepared, plan, prepared.nodes()[place], config.layers[i],
                             [&](Part part, const std::string& value, const TensorOverride& what) {
                                 visit(i, part, value, what);
                             });
            }
        }
    }
}

/// The tensors that @p plan quantizes.
std::set<std::string> quantizedNames(const QdqPlan& plan)
{
    std::set<std::string> quantized;
    for (const PlannedTensor& tensor : plan.tensors) {
        if (tensor.hasPair)
            quantized.insert(tensor.name);
    }
    for (const PlannedBias& bias : plan.biases)
        quantized.insert(bias.bias);
    return quantized;
}

} // namespace

Result<TensorQuantOverrides> resolveOverrides(const Graph& original, const Graph& prepared, const QuantConfig& config,
                                              const std::vector<RuleMatch>& layerMatches, const QdqPlan& plan)
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
    visitLayers(original, prepared, config, layerMatches, plan,
                [&](std::size_t rule, Part, const std::string& value, const TensorOverride& what) {
                    lay(value, what);
                    sources[value] = layerRulePlace(rule);
                });
    for (const auto& [tensor, overrides] : config.tensorOverrides) {
        if (const Result<void> known = checkOverriddenTensor(original, prepared, kTensorQuantOverrides, tensor); !known)
            return known.error();
        if (overrides.empty())
            continue;
        if (const Result<void> checked = checkOverrideList(tensor, overrides); !checked)
            return checked.error();
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

std::vector<std::optional<Error>> idleLayers(const Graph& original, const Graph& prepared, const QuantConfig& config,
                                             const std::vector<RuleMatch>& layerMatches, const QdqPlan& plan)
{
    const std::set<std::string> quantized = quantizedNames(plan);
    std::vector<std::array<bool, kPartNames.size()>> acts(config.layers.size());
    visitLayers(original, prepared, config, layerMatches, plan,
                [&](std::size_t rule, Part part, const std::string& value, const TensorOverride&) {
                    acts[rule][part] = acts[rule][part] || quantized.count(value) > 0;
                });
    std::vector<std::optional<Error>> idle(config.layers.size());
    for (std::size_t i = 0; i < acts.size(); ++i) {
        const LayerRule& rule = config.layers[i];
        if (!rule.match.enabled)
            continue;
        const std::array<bool, kPartNames.size()> isSet{rule.input.has_value(), rule.weight.has_value(),
                                                        rule.bias.has_value(), rule.output.has_value()};
        for (std::size_t part = 0; part < isSet.size() && !idle[i]; ++part) {
            if (isSet[part] && !acts[i][part])
                idle[i] =
                    Error{ErrorCode::InvalidArgument,
                          layerRulePlace(i) + ": The '" + kPartNames[part] + "' of layer rule " + describe(rule.match)
                              + " has no effect: none of the tensors that it sets are quantized under these "
                                "settings; remove it.",
                          layerRulePlace(i)};
        }
    }
    return idle;
}

Result<void> checkOverridesAct(const Graph& original, const Graph& prepared, const QuantConfig& config,
                               const std::vector<RuleMatch>& layerMatches, const QdqPlan& plan)
{
    const std::set<std::string> quantized = quantizedNames(plan);
    const auto deadTensor = [&](const char* option, const std::string& tensor) {
        const std::string behind = quantizedOutput(prepared, plan, tensor);
        return overrideError(
            option, tensor,
            "is not quantized under these settings, so that this has no effect; "
                + (behind == tensor ? "remove it." : "name '" + behind + "', where the two operators' work ends."));
    };
    for (const auto& [tensor, type] : config.mixedPrecisionTensors) {
        if (quantized.count(tensor) == 0)
            return deadTensor(kMixedPrecisionTensor, tensor);
    }
    for (const auto& [tensor, overrides] : config.tensorOverrides) {
        if (quantized.count(tensor) == 0)
            return deadTensor(kTensorQuantOverrides, tensor);
    }
    for (const std::optional<Error>& idle : idleLayers(original, prepared, config, layerMatches, plan)) {
        if (idle)
            return *idle;
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
