// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/analysis_options.h"
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/text_table.h"
#include "app/cli/value_checks.h"
#include "core/analysis/weight_findings.h"
#include "core/base/csv_text.h"
#include "core/base/file_io.h"
#include "core/base/number_text.h"
#include "core/base/printable.h"
#include "core/pipeline/layer_analysis.h"
#include "core/pipeline/output_files.h"
#include "core/pipeline/output_shares.h"
#include "core/report/run_details.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace quantiscope {

namespace {

constexpr const char* kFooter =
    "Own error: the quantization of this tensor, or of the layer that makes it, alone, with float values in front.\n"
    "Accumulated error: everything in front is quantized as well. SQNR in dB, mean over the samples.\n"
    "Excess: dB of the own error above the rounding error of 8 bits over the tensor's range.\n"
    "Scale: dB that the scale is wider than all values seen need (18: eight times too wide).\n"
    "SQNR of weights, and what would gain how much of it, counts every channel alike, however small its values.\n\n"
    "Examples:\n"
    "  qscope analyse model.onnx -c calib/ --preprocess imagenet --preset XINT8\n"
    "  qscope analyse model.onnx -r recipe.json --csv layers.csv --report layers.json\n"
    "  qscope analyse model.onnx --quantized int8.onnx -c samples.npz";

struct AnalyseOptions : AnalysisOptions
{
    std::string quantized;
    long long worst = 20;
    bool hasShares = false;
    std::string csv;
    ViewerOptions viewers;
};

constexpr std::size_t kMostFindings = 3;

using Align = TextTable::Align;

std::string decibels(const std::optional<ErrorFigures>& figures)
{
    return figures ? fixedText(figures->sqnr.mean, 1) : "-";
}

std::string tableText(const LayerErrors& errors, std::size_t most)
{
    const bool hasShares = std::any_of(errors.tensors.begin(), errors.tensors.end(),
                                       [](const TensorError& tensor) { return tensor.outputShare.has_value(); });
    std::vector<std::string> header{"#",    "tensor", "made by", "own",        "accumulated",
                                    "drop", "excess", "scale",   "own cosine", "own RMSE"};
    if (hasShares)
        header.emplace_back("share");
    std::vector<Align> align(header.size(), Align::Right);
    align[1] = align[2] = Align::Left;
    TextTable table(std::move(header), std::move(align));
    const std::vector<std::size_t> order = worstFirst(errors, ErrorColumn::Own);
    for (std::size_t rank = 0; rank < std::min(order.size(), most); ++rank) {
        const TensorError& tensor = errors.tensors[order[rank]];
        std::vector<std::string> row{std::to_string(rank + 1),
                                     tensor.tensor,
                                     tensor.opType.empty() ? "input" : tensor.opType,
                                     decibels(tensor.own),
                                     decibels(tensor.accumulated),
                                     tensor.drop ? fixedText(*tensor.drop, 1) : "-",
                                     tensor.excess ? fixedText(*tensor.excess, 1) : "-",
                                     tensor.scaleExcess ? fixedText(*tensor.scaleExcess, 1) : "-",
                                     tensor.own ? fixedText(tensor.own->cosine.mean, 5) : "-",
                                     tensor.own ? fixedText(tensor.own->rmse.mean, 5) : "-"};
        if (hasShares)
            row.push_back(tensor.outputShare ? fixedText(100.0 * *tensor.outputShare, 1) + " %" : "-");
        table.addRow(std::move(row));
    }
    std::string text = table.text();
    if (order.size() > most)
        text += "… and " + std::to_string(order.size() - most) + " more: see --worst, --csv or --json.\n";
    return text;
}

void addFigures(std::string& line, const std::optional<ErrorFigures>& figures)
{
    if (!figures) {
        line += ",,,,,,,,";
        return;
    }
    for (const MetricSummary* summary : {&figures->sqnr, &figures->cosine, &figures->rmse, &figures->maxAbs})
        line += ',' + csvNumber(summary->mean) + ',' + csvNumber(summary->worst);
}

/// A line a tensor in the order of the graph.
std::string csvText(const LayerErrors& errors)
{
    std::string text = "tensor,kind,node,operator";
    for (const char* which : {"own", "accumulated"}) {
        for (const char* metric : {"sqnr", "cosine", "rmse", "max"})
            text += std::string(",") + which + "_" + metric + "_mean," + which + "_" + metric + "_worst";
    }
    text += ",drop,excess,scale_excess,output_share\r\n";
    for (const TensorError& tensor : errors.tensors) {
        text += csvField(tensor.tensor) + ',' + name(tensor.kind) + ',' + csvField(tensor.node) + ','
            + csvField(tensor.opType);
        addFigures(text, tensor.own);
        addFigures(text, tensor.accumulated);
        for (const std::optional<double>& value : {tensor.drop, tensor.excess, tensor.scaleExcess, tensor.outputShare})
            text += ',' + csvNumber(value);
        text += "\r\n";
    }
    return text;
}

/// What is wrong with the weights, but for what was said already.
void printFindings(const WeightAnalysis& weights, const std::string& said)
{
    std::vector<WeightFinding> findings = weightFindings(weights);
    std::erase_if(findings, [&](const WeightFinding& finding) { return finding.sentence == said; });
    if (findings.empty())
        return;
    std::printf("\nWeights, the gravest first:\n");
    for (std::size_t i = 0; i < std::min(findings.size(), kMostFindings); ++i) {
        const std::string node = printable(weights.find(findings[i].weight)->usersNodes().front());
        std::printf("%s", wrappedText("Node '" + node + "': " + findings[i].sentence, 2).c_str());
    }
    if (findings.size() > kMostFindings)
        std::printf("  … and %zu more: see --json.\n", findings.size() - kMostFindings);
}

/// Samples of the tensor in which most of them are not finite, and not for being quantized.
std::uint64_t notFiniteInFloat(const LayerErrors& errors)
{
    std::uint64_t most = 0;
    for (const TensorError& tensor : errors.tensors) {
        if (tensor.own)
            most = std::max(most, tensor.own->notFinite - tensor.own->broken);
    }
    return most;
}

void print(const LayerAnalysis& analysis, std::size_t most)
{
    const LayerErrors& errors = analysis.errors;
    if (errors.tensors.empty()) {
        std::printf("There is no quantized tensor to compare.\n");
    } else {
        std::printf("%s on %s, the one whose own error is most out of proportion first:\n%s",
                    countedText(errors.tensors.size(), "tensor").c_str(), countedText(errors.samples, "sample").c_str(),
                    tableText(errors, most).c_str());
    }
    if (const std::uint64_t lost = notFiniteInFloat(errors); lost > 0) {
        std::printf("\n%s",
                    wrappedText("The float model itself has infinity or NaN in " + std::to_string(lost) + " of "
                                    + countedText(errors.samples, "sample") + ", which do not count there.",
                                0)
                        .c_str());
    }
    if (errors.firstWrong) {
        std::printf("\n%s", wrappedText(errors.firstWrong->sentence, 0).c_str());
        if (!errors.firstWrong->why.empty())
            std::printf("%s", wrappedText(errors.firstWrong->why, 0).c_str());
    } else if (errors.lowest) {
        std::printf("\n%s", wrappedText(errors.lowest->sentence, 0).c_str());
    }
    if (analysis.weights)
        printFindings(*analysis.weights, errors.firstWrong ? errors.firstWrong->why : std::string());
    if (errors.notCompared.empty())
        return;
    std::string names;
    for (const std::string& value : errors.notCompared)
        names += (names.empty() ? "" : ", ") + wholePrintable(value);
    std::printf(
        "\n%s",
        wrappedText("Not compared, because the float model has no tensor of the name: " + names + ".", 0).c_str());
}

struct Found
{
    LayerAnalysis analysis;
    AnalysisReport report;
    bool isComplete = true; ///< nothing that was asked for was cancelled
};

Found foundIn(LayerAnalysis analysis, AnalysisReport about)
{
    about.layers = analysis.errors;
    about.weights = analysis.weights;
    return {std::move(analysis), std::move(about)};
}

nlohmann::json documentOf(const Found& found)
{
    nlohmann::json document = toJson(found.analysis);
    if (!found.isComplete)
        document["isComplete"] = false;
    return document;
}

Result<Found> compareFiles(const AnalyseOptions& options, const AnalysisRequest& analysis,
                           const RuntimeEnvironment& environment, Feedback& feedback)
{
    LayerComparisonRequest request;
    request.floatModel = options.model;
    request.quantizedModel = options.quantized;
    request.threads = analysis.threads;
    if (analysis.evaluation)
        request.data = analysis.evaluation->data;
    else if (analysis.recipe.calibration)
        request.data = *analysis.recipe.calibration;
    else
        return Error{ErrorCode::InvalidArgument, "Give samples: --calibration or --evaluate.", "--calibration"};
    request.data.most = analysis.samples;
    Result<LayerAnalysis> found = compareLayers(environment, request, feedback);
    if (!found)
        return found.error();
    return foundIn(std::move(*found), reportOf(request.floatModel, request.quantizedModel, request.data.source));
}

Result<Found> analyseRecipe(const AnalyseOptions& options, const AnalysisRequest& request,
                            const RuntimeEnvironment& environment, Feedback& feedback)
{
    const auto session = AnalysisSession::open(environment, request, feedback);
    if (!session)
        return session.error();
    const Result<QuantizedVariant> variant = (*session)->quantize(request.recipe.config, feedback);
    if (!variant)
        return variant.error();
    Result<LayerAnalysis> found = analyseLayers(**session, *variant, feedback);
    if (!found)
        return found.error();
    if (options.hasShares) {
        const Result<void> measured = measureOutputShares(**session, found->errors, feedback);
        if (!measured && measured.error().code != ErrorCode::Canceled)
            return measured.error();
        if (!measured) {
            feedback.warn("Cancelled before the shares of the final error were known: the table is without them.");
            Found known = foundIn(std::move(*found), reportOf(request));
            known.report.facts.emplace_back("shares", "cancelled before they were known");
            known.isComplete = false;
            return known;
        }
    }
    return foundIn(std::move(*found), reportOf(request));
}

Result<AnalysisRequest> requestOf(const AnalyseOptions& options)
{
    std::vector<NamedFile> outputs = options.viewers.files();
    outputs.push_back({"--csv", options.csv});
    return options.request(std::move(outputs), {{"--quantized", options.quantized}});
}

int analyse(const AnalyseOptions& options, const RuntimeEnvironment& environment)
{
    const Result<AnalysisRequest> request = requestOf(options);
    if (!request)
        return reportError(request.error());
    Console console(options.quiet ? Console::Verbosity::Quiet : Console::Verbosity::Normal);
    const Result<Found> found = options.quantized.empty() ? analyseRecipe(options, *request, environment, console)
                                                          : compareFiles(options, *request, environment, console);
    console.clearLine();
    if (!found)
        return reportError(found.error());
    const Result<std::string> document = options.report.write(found->report, documentOf(*found));
    if (!document)
        return reportError(document.error());
    if (const auto written = options.viewers.write(found->report, options.model); !written)
        return reportError(written.error());
    if (!options.csv.empty()) {
        const Result<void> written = writeTextFileAtomically(options.csv, csvText(found->analysis.errors));
        if (!written)
            return reportError(written.error());
    }
    if (options.json)
        std::printf("%s", document->c_str());
    else
        print(found->analysis, static_cast<std::size_t>(options.worst));
    return found->isComplete ? 0 : exitStatus(ErrorCode::Canceled);
}

} // namespace

CommandWork addAnalyseCommand(CLI::App& app, const RuntimeEnvironment& environment)
{
    auto options = std::make_shared<AnalyseOptions>();
    CLI::App* command = app.add_subcommand(
        "analyse", "Find where quantization costs accuracy: own and accumulated error of every tensor");
    options->addInputs(*command, AnalysisOptions::Labels::None);
    command
        ->add_option("--quantized", options->quantized,
                     "Look at this quantized model, made of MODEL by any tool, instead of quantizing")
        ->type_name("MODEL");
    command->add_option("--worst", options->worst, "Rows of the table (default 20)")
        ->type_name("N")
        ->check(wholeNumber(1, 1000000000));
    command
        ->add_flag("--share", options->hasShares,
                   "Measure what share of the final error each layer has, by quantizing it alone on one\nsample")
        ->excludes("--quantized");
    command->add_option("--csv", options->csv, "Write every tensor as CSV, in the order of the graph")
        ->type_name("FILE");
    options->viewers.addTo(*command, ViewerOptions::Numbers::Errors);
    options->addOutputs(*command);
    command->footer(kFooter);
    return [options, &environment] { return analyse(*options, environment); };
}

} // namespace quantiscope
