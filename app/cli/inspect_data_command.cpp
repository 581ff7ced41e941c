// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/data_options.h"
#include "app/cli/text_table.h"
#include "app/cli/value_checks.h"
#include "core/base/printable.h"
#include "core/data/data_inspection.h"
#include "core/data/data_inspection_json.h"
#include "core/graph/graph.h"
#include "core/model/model.h"
#include "core/pipeline/input_expectation.h"
#include "core/pipeline/recipe.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace quantiscope {

namespace {

constexpr const char* kFooter =
    "Looks for too few samples, duplicates, frames of films, blurred or unreadable pictures, unbalanced\n"
    "classes, and values or a layout that the model was likely not made for.\n\n"
    "Examples:\n"
    "  qscope inspect-data model.onnx -c pictures/ --preprocess imagenet\n"
    "  qscope inspect-data model.onnx -c pictures/ --labels labels.tsv --strict\n"
    "  qscope inspect-data model.onnx -r recipe.json --json";

constexpr std::size_t kMostNames = 4; ///< of samples, behind a finding

struct InspectDataOptions
{
    std::string model;
    std::string recipe;
    std::string labels;
    DataOptions data;
    int threads = 0;
    bool strict = false;
    bool json = false;
    bool quiet = false;
};

Result<InspectionRequest> requestOf(const InspectDataOptions& options, Feedback& feedback)
{
    InspectionRequest request;
    request.data.preprocess = *builtinPreprocess("unit");
    if (!options.recipe.empty()) {
        Result<Recipe> recipe = loadRecipe(options.recipe);
        if (!recipe)
            return recipe.error();
        if (recipe->calibration)
            request.data = std::move(*recipe->calibration);
    }
    if (const Result<void> applied = options.data.apply(request.data); !applied)
        return applied.error();
    if (request.data.source.empty()) {
        return Error{ErrorCode::InvalidArgument, "No data is given: use --data, or --recipe with calibration data.",
                     "--data"};
    }
    if (const Result<void> used = options.data.checkPreprocessIsUsed({&request.data.source, 1}); !used)
        return used.error();
    const Result<Model> model = Model::load(options.model, {.allowQuantized = true}, feedback);
    if (!model)
        return model.error();
    request.inputs = model->inputs();
    request.expected = inputExpectations(Graph(*model));
    request.labels = options.labels;
    request.threads = options.threads;
    return request;
}

void printInputs(const DataInspection& inspection)
{
    using Align = TextTable::Align;
    TextTable table({"input", "model expects", "fed", "min", "max", "mean", "std"},
                    {Align::Left, Align::Left, Align::Left, Align::Right, Align::Right, Align::Right, Align::Right});
    for (const InputFacts& facts : inspection.inputs) {
        TensorSpec fed;
        fed.type = facts.type;
        fed.shape = facts.shape;
        table.addRow({facts.expected.name, describe(facts.expected),
                      describe(fed) + (facts.shapesDiffer ? " and others" : ""), fixedText(facts.lowest, 4),
                      fixedText(facts.highest, 4), fixedText(facts.mean, 4), fixedText(facts.deviation, 4)});
    }
    std::printf("%s", table.text(2).c_str());
}

void printFinding(const DataInspection& inspection, const Finding& finding)
{
    const FindingText text = findingText(finding);
    const char* word = finding.severity == FindingSeverity::Warning ? "warning" : "note   ";
    std::printf("\n  %s  %s\n", word, wholePrintable(text.message).c_str());
    std::printf("           %s\n", text.advice.c_str());
    for (std::size_t i = 0; i < std::min(finding.samples.size(), kMostNames); ++i)
        std::printf("           %s\n", wholePrintable(inspection.samples[finding.samples[i]].name).c_str());
    if (finding.samples.size() > kMostNames)
        std::printf("           and %zu more (--json lists them)\n", finding.samples.size() - kMostNames);
}

void printText(const DataInspection& inspection)
{
    const std::size_t samples = inspection.samples.size(), warnings = inspection.warnings();
    std::printf("%s, %s\n\n", countedText(samples, "sample").c_str(), countedText(warnings, "warning").c_str());
    printInputs(inspection);
    for (const Finding& finding : inspection.findings)
        printFinding(inspection, finding);
}

int inspectDataOf(const InspectDataOptions& options)
{
    Console console(options.quiet ? Console::Verbosity::Quiet : Console::Verbosity::Normal);
    const Result<InspectionRequest> request = requestOf(options, console);
    if (!request)
        return reportError(request.error());
    const Result<DataInspection> inspection = inspectData(*request, console);
    console.clearLine();
    if (!inspection)
        return reportError(inspection.error());
    if (options.json)
        std::printf("%s\n", toJson(*inspection).dump(2, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
    else
        printText(*inspection);
    return options.strict && inspection->warnings() > 0 ? exitStatus(ErrorCode::GateFailed) : 0;
}

} // namespace

CommandWork addInspectDataCommand(CLI::App& app)
{
    auto options = std::make_shared<InspectDataOptions>();
    CLI::App* command = app.add_subcommand("inspect-data", "Judge calibration data by the guidelines for it");
    command->add_option("MODEL", options->model, "ONNX model that is to be fed")->required()->type_name("");
    options->data.addTo(
        *command, "-c,--data",
        "Samples: a folder of pictures, of .npy or of .npz files, a stacked .npy/.npz\nfile, or random[:SEED]");
    command->add_option("-r,--recipe", options->recipe, "Take data, preprocessing and left out samples from a recipe")
        ->type_name("FILE");
    command->add_option("--labels", options->labels, "True classes: a .tsv or .npy file, or class folders")
        ->type_name("FILE|FOLDER");
    command
        ->add_option("--threads", options->threads,
                     "Samples that are read at the same time (default: one per core); the result is the same")
        ->type_name("N")
        ->check(wholeNumber(0, 1024));
    command->add_flag("--strict", options->strict, "End with status 4 when there are warnings");
    command->add_flag("--json", options->json, "Print everything, facts of each sample included, as JSON");
    command->add_flag("-q,--quiet", options->quiet, "No progress and no warnings on standard error");
    command->footer(kFooter);
    return [options] { return inspectDataOf(*options); };
}

} // namespace quantiscope
