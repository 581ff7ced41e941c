// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layer_errors.h"
#include "widgets/graph/node_coloring.h"

#include <memory>

namespace quantiscope {

/// By the error of the tensors that a node makes, on the scale of errorColor(): own ("ownError") or accumulated
/// ("accumulatedError"). Of a node with several tensors the worst one counts; weights count as those of the node that
/// reads them, but not among accumulated errors, of which they have none. A block has the colour of its worst node.
[[nodiscard]] NodeColoringPtr colorByError(const OpenedModelPtr& model, const LayerErrors& errors, ErrorColumn column);

} // namespace quantiscope
