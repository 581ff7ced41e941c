// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/variant_measurement.h"

#include "core/base/quiet_feedback.h"
#include "core/runtime/inference_session.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <iterator>
#include <mutex>
#include <new>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace quantiscope {

namespace {

constexpr std::chrono::milliseconds kCancelPoll{10};

std::size_t threadsOf(const AnalysisRequest& request)
{
    if (request.memoryBudget) // every variant that runs has a session of its own
        return 1;
    return request.threads > 0 ? static_cast<std::size_t>(request.threads)
                               : std::max(1U, std::thread::hardware_concurrency());
}

Error withoutThrowing(const std::exception_ptr& exception)
{
    try {
        std::rethrow_exception(exception);
    } catch (const std::bad_alloc&) {
        return {ErrorCode::OutOfMemory, "There is not enough memory to measure a variant.", {}};
    } catch (const std::exception& error) {
        return {ErrorCode::RuntimeFailure, std::string("A variant could not be measured: ") + error.what() + ".", {}};
    }
}

/// Does pieces of work on several threads and waits for them on the caller's, which asks whether to go on.
class Crew
{
public:
    using Tick = std::function<void()>;
    using Work = std::function<Result<void>(std::size_t, const Tick&, const std::stop_token&)>;

    Crew(std::size_t pieces, const Work& work) : m_pieces(pieces), m_work(work), m_errors(pieces) { }

    /// @p ticks: how often the pieces call their Tick in all, which makes the progress of stage @p stage, counted in
    /// @p variants; 0: none is told. The error of the first piece that has one; Canceled.
    Result<void> run(std::size_t threads, std::string_view stage, std::size_t ticks, std::size_t variants,
                     Feedback& feedback)
    {
        std::vector<std::jthread> crew;
        for (std::size_t i = 0; i < std::min(threads, m_pieces); ++i)
            crew.emplace_back([this](const std::stop_token&) { workOn(); });
        std::size_t told = 0;
        std::unique_lock lock(m_mutex);
        while (m_done < m_pieces && !m_failed) {
            m_progress.wait_for(lock, kCancelPoll);
            lock.unlock();
            if (feedback.isCanceled())
                m_stop.request_stop();
            const std::size_t done = ticks == 0 ? 0 : m_ticks * variants / ticks;
            if (done != told)
                feedback.progress({stage, told = done, variants, "variant"});
            lock.lock();
            if (m_stop.stop_requested())
                break;
        }
        lock.unlock();
        m_stop.request_stop(); // all is done, or one has failed
        crew.clear();
        for (const std::optional<Error>& error : m_errors) {
            if (error && error->code != ErrorCode::Canceled)
                return *error;
        }
        if (feedback.isCanceled())
            return Error{ErrorCode::Canceled, "Canceled.", {}};
        return {};
    }

private:
    void workOn()
    {
        const Tick tick = [this] { ++m_ticks; };
        for (std::size_t i = m_next++; i < m_pieces && !m_stop.stop_requested(); i = m_next++) {
            Result<void> done;
            try {
                done = m_work(i, tick, m_stop.get_token());
            } catch (...) {
                done = withoutThrowing(std::current_exception());
            }
            const std::lock_guard lock(m_mutex);
            ++m_done;
            if (!done) {
                m_errors[i] = done.error();
                m_failed = true;
            }
            m_progress.notify_one();
        }
    }

    std::size_t m_pieces;
    const Work& m_work;
    std::atomic<std::size_t> m_next = 0;
    std::atomic<std::size_t> m_ticks = 0;
    std::stop_source m_stop;
    std::mutex m_mutex; ///< of what follows
    std::condition_variable m_progress;
    std::size_t m_done = 0;
    bool m_failed = false;
    std::vector<std::optional<Error>> m_errors; ///< by piece
};

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
    std::vector<std::optional<WiredVariant>> wired(missing.size());
    const Crew::Work work = [&](std::size_t i, const Crew::Tick&, const std::stop_token&) -> Result<void> {
        QuietFeedback quiet(feedback);
        auto variant = m_session.wire(m_session.request().recipe.config, quiet, missing[i]->alsoFloat);
        if (!variant)
            return variant.error();
        missing[i]->figures = variant->figures;
        wired[i].emplace(std::move(*variant));
        return {};
    };
    Crew crew(missing.size(), work);
    if (const Result<void> done = crew.run(threadsOf(m_session.request()), {}, 0, 0, feedback); !done)
        return done;
    std::vector<MeasuredVariant*> added;
    std::vector<VariantWiring> wirings;
    for (std::size_t i = 0; i < missing.size(); ++i) {
        auto* wiring = std::get_if<VariantWiring>(&wired[i]->wiring);
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

/// Every sample with the variants that have not run on it yet, in as many pieces as keep all threads busy: each piece
/// begins at the beginning, where its variants are alike.
std::vector<VariantMeasurement::Turn> VariantMeasurement::turnsOf(std::span<MeasuredVariant* const> variants,
                                                                  std::size_t samples) const
{
    constexpr std::size_t kLeast = 8; // variants in a piece
    std::size_t first = samples;
    for (const MeasuredVariant* variant : variants)
        first = std::min(first, variant->effects.size());
    const std::size_t threads = threadsOf(m_session.request());
    const std::size_t left = std::max<std::size_t>(1, samples - first);
    const std::size_t wanted = threads == 1 ? 1 : (2 * threads + left - 1) / left;
    std::vector<Turn> turns;
    for (std::size_t sample = first; sample < samples; ++sample) {
        std::vector<MeasuredVariant*> open;
        std::copy_if(
            variants.begin(), variants.end(), std::back_inserter(open),
            [sample](const MeasuredVariant* variant) { return variant->handle && variant->effects.size() <= sample; });
        const std::size_t pieces = std::clamp(open.size() / kLeast, std::size_t(1), wanted);
        for (std::size_t k = 0; k < pieces && !open.empty(); ++k) {
            const auto at = [&](std::size_t piece) {
                return open.begin() + std::ptrdiff_t(open.size() * piece / pieces);
            };
            Turn& turn = turns.emplace_back(Turn{sample, {at(k), at(k + 1)}, {}});
            turn.effects.resize(turn.variants.size());
        }
    }
    return turns;
}

Result<void> VariantMeasurement::take(Turn& turn, const std::function<void()>& tick, const std::stop_token& stop) const
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
            turn.effects[i] = std::move(*effect);
            tick();
            return {};
        },
        stop);
    return done ? done : Result<void>(refusedModel(done.error()));
}

/// Gives the variants what was found, as far as no sample before is missing.
void VariantMeasurement::keep(std::vector<Turn>& turns)
{
    for (Turn& turn : turns) {
        for (std::size_t i = 0; i < turn.variants.size(); ++i) {
            if (turn.effects[i] && turn.variants[i]->effects.size() == turn.sample)
                turn.variants[i]->effects.push_back(std::move(*turn.effects[i]));
        }
    }
}

Result<void> VariantMeasurement::measureAlone(MeasuredVariant& variant, std::size_t samples,
                                              const std::function<void()>& tick, const std::stop_token& stop,
                                              const Feedback& feedback) const
{
    QuietFeedback quiet(feedback);
    const auto made = m_session.quantize(m_session.request().recipe.config, quiet, variant.alsoFloat);
    if (!made)
        return made.error();
    variant.figures = made->figures;
    const auto session = InferenceSession::create(m_session.environment(), made->model,
                                                  {.optimization = OptimizationLevel::Disabled, .threads = 1});
    if (!session)
        return refusedModel(session.error());
    const RunningResults quantized(*session, InputAdapter(m_session.inputs(), made->model.inputs()));
    for (std::size_t i = variant.effects.size(); i < samples && !stop.stop_requested(); ++i) {
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
        variant.effects.push_back(std::move(*effect));
        tick();
    }
    return {};
}

Result<void> VariantMeasurement::measure(std::span<MeasuredVariant* const> variants, std::size_t samples,
                                         std::string_view stage, Feedback& feedback)
{
    if (const Result<void> read = readAhead(samples, feedback); !read)
        return read;
    const std::size_t count = std::min(samples, m_known.size());
    std::vector<MeasuredVariant*> open;
    std::copy_if(variants.begin(), variants.end(), std::back_inserter(open),
                 [count](const MeasuredVariant* variant) { return variant->effects.size() < count; });
    if (const Result<void> added = addToRunner(open, feedback); !added)
        return added;
    std::vector<Turn> turns = turnsOf(open, count);
    std::vector<MeasuredVariant*> alone;
    std::copy_if(open.begin(), open.end(), std::back_inserter(alone),
                 [](const MeasuredVariant* variant) { return !variant->handle; });
    std::size_t runs = 0;
    for (const MeasuredVariant* variant : open)
        runs += count - variant->effects.size();
    const Crew::Work work = [&](std::size_t i, const Crew::Tick& tick, const std::stop_token& stop) {
        return i < turns.size() ? take(turns[i], tick, stop)
                                : measureAlone(*alone[i - turns.size()], count, tick, stop, feedback);
    };
    Crew crew(turns.size() + alone.size(), work);
    const Result<void> done = crew.run(threadsOf(m_session.request()), stage, runs, open.size(), feedback);
    keep(turns);
    return done;
}

} // namespace quantiscope
