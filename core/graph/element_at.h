// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstring>
#include <span>

namespace quantiscope {

/// Element @p i of the raw data of a tensor, which need not be aligned. The caller keeps @p i in bounds.
template <typename T>
[[nodiscard]] T elementAt(std::span<const std::byte> bytes, std::size_t i)
{
    T value;
    std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
    return value;
}

} // namespace quantiscope
