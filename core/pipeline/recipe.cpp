// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/recipe.h"

#include "core/base/file_io.h"
#include "core/base/json_reader.h"
#include "core/config/options.h"
#include "core/config/presets.h"
#include "core/pipeline/recipe_algorithms.h"

namespace quantiscope {

using nlohmann::json;

namespace {

constexpr const char* kFormat = "quantiscope-recipe";
constexpr int kVersion = 1;
constexpr std::int64_t kMostSamples = 1'000'000'000;

Result<void> readCalibration(const json& document, const std::filesystem::path& folder, Recipe& recipe)
{
    const std::string where = "recipe.calibration";
    JsonReader reader(document, where);
    const std::string method = reader.string("method", methodName(recipe.config.calibration.method));
    const auto samples = reader.integer("samples", 0, 0, kMostSamples);
    (void)reader.integer("batch", 1, 1, 1);
    const json data = reader.value("data");
    const std::string statistics = reader.string("statistics");
    reader.finish();
    if (reader.failed())
        return reader.error();
    if (!statistics.empty())
        recipe.statistics = (folder / statistics).lexically_normal();
    if (const Result<void> set = applyCalibrationMethod(recipe.config, method); !set)
        return Error{ErrorCode::ConfigRefused, where + ".method: " + set.error().message, where + ".method"};
    if (data.is_null()) {
        recipe.samples = static_cast<std::size_t>(samples);
        return {};
    }
    Result<DataSpec> read = dataFromJson(data, where + ".data", folder, *builtinPreprocess("unit"));
    if (!read)
        return read.error();
    recipe.calibration = std::move(*read);
    recipe.calibration->samples = static_cast<std::size_t>(samples);
    return {};
}

Result<void> readEvaluation(const json& document, const std::filesystem::path& folder, Recipe& recipe)
{
    const std::string where = "recipe.evaluation";
    JsonReader reader(document, where);
    const auto samples = reader.integer("samples", 0, 0, kMostSamples);
    const bool hasData = reader.has("data");
    const json data = reader.value("data");
    const std::string labels = reader.string("labels");
    reader.finish();
    if (reader.failed())
        return reader.error();
    if (!hasData)
        return Error{ErrorCode::ConfigRefused, where + ".data is missing.", where + ".data"};
    // Pictures of one model are prepared alike, unless the recipe says otherwise.
    const PreprocessSpec pictures = recipe.calibration && mayBePictures(recipe.calibration->source)
        ? recipe.calibration->preprocess
        : *builtinPreprocess("unit");
    Result<DataSpec> read = dataFromJson(data, where + ".data", folder, pictures);
    if (!read)
        return read.error();
    recipe.evaluation = EvaluationRequest{std::move(*read), {}};
    recipe.evaluation->data.samples = static_cast<std::size_t>(samples);
    if (!labels.empty())
        recipe.evaluation->labels = (folder / labels).lexically_normal();
    return {};
}

Result<void> readMetrics(const json& document, Recipe& recipe)
{
    JsonReader reader(document, "recipe.metrics");
    const json parts = reader.value("parts");
    reader.finish();
    if (reader.failed())
        return reader.error();
    if (parts.is_null())
        return {};
    Result<std::vector<OutputPart>> read = partsFromJson(parts, "recipe.metrics.parts");
    if (!read)
        return read.error();
    recipe.parts = std::move(*read);
    return {};
}

Result<void> readOptions(const json& options, QuantConfig& config)
{
    if (!options.is_null() && !options.is_object())
        return Error{ErrorCode::ConfigRefused, "recipe.options must be an object.", "recipe.options"};
    return setOptions(config, options, ErrorCode::ConfigRefused);
}

/// Refuses @p options of which one was overruled by @p member, which was read after them: neither is the stronger.
Result<void> checkOverruled(const json& options, const QuantConfig& config, const std::string& member)
{
    const std::string option = overruledOption(config, options);
    if (option.empty())
        return {};
    return Error{ErrorCode::ConfigRefused,
                 "recipe.options." + option + " and recipe." + member + " contradict each other; leave one out.",
                 "recipe." + member};
}

/// Reads a list of rules with @p read, "recipe.KEY[i]" being the name of each.
template <typename Rule>
Result<void> readRules(const json& list, const std::string& where,
                       Result<Rule> (*read)(const json& value, const std::string& where), std::vector<Rule>& rules)
{
    if (!list.is_null() && !list.is_array())
        return Error{ErrorCode::ConfigRefused, where + " must be a list of rules.", where};
    for (std::size_t i = 0; i < list.size(); ++i) {
        Result<Rule> rule = read(list[i], where + "[" + std::to_string(i) + "]");
        if (!rule)
            return rule.error();
        rules.push_back(std::move(*rule));
    }
    return {};
}

/// Everything behind format, version and preset. Options come before the calibration and the algorithms, which may say
/// more than they do, but nothing else.
Result<void> readParts(const std::map<std::string, json>& parts, const std::filesystem::path& folder, Recipe& recipe)
{
    const json& options = parts.at("options");
    if (const Result<void> read = readOptions(options, recipe.config); !read)
        return read;
    if (const json& calibration = parts.at("calibration"); !calibration.is_null()) {
        if (const Result<void> read = readCalibration(calibration, folder, recipe); !read)
            return read;
        if (const Result<void> held = checkOverruled(options, recipe.config, "calibration.method"); !held)
            return held;
    }
    if (const Result<void> read =
            readRules(parts.at("exclude"), "recipe.exclude", exclusionFromJson, recipe.config.exclude);
        !read)
        return read;
    if (const Result<void> read =
            readRules(parts.at("layers"), "recipe.layers", layerRuleFromJson, recipe.config.layers);
        !read)
        return read;
    if (const json& algorithms = parts.at("algorithms"); !algorithms.is_null()) {
        if (const Result<void> read = algorithmsFromJson(algorithms, "recipe.algorithms", recipe.config.equalization);
            !read)
            return read;
        if (const Result<void> held = checkOverruled(options, recipe.config, "algorithms"); !held)
            return held;
    }
    if (const json& evaluation = parts.at("evaluation"); !evaluation.is_null()) {
        if (const Result<void> read = readEvaluation(evaluation, folder, recipe); !read)
            return read;
    }
    if (const json& metrics = parts.at("metrics"); !metrics.is_null()) {
        if (const Result<void> read = readMetrics(metrics, recipe); !read)
            return read;
    }
    if (const json& gates = parts.at("gates"); !gates.is_null()) {
        Result<std::vector<Gate>> read = gatesFromJson(gates, "recipe.gates");
        if (!read)
            return read.error();
        recipe.gates = std::move(*read);
    }
    return {};
}

/// The members of a document whose format and version are known.
Result<Recipe> readMembers(JsonReader& reader, const std::filesystem::path& folder)
{
    const bool hasPreset = reader.has("preset");
    const std::string presetName = reader.string("preset");
    const std::string model = reader.string("model");
    const std::string output = reader.string("output");
    const bool externalData = reader.boolean("externalData").value_or(false);
    const bool allowQuantized = reader.boolean("allowQuantized").value_or(false);
    (void)reader.string("$schema"); // for editors
    std::map<std::string, json> parts;
    for (const char* key :
         {"options", "calibration", "exclude", "layers", "algorithms", "evaluation", "metrics", "gates"})
        parts[key] = reader.value(key);
    reader.finish();
    if (reader.failed())
        return reader.error();
    if (!hasPreset)
        return Error{ErrorCode::ConfigRefused, "recipe.preset is missing. 'qscope presets' lists the presets.",
                     "recipe.preset"};
    Result<Preset> preset = findPreset(presetName, ErrorCode::ConfigRefused);
    if (!preset)
        return preset.error();
    Recipe recipe;
    recipe.config = std::move(preset->config);
    recipe.externalData = externalData;
    recipe.allowQuantized = allowQuantized;
    if (!model.empty())
        recipe.model = (folder / model).lexically_normal();
    if (!output.empty())
        recipe.output = (folder / output).lexically_normal();
    const Result<void> read = readParts(parts, folder, recipe);
    return read ? Result<Recipe>(std::move(recipe)) : read.error();
}

} // namespace

Result<Recipe> readRecipe(const std::string& text, const std::string& name, const std::filesystem::path& folder)
{
    json document;
    if (const auto error = parseJson(text, "Recipe '" + name + "'", document))
        return *error;
    return recipeFromDocument(std::move(document), name, folder);
}

Result<Recipe> recipeFromDocument(json document, const std::string& name, const std::filesystem::path& folder)
{
    // A report holds the recipe that was in force, a project the one that is being edited.
    const json holder = document.is_object() && document.contains("recipe") ? document.value("format", json()) : json();
    std::filesystem::path projectModel;
    if (holder == "quantiscope-project" && document.contains("model") && document["model"].is_string())
        projectModel = (folder / document["model"].get<std::string>()).lexically_normal();
    if (holder == "quantiscope-report" || holder == "quantiscope-project")
        document = json(document["recipe"]);
    JsonReader reader(document, "recipe");
    if (reader.string("format") != kFormat) {
        return Error{ErrorCode::ConfigRefused,
                     "'" + name + "' is not a recipe (\"format\": \"" + kFormat + "\" is missing).", name};
    }
    const std::int64_t version = reader.integer("version", 1, 1, INT64_MAX);
    if (version > kVersion) {
        return Error{ErrorCode::ConfigRefused,
                     "Recipe '" + name + "' has version " + std::to_string(version)
                         + "; this program reads up to version " + std::to_string(kVersion)
                         + ". Use a newer Quantiscope.",
                     name};
    }
    Result<Recipe> recipe = readMembers(reader, folder);
    if (!recipe) {
        Error error = recipe.error();
        error.message = "Recipe '" + name + "': " + error.message;
        return error;
    }
    if (!projectModel.empty()) {
        if (recipe->model.empty())
            recipe->model = projectModel;
        if (recipe->output.empty())
            recipe->output = folder / usualOutputName(recipe->model, recipe->config.preset);
    }
    recipe->origin = {name, recipe->config, {}, pathsOf(*recipe)};
    return recipe;
}

std::filesystem::path usualOutputName(const std::filesystem::path& model, const std::string& preset)
{
    return model.stem().string() + "_" + preset + ".onnx";
}

std::map<std::string, std::string> pathsOf(const Recipe& recipe)
{
    std::map<std::string, std::string> paths;
    const auto put = [&paths](const char* member, const std::string& path) {
        if (!path.empty() && !isRandomData(path))
            paths[member] = path;
    };
    put("calibration.statistics", recipe.statistics.string());
    if (recipe.calibration)
        put("calibration.data", recipe.calibration->source);
    if (recipe.evaluation) {
        put("evaluation.data", recipe.evaluation->data.source);
        put("evaluation.labels", recipe.evaluation->labels.string());
    }
    return paths;
}

Result<Recipe> loadRecipe(const std::filesystem::path& path)
{
    Result<std::string> text = readTextFile(path, ErrorCode::ConfigRefused);
    if (!text)
        return text.error();
    return readRecipe(*text, path.string(), path.parent_path());
}

} // namespace quantiscope
