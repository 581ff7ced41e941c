// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace quantiscope::test {

/// What is known of an option apart from the program: quark_behaviour section 2 (names and defaults) and the design.
struct OptionFacts
{
    const char* name;
    const char* byDefault; ///< JSON
    const char* another; ///< JSON: a value that it takes
    const char* refused; ///< JSON: a list of values that it does not take
};

inline constexpr const char* kNoBoolean = R"([1, 0, "yes", "true", null, [], {}, 1.5])";
inline constexpr const char* kNoTriState = R"([1, "true", "null", [], {}])";
inline constexpr const char* kNoType = R"(["Int4", "UInt4", "Int32", "float32", "Int7", "", 8, null, true, ["Int8"]])";
inline constexpr const char* kNoList = R"(["Conv", 1, null, true, {"a": 1}, ["Conv", 1], [["Conv"]]])";
inline constexpr const char* kNoPositive = R"([0, -1, 1.5, "5", null, true, [], 18446744073709551615])";
inline constexpr const char* kNoPair =
    R"([1, "Mul,Add", null, {}, ["Mul"], [["Mul"]], [["Mul", 1]], [["a", "b", "c"]]])";

inline constexpr OptionFacts kOptions[] = {
    // Types
    {"ActivationType", R"("UInt8")", R"("Int16")", kNoType},
    {"WeightType", R"("Int8")", R"("UInt16")", kNoType},
    {"ActivationSymmetric", "false", "true", kNoBoolean},
    {"WeightSymmetric", "null", "true", kNoTriState},
    {"PerChannel", "false", "true", kNoBoolean},
    {"ReduceRange", "false", "true", kNoBoolean},
    {"ScaleType", R"("Float32")", R"("PowerOf2")", R"(["Float", "", 2, null, ["Int16"], "garbage.Int16", ".Int16"])"},
    {"Target", R"("None")", R"("VitisAI")", R"(["Vitis", "", 0, null, ["None"]])"},
    // Calibration
    {"Percentile", "99.999", "50", R"([0, -1, 100.0001, 1e300, "99", null, true, [99]])"},
    {"CalibTensorRangeSymmetric", "null", "false", kNoTriState},
    {"CalibMovingAverage", "false", "true", kNoBoolean},
    {"CalibMovingAverageConstant", "0.01", "1", R"([-0.001, 1.001, "0.5", null, true, []])"},
    {"LWPMetric", R"("mae")", R"("mse")", R"(["rmse", "", 1, null])"},
    {"PercentileCandidates", "[99.99, 99.999, 99.99999]", "[50, 100.0]",
     R"([[], 99, null, [0], [101], ["99"], [[99]]])"},
    {"NumBins", "null", "2048", R"([-1, 65537, 1.5, "128", true, []])"},
    {"NumQuantizedBins", "128", "64", R"([1, 4097, 1.5, "128", null, true, []])"},
    {"MinMSEModePof2Scale", R"("All")", R"("MostCommon")", R"(["HistCenter", "", 1, null])"},
    {"MinMSEModeFloatScale", R"("Percentile")", R"("HistCenter")", R"(["MostCommon", "", 1, null])"},
    {"WeightCalibrateMethod", "null", R"("MinMSE")", R"(["Entropy", "", 1, true, [], "garbage.MinMSE"])"},
    {"CalibPassthroughOpTypes", "[]", R"(["Reshape"])", kNoList},
    {"CalibDataSize", "0", "100", R"([-1, 1000000001, 1.5, "5", null, true])"},
    {"UseRandomData", "false", "true", kNoBoolean},
    {"RandomDataReaderInputShape", "{}", R"({"in": [1, 3, 8, 8], "scalar": []})",
     R"([[1], null, 1, {"in": 3}, {"in": [0]}, {"in": [-1]}, {"in": [1.5]}, {"in": ["N"]}])"},
    {"RandomDataReaderInputDataRange", "{}", R"({"in": [-1.0, 1.0]})",
     R"([[1], 1, {"in": 3}, {"in": [0]}, {"in": [1, 0]}, {"in": [0, 1, 2]}, {"in": ["0", 1]}, {"in": [0, 1e300]}])"},
    // Preparation
    {"OptimizeModel", "true", "false", kNoBoolean},
    {"SimplifyModel", "true", "false", kNoBoolean},
    {"ConvertFP16ToFP32", "false", "true", kNoBoolean},
    {"ConvertNCHWToNHWC", "false", "true", kNoBoolean},
    {"RemoveInputInit", "true", "false", kNoBoolean},
    {"CopySharedInit", "null", "[]", R"(["Conv", 1, true, {}, [1]])"},
    {"CopyBiasInit", R"(["Conv", "ConvTranspose", "Gemm"])", "[]", kNoList},
    {"FoldBatchNorm", "null", "false", kNoTriState},
    {"FuseInstanceNorm", "true", "false", kNoBoolean},
    {"FuseL2Norm", "true", "false", kNoBoolean},
    {"FuseGelu", "true", "false", kNoBoolean},
    {"FuseLayerNorm", "true", "false", kNoBoolean},
    {"FixShapes", R"("")", R"("a:0:[1,3,224,224];b:[]")",
     R"([1, null, [], "x", "in:", "in:[1", ":[1]", "in:[0]", "in:[1.5]", "in:[1];", "in:[1] ", "in:[\"N\"]"])"},
    {"ConvertBNToConv", "null", "true", kNoTriState},
    {"ConvertReduceMeanToGlobalAvgPool", "null", "true", kNoTriState},
    {"SplitLargeKernelPool", "null", "false", kNoTriState},
    {"ConvertSplitToSlice", "null", "true", kNoTriState},
    {"ConvertClipToRelu", "false", "true", kNoBoolean},
    {"ConvertOpsetVersion", "0", "17",
     R"([1, 9, 27, -1, 13.0, 13.5, "13", null, true, 4294967309, 18446744073709551615])"},
    {"SkipPreprocess", "false", "true", kNoBoolean},
    // Equalization
    {"IncludeCLE", "false", "true", kNoBoolean},
    {"CLEAcceptance", R"("Improvement")", R"("Always")", R"(["Never", "", 1, null])"},
    {"CLESteps", "1", "-1", R"([0, -2, 1001, 1.5, "1", null, true, 18446744073709551615])"},
    {"ReplaceClip6Relu", "false", "true", kNoBoolean},
    {"CLEScaleUseThreshold", "true", "false", kNoBoolean},
    {"CLEWeightThreshold", "0.5", "0", R"([-0.1, 1e31, "0.5", null, true])"},
    {"CLEScaleAppendBias", "true", "false", kNoBoolean},
    {"CLETotalLayerDiffThreshold", "2e-7", "1.9e-7", R"([-1e-9, 1e31, "0", null, true])"},
    // Selection
    {"OpTypesToQuantize", "[]", R"(["Conv", "MatMul"])", kNoList},
    {"ExtraOpTypesToQuantize", "[]", R"(["Gelu"])", kNoList},
    {"QuantizeAllOpTypes", "false", "true", kNoBoolean},
    {"NodesToQuantize", "[]", R"(["/a/Conv"])", kNoList},
    {"InputNodes", "[]", R"(["/a/Conv"])", kNoList},
    {"OutputNodes", "[]", R"(["/a/Conv"])", kNoList},
    {"MatMulConstBOnly", "null", "true", kNoTriState},
    {"WeightsOnly", "false", "true", kNoBoolean},
    {"UseDynamicQuant", "false", "true", kNoBoolean},
    // Placement
    {"PlacementRules", R"("Quark")", R"("OnnxRuntime")", R"(["ORT", "", 1, null, ["Quark"]])"},
    {"ForceQuantizeNoInputCheck", "false", "true", kNoBoolean},
    {"AddQDQPairToWeight", "false", "true", kNoBoolean},
    {"DedicatedQDQPair", "false", "true", kNoBoolean},
    {"DedicateDQNode", "false", "true", kNoBoolean},
    {"EnableDualQuantNodePairs", "false", "true", kNoBoolean},
    {"OpTypesToExcludeOutputQuantization", "[]", R"(["Conv"])", kNoList},
    {"NodesToExcludeOutputQuantization", "[]", R"(["/a/Conv"])", kNoList},
    {"QDQOpTypePerChannelSupportToAxis", "{}", R"({"MatMul": -1, "Gemm": 0})",
     R"([[1], null, 1, {"Conv": null}, {"Conv": 8}, {"Conv": -9}, {"Conv": 0.5}, {"Conv": [0]},
         {"Conv": 18446744073709551615}])"},
    {"FoldRelu", "false", "true", kNoBoolean},
    {"RemoveQDQConvClip", "true", "false", kNoBoolean},
    {"RemoveQDQConvRelu", "true", "false", kNoBoolean},
    {"RemoveQDQConvLeakyRelu", "true", "false", kNoBoolean},
    {"RemoveQDQConvPRelu", "true", "false", kNoBoolean},
    {"RemoveQDQConvGelu", "false", "true", kNoBoolean},
    {"RemoveQDQInstanceNorm", "false", "true", kNoBoolean},
    {"RemoveQDQMulAdd", "false", "true", kNoBoolean},
    {"RemoveQDQBetweenOps", "[]", R"([["Mul", "Add"], ["Conv", "Relu"]])", kNoPair},
    {"UseUnsignedReLU", "false", "true", kNoBoolean},
    {"AlignEltwiseQuantType", "false", "true", kNoBoolean},
    // Bias
    {"QuantizeBias", "true", "false", kNoBoolean},
    {"Int32Bias", "null", "false", kNoTriState},
    {"Int16Bias", "false", "true", kNoBoolean},
    {"AdjustBiasScale", "true", "false", kNoBoolean},
    // NPU limits
    {"EnableNPUCnn", "false", "true", kNoBoolean},
    {"EnableNPUTransformer", "false", "true", kNoBoolean},
    {"NPULimitationCheck", "true", "false", kNoBoolean},
    {"MaxLoopNum", "5", "1", kNoPositive},
    {"AdjustShiftCut", "true", "false", kNoBoolean},
    {"AdjustShiftBias", "true", "false", kNoBoolean},
    {"AdjustShiftRead", "true", "false", kNoBoolean},
    {"AdjustShiftWrite", "true", "false", kNoBoolean},
    {"AdjustHardSigmoid", "true", "false", kNoBoolean},
    {"AdjustShiftSwish", "true", "false", kNoBoolean},
    // DPU simulation
    {"SimulateDPU", "true", "false", kNoBoolean},
    {"ConvertLeakyReluToDPUVersion", "null", "true", kNoTriState},
    {"ConvertSigmoidToHardSigmoid", "null", "false", kNoTriState},
    {"ConvertHardSigmoidToDPUVersion", "null", "true", kNoTriState},
    {"ConvertAvgPoolToDPUVersion", "null", "true", kNoTriState},
    {"ConvertReduceMeanToDPUVersion", "null", "true", kNoTriState},
    {"ConvertSoftmaxToDPUVersion", "false", "true", kNoBoolean},
    {"ConvertInstanceNormToDPUVersion", "false", "true", kNoBoolean},
    {"ConvertClipToDPUVersion", "false", "true", kNoBoolean},
    // Alignment
    {"AlignConcat", "null", "true", kNoTriState},
    {"AlignPool", "null", "true", kNoTriState},
    {"AlignPad", "null", "true", kNoTriState},
    {"AlignSlice", "null", "false", kNoTriState},
    {"AlignTranspose", "false", "true", kNoBoolean},
    {"AlignReshape", "false", "true", kNoBoolean},
    // Overrides
    {"TensorQuantOverrides", "{}",
     R"({"t": [{"quant_type": "Int16", "symmetric": true, "reduce_range": false, "per_channel": true, "axis": -1}],
         "c": [{"rmin": -1.0, "rmax": 2.0}, {"scale": [0.5], "zero_point": [3]}], "f": [{"quant_type": "Float"}]})",
     R"([[], null, 1, {"t": {}}, {"t": []}, {"t": [1]}, {"t": [{"quant_type": "Int4"}]}, {"t": [{"type": "Int8"}]},
         {"t": [{"symmetric": 1}]}, {"t": [{"reduce_range": null}]}, {"t": [{"per_channel": "no"}]},
         {"t": [{"axis": 8}]}, {"t": [{"axis": 0.5}]}, {"t": [{"rmin": 0}]}, {"t": [{"rmin": 1, "rmax": 0}]},
         {"t": [{"rmin": "0", "rmax": 1}]}, {"t": [{"scale": 0.5}]}, {"t": [{"zero_point": 0}]},
         {"t": [{"scale": 0, "zero_point": 0}]}, {"t": [{"scale": -1, "zero_point": 0}]},
         {"t": [{"scale": 1e300, "zero_point": 0}]}, {"t": [{"scale": [], "zero_point": []}]},
         {"t": [{"scale": 1, "zero_point": 0.5}]}, {"t": [{"scale": 1, "zero_point": 65536}]},
         {"t": [{"scale": [1, 2], "zero_point": 0}]}, {"t": [{"convert": {"quant_type": "Int8"}}]}, {"t": [{}]},
         {"t": [{}, {}]}, {"t": [{"quant_type": "Float", "scale": 0.1, "zero_point": 3}]},
         {"t": [{"rmin": 0, "rmax": 1, "scale": 0.1, "zero_point": 3}]}, {"t": [{"axis": 0, "per_channel": false}]},
         {"t": [{"scale": 0.1, "zero_point": 3, "reduce_range": true}]},
         {"t": [{"scale": [1, 2], "zero_point": [0, 0], "per_channel": false}]},
         {"t": [{"axis": 18446744073709551615}]}, {"t": [{"scale": 1, "zero_point": 18446744073709551615}]}])"},
    {"MixedPrecisionTensor", "{}", R"({"Int16": ["a", "b"], "UInt8": ["c"]})",
     R"([[], null, 1, {"Int4": ["a"]}, {"Int8": "a"}, {"Int8": [1]}, {"Int8": ["a"], "Int16": ["a"]}])"},
    // Without effect here
    {"CalibOptimizeMem", "true", "false", kNoBoolean},
    {"CalibOptimizeDisk", "true", "false", kNoBoolean},
    {"CalibWorkerNum", "1", "8", R"([-1, 1.5, "1", null, true])"},
    {"LWPUseHistogram", "true", "false", kNoBoolean},
    {"CLEBalanceMethod", R"("max")", R"("mean")", "[1, true, []]"},
    {"SpecificTensorPrecision", "false", "true", kNoBoolean},
    {"AdjustWeightScaleForInt32Bias", "false", "true", kNoBoolean},
    {"UseQDQContribOps", "false", "true", kNoBoolean},
    {"UseExternalDataFormat", "false", "true", kNoBoolean},
    {"TmpDir", "null", R"("/tmp")", "[1, true, []]"},
    {"ExecutionProviders", R"(["CPUExecutionProvider"])", R"(["CUDAExecutionProvider"])", kNoList},
    {"PrintSummary", "true", "false", kNoBoolean},
    {"DebugMode", "false", "true", kNoBoolean},
    {"IgnoreWarnings", "true", "false", kNoBoolean},
    {"LogSeverityLevel", "1", "0", R"([-1, 1.5, "1", null, true])"},
};

} // namespace quantiscope::test
