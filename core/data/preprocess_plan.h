// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/data/picture_geometry.h"
#include "core/data/preprocess.h"
#include "core/tensor/shape.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace quantiscope {

/// What preprocessing does for one input, everything that was left open decided.
struct PreprocessPlan
{
    PixelLayout layout = PixelLayout::Nchw;
    std::int64_t batch = 1;
    std::int64_t channels = 3;
    std::int64_t height = kDynamic; ///< that the input wants
    std::int64_t width = kDynamic;
    GeometrySteps geometry;
};

/// The plan of @p spec for the input @p target. `DataRefused` as checkPreprocess().
[[nodiscard]] Result<PreprocessPlan> planPreprocess(const PreprocessSpec& spec, const TensorSpec& target);

/// `DataRefused` unless pictures of that size fit the input; @p name is the picture for messages.
[[nodiscard]] Result<void> checkMadeSize(const PreprocessPlan& plan, const TensorSpec& target,
                                         const ChannelPixels& pixels, const std::string& name);

/// What each of the 256 pixel values becomes in one channel.
using PixelTable = std::array<float, 256>;

[[nodiscard]] PixelTable pixelTable(const PreprocessSpec& spec, std::size_t channel);

/// The tensor of @p target's type for @p pixels that have gone through the plan's geometry. `OutOfMemory`.
[[nodiscard]] Result<Tensor> layOutPixels(const ChannelPixels& pixels, const PreprocessPlan& plan,
                                          const PreprocessSpec& spec, const TensorSpec& target,
                                          const std::string& name);

} // namespace quantiscope
