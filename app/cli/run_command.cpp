// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/recipe_options.h"
#include "app/cli/report_options.h"
#include "app/cli/resource_options.h"
#include "app/cli/run_text.h"
#include "core/base/file_io.h"
#include "core/pipeline/gated_run.h"
#include "core/pipeline/junit_report.h"
#include "core/pipeline/output_files.h"
#include "core/report/run_details.h"

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace quantiscope {

namespace {

constexpr const char* kFooter =
    "A recipe that runs has the members model and output, calibration data, and mostly evaluation and gates.\n"
    "A gate is [OUTPUT:]METRIC[.worst]>=NUMBER or <=NUMBER, of cosine, psnr, sqnr, l2, rmse, maxAbs, ssim (mean over\n"
    "the samples, every output unless one is named), top1Drop and top5Drop (points of accuracy lost; they need "
    "labels)\n"
    "and top1Agreement (0 to 1).\n\n"
    "Examples:\n"
    "  qscope run recipe.json\n"
    "  qscope run recipe.json --gate 'cosine>=0.99' --gate 'top1Drop<=1' --junit gates.xml --report run.json\n"
    "  qscope run recipe.json --gate 'boxes:psnr.worst>=30'";

struct RunOptions
{
    std::string recipe;
    std::vector<std::string> gates;
    std::string junit;
    ReportOptions report;
    ResourceOptions resources;
    bool json = false;
    bool quiet = false;
};

Result<QuantizeRequest> requestOf(const RunOptions& options)
{
    Result<Recipe> recipe = loadRecipe(options.recipe);
    if (!recipe)
        return recipe.error();
    for (const auto& [member, path] : {std::pair{"model", &recipe->model}, {"output", &recipe->output}}) {
        if (path->empty()) {
            return Error{ErrorCode::ConfigRefused,
                         "Recipe '" + options.recipe + "' has no \"" + member
                             + "\", so it cannot run by itself; add it, or use 'qscope quantize -r'.",
                         member};
        }
    }
    if (recipe->config.needsStatistics() && recipe->statistics.empty() && !calibrationData(*recipe)) {
        return Error{ErrorCode::ConfigRefused,
                     "Recipe '" + options.recipe
                         + "' has no calibration data, so it cannot run by itself; add \"calibration\": {\"data\": …}, "
                           "or use 'qscope quantize -r'.",
                     "calibration.data"};
    }
    for (const std::string& text : options.gates) {
        Result<Gate> gate = gateFromText(text);
        if (!gate)
            return gate.error();
        recipe->gates.push_back(std::move(*gate));
        sortGates(recipe->gates);
    }
    QuantizeRequest request;
    request.model = recipe->model;
    request.output = recipe->output;
    request.statistics = recipe->statistics;
    request.evaluation = recipe->evaluation;
    request.allowQuantized = recipe->allowQuantized;
    request.externalData = recipe->externalData;
    Result<CalibrationLimits> limits = options.resources.limits();
    if (!limits)
        return limits.error();
    request.threads = limits->threads;
    request.memoryBudget = limits->memoryBudget;
    request.cache = std::move(limits->cache);
    for (const NamedFile& file : options.report.files())
        request.alsoWritten.emplace_back(file.path);
    if (!options.junit.empty())
        request.alsoWritten.emplace_back(options.junit);
    request.recipe = std::move(*recipe);
    return request;
}

/// What can be told of the reports before the recipe is read. They are written whatever comes of it, so nothing else
/// may be lost by a slip: an existing file that is to become JUnit's has to be one.
Result<void> checkReports(const RunOptions& options)
{
    std::vector<NamedFile> outputs = options.report.files();
    outputs.push_back({"--junit", options.junit});
    const NamedFile inputs[] = {{"the command", options.recipe}};
    if (const Result<void> checked = checkOutputFiles(outputs, inputs); !checked)
        return checked;
    std::error_code ec;
    if (options.junit.empty() || !std::filesystem::is_regular_file(options.junit, ec)
        || std::filesystem::file_size(options.junit, ec) == 0)
        return {};
    const Result<std::string> text = readTextFile(options.junit, ErrorCode::InvalidArgument);
    if (text && isJunitText(*text))
        return {};
    return Error{ErrorCode::InvalidArgument,
                 "--junit would overwrite '" + options.junit + "', which is no JUnit file; give another file.",
                 "--junit"};
}

/// What the recipe reads and writes against the files that are written.
struct FileChecks
{
    Result<void> all;
    Result<void> junit; ///< whether JUnit's file may be written, whatever else is wrong
};

FileChecks checkFiles(const RunOptions& options, const QuantizeRequest& request)
{
    const NamedFile model{"the recipe's output", request.output.string(), NamedFile::Role::Model};
    const NamedFile junit{"--junit", options.junit};
    // JUnit's file before the report, so that a mistake in the report hides none in it.
    std::vector<NamedFile> outputs = options.report.files();
    outputs.insert(outputs.begin(), {model, junit});
    std::vector<NamedFile> inputs = filesOf(request.recipe);
    inputs.push_back({"the command", options.recipe});
    inputs.push_back({"the recipe", request.model.string()});
    FileChecks checks{checkOutputFiles(outputs, inputs), checkOutputFiles({&junit, 1}, inputs)};
    if (!checks.all && checks.all.error().subject == junit.option)
        checks.junit = checks.all;
    return checks;
}

Result<RunReport> quantized(const RunOptions& options, const RuntimeEnvironment& environment,
                            Result<QuantizeRequest> request)
{
    if (!request)
        return request.error();
    Console console(options.quiet ? Console::Verbosity::Quiet : Console::Verbosity::Normal);
    Result<RunReport> report = quantizeWithGates(environment, std::move(*request), console);
    console.clearLine();
    return report;
}

int run(const RunOptions& options, const RuntimeEnvironment& environment)
{
    if (const Result<void> checked = checkReports(options); !checked)
        return reportError(checked.error());
    Result<QuantizeRequest> request = requestOf(options);
    if (const Result<void> named = options.report.check(); !named)
        request = named.error();
    if (request) {
        const FileChecks checks = checkFiles(options, *request);
        if (!checks.junit)
            return reportError(checks.junit.error());
        if (!checks.all)
            request = checks.all.error();
    }
    // From here on, whatever fails is worth a line in the JUnit file.
    const Result<RunReport> result = quantized(options, environment, std::move(request));
    const RunReport report = result ? *result : RunReport();
    const Error* failure = !result ? &result.error() : report.evaluationError ? &*report.evaluationError : nullptr;
    if (!options.junit.empty()) {
        const Result<void> written = writeTextFileAtomically(options.junit, junitText(options.recipe, report, failure));
        if (!written)
            return reportError(failure ? *failure : written.error());
    }
    if (!result)
        return reportError(*failure);
    const Result<std::string> document = options.report.write(reportOf(report), toJson(report));
    if (!document)
        return reportError(document.error());
    if (options.json)
        std::printf("%s", document->c_str());
    else
        printRunReport(report);
    if (failure)
        return reportError(*failure);
    const Result<void> verdict = gateVerdict(report);
    return verdict ? 0 : reportError(verdict.error());
}

} // namespace

CommandWork addRunCommand(CLI::App& app, const RuntimeEnvironment& environment)
{
    auto options = std::make_shared<RunOptions>();
    CLI::App* command = app.add_subcommand("run", "Quantize and evaluate as a recipe says, and check its gates");
    command->add_option("RECIPE", options->recipe, "Recipe file with the members model and output")
        ->required()
        ->type_name("");
    command->add_option("--gate", options->gates, "One more condition; exit status 4 if it is not met")
        ->type_name("EXPR")
        ->allow_extra_args(false);
    command->add_option("--junit", options->junit, "Write the run and its gates as JUnit XML")->type_name("FILE");
    options->report.addTo(*command, "Write everything about the run");
    options->resources.addTo(*command);
    command->add_flag("--json", options->json, "Print the report as JSON");
    command->add_flag("-q,--quiet", options->quiet, "No progress and no warnings");
    command->footer(kFooter);
    return [options, &environment] { return run(*options, environment); };
}

} // namespace quantiscope
