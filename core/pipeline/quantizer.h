// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/calibration/calibration_statistics.h"
#include "core/pipeline/calibration_stage.h"
#include "core/pipeline/recipe.h"
#include "core/pipeline/run_report.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace quantiscope {

class RuntimeEnvironment;

struct QuantizeRequest
{
    std::filesystem::path model;
    std::filesystem::path output;
    Recipe recipe; ///< needs calibration data, unless statistics are given
    std::filesystem::path statistics; ///< a file of `qscope calibrate`, instead of calibrating
    std::optional<EvaluationRequest> evaluation;
    int threads = 0; ///< of inference; 0 = one per core. Does not change the result
    bool allowQuantized = false; ///< work on a model that holds quantized operators already
    bool externalData = false; ///< store large weights beside the model
    std::size_t checkSamples = 2; ///< calibration samples on which the result is compared with the float model; 0: none
    /// Files that the caller writes besides (a report); refused when they hold the model's weights.
    std::vector<std::filesystem::path> alsoWritten = {};
    CacheRequest cache = {};
    std::optional<std::uint64_t> memoryBudget = {}; ///< most resident memory of the process, in bytes
};

/// Names of the stages of quantizeModel() in their order; each is told to Feedback::progress() and stands in the
/// report.
[[nodiscard]] std::span<const std::string_view> quantizeStages();

/// The one entry point of a quantization: reads the model, prepares its graph, calibrates, derives ranges, places Q/DQ,
/// proves that the result loads, writes it and compares it with the float model.
///
/// The same request gives the same bytes, whatever the number of threads. Nothing is written unless ONNX Runtime loads
/// the result with all its optimizations. Once it is written, a failed evaluation (or Ctrl-C in it) does not take the
/// report away: see RunReport::evaluationError.
[[nodiscard]] Result<RunReport> quantizeModel(const RuntimeEnvironment& environment, const QuantizeRequest& request,
                                              Feedback& feedback);

struct CalibrateRequest
{
    std::filesystem::path model;
    Recipe recipe;
    int threads = 0;
    bool allowQuantized = false;
    std::vector<std::filesystem::path> alsoWritten = {}; ///< as in QuantizeRequest; the statistics file
    CacheRequest cache = {};
    std::optional<std::uint64_t> memoryBudget = {};
    /// How layers are equalized, if the recipe equalizes by what it gains.
    enum class Equalization
    {
        Predicted, ///< whatever the data: those of parts of the data can be merged
        Measured, ///< on the data, as quantizeModel() does with them: its cache then has the statistics
    };
    Equalization equalization = Equalization::Predicted;
};

/// Collects full statistics of the graph that quantizeModel() would calibrate for the same recipe's preparation
/// options.
[[nodiscard]] Result<CalibrationStatistics> calibrateModel(const RuntimeEnvironment& environment,
                                                           const CalibrateRequest& request, Feedback& feedback);

struct EvaluateRequest
{
    std::filesystem::path floatModel;
    std::filesystem::path quantizedModel;
    EvaluationRequest evaluation;
    int threads = 0;
    /// Run with all of ONNX Runtime's graph optimizations (integer kernels) instead of none (exact Q/DQ arithmetic).
    bool optimized = false;
    std::vector<OutputPart> parts = {}; ///< measured besides whole outputs
};

/// Compares two model files on data. InvalidArgument for a part that the float model does not have.
[[nodiscard]] Result<Evaluation> evaluateModels(const RuntimeEnvironment& environment, const EvaluateRequest& request,
                                                Feedback& feedback);

} // namespace quantiscope
