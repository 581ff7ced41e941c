// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <vector>

namespace quantiscope {

/// For each node of @p graph: does it make the same for every input, as far as one sees without computing anything?
/// Nodes without inputs (but those that make random numbers), those that read only initializers and what such nodes
/// make, and Shape and Size of values whose shape is known.
[[nodiscard]] std::vector<bool> constantNodes(const Graph& graph);

} // namespace quantiscope
