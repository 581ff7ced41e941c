// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observers/exact_sum.h"
#include "core/observers/few_values.h"
#include "core/observers/float_histogram.h"
#include "core/observers/position_votes.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace quantiscope {

/// The smallest and the largest value of each sample, added up exactly: their means are what a moving average is built
/// on. Samples without a finite value do not count.
struct SampleRanges
{
    std::uint64_t samples = 0;
    ExactSum minSum;
    ExactSum maxSum;

    void add(float min, float max);
    void merge(const SampleRanges& other);

    /// Mean of the samples' minima and maxima, rounded once; there must be a sample.
    [[nodiscard]] float meanMin() const { return minSum.mean(samples); }
    [[nodiscard]] float meanMax() const { return maxSum.mean(samples); }

    bool operator==(const SampleRanges&) const = default;
};

/// What is remembered of one float tensor over all calibration samples; enough to derive any range from it later.
///
/// Merging is exact and commutative: min/max, sums of whole numbers, and values in no order.
struct TensorStatistics
{
    std::uint64_t elements = 0; ///< all observed elements, NaN and infinities included
    std::uint64_t notANumber = 0;
    std::uint64_t infinite = 0;
    float min = std::numeric_limits<float>::infinity(); ///< smallest finite value; +inf while there is none
    float max = -std::numeric_limits<float>::infinity(); ///< largest finite value; -inf while there is none
    SampleRanges sampleRanges;
    FloatHistogram histogram; ///< of the finite values; empty when only the range was wanted
    FewValues values; ///< the finite values, where there is a histogram and they are few
    PositionVotes votes; ///< of the samples; empty unless they were wanted

    [[nodiscard]] bool hasRange() const { return min <= max; }
    void merge(const TensorStatistics& other);
    bool operator==(const TensorStatistics&) const = default;
};

/// How much is to be remembered.
enum class StatisticsDetail
{
    Range, ///< min and max, of all and of each sample; costs next to nothing
    Histogram, ///< the histogram and, of small tensors, the values, too
    Votes, ///< each sample's vote for a power-of-two scale, too, for which it needs a histogram of its own
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
    friend void endSample(StatisticsScratch&, TensorStatistics&);

    TensorStatistics
        m_direct; ///< the range, what is not finite, few values, and the histogram of what is not in the tables
    std::vector<std::uint32_t> m_tables; ///< copies of FloatHistogram::kBins counters; all 0 between flushes
    std::size_t m_copies = 0; ///< how many of the tables are in use since the last flush
    std::uint64_t m_inTables = 0;
    std::uint32_t m_largestMagnitude = 0; ///< bits of the largest absolute value in the tables
    float m_sampleMin = std::numeric_limits<float>::infinity(); ///< since the last endSample()
    float m_sampleMax = -std::numeric_limits<float>::infinity();
};

/// Adds what was counted of one tensor to @p statistics and empties the counters.
void flush(StatisticsScratch& scratch, TensorStatistics& statistics);

/// Adds the range of everything that was counted since the last call to @p statistics, as that of one sample.
void endSample(StatisticsScratch& scratch, TensorStatistics& statistics);

/// Adds the elements of one tensor, or of a part of it, to @p statistics without ending the sample; for details up to
/// Histogram. Any split of the elements into calls and any order of the calls gives the same.
void accumulate(std::span<const float> values, StatisticsDetail detail, StatisticsScratch& scratch,
                TensorStatistics& statistics);

/// What one sample alone, @p values, adds to a tensor's statistics: merge() it to the others.
[[nodiscard]] TensorStatistics statisticsOfSample(std::span<const float> values, StatisticsDetail detail,
                                                  StatisticsScratch& scratch);

} // namespace quantiscope
