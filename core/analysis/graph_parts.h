// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/runtime/graph_part.h"

#include <cstddef>
#include <vector>

namespace quantiscope {

/// The nodes of @p graph in up to @p most parts that take about the same time, cut where little is handed on: of one
/// sample at most 64 MiB in all. Fewer for graphs whose parts would take less than a sixth of a millisecond; none (the
/// graph is to run as a whole) where it cannot be cut: values have no known type, or an output is not computed.
/// Deterministic; times and sizes are estimates for one sample.
[[nodiscard]] std::vector<GraphPart> partsOf(const Graph& graph, std::size_t most);

} // namespace quantiscope
