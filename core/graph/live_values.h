// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <cstddef>
#include <map>
#include <string>

namespace quantiscope {

/// How much memory the values of one run need.
struct LiveValues
{
    std::size_t most =
        0; ///< bytes of the values that are needed at the same time, inputs left out, at the worst moment
    std::size_t all = 0; ///< bytes of all computed values together
};

/// Computes each node of @p graph in the order of the list and gives a value up after its last reader; graph outputs
/// stay. @p sizes are bytes by value name; values that are not in it count as nothing.
[[nodiscard]] LiveValues liveValues(const Graph& graph, const std::map<std::string, std::size_t>& sizes);

} // namespace quantiscope
