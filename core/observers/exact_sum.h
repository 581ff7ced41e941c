// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace quantiscope {

/// The exact sum of finite float32 numbers.
///
/// Every float32 is a whole multiple of 2^-149, so a fixed-point number of 384 bits holds the sum of 2^64 of them
/// without rounding (Kulisch's long accumulator). Neither the order of the numbers nor the grouping of partial sums
/// changes a bit.
class ExactSum
{
public:
    static constexpr std::size_t kWords = 6;
    using Words = std::array<std::uint64_t, kWords>;

    /// Adds a finite number.
    void add(float value);

    void merge(const ExactSum& other);

    /// The sum divided by @p count > 0, rounded once to the nearest float32 (ties to even); for counts of numbers that
    /// were added. A mean of 0 is +0.
    [[nodiscard]] float mean(std::uint64_t count) const;

    /// The sum in units of 2^-149 as a two's complement number, least significant word first.
    [[nodiscard]] const Words& words() const { return m_words; }
    static ExactSum fromWords(const Words& words);

    /// Can the sum be one of @p count numbers of [@p low, @p high]?
    [[nodiscard]] bool isWithin(float low, float high, std::uint64_t count) const;

    /// Is the sum no larger than @p other? Both are sums of finite numbers (isWithin()).
    [[nodiscard]] bool isAtMost(const ExactSum& other) const;

    bool operator==(const ExactSum&) const = default;

private:
    Words m_words{};
};

} // namespace quantiscope
