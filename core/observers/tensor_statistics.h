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

/// Counters of one thread: it counts a tensor here, undisturbed, before flush() moves the counts into the statistics;
/// reused from tensor to tensor (1 MiB, allocated on the first histogram).
class StatisticsScratch
{
public:
    /// Most elements that may be counted between two calls of flush(): the counters are 32 bits wide.
    static constexpr std::size_t kMostElements = std::size_t(1) << 30;

    /// Counts @p values.
    void count(std::span<const float> values, StatisticsDetail detail);

private:
    friend void flush(StatisticsScratch&, TensorStatistics&);

    TensorStatistics m_direct; ///< the range, what is not finite, and the histogram of what is not in the tables
    std::vector<std::uint32_t> m_tables; ///< copies of FloatHistogram::kBins counters; all 0 between flushes
    std::size_t m_copies = 0; ///< how many of the tables are in use since the last flush
    std::uint64_t m_inTables = 0;
    std::uint32_t m_largestMagnitude = 0; ///< bits of the largest absolute value in the tables
};

/// Adds what was counted of one tensor to @p statistics and empties the scratch.
void flush(StatisticsScratch& scratch, TensorStatistics& statistics);

/// Adds the elements of one tensor (or of a part of it) to @p statistics. Any split of the elements
/// into calls and any order of the calls gives the same statistics.
void accumulate(std::span<const float> values, StatisticsDetail detail, StatisticsScratch& scratch,
                TensorStatistics& statistics);

} // namespace quantiscope
