// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "widgets/graph/level_layout.h"

#include <optional>
#include <vector>

namespace quantiscope {

/// Lays out all @p graphs with one run of Graphviz's program `dot`, found on the PATH. Names never reach it, only
/// numbers do. Nothing for a graph that it gives no layout of: it is not installed, fails, takes more than a few
/// seconds, or @p feedback is cancelled (it is killed within milliseconds).
[[nodiscard]] std::vector<std::optional<LevelLayout>> dotLayouts(const std::vector<const LevelGraph*>& graphs,
                                                                 const Feedback& feedback);

} // namespace quantiscope
