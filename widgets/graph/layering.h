// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/level_layout.h"

#include <vector>

namespace quantiscope {

/// Boxes in layers from top to bottom.
struct Layering
{
    std::vector<int> layerOf; ///< of each box
    std::vector<std::vector<int>> layers; ///< boxes in order from left to right, none is empty
};

/// Layers by longest path: every line goes down at least one layer, but for one line of each cycle. Entries are alone
/// in the first layer, exits in the last; what has no line before it stands just above what reads it.
[[nodiscard]] Layering layersOf(const LevelGraph& graph);

} // namespace quantiscope
