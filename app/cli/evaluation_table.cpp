// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/evaluation_table.h"

#include "app/cli/text_table.h"

#include <algorithm>

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

} // namespace

std::string evaluationText(const Evaluation& evaluation)
{
    using Align = TextTable::Align;
    const bool anySsim = std::any_of(evaluation.outputs.begin(), evaluation.outputs.end(),
                                     [](const OutputSummary& output) { return output.ssim.has_value(); });
    std::vector<std::string> header{"output", "cosine", "worst", "PSNR dB", "worst", "L2", "RMSE", "max |diff|"};
    if (anySsim)
        header.push_back("SSIM");
    TextTable table(header,
                    {Align::Left, Align::Right, Align::Right, Align::Right, Align::Right, Align::Right, Align::Right,
                     Align::Right, Align::Right});
    std::uint64_t notFinite = 0;
    std::uint64_t shapesDiffer = 0;
    for (const OutputSummary& output : evaluation.outputs) {
        std::vector<std::string> row{output.name,
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
    }
    std::string text = table.text(2);
    if (notFinite > 0)
        text += "  " + std::to_string(notFinite) + " outputs with NaN or infinite values were left out.\n";
    if (shapesDiffer > 0)
        text += "  " + std::to_string(shapesDiffer)
            + " outputs whose extents differ between the models were left out (their size depends on the data).\n";
    if (const auto& c = evaluation.classification; c && c->labelled > 0) {
        TextTable accuracy({"accuracy", "FP32", "quantized", "points"},
                           {Align::Left, Align::Right, Align::Right, Align::Right});
        accuracy.addRow({"top-1", percent(c->floatTop1, c->labelled), percent(c->quantizedTop1, c->labelled),
                         signedPoints(c->floatTop1, c->quantizedTop1, c->labelled)});
        accuracy.addRow({"top-5", percent(c->floatTop5, c->labelled), percent(c->quantizedTop5, c->labelled),
                         signedPoints(c->floatTop5, c->quantizedTop5, c->labelled)});
        text += "\n" + accuracy.text(2) + "  on " + std::to_string(c->labelled) + " labelled samples\n";
    }
    if (evaluation.agreement)
        text += "  Same top-1 class in both models: " + percent(*evaluation.agreement, evaluation.samples) + "\n";
    return text;
}

} // namespace quantiscope
