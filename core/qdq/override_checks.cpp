// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/override_checks.h"

#include "core/base/nearest_name.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace quantiscope {

namespace {

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

/// Scale and zero point of one override: as many of the one as of the other, within their ranges.
Result<void> checkParams(const std::string& option, const std::string& tensor, const TensorOverride& one, DataType type)
{
    if (one.scale.size() != one.zeroPoint.size())
        return overrideError(option, tensor,
                             "has " + std::to_string(one.scale.size()) + " scales and "
                                 + std::to_string(one.zeroPoint.size()) + " zero points; give both, as many of each.");
    const CodeLimits limits = codeLimits(type, Symmetry::Asymmetric);
    for (std::size_t i = 0; i < one.scale.size(); ++i) {
        if (!std::isfinite(one.scale[i]) || one.scale[i] <= 0.0F)
            return overrideError(option, tensor, "has a scale that is not a number above 0.");
        if (one.zeroPoint[i] < limits.min || one.zeroPoint[i] > limits.max)
            return overrideError(option, tensor,
                                 "has zero point " + std::to_string(one.zeroPoint[i]) + ", which is outside its type "
                                     + std::string(dataTypeName(type)) + ".");
    }
    if (one.range
        && !(std::isfinite(one.range->min) && std::isfinite(one.range->max) && one.range->min <= one.range->max))
        return overrideError(option, tensor, "has a range whose ends are not two finite numbers in ascending order.");
    return {};
}

/// The channel axis that the overrides ask for and how many channels they speak of; both must fit the tensor.
Result<void> checkChannels(const Graph& graph, const std::string& option, const std::string& tensor,
                           const std::vector<TensorOverride>& overrides)
{
    std::size_t channels = overrides.size();
    for (const TensorOverride& one : overrides) {
        if (overrides.size() > 1 && one.scale.size() > 1)
            return overrideError(option, tensor,
                                 "has several scales in one of several entries; an entry is one channel then and has "
                                 "one.");
        channels = std::max(channels, one.scale.size());
    }
    const TensorOverride& first = overrides.front();
    const bool wantsChannels = channels > 1 || first.axis || first.perChannel.value_or(false);
    if (!wantsChannels)
        return {};
    if (!graph.isInitializer(tensor))
        return overrideError(option, tensor, "is no weight; only weights can have a scale for each channel.");
    const Shape& shape = graph.initializerShape(tensor);
    const auto rank = static_cast<int>(shape.size());
    if (first.axis && (*first.axis < -rank || *first.axis >= rank))
        return overrideError(option, tensor,
                             "has no axis " + std::to_string(*first.axis) + "; its rank is " + std::to_string(rank)
                                 + ".");
    if (channels == 1)
        return {};
    if (!first.axis)
        return overrideError(option, tensor, "has parameters for each channel, but no axis that says which these are.");
    const std::int64_t extent = shape[static_cast<std::size_t>(*first.axis < 0 ? *first.axis + rank : *first.axis)];
    if (static_cast<std::int64_t>(channels) != extent)
        return overrideError(option, tensor,
                             "has parameters for " + std::to_string(channels) + " channels, but "
                                 + std::to_string(extent) + " channels on axis " + std::to_string(*first.axis) + ".");
    return {};
}

} // namespace

Error overrideError(const std::string& option, const std::string& tensor, const std::string& reason)
{
    return {ErrorCode::InvalidArgument, option + ": tensor '" + tensor + "' " + reason, option};
}

Result<void> checkOverriddenTensor(const Graph& original, const Graph& prepared, const std::string& option,
                                   const std::string& tensor)
{
    if (prepared.spec(tensor))
        return {};
    if (original.spec(tensor))
        return overrideError(
            option, tensor,
            "is not there any more after the model was prepared (folded or optimized away); name the value "
            "behind it, or switch the preparation off.");
    return Error{ErrorCode::InvalidArgument,
                 option + " names '" + tensor + "', but the model has no such tensor."
                     + didYouMean(tensor, floatValues(prepared)),
                 option};
}

Result<void> checkOverriddenType(const std::string& option, const std::string& tensor, DataType type)
{
    const bool known = type == DataType::Float || type == DataType::Int8 || type == DataType::UInt8
        || type == DataType::Int16 || type == DataType::UInt16;
    if (known)
        return {};
    return overrideError(option, tensor,
                         "cannot be of type " + std::string(dataTypeName(type))
                             + "; give an 8- or 16-bit integer, or float32 to leave it as it is.");
}

Result<void> checkOverrideList(const std::string& tensor, const std::vector<TensorOverride>& overrides)
{
    const TensorOverride& first = overrides.front();
    for (const TensorOverride& one : overrides) {
        const auto differs = [](const auto& own, const auto& common) { return own && own != common; };
        const char* member = differs(one.type, first.type) ? "quant_type"
            : differs(one.symmetric, first.symmetric)      ? "symmetric"
            : differs(one.reduceRange, first.reduceRange)  ? "reduce_range"
            : differs(one.perChannel, first.perChannel)    ? "per_channel"
            : differs(one.axis, first.axis)                ? "axis"
                                                           : nullptr;
        if (member)
            return overrideError(kTensorQuantOverrides, tensor,
                                 std::string("has entries with different '") + member
                                     + "', which holds for all of the tensor; say it in the first entry only.");
        if (one.range.has_value() != first.range.has_value() || one.scale.empty() != first.scale.empty())
            return overrideError(kTensorQuantOverrides, tensor,
                                 "has a range or a scale in some entries only; give one in each, or in none.");
    }
    return {};
}

Result<void> checkOverrideNumbers(const Graph& graph, const QuantConfig& config, const std::string& option,
                                  const std::string& tensor, const std::vector<TensorOverride>& overrides)
{
    for (const TensorOverride& one : overrides) {
        if (one.type) {
            if (const Result<void> checked = checkOverriddenType(option, tensor, *one.type); !checked)
                return checked;
        }
        const DataType usual = graph.isInitializer(tensor) ? config.weightType : config.activationType;
        const DataType type = overrides.front().type.value_or(usual);
        if (type == DataType::Float)
            continue;
        if (const Result<void> checked = checkParams(option, tensor, one, type); !checked)
            return checked;
    }
    return checkChannels(graph, option, tensor, overrides);
}

} // namespace quantiscope
