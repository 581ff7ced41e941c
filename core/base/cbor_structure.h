// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace quantiscope {

/// How documents that this program writes as CBOR are built.
struct CborStructure
{
    std::size_t depth = 1; ///< levels of objects and lists at most
    bool hasLists = false;
};

/// Is @p bytes one document of objects, texts, byte strings and numbers of known length (and lists, if there may be
/// any), not deeper than @p structure says, and nothing behind it? Readers recurse for whatever is nested (pieces of
/// texts too) and throw for sizes beyond memory, so hostile documents must not get to them. Source: RFC 8949, section
/// 3.
[[nodiscard]] bool isBuiltAs(const CborStructure& structure, std::span<const std::uint8_t> bytes);

} // namespace quantiscope
