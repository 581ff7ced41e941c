// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

namespace quantiscope {

class GraphView;

/// Of the nodes that @p view shows as boxes, wholly or in part in sight, and of the first ones of closed blocks, the
/// one nearest to its middle that @p isWanted takes; -1 where there is none.
[[nodiscard]] int nearestNode(const GraphView& view, const std::function<bool(int)>& isWanted);

} // namespace quantiscope
