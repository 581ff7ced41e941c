// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/passes.

#include "core/passes/pass.h"

#include <span>
#include <string>
#include <vector>

namespace quantiscope {

/// A BatchNormalization with constant parameters as y = multiplier · x + offset, per channel.
///
/// multiplier = γ / √(σ² + ε), offset = β − μ · multiplier (ONNX BatchNormalization-15; ε is 1e-5 unless the node says
/// otherwise).
struct ChannelMap
{
    std::vector<double> multiplier;
    std::vector<double> offset;
};

/// The map of the BatchNormalization at @p node; otherwise (InvalidArgument) the reason why it has none.
[[nodiscard]] Result<ChannelMap> readBatchNorm(const Graph& graph, std::size_t node);

/// What hinders a map of @p channels output channels to be folded into the Conv, ConvTranspose or Gemm at @p node; an
/// empty text when nothing does. Whether its output has other readers is the caller's concern.
[[nodiscard]] std::string hindranceToFold(const Graph& graph, std::size_t node, std::size_t channels);

/// Changes weights and bias of @p node, for which there is no hindrance, so that its output is mapped. Constants that
/// other nodes read as well are copied for it.
void foldInto(PassRun& run, std::size_t node, std::span<const double> multiplier, std::span<const double> offset);

} // namespace quantiscope
