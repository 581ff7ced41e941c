// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/quantizer.h"
#include "core/runtime/inference_session.h"

#include <filesystem>
#include <vector>

namespace quantiscope {

/// Can the data and labels be opened for a model with these inputs? For early complaints.
[[nodiscard]] Result<void> checkEvaluationData(const EvaluationRequest& what, std::span<const TensorSpec> inputs,
                                               Feedback& feedback);

/// A model file that is compared with another one.
struct ComparedFile
{
    std::filesystem::path path;
    std::vector<TensorSpec> inputs;
    /// Does ONNX Runtime run the file? If not (ModelTraits::namedOutputs), what Model makes of it runs instead.
    bool isRunnable = true;
    bool mayBeScores = true; ///< mayEndInClassScores(); looked at of the float model only
};

/// Loads both models with @p options and compares them on the data of @p what, which fits the float model's inputs; the
/// quantized one's may be of float32 or have their channels last instead. Measures @p parts as well, which must fit.
[[nodiscard]] Result<Evaluation> runEvaluation(const RuntimeEnvironment& environment, const ComparedFile& floatModel,
                                               const ComparedFile& quantizedModel, const EvaluationRequest& what,
                                               std::span<const OutputPart> parts, const SessionOptions& options,
                                               Feedback& feedback);

} // namespace quantiscope
