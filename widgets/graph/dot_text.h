// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/level_layout.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quantiscope {

/// @p graph in the language of `dot`: boxes are n0, n1, …, of fixed sizes; no two lines may have the same ends.
[[nodiscard]] std::string dotText(const LevelGraph& graph);

/// Reads the layout of @p graph from what `dot -Tplain-ext` wrote, from "graph" to "stop"; nothing when a box is
/// missing. A line that is missing becomes a straight one.
[[nodiscard]] std::optional<LevelLayout> layoutFromPlain(const LevelGraph& graph, std::string_view plain);

} // namespace quantiscope
