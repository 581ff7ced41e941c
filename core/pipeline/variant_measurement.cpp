// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/variant_measurement.h"

#include "core/base/quiet_feedback.h"
#include "core/pipeline/kept_bytes.h"
#include "core/runtime/inference_session.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>
#include <variant>

namespace quantiscope {

namespace {

std::size_t threadsOf(const AnalysisRequest& request)
{
    if (request.memoryBudget) // every thread holds the values of a sample
        return 1;
    return request.threads > 0 ? static_cast<std::size_t>(request.threads)
                               : std::max(1U, std::thread::hardware_concurrency());
}

/// How many variants the runner holds at the same time: each has entries for the values that it changes, up to all.
std::size_t batchOf(const AnalysisSession& session)
{
    constexpr std::uint64_t kNodeBytes = 400; // an entry each for an input, a constant and an output
    constexpr std::uint64_t kLeast = 16;
    const std::uint64_t bytes = kNodeBytes * std::max<std::uint64_t>(1, session.prepared()->graph.nodes().size());
    return static_cast<std::size_t>(std::max(kLeast, keptBytes(session.request()) / bytes));
}

std::vector<std::string> numericOutputs(const ModelResults& results)
{
    std::vector<std::string> names;
    std::copy_if(results.outputNames().begin(), results.outputNames().end(), std::back_inserter(names),
                 [&results](const std::string& name) { return results.isNumericOutput(name); });
    return names;
}

} // namespace

VariantMeasurement::VariantMeasurement(AnalysisSession& session)
    : m_session(session)
    , m_runner(session.environment(), session.prepared()->model)
    , m_adapter(session.inputs(), session.prepared()->model.inputs())
    , m_size(session.samples().size())
    , m_comparer(numericOutputs(session.floatResults()), session.labels(), session.evaluationDetail())
{
}

Result<void> VariantMeasurement::readAhead(std::size_t samples, Feedback& feedback)
{
    const SampleSource& source = m_session.samples();
    while (m_known.size() < samples && m_next < m_size) {
        if (feedback.isCanceled())
            return Error{ErrorCode::Canceled, "Canceled.", {}};
        const Result<Sample> sample = source.read(m_next);
        if (sample)
            m_known.push_back(m_next);
        else if (sample.error().code == ErrorCode::DataRefused && source.skipsUnreadable())
            feedback.warn("A sample is left out: " + sample.error().message);
        else
            return sample.error();
        ++m_next;
    }
    if (m_known.empty())
        return Error{ErrorCode::DataRefused, "There is no sample to measure with.", {}};
    return {};
}

Result<void> VariantMeasurement::addToRunner(std::span<MeasuredVariant* const> variants, Feedback& feedback)
{
    std::vector<MeasuredVariant*> missing;
    std::copy_if(variants.begin(), variants.end(), std::back_inserter(missing),
                 [](const MeasuredVariant* variant) { return !variant->handle && !variant->hasOwnSession; });
    std::vector<std::variant<VariantWiring, WiringObstacle>> wired(missing.size());
    const Crew::Work work = [&](std::size_t i, const Crew::Tick&, const std::stop_token&) -> Result<void> {
        QuietFeedback quiet(feedback);
        auto variant = m_session.wire(m_session.request().recipe.config, quiet, missing[i]->alsoFloat);
        if (!variant)
            return variant.error();
        missing[i]->figures = variant->figures;
        wired[i] = std::move(variant->wiring);
        return {};
    };
    if (const Result<void> done = Crew(threadsOf(m_session.request()), {}, feedback).run(missing.size(), work); !done)
        return done;
    std::vector<MeasuredVariant*> added;
    std::vector<VariantWiring> wirings;
    for (std::size_t i = 0; i < missing.size(); ++i) {
        auto* wiring = std::get_if<VariantWiring>(&wired[i]);
        missing[i]->hasOwnSession = wiring == nullptr;
        if (!wiring)
            continue;
        added.push_back(missing[i]);
        wirings.push_back(std::move(*wiring));
    }
    const auto handles = m_runner.add(std::move(wirings)); // all at once: one session for all
    if (!handles)
        return refusedModel(handles.error());
    for (std::size_t i = 0; i < added.size(); ++i)
        added[i]->handle = (*handles)[i];
    return {};
}

/// A sample, and variants that run on it in one go.
struct VariantMeasurement::Turn
{
    std::size_t sample = 0; ///< place in m_known
    std::vector<MeasuredVariant*> variants;
};

/// Every sample with the variants that have not run on it yet, in as many pieces as keep all threads busy: each piece
/// begins at the beginning, where its variants are alike. What comes of a variant is added up in the samples' order.
class VariantMeasurement::Turns
{
public:
    /// Of those of @p variants that are in the runner, up to sample @p samples; @p mutex guards their effects.
    Turns(std::span<MeasuredVariant* const> variants, std::size_t samples, std::size_t threads, std::mutex& mutex)
        : m_first(samples), m_mutex(mutex)
    {
        for (MeasuredVariant* variant : variants) {
            if (!variant->handle)
                continue;
            m_open.emplace_back(variant, variant->effect.samples);
            m_first = std::min<std::size_t>(m_first, variant->effect.samples);
        }
        constexpr std::size_t kLeast = 8; // variants in a piece
        const std::size_t left = std::max<std::size_t>(1, samples - m_first);
        const std::size_t wanted = threads == 1 ? 1 : (2 * threads + left - 1) / left;
        m_pieces = std::clamp(m_open.size() / kLeast, std::size_t(1), wanted);
        m_size = (samples - m_first) * m_pieces;
    }

    [[nodiscard]] std::size_t size() const { return m_size; }

    [[nodiscard]] Turn turn(std::size_t i) const
    {
        Turn turn{m_first + i / m_pieces, {}};
        std::vector<MeasuredVariant*> open;
        for (const auto& [variant, first] : m_open) {
            if (first <= turn.sample)
                open.push_back(variant);
        }
        const auto at = [&](std::size_t piece) {
            return open.begin() + static_cast<std::ptrdiff_t>(open.size() * piece / m_pieces);
        };
        turn.variants.assign(at(i % m_pieces), at(i % m_pieces + 1));
        return turn;
    }

    /// Takes the effect of @p variant on sample @p sample; by several threads at the same time. It is added up at once
    /// if those of the samples before it are there.
    void put(MeasuredVariant& variant, std::size_t sample, SampleEffect effect)
    {
        const std::lock_guard lock(m_mutex);
        m_waiting.emplace(std::pair(&variant, sample), std::move(effect));
        const auto next = [&] { return m_waiting.find(std::pair(&variant, std::size_t(variant.effect.samples))); };
        for (auto at = next(); at != m_waiting.end(); at = next()) {
            variant.effect.add(at->second);
            m_waiting.erase(at);
        }
    }

private:
    std::vector<std::pair<MeasuredVariant*, std::size_t>> m_open; ///< and the first sample of each
    std::size_t m_first; ///< sample of any
    std::size_t m_pieces = 1; ///< of a sample
    std::size_t m_size = 0;
    std::mutex& m_mutex; ///< of effects, and of what follows
    std::map<std::pair<MeasuredVariant*, std::size_t>, SampleEffect> m_waiting; ///< for those of samples before
};

Result<void> VariantMeasurement::take(const Turn& turn, Turns& turns, const std::function<void()>& tick,
                                      const std::stop_token& stop) const
{
    Result<Sample> sample = m_session.samples().read(m_known[turn.sample]);
    if (!sample)
        return sample.error();
    const auto real = m_session.floatResults().of(*sample, m_comparer.outputs(), stop);
    if (!real)
        return real.error();
    if (!m_adapter.isIdle())
        m_adapter.adapt(sample->inputs);
    std::vector<VariantHandle> handles;
    for (const MeasuredVariant* variant : turn.variants)
        handles.push_back(*variant->handle);
    const Result<void> done = m_runner.runEach(
        handles, sample->inputs, m_comparer.outputs(),
        [&](std::size_t i, const std::vector<Tensor>& given) -> Result<void> {
            auto effect = m_comparer.compare(*sample, *real, given);
            if (!effect)
                return effect.error();
            turns.put(*turn.variants[i], turn.sample, std::move(*effect));
            tick();
            return {};
        },
        stop);
    return done ? done : Result<void>(refusedModel(done.error()));
}

Result<void> VariantMeasurement::measureAlone(MeasuredVariant& variant, std::size_t samples,
                                              const std::function<void()>& tick, const std::stop_token& stop,
                                              const Feedback& feedback) const
{
    QuietFeedback quiet(feedback);
    const auto made = m_session.quantize(m_session.request().recipe.config, quiet, variant.alsoFloat);
    if (!made)
        return made.error();
    {
        const std::lock_guard lock(m_mutex);
        variant.figures = made->figures;
    }
    const auto session = InferenceSession::create(m_session.environment(), made->model,
                                                  {.optimization = OptimizationLevel::Disabled, .threads = 1});
    if (!session)
        return refusedModel(session.error());
    const RunningResults quantized(*session, InputAdapter(m_session.inputs(), made->model.inputs()));
    for (std::size_t i = variant.effect.samples; i < samples && !stop.stop_requested(); ++i) {
        const Result<Sample> sample = m_session.samples().read(m_known[i]);
        if (!sample)
            return sample.error();
        const auto real = m_session.floatResults().of(*sample, m_comparer.outputs(), stop);
        if (!real)
            return real.error();
        const auto given = quantized.of(*sample, m_comparer.outputs(), stop);
        if (!given)
            return given.error();
        auto effect = m_comparer.compare(*sample, *real, *given);
        if (!effect)
            return effect.error();
        {
            const std::lock_guard lock(m_mutex);
            variant.effect.add(*effect);
        }
        tick();
    }
    if (variant.effect.samples < samples)
        return Error{ErrorCode::Canceled, "Canceled.", {}};
    return {};
}

std::optional<VariantEffect> VariantMeasurement::effectOf(const MeasuredVariant& variant,
                                                          SensitivityMetric metric) const
{
    const std::lock_guard lock(m_mutex);
    return variant.effect.samples > 0 ? std::optional(m_comparer.summarize(variant.effect, metric)) : std::nullopt;
}

Result<void> VariantMeasurement::measure(std::span<MeasuredVariant* const> variants, std::size_t samples,
                                         std::string_view stage, Feedback& feedback, const std::function<void()>& look)
{
    if (const Result<void> read = readAhead(samples, feedback); !read)
        return read;
    const std::size_t count = std::min(samples, m_known.size());
    std::vector<MeasuredVariant*> open;
    std::copy_if(variants.begin(), variants.end(), std::back_inserter(open),
                 [count](const MeasuredVariant* variant) { return variant->effect.samples < count; });
    // Those with sessions of their own are loaded for a first look, and then for all the rest.
    const auto isSeen = [](const MeasuredVariant* variant) {
        return variant->hasOwnSession && variant->effect.samples > 0;
    };
    if (std::any_of(open.begin(), open.end(), isSeen)) {
        if (const Result<void> read = readAhead(m_size, feedback); !read)
            return read;
    }
    std::size_t runs = 0;
    for (const MeasuredVariant* variant : open)
        runs += (isSeen(variant) ? m_known.size() : count) - variant->effect.samples;
    Crew crew(threadsOf(m_session.request()), {stage, open.size(), "variant", runs}, feedback, look);
    const std::size_t batch = batchOf(m_session);
    for (std::size_t first = 0; first < open.size(); first += batch) {
        const auto part = std::span<MeasuredVariant* const>(open).subspan(first, std::min(batch, open.size() - first));
        const Result<void> done = measureBatch(part, count, crew, feedback);
        if (open.size() > batch)
            release(part);
        if (!done)
            return done;
    }
    return {};
}

/// The runner forgets @p variants.
void VariantMeasurement::release(std::span<MeasuredVariant* const> variants)
{
    for (MeasuredVariant* variant : variants) {
        if (variant->handle)
            m_runner.remove(*std::exchange(variant->handle, std::nullopt));
    }
}

/// Measures as many as the runner may hold.
Result<void> VariantMeasurement::measureBatch(std::span<MeasuredVariant* const> variants, std::size_t samples,
                                              Crew& crew, Feedback& feedback)
{
    if (const Result<void> added = addToRunner(variants, feedback); !added)
        return added;
    Turns turns(variants, samples, threadsOf(m_session.request()), m_mutex);
    std::vector<std::pair<MeasuredVariant*, std::size_t>> alone; // and how many samples they are to have
    for (MeasuredVariant* variant : variants) {
        if (!variant->handle)
            alone.emplace_back(variant, variant->effect.samples > 0 ? m_known.size() : samples);
    }
    const Crew::Work work = [&](std::size_t i, const Crew::Tick& tick, const std::stop_token& stop) -> Result<void> {
        if (i >= turns.size()) {
            const auto& [variant, last] = alone[i - turns.size()];
            return measureAlone(*variant, last, tick, stop, feedback);
        }
        return take(turns.turn(i), turns, tick, stop);
    };
    return crew.run(turns.size() + alone.size(), work);
}

} // namespace quantiscope
