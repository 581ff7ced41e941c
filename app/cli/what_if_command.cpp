// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/analysis_options.h"
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/recipe_options.h"
#include "app/cli/report_options.h"
#include "app/cli/resource_options.h"
#include "app/cli/text_table.h"
#include "app/cli/value_checks.h"
#include "core/analysis/evaluation_json.h"
#include "core/pipeline/output_files.h"
#include "core/pipeline/what_if_run.h"
#include "core/report/run_details.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace quantiscope {

namespace {

constexpr const char* kFooter =
    "The model is prepared and calibrated once and loaded once; then quantization is switched in it. The numbers are\n"
    "those of quantizing with the recipe and evaluating the file, to the last bit. TEXT holds options of 'qscope\n"
    "quantize': --recipe, --preset, --method, --percentile, --set and the --exclude ones. Ctrl-C prints what is "
    "known.\n\n"
    "Examples:\n"
    "  qscope what-if model.onnx -c calib/ --try '--exclude Conv_41' --try '--exclude Conv_41 --set PerChannel=true'\n"
    "  qscope what-if model.onnx -r recipe.json --try '--preset A16W8' --try '-r other.json' --json\n"
    "  qscope what-if detector.onnx -r recipe.json --part 'scores=output[..., 4:]' --try '--exclude-type Sigmoid'\n"
    "  qscope what-if model.onnx -c calib/ --evaluate test/ --labels test/labels.tsv --try '--method Entropy'";

struct WhatIfOptions
{
    std::string model;
    RecipeOptions recipe;
    std::vector<std::string> tries;
    std::string evaluate;
    std::string labels;
    std::vector<std::string> parts;
    long long most = 32;
    ReportOptions report;
    ResourceOptions resources;
    bool force = false;
    bool json = false;
    bool quiet = false;
};

/// A way of quantizing that is asked about, and what it gives.
struct Variant
{
    std::string change; ///< as it was typed; empty: the recipe as it is
    QuantConfig config;
    std::vector<NamedFile> files = {}; ///< that it was read from
};

struct Measured
{
    std::string change;
    VariantFigures figures;
    Evaluation evaluation;
};

/// The variant of @p base that one --try asks about.
Result<Variant> variantOf(const std::string& text, const QuantConfig& base)
{
    CLI::App app;
    app.set_help_flag();
    RecipeOptions options;
    options.addTo(app, RecipeOptions::Scope::Variant);
    const std::string where = "--try '" + text + "': ";
    try {
        app.parse(text);
    } catch (const CLI::ParseError& error) {
        const std::string what = error.what();
        return Error{
            ErrorCode::InvalidArgument,
            where + what + (what.ends_with('.') ? "" : ".")
                + " It takes options of 'qscope quantize' that change how is quantized, such as '--exclude NODE'.",
            "--try"};
    }
    auto config = options.variantOf(base);
    if (!config) {
        Error error = config.error();
        error.message = where + error.message;
        return error;
    }
    return Variant{text, std::move(*config), options.files({})};
}

Result<std::vector<Variant>> variantsOf(const WhatIfOptions& options, const QuantConfig& base)
{
    std::vector<Variant> variants{{{}, base}};
    for (const std::string& text : options.tries) {
        auto variant = variantOf(text, base);
        if (!variant)
            return variant.error();
        variants.push_back(std::move(*variant));
    }
    return variants;
}

Result<AnalysisRequest> analysisOf(const WhatIfOptions& options)
{
    auto request = analysisRequest({options.model, options.recipe, options.resources, options.evaluate, options.labels,
                                    static_cast<std::size_t>(options.most), options.force, options.parts},
                                   options.report.files());
    if (const Result<void> named = options.report.check(); request && !named)
        return named.error();
    return request;
}

std::string nameOf(const Measured& variant)
{
    return variant.change.empty() ? "(the recipe as it is)" : variant.change;
}

double percent(std::uint64_t part, std::uint64_t whole)
{
    return whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

/// A row for each output and part of each variant.
ReportTable tableOf(const std::vector<Measured>& variants)
{
    ReportTable table{
        "whatif",
        "What the recipe and changes of it give",
        {"Means over " + countedText(variants.front().evaluation.samples, "sample") + "; worst: of one of them."},
        {{"variant"},
         {"output"},
         {"cosine", "1 is equal"},
         {"worst"},
         {"SQNR dB"},
         {"RMSE"},
         {"max |diff|"},
         {"top-1 %"},
         {"float MACs %", "share of the multiply-adds that stay float"},
         {"weights MiB"}},
        {}};
    const auto fixed = [](double value, int digits) { return ReportCell(value, fixedText(value, digits)); };
    for (const Measured& variant : variants) {
        const VariantFigures& figures = variant.figures;
        const auto& hits = variant.evaluation.classification;
        const auto add = [&](const OutputSummary& output) {
            table.rows.push_back(
                {nameOf(variant), output.name, fixed(output.cosine.mean, 6), fixed(output.cosine.worst, 6),
                 fixed(output.sqnr.mean, 2), fixed(output.rmse.mean, 6), fixed(output.maxAbs.worst, 4),
                 hits && hits->labelled > 0 ? fixed(percent(hits->quantizedTop1, hits->labelled), 2) : ReportCell("-"),
                 fixed(percent(figures.floatMultiplyAdds, figures.multiplyAdds), 1),
                 fixed(static_cast<double>(figures.weightBytes) / (1 << 20), 2)});
        };
        for (const OutputSummary& output : variant.evaluation.outputs)
            add(output);
        for (const MeasuredPart& part : variant.evaluation.parts)
            add(part.summary);
    }
    return table;
}

std::string textOf(const ReportTable& table)
{
    using Align = TextTable::Align;
    std::vector<std::string> header;
    for (const ReportColumn& column : table.columns)
        header.push_back(column.name);
    std::vector<Align> align(header.size(), Align::Right);
    align[0] = align[1] = Align::Left;
    TextTable text(std::move(header), std::move(align));
    std::string before;
    for (const std::vector<ReportCell>& row : table.rows) {
        std::vector<std::string> cells;
        for (const ReportCell& cell : row)
            cells.push_back(cell.text);
        // Its name is told with its first output only.
        if (row.front().text == before)
            cells.front().clear();
        before = row.front().text;
        text.addRow(std::move(cells));
    }
    return text.text();
}

nlohmann::json toJson(const std::vector<Measured>& variants, bool isComplete)
{
    nlohmann::json list = nlohmann::json::array();
    for (const Measured& variant : variants) {
        list.push_back({{"change", variant.change},
                        {"weightBytes", variant.figures.weightBytes},
                        {"floatWeightBytes", variant.figures.floatWeightBytes},
                        {"multiplyAdds", variant.figures.multiplyAdds},
                        {"floatMultiplyAdds", variant.figures.floatMultiplyAdds},
                        {"evaluation", quantiscope::toJson(variant.evaluation)}});
    }
    return {
        {"format", "quantiscope-what-if"}, {"version", 1}, {"isComplete", isComplete}, {"variants", std::move(list)}};
}

int measure(const WhatIfOptions& options, const RuntimeEnvironment& environment)
{
    const auto analysis = analysisOf(options);
    if (!analysis)
        return reportError(analysis.error());
    const auto variants = variantsOf(options, analysis->recipe.config);
    if (!variants)
        return reportError(variants.error());
    for (const Variant& variant : *variants) {
        if (const Result<void> checked = checkOutputFiles(options.report.files(), variant.files); !checked)
            return reportError(checked.error());
    }
    Console console(options.quiet ? Console::Verbosity::Quiet : Console::Verbosity::Normal);
    const auto session = AnalysisSession::open(environment, *analysis, console);
    if (!session) {
        console.clearLine();
        return reportError(session.error());
    }
    WhatIfRun run(**session);
    std::vector<Measured> measured;
    for (const Variant& variant : *variants) {
        auto answer = run.evaluate(variant.config, 0, console);
        if (!answer && answer.error().code == ErrorCode::Canceled && !measured.empty())
            break;
        if (!answer) {
            console.clearLine();
            Error error = answer.error();
            if (!variant.change.empty() && error.code != ErrorCode::Canceled)
                error.message = "--try '" + variant.change + "': " + error.message;
            return reportError(error);
        }
        measured.push_back({variant.change, answer->variant.figures, std::move(answer->evaluation)});
    }
    console.clearLine();
    const bool isComplete = measured.size() == variants->size();
    AnalysisReport report = reportOf(*analysis);
    const ReportTable table = tableOf(measured);
    report.first = {table};
    const Result<std::string> document = options.report.write(report, toJson(measured, isComplete));
    if (!document)
        return reportError(document.error());
    if (options.json)
        std::printf("%s", document->c_str());
    else
        std::printf("%s on %s%s, in one loaded session:\n%s", countedText(measured.size(), "variant").c_str(),
                    countedText(measured.front().evaluation.samples, "sample").c_str(),
                    isComplete ? "" : " (cancelled)", textOf(table).c_str());
    return isComplete ? 0 : exitStatus(ErrorCode::Canceled);
}

} // namespace

CommandWork addWhatIfCommand(CLI::App& app, const RuntimeEnvironment& environment)
{
    auto options = std::make_shared<WhatIfOptions>();
    CLI::App* command =
        app.add_subcommand("what-if", "Measure what changes of a recipe would give, without writing a model");
    command->add_option("MODEL", options->model, "Float ONNX model")->required()->type_name("");
    options->recipe.addTo(*command, RecipeOptions::Scope::Quantize);
    command
        ->add_option("--try", options->tries,
                     "A change of the recipe to measure, as options of 'qscope quantize', such as\n"
                     "'--exclude Conv_41 --set PerChannel=true'; may be repeated")
        ->type_name("TEXT")
        ->allow_extra_args(false);
    addSampleOptions(*command, options->evaluate, &options->labels, options->most);
    command
        ->add_option("--part", options->parts,
                     "Measure a slice of an output on its own, too: NAME=OUTPUT[SELECTION, …] as\n"
                     "NumPy selects; may be given again")
        ->type_name("NAME=SLICE")
        ->allow_extra_args(false);
    options->resources.addTo(*command);
    options->report.addTo(*command, "Write what was found");
    command->add_flag("--force", options->force, "Accept a model that holds quantized operators already");
    command->add_flag("--json", options->json, "Print everything as JSON");
    command->add_flag("-q,--quiet", options->quiet, "No progress and no warnings");
    command->footer(kFooter);
    return [options, &environment] { return measure(*options, environment); };
}

} // namespace quantiscope
