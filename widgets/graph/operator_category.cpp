// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/operator_category.h"

#include "widgets/common/theme.h"

#include <QCoreApplication>

#include <string>
#include <unordered_map>
#include <vector>

namespace quantiscope {

namespace {

std::unordered_map<std::string_view, OperatorCategory> makeCategories()
{
    std::unordered_map<std::string_view, OperatorCategory> categories;
    const auto put = [&categories](OperatorCategory category, const std::vector<std::string_view>& types) {
        for (const std::string_view type : types)
            categories.emplace(type, category);
    };
    put(OperatorCategory::Linear, {"Conv",          "ConvTranspose",
                                   "ConvInteger",   "DeformConv",
                                   "Gemm",          "MatMul",
                                   "MatMulInteger", "MatMulNBits",
                                   "Einsum",        "LSTM",
                                   "GRU",           "RNN",
                                   "QLinearConv",   "QLinearMatMul",
                                   "QGemm",         "DynamicQuantizeLSTM",
                                   "Attention",     "MultiHeadAttention",
                                   "FusedMatMul",   "FusedConv"});
    put(OperatorCategory::Activation,
        {"Relu",  "LeakyRelu", "PRelu",      "Clip",    "Sigmoid",  "HardSigmoid", "HardSwish",
         "Tanh",  "Softmax",   "LogSoftmax", "Hardmax", "Elu",      "Selu",        "Celu",
         "Gelu",  "FastGelu",  "QuickGelu",  "Mish",    "Softplus", "Softsign",    "ThresholdedRelu",
         "Swish", "Erf",       "Silu"});
    put(OperatorCategory::Pooling,
        {"MaxPool",
         "AveragePool",
         "GlobalAveragePool",
         "GlobalMaxPool",
         "GlobalLpPool",
         "LpPool",
         "MaxUnpool",
         "RoiAlign",
         "MaxRoiPool",
         "Resize",
         "Upsample",
         "GridSample",
         "ReduceMean",
         "ReduceSum",
         "ReduceMax",
         "ReduceMin",
         "ReduceProd",
         "ReduceL1",
         "ReduceL2",
         "ReduceLogSum",
         "ReduceLogSumExp",
         "ReduceSumSquare",
         "ArgMax",
         "ArgMin",
         "TopK",
         "CumSum",
         "QLinearAveragePool",
         "QLinearGlobalAveragePool"});
    put(OperatorCategory::Movement,
        {"Reshape",
         "Transpose",
         "Concat",
         "Split",
         "Slice",
         "Gather",
         "GatherND",
         "GatherElements",
         "Scatter",
         "ScatterND",
         "ScatterElements",
         "Squeeze",
         "Unsqueeze",
         "Flatten",
         "Shape",
         "Size",
         "Expand",
         "Tile",
         "Pad",
         "Cast",
         "CastLike",
         "Identity",
         "Constant",
         "ConstantOfShape",
         "DepthToSpace",
         "SpaceToDepth",
         "EyeLike",
         "NonZero",
         "OneHot",
         "Range",
         "ReverseSequence",
         "Dropout",
         "Compress",
         "Unique",
         "NonMaxSuppression",
         "If",
         "Loop",
         "Scan",
         "QLinearConcat",
         "SequenceAt",
         "SequenceConstruct",
         "ConcatFromSequence",
         "SplitToSequence",
         "CenterCropPad",
         "Trilu"});
    return categories;
}

} // namespace

OperatorCategory operatorCategory(std::string_view opType)
{
    static const std::unordered_map<std::string_view, OperatorCategory> kCategories = makeCategories();
    const auto known = kCategories.find(opType);
    if (known != kCategories.end())
        return known->second;
    // Those of other domains that quantize end with the same word.
    const bool quantizes = opType.ends_with("QuantizeLinear") || opType.ends_with("DequantizeLinear");
    return quantizes ? OperatorCategory::Quantize : OperatorCategory::Elementwise;
}

bool isQuantizeOperator(std::string_view opType)
{
    return (opType.ends_with("QuantizeLinear") && opType != "DynamicQuantizeLinear")
        || opType.ends_with("DequantizeLinear");
}

QColor categoryColor(OperatorCategory category)
{
    const Theme& theme = Theme::current();
    return category == OperatorCategory::Quantize ? theme.int8 : theme.categories[std::size_t(category)];
}

QString categoryText(OperatorCategory category)
{
    switch (category) {
    case OperatorCategory::Linear:
        return QCoreApplication::translate("quantiscope::OperatorCategory", "Convolution, matrix product");
    case OperatorCategory::Activation:
        return QCoreApplication::translate("quantiscope::OperatorCategory", "Activation");
    case OperatorCategory::Elementwise:
        return QCoreApplication::translate("quantiscope::OperatorCategory", "Element by element");
    case OperatorCategory::Pooling:
        return QCoreApplication::translate("quantiscope::OperatorCategory", "Pooling, resizing, reduction");
    case OperatorCategory::Movement:
        return QCoreApplication::translate("quantiscope::OperatorCategory", "Shape, data movement");
    case OperatorCategory::Boundary:
        return QCoreApplication::translate("quantiscope::OperatorCategory", "Input, output");
    case OperatorCategory::Quantize:
        return QCoreApplication::translate("quantiscope::OperatorCategory", "Quantize, dequantize");
    }
    return {};
}

} // namespace quantiscope
