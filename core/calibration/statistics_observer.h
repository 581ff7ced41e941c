// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observers/tensor_statistics.h"
#include "core/runtime/inference_session.h"

#include <memory>
#include <mutex>
#include <vector>

namespace quantiscope {

/// Collects the statistics of observed values. Thread-safe: each call counts in tables of its own and holds the value's
/// lock only while it adds them up. Memory: the statistics, and 1 MiB for each call at the same time.
class StatisticsObserver final : public ValueObserver
{
public:
    /// A run of neighbouring slots.
    struct Wanted
    {
        std::size_t first = 0;
        std::size_t count = 0;
    };

    explicit StatisticsObserver(StatisticsDetail detail) : m_detail(detail) { }

    /// From now on values of these slots are collected, into empty statistics. Not while observe() is called.
    void start(Wanted wanted);

    void observe(std::size_t slot, std::span<const float> values) override;

    /// What was collected, by slot from the first wanted one on; nothing more is collected until start(). Not while
    /// observe() is called.
    [[nodiscard]] std::vector<TensorStatistics> take();

private:
    [[nodiscard]] bool isWanted(std::size_t slot) const { return slot - m_wanted.first < m_wanted.count; }
    void addWholeSample(std::size_t place, std::span<const float> values, StatisticsScratch& scratch);
    void addInParts(std::size_t place, std::span<const float> values, StatisticsScratch& scratch);
    [[nodiscard]] std::unique_ptr<StatisticsScratch> borrowScratch();

    StatisticsDetail m_detail;
    Wanted m_wanted;
    std::vector<TensorStatistics> m_statistics; ///< of the wanted slots only
    std::vector<std::mutex> m_locks; ///< of m_statistics, one each
    std::mutex m_scratchLock;
    std::vector<std::unique_ptr<StatisticsScratch>> m_freeScratch; ///< empty ones
};

} // namespace quantiscope
