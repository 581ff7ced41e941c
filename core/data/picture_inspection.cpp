// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_io.h"
#include "core/base/sha256.h"
#include "core/data/image_decoder.h"
#include "core/data/inspection_parts.h"
#include "core/data/preprocess_plan.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace quantiscope {

namespace {

constexpr std::size_t kLevelsPerBin = 2;

/// How often each 8-bit value is in each channel.
using LevelCounts = std::array<std::array<std::uint64_t, 256>, 3>;

void addLevels(LevelCounts& sum, const LevelCounts& added)
{
    for (std::size_t channel = 0; channel < sum.size(); ++channel) {
        for (std::size_t level = 0; level < 256; ++level)
            sum[channel][level] += added[channel][level];
    }
}

/// Sums of elements, exact to the rounding of a double.
struct Moments
{
    std::uint64_t elements = 0;
    double sum = 0.0;
    double lowest = 0.0;
    double highest = 0.0;

    void add(double value, std::uint64_t count)
    {
        if (count == 0)
            return;
        lowest = elements == 0 ? value : std::min(lowest, value);
        highest = elements == 0 ? value : std::max(highest, value);
        elements += count;
        sum += value * double(count);
    }
    [[nodiscard]] double mean() const { return elements == 0 ? 0.0 : sum / double(elements); }
};

Moments momentsOf(const LevelCounts& counts, const std::vector<PixelTable>& tables, std::size_t from, std::size_t to)
{
    Moments moments;
    for (std::size_t channel = from; channel < to; ++channel) {
        for (std::size_t level = 0; level < 256; ++level)
            moments.add(tables[channel][level], counts[channel][level]);
    }
    return moments;
}

double deviation(const LevelCounts& counts, const std::vector<PixelTable>& tables, std::size_t from, std::size_t to,
                 const Moments& moments)
{
    double squares = 0.0;
    for (std::size_t channel = from; channel < to; ++channel) {
        for (std::size_t level = 0; level < 256; ++level) {
            const double difference = double(tables[channel][level]) - moments.mean();
            squares += difference * difference * double(counts[channel][level]);
        }
    }
    return moments.elements == 0 ? 0.0 : std::sqrt(squares / double(moments.elements));
}

/// The histogram of a channel whose 256 values are evenly spaced.
void putBins(InputChannelFacts& facts, const std::array<std::uint64_t, 256>& counts, const PixelTable& table)
{
    const double first = table[0], step = (double(table[255]) - first) / 255.0;
    if (step == 0.0) {
        facts.edges = {first - 0.5, first + 0.5};
        facts.counts = {facts.elements};
        return;
    }
    for (std::size_t level = 0; level <= 256; level += kLevelsPerBin)
        facts.edges.push_back(first + step * double(level));
    for (std::size_t level = 0; level < 256; level += kLevelsPerBin) {
        std::uint64_t count = 0;
        for (std::size_t i = 0; i < kLevelsPerBin; ++i)
            count += counts[level + i];
        facts.counts.push_back(count);
    }
    if (step < 0.0) {
        std::reverse(facts.edges.begin(), facts.edges.end());
        std::reverse(facts.counts.begin(), facts.counts.end());
    }
}

const char* channelName(ChannelOrder order, std::size_t channel)
{
    switch (order) {
    case ChannelOrder::Rgb:
        return channel == 0 ? "R" : channel == 1 ? "G" : "B";
    case ChannelOrder::Bgr:
        return channel == 0 ? "B" : channel == 1 ? "G" : "R";
    case ChannelOrder::Gray:
        break;
    }
    return "";
}

class PictureInspector
{
public:
    PictureInspector(const SampleSource& source, const InspectionRequest& request, PreprocessPlan plan)
        : m_source(source), m_request(request), m_plan(std::move(plan)), m_threads(request.threads)
    {
        for (std::size_t channel = 0; channel < channels(); ++channel)
            m_tables.push_back(pixelTable(request.data.preprocess, channel));
        m_result.facts.resize(source.size());
        m_result.traits.resize(source.size());
        m_shapes.resize(source.size());
        m_answers.resize(source.size());
        const TrainedLayer* layer = trainedLayer(request, request.inputs[0].name);
        if (layer && layer->channels == channels())
            m_layer = layer;
        m_levels.resize(threadCount(request.threads, source.size()));
    }

    Result<InspectedSamples> run(const ImageDecoder& decoder, Feedback& feedback)
    {
        const Result<void> done =
            forEachIndex(m_source.size(), m_threads, feedback,
                         [&](std::size_t thread, std::size_t i) { return look(decoder, thread, i, feedback); });
        if (!done)
            return done.error();
        m_result.inputs.push_back(inputFacts());
        return std::move(m_result);
    }

private:
    [[nodiscard]] std::size_t channels() const { return static_cast<std::size_t>(m_plan.channels); }

    Result<void> look(const ImageDecoder& decoder, std::size_t thread, std::size_t i, const Feedback& feedback)
    {
        SampleFacts& facts = m_result.facts[i];
        facts.name = m_source.name(i);
        if (const auto origin = m_source.origin(i))
            facts.file = origin->file;
        // Of a large picture each part takes seconds.
        const Error canceled{ErrorCode::Canceled, "Canceled.", {}};
        const Result<Picture> picture = decoded(decoder, i);
        if (feedback.isCanceled())
            return canceled;
        if (!picture)
            return refused(facts, picture.error());
        facts.width = picture->width;
        facts.height = picture->height;
        const PictureMarks marks = pictureMarks(*picture);
        facts.isGray = marks.isGray;
        facts.laplacianVariance = marks.laplacianVariance;
        m_result.traits[i].marks = marks;
        if (feedback.isCanceled())
            return canceled;
        const Result<ChannelPixels> pixels = applyGeometry(*picture, m_plan.geometry, facts.name);
        if (!pixels)
            return refused(facts, pixels.error());
        if (const Result<void> fits = checkMadeSize(m_plan, m_request.inputs[0], *pixels, facts.name); !fits)
            return refused(facts, fits.error());
        if (feedback.isCanceled())
            return canceled;
        count(*pixels, facts, thread);
        if (m_layer)
            m_answers[i] = answersTo(*pixels);
        m_shapes[i] = m_plan.layout == PixelLayout::Nchw
            ? Shape{m_plan.batch, pixels->channels, pixels->height, pixels->width}
            : Shape{m_plan.batch, pixels->height, pixels->width, pixels->channels};
        return {};
    }

    Result<Picture> decoded(const ImageDecoder& decoder, std::size_t i)
    {
        const std::filesystem::path& file = m_result.facts[i].file;
        const Result<std::string> encoded = readPictureFile(file);
        if (!encoded)
            return encoded.error();
        const auto bytes = std::as_bytes(std::span(*encoded));
        m_result.traits[i].digest = sha256Hex(bytes);
        return decoder.decode(bytes, file.string());
    }

    /// A picture that does not fit is a fact; that memory is short is not.
    Result<void> refused(SampleFacts& facts, const Error& error) const
    {
        if (error.code != ErrorCode::DataRefused)
            return error;
        facts.unreadable = error.message;
        return {};
    }

    std::vector<NumberSums> answersTo(const ChannelPixels& pixels) const
    {
        const auto width = std::size_t(pixels.width);
        return layerAnswers(*m_layer, std::size_t(pixels.height), width,
                            [&](std::size_t channel, std::size_t row, std::size_t column) {
                                const std::size_t place = (row * width + column) * channels() + channel;
                                return double(m_tables[channel][pixels.values[place]]);
                            });
    }

    void count(const ChannelPixels& pixels, SampleFacts& facts, std::size_t thread)
    {
        LevelCounts counts{};
        for (std::size_t k = 0; k < pixels.values.size(); ++k)
            ++counts[k % channels()][pixels.values[k]];
        addLevels(m_levels[thread], counts);
        const Moments moments = momentsOf(counts, m_tables, 0, channels());
        facts.lowest = moments.lowest;
        facts.highest = moments.highest;
        facts.mean = moments.mean();
    }

    [[nodiscard]] InputFacts inputFacts() const
    {
        LevelCounts levels{};
        for (const LevelCounts& each : m_levels)
            addLevels(levels, each);
        InputFacts facts;
        facts.expected = m_request.inputs[0];
        facts.type = facts.expected.type;
        for (const Shape& shape : m_shapes) {
            if (facts.shape.empty())
                facts.shape = shape;
            facts.shapesDiffer = facts.shapesDiffer || (!shape.empty() && shape != facts.shape);
        }
        if (m_layer) {
            std::vector<NumberSums> answers(m_layer->outputs());
            for (const std::vector<NumberSums>& each : m_answers) { // in order: sums do not depend on the threads
                for (std::size_t output = 0; output < each.size(); ++output)
                    answers[output].join(each[output]);
            }
            facts.fit = trainedFit(*m_layer, answers);
        }
        const Moments all = momentsOf(levels, m_tables, 0, channels());
        facts.lowest = all.lowest;
        facts.highest = all.highest;
        facts.mean = all.mean();
        facts.deviation = deviation(levels, m_tables, 0, channels(), all);
        for (std::size_t channel = 0; channel < channels(); ++channel) {
            const Moments one = momentsOf(levels, m_tables, channel, channel + 1);
            InputChannelFacts made;
            made.name = channelName(m_plan.geometry.order, channel);
            made.lowest = one.lowest;
            made.highest = one.highest;
            made.mean = one.mean();
            made.deviation = deviation(levels, m_tables, channel, channel + 1, one);
            made.elements = one.elements;
            const auto most = std::max_element(levels[channel].begin(), levels[channel].end());
            made.mode = double(m_tables[channel][std::size_t(most - levels[channel].begin())]);
            putBins(made, levels[channel], m_tables[channel]);
            facts.channels.push_back(std::move(made));
        }
        return facts;
    }

    const SampleSource& m_source;
    const InspectionRequest& m_request;
    PreprocessPlan m_plan;
    int m_threads;
    std::vector<PixelTable> m_tables; ///< by channel
    std::vector<LevelCounts> m_levels; ///< by thread
    std::vector<Shape> m_shapes; ///< by sample; empty where it was refused
    const TrainedLayer* m_layer = nullptr; ///< behind the input, where the model tells
    std::vector<std::vector<NumberSums>> m_answers; ///< of that layer, by sample
    InspectedSamples m_result;
};

} // namespace

Result<InspectedSamples> inspectPictures(const SampleSource& source, const InspectionRequest& request,
                                         Feedback& feedback)
{
    Result<PreprocessPlan> plan = planPreprocess(request.data.preprocess, request.inputs[0]);
    if (!plan)
        return plan.error();
    const auto decoder = ImageDecoder::instance();
    if (!decoder)
        return decoder.error();
    return PictureInspector(source, request, std::move(*plan)).run(**decoder, feedback);
}

} // namespace quantiscope
