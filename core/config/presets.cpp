// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/presets.h"

#include "core/base/json_reader.h"
#include "core/base/nearest_name.h"
#include "core/config/bundled_documents.h"
#include "core/config/options.h"
#include "resources/embedded_presets.h"

#include <algorithm>
#include <cassert>

namespace quantiscope {

using nlohmann::json;

namespace {

std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
    return lower;
}

} // namespace

Result<void> applyCalibrationMethod(QuantConfig& config, const std::string& method)
{
    auto parsed = methodFromName(method);
    if (!parsed)
        return parsed.error();
    config.calibration.method = *parsed;
    return {};
}

Result<Preset> readPreset(const std::string& text, const std::string& name)
{
    json document;
    if (const auto error = parseJson(text, name, document))
        return *error;
    JsonReader reader(document, name);
    Preset preset;
    if (reader.string("format") != "quantiscope-preset")
        return Error{ErrorCode::ConfigRefused,
                     name + " is not a preset (\"format\": \"quantiscope-preset\" is missing).", name};
    (void)reader.integer("version", 1, 1, 1);
    preset.name = reader.string("name");
    preset.family = reader.string("family");
    preset.summary = reader.string("summary");
    preset.when = reader.string("when");
    const std::string method = reader.string("method", "MinMax");
    const json options = reader.value("options");
    reader.finish();
    if (reader.failed())
        return reader.error();
    if (const Result<void> set = applyCalibrationMethod(preset.config, method); !set)
        return Error{ErrorCode::ConfigRefused, name + ": " + set.error().message, name};
    if (!options.is_object())
        return Error{ErrorCode::ConfigRefused, name + ".options must be an object.", name};
    for (const auto& [option, value] : options.items()) {
        if (const Result<void> set = setOption(preset.config, option, value, ErrorCode::ConfigRefused); !set)
            return Error{ErrorCode::ConfigRefused, name + ": " + set.error().message, name};
    }
    preset.config.preset = preset.name;
    return preset;
}

Result<std::vector<UnavailablePreset>> readUnavailablePresets(const std::string& text, const std::string& name)
{
    json document;
    if (const auto error = parseJson(text, name, document))
        return *error;
    JsonReader reader(document, name);
    if (reader.string("format") != "quantiscope-unavailable-presets")
        reader.fail(name + " is no list of unavailable presets.", name);
    (void)reader.integer("version", 1, 1, 1);
    const json groups = reader.value("needs");
    reader.finish();
    std::vector<UnavailablePreset> list;
    for (const auto& [needs, presets] : groups.items()) {
        if (!presets.is_object())
            reader.fail(name + ".needs." + needs + " must be an object.", name);
        for (const auto& [preset, instead] : presets.items())
            list.push_back({preset, needs, instead.is_string() ? instead.get<std::string>() : std::string()});
    }
    if (reader.failed())
        return reader.error();
    return list;
}

std::span<const UnavailablePreset> unavailablePresets()
{
    static const std::vector<UnavailablePreset> kPresets = [] {
        auto list = readUnavailablePresets(bundledDocument("unavailable_presets.json"), "unavailable_presets.json");
        assert(list); // proved by a test
        return list ? std::move(*list) : std::vector<UnavailablePreset>();
    }();
    return kPresets;
}

std::span<const Preset> presets()
{
    static const std::vector<Preset> kPresets = [] {
        std::vector<Preset> list;
        for (const EmbeddedFile& file : embeddedPresets()) {
            Result<Preset> preset = readPreset(std::string(file.text), std::string(file.name));
            assert(preset && preset->name == file.name); // proved by a test of every file
            if (preset)
                list.push_back(std::move(*preset));
        }
        std::sort(list.begin(), list.end(), [](const Preset& a, const Preset& b) { return a.name < b.name; });
        return list;
    }();
    return kPresets;
}

Result<Preset> findPreset(std::string_view name, ErrorCode code)
{
    std::vector<std::string> names;
    for (const Preset& preset : presets()) {
        if (lowerCase(preset.name) == lowerCase(name))
            return preset;
        names.push_back(preset.name);
    }
    for (const UnavailablePreset& preset : unavailablePresets()) {
        if (lowerCase(preset.name) != lowerCase(name))
            continue;
        return Error{code,
                     "Preset " + preset.name + " needs " + preset.needs + ", which this version does not have."
                         + (preset.instead.empty() ? "" : " " + preset.instead + " comes nearest."),
                     preset.name};
    }
    return Error{
        code, "Unknown preset '" + std::string(name) + "'." + didYouMean(name, names) + " 'qscope presets' lists them.",
        std::string(name)};
}

} // namespace quantiscope
