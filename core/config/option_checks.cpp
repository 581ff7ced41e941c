// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/option_checks.h"

#include "core/config/inert_reasons.h"
#include "core/config/options.h"

namespace quantiscope {

namespace {

using Problems = std::vector<std::string>;

/// What the NPU's rules exclude.
void checkNpu(const QuantConfig& config, Problems& problems)
{
    if (!config.isNpu())
        return;
    const std::string where = " under the NPU's rules (EnableNPUCnn).";
    if (config.perChannel)
        problems.push_back("PerChannel must be false" + where);
    if (config.reduceRange)
        problems.push_back("ReduceRange must be false" + where);
    if (config.weightType != DataType::Int8)
        problems.push_back("WeightType must be Int8" + where);
    if (!config.weightSymmetric.value_or(true))
        problems.push_back("WeightSymmetric must be true" + where);
    // Weights alone have nothing to do with activations.
    if (!config.activationSymmetric && !config.selection.weightsOnly)
        problems.push_back("ActivationSymmetric must be true" + where);
}

void checkDynamic(const QuantConfig& config, Problems& problems)
{
    if (!config.selection.dynamic)
        return;
    if (config.selection.weightsOnly)
        problems.emplace_back("WeightsOnly and UseDynamicQuant exclude each other; set one of them to false.");
    if (byteSize(config.weightType) != 1)
        problems.emplace_back("UseDynamicQuant needs weights of 8 bits; set WeightType to UInt8 or Int8.");
}

/// Rules that nothing would be done with; their reader is the plan of Q/DQ pairs.
void checkDynamicRules(const QuantConfig& config, Problems& problems)
{
    if (!config.selection.dynamic)
        return;
    const auto refuse = [&problems](bool given, const char* what) {
        if (given)
            problems.push_back(std::string(what)
                               + " cannot be used with UseDynamicQuant, which has one type for all tensors; leave one "
                                 "of them out.");
    };
    refuse(config.hasLayerRules(), "Layer rules");
    refuse(!config.tensorOverrides.empty(), "TensorQuantOverrides");
    refuse(!config.mixedPrecisionTensors.empty(), "MixedPrecisionTensor");
}

void checkNumBins(const QuantConfig& config, Problems& problems)
{
    if (config.calibration.numBins == 0 && optionNamed("NumBins")->inert(config).empty())
        problems.emplace_back("NumBins must not be 0 where windows are cut from a histogram; leave it out or give the "
                              "number of bins.");
}

void checkEntropy(const QuantConfig& config, Problems& problems)
{
    const CalibrationConfig& calibration = config.calibration;
    if (calibration.method != CalibrationMethod::Entropy || calibration.numBins.value_or(0) == 0)
        return;
    if (*calibration.numBins < calibration.numQuantizedBins) {
        problems.push_back("NumBins (" + std::to_string(*calibration.numBins)
                           + ") must not be less than NumQuantizedBins (" + std::to_string(calibration.numQuantizedBins)
                           + ").");
    }
}

} // namespace

std::vector<std::string> optionWarnings(const QuantConfig& config, const QuantConfig& base,
                                        const std::set<std::string>& given)
{
    std::vector<std::string> warnings;
    for (const OptionSpec& spec : optionSpecs()) {
        const bool isGiven = given.contains(spec.name) && spec.group != kIgnoredGroup;
        if (!isGiven && spec.get(config) == spec.get(base))
            continue;
        if (const std::string reason = spec.inert(config); !reason.empty())
            warnings.push_back("Option " + spec.name + " has no effect: " + reason + ".");
    }
    // The method is no option of its own: recipes and command lines have a place for it.
    if (given.contains(kMethodOption) || config.calibration.method != base.calibration.method) {
        if (const std::string reason = options::noMethod(config); !reason.empty())
            warnings.push_back("The calibration method (CalibrateMethod) has no effect: " + reason + ".");
    }
    if (config.npu.enableNPUCnn && !base.npu.enableNPUCnn && config.flow() == Flow::Plain) {
        warnings.emplace_back("Option EnableNPUCnn acts on the preparation and on the operator types only: the NPU's "
                              "rules need scales that are powers of two (ScaleType).");
    }
    if (config.npu.enableNPUTransformer && !base.npu.enableNPUTransformer) {
        const SelectionConfig& selection = config.selection;
        const char* chooser = selection.quantizeAllOpTypes ? "QuantizeAllOpTypes is true"
            : !selection.opTypesToQuantize.empty()         ? "OpTypesToQuantize names them"
            : config.flow() == Flow::OnnxRuntime           ? "ONNX Runtime's rules are in force"
                                                           : nullptr;
        if (chooser)
            warnings.push_back(std::string("Option EnableNPUTransformer does not choose the operator types: ") + chooser
                               + ".");
    }
    return warnings;
}

std::vector<std::string> vitisAiProblems(const QuantConfig& config)
{
    Problems problems;
    const std::string where = " for the Vitis AI compiler (Target).";
    if (config.int32Bias())
        problems.push_back("Int32Bias must be false" + where);
    if (!config.npu.enableNPUCnn)
        problems.push_back("EnableNPUCnn must be true" + where);
    if (!config.placement.dedicatedQDQPair)
        problems.push_back("DedicatedQDQPair must be true" + where);
    if (!config.selection.quantizeAllOpTypes)
        problems.push_back("QuantizeAllOpTypes must be true" + where);
    return problems;
}

Result<void> checkConfig(const QuantConfig& config)
{
    Problems problems;
    checkNpu(config, problems);
    checkDynamic(config, problems);
    checkDynamicRules(config, problems);
    checkNumBins(config, problems);
    checkEntropy(config, problems);
    if (config.target == Target::VitisAI) {
        for (std::string& problem : vitisAiProblems(config))
            problems.push_back(std::move(problem));
    }
    if (problems.empty())
        return {};
    std::string message;
    for (const std::string& problem : problems)
        message += (message.empty() ? "" : " ") + problem;
    return Error{ErrorCode::InvalidArgument, message, config.preset};
}

} // namespace quantiscope
