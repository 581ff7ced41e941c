// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace quantiscope {

/// A histogram of finite float32 values whose bin is the top 16 bits of the value itself: sign, 8 bits of exponent, 7
/// of mantissa (the value truncated to bfloat16).
///
/// Bins never move, so the range of the data need not be known before, adding is all there is to merging, and neither
/// the order of samples nor the number of threads can change a count. A bin is at most 2^-7 = 0.8 % of its value wide.
/// Only the binades that occur are stored: 512 bytes each, about 12 KiB for a typical activation.
class FloatHistogram
{
public:
    static constexpr std::size_t kBins = 65536;
    static constexpr std::size_t kPageBins = 128; ///< bins of one binade of one sign

    FloatHistogram() = default;
    FloatHistogram(const FloatHistogram& other);
    FloatHistogram& operator=(const FloatHistogram& other);
    FloatHistogram(FloatHistogram&& other) noexcept; ///< @p other is empty afterwards
    FloatHistogram& operator=(FloatHistogram&& other) noexcept;
    ~FloatHistogram() = default;

    /// Adds @p count occurrences to a bin.
    void add(std::uint16_t bin, std::uint64_t count);

    /// Adds the counts of one binade: counts[i] to bin page * kPageBins + i.
    void addPage(std::size_t page, const std::uint32_t* counts);

    void merge(const FloatHistogram& other);

    [[nodiscard]] std::uint64_t count(std::uint16_t bin) const;
    /// The counts of one binade, see addPage(); nullptr if there are none. Counts of 2^32 and more are given modulo
    /// that, see hasLargeCounts().
    [[nodiscard]] const std::uint32_t* pageCounts(std::size_t page) const;
    [[nodiscard]] bool hasLargeCounts() const { return !m_carries.empty(); }
    [[nodiscard]] bool isEmpty() const { return m_pages.empty(); }

    /// Calls @p visit(bin, count) for every non-empty bin in ascending order of the values that it holds.
    void forEach(const std::function<void(std::uint16_t bin, std::uint64_t count)>& visit) const;

    bool operator==(const FloatHistogram& other) const;

    /// Bin of a value: its top 16 bits.
    [[nodiscard]] static std::uint16_t binOf(float value);

    /// Values of a bin lie in [lower, upper): for positive bins from the truncated value upwards, for negative bins the
    /// bounds are (-|next|, -|value|]. The two zero bins hold zero and the tiniest denormals.
    struct Bounds
    {
        float lower = 0.0F;
        float upper = 0.0F;
    };
    [[nodiscard]] static Bounds boundsOf(std::uint16_t bin);

private:
    using Page = std::array<std::uint32_t, kPageBins>;
    Page& page(std::size_t index);
    void carry(std::uint16_t bin, std::uint64_t count);

    std::array<std::int16_t, kBins / kPageBins> m_pageOf = emptyIndex();
    std::vector<std::unique_ptr<Page>> m_pages;
    std::vector<std::pair<std::uint16_t, std::uint64_t>>
        m_carries; ///< multiples of 2^32, for bins that counted further

    static std::array<std::int16_t, kBins / kPageBins> emptyIndex();
};

} // namespace quantiscope
