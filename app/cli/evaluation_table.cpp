// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/evaluation_table.h"

#include "app/cli/text_table.h"
#include "core/base/printable.h"

#include <algorithm>
#include <cmath>

namespace quantiscope {

namespace {

std::string percent(std::uint64_t part, std::uint64_t whole)
{
    return fixedText(100.0 * static_cast<double>(part) / static_cast<double>(whole), 2) + " %";
}

std::string signedPoints(std::uint64_t before, std::uint64_t after, std::uint64_t whole)
{
    const double points =
        100.0 * (static_cast<double>(after) - static_cast<double>(before)) / static_cast<double>(whole);
    return (points >= 0.0 ? "+" : "") + fixedText(points, 2);
}

std::string interval(const Interval& shares)
{
    return fixedText(100.0 * shares.low, 2) + " to " + fixedText(100.0 * shares.high, 2) + " %";
}

std::string accuracyText(const ClassificationSummary& c)
{
    using Align = TextTable::Align;
    TextTable accuracy({"accuracy", "FP32", "quantized", "points"},
                       {Align::Left, Align::Right, Align::Right, Align::Right});
    accuracy.addRow({"top-1", percent(c.floatTop1, c.labelled), percent(c.quantizedTop1, c.labelled),
                     signedPoints(c.floatTop1, c.quantizedTop1, c.labelled)});
    accuracy.addRow({"top-5", percent(c.floatTop5, c.labelled), percent(c.quantizedTop5, c.labelled),
                     signedPoints(c.floatTop5, c.quantizedTop5, c.labelled)});
    std::string text = "\n" + accuracy.text(2) + "  on " + countedText(c.labelled, "labelled sample") + "\n";
    text += "  95 % intervals of top-1: FP32 " + interval(c.floatInterval()) + ", quantized "
        + interval(c.quantizedInterval()) + "\n";
    if (const auto chance = c.chanceOfDifference())
        text += "  Flipped: " + std::to_string(*c.lost) + " right to wrong, " + std::to_string(*c.gained())
            + " wrong to right (McNemar's exact p = " + fixedText(*chance, 3) + ")\n";
    return text;
}

/// How the cosine of the worst output or part lies over the samples, and which sample is the worst.
std::string samplesText(const Evaluation& evaluation)
{
    const OutputSummary* worst = nullptr;
    const auto consider = [&worst](const OutputSummary& output) {
        if (!std::isnan(output.cosine.worst) && (!worst || output.cosine.worst < worst->cosine.worst))
            worst = &output;
    };
    for (const OutputSummary& output : evaluation.outputs)
        consider(output);
    for (const MeasuredPart& part : evaluation.parts)
        consider(part.summary);
    constexpr std::uint64_t kFew = 4; // of which quartiles say nothing
    if (!worst || worst->samples < kFew)
        return {};
    const auto values = evaluation.valuesOf(worst->name, OutputMetric::Cosine);
    const auto how = distributionOf(values);
    if (!how)
        return {};
    const std::size_t place = worstPlaces(values, OutputMetric::Cosine, 1).front();
    return "  Cosine of '" + printable(worst->name) + "' over the samples: median " + fixedText(how->median, 5)
        + ", a quarter below " + fixedText(how->lowerQuartile, 5) + "; lowest " + fixedText(how->lowest, 5) + " ('"
        + printable(evaluation.perSample[place].name) + "')\n";
}

} // namespace

std::string evaluationText(const Evaluation& evaluation)
{
    using Align = TextTable::Align;
    const bool anySsim = std::any_of(evaluation.outputs.begin(), evaluation.outputs.end(),
                                     [](const OutputSummary& output) { return output.ssim.has_value(); })
        || std::any_of(evaluation.parts.begin(), evaluation.parts.end(),
                       [](const MeasuredPart& part) { return part.summary.ssim.has_value(); });
    std::vector<std::string> header{"output", "cosine", "worst", "PSNR dB", "worst", "L2", "RMSE", "max |diff|"};
    if (anySsim)
        header.push_back("SSIM");
    TextTable table(header,
                    {Align::Left, Align::Right, Align::Right, Align::Right, Align::Right, Align::Right, Align::Right,
                     Align::Right, Align::Right});
    std::uint64_t notFinite = 0;
    std::uint64_t shapesDiffer = 0;
    const auto addRow = [&](const std::string& name, const OutputSummary& output) {
        std::vector<std::string> row{name,
                                     fixedText(output.cosine.mean, 5),
                                     fixedText(output.cosine.worst, 5),
                                     fixedText(output.psnr.mean, 1),
                                     fixedText(output.psnr.worst, 1),
                                     fixedText(output.l2.mean, 4),
                                     fixedText(output.rmse.mean, 5),
                                     fixedText(output.maxAbs.worst, 4)};
        if (anySsim)
            row.push_back(output.ssim ? fixedText(output.ssim->mean, 4) : "-");
        table.addRow(std::move(row));
        notFinite += output.notFinite;
        shapesDiffer += output.shapesDiffer;
    };
    for (const OutputSummary& output : evaluation.outputs)
        addRow(output.name, output);
    for (const MeasuredPart& part : evaluation.parts)
        addRow(part.summary.name + " = " + selectionText(part.part), part.summary);
    std::string text = table.text(2);
    if (notFinite > 0)
        text += "  Left out: " + countedText(notFinite, "output") + " with NaN or infinite values.\n";
    if (shapesDiffer > 0)
        text += "  Left out: " + countedText(shapesDiffer, "output")
            + " whose extents differ between the models (the size depends on the data).\n";
    text += samplesText(evaluation);
    if (const auto& hits = evaluation.classification; hits && hits->labelled > 0)
        text += accuracyText(*hits);
    if (evaluation.agreement)
        text += "  Same top-1 class in both models: " + percent(*evaluation.agreement, evaluation.samples) + "\n";
    return text;
}

} // namespace quantiscope
