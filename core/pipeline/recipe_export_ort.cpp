// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/recipe_export_tools.h"

namespace quantiscope {

using nlohmann::json;

namespace {

/// Options that the script passes on or that are told of in words of their own.
const std::set<std::string>& handledOptions()
{
    static const std::set<std::string> kNames{"ActivationType",
                                              "WeightType",
                                              "ActivationSymmetric",
                                              "WeightSymmetric",
                                              "PerChannel",
                                              "ReduceRange",
                                              "Percentile",
                                              "CalibTensorRangeSymmetric",
                                              "CalibMovingAverage",
                                              "CalibMovingAverageConstant",
                                              "PlacementRules",
                                              "ForceQuantizeNoInputCheck",
                                              "MatMulConstBOnly",
                                              "OpTypesToQuantize",
                                              "ExtraOpTypesToQuantize",
                                              "QuantizeAllOpTypes",
                                              "NodesToQuantize",
                                              "QuantizeBias",
                                              "AddQDQPairToWeight",
                                              "DedicatedQDQPair",
                                              "OpTypesToExcludeOutputQuantization",
                                              "QDQOpTypePerChannelSupportToAxis",
                                              "WeightsOnly",
                                              "OptimizeModel",
                                              "SkipPreprocess",
                                              "ConvertOpsetVersion",
                                              "ScaleType",
                                              "UseDynamicQuant",
                                              "IncludeCLE",
                                              "CLEAcceptance",
                                              "CLESteps",
                                              "CLEWeightThreshold",
                                              "CLEScaleAppendBias",
                                              "CLEScaleUseThreshold",
                                              "CLETotalLayerDiffThreshold",
                                              "TensorQuantOverrides",
                                              "MixedPrecisionTensor",
                                              "Target"};
    return kNames;
}

const char* methodOf(const QuantConfig& config, std::vector<std::string>& warnings)
{
    switch (config.calibration.method) {
    case CalibrationMethod::MinMax:
        return "MinMax";
    case CalibrationMethod::Percentile:
        return "Percentile";
    case CalibrationMethod::Entropy:
        return "Entropy";
    default:
        warnings.push_back(std::string("ONNX Runtime has no calibration method ")
                           + methodName(config.calibration.method) + "; the script takes MinMax.");
        return "MinMax";
    }
}

json extraOptions(const QuantConfig& config, const std::string& method)
{
    json options{{"ActivationSymmetric", config.activationSymmetric},
                 {"CalibTensorRangeSymmetric", config.calibrationSymmetry() == Symmetry::Symmetric},
                 {"ForceQuantizeNoInputCheck", config.placement.forceQuantizeNoInputCheck},
                 {"MatMulConstBOnly", config.matMulConstBOnly()},
                 {"QuantizeBias", config.placement.quantizeBias},
                 {"AddQDQPairToWeight", config.placement.addQDQPairToWeight},
                 {"DedicatedQDQPair", config.placement.dedicatedQDQPair}};
    if (config.weightSymmetric)
        options["WeightSymmetric"] = *config.weightSymmetric;
    if (method == "Percentile")
        options["CalibPercentile"] = config.calibration.percentile;
    if (config.calibration.movingAverage) {
        options["CalibMovingAverage"] = true;
        options["CalibMovingAverageConstant"] = config.calibration.movingAverageConstant;
    }
    if (!config.placement.opTypesToExcludeOutputQuantization.empty())
        options["OpTypesToExcludeOutputQuantization"] = config.placement.opTypesToExcludeOutputQuantization;
    if (!config.placement.perChannelAxes.empty())
        options["QDQOpTypePerChannelSupportToAxis"] = config.placement.perChannelAxes;
    return options;
}

} // namespace

ToolArguments onnxRuntimeArguments(const QuantConfig& config)
{
    ToolArguments tool;
    if (config.placement.rules != PlacementRules::OnnxRuntime && !config.selection.dynamic)
        tool.warnings.push_back("The preset '" + config.preset
                                + "' places Q/DQ by AMD Quark's rules, ONNX Runtime by its own: other tensors may be "
                                  "quantized or share a scale.");
    if (config.scaleType != ScaleType::Float32)
        tool.warnings.emplace_back("ONNX Runtime has float32 scales only, neither powers of two nor Int16 scales.");
    if (config.equalization.include)
        tool.warnings.emplace_back("ONNX Runtime has no cross-layer equalization (CLE); it is left out.");
    if (config.selection.weightsOnly)
        tool.warnings.emplace_back(
            "ONNX Runtime cannot leave activations float when it quantizes weights (WeightsOnly); "
            "the script quantizes both and needs calibration data.");
    const std::string method = methodOf(config, tool.warnings);
    const json others = changedOptions(config, handledOptions());
    for (const auto& [name, value] : others.items())
        tool.warnings.push_back("Option " + name + " = " + value.dump(-1, ' ', false, json::error_handler_t::replace)
                                + " has no counterpart in ONNX Runtime.");
    tool.arguments = {{"activation_type", toolType(config.activationType)},
                      {"weight_type", toolType(config.weightType)},
                      {"calibrate_method", method},
                      {"per_channel", config.perChannel},
                      {"reduce_range", config.reduceRange},
                      {"dynamic", config.selection.dynamic},
                      {"op_types_to_quantize", config.selection.opTypesToQuantize},
                      {"extra_op_types_to_quantize", config.selection.extraOpTypesToQuantize},
                      {"all_op_types", config.selection.quantizeAllOpTypes},
                      {"nodes_to_quantize", config.selection.nodesToQuantize},
                      {"optimize", config.preparation.optimizeModel && !config.preparation.skipPreprocess},
                      {"opset", config.preparation.convertOpsetVersion},
                      {"extra_options", extraOptions(config, method)}};
    return tool;
}

} // namespace quantiscope
