// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/preprocess_steps.h"

#include "core/data/preprocess_plan.h"

#include <algorithm>
#include <utility>

namespace quantiscope {

namespace {

using ChannelTables = std::vector<PixelTable>;

ChannelTables tablesOf(const PreprocessSpec& spec, int channels)
{
    ChannelTables tables;
    for (int channel = 0; channel < channels; ++channel)
        tables.push_back(pixelTable(spec, static_cast<std::size_t>(channel)));
    return tables;
}

/// Calls visit(channel, value) for every element.
template <typename Visit>
void forEachPixel(const ChannelPixels& pixels, const Visit& visit)
{
    const auto channels = static_cast<std::size_t>(pixels.channels);
    for (std::size_t i = 0; i < pixels.values.size(); ++i)
        visit(i % channels, pixels.values[i]);
}

void putRange(StepView& view, const ChannelPixels& pixels, const ChannelTables& tables)
{
    std::array<std::array<bool, 256>, 3> seen{};
    forEachPixel(pixels, [&seen](std::size_t channel, std::uint8_t value) { seen[channel][value] = true; });
    bool isFirst = true;
    for (std::size_t channel = 0; channel < tables.size(); ++channel) {
        for (std::size_t value = 0; value < 256; ++value) {
            if (!seen[channel][value])
                continue;
            const double element = tables[channel][value];
            view.lowest = isFirst ? element : std::min(view.lowest, element);
            view.highest = isFirst ? element : std::max(view.highest, element);
            isFirst = false;
        }
    }
}

/// The elements of @p pixels after @p tables as 8-bit pixels, the view's lowest at 0 and its highest at 255.
ChannelPixels spread(ChannelPixels pixels, const ChannelTables& tables, const StepView& view)
{
    const double range = view.highest > view.lowest ? view.highest - view.lowest : 1.0;
    const auto channels = static_cast<std::size_t>(pixels.channels);
    for (std::size_t i = 0; i < pixels.values.size(); ++i) {
        const double share = (tables[i % channels][pixels.values[i]] - view.lowest) / range;
        pixels.values[i] = static_cast<std::uint8_t>(std::clamp(share * 255.0 + 0.5, 0.0, 255.0));
    }
    return pixels;
}

ChannelPixels plane(const ChannelPixels& pixels, std::size_t channel)
{
    ChannelPixels result{pixels.height, pixels.width, 1, {}};
    const auto channels = static_cast<std::size_t>(pixels.channels);
    result.values.reserve(pixels.values.size() / channels);
    for (std::size_t i = channel; i < pixels.values.size(); i += channels)
        result.values.push_back(pixels.values[i]);
    return result;
}

class Tracer
{
public:
    Tracer(const PreprocessSpec& spec, std::int32_t previewSide) : m_side(previewSide)
    {
        const bool on[] = {true,
                           true,
                           spec.resize.has_value(),
                           spec.crop.has_value(),
                           spec.scale.has_value(),
                           !spec.mean.empty() || !spec.std.empty(),
                           true};
        for (std::size_t i = 0; i < kPreprocessSteps; ++i) {
            m_trace.steps[i].step = static_cast<PreprocessStep>(i);
            m_trace.steps[i].isOn = on[i];
        }
    }

    StepView& view(PreprocessStep step) { return m_trace.steps[static_cast<std::size_t>(step)]; }

    void putPixels(PreprocessStep step, const ChannelPixels& pixels)
    {
        StepView& view = reach(step, pixels);
        putRange(view, pixels, tablesOf({}, pixels.channels));
        view.previews = {reducedPixels(pixels, m_side)};
    }

    /// A step that leaves what the one before made.
    void pass(PreprocessStep step)
    {
        StepView& here = view(step);
        const bool isOn = here.isOn;
        here = m_trace.steps[static_cast<std::size_t>(step) - 1];
        here.step = step;
        here.isOn = isOn;
    }

    void putElements(PreprocessStep step, const ChannelPixels& pixels, const PreprocessSpec& arithmetic)
    {
        const ChannelTables tables = tablesOf(arithmetic, pixels.channels);
        StepView& view = reach(step, pixels);
        view.type = DataType::Float;
        putRange(view, pixels, tables);
        view.previews = {spread(reducedPixels(pixels, m_side), tables, view)};
    }

    void putTensor(const Tensor& tensor, PixelLayout layout)
    {
        pass(PreprocessStep::Layout);
        StepView& view = this->view(PreprocessStep::Layout);
        view.type = tensor.type();
        view.shape = tensor.shape();
        const ChannelPixels picture = view.previews.front();
        if (layout == PixelLayout::Nhwc || picture.channels == 1)
            return;
        view.previews.clear();
        for (std::size_t channel = 0; channel < static_cast<std::size_t>(picture.channels); ++channel)
            view.previews.push_back(plane(picture, channel));
    }

    PreprocessTrace failed(Error error)
    {
        m_trace.error = std::move(error);
        return std::move(m_trace);
    }

    PreprocessTrace finished(Tensor tensor)
    {
        m_trace.tensor = std::move(tensor);
        return std::move(m_trace);
    }

private:
    StepView& reach(PreprocessStep step, const ChannelPixels& pixels)
    {
        StepView& view = this->view(step);
        view.isReached = true;
        view.type = DataType::UInt8;
        view.shape = {pixels.height, pixels.width, pixels.channels};
        return view;
    }

    std::int32_t m_side;
    PreprocessTrace m_trace;
};

ChannelPixels decodedPixels(const Picture& picture)
{
    ChannelPixels pixels{picture.height, picture.width, 3, picture.bgr};
    for (std::size_t i = 0; i + 2 < pixels.values.size(); i += 3)
        std::swap(pixels.values[i], pixels.values[i + 2]);
    return pixels;
}

} // namespace

PreprocessTrace tracePreprocess(const Picture& picture, const PreprocessSpec& spec, const TensorSpec& target,
                                const std::string& name, std::int32_t previewSide)
{
    Tracer tracer(spec, previewSide);
    if (picture.width > 0 && picture.height > 0)
        tracer.putPixels(PreprocessStep::Decode, decodedPixels(picture));
    const Result<PreprocessPlan> plan = planPreprocess(spec, target);
    if (!plan)
        return tracer.failed(plan.error());
    const Result<ChannelPixels> pixels =
        applyGeometry(picture, plan->geometry, name, [&tracer](GeometryStep step, const ChannelPixels& made) {
            const PreprocessStep steps[] = {PreprocessStep::Channels, PreprocessStep::Resize, PreprocessStep::Crop};
            const PreprocessStep now = steps[static_cast<std::size_t>(step)];
            if (now == PreprocessStep::Crop && !tracer.view(PreprocessStep::Resize).isReached)
                tracer.pass(PreprocessStep::Resize);
            tracer.putPixels(now, made);
        });
    if (!pixels)
        return tracer.failed(pixels.error());
    for (const PreprocessStep step : {PreprocessStep::Resize, PreprocessStep::Crop}) {
        if (!tracer.view(step).isReached)
            tracer.pass(step);
    }
    if (const Result<void> fits = checkMadeSize(*plan, target, *pixels, name); !fits)
        return tracer.failed(fits.error());
    if (target.type == DataType::UInt8) {
        tracer.pass(PreprocessStep::Scale);
        tracer.pass(PreprocessStep::MeanStd);
    } else {
        PreprocessSpec onlyScale;
        onlyScale.scale = spec.scale;
        tracer.putElements(PreprocessStep::Scale, *pixels, onlyScale);
        tracer.putElements(PreprocessStep::MeanStd, *pixels, spec);
    }
    Result<Tensor> tensor = layOutPixels(*pixels, *plan, spec, target, name);
    if (!tensor)
        return tracer.failed(tensor.error());
    tracer.putTensor(*tensor, plan->layout);
    return tracer.finished(std::move(*tensor));
}

} // namespace quantiscope
