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
    CommandLine, ///< as a shell script
    GitHubWorkflow, ///< and the recipe, where the workflow looks for it
    ShellScript, ///< and the recipe beside it
    QuarkScript, ///< Python, for AMD Quark
    OnnxRuntimeScript, ///< Python, for onnxruntime.quantization
};

/// Writes @p part of @p run to @p file, replacing it. @p model is the project's float model. Long for a big model: for
/// another thread than the window's. Errors: of reading the run's files, DiskError; Canceled.
[[nodiscard]] Result<void> exportRun(const RunSummary& run, const std::filesystem::path& model, RunPart part,
                                     const std::filesystem::path& file, const Feedback& feedback);

/// The shell text that makes the run again; see commandLineText().
[[nodiscard]] std::string commandLineOfRun(const RunSummary& run, const std::filesystem::path& model);

/// Where exportRun() puts the recipe that the snippet @p file runs: `quantize.recipe.json` beside it, or, of a workflow
/// in `.github/workflows`, in the repository's root.
[[nodiscard]] std::filesystem::path recipeBesideSnippet(const std::filesystem::path& file);

} // namespace quantiscope
