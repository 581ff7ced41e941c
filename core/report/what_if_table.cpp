// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/what_if_table.h"

#include "core/report/report_cells.h"

namespace quantiscope {

namespace {

std::string nameOf(const MeasuredChange& change)
{
    return change.change.empty() ? "(the recipe as it is)" : change.change;
}

} // namespace

ReportTable whatIfTable(std::span<const MeasuredChange> changes, std::size_t asked)
{
    ReportTable table{"whatif",
                      "What the recipe and changes of it give",
                      {"Means over " + countedText(changes.front().evaluation.samples, "sample")
                       + " but for those left out; worst: of one of them."},
                      {{"variant"},
                       {"output"},
                       {"left out", "samples with NaN or infinite values, or of other extents than the float model's"},
                       {"cosine", "1 is equal"},
                       {"worst"},
                       {"SQNR dB"},
                       {"RMSE"},
                       {"max |diff|"},
                       {"top-1 %"},
                       {"float MACs %", "share of the multiply-adds that stay float"},
                       {"weights MiB"}},
                      {}};
    if (changes.size() < asked)
        table.notes.push_back("Only " + std::to_string(changes.size()) + " of " + countedText(asked, "variant")
                              + " were measured.");
    const auto fixed = [](double value, int digits) { return ReportCell(value, fixedText(value, digits)); };
    for (const MeasuredChange& change : changes) {
        const VariantFigures& figures = change.figures;
        const auto& hits = change.evaluation.classification;
        const auto add = [&](const OutputSummary& output) {
            table.rows.push_back({nameOf(change), output.name, count(output.notFinite + output.shapesDiffer),
                                  fixed(output.cosine.mean, 6), fixed(output.cosine.worst, 6),
                                  fixed(output.sqnr.mean, 2), fixed(output.rmse.mean, 6), fixed(output.maxAbs.worst, 4),
                                  hits && hits->labelled > 0 ? fixed(percentage(hits->quantizedTop1, hits->labelled), 2)
                                                             : ReportCell("-"),
                                  fixed(percentage(figures.floatMultiplyAdds, figures.multiplyAdds), 1),
                                  fixed(static_cast<double>(figures.weightBytes) / (1 << 20), 2)});
        };
        for (const OutputSummary& output : change.evaluation.outputs)
            add(output);
        for (const MeasuredPart& part : change.evaluation.parts)
            add(part.summary);
    }
    return table;
}

} // namespace quantiscope
