// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/weight_findings.h"
#include "core/base/number_text.h"
#include "core/report/analysis_report.h"
#include "core/tensor/data_type.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace quantiscope {

namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

ReportCell decibels(double value)
{
    return {value, fixedText(value, 1)};
}

ReportCell decibels(const std::optional<double>& value)
{
    return decibels(value.value_or(kNothing));
}

ReportCell rounded(double value)
{
    return {value, roundedText(value)};
}

ReportCell cosine(double value)
{
    return {value, fixedText(value, 5)};
}

template <typename Count>
ReportCell count(Count value)
{
    return {static_cast<double>(value), std::to_string(value)};
}

std::string namesText(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

ReportTable outputsTable(const Evaluation& evaluation)
{
    ReportTable table{"outputs",
                      "Outputs: float against quantized",
                      {std::to_string(evaluation.samples) + " samples; mean and worst over them."},
                      {{"output"},
                       {"samples"},
                       {"cosine", "mean; 1 is equal"},
                       {"worst cosine"},
                       {"SQNR dB", "signal to quantization noise, mean; higher is better"},
                       {"worst SQNR dB"},
                       {"RMSE", "mean, in the output's unit"},
                       {"largest difference"}},
                      {}};
    for (const OutputSummary& output : evaluation.outputs) {
        table.rows.push_back({output.name, count(output.samples), cosine(output.cosine.mean),
                              cosine(output.cosine.worst), decibels(output.sqnr.mean), decibels(output.sqnr.worst),
                              rounded(output.rmse.mean), rounded(output.maxAbs.worst)});
    }
    if (const auto& classes = evaluation.classification; classes && classes->labelled > 0) {
        const auto percent = [&classes](std::uint64_t hits) {
            return fixedText(100.0 * static_cast<double>(hits) / static_cast<double>(classes->labelled), 2) + " %";
        };
        table.notes.push_back("Top-1 accuracy on " + std::to_string(classes->labelled) + " labelled samples: float "
                              + percent(classes->floatTop1) + ", quantized " + percent(classes->quantizedTop1) + ".");
    }
    return table;
}

/// What is shown of the effect of a variant: what is ranked by, and the worst cosine and SQNR of its outputs.
std::vector<ReportCell> effectCells(const std::optional<VariantEffect>& effect)
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
    const double value = effect ? effect->value.value_or(kNothing) : kNothing;
    return {rounded(value), cosine(worstCosine), decibels(worstSqnr), count(effect ? effect->samples : 0)};
}

void append(std::vector<ReportCell>& row, std::vector<ReportCell> cells)
{
    row.insert(row.end(), cells.begin(), cells.end());
}

std::string metricText(const Sensitivity& sensitivity)
{
    return std::string(name(sensitivity.metric)) + (sensitivity.isEstimate ? " (estimated)" : "");
}

ReportTable unitsTable(const Sensitivity& sensitivity)
{
    const std::string metric = name(sensitivity.metric);
    ReportTable table{"sensitivity",
                      "Sensitivity of the outputs",
                      {"Ranked by " + metricText(sensitivity)
                       + ". Only: nothing but this is quantized. All but: "
                         "everything but this is. Means over samples, of the output where it is worst."},
                      {{"rank"},
                       {"unit"},
                       {"what it is"},
                       {"nodes"},
                       {"multiply-adds", "for one sample"},
                       {"only: " + metric},
                       {"only: cosine"},
                       {"only: SQNR dB"},
                       {"only: samples"},
                       {"all but: " + metric},
                       {"all but: cosine"},
                       {"all but: SQNR dB"},
                       {"all but: samples"},
                       {"estimate", "of the column 'only', in the modes that estimate"}},
                      {}};
    if (!sensitivity.isComplete)
        table.notes.emplace_back("Not everything was measured on all samples.");
    for (std::size_t rank = 0; rank < sensitivity.ranking.size(); ++rank) {
        const SensitivityUnit& unit = sensitivity.units[sensitivity.ranking[rank]];
        std::vector<ReportCell> row{count(rank + 1), unit.name, unit.label, namesText(unit.nodes),
                                    count(unit.multiplyAdds)};
        append(row, effectCells(unit.only));
        append(row, effectCells(unit.allBut));
        row.push_back(rounded(unit.estimate.value_or(kNothing)));
        table.rows.push_back(std::move(row));
    }
    return table;
}

ReportTable curveTable(const Sensitivity& sensitivity)
{
    ReportTable table{"exclude",
                      "The most sensitive units left in float",
                      {"Each line was really evaluated."},
                      {{"units in float"},
                       {std::string(name(sensitivity.metric))},
                       {"cosine", "of the output where it is worst"},
                       {"SQNR dB", "of the output where it is worst"},
                       {"samples"},
                       {"weight bytes", "of all constants as they are written"},
                       {"float weight bytes"},
                       {"float multiply-adds %"}},
                      {}};
    for (const CurvePoint& point : sensitivity.curve) {
        std::vector<ReportCell> row{count(point.units)};
        append(row, effectCells(point.effect));
        const double share = sensitivity.multiplyAdds > 0
            ? 100.0 * static_cast<double>(point.floatMultiplyAdds) / static_cast<double>(sensitivity.multiplyAdds)
            : kNothing;
        append(row, {count(point.weightBytes), count(point.floatWeightBytes), decibels(share)});
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
        return own.notFinite > 0 ? -kInfinity : std::isnan(own.sqnr.mean) ? kInfinity : own.sqnr.mean;
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
         + std::to_string(errors.samples) + " samples."},
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
         {"drop dB", "accumulated SQNR lost against the worst tensor in front"}},
        {}};
    if (errors.firstWrong)
        table.notes.push_back(errors.firstWrong->sentence);
    if (errors.firstWrong && !errors.firstWrong->why.empty())
        table.notes.push_back(errors.firstWrong->why);
    for (const std::size_t place : worstOfAll(errors)) {
        const TensorError& tensor = errors.tensors[place];
        const auto figures = [](const std::optional<ErrorFigures>& error, auto value) {
            return error ? value(*error) : kNothing;
        };
        const auto mean = [](const ErrorFigures& error) { return error.sqnr.mean; };
        const auto worst = [](const ErrorFigures& error) { return error.sqnr.worst; };
        table.rows.push_back(
            {count(place), tensor.tensor, name(tensor.kind), tensor.node, tensor.opType, encodingText(tensor.params),
             decibels(figures(tensor.own, mean)), decibels(figures(tensor.own, worst)),
             decibels(figures(tensor.accumulated, mean)), decibels(figures(tensor.accumulated, worst)),
             cosine(figures(tensor.accumulated, [](const ErrorFigures& error) { return error.cosine.mean; })),
             rounded(figures(tensor.own, [](const ErrorFigures& error) { return error.rmse.mean; })),
             decibels(tensor.drop)});
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
    for (const WeightFinding& finding : weightFindings(analysis))
        table.notes.push_back(finding.sentence);
    for (const WeightFacts& facts : analysis.weights) {
        table.rows.push_back({facts.name,
                              namesText(facts.nodes),
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
    std::vector<ReportTable> tables;
    if (report.evaluation)
        tables.push_back(outputsTable(*report.evaluation));
    if (report.sensitivity) {
        tables.push_back(unitsTable(*report.sensitivity));
        if (!report.sensitivity->curve.empty())
            tables.push_back(curveTable(*report.sensitivity));
    }
    if (report.layers)
        tables.push_back(tensorsTable(*report.layers));
    if (report.weights)
        tables.push_back(weightsTable(*report.weights));
    return tables;
}

} // namespace quantiscope
