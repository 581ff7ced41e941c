// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/memory_forecast.h"

#include "core/base/process_memory.h"
#include "core/calibration/calibrator.h"
#include "core/graph/live_values.h"
#include "core/model/value_sizes.h"

#include <algorithm>
#include <map>
#include <string>

namespace quantiscope {

namespace {

constexpr std::size_t kMiB = std::size_t(1) << 20;

std::size_t scaled(std::size_t bytes, double factor)
{
    return static_cast<std::size_t>(static_cast<double>(bytes) * factor);
}

constexpr std::size_t kBytesPerNode = std::size_t(40) << 10; ///< of the prepared graph; in two sessions

std::size_t bytesPerValue(StatisticsDetail detail)
{
    return detail == StatisticsDetail::Range ? 512 : std::size_t(14) << 10;
}

} // namespace

// Measured with ONNX Runtime 1.31 on six networks, 1 to 4 samples at a time: tests/benchmarks/memory.py. The arena of a
// session holds more than the values that are needed at the same time, because it cuts its blocks for whatever comes
// first: a fifth more where Observe nodes fix the order and keep values apart (runs side by side do not need their most
// at the same time), a third more in the unoptimized sessions
// of the check. Arenas that are kept from run to run grow in steps that double, and further with all that passed
// through them.

std::size_t MemoryForecast::calibration(const MemoryPlan& plan) const
{
    return m_parts.before + m_parts.weights + 4 * kMiB + scaled(m_parts.live, 1.2) + kMiB
        + (plan.samples - 1) * (scaled(m_parts.live, 0.8) + 3 * kMiB) + (plan.samples + 2) * m_parts.input
        + std::min(plan.valuesPerPass, m_parts.values) * bytesPerValue(plan.detail);
}

std::size_t MemoryForecast::check(std::size_t atATime) const
{
    const std::size_t around = m_parts.before + 2 * m_parts.weights + 5 * kMiB + m_parts.nodes * kBytesPerNode
        + m_parts.values * bytesPerValue(StatisticsDetail::Histogram);
    const std::size_t first = scaled(m_parts.live, 1.3);
    const std::size_t kept = std::min(scaled(m_parts.all, 0.18), 35 * kMiB) + scaled(m_parts.all, 0.08);
    const std::size_t checked = std::min(m_parts.checkedSamples, atATime);
    const std::size_t evaluated = std::min(m_parts.evaluatedSamples, atATime);
    std::size_t ran = 0;
    if (checked > 0)
        ran = first + (checked - 1) * scaled(m_parts.live, 0.3) + checked * (4 * kMiB + m_parts.input);
    if (evaluated > 0)
        ran = std::max(ran, first + evaluated * (kept + kMiB + m_parts.input));
    return ran == 0 ? 0 : around + ran;
}

std::size_t MemoryForecast::peak(const MemoryPlan& plan) const
{
    return std::max({m_parts.peakBefore, calibration(plan), check(plan.samples)});
}

std::size_t MemoryForecast::checkPeak(std::size_t samples) const
{
    return std::max(m_parts.peakBefore, check(samples));
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
    releaseFreeMemory(); // what the preparation of the model left is no part of what comes
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
    const LiveValues live = liveValues(graph, valueSizes(model, shapes));
    parts.nodes = graph.nodes().size();
    parts.live = live.most;
    parts.all = live.all;
    parts.values = observableValues(model).size();
    return parts;
}

} // namespace quantiscope
