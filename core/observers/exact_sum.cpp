// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observers/exact_sum.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

namespace quantiscope {

namespace {

using Words = ExactSum::Words;
__extension__ using Wide = unsigned __int128;

constexpr int kUnitExponent = -149; // of the smallest denormal
constexpr int kMantissaBits = 24;

bool isNegative(const Words& words)
{
    return words.back() >> 63 != 0;
}

void addTo(Words& sum, const Words& other)
{
    Wide carry = 0;
    for (std::size_t i = 0; i < sum.size(); ++i) {
        carry += Wide(sum[i]) + other[i];
        sum[i] = static_cast<std::uint64_t>(carry);
        carry >>= 64;
    }
}

void negate(Words& words)
{
    for (std::uint64_t& word : words)
        word = ~word;
    addTo(words, {1});
}

/// A finite number in units of 2^-149.
Words unitsOf(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t exponent = bits >> 23 & 0xFFU;
    const std::uint64_t mantissa = (bits & 0x7FFFFFU) | (exponent > 0 ? 0x800000U : 0U);
    const std::uint32_t shift = exponent > 0 ? exponent - 1 : 0;
    Words words{};
    const Wide shifted = Wide(mantissa) << (shift % 64);
    words[shift / 64] = static_cast<std::uint64_t>(shifted);
    words[shift / 64 + 1] = static_cast<std::uint64_t>(shifted >> 64);
    if (bits >> 31 != 0)
        negate(words);
    return words;
}

/// @p value * @p count in units of 2^-149; the value's magnitude leaves room for 64 bits more.
Words timesCount(float value, std::uint64_t count)
{
    Words units = unitsOf(std::abs(value));
    Wide carry = 0;
    for (std::uint64_t& word : units) {
        carry += Wide(word) * count;
        word = static_cast<std::uint64_t>(carry);
        carry >>= 64;
    }
    if (value < 0.0F)
        negate(units);
    return units;
}

/// Is @p a <= @p b, both far from the limits of their width?
bool isNotAbove(const Words& a, Words b)
{
    Words negated = a;
    negate(negated);
    addTo(b, negated);
    return !isNegative(b);
}

/// The highest bit that is set; -1 when there is none.
int highestBit(const Words& words)
{
    for (std::size_t i = words.size(); i-- > 0;) {
        if (words[i] != 0)
            return static_cast<int>(i) * 64 + 63 - std::countl_zero(words[i]);
    }
    return -1;
}

bool bitOf(const Words& words, int bit)
{
    return (words[static_cast<std::size_t>(bit) / 64] >> (bit % 64) & 1U) != 0;
}

} // namespace

void ExactSum::add(float value)
{
    assert(std::isfinite(value));
    addTo(m_words, unitsOf(value));
}

void ExactSum::merge(const ExactSum& other)
{
    addTo(m_words, other.m_words);
}

ExactSum ExactSum::fromWords(const Words& words)
{
    ExactSum sum;
    sum.m_words = words;
    return sum;
}

bool ExactSum::isWithin(float low, float high, std::uint64_t count) const
{
    // Beyond this the comparison itself could overflow; no sum of finite numbers gets there.
    constexpr int kMostBits = 278 + 64;
    Words magnitude = m_words;
    if (isNegative(m_words))
        negate(magnitude);
    return highestBit(magnitude) < kMostBits && isNotAbove(timesCount(low, count), m_words)
        && isNotAbove(m_words, timesCount(high, count));
}

bool ExactSum::isAtMost(const ExactSum& other) const
{
    return isNotAbove(m_words, other.m_words);
}

float ExactSum::mean(std::uint64_t count) const
{
    assert(count > 0);
    const bool negative = isNegative(m_words);
    Words quotient = m_words;
    if (negative)
        negate(quotient);
    Wide remainder = 0;
    for (std::size_t i = quotient.size(); i-- > 0;) {
        const Wide dividend = remainder << 64 | quotient[i];
        quotient[i] = static_cast<std::uint64_t>(dividend / count);
        remainder = dividend % count;
    }
    // The quotient's upper 24 bits are the result; what follows says which way to round.
    const int shift = std::max(0, highestBit(quotient) + 1 - kMantissaBits);
    std::uint64_t mantissa = 0;
    for (int bit = 0; bit < kMantissaBits; ++bit)
        mantissa |= std::uint64_t(bitOf(quotient, shift + bit)) << bit;
    bool above = false; // is the rest more than half a unit,
    bool half = false; // or exactly half?
    if (shift == 0) {
        above = 2 * remainder > count;
        half = 2 * remainder == count;
    } else {
        bool rest = remainder != 0;
        for (int bit = 0; bit < shift - 1 && !rest; ++bit)
            rest = bitOf(quotient, bit);
        half = bitOf(quotient, shift - 1) && !rest;
        above = bitOf(quotient, shift - 1) && rest;
    }
    if (above || (half && (mantissa & 1U) != 0))
        ++mantissa;
    const float magnitude = std::ldexp(static_cast<float>(mantissa), shift + kUnitExponent);
    return negative && mantissa != 0 ? -magnitude : magnitude;
}

} // namespace quantiscope
