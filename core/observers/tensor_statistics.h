// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observers/float_histogram.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace quantiscope {

/// What is remembered of one float tensor over all calibration samples; enough to derive any range from it later.
///
/// Merging is exact and commutative: min/max and integer sums only.
struct TensorStatistics
{
    std::uint64_t elements = 0; ///< all observed elements, NaN and infinities included
    std::uint64_t notANumber = 0;
    std::uint64_t infinite = 0;
    float min = std::numeric_limits<float>::infinity(); ///< smallest finite value; +inf while there is none
    float max = -std::numeric_limits<float>::infinity(); ///< largest finite value; -inf while there is none
    FloatHistogram histogram; ///< of the finite values; empty when only the range was wanted

    [[nodiscard]] bool hasRange() const { return min <= max; }
    void merge(const TensorStatistics& other);
    bool operator==(const TensorStatistics&) const = default;
};

/// How much is to be remembered.
enum class StatisticsDetail
{
    Range, ///< min and max only; costs next to nothing
    Histogram, ///< everything
};

/// Reusable counters for one thread that adds tensors to statistics (1 MiB; allocated on the first histogram).
class StatisticsScratch
{
public:
    StatisticsScratch() = default;

private:
    friend void accumulate(std::span<const float>, StatisticsDetail, StatisticsScratch&, TensorStatistics&);
    std::vector<std::uint32_t> m_counts;
};

/// Adds the elements of one tensor (or of a part of it) to @p statistics. Any split of the elements into calls and any order
/// of the calls gives the same statistics.
void accumulate(std::span<const float> values, StatisticsDetail detail, StatisticsScratch& scratch,
                TensorStatistics& statistics);

} // namespace quantiscope
