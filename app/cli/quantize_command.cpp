// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/evaluation_table.h"
#include "app/cli/output_files.h"
#include "app/cli/recipe_options.h"
#include "app/cli/run_text.h"
#include "app/cli/text_table.h"
#include "app/cli/value_checks.h"
#include "core/base/printable.h"
#include "core/pipeline/gated_run.h"

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
    std::string statistics;
    std::string evaluate;
    std::string labels;
    std::string report;
    int threads = 0;
    bool force = false;
    bool externalData = false;
    bool json = false;
    bool quiet = false;
};

std::string difference(std::size_t before, std::size_t after)
{
    if (before == after)
        return {};
    return before < after ? "+" + std::to_string(after - before) : "-" + std::to_string(before - after);
}

} // namespace

void printRunReport(const RunReport& report)
{
    using Align = TextTable::Align;
    std::size_t activations = 0;
    std::size_t weights = 0;
    std::size_t biases = 0;
    for (const QuantizedTensor& tensor : report.tensors) {
        activations += tensor.role == QuantizedTensor::Role::Activation;
        biases += tensor.role == QuantizedTensor::Role::Bias;
        weights += tensor.role == QuantizedTensor::Role::Weight || tensor.role == QuantizedTensor::Role::Constant;
    }
    std::printf("%s  %s  %s\n\n", wholePrintable(report.modelPath).c_str(), "->",
                wholePrintable(report.outputPath).c_str());
    std::printf("  preset      %s, method %s\n", report.recipe.config.preset.c_str(),
                methodName(report.recipe.config.calibration.method));
    std::printf("  samples     %llu\n", static_cast<unsigned long long>(report.samples));
    std::printf("  quantized   %zu activations, %zu weights and constants, %zu biases (%zu of %zu nodes)\n",
                activations, weights, biases, report.selectedNodes, report.preparedNodes);
    for (const RuleMatch& match : report.exclusions)
        std::printf("  float       %s: %zu node%s\n", wholePrintable(describe(match.rule)).c_str(), match.nodes.size(),
                    match.nodes.size() == 1 ? "" : "s");
    for (const RuleMatch& match : report.layers)
        std::printf("  layers      %s: %zu node%s\n", wholePrintable(describe(match.rule)).c_str(), match.nodes.size(),
                    match.nodes.size() == 1 ? "" : "s");
    std::printf("  weights     %s -> %s\n", bytesText(report.floatWeightBytes).c_str(),
                bytesText(report.quantizedWeightBytes).c_str());
    std::printf("  opset       %d\n\n", report.opset);

    TextTable operators({"operator", "float", "quantized", ""},
                        {Align::Left, Align::Right, Align::Right, Align::Right});
    OperatorCounts all = report.floatOperators;
    all.insert(report.quantizedOperators.begin(), report.quantizedOperators.end());
    for (const auto& [type, ignored] : all) {
        const auto count = [&type](const OperatorCounts& counts) {
            const auto at = counts.find(type);
            return at == counts.end() ? std::size_t(0) : at->second;
        };
        const std::size_t before = count(report.floatOperators);
        const std::size_t after = count(report.quantizedOperators);
        operators.addRow({type, std::to_string(before), std::to_string(after), difference(before, after)});
    }
    std::printf("%s\n", operators.text(2).c_str());

    TextTable stages({"stage", "time", "peak memory"}, {Align::Left, Align::Right, Align::Right});
    for (const StageRecord& stage : report.stages)
        stages.addRow({stage.name, secondsText(stage.seconds), bytesText(stage.peakMemory)});
    std::printf("%s\n", stages.text(2).c_str());

    if (report.evaluation)
        std::printf("FP32 against quantized, %llu samples of the evaluation data:\n%s",
                    static_cast<unsigned long long>(report.evaluation->samples),
                    evaluationText(*report.evaluation).c_str());
    else if (report.check)
        std::printf("FP32 against quantized, %llu of the calibration samples:\n%s",
                    static_cast<unsigned long long>(report.check->samples), evaluationText(*report.check).c_str());
    if (!report.gates.empty())
        std::printf("\n%s", gateText(report.gates).c_str());
}

namespace {

Result<void> checkFiles(const QuantizeOptions& options, const Recipe& recipe)
{
    const NamedFile outputs[] = {{"--output", options.output}, {"--report", options.report}};
    std::vector<NamedFile> inputs = options.recipe.files(recipe);
    inputs.push_back({"MODEL", options.model});
    inputs.push_back({"--statistics", options.statistics});
    inputs.push_back({"--labels", options.labels});
    if (!isRandomData(options.evaluate))
        inputs.push_back({"--evaluate", options.evaluate});
    return checkOutputFiles(outputs, inputs);
}

/// Statistics replace the calibration data: options that say how to read those would do nothing.
Result<void> checkDataOptionsAreUsed(const QuantizeOptions& options, const Recipe& recipe)
{
    if (options.statistics.empty() || recipe.calibration)
        return {};
    for (const std::string& given : options.recipe.givenDataOptions()) {
        if (given == "--preprocess" && !options.evaluate.empty())
            continue;
        return Error{ErrorCode::InvalidArgument,
                     given
                         + " has no effect with --statistics, which replace the calibration data; leave one of them "
                           "out.",
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
    request.statistics = options.statistics;
    request.threads = options.threads;
    request.allowQuantized = options.force;
    request.externalData = options.externalData;
    if (!options.report.empty())
        request.alsoWritten = {options.report};
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
    const Result<std::string> document = writeReport(toJson(*report), options.report);
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
    command->add_option("--statistics", options->statistics, "Statistics of 'qscope calibrate', instead of calibrating")
        ->type_name("FILE");
    command
        ->add_option("--evaluate", options->evaluate,
                     "Measure the result on these data, read like the calibration data (default: the\n"
                     "recipe's 'evaluation'). Gates of a recipe are checked: exit status 4 if one is not met")
        ->type_name("DATA");
    command
        ->add_option("--labels", options->labels,
                     "True classes of the evaluation data: a .tsv or .npy file, or class folders")
        ->type_name("FILE");
    command
        ->add_option("--threads", options->threads,
                     "Threads of inference (default: one per core); the result is the same")
        ->type_name("N")
        ->check(wholeNumber(0, 1024));
    command->add_option("--report", options->report, "Write everything about the run as JSON")->type_name("FILE");
    command->add_flag("--external-data", options->externalData, "Store weights in OUTPUT.data (automatic above 2 GiB)");
    command->add_flag("--force", options->force, "Accept a model that holds quantized operators already");
    command->add_flag("--json", options->json, "Print the report as JSON");
    command->add_flag("-q,--quiet", options->quiet, "No progress and no warnings");
    command->footer(kFooter);
    return [options, &environment] { return quantize(*options, environment); };
}

} // namespace quantiscope
