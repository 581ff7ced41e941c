// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <cstddef>
#include <span>
#include <vector>

namespace quantiscope {

/// The nodes that lie between: reachable from any of @p from (along any output, also into control-flow bodies that read
/// it) and leading to any of @p to, ends included; ascending. Empty when no path leads from the ones to the others.
/// Linear in the nodes from the first of @p from to the last of @p to, and their edges; the graph must be in
/// topological order, as Model promises.
[[nodiscard]] std::vector<std::size_t> nodesBetween(const Graph& graph, std::span<const std::size_t> from,
                                                    std::span<const std::size_t> to);

/// One half of it: the nodes reachable from any of @p from, or those that lead to any of @p to; ends included,
/// ascending.
/// Of @p until, what is met is found and not gone beyond, so that only paths which avoid them lead further.
[[nodiscard]] std::vector<std::size_t> nodesReachableFrom(const Graph& graph, std::span<const std::size_t> from,
                                                          std::span<const std::size_t> until = {});
[[nodiscard]] std::vector<std::size_t> nodesLeadingTo(const Graph& graph, std::span<const std::size_t> to,
                                                      std::span<const std::size_t> until = {});

} // namespace quantiscope
