// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/digest_sum.h"

#include <cstddef>

namespace quantiscope {

namespace {

constexpr std::size_t kDigitsOfWord = 8;
constexpr std::string_view kDigits = "0123456789abcdef";

} // namespace

std::optional<DigestSum> DigestSum::fromHex(std::string_view hex)
{
    DigestSum sum;
    if (hex.size() != sum.m_words.size() * kDigitsOfWord)
        return std::nullopt;
    for (std::size_t i = 0; i < hex.size(); ++i) {
        const std::size_t digit = kDigits.find(hex[i]);
        if (digit == std::string_view::npos)
            return std::nullopt;
        std::uint32_t& word = sum.m_words[sum.m_words.size() - 1 - i / kDigitsOfWord];
        word = word << 4 | static_cast<std::uint32_t>(digit);
    }
    return sum;
}

void DigestSum::add(const DigestSum& other)
{
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < m_words.size(); ++i) {
        carry += std::uint64_t(m_words[i]) + other.m_words[i];
        m_words[i] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
    }
}

std::string DigestSum::hex() const
{
    std::string text;
    for (std::size_t i = m_words.size(); i-- > 0;) {
        for (int shift = 28; shift >= 0; shift -= 4)
            text += kDigits[m_words[i] >> shift & 0xFU];
    }
    return text;
}

} // namespace quantiscope
