// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/presets.h"

#include "core/base/json_reader.h"
#include "core/base/nearest_name.h"
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

std::span<const Preset> presets()
{
    static const std::vector<Preset> kPresets = [] {
        std::vector<Preset> list;
        for (const EmbeddedFile& file : embeddedPresets()) {
            Result<Preset> preset = readPreset(std::string(file.text), std::string(file.name));
            assert(preset && preset->name == file.name);
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
    return Error{
        code, "Unknown preset '" + std::string(name) + "'." + didYouMean(name, names) + " 'qscope presets' lists them.",
        std::string(name)};
}

} // namespace quantiscope
