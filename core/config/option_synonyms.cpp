// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/option_builders.h"
#include "core/config/option_checks.h"

namespace quantiscope {

using nlohmann::json;

namespace {

/// "PowerOfTwoMethod.MinMSE" and its like: the calibration method, and what its family says about scales.
std::string setMethod(QuantConfig& config, const json& value)
{
    constexpr const char* kWanted =
        "one of MinMax, NonOverflow, Percentile, LayerwisePercentile, MinMSE, Entropy, PowerOfTwoMethod.NonOverflow, "
        "PowerOfTwoMethod.MinMSE";
    using M = CalibrationMethod;
    for (const M method : {M::NonOverflow, M::MinMSE}) {
        if (options::isChoice(value, std::string("PowerOfTwoMethod.") + methodName(method))) {
            config.calibration.method = method;
            config.scaleType = ScaleType::PowerOf2;
            return {};
        }
    }
    for (const M method : {M::MinMax, M::NonOverflow, M::Percentile, M::LayerwisePercentile, M::MinMSE, M::Entropy}) {
        if (options::isChoice(value, methodName(method), options::kMethodEnumerations)) {
            config.calibration.method = method;
            return {};
        }
    }
    return kWanted;
}

/// true: scales are of @p type; false: they are any number if they were of that type.
std::string switchScales(QuantConfig& config, const json& value, ScaleType type)
{
    if (!value.is_boolean())
        return "true or false";
    if (value.get<bool>())
        config.scaleType = type;
    else if (config.scaleType == type)
        config.scaleType = ScaleType::Float32;
    return {};
}

json scales(const QuantConfig& config)
{
    return config.scaleType;
}

std::string setFormat(QuantConfig& config, const json& value)
{
    if (value == "ExtendedQuantFormat.QDQ")
        config.placement.rules = PlacementRules::QuarkExtended;
    else if (value == "QuantFormat.QDQ" || value == "QDQ")
        config.placement.rules = PlacementRules::Quark;
    else
        return "QuantFormat.QDQ or ExtendedQuantFormat.QDQ";
    return {};
}

} // namespace

std::span<const OptionSynonym> optionSynonyms()
{
    static const std::vector<OptionSynonym> kSynonyms{
        {kMethodOption,
         "MinMax | NonOverflow | Percentile | LayerwisePercentile | MinMSE | Entropy | PowerOfTwoMethod.NonOverflow | "
         "PowerOfTwoMethod.MinMSE",
         "The recipe's method; PowerOfTwoMethod also sets ScaleType = PowerOf2.", setMethod,
         [](const QuantConfig& config) {
             return json{methodName(config.calibration.method), scales(config)};
         }},
        {"EnableDPU", "true | false", "EnableNPUCnn.",
         [](QuantConfig& config, const json& value) -> std::string {
             if (!value.is_boolean())
                 return "true or false";
             config.npu.enableNPUCnn = value.get<bool>();
             return {};
         },
         [](const QuantConfig& config) { return json(config.npu.enableNPUCnn); }},
        {"Int16Scale", "true | false", "ScaleType = Int16, or Float32 instead of it.",
         [](QuantConfig& config, const json& value) { return switchScales(config, value, ScaleType::Int16); }, scales},
        {"QuantFormat", "QuantFormat.QDQ | ExtendedQuantFormat.QDQ", "PlacementRules = Quark or QuarkExtended.",
         setFormat, [](const QuantConfig& config) { return json(config.placement.rules); }},
        {"UsePowerOf2Scale", "true | false", "ScaleType = PowerOf2, or Float32 instead of it.",
         [](QuantConfig& config, const json& value) { return switchScales(config, value, ScaleType::PowerOf2); },
         scales},
    };
    return kSynonyms;
}

} // namespace quantiscope
