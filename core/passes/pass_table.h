// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/passes/pass.h"

#include <span>

namespace quantiscope {

/// Changes the order of the inputs' dimensions: before everything else.
[[nodiscard]] const Pass& channelsLastPass();

/// Passes before ONNX Runtime's basic optimization, in their order.
[[nodiscard]] std::span<const Pass> passesBeforeOptimization();

/// Passes behind it and before cross-layer equalization, in their order.
[[nodiscard]] std::span<const Pass> passesAfterOptimization();

/// Passes behind cross-layer equalization, in their order.
[[nodiscard]] std::span<const Pass> passesAfterEqualization();

/// Works on the quantized graph.
[[nodiscard]] const Pass& clipToReluPass();

} // namespace quantiscope
