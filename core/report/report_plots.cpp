// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report_plots.h"

#include "core/base/name_groups.h"
#include "core/base/number_text.h"
#include "core/base/printable.h"
#include "core/report/report_cells.h"
#include "core/report/svg_plot.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace quantiscope {

namespace {

constexpr std::size_t kMostDots = 1500; ///< more would only make the page large
constexpr std::size_t kMostChannels = 400; ///< likewise; a bar is 2 pixels wide then
constexpr std::size_t kMostBars = 30;

double meanSqnr(const std::optional<ErrorFigures>& figures)
{
    return figures ? figures->sqnr.mean : kNothing;
}

/// Lowest and highest of the finite values, widened to whole tens.
std::pair<double, double> tens(const std::vector<double>& values)
{
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const double value : values) {
        if (!std::isfinite(value))
            continue;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    if (low > high)
        return {0.0, 60.0};
    low = 10.0 * std::floor(std::min(low, 0.0) / 10.0);
    return {low, std::max(low + 10.0, 10.0 * std::ceil(high / 10.0))};
}

/// Such an estimate is a signal-to-noise ratio, whatever the metric is.
bool isLocalEstimate(const Sensitivity& sensitivity)
{
    return sensitivity.isEstimate && sensitivity.mode == SensitivityMode::Local;
}

double costOf(const CurvePoint& point, CurveCost cost)
{
    return static_cast<double>(cost == CurveCost::Units             ? point.units
                                   : cost == CurveCost::WeightBytes ? point.floatWeightBytes
                                                                    : point.floatMultiplyAdds);
}

/// In a unit that leaves numbers of few digits.
struct Axis
{
    double unit = 1.0;
    std::string label;
};

Axis curveAxis(const std::vector<CurvePoint>& curve, CurveCost cost)
{
    constexpr double kKibi = 1024.0;
    constexpr double kMebi = 1024.0 * 1024.0;
    constexpr double kMillion = 1e6;
    constexpr double kBillion = 1e9;
    const double most = costOf(curve.back(), cost);
    switch (cost) {
    case CurveCost::Units:
        break;
    case CurveCost::WeightBytes:
        return most >= kMebi ? Axis{kMebi, "weights left in float, MiB"}
            : most >= kKibi  ? Axis{kKibi, "weights left in float, KiB"}
                             : Axis{1.0, "weights left in float, bytes"};
    case CurveCost::MultiplyAdds:
        return most >= kBillion ? Axis{kBillion, "multiply-adds left in float, G for one sample"}
            : most >= kMillion  ? Axis{kMillion, "multiply-adds left in float, M for one sample"}
                                : Axis{1.0, "multiply-adds left in float, for one sample"};
    }
    return {1.0, "most sensitive units left in float"};
}

bool isOfCosine(const Sensitivity& sensitivity)
{
    return sensitivity.metric == SensitivityMetric::Cosine && !isLocalEstimate(sensitivity);
}

} // namespace

std::string errorPlot(const LayerErrors& errors)
{
    SvgPlot::Points own;
    SvgPlot::Points accumulated;
    std::vector<const TensorError*> shown;
    std::vector<double> all;
    std::vector<double> places(errors.tensors.size(), kNothing);
    for (std::size_t i = 0; i < errors.tensors.size(); ++i) {
        const TensorError& tensor = errors.tensors[i];
        if (tensor.kind == TensorError::Kind::Weight || (!tensor.own && !tensor.accumulated))
            continue;
        const auto x = static_cast<double>(shown.size());
        places[i] = x;
        shown.push_back(&tensor);
        own.emplace_back(x, meanSqnr(tensor.own));
        accumulated.emplace_back(x, meanSqnr(tensor.accumulated));
        all.push_back(own.back().second);
        all.push_back(accumulated.back().second);
    }
    if (shown.empty())
        return {};
    const auto [low, high] = tens(all);
    SvgPlot plot("Signal to quantization noise of each tensor along the graph",
                 {"tensor, in the order of the graph", -0.5, static_cast<double>(shown.size()) - 0.5},
                 {"SQNR, dB (higher is better)", low, high});
    plot.legend("own", "s1");
    plot.legend("accumulated", "s2");
    plot.line(own, "s1");
    plot.line(accumulated, "s2");
    if (errors.firstWrong && std::isfinite(places[errors.firstWrong->tensor]))
        plot.upright(places[errors.firstWrong->tensor], "first goes wrong");
    if (shown.size() <= kMostDots) {
        for (std::size_t i = 0; i < shown.size(); ++i) {
            const std::string name = printable(shown[i]->tensor) + " (" + shown[i]->opType + ")";
            plot.point(own[i].first, own[i].second, "s1", name + ": own " + fixedText(own[i].second, 1) + " dB");
            plot.point(accumulated[i].first, accumulated[i].second, "s2",
                       name + ": accumulated " + fixedText(accumulated[i].second, 1) + " dB");
        }
    }
    return plot.text();
}

std::string sensitivityPlot(const Sensitivity& sensitivity)
{
    const SensitivityMetric metric = isLocalEstimate(sensitivity) ? SensitivityMetric::Sqnr : sensitivity.metric;
    SvgPlot::Bars bars;
    for (const std::size_t place : sensitivity.ranking) {
        const SensitivityUnit& unit = sensitivity.units[place];
        const auto& effect = sensitivity.rankedBy == SensitivityDirection::Only ? unit.only : unit.allBut;
        const std::optional<double> value = sensitivity.isEstimate ? unit.estimate
            : effect                                               ? effect->value
                                                                   : std::nullopt;
        if (!value || std::isnan(*value) || bars.size() == kMostBars)
            continue;
        if (std::isinf(*value) && !isWorse(metric, *value, 0.0))
            continue; // it changes nothing
        const double length = isOfCosine(sensitivity) ? 1.0 - *value : *value; // cosines are all alike
        bars.push_back({unit.name, length, std::isfinite(length) ? roundedText(length) : "not finite"});
    }
    return barFigure("What each unit does to the outputs", bars);
}

std::string sensitivityPlotUnit(const Sensitivity& sensitivity)
{
    const char* unit = isLocalEstimate(sensitivity) ? "own SQNR, dB" : name(sensitivity.metric);
    return (isOfCosine(sensitivity) ? "1 − " : "") + std::string(unit) + (sensitivity.isEstimate ? " (estimated)" : "");
}

std::string curveCostText(CurveCost cost)
{
    switch (cost) {
    case CurveCost::Units:
        return "the units left in float";
    case CurveCost::WeightBytes:
        return "the weight bytes left in float";
    case CurveCost::MultiplyAdds:
        return "the multiply-adds left in float";
    }
    return {};
}

std::string curvePlot(const Sensitivity& sensitivity, CurveCost cost)
{
    if (sensitivity.curve.empty())
        return {};
    const Axis axis = curveAxis(sensitivity.curve, cost);
    SvgPlot::Points points;
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const CurvePoint& point : sensitivity.curve) {
        const double value = point.effect.value.value_or(kNothing);
        points.emplace_back(costOf(point, cost) / axis.unit, value);
        if (std::isfinite(value)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    const double first = points.front().first;
    const double last = points.back().first;
    if (low > high || !(last > first))
        return {};
    const double margin = high > low ? 0.05 * (high - low) : std::max(0.1 * std::abs(high), 1e-6);
    SvgPlot plot("The metric against " + curveCostText(cost), {axis.label, 0.0, last},
                 {name(sensitivity.metric), low - margin, high + margin}, 220.0);
    plot.line(points, "s1");
    for (std::size_t i = 0; i < points.size(); ++i) {
        const CurvePoint& point = sensitivity.curve[i];
        plot.point(points[i].first, points[i].second, "s1",
                   countedText(point.units, "unit") + ": " + roundedText(points[i].second) + ", "
                       + std::to_string(point.floatWeightBytes) + " weight bytes and "
                       + std::to_string(point.floatMultiplyAdds) + " multiply-adds in float");
    }
    return plot.text();
}

std::string distributionPlot(const std::string& name, std::span<const std::optional<double>> cosines)
{
    constexpr std::size_t kFew = 8; // of which a histogram says nothing
    constexpr double kAlike = 1e-9; // what rounding makes of equal ones
    std::vector<double> values;
    for (const std::optional<double>& value : cosines) {
        if (value && std::isfinite(*value))
            values.push_back(*value);
    }
    if (values.size() < kFew)
        return {};
    std::sort(values.begin(), values.end());
    const double low = values.front();
    const double high = values.back();
    if (!(high - low > kAlike * std::max(std::abs(low), std::abs(high))))
        return {};
    const auto bins =
        static_cast<std::size_t>(std::clamp(2.0 * std::sqrt(static_cast<double>(values.size())), 8.0, 60.0));
    const double width = (high - low) / static_cast<double>(bins);
    std::vector<std::size_t> counts(bins);
    for (const double value : values)
        ++counts[std::min(bins - 1, static_cast<std::size_t>((value - low) / width))];
    const auto most = static_cast<double>(*std::max_element(counts.begin(), counts.end()));
    const int digits = std::max(5, 1 + static_cast<int>(std::ceil(-std::log10(width))));
    SvgPlot plot("Histogram over the samples of the cosine of " + quotedName(name), {"cosine (1 is equal)", low, high},
                 {"samples", 0.0, 1.05 * most}, 200.0);
    for (std::size_t i = 0; i < bins; ++i) {
        const double left = low + static_cast<double>(i) * width;
        if (counts[i] > 0)
            plot.bar(left, left + 0.94 * width, static_cast<double>(counts[i]), "s1",
                     fixedText(left, digits) + " to " + fixedText(left + width, digits) + ": "
                         + countedText(counts[i], "sample"));
    }
    const std::size_t middle = values.size() / 2;
    plot.upright(values.size() % 2 == 1 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]), "median");
    return plot.text();
}

std::string channelPlot(const WeightFacts& facts)
{
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < facts.channels.size(); ++i) {
        if (facts.channels[i].state != ChannelState::Dead)
            order.push_back(i);
    }
    if (order.empty())
        return {};
    const std::size_t step = (order.size() + kMostChannels - 1) / kMostChannels;
    const auto magnitude = [&facts](std::size_t channel) { return facts.channels[channel].values.maxAbs(); };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return magnitude(a) > magnitude(b); });
    const bool hasOneScale = !facts.params.isPerChannel() && !facts.params.scale.empty();
    const double least =
        hasOneScale ? std::min<double>(magnitude(order.back()), facts.params.scale[0]) : magnitude(order.back());
    SvgPlot plot("Largest magnitude of each channel of " + quotedName(facts.name),
                 {"channels of " + quotedName(facts.name) + ", largest first"
                      + (step > 1 ? ", one of " + std::to_string(step) + " drawn" : ""),
                  0.0, static_cast<double>(order.size())},
                 {"max|w|", 0.5 * least, 2.0 * magnitude(order.front()), SvgPlot::Scale::Log}, 240.0);
    plot.legend("4 levels or more", "s1");
    plot.legend("fewer than 4 levels", "s2");
    const auto width = static_cast<double>(step);
    for (std::size_t i = 0; i < order.size(); i += step) {
        const ChannelFacts& channel = facts.channels[order[i]];
        const auto x = static_cast<double>(i);
        plot.bar(x + 0.1 * width, std::min(x + 0.9 * width, static_cast<double>(order.size())), channel.values.maxAbs(),
                 channel.isCoarse ? "s2" : "s1",
                 "channel " + std::to_string(order[i]) + ": " + roundedText(channel.values.maxAbs()) + ", "
                     + countedText(channel.levels, "level") + ", " + fixedText(channel.sqnr, 1) + " dB");
    }
    if (hasOneScale)
        plot.level(facts.params.scale[0], "one step");
    return plot.text();
}

} // namespace quantiscope
