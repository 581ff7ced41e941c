// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/statistics_observer.h"

#include "core/observers/best_positions.h"

#include <algorithm>
#include <utility>

namespace quantiscope {

StatisticsObserver::StatisticsObserver(std::size_t values, StatisticsDetail detail)
    : m_detail(detail), m_wanted{0, values}, m_statistics(values), m_locks(values)
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
    if (!isWanted(slot))
        return;
    std::unique_ptr<StatisticsScratch> scratch = borrowScratch();
    if (m_detail == StatisticsDetail::Votes)
        addWholeSample(slot, values, *scratch);
    else
        addInParts(slot, values, *scratch);
    const std::lock_guard lock(m_scratchLock);
    m_freeScratch.push_back(std::move(scratch));
}

void StatisticsObserver::addWholeSample(std::size_t slot, std::span<const float> values, StatisticsScratch& scratch)
{
    TensorStatistics sample = statisticsOfSample(values, m_detail, scratch);
    castVotes(sample);
    const std::lock_guard lock(m_locks[slot]);
    m_statistics[slot].merge(sample);
}

void StatisticsObserver::addInParts(std::size_t slot, std::span<const float> values, StatisticsScratch& scratch)
{
    for (;;) {
        const std::span<const float> part = values.first(std::min(values.size(), StatisticsScratch::kMostElements));
        scratch.count(part, m_detail);
        values = values.subspan(part.size());
        const std::lock_guard lock(m_locks[slot]);
        flush(scratch, m_statistics[slot]);
        if (values.empty()) {
            endSample(scratch, m_statistics[slot]);
            return;
        }
    }
}

std::vector<TensorStatistics> StatisticsObserver::take()
{
    return std::exchange(m_statistics, std::vector<TensorStatistics>(m_statistics.size()));
}

} // namespace quantiscope
