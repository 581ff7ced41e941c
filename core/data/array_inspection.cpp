// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sha256.h"
#include "core/data/element_histogram.h"
#include "core/data/inspection_parts.h"
#include "core/tensor/float16.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace quantiscope {

namespace {

constexpr std::int64_t kMostChannels = 4; ///< beyond, the second axis is of features, not of colours

/// How the elements of a tensor fall into channels.
struct ChannelSplit
{
    std::size_t channels = 1;
    std::size_t stride = 1; ///< elements in sequence that belong to one channel

    [[nodiscard]] std::size_t channelOf(std::size_t element) const { return element / stride % channels; }
};

ChannelSplit channelSplit(const Shape& shape)
{
    const auto isCount = [](std::int64_t extent) { return extent > 1 && extent <= kMostChannels; };
    if (shape.size() != 4)
        return {};
    if (isCount(shape[1]))
        return {static_cast<std::size_t>(shape[1]), static_cast<std::size_t>(shape[2] * shape[3])};
    if (isCount(shape[3]))
        return {static_cast<std::size_t>(shape[3]), 1};
    return {};
}

template <typename T, typename Convert, typename Visit>
void visitAs(const Tensor& tensor, const Convert& convert, const Visit& visit)
{
    const std::span<const T> values = tensor.as<T>();
    for (std::size_t i = 0; i < values.size(); ++i)
        visit(i, convert(values[i]));
}

/// Calls visit(place, value as double) for every element of a numeric tensor.
template <typename Visit>
void forEachElement(const Tensor& tensor, const Visit& visit)
{
    const auto plain = [](auto value) { return static_cast<double>(value); };
    switch (tensor.type()) {
    case DataType::Float:
        return visitAs<float>(tensor, plain, visit);
    case DataType::Double:
        return visitAs<double>(tensor, plain, visit);
    case DataType::Float16:
        return visitAs<std::uint16_t>(
            tensor, [](std::uint16_t v) { return double(float16ToFloat(v)); }, visit);
    case DataType::Int8:
        return visitAs<std::int8_t>(tensor, plain, visit);
    case DataType::UInt8:
    case DataType::Bool:
        return visitAs<std::uint8_t>(tensor, plain, visit);
    case DataType::Int16:
        return visitAs<std::int16_t>(tensor, plain, visit);
    case DataType::UInt16:
        return visitAs<std::uint16_t>(tensor, plain, visit);
    case DataType::Int32:
        return visitAs<std::int32_t>(tensor, plain, visit);
    case DataType::UInt32:
        return visitAs<std::uint32_t>(tensor, plain, visit);
    case DataType::Int64:
        return visitAs<std::int64_t>(tensor, plain, visit);
    case DataType::UInt64:
        return visitAs<std::uint64_t>(tensor, plain, visit);
    default:
        return;
    }
}

struct Range
{
    double lowest = 0.0;
    double highest = 0.0;
};

/// What one sample feeds to one input.
struct InputSample
{
    Shape shape;
    DataType type = DataType::Undefined;
    std::uint64_t notFinite = 0;
    std::vector<NumberSums> channels;
    std::vector<NumberSums> answers; ///< of the layer behind the input
};

/// What @p layer answers to the first picture of @p tensor; nothing when it is none for that layer.
std::vector<NumberSums> answersTo(const TrainedLayer& layer, const Tensor& tensor)
{
    const Shape& shape = tensor.shape();
    if (shape.size() != 4 || tensor.type() != DataType::Float || tensor.elements() == 0)
        return {};
    const auto extent = [&shape](std::size_t axis) { return static_cast<std::size_t>(shape[axis]); };
    const std::size_t channels = extent(layer.channelsLast ? 3 : 1);
    const std::size_t height = extent(layer.channelsLast ? 1 : 2), width = extent(layer.channelsLast ? 2 : 3);
    if (channels != layer.channels)
        return {};
    const auto values = tensor.as<float>();
    return layerAnswers(layer, height, width, [&](std::size_t channel, std::size_t row, std::size_t column) {
        return double(layer.channelsLast ? values[(row * width + column) * channels + channel]
                                         : values[(channel * height + row) * width + column]);
    });
}

class ArrayInspector
{
public:
    ArrayInspector(const SampleSource& source, const InspectionRequest& request)
        : m_source(source), m_request(request), m_samples(source.size())
    {
        m_result.facts.resize(source.size());
        m_result.traits.resize(source.size());
        m_histograms.resize(threadCount(request.threads, source.size()));
        for (auto& ofThread : m_histograms)
            ofThread.resize(request.inputs.size());
    }

    Result<InspectedSamples> run(Feedback& feedback)
    {
        const Result<void> done = forEachIndex(m_source.size(), m_request.threads, feedback,
                                               [this](std::size_t thread, std::size_t i) { return look(thread, i); });
        if (!done)
            return done.error();
        for (std::size_t input = 0; input < m_request.inputs.size(); ++input)
            m_result.inputs.push_back(inputFacts(input));
        return std::move(m_result);
    }

private:
    using Histograms = std::vector<ElementHistogram>; ///< by channel

    Result<void> look(std::size_t thread, std::size_t i)
    {
        SampleFacts& facts = m_result.facts[i];
        facts.name = m_source.name(i);
        const Result<Sample> sample = m_source.read(i);
        if (!sample) {
            if (sample.error().code != ErrorCode::DataRefused)
                return sample.error();
            facts.unreadable = sample.error().message;
            return {};
        }
        Sha256 digest;
        NumberSums sums;
        std::optional<Range> range;
        m_samples[i].resize(m_request.inputs.size());
        for (std::size_t input = 0; input < m_request.inputs.size(); ++input) {
            const auto found = sample->inputs.find(m_request.inputs[input].name);
            if (found == sample->inputs.end())
                continue;
            digest.addField(found->first);
            digest.add(found->second.bytes());
            InputSample& made = m_samples[i][input];
            put(found->second, made, m_histograms[thread][input], range);
            if (const TrainedLayer* layer = trainedLayer(m_request, found->first))
                made.answers = answersTo(*layer, found->second);
            facts.notFinite += made.notFinite;
            for (const NumberSums& channel : made.channels)
                sums.join(channel);
        }
        facts.mean = sums.mean;
        facts.lowest = range ? range->lowest : 0.0;
        facts.highest = range ? range->highest : 0.0;
        m_result.traits[i].digest = digest.hexDigest();
        return {};
    }

    /// Counts @p tensor and widens @p range.
    static void put(const Tensor& tensor, InputSample& made, Histograms& histograms, std::optional<Range>& range)
    {
        const ChannelSplit split = channelSplit(tensor.shape());
        made.shape = tensor.shape();
        made.type = tensor.type();
        made.channels.resize(split.channels);
        Histograms counted(split.channels);
        forEachElement(tensor, [&](std::size_t place, double value) {
            if (!std::isfinite(value)) {
                ++made.notFinite;
                return;
            }
            const std::size_t channel = split.channelOf(place);
            made.channels[channel].add(value);
            counted[channel].add(value);
        });
        if (histograms.size() < counted.size())
            histograms.resize(counted.size());
        for (std::size_t channel = 0; channel < counted.size(); ++channel) {
            const ElementHistogram& histogram = counted[channel];
            if (histogram.isEmpty())
                continue;
            const Range one{histogram.lowest(), histogram.highest()};
            range = range ? Range{std::min(range->lowest, one.lowest), std::max(range->highest, one.highest)} : one;
            histograms[channel].merge(histogram);
        }
    }

    [[nodiscard]] InputFacts inputFacts(std::size_t input) const
    {
        InputFacts facts;
        facts.expected = m_request.inputs[input];
        std::vector<NumberSums> sums, answers;
        NumberSums all;
        for (const std::vector<InputSample>& sample : m_samples) { // in order: sums do not depend on the threads
            if (sample.empty())
                continue;
            const InputSample& one = sample[input];
            if (facts.type == DataType::Undefined) {
                facts.type = one.type;
                facts.shape = one.shape;
            }
            facts.shapesDiffer = facts.shapesDiffer || one.shape != facts.shape;
            facts.notFinite += one.notFinite;
            answers.resize(std::max(answers.size(), one.answers.size()));
            for (std::size_t output = 0; output < one.answers.size(); ++output)
                answers[output].join(one.answers[output]);
            sums.resize(std::max(sums.size(), one.channels.size()));
            for (std::size_t channel = 0; channel < one.channels.size(); ++channel) {
                sums[channel].join(one.channels[channel]);
                all.join(one.channels[channel]);
            }
        }
        if (const TrainedLayer* layer = trainedLayer(m_request, facts.expected.name))
            facts.fit = trainedFit(*layer, answers);
        facts.mean = all.mean;
        facts.deviation = all.deviation();
        for (std::size_t channel = 0; channel < sums.size(); ++channel) {
            ElementHistogram histogram;
            for (const auto& ofThread : m_histograms) {
                if (channel < ofThread[input].size())
                    histogram.merge(ofThread[input][channel]);
            }
            const std::string name = sums.size() > 1 ? std::to_string(channel) : std::string();
            facts.channels.push_back({name, histogram.lowest(), histogram.highest(), sums[channel].mean,
                                      sums[channel].deviation(), sums[channel].elements, std::nullopt,
                                      histogram.edges(), histogram.counts()});
            facts.lowest = channel == 0 ? histogram.lowest() : std::min(facts.lowest, histogram.lowest());
            facts.highest = channel == 0 ? histogram.highest() : std::max(facts.highest, histogram.highest());
        }
        return facts;
    }

    const SampleSource& m_source;
    const InspectionRequest& m_request;
    std::vector<std::vector<InputSample>> m_samples; ///< by sample, then input; empty where it was refused
    std::vector<std::vector<Histograms>> m_histograms; ///< by thread, then input
    InspectedSamples m_result;
};

} // namespace

Result<InspectedSamples> inspectArrays(const SampleSource& source, const InspectionRequest& request, Feedback& feedback)
{
    return ArrayInspector(source, request).run(feedback);
}

} // namespace quantiscope
