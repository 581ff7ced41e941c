// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/base/result.h"

#include <cstddef>

namespace onnx {
class ModelProto;
} // namespace onnx

namespace quantiscope {

// A node leaves out a value by giving it the name "". onnx's checker lets that pass anywhere; ONNX Runtime 1.31 refuses
// the model, or ends the program by reading a null pointer, where the value is not optional.

/// Gives a name that nothing else has to every output that a standard operator leaves out although it has to give it,
/// in subgraphs too, with a warning: such a file does not run in ONNX Runtime, the model does from then on. Optional
/// outputs (of an LSTM, a MaxPool) stay left out. What a BatchNormalization that does not train leaves out behind its
/// result is taken off. Returns how many were named or taken off.
///
/// Source: the formal parameters of ONNX's operators; the running values of a BatchNormalization are optional there,
/// ONNX Runtime writes into them all the same when it trains, which it takes a longer list of outputs for.
std::size_t nameOmittedOutputs(onnx::ModelProto& model, Feedback& feedback);

/// ModelRefused when a standard operator with a list of inputs (Sum, Concat, Einsum, Loop …) leaves out one of them, in
/// subgraphs too.
[[nodiscard]] Result<void> checkListedInputs(const onnx::ModelProto& model);

} // namespace quantiscope
