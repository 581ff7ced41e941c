// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/evaluator.h"
#include "core/pipeline/recipe.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

struct RunReport;

/// Below this mean an output has little to do with the float model's: a result that looks finished and is worthless.
inline constexpr double kLeastCosine = 0.9;

/// How near an output, or a part of one (Recipe::parts), of the quantized model is to the float one's.
struct OutputQuality
{
    std::string name;
    MetricSummary cosine;
    MetricSummary psnr; ///< dB; may be +inf (equal) or NaN (none has a value)
    bool isBroken = false; ///< quantization made a sample NaN or infinite: farther off than any cosine says
};

/// What is kept of a finished run beside its report: what a table of runs shows, and where everything lies.
struct RunSummary
{
    /// What the model was compared on.
    enum class MeasuredOn
    {
        Nothing,
        Calibration, ///< a few samples that it was fitted to
        Evaluation,
    };

    /// The highest number that a project file may hold.
    static constexpr int kMostNumber = 1'000'000;

    int number = 0; ///< from 1, in a project
    std::string time; ///< of its end, "2026-11-22T00:43:02Z"; may be empty
    Recipe recipe; ///< as it was edited
    std::filesystem::path output; ///< the quantized model
    std::filesystem::path report; ///< its report as JSON; may be empty
    std::uint64_t samples = 0; ///< of calibration
    double seconds = 0.0; ///< of all stages
    bool statisticsReused = false; ///< they came from the cache
    std::size_t quantizedNodes = 0;
    std::size_t nodes = 0;
    std::uint64_t floatBytes = 0; ///< of the model files
    std::uint64_t outputBytes = 0;
    MeasuredOn measuredOn = MeasuredOn::Nothing;
    std::uint64_t measuredSamples = 0;
    std::vector<OutputQuality> outputs; ///< in the model's order, then parts of outputs; see kLeastCosine
    std::optional<ClassificationSummary> accuracy;
    std::size_t gates = 0;
    std::size_t gatesMet = 0;
    std::size_t warnings = 0; ///< of the run, and of a look at its data
    std::string modelHash, outputHash, dataHash;
};

/// @p report as a run of number 0 whose recipe is @p edited. Looks at the sizes of the files.
[[nodiscard]] RunSummary summarizeRun(const RunReport& report, Recipe edited);

/// Makes @p evaluation what @p run was measured on.
void setMeasured(RunSummary& run, const Evaluation& evaluation, RunSummary::MeasuredOn on);

/// The lowest of the outputs' mean cosines; NaN when one is broken, nothing when none has one.
[[nodiscard]] std::optional<double> lowestCosine(const RunSummary& run);

/// Has an output a mean cosine below kLeastCosine?
[[nodiscard]] bool isFarFromFloat(const RunSummary& run);

/// What all files of filesOfModel() take.
[[nodiscard]] std::uint64_t bytesOfModel(const std::filesystem::path& model);

/// The file at @p model and those beside it that hold weights which Model::save() put there, as far as they exist.
[[nodiscard]] std::vector<std::filesystem::path> filesOfModel(const std::filesystem::path& model);

/// {"number", "time", "recipe", "output", "report", "result": {…}}; paths are relative to @p folder.
[[nodiscard]] nlohmann::ordered_json toJson(const RunSummary& run, const std::filesystem::path& folder);

/// Reads toJson(). ConfigRefused with the key's full name; @p where begins it ("project.runs[0]"). Paths start from
/// @p folder.
[[nodiscard]] Result<RunSummary> runFromJson(const nlohmann::json& value, const std::string& where,
                                             const std::filesystem::path& folder);

} // namespace quantiscope
