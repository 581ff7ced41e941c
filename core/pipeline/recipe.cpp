// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/recipe.h"

#include "core/base/file_io.h"
#include "core/base/json_reader.h"
#include "core/config/options.h"
#include "core/config/presets.h"
#include "core/data/preprocess_json.h"

namespace quantiscope {

using nlohmann::json;

namespace {

constexpr const char* kFormat = "quantiscope-recipe";
constexpr int kVersion = 1;
constexpr std::int64_t kMostSamples = 1'000'000'000;

/// The kinds of data that a recipe names; the kind is a check, the source tells the rest.
bool isDataKind(const std::string& kind)
{
    return kind == "images" || kind == "npy" || kind == "npz" || kind == "random";
}

Result<void> readData(const json& document, const std::string& where, const std::filesystem::path& folder,
                      DataSpec& data)
{
    JsonReader reader(document, where);
    const std::string kind = reader.string("kind");
    const std::string path = reader.string("path");
    const auto seed = reader.integer("seed", 0, 0, INT64_MAX);
    const json preprocess = reader.value("preprocess");
    reader.finish();
    if (reader.failed())
        return reader.error();
    if (!isDataKind(kind))
        return Error{ErrorCode::ConfigRefused, where + ".kind must be images, npy, npz or random, not '" + kind + "'.",
                     where + ".kind"};
    data.seed = static_cast<std::uint64_t>(seed);
    if (kind == "random")
        data.source = "random:" + std::to_string(seed);
    else if (path.empty())
        return Error{ErrorCode::ConfigRefused, where + ".path is missing.", where + ".path"};
    else
        data.source = (folder / path).lexically_normal().string();
    if (preprocess.is_null())
        return {};
    Result<PreprocessSpec> spec = preprocessFromJson(preprocess, where + ".preprocess");
    if (!spec)
        return spec.error();
    data.preprocess = std::move(*spec);
    return {};
}

Result<void> readCalibration(const json& document, const std::filesystem::path& folder, Recipe& recipe)
{
    const std::string where = "recipe.calibration";
    JsonReader reader(document, where);
    const std::string method = reader.string("method", methodName(recipe.config.method));
    const auto samples = reader.integer("samples", 0, 0, kMostSamples);
    (void)reader.integer("batch", 1, 1, 1);
    const json data = reader.value("data");
    reader.finish();
    if (reader.failed())
        return reader.error();
    if (const Result<void> set = applyCalibrationMethod(recipe.config, method); !set)
        return Error{ErrorCode::ConfigRefused, where + ".method: " + set.error().message, where + ".method"};
    if (data.is_null())
        return {};
    recipe.calibration.emplace();
    recipe.calibration->samples = static_cast<std::size_t>(samples);
    return readData(data, where + ".data", folder, *recipe.calibration);
}

/// "random" or "random:SEED", as openSampleSource() understands them.
bool isRandom(const std::string& source)
{
    return source == "random" || source.rfind("random:", 0) == 0;
}

std::string kindOf(const DataSpec& data)
{
    if (isRandom(data.source))
        return "random";
    const std::string extension = std::filesystem::path(data.source).extension().string();
    if (extension == ".npy" || extension == ".npz")
        return extension.substr(1);
    std::error_code ec;
    for (const auto& entry : std::filesystem::directory_iterator(data.source, ec)) {
        const std::string inner = entry.path().extension().string();
        if (inner == ".npy" || inner == ".npz")
            return inner.substr(1);
    }
    return "images";
}

} // namespace

Result<Recipe> readRecipe(const std::string& text, const std::string& name, const std::filesystem::path& folder)
{
    json document;
    if (const auto error = parseJson(text, "Recipe '" + name + "'", document))
        return *error;
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
    const std::string presetName = reader.string("preset");
    const json options = reader.value("options");
    const json calibration = reader.value("calibration");
    const json exclude = reader.value("exclude");
    reader.finish();
    if (reader.failed())
        return reader.error();
    Result<Preset> preset = findPreset(presetName, ErrorCode::ConfigRefused);
    if (!preset)
        return preset.error();
    Recipe recipe;
    recipe.config = preset->config;
    if (!options.is_null() && !options.is_object())
        return Error{ErrorCode::ConfigRefused, "recipe.options must be an object.", "recipe.options"};
    for (const auto& [option, value] : options.items()) {
        if (const Result<void> set = setOption(recipe.config, option, value, ErrorCode::ConfigRefused); !set)
            return set.error();
    }
    if (!calibration.is_null()) {
        if (const Result<void> read = readCalibration(calibration, folder, recipe); !read)
            return read.error();
    }
    if (!exclude.is_null() && !exclude.is_array())
        return Error{ErrorCode::ConfigRefused, "recipe.exclude must be a list of rules.", "recipe.exclude"};
    for (std::size_t i = 0; i < exclude.size(); ++i) {
        Result<ExclusionRule> rule = exclusionFromJson(exclude[i], "recipe.exclude[" + std::to_string(i) + "]");
        if (!rule)
            return rule.error();
        recipe.config.exclude.push_back(std::move(*rule));
    }
    return recipe;
}

Result<Recipe> loadRecipe(const std::filesystem::path& path)
{
    Result<std::string> text = readTextFile(path, ErrorCode::ConfigRefused);
    if (!text)
        return text.error();
    return readRecipe(*text, path.string(), path.parent_path());
}

json toJson(const Recipe& recipe)
{
    const Result<Preset> preset = findPreset(recipe.config.preset, ErrorCode::ConfigRefused);
    const QuantConfig base = preset ? preset->config : QuantConfig();
    json options = json::object();
    for (const OptionSpec& spec : optionSpecs()) {
        const json value = spec.get(recipe.config);
        if (value != spec.get(base))
            options[spec.name] = value;
    }
    json exclude = json::array();
    for (const ExclusionRule& rule : recipe.config.exclude)
        exclude.push_back(toJson(rule));
    json calibration{{"method", methodName(recipe.config.method)}};
    if (recipe.calibration) {
        const DataSpec& data = *recipe.calibration;
        calibration["samples"] = data.samples;
        const std::string kind = kindOf(data);
        json object{{"kind", kind}};
        if (kind != "random")
            object["path"] = data.source;
        const bool ownSeed = kind == "random" && data.source != "random";
        if (ownSeed)
            object["seed"] = std::strtoull(data.source.c_str() + data.source.find(':') + 1, nullptr, 10);
        else
            object["seed"] = data.seed;
        if (kind == "images")
            object["preprocess"] = preprocessToJson(data.preprocess);
        calibration["data"] = std::move(object);
    }
    return {{"format", kFormat},
            {"version", kVersion},
            {"preset", recipe.config.preset},
            {"options", std::move(options)},
            {"calibration", std::move(calibration)},
            {"exclude", std::move(exclude)}};
}

} // namespace quantiscope
