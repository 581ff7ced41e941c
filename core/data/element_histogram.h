// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace quantiscope {

/// Counts values whose range is not known before, in at most 128 bins whose width is a power of two and whose edges are
/// multiples of it. The result depends on the values only, not on their order or on how they were shared out and
/// merged.
class ElementHistogram
{
public:
    static constexpr std::size_t kMostBins = 128;

    /// @p value must be finite.
    void add(double value);
    void merge(const ElementHistogram& other);

    [[nodiscard]] bool isEmpty() const { return m_total == 0; }
    [[nodiscard]] double lowest() const { return m_lowest; }
    [[nodiscard]] double highest() const { return m_highest; }

    /// Ascending, one more than counts(); empty when nothing was added.
    [[nodiscard]] std::vector<double> edges() const;
    [[nodiscard]] const std::vector<std::uint64_t>& counts() const { return m_counts; }

private:
    static constexpr int kSmallestExponent = -24;

    void include(double lowest, double highest, int exponent);
    [[nodiscard]] std::uint64_t& countAt(std::int64_t place);

    int m_exponent = kSmallestExponent; ///< a bin is 2^m_exponent wide
    std::int64_t m_first = 0; ///< floor(value / width) of the first bin
    std::vector<std::uint64_t> m_counts;
    std::uint64_t m_total = 0;
    double m_lowest = 0.0;
    double m_highest = 0.0;
};

} // namespace quantiscope
