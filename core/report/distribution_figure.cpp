// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/distribution_figure.h"

#include "core/report/svg_plot.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace quantiscope {

namespace {

constexpr std::size_t kStyles = 4;
constexpr std::size_t kMostSteps = 500; ///< more would only make the page large

/// A step at each value; of very many values those at even shares.
SvgPlot::Points stepsOf(std::vector<double> values, double low, double high)
{
    std::erase_if(values, [](double value) { return std::isnan(value); });
    std::sort(values.begin(), values.end());
    SvgPlot::Points points;
    const std::size_t stride = std::max<std::size_t>(1, values.size() / kMostSteps);
    double share = 0.0;
    for (std::size_t i = stride - 1; i < values.size(); i += stride) {
        const double x = std::clamp(values[i], low, high);
        points.emplace_back(x, share);
        share = 100.0 * static_cast<double>(i + 1) / static_cast<double>(values.size());
        points.emplace_back(x, share);
    }
    if (!points.empty())
        points.emplace_back(high, 100.0);
    return points;
}

} // namespace

std::string distributionFigure(const std::string& description, const std::string& label,
                               const std::vector<ValueSeries>& series)
{
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const ValueSeries& each : series) {
        for (const double value : each.values) {
            if (std::isfinite(value)) {
                low = std::min(low, value);
                high = std::max(high, value);
            }
        }
    }
    if (low > high)
        return {};
    // Equal results differ by rounding: they are one line, not spread over the whole axis.
    const double margin = high - low > 1e-9 * std::max(std::abs(low), std::abs(high))
        ? 0.02 * (high - low)
        : std::max(1e-6, 0.02 * std::abs(high));
    low -= margin;
    high += margin;
    SvgPlot plot(description, {label, low, high}, {"samples with at most this, %", 0.0, 100.0});
    for (std::size_t i = 0; i < series.size(); ++i) {
        const std::string style = "s" + std::to_string(i % kStyles + 1);
        plot.legend(series[i].name, style);
        plot.line(stepsOf(series[i].values, low, high), style);
    }
    return plot.text();
}

} // namespace quantiscope
