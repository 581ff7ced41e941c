// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/recipe_options.h"
#include "app/cli/report_options.h"
#include "app/cli/resource_options.h"
#include "app/cli/run_text.h"
#include "app/cli/value_checks.h"
#include "core/base/printable.h"
#include "core/pipeline/gated_run.h"
#include "core/pipeline/output_files.h"
#include "core/report/run_details.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace quantiscope {

namespace {

constexpr const char* kFooter =
    "Examples:\n"
    "  qscope quantize model.onnx -o int8.onnx -c calib/ --preprocess imagenet --preset U8S8_AAWS\n"
    "  qscope quantize model.onnx -o int8.onnx -c calib/ --exclude-between '/head/Conv->/head/Concat'\n"
    "  qscope quantize model.onnx -o int8.onnx -c samples.npz --set PerChannel=true --report run.json\n"
    "  qscope quantize model.onnx -o int8.onnx -r recipe.json --evaluate test/ --labels test/labels.tsv";

struct QuantizeOptions
{
    std::string model;
    std::string output;
    RecipeOptions recipe;
    std::string evaluate;
    std::string labels;
    ReportOptions report;
    ResourceOptions resources;
    bool force = false;
    bool externalData = false;
    bool json = false;
    bool quiet = false;
};

Result<void> checkFiles(const QuantizeOptions& options, const Recipe& recipe)
{
    std::vector<NamedFile> outputs = options.report.files();
    outputs.insert(outputs.begin(), {"--output", options.output, NamedFile::Role::Model});
    std::vector<NamedFile> inputs = options.recipe.files(recipe);
    inputs.push_back({"MODEL", options.model});
    inputs.push_back({"--labels", options.labels});
    if (!isRandomData(options.evaluate))
        inputs.push_back({"--evaluate", options.evaluate});
    if (Result<void> checked = checkOutputFiles(outputs, inputs); !checked)
        return checked;
    return options.report.check();
}

/// Without calibration data, which statistics replace and some presets do not need, options that say how to read them
/// would do nothing.
Result<void> checkDataOptionsAreUsed(const QuantizeOptions& options, const Recipe& recipe)
{
    if (const Result<void> used = options.recipe.checkPreprocessIsUsed(recipe, options.evaluate);
        recipe.calibration && !used)
        return used;
    // What lacks data altogether is told so.
    if (recipe.calibration || (recipe.statistics.empty() && recipe.config.needsStatistics()))
        return {};
    for (const std::string& given : options.recipe.givenDataOptions()) {
        if (given == "--preprocess" && !options.evaluate.empty())
            continue;
        return Error{ErrorCode::InvalidArgument,
                     given
                         + (recipe.statistics.empty()
                                ? " has no effect without calibration data, which this preset does not need; leave it "
                                  "out or give --calibration."
                                : " has no effect with --statistics, which replace the calibration data; leave one of "
                                  "them out."),
                     given};
    }
    return {};
}

int quantize(const QuantizeOptions& options, const RuntimeEnvironment& environment)
{
    Result<Recipe> recipe = options.recipe.recipe();
    if (!recipe)
        return reportError(recipe.error());
    if (const Result<void> checked = checkFiles(options, *recipe); !checked)
        return reportError(checked.error());
    if (const Result<void> used = checkDataOptionsAreUsed(options, *recipe); !used)
        return reportError(used.error());
    QuantizeRequest request;
    request.model = options.model;
    request.output = options.output;
    request.recipe = std::move(*recipe);
    request.statistics = request.recipe.statistics;
    Result<CalibrationLimits> limits = options.resources.limits();
    if (!limits)
        return reportError(limits.error());
    request.threads = limits->threads;
    request.memoryBudget = limits->memoryBudget;
    request.cache = std::move(limits->cache);
    request.recipe.allowQuantized = request.recipe.allowQuantized || options.force;
    request.recipe.externalData = request.recipe.externalData || options.externalData;
    request.allowQuantized = request.recipe.allowQuantized;
    request.externalData = request.recipe.externalData;
    for (const NamedFile& file : options.report.files())
        request.alsoWritten.emplace_back(file.path);
    if (!options.evaluate.empty()) {
        Result<DataSpec> data = options.recipe.evaluationData(request.recipe, options.evaluate);
        if (!data)
            return reportError(data.error());
        request.evaluation = EvaluationRequest{std::move(*data), options.labels};
    } else if (request.recipe.evaluation) {
        request.evaluation = request.recipe.evaluation;
        if (!options.labels.empty())
            request.evaluation->labels = options.labels;
    } else if (!options.labels.empty()) {
        return reportError({ErrorCode::InvalidArgument,
                            "--labels needs --evaluate DATA, the samples that they belong to.", "--labels"});
    }
    // The report tells what really ran.
    request.recipe.evaluation = request.evaluation;
    request.recipe.model = request.model;
    request.recipe.output = request.output;
    Console console(options.quiet ? Console::Verbosity::Quiet : Console::Verbosity::Normal);
    const Result<RunReport> report = quantizeWithGates(environment, request, console);
    console.clearLine();
    if (!report)
        return reportError(report.error());
    // The model is written, so its report is too, even if its evaluation failed.
    const Result<std::string> document = options.report.write(reportOf(*report), toJson(*report));
    if (!document)
        return reportError(document.error());
    if (options.json)
        std::printf("%s", document->c_str());
    else
        printRunReport(*report);
    if (report->evaluationError)
        return reportError(*report->evaluationError);
    const Result<void> verdict = gateVerdict(*report);
    return verdict ? 0 : reportError(verdict.error());
}

} // namespace

CommandWork addQuantizeCommand(CLI::App& app, const RuntimeEnvironment& environment)
{
    auto options = std::make_shared<QuantizeOptions>();
    CLI::App* command = app.add_subcommand("quantize", "Calibrate a float model and write its quantized form");
    command->add_option("MODEL", options->model, "Float ONNX model")->required()->type_name("");
    command->add_option("-o,--output", options->output, "Quantized model to write")
        ->required()
        ->type_name("FILE")
        ->check(fileName());
    options->recipe.addTo(*command, RecipeOptions::Scope::Quantize);
    command
        ->add_option("--evaluate", options->evaluate,
                     "Measure the result on these data, read like the calibration data (default: the\n"
                     "recipe's 'evaluation'); a recipe's gates are checked")
        ->type_name("DATA");
    command
        ->add_option("--labels", options->labels,
                     "True classes of the evaluation data: a .tsv or .npy file, or class folders")
        ->type_name("FILE");
    options->resources.addTo(*command);
    options->report.addTo(*command, "Write everything about the run");
    command->add_flag("--external-data", options->externalData, "Store weights in OUTPUT.data (automatic above 2 GiB)");
    command->add_flag("--force", options->force, "Accept a model that holds quantized operators already");
    command->add_flag("--json", options->json, "Print the report as JSON");
    command->add_flag("-q,--quiet", options->quiet, "No progress and no warnings");
    command->footer(kFooter);
    return [options, &environment] { return quantize(*options, environment); };
}

} // namespace quantiscope
