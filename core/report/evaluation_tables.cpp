// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/evaluation_tables.h"

#include "core/base/name_groups.h"
#include "core/report/report_cells.h"
#include "core/report/report_plots.h"

#include <algorithm>
#include <cmath>

namespace quantiscope {

namespace {

constexpr std::size_t kMostSamples = 50; ///< that are listed as the worst ones
constexpr std::size_t kMostFigures = 8; ///< distributions that are drawn

struct Measured
{
    const OutputSummary* summary;
    std::string whatItIs; ///< the selection of a part; empty for a whole output
};

std::vector<Measured> allOf(const Evaluation& evaluation)
{
    std::vector<Measured> all;
    for (const OutputSummary& output : evaluation.outputs)
        all.push_back({&output, {}});
    for (const MeasuredPart& part : evaluation.parts)
        all.push_back({&part.summary, selectionText(part.part)});
    return all;
}

/// The output or part whose cosine is worst in the mean; null when none has any.
const OutputSummary* worstOf(const std::vector<Measured>& all)
{
    const OutputSummary* worst = nullptr;
    for (const Measured& measured : all) {
        const double value = measured.summary->cosine.mean;
        if (measured.summary->samples > 0 && !std::isnan(value) && (!worst || value < worst->cosine.mean))
            worst = measured.summary;
    }
    return worst;
}

std::string percentText(double value)
{
    return fixedText(value, 2) + " %";
}

std::string leftOutText(const std::vector<Measured>& all)
{
    std::uint64_t notFinite = 0;
    std::uint64_t shapesDiffer = 0;
    for (const Measured& measured : all) {
        notFinite += measured.summary->notFinite;
        shapesDiffer += measured.summary->shapesDiffer;
    }
    std::string text;
    if (notFinite > 0)
        text = countedText(notFinite, "result") + " with NaN or infinite values left out. ";
    if (shapesDiffer > 0)
        text += countedText(shapesDiffer, "result") + " whose extents differ between the models left out.";
    return text;
}

ReportTable outputsTable(const Evaluation& evaluation, const std::vector<Measured>& all)
{
    const bool hasSsim = std::any_of(all.begin(), all.end(),
                                     [](const Measured& measured) { return measured.summary->ssim.has_value(); });
    ReportTable table{"outputs",
                      "Outputs: float against quantized",
                      {countedText(evaluation.samples, "sample") + "; mean and worst over them."},
                      {{"output"},
                       {"part", "what of the output; empty: all of it"},
                       {"samples"},
                       {"cosine", "mean; 1 is equal"},
                       {"worst cosine"},
                       {"SQNR dB", "signal to quantization noise, mean; higher is better"},
                       {"worst SQNR dB"},
                       {"PSNR dB", "peak signal to noise, mean; higher is better"},
                       {"worst PSNR dB"},
                       {"L2", "Euclidean distance, mean"},
                       {"RMSE", "mean, in the output's unit"},
                       {"largest difference"}},
                      {}};
    if (hasSsim)
        table.columns.push_back({"SSIM", "structural similarity, mean; 1 is equal"});
    for (const Measured& measured : all) {
        const OutputSummary& output = *measured.summary;
        std::vector<ReportCell> row{output.name,
                                    measured.whatItIs,
                                    count(output.samples),
                                    cosine(output.cosine.mean),
                                    cosine(output.cosine.worst),
                                    decibels(output.sqnr.mean),
                                    decibels(output.sqnr.worst),
                                    decibels(output.psnr.mean),
                                    decibels(output.psnr.worst),
                                    rounded(output.l2.mean),
                                    rounded(output.rmse.mean),
                                    rounded(output.maxAbs.worst)};
        if (hasSsim)
            row.push_back(cosine(output.ssim ? output.ssim->mean : kNothing));
        table.rows.push_back(std::move(row));
        if (table.figures.size() < kMostFigures) {
            std::string figure = distributionPlot(output.name, evaluation.valuesOf(output.name, OutputMetric::Cosine));
            if (!figure.empty())
                table.figures.push_back(
                    {"Cosine of " + quotedName(output.name) + " over the samples", std::move(figure)});
        }
    }
    if (std::string text = leftOutText(all); !text.empty())
        table.notes.push_back(std::move(text));
    if (evaluation.agreement && evaluation.samples > 0)
        table.notes.push_back("Same top-1 class in both models: "
                              + percentText(percentage(*evaluation.agreement, evaluation.samples)) + ".");
    return table;
}

ReportTable accuracyTable(const ClassificationSummary& classes)
{
    ReportTable table{"accuracy",
                      "Accuracy",
                      {"On " + countedText(classes.labelled, "labelled sample") + "; intervals are Wilson's, of 95 %."},
                      {{"accuracy"},
                       {"float %"},
                       {"float interval"},
                       {"quantized %"},
                       {"quantized interval"},
                       {"points", "quantized less float"}},
                      {}};
    const auto add = [&](const char* title, std::uint64_t before, std::uint64_t after) {
        const auto share = [&](std::uint64_t hits) {
            const double value = percentage(hits, classes.labelled);
            return ReportCell(value, fixedText(value, 2));
        };
        const auto interval = [&](std::uint64_t hits) {
            const Interval shares = wilsonInterval(hits, classes.labelled);
            return fixedText(100.0 * shares.low, 2) + " to " + fixedText(100.0 * shares.high, 2);
        };
        const double points = percentage(after, classes.labelled) - percentage(before, classes.labelled);
        table.rows.push_back({title, share(before), interval(before), share(after), interval(after),
                              ReportCell(points, (points >= 0.0 ? "+" : "") + fixedText(points, 2))});
    };
    add("top-1", classes.floatTop1, classes.quantizedTop1);
    add("top-5", classes.floatTop5, classes.quantizedTop5);
    if (const auto chance = classes.chanceOfDifference())
        table.notes.push_back("Flipped: " + std::to_string(*classes.lost) + " right to wrong, "
                              + std::to_string(*classes.gained()) + " wrong to right; McNemar's exact p = "
                              + fixedText(*chance, 3) + (*chance < 0.05 ? "." : ", which may be chance."));
    return table;
}

std::string numberText(const std::optional<std::int64_t>& answer)
{
    return answer ? std::to_string(*answer) : "-";
}

/// With its name, which is known of classes of flipped samples.
std::string classText(const Evaluation& evaluation, const std::optional<std::int64_t>& answer)
{
    const auto named = answer ? evaluation.classNames.find(*answer) : evaluation.classNames.end();
    return numberText(answer) + (named == evaluation.classNames.end() ? "" : " " + named->second);
}

ReportTable samplesTable(const Evaluation& evaluation, const std::vector<Measured>& all)
{
    ReportTable table{"samples", "Worst samples", {}, {{"sample"}}, {}};
    const OutputSummary* worst = worstOf(all);
    if (!worst)
        return table;
    const std::vector<std::optional<double>> values = evaluation.valuesOf(worst->name, OutputMetric::Cosine);
    const std::vector<std::size_t> places = worstPlaces(values, OutputMetric::Cosine, kMostSamples);
    table.notes.push_back("By the cosine of " + quotedName(worst->name) + ", the worst first"
                          + (places.size() < values.size() ? "; " + std::to_string(places.size()) + " of "
                                     + countedText(evaluation.samples, "sample") + "."
                                                           : "."));
    std::vector<std::vector<std::optional<double>>> columns;
    for (const Measured& measured : all) {
        table.columns.push_back({"cosine of " + measured.summary->name});
        columns.push_back(evaluation.valuesOf(measured.summary->name, OutputMetric::Cosine));
    }
    table.columns.push_back({"SQNR dB of " + worst->name});
    const std::vector<std::optional<double>> sqnr = evaluation.valuesOf(worst->name, OutputMetric::Sqnr);
    const bool hasClasses = std::any_of(places.begin(), places.end(), [&evaluation](std::size_t place) {
        const SampleRecord& record = evaluation.perSample[place];
        return record.label || record.floatClass;
    });
    if (hasClasses)
        table.columns.insert(table.columns.end(), {{"label"}, {"float"}, {"quantized"}});
    for (const std::size_t place : places) {
        const SampleRecord& record = evaluation.perSample[place];
        std::vector<ReportCell> row{record.name};
        for (const auto& column : columns)
            row.push_back(cosine(column[place].value_or(kNothing)));
        row.push_back(decibels(sqnr[place]));
        if (hasClasses)
            append(row, {numberText(record.label), numberText(record.floatClass), numberText(record.quantizedClass)});
        table.rows.push_back(std::move(row));
    }
    return table;
}

ReportTable flippedTable(const Evaluation& evaluation)
{
    ReportTable table{"flipped",
                      "Samples whose answer flipped",
                      {"The top-1 class of one model is right, that of the other one wrong."},
                      {{"sample"}, {"what happened"}, {"label"}, {"float"}, {"quantized"}},
                      {}};
    for (const FlippedSample& sample : evaluation.flipped) {
        table.rows.push_back({sample.name, sample.isLost() ? "right to wrong" : "wrong to right",
                              classText(evaluation, sample.label), classText(evaluation, sample.floatClass),
                              classText(evaluation, sample.quantizedClass)});
    }
    return table;
}

} // namespace

std::vector<ReportTable> tablesOf(const Evaluation& evaluation)
{
    const std::vector<Measured> all = allOf(evaluation);
    std::vector<ReportTable> tables{outputsTable(evaluation, all)};
    if (evaluation.classification && evaluation.classification->labelled > 0)
        tables.push_back(accuracyTable(*evaluation.classification));
    if (!evaluation.flipped.empty())
        tables.push_back(flippedTable(evaluation));
    if (ReportTable samples = samplesTable(evaluation, all); !samples.rows.empty())
        tables.push_back(std::move(samples));
    return tables;
}

std::vector<ReportTable> tablesOf(const FolderComparison& comparison)
{
    ReportTable files{"files",
                      "Stored results, file by file",
                      {countedText(comparison.files.size(), "file") + " compared. Cosine "
                       + fixedText(comparison.cosine.mean, 5) + ", worst " + fixedText(comparison.cosine.worst, 5)
                       + "; L2 distance " + roundedText(comparison.l2.mean) + ", worst "
                       + roundedText(comparison.l2.worst) + "."},
                      {{"file"}, {"cosine", "1 is equal"}, {"L2", "Euclidean distance"}, {"PSNR dB"}, {"SSIM"}},
                      {}};
    std::vector<const FileComparison*> order;
    for (const FileComparison& file : comparison.files)
        order.push_back(&file);
    std::stable_sort(order.begin(), order.end(),
                     [](const FileComparison* a, const FileComparison* b) { return a->cosine < b->cosine; });
    for (const FileComparison* file : order)
        files.rows.push_back({file->file, cosine(file->cosine), rounded(file->l2), decibels(file->psnr),
                              cosine(file->ssim.value_or(kNothing))});
    std::vector<ReportTable> tables{std::move(files)};
    if (!comparison.skipped.empty()) {
        ReportTable skipped{"skipped", "Files that were left out", {}, {{"file"}, {"why"}}, {}};
        for (const SkippedFile& file : comparison.skipped)
            skipped.rows.push_back({file.file, file.reason});
        tables.push_back(std::move(skipped));
    }
    return tables;
}

} // namespace quantiscope
