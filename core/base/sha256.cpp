// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sha256.h"

#include <array>
#include <cstdint>
#include <openssl/evp.h>

namespace quantiscope {

struct Sha256::State
{
    State() : context(EVP_MD_CTX_new()) { }
    ~State() { EVP_MD_CTX_free(context); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    EVP_MD_CTX* context;
};

Sha256::Sha256() : m_state(std::make_unique<State>())
{
    EVP_DigestInit_ex(m_state->context, EVP_sha256(), nullptr);
}

Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::add(std::span<const std::byte> bytes)
{
    EVP_DigestUpdate(m_state->context, bytes.data(), bytes.size());
}

void Sha256::addField(std::string_view text)
{
    const std::uint64_t length = text.size();
    std::array<std::byte, 8> prefix;
    for (std::size_t i = 0; i < prefix.size(); ++i)
        prefix[i] = static_cast<std::byte>(length >> (8 * i));
    add(prefix);
    add(std::as_bytes(std::span(text)));
}

std::string Sha256::hexDigest() const
{
    State copy;
    EVP_MD_CTX_copy_ex(copy.context, m_state->context);
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
    unsigned int size = 0;
    EVP_DigestFinal_ex(copy.context, digest.data(), &size);
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    for (unsigned int i = 0; i < size; ++i) {
        text += kDigits[digest[i] >> 4];
        text += kDigits[digest[i] & 15];
    }
    return text;
}

std::string sha256Hex(std::span<const std::byte> bytes)
{
    Sha256 hash;
    hash.add(bytes);
    return hash.hexDigest();
}

} // namespace quantiscope
