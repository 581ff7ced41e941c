// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observers/tensor_statistics.h"
#include "core/runtime/inference_session.h"

#include <vector>

namespace quantiscope {

/// Collects the statistics of observed values, large ones in parts on the session's threads.
class StatisticsObserver final : public ValueObserver
{
public:
    StatisticsObserver(std::size_t values, StatisticsDetail detail);

    void observe(std::size_t slot, std::span<const float> values, const ParallelFor& parallelFor) override;

    /// What was collected, by slot; the observer is empty afterwards.
    [[nodiscard]] std::vector<TensorStatistics> take();

private:
    StatisticsDetail m_detail;
    std::vector<TensorStatistics> m_statistics;
    std::vector<StatisticsScratch> m_scratch; ///< one per part
};

} // namespace quantiscope
