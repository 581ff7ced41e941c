// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/recipe_export_tools.h"

namespace quantiscope {

using nlohmann::json;

namespace {

/// Options that are arguments of the tool's configuration, are written by hand below, or are our own. All others have
/// the tool's names and go into its extra options as they are.
const std::set<std::string>& handledOptions()
{
    static const std::set<std::string> kNames{
        "ActivationType", "WeightType", "PerChannel", "ReduceRange", "PlacementRules", "ScaleType", "OpTypesToQuantize",
        "ExtraOpTypesToQuantize", "NodesToQuantize", "InputNodes", "OutputNodes", "OptimizeModel", "ConvertFP16ToFP32",
        "ConvertNCHWToNHWC", "UseDynamicQuant", "EnableNPUCnn", "EnableNPUTransformer", "IncludeCLE", "CLEAcceptance",
        "CLESteps", "CLEWeightThreshold", "CLEScaleAppendBias", "CLEScaleUseThreshold", "CLETotalLayerDiffThreshold",
        "TensorQuantOverrides", "MixedPrecisionTensor", "Target",
        // Our reader gives the samples.
        "CalibDataSize", "UseRandomData", "RandomDataReaderInputShape", "RandomDataReaderInputDataRange"};
    return kNames;
}

std::string methodOf(const QuantConfig& config, ToolArguments& tool)
{
    const bool powersOfTwo = config.scaleType == ScaleType::PowerOf2;
    switch (config.calibration.method) {
    case CalibrationMethod::MinMax:
        return powersOfTwo ? "PowerOfTwo NonOverflow" : "MinMax";
    case CalibrationMethod::NonOverflow:
        if (!powersOfTwo)
            tool.warnings.emplace_back("AMD Quark's NonOverflow always has scales that are powers of two.");
        return "PowerOfTwo NonOverflow";
    case CalibrationMethod::MinMSE:
        return powersOfTwo ? "PowerOfTwo MinMSE" : "MinMSE";
    default:
        break;
    }
    if (powersOfTwo)
        tool.warnings.push_back(std::string("AMD Quark has no scales that are powers of two with the method ")
                                + methodName(config.calibration.method) + "; the script gives float32 scales.");
    return methodName(config.calibration.method);
}

json extraOptions(const QuantConfig& config)
{
    json options = changedOptions(config, handledOptions());
    if (config.scaleType == ScaleType::Int16)
        options["Int16Scale"] = true;
    if (config.placement.rules == PlacementRules::QuarkExtended) {
        // The tool's defaults differ from format to format; ours are spelled out.
        options["AlignConcat"] = config.npuDefault(config.npu.alignConcat);
        options["AlignSlice"] = config.npuDefault(config.npu.alignSlice);
        options["FoldRelu"] = config.placement.foldRelu;
    }
    const EqualizationConfig& cle = config.equalization;
    if (cle.include) {
        options["CLESteps"] = cle.steps;
        options["CLEWeightThreshold"] = cle.weightThreshold;
        options["CLEScaleAppendBias"] = cle.scaleAppendBias;
        options["CLEScaleUseThreshold"] = cle.scaleUseThreshold;
        options["CLETotalLayerDiffThreshold"] = cle.totalLayerDiffThreshold;
    }
    return options;
}

} // namespace

ToolArguments quarkArguments(const QuantConfig& config)
{
    ToolArguments tool;
    if (config.placement.rules == PlacementRules::OnnxRuntime)
        tool.warnings.push_back("The preset '" + config.preset
                                + "' places Q/DQ by ONNX Runtime's rules, AMD Quark by its own: other tensors may be "
                                  "quantized or share a scale.");
    if (config.equalization.include && config.equalization.acceptance != EqualizationConfig::Acceptance::Always)
        tool.warnings.emplace_back(
            "AMD Quark's cross-layer equalization takes every scaling, not only those that lower "
            "the error (CLEAcceptance Always would).");
    const std::string method = methodOf(config, tool);
    tool.arguments = {{"activation_type", toolType(config.activationType)},
                      {"weight_type", toolType(config.weightType)},
                      {"calibrate_method", method},
                      {"extended", config.placement.rules == PlacementRules::QuarkExtended},
                      {"per_channel", config.perChannel},
                      {"reduce_range", config.reduceRange},
                      {"dynamic", config.selection.dynamic},
                      {"op_types_to_quantize", config.selection.opTypesToQuantize},
                      {"extra_op_types_to_quantize", config.selection.extraOpTypesToQuantize},
                      {"nodes_to_quantize", config.selection.nodesToQuantize},
                      {"input_nodes", config.selection.inputNodes},
                      {"output_nodes", config.selection.outputNodes},
                      {"optimize", config.preparation.optimizeModel},
                      {"convert_fp16_to_fp32", config.preparation.convertFP16ToFP32},
                      {"convert_nchw_to_nhwc", config.preparation.convertNCHWToNHWC},
                      {"include_cle", config.equalization.include},
                      {"enable_npu_cnn", config.npu.enableNPUCnn},
                      {"enable_npu_transformer", config.npu.enableNPUTransformer},
                      {"extra_options", extraOptions(config)}};
    if (!config.selection.inputNodes.empty() || !config.selection.outputNodes.empty())
        tool.warnings.emplace_back("AMD Quark cuts at InputNodes and OutputNodes by the order of the nodes, so that "
                                   "parallel branches are left in float, too.");
    return tool;
}

} // namespace quantiscope
