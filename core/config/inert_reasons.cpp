// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/inert_reasons.h"

namespace quantiscope::options {

std::string noActivations(const QuantConfig& config)
{
    const std::string reason = weightsOnly(config);
    return reason.empty() ? dynamicRules(config) : reason;
}

std::string dynamicRules(const QuantConfig& config)
{
    return config.selection.dynamic
        ? "activations are quantized to uint8 while the model runs (UseDynamicQuant is true)"
        : "";
}

std::string weightsOnly(const QuantConfig& config)
{
    return config.selection.weightsOnly ? "only weights are quantized (WeightsOnly is true)" : "";
}

std::string onnxRuntimeRules(const QuantConfig& config)
{
    return config.flow() == Flow::OnnxRuntime ? "ONNX Runtime's rules are in force (PlacementRules is OnnxRuntime)"
                                              : "";
}

std::string notExtended(const QuantConfig& config)
{
    return config.isExtended() ? "" : "only the extended rules know it (PlacementRules is not QuarkExtended)";
}

std::string noMethod(const QuantConfig& config)
{
    const std::string reason = noActivations(config);
    if (reason.empty() || config.selection.dynamic)
        return reason;
    const bool weightsFollow = config.scaleType != ScaleType::Float32 && !config.calibration.weightMethod;
    return weightsFollow ? "" : reason + ", by WeightCalibrateMethod";
}

std::string notPowerOfTwo(const QuantConfig& config)
{
    return config.scaleType == ScaleType::Float32 ? "scales are not powers of two (ScaleType is Float32)" : "";
}

std::string notNpu(const QuantConfig& config)
{
    if (config.isNpu())
        return {};
    if (config.placement.rules != PlacementRules::Quark)
        return "only the NPU's rules know it, and PlacementRules is not Quark";
    if (std::string reason = notPowerOfTwo(config); !reason.empty())
        return reason;
    return "EnableNPUCnn is false";
}

std::string neitherNpuNorExtended(const QuantConfig& config)
{
    return config.isExtended() ? std::string() : notNpu(config);
}

std::string preparationSkipped(const QuantConfig& config)
{
    return config.preparation.skipPreprocess ? "the model is not prepared (SkipPreprocess is true)" : "";
}

std::string noEqualization(const QuantConfig& config)
{
    return config.equalization.include ? "" : "layers are not equalized (IncludeCLE is false)";
}

std::string biasStaysFloat(const QuantConfig& config)
{
    return config.placement.quantizeBias ? "" : "biases stay float (QuantizeBias is false)";
}

std::string noSimulation(const QuantConfig& config)
{
    return config.npu.simulateDPU ? "" : "the DPU is not simulated (SimulateDPU is false)";
}

std::string noLimitationCheck(const QuantConfig& config)
{
    return config.npu.npuLimitationCheck ? "" : "the NPU's limits are not checked (NPULimitationCheck is false)";
}

} // namespace quantiscope::options
