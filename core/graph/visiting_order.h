// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <cstddef>
#include <vector>

namespace quantiscope {

/// Positions of all nodes in the order in which the reference quantizer visits them, where its result depends on it:
/// nodes without inputs first; then the names of initializers and graph inputs in alphabetical order, each counted off
/// at its readers, a reader whose last input that was follows; then the outputs of what has been placed, in turn.
/// Values that only control-flow bodies read do not count. Linear in nodes and edges, but for the sorting of names.
/// Source: ONNX Runtime ONNXModel.topological_sort (quark_behaviour 13.1).
[[nodiscard]] std::vector<std::size_t> visitingOrder(const Graph& graph);

} // namespace quantiscope
