// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/data/picture.h"
#include "core/data/preprocess.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// 8-bit pixels in the channel order of the model, row by row without gaps.
struct ChannelPixels
{
    std::int32_t height = 0;
    std::int32_t width = 0;
    std::int32_t channels = 0; ///< 1 or 3
    std::vector<std::uint8_t> values; ///< height * width * channels
};

/// The steps that work on 8-bit pixels: channel order, resize, crop.
struct GeometrySteps
{
    ChannelOrder order = ChannelOrder::Rgb;
    std::optional<ResizeStep> resize; ///< its size given, unless it is a Stretch that keeps the picture's size
    std::optional<PictureSize> crop;
};

/// Applies @p steps to @p picture with OpenCV; @p name is the picture for messages. `DataRefused` when the picture is
/// smaller than the crop, or so narrow that resizing it would make a huge one.
[[nodiscard]] Result<ChannelPixels> applyGeometry(const Picture& picture, const GeometrySteps& steps,
                                                  const std::string& name);

} // namespace quantiscope
