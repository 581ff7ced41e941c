// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/memory_forecast.h"

#include "core/base/process_memory.h"
#include "core/calibration/calibrator.h"
#include "core/graph/live_values.h"
#include "core/model/value_sizes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace quantiscope {

namespace {

// Everything is added up as double, which hostile sizes cannot wrap.
constexpr double kKiB = 1024.0;
constexpr double kMiB = 1024.0 * kKiB;

constexpr double kCheckPerNode = 40.0 * kKiB; ///< of the prepared graph; in two sessions
constexpr double kSessionPerValue = 5.0 * kKiB; ///< its node, its Observe node and what ONNX Runtime plans for them
constexpr double kStatisticsPerValue = 2.5 * kKiB; ///< without a histogram

std::size_t toBytes(double bytes)
{
    constexpr double kMost = 0x1p62; // more than any machine has
    return static_cast<std::size_t>(std::min(bytes, kMost));
}

double number(std::size_t value)
{
    return static_cast<double>(value);
}

constexpr std::size_t kUsualElements = 10'000; ///< of a value whose size cannot be told

/// Of a histogram of so many values: a page for each binade of each sign; the smallest of n values is about n times
/// smaller than the largest.
std::size_t histogramBytes(std::size_t elements)
{
    constexpr double kPage = FloatHistogram::kPageBins * sizeof(std::uint32_t);
    return static_cast<std::size_t>(kPage * (1.0 + 2.0 * std::log2(number(elements) + 1.0)));
}

/// Adds what the statistics of a value take that has so many elements in each of so many samples.
void addStatistics(std::size_t elements, std::size_t samples, MemoryForecast::Parts& parts)
{
    parts.histograms += histogramBytes(elements);
    ++parts.values;
    if (elements > FewValues::kMost)
        return;
    const double all = number(elements) * number(samples);
    if (all <= number(FewValues::kMost))
        parts.histograms += elements * samples * sizeof(float);
    else
        parts.fewValues += FewValues::kMost * sizeof(float);
}

} // namespace

// Measured with ONNX Runtime 1.31 on six networks, 1 to 4 samples at a time: tests/benchmarks/memory.py. The arena of a
// session holds more than the values that are needed at the same time, because it cuts its blocks for whatever comes
// first: a fifth more where Observe nodes fix the order and keep values apart (runs side by side do not need their most
// at the same time), a third more in the unoptimized sessions of the check. Arenas that are kept from run to run grow
// in steps that double, and further with all that passed through them.

double MemoryForecast::statistics(StatisticsDetail detail) const
{
    return number(m_parts.values) * kStatisticsPerValue
        + (detail == StatisticsDetail::Range ? 0.0 : number(m_parts.histograms));
}

std::size_t MemoryForecast::calibration(const MemoryPlan& plan) const
{
    const double live = number(m_parts.live);
    const double samples = number(plan.samples);
    const double values = number(std::max<std::size_t>(m_parts.values, 1));
    const double share = std::min(number(plan.valuesPerPass) / values, 1.0);
    const double part = statistics(plan.detail) * share;
    const double passing = plan.detail == StatisticsDetail::Range ? 0.0 : number(m_parts.fewValues) * share;
    const double running = number(m_parts.weights) + 4.0 * kMiB + 1.2 * live + kMiB
        + (samples - 1.0) * (0.8 * live + 3.0 * kMiB) + (samples + 2.0) * number(m_parts.input)
        + values * kSessionPerValue + part + passing;
    // What passes collected is put together when the session is gone; a file is about as large as what it holds, and is
    // there twice while it is read.
    const double together = plan.valuesPerPass < m_parts.values ? 1.1 * statistics(plan.detail) + 2.0 * part : 0.0;
    return toBytes(number(m_parts.before) + std::max(running, together));
}

std::size_t MemoryForecast::check(std::size_t atATime) const
{
    const double live = number(m_parts.live);
    const double all = number(m_parts.all);
    const double input = number(m_parts.input);
    const double around = number(m_parts.before) + 2.0 * number(m_parts.weights) + 5.0 * kMiB
        + number(m_parts.nodes) * kCheckPerNode + statistics(StatisticsDetail::Histogram);
    const double first = 1.3 * live;
    const double kept = std::min(0.18 * all, 35.0 * kMiB) + 0.08 * all;
    const double checked = number(std::min(m_parts.checkedSamples, atATime));
    const double evaluated = number(std::min(m_parts.evaluatedSamples, atATime));
    double ran = 0.0;
    if (checked > 0.0)
        ran = first + (checked - 1.0) * 0.3 * live + checked * (4.0 * kMiB + input);
    if (evaluated > 0.0)
        ran = std::max(ran, first + evaluated * (kept + kMiB + input));
    return ran > 0.0 ? toBytes(around + ran) : 0;
}

std::size_t MemoryForecast::peak(const MemoryPlan& plan) const
{
    return std::max({m_parts.peakBefore, calibration(plan), check(plan.samples)});
}

std::size_t MemoryForecast::checkPeak(std::size_t samples) const
{
    return std::max(m_parts.peakBefore, check(samples));
}

std::size_t MemoryForecast::trial(const MemoryPlan& plan) const
{
    // Around a calibration there are two more graphs, the other samples, and excerpts of two graphs' values.
    constexpr double kSamples = 4.0;
    constexpr double kMostValues = 256.0;
    constexpr double kExcerpt = 8.0 * kKiB;
    const double excerpts = 2.0 * kSamples * std::min(number(m_parts.values), kMostValues) * kExcerpt;
    const double around = 2.0 * number(m_parts.weights) + (kSamples - 1.0) * number(m_parts.input) + excerpts;
    return toBytes(number(calibration(plan)) + around);
}

std::optional<MemoryPlan> MemoryForecast::planWithin(std::size_t budget, const MemoryPlan& wanted) const
{
    MemoryPlan plan = wanted;
    for (plan.samples = wanted.samples; plan.samples > 0; --plan.samples) {
        if (peak(plan) <= budget)
            return plan;
    }
    plan.samples = 1;
    for (std::size_t passes = 2; passes <= wanted.valuesPerPass; ++passes) {
        plan.valuesPerPass = (wanted.valuesPerPass + passes - 1) / passes;
        if (peak(plan) <= budget)
            return plan;
    }
    return std::nullopt;
}

Result<MemoryForecast::Parts> memoryParts(const Model& model, const SampleSource* source)
{
    MemoryForecast::Parts parts;
    parts.before = residentMemory();
    parts.peakBefore = peakMemory();
    parts.weights = model.weightBytes();
    std::map<std::string, Shape> shapes;
    for (std::size_t i = 0; source && i < source->size() && shapes.empty(); ++i) {
        const Result<Sample> sample = source->read(i);
        if (!sample && source->skipsUnreadable() && sample.error().code == ErrorCode::DataRefused)
            continue; // it will be left out
        if (!sample)
            return sample.error();
        for (const auto& [name, tensor] : sample->inputs) {
            shapes.emplace(name, tensor.shape());
            parts.input += tensor.bytes().size();
        }
    }
    const Graph graph(model);
    const auto sizes = valueSizes(model, shapes);
    const LiveValues live = liveValues(graph, sizes);
    parts.nodes = graph.nodes().size();
    parts.live = live.most;
    parts.all = live.all;
    const std::size_t samples = source ? source->size() : 0;
    for (const std::string& value : observableValues(model)) {
        const auto size = sizes.find(value);
        addStatistics(size == sizes.end() ? kUsualElements : size->second / sizeof(float), samples, parts);
    }
    return parts;
}

} // namespace quantiscope
