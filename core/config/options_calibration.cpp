// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/inert_reasons.h"
#include "core/config/option_builders.h"

namespace quantiscope::options {

using C = QuantConfig;
using K = CalibrationConfig;
using M = CalibrationMethod;
using nlohmann::json;

namespace {

std::string methodIsNot(const C& config, const char* wanted)
{
    return "the method is " + std::string(methodName(config.calibration.method)) + ", not " + wanted;
}

/// Are ranges of activations or of weights searched for the least squared error?
bool isSearch(const C& config)
{
    if (config.calibration.method == M::MinMSE && noActivations(config).empty())
        return true;
    const M unset = config.scaleType == ScaleType::Float32 ? M::MinMax : config.calibration.method;
    return !config.selection.dynamic && config.calibration.weightMethod.value_or(unset) == M::MinMSE;
}

bool isPowerOfTwoSearch(const C& config)
{
    return config.scaleType == ScaleType::PowerOf2 && isSearch(config);
}

bool isFloatSearch(const C& config)
{
    return config.scaleType != ScaleType::PowerOf2 && isSearch(config);
}

std::string noPercentile(const C& config)
{
    if (isPowerOfTwoSearch(config) && config.calibration.minMSEModePof2Scale == Pof2Mode::Percentile)
        return {};
    if (std::string reason = noActivations(config); !reason.empty())
        return reason;
    return config.calibration.method == M::Percentile ? "" : methodIsNot(config, "Percentile");
}

std::string noLayerwisePercentile(const C& config)
{
    return config.calibration.method == M::LayerwisePercentile ? "" : methodIsNot(config, "LayerwisePercentile");
}

std::string noBins(const C& config)
{
    const bool isEntropy = config.calibration.method == M::Entropy && noActivations(config).empty();
    if (isEntropy || (isFloatSearch(config) && config.calibration.minMSEModeFloatScale != FloatMode::Percentile))
        return {};
    if (std::string reason = dynamicRules(config); !reason.empty())
        return reason;
    return methodIsNot(config, "Entropy") + " (or MinMSE with MinMSEModeFloatScale HistCenter or All)";
}

std::string noEntropy(const C& config)
{
    return config.calibration.method == M::Entropy ? "" : methodIsNot(config, "Entropy");
}

std::string noMovingRange(const C& config)
{
    const bool fits = config.calibration.method == M::MinMax || config.calibration.method == M::NonOverflow;
    return fits ? "" : methodIsNot(config, "MinMax or NonOverflow");
}

std::string noMovingAverage(const C& config)
{
    return config.calibration.movingAverage ? "" : "CalibMovingAverage is false";
}

std::string noPowerOfTwoSearch(const C& config)
{
    if (isPowerOfTwoSearch(config))
        return {};
    if (std::string reason = noActivations(config); !reason.empty())
        return reason;
    if (config.calibration.method != M::MinMSE)
        return methodIsNot(config, "MinMSE");
    return "scales are not powers of two (ScaleType is not PowerOf2)";
}

std::string noFloatSearch(const C& config)
{
    if (config.scaleType == ScaleType::PowerOf2)
        return "scales are powers of two (ScaleType)";
    return isFloatSearch(config) ? "" : methodIsNot(config, "MinMSE") + ", and that of weights is not MinMSE either";
}

template <typename T>
auto calibration(T K::*member)
{
    return field(&C::calibration, member);
}

OptionSpec percentileCandidates()
{
    return {"PercentileCandidates",
            "list of numbers above 0, at most 100",
            "Method LayerwisePercentile: the percentiles of which the best is taken.",
            [](const C& config) { return json(config.calibration.percentileCandidates); },
            [](C& config, const json& value) -> std::string {
                constexpr const char* kWanted = "a list of at least one number above 0, at most 100";
                if (!value.is_array() || value.empty())
                    return kWanted;
                std::vector<double> candidates;
                for (const json& each : value) {
                    const auto percentile = number(each, 0.0, 100.0);
                    if (!percentile || *percentile == 0.0)
                        return kWanted;
                    candidates.push_back(*percentile);
                }
                config.calibration.percentileCandidates = std::move(candidates);
                return {};
            },
            OptionSpec::Form::Numbers};
}

OptionSpec percentile()
{
    return {"Percentile", "0 < number <= 100", "Method Percentile: the share of the values that the range holds.",
            [](const C& config) { return json(config.calibration.percentile); },
            [](C& config, const json& value) -> std::string {
                const auto percentile = number(value, 0.0, 100.0);
                if (!percentile || *percentile == 0.0)
                    return "a number above 0, at most 100";
                config.calibration.percentile = *percentile;
                return {};
            }};
}

OptionSpec numBins()
{
    return {"NumBins", "whole number, 0 to 65536 | null (2048; Entropy: twice NumQuantizedBins)",
            "Methods Entropy and MinMSE (HistCenter, All): bins of the histogram that windows are cut from.",
            [](const C& config) {
                const auto bins = config.calibration.numBins;
                return bins ? json(*bins) : json();
            },
            [](C& config, const json& value) -> std::string {
                const auto bins = wholeNumber(value, 0, 65536);
                if (!bins && !value.is_null())
                    return "a whole number from 0 to 65536, or null";
                config.calibration.numBins.reset();
                if (bins)
                    config.calibration.numBins = static_cast<int>(*bins);
                return {};
            }};
}

OptionSpec weightMethod()
{
    return {"WeightCalibrateMethod", "MinMax | MinMSE | null (as activations with powers of two, otherwise MinMax)",
            "How ranges of weights are found.",
            [](const C& config) {
                const auto method = config.calibration.weightMethod;
                return method ? json(methodName(*method)) : json();
            },
            [](C& config, const json& value) -> std::string {
                if (value.is_null())
                    config.calibration.weightMethod.reset();
                else if (isChoice(value, "MinMax", kMethodEnumerations))
                    config.calibration.weightMethod = M::MinMax;
                else if (isChoice(value, "MinMSE", kMethodEnumerations))
                    config.calibration.weightMethod = M::MinMSE;
                else
                    return "MinMax, MinMSE or null";
                return {};
            }};
}

} // namespace

std::vector<OptionSpec> calibrationOptions()
{
    return grouped(
        "Calibration",
        {
            unless(percentile(), noPercentile),
            unless(triStateOption("CalibTensorRangeSymmetric", calibration(&K::tensorRangeSymmetric),
                                  "false for MinMax and Entropy, otherwise true",
                                  "Ranges are looked for as [-M, M]; Percentile: of magnitudes instead of both tails."),
                   noActivations),
            unless(boolOption("CalibMovingAverage", calibration(&K::movingAverage),
                              "Methods MinMax and NonOverflow: mean of the samples' ranges instead of all values."),
                   noActivations, noMovingRange),
            unless(numberOption("CalibMovingAverageConstant", calibration(&K::movingAverageConstant), 0.0, 1.0,
                                "a number from 0 to 1", "Weight of a new batch in the moving average."),
                   noActivations, noMovingRange, noMovingAverage,
                   [](const C&) { return std::string("all samples are one batch, whose mean is the average"); }),
            unless(choiceOption<ErrorMetric, 2>("LWPMetric", "mae | mse", calibration(&K::lwpMetric),
                                                {{{"mae", ErrorMetric::Mae}, {"mse", ErrorMetric::Mse}}},
                                                "Method LayerwisePercentile: the error that is compared."),
                   noActivations, noLayerwisePercentile),
            unless(percentileCandidates(), noActivations, noLayerwisePercentile),
            unless(numBins(), noBins),
            unless(integerOption("NumQuantizedBins", calibration(&K::numQuantizedBins), 2, 4096,
                                 "Method Entropy: bins that a window is reduced to."),
                   noActivations, noEntropy),
            unless(choiceOption<Pof2Mode, 3>("MinMSEModePof2Scale", "All | MostCommon | Percentile",
                                             calibration(&K::minMSEModePof2Scale),
                                             {{{"All", Pof2Mode::All},
                                               {"MostCommon", Pof2Mode::MostCommon},
                                               {"Percentile", Pof2Mode::Percentile}}},
                                             "Method MinMSE with power-of-two scales: least error of all values, the "
                                             "best scale of most samples, or least error within the percentile."),
                   noPowerOfTwoSearch),
            unless(choiceOption<FloatMode, 3>("MinMSEModeFloatScale", "Percentile | HistCenter | All",
                                              calibration(&K::minMSEModeFloatScale),
                                              {{{"Percentile", FloatMode::Percentile},
                                                {"HistCenter", FloatMode::HistCenter},
                                                {"All", FloatMode::All}}},
                                              "Method MinMSE with float scales: windows of percentiles, or shrinking "
                                              "ones with the error of a histogram or of all values."),
                   dynamicRules, noFloatSearch),
            unless(weightMethod(), dynamicRules),
            unless(listOption("CalibPassthroughOpTypes", calibration(&K::passthroughOpTypes), "operator types",
                              "The output of these operators takes the range of what they read."),
                   noActivations),
            unless(integerOption("CalibDataSize", calibration(&K::dataSize), 0, 1'000'000'000,
                                 "At most so many samples; 0: all."),
                   noActivations),
        });
}

} // namespace quantiscope::options
