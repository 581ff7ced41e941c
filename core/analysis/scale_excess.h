// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layer_errors.h"
#include "core/graph/graph.h"

namespace quantiscope {

/// Fills TensorError::scaleExcess from the known ranges (see knownRange()) and the parameters in @p errors, and from
/// the initializers of @p real, the float graph.
///
/// Tensors with equal parameters around an operator that only hands values on (Concat, MaxPool, Reshape …) share them
/// for its sake: their scale is held against the range of all of them. A scale that covers the whole range of its
/// function ([0, 1] of Sigmoid or Softmax) is as it should be, however little of it was seen.
void fillScaleExcess(const Graph& real, LayerErrors& errors);

} // namespace quantiscope
