// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/sample_workers.h"

#include "core/base/process_memory.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace quantiscope {

namespace {

constexpr std::chrono::milliseconds kCancelPoll{10};

class SampleWorkers
{
public:
    explicit SampleWorkers(const SampleWork& work) : m_work(work) { }

    ~SampleWorkers()
    {
        m_stop.request_stop();
        {
            const std::lock_guard lock(m_mutex);
            m_end = true;
        }
        m_given.notify_all();
        for (std::thread& thread : m_threads)
            thread.join();
    }
    SampleWorkers(const SampleWorkers&) = delete;
    SampleWorkers& operator=(const SampleWorkers&) = delete;

    [[nodiscard]] std::size_t count() const { return m_threads.size(); }

    void add()
    {
        m_threads.emplace_back([this] { workUntilEnd(); });
    }

    void give(std::uint64_t index, Sample sample)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_queue.emplace_back(index, std::move(sample));
        }
        m_given.notify_one();
    }

    /// Does a worker wait for a sample when @p given were given?
    bool isIdle(std::uint64_t given)
    {
        const std::lock_guard lock(m_mutex);
        return given - m_finishedCount < m_threads.size();
    }

    /// The result of a sample, once it is there. Nothing when another sample is finished before, or after a short
    /// while.
    std::optional<Result<SampleConclusion>> waitFor(std::uint64_t index)
    {
        std::unique_lock lock(m_mutex);
        const std::uint64_t before = m_finishedCount;
        m_finished.wait_for(lock, kCancelPoll, [&] { return m_results.contains(index) || m_finishedCount != before; });
        return takeLocked(index);
    }

    /// The result of a sample if it is there.
    std::optional<Result<SampleConclusion>> take(std::uint64_t index)
    {
        const std::lock_guard lock(m_mutex);
        return takeLocked(index);
    }

private:
    std::optional<Result<SampleConclusion>> takeLocked(std::uint64_t index)
    {
        const auto at = m_results.find(index);
        if (at == m_results.end())
            return std::nullopt;
        std::optional<Result<SampleConclusion>> result = std::move(at->second);
        m_results.erase(at);
        return result;
    }

    Result<SampleConclusion> workWithoutThrowing(const Sample& sample)
    {
        try {
            return m_work(sample, m_stop.get_token());
        } catch (const std::bad_alloc&) {
            return Error{ErrorCode::OutOfMemory, "There is not enough memory for sample '" + sample.name + "'.",
                         sample.name};
        } catch (const std::exception& exception) {
            return Error{ErrorCode::RuntimeFailure, "Sample '" + sample.name + "': " + exception.what() + ".",
                         sample.name};
        }
    }

    void workUntilEnd()
    {
        for (;;) {
            std::unique_lock lock(m_mutex);
            m_given.wait(lock, [this] { return m_end || !m_queue.empty(); });
            if (m_end)
                return;
            auto [index, sample] = std::move(m_queue.front());
            m_queue.pop_front();
            lock.unlock();
            Result<SampleConclusion> result = workWithoutThrowing(sample);
            sample = {}; // its memory is free before the next one is asked for
            lock.lock();
            m_results.emplace(index, std::move(result));
            ++m_finishedCount;
            lock.unlock();
            m_finished.notify_all();
        }
    }

    const SampleWork& m_work;
    std::stop_source m_stop;
    std::mutex m_mutex;
    std::condition_variable m_given;
    std::condition_variable m_finished;
    std::deque<std::pair<std::uint64_t, Sample>> m_queue; ///< guarded, as the following, by m_mutex
    std::map<std::uint64_t, Result<SampleConclusion>> m_results;
    std::uint64_t m_finishedCount = 0;
    bool m_end = false;
    std::vector<std::thread> m_threads;
};

/// How many samples can be worked on at a time when one takes @p bytes: no more than half of what is free is used.
std::size_t workersThatFit(std::size_t wanted, std::size_t bytes)
{
    constexpr std::size_t kLeast = std::size_t(1) << 20;
    const std::size_t available = availableMemory();
    if (available == 0)
        return wanted;
    return std::clamp(1 + available / 2 / std::max(bytes, kLeast), std::size_t(1), wanted);
}

} // namespace

Result<std::uint64_t> forEachSample(SamplePrefetcher& samples, int threads, std::string_view stage,
                                    const SampleWork& work, Feedback& feedback)
{
    const std::size_t wanted =
        threads > 0 ? static_cast<std::size_t>(threads) : std::max(1U, std::thread::hardware_concurrency());
    const std::size_t memoryBefore = residentMemory();
    SampleWorkers workers(work);
    workers.add();
    std::uint64_t given = 0;
    std::uint64_t concluded = 0;
    bool isLast = false;
    const auto canGive = [&] { return !isLast && given - concluded < 4 * workers.count() && workers.isIdle(given); };
    for (;;) {
        // A worker that waits gets its next sample before a result is looked at; results wait within a bound.
        if (canGive()) {
            Result<std::optional<Sample>> sample = samples.next();
            if (!sample)
                return sample.error();
            isLast = !*sample;
            if (!isLast)
                workers.give(given++, std::move(**sample));
        }
        if (isLast && concluded == given)
            return concluded;
        if (feedback.isCanceled())
            return Error{ErrorCode::Canceled, "Canceled.", {}};
        std::optional<Result<SampleConclusion>> result =
            canGive() ? workers.take(concluded) : workers.waitFor(concluded);
        if (!result)
            continue;
        if (!*result)
            return result->error();
        if (const SampleConclusion& conclude = **result) {
            if (const Result<void> done = conclude(); !done)
                return done.error();
        }
        ++concluded;
        if (concluded == 1) {
            const std::size_t memory = residentMemory();
            const std::size_t fit = workersThatFit(wanted, memory - std::min(memory, memoryBefore));
            while (workers.count() < fit)
                workers.add();
        }
        feedback.progress({stage, static_cast<std::size_t>(concluded) + samples.skipped(), samples.size(), "sample"});
    }
}

} // namespace quantiscope
