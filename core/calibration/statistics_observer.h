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
    StatisticsObserver(std::size_t values, StatisticsDetail detail);

    void observe(std::size_t slot, std::span<const float> values) override;

    /// What was collected, by slot; the observer is empty afterwards. Not while observe() is called.
    [[nodiscard]] std::vector<TensorStatistics> take();

private:
    [[nodiscard]] std::unique_ptr<StatisticsScratch> borrowScratch();

    StatisticsDetail m_detail;
    std::vector<TensorStatistics> m_statistics;
    std::vector<std::mutex> m_locks; ///< of m_statistics, by slot
    std::mutex m_scratchLock;
    std::vector<std::unique_ptr<StatisticsScratch>> m_freeScratch; ///< empty ones
};

} // namespace quantiscope
