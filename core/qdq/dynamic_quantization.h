// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/qdq/qdq_inserter.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// What quantizeDynamically() makes integers of for a node.
struct DynamicOperands
{
    std::vector<std::string> activations; ///< quantized while the model runs, once for all their readers
    std::string constant; ///< stored in 8 bits; empty: none
    DataType constantType = DataType::UInt8;
};

/// The operands of node @p position when it is selected; nothing when it stays float.
[[nodiscard]] std::optional<DynamicOperands> dynamicOperands(const Graph& graph, const QuantConfig& config,
                                                             std::size_t position);

/// @p model (taken over) with weights in 8 bits and activations quantized while it runs; no statistics are needed.
///
/// Conv and MatMul become DynamicQuantizeLinear(x) → ConvInteger or MatMulInteger → Cast → Mul by both scales → Add of
/// the bias; so does Gemm, as the product it is, with alpha in the scale and beta in the bias. Gather reads an 8-bit
/// table, a DequantizeLinear behind it.
///
/// Weights: config.weightType and weightSymmetric, reduced codes, one scale per column of a MatMul when per channel;
/// those of Conv always uint8 with one scale, which is what ONNX Runtime's kernel takes. Each value is quantized once
/// for all its readers. Nodes of @p selected that cannot be done stay float: no constant weight (MatMul: none at all,
/// unless MatMulConstBOnly is false), a computed or oddly shaped bias, a transposed first operand of Gemm.
/// ConfigRefused below opset 11, which has no DynamicQuantizeLinear, and for weights that are not 8 bits wide;
/// ModelRefused when nothing could be quantized. Source: ONNX Runtime quantize_dynamic (IntegerOpsRegistry); it leaves
/// a Gemm with alpha or beta float, and reshapes a bias by a node.
[[nodiscard]] Result<QuantizedGraph> quantizeDynamically(Model model, const QuantConfig& config,
                                                         const std::vector<std::size_t>& selected);

} // namespace quantiscope
