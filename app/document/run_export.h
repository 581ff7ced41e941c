// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/pipeline/run_summary.h"

#include <filesystem>

namespace quantiscope {

/// What of a run can be written to a file of the user's choice.
enum class RunPart
{
    Model, ///< the quantized model, with its weights where they lie beside it
    Recipe,
    Report,
    GitHubWorkflow, ///< and the recipe, where the workflow looks for it
    ShellScript, ///< and the recipe beside it
    QuarkScript, ///< Python, for AMD Quark
    OnnxRuntimeScript, ///< Python, for onnxruntime.quantization
};

/// Writes @p part of @p run to @p file, replacing it and, of a snippet, recipeOfSnippet(). @p model is the project's
/// float model. Long for a big model: for another thread than the window's. Errors: InvalidArgument when that would
/// overwrite the model, a file of the run or the recipe's data; of reading the run's files; DiskError; Canceled.
[[nodiscard]] Result<void> exportRun(const RunSummary& run, const std::filesystem::path& model, RunPart part,
                                     const std::filesystem::path& file, const Feedback& feedback);

/// The shell text that makes the run again, as a model of the usual name beside @p model; see commandLineText().
[[nodiscard]] std::string commandLineOfRun(const RunSummary& run, const std::filesystem::path& model);

/// Where exportRun() puts the recipe that the snippet @p file runs: "ci.recipe.json" of "ci.sh", beside it, or, of a
/// workflow in `.github/workflows`, in the repository's root. Empty for parts that are no snippet.
[[nodiscard]] std::filesystem::path recipeOfSnippet(RunPart part, const std::filesystem::path& file);

/// The root of the git repository that @p path lies in; empty when there is none.
[[nodiscard]] std::filesystem::path repositoryOf(const std::filesystem::path& path);

} // namespace quantiscope
