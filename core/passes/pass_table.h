// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/passes/pass.h"

#include <span>

namespace quantiscope {

/// Changes the order of the inputs' dimensions: before everything else.
[[nodiscard]] const Pass& channelsLastPass();

/// Passes before ONNX Runtime's basic optimization, in their order.
[[nodiscard]] std::span<const Pass> passesBeforeOptimization();

/// Passes behind it, in their order. Cross-layer equalization comes after them: it follows what they make of its
/// layers, and a batch normalization that becomes a convolution is one layer more.
[[nodiscard]] std::span<const Pass> passesAfterOptimization();

/// Works on the quantized graph.
[[nodiscard]] const Pass& clipToReluPass();

} // namespace quantiscope
