// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/data/picture.h"
#include "core/data/preprocess.h"

#include <array>
#include <cstdint>
#include <functional>
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

/// The steps of applyGeometry() one by one, for those who want to see each.
enum class GeometryStep
{
    Channels,
    Resize,
    Crop,
};

/// Told what a step made; a step that changes nothing is left out.
using GeometryObserver = std::function<void(GeometryStep, const ChannelPixels&)>;

/// Applies @p steps to @p picture with OpenCV; @p name is the picture for messages. `DataRefused` when the picture is
/// smaller than the crop, or so narrow that resizing it would make a huge one.
[[nodiscard]] Result<ChannelPixels> applyGeometry(const Picture& picture, const GeometrySteps& steps,
                                                  const std::string& name, const GeometryObserver& observer = {});

/// @p pixels, of 1 or 3 channels, made smaller by the means over areas until neither side is longer than @p longest.
[[nodiscard]] ChannelPixels reducedPixels(const ChannelPixels& pixels, std::int32_t longest);

/// What tells pictures apart and how sharp they are, from their grey values.
struct PictureMarks
{
    /// Difference hash: bit 8 y + x says whether place x + 1 of row y is brighter than place x, in the picture reduced
    /// to 9 x 8. Pictures that look alike differ in few bits.
    std::uint64_t differenceHash = 0;
    /// Variance of the Laplacian (3 x 3), in the picture reduced to at most 512 pixels a side; low when it is blurred.
    double laplacianVariance = 0.0;
    std::array<std::uint8_t, 256> thumbnail{}; ///< 16 x 16, to confirm what the hash suggests
    bool isGray = false; ///< are the three channels equal everywhere?
};

[[nodiscard]] PictureMarks pictureMarks(const Picture& picture);

} // namespace quantiscope
