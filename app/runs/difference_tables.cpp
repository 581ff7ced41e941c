// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/difference_tables.h"

#include "app/jobs/job.h"
#include "app/runs/metrics_panel.h"
#include "widgets/common/number_text.h"
#include "widgets/common/text.h"
#include "widgets/models/runs_model.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace quantiscope {

namespace {

struct Differences
{
    Q_DECLARE_TR_FUNCTIONS(quantiscope::Differences)
};

using Tone = TableCell::Tone;

const QString kNothing = QStringLiteral("—");

TableCell number(double value, char format, int digits, Tone tone = Tone::Plain)
{
    return {numberText(value, format, digits), value, tone};
}

Tone toneOf(double change, bool isHigherBetter)
{
    if (change == 0.0 || std::isnan(change))
        return Tone::Plain;
    return (change > 0.0) == isHigherBetter ? Tone::Better : Tone::Worse;
}

QString roleText(const std::string& role)
{
    if (role == "activation")
        return Differences::tr("activation");
    if (role == "weight")
        return Differences::tr("weight");
    if (role == "constant")
        return Differences::tr("constant");
    return role == "bias" ? Differences::tr("bias") : toQt(role);
}

QString typeText(const std::string& type, std::size_t scales)
{
    if (type.empty())
        return Differences::tr("float");
    return scales > 1 ? QStringLiteral("%1 × %2").arg(toQt(type)).arg(scales) : toQt(type);
}

TableCell ratioCell(const ScaleChange& change)
{
    if (change.typeBefore.empty() || change.typeAfter.empty())
        return {kNothing, std::numeric_limits<double>::infinity(), Tone::Soft};
    const double distance = std::max(std::abs(std::log(change.leastRatio)), std::abs(std::log(change.mostRatio)));
    QString text = numberText(change.leastRatio, 'g', 4);
    if (change.mostRatio != change.leastRatio)
        text = Differences::tr("%1 to %2", "ratios").arg(text, numberText(change.mostRatio, 'g', 4));
    return {text, distance, Tone::Plain};
}

int decimalsOf(OutputMetric metric)
{
    return metric == OutputMetric::Sqnr || metric == OutputMetric::Psnr ? 1 : 4;
}

double meanSqnr(const std::optional<ErrorFigures>& figures)
{
    return figures ? figures->sqnr.mean : std::numeric_limits<double>::quiet_NaN();
}

/// From -inf (became worse without bound) to +inf; 0 where nothing changed.
double changeOf(double before, double after)
{
    return before == after ? 0.0 : after - before;
}

} // namespace

CellTable scaleTable(const RunComparison& comparison)
{
    CellTable table{
        {{Differences::tr("Tensor")},
         {Differences::tr("Role")},
         {Differences::tr("Type"), false, Differences::tr("Of the codes: before and after where it changed")},
         {Differences::tr("Scale, ratio"), true,
          Differences::tr("The scale after over the one before; of channels the least and the largest")}},
        {}};
    for (const ScaleChange& change : comparison.scales) {
        TableCell type{typeText(change.typeAfter, change.scalesAfter)};
        if (const QString before = typeText(change.typeBefore, change.scalesBefore); before != type.text)
            type.text = QStringLiteral("%1 → %2").arg(before, type.text);
        if (change.zeroPointDiffers)
            type.toolTip = Differences::tr("%1; the zero point is another").arg(type.text);
        table.rows.push_back({toQt(change.tensor),
                              {{shownName(change.tensor), {}, Tone::Plain, toQt(change.tensor)},
                               {roleText(change.role), {}, Tone::Soft},
                               std::move(type),
                               ratioCell(change)}});
    }
    return table;
}

CellTable errorTable(const RunComparison& comparison)
{
    CellTable table{{{Differences::tr("Output")},
                     {Differences::tr("Metric")},
                     {Differences::tr("Before"), true, Differences::tr("Mean over the run's own samples")},
                     {Differences::tr("After"), true, Differences::tr("Mean over the run's own samples")},
                     {Differences::tr("Δ"), true,
                      Differences::tr("Mean over the samples that both runs were measured on, with its 95 % interval; "
                                      "* marks what chance alone does not explain")}},
                    {}};
    for (const ErrorChange& change : comparison.errors) {
        const int decimals = decimalsOf(change.metric);
        const int finer = std::max(decimals, 2); // a difference that rounding made of two equal figures is none
        TableCell difference{kNothing, std::numeric_limits<double>::quiet_NaN(), Tone::Soft};
        if (change.difference) {
            const Tone tone = change.isClear() ? toneOf(*change.difference, isLowWorse(change.metric)) : Tone::Plain;
            difference = {deltaText(*change.difference, finer), *change.difference, tone};
            if (change.isClear())
                difference.text += QStringLiteral(" *");
            if (change.interval)
                difference.toolTip =
                    Differences::tr("95 % interval %1 to %2, of %n sample(s)", nullptr, int(change.pairs))
                        .arg(deltaText(change.interval->low, finer), deltaText(change.interval->high, finer));
        }
        table.rows.push_back({toQt(change.output),
                              {{shownName(change.output), {}, Tone::Plain, toQt(change.output)},
                               {metricWord(change.metric), {}, Tone::Soft},
                               number(change.before, 'f', decimals),
                               number(change.after, 'f', decimals),
                               std::move(difference)}});
    }
    return table;
}

CellTable tensorErrorTable(const LayerErrors& before, const LayerErrors& after)
{
    CellTable table{
        {{Differences::tr("Tensor")},
         {Differences::tr("Own, dB"), true,
          Differences::tr("SQNR of the tensor's own quantization after; in the tooltip before")},
         {Differences::tr("Δ"), true, Differences::tr("Change of the own SQNR, dB; above 0 is better")},
         {Differences::tr("All, dB"), true,
          Differences::tr("Accumulated SQNR: with everything in front quantized, too, after; in the tooltip before")},
         {Differences::tr("Δ"), true, Differences::tr("Change of the accumulated SQNR, dB; above 0 is better")}},
        {}};
    std::unordered_map<std::string, const TensorError*> old;
    for (const TensorError& tensor : before.tensors)
        old.emplace(tensor.tensor, &tensor);
    const auto value = [](double now, double was) {
        return TableCell{numberText(now, 'f', 1), now, Tone::Plain,
                         Differences::tr("before: %1 dB").arg(numberText(was, 'f', 1))};
    };
    const auto delta = [](double change) { return TableCell{deltaText(change, 1), change, toneOf(change, true)}; };
    for (const TensorError& tensor : after.tensors) {
        const auto was = old.find(tensor.tensor);
        if (was == old.end())
            continue;
        const double own = meanSqnr(tensor.own), oldOwn = meanSqnr(was->second->own);
        const double all = meanSqnr(tensor.accumulated), oldAll = meanSqnr(was->second->accumulated);
        table.rows.push_back({toQt(tensor.tensor),
                              {{shownName(tensor.tensor), {}, Tone::Plain, toQt(tensor.tensor)},
                               value(own, oldOwn),
                               delta(changeOf(oldOwn, own)),
                               value(all, oldAll),
                               delta(changeOf(oldAll, all))}});
    }
    const auto size = [](const CellTable::Row& row) {
        const double change = row.cells[2].sort.toDouble();
        return std::isnan(change) ? -1.0 : std::abs(change);
    };
    std::stable_sort(table.rows.begin(), table.rows.end(),
                     [size](const CellTable::Row& a, const CellTable::Row& b) { return size(a) > size(b); });
    return table;
}

CellTable stageTable(const std::vector<RunInView>& runs)
{
    CellTable table{{{Differences::tr("Stage")}}, {}};
    std::vector<const RunInView*> known;
    for (const RunInView& run : runs) {
        if (!run.details || run.details->run.stages.empty())
            continue;
        known.push_back(&run);
        table.columns.push_back({Differences::tr("Run %1, s").arg(run.number()), true});
        table.columns.push_back(
            {Differences::tr("Peak, MiB"), true,
             Differences::tr("The most memory of the whole process during the stage of run %1").arg(run.number())});
    }
    std::vector<std::string> stages; // in the order of the first run that has them
    for (const RunInView* run : known) {
        for (const StageRecord& stage : run->details->run.stages) {
            if (std::find(stages.begin(), stages.end(), stage.name) == stages.end())
                stages.push_back(stage.name);
        }
    }
    for (const std::string& name : stages) {
        CellTable::Row row{toQt(name), {{stageText(toQt(name))}}};
        for (const RunInView* run : known) {
            const auto& all = run->details->run.stages;
            const auto stage =
                std::find_if(all.begin(), all.end(), [&name](const StageRecord& each) { return each.name == name; });
            const bool isThere = stage != all.end();
            row.cells.push_back(isThere ? number(stage->seconds, 'f', 2) : TableCell{kNothing, {}, Tone::Soft});
            row.cells.push_back(isThere && stage->peakMemory > 0
                                    ? number(double(stage->peakMemory) / double(1 << 20), 'f', 1)
                                    : TableCell{kNothing, {}, Tone::Soft});
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace quantiscope
