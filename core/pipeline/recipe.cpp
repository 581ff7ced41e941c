// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/recipe.h"

#include "core/base/file_io.h"
#include "core/base/json_reader.h"
#include "core/config/options.h"
#include "core/config/presets.h"
#include "core/data/folder_listing.h"
#include "core/data/preprocess_json.h"

namespace quantiscope {

using nlohmann::json;

namespace {

constexpr const char* kFormat = "quantiscope-recipe";
constexpr int kVersion = 1;
constexpr std::int64_t kMostSamples = 1'000'000'000;

/// The kinds of data that a recipe names.
bool isDataKind(const std::string& kind)
{
    return kind == "images" || kind == "npy" || kind == "npz" || kind == "random";
}

/// The kind of what lies at @p path; empty when nothing does or it is nothing to read, which openSampleSource() tells.
std::string kindAt(const std::filesystem::path& path)
{
    std::error_code ec;
    if (!std::filesystem::is_directory(path, ec)) {
        const DataFileKind kind = dataFileKind(path);
        return kind == DataFileKind::Npy ? "npy" : kind == DataFileKind::Npz ? "npz" : "";
    }
    const Result<FolderListing> listing = listDataFolder(path);
    if (!listing)
        return {};
    switch (listing->content) {
    case FolderContent::Pictures:
        return "images";
    case FolderContent::Npy:
        return "npy";
    case FolderContent::Npz:
        return "npz";
    default:
        return {};
    }
}

/// A path below @p folder as DataSpec::source: a folder that is called "random" must not become random data.
std::string sourceText(const std::filesystem::path& folder, const std::string& path)
{
    const std::string source = (folder / path).lexically_normal().string();
    return isRandomData(source) ? "./" + source : source;
}

Result<void> checkKind(const std::string& kind, const std::string& source, const std::string& where)
{
    std::error_code ec;
    const std::string found = std::filesystem::exists(source, ec) ? kindAt(source) : std::string();
    if (found.empty() || found == kind)
        return {};
    return Error{ErrorCode::ConfigRefused,
                 where + ".kind is '" + kind + "', but '" + source + "' holds " + found + " data; write '" + found
                     + "' or name another path.",
                 where + ".kind"};
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
    if (kind == "random") {
        data.source = "random:" + std::to_string(seed);
    } else if (path.empty()) {
        return Error{ErrorCode::ConfigRefused, where + ".path is missing.", where + ".path"};
    } else {
        data.source = sourceText(folder, path);
        if (const Result<void> checked = checkKind(kind, data.source, where); !checked)
            return checked;
    }
    if (preprocess.is_null()) {
        if (kind == "images")
            data.preprocess = *builtinPreprocess("unit");
        return {};
    }
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
    const std::string method = reader.string("method", methodName(recipe.config.calibration.method));
    const auto samples = reader.integer("samples", 0, 0, kMostSamples);
    (void)reader.integer("batch", 1, 1, 1);
    const json data = reader.value("data");
    reader.finish();
    if (reader.failed())
        return reader.error();
    if (const Result<void> set = applyCalibrationMethod(recipe.config, method); !set)
        return Error{ErrorCode::ConfigRefused, where + ".method: " + set.error().message, where + ".method"};
    if (data.is_null()) {
        recipe.samples = static_cast<std::size_t>(samples);
        return {};
    }
    recipe.calibration.emplace();
    recipe.calibration->samples = static_cast<std::size_t>(samples);
    return readData(data, where + ".data", folder, *recipe.calibration);
}

std::string kindOf(const DataSpec& data)
{
    if (isRandomData(data.source))
        return "random";
    const std::string kind = kindAt(data.source);
    return kind.empty() ? "images" : kind;
}

/// A data path as a document holds it that lies in @p folder, or anywhere when that is empty.
std::string storedPath(const std::string& source, const std::filesystem::path& folder)
{
    const std::filesystem::path path = std::filesystem::absolute(source).lexically_normal();
    return (folder.empty() ? path : path.lexically_relative(std::filesystem::absolute(folder).lexically_normal()))
        .string();
}

/// The members of a document whose format and version are known.
Result<Recipe> readMembers(JsonReader& reader, const std::filesystem::path& folder)
{
    const bool hasPreset = reader.has("preset");
    const std::string presetName = reader.string("preset");
    const json options = reader.value("options");
    const json calibration = reader.value("calibration");
    const json exclude = reader.value("exclude");
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

} // namespace

bool isRandomData(const std::string& source)
{
    return source == "random" || source.starts_with("random:");
}

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
    Result<Recipe> recipe = readMembers(reader, folder);
    if (!recipe) {
        Error error = recipe.error();
        error.message = "Recipe '" + name + "': " + error.message;
        return error;
    }
    recipe->origin = {name, recipe->config};
    return recipe;
}

Result<Recipe> loadRecipe(const std::filesystem::path& path)
{
    Result<std::string> text = readTextFile(path, ErrorCode::ConfigRefused);
    if (!text)
        return text.error();
    return readRecipe(*text, path.string(), path.parent_path());
}

json toJson(const Recipe& recipe, const std::filesystem::path& folder)
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
    json calibration{{"method", methodName(recipe.config.calibration.method)}};
    if (!recipe.calibration && recipe.samples > 0)
        calibration["samples"] = recipe.samples;
    if (recipe.calibration) {
        const DataSpec& data = *recipe.calibration;
        calibration["samples"] = data.samples;
        const std::string kind = kindOf(data);
        json object{{"kind", kind}};
        if (kind != "random")
            object["path"] = storedPath(data.source, folder);
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
