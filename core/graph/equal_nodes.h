// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace quantiscope {

/// For each node of @p graph the position of the first node that computes the same values: its own where none before it
/// does.
///
/// Equal are nodes of the same type and attributes that read equal values: the same value, outputs of equal nodes, or
/// small constants of the same content. Random operators, owners of control-flow bodies and operators of other domains
/// than the standard one are equal to none, nor are nodes that @p mayBeEqual turns down.
[[nodiscard]] std::vector<std::size_t> firstEqualNodes(const Graph& graph,
                                                       const std::function<bool(std::size_t)>& mayBeEqual);

} // namespace quantiscope
