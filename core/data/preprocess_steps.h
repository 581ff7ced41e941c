// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/data/picture_geometry.h"
#include "core/data/preprocess.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// The steps of preprocess() in their fixed order.
enum class PreprocessStep
{
    Decode,
    Channels,
    Resize,
    Crop,
    Scale,
    MeanStd,
    Layout,
};
inline constexpr std::size_t kPreprocessSteps = 7;

/// A picture as it is after one step.
struct StepView
{
    PreprocessStep step = PreprocessStep::Decode;
    bool isOn = false; ///< does the specification ask for this step? Decode, Channels and Layout are always on
    bool isReached = false; ///< false: an earlier step, or this one, was refused, and the rest is empty
    DataType type = DataType::UInt8;
    Shape shape; ///< [height, width, channels]; of Layout that of the tensor
    double lowest = 0.0; ///< of the elements
    double highest = 0.0;
    /// The elements as 8-bit pixels, 0 … 255 as they are, after Scale and MeanStd from lowest to highest; made smaller
    /// to the wanted side. One picture, or one of each channel for Layout when channels come first. The first channel
    /// is to be shown as red, so that a wrong order is seen.
    std::vector<ChannelPixels> previews;
};

/// What preprocess() does to one picture, step by step.
struct PreprocessTrace
{
    std::array<StepView, kPreprocessSteps> steps;
    std::optional<Tensor> tensor; ///< bit for bit that of preprocess(); missing when a step was refused
    std::optional<Error> error; ///< why it is missing
};

/// Does what preprocess() does and keeps what each step made, its previews at most @p previewSide pixels a side.
[[nodiscard]] PreprocessTrace tracePreprocess(const Picture& picture, const PreprocessSpec& spec,
                                              const TensorSpec& target, const std::string& name,
                                              std::int32_t previewSide);

} // namespace quantiscope
