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

/// As many as have their weights in a bounded part of the memory; more make fewer sessions necessary.
std::size_t batchOf(const Model& prepared)
{
    constexpr std::size_t kMostBytes = std::size_t(256) << 20;
    constexpr std::size_t kMost = 64;
    return std::clamp(kMostBytes / std::max<std::size_t>(1, prepared.weightBytes()), std::size_t(1), kMost);
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
    using Work = std::function<Result<void>(std::size_t, const std::stop_token&)>;

    Crew(std::size_t pieces, const Work& work) : m_pieces(pieces), m_work(work), m_errors(pieces) { }

    /// Tells the progress of @p stage, unless that is empty. The error of the first piece that has one; Canceled.
    Result<void> run(std::size_t threads, std::string_view stage, Feedback& feedback)
    {
        std::vector<std::jthread> crew;
        for (std::size_t i = 0; i < std::min(threads, m_pieces); ++i)
            crew.emplace_back([this](const std::stop_token&) { workOn(); });
        std::size_t told = 0;
        std::unique_lock lock(m_mutex);
        while (m_done < m_pieces && !m_failed) {
            m_progress.wait_for(lock, kCancelPoll);
            const std::size_t done = m_done;
            lock.unlock();
            if (feedback.isCanceled())
                m_stop.request_stop();
            if (done != told && !stage.empty())
                feedback.progress({stage, told = done, m_pieces, "variant"});
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
        for (std::size_t i = m_next++; i < m_pieces && !m_stop.stop_requested(); i = m_next++) {
            Result<void> done;
            try {
                done = m_work(i, m_stop.get_token());
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
    , m_batch(batchOf(session.prepared()->model))
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

Result<QuantizedVariant> VariantMeasurement::make(MeasuredVariant& variant, const Feedback& feedback) const
{
    QuietFeedback quiet(feedback);
    auto made = m_session.quantize(m_session.request().recipe.config, quiet, variant.alsoFloat);
    if (made)
        variant.figures = made->figures;
    return made;
}

Result<void> VariantMeasurement::addToRunner(std::span<MeasuredVariant* const> variants, Feedback& feedback)
{
    std::vector<MeasuredVariant*> missing;
    std::copy_if(variants.begin(), variants.end(), std::back_inserter(missing),
                 [](const MeasuredVariant* variant) { return !variant->handle && !variant->hasOwnSession; });
    for (std::span<MeasuredVariant* const> left = missing; !left.empty();) {
        const std::span<MeasuredVariant* const> batch = left.first(std::min(m_batch, left.size()));
        if (const Result<void> added = addBatch(batch, feedback); !added)
            return added;
        left = left.subspan(batch.size());
    }
    return {};
}

Result<void> VariantMeasurement::addBatch(std::span<MeasuredVariant* const> variants, Feedback& feedback)
{
    std::vector<std::optional<QuantizedVariant>> made(variants.size());
    const Crew::Work work = [&](std::size_t i, const std::stop_token&) -> Result<void> {
        auto variant = make(*variants[i], feedback);
        if (!variant)
            return variant.error();
        made[i].emplace(std::move(*variant));
        return {};
    };
    if (const Result<void> done = Crew(variants.size(), work).run(threadsOf(m_session.request()), {}, feedback); !done)
        return done;
    std::vector<const Model*> models;
    for (const auto& variant : made)
        models.push_back(&variant->model);
    const auto handles = m_runner.add(models);
    if (!handles)
        return refusedModel(handles.error());
    for (std::size_t i = 0; i < variants.size(); ++i) {
        variants[i]->hasOwnSession = !m_runner.reasonForOwnSession((*handles)[i]).empty();
        if (variants[i]->hasOwnSession)
            m_runner.remove((*handles)[i]); // not all of them at the same time
        else
            variants[i]->handle = (*handles)[i];
    }
    return {};
}

Result<void> VariantMeasurement::measureOne(MeasuredVariant& variant, std::size_t samples, const std::stop_token& stop,
                                            const Feedback& feedback) const
{
    if (variant.handle) {
        const InputAdapter adapter(m_session.inputs(), m_session.prepared()->model.inputs());
        return run(variant, VariantResults(m_runner, *variant.handle, adapter), samples, stop);
    }
    const auto made = make(variant, feedback);
    if (!made)
        return made.error();
    const auto session = InferenceSession::create(m_session.environment(), made->model,
                                                  {.optimization = OptimizationLevel::Disabled, .threads = 1});
    if (!session)
        return refusedModel(session.error());
    return run(variant, RunningResults(*session, InputAdapter(m_session.inputs(), made->model.inputs())), samples,
               stop);
}

Result<void> VariantMeasurement::run(MeasuredVariant& variant, const ModelResults& quantized, std::size_t samples,
                                     const std::stop_token& stop) const
{
    for (std::size_t i = variant.effects.size(); i < samples; ++i) {
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
        if (stop.stop_requested())
            break;
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
    if (m_session.request().recipe.config.selection.dynamic) {
        for (MeasuredVariant* variant : open)
            variant->hasOwnSession = true;
    }
    if (const Result<void> added = addToRunner(open, feedback); !added)
        return added;
    const Crew::Work work = [&](std::size_t i, const std::stop_token& stop) {
        return measureOne(*open[i], count, stop, feedback);
    };
    return Crew(open.size(), work).run(threadsOf(m_session.request()), stage, feedback);
}

} // namespace quantiscope
