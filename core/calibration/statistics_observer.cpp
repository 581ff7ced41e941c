// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/statistics_observer.h"

#include <algorithm>
#include <thread>

namespace quantiscope {

namespace {

/// Fewer elements are counted faster by one thread than two can be woken.
constexpr std::size_t kElementsPerPart = 8192;

/// Counters are 32 bits wide while the parts are counted.
constexpr std::size_t kMostElements = std::size_t(1) << 31;

} // namespace

StatisticsObserver::StatisticsObserver(std::size_t values, StatisticsDetail detail)
    : m_detail(detail), m_statistics(values), m_scratch(std::clamp(std::thread::hardware_concurrency(), 1U, 16U))
{
}

void StatisticsObserver::observe(std::size_t slot, std::span<const float> values, const ParallelFor& parallelFor)
{
    const std::size_t parts = std::clamp(values.size() / kElementsPerPart, std::size_t(1), m_scratch.size());
    if (parts == 1 || values.size() > kMostElements) {
        accumulate(values, m_detail, m_scratch[0], m_statistics[slot]);
        return;
    }
    const std::size_t size = (values.size() + parts - 1) / parts;
    parallelFor(parts, [&](std::size_t part) {
        const std::size_t first = std::min(part * size, values.size());
        m_scratch[part].count(values.subspan(first, std::min(size, values.size() - first)), m_detail);
    });
    flush(std::span(m_scratch).first(parts), m_statistics[slot]);
}

std::vector<TensorStatistics> StatisticsObserver::take()
{
    return std::move(m_statistics);
}

} // namespace quantiscope
