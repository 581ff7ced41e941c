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

} // namespace

std::size_t MemoryForecast::calibration(const MemoryPlan& plan) const
{
    const std::size_t perValue = m_parts.detail == StatisticsDetail::Range ? 512 : std::size_t(14) << 10;
    return m_parts.before + m_parts.weights + 4 * kMiB + plan.samples * (scaled(m_parts.live, 1.2) + kMiB)
        + (plan.samples + 2) * m_parts.input + std::min(plan.valuesPerPass, m_parts.values) * perValue;
}

std::size_t MemoryForecast::check(const MemoryPlan& plan) const
{
    const std::size_t samples = std::min(plan.samples, m_parts.checkedSamples);
    return m_parts.before + samples * m_parts.live;
}

std::size_t MemoryForecast::peak(const MemoryPlan& plan) const
{
    return std::max({m_parts.peakBefore, calibration(plan), check(plan)});
}

std::optional<MemoryPlan> MemoryForecast::planWithin(std::size_t budget, std::size_t samples) const
{
    const std::size_t values = std::max<std::size_t>(1, m_parts.values);
    for (std::size_t many = std::max<std::size_t>(1, samples); many > 0; --many) {
        if (peak({many, values}) <= budget)
            return MemoryPlan{many, values};
    }
    for (std::size_t passes = 2; passes <= values; ++passes) {
        const std::size_t perPass = (values + passes - 1) / passes;
        if (peak({1, perPass}) <= budget)
            return MemoryPlan{1, perPass};
    }
    return std::nullopt;
}

Result<MemoryForecast::Parts> memoryParts(const Model& model, const SampleSource& source)
{
    MemoryForecast::Parts parts;
    parts.before = residentMemory();
    parts.peakBefore = peakMemory();
    parts.weights = model.weightBytes();
    std::map<std::string, Shape> shapes;
    for (std::size_t i = 0; i < source.size() && shapes.empty(); ++i) {
        const Result<Sample> sample = source.read(i);
        if (!sample && source.skipsUnreadable() && sample.error().code == ErrorCode::DataRefused)
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
    parts.largest = live.largest;
    parts.values = observableValues(model).size();
    return parts;
}

} // namespace quantiscope
