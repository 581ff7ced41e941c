// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/picture_geometry.h"

#include <QImage>

#include <cstring>

namespace quantiscope {

/// @p pixels as an image of its own: grey for one channel, otherwise the first channel as red.
[[nodiscard]] inline QImage pictureImage(const ChannelPixels& pixels)
{
    const auto format = pixels.channels == 1 ? QImage::Format_Grayscale8 : QImage::Format_RGB888;
    QImage image(pixels.width, pixels.height, format);
    const auto row = std::size_t(pixels.width) * std::size_t(pixels.channels);
    for (int y = 0; y < pixels.height; ++y)
        std::memcpy(image.scanLine(y), pixels.values.data() + std::size_t(y) * row, row);
    return image;
}

} // namespace quantiscope
