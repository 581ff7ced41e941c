// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/preprocess_plan.h"

#include <algorithm>
#include <cmath>

namespace quantiscope {

namespace {

constexpr std::int64_t kLargestSide = 32768;
constexpr std::int64_t kLargestBatch = 4096;

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

Result<PreprocessPlan> resolve(const PreprocessSpec& spec, const TensorSpec& target)
{
    if (!isImageInput(target)) {
        return misfit(
            target,
            "cannot be fed with pictures: float32, float16 or uint8 of rank 4 with 1 or 3 channels is needed; "
            "use .npy or .npz data");
    }
    PreprocessPlan image;
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
    image.geometry.order = spec.channels.value_or(channels == 1 ? ChannelOrder::Gray : ChannelOrder::Rgb);
    image.channels = image.geometry.order == ChannelOrder::Gray ? 1 : 3;
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
Result<ResizeStep> sizedStep(ResizeStep step, const PreprocessPlan& image, const TensorSpec& target)
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

Error wrongSize(const TensorSpec& target, const PreprocessPlan& image, std::int64_t height, std::int64_t width)
{
    return misfit(target,
                  "needs pictures of " + sizeText(image.height, image.width)
                      + " (height x width), but the preprocessing makes " + sizeText(height, width)
                      + "; change 'resize' or 'crop'");
}

bool sizeFits(const PreprocessPlan& image, std::int64_t height, std::int64_t width)
{
    return (image.height < 0 || image.height == height) && (image.width < 0 || image.width == width);
}

Result<GeometrySteps> resolveSteps(const PreprocessSpec& spec, const PreprocessPlan& image, const TensorSpec& target)
{
    GeometrySteps steps{image.geometry.order, std::nullopt, spec.crop};
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

} // namespace

Result<PreprocessPlan> planPreprocess(const PreprocessSpec& spec, const TensorSpec& target)
{
    Result<PreprocessPlan> plan = resolve(spec, target);
    if (!plan)
        return plan;
    if (const Result<void> numbers = checkNumbers(spec, target, plan->channels); !numbers)
        return numbers.error();
    Result<GeometrySteps> steps = resolveSteps(spec, *plan, target);
    if (!steps)
        return steps.error();
    plan->geometry = std::move(*steps);
    return plan;
}

Result<void> checkMadeSize(const PreprocessPlan& plan, const TensorSpec& target, const ChannelPixels& pixels,
                           const std::string& name)
{
    if (sizeFits(plan, pixels.height, pixels.width))
        return {};
    Error error = wrongSize(target, plan, pixels.height, pixels.width);
    error.message += " (Picture '" + name + "'.)";
    return error;
}

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

bool isImageInput(const TensorSpec& input)
{
    const bool typeFits =
        input.type == DataType::Float || input.type == DataType::Float16 || input.type == DataType::UInt8;
    if (!typeFits || !input.hasRank || input.shape.size() != 4)
        return false;
    const auto mayBeChannels = [](std::int64_t extent) { return extent < 0 || isChannelCount(extent); };
    return mayBeChannels(input.shape[1]) || mayBeChannels(input.shape[3]);
}

} // namespace quantiscope
