// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/preprocess.h"

#include "core/data/picture_geometry.h"
#include "core/tensor/float16.h"
#include "core/tensor/npy.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace quantiscope {

namespace {

constexpr std::int64_t kLargestSide = 32768;
constexpr std::int64_t kLargestBatch = 4096;

/// What the model's input means for pictures.
struct ImageTarget
{
    PixelLayout layout = PixelLayout::Nchw;
    ChannelOrder order = ChannelOrder::Rgb;
    std::int64_t batch = 1;
    std::int64_t channels = 3;
    std::int64_t height = kDynamic;
    std::int64_t width = kDynamic;
};

bool isChannelCount(std::int64_t extent)
{
    return extent == 1 || extent == 3;
}

std::string sizeText(std::int64_t height, std::int64_t width)
{
    return (height < 0 ? "?" : std::to_string(height)) + "x" + (width < 0 ? "?" : std::to_string(width));
}

Error misfit(const TensorSpec& target, const std::string& what)
{
    return {ErrorCode::DataRefused, "Input '" + target.name + "' (" + describe(target) + ") " + what + ".",
            target.name};
}

PixelLayout deducedLayout(const Shape& shape)
{
    if (isChannelCount(shape[1]))
        return PixelLayout::Nchw;
    if (isChannelCount(shape[3]))
        return PixelLayout::Nhwc;
    return shape[1] < 0 ? PixelLayout::Nchw : PixelLayout::Nhwc;
}

Result<void> checkNumbers(const PreprocessSpec& spec, const TensorSpec& target, std::int64_t channels)
{
    for (const auto& [numbers, word] : {std::pair(&spec.mean, "mean"), std::pair(&spec.std, "std")}) {
        if (numbers->size() > 1 && numbers->size() != static_cast<std::size_t>(channels)) {
            return misfit(target,
                          "takes pictures of " + std::to_string(channels) + " channel" + (channels == 1 ? "" : "s")
                              + ", but '" + word + "' of the preprocessing has " + std::to_string(numbers->size())
                              + " values; give one for all or one per channel");
        }
        for (const double number : *numbers) {
            const auto value = static_cast<float>(number);
            if (!std::isfinite(value) || (numbers == &spec.std && !(value > 0.0F)))
                return misfit(target,
                              std::string("cannot be fed: '") + word + "' of the preprocessing has a value that "
                                  + (numbers == &spec.std ? "is not greater than 0" : "is not finite"));
        }
    }
    if (spec.scale && !std::isfinite(static_cast<float>(*spec.scale)))
        return misfit(target, "cannot be fed: 'scale' of the preprocessing is not finite");
    if (target.type == DataType::UInt8 && (spec.scale || !spec.mean.empty() || !spec.std.empty()))
        return misfit(target,
                      "takes 8-bit pixels as they are; remove 'scale', 'mean' and 'std' from the preprocessing");
    return {};
}

Result<ImageTarget> resolve(const PreprocessSpec& spec, const TensorSpec& target)
{
    if (!isImageInput(target)) {
        return misfit(
            target,
            "cannot be fed with pictures: float32, float16 or uint8 of rank 4 with 1 or 3 channels is needed; "
            "use .npy or .npz data");
    }
    ImageTarget image;
    image.layout = spec.layout.value_or(deducedLayout(target.shape));
    const bool nchw = image.layout == PixelLayout::Nchw;
    const std::int64_t channels = target.shape[nchw ? 1 : 3];
    image.height = target.shape[nchw ? 2 : 1];
    image.width = target.shape[nchw ? 3 : 2];
    image.batch = target.shape[0] < 0 ? 1 : target.shape[0];
    if (channels >= 0 && !isChannelCount(channels)) {
        return misfit(target,
                      std::string("has ") + std::to_string(channels) + " channels when its layout is "
                          + (nchw ? "NCHW" : "NHWC") + "; change 'layout' of the preprocessing");
    }
    image.order = spec.channels.value_or(channels == 1 ? ChannelOrder::Gray : ChannelOrder::Rgb);
    image.channels = image.order == ChannelOrder::Gray ? 1 : 3;
    if (channels >= 0 && channels != image.channels) {
        return misfit(target,
                      std::string("takes pictures of ") + std::to_string(channels) + " channel"
                          + (channels == 1 ? "" : "s") + ", but the preprocessing makes "
                          + std::to_string(image.channels) + "; change 'channels'");
    }
    if (image.batch < 1 || image.batch > kLargestBatch || image.height == 0 || image.width == 0
        || image.height > kLargestSide || image.width > kLargestSide)
        return misfit(target, "has extents that no picture can be given");
    return image;
}

/// @p step with the model's extents in the place of a size that is not given.
Result<ResizeStep> sizedStep(ResizeStep step, const ImageTarget& image, const TensorSpec& target)
{
    if (step.size) {
        const PictureSize size = *step.size;
        if (size.height < 1 || size.width < 1 || size.height > kLargestSide || size.width > kLargestSide)
            return misfit(target, "cannot be fed: 'size' of the preprocessing's resize is not from 1 to 32768");
        return step;
    }
    if (image.height >= 0 && image.width >= 0) {
        auto height = static_cast<std::int32_t>(image.height), width = static_cast<std::int32_t>(image.width);
        if (step.mode == ResizeMode::ShorterSide)
            height = width = std::max(height, width);
        step.size = PictureSize{height, width};
        return step;
    }
    if (step.mode == ResizeMode::Stretch)
        return step;
    return misfit(target, "leaves its height or width open: give 'size' to the preprocessing's resize");
}

Error wrongSize(const TensorSpec& target, const ImageTarget& image, std::int64_t height, std::int64_t width)
{
    return misfit(target,
                  "needs pictures of " + sizeText(image.height, image.width)
                      + " (height x width), but the preprocessing makes " + sizeText(height, width)
                      + "; change 'resize' or 'crop'");
}

bool sizeFits(const ImageTarget& image, std::int64_t height, std::int64_t width)
{
    return (image.height < 0 || image.height == height) && (image.width < 0 || image.width == width);
}

Result<GeometrySteps> resolveSteps(const PreprocessSpec& spec, const ImageTarget& image, const TensorSpec& target)
{
    GeometrySteps steps{image.order, std::nullopt, spec.crop};
    if (spec.resize) {
        if (spec.resize->pad < 0 || spec.resize->pad > 255)
            return misfit(target, "cannot be fed: 'pad' of the preprocessing's resize is not from 0 to 255");
        Result<ResizeStep> step = sizedStep(*spec.resize, image, target);
        if (!step)
            return step.error();
        steps.resize = *step;
    }
    if (spec.crop && (spec.crop->height < 1 || spec.crop->width < 1))
        return misfit(target, "cannot be fed: 'crop' of the preprocessing is not greater than 0");
    std::optional<PictureSize> made = spec.crop;
    if (!made && steps.resize && steps.resize->mode != ResizeMode::ShorterSide)
        made = steps.resize->size;
    if (made && !sizeFits(image, made->height, made->width))
        return wrongSize(target, image, made->height, made->width);
    return steps;
}

/// What each of the 256 pixel values becomes in one channel.
using PixelTable = std::array<float, 256>;

PixelTable pixelTable(const PreprocessSpec& spec, std::size_t channel)
{
    const auto ofChannel = [channel](const std::vector<double>& numbers) {
        return static_cast<float>(numbers[numbers.size() == 1 ? 0 : channel]);
    };
    PixelTable table;
    for (std::size_t value = 0; value < table.size(); ++value) {
        volatile float x = static_cast<float>(value); // volatile: no fused multiply-add may skip a rounding
        if (spec.scale)
            x = x * static_cast<float>(*spec.scale);
        if (!spec.mean.empty())
            x = x - ofChannel(spec.mean);
        if (!spec.std.empty())
            x = x / ofChannel(spec.std);
        table[value] = x;
    }
    return table;
}

/// Writes @p pixels to each picture of the batch @p values; convert(channel, value) gives the element.
template <typename T, typename Convert>
void layOut(const ChannelPixels& pixels, PixelLayout layout, std::span<T> values, const Convert& convert)
{
    const auto channels = static_cast<std::size_t>(pixels.channels);
    const std::size_t count = static_cast<std::size_t>(pixels.height) * static_cast<std::size_t>(pixels.width);
    for (std::size_t channel = 0; channel < channels; ++channel) {
        const std::size_t first = layout == PixelLayout::Nchw ? channel * count : channel;
        const std::size_t step = layout == PixelLayout::Nchw ? 1 : channels;
        for (std::size_t i = 0; i < count; ++i)
            values[first + i * step] = convert(channel, pixels.values[i * channels + channel]);
    }
    const std::size_t picture = count * channels;
    for (std::size_t start = picture; start < values.size(); start += picture)
        std::copy_n(values.begin(), picture, values.begin() + std::ptrdiff_t(start));
}

void fillTensor(Tensor& tensor, const ChannelPixels& pixels, PixelLayout layout, const PreprocessSpec& spec)
{
    if (tensor.type() == DataType::UInt8) {
        layOut(pixels, layout, tensor.as<std::uint8_t>(), [](std::size_t, std::uint8_t value) { return value; });
        return;
    }
    std::vector<PixelTable> tables;
    for (std::size_t channel = 0; channel < static_cast<std::size_t>(pixels.channels); ++channel)
        tables.push_back(pixelTable(spec, channel));
    if (tensor.type() == DataType::Float) {
        layOut(pixels, layout, tensor.as<float>(),
               [&tables](std::size_t channel, std::uint8_t value) { return tables[channel][value]; });
        return;
    }
    std::vector<std::array<std::uint16_t, 256>> halves(tables.size());
    for (std::size_t channel = 0; channel < tables.size(); ++channel) {
        for (std::size_t value = 0; value < 256; ++value)
            halves[channel][value] = floatToFloat16(tables[channel][value]);
    }
    layOut(pixels, layout, tensor.as<std::uint16_t>(),
           [&halves](std::size_t channel, std::uint8_t value) { return halves[channel][value]; });
}

} // namespace

bool isImageInput(const TensorSpec& input)
{
    const bool typeFits =
        input.type == DataType::Float || input.type == DataType::Float16 || input.type == DataType::UInt8;
    if (!typeFits || !input.hasRank || input.shape.size() != 4)
        return false;
    const auto mayBeChannels = [](std::int64_t extent) { return extent < 0 || isChannelCount(extent); };
    return mayBeChannels(input.shape[1]) || mayBeChannels(input.shape[3]);
}

Result<void> checkPreprocess(const PreprocessSpec& spec, const TensorSpec& target)
{
    const Result<ImageTarget> image = resolve(spec, target);
    if (!image)
        return image.error();
    if (const Result<void> numbers = checkNumbers(spec, target, image->channels); !numbers)
        return numbers.error();
    const auto steps = resolveSteps(spec, *image, target);
    return steps ? Result<void>() : steps.error();
}

Result<Tensor> preprocess(const Picture& picture, const PreprocessSpec& spec, const TensorSpec& target,
                          const std::string& name)
{
    const Result<ImageTarget> image = resolve(spec, target);
    if (!image)
        return image.error();
    if (const Result<void> numbers = checkNumbers(spec, target, image->channels); !numbers)
        return numbers.error();
    const Result<GeometrySteps> steps = resolveSteps(spec, *image, target);
    if (!steps)
        return steps.error();
    const Result<ChannelPixels> pixels = applyGeometry(picture, *steps, name);
    if (!pixels)
        return pixels.error();
    if (!sizeFits(*image, pixels->height, pixels->width)) {
        Error error = wrongSize(target, *image, pixels->height, pixels->width);
        error.message += " (Picture '" + name + "'.)";
        return error;
    }
    Shape shape{image->batch, pixels->channels, pixels->height, pixels->width};
    if (image->layout == PixelLayout::Nhwc)
        shape = {image->batch, pixels->height, pixels->width, pixels->channels};
    Result<Tensor> tensor = allocateTensor(target.type, std::move(shape), name);
    if (tensor)
        fillTensor(*tensor, *pixels, image->layout, spec);
    return tensor;
}

} // namespace quantiscope
