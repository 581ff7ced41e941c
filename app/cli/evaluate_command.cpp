// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/data_options.h"
#include "app/cli/evaluation_table.h"
#include "app/cli/report_options.h"
#include "app/cli/text_table.h"
#include "app/cli/value_checks.h"
#include "core/analysis/evaluation_json.h"
#include "core/analysis/folder_comparison.h"
#include "core/base/file_io.h"
#include "core/pipeline/output_files.h"
#include "core/pipeline/quantizer.h"
#include "core/report/evaluation_tables.h"
#include "core/report/run_details.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace quantiscope {

namespace {

constexpr const char* kFooter =
    "Metrics are of every output: cosine similarity, PSNR = 20 log10((max - min of FP32) / RMSE), L2 distance,\n"
    "RMSE, largest difference, and SSIM where an output looks like a picture; mean and worst over the samples.\n"
    "Of stored results (.npy or pictures; one file a sample, the same names in both folders): cosine similarity, L2\n"
    "distance, PSNR = 20 log10(max of the baseline / RMSE), SSIM.\n\n"
    "Examples:\n"
    "  qscope evaluate --float model.onnx --quantized int8.onnx -c test/ --preprocess imagenet --labels "
    "test/labels.tsv\n"
    "  qscope evaluate --float model.onnx --quantized int8.onnx -c samples.npz --report compare.json\n"
    "  qscope evaluate --float model.onnx --quantized int8.onnx -c pictures/ --part 'scores=output[..., 4:]'\n"
    "  qscope evaluate --baseline-results output_fp32 --quantized-results output_int8";

struct EvaluateOptions
{
    std::string floatModel;
    std::string quantizedModel;
    std::string baselineResults;
    std::string quantizedResults;
    DataOptions data;
    std::string labels;
    std::vector<std::string> parts;
    std::string samplesCsv;
    ReportOptions report;
    int threads = 0;
    bool optimized = false;
    bool json = false;
    bool quiet = false;
};

std::string line(const char* label, const std::optional<double>& value, int digits)
{
    return std::string(label) + ": " + (value ? fixedText(*value, digits) : "n/a") + "\n";
}

/// The eight lines that scripts around the reference's tool read.
std::string comparisonText(const FolderComparison& comparison)
{
    const auto part = [](const std::optional<MetricSummary>& summary, double MetricSummary::*member) {
        return summary ? std::optional((*summary).*member) : std::nullopt;
    };
    return line("Mean cos similarity", comparison.cosine.mean, 4)
        + line("Min cos similarity", comparison.cosine.worst, 4) + line("Mean l2 distance", comparison.l2.mean, 4)
        + line("Max l2 distance", comparison.l2.worst, 4)
        + line("Mean psnr", part(comparison.psnr, &MetricSummary::mean), 2)
        + line("Min psnr", part(comparison.psnr, &MetricSummary::worst), 2)
        + line("Mean ssim", part(comparison.ssim, &MetricSummary::mean), 4)
        + line("Min ssim", part(comparison.ssim, &MetricSummary::worst), 4);
}

int compareResults(const EvaluateOptions& options)
{
    const std::vector<NamedFile> outputs = options.report.files();
    const NamedFile inputs[] = {{"--baseline-results", options.baselineResults},
                                {"--quantized-results", options.quantizedResults}};
    if (const Result<void> checked = checkOutputFiles(outputs, inputs); !checked)
        return reportError(checked.error());
    if (const Result<void> named = options.report.check(); !named)
        return reportError(named.error());
    Console console(options.quiet ? Console::Verbosity::Quiet : Console::Verbosity::Normal);
    const Result<FolderComparison> comparison =
        compareFolders(options.baselineResults, options.quantizedResults, console);
    console.clearLine();
    if (!comparison)
        return reportError(comparison.error());
    for (const SkippedFile& file : comparison->skipped)
        console.warn(file.reason + " It is left out.");
    AnalysisReport report = reportOf(options.baselineResults, options.quantizedResults, "stored results");
    report.first = tablesOf(*comparison);
    const Result<std::string> document = options.report.write(report, toJson(*comparison));
    if (!document)
        return reportError(document.error());
    std::printf("%s", options.json ? document->c_str() : comparisonText(*comparison).c_str());
    return 0;
}

/// What a command line with some of the options lacks or has too much; models and stored results exclude each other.
Result<void> checkMode(const EvaluateOptions& options)
{
    const auto refused = [](std::string message) {
        return Error{ErrorCode::InvalidArgument, std::move(message), "evaluate"};
    };
    const bool hasResults = !options.baselineResults.empty() || !options.quantizedResults.empty();
    if (!hasResults) {
        if (options.floatModel.empty() || options.quantizedModel.empty() || !options.data.hasSource())
            return refused("Give --float, --quantized and --data, or --baseline-results and --quantized-results.");
        return {};
    }
    if (options.baselineResults.empty() || options.quantizedResults.empty())
        return refused("--baseline-results and --quantized-results belong together; give both.");
    if (!options.floatModel.empty() || !options.quantizedModel.empty() || options.data.hasSource()
        || !options.data.givenOptions().empty() || !options.labels.empty() || options.optimized || options.threads != 0
        || !options.parts.empty() || !options.samplesCsv.empty()) {
        return refused("Stored results are compared as they are: with --baseline-results and --quantized-results only "
                       "--report, --json and --quiet can be given.");
    }
    return {};
}

int evaluateAndPrint(const EvaluateOptions& options, const RuntimeEnvironment& environment)
{
    if (const Result<void> checked = checkMode(options); !checked)
        return reportError(checked.error());
    if (!options.baselineResults.empty())
        return compareResults(options);
    std::vector<NamedFile> outputs = options.report.files();
    outputs.push_back({"--samples-csv", options.samplesCsv});
    std::vector<NamedFile> inputs = options.data.files();
    inputs.push_back({"--float", options.floatModel});
    inputs.push_back({"--quantized", options.quantizedModel});
    inputs.push_back({"--labels", options.labels});
    if (const Result<void> checked = checkOutputFiles(outputs, inputs); !checked)
        return reportError(checked.error());
    if (const Result<void> named = options.report.check(); !named)
        return reportError(named.error());
    EvaluateRequest request;
    request.floatModel = options.floatModel;
    request.quantizedModel = options.quantizedModel;
    request.threads = options.threads;
    request.optimized = options.optimized;
    request.evaluation.labels = options.labels;
    request.evaluation.data.preprocess = *builtinPreprocess("unit");
    if (const Result<void> applied = options.data.apply(request.evaluation.data); !applied)
        return reportError(applied.error());
    for (const std::string& text : options.parts) {
        Result<OutputPart> part = partFromAssignment(text);
        if (!part)
            return reportError(part.error());
        request.parts.push_back(std::move(*part));
    }
    if (const Result<void> used = options.data.checkPreprocessIsUsed({&request.evaluation.data.source, 1}); !used)
        return reportError(used.error());
    Console console(options.quiet ? Console::Verbosity::Quiet : Console::Verbosity::Normal);
    const Result<Evaluation> evaluation = evaluateModels(environment, request, console);
    console.clearLine();
    if (!evaluation)
        return reportError(evaluation.error());
    AnalysisReport report = reportOf(options.floatModel, options.quantizedModel, request.evaluation.data.source);
    report.evaluation = *evaluation;
    const Result<std::string> document = options.report.write(report, toJson(*evaluation));
    if (!document)
        return reportError(document.error());
    if (!options.samplesCsv.empty()) {
        if (evaluation->perSample.size() < evaluation->samples)
            console.warn("Only the first " + countedText(evaluation->perSample.size(), "sample") + " can be found in '"
                         + options.samplesCsv + "'.");
        const Result<void> written = writeTextFileAtomically(options.samplesCsv, samplesCsv(*evaluation));
        if (!written)
            return reportError(written.error());
    }
    if (options.json)
        std::printf("%s", document->c_str());
    else
        std::printf("FP32 against quantized, %s:\n%s", countedText(evaluation->samples, "sample").c_str(),
                    evaluationText(*evaluation).c_str());
    return 0;
}

} // namespace

CommandWork addEvaluateCommand(CLI::App& app, const RuntimeEnvironment& environment)
{
    auto options = std::make_shared<EvaluateOptions>();
    CLI::App* command =
        app.add_subcommand("evaluate", "Compare a quantized model with its float original on data, or stored results");
    command->add_option("--float", options->floatModel, "Float ONNX model")->type_name("MODEL");
    command->add_option("--quantized", options->quantizedModel, "Quantized ONNX model")->type_name("MODEL");
    options->data.addTo(
        *command, "-c,--data",
        "Samples: a folder of pictures, of .npy or of .npz files, a stacked .npy/.npz\nfile, or random[:SEED]");
    command->add_option("--baseline-results", options->baselineResults, "Stored results of the float model")
        ->type_name("FOLDER");
    command->add_option("--quantized-results", options->quantizedResults, "Stored results of the quantized model")
        ->type_name("FOLDER");
    command->add_option("--labels", options->labels, "True classes: a .tsv or .npy file, or class folders")
        ->type_name("FILE");
    command
        ->add_option(
            "--part", options->parts,
            "Measure a slice of an output on its own, too: NAME=OUTPUT[SELECTION, …] as\nNumPy selects, such as "
            "'scores=output[..., 4:]'; may be given again")
        ->type_name("NAME=SLICE")
        ->allow_extra_args(false);
    command->add_option("--samples-csv", options->samplesCsv, "Write the metrics of every sample as a table")
        ->type_name("FILE");
    command->add_option("--threads", options->threads, "Threads of inference (default: one per core)")
        ->type_name("N")
        ->check(wholeNumber(0, 1024));
    command->add_flag(
        "--optimized", options->optimized,
        "Run with integer kernels and fusions as a CPU deployment does (default: exact Q/DQ\narithmetic)");
    options->report.addTo(*command, "Write what was found");
    command->add_flag("--json", options->json, "Print the metrics as JSON");
    command->add_flag("-q,--quiet", options->quiet, "No progress and no warnings");
    command->footer(kFooter);
    return [options, &environment] { return evaluateAndPrint(*options, environment); };
}

} // namespace quantiscope
