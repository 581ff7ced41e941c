// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/report.

#include "core/analysis/layer_errors.h"
#include "core/analysis/weight_analysis.h"

#include <string>

namespace quantiscope {

/// Own and accumulated SQNR of the tensors along the graph; empty when no tensor has any.
[[nodiscard]] std::string errorPlot(const LayerErrors& errors);

/// max|w| of the channels of a weight, the largest first, against its scale; empty without channels that differ from 0.
[[nodiscard]] std::string channelPlot(const WeightFacts& facts);

} // namespace quantiscope
