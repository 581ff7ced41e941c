// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "widgets/graph/level_layout.h"

namespace quantiscope {

/// A layered layout in linear time (but for sorting within layers), for levels that are too big for Graphviz and for
/// computers without it: layers by longest path, their order by a fixed number of barycentre sweeps, lines over more
/// than one layer at the side of what is between. Where there are cycles, some lines go upwards.
///
/// Boxes never overlap. The same graph gives the same layout. Canceled: stops early; the layout is of no use then.
[[nodiscard]] LevelLayout linearLayout(const LevelGraph& graph, const Feedback& feedback);

} // namespace quantiscope
