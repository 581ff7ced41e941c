// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "widgets/graph/graph_picture.h"
#include "widgets/graph/picture_layout.h"
#include "widgets/graph/picture_plan.h"

namespace quantiscope {

/// Puts the levels of @p plan into one picture: boxes at their places in the scene, lines of several levels joined.
/// Incomplete when cancelled.
[[nodiscard]] GraphPicture assemblePicture(PicturePlan plan, const PlacedLevels& placed, const GraphLinks& links,
                                           GraphViewState::Direction direction, const Feedback& feedback);

} // namespace quantiscope
