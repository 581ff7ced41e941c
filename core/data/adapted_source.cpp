// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/adapted_source.h"

#include "core/tensor/float16.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace quantiscope {

namespace {

bool isHalf(DataType type)
{
    return type == DataType::Float16 || type == DataType::BFloat16;
}

Shape channelsLast(const Shape& shape)
{
    return {shape[0], shape[2], shape[3], shape[1]};
}

/// Can one tensor have both shapes? An open extent fits any other.
bool canBeEqual(const Shape& a, const Shape& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](std::int64_t one, std::int64_t other) {
        return one == other || one == kDynamic || other == kDynamic;
    });
}

/// May @p to be the shape @p from with the second dimension moved to the end, extents perhaps fixed on the way?
bool maybeChannelsLast(const TensorSpec& from, const TensorSpec& to)
{
    return from.shape.size() == 4 && to.shape.size() == 4 && from.shape != to.shape
        && canBeEqual(channelsLast(from.shape), to.shape);
}

Tensor widened(const Tensor& tensor)
{
    Tensor result(DataType::Float, tensor.shape());
    const auto bits = tensor.as<std::uint16_t>();
    const auto values = result.as<float>();
    for (std::size_t i = 0; i < bits.size(); ++i)
        values[i] = tensor.type() == DataType::Float16 ? float16ToFloat(bits[i]) : bfloat16ToFloat(bits[i]);
    return result;
}

Tensor channelsLast(const Tensor& tensor)
{
    const Shape& shape = tensor.shape();
    Tensor result(tensor.type(), channelsLast(shape));
    const auto samples = static_cast<std::size_t>(shape[0]);
    const auto channels = static_cast<std::size_t>(shape[1]);
    const auto pixels = static_cast<std::size_t>(shape[2] * shape[3]);
    const std::size_t size = byteSize(tensor.type());
    const std::byte* const from = tensor.bytes().data();
    std::byte* to = result.bytes().data();
    for (std::size_t sample = 0; sample < samples; ++sample) {
        for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
            for (std::size_t channel = 0; channel < channels; ++channel, to += size)
                std::memcpy(to, from + ((sample * channels + channel) * pixels + pixel) * size, size);
        }
    }
    return result;
}

class AdaptedSource final : public SampleSource
{
public:
    AdaptedSource(std::unique_ptr<SampleSource> source, InputAdapter adapter)
        : m_source(std::move(source)), m_adapter(std::move(adapter))
    {
    }

    std::size_t size() const override { return m_source->size(); }
    std::string name(std::size_t i) const override { return m_source->name(i); }
    std::size_t index(std::size_t i) const override { return m_source->index(i); }
    bool skipsUnreadable() const override { return m_source->skipsUnreadable(); }
    std::optional<Origin> origin(std::size_t i) const override { return m_source->origin(i); }
    Result<Sample> read(std::size_t i) const override
    {
        Result<Sample> sample = m_source->read(i);
        if (sample)
            m_adapter.adapt(sample->inputs);
        return sample;
    }

private:
    std::unique_ptr<SampleSource> m_source;
    InputAdapter m_adapter;
};

} // namespace

InputAdapter::InputAdapter(std::span<const TensorSpec> from, std::span<const TensorSpec> to)
{
    std::map<std::string, const TensorSpec*> sources;
    for (const TensorSpec& spec : from)
        sources.emplace(spec.name, &spec);
    for (const TensorSpec& spec : to) {
        const auto source = sources.find(spec.name);
        if (source == sources.end())
            continue;
        const TensorSpec& before = *source->second;
        Change change{isHalf(before.type) && spec.type == DataType::Float, maybeChannelsLast(before, spec), {}};
        const bool isClear = change.transposes && spec.shape == channelsLast(before.shape);
        if (change.transposes && !isClear && canBeEqual(before.shape, spec.shape))
            change.wanted = spec.shape;
        if (change.widens || change.transposes)
            m_changes.emplace(spec.name, std::move(change));
    }
}

void InputAdapter::adapt(NamedTensors& inputs) const
{
    for (const auto& [name, change] : m_changes) {
        const auto input = inputs.find(name);
        if (input == inputs.end())
            continue;
        if (change.widens && isHalf(input->second.type()))
            input->second = widened(input->second);
        const Shape& shape = input->second.shape();
        if (!change.transposes || shape.size() != 4)
            continue;
        const bool isClear = change.wanted.empty();
        if (isClear || (!canBeEqual(shape, change.wanted) && canBeEqual(channelsLast(shape), change.wanted)))
            input->second = channelsLast(input->second);
    }
}

std::unique_ptr<SampleSource> adaptSource(std::unique_ptr<SampleSource> source, InputAdapter adapter)
{
    if (adapter.isIdle())
        return source;
    return std::make_unique<AdaptedSource>(std::move(source), std::move(adapter));
}

} // namespace quantiscope
