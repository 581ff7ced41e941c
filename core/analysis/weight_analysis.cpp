// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/weight_analysis.h"

#include "core/analysis/weight_measures.h"
#include "core/numerics/quantize.h"
#include "core/qdq/tensor_params.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <future>
#include <limits>
#include <mutex>
#include <thread>
#include <unordered_map>

namespace quantiscope {

namespace {

constexpr double kDeadShare = 1e-6; ///< of the largest channel's magnitude
constexpr std::uint32_t kCoarse = 4; ///< levels
constexpr std::string_view kStage = "weights";

using Slices = std::vector<std::vector<float>>;

DataType wideType(DataType type)
{
    return type == DataType::UInt8 || type == DataType::UInt16 ? DataType::UInt16 : DataType::Int16;
}

/// The plan with a scale for each channel wherever the rules of placement can have one.
QdqPlan channelPlan(const WeightQuestion& question)
{
    QuantConfig config = question.config;
    config.perChannel = true;
    for (auto& [tensor, overrides] : config.tensorOverrides) {
        TensorOverride axisOnly;
        if (!overrides.empty())
            axisOnly.axis = overrides.front().axis;
        overrides = {axisOnly};
    }
    return planQdq(question.prepared, config, question.selected);
}

/// Looks at single weights; may be used by several threads.
class WeightLook
{
public:
    explicit WeightLook(const WeightQuestion& question)
        : m_question(question), m_graph(question.prepared), m_channelPlan(channelPlan(question))
    {
        for (const QuantizedTensor& tensor : question.written) {
            if (tensor.role == QuantizedTensor::Role::Weight || tensor.role == QuantizedTensor::Role::Constant)
                m_written.emplace(tensor.name, &tensor.params);
        }
    }

    [[nodiscard]] WeightFacts of(const PlannedTensor& tensor) const
    {
        WeightFacts facts;
        facts.name = tensor.name;
        facts.role = tensor.role;
        facts.isNpu = m_question.config.isNpu();
        facts.shape = m_graph.initializerShape(tensor.name);
        const std::vector<float> elements = m_graph.initializerFloats(tensor.name);
        facts.elements = elements.size();
        facts.values = valueFacts(elements);
        const auto written = m_written.find(tensor.name);
        facts.params = written != m_written.end()
            ? *written->second
            : constantParams(m_question.config, tensor.encoding, elements, facts.shape, tensor.axis);
        facts.channelAxis = channelAxis(tensor, facts.params);
        const Slices channels = slicesOf(elements, facts.shape, facts.channelAxis);
        const CodeLimits used = codeLimits(facts.params.type, tensor.encoding.symmetry, tensor.encoding.codes);
        facts.codes = static_cast<std::uint32_t>(used.max - used.min) + 1;
        addConfigured(facts, channels);
        addAlternatives(facts, tensor, elements, channels);
        addEqualized(facts, tensor, elements, channels);
        return facts;
    }

private:
    [[nodiscard]] std::optional<int> channelAxis(const PlannedTensor& tensor, const QuantParams& params) const
    {
        if (params.axis)
            return params.axis;
        const PlannedTensor* withChannels = m_channelPlan.find(tensor.name);
        return withChannels ? withChannels->axis : std::nullopt;
    }

    static Slices slicesOf(const std::vector<float>& elements, const Shape& shape, std::optional<int> axis)
    {
        return axis ? slicesAlongAxis(elements, shape, *axis) : Slices{elements};
    }

    void addConfigured(WeightFacts& facts, const Slices& channels) const
    {
        const CodeLimits codes = constantCodes(m_question.config, facts.params.type);
        CodeSet all;
        const std::vector<ChannelNoise> noise = quantizationNoise(channels, facts.params, codes, all);
        facts.levels = all.size();
        const double least = kDeadShare * facts.values.maxAbs();
        std::vector<bool> isDead(channels.size(), false);
        for (std::size_t c = 0; c < channels.size(); ++c) {
            ChannelFacts channel{valueFacts(channels[c]), ChannelState::Live, noise[c].levels, false,
                                 noise[c].sums.decibels()};
            isDead[c] = channel.values.maxAbs() == 0.0 || channel.values.maxAbs() < least;
            channel.state = isDead[c] ? ChannelState::Dead
                : noise[c].isSilent   ? ChannelState::Silenced
                                      : ChannelState::Live;
            channel.isCoarse =
                !isDead[c] && channel.levels < kCoarse && channel.levels < differentValues(channels[c], kCoarse);
            if (facts.channelAxis)
                facts.channels.push_back(channel);
        }
        facts.configured = fidelityOf(noise, isDead);
    }

    [[nodiscard]] static std::vector<bool> deadChannels(const WeightFacts& facts)
    {
        std::vector<bool> isDead;
        for (const ChannelFacts& channel : facts.channels)
            isDead.push_back(channel.state == ChannelState::Dead);
        return isDead.empty() ? std::vector<bool>{facts.values.maxAbs() == 0.0} : isDead;
    }

    [[nodiscard]] WeightFidelity fidelity(const WeightFacts& facts, const TensorEncoding& encoding,
                                          std::optional<int> axis, const std::vector<float>& elements,
                                          const Slices& channels, const Slices& originals = {}) const
    {
        const QuantParams params = constantParams(m_question.config, encoding, elements, facts.shape, axis);
        CodeSet all;
        return fidelityOf(
            quantizationNoise(channels, params, constantCodes(m_question.config, params.type), all, originals),
            deadChannels(facts));
    }

    void addAlternatives(WeightFacts& facts, const PlannedTensor& tensor, const std::vector<float>& elements,
                         const Slices& channels) const
    {
        TensorEncoding channelwise = tensor.encoding;
        channelwise.ranges.clear();
        channelwise.scale.clear();
        channelwise.zeroPoint.clear();
        TensorEncoding wide = channelwise;
        wide.type = wideType(wide.type);
        channelwise.symmetry = Symmetry::Symmetric; // as placement has it
        TensorEncoding both = wide;
        both.symmetry = Symmetry::Symmetric;

        const bool hasChannels = facts.params.isPerChannel();
        const bool isWide = facts.params.type == wide.type;
        if (hasChannels)
            facts.perChannel.reason = "each channel has a scale already";
        else if (!facts.channelAxis)
            facts.perChannel.reason = "its nodes can have one scale only";
        else
            facts.perChannel.fidelity = fidelity(facts, channelwise, facts.channelAxis, elements, channels);
        if (isWide)
            facts.wide.reason = "it has 16 bits already";
        else
            facts.wide.fidelity =
                fidelity(facts, wide, hasChannels ? facts.params.axis : std::nullopt, elements, channels);
        if (!isWide && !hasChannels && facts.channelAxis)
            facts.perChannelWide.fidelity = fidelity(facts, both, facts.channelAxis, elements, channels);
        else
            facts.perChannelWide.reason =
                !facts.perChannel.reason.empty() ? facts.perChannel.reason : facts.wide.reason;
    }

    void addEqualized(WeightFacts& facts, const PlannedTensor& tensor, const std::vector<float>& elements,
                      const Slices& channels) const
    {
        const auto told = m_question.notEqualized.find(tensor.name);
        if (told != m_question.notEqualized.end()) {
            facts.equalized.reason = told->second;
            return;
        }
        if (!m_question.equalized) {
            facts.equalized.reason = "it was not tried";
            return;
        }
        const std::vector<float> scaled = m_question.equalized->initializerFloats(tensor.name);
        if (scaled.size() != elements.size() || scaled == elements) {
            facts.equalized.reason = "no layer beside it can take the scalings";
            return;
        }
        facts.equalized.fidelity =
            fidelity(facts, tensor.encoding, facts.params.isPerChannel() ? facts.params.axis : std::nullopt, scaled,
                     slicesOf(scaled, facts.shape, facts.channelAxis), channels);
    }

    const WeightQuestion& m_question;
    const Graph& m_graph;
    QdqPlan m_channelPlan;
    std::unordered_map<std::string, const QuantParams*> m_written;
};

/// Calls @p work(i) for every i below @p count, several at a time; ends early when @p feedback is canceled.
template <typename Work>
void forEachIndex(std::size_t count, int threads, const Feedback& feedback, Work work)
{
    const std::size_t most =
        threads > 0 ? static_cast<std::size_t>(threads) : std::max<std::size_t>(1, std::thread::hardware_concurrency());
    std::atomic<std::size_t> next = 0;
    const auto loop = [&] {
        for (std::size_t i = next++; i < count && !feedback.isCanceled(); i = next++)
            work(i);
    };
    std::vector<std::future<void>> helpers;
    for (std::size_t i = 1; i < std::min(most, count); ++i)
        helpers.push_back(std::async(std::launch::async, loop));
    loop();
    for (std::future<void>& helper : helpers)
        helper.get();
}

/// Constants of the plan with their quantized readers, in the order of the first of these.
std::vector<std::pair<const PlannedTensor*, std::vector<std::size_t>>> constantsOf(const WeightQuestion& question)
{
    std::vector<std::pair<const PlannedTensor*, std::vector<std::size_t>>> constants;
    std::unordered_map<std::string, std::size_t> places;
    for (const std::size_t position : question.selected) {
        for (const std::string& input : question.prepared.nodes()[position].inputs) {
            const PlannedTensor* tensor = question.plan.find(input);
            if (!tensor || !question.prepared.isInitializer(input)
                || (tensor->role != PlannedTensor::Role::Weight && tensor->role != PlannedTensor::Role::Constant)
                || elementCount(question.prepared.initializerShape(input)).value_or(0) < 2)
                continue;
            const auto [at, isNew] = places.emplace(input, constants.size());
            if (isNew)
                constants.push_back({tensor, {}});
            std::vector<std::size_t>& readers = constants[at->second].second;
            if (readers.empty() || readers.back() != position)
                readers.push_back(position);
        }
    }
    return constants;
}

} // namespace

std::size_t WeightFacts::count(ChannelState state) const
{
    return static_cast<std::size_t>(std::count_if(
        channels.begin(), channels.end(), [state](const ChannelFacts& channel) { return channel.state == state; }));
}

std::size_t WeightFacts::coarseChannels() const
{
    return static_cast<std::size_t>(
        std::count_if(channels.begin(), channels.end(), [](const ChannelFacts& channel) { return channel.isCoarse; }));
}

double WeightFacts::channelRatio() const
{
    double least = std::numeric_limits<double>::infinity();
    double most = 0.0;
    for (const ChannelFacts& channel : channels) {
        if (channel.state == ChannelState::Dead)
            continue;
        least = std::min(least, channel.values.maxAbs());
        most = std::max(most, channel.values.maxAbs());
    }
    return most > 0.0 ? most / least : 1.0;
}

std::optional<double> WeightFacts::gain(const WeightAlternative& alternative) const
{
    if (!alternative.fidelity)
        return std::nullopt;
    return alternative.fidelity->balanced == configured.balanced ? 0.0
                                                                 : alternative.fidelity->balanced - configured.balanced;
}

const WeightFacts* WeightAnalysis::find(const std::string& name) const
{
    const auto at =
        std::find_if(weights.begin(), weights.end(), [&name](const WeightFacts& facts) { return facts.name == name; });
    return at == weights.end() ? nullptr : &*at;
}

Result<WeightAnalysis> analyseWeights(const WeightQuestion& question, Feedback& feedback)
{
    const WeightLook look(question);
    const auto constants = constantsOf(question);
    WeightAnalysis analysis;
    analysis.weights.resize(constants.size());
    std::mutex lock;
    std::size_t done = 0;
    forEachIndex(constants.size(), question.threads, feedback, [&](std::size_t i) {
        const auto& [tensor, readers] = constants[i];
        WeightFacts facts = look.of(*tensor);
        for (const std::size_t position : readers)
            facts.nodes.push_back(question.prepared.nodes()[position].name);
        facts.opType = question.prepared.nodes()[readers.front()].opType;
        analysis.weights[i] = std::move(facts);
        const std::scoped_lock locked(lock);
        feedback.progress({kStage, ++done, constants.size(), "weight"});
    });
    if (feedback.isCanceled())
        return Error{ErrorCode::Canceled, "Canceled.", {}};
    return analysis;
}

} // namespace quantiscope
