// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/options.h"

#include "core/base/json_reader.h"
#include "core/base/nearest_name.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace quantiscope {

using nlohmann::json;

namespace {

/// Where an option lives: a member of the configuration, or of one of its groups.
template <typename T>
auto field(T QuantConfig::*member)
{
    return [member](auto& config) -> auto&
    {
        return config.*member;
    };
}

template <typename Group, typename T>
auto field(Group QuantConfig::*group, T Group::*member)
{
    return [ group, member ](auto& config) -> auto&
    {
        return config.*group.*member;
    };
}

template <typename Field>
OptionSpec boolOption(const char* name, Field at, const char* meaning)
{
    return {name, "true | false", meaning, [at](const QuantConfig& config) { return json(at(config)); },
            [at](QuantConfig& config, const json& value) -> std::string {
                if (!value.is_boolean())
                    return "true or false";
                at(config) = value.get<bool>();
                return {};
            }};
}

template <typename Field>
OptionSpec triStateOption(const char* name, Field at, const char* meaning)
{
    return {name, "true | false | null (decided by the types and the method)", meaning,
            [at](const QuantConfig& config) { return at(config) ? json(*at(config)) : json(); },
            [at](QuantConfig& config, const json& value) -> std::string {
                if (value.is_null())
                    at(config).reset();
                else if (value.is_boolean())
                    at(config) = value.get<bool>();
                else
                    return "true, false or null";
                return {};
            }};
}

template <typename Field>
OptionSpec listOption(const char* name, Field at, const char* meaning)
{
    return {name, "list of operator types", meaning, [at](const QuantConfig& config) { return json(at(config)); },
            [at](QuantConfig& config, const json& value) -> std::string {
                const bool texts = value.is_array()
                    && std::all_of(value.begin(), value.end(), [](const json& e) { return e.is_string(); });
                if (!texts)
                    return "a list of operator types";
                at(config) = value.get<std::vector<std::string>>();
                return {};
            }};
}

/// The reference's spelling of a type ("Int8", "UInt16").
std::string typeText(DataType type)
{
    switch (type) {
    case DataType::UInt8:
        return "UInt8";
    case DataType::Int8:
        return "Int8";
    case DataType::UInt16:
        return "UInt16";
    case DataType::Int16:
        return "Int16";
    default:
        return std::string(dataTypeName(type));
    }
}

template <typename Field>
OptionSpec typeOption(const char* name, Field at, const char* meaning)
{
    return {name, "Int8 | UInt8 | Int16 | UInt16", meaning,
            [at](const QuantConfig& config) { return json(typeText(at(config))); },
            [at](QuantConfig& config, const json& value) -> std::string {
                const auto type = value.is_string() ? dataTypeFromName(value.get<std::string>()) : std::nullopt;
                if (!type || !isQuantizedInteger(*type) || byteSize(*type) == 0)
                    return "one of Int8, UInt8, Int16, UInt16";
                at(config) = *type;
                return {};
            }};
}

/// An option with one of a few texts as value.
template <typename Value, std::size_t N, typename Field>
OptionSpec choiceOption(const char* name, const char* values, Field at,
                        std::array<std::pair<const char*, Value>, N> choices, const char* meaning)
{
    return {name, values, meaning,
            [=](const QuantConfig& config) {
                for (const auto& [text, choice] : choices) {
                    if (at(config) == choice)
                        return json(text);
                }
                return json();
            },
            [=](QuantConfig& config, const json& value) -> std::string {
                for (const auto& [text, choice] : choices) {
                    if (value == text) {
                        at(config) = choice;
                        return {};
                    }
                }
                return std::string("one of ") + values;
            }};
}

std::vector<OptionSpec> makeSpecs()
{
    using C = QuantConfig;
    return {
        typeOption("ActivationType", field(&C::activationType), "Integer type of activations."),
        typeOption("WeightType", field(&C::weightType), "Integer type of weights."),
        boolOption("ActivationSymmetric", field(&C::activationSymmetric),
                   "Activations: range [-M, M], zero point in the middle."),
        triStateOption("WeightSymmetric", field(&C::weightSymmetric),
                       "Weights: range [-M, M]; by default for signed types. Per-channel weights always are."),
        boolOption("PerChannel", field(&C::perChannel),
                   "One scale per output channel of a weight instead of one per weight."),
        boolOption("ReduceRange", field(&C::reduceRange),
                   "Weights use one bit less, for processors without 8-bit dot products."),
        {"Percentile", "0 < number <= 100", "Share of the values that the range holds (method Percentile).",
         [](const C& config) { return json(config.calibration.percentile); },
         [](C& config, const json& value) -> std::string {
             if (!value.is_number() || !(value.get<double>() > 0.0) || !(value.get<double>() <= 100.0))
                 return "a number above 0, at most 100";
             config.calibration.percentile = value.get<double>();
             return {};
         }},
        triStateOption("CalibTensorRangeSymmetric", field(&C::calibration, &CalibrationConfig::tensorRangeSymmetric),
                       "Percentile of magnitudes instead of both tails; by default true for Percentile."),
        choiceOption<PlacementRules, 3>("PlacementRules", "OnnxRuntime | Quark | QuarkExtended",
                                        field(&C::placement, &PlacementConfig::rules),
                                        {{{"OnnxRuntime", PlacementRules::OnnxRuntime},
                                          {"Quark", PlacementRules::Quark},
                                          {"QuarkExtended", PlacementRules::QuarkExtended}}},
                                        "Whose rules decide which tensors are quantized and which share a scale."),
        boolOption(
            "ForceQuantizeNoInputCheck", field(&C::placement, &PlacementConfig::forceQuantizeNoInputCheck),
            "Quantize pass-through operators (Reshape, MaxPool …) even if their input is not quantized otherwise."),
        triStateOption("MatMulConstBOnly", field(&C::selection, &SelectionConfig::matMulConstBOnly),
                       "Leave a MatMul of two activations in float."),
        listOption("OpTypesToQuantize", field(&C::selection, &SelectionConfig::opTypesToQuantize),
                   "Quantize these operator types only."),
        listOption("ExtraOpTypesToQuantize", field(&C::selection, &SelectionConfig::extraOpTypesToQuantize),
                   "Quantize these operator types as well."),
        boolOption("QuantizeAllOpTypes", field(&C::selection, &SelectionConfig::quantizeAllOpTypes),
                   "Quantize every operator type of the model."),
        boolOption("FoldRelu", field(&C::placement, &PlacementConfig::foldRelu),
                   "Extended rules: let an asymmetric output scale do the work of the Relu or Clip behind it."),
        boolOption("RemoveQDQConvClip", field(&C::placement, &PlacementConfig::removeQDQConvClip),
                   "No Q/DQ between an operator like Conv and a Clip behind it."),
        boolOption("RemoveQDQConvRelu", field(&C::placement, &PlacementConfig::removeQDQConvRelu),
                   "No Q/DQ between an operator like Conv and a Relu behind it."),
        boolOption("RemoveQDQConvLeakyRelu", field(&C::placement, &PlacementConfig::removeQDQConvLeakyRelu),
                   "No Q/DQ between an operator like Conv and a LeakyRelu behind it."),
        boolOption("RemoveQDQConvPRelu", field(&C::placement, &PlacementConfig::removeQDQConvPRelu),
                   "No Q/DQ between an operator like Conv and a PRelu behind it."),
        boolOption("QuantizeBias", field(&C::placement, &PlacementConfig::quantizeBias),
                   "Biases as int32 with scale input x weight; otherwise they stay float."),
        boolOption("AddQDQPairToWeight", field(&C::placement, &PlacementConfig::addQDQPairToWeight),
                   "Keep float weights and put Q and DQ behind them."),
        triStateOption("AlignConcat", field(&C::npu, &NpuConfig::alignConcat),
                       "Extended rules: the inputs of a Concat take its output's scale."),
        triStateOption("AlignPool", field(&C::npu, &NpuConfig::alignPool),
                       "Extended rules: the output of a pooling takes its input's scale."),
        triStateOption("AlignPad", field(&C::npu, &NpuConfig::alignPad),
                       "Extended rules: the input of a Pad takes its output's scale."),
        triStateOption("AlignSlice", field(&C::npu, &NpuConfig::alignSlice),
                       "Extended rules: the output of a Slice takes its input's scale."),
        boolOption("AlignEltwiseQuantType", field(&C::placement, &PlacementConfig::alignEltwiseQuantType),
                   "Extended rules: constants of Add, Sub, Mul, Div, Min and Max take the activations' type."),
        boolOption("OptimizeModel", field(&C::preparation, &PreparationConfig::optimizeModel),
                   "Fold constants and batch normalizations before (ONNX Runtime's basic graph optimization)."),
        {"ConvertOpsetVersion", "0 | 10 … 26",
         "Convert the model to this opset first; 0: only as far as the result needs.",
         [](const C& config) { return json(config.preparation.convertOpsetVersion); },
         [](C& config, const json& value) -> std::string {
             constexpr const char* kWanted = "0 or a whole number from 10 to 26";
             if (!value.is_number_integer() || value < 0 || value > 26 || (value > 0 && value < 10))
                 return kWanted;
             config.preparation.convertOpsetVersion = value.get<int>();
             return {};
         }},
    };
}

/// A name in lower case and without underscores: how option names are compared.
std::string normalized(std::string_view name)
{
    std::string text;
    for (const char c : name) {
        if (c != '_')
            text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return text;
}

json valueFromText(const std::string& text)
{
    json parsed; // not nested deeply: writing it out in a message is recursive
    if (!parseJson(text, {}, parsed) && !parsed.is_object())
        return parsed;
    const std::string lower = normalized(text);
    if (lower == "true" || lower == "false")
        return lower == "true";
    return text;
}

json listFromText(const std::string& text)
{
    json list = json::array();
    std::size_t first = 0;
    while (first <= text.size()) {
        const std::size_t comma = std::min(text.find(',', first), text.size());
        std::string part = text.substr(first, comma - first);
        part.erase(0, part.find_first_not_of(' '));
        part.erase(part.find_last_not_of(' ') + 1);
        if (!part.empty())
            list.push_back(std::move(part));
        first = comma + 1;
    }
    return list;
}

} // namespace

std::span<const OptionSpec> optionSpecs()
{
    static const std::vector<OptionSpec> kSpecs = makeSpecs();
    return kSpecs;
}

Result<void> setOption(QuantConfig& config, std::string_view name, const json& value, ErrorCode code)
{
    const std::string wanted = normalized(name);
    std::vector<std::string> names;
    for (const OptionSpec& spec : optionSpecs()) {
        names.push_back(spec.name);
        if (normalized(spec.name) != wanted)
            continue;
        const std::string problem = spec.set(config, value);
        if (problem.empty())
            return {};
        return Error{code,
                     "Option " + spec.name + " needs " + problem + ", not "
                         + value.dump(-1, ' ', false, json::error_handler_t::replace) + ".",
                     spec.name};
    }
    return Error{code,
                 "Unknown option '" + std::string(name) + "'." + didYouMean(name, names)
                     + " 'qscope presets NAME' lists all options.",
                 std::string(name)};
}

Result<void> setOptionFromText(QuantConfig& config, std::string_view assignment)
{
    const std::size_t equals = assignment.find('=');
    if (equals == std::string_view::npos || equals == 0) {
        return Error{ErrorCode::InvalidArgument, "--set needs OPTION=VALUE, not '" + std::string(assignment) + "'.",
                     "--set"};
    }
    const std::string_view name = assignment.substr(0, equals);
    const std::string text(assignment.substr(equals + 1));
    const std::string wanted = normalized(name);
    for (const OptionSpec& spec : optionSpecs()) {
        // A list may be given without brackets and quotes.
        if (normalized(spec.name) == wanted && spec.get(QuantConfig()).is_array()
            && (text.empty() || text.front() != '['))
            return setOption(config, name, listFromText(text), ErrorCode::InvalidArgument);
    }
    return setOption(config, name, valueFromText(text), ErrorCode::InvalidArgument);
}

} // namespace quantiscope
