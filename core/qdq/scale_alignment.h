// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/qdq/tensor_params.h"

namespace quantiscope {

/// Copies scale and zero point between the tensors around operators that only move values, each under its option, so
/// that no requantization is needed there:
///
///   AlignConcat     Concat: from the output to all inputs
///   AlignPad        Pad: from the output to the input
///   AlignPool       MaxPool, AveragePool, GlobalAveragePool: from the input to the output
///   AlignSlice      Slice: from the input to the output
///   AlignTranspose  Transpose: from the output to the input
///   AlignReshape    Reshape: from the output to the input
///
/// One rule after the other over the whole graph, again while something changes, MaxLoopNum times at most. @p params
/// holds at least what the plan's owners of parameters use; tensors that share are changed by their owner's. Left
/// alone are initializers (what shares an initializer's parameters and is to be aligned gets its own), outputs of
/// folded activation functions, whose zero point does the function's work, scales that the user laid down, and tensors
/// that have another type of their own. Source: quark_behaviour section 4.10.
void alignScales(const Graph& graph, const QuantConfig& config, const QdqPlan& plan, TensorParams& params);

} // namespace quantiscope
