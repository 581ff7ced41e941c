// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "core/base/error.h"
#include "core/base/nearest_name.h"
#include "core/base/version.h"
#include "core/runtime/runtime_environment.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <vector>

namespace quantiscope {

namespace {

constexpr const char* kFooter = "Exit status: 0 done, 2 wrong usage, 3 input refused, 4 a gate was not met, 5 out of memory or disk,\n"
                                "6 a run failed inside, 130 cancelled.\n\n"
                                "First steps:\n"
                                "  qscope inspect model.onnx\n"
                                "  qscope quantize model.onnx -o model_int8.onnx -c pictures/ --preprocess imagenet\n"
                                "  qscope evaluate --float model.onnx --quantized model_int8.onnx -c test/ --labels labels.tsv";

struct Command
{
    CLI::App* app;
    CommandWork work;
};

/// The option names of the commands on the line, to suggest from.
std::vector<std::string> knownWords(const CLI::App& app)
{
    std::vector<std::string> words;
    for (const CLI::App* command : app.get_subcommands(nullptr))
        words.push_back(command->get_name());
    const auto chosen = app.get_subcommands();
    for (const CLI::App* command : chosen) {
        for (const CLI::Option* option : command->get_options()) {
            for (const std::string& name : option->get_lnames())
                words.push_back("--" + name);
        }
    }
    return words;
}

int usageError(const CLI::App& app, const CLI::ParseError& error)
{
    std::string message = error.what();
    // Words that nothing takes: suggest the nearest for the first of them.
    for (const CLI::App* command : app.get_subcommands()) {
        for (const std::string& word : command->remaining())
            message += didYouMean(word.substr(0, word.find('=')), knownWords(app));
    }
    for (const std::string& word : app.remaining())
        message += didYouMean(word, knownWords(app));
    const auto chosen = app.get_subcommands();
    const std::string command = chosen.empty() ? "qscope" : "qscope " + chosen.front()->get_name();
    std::fprintf(stderr, "qscope: error: %s\nTry '%s --help'.\n", message.c_str(), command.c_str());
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
    works.push_back(addPresetsCommand(app));
    works.push_back(addQuantizeCommand(app, environment));
    works.push_back(addCalibrateCommand(app, environment));
    works.push_back(addEvaluateCommand(app, environment));

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
        std::fprintf(stderr, "qscope: error: Internal failure: %s\n", exception.what());
        return quantiscope::exitStatus(quantiscope::ErrorCode::RuntimeFailure);
    }
}
