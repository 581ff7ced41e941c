// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/tensor/tensor_spec.h"

#include <map>
#include <string>

namespace onnx {
class GraphProto;
class TensorProto;
} // namespace onnx

namespace quantiscope {

/// What is known about the model whose graph is prepared.
struct ConversionFacts
{
    int fromOpset = 0;
    int toOpset = 0;
    std::map<std::string, TensorSpec> values; ///< of the top-level graph
    std::map<std::string, const onnx::TensorProto*> initializers; ///< of the top-level graph, by name
};

/// Rewrites nodes that onnx's version converter has no right adapter for straight into their form in the target
/// operator set, and hides them from the converter in a domain of their own (in subgraphs too).
///
/// Before (opset 7-10)                      After (opset 11+)
///   Upsample(x, scales)  mode=nearest        Resize(x, roi, scales) asymmetric, floor
///   Resize(x, scales)    mode=linear         Resize(x, roi, scales) asymmetric
/// Before (opset < 13)                      After (opset 13+), when all extents behind the axis are 1
///   Softmax(x) axis=1                        Softmax(x) axis=1
/// (before opset 13 Softmax, LogSoftmax and Hardmax flatten x behind the axis; the converter does that with three more
/// nodes, and for Hardmax not at all).
///
/// The unused value of Pad in the modes "edge" and "reflect" and unused outputs of BatchNormalization are removed, the
/// converter refuses them.
[[nodiscard]] Result<void> prepareForConversion(onnx::GraphProto& graph, const ConversionFacts& facts);

/// Brings hidden nodes back to the standard domain.
void revealHidden(onnx::GraphProto& graph);

/// The domain that hides nodes from the converter.
inline constexpr const char* kHiddenDomain = "quantiscope.converted";

} // namespace quantiscope
