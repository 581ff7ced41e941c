// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/weight_findings.h"
#include "core/base/name_groups.h"
#include "core/report/analysis_report.h"
#include "core/report/evaluation_tables.h"
#include "core/report/report_cells.h"
#include "core/report/report_plots.h"
#include "core/tensor/data_type.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace quantiscope {

namespace {

constexpr std::size_t kMostFindings = 12; ///< about weights, in words
constexpr std::size_t kMostChannelFigures = 4;

ReportCell metricCell(SensitivityMetric metric, const std::optional<double>& value)
{
    const double number = value.value_or(kNothing);
    return metric == SensitivityMetric::Cosine ? ReportCell(number, fixedText(number, 6)) : rounded(number);
}

/// Columns of effectCells(), each with @p way in front ("only: ").
std::vector<ReportColumn> effectColumns(SensitivityMetric metric, const std::string& way)
{
    std::vector<ReportColumn> columns{{way + name(metric), "of the output where it is worst"}};
    if (metric != SensitivityMetric::Cosine)
        columns.push_back({way + "cosine", "of the output where it is worst"});
    if (metric != SensitivityMetric::Sqnr)
        columns.push_back({way + "SQNR dB", "of the output where it is worst"});
    columns.push_back({way + "samples"});
    return columns;
}

/// What is shown of the effect of a variant: what is ranked by, and the worst cosine and SQNR of its outputs.
std::vector<ReportCell> effectCells(SensitivityMetric metric, const std::optional<VariantEffect>& effect)
{
    double worstCosine = kNothing;
    double worstSqnr = kNothing;
    if (effect) {
        for (const auto* measured : {&effect->outputs, &effect->parts}) {
            for (const OutputEffect& output : *measured) {
                worstCosine = std::fmin(worstCosine, output.cosine.mean); // the other one where one is no number
                worstSqnr = std::fmin(worstSqnr, output.sqnr.mean);
            }
        }
    }
    std::vector<ReportCell> cells{metricCell(metric, effect ? effect->value : std::nullopt)};
    if (metric != SensitivityMetric::Cosine)
        cells.push_back(cosine(worstCosine));
    if (metric != SensitivityMetric::Sqnr)
        cells.push_back(decibels(worstSqnr));
    cells.push_back(count(effect ? effect->samples : 0));
    return cells;
}

std::string metricText(const Sensitivity& sensitivity)
{
    return std::string(name(sensitivity.metric)) + (sensitivity.isEstimate ? " (estimated)" : "");
}

ReportTable unitsTable(const Sensitivity& sensitivity)
{
    ReportTable table{"sensitivity",
                      "Sensitivity of the outputs",
                      {"Ranked by " + metricText(sensitivity)
                       + ". Only: nothing but this is quantized. All but: "
                         "everything but this is. Means over samples, of the output where it is worst."},
                      {{"rank"}, {"unit"}, {"what it is"}, {"nodes"}, {"multiply-adds", "for one sample"}},
                      {}};
    for (const char* way : {"only: ", "all but: "}) {
        const std::vector<ReportColumn> columns = effectColumns(sensitivity.metric, way);
        table.columns.insert(table.columns.end(), columns.begin(), columns.end());
    }
    table.columns.push_back({"estimate", "of the column 'only', in the modes that estimate"});
    table.figures.push_back(
        {"The most sensitive units: " + sensitivityPlotUnit(sensitivity), sensitivityPlot(sensitivity)});
    if (!sensitivity.isComplete)
        table.notes.emplace_back("Not everything was measured on all samples.");
    for (std::size_t rank = 0; rank < sensitivity.ranking.size(); ++rank) {
        const SensitivityUnit& unit = sensitivity.units[sensitivity.ranking[rank]];
        std::vector<ReportCell> row{count(rank + 1), unit.name, unit.label, namesText(unit.nodes),
                                    count(unit.multiplyAdds)};
        append(row, effectCells(sensitivity.metric, unit.only));
        append(row, effectCells(sensitivity.metric, unit.allBut));
        row.push_back(rounded(unit.estimate.value_or(kNothing)));
        table.rows.push_back(std::move(row));
    }
    return table;
}

ReportTable curveTable(const Sensitivity& sensitivity)
{
    ReportTable table{"exclude",
                      "The most sensitive units left in float",
                      {"Each point was really evaluated."},
                      {{"units in float"}},
                      {}};
    const std::vector<ReportColumn> columns = effectColumns(sensitivity.metric, {});
    table.columns.insert(table.columns.end(), columns.begin(), columns.end());
    table.columns.insert(
        table.columns.end(),
        {{"weight bytes", "of all constants as they are written"}, {"float weight bytes"}, {"float multiply-adds %"}});
    for (const CurveCost cost : {CurveCost::Units, CurveCost::WeightBytes, CurveCost::MultiplyAdds})
        table.figures.push_back(
            {metricText(sensitivity) + " against " + curveCostText(cost), curvePlot(sensitivity, cost)});
    for (const CurvePoint& point : sensitivity.curve) {
        std::vector<ReportCell> row{count(point.units)};
        append(row, effectCells(sensitivity.metric, point.effect));
        append(row,
               {count(point.weightBytes), count(point.floatWeightBytes),
                decibels(percentage(point.floatMultiplyAdds, sensitivity.multiplyAdds))});
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::string encodingText(const std::optional<QuantParams>& params)
{
    if (!params)
        return {};
    return std::string(dataTypeName(params->type)) + (params->isPerChannel() ? " per channel" : "");
}

/// Weights among the others, by their own errors.
std::vector<std::size_t> worstOfAll(const LayerErrors& errors)
{
    const std::vector<std::size_t> values = worstFirst(errors, ErrorColumn::OwnSqnr);
    const std::vector<std::size_t> weights = worstFirst(errors, ErrorColumn::Weight);
    const auto sqnr = [&errors](std::size_t place) {
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        const ErrorFigures& own = *errors.tensors[place].own;
        return own.broken > 0 ? -kInfinity : std::isnan(own.sqnr.mean) ? kInfinity : own.sqnr.mean;
    };
    std::vector<std::size_t> all;
    std::merge(weights.begin(), weights.end(), values.begin(), values.end(), std::back_inserter(all),
               [&sqnr](std::size_t a, std::size_t b) { return sqnr(a) < sqnr(b); });
    return all;
}

ReportTable tensorsTable(const LayerErrors& errors)
{
    ReportTable table{
        "tensors",
        "Tensors by their own error",
        {"Own: only this tensor or the layer in front of it is quantized. Accumulated: everything in front "
         "of it, too. Means over "
         + countedText(errors.samples, "sample") + "."},
        {{"place", "in the order of the graph"},
         {"tensor"},
         {"kind"},
         {"node"},
         {"operator"},
         {"type"},
         {"own SQNR dB", "higher is better"},
         {"worst own"},
         {"accumulated SQNR dB", "higher is better"},
         {"worst accumulated"},
         {"accumulated cosine"},
         {"own RMSE", "in the tensor's unit"},
         {"drop dB", "accumulated SQNR lost against the worst tensor in front"},
         {"excess dB", "own error above the rounding error of 8 bits over the tensor's range"},
         {"scale dB", "the scale above the smallest that reaches all values; 18: eight times too wide"}},
        {}};
    const bool hasShares = std::any_of(errors.tensors.begin(), errors.tensors.end(),
                                       [](const TensorError& tensor) { return tensor.outputShare.has_value(); });
    if (hasShares)
        table.columns.push_back({"share %", "of the outputs' error that is explained by this"});
    if (errors.firstWrong)
        table.notes.push_back(errors.firstWrong->sentence);
    if (errors.firstWrong && !errors.firstWrong->why.empty())
        table.notes.push_back(errors.firstWrong->why);
    if (errors.lowest)
        table.notes.push_back(errors.lowest->sentence);
    table.figures.push_back({"Error along the graph", errorPlot(errors)});
    for (const std::size_t place : worstOfAll(errors)) {
        const TensorError& tensor = errors.tensors[place];
        const auto figures = [](const std::optional<ErrorFigures>& error, auto value) {
            return error ? value(*error) : kNothing;
        };
        const auto mean = [](const ErrorFigures& error) { return error.sqnr.mean; };
        const auto worst = [](const ErrorFigures& error) { return error.sqnr.worst; };
        std::vector<ReportCell> row{
            count(place),
            tensor.tensor,
            name(tensor.kind),
            tensor.userNodes.empty() ? tensor.node : namesText(tensor.userNodes),
            tensor.opType,
            encodingText(tensor.params),
            decibels(figures(tensor.own, mean)),
            decibels(figures(tensor.own, worst)),
            decibels(figures(tensor.accumulated, mean)),
            decibels(figures(tensor.accumulated, worst)),
            cosine(figures(tensor.accumulated, [](const ErrorFigures& error) { return error.cosine.mean; })),
            rounded(figures(tensor.own, [](const ErrorFigures& error) { return error.rmse.mean; })),
            decibels(tensor.drop),
            decibels(tensor.excess),
            decibels(tensor.scaleExcess)};
        if (hasShares)
            row.push_back(decibels(tensor.outputShare ? 100.0 * *tensor.outputShare : kNothing));
        table.rows.push_back(std::move(row));
    }
    return table;
}

ReportTable weightsTable(const WeightAnalysis& analysis)
{
    ReportTable table{"weights",
                      "Weights",
                      {},
                      {{"weight"},
                       {"nodes"},
                       {"operator"},
                       {"elements"},
                       {"type"},
                       {"max|w|"},
                       {"max / sigma", "1.7 when even, 3 to 5 when normal; more with outliers"},
                       {"kurtosis", "1.8 when even, 3 when normal"},
                       {"zeros %"},
                       {"levels", "different codes in use"},
                       {"channels"},
                       {"channel ratio", "largest / smallest max|w| of a channel"},
                       {"coarse channels", "with fewer than 4 levels"},
                       {"dead channels"},
                       {"SQNR dB", "of all elements; higher is better"},
                       {"balanced SQNR dB", "every channel counts alike"},
                       {"per channel +dB", "gain in balanced SQNR from a scale for each channel"},
                       {"16 bits +dB", "gain from 16 bits"},
                       {"both +dB", "gain from 16 bits and a scale for each channel"},
                       {"equalization +dB", "gain from cross-layer equalization"}},
                      {}};
    const std::vector<WeightFinding> findings = weightFindings(analysis);
    for (std::size_t i = 0; i < std::min(findings.size(), kMostFindings); ++i) {
        const WeightFacts& facts = *analysis.find(findings[i].weight);
        table.notes.push_back(namesText(facts.usersNodes()) + ": " + findings[i].sentence);
        if (findings[i].kind == WeightFindingKind::ChannelRanges && table.figures.size() < kMostChannelFigures)
            table.figures.push_back({"Channels of " + quotedName(facts.name), channelPlot(facts)});
    }
    if (findings.size() > kMostFindings)
        table.notes.push_back("… and " + countedText(findings.size() - kMostFindings, "more finding") + ".");
    std::vector<const WeightFacts*> order; // the worst first
    for (const WeightFacts& facts : analysis.weights)
        order.push_back(&facts);
    std::stable_sort(order.begin(), order.end(), [](const WeightFacts* a, const WeightFacts* b) {
        return a->configured.balanced < b->configured.balanced;
    });
    for (const WeightFacts* each : order) {
        const WeightFacts& facts = *each;
        table.rows.push_back({facts.name,
                              namesText(facts.usersNodes()),
                              facts.opType,
                              count(facts.elements),
                              encodingText(facts.params),
                              rounded(facts.values.maxAbs()),
                              decibels(facts.values.outlierRatio()),
                              decibels(facts.values.kurtosis),
                              decibels(100.0 * facts.values.zeros),
                              count(facts.levels),
                              count(facts.channels.size()),
                              rounded(facts.channelRatio()),
                              count(facts.coarseChannels()),
                              count(facts.count(ChannelState::Dead)),
                              decibels(facts.configured.sqnr),
                              decibels(facts.configured.balanced),
                              decibels(facts.gain(facts.perChannel)),
                              decibels(facts.gain(facts.wide)),
                              decibels(facts.gain(facts.perChannelWide)),
                              decibels(facts.gain(facts.equalized))});
    }
    return table;
}

} // namespace

std::vector<ReportTable> tablesOf(const AnalysisReport& report)
{
    std::vector<ReportTable> tables = report.first;
    if (report.evaluation) {
        for (ReportTable& table : tablesOf(*report.evaluation))
            tables.push_back(std::move(table));
    }
    if (report.sensitivity) {
        tables.push_back(unitsTable(*report.sensitivity));
        if (!report.sensitivity->curve.empty())
            tables.push_back(curveTable(*report.sensitivity));
    }
    if (report.layers)
        tables.push_back(tensorsTable(*report.layers));
    if (report.weights)
        tables.push_back(weightsTable(*report.weights));
    tables.insert(tables.end(), report.last.begin(), report.last.end());
    return tables;
}

} // namespace quantiscope
