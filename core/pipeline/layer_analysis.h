// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layer_errors.h"
#include "core/analysis/weight_analysis.h"
#include "core/pipeline/analysis_session.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <optional>

namespace quantiscope {

struct LayerAnalysis
{
    LayerErrors errors; ///< with FirstWrong::why where a weight in front of it is out of order
    std::optional<WeightAnalysis> weights; ///< nothing where it is unknown how weights were quantized
};

/// toJson() of the errors, and of the weights beside it ("weights", "findings").
[[nodiscard]] nlohmann::json toJson(const LayerAnalysis& analysis);

/// The smallest and the largest finite value of each tensor in @p statistics.
[[nodiscard]] TensorRanges observedRanges(const CalibrationStatistics& statistics);

/// Weights, and errors of the tensors, of @p variant on all of the session's samples, see measureLayerErrors(). Names
/// are those of the prepared graph; TensorError::userNodes tells what a node stands for where that is not the user's
/// node of its name.
[[nodiscard]] Result<LayerAnalysis> analyseLayers(const AnalysisSession& session, const QuantizedVariant& variant,
                                                  Feedback& feedback);

struct LayerComparisonRequest
{
    std::filesystem::path floatModel;
    std::filesystem::path quantizedModel; ///< made of it by any tool that keeps the names of values
    DataSpec data;
    int threads = 0; ///< samples at a time; 0 = one per core. Does not change the result
};

/// The errors between two files. The float model is converted to the quantized one's opset where that is higher. What
/// the other tool did to the graph before it quantized counts as error; tensors without counterpart are
/// LayerErrors::notCompared.
[[nodiscard]] Result<LayerAnalysis> compareLayers(const RuntimeEnvironment& environment,
                                                  const LayerComparisonRequest& request, Feedback& feedback);

} // namespace quantiscope
