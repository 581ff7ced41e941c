// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/statistics_observer.h"

#include <algorithm>

namespace quantiscope {

StatisticsObserver::StatisticsObserver(std::size_t values, StatisticsDetail detail)
    : m_detail(detail), m_statistics(values), m_locks(values)
{
}

std::unique_ptr<StatisticsScratch> StatisticsObserver::borrowScratch()
{
    const std::lock_guard lock(m_scratchLock);
    if (m_freeScratch.empty())
        return std::make_unique<StatisticsScratch>();
    std::unique_ptr<StatisticsScratch> scratch = std::move(m_freeScratch.back());
    m_freeScratch.pop_back();
    return scratch;
}

void StatisticsObserver::observe(std::size_t slot, std::span<const float> values)
{
    std::unique_ptr<StatisticsScratch> scratch = borrowScratch();
    while (!values.empty()) {
        const std::span<const float> part = values.first(std::min(values.size(), StatisticsScratch::kMostElements));
        scratch->count(part, m_detail);
        {
            const std::lock_guard lock(m_locks[slot]);
            flush(*scratch, m_statistics[slot]);
        }
        values = values.subspan(part.size());
    }
    const std::lock_guard lock(m_scratchLock);
    m_freeScratch.push_back(std::move(scratch));
}

std::vector<TensorStatistics> StatisticsObserver::take()
{
    return std::move(m_statistics);
}

} // namespace quantiscope
