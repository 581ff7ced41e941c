// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/advice_tables.h"

#include "core/base/byte_count.h"
#include "core/base/name_groups.h"
#include "core/report/report_cells.h"
#include "core/report/svg_plot.h"

#include <cmath>

namespace quantiscope {

namespace {

constexpr std::size_t kFigures = 5; ///< columns that tell how a variant did

std::string valueText(const AdviceOutcome& outcome)
{
    return outcome.value ? fixedText(*outcome.value, 4) : "-";
}

/// "cosine 0.2132 of 'scores' on 4 samples".
std::string reachedText(const Advice& advice, const AdviceOutcome& outcome)
{
    return std::string(gateMetricName(advice.goal.metric)) + " " + valueText(outcome)
        + (outcome.output.empty() ? std::string() : " of " + quotedName(outcome.output)) + " on "
        + countedText(outcome.samples, "sample");
}

std::string changesText(const std::vector<RecipeChange>& changes)
{
    std::string text;
    for (const RecipeChange& change : changes) {
        text += (text.empty() ? "" : "; ") + change.key + ": " + (change.before.empty() ? "nothing" : change.before)
            + " → " + (change.after.empty() ? "nothing" : change.after);
    }
    return text;
}

/// Blank where it is refused.
std::vector<ReportCell> figureCells(const std::optional<AdviceOutcome>& outcome)
{
    if (!outcome)
        return std::vector<ReportCell>(kFigures, ReportCell(kNothing, {}));
    const AdviceFigures& figures = outcome->figures;
    return {ReportCell(outcome->value.value_or(kNothing), valueText(*outcome)), decibels(100.0 * figures.byteShare()),
            decibels(percentage(figures.floatMultiplyAdds, figures.multiplyAdds)),
            ReportCell(static_cast<double>(figures.weightBytes), byteText(figures.weightBytes)),
            ReportCell(static_cast<double>(figures.activationBits),
                       figures.hasFloatActivations() ? "float" : std::to_string(figures.activationBits))};
}

std::vector<ReportColumn> figureColumns(const Advice& advice)
{
    return {{gateMetricName(advice.goal.metric), "of the output or part that is worst"},
            {"8-bit MACs %", "share of the multiply-adds of layers whose weights have 8 bits"},
            {"float MACs %"},
            {"weights", "of all constants as they are written"},
            {"activation bits"}};
}

ReportTable culpritsTable(const Advice& advice)
{
    ReportTable table{
        "culprits",
        "Layers that go wrong",
        {"Goal: " + describe(advice.goal) + ". The recipe as it is reaches " + reachedText(advice, advice.baseline)
         + (advice.baseline.isMet ? ", which is enough." : ".")},
        {{"layer"}, {gateMetricName(advice.goal.metric) + std::string(", only this quantized")}, {"why"}, {"nodes"}},
        {}};
    for (const AdviceCulprit& culprit : advice.culprits)
        table.rows.push_back({culprit.layer, ReportCell(culprit.only.value.value_or(kNothing), valueText(culprit.only)),
                              culprit.reason, namesText(culprit.nodes)});
    return table;
}

ReportTable fixesTable(const Advice& advice)
{
    ReportTable table{
        "fixes",
        "What changes of the recipe give",
        {"Each was measured on " + countedText(advice.screening, "sample") + "; nothing here is predicted."},
        {{"change"}},
        {}};
    std::vector<ReportColumn> columns = figureColumns(advice);
    table.columns.insert(table.columns.end(), columns.begin(), columns.end());
    table.columns.insert(table.columns.end(), {{"what it costs, or why it is refused"}, {"in the recipe"}});
    SvgPlot::Bars bars;
    const auto add = [&](const std::string& title, const std::optional<AdviceOutcome>& outcome, const std::string& cost,
                         const std::vector<RecipeChange>& changes) {
        std::vector<ReportCell> row{title};
        append(row, figureCells(outcome));
        append(row, {cost, changesText(changes)});
        table.rows.push_back(std::move(row));
        if (outcome && outcome->value && !std::isnan(*outcome->value))
            bars.push_back({title, *outcome->value, valueText(*outcome)});
    };
    add("(as it is)", advice.screened, {}, {});
    for (const AdviceFix& fix : advice.fixes)
        add(fix.title, fix.outcome, fix.outcome ? fix.cost : fix.refusal, fix.changes);
    if (bars.size() > 1)
        table.figures.push_back({std::string(gateMetricName(advice.goal.metric)) + " with each change",
                                 barFigure("What each change of the recipe gives", bars)});
    return table;
}

ReportTable planTable(const Advice& advice)
{
    const AdvicePlan& plan = *advice.plan;
    ReportTable table{"plan",
                      "The best recipe that was found",
                      {"It reaches " + reachedText(advice, plan.outcome)
                       + (plan.outcome.isMet ? ", which meets the goal, with " : ", which misses the goal, with ")
                       + fixedText(100.0 * plan.outcome.figures.byteShare(), 1)
                       + " % of the multiply-adds in 8-bit weights."},
                      {{"member of the recipe"}, {"before"}, {"after"}},
                      {}};
    for (const std::string& step : plan.steps)
        table.notes.push_back("• " + step);
    for (const RecipeChange& change : plan.changes)
        table.rows.push_back({change.key, change.before, change.after});
    return table;
}

} // namespace

std::vector<ReportTable> tablesOf(const Advice& advice)
{
    std::vector<ReportTable> tables{culpritsTable(advice)};
    if (!advice.fixes.empty())
        tables.push_back(fixesTable(advice));
    if (advice.plan)
        tables.push_back(planTable(advice));
    ReportTable& last = tables.back();
    if (!advice.left.empty())
        last.notes.push_back(advice.left);
    if (!advice.isComplete)
        last.notes.push_back("The search ended early, after " + countedText(advice.evaluations, "evaluation") + ".");
    return tables;
}

} // namespace quantiscope
