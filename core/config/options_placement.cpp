// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/inert_reasons.h"
#include "core/config/option_builders.h"

namespace quantiscope::options {

using C = QuantConfig;
using P = PlacementConfig;
using nlohmann::json;

namespace {

template <typename T>
auto placement(T P::*member)
{
    return field(&C::placement, member);
}

std::string pairForEveryReader(const C& config)
{
    return config.placement.dedicatedQDQPair ? "every reader has a pair of its own (DedicatedQDQPair is true)" : "";
}

std::string noTypesOfTheirOwn(const C& config)
{
    const bool mixed =
        config.hasLayerRules() || !config.tensorOverrides.empty() || !config.mixedPrecisionTensors.empty();
    return mixed ? "" : "no layer and no tensor has types of its own";
}

std::string symmetricOutputs(const C& config)
{
    return config.activationSymmetric ? "" : "activations are asymmetric anyway (ActivationSymmetric is false)";
}

std::string middleZeroPoints(const C& config)
{
    return config.isNpu() ? "the NPU's rules need symmetric activations (EnableNPUCnn)" : "";
}

/// Percentiles and windows of float scales keep within what was seen; the other methods do not.
std::string symmetricRanges(const C& config)
{
    using M = CalibrationMethod;
    const M method = config.calibration.method;
    const bool keepsWithin = method == M::Percentile || method == M::LayerwisePercentile
        || (method == M::MinMSE && config.scaleType != ScaleType::PowerOf2);
    return config.calibrationSymmetry() == Symmetry::Symmetric && !keepsWithin
        ? "ranges are looked for as [-M, M] (CalibTensorRangeSymmetric)"
        : "";
}

std::string symmetricActivations(const C& config)
{
    return config.activationSymmetric ? "a symmetric range does not cut below zero (ActivationSymmetric is true)" : "";
}

std::string oneScalePerWeight(const C& config)
{
    return config.perChannel ? "" : "weights have one scale each (PerChannel is false)";
}

std::string biasNeedsActivations(const C& config)
{
    return config.int32Bias() ? weightsOnly(config) : "";
}

std::string int32BiasOff(const C& config)
{
    return config.int32Bias() ? "" : "biases are not int32 (Int32Bias)";
}

OptionSpec perChannelAxes()
{
    return {"QDQOpTypePerChannelSupportToAxis", "{operator type: axis}",
            "Operator types whose weights get a scale per channel, and the channels' axis.",
            [](const C& config) { return json(config.placement.perChannelAxes); },
            [](C& config, const json& value) -> std::string {
                constexpr const char* kWanted = "an object with an axis from -8 to 7 for each operator type";
                if (!value.is_object())
                    return kWanted;
                std::map<std::string, int> axes;
                for (const auto& [type, axis] : value.items()) {
                    const auto whole = wholeNumber(axis, -8, 7);
                    if (!whole)
                        return kWanted;
                    axes[type] = static_cast<int>(*whole);
                }
                config.placement.perChannelAxes = std::move(axes);
                return {};
            }};
}

OptionSpec removeBetweenOps()
{
    return {"RemoveQDQBetweenOps", "list of [producer, consumer]", "Pairs of operator types with no Q/DQ between them.",
            [](const C& config) { return json(config.placement.removeQDQBetweenOps); },
            [](C& config, const json& value) -> std::string {
                const bool fits = value.is_array() && std::all_of(value.begin(), value.end(), [](const json& pair) {
                                      return isTextList(pair) && pair.size() == 2;
                                  });
                if (!fits)
                    return "a list of [producer, consumer] with operator types";
                std::vector<std::pair<std::string, std::string>> pairs;
                for (const json& pair : value)
                    pairs.emplace_back(pair[0].get<std::string>(), pair[1].get<std::string>());
                config.placement.removeQDQBetweenOps = std::move(pairs);
                return {};
            }};
}

OptionSpec removal(const char* name, bool P::*member, const char* meaning)
{
    return unless(boolOption(name, placement(member), meaning), noActivations, onnxRuntimeRules);
}

} // namespace

std::vector<OptionSpec> placementOptions()
{
    return grouped(
        "Placement",
        {
            choiceOption<PlacementRules, 3>("PlacementRules", "OnnxRuntime | Quark | QuarkExtended",
                                            placement(&P::rules),
                                            {{{"OnnxRuntime", PlacementRules::OnnxRuntime},
                                              {"Quark", PlacementRules::Quark},
                                              {"QuarkExtended", PlacementRules::QuarkExtended}}},
                                            "Whose rules decide which tensors are quantized and which share a scale."),
            unless(boolOption("ForceQuantizeNoInputCheck", placement(&P::forceQuantizeNoInputCheck),
                              "Quantize pass-through operators (Reshape, MaxPool …) even if their input is not "
                              "quantized otherwise."),
                   dynamicRules),
            unless(boolOption("AddQDQPairToWeight", placement(&P::addQDQPairToWeight),
                              "Keep float weights and put Q and DQ behind them."),
                   dynamicRules),
            unless(boolOption("DedicatedQDQPair", placement(&P::dedicatedQDQPair),
                              "A pair of Q and DQ for every operator that reads a tensor."),
                   noActivations),
            unless(boolOption("DedicateDQNode", placement(&P::dedicateDQNode),
                              "One Q for a tensor, and a DQ for every operator that reads it."),
                   dynamicRules, pairForEveryReader),
            unless(boolOption("EnableDualQuantNodePairs", placement(&P::enableDualQuantNodePairs),
                              "Where types change between operators, a second pair converts."),
                   noActivations, noTypesOfTheirOwn),
            unless(listOption("OpTypesToExcludeOutputQuantization", placement(&P::opTypesToExcludeOutputQuantization),
                              "operator types", "Outputs of these operator types are not quantized for their sake."),
                   noActivations),
            unless(listOption("NodesToExcludeOutputQuantization", placement(&P::nodesToExcludeOutputQuantization),
                              "node names", "Outputs of these nodes are not quantized for their sake."),
                   noActivations),
            unless(perChannelAxes(), dynamicRules, oneScalePerWeight),
            unless(boolOption("FoldRelu", placement(&P::foldRelu),
                              "The output scale of an operator does the work of the Relu or Clip behind it."),
                   noActivations, notExtended, symmetricActivations),
            removal("RemoveQDQConvClip", &P::removeQDQConvClip,
                    "No Q/DQ between an operator like Conv and a Clip behind it."),
            removal("RemoveQDQConvRelu", &P::removeQDQConvRelu,
                    "No Q/DQ between an operator like Conv and a Relu behind it."),
            removal("RemoveQDQConvLeakyRelu", &P::removeQDQConvLeakyRelu,
                    "No Q/DQ between an operator like Conv and a LeakyRelu behind it."),
            removal("RemoveQDQConvPRelu", &P::removeQDQConvPRelu,
                    "No Q/DQ between an operator like Conv and a PRelu behind it."),
            removal("RemoveQDQConvGelu", &P::removeQDQConvGelu,
                    "No Q/DQ between an operator like Conv and a Gelu behind it."),
            removal("RemoveQDQInstanceNorm", &P::removeQDQInstanceNorm,
                    "InstanceNormalization counts as an operator like Conv in these rules."),
            unless(boolOption("RemoveQDQMulAdd", placement(&P::removeQDQMulAdd),
                              "No Q/DQ between a Mul and an Add behind it."),
                   noActivations, onnxRuntimeRules),
            unless(removeBetweenOps(), noActivations, onnxRuntimeRules),
            unless(boolOption("UseUnsignedReLU", placement(&P::useUnsignedReLU),
                              "Outputs of Relu and of Clip from 0 are asymmetric."),
                   noActivations, symmetricOutputs, middleZeroPoints, symmetricRanges),
            unless(boolOption("AlignEltwiseQuantType", placement(&P::alignEltwiseQuantType),
                              "Constants of Add, Sub, Mul, Div, Min and Max take the activations' type."),
                   noActivations, notExtended),
        });
}

std::vector<OptionSpec> biasOptions()
{
    return grouped(
        "Bias",
        {
            unless(boolOption("QuantizeBias", placement(&P::quantizeBias), "Biases are quantized."), dynamicRules,
                   biasNeedsActivations),
            unless(triStateOption("Int32Bias", placement(&P::int32Bias), "false for the NPU, otherwise true",
                                  "Biases are int32 with the scale input x weight; otherwise they are of "
                                  "the weights' type with a scale of their own."),
                   dynamicRules, biasStaysFloat),
            unless(boolOption("Int16Bias", placement(&P::int16Bias),
                              "Biases are int16 with the scale input x weight (opset 21)."),
                   noActivations, biasStaysFloat, int32BiasOff),
            unless(boolOption("AdjustBiasScale", placement(&P::adjustBiasScale),
                              "After an alignment a bias gets the scale input x weight again."),
                   notExtended, biasStaysFloat, int32BiasOff,
                   [](const C&) { return std::string("biases are quantized last, with their final scale"); }),
        });
}

} // namespace quantiscope::options
