// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/value_checks.h"
#include "core/base/error.h"
#include "core/base/nearest_name.h"
#include "core/base/printable.h"
#include "core/base/version.h"
#include "core/runtime/runtime_environment.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <string>
#include <vector>

namespace quantiscope {

namespace {

constexpr const char* kFooter =
    "Exit status: 0 done, 2 wrong usage, 3 input refused, 4 a gate was not met, 5 out of memory or disk,\n"
    "6 a run failed inside, 130 cancelled.\n\n"
    "First steps:\n"
    "  qscope inspect model.onnx\n"
    "  qscope quantize model.onnx -o model_int8.onnx -c pictures/ --preprocess imagenet\n"
    "  qscope evaluate --float model.onnx --quantized model_int8.onnx -c test/ --labels labels.tsv\n"
    "  qscope recipe show --preset XINT8 > recipe.json";

struct Command
{
    CLI::App* app;
    CommandWork work;
};

std::vector<std::string> commandNames(const CLI::App& app)
{
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands(nullptr))
        names.push_back(command->get_name());
    return names;
}

std::vector<std::string> optionNames(const CLI::App& app)
{
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames())
            names.push_back("--" + name);
    }
    return names;
}

std::string joined(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

/// What to say about the words of the line that nothing takes.
std::string unknownWordMessage(const CLI::App& app, const CLI::App* command, const std::vector<std::string>& words)
{
    const auto dashed =
        std::find_if(words.begin(), words.end(), [](const std::string& word) { return word.starts_with('-'); });
    if (dashed != words.end()) {
        const std::string name = dashed->substr(0, dashed->find('='));
        return "Unknown option '" + name + "'." + didYouMean(name, optionNames(command ? *command : app));
    }
    const std::vector<std::string> commands = commandNames(command ? *command : app);
    if (commands.empty())
        return "Unexpected argument '" + words.front() + "'.";
    return "Unknown command '" + words.front() + "'." + didYouMean(words.front(), commands)
        + " Commands: " + joined(commands) + ".";
}

/// The parser's complaint as a sentence.
std::string complaint(const CLI::App& app, const CLI::App* command, const CLI::ParseError& error)
{
    std::string text = error.what();
    const CLI::App& group = command ? *command : app;
    if (dynamic_cast<const CLI::RequiredError*>(&error) && !commandNames(group).empty())
        return "A command is needed: " + joined(commandNames(group)) + ".";
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error)) {
        const std::string option = text.substr(0, text.find(':'));
        return option + (text.find("At Most") != std::string::npos ? " may be given only once." : " needs a value.");
    }
    if (dynamic_cast<const CLI::ConversionError*>(&error)) {
        // "Could not convert: --nodes = maybe"
        const std::size_t colon = text.find(": ");
        const std::size_t equals = text.find(" = ");
        if (colon != std::string::npos && equals != std::string::npos && colon < equals)
            return text.substr(colon + 2, equals - colon - 2) + " does not take the value '" + text.substr(equals + 3)
                + "'.";
    }
    if (!text.ends_with('.'))
        text += '.';
    return text;
}

int usageError(const CLI::App& app, const CLI::ParseError& error)
{
    const CLI::App* command = nullptr; // the innermost that was named
    std::string name;
    std::vector<std::string> unknown = app.remaining();
    for (auto chosen = app.get_subcommands(); !chosen.empty(); chosen = command->get_subcommands()) {
        command = chosen.front();
        name += command->get_name() + " ";
        const auto words = command->remaining();
        unknown.insert(unknown.end(), words.begin(), words.end());
    }
    const std::string message =
        unknown.empty() ? complaint(app, command, error) : unknownWordMessage(app, command, unknown);
    std::fprintf(stderr, "qscope: error: %s\nTry 'qscope %s--help'.\n", wholePrintable(message).c_str(), name.c_str());
    return exitStatus(ErrorCode::InvalidArgument);
}

int runMain(int argc, char** argv)
{
    spdlog::set_default_logger(spdlog::stderr_logger_mt("qscope"));
    spdlog::set_level(std::getenv("QUANTISCOPE_DEBUG") ? spdlog::level::debug : spdlog::level::warn);

    CLI::App app{"Quantizes ONNX models and shows what it costs.", "qscope"};
    app.set_version_flag("--version", std::string("qscope ") + kVersion);
    app.require_subcommand(1);
    app.get_formatter()->column_width(36);
    app.footer(kFooter);

    const RuntimeEnvironment environment;
    std::vector<CommandWork> works;
    works.push_back(addInspectCommand(app));
    works.push_back(addInspectDataCommand(app));
    works.push_back(addPresetsCommand(app));
    works.push_back(addQuantizeCommand(app, environment));
    works.push_back(addCalibrateCommand(app, environment));
    works.push_back(addEvaluateCommand(app, environment));
    works.push_back(addAnalyseCommand(app, environment));
    works.push_back(addSensitivityCommand(app, environment));
    works.push_back(addWhatIfCommand(app, environment));
    works.push_back(addCompareRunsCommand(app));
    works.push_back(addAdviseCommand(app, environment));
    works.push_back(addInferCommand(app, environment));
    works.push_back(addRecipeCommand(app));
    works.push_back(addRunCommand(app, environment));
    refuseEmptyValues(app);

    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp& help) {
        return app.exit(help);
    } catch (const CLI::CallForAllHelp& help) {
        return app.exit(help);
    } catch (const CLI::CallForVersion& version) {
        return app.exit(version);
    } catch (const CLI::ParseError& error) {
        return usageError(app, error);
    }
    installInterruptHandler();
    const auto commands = app.get_subcommands(nullptr);
    for (std::size_t i = 0; i < commands.size(); ++i) {
        if (commands[i]->parsed()) {
            const int status = works[i]();
            if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
                std::fprintf(stderr, "qscope: error: The results could not be written to standard output.\n");
                return exitStatus(ErrorCode::DiskError);
            }
            return status;
        }
    }
    return exitStatus(ErrorCode::InvalidArgument);
}

} // namespace

} // namespace quantiscope

int main(int argc, char** argv)
{
    try {
        return quantiscope::runMain(argc, argv);
    } catch (const std::bad_alloc&) {
        std::fprintf(stderr, "qscope: error: Out of memory.\n");
        return quantiscope::exitStatus(quantiscope::ErrorCode::OutOfMemory);
    } catch (const std::exception& exception) {
        std::fprintf(stderr, "qscope: error: Internal failure: %s\n",
                     quantiscope::wholePrintable(exception.what()).c_str());
        return quantiscope::exitStatus(quantiscope::ErrorCode::RuntimeFailure);
    }
}
