// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observers/tensor_statistics.h"

#include "core/base/vector_clones.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

namespace quantiscope {

namespace {

// One chunk stays in the first-level cache between the two passes over it.
constexpr std::size_t kChunk = 4096;
constexpr std::size_t kLanes = 8; // wider vectors are lowered badly by gcc 12 where the processor has none
// Neighbouring elements go to different copies of the counters, so that equal neighbours do not wait for each other.
constexpr std::size_t kMostCopies = 4;
constexpr std::uint32_t kInfinityBits = 0x7F800000U;

struct ChunkRange
{
    float min;
    float max;
    std::uint32_t largestMagnitude; ///< bits of the largest absolute value; >= kInfinityBits if not all are finite
};

QUANTISCOPE_VECTOR_CLONES
ChunkRange rangeOfChunk(const float* values, std::size_t count)
{
    // Vector types instead of plain loops: a minimum that must treat NaN as a comparison does is not vectorized
    // otherwise.
    using Floats = float __attribute__((vector_size(kLanes * sizeof(float))));
    using Bits = std::int32_t __attribute__((vector_size(kLanes * sizeof(float))));
    Floats low = Floats{} + std::numeric_limits<float>::infinity();
    Floats high = -low;
    Floats low2 = low;
    Floats high2 = high;
    Bits magnitude = {};
    std::size_t i = 0;
    for (; i + 2 * kLanes <= count; i += 2 * kLanes) {
        Floats v;
        Floats w;
        std::memcpy(&v, values + i, sizeof v);
        std::memcpy(&w, values + i + kLanes, sizeof w);
        low = v < low ? v : low;
        high = v > high ? v : high;
        low2 = w < low2 ? w : low2;
        high2 = w > high2 ? w : high2;
        const Bits a = reinterpret_cast<Bits>(v) & 0x7FFFFFFF;
        const Bits b = reinterpret_cast<Bits>(w) & 0x7FFFFFFF;
        const Bits larger = a > b ? a : b;
        magnitude = larger > magnitude ? larger : magnitude;
    }
    low = low2 < low ? low2 : low;
    high = high2 > high ? high2 : high;
    ChunkRange range{std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(), 0};
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        range.min = std::min(range.min, low[lane]);
        range.max = std::max(range.max, high[lane]);
        range.largestMagnitude = std::max(range.largestMagnitude, static_cast<std::uint32_t>(magnitude[lane]));
    }
    for (; i < count; ++i) {
        range.min = values[i] < range.min ? values[i] : range.min;
        range.max = values[i] > range.max ? values[i] : range.max;
        range.largestMagnitude =
            std::max(range.largestMagnitude, std::bit_cast<std::uint32_t>(values[i]) & 0x7FFFFFFFU);
    }
    return range;
}

/// rangeOfChunk() of the finite values, and counts of the others; for the rare chunk that has them.
ChunkRange rangeOfFiniteValues(const float* values, std::size_t count, TensorStatistics& statistics)
{
    ChunkRange range{std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(), 0};
    for (std::size_t i = 0; i < count; ++i) {
        const float v = values[i];
        if (std::isnan(v)) {
            ++statistics.notANumber;
        } else if (std::isinf(v)) {
            ++statistics.infinite;
        } else {
            range.min = std::min(range.min, v);
            range.max = std::max(range.max, v);
            range.largestMagnitude = std::max(range.largestMagnitude, std::bit_cast<std::uint32_t>(v) & 0x7FFFFFFFU);
        }
    }
    return range;
}

/// Counts the top 16 bits of each value in @p copies tables (1 or kMostCopies) of FloatHistogram::kBins counters, in
/// turn.
void countChunk(const float* values, std::size_t count, std::uint32_t* tables, std::size_t copies)
{
    const std::size_t stride = copies == kMostCopies ? FloatHistogram::kBins : 0;
    std::uint32_t* const t0 = tables;
    std::uint32_t* const t1 = tables + stride;
    std::uint32_t* const t2 = tables + 2 * stride;
    std::uint32_t* const t3 = tables + 3 * stride;
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        std::uint64_t pair[2];
        std::memcpy(pair, values + i, sizeof pair);
        ++t0[(pair[0] >> 16) & 0xFFFFU];
        ++t1[pair[0] >> 48];
        ++t2[(pair[1] >> 16) & 0xFFFFU];
        ++t3[pair[1] >> 48];
    }
    for (; i < count; ++i)
        ++t0[FloatHistogram::binOf(values[i])];
}

/// Sums the tables' counters of one binade into @p sums and clears them; returns how many were counted.
QUANTISCOPE_VECTOR_CLONES
std::uint64_t sumAndClearPage(std::uint32_t* tables, std::size_t copies, std::size_t page, std::uint32_t* sums)
{
    constexpr std::size_t kPageBins = FloatHistogram::kPageBins;
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < kPageBins; ++i)
        sums[i] = 0;
    for (std::size_t copy = 0; copy < copies; ++copy) {
        std::uint32_t* counts = tables + copy * FloatHistogram::kBins + page * kPageBins;
        for (std::size_t i = 0; i < kPageBins; ++i) {
            sums[i] += counts[i];
            counts[i] = 0;
        }
    }
    for (std::size_t i = 0; i < kPageBins; ++i)
        total += sums[i];
    return total;
}

void countDirectly(std::span<const float> values, FloatHistogram& histogram)
{
    for (const float v : values) {
        if (std::isfinite(v))
            histogram.add(FloatHistogram::binOf(v), 1);
    }
}

void keepFinite(std::span<const float> values, FewValues& few)
{
    for (const float v : values) {
        if (std::isfinite(v))
            few.add({&v, 1});
    }
}

} // namespace

void SampleRanges::add(float min, float max)
{
    ++samples;
    minSum.add(min);
    maxSum.add(max);
}

void SampleRanges::merge(const SampleRanges& other)
{
    samples += other.samples;
    minSum.merge(other.minSum);
    maxSum.merge(other.maxSum);
}

void TensorStatistics::merge(const TensorStatistics& other)
{
    elements += other.elements;
    notANumber += other.notANumber;
    infinite += other.infinite;
    min = std::min(min, other.min);
    max = std::max(max, other.max);
    sampleRanges.merge(other.sampleRanges);
    histogram.merge(other.histogram);
    values.merge(other.values);
    votes.merge(other.votes);
}

void StatisticsScratch::count(std::span<const float> values, StatisticsDetail detail)
{
    // For a few elements, looking through the tables would cost more than counting one by one.
    constexpr std::size_t kFewElements = 512;
    // More tables are looked through longer, but filled faster when neighbours are equal.
    constexpr std::size_t kElementsPerCopy = 8192;
    const bool useTables = detail != StatisticsDetail::Range && values.size() > kFewElements;
    if (useTables && m_tables.empty())
        m_tables.resize(kMostCopies * FloatHistogram::kBins);
    const std::size_t copies = values.size() > 2 * kElementsPerCopy ? kMostCopies : 1;
    m_copies = std::max(m_copies, copies);

    m_direct.elements += values.size();
    for (std::size_t first = 0; first < values.size(); first += kChunk) {
        const std::span<const float> chunk = values.subspan(first, std::min(kChunk, values.size() - first));
        ChunkRange range = rangeOfChunk(chunk.data(), chunk.size());
        const bool allFinite = range.largestMagnitude < kInfinityBits;
        if (!allFinite)
            range = rangeOfFiniteValues(chunk.data(), chunk.size(), m_direct);
        // Adding 0 turns -0 into 0: which of the two was met first must not matter.
        m_direct.min = std::min(m_direct.min, range.min + 0.0F);
        m_direct.max = std::max(m_direct.max, range.max + 0.0F);
        if (detail == StatisticsDetail::Range)
            continue;
        if (allFinite)
            m_direct.values.add(chunk);
        else
            keepFinite(chunk, m_direct.values);
        if (useTables && allFinite) {
            countChunk(chunk.data(), chunk.size(), m_tables.data(), copies);
            m_inTables += chunk.size();
            m_largestMagnitude = std::max(m_largestMagnitude, range.largestMagnitude);
        } else {
            countDirectly(chunk, m_direct.histogram);
        }
    }
    m_sampleMin = std::min(m_sampleMin, m_direct.min);
    m_sampleMax = std::max(m_sampleMax, m_direct.max);
}

void flush(StatisticsScratch& scratch, TensorStatistics& statistics)
{
    constexpr std::size_t kSignPages = 256;
    statistics.merge(scratch.m_direct);
    scratch.m_direct = {};
    std::uint64_t remaining = std::exchange(scratch.m_inTables, 0);
    const std::uint32_t largestMagnitude = std::exchange(scratch.m_largestMagnitude, 0);
    const std::size_t copies = std::exchange(scratch.m_copies, 0);
    std::uint32_t sums[FloatHistogram::kPageBins];
    const auto take = [&](std::size_t page) {
        if (const std::uint64_t counted = sumAndClearPage(scratch.m_tables.data(), copies, page, sums)) {
            statistics.histogram.addPage(page, sums);
            remaining -= counted;
        }
    };
    // Zero's binade first, then from the largest magnitude down until all values are found: only what is occupied is
    // looked at.
    if (remaining > 0) {
        take(0);
        take(kSignPages);
    }
    for (std::size_t exponent = largestMagnitude >> 23; exponent > 0 && remaining > 0; --exponent) {
        take(exponent);
        take(kSignPages + exponent);
    }
}

void endSample(StatisticsScratch& scratch, TensorStatistics& statistics)
{
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const float min = std::exchange(scratch.m_sampleMin, kInfinity);
    const float max = std::exchange(scratch.m_sampleMax, -kInfinity);
    if (min <= max)
        statistics.sampleRanges.add(min, max);
}

void accumulate(std::span<const float> values, StatisticsDetail detail, StatisticsScratch& scratch,
                TensorStatistics& statistics)
{
    while (!values.empty()) {
        const std::span<const float> part = values.first(std::min(values.size(), StatisticsScratch::kMostElements));
        scratch.count(part, detail);
        flush(scratch, statistics);
        values = values.subspan(part.size());
    }
}

TensorStatistics statisticsOfSample(std::span<const float> values, StatisticsDetail detail, StatisticsScratch& scratch)
{
    TensorStatistics statistics;
    accumulate(values, detail, scratch, statistics);
    endSample(scratch, statistics);
    return statistics;
}

} // namespace quantiscope
