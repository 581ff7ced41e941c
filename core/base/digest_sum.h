// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace quantiscope {

/// What stands for a collection of things of which each has a SHA-256 digest: the digests' sum modulo 2^256.
///
/// Neither the order nor the grouping of the things matters, equal things count each time, and adding two sums is all
/// there is to joining two collections. It tells collections apart that differ by accident; it is no protection against
/// somebody who searches for two that do not.
class DigestSum
{
public:
    /// The sum that hex() wrote, or a single digest; nothing unless @p hex is 64 lower-case hexadecimal digits.
    static std::optional<DigestSum> fromHex(std::string_view hex);

    /// Adds a digest's number, or all of another sum.
    void add(const DigestSum& other);

    /// 64 lower-case hexadecimal digits; all 0 for an empty collection.
    [[nodiscard]] std::string hex() const;

    bool operator==(const DigestSum&) const = default;

private:
    std::array<std::uint32_t, 8> m_words{}; ///< least significant first
};

} // namespace quantiscope
