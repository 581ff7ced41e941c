// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/text_table.h"
#include "core/config/options.h"
#include "core/config/presets.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace quantiscope {

namespace {

using nlohmann::json;

constexpr const char* kFooter = "Examples:\n"
                                "  qscope presets\n"
                                "  qscope presets A8W8\n"
                                "  qscope presets --options\n"
                                "  qscope presets A8W8 --json";

/// A value as it is shown and as --set takes it.
std::string shown(const json& value)
{
    if (!value.is_string())
        return value.dump(-1, ' ', false, json::error_handler_t::replace);
    return value == "" ? "\"\"" : value.get<std::string>();
}

json toJson(const Preset& preset)
{
    json options = json::object();
    json changed = json::array();
    const QuantConfig defaults;
    for (const OptionSpec& spec : optionSpecs()) {
        options[spec.name] = spec.get(preset.config);
        if (options[spec.name] != spec.get(defaults))
            changed.push_back(spec.name);
    }
    return {{"name", preset.name},           {"available", true},
            {"family", preset.family},       {"summary", preset.summary},
            {"when", preset.when},           {"method", methodName(preset.config.calibration.method)},
            {"changed", std::move(changed)}, {"options", std::move(options)}};
}

json toJson(const UnavailablePreset& preset)
{
    return {{"name", preset.name},
            {"available", false},
            {"needs", preset.needs},
            {"instead", preset.instead.empty() ? json() : json(preset.instead)}};
}

json presetsJson()
{
    json list = json::array();
    for (const Preset& preset : presets())
        list.push_back(toJson(preset));
    for (const UnavailablePreset& preset : unavailablePresets())
        list.push_back(toJson(preset));
    return list;
}

json optionsJson()
{
    const QuantConfig defaults;
    json options = json::array();
    for (const OptionSpec& spec : optionSpecs()) {
        options.push_back({{"name", spec.name},
                           {"group", spec.group},
                           {"default", spec.get(defaults)},
                           {"values", spec.values},
                           {"meaning", spec.meaning}});
    }
    json synonyms = json::array();
    for (const OptionSynonym& synonym : optionSynonyms())
        synonyms.push_back({{"name", synonym.name}, {"values", synonym.values}, {"meaning", synonym.meaning}});
    json unavailable = json::array();
    for (const UnavailableOption& option : unavailableOptions())
        unavailable.push_back({{"name", option.name}, {"off", option.off}, {"why", option.needs}});
    return {
        {"options", std::move(options)}, {"synonyms", std::move(synonyms)}, {"unavailable", std::move(unavailable)}};
}

/// @p text, padded to @p width.
std::string padded(std::string text, std::size_t width)
{
    text.resize(std::max(text.size(), width), ' ');
    return text;
}

/// Every option under its group's heading: what @p config says, marked where that is not the default.
std::string optionsText(const QuantConfig& config)
{
    constexpr std::size_t kNameWidth = 36;
    const QuantConfig defaults;
    std::string text;
    std::string group;
    for (const OptionSpec& spec : optionSpecs()) {
        if (spec.group != group)
            text += "\n" + spec.group + "\n";
        group = spec.group;
        const json value = spec.get(config);
        const bool changed = value != spec.get(defaults);
        text += (changed ? "* " : "  ") + padded(spec.name, kNameWidth) + shown(value)
            + (changed ? "  (default " + shown(spec.get(defaults)) + ")" : "") + "\n";
        text += wrappedText(spec.meaning + (value.is_boolean() ? "" : " [" + spec.values + "]"), 6);
    }
    return text;
}

void printPresets()
{
    std::string text;
    for (const char* family : {"Quantiscope", "Quark", "Quark, QConfig objects", "ONNX Runtime"}) {
        text += std::string(family) + "\n";
        for (const Preset& preset : presets()) {
            if (preset.family == family)
                text += "  " + preset.name + "\n" + wrappedText(preset.summary + ". " + preset.when, 6);
        }
        text += "\n";
    }
    text += "Not in this version\n";
    std::string needs;
    std::string names;
    const auto flush = [&] {
        if (!names.empty())
            text += "  for want of " + needs + "\n" + wrappedText(names, 6);
        names.clear();
    };
    for (const UnavailablePreset& preset : unavailablePresets()) {
        if (preset.needs != needs)
            flush();
        needs = preset.needs;
        names += (names.empty() ? "" : ", ") + preset.name;
    }
    flush();
    std::printf("%s\n'qscope presets NAME' shows every option of one.\n", text.c_str());
}

void printPreset(const Preset& preset)
{
    std::printf("%s (%s)\n%s%s\nmethod %s\n", preset.name.c_str(), preset.family.c_str(),
                wrappedText(preset.summary, 0).c_str(), wrappedText(preset.when, 0).c_str(),
                methodName(preset.config.calibration.method));
    std::printf("%s\n* differs from the default\n", optionsText(preset.config).c_str());
}

void printOptions()
{
    std::string text = optionsText(QuantConfig()) + "\nOther names that are understood\n";
    for (const OptionSynonym& synonym : optionSynonyms()) {
        text +=
            "  " + synonym.name + "\n" + wrappedText("Stands for: " + synonym.meaning + " [" + synonym.values + "]", 6);
    }
    text += "\nNot in this version; taken only with the value that asks for nothing\n";
    for (const UnavailableOption& option : unavailableOptions())
        text += "  " + option.name + " = " + shown(option.off) + "\n" + wrappedText(option.needs + ".", 6);
    std::printf("%s", text.c_str() + 1); // without the line in front of the first group
}

struct Options
{
    std::string name;
    bool options = false;
    bool json = false;
};

void printJson(const json& document)
{
    std::printf("%s\n", document.dump(2, ' ', false, json::error_handler_t::replace).c_str());
}

int show(const Options& wanted)
{
    if (wanted.name.empty()) {
        if (wanted.json)
            printJson(wanted.options ? optionsJson() : presetsJson());
        else if (wanted.options)
            printOptions();
        else
            printPresets();
        return 0;
    }
    const Result<Preset> preset = findPreset(wanted.name, ErrorCode::InvalidArgument);
    if (!preset)
        return reportError(preset.error());
    if (wanted.json)
        printJson(toJson(*preset));
    else
        printPreset(*preset);
    return 0;
}

} // namespace

CommandWork addPresetsCommand(CLI::App& app)
{
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("presets", "List the presets, every option of one, or all options");
    CLI::Option* name = command->add_option("NAME", options->name, "Preset to show")->type_name("");
    command->add_flag("--options", options->options, "List all options with default, values and meaning")
        ->excludes(name);
    command->add_flag("--json", options->json, "Print JSON");
    command->footer(kFooter);
    return [options] { return show(*options); };
}

} // namespace quantiscope
