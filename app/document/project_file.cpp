// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/project_file.h"

#include "core/base/file_io.h"
#include "core/base/json_reader.h"
#include "core/base/printable.h"
#include "core/base/sha256.h"
#include "core/config/presets.h"
#include "widgets/common/text.h"

#include <algorithm>
#include <set>
#include <span>

namespace quantiscope {

namespace fs = std::filesystem;
using nlohmann::json;
using nlohmann::ordered_json;

namespace {

constexpr const char* kFormat = "quantiscope-project";
constexpr int kVersion = 1;

Result<std::vector<RunSummary>> readRuns(const json& list, const fs::path& folder)
{
    const std::string where = "project.runs";
    if (!list.is_null() && !list.is_array())
        return Error{ErrorCode::ConfigRefused, where + " must be a list of runs.", where};
    std::vector<RunSummary> runs;
    std::set<int> numbers;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string here = where + "[" + std::to_string(i) + "]";
        Result<RunSummary> run = runFromJson(list[i], here, folder);
        if (!run)
            return run.error();
        if (!numbers.insert(run->number).second || run->number < *numbers.rbegin()) {
            return Error{ErrorCode::ConfigRefused,
                         here + ".number is " + std::to_string(run->number)
                             + "; the numbers of runs must rise from one to the next.",
                         here + ".number"};
        }
        runs.push_back(std::move(*run));
    }
    return runs;
}

/// The first path that is no UTF-8, which JSON cannot hold; empty when there is none.
std::string unwritablePath(const ProjectFile& project)
{
    std::vector<std::string> paths{project.model.string(), project.runsFolder.string()};
    const auto addRecipe = [&paths](const Recipe& recipe) {
        for (const auto& [member, path] : pathsOf(recipe))
            paths.push_back(path);
        if (recipe.calibration)
            paths.insert(paths.end(), recipe.calibration->skip.begin(), recipe.calibration->skip.end());
        if (recipe.evaluation)
            paths.insert(paths.end(), recipe.evaluation->data.skip.begin(), recipe.evaluation->data.skip.end());
    };
    addRecipe(project.recipe);
    for (const RunSummary& run : project.runs) {
        paths.push_back(run.output.string());
        paths.push_back(run.report.string());
        addRecipe(run.recipe);
    }
    const auto found =
        std::find_if(paths.begin(), paths.end(), [](const std::string& path) { return toStd(toQt(path)) != path; });
    return found == paths.end() ? std::string() : *found;
}

std::string hashOf(const std::string& text)
{
    return sha256Hex(std::as_bytes(std::span(text)));
}

/// The recipe of @p document, or what is kept of it.
void takeRecipe(ProjectFile& project, const json& document, const fs::path& folder)
{
    Result<Recipe> read = recipeFromDocument(document, "project.recipe", folder);
    if (read) {
        project.recipe = std::move(*read);
        project.recipe.origin = {}; // the window's edits are no mistakes of a file
        project.refused.reset();
    } else {
        project.recipe = standInRecipe();
        project.refused = RefusedRecipe{read.error(), document, folder};
    }
}

/// {"folder", "recipe"} of a recipe that was refused when the project was saved.
Result<void> takeRefused(ProjectFile& project, const json& kept, const fs::path& folder)
{
    JsonReader reader(kept, "project.refusedRecipe");
    const std::string from = reader.string("folder");
    const json document = reader.value("recipe");
    reader.finish();
    if (reader.failed())
        return reader.error();
    const fs::path paths = (folder / from).lexically_normal();
    ProjectFile tried;
    takeRecipe(tried, document, paths);
    if (tried.refused)
        project.refused = std::move(tried.refused);
    else if (project.recipe == standInRecipe())
        project.recipe = std::move(tried.recipe);
    else
        project.refused =
            RefusedRecipe{{ErrorCode::ConfigRefused, "Another recipe took its place.", {}}, document, paths};
    return {};
}

Result<ProjectFile> readMembers(JsonReader& reader, const fs::path& folder)
{
    const std::string model = reader.string("model");
    const bool hasRecipe = reader.has("recipe");
    const json recipe = reader.value("recipe");
    const json runs = reader.value("runs");
    const std::string runsFolder = reader.string("runsFolder");
    const auto baseline = static_cast<int>(reader.integer("baseline", 0, 0, RunSummary::kMostNumber));
    const bool hasView = reader.has("view");
    const json view = reader.value("view");
    const bool hasRefused = reader.has("refusedRecipe");
    const json refused = reader.value("refusedRecipe");
    reader.finish();
    if (reader.failed())
        return reader.error();
    if (!hasRecipe)
        return Error{ErrorCode::ConfigRefused, "project.recipe is missing.", "project.recipe"};
    if (hasView && !view.is_object())
        return Error{ErrorCode::ConfigRefused, "project.view must be an object.", "project.view"};
    ProjectFile project;
    if (!model.empty())
        project.model = (folder / model).lexically_normal();
    takeRecipe(project, recipe, folder);
    if (hasRefused) {
        if (const Result<void> taken = takeRefused(project, refused, folder); !taken)
            return taken.error();
    }
    Result<std::vector<RunSummary>> readAll = readRuns(runs, folder);
    if (!readAll)
        return readAll.error();
    project.runs = std::move(*readAll);
    if (!runsFolder.empty())
        project.runsFolder = (folder / runsFolder).lexically_normal();
    project.baseline = baseline;
    if (hasView)
        project.view = view;
    return project;
}

} // namespace

Recipe standInRecipe()
{
    Recipe recipe;
    recipe.config = findPreset(kDefaultPreset, ErrorCode::InvalidArgument).value().config;
    return recipe;
}

Result<ProjectFile> readProject(const std::string& text, const std::string& name, const fs::path& folder)
{
    json document;
    if (const auto error = parseJson(text, "Project '" + name + "'", document))
        return *error;
    Result<ProjectFile> project = projectFromDocument(document, name, folder);
    if (project)
        project->fileHash = hashOf(text);
    return project;
}

Result<ProjectFile> projectFromDocument(const json& document, const std::string& name, const fs::path& folder)
{
    JsonReader reader(document, "project");
    if (reader.string("format") != kFormat) {
        return Error{ErrorCode::ConfigRefused,
                     "'" + name + "' is not a project (\"format\": \"" + kFormat + "\" is missing).", name};
    }
    const std::int64_t version = reader.integer("version", 1, 1, INT64_MAX);
    if (version > kVersion) {
        return Error{ErrorCode::ConfigRefused,
                     "Project '" + name + "' has version " + std::to_string(version)
                         + "; this program reads up to version " + std::to_string(kVersion)
                         + ". Use a newer Quantiscope.",
                     name};
    }
    Result<ProjectFile> project = readMembers(reader, folder);
    if (!project) {
        Error error = project.error();
        error.message = "Project '" + name + "': " + error.message;
        return error;
    }
    return project;
}

std::string fileHashOf(const fs::path& path)
{
    const Result<std::string> text = readTextFile(path, ErrorCode::ConfigRefused);
    return text ? hashOf(*text) : std::string();
}

Result<ProjectFile> loadProject(const fs::path& path)
{
    Result<std::string> text = readTextFile(path, ErrorCode::ConfigRefused);
    if (!text)
        return text.error();
    return readProject(*text, path.string(), fs::absolute(path).parent_path());
}

ordered_json projectDocument(const ProjectFile& project, const fs::path& folder)
{
    ordered_json document{{"format", kFormat}, {"version", kVersion}};
    if (!project.model.empty())
        document["model"] = storedPath(project.model, folder);
    const bool isUntouched = project.refused && project.refused->folder == folder && project.recipe == standInRecipe();
    document["recipe"] = isUntouched ? ordered_json(project.refused->document)
                                     : recipeDocument(project.recipe, folder, RecipeDetail::Differences);
    if (project.refused && !isUntouched) {
        document["refusedRecipe"] = {{"folder", storedPath(project.refused->folder, folder)},
                                     {"recipe", project.refused->document}};
    }
    document["runs"] = ordered_json::array();
    for (const RunSummary& run : project.runs)
        document["runs"].push_back(toJson(run, folder));
    if (!project.runsFolder.empty())
        document["runsFolder"] = storedPath(project.runsFolder, folder);
    if (project.baseline != 0)
        document["baseline"] = project.baseline;
    if (!project.view.empty())
        document["view"] = ordered_json::parse(project.view.dump(-1, ' ', false, json::error_handler_t::replace));
    return document;
}

std::string projectText(const ProjectFile& project, const fs::path& folder)
{
    return projectDocument(project, folder).dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

Result<void> saveProject(const ProjectFile& project, const fs::path& path)
{
    if (const std::string bad = unwritablePath(project); !bad.empty()) {
        return Error{ErrorCode::ConfigRefused,
                     "'" + printable(bad)
                         + "' is no UTF-8 text, so the project's file cannot hold it. Rename the file or its folder.",
                     printable(bad)};
    }
    return writeTextFileAtomically(path, projectText(project, fs::absolute(path).parent_path()));
}

} // namespace quantiscope
