// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/report.

#include "core/analysis/layer_errors.h"
#include "core/analysis/sensitivity.h"
#include "core/analysis/weight_analysis.h"

#include <optional>
#include <span>
#include <string>

namespace quantiscope {

/// Own and accumulated SQNR of the tensors along the graph; empty when no tensor has any.
[[nodiscard]] std::string errorPlot(const LayerErrors& errors);

/// What the most sensitive units do to the outputs, the first of the ranking on top: the metric, of cosine how far it
/// is from 1. Empty when none has a value.
[[nodiscard]] std::string sensitivityPlot(const Sensitivity& sensitivity);
/// What its bars are: "1 − cosine", "own SQNR, dB (estimated)".
[[nodiscard]] std::string sensitivityPlotUnit(const Sensitivity& sensitivity);

/// What a curve of the metric is drawn against.
enum class CurveCost
{
    Units, ///< left in float
    WeightBytes, ///< left in float
    MultiplyAdds, ///< left in float, for one sample
};
/// "the units left in float", "the weight bytes left in float".
[[nodiscard]] std::string curveCostText(CurveCost cost);

/// The metric against @p cost; empty without a curve, or where nothing of it changes along the curve.
[[nodiscard]] std::string curvePlot(const Sensitivity& sensitivity, CurveCost cost);

/// How often which values of the cosine of output or part @p name come up over the samples; empty when there are fewer
/// than 8 finite ones, or all are equal.
[[nodiscard]] std::string distributionPlot(const std::string& name, std::span<const std::optional<double>> cosines);

/// max|w| of the channels of a weight, the largest first, against its scale; empty without channels that differ from 0.
/// Of very many channels every n-th is drawn.
[[nodiscard]] std::string channelPlot(const WeightFacts& facts);

} // namespace quantiscope
