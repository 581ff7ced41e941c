// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sensitivity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace quantiscope {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The mean of @p metric at one output, infinitely bad where the quantized one is broken; nothing when no sample
/// counts.
std::optional<double> meanOf(const OutputEffect& output, SensitivityMetric metric)
{
    if (output.broken > 0)
        return isWorse(metric, kInfinity, 0.0) ? kInfinity : -kInfinity;
    double value = 0.0;
    switch (metric) {
    case SensitivityMetric::Cosine:
        value = output.cosine.mean;
        break;
    case SensitivityMetric::Sqnr:
        value = output.sqnr.mean;
        break;
    case SensitivityMetric::L2:
        value = output.l2.mean;
        break;
    case SensitivityMetric::Kl:
        if (!output.kl)
            return std::nullopt;
        value = output.kl->mean;
        break;
    case SensitivityMetric::Top1:
        return std::nullopt;
    }
    if (output.samples == 0 || std::isnan(value))
        return std::nullopt;
    return value;
}

/// What a unit is ranked by.
std::optional<double> rankedValue(const Sensitivity& sensitivity, const SensitivityUnit& unit)
{
    if (sensitivity.isEstimate)
        return unit.estimate;
    const auto& effect = sensitivity.rankedBy == SensitivityDirection::Only ? unit.only : unit.allBut;
    return effect ? effect->value : std::nullopt;
}

} // namespace

bool isWorse(SensitivityMetric metric, double a, double b)
{
    const bool isError = metric == SensitivityMetric::L2 || metric == SensitivityMetric::Kl;
    return isError ? a > b : a < b;
}

std::optional<double> rankingValue(const VariantEffect& effect, SensitivityMetric metric)
{
    if (metric == SensitivityMetric::Top1) {
        if (!effect.topOne || effect.topOne->labelled == 0)
            return std::nullopt;
        return static_cast<double>(effect.topOne->quantizedHits) / static_cast<double>(effect.topOne->labelled);
    }
    std::optional<double> worst;
    for (const auto* measured : {&effect.outputs, &effect.parts}) {
        for (const OutputEffect& output : *measured) {
            const std::optional<double> value = meanOf(output, metric);
            if (value && (!worst || isWorse(metric, *value, *worst)))
                worst = value;
        }
    }
    return worst;
}

std::vector<std::size_t> rankingOf(const Sensitivity& sensitivity)
{
    std::vector<std::optional<double>> values;
    for (const SensitivityUnit& unit : sensitivity.units)
        values.push_back(rankedValue(sensitivity, unit));
    // It estimates decibels, whatever the metric.
    const SensitivityMetric metric =
        sensitivity.mode == SensitivityMode::Local ? SensitivityMetric::Sqnr : sensitivity.metric;
    const bool worstFirst = sensitivity.isEstimate || sensitivity.rankedBy == SensitivityDirection::Only;
    std::vector<std::size_t> places(values.size());
    std::iota(places.begin(), places.end(), std::size_t(0));
    std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
        if (!values[a] || !values[b])
            return values[a].has_value() && !values[b].has_value();
        return worstFirst ? isWorse(metric, *values[a], *values[b]) : isWorse(metric, *values[b], *values[a]);
    });
    return places;
}

std::vector<std::size_t> curvePoints(std::size_t units)
{
    std::vector<std::size_t> points;
    for (std::size_t k = 0; k < units;) {
        points.push_back(k);
        if (k < 4)
            ++k;
        else // 4, 6, 8, 12, 16, 24: by turns half as much again and a third
            k += (k & (k - 1)) == 0 ? k / 2 : k / 3;
    }
    points.push_back(units);
    return points;
}

const char* name(SensitivityMetric metric)
{
    constexpr std::array kNames{"cosine", "sqnr", "l2", "kl", "top1"};
    return kNames[static_cast<std::size_t>(metric)];
}

const char* name(SensitivityMode mode)
{
    constexpr std::array kNames{"full", "local", "first-order"};
    return kNames[static_cast<std::size_t>(mode)];
}

const char* name(SensitivityDirection direction)
{
    constexpr std::array kNames{"only", "all-but"};
    return kNames[static_cast<std::size_t>(direction)];
}

const char* name(SensitivityUnits units)
{
    constexpr std::array kNames{"layer", "block", "scope", "type", "group"};
    return kNames[static_cast<std::size_t>(units)];
}

} // namespace quantiscope
