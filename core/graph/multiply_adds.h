// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <cstddef>
#include <cstdint>

namespace quantiscope {

/// Multiply-adds of node @p node for one sample (an open first extent counts as 1): of Conv, ConvTranspose, MatMul,
/// Gemm and of the matrix products of LSTM, GRU and RNN. 0 for other operators, and where shapes are not known.
[[nodiscard]] std::uint64_t multiplyAdds(const Graph& graph, std::size_t node);

} // namespace quantiscope
