// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace quantiscope {

/// SHA-256 (FIPS 180-4) of a sequence of byte strings, for content addresses and reports.
class Sha256
{
public:
    Sha256();
    ~Sha256();
    Sha256(Sha256&&) noexcept;
    Sha256& operator=(Sha256&&) noexcept;

    void add(std::span<const std::byte> bytes);

    /// Adds the text's length and the text, so that two different sequences of fields never hash alike.
    void addField(std::string_view text);

    /// The digest of everything added so far as 64 lower-case hexadecimal digits; further add() calls are allowed.
    [[nodiscard]] std::string hexDigest() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// Digest of one byte string.
[[nodiscard]] std::string sha256Hex(std::span<const std::byte> bytes);

} // namespace quantiscope
