// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sample_metrics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace quantiscope {

namespace {

/// Where a metric is found; of the members that are null the metric has none.
struct MetricPlace
{
    OutputMetric metric;
    const char* name;
    bool isLowWorse;
    double OutputMetrics::*value;
    std::optional<double> OutputMetrics::*optionalValue;
    MetricSummary OutputSummary::*summary;
    std::optional<MetricSummary> OutputSummary::*optionalSummary;
};

using Values = OutputMetrics;
using Summary = OutputSummary;

constexpr std::array<MetricPlace, std::size(kOutputMetrics)> kPlaces{{
    {OutputMetric::Cosine, "cosine", true, &Values::cosine, nullptr, &Summary::cosine, nullptr},
    {OutputMetric::Sqnr, "sqnr", true, nullptr, &Values::sqnr, &Summary::sqnr, nullptr},
    {OutputMetric::Psnr, "psnr", true, nullptr, &Values::psnr, &Summary::psnr, nullptr},
    {OutputMetric::Rmse, "rmse", false, &Values::rmse, nullptr, &Summary::rmse, nullptr},
    {OutputMetric::L2, "l2", false, &Values::l2, nullptr, &Summary::l2, nullptr},
    {OutputMetric::MaxAbs, "maxAbs", false, &Values::maxAbs, nullptr, &Summary::maxAbs, nullptr},
    {OutputMetric::Ssim, "ssim", true, nullptr, &Values::ssim, nullptr, &Summary::ssim},
}};

const MetricPlace& placeOf(OutputMetric metric)
{
    return *std::find_if(kPlaces.begin(), kPlaces.end(),
                         [metric](const MetricPlace& place) { return place.metric == metric; });
}

/// The value at @p share of the way from the first to the last of @p sorted.
double quantile(const std::vector<double>& sorted, double share)
{
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(std::floor(place));
    const double a = sorted[below];
    const double b = sorted[std::min(below + 1, sorted.size() - 1)];
    const double part = place - std::floor(place);
    return a == b || part == 0.0 ? a : a + part * (b - a); // no difference of infinities
}

} // namespace

bool isOfUnit(OutputMetric metric)
{
    return metric == OutputMetric::Rmse || metric == OutputMetric::L2 || metric == OutputMetric::MaxAbs;
}

const char* outputMetricName(OutputMetric metric)
{
    return placeOf(metric).name;
}

bool isLowWorse(OutputMetric metric)
{
    return placeOf(metric).isLowWorse;
}

std::optional<double> valueOf(const OutputMetrics& metrics, OutputMetric metric)
{
    const MetricPlace& place = placeOf(metric);
    return place.value ? std::optional(metrics.*place.value) : metrics.*place.optionalValue;
}

std::optional<MetricSummary> summaryOf(const OutputSummary& summary, OutputMetric metric)
{
    const MetricPlace& place = placeOf(metric);
    return place.summary ? std::optional(summary.*place.summary) : summary.*place.optionalSummary;
}

void setValue(OutputMetrics& metrics, OutputMetric metric, std::optional<double> value)
{
    const MetricPlace& place = placeOf(metric);
    if (place.optionalValue)
        metrics.*place.optionalValue = value;
    else if (value)
        metrics.*place.value = *value;
}

void setSummary(OutputSummary& summary, OutputMetric metric, const MetricSummary& value)
{
    const MetricPlace& place = placeOf(metric);
    if (place.optionalSummary)
        summary.*place.optionalSummary = value;
    else
        summary.*place.summary = value;
}

std::optional<Distribution> distributionOf(std::span<const std::optional<double>> values)
{
    std::vector<double> sorted;
    for (const std::optional<double>& value : values) {
        if (value && !std::isnan(*value))
            sorted.push_back(*value);
    }
    if (sorted.empty())
        return std::nullopt;
    std::sort(sorted.begin(), sorted.end());
    return Distribution{sorted.size(),         sorted.front(),         quantile(sorted, 0.25),
                        quantile(sorted, 0.5), quantile(sorted, 0.75), sorted.back()};
}

std::vector<std::size_t> worstPlaces(std::span<const std::optional<double>> values, OutputMetric metric,
                                     std::size_t count)
{
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i] && !std::isnan(*values[i]))
            places.push_back(i);
    }
    const bool isLow = isLowWorse(metric);
    std::stable_sort(places.begin(), places.end(), [&values, isLow](std::size_t a, std::size_t b) {
        return isLow ? *values[a] < *values[b] : *values[a] > *values[b];
    });
    places.resize(std::min(count, places.size()));
    return places;
}

} // namespace quantiscope
