// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/inert_reasons.h"
#include "core/config/option_builders.h"

namespace quantiscope::options {

using C = QuantConfig;
using N = NpuConfig;

namespace {

template <typename T>
auto npu(T N::*member)
{
    return field(&C::npu, member);
}

constexpr const char* kNpuOnly = "true for the NPU only";

/// Elsewhere it acts on the preparation and on which operator types are quantized, even without the NPU's rules.
std::string extendedRules(const C& config)
{
    return config.isExtended() ? "the extended rules do all that it asks for (PlacementRules is QuarkExtended)" : "";
}

/// In the extended flow nothing else is left to these.
std::string nothingAligned(const C& config)
{
    const N& n = config.npu;
    const bool any = config.npuDefault(n.alignConcat) || config.npuDefault(n.alignPool) || config.npuDefault(n.alignPad)
        || config.npuDefault(n.alignSlice) || n.alignTranspose || n.alignReshape;
    return config.isExtended() && !any ? "nothing is to be aligned (AlignConcat and its like are off)" : "";
}

std::string nothingSimulated(const C& config)
{
    const N& n = config.npu;
    const bool any = config.npuDefault(n.convertLeakyReluToDPUVersion)
        || config.npuDefault(n.convertSigmoidToHardSigmoid) || config.npuDefault(n.convertHardSigmoidToDPUVersion)
        || config.npuDefault(n.convertAvgPoolToDPUVersion) || config.npuDefault(n.convertReduceMeanToDPUVersion)
        || n.convertSoftmaxToDPUVersion || n.convertInstanceNormToDPUVersion || n.convertClipToDPUVersion;
    return any ? "" : "nothing is to be simulated (ConvertAvgPoolToDPUVersion and its like are off)";
}

OptionSpec limit(const char* name, bool N::*member, const char* meaning)
{
    return unless(boolOption(name, npu(member), meaning), noActivations, notNpu, noLimitationCheck);
}

OptionSpec simulation(const char* name, std::optional<bool> N::*member, const char* meaning)
{
    return unless(triStateOption(name, npu(member), kNpuOnly, meaning), noActivations, neitherNpuNorExtended,
                  noSimulation);
}

OptionSpec simulation(const char* name, bool N::*member, const char* meaning)
{
    return unless(boolOption(name, npu(member), meaning), noActivations, neitherNpuNorExtended, noSimulation);
}

OptionSpec alignment(const char* name, std::optional<bool> N::*member, const char* meaning)
{
    return unless(triStateOption(name, npu(member), kNpuOnly, meaning), noActivations, neitherNpuNorExtended,
                  noLimitationCheck);
}

} // namespace

std::vector<OptionSpec> npuOptions()
{
    std::vector<OptionSpec> limits{
        unless(boolOption("EnableNPUCnn", npu(&N::enableNPUCnn), "Rules of the NPU's engine for convolutions."),
               extendedRules),
        boolOption("EnableNPUTransformer", npu(&N::enableNPUTransformer),
                   "Quantize Gemm and MatMul only, for the NPU's engine for transformers."),
        unless(boolOption("NPULimitationCheck", npu(&N::npuLimitationCheck),
                          "Keep scales within the limits of the NPU's shifts, and align them."),
               noActivations, neitherNpuNorExtended, nothingAligned),
        unless(integerOption("MaxLoopNum", npu(&N::maxLoopNum), 1, 1000,
                             "How often the limits are gone through, at most."),
               noActivations, neitherNpuNorExtended, noLimitationCheck, nothingAligned),
        limit("AdjustShiftCut", &N::adjustShiftCut, "Shift behind Conv and Gemm within 0 … 16."),
        limit("AdjustShiftBias", &N::adjustShiftBias, "Shift of biases within what the accumulator holds."),
        limit("AdjustShiftRead", &N::adjustShiftRead, "Shift between the inputs of Add and Sub within 0 … 7."),
        limit("AdjustShiftWrite", &N::adjustShiftWrite, "Shift behind Add within -7 … 25, behind Mul within 0 … 32."),
        limit("AdjustHardSigmoid", &N::adjustHardSigmoid, "Scales of HardSigmoid within what its table holds."),
        limit("AdjustShiftSwish", &N::adjustShiftSwish, "Shift of x * HardSigmoid(x) within 0 … 15."),
    };
    std::vector<OptionSpec> table = grouped("NPU limits", std::move(limits));
    for (OptionSpec& spec :
         grouped("DPU simulation",
                 {
                     unless(boolOption("SimulateDPU", npu(&N::simulateDPU),
                                       "Compute as the NPU does where that differs from ONNX (options below)."),
                            noActivations, neitherNpuNorExtended, nothingSimulated),
                     simulation("ConvertLeakyReluToDPUVersion", &N::convertLeakyReluToDPUVersion,
                                "LeakyRelu: alpha becomes a multiple of 1/256."),
                     simulation("ConvertSigmoidToHardSigmoid", &N::convertSigmoidToHardSigmoid,
                                "Sigmoid becomes HardSigmoid."),
                     simulation("ConvertHardSigmoidToDPUVersion", &N::convertHardSigmoidToDPUVersion,
                                "HardSigmoid: the NPU's approximation of 1/6."),
                     simulation("ConvertAvgPoolToDPUVersion", &N::convertAvgPoolToDPUVersion,
                                "Average pooling: the NPU's approximation of the division."),
                     simulation("ConvertReduceMeanToDPUVersion", &N::convertReduceMeanToDPUVersion,
                                "ReduceMean: the NPU's approximation of the division."),
                     simulation("ConvertSoftmaxToDPUVersion", &N::convertSoftmaxToDPUVersion,
                                "Softmax: the NPU's approximation."),
                     simulation("ConvertInstanceNormToDPUVersion", &N::convertInstanceNormToDPUVersion,
                                "InstanceNormalization: the NPU's approximation."),
                     simulation("ConvertClipToDPUVersion", &N::convertClipToDPUVersion,
                                "Clip: bounds become whole numbers from -128 to 127."),
                 }))
        table.push_back(std::move(spec));
    return table;
}

std::vector<OptionSpec> alignmentOptions()
{
    return grouped(
        "Alignment",
        {
            alignment("AlignConcat", &N::alignConcat, "Inputs and output of a Concat share a scale."),
            alignment("AlignPool", &N::alignPool, "Input and output of a pooling share a scale."),
            alignment("AlignPad", &N::alignPad, "Input and output of a Pad share a scale."),
            alignment("AlignSlice", &N::alignSlice, "Input and output of a Slice share a scale."),
            unless(
                boolOption("AlignTranspose", npu(&N::alignTranspose), "Input and output of a Transpose share a scale."),
                noActivations, notExtended, noLimitationCheck),
            unless(boolOption("AlignReshape", npu(&N::alignReshape), "Input and output of a Reshape share a scale."),
                   noActivations, notExtended, noLimitationCheck),
        });
}

} // namespace quantiscope::options
