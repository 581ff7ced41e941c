// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/graph/graph.h"
#include "widgets/graph/graph_drawing.h"
#include "widgets/graph/level_cache.h"
#include "widgets/graph/picture_plan.h"

#include <vector>

namespace quantiscope {

/// Graphviz lays out at most this many new boxes of a picture, about 0.1 s; what goes beyond is done in linear time.
inline constexpr std::size_t kMostDotBoxes = 800;

/// The levels of a plan with places: what is in each lies in its own coordinates, values flowing downwards; for
/// GraphViewState::Direction::Right the whole is mirrored at the diagonal afterwards.
struct PlacedLevels
{
    std::vector<LevelLayoutPtr> layouts; ///< of each level
    std::vector<int> boxOf; ///< of each item: its box in its level
    std::vector<QSizeF> sizes; ///< of each item that is no frame
};

/// Lays out all levels of @p plan, inner ones first, those that @p cache does not know. Incomplete when cancelled.
[[nodiscard]] PlacedLevels placeLevels(const PicturePlan& plan, const Graph& graph, const ScopeTree& tree,
                                       const GraphLinks& links, const GraphViewState& state, LevelCache& cache,
                                       const Feedback& feedback);

/// Where a frame's inside starts, from the frame's corner, in the coordinates of levels.
[[nodiscard]] QPointF frameInset(GraphViewState::Direction direction);

} // namespace quantiscope
