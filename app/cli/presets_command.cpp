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
                                "  qscope presets A8W8 --json";

json toJson(const Preset& preset)
{
    json options = json::object();
    for (const OptionSpec& spec : optionSpecs())
        options[spec.name] = spec.get(preset.config);
    return {{"name", preset.name},
            {"summary", preset.summary},
            {"when", preset.when},
            {"method", methodName(preset.config.calibration.method)},
            {"options", std::move(options)}};
}

void printList()
{
    TextTable table({"preset", "what it does"});
    for (const Preset& preset : presets()) {
        table.addRow({preset.name, preset.summary});
        table.addRow({"", preset.when});
    }
    std::printf("%s\n'qscope presets NAME' shows every option of one.\n", table.text().c_str());
}

void printPreset(const Preset& preset)
{
    std::printf("%s: %s\n%s\n\n", preset.name.c_str(), preset.summary.c_str(), preset.when.c_str());
    std::printf("method %s\n\n", methodName(preset.config.calibration.method));
    TextTable table({"option", "value", "default", "values", "meaning"});
    const QuantConfig defaults;
    for (const OptionSpec& spec : optionSpecs()) {
        const auto text = [](const json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); };
        table.addRow({spec.name, text(spec.get(preset.config)), text(spec.get(defaults)), spec.values, spec.meaning});
    }
    std::printf("%s", table.text().c_str());
}

int show(const std::string& name, bool asJson)
{
    if (name.empty()) {
        if (!asJson) {
            printList();
            return 0;
        }
        json list = json::array();
        for (const Preset& preset : presets())
            list.push_back(toJson(preset));
        std::printf("%s\n", list.dump(2).c_str());
        return 0;
    }
    const Result<Preset> preset = findPreset(name, ErrorCode::InvalidArgument);
    if (!preset)
        return reportError(preset.error());
    if (asJson)
        std::printf("%s\n", toJson(*preset).dump(2).c_str());
    else
        printPreset(*preset);
    return 0;
}

} // namespace

CommandWork addPresetsCommand(CLI::App& app)
{
    struct Options
    {
        std::string name;
        bool json = false;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("presets", "List the presets, or every option of one");
    command->add_option("NAME", options->name, "Preset to show")->type_name("");
    command->add_flag("--json", options->json, "Print JSON");
    command->footer(kFooter);
    return [options] { return show(options->name, options->json); };
}

} // namespace quantiscope
