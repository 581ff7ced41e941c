// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/op_rules.h"

#include <map>

namespace quantiscope {

namespace {

using Names = std::set<std::string, std::less<>>;

/// Operators that ONNX Runtime's tools have integer kernels for; both families start from them.
const Names& integerOperators()
{
    static const Names kNames{
        "Add",     "ArgMax",    "AveragePool",       "Clip",      "Concat",  "Conv",    "EmbedLayerNormalization",
        "Gather",  "Gemm",      "GlobalAveragePool", "LeakyRelu", "MatMul",  "MaxPool", "Mul",
        "Pad",     "Relu",      "Reshape",           "Resize",    "Sigmoid", "Softmax", "Split",
        "Squeeze", "Transpose", "Unsqueeze",         "Where"};
    return kNames;
}

Names with(Names names, const Names& more)
{
    names.insert(more.begin(), more.end());
    return names;
}

const Names& onnxRuntimeOperators()
{
    static const Names kNames = with(integerOperators(),
                                     {"BatchNormalization", "ConvTranspose", "CumSum", "Flatten", "GatherElements",
                                      "InstanceNormalization", "LayerNormalization", "Slice", "TopK"});
    return kNames;
}

const Names& plainOperators()
{
    static const Names kNames =
        with(integerOperators(), {"ConvTranspose", "Gelu", "InstanceNormalization", "LayerNormalization", "Tanh"});
    return kNames;
}

/// With what the NPU computes besides; the extended format quantizes it, too.
const Names& npuOperators()
{
    static const Names kNames = with(plainOperators(),
                                     {"DepthToSpace", "Div", "Erf", "HardSigmoid", "LpNormalization", "Max", "Min",
                                      "PRelu", "ReduceMean", "Slice", "SpaceToDepth", "Sub"});
    return kNames;
}

} // namespace

NodeRule nodeRule(std::string_view opType, Flow flow)
{
    static const std::map<std::string, NodeRule, std::less<>> kCommon{
        {"Clip", NodeRule::RemovableActivation},
        {"Conv", NodeRule::Convolution},
        {"ConvTranspose", NodeRule::Convolution},
        {"Gather", NodeRule::Gather},
        {"Gemm", NodeRule::Gemm},
        {"InstanceNormalization", NodeRule::Normalization},
        {"LayerNormalization", NodeRule::Normalization},
        {"MatMul", NodeRule::MatMul},
        {"MaxPool", NodeRule::MaxPool},
        {"Relu", NodeRule::RemovableActivation},
        {"Reshape", NodeRule::PassThrough},
        {"Resize", NodeRule::Resize},
        {"Split", NodeRule::Split},
        {"Squeeze", NodeRule::PassThrough},
        {"Transpose", NodeRule::PassThrough},
        {"Unsqueeze", NodeRule::PassThrough},
        {"Where", NodeRule::Where},
    };
    static const std::map<std::string, NodeRule, std::less<>> kOnnxRuntimeOnly{
        {"AveragePool", NodeRule::PassThrough},
        {"BatchNormalization", NodeRule::Normalization},
        {"Flatten", NodeRule::PassThrough},
        {"GatherElements", NodeRule::Gather},
        {"Pad", NodeRule::Pad},
        {"Slice", NodeRule::PassThrough},
        {"TopK", NodeRule::PassThrough},
    };
    if (flow == Flow::OnnxRuntime) {
        if (const auto at = kOnnxRuntimeOnly.find(opType); at != kOnnxRuntimeOnly.end())
            return at->second;
    }
    // The reference shares an average pooling's input scale in its plain format only, and calibrates a Split's outputs
    // on their own in the extended one.
    if (flow == Flow::Plain && opType == "AveragePool")
        return NodeRule::PassThrough;
    if (flow == Flow::Extended && opType == "Split")
        return NodeRule::Generic;
    const auto at = kCommon.find(opType);
    return at == kCommon.end() ? NodeRule::Generic : at->second;
}

const Names& defaultOpTypes(const QuantConfig& config)
{
    static const Names kTransformer{"Gemm", "MatMul"};
    if (config.flow() == Flow::OnnxRuntime)
        return onnxRuntimeOperators();
    if (config.npu.enableNPUTransformer)
        return kTransformer;
    return config.npu.enableNPUCnn || config.isExtended() ? npuOperators() : plainOperators();
}

std::set<std::string> allDefaultOpTypes()
{
    // The other lists are parts of these two.
    const Names all = with(onnxRuntimeOperators(), npuOperators());
    return {all.begin(), all.end()};
}

const Names& dynamicOpTypes()
{
    static const Names kTypes{"Conv", "Gather", "Gemm", "MatMul"};
    return kTypes;
}

bool isFusedProducer(std::string_view opType)
{
    static const Names kNames{"Add",  "AveragePool",       "Conv",   "ConvTranspose",
                              "Gemm", "GlobalAveragePool", "MatMul", "MaxPool"};
    return kNames.count(opType) > 0;
}

} // namespace quantiscope
