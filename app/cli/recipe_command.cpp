// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/recipe_options.h"
#include "core/base/file_io.h"
#include "core/base/printable.h"
#include "core/config/presets.h"
#include "core/pipeline/output_files.h"
#include "core/pipeline/recipe_check.h"
#include "core/pipeline/recipe_export.h"
#include "core/pipeline/recipe_schema.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace quantiscope {

namespace {

constexpr const char* kFooter = "Examples:\n"
                                "  qscope recipe show --preset XINT8 > recipe.json\n"
                                "  qscope recipe check recipe.json --model model.onnx\n"
                                "  qscope recipe schema > recipe.schema.json\n"
                                "  qscope recipe export --to ort recipe.json -o quantize.py";

struct RecipeCommandOptions
{
    std::string recipe;
    std::string model;
    std::string preset;
    std::string target;
    std::string output;
    bool all = false;
    bool json = false;
};

/// Node names in a line, the first few of many.
std::string listed(const std::vector<std::string>& names)
{
    constexpr std::size_t kMost = 8;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i)
        text += (i == 0 ? "" : ", ") + names[i];
    return names.size() > kMost ? text + ", …" : text;
}

int check(const RecipeCommandOptions& options)
{
    const Result<Recipe> recipe = loadRecipe(options.recipe);
    if (!recipe)
        return reportError(recipe.error());
    const std::filesystem::path file = options.model.empty() ? recipe->model : std::filesystem::path(options.model);
    RecipeCheck found;
    if (file.empty()) {
        found = checkRecipe(*recipe);
    } else {
        Console console(Console::Verbosity::Quiet);
        const Result<Model> model = Model::load(file, {.allowQuantized = recipe->allowQuantized}, console);
        if (!model)
            return reportError(model.error());
        Result<RecipeCheck> checked = checkRecipe(*recipe, *model, console);
        if (!checked)
            return reportError(checked.error());
        found = std::move(*checked);
    }
    if (options.json) {
        std::printf("%s\n", toJson(found).dump(2, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
    } else {
        for (const RecipeMatch& match : found.matches) {
            std::printf("%s: %s: %zu (%s)\n", match.place.c_str(), wholePrintable(match.rule).c_str(),
                        match.nodes.size(), wholePrintable(listed(match.nodes)).c_str());
        }
        for (const std::string& warning : found.warnings)
            std::fprintf(stderr, "qscope: warning: %s\n", wholePrintable(warning).c_str());
    }
    int status = 0;
    for (const Error& error : found.errors) {
        (void)reportError(error);
        status = exitStatus(ErrorCode::ConfigRefused);
    }
    if (status == 0 && !options.json) {
        std::printf("%s: %s\n", wholePrintable(options.recipe).c_str(),
                    file.empty() ? "well-formed; --model MODEL shows what its rules match" : "fits the model");
    }
    return status;
}

int show(const RecipeCommandOptions& options)
{
    if (options.recipe.empty() == options.preset.empty())
        return reportError({ErrorCode::InvalidArgument, "Give a recipe file or --preset NAME, one of them.", "RECIPE"});
    Recipe recipe;
    // What is shown is to be stored where the recipe lies, or where the command runs.
    std::filesystem::path folder = ".";
    if (options.recipe.empty()) {
        Result<Preset> preset = findPreset(options.preset, ErrorCode::InvalidArgument);
        if (!preset)
            return reportError(preset.error());
        recipe.config = std::move(preset->config);
    } else {
        Result<Recipe> loaded = loadRecipe(options.recipe);
        if (!loaded)
            return reportError(loaded.error());
        recipe = std::move(*loaded);
        if (const auto parent = std::filesystem::path(options.recipe).parent_path(); !parent.empty())
            folder = parent;
    }
    std::printf("%s", recipeText(recipe, folder, options.all ? RecipeDetail::All : RecipeDetail::Differences).c_str());
    return 0;
}

int exportScript(const RecipeCommandOptions& options)
{
    const Result<ExportTarget> target = exportTargetFromName(options.target);
    if (!target)
        return reportError(target.error());
    const Result<Recipe> recipe = loadRecipe(options.recipe);
    if (!recipe)
        return reportError(recipe.error());
    const NamedFile outputs[] = {{"--output", options.output}};
    std::vector<NamedFile> inputs = filesOf(*recipe);
    inputs.push_back({"RECIPE", options.recipe});
    inputs.push_back({"the recipe", recipe->model.string()});
    if (const Result<void> checked = checkOutputFiles(outputs, inputs); !checked)
        return reportError(checked.error());
    std::filesystem::path folder = std::filesystem::path(options.output).parent_path();
    if (folder.empty() && !options.output.empty())
        folder = ".";
    const ExportedScript script = exportRecipe(*recipe, *target, folder);
    for (const std::string& warning : script.warnings)
        std::fprintf(stderr, "qscope: warning: %s\n", wholePrintable(warning).c_str());
    if (options.output.empty()) {
        std::printf("%s", script.text.c_str());
        return 0;
    }
    const Result<void> written = writeTextFileAtomically(options.output, script.text);
    return written ? 0 : reportError(written.error());
}

} // namespace

CommandWork addRecipeCommand(CLI::App& app)
{
    auto options = std::make_shared<RecipeCommandOptions>();
    CLI::App* command = app.add_subcommand("recipe", "Check, show or export a recipe; print the schema of recipes");
    command->require_subcommand(1);
    command->footer(kFooter);

    CLI::App* checkApp = command->add_subcommand("check", "Tell what is wrong with a recipe and what its rules match");
    checkApp->add_option("RECIPE", options->recipe, "Recipe file")->required()->type_name("");
    checkApp->add_option("--model", options->model, "Float model to check against (default: the recipe's)")
        ->type_name("MODEL");
    checkApp->add_flag("--json", options->json, "Print matches, warnings and errors as JSON");

    CLI::App* showApp = command->add_subcommand("show", "Print a recipe in its normal form, or a preset as a start");
    showApp->add_option("RECIPE", options->recipe, "Recipe file, or the report of a run")->type_name("");
    showApp->add_option("--preset", options->preset, "Start from this preset instead")->type_name("NAME");
    showApp->add_flag("--all", options->all, "With every option, not only those that differ from the preset");

    CLI::App* schemaApp = command->add_subcommand("schema", "Print the JSON Schema of recipes");

    CLI::App* exportApp =
        command->add_subcommand("export", "Write a Python script that does the same with another quantizer");
    exportApp->add_option("RECIPE", options->recipe, "Recipe file")->required()->type_name("");
    exportApp->add_option("--to", options->target, "quark (AMD Quark) or ort (ONNX Runtime)")
        ->required()
        ->type_name("TOOL");
    exportApp->add_option("-o,--output", options->output, "Script to write (default: standard output)")
        ->type_name("FILE");

    return [options, checkApp, showApp, schemaApp] {
        if (checkApp->parsed())
            return check(*options);
        if (showApp->parsed())
            return show(*options);
        if (schemaApp->parsed()) {
            std::printf("%s\n", recipeSchema().dump(2, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
            return 0;
        }
        return exportScript(*options);
    };
}

} // namespace quantiscope
