// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/data_options.h"
#include "app/cli/evaluation_table.h"
#include "app/cli/output_files.h"
#include "app/cli/value_checks.h"
#include "core/pipeline/quantizer.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace quantiscope {

namespace {

constexpr const char* kFooter =
    "Metrics are of every output: cosine similarity, PSNR = 20 log10((max - min of FP32) / RMSE), L2 distance,\n"
    "RMSE, largest difference, and SSIM where an output looks like a picture; mean and worst over the samples.\n\n"
    "Examples:\n"
    "  qscope evaluate --float model.onnx --quantized int8.onnx -c test/ --preprocess imagenet --labels "
    "test/labels.tsv\n"
    "  qscope evaluate --float model.onnx --quantized int8.onnx -c samples.npz --report compare.json";

struct EvaluateOptions
{
    std::string floatModel;
    std::string quantizedModel;
    DataOptions data;
    std::string labels;
    std::string report;
    int threads = 0;
    bool optimized = false;
    bool json = false;
    bool quiet = false;
};

int evaluateAndPrint(const EvaluateOptions& options, const RuntimeEnvironment& environment)
{
    const NamedFile outputs[] = {{"--report", options.report}};
    std::vector<NamedFile> inputs = options.data.files();
    inputs.push_back({"--float", options.floatModel});
    inputs.push_back({"--quantized", options.quantizedModel});
    inputs.push_back({"--labels", options.labels});
    if (const Result<void> checked = checkOutputFiles(outputs, inputs); !checked)
        return reportError(checked.error());
    EvaluateRequest request;
    request.floatModel = options.floatModel;
    request.quantizedModel = options.quantizedModel;
    request.threads = options.threads;
    request.optimized = options.optimized;
    request.evaluation.labels = options.labels;
    request.evaluation.data.preprocess = *builtinPreprocess("unit");
    if (const Result<void> applied = options.data.apply(request.evaluation.data); !applied)
        return reportError(applied.error());
    Console console(options.quiet ? Console::Verbosity::Quiet : Console::Verbosity::Normal);
    const Result<Evaluation> evaluation = evaluateModels(environment, request, console);
    console.clearLine();
    if (!evaluation)
        return reportError(evaluation.error());
    const Result<std::string> document = writeReport(toJson(*evaluation), options.report);
    if (!document)
        return reportError(document.error());
    if (options.json)
        std::printf("%s", document->c_str());
    else
        std::printf("FP32 against quantized, %llu samples:\n%s", static_cast<unsigned long long>(evaluation->samples),
                    evaluationText(*evaluation).c_str());
    return 0;
}

} // namespace

CommandWork addEvaluateCommand(CLI::App& app, const RuntimeEnvironment& environment)
{
    auto options = std::make_shared<EvaluateOptions>();
    CLI::App* command = app.add_subcommand("evaluate", "Compare a quantized model with its float original on data");
    command->add_option("--float", options->floatModel, "Float ONNX model")->required()->type_name("MODEL");
    command->add_option("--quantized", options->quantizedModel, "Quantized ONNX model")->required()->type_name("MODEL");
    options->data.addTo(
        *command, "-c,--data",
        "Samples: a folder of pictures, of .npy or of .npz files, a stacked .npy/.npz\nfile, or random[:SEED]");
    command->get_option("--data")->required();
    command->add_option("--labels", options->labels, "True classes: a .tsv or .npy file, or class folders")
        ->type_name("FILE");
    command->add_option("--threads", options->threads, "Threads of inference (default: one per core)")
        ->type_name("N")
        ->check(wholeNumber(0, 1024));
    command->add_flag(
        "--optimized", options->optimized,
        "Run with integer kernels and fusions as a CPU deployment does (default: exact Q/DQ\narithmetic)");
    command->add_option("--report", options->report, "Write the metrics as JSON")->type_name("FILE");
    command->add_flag("--json", options->json, "Print the metrics as JSON");
    command->add_flag("-q,--quiet", options->quiet, "No progress and no warnings");
    command->footer(kFooter);
    return [options, &environment] { return evaluateAndPrint(*options, environment); };
}

} // namespace quantiscope
