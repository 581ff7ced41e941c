// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/statistics_observer.h"

#include "core/observers/best_positions.h"

#include <algorithm>
#include <utility>

namespace quantiscope {

void StatisticsObserver::start(Wanted wanted)
{
    m_wanted = wanted;
    m_statistics = std::vector<TensorStatistics>(wanted.count);
    m_locks = std::vector<std::mutex>(wanted.count);
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
    const std::size_t place = slot - m_wanted.first;
    std::unique_ptr<StatisticsScratch> scratch = borrowScratch();
    if (m_detail == StatisticsDetail::Votes)
        addWholeSample(place, values, *scratch);
    else
        addInParts(place, values, *scratch);
    const std::lock_guard lock(m_scratchLock);
    m_freeScratch.push_back(std::move(scratch));
}

void StatisticsObserver::addWholeSample(std::size_t place, std::span<const float> values, StatisticsScratch& scratch)
{
    TensorStatistics sample = statisticsOfSample(values, m_detail, scratch);
    castVotes(sample);
    const std::lock_guard lock(m_locks[place]);
    m_statistics[place].merge(sample);
}

void StatisticsObserver::addInParts(std::size_t place, std::span<const float> values, StatisticsScratch& scratch)
{
    for (;;) {
        const std::span<const float> part = values.first(std::min(values.size(), StatisticsScratch::kMostElements));
        scratch.count(part, m_detail);
        values = values.subspan(part.size());
        const std::lock_guard lock(m_locks[place]);
        flush(scratch, m_statistics[place]);
        if (values.empty()) {
            endSample(scratch, m_statistics[place]);
            return;
        }
    }
}

std::vector<TensorStatistics> StatisticsObserver::take()
{
    m_wanted = {};
    return std::move(m_statistics);
}

} // namespace quantiscope
