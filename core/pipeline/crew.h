// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/pipeline.

#include "core/base/feedback.h"
#include "core/base/result.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <stop_token>
#include <string_view>
#include <utility>

namespace quantiscope {

/// What a Crew tells while it works: steps of @p stage, as many as its pieces' ticks make of all that are expected.
struct CrewProgress
{
    std::string_view stage; ///< empty: none is told
    std::size_t steps = 0; ///< of the stage in all
    std::string_view unit; ///< what one is
    std::size_t ticks = 0; ///< that all pieces of all runs will make
};

/// Does pieces of work on several threads and waits for them on the caller's. All of them ask the feedback whether to
/// go on, at every piece and tick: who blocks them there pauses the work.
class Crew
{
public:
    using Tick = std::function<void()>;
    using Work = std::function<Result<void>(std::size_t, const Tick&, const std::stop_token&)>;

    /// @p feedback must outlive the object. @p look is called on the caller's thread while pieces are under way, where
    /// they have ticked since; at most ten times a second.
    Crew(std::size_t threads, const CrewProgress& progress, Feedback& feedback, std::function<void()> look = {})
        : m_threads(threads), m_progress(progress), m_feedback(feedback), m_look(std::move(look))
    {
    }

    /// Calls @p work for 0 … @p pieces - 1, which are begun in this order. The error of the first piece that has one;
    /// Canceled when some were not done because of that; OutOfMemory or RuntimeFailure for what a piece throws.
    [[nodiscard]] Result<void> run(std::size_t pieces, const Work& work);

private:
    struct Shift;
    void workOn(Shift& shift);
    void tell();
    void look();

    std::size_t m_threads;
    CrewProgress m_progress;
    Feedback& m_feedback;
    std::function<void()> m_look;
    std::atomic<std::size_t> m_ticks = 0;
    std::size_t m_told = 0; ///< steps
    std::size_t m_seen = 0; ///< ticks, by m_look
    std::chrono::steady_clock::time_point m_nextLook; ///< not before
};

} // namespace quantiscope
