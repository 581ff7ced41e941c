// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/data_options.h"
#include "app/cli/value_checks.h"
#include "core/base/number_text.h"
#include "core/base/printable.h"
#include "core/pipeline/inference_run.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace quantiscope {

namespace {

constexpr const char* kFooter =
    "Files are called after their samples; with several outputs, the output's name is behind it.\n\n"
    "Examples:\n"
    "  qscope infer model.onnx -c test/ --preprocess imagenet -o output_fp32/\n"
    "  qscope infer int8.onnx -c test/ --preprocess imagenet -o output_int8/\n"
    "  qscope evaluate --baseline-results output_fp32 --quantized-results output_int8";

struct InferOptions
{
    InferRequest request;
    std::string model;
    std::string folder;
    DataOptions data;
    bool json = false;
    bool quiet = false;
};

int infer(const InferOptions& options, const RuntimeEnvironment& environment)
{
    InferRequest request = options.request;
    request.model = options.model;
    request.folder = options.folder;
    request.data.preprocess = *builtinPreprocess("unit");
    if (const Result<void> applied = options.data.apply(request.data); !applied)
        return reportError(applied.error());
    if (const Result<void> used = options.data.checkPreprocessIsUsed({&request.data.source, 1}); !used)
        return reportError(used.error());
    std::error_code ec;
    for (const NamedFile& input : options.data.files()) {
        if (!input.path.empty() && std::filesystem::equivalent(input.path, request.folder, ec)) {
            return reportError(
                {ErrorCode::InvalidArgument,
                 "--output and " + input.option + " are the same folder; results would mix with samples.", "--output"});
        }
    }
    Console console(options.quiet ? Console::Verbosity::Quiet : Console::Verbosity::Normal);
    const Result<InferSummary> summary = inferModel(environment, request, console);
    console.clearLine();
    if (!summary)
        return reportError(summary.error());
    if (options.json) {
        const nlohmann::json document{
            {"samples", summary->samples}, {"files", summary->files}, {"outputs", summary->outputs}};
        std::printf("%s\n", document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
    } else {
        std::printf("%s, %s in %s\n", countedText(summary->samples, "sample").c_str(),
                    countedText(summary->files, "file").c_str(), wholePrintable(options.folder).c_str());
    }
    return 0;
}

} // namespace

CommandWork addInferCommand(CLI::App& app, const RuntimeEnvironment& environment)
{
    auto options = std::make_shared<InferOptions>();
    CLI::App* command = app.add_subcommand("infer", "Run a model on data and store its outputs as .npy files");
    command->add_option("MODEL", options->model, "ONNX model, float or quantized")->required()->type_name("");
    command->add_option("-o,--output", options->folder, "Folder to write to, made if need be")
        ->required()
        ->type_name("FOLDER")
        ->check(fileName());
    options->data.addTo(
        *command, "-c,--data",
        "Samples: a folder of pictures, of .npy or of .npz files, a stacked .npy/.npz\nfile, or random[:SEED]");
    command->get_option("--data")->required();
    command
        ->add_option("--outputs", options->request.outputs, "Names of the outputs to write (default: all), with commas")
        ->type_name("NAMES")
        ->delimiter(',');
    command
        ->add_option("--threads", options->request.threads,
                     "Samples that run at the same time (default: one per core); the result is the same")
        ->type_name("N")
        ->check(wholeNumber(0, 1024));
    command->add_flag(
        "--optimized", options->request.optimized,
        "Run with integer kernels and fusions as a CPU deployment does (default: exact Q/DQ\narithmetic)");
    command->add_flag("--json", options->json, "Print the summary as JSON");
    command->add_flag("-q,--quiet", options->quiet, "No progress and no warnings");
    command->footer(kFooter);
    return [options, &environment] { return infer(*options, environment); };
}

} // namespace quantiscope
