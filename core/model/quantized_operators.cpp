// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/message_text.h"
#include "core/model/model.h"
#include "core/model/subgraphs.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace quantiscope {

namespace {

/// Operators of ONNX (opset 10-26) and of com.microsoft (ONNX Runtime 1.31, ContribOperators.md) that work on quantized
/// numbers and that the name's beginning or end does not give away.
constexpr std::array<std::string_view, 21> kNames{
    "QuantizeLinear",
    "DequantizeLinear",
    "DynamicQuantizeLinear",
    "DynamicQuantizeLSTM",
    "DynamicQuantizeMatMul",
    "MatMulNBits",
    "MatMulBnb4",
    "MatMulFpQ4",
    "MatMulIntegerToFloat",
    "QAttention",
    "QGemm",
    "QEmbedLayerNormalization",
    "QMoE",
    "QuantizeBFP",
    "DequantizeBFP",
    "GatherBlockQuantized",
    "QOrderedMatMul",
    "QOrderedGelu",
    "QOrderedAttention",
    "QOrderedLayerNormalization",
    "QuantizeWithOrder",
};

bool isQuantizedOperator(const onnx::NodeProto& node)
{
    const std::string_view type = node.op_type();
    const std::string_view domain = node.domain();
    // What Quark and its predecessor write: (Extended|Vitis)(De)QuantizeLinear, BFPQuantizeDequantize, FixNeuron, …
    if (domain.starts_with("com.amd.") || domain.starts_with("com.vai."))
        return type.find("Quantize") != type.npos || type.find("FixNeuron") != type.npos;
    if (!domain.empty() && domain != "com.microsoft")
        return false;
    return type.starts_with("QLinear") || type.ends_with("Integer")
        || std::find(kNames.begin(), kNames.end(), type) != kNames.end();
}

} // namespace

std::optional<std::string> firstQuantizedOperator(const onnx::ModelProto& model)
{
    std::optional<std::string> found;
    const auto look = [&found](const onnx::NodeProto& node) {
        if (found || !isQuantizedOperator(node))
            return;
        found = describe(node);
    };
    forEachNode(model.graph(), look);
    for (const auto& function : model.functions()) {
        for (const auto& node : function.node()) {
            look(node);
            forEachSubgraph(node, [&](const onnx::GraphProto& graph) { forEachNode(graph, look); });
        }
    }
    return found;
}

} // namespace quantiscope
