// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/recipe_options.h"
#include "app/cli/resource_options.h"
#include "app/cli/text_table.h"
#include "app/cli/value_checks.h"
#include "core/base/printable.h"
#include "core/observers/range_methods.h"
#include "core/pipeline/output_files.h"
#include "core/pipeline/quantizer.h"

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

namespace quantiscope {

namespace {

constexpr const char* kFooter = "Examples:\n"
                                "  qscope calibrate model.onnx -c calib/ --preprocess imagenet -o model.stats\n"
                                "  qscope quantize model.onnx --statistics model.stats --preset A8W8 -o a8w8.onnx\n"
                                "  qscope calibrate model.onnx -c calib/ --preset XINT8 -o xint8.stats\n"
                                "  qscope calibrate --merge first.stats second.stats -o all.stats\n"
                                "  qscope quantize model.onnx --statistics model.stats --percentile 99.99 -o p.onnx";

struct CalibrateOptions
{
    std::string model;
    std::string output;
    std::vector<std::string> merge;
    RecipeOptions recipe;
    ResourceOptions resources;
    bool asRun = false;
    bool force = false;
    bool json = false;
    bool quiet = false;
};

nlohmann::json rangesJson(const CalibrationStatistics& statistics)
{
    nlohmann::json tensors = nlohmann::json::object();
    for (const auto& [name, tensor] : statistics.tensors) {
        const TensorRange range = minMaxRange(tensor);
        tensors[name] = {{"min", range.min},
                         {"max", range.max},
                         {"elements", tensor.elements},
                         {"nan", tensor.notANumber},
                         {"infinite", tensor.infinite}};
    }
    return {{"model", statistics.modelHash},
            {"data", statistics.dataHash},
            {"samples", statistics.samples},
            {"tensors", std::move(tensors)}};
}

void printSummary(const CalibrateOptions& options, const CalibrationStatistics& statistics)
{
    if (options.json) {
        std::printf("%s\n",
                    rangesJson(statistics).dump(2, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
    } else {
        std::printf("%s: statistics of %s over %s\n", wholePrintable(options.output).c_str(),
                    countedText(statistics.tensors.size(), "tensor").c_str(),
                    countedText(statistics.samples, "sample").c_str());
    }
}

/// Saves and tells.
int conclude(const CalibrateOptions& options, const CalibrationStatistics& statistics)
{
    if (const Result<void> saved = saveStatistics(statistics, options.output); !saved)
        return reportError(saved.error());
    printSummary(options, statistics);
    return 0;
}

/// The sum of the files of --merge.
Result<CalibrationStatistics> merged(const std::vector<std::string>& files)
{
    std::optional<CalibrationStatistics> sum;
    for (std::size_t i = 0; i < files.size(); ++i) {
        for (std::size_t other = 0; other < i; ++other) {
            std::error_code ec;
            if (std::filesystem::equivalent(files[other], files[i], ec)) {
                return Error{ErrorCode::InvalidArgument,
                             "'" + files[i] + "' is given twice to --merge; its samples would count twice.", files[i]};
            }
        }
        Result<CalibrationStatistics> part = loadStatistics(files[i]);
        if (!part)
            return part.error();
        if (!sum) {
            sum = std::move(*part);
        } else if (const Result<void> added = sum->merge(*part); !added) {
            Error error = added.error();
            error.message += " The first that does not fit is '" + files[i] + "'.";
            return error;
        }
    }
    return std::move(*sum);
}

int mergeAndSave(const CalibrateOptions& options)
{
    if (!options.model.empty()) {
        return reportError(
            {ErrorCode::InvalidArgument,
             "--merge adds up statistics and calibrates nothing; leave MODEL '" + options.model + "' out.", "--merge"});
    }
    std::vector<std::string> given = options.recipe.givenOptions();
    const std::vector<std::string> resources = options.resources.givenOptions();
    given.insert(given.end(), resources.begin(), resources.end());
    if (options.asRun)
        given.emplace_back("--as-run");
    if (options.force)
        given.emplace_back("--force");
    if (!given.empty()) {
        return reportError({ErrorCode::InvalidArgument,
                            given.front() + " has no effect with --merge, which calibrates nothing; leave it out.",
                            given.front()});
    }
    const NamedFile outputs[] = {{"--output", options.output}};
    std::vector<NamedFile> inputs;
    for (const std::string& file : options.merge)
        inputs.push_back({"--merge", file});
    if (const Result<void> checked = checkOutputFiles(outputs, inputs); !checked)
        return reportError(checked.error());
    const Result<CalibrationStatistics> sum = merged(options.merge);
    return sum ? conclude(options, *sum) : reportError(sum.error());
}

int calibrateAndSave(const CalibrateOptions& options, const RuntimeEnvironment& environment)
{
    if (options.model.empty())
        return reportError({ErrorCode::InvalidArgument, "MODEL is required.", "MODEL"});
    Result<Recipe> recipe = options.recipe.recipe();
    if (!recipe)
        return reportError(recipe.error());
    Result<CalibrationLimits> limits = options.resources.limits();
    if (!limits)
        return reportError(limits.error());
    if (const auto used = options.recipe.checkPreprocessIsUsed(*recipe, {}); recipe->calibration && !used)
        return reportError(used.error());
    const NamedFile outputs[] = {{"--output", options.output}};
    std::vector<NamedFile> inputs = options.recipe.files(*recipe);
    inputs.push_back({"MODEL", options.model});
    if (const Result<void> checked = checkOutputFiles(outputs, inputs); !checked)
        return reportError(checked.error());
    Console console(options.quiet ? Console::Verbosity::Quiet : Console::Verbosity::Normal);
    using Equalization = CalibrateRequest::Equalization;
    const bool allowQuantized = recipe->allowQuantized || options.force;
    const Result<CalibrationStatistics> statistics =
        calibrateModel(environment,
                       {options.model,
                        std::move(*recipe),
                        limits->threads,
                        allowQuantized,
                        {options.output},
                        std::move(limits->cache),
                        limits->memoryBudget,
                        options.asRun ? Equalization::Measured : Equalization::Predicted},
                       console);
    console.clearLine();
    if (!statistics)
        return reportError(statistics.error());
    return conclude(options, *statistics);
}

} // namespace

CommandWork addCalibrateCommand(CLI::App& app, const RuntimeEnvironment& environment)
{
    auto options = std::make_shared<CalibrateOptions>();
    CLI::App* command = app.add_subcommand("calibrate", "Collect statistics once, to quantize from later without data");
    command->add_option("MODEL", options->model, "Float ONNX model")->type_name("");
    command->add_option("-o,--output", options->output, "Statistics file to write")
        ->required()
        ->type_name("RANGES")
        ->check(fileName());
    command->add_option("--merge", options->merge, "Instead of calibrating, add up statistics of parts of the data")
        ->type_name("FILE...");
    options->recipe.addTo(*command, RecipeOptions::Scope::Calibrate);
    options->resources.addTo(*command);
    command->add_flag("--as-run", options->asRun,
                      "Equalize as quantize does with these data, to fill its cache; not for --merge");
    command->add_flag("--force", options->force, "Accept a model that holds quantized operators already");
    command->add_flag("--json", options->json, "Print every tensor's range as JSON");
    command->add_flag("-q,--quiet", options->quiet, "No progress and no warnings");
    command->footer(kFooter);
    return [options, &environment] {
        return options->merge.empty() ? calibrateAndSave(*options, environment) : mergeAndSave(*options);
    };
}

} // namespace quantiscope
