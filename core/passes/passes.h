// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/passes/pass.h"

namespace quantiscope {

// The passes in the order in which they run; their names are the options that switch them (quark_behaviour section 6).
// Values that are left keep their names, and what replaces several nodes bears the name and makes the value of the last
// of them.

/// Inputs of four dimensions become [N, H, W, C]; samples have to be transposed, too.
///
///   Before  x [N, C, H, W] → Conv        After  x [N, H, W, C] → Transpose → Conv
///
/// Left alone: what looks like channels last already ([1, 257, 257, 3]).
void channelsLastInputs(PassRun& run);

/// Removes nodes that contribute to no output.
///
///   Before  x → Conv → y (output)        After  x → Conv → y
///           x → Relu → nobody
void removeDeadNodes(PassRun& run);

/// A constant for each channel into the ConvTranspose before it (ONNX Runtime does the same for Conv).
///
///   Before  ConvTranspose(x, W, b) → Add(c) → y                       After  ConvTranspose(x, W, b + c) → y
///           ConvTranspose(x, W, b) → Mul(c) → y                              ConvTranspose(x, c · W, c · b) → y
void foldChannelConstants(PassRun& run);

/// YOLOX' "Focus": every second pixel in both directions, four times, joined on the channels. The four parts may come
/// in any order; where it is not SpaceToDepth's own, the input channels of the one Conv behind are exchanged.
///
///   Before  x → Slice → Slice ─┐         After  x → SpaceToDepth → Conv'
///           … (four times)     ├ Concat → Conv
void focusToSpaceToDepth(PassRun& run);

/// Gives each operator of the types in CopySharedInit (an empty list: of any type) its own copy of a float constant
/// that several nodes read.
///
///   Before  Conv1(x, w), Conv2(y, w)     After  Conv1(x, w), Conv2(y, w_Conv2)
void copySharedInitializers(PassRun& run);

/// The same for biases of the operator types in CopyBiasInit: an integer bias has its reader's scale.
void copySharedBiases(PassRun& run);

/// Nodes of the same type and attributes that read the same values, or constants of up to 4 KiB with the same elements,
/// are one; of the names of a value the shortest and first in the alphabet stays. What makes an output of the graph
/// stays.
///
///   Before  Slice(x, [0], [2]) → a, Slice(x, [0], [2]) → b            After  Slice(x, [0], [2]) → a
void mergeEqualNodes(PassRun& run);

/// Mean and variance over height and width, at opset 6 or later: InstanceNormalization.
///
///   Before  m = mean(x), d = x − m, s = √(mean(d²) + ε)
///           d / s, and optionally · γ and + β behind it; or TensorFlow's x · r + (β − m · r) with r = γ / s
///   After   InstanceNormalization(x, γ, β)
///
/// The means are GlobalAveragePool or ReduceMean over axes 2 and 3.
void fuseInstanceNorm(PassRun& run);

/// Division by the length of the vectors along one axis.
///
///   Before  x / max(√Σx², ε), x · (1 / √max(Σx², ε)) and the like     After  LpNormalization(x) p = 2
///
/// The smallest length is lost (LpNormalization gives 0 for 0), so it must not be large: ε² ≤ 1e-6.
void fuseL2Norm(PassRun& run);

/// Mean and variance over the last axis: LayerNormalization, at opset 17 or later.
///
///   Before  d = x − mean(x), d / √(mean(d²) + ε) · γ + β              After  LayerNormalization(x, γ, β)
void fuseLayerNorm(PassRun& run);

/// At opset 20 or later.
///
///   Before  0.5 · x · (1 + erf(x / √2)), in any order                 After  Gelu(x)
void fuseGelu(PassRun& run);

/// BatchNormalization into the Conv, ConvTranspose or Gemm before it: W' = m · W, b' = m · b + β − m · μ with
/// m = γ / √(σ² + ε), per output channel.
///
///   Before  x → Conv(W, b) → BatchNormalization → y                   After  x → Conv(W', b') → y
void foldBatchNorm(PassRun& run);

/// The same through a Concat of channels.
///
///   Before  Conv1, Conv2 → Concat → BatchNormalization → y            After  Conv1', Conv2' → Concat → y
void foldBatchNormAfterConcat(PassRun& run);

/// Only for cross-layer equalization, which a Clip would hinder: the cut at 6 is lost. Not where x is made by another
/// operator than a layer: the reference replaces the Clip of a hard swish as well, which ruins the network.
///
///   Before  Conv → x → Clip(x, 0, 6)     After  Conv → x → Relu(x)
void replaceClip6(PassRun& run);

///   Before  ReduceMean(x) axes 2, 3      After  GlobalAveragePool(x)
void reduceMeanToGlobalAveragePool(PassRun& run);

/// Pools of more than 512 elements, which the NPU does not have; with kernel = stride of the first pool the largest
/// divisors of height and width below their roots.
///
///   Before  GlobalAveragePool(x)         After  GlobalAveragePool(AveragePool(x))
void splitLargeKernelPool(PassRun& run);

///   Before  Split(x) → a, b, c           After  Slice(x) → a, Slice(x) → b, Slice(x) → c
void splitToSlice(PassRun& run);

/// What could not be folded, of four dimensions.
///
///   Before  BatchNormalization(x)        After  Conv(x), 1×1, one group a channel
void batchNormToConv(PassRun& run);

/// For a graph with Q/DQ operators: where the quantized range ends at the Clip's upper bound, it does the cut.
///
///   Before  Clip(x, 0, 6) → QuantizeLinear (up to 6)                  After  Relu(x) → QuantizeLinear
///
/// Left alone: a Clip whose lower bound is not 0, or whose output's quantization reaches beyond the upper one.
void clipToRelu(PassRun& run);

} // namespace quantiscope
