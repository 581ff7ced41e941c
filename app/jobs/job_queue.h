// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/job.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <vector>

class QThread;

namespace quantiscope {

class JobFeedback;
class RuntimeEnvironment;

/// The window's long work: one job at a time on a thread of its own, the others wait their turn in the order of
/// add(). Progress arrives in the window's thread 25 times a second at most. Finished jobs stay until they are removed.
///
/// A job that is added with the name of a unit of work ("quantize") supersedes those of the same name that are not
/// over: they are cancelled and their results dropped, whatever comes of them.
///
/// A running job that is cancelled is over within kMostCancelMilliseconds, for the window: where the engine sits in
/// something that cannot be interrupted (ONNX Runtime making a session), its thread ends later, unheard, and only then
/// does the next job begin. What a quantization writes all the same is deleted again, as is what one gives that is
/// superseded or discarded. One that has written its model and only evaluates it keeps it: it is over when the engine
/// stops, and has a result that was not evaluated. Likewise one that has told what it knows (LiveResult): it is
/// finished with that, or over within kMostKeepMilliseconds.
class JobQueue final : public QObject
{
    Q_OBJECT

public:
    /// @p environment must outlive the queue.
    explicit JobQueue(const RuntimeEnvironment& environment, QObject* parent = nullptr);
    /// With other work than doJob(), called in the job's thread.
    using Work = std::function<Result<JobResult>(const RuntimeEnvironment&, const JobRequest&, JobFeedback&)>;
    JobQueue(const RuntimeEnvironment& environment, Work work, QObject* parent = nullptr);
    /// cancelAllAndWait().
    ~JobQueue() override;

    /// Gives the job's id. @p supersedes: see the class; empty for none.
    int add(JobRequest request, const QString& supersedes = {});

    static constexpr int kMostCancelMilliseconds = 100;
    static constexpr int kMostKeepMilliseconds = 10'000;

    /// A running or queued one.
    void cancel(int id);
    void discard(int id); ///< cancels it; it never has a result
    void setPaused(int id, bool paused); ///< a running one
    void remove(int id); ///< one that is over, from the history
    void clearHistory(); ///< all that are over
    /// For closing: all are discarded, and nothing runs any more when it returns. The engine stops within 200 ms where
    /// it can.
    void cancelAllAndWait();

    [[nodiscard]] const std::vector<std::shared_ptr<const Job>>& jobs() const { return m_jobs; } ///< oldest first
    [[nodiscard]] std::shared_ptr<const Job> job(int id) const; ///< null when there is none
    [[nodiscard]] std::shared_ptr<const Job> running() const; ///< running or paused; null when there is none
    [[nodiscard]] bool isIdle() const; ///< nothing runs or waits

signals:
    void jobAdded(int id);
    void jobChanged(int id); ///< status or progress
    void jobRemoved(int id);
    /// Finished with a result, failed or cancelled. Not for superseded ones.
    void jobEnded(int id);
    void messagesAdded(int id, const std::vector<quantiscope::JobMessage>& messages); ///< never none
    void idleChanged(bool idle);

private:
    struct Entry
    {
        std::shared_ptr<Job> job;
        QString work; ///< see add()
    };

    [[nodiscard]] Entry* find(int id);
    void startNext();
    void poll();
    void finish(int id, Result<JobResult> result, std::uint64_t outputBytes);
    /// The running job is over although its thread is not.
    void abandon(int id);
    /// The thread of an abandoned job has ended.
    void forgetAbandoned();
    void end(Job& job, JobStatus status);
    void takeMessages(Job& job, const std::vector<JobMessage>& messages);
    void publish();

    const RuntimeEnvironment& m_environment;
    Work m_work;
    std::vector<Entry> m_entries;
    std::vector<std::shared_ptr<const Job>> m_jobs;
    int m_nextId = 1;
    int m_runningId = 0; ///< 0: none
    std::shared_ptr<Job> m_abandoned; ///< whose thread has not ended yet
    bool m_wasIdle = true;
    bool m_isClosing = false;
    std::shared_ptr<JobFeedback> m_feedback; ///< of the running or abandoned job
    std::unique_ptr<QThread> m_thread;
    QTimer m_timer;
    QElapsedTimer m_sinceMemory; ///< since the last point of the memory's history
};

} // namespace quantiscope
