// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/run_export.h"

#include "core/base/file_io.h"
#include "core/model/model.h"
#include "core/pipeline/ci_snippet.h"
#include "core/pipeline/command_line_text.h"
#include "core/pipeline/recipe_export.h"

#include <fstream>
#include <vector>

namespace quantiscope {

namespace fs = std::filesystem;

namespace {

fs::path folderOf(const fs::path& file)
{
    return fs::absolute(file).parent_path();
}

bool isWorkflow(const fs::path& file)
{
    const fs::path folder = folderOf(file).lexically_normal();
    return folder.filename() == "workflows" && folder.parent_path().filename() == ".github";
}

/// The recipe, which runs by itself.
Recipe wholeRecipe(const RunSummary& run, const fs::path& model, const fs::path& output)
{
    Recipe recipe = run.recipe;
    recipe.model = model;
    recipe.output = output;
    return recipe;
}

Result<void> copyFile(const fs::path& from, const fs::path& to, const Feedback& feedback)
{
    const auto source = MappedFile::open(from, ErrorCode::ModelRefused);
    if (!source)
        return source.error();
    return writeFileAtomically(to, [&](std::ostream& stream) -> Result<void> {
        constexpr std::size_t kPiece = std::size_t(4) << 20;
        const std::span<const std::byte> bytes = (*source)->bytes();
        for (std::size_t at = 0; at < bytes.size(); at += kPiece) {
            if (feedback.isCanceled())
                return Error{ErrorCode::Canceled, "Canceled; nothing was written.", {}};
            const std::span<const std::byte> piece = bytes.subspan(at, std::min(kPiece, bytes.size() - at));
            stream.write(reinterpret_cast<const char*>(piece.data()), std::streamsize(piece.size()));
        }
        return {};
    });
}

Result<void> exportModel(const RunSummary& run, const fs::path& file, const Feedback& feedback)
{
    std::error_code ec;
    if (fs::equivalent(run.output, file, ec))
        return {};
    if (filesOfModel(run.output).size() <= 1)
        return copyFile(run.output, file, feedback);
    // The names of files with weights stand in the model, so it is written anew.
    Feedback quiet;
    const Result<Model> model = Model::load(run.output, {.allowQuantized = true}, quiet);
    if (!model)
        return model.error();
    return model->save(file, {.externalData = true}, feedback);
}

Result<void> exportSnippet(const RunSummary& run, const fs::path& model, CiTarget target, const fs::path& file)
{
    const fs::path recipe = recipeBesideSnippet(file);
    const fs::path folder = folderOf(recipe);
    const fs::path output = folder / usualOutputName(model, run.recipe.config.preset);
    const Result<void> written =
        writeTextFileAtomically(recipe, recipeText(wholeRecipe(run, model, output), folder, RecipeDetail::Differences));
    if (!written)
        return written;
    return writeTextFileAtomically(file, ciSnippet(target, recipe.filename().string()));
}

} // namespace

fs::path recipeBesideSnippet(const fs::path& file)
{
    const fs::path folder = folderOf(file);
    return (isWorkflow(file) ? folder.parent_path().parent_path() : folder) / "quantize.recipe.json";
}

std::string commandLineOfRun(const RunSummary& run, const fs::path& model)
{
    QuantizeRequest request;
    request.model = model;
    request.output = run.output;
    request.recipe = run.recipe;
    request.statistics = run.recipe.statistics;
    request.evaluation = run.recipe.evaluation;
    request.externalData = run.recipe.externalData;
    request.allowQuantized = run.recipe.allowQuantized;
    return commandLineText(request, run.report);
}

Result<void> exportRun(const RunSummary& run, const fs::path& model, RunPart part, const fs::path& file,
                       const Feedback& feedback)
{
    const fs::path folder = folderOf(file);
    switch (part) {
    case RunPart::Model:
        return exportModel(run, file, feedback);
    case RunPart::Recipe:
        return writeTextFileAtomically(
            file, recipeText(wholeRecipe(run, model, run.output), folder, RecipeDetail::Differences));
    case RunPart::Report:
        return copyFile(run.report, file, feedback);
    case RunPart::CommandLine:
        return writeTextFileAtomically(file, "#!/bin/sh\n" + commandLineOfRun(run, model) + "\n");
    case RunPart::GitHubWorkflow:
        return exportSnippet(run, model, CiTarget::GitHubActions, file);
    case RunPart::ShellScript:
        return exportSnippet(run, model, CiTarget::Shell, file);
    case RunPart::QuarkScript:
        return writeTextFileAtomically(file, exportRecipe(run.recipe, ExportTarget::Quark, folder).text);
    case RunPart::OnnxRuntimeScript:
        return writeTextFileAtomically(file, exportRecipe(run.recipe, ExportTarget::OnnxRuntime, folder).text);
    }
    return {};
}

} // namespace quantiscope
