// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace quantiscope {

/// A decoded picture: 8-bit B, G, R pixels, row by row without gaps.
struct Picture
{
    std::int32_t width = 0;
    std::int32_t height = 0;
    std::vector<std::uint8_t> bgr; ///< height * width * 3 bytes
};

} // namespace quantiscope
