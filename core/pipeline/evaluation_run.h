// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/quantizer.h"
#include "core/runtime/inference_session.h"

namespace quantiscope {

/// Can the data and labels be opened for a model with these inputs? For early complaints.
[[nodiscard]] Result<void> checkEvaluationData(const EvaluationRequest& what, std::span<const TensorSpec> inputs,
                                               Feedback& feedback);

/// Loads both model files with @p options and compares them on the data of @p what. @p inputs are the float model's;
/// @p quantizedInputs may be of float32 or have their channels last instead.
[[nodiscard]] Result<Evaluation>
runEvaluation(const RuntimeEnvironment& environment, const std::filesystem::path& floatModel,
              const std::filesystem::path& quantizedModel, std::span<const TensorSpec> inputs,
              std::span<const TensorSpec> quantizedInputs, const EvaluationRequest& what, const SessionOptions& options,
              Feedback& feedback);

} // namespace quantiscope
