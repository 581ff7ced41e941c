// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/model_results.h"
#include "core/config/quant_config.h"
#include "core/model/model.h"
#include "core/pipeline/preparation_steps.h"

#include <optional>
#include <span>
#include <vector>

namespace quantiscope {

class RuntimeEnvironment;

/// Lowest opset that models are brought to before anything else: the first whose Q/DQ have a channel axis. One graph
/// for all presets means that one set of statistics serves them all.
inline constexpr int kPreparedOpset = 13;

/// Lowest opset that is quantized: the QLinear operators that ONNX Runtime fuses come with it.
inline constexpr int kLowestQuantizedOpset = 10;

/// What of @p config the preparation depends on, everything else as in a configuration by itself: gives the same graph
/// as @p config, and equal ones of two configurations mean that these do.
[[nodiscard]] QuantConfig preparationConfig(const QuantConfig& config);

struct PreparationRequest
{
    /// Samples that fit feedInputs(). On the first one the prepared graph is compared with the original; without any it
    /// is not. They must outlive the preparation.
    std::span<const Sample> samples = {};
    int threads = 1; ///< of the comparison
};

/// The float graph that is calibrated and quantized, and how it came about.
struct PreparedModel
{
    Model model;
    std::vector<PassRecord> passes; ///< of the passes that are switched on, in their order
    /// What the original gives for the samples of the request, or why it cannot run; nothing without samples.
    std::optional<Result<KeptResults>> originalResults = {};
};

/// Runs the passes that @p config switches on: opset conversion to the configured version or to kPreparedOpset (with a
/// warning to 12, 11 or 10 where the converter cannot; ModelRefused with the operator that hinders when not even that),
/// fixed shapes, float32, channels last, simplification, ONNX Runtime's basic optimization, and those of core/passes.
///
/// With a sample the result is compared with the original, at the price of a run besides those of the original. When it
/// differs beyond the rounding of floats, the pass that did it is found, its work thrown away, and a warning names it.
/// Passes that change the function on purpose are exempt.
[[nodiscard]] Result<PreparedModel> prepareModel(const RuntimeEnvironment& environment, const Model& original,
                                                 const QuantConfig& config, const PreparationRequest& request,
                                                 Feedback& feedback);

/// prepareModel() with steps of one's own.
[[nodiscard]] Result<PreparedModel> runSteps(const RuntimeEnvironment& environment, const Model& original,
                                             const std::vector<PreparationStep>& steps,
                                             const PreparationRequest& request, Feedback& feedback);

/// The graph alone, not compared.
[[nodiscard]] Result<Model> prepareModel(const RuntimeEnvironment& environment, const Model& original,
                                         const QuantConfig& config, Feedback& feedback);

/// ConvertClipToRelu on the graph with Q/DQ operators, when @p config has it; adds its record.
[[nodiscard]] Result<void> finishQuantized(Model& quantized, const QuantConfig& config,
                                           std::vector<PassRecord>& records, Feedback& feedback);

/// InvalidArgument for a ConvertOpsetVersion that @p original cannot be brought to because it is too low.
[[nodiscard]] Result<void> checkWantedOpset(const Model& original, const QuantConfig& config);

/// What samples have to fit: the inputs of @p original, with the shapes that FixShapes gives them. They still have to
/// be brought to the prepared model's inputs with an InputAdapter. InvalidArgument for a FixShapes that does not fit.
[[nodiscard]] Result<std::vector<TensorSpec>> feedInputs(const Model& original, const QuantConfig& config);

} // namespace quantiscope
