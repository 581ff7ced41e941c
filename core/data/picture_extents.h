// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace quantiscope {

/// Width and height of a picture in pixels.
struct PictureExtents
{
    std::uint64_t width = 0;
    std::uint64_t height = 0;
};

/// The extents that the header of an encoded PNG, JPEG, BMP, WebP, TIFF or PPM/PGM picture promises (of a TIFF: the
/// first page). Nothing when the header is damaged or of a rare form.
[[nodiscard]] std::optional<PictureExtents> pictureExtents(std::span<const std::byte> encoded);

} // namespace quantiscope
