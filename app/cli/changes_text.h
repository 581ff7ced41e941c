// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/model_changes.h"

#include <string>

namespace quantiscope {

/// What is different between two models, for a terminal: nodes of one kind in one row unless @p withNodes.
[[nodiscard]] std::string changesText(const ModelChanges& changes, const Graph& before, const Graph& after,
                                      bool withNodes);

} // namespace quantiscope
