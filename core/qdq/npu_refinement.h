// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/qdq/dpu_simulation.h"
#include "core/qdq/tensor_params.h"

#include <cstddef>
#include <string>
#include <vector>

namespace quantiscope {

/// What the refinement did, for the report of a run.
struct NpuRefinement
{
    int loops = 0; ///< passes over the graph, 0 when the configuration asks for none
    std::size_t moves = 0; ///< how often a position was moved
    std::vector<std::string> warnings;
};

/// Moves the positions p of power-of-two scales 2^-p in @p params to where the NPU's shifters can work with them.
///
/// With i, w, b, o the positions of an operator's input(s), weight, bias and output, each rule under its option:
///   AlignConcat     Concat: all inputs and the output take the smallest
///   AlignPool       MaxPool, AveragePool, GlobalAveragePool: input and output take the smaller
///   AlignPad        Pad: likewise
///   AlignSlice      Slice: likewise
///   AdjustShiftRead Add, Sub: max i - min i <= 7, or the largest becomes min i + 7
///   AdjustShiftWrite Add: -7 <= min i - o <= 25; Mul: 0 <= sum of i - o <= 32; o moves to the bound
///   AdjustShiftCut  Conv, Gemm: 0 <= w + i - o <= 16; w moves
///   AdjustShiftBias Conv, Gemm: L <= w + i - b <= 15; b moves. L = min(0, w + i - o - 16); 0 in front of a LeakyRelu
///   AdjustHardSigmoid HardSigmoid(1/6, 1/2): 0 <= i <= 15, o >= 7, o <= 14 + i
///   AdjustShiftSwish Mul with a factor that a HardSigmoid reads: 0 <= sum of i - o <= 15; o moves
/// In this order over the whole graph, again until a pass changes nothing, MaxLoopNum times at most; a warning tells
/// when that was not enough, or when rules contradict each other (a HardSigmoid that writes into a Concat of large
/// values: the later rule wins). Nothing happens outside of the NPU flow or without NPULimitationCheck. Which
/// HardSigmoids there will be is in @p dpu. A tensor that holds nothing but zeros, by @p ranges or its elements, has no
/// position of its own: it takes those of the others around the first operator that asks, and moves where others
/// would. Warnings tell which weights, biases and constants lose much by it: more than half of their largest number cut
/// off, or everything rounded to 0.
///
/// Linear in the graph for each pass. Source: quark_behaviour section 4.8; on purpose different: weights and biases are
/// quantized after their positions have moved (there, their integers are not), and moving the output of a Mul counts as
/// a change; a tensor of zeros (a dead branch, padding channels) does not draw its neighbours to scale 1, which made
/// zeros of them as well.
[[nodiscard]] NpuRefinement refineForNpu(const Graph& graph, const QuantConfig& config,
                                         const std::vector<std::size_t>& selected, const QdqPlan& plan,
                                         const TensorRanges& ranges, const DpuPlan& dpu, TensorParams& params);

} // namespace quantiscope
