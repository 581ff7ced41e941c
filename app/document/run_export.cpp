// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/run_export.h"

#include "core/base/file_io.h"
#include "core/model/model.h"
#include "core/pipeline/ci_snippet.h"
#include "core/pipeline/command_line_text.h"
#include "core/pipeline/output_files.h"
#include "core/pipeline/recipe_export.h"

#include <fstream>
#include <vector>

namespace quantiscope {

namespace fs = std::filesystem;

namespace {

fs::path folderOf(const fs::path& file)
{
    return file.empty() ? fs::path() : fs::absolute(file).parent_path();
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

/// Where a repetition of the run goes: never over the run's own files.
fs::path usualOutput(const RunSummary& run, const fs::path& model)
{
    return folderOf(model) / usualOutputName(model, run.recipe.config.preset);
}

Result<void> checkPlaces(const RunSummary& run, const fs::path& model, RunPart part, const fs::path& file)
{
    const NamedFile outputs[] = {
        {"The exported file", file.string(), part == RunPart::Model ? NamedFile::Role::Model : NamedFile::Role::File},
        {"The exported recipe", recipeOfSnippet(part, file).string()}};
    std::vector<NamedFile> inputs = filesOf(run.recipe);
    inputs.push_back({"the project", model.string()});
    for (const fs::path& own : filesOfModel(run.output))
        inputs.push_back({"the run", own.string()});
    inputs.push_back({"the run", run.report.string()});
    return checkOutputFiles(outputs, inputs);
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
    const bool isForGitHub = target == CiTarget::GitHubActions;
    const fs::path recipe = recipeOfSnippet(isForGitHub ? RunPart::GitHubWorkflow : RunPart::ShellScript, file);
    const fs::path folder = folderOf(recipe);
    const fs::path output = folder / usualOutputName(model, run.recipe.config.preset);
    // A workflow runs in the root, a script in its own folder.
    const fs::path root = isForGitHub ? repositoryOf(folder) : fs::path();
    const fs::path named = root.empty() ? recipe.filename() : recipe.lexically_relative(root);
    const Result<void> written =
        writeTextFileAtomically(recipe, recipeText(wholeRecipe(run, model, output), folder, RecipeDetail::Differences));
    if (!written)
        return written;
    const Result<void> snippet = writeTextFileAtomically(file, ciSnippet(target, named.generic_string()));
    if (!snippet || isForGitHub)
        return snippet;
    // Whoever may read a script may run it. Where a file system knows no such right, `sh` still does.
    std::error_code ec;
    const fs::perms read = fs::status(file, ec).permissions() & fs::perms(0444);
    fs::permissions(file, fs::perms(unsigned(read) >> 2), fs::perm_options::add, ec);
    return {};
}

} // namespace

fs::path recipeOfSnippet(RunPart part, const fs::path& file)
{
    if (part != RunPart::GitHubWorkflow && part != RunPart::ShellScript)
        return {};
    const fs::path folder = folderOf(file).lexically_normal();
    const bool isInWorkflows = part == RunPart::GitHubWorkflow && isWorkflow(file);
    return (isInWorkflows ? folder.parent_path().parent_path() : folder) / (file.stem().string() + ".recipe.json");
}

fs::path repositoryOf(const fs::path& path)
{
    if (path.empty())
        return {};
    fs::path folder = fs::absolute(path).lexically_normal();
    for (;; folder = folder.parent_path()) {
        std::error_code ec;
        if (fs::exists(folder / ".git", ec))
            return folder;
        if (folder == folder.parent_path())
            return {};
    }
}

std::string commandLineOfRun(const RunSummary& run, const fs::path& model)
{
    QuantizeRequest request;
    request.model = model;
    request.output = usualOutput(run, model);
    request.recipe = run.recipe;
    request.statistics = run.recipe.statistics;
    request.evaluation = run.recipe.evaluation;
    request.externalData = run.recipe.externalData;
    request.allowQuantized = run.recipe.allowQuantized;
    fs::path report;
    if (!run.report.empty()) {
        report = request.output;
        report.replace_extension(".report.json");
    }
    return commandLineText(request, report);
}

Result<void> exportRun(const RunSummary& run, const fs::path& model, RunPart part, const fs::path& file,
                       const Feedback& feedback)
{
    std::error_code ec;
    if (part == RunPart::Model && fs::equivalent(run.output, file, ec))
        return {};
    if (const Result<void> checked = checkPlaces(run, model, part, file); !checked)
        return checked;
    const fs::path folder = folderOf(file);
    switch (part) {
    case RunPart::Model:
        return exportModel(run, file, feedback);
    case RunPart::Recipe:
        return writeTextFileAtomically(
            file, recipeText(wholeRecipe(run, model, usualOutput(run, model)), folder, RecipeDetail::Differences));
    case RunPart::Report:
        if (run.report.empty())
            return Error{ErrorCode::InvalidArgument, "This run has no report.", {}};
        return copyFile(run.report, file, feedback);
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
