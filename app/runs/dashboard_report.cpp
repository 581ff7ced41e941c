// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/dashboard_report.h"

#include "core/base/file_io.h"
#include "core/base/json_reader.h"
#include "core/base/number_text.h"
#include "core/base/printable.h"
#include "core/pipeline/output_files.h"
#include "core/pipeline/run_comparison.h"
#include "core/report/comparison_tables.h"
#include "core/report/distribution_figure.h"
#include "core/report/html_page.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <limits>

namespace quantiscope {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
constexpr double kMebibyte = 1 << 20;
constexpr std::size_t kMostWorst = 50;

ReportCell rounded(double value)
{
    return {value, roundedText(value)};
}

ReportCell fixed(double value, int digits)
{
    return {value, fixedText(value, digits)};
}

template <typename Count>
ReportCell count(Count value)
{
    return {static_cast<double>(value), std::to_string(value)};
}

std::string runName(const RunInView& run)
{
    return "run " + std::to_string(run.number());
}

const RunInView* baselineOf(const Dashboard& dashboard)
{
    const auto& runs = dashboard.runs;
    return runs.size() > 1 && runs[1].shown.isBaseline ? &runs[1] : nullptr;
}

/// What differs between the current run and the baseline; nothing without both reports.
std::optional<RunComparison> comparisonOf(const Dashboard& dashboard)
{
    const RunInView* base = baselineOf(dashboard);
    if (!base || !base->details || !base->details->hasReport || !dashboard.runs[0].details
        || !dashboard.runs[0].details->hasReport)
        return std::nullopt;
    return compareRuns(base->details->run, dashboard.runs[0].details->run);
}

double percentOf(double part, double whole)
{
    return whole > 0.0 ? 100.0 * part / whole : kNothing;
}

/// A number that is told of a whole run.
struct RunFigure
{
    const char* key;
    const char* name; ///< with the unit
    int digits;
    double value;
};

std::vector<RunFigure> figuresOf(const RunInView& run)
{
    const RunSummary& summary = run.shown.summary;
    const auto figures = run.details ? run.details->run.figures : std::nullopt;
    const double products = figures ? double(figures->multiplyAdds) : 0.0;
    const double weights = figures ? double(run.details->run.floatWeightBytes) : 0.0;
    return {
        {"size", "size MiB", 3, double(summary.outputBytes) / kMebibyte},
        {"floatSize", "FP32 size MiB", 3, double(summary.floatBytes) / kMebibyte},
        {"quantizedNodes", "nodes quantized", 0, double(summary.quantizedNodes)},
        {"nodes", "nodes", 0, double(summary.nodes)},
        {"quantizedMultiplyAdds", "multiply-adds quantized %", 1,
         figures ? percentOf(products - double(figures->floatMultiplyAdds), products) : kNothing},
        {"quantizedWeights", "weights quantized %", 1,
         figures ? percentOf(weights - double(figures->floatWeightBytes), weights) : kNothing},
        {"gates", "gates", 0, double(summary.gates)},
        {"gatesMet", "gates met", 0, double(summary.gatesMet)},
        {"seconds", "time s", 2, summary.seconds},
        {"peakMemory", "peak memory MiB", 1,
         run.details && run.details->run.peakMemory > 0 ? double(run.details->run.peakMemory) / kMebibyte : kNothing},
        {"measuredSamples", "samples measured on", 0, double(summary.measuredSamples)}};
}

ReportTable runsTable(const Dashboard& dashboard)
{
    ReportTable table{"runs", "Runs side by side", {}, {{"run"}, {"recipe"}, {"baseline"}}, {}};
    for (const RunFigure& figure : figuresOf(dashboard.runs.front()))
        table.columns.push_back({figure.name});
    for (const RunInView& run : dashboard.runs) {
        std::vector<ReportCell> row{runName(run), run.shown.summary.recipe.config.preset,
                                    run.shown.isBaseline ? "yes" : ""};
        for (const RunFigure& figure : figuresOf(run))
            row.push_back(fixed(figure.value, figure.digits));
        table.rows.push_back(std::move(row));
    }
    return table;
}

/// The outputs and parts that a run was measured on, with what is known of them.
std::vector<OutputSummary> summariesOf(const RunInView& run)
{
    std::vector<OutputSummary> summaries;
    const Evaluation* evaluation = run.evaluation();
    for (const OutputQuality& output : run.shown.summary.outputs) {
        const OutputSummary* whole = evaluation ? evaluation->summaryNamed(output.name) : nullptr;
        if (whole)
            summaries.push_back(*whole);
    }
    return summaries;
}

ReportTable metricsTable(const Dashboard& dashboard)
{
    ReportTable table{"metrics",
                      "FP32 against quantized",
                      {"Means over the samples; a worst value is that of one sample."},
                      {{"output"},
                       {"run"},
                       {"samples"},
                       {"cosine", "1 is equal"},
                       {"worst cosine"},
                       {"cosine to baseline", "difference of the means"},
                       {"SQNR dB"},
                       {"worst SQNR dB"},
                       {"PSNR dB"},
                       {"SSIM"},
                       {"RMSE"},
                       {"L2"},
                       {"largest difference"}},
                      {}};
    const RunInView* base = baselineOf(dashboard);
    std::vector<std::pair<std::string, std::vector<std::vector<ReportCell>>>> byOutput;
    for (const RunInView& run : dashboard.runs) {
        for (const OutputQuality& output : run.shown.summary.outputs) {
            const OutputSummary* summary = run.evaluation() ? run.evaluation()->summaryNamed(output.name) : nullptr;
            double before = kNothing;
            for (const OutputQuality& other : base ? base->shown.summary.outputs : std::vector<OutputQuality>()) {
                if (other.name == output.name && base != &run)
                    before = other.cosine.mean;
            }
            const auto mean = [summary](OutputMetric metric) {
                const auto found = summary ? summaryOf(*summary, metric) : std::nullopt;
                return found ? found->mean : kNothing;
            };
            auto place = std::find_if(byOutput.begin(), byOutput.end(),
                                      [&output](const auto& each) { return each.first == output.name; });
            if (place == byOutput.end())
                place = byOutput.insert(place, {output.name, {}});
            place->second.push_back(
                {output.name, runName(run), count(summary ? summary->samples : run.shown.summary.measuredSamples),
                 fixed(output.cosine.mean, 5), fixed(output.cosine.worst, 5), fixed(output.cosine.mean - before, 5),
                 fixed(mean(OutputMetric::Sqnr), 1), fixed(summary ? summary->sqnr.worst : kNothing, 1),
                 fixed(output.psnr.mean, 1), fixed(mean(OutputMetric::Ssim), 5), rounded(mean(OutputMetric::Rmse)),
                 rounded(mean(OutputMetric::L2)), rounded(summary ? summary->maxAbs.worst : kNothing)});
        }
    }
    for (auto& [output, rows] : byOutput)
        table.rows.insert(table.rows.end(), rows.begin(), rows.end());
    return table;
}

ReportTable accuracyTable(const Dashboard& dashboard)
{
    ReportTable table{"accuracy",
                      "Labelled accuracy",
                      {"Top-1 with its 95 % interval (Wilson). Lost: right in FP32, wrong now."},
                      {{"model"},
                       {"labelled samples"},
                       {"top-1 %"},
                       {"low %"},
                       {"high %"},
                       {"top-5 %"},
                       {"lost"},
                       {"gained"},
                       {"p", "McNemar's exact test: how likely so uneven a split is by chance"}},
                      {}};
    const auto row = [](const std::string& name, const ClassificationSummary& of, std::uint64_t top1,
                        std::uint64_t top5, const Interval& interval) {
        const auto all = double(of.labelled);
        return std::vector<ReportCell>{name,
                                       count(of.labelled),
                                       fixed(percentOf(double(top1), all), 2),
                                       fixed(100.0 * interval.low, 2),
                                       fixed(100.0 * interval.high, 2),
                                       fixed(percentOf(double(top5), all), 2)};
    };
    for (const RunInView& run : dashboard.runs) {
        const auto& accuracy = run.shown.summary.accuracy;
        if (!accuracy || accuracy->labelled == 0)
            continue;
        if (table.rows.empty()) {
            table.rows.push_back(
                row("FP32", *accuracy, accuracy->floatTop1, accuracy->floatTop5, accuracy->floatInterval()));
            table.rows.back().insert(table.rows.back().end(), {"", "", ""});
        }
        table.rows.push_back(row(runName(run), *accuracy, accuracy->quantizedTop1, accuracy->quantizedTop5,
                                 accuracy->quantizedInterval()));
        const bool isKnown = accuracy->lost && accuracy->gained();
        table.rows.back().push_back(isKnown ? count(*accuracy->lost) : ReportCell(""));
        table.rows.back().push_back(isKnown ? count(*accuracy->gained()) : ReportCell(""));
        table.rows.back().push_back(rounded(accuracy->chanceOfDifference().value_or(kNothing)));
    }
    return table;
}

/// What stands behind values of single samples where not all of a run's are kept (EvaluationDetail::keptSamples).
std::string firstSamplesText(const Evaluation* evaluation)
{
    if (!evaluation || evaluation->perSample.empty() || evaluation->perSample.size() >= evaluation->samples)
        return {};
    return "the first " + std::to_string(evaluation->perSample.size()) + " of "
        + countedText(evaluation->samples, "sample");
}

ReportTable worstTable(const Dashboard& dashboard)
{
    const std::string metric = outputMetricName(dashboard.metric);
    ReportTable table{"worst",
                      "Worst samples of " + runName(dashboard.runs.front()),
                      {"By " + metric + " of " + printable(dashboard.output) + "."},
                      {{"sample"}, {metric}},
                      {}};
    const Evaluation* evaluation = dashboard.runs.front().evaluation();
    if (!evaluation)
        return table;
    if (const std::string kept = firstSamplesText(evaluation); !kept.empty())
        table.notes.push_back("Only " + kept + " are listed by name.");
    const auto values = evaluation->valuesOf(dashboard.output, dashboard.metric);
    for (const std::size_t place : worstPlaces(values, dashboard.metric, kMostWorst))
        table.rows.push_back({evaluation->perSample[place].name, rounded(*values[place])});
    return table;
}

ReportTable flippedTable(const Dashboard& dashboard)
{
    ReportTable table{"flipped",
                      "Flipped samples of " + runName(dashboard.runs.front()),
                      {},
                      {{"sample"}, {"label"}, {"FP32"}, {"quantized"}, {"lost or gained"}},
                      {}};
    const Evaluation* evaluation = dashboard.runs.front().evaluation();
    if (!evaluation)
        return table;
    const auto className = [evaluation](std::optional<std::int64_t> place) -> std::string {
        if (!place)
            return "-";
        const auto name = evaluation->classNames.find(*place);
        return name == evaluation->classNames.end() ? std::to_string(*place) : name->second;
    };
    const auto& accuracy = dashboard.runs.front().shown.summary.accuracy;
    const std::uint64_t flips = accuracy && accuracy->lost ? *accuracy->lost + accuracy->gained().value_or(0) : 0;
    if (flips > evaluation->flipped.size())
        table.notes.push_back("The first " + std::to_string(evaluation->flipped.size()) + " of " + std::to_string(flips)
                              + ".");
    for (const FlippedSample& flip : evaluation->flipped)
        table.rows.push_back({flip.name, className(flip.label), className(flip.floatClass),
                              className(flip.quantizedClass), flip.isLost() ? "lost" : "gained"});
    return table;
}

void addComparison(const Dashboard& dashboard, std::vector<ReportTable>& tables)
{
    const RunInView* base = baselineOf(dashboard);
    if (!base)
        return;
    const std::string both = runName(*base) + " to " + runName(dashboard.runs.front());
    std::vector<ReportTable> more;
    if (const std::optional<RunComparison> comparison = comparisonOf(dashboard)) {
        more = tablesOf(*comparison, both);
    } else {
        more.push_back(recipeTable(
            recipeDifference(base->shown.summary.recipe, dashboard.runs.front().shown.summary.recipe), both));
    }
    tables.insert(tables.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

ReportTable stagesTable(const Dashboard& dashboard)
{
    ReportTable table{"stages", "Time and memory", {}, {{"run"}, {"stage"}, {"time s"}, {"peak memory MiB"}}, {}};
    for (const RunInView& run : dashboard.runs) {
        for (const StageRecord& stage : run.details ? run.details->run.stages : std::vector<StageRecord>())
            table.rows.push_back({runName(run), stage.name, fixed(stage.seconds, 3),
                                  fixed(stage.peakMemory > 0 ? double(stage.peakMemory) / kMebibyte : kNothing, 1)});
    }
    return table;
}

std::string titleOf(const Dashboard& dashboard)
{
    std::string runs;
    for (const RunInView& run : dashboard.runs)
        runs += (runs.empty() ? "" : ", ") + runName(run);
    return printable(dashboard.model.filename().string()) + ": " + runs;
}

std::string htmlText(const Dashboard& dashboard)
{
    std::vector<ValueSeries> series;
    for (const RunInView& run : dashboard.runs) {
        const std::string kept = firstSamplesText(run.evaluation());
        ValueSeries values{runName(run) + (kept.empty() ? "" : ", " + kept), {}};
        if (run.evaluation()) {
            for (const auto& value : run.evaluation()->valuesOf(dashboard.output, dashboard.metric))
                values.values.push_back(value.value_or(kNothing));
        }
        series.push_back(std::move(values));
    }
    const std::string metric = outputMetricName(dashboard.metric);
    std::string body =
        figureSection("Over the samples", metric + " of " + printable(dashboard.output),
                      distributionFigure("Distribution of " + metric + " over the samples", metric, series));
    for (const ReportTable& table : tablesOf(dashboard))
        body += htmlSection(table);
    return htmlPage(titleOf(dashboard), {{"Model", dashboard.model.string()}}, body);
}

std::string markdownText(const Dashboard& dashboard)
{
    std::string text = "# " + titleOf(dashboard) + "\n\n";
    for (const ReportTable& table : tablesOf(dashboard))
        text += markdownText(table);
    return text;
}

/// One table for spreadsheets: a number a line.
ReportTable linesOf(const Dashboard& dashboard)
{
    ReportTable table{"dashboard", {}, {}, {{"run"}, {"recipe"}, {"output"}, {"metric"}, {"statistic"}, {"value"}}, {}};
    for (const RunInView& run : dashboard.runs) {
        const std::string& preset = run.shown.summary.recipe.config.preset;
        const auto add = [&](const std::string& output, const std::string& metric, const char* statistic,
                             double value) {
            table.rows.push_back({count(run.number()), preset, output, metric, statistic, rounded(value)});
        };
        for (const RunFigure& figure : figuresOf(run))
            add({}, figure.key, "value", figure.value);
        if (const auto& accuracy = run.shown.summary.accuracy; accuracy && accuracy->labelled > 0) {
            const Interval interval = accuracy->quantizedInterval();
            add({}, "top1", "value", double(accuracy->quantizedTop1) / double(accuracy->labelled));
            add({}, "top1", "low", interval.low);
            add({}, "top1", "high", interval.high);
            add({}, "floatTop1", "value", double(accuracy->floatTop1) / double(accuracy->labelled));
        }
        for (const OutputSummary& output : summariesOf(run)) {
            for (const OutputMetric metric : kOutputMetrics) {
                const auto summary = summaryOf(output, metric);
                if (!summary)
                    continue;
                const std::string name = outputMetricName(metric);
                add(output.name, name, "mean", summary->mean);
                add(output.name, name, "worst", summary->worst);
                const auto spread = distributionOf(run.evaluation()->valuesOf(output.name, metric));
                if (!spread)
                    continue;
                add(output.name, name, "lowerQuartile", spread->lowerQuartile);
                add(output.name, name, "median", spread->median);
                add(output.name, name, "upperQuartile", spread->upperQuartile);
                if (run.evaluation()->perSample.size() < run.evaluation()->samples)
                    add(output.name, name, "quartileSamples", double(run.evaluation()->perSample.size()));
            }
        }
    }
    return table;
}

Result<void> checkPlace(const Dashboard& dashboard, const fs::path& file)
{
    const NamedFile outputs[] = {{"The exported file", file.string()}};
    std::vector<NamedFile> inputs{{"the project", dashboard.model.string()}};
    for (const RunInView& run : dashboard.runs) {
        const RunSummary& summary = run.shown.summary;
        for (NamedFile& input : filesOf(summary.recipe))
            inputs.push_back(std::move(input));
        for (const fs::path& own : filesOfModel(summary.output))
            inputs.push_back({"the run", own.string()});
        inputs.push_back({"the run", summary.report.string()});
    }
    return checkOutputFiles(outputs, inputs);
}

} // namespace

std::vector<ReportTable> tablesOf(const Dashboard& dashboard)
{
    std::vector<ReportTable> tables{runsTable(dashboard), metricsTable(dashboard), accuracyTable(dashboard),
                                    worstTable(dashboard), flippedTable(dashboard)};
    addComparison(dashboard, tables);
    tables.push_back(stagesTable(dashboard));
    std::erase_if(tables, [](const ReportTable& table) { return table.rows.empty(); });
    return tables;
}

json toJson(const Dashboard& dashboard)
{
    json runs = json::array();
    for (const RunInView& run : dashboard.runs) {
        json figures = json::object();
        for (const RunFigure& figure : figuresOf(run))
            figures[figure.key] = jsonNumber(figure.value);
        json stages = json::array();
        for (const StageRecord& stage : run.details ? run.details->run.stages : std::vector<StageRecord>())
            stages.push_back({{"name", stage.name}, {"seconds", stage.seconds}, {"peakMemory", stage.peakMemory}});
        json& object = runs.emplace_back(json{{"number", run.number()},
                                              {"baseline", run.shown.isBaseline},
                                              {"recipe", toJson(run.shown.summary.recipe)},
                                              {"result", std::move(figures)},
                                              {"stages", std::move(stages)}});
        if (run.evaluation())
            object["evaluation"] = toJson(*run.evaluation());
    }
    json document{{"format", "quantiscope-dashboard"},
                  {"version", 1},
                  {"model", dashboard.model.string()},
                  {"runs", std::move(runs)}};
    if (const auto comparison = comparisonOf(dashboard))
        document["comparison"] = toJson(*comparison);
    return document;
}

Result<void> writeDashboard(const Dashboard& dashboard, const fs::path& file)
{
    std::string ending = file.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    std::string text;
    if (ending == ".html" || ending == ".htm")
        text = htmlText(dashboard);
    else if (ending == ".md")
        text = markdownText(dashboard);
    else if (ending == ".csv")
        text = csvText(linesOf(dashboard));
    else if (ending == ".json")
        text = toJson(dashboard).dump(2, ' ', false, json::error_handler_t::replace) + "\n";
    else
        return Error{ErrorCode::InvalidArgument,
                     "A dashboard is a .html, .md, .csv or .json file, but '" + file.string() + "' is none of these.",
                     file.string()};
    if (const Result<void> checked = checkPlace(dashboard, file); !checked)
        return checked;
    return writeTextFileAtomically(file, text);
}

} // namespace quantiscope
