// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/report.

#include "core/analysis/layer_errors.h"
#include "core/analysis/sensitivity.h"
#include "core/analysis/weight_analysis.h"

#include <string>

namespace quantiscope {

/// Own and accumulated SQNR of the tensors along the graph; empty when no tensor has any.
[[nodiscard]] std::string errorPlot(const LayerErrors& errors);

/// What the most sensitive units do to the outputs, the first of the ranking on top; empty when none has a value.
[[nodiscard]] std::string sensitivityPlot(const Sensitivity& sensitivity);

/// The metric against the number of units that are left in float; empty without a curve.
[[nodiscard]] std::string curvePlot(const Sensitivity& sensitivity);

/// max|w| of the channels of a weight, the largest first, against its scale; empty without channels that differ from 0.
[[nodiscard]] std::string channelPlot(const WeightFacts& facts);

} // namespace quantiscope
