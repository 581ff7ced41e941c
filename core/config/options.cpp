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

OptionSpec boolOption(const char* name, bool QuantConfig::*member, const char* meaning)
{
    return {name, "true | false", meaning, [member](const QuantConfig& config) { return json(config.*member); },
            [member](QuantConfig& config, const json& value) -> std::string {
                if (!value.is_boolean())
                    return "true or false";
                config.*member = value.get<bool>();
                return {};
            }};
}

OptionSpec triStateOption(const char* name, std::optional<bool> QuantConfig::*member, const char* meaning)
{
    return {name, "true | false | null (decided by the types and the method)", meaning,
            [member](const QuantConfig& config) { return (config.*member) ? json(*(config.*member)) : json(); },
            [member](QuantConfig& config, const json& value) -> std::string {
                if (value.is_null())
                    (config.*member).reset();
                else if (value.is_boolean())
                    config.*member = value.get<bool>();
                else
                    return "true, false or null";
                return {};
            }};
}

OptionSpec listOption(const char* name, std::vector<std::string> QuantConfig::*member, const char* meaning)
{
    return {name, "list of operator types", meaning,
            [member](const QuantConfig& config) { return json(config.*member); },
            [member](QuantConfig& config, const json& value) -> std::string {
                const bool texts = value.is_array()
                    && std::all_of(value.begin(), value.end(), [](const json& e) { return e.is_string(); });
                if (!texts)
                    return "a list of operator types";
                config.*member = value.get<std::vector<std::string>>();
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

OptionSpec typeOption(const char* name, DataType QuantConfig::*member, const char* meaning)
{
    return {name, "Int8 | UInt8 | Int16 | UInt16", meaning,
            [member](const QuantConfig& config) { return json(typeText(config.*member)); },
            [member](QuantConfig& config, const json& value) -> std::string {
                const auto type = value.is_string() ? dataTypeFromName(value.get<std::string>()) : std::nullopt;
                if (!type || !isQuantizedInteger(*type) || byteSize(*type) == 0)
                    return "one of Int8, UInt8, Int16, UInt16";
                config.*member = *type;
                return {};
            }};
}

/// An option with one of a few texts as value.
template <typename Value, std::size_t N>
OptionSpec choiceOption(const char* name, const char* values, Value QuantConfig::*member,
                        std::array<std::pair<const char*, Value>, N> choices, const char* meaning)
{
    return {name, values, meaning,
            [=](const QuantConfig& config) {
                for (const auto& [text, choice] : choices) {
                    if (config.*member == choice)
                        return json(text);
                }
                return json();
            },
            [=](QuantConfig& config, const json& value) -> std::string {
                for (const auto& [text, choice] : choices) {
                    if (value == text) {
                        config.*member = choice;
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
        typeOption("ActivationType", &C::activationType, "Integer type of activations."),
        typeOption("WeightType", &C::weightType, "Integer type of weights."),
        boolOption("ActivationSymmetric", &C::activationSymmetric,
                   "Activations: range [-M, M], zero point in the middle."),
        triStateOption("WeightSymmetric", &C::weightSymmetric,
                       "Weights: range [-M, M]; by default for signed types. Per-channel weights always are."),
        boolOption("PerChannel", &C::perChannel, "One scale per output channel of a weight instead of one per weight."),
        boolOption("ReduceRange", &C::reduceRange,
                   "Weights use one bit less, for processors without 8-bit dot products."),
        {"Percentile", "0 < number <= 100", "Share of the values that the range holds (method Percentile).",
         [](const C& config) { return json(config.percentile); },
         [](C& config, const json& value) -> std::string {
             if (!value.is_number() || !(value.get<double>() > 0.0) || !(value.get<double>() <= 100.0))
                 return "a number above 0, at most 100";
             config.percentile = value.get<double>();
             return {};
         }},
        triStateOption("CalibTensorRangeSymmetric", &C::calibTensorRangeSymmetric,
                       "Percentile of magnitudes instead of both tails; by default true for Percentile."),
        choiceOption<PlacementRules, 3>("PlacementRules", "OnnxRuntime | Quark | QuarkExtended", &C::rules,
                                        {{{"OnnxRuntime", PlacementRules::OnnxRuntime},
                                          {"Quark", PlacementRules::Quark},
                                          {"QuarkExtended", PlacementRules::QuarkExtended}}},
                                        "Whose rules decide which tensors are quantized and which share a scale."),
        boolOption(
            "ForceQuantizeNoInputCheck", &C::forceQuantizeNoInputCheck,
            "Quantize pass-through operators (Reshape, MaxPool …) even if their input is not quantized otherwise."),
        boolOption("MatMulConstBOnly", &C::matMulConstBOnly, "Leave a MatMul of two activations in float."),
        listOption("OpTypesToQuantize", &C::opTypesToQuantize, "Quantize these operator types only."),
        listOption("ExtraOpTypesToQuantize", &C::extraOpTypesToQuantize, "Quantize these operator types as well."),
        boolOption("QuantizeAllOpTypes", &C::quantizeAllOpTypes, "Quantize every operator type of the model."),
        boolOption("FoldRelu", &C::foldRelu,
                   "Extended rules: let an asymmetric output scale do the work of the Relu or Clip behind it."),
        boolOption("RemoveQDQConvClip", &C::removeQDQConvClip,
                   "No Q/DQ between an operator like Conv and a Clip behind it."),
        boolOption("RemoveQDQConvRelu", &C::removeQDQConvRelu,
                   "No Q/DQ between an operator like Conv and a Relu behind it."),
        boolOption("RemoveQDQConvLeakyRelu", &C::removeQDQConvLeakyRelu,
                   "No Q/DQ between an operator like Conv and a LeakyRelu behind it."),
        boolOption("RemoveQDQConvPRelu", &C::removeQDQConvPRelu,
                   "No Q/DQ between an operator like Conv and a PRelu behind it."),
        boolOption("QuantizeBias", &C::quantizeBias,
                   "Biases as int32 with scale input x weight; otherwise they stay float."),
        boolOption("AddQDQPairToWeight", &C::addQDQPairToWeight, "Keep float weights and put Q and DQ behind them."),
        boolOption("AlignConcat", &C::alignConcat, "Extended rules: the inputs of a Concat take its output's scale."),
        boolOption("AlignPool", &C::alignPool, "Extended rules: the output of a pooling takes its input's scale."),
        boolOption("AlignPad", &C::alignPad, "Extended rules: the input of a Pad takes its output's scale."),
        boolOption("AlignSlice", &C::alignSlice, "Extended rules: the output of a Slice takes its input's scale."),
        boolOption("AlignEltwiseQuantType", &C::alignEltwiseQuantType,
                   "Extended rules: constants of Add, Sub, Mul, Div, Min and Max take the activations' type."),
        boolOption("OptimizeModel", &C::optimizeModel,
                   "Fold constants and batch normalizations before (ONNX Runtime's basic graph optimization)."),
        {"ConvertOpsetVersion", "0 | 10 … 26",
         "Convert the model to this opset first; 0: only as far as the result needs.",
         [](const C& config) { return json(config.convertOpsetVersion); },
         [](C& config, const json& value) -> std::string {
             constexpr const char* kWanted = "0 or a whole number from 10 to 26";
             if (!value.is_number_integer() || value < 0 || value > 26 || (value > 0 && value < 10))
                 return kWanted;
             config.convertOpsetVersion = value.get<int>();
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
