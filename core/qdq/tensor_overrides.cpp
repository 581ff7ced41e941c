// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/tensor_overrides.h"

#include "core/base/nearest_name.h"
#include "core/qdq/node_selection.h"

#include <algorithm>
#include <cmath>

namespace quantiscope {

namespace {

constexpr const char* kOverrides = "TensorQuantOverrides";
constexpr const char* kMixed = "MixedPrecisionTensor";

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
    for (const bool ofType : {true, false}) {
        for (std::size_t i = 0; i < config.layers.size(); ++i) {
            if (isOfOperatorType(config.layers[i]) != ofType)
                continue;
            const std::set<std::string> nodes =
                preparedNodesOf(original, prepared, {matches[i].nodes.begin(), matches[i].nodes.end()});
            for (const Node& node : prepared.nodes()) {
                if (nodes.count(node.name) == 0)
                    continue;
                visitTensors(prepared, node, config.layers[i],
                             [&](const std::string& value, const TensorOverride& what) { visit(i, value, what); });
            }
        }
    }
}

std::vector<std::string> floatValues(const Graph& graph)
{
    std::set<std::string> names;
    const auto add = [&](const std::string& value) {
        const TensorSpec* spec = value.empty() ? nullptr : graph.spec(value);
        if (spec && spec->type == DataType::Float)
            names.insert(value);
    };
    for (const Node& node : graph.nodes()) {
        std::for_each(node.inputs.begin(), node.inputs.end(), add);
        std::for_each(node.outputs.begin(), node.outputs.end(), add);
    }
    return {names.begin(), names.end()};
}

Error bad(const char* option, const std::string& tensor, const std::string& reason)
{
    return {ErrorCode::InvalidArgument, std::string(option) + ": tensor '" + tensor + "' " + reason, tensor};
}

Result<void> checkKnown(const Graph& original, const Graph& prepared, const char* option, const std::string& tensor)
{
    if (prepared.spec(tensor))
        return {};
    if (original.spec(tensor))
        return bad(option, tensor,
                   "is not there any more after the model was prepared (folded or optimized away); name the value "
                   "behind it, or switch the preparation off.");
    return Error{ErrorCode::InvalidArgument,
                 std::string(option) + " names '" + tensor + "', but the model has no such tensor."
                     + didYouMean(tensor, floatValues(prepared)),
                 option};
}

Result<void> checkType(const char* option, const std::string& tensor, DataType type)
{
    const bool known = type == DataType::Float || type == DataType::Int8 || type == DataType::UInt8
        || type == DataType::Int16 || type == DataType::UInt16;
    if (known)
        return {};
    return bad(option, tensor,
               "cannot be of type " + std::string(dataTypeName(type))
                   + "; give an 8- or 16-bit integer, or float32 to leave it as it is.");
}

/// Scale and zero point of one override: as many of the one as of the other, within their ranges.
Result<void> checkParams(const std::string& tensor, const TensorOverride& one, DataType type)
{
    if (one.scale.size() != one.zeroPoint.size())
        return bad(kOverrides, tensor,
                   "has " + std::to_string(one.scale.size()) + " scales and " + std::to_string(one.zeroPoint.size())
                       + " zero points; give both, as many of each.");
    const CodeLimits limits = codeLimits(type, Symmetry::Asymmetric);
    for (std::size_t i = 0; i < one.scale.size(); ++i) {
        if (!std::isfinite(one.scale[i]) || one.scale[i] <= 0.0F)
            return bad(kOverrides, tensor, "has a scale that is not a number above 0.");
        if (one.zeroPoint[i] < limits.min || one.zeroPoint[i] > limits.max)
            return bad(kOverrides, tensor,
                       "has zero point " + std::to_string(one.zeroPoint[i]) + ", which is outside its type "
                           + std::string(dataTypeName(type)) + ".");
    }
    if (one.range
        && !(std::isfinite(one.range->min) && std::isfinite(one.range->max) && one.range->min <= one.range->max))
        return bad(kOverrides, tensor, "has a range whose ends are not two finite numbers in ascending order.");
    return {};
}

/// The channel axis that the overrides ask for and how many channels they speak of; both must fit the tensor.
Result<void> checkChannels(const Graph& graph, const std::string& tensor, const std::vector<TensorOverride>& overrides)
{
    std::size_t channels = overrides.size();
    for (const TensorOverride& one : overrides)
        channels = std::max(channels, one.scale.size());
    const TensorOverride& first = overrides.front();
    const bool wantsChannels = channels > 1 || first.axis || first.perChannel.value_or(false);
    if (!wantsChannels)
        return {};
    if (!graph.isInitializer(tensor))
        return bad(kOverrides, tensor, "is no weight; only weights can have a scale for each channel.");
    const Shape& shape = graph.initializerShape(tensor);
    const auto rank = static_cast<int>(shape.size());
    if (first.axis && (*first.axis < -rank || *first.axis >= rank))
        return bad(kOverrides, tensor,
                   "has no axis " + std::to_string(*first.axis) + "; its rank is " + std::to_string(rank) + ".");
    if (channels == 1)
        return {};
    if (!first.axis)
        return bad(kOverrides, tensor, "has parameters for each channel, but no axis that says which these are.");
    const std::int64_t extent = shape[static_cast<std::size_t>(*first.axis < 0 ? *first.axis + rank : *first.axis)];
    if (static_cast<std::int64_t>(channels) != extent)
        return bad(kOverrides, tensor,
                   "has parameters for " + std::to_string(channels) + " channels, but " + std::to_string(extent)
                       + " channels on axis " + std::to_string(*first.axis) + ".");
    return {};
}

Result<void> checkNumbers(const Graph& graph, const QuantConfig& config, const std::string& tensor,
                          const std::vector<TensorOverride>& overrides)
{
    for (const TensorOverride& one : overrides) {
        if (one.type) {
            if (const Result<void> checked = checkType(kOverrides, tensor, *one.type); !checked)
                return checked;
        }
        const DataType usual = graph.isInitializer(tensor) ? config.weightType : config.activationType;
        const DataType type = overrides.front().type.value_or(usual);
        if (type == DataType::Float)
            continue;
        if (const Result<void> checked = checkParams(tensor, one, type); !checked)
            return checked;
    }
    return checkChannels(graph, tensor, overrides);
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
        Result<void> checked = checkKnown(original, prepared, kMixed, tensor);
        if (checked)
            checked = checkType(kMixed, tensor, type);
        if (!checked)
            return checked.error();
        TensorOverride what;
        what.type = type;
        lay(tensor, what);
    }
    visitLayers(original, prepared, config, layerMatches,
                [&](std::size_t, const std::string& value, const TensorOverride& what) { lay(value, what); });
    for (const auto& [tensor, overrides] : config.tensorOverrides) {
        if (const Result<void> known = checkKnown(original, prepared, kOverrides, tensor); !known)
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
    }
    for (const auto& [tensor, overrides] : resolved) {
        if (const Result<void> checked = checkNumbers(prepared, config, tensor, overrides); !checked)
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
            return bad(kMixed, tensor, reason);
    }
    for (const auto& [tensor, overrides] : config.tensorOverrides) {
        if (quantized.count(tensor) == 0)
            return bad(kOverrides, tensor, reason);
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
                     "Layer rule " + describe(config.layers[i].match)
                         + " has no effect: none of the tensors that it sets are quantized under these settings.",
                     config.layers[i].match.pattern};
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
