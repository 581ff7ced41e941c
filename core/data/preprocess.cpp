// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/preprocess.h"

#include "core/data/preprocess_plan.h"
#include "core/tensor/float16.h"
#include "core/tensor/npy.h"

#include <algorithm>
#include <array>

namespace quantiscope {

namespace {

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

Result<void> checkPreprocess(const PreprocessSpec& spec, const TensorSpec& target)
{
    const Result<PreprocessPlan> plan = planPreprocess(spec, target);
    return plan ? Result<void>() : plan.error();
}

Result<Tensor> layOutPixels(const ChannelPixels& pixels, const PreprocessPlan& plan, const PreprocessSpec& spec,
                            const TensorSpec& target, const std::string& name)
{
    Shape shape{plan.batch, pixels.channels, pixels.height, pixels.width};
    if (plan.layout == PixelLayout::Nhwc)
        shape = {plan.batch, pixels.height, pixels.width, pixels.channels};
    Result<Tensor> tensor = allocateTensor(target.type, std::move(shape), name);
    if (tensor)
        fillTensor(*tensor, pixels, plan.layout, spec);
    return tensor;
}

Result<Tensor> preprocess(const Picture& picture, const PreprocessSpec& spec, const TensorSpec& target,
                          const std::string& name)
{
    const Result<PreprocessPlan> plan = planPreprocess(spec, target);
    if (!plan)
        return plan.error();
    const Result<ChannelPixels> pixels = applyGeometry(picture, plan->geometry, name);
    if (!pixels)
        return pixels.error();
    if (const Result<void> fits = checkMadeSize(*plan, target, *pixels, name); !fits)
        return fits.error();
    return layOutPixels(*pixels, *plan, spec, target, name);
}

} // namespace quantiscope
