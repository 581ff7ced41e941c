// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/job.h"
#include "core/base/feedback.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>

namespace quantiscope {

/// Between a job's thread and the window: the engine writes into it, the window reads snapshots, cancels and pauses.
/// A pause blocks the threads that poll isCanceled() until it ends or the job is cancelled.
class JobFeedback final : public Feedback
{
public:
    /// All that came in since the last snapshot, and the state now.
    struct Snapshot
    {
        std::vector<JobStage> stages; ///< those that were told, in their order
        std::size_t done = 0;
        std::size_t total = 0;
        QString unit;
        double perSecond = 0.0; ///< 0 when not known
        double activeSeconds = 0.0; ///< since the start, without pauses
        std::vector<JobMessage> messages; ///< new ones
    };

    JobFeedback();

    // From the window's thread.
    void cancel();
    void setPaused(bool paused);
    /// Whatever comes of the job is not wanted any more. Cancels it.
    void discard();
    [[nodiscard]] Snapshot takeSnapshot();

    // From the job's threads.
    [[nodiscard]] bool isDiscarded() const { return m_discarded.load(); }
    /// Of a stage of the engine that is over or the last: how long it was held by pauses.
    [[nodiscard]] double pausedSeconds(const std::string& stage) const;
    [[nodiscard]] bool isCanceled() const override;
    void progress(const Progress& progress) override;
    void note(const std::string& message) override;
    void warn(const std::string& message) override;

private:
    void say(JobMessage::Severity severity, const std::string& message);
    /// Seconds of work since the start. With the mutex held.
    [[nodiscard]] double activeSeconds() const;
    /// Seconds of all pauses so far. With the mutex held.
    [[nodiscard]] double allPausedSeconds() const;

    std::atomic<bool> m_discarded = false;
    std::atomic<bool> m_canceled = false;
    std::atomic<bool> m_paused = false;
    mutable std::mutex m_mutex;
    mutable std::condition_variable m_goesOn;

    std::chrono::steady_clock::time_point m_start;
    std::chrono::steady_clock::time_point m_pauseStart;
    double m_pausedSeconds = 0.0; ///< of pauses that ended
    std::vector<JobStage> m_stages;
    double m_stageStart = 0.0; ///< active seconds
    double m_pausedBefore = 0.0; ///< seconds of pauses before the stage
    std::map<std::string, double> m_pausedIn; ///< seconds, by stage that is over
    std::string m_stage;
    std::size_t m_done = 0;
    std::size_t m_total = 0;
    std::string m_unit;
    std::size_t m_firstDone = 0; ///< when the stage first told of finished steps; loading comes before it
    double m_firstDoneTime = 0.0; ///< active seconds
    std::vector<JobMessage> m_messages;
};

} // namespace quantiscope
