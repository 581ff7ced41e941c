// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report_plots.h"

#include "core/base/name_groups.h"
#include "core/base/number_text.h"
#include "core/report/svg_plot.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace quantiscope {

namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kMostDots = 1500; ///< more would only make the page large
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
            const std::string name = shown[i]->tensor + " (" + shown[i]->opType + ")";
            plot.point(own[i].first, own[i].second, "s1", name + ": own " + fixedText(own[i].second, 1) + " dB");
            plot.point(accumulated[i].first, accumulated[i].second, "s2",
                       name + ": accumulated " + fixedText(accumulated[i].second, 1) + " dB");
        }
    }
    return plot.text();
}

std::string sensitivityPlot(const Sensitivity& sensitivity)
{
    SvgPlot::Bars bars;
    for (const std::size_t place : sensitivity.ranking) {
        const SensitivityUnit& unit = sensitivity.units[place];
        const auto& effect = sensitivity.rankedBy == SensitivityDirection::Only ? unit.only : unit.allBut;
        const std::optional<double> value = sensitivity.isEstimate ? unit.estimate
            : effect                                               ? effect->value
                                                                   : std::nullopt;
        if (value && std::isfinite(*value) && bars.size() < kMostBars)
            bars.push_back({unit.name, *value, roundedText(*value)});
    }
    return barFigure("What each unit does to the outputs", bars);
}

std::string curvePlot(const Sensitivity& sensitivity)
{
    SvgPlot::Points points;
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const CurvePoint& point : sensitivity.curve) {
        const double value = point.effect.value.value_or(kNothing);
        points.emplace_back(static_cast<double>(point.units), value);
        if (std::isfinite(value)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    if (points.size() < 2 || low > high)
        return {};
    const double margin = high > low ? 0.05 * (high - low) : std::max(0.1 * std::abs(high), 1e-6);
    SvgPlot plot("The metric against the number of units left in float",
                 {"most sensitive units left in float", 0.0, std::max(1.0, points.back().first)},
                 {name(sensitivity.metric), low - margin, high + margin});
    plot.line(points, "s1");
    for (std::size_t i = 0; i < points.size(); ++i) {
        const CurvePoint& point = sensitivity.curve[i];
        plot.point(points[i].first, points[i].second, "s1",
                   std::to_string(point.units) + " units: " + roundedText(points[i].second) + ", "
                       + std::to_string(point.floatWeightBytes) + " weight bytes in float");
    }
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
    const auto magnitude = [&facts](std::size_t channel) { return facts.channels[channel].values.maxAbs(); };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return magnitude(a) > magnitude(b); });
    const bool hasOneScale = !facts.params.isPerChannel() && !facts.params.scale.empty();
    const double least =
        hasOneScale ? std::min<double>(magnitude(order.back()), facts.params.scale[0]) : magnitude(order.back());
    SvgPlot plot("Largest magnitude of each channel of " + quotedName(facts.name),
                 {"channels of " + quotedName(facts.name) + ", largest first", 0.0, static_cast<double>(order.size())},
                 {"max|w|", 0.5 * least, 2.0 * magnitude(order.front()), SvgPlot::Scale::Log}, 240.0);
    plot.legend("4 levels or more", "s1");
    plot.legend("fewer than 4 levels", "s2");
    for (std::size_t i = 0; i < order.size(); ++i) {
        const ChannelFacts& channel = facts.channels[order[i]];
        const auto x = static_cast<double>(i);
        plot.bar(x + 0.1, x + 0.9, channel.values.maxAbs(), channel.isCoarse ? "s2" : "s1",
                 "channel " + std::to_string(order[i]) + ": " + roundedText(channel.values.maxAbs()) + ", "
                     + std::to_string(channel.levels) + " levels, " + fixedText(channel.sqnr, 1) + " dB");
    }
    if (hasOneScale)
        plot.level(facts.params.scale[0], "one step");
    return plot.text();
}

} // namespace quantiscope
