// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/job_feedback.h"

#include "widgets/common/text.h"

#include <utility>

namespace quantiscope {

namespace {

using Clock = std::chrono::steady_clock;

double secondsBetween(Clock::time_point from, Clock::time_point to)
{
    return std::chrono::duration<double>(to - from).count();
}

} // namespace

JobFeedback::JobFeedback() : m_start(Clock::now()), m_pauseStart(m_start)
{
}

void JobFeedback::cancel()
{
    {
        const std::lock_guard lock(m_mutex);
        m_canceled.store(true);
    }
    m_goesOn.notify_all();
}

void JobFeedback::discard()
{
    m_discarded.store(true);
    cancel();
}

void JobFeedback::setPaused(bool paused)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_paused.load() == paused)
            return;
        const Clock::time_point now = Clock::now();
        if (paused)
            m_pauseStart = now;
        else
            m_pausedSeconds += secondsBetween(m_pauseStart, now);
        m_paused.store(paused);
    }
    m_goesOn.notify_all();
}

double JobFeedback::allPausedSeconds() const
{
    return m_pausedSeconds + (m_paused.load() ? secondsBetween(m_pauseStart, Clock::now()) : 0.0);
}

double JobFeedback::activeSeconds() const
{
    const Clock::time_point until = m_paused.load() ? m_pauseStart : Clock::now();
    return secondsBetween(m_start, until) - m_pausedSeconds;
}

double JobFeedback::pausedSeconds(const std::string& stage) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_pausedIn.find(stage);
    return (found == m_pausedIn.end() ? 0.0 : found->second)
        + (stage == m_stage ? allPausedSeconds() - m_pausedBefore : 0.0);
}

JobFeedback::Snapshot JobFeedback::takeSnapshot()
{
    const std::lock_guard lock(m_mutex);
    Snapshot snapshot;
    snapshot.stages = m_stages;
    snapshot.done = m_done;
    snapshot.total = m_total;
    snapshot.unit = toQt(m_unit);
    snapshot.activeSeconds = activeSeconds();
    const double elapsed = snapshot.activeSeconds - m_firstDoneTime;
    if (m_done > m_firstDone && elapsed > 0.0)
        snapshot.perSecond = static_cast<double>(m_done - m_firstDone) / elapsed;
    snapshot.messages = std::exchange(m_messages, {});
    return snapshot;
}

bool JobFeedback::isCanceled() const
{
    if (m_paused.load(std::memory_order_relaxed)) {
        std::unique_lock lock(m_mutex);
        m_goesOn.wait(lock, [this] { return !m_paused.load() || m_canceled.load(); });
    }
    return m_canceled.load(std::memory_order_relaxed);
}

void JobFeedback::progress(const Progress& progress)
{
    const std::lock_guard lock(m_mutex);
    const double now = activeSeconds();
    const QString stage = toQt(progress.stage);
    if (m_stages.empty() || m_stages.back().name != stage) {
        if (!m_stages.empty())
            m_stages.back().seconds = now - m_stageStart;
        m_stages.push_back({stage, -1.0, true});
        const double paused = allPausedSeconds();
        m_pausedIn[m_stage] += paused - m_pausedBefore;
        m_pausedBefore = paused;
        m_stage = progress.stage;
        m_stageStart = now;
        m_firstDone = 0;
        m_firstDoneTime = now;
    }
    if (progress.done > 0 && m_firstDone == 0) {
        m_firstDone = progress.done;
        m_firstDoneTime = now;
    }
    m_done = progress.done;
    m_total = progress.total;
    m_unit = progress.unit;
}

void JobFeedback::say(JobMessage::Severity severity, const std::string& message)
{
    const std::lock_guard lock(m_mutex);
    m_messages.push_back({severity, QDateTime::currentDateTime(), toQt(message)});
}

void JobFeedback::note(const std::string& message)
{
    say(JobMessage::Severity::Note, message);
}

void JobFeedback::warn(const std::string& message)
{
    say(JobMessage::Severity::Warning, message);
}

} // namespace quantiscope
