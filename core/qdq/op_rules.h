// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"

#include <set>
#include <string>
#include <string_view>

namespace quantiscope {

/// How the tensors around an operator are quantized. Source: ONNX Runtime quantization/operators (opset 7 to 26) and
/// the reference quantizer's differences from them, which are told at their place in qdq_plan.cpp.
enum class NodeRule
{
    Generic, ///< every float input and output on its own
    Convolution, ///< input, weight (per channel: Conv axis 0, ConvTranspose axis 1), int32 bias, output
    Gemm, ///< like Convolution; the channel axis follows transB
    MatMul, ///< each operand as weight or activation, output
    Normalization, ///< input, scale as weight, int32 bias, outputs
    RemovableActivation, ///< Relu, Clip: may vanish into an asymmetric output scale
    PassThrough, ///< moves values without changing them: output shares the input's parameters
    Resize, ///< PassThrough from opset 11
    MaxPool, ///< PassThrough from opset 12
    Pad, ///< inputs on their own; output shares the input's parameters when what is padded is representable
    Split, ///< outputs share the input's parameters
    Gather, ///< PassThrough of the data input
    Where, ///< both branches and the output
};

/// The rule for an operator type of the standard domain.
[[nodiscard]] NodeRule nodeRule(std::string_view opType, Flow flow);

/// Operator types that are quantized when @p config names none. EnableNPUTransformer leaves the products alone in every
/// flow but ONNX Runtime's; EnableNPUCnn and the extended rules add what the NPU computes besides. Source: lists probed
/// with AMD Quark 0.13, which quantizes BatchNormalization with the transformer's products, too.
[[nodiscard]] const std::set<std::string, std::less<>>& defaultOpTypes(const QuantConfig& config);

/// All operator types that defaultOpTypes() gives under some configuration.
[[nodiscard]] std::set<std::string> allDefaultOpTypes();

/// Operator types that quantizeDynamically() knows.
[[nodiscard]] const std::set<std::string, std::less<>>& dynamicOpTypes();

/// Operators behind whose output no Q/DQ is put when an activation function follows (reference quantizer, section 4.5).
[[nodiscard]] bool isFusedProducer(std::string_view opType);

} // namespace quantiscope
