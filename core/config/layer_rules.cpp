// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/layer_rules.h"

#include "core/base/json_reader.h"
#include "core/base/nearest_name.h"

#include <array>
#include <cmath>
#include <limits>

namespace quantiscope {

using nlohmann::json;

namespace {

constexpr std::array kTypes{DataType::Int8, DataType::UInt8, DataType::Int16, DataType::UInt16, DataType::Float};
constexpr std::int64_t kMostAxes = 8;

/// What an override may hold besides what every tensor can have.
enum class Role
{
    Activation,
    Constant, ///< a weight or a bias: it has channels
};

Error refused(const std::string& where, const std::string& what)
{
    return {ErrorCode::ConfigRefused, where + " " + what, where};
}

Result<DataType> readType(const std::string& name, const std::string& where)
{
    std::vector<std::string> names;
    for (const DataType type : kTypes) {
        names.push_back(typeText(type));
        if (name == names.back())
            return type;
    }
    return refused(where, "must be Int8, UInt8, Int16, UInt16 or Float, not '" + name + "'." + didYouMean(name, names));
}

/// A number or a list of numbers, as JSON.
json asList(const json& value)
{
    return value.is_array() ? value : json::array({value});
}

Result<std::vector<float>> readScales(const json& value, const std::string& where)
{
    std::vector<float> scales;
    for (const json& each : asList(value)) {
        const float scale = each.is_number() ? each.get<float>() : 0.0F;
        if (!std::isnormal(scale) || scale < 0.0F)
            return refused(where, "must be a normal float32 number above 0, or a list of such.");
        scales.push_back(scale);
    }
    return scales;
}

Result<std::vector<std::int32_t>> readZeroPoints(const json& value, CodeLimits limits, const std::string& where)
{
    std::vector<std::int32_t> zeroPoints;
    for (const json& each : asList(value)) {
        // Unsigned numbers above INT64_MAX would wrap when they are read as signed ones.
        const bool fits = each.is_number_integer() && (!each.is_number_unsigned() || each.get<std::uint64_t>() <= 65535)
            && each.get<std::int64_t>() >= limits.min && each.get<std::int64_t>() <= limits.max;
        if (!fits)
            return refused(where,
                           "must be a whole number from " + std::to_string(limits.min) + " to "
                               + std::to_string(limits.max) + ", or a list of such.");
        zeroPoints.push_back(each.get<std::int32_t>());
    }
    return zeroPoints;
}

Result<TensorRange> readRange(const json& value, const std::string& where)
{
    const bool isPair = value.is_array() && value.size() == 2 && value[0].is_number() && value[1].is_number();
    const TensorRange range =
        isPair ? TensorRange{value[0].get<float>(), value[1].get<float>()} : TensorRange{1.0F, 0.0F};
    if (!std::isfinite(range.min) || !std::isfinite(range.max) || range.min > range.max)
        return refused(where, "must be [low, high] with finite float32 numbers, low not above high.");
    return range;
}

/// Scale and zero point, once the type is known.
Result<void> readParameters(const json& scale, const json& zeroPoint, const std::string& where, Role role,
                            TensorOverride& target)
{
    if (scale.is_null() != zeroPoint.is_null())
        return refused(where, "needs 'scale' and 'zeroPoint' both, or neither of them.");
    if (scale.is_null())
        return {};
    Result<std::vector<float>> scales = readScales(scale, where + ".scale");
    if (!scales)
        return scales.error();
    const CodeLimits limits = target.type ? codeLimits(*target.type, Symmetry::Asymmetric) : CodeLimits{-32768, 65535};
    auto zeroPoints = readZeroPoints(zeroPoint, limits, where + ".zeroPoint");
    if (!zeroPoints)
        return zeroPoints.error();
    if (scales->empty() || scales->size() != zeroPoints->size())
        return refused(where, "needs as many zero points as scales, at least one.");
    if (role == Role::Activation && scales->size() > 1)
        return refused(where + ".scale", "is a list, but only weights and biases have one scale per channel.");
    target.scale = std::move(*scales);
    target.zeroPoint = std::move(*zeroPoints);
    return {};
}

Result<TensorOverride> readTensor(const json& value, const std::string& where, Role role)
{
    JsonReader reader(value, where);
    TensorOverride tensor;
    const bool hasType = reader.has("type");
    const std::string type = reader.string("type");
    tensor.symmetric = reader.boolean("symmetric");
    tensor.reduceRange = reader.boolean("reduceRange");
    const bool hasGranularity = reader.has("granularity");
    const std::string granularity = reader.string("granularity");
    if (reader.has("axis"))
        tensor.axis = static_cast<int>(reader.integer("axis", 0, -kMostAxes, kMostAxes - 1));
    const json range = reader.value("range");
    const json scale = reader.value("scale");
    const json zeroPoint = reader.value("zeroPoint");
    reader.finish();
    if (reader.failed())
        return reader.error();
    if (hasType) {
        const Result<DataType> read = readType(type, where + ".type");
        if (!read)
            return read.error();
        tensor.type = *read;
    }
    if (hasGranularity) {
        if (granularity != "tensor" && granularity != "channel")
            return refused(where + ".granularity", "must be tensor or channel, not '" + granularity + "'.");
        tensor.perChannel = granularity == "channel";
    }
    if (role == Role::Activation && (tensor.perChannel == true || tensor.axis))
        return refused(where, "is an activation; only weights and biases have a scale per channel.");
    if (!range.is_null()) {
        const Result<TensorRange> read = readRange(range, where + ".range");
        if (!read)
            return read.error();
        tensor.range = *read;
    }
    if (const Result<void> read = readParameters(scale, zeroPoint, where, role, tensor); !read)
        return read.error();
    if (tensor == TensorOverride())
        return refused(where, "sets nothing; leave it out, or give a type.");
    const std::string contradiction = contradictionIn(tensor);
    return contradiction.empty() ? Result<TensorOverride>(std::move(tensor)) : refused(where, contradiction + ".");
}

/// One element as itself, several as a list.
template <typename T>
json shortest(const std::vector<T>& values)
{
    return values.size() == 1 ? json(values.front()) : json(values);
}

/// The tensors of a rule with their keys.
template <typename Rule>
auto tensorsOf(Rule& rule)
{
    return std::array{
        std::tuple{"input", &rule.input, Role::Activation}, std::tuple{"weight", &rule.weight, Role::Constant},
        std::tuple{"bias", &rule.bias, Role::Constant}, std::tuple{"output", &rule.output, Role::Activation}};
}

} // namespace

Result<LayerRule> layerRuleFromJson(const json& value, const std::string& where)
{
    JsonReader reader(value, where);
    LayerRule rule;
    const bool hasMatch = reader.has("match");
    const json match = reader.value("match");
    const bool enabled = reader.boolean("enabled").value_or(true);
    bool setsAny = false;
    std::vector<std::tuple<std::string, std::optional<TensorOverride>*, Role, json>> given;
    for (const auto& [key, target, role] : tensorsOf(rule)) {
        if (!reader.has(key))
            continue;
        given.emplace_back(where + "." + key, target, role, reader.value(key));
        setsAny = true;
    }
    reader.finish();
    if (reader.failed())
        return reader.error();
    if (!hasMatch)
        return refused(where, "needs 'match', which says the nodes it is for.");
    Result<ExclusionRule> nodes = nodesFromJson(match, where + ".match");
    if (!nodes)
        return nodes.error();
    rule.match = std::move(*nodes);
    rule.match.enabled = enabled;
    if (!setsAny)
        return refused(where, "sets nothing; it needs 'input', 'weight', 'bias' or 'output'.");
    for (const auto& [place, target, role, document] : given) {
        Result<TensorOverride> tensor = readTensor(document, place, role);
        if (!tensor)
            return tensor.error();
        *target = std::move(*tensor);
    }
    return rule;
}

json layerTensorToJson(const TensorOverride& tensor)
{
    json object = json::object();
    if (tensor.type)
        object["type"] = typeText(*tensor.type);
    if (tensor.symmetric)
        object["symmetric"] = *tensor.symmetric;
    if (tensor.reduceRange)
        object["reduceRange"] = *tensor.reduceRange;
    if (tensor.perChannel)
        object["granularity"] = *tensor.perChannel ? "channel" : "tensor";
    if (tensor.axis)
        object["axis"] = *tensor.axis;
    if (tensor.range)
        object["range"] = {tensor.range->min, tensor.range->max};
    if (!tensor.scale.empty()) {
        object["scale"] = shortest(tensor.scale);
        object["zeroPoint"] = shortest(tensor.zeroPoint);
    }
    return object;
}

json toJson(const LayerRule& rule)
{
    json object{{"match", nodesToJson(rule.match)}};
    if (!rule.match.enabled)
        object["enabled"] = false;
    for (const auto& [key, tensor, role] : tensorsOf(rule)) {
        if (*tensor)
            object[key] = layerTensorToJson(**tensor);
    }
    return object;
}

} // namespace quantiscope
