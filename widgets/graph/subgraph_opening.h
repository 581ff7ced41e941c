// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/subgraph_model.h"
#include "widgets/common/opened_model.h"

#include <string>

namespace quantiscope {

/// The control-flow body in @p attribute (see subgraphsOf()) of node @p node, opened as a model is; errors are those of
/// subgraphModel(). Reads and checks the body: call it in the background.
[[nodiscard]] Result<OpenedModelPtr> openSubgraph(const OpenedModel& model, int node, const std::string& attribute,
                                                  Feedback& feedback);

} // namespace quantiscope
