// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/option_builders.h"

#include <algorithm>
#include <limits>

namespace quantiscope::options {

using C = QuantConfig;
using nlohmann::json;

namespace {

constexpr const char* kKeys =
    "quant_type, symmetric, reduce_range, per_channel, axis, rmin with rmax, scale with zero_point";

/// A number or a list of them.
template <typename T, typename Read>
bool readNumbers(const json& value, std::vector<T>& numbers, Read read)
{
    const json list = value.is_array() ? value : json::array({value});
    for (const json& each : list) {
        const auto one = read(each);
        if (!one)
            return false;
        numbers.push_back(static_cast<T>(*one));
    }
    return !numbers.empty();
}

bool readSwitch(const json& value, std::optional<bool>& target)
{
    if (value.is_boolean())
        target = value.get<bool>();
    return value.is_boolean();
}

constexpr double kLargest = std::numeric_limits<float>::max();

/// One member of an override; what was wanted when it does not fit.
std::string readMember(const std::string& key, const json& value, TensorOverride& result)
{
    if (key == "quant_type") {
        result.type = quantizedType(value);
        if (!result.type && isChoice(value, "Float"))
            result.type = DataType::Float;
        return result.type ? "" : "quant_type Int8, UInt8, Int16, UInt16 or Float";
    }
    if (key == "symmetric")
        return readSwitch(value, result.symmetric) ? "" : "symmetric true or false";
    if (key == "reduce_range")
        return readSwitch(value, result.reduceRange) ? "" : "reduce_range true or false";
    if (key == "per_channel")
        return readSwitch(value, result.perChannel) ? "" : "per_channel true or false";
    if (key == "axis") {
        const auto axis = wholeNumber(value, -8, 7);
        if (axis)
            result.axis = static_cast<int>(*axis);
        return axis ? "" : "an axis from -8 to 7";
    }
    if (key == "scale") {
        const auto read = [](const json& each) {
            const auto scale = number(each, std::numeric_limits<float>::min(), kLargest);
            return scale;
        };
        return readNumbers(value, result.scale, read) ? "" : "a scale above 0, or a list of them";
    }
    if (key == "zero_point") {
        const auto read = [](const json& each) { return wholeNumber(each, -32768, 65535); };
        return readNumbers(value, result.zeroPoint, read) ? "" : "a whole zero_point, or a list of them";
    }
    return "only the keys " + std::string(kKeys);
}

std::string readRange(const json& low, const json& high, TensorOverride& result)
{
    const auto min = number(low, -kLargest, kLargest);
    const auto max = number(high, -kLargest, kLargest);
    if (!min || !max || *min > *max)
        return "numbers rmin <= rmax";
    result.range = TensorRange{static_cast<float>(*min), static_cast<float>(*max)};
    return {};
}

std::string readOverride(const json& value, TensorOverride& result)
{
    if (!value.is_object())
        return "an object for each tensor or channel";
    for (const auto& [key, member] : value.items()) {
        if (key == "rmin" || key == "rmax")
            continue;
        if (std::string wanted = readMember(key, member, result); !wanted.empty())
            return wanted;
    }
    if (value.contains("rmin") != value.contains("rmax"))
        return "rmin and rmax together";
    if (result.scale.size() != result.zeroPoint.size())
        return "as many values of zero_point as of scale";
    if (value.contains("rmin")) {
        if (std::string wanted = readRange(value["rmin"], value["rmax"], result); !wanted.empty())
            return wanted;
    }
    const std::string contradiction = contradictionIn(result);
    return contradiction.empty() ? "" : "overrides without contradictions (one " + contradiction + ")";
}

json toJson(const TensorOverride& one)
{
    json value = json::object();
    if (one.type)
        value["quant_type"] = typeText(*one.type);
    if (one.symmetric)
        value["symmetric"] = *one.symmetric;
    if (one.reduceRange)
        value["reduce_range"] = *one.reduceRange;
    if (one.perChannel)
        value["per_channel"] = *one.perChannel;
    if (one.axis)
        value["axis"] = *one.axis;
    if (one.range) {
        value["rmin"] = one.range->min;
        value["rmax"] = one.range->max;
    }
    if (!one.scale.empty()) {
        value["scale"] = one.scale;
        value["zero_point"] = one.zeroPoint;
    }
    return value;
}

OptionSpec tensorQuantOverrides()
{
    return {"TensorQuantOverrides", "{tensor: [{key: value}]}",
            std::string("What is laid down for single tensors, or for each of their channels: ") + kKeys + ".",
            [](const C& config) {
                json value = json::object();
                for (const auto& [tensor, list] : config.tensorOverrides) {
                    json& overrides = value[tensor] = json::array();
                    for (const TensorOverride& one : list)
                        overrides.push_back(toJson(one));
                }
                return value;
            },
            [](C& config, const json& value) -> std::string {
                if (!value.is_object())
                    return "an object with a list of overrides for each tensor";
                TensorQuantOverrides overrides;
                for (const auto& [tensor, list] : value.items()) {
                    if (!list.is_array() || list.empty())
                        return "a list of at least one object for each tensor";
                    for (const json& each : list) {
                        TensorOverride one;
                        if (std::string wanted = readOverride(each, one); !wanted.empty())
                            return wanted;
                        overrides[tensor].push_back(std::move(one));
                    }
                    const std::vector<TensorOverride>& read = overrides[tensor];
                    if (std::all_of(read.begin(), read.end(),
                                    [](const TensorOverride& one) { return one == TensorOverride(); }))
                        return "overrides that set something (" + std::string(kKeys) + ")";
                }
                config.tensorOverrides = std::move(overrides);
                return {};
            }};
}

OptionSpec mixedPrecisionTensor()
{
    return {"MixedPrecisionTensor", "{type: [tensors]}",
            "Tensors that take another integer type; gives way to the rules of layers.",
            [](const C& config) {
                json value = json::object();
                for (const auto& [tensor, type] : config.mixedPrecisionTensors)
                    value[typeText(type)].push_back(tensor);
                return value;
            },
            [](C& config, const json& value) -> std::string {
                constexpr const char* kWanted = "an object with a list of tensors for Int8, UInt8, Int16 or UInt16";
                if (!value.is_object())
                    return kWanted;
                std::map<std::string, DataType> types;
                for (const auto& [name, tensors] : value.items()) {
                    const std::optional<DataType> type = quantizedType(json(name));
                    if (!type || !isTextList(tensors))
                        return kWanted;
                    for (const json& tensor : tensors) {
                        const auto [at, isNew] = types.emplace(tensor.get<std::string>(), *type);
                        if (!isNew && at->second != *type)
                            return "each tensor under one type only";
                    }
                }
                config.mixedPrecisionTensors = std::move(types);
                return {};
            }};
}

} // namespace

std::vector<OptionSpec> overrideOptions()
{
    return grouped("Overrides", {tensorQuantOverrides(), mixedPrecisionTensor()});
}

} // namespace quantiscope::options
