// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/exclusion_rule.h"
#include "core/config/layer_rules.h"
#include "core/numerics/quant_params.h"
#include "core/numerics/range_method.h"
#include "core/tensor/shape.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quantiscope {

/// Whose rules decide which tensors are quantized and which share parameters.
enum class PlacementRules
{
    OnnxRuntime, ///< onnxruntime.quantization, static QDQ
    Quark, ///< AMD Quark, plain QDQ format
    QuarkExtended, ///< AMD Quark, extended QDQ format: more operators, alignment
};

/// The family of rules really in force: which quantizer of the reference would run (quark_behaviour section 4.2).
enum class Flow
{
    OnnxRuntime,
    Plain,
    Npu, ///< power-of-two scales for the NPU's CNN engine (XINT8)
    Transformer, ///< only Gemm and MatMul
    Extended,
};

struct CalibrationConfig
{
    CalibrationMethod method = CalibrationMethod::MinMax;
    double percentile = 99.999; ///< 0 < p <= 100
    std::optional<bool> tensorRangeSymmetric; ///< unset: as the method does, see QuantConfig::calibrationSymmetry()
    bool movingAverage = false; ///< MinMax, NonOverflow: mean of the samples' ranges
    double movingAverageConstant = 0.01; ///< 0 … 1
    ErrorMetric lwpMetric = ErrorMetric::Mae;
    std::vector<double> percentileCandidates{99.99, 99.999, 99.99999};
    std::optional<int> numBins; ///< unset: 2048; Entropy: twice numQuantizedBins, ONNX Runtime's rules: 128
    int numQuantizedBins = 128;
    Pof2Mode minMSEModePof2Scale = Pof2Mode::All;
    FloatMode minMSEModeFloatScale = FloatMode::Percentile;
    /// WeightCalibrateMethod: MinMax or MinMSE; unset: MinMax with float scales, the activations' with powers of two.
    std::optional<CalibrationMethod> weightMethod;
    std::vector<std::string> passthroughOpTypes; ///< their outputs take the range of what they read
    std::size_t dataSize = 0; ///< at most so many samples; 0: all
    bool useRandomData = false;
    std::map<std::string, Shape> randomShapes; ///< by input
    std::map<std::string, std::pair<double, double>> randomRanges; ///< by input

    bool operator==(const CalibrationConfig&) const = default;
};

/// What is done to the float graph before it is calibrated (quark_behaviour section 6).
struct PreparationConfig
{
    bool skipPreprocess = false; ///< none of it, except what the result needs to load
    bool optimizeModel = true; ///< ONNX Runtime's basic graph optimization
    bool simplifyModel = true;
    int convertOpsetVersion = 0; ///< 0: only as far as the result needs
    bool convertFP16ToFP32 = false;
    bool convertNCHWToNHWC = false;
    bool removeInputInit = true;
    std::optional<std::vector<std::string>> copySharedInit; ///< operator types; empty: all
    std::vector<std::string> copyBiasInit{"Conv", "ConvTranspose", "Gemm"};
    std::optional<bool> foldBatchNorm; ///< unset: as optimizeModel
    bool fuseInstanceNorm = true;
    bool fuseL2Norm = true;
    bool fuseGelu = true;
    bool fuseLayerNorm = true;
    std::string fixShapes; ///< "in1:[1,3,224,224];out1:[1,1000]"
    std::optional<bool> convertBNToConv; ///< these four unset: see QuantConfig::convertsForNpu()
    std::optional<bool> convertReduceMeanToGlobalAvgPool;
    std::optional<bool> splitLargeKernelPool;
    std::optional<bool> convertSplitToSlice;
    bool convertClipToRelu = false;
    bool replaceClip6Relu = false;

    bool operator==(const PreparationConfig&) const = default;
};

/// Cross-layer equalization (quark_behaviour section 6, CLE).
struct EqualizationConfig
{
    /// Which scalings are taken.
    enum class Acceptance
    {
        Always, ///< as the reference
        Improvement, ///< only where the predicted quantization error falls, and if the measured one does then
        Prediction, ///< only where the predicted quantization error falls: needs no data
    };

    static constexpr double kMostThreshold = 1e30; ///< of the two thresholds

    bool include = false;
    Acceptance acceptance = Acceptance::Improvement;
    int steps = 1; ///< -1: until it settles
    double weightThreshold = 0.5;
    bool scaleAppendBias = true;
    bool scaleUseThreshold = true;
    double totalLayerDiffThreshold = 2e-7;

    bool operator==(const EqualizationConfig&) const = default;
};

/// Which nodes the rules of placement are applied to, besides exclusions.
struct SelectionConfig
{
    std::vector<std::string> opTypesToQuantize; ///< replaces the rules' own list when not empty
    std::vector<std::string> extraOpTypesToQuantize;
    bool quantizeAllOpTypes = false;
    std::vector<std::string> nodesToQuantize; ///< only these, when not empty
    std::vector<std::string> inputNodes; ///< what is not reached from these stays float
    std::vector<std::string> outputNodes; ///< what leads to none of these stays float
    std::optional<bool> matMulConstBOnly; ///< unset: true for the transformer flow and for dynamic quantization
    bool weightsOnly = false;
    bool dynamic = false; ///< activations are quantized while the model runs

    bool operator==(const SelectionConfig&) const = default;
};

/// How pairs of QuantizeLinear and DequantizeLinear are put (quark_behaviour sections 4.1 to 4.7).
struct PlacementConfig
{
    PlacementRules rules = PlacementRules::Quark;
    bool forceQuantizeNoInputCheck = false;
    bool addQDQPairToWeight = false;
    bool dedicatedQDQPair = false; ///< a pair for every reader
    bool dedicateDQNode = false; ///< one Q, a DQ for every reader
    bool enableDualQuantNodePairs = false;
    std::vector<std::string> opTypesToExcludeOutputQuantization;
    std::vector<std::string> nodesToExcludeOutputQuantization;
    std::map<std::string, int> perChannelAxes; ///< QDQOpTypePerChannelSupportToAxis
    bool foldRelu = false;
    bool removeQDQConvClip = true;
    bool removeQDQConvRelu = true;
    bool removeQDQConvLeakyRelu = true;
    bool removeQDQConvPRelu = true;
    bool removeQDQConvGelu = false;
    bool removeQDQInstanceNorm = false;
    bool removeQDQMulAdd = false;
    std::vector<std::pair<std::string, std::string>> removeQDQBetweenOps; ///< (producer, consumer) operator types
    bool quantizeBias = true;
    std::optional<bool> int32Bias; ///< unset: false in the NPU flow, true otherwise
    bool int16Bias = false;
    bool adjustBiasScale = true;
    bool useUnsignedReLU = false;
    bool alignEltwiseQuantType = false;

    bool operator==(const PlacementConfig&) const = default;
};

/// Limits of the NPU, and what it computes differently (quark_behaviour sections 4.8 to 4.10).
struct NpuConfig
{
    bool enableNPUCnn = false;
    bool enableNPUTransformer = false;
    bool simulateDPU = true;
    std::optional<bool> convertLeakyReluToDPUVersion; ///< these five unset: true in the NPU flow only
    std::optional<bool> convertSigmoidToHardSigmoid;
    std::optional<bool> convertHardSigmoidToDPUVersion;
    std::optional<bool> convertAvgPoolToDPUVersion;
    std::optional<bool> convertReduceMeanToDPUVersion;
    bool convertSoftmaxToDPUVersion = false;
    bool convertInstanceNormToDPUVersion = false;
    bool convertClipToDPUVersion = false;
    bool npuLimitationCheck = true;
    int maxLoopNum = 5;
    bool adjustShiftCut = true; ///< these six: NPU flow only
    bool adjustShiftBias = true;
    bool adjustShiftRead = true;
    bool adjustShiftWrite = true;
    bool adjustHardSigmoid = true;
    bool adjustShiftSwish = true;
    std::optional<bool> alignConcat; ///< these four unset: true in the NPU flow only
    std::optional<bool> alignPool;
    std::optional<bool> alignPad;
    std::optional<bool> alignSlice;
    bool alignTranspose = false; ///< these two: extended flow only
    bool alignReshape = false;

    bool operator==(const NpuConfig&) const = default;
};

/// Whose compiler the result is for, where that asks for certain options (see vitisAiProblems()).
enum class Target
{
    None,
    VitisAI,
};

/// Everything that decides how a float graph and its statistics become a quantized graph. Set by a preset, changed by
/// options; see optionSpecs() for the name and meaning of each field.
struct QuantConfig
{
    std::string preset;

    DataType activationType = DataType::UInt8;
    DataType weightType = DataType::Int8;
    bool activationSymmetric = false;
    std::optional<bool> weightSymmetric; ///< unset: symmetric for signed types
    bool perChannel = false;
    bool reduceRange = false;
    ScaleType scaleType = ScaleType::Float32;

    CalibrationConfig calibration;
    PreparationConfig preparation;
    EqualizationConfig equalization;
    SelectionConfig selection;
    PlacementConfig placement;
    NpuConfig npu;

    std::vector<ExclusionRule> exclude; ///< those that are not enabled are kept for the user only; so are layers
    std::vector<LayerRule> layers; ///< operator-type rules give way to all others; among equals the later one wins
    std::map<std::string, DataType> mixedPrecisionTensors; ///< give way to layers
    TensorQuantOverrides tensorOverrides; ///< override layers

    Target target = Target::None;
    /// Options that only steer the reference's own implementation, by name: the JSON text of a value that is not the
    /// reference's default. Nothing reads them but the recipe and the warnings.
    std::map<std::string, std::string> ignored;

    /// Is there a layer rule that acts?
    [[nodiscard]] bool hasLayerRules() const;
    [[nodiscard]] Flow flow() const;
    [[nodiscard]] bool isNpu() const { return flow() == Flow::Npu; }
    [[nodiscard]] bool isExtended() const { return flow() == Flow::Extended; }

    [[nodiscard]] Symmetry activationSymmetry() const
    {
        return activationSymmetric ? Symmetry::Symmetric : Symmetry::Asymmetric;
    }
    [[nodiscard]] Symmetry weightSymmetry(DataType type) const;
    /// Is a percentile taken of magnitudes (true) or of both tails (false)? For other methods: is the range made
    /// symmetric before anything else?
    [[nodiscard]] Symmetry calibrationSymmetry() const;
    [[nodiscard]] bool needsHistogram() const;

    /// Does a preparation step run that is by default on for the NPU and in the extended flow?
    [[nodiscard]] bool convertsForNpu(const std::optional<bool>& option) const;
    /// The value of an option that is by default on in the NPU flow and off elsewhere.
    [[nodiscard]] bool npuDefault(const std::optional<bool>& option) const { return option.value_or(isNpu()); }
    [[nodiscard]] bool int32Bias() const { return placement.int32Bias.value_or(!isNpu()); }
    [[nodiscard]] bool matMulConstBOnly() const;
    /// Are ranges of activations needed, and with them calibration data?
    [[nodiscard]] bool needsStatistics() const { return !selection.weightsOnly && !selection.dynamic; }

    bool operator==(const QuantConfig&) const = default;
};

[[nodiscard]] const char* methodName(CalibrationMethod method);
[[nodiscard]] Result<CalibrationMethod> methodFromName(std::string_view name);

} // namespace quantiscope
