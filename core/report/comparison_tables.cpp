// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/comparison_tables.h"

#include "core/report/report_cells.h"

namespace quantiscope {

namespace {

std::string typeText(const std::string& type)
{
    return type.empty() ? "float" : type;
}

ReportTable scalesTable(const RunComparison& comparison, const std::string& both)
{
    ReportTable table{"scales",
                      "Scales, " + both,
                      {countedText(comparison.scales.size(), "tensor") + " of other parameters, "
                       + std::to_string(comparison.equalScales) + " of the same."},
                      {{"tensor"},
                       {"role"},
                       {"before"},
                       {"after"},
                       {"least ratio", "of the scales, after over before"},
                       {"largest ratio"}},
                      {}};
    for (const ScaleChange& change : comparison.scales) {
        const bool areBoth = !change.typeBefore.empty() && !change.typeAfter.empty();
        table.rows.push_back({change.tensor, change.role, typeText(change.typeBefore), typeText(change.typeAfter),
                              rounded(areBoth ? change.leastRatio : kNothing),
                              rounded(areBoth ? change.mostRatio : kNothing)});
    }
    return table;
}

ReportTable errorsTable(const RunComparison& comparison, const std::string& both)
{
    ReportTable table{"errors",
                      "Outputs, " + both,
                      {"Differences over the samples that both were measured on, with their 95 % interval."},
                      {{"output"}, {"metric"}, {"before"}, {"after"}, {"difference"}, {"low"}, {"high"}, {"samples"}},
                      {}};
    for (const ErrorChange& change : comparison.errors) {
        const auto mean = [&change](double value) {
            return isOfUnit(change.metric) ? rounded(value) : ReportCell(value, fixedText(value, 5));
        };
        table.rows.push_back({change.output, outputMetricName(change.metric), mean(change.before), mean(change.after),
                              rounded(change.difference.value_or(kNothing)),
                              rounded(change.interval ? change.interval->low : kNothing),
                              rounded(change.interval ? change.interval->high : kNothing), count(change.pairs)});
    }
    return table;
}

ReportTable accuracyTable(const AccuracyChange& accuracy, const std::string& both)
{
    ReportTable table{"accuracies",
                      "Top-1 accuracy, " + both,
                      {"Of the quantized models, on the labelled samples that both know. Lost: right before, wrong "
                       "after."},
                      {{"labelled samples"},
                       {"before %"},
                       {"after %"},
                       {"lost"},
                       {"gained"},
                       {"p", "McNemar's exact test: how likely so uneven a split is by chance"}},
                      {}};
    const auto percent = [&accuracy](std::uint64_t hits) {
        const double share = percentage(hits, accuracy.samples);
        return ReportCell(share, fixedText(share, 2));
    };
    table.rows.push_back({count(accuracy.samples), percent(accuracy.before), percent(accuracy.after),
                          count(accuracy.lost), count(accuracy.gained()), rounded(accuracy.chance())});
    return table;
}

} // namespace

ReportTable recipeTable(const std::vector<RecipeChange>& changes, const std::string& both)
{
    ReportTable table{"recipe", "Recipe, " + both, {}, {{"key"}, {"before"}, {"after"}}, {}};
    for (const RecipeChange& change : changes)
        table.rows.push_back({change.key, change.before, change.after});
    if (changes.empty())
        table.notes.emplace_back("The recipes are the same.");
    return table;
}

std::vector<ReportTable> tablesOf(const RunComparison& comparison, const std::string& both)
{
    std::vector<ReportTable> tables{recipeTable(comparison.recipe, both), scalesTable(comparison, both)};
    if (!comparison.errors.empty())
        tables.push_back(errorsTable(comparison, both));
    if (comparison.accuracy)
        tables.push_back(accuracyTable(*comparison.accuracy, both));
    return tables;
}

} // namespace quantiscope
