// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/analysis_options.h"
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/text_table.h"
#include "core/analysis/evaluation_json.h"
#include "core/pipeline/command_line_text.h"
#include "core/pipeline/output_files.h"
#include "core/pipeline/recording_feedback.h"
#include "core/pipeline/what_if_run.h"
#include "core/report/run_details.h"
#include "core/report/what_if_table.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

namespace quantiscope {

namespace {

constexpr const char* kFooter =
    "The model is prepared and calibrated once and loaded once; then quantization is switched in it. The numbers are\n"
    "those of quantizing with the recipe and evaluating the file, to the last bit. TEXT holds options of 'qscope\n"
    "quantize': --recipe (its options and rules; data, statistics and parts stay), --preset, --method, --percentile,\n"
    "--set and the --exclude ones, quoted as in a shell. Ctrl-C prints what is known.\n\n"
    "Examples:\n"
    "  qscope what-if model.onnx -c calib/ --try '--exclude Conv_41' --try '--exclude Conv_41 --set PerChannel=true'\n"
    "  qscope what-if model.onnx -r recipe.json --try '--preset A16W8' --try '-r other.json' --json\n"
    "  qscope what-if detector.onnx -r recipe.json --part 'scores=output[..., 4:]' --try '--exclude-type Sigmoid'\n"
    "  qscope what-if model.onnx -c calib/ --evaluate test/ --labels test/labels.tsv --try '--method Entropy'";

struct WhatIfOptions : AnalysisOptions
{
    std::vector<std::string> tries;
};

/// A way of quantizing that is asked about, and what it gives.
struct Variant
{
    std::string change; ///< as it was typed; empty: the recipe as it is
    QuantConfig config;
    std::vector<NamedFile> files = {}; ///< that it was read from
    std::vector<std::string> words = {}; ///< of change
};

std::string changeText(const std::string& change)
{
    return "--try '" + change + "': ";
}

Error inChange(const std::string& change, Error error)
{
    if (!change.empty() && error.code != ErrorCode::Canceled)
        error.message = changeText(change) + error.message;
    return error;
}

/// The variant of @p base that one --try asks about.
Result<Variant> variantOf(const std::string& text, const QuantConfig& base)
{
    const auto refused = [&text](const std::string& what) {
        return Error{
            ErrorCode::InvalidArgument,
            changeText(text) + what + (what.ends_with('.') ? "" : ".")
                + " It takes options of 'qscope quantize' that change how is quantized, such as '--exclude NODE'.",
            "--try"};
    };
    const auto words = shellWords(text);
    if (!words)
        return refused(words.error().message);
    CLI::App app;
    app.set_help_flag();
    RecipeOptions options;
    options.addTo(app, RecipeOptions::Scope::Variant);
    try {
        app.parse(std::vector<std::string>(words->rbegin(), words->rend())); // CLI11 takes them from the end
    } catch (const CLI::ParseError& error) {
        return refused(error.what());
    }
    const std::vector<CLI::Option*> all = app.get_options();
    if (std::none_of(all.begin(), all.end(), [](const CLI::Option* option) { return option->count() > 0; }))
        return refused("It holds no option.");
    auto config = options.variantOf(base);
    if (!config)
        return inChange(text, config.error());
    return Variant{text, std::move(*config), options.files({}), *words};
}

Result<std::vector<Variant>> variantsOf(const WhatIfOptions& options, const QuantConfig& base)
{
    std::vector<Variant> variants{{{}, base}};
    for (const std::string& text : options.tries) {
        auto variant = variantOf(text, base);
        if (!variant)
            return variant.error();
        const auto isSame = [&variant](const Variant& other) { return other.words == variant->words; };
        if (std::any_of(variants.begin(), variants.end(), isSame))
            return Error{ErrorCode::InvalidArgument, "--try '" + text + "' is given twice.", "--try"};
        variants.push_back(std::move(*variant));
    }
    return variants;
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

nlohmann::json toJson(const std::vector<MeasuredChange>& variants, bool isComplete)
{
    nlohmann::json list = nlohmann::json::array();
    for (const MeasuredChange& variant : variants) {
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

/// What was measured before @p refusal, if there is one.
struct Answers
{
    std::vector<MeasuredChange> measured;
    std::optional<Error> refusal;
};

/// Warns of what was not @p told before.
Answers measureAll(AnalysisSession& session, std::span<const Variant> variants, std::vector<std::string> told,
                   Feedback& feedback)
{
    Answers answers;
    WhatIfRun run(session);
    for (const Variant& variant : variants) {
        auto answer = run.evaluate(variant.config, 0, feedback);
        if (!answer) {
            answers.refusal = inChange(variant.change, answer.error());
            break;
        }
        std::vector<std::string> warnings = std::move(answer->variant.warnings);
        if (answer->variant.isFloat)
            warnings.emplace_back("Nothing is quantized: the figures are the float model's.");
        std::erase_if(warnings, [&told](const std::string& warning) {
            return std::find(told.begin(), told.end(), warning) != told.end();
        });
        for (const std::string& warning : warnings)
            feedback.warn((variant.change.empty() ? "" : changeText(variant.change)) + warning);
        if (variant.change.empty()) // what is wrong with the recipe need not be said of each change of it
            told.insert(told.end(), warnings.begin(), warnings.end());
        answers.measured.push_back({variant.change, answer->variant.figures, std::move(answer->evaluation)});
    }
    return answers;
}

int measure(const WhatIfOptions& options, const RuntimeEnvironment& environment)
{
    const auto analysis = options.request();
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
    std::vector<std::string> told;
    RecordingFeedback heard(console, told);
    const auto session = AnalysisSession::open(environment, *analysis, heard);
    if (!session) {
        console.clearLine();
        return reportError(session.error());
    }
    for (const Variant& variant : *variants) { // before anything is measured
        if (const Result<void> checked = (*session)->check(variant.config, console); !checked) {
            console.clearLine();
            return reportError(inChange(variant.change, checked.error()));
        }
    }
    const auto [measured, refusal] = measureAll(**session, *variants, std::move(told), console);
    console.clearLine();
    if (measured.empty())
        return reportError(*refusal);
    AnalysisReport report = reportOf(*analysis);
    const ReportTable table = whatIfTable(measured, variants->size());
    report.first = {table};
    const Result<std::string> document = options.report.write(report, toJson(measured, !refusal));
    if (!document)
        return reportError(document.error());
    const bool isCanceled = refusal && refusal->code == ErrorCode::Canceled;
    if (options.json)
        std::printf("%s", document->c_str());
    else
        std::printf("%s on %s%s, in one loaded session:\n%s", countedText(measured.size(), "variant").c_str(),
                    countedText(measured.front().evaluation.samples, "sample").c_str(),
                    isCanceled ? " (cancelled)" : "", textOf(table).c_str());
    if (refusal && !isCanceled)
        return reportError(*refusal);
    return isCanceled ? exitStatus(ErrorCode::Canceled) : 0;
}

} // namespace

CommandWork addWhatIfCommand(CLI::App& app, const RuntimeEnvironment& environment)
{
    auto options = std::make_shared<WhatIfOptions>();
    CLI::App* command =
        app.add_subcommand("what-if", "Measure what changes of a recipe would give, without writing a model");
    options->addInputs(*command, AnalysisOptions::Labels::Accepted);
    command
        ->add_option("--try", options->tries,
                     "A change of the recipe to measure, as options of 'qscope quantize', such as\n"
                     "'--exclude Conv_41 --set PerChannel=true'; may be repeated")
        ->type_name("TEXT")
        ->allow_extra_args(false);
    options->addParts(*command);
    options->addOutputs(*command);
    command->footer(kFooter);
    return [options, &environment] { return measure(*options, environment); };
}

} // namespace quantiscope
