// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/crew.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>
#include <string>
#include <thread>
#include <vector>

namespace quantiscope {

namespace {

constexpr std::chrono::milliseconds kCancelPoll{10};
constexpr std::chrono::milliseconds kBetweenLooks{100};

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

} // namespace

/// One run.
struct Crew::Shift
{
    std::size_t pieces;
    const Work& work;
    std::atomic<std::size_t> next = 0;
    std::stop_source stop = {};
    std::mutex mutex = {}; ///< of what follows
    std::condition_variable done = {};
    std::size_t count = 0; ///< of pieces that are done, well or not
    std::map<std::size_t, Error> errors = {}; ///< by piece
};

Result<void> Crew::run(std::size_t pieces, const Work& work)
{
    Shift shift{pieces, work};
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < std::min(m_threads, pieces); ++i)
        threads.emplace_back([this, &shift](const std::stop_token&) { workOn(shift); });
    std::unique_lock lock(shift.mutex);
    while (shift.count < pieces && shift.errors.empty() && !shift.stop.stop_requested()) {
        shift.done.wait_for(lock, kCancelPoll);
        lock.unlock();
        if (m_feedback.isCanceled())
            shift.stop.request_stop();
        tell();
        look();
        lock.lock();
    }
    lock.unlock();
    shift.stop.request_stop(); // all is done, or one has failed
    threads.clear();
    for (const auto& [piece, error] : shift.errors) {
        if (error.code != ErrorCode::Canceled)
            return error;
    }
    if (shift.count < pieces || !shift.errors.empty())
        return Error{ErrorCode::Canceled, "Canceled.", {}};
    tell();
    return {};
}

void Crew::workOn(Shift& shift)
{
    const Tick tick = [&] {
        ++m_ticks;
        if (m_feedback.isCanceled())
            shift.stop.request_stop();
    };
    while (!m_feedback.isCanceled() && !shift.stop.stop_requested()) {
        const std::size_t piece = shift.next++;
        if (piece >= shift.pieces)
            break;
        Result<void> done;
        try {
            done = shift.work(piece, tick, shift.stop.get_token());
        } catch (...) {
            done = withoutThrowing(std::current_exception());
        }
        const std::lock_guard lock(shift.mutex);
        ++shift.count;
        if (!done)
            shift.errors.emplace(piece, done.error());
        shift.done.notify_one();
    }
}

void Crew::tell()
{
    if (m_progress.stage.empty() || m_progress.ticks == 0)
        return;
    const std::size_t steps = std::min(m_progress.steps, m_ticks * m_progress.steps / m_progress.ticks);
    if (steps != m_told)
        m_feedback.progress({m_progress.stage, m_told = steps, m_progress.steps, m_progress.unit});
}

void Crew::look()
{
    const std::size_t ticks = m_ticks;
    if (!m_look || ticks == m_seen || std::chrono::steady_clock::now() < m_nextLook)
        return;
    m_seen = ticks;
    m_look();
    m_nextLook = std::chrono::steady_clock::now() + kBetweenLooks; // however long it took
}

} // namespace quantiscope
