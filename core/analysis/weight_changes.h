// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/model_changes.h"

#include <vector>

namespace quantiscope {

/// The constant inputs of nodes of both graphs whose values differ by more than rounding to their codes explains. See
/// WeightChange. A constant that several nodes read is told of once.
[[nodiscard]] std::vector<WeightChange> weightChanges(const Graph& before, const Graph& after,
                                                      const GraphCorrespondence& between, const Feedback& feedback);

} // namespace quantiscope
