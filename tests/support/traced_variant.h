// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/variant_runner.h"
#include "core/analysis/variant_wiring.h"
#include "core/graph/graph.h"

#include <span>
#include <variant>
#include <vector>

namespace quantiscope::test {

/// What planWiring() is held against, found in the written model: traces every node input and output of @p quantized
/// through QuantizeLinear and DequantizeLinear to a value of @p prepared, of which it is a quantized form; nodes are
/// matched by their names.
///
/// A Relu or Clip that the quantized model left out is one that its pair does the work of: it stays in the wiring when
/// pair and function together give the same as the pair alone, whatever the value. Not told as a wiring: quantization
/// while the model runs, simulated NPU arithmetic, nodes that were added or changed (a Gemm whose beta was folded),
/// values of other types than float32, other versions of operator sets, pairs inside control-flow bodies.
[[nodiscard]] std::variant<VariantWiring, WiringObstacle> traceVariant(const Graph& prepared, const Graph& quantized);

/// Adds variants of the runner's graph @p prepared as they are traced, all at once. ModelRefused with the reason when
/// one is not told as a wiring.
[[nodiscard]] Result<std::vector<VariantHandle>> addTraced(VariantRunner& runner, const Graph& prepared,
                                                           std::span<const Model* const> quantized);
[[nodiscard]] Result<VariantHandle> addTraced(VariantRunner& runner, const Graph& prepared, const Model& quantized);

} // namespace quantiscope::test
