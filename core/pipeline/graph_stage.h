// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/pipeline.

#include "core/pipeline/equalization_choice.h"
#include "core/pipeline/model_preparation.h"
#include "core/qdq/rule_application.h"

#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// The float graph that is calibrated and quantized, and what of it will be quantized.
struct WorkingGraph
{
    Model model;
    AppliedRules rules; ///< in terms of this graph
    std::vector<PassRecord> passes;
    EqualizationReport equalization = {}; ///< empty when it was not asked for
    std::optional<Result<KeptResults>> originalResults = {}; ///< as in PreparedModel
};

/// Prepares @p original and equalizes it as chooseEqualization() does.
[[nodiscard]] Result<WorkingGraph> makeWorkingGraph(const RuntimeEnvironment& environment, const Model& original,
                                                    const QuantConfig& config, const MatchedRules& rules,
                                                    const PreparationRequest& request,
                                                    const EqualizationEvidence& evidence, Feedback& feedback);

/// Refuses, with the reason, when nothing of @p graph (made of a model with @p original traits) would be quantized or
/// the NPU's operators cannot be simulated: both are told before the long work. @p modelPath is the error's subject.
[[nodiscard]] Result<void> checkAnyWork(const WorkingGraph& graph, const QuantConfig& config,
                                        const ModelTraits& original, const std::string& modelPath, Feedback& feedback);

/// The refusal of a run without work.
[[nodiscard]] Error nothingToQuantize(const std::string& reason, const std::string& modelPath);

} // namespace quantiscope
