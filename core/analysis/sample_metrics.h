// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/output_metrics.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quantiscope {

/// The metrics of an output.
enum class OutputMetric
{
    Cosine,
    Sqnr,
    Psnr,
    Rmse,
    L2,
    MaxAbs,
    Ssim,
};

inline constexpr OutputMetric kOutputMetrics[] = {OutputMetric::Cosine, OutputMetric::Sqnr, OutputMetric::Psnr,
                                                  OutputMetric::Rmse,   OutputMetric::L2,   OutputMetric::MaxAbs,
                                                  OutputMetric::Ssim};

/// Is it in the output's own unit, so that any size is usual?
[[nodiscard]] bool isOfUnit(OutputMetric metric);

/// "cosine", "maxAbs": the metric's key in reports and gates.
[[nodiscard]] const char* outputMetricName(OutputMetric metric);

/// Is a low value a bad one? So it is of cosine, SSIM and decibels; the others are distances.
[[nodiscard]] bool isLowWorse(OutputMetric metric);

/// Nothing for a metric that @p metrics do not have; decibels may be +inf.
[[nodiscard]] std::optional<double> valueOf(const OutputMetrics& metrics, OutputMetric metric);
[[nodiscard]] std::optional<MetricSummary> summaryOf(const OutputSummary& summary, OutputMetric metric);

/// The other way round; a missing value of a metric that is always there leaves it as it is.
void setValue(OutputMetrics& metrics, OutputMetric metric, std::optional<double> value);
void setSummary(OutputSummary& summary, OutputMetric metric, const MetricSummary& value);

/// What was measured on one sample.
struct SampleRecord
{
    std::string name; ///< Sample::name
    std::size_t index = 0; ///< Sample::index
    std::vector<OutputComparison> outputs; ///< in the order of Evaluation::outputs
    std::vector<OutputComparison> parts; ///< in the order of Evaluation::parts
    std::optional<std::int64_t> label; ///< the true class
    std::optional<std::int64_t> floatClass; ///< with the highest score; nothing for other outputs, and for NaN
    std::optional<std::int64_t> quantizedClass;
};

/// How values lie; the quartiles between two values are interpolated (as NumPy's percentile does).
struct Distribution
{
    std::uint64_t values = 0;
    double lowest = 0.0;
    double lowerQuartile = 0.0;
    double median = 0.0;
    double upperQuartile = 0.0;
    double highest = 0.0;

    bool operator==(const Distribution&) const = default;
};

/// Of those of @p values that are there, which may be infinite; nothing when none is.
[[nodiscard]] std::optional<Distribution> distributionOf(std::span<const std::optional<double>> values);

/// The places of the worst @p count of @p values, worst first, the earlier one of equal ones; missing ones are none.
[[nodiscard]] std::vector<std::size_t> worstPlaces(std::span<const std::optional<double>> values, OutputMetric metric,
                                                   std::size_t count);

} // namespace quantiscope
