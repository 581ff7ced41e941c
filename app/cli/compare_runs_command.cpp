// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/report_options.h"
#include "app/cli/text_table.h"
#include "core/base/printable.h"
#include "core/pipeline/output_files.h"
#include "core/pipeline/run_comparison.h"
#include "core/report/comparison_tables.h"

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace quantiscope {

namespace {

constexpr const char* kFooter =
    "Samples are matched by name: 'difference' is the mean of AFTER - BEFORE over them, with its 95 % interval; '*'\n"
    "marks one that chance alone does not explain. Ratios are of scales, AFTER over BEFORE, over a tensor's "
    "channels.\n\n"
    "Examples:\n"
    "  qscope compare-runs a8w8.json a16w8.json\n"
    "  qscope compare-runs before.json after.json --all";

constexpr std::size_t kFirstScales = 20;

struct CompareRunsOptions
{
    std::string before;
    std::string after;
    ReportOptions report;
    bool all = false;
    bool json = false;
};

std::string valueText(OutputMetric metric, double value)
{
    return isOfUnit(metric) ? roundedText(value) : fixedText(value, 5);
}

std::string signedText(OutputMetric metric, double value)
{
    return (value >= 0.0 ? "+" : "") + valueText(metric, value);
}

std::string recipesText(const RunComparison& comparison)
{
    if (comparison.recipe.empty())
        return "Recipes: the same\n";
    TextTable table({"recipe", "before", "after"});
    for (const RecipeChange& change : comparison.recipe)
        table.addRow(
            {change.key, change.before.empty() ? "-" : change.before, change.after.empty() ? "-" : change.after});
    return table.text();
}

std::string scalesText(const RunComparison& comparison, bool all)
{
    std::string text = "\nScales: " + std::to_string(comparison.scales.size()) + " tensors differ, "
        + std::to_string(comparison.equalScales) + " are the same\n";
    if (comparison.scales.empty())
        return text;
    using Align = TextTable::Align;
    TextTable table({"tensor", "role", "before", "after", "ratio"},
                    {Align::Left, Align::Left, Align::Left, Align::Left, Align::Right});
    const auto typeText = [](const std::string& type, std::size_t scales) {
        return type.empty() ? "float" : scales > 1 ? type + " x " + std::to_string(scales) : type;
    };
    std::size_t shown = 0;
    for (const ScaleChange& change : comparison.scales) {
        if (!all && shown++ == kFirstScales)
            break;
        std::string ratio = "-";
        if (!change.typeBefore.empty() && !change.typeAfter.empty()) {
            ratio = fixedText(change.leastRatio, 3);
            if (change.mostRatio != change.leastRatio)
                ratio += " to " + fixedText(change.mostRatio, 3);
        }
        table.addRow({change.tensor, change.role, typeText(change.typeBefore, change.scalesBefore),
                      typeText(change.typeAfter, change.scalesAfter), ratio});
    }
    text += table.text(2);
    if (!all && comparison.scales.size() > kFirstScales)
        text += "  and " + std::to_string(comparison.scales.size() - kFirstScales) + " more (--all)\n";
    return text;
}

std::string errorsText(const RunComparison& comparison)
{
    if (comparison.errors.empty())
        return {};
    using Align = TextTable::Align;
    TextTable table({"output", "metric", "before", "after", "difference", "95 % interval", "samples"},
                    {Align::Left, Align::Left, Align::Right, Align::Right, Align::Right, Align::Right, Align::Right});
    for (const ErrorChange& change : comparison.errors) {
        const OutputMetric metric = change.metric;
        const std::string interval = change.interval ? signedText(metric, change.interval->low) + " to "
                + signedText(metric, change.interval->high) + (change.isClear() ? " *" : "  ")
                                                     : "-";
        table.addRow({change.output, outputMetricName(metric), valueText(metric, change.before),
                      valueText(metric, change.after), change.difference ? signedText(metric, *change.difference) : "-",
                      interval, std::to_string(change.pairs)});
    }
    std::string text = "\n" + table.text();
    if (const auto& accuracy = comparison.accuracy) {
        const auto percent = [&accuracy](std::uint64_t hits) {
            return fixedText(100.0 * static_cast<double>(hits) / static_cast<double>(accuracy->samples), 2) + " %";
        };
        text += "Top-1 of the quantized models on " + countedText(accuracy->samples, "labelled sample") + ": "
            + percent(accuracy->before) + " before, " + percent(accuracy->after) + " after; "
            + std::to_string(accuracy->lost) + " right to wrong, " + std::to_string(accuracy->gained())
            + " wrong to right (McNemar's exact p = " + fixedText(accuracy->chance(), 3) + ")\n";
    }
    return text;
}

std::string nameOf(const std::string& file)
{
    return std::filesystem::path(file).filename().string();
}

int printComparison(const CompareRunsOptions& options)
{
    const std::vector<NamedFile> outputs = options.report.files();
    const NamedFile inputs[] = {{"BEFORE", options.before}, {"AFTER", options.after}};
    if (const Result<void> checked = checkOutputFiles(outputs, inputs); !checked)
        return reportError(checked.error());
    if (const Result<void> named = options.report.check(); !named)
        return reportError(named.error());
    const Result<StoredRun> before = loadStoredRun(options.before);
    if (!before)
        return reportError(before.error());
    const Result<StoredRun> after = loadStoredRun(options.after);
    if (!after)
        return reportError(after.error());
    const RunComparison comparison = compareRuns(*before, *after);
    AnalysisReport report{nameOf(options.before) + " to " + nameOf(options.after)};
    report.facts = {{"before", options.before}, {"after", options.after}};
    for (const std::string& note : comparison.notes)
        report.facts.emplace_back("note", note);
    report.first = tablesOf(comparison, "before to after");
    const Result<std::string> document = options.report.write(report, toJson(comparison));
    if (!document)
        return reportError(document.error());
    if (options.json) {
        std::printf("%s", document->c_str());
        return 0;
    }
    std::string text;
    for (const std::string& note : comparison.notes)
        text += "Note: " + printable(note) + "\n";
    text += recipesText(comparison) + scalesText(comparison, options.all) + errorsText(comparison);
    std::printf("%s", text.c_str());
    return 0;
}

} // namespace

CommandWork addCompareRunsCommand(CLI::App& app)
{
    auto options = std::make_shared<CompareRunsOptions>();
    CLI::App* command = app.add_subcommand("compare-runs",
                                           "Tell what is different between two runs: recipe, scales, "
                                           "errors");
    command->add_option("BEFORE", options->before, "Report of a run (quantize --report, run --report)")
        ->required()
        ->type_name("");
    command->add_option("AFTER", options->after, "Report of the other run")->required()->type_name("");
    command->add_flag("--all", options->all, "Show every tensor whose scale differs, not the first 20");
    options->report.addTo(*command, "Write the comparison");
    command->add_flag("--json", options->json, "Print the comparison as JSON");
    command->footer(kFooter);
    return [options] { return printComparison(*options); };
}

} // namespace quantiscope
