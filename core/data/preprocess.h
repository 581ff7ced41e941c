// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/data/picture.h"
#include "core/tensor/tensor.h"
#include "core/tensor/tensor_spec.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quantiscope {

/// The channels that the model wants, in this order.
enum class ChannelOrder
{
    Rgb,
    Bgr,
    Gray, ///< 0.299 R + 0.587 G + 0.114 B, rounded to 8 bits as OpenCV does
};

enum class ResizeMode
{
    Stretch, ///< to height x width, whatever the picture's proportions
    ShorterSide, ///< the shorter side becomes `size`, the longer one size * longer / shorter, rounded down
    Letterbox, ///< the largest picture of the same proportions in height x width, the rest filled with `pad`
};

enum class Interpolation
{
    Nearest,
    Linear,
    Cubic,
    Area,
};

/// Where a letterboxed picture lies.
enum class LetterboxAlign
{
    TopLeft,
    Centre, ///< an odd rest goes to the bottom and right
};

enum class PixelLayout
{
    Nchw,
    Nhwc,
};

/// Extents in pixels, 1 … 32768.
struct PictureSize
{
    std::int32_t height = 0;
    std::int32_t width = 0;

    bool operator==(const PictureSize&) const = default;
};

struct ResizeStep
{
    ResizeMode mode = ResizeMode::Stretch;
    /// Nothing: the model's own height and width. Where the model leaves them open, Stretch keeps the picture's size
    /// and the other modes are refused. ShorterSide takes the height, or the larger one of the model's extents.
    std::optional<PictureSize> size;
    Interpolation interpolation = Interpolation::Linear;
    std::int32_t pad = 114; ///< Letterbox only: value of the border's channels, 0 … 255
    LetterboxAlign align = LetterboxAlign::Centre; ///< Letterbox only

    bool operator==(const ResizeStep&) const = default;
};

/// How a picture becomes a model's input. The order of the steps is fixed:
/// decode, channel order, resize, crop, x * scale, (x - mean) / std, layout.
struct PreprocessSpec
{
    std::optional<ChannelOrder> channels; ///< nothing: RGB, or GRAY for an input of one channel
    std::optional<ResizeStep> resize;
    std::optional<PictureSize> crop; ///< the middle; an odd rest goes to the bottom and right
    std::optional<double> scale;
    std::vector<double> mean; ///< empty, one for all channels, or one per channel
    std::vector<double> std; ///< like mean; greater than 0
    std::optional<PixelLayout> layout; ///< nothing: where the input has 1 or 3 channels; NCHW when both would do

    bool operator==(const PreprocessSpec&) const = default;
};

/// The names that builtinPreprocess() knows: "imagenet", "yolo", "yolox", "unit", "raw".
[[nodiscard]] std::span<const std::string> builtinPreprocessNames();

/// imagenet: shorter side 256, crop 224, RGB, 1/255, ImageNet's mean and deviation.
/// yolo: letterboxed to the model's size in the middle of grey 114, RGB, 1/255. yolox: at the top left, BGR, 0 … 255.
/// unit: stretched to the model's size, 1/255. raw: stretched to the model's size, 0 … 255.
[[nodiscard]] std::optional<PreprocessSpec> builtinPreprocess(std::string_view name);

/// Can pictures be fed to this input at all: rank 4, float32, float16 or uint8, with 1, 3 or an open number of
/// channels?
[[nodiscard]] bool isImageInput(const TensorSpec& input);

/// Whether @p spec fits the input @p target, as far as that can be told without a picture. `DataRefused` with what to
/// change.
[[nodiscard]] Result<void> checkPreprocess(const PreprocessSpec& spec, const TensorSpec& target);

/// The tensor that is fed for @p picture, of @p target's type and a shape that fits it. A fixed batch of N repeats the
/// picture N times, an open one becomes 1.
///
/// Channel order, resizing and cropping work on 8-bit pixels; then, each operation rounded to float32:
/// `x = float32(u8); x = x * float32(scale); x = (x - float32(mean)) / float32(std)`. @p name is the picture for
/// messages. `DataRefused` when the picture or the specification does not fit.
[[nodiscard]] Result<Tensor> preprocess(const Picture& picture, const PreprocessSpec& spec, const TensorSpec& target,
                                        const std::string& name);

} // namespace quantiscope
