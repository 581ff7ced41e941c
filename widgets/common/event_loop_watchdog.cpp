// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/event_loop_watchdog.h"

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace quantiscope {

namespace {

constexpr double kNanosecondsPerMillisecond = 1e6;

/// Processor time of this thread in milliseconds.
double threadTime()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / kNanosecondsPerMillisecond;
}

/// Milliseconds that each thread of the program has stood in the queue for a processor, by its number; none where the
/// system does not tell.
std::map<std::string, double> queuedTimes()
{
    std::map<std::string, double> times;
    std::error_code error;
    for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task", error)) {
        std::ifstream file(thread.path() / "schedstat");
        double onProcessor = 0.0;
        double inQueue = 0.0;
        if (file >> onProcessor >> inQueue)
            times[thread.path().filename().string()] = inQueue / kNanosecondsPerMillisecond;
    }
    return times;
}

} // namespace

EventLoopWatchdog::EventLoopWatchdog(QObject* parent) : QObject(parent)
{
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(kInterval);
    connect(&m_timer, &QTimer::timeout, this, &EventLoopWatchdog::tick);
    m_timer.start();
    start();
}

void EventLoopWatchdog::reset()
{
    m_longest = 0.0;
    m_longestWork = 0.0;
    m_longestWait = 0.0;
    start();
}

void EventLoopWatchdog::start()
{
    m_queuedBefore = queuedTimes();
    m_workBefore = threadTime();
    m_since.start();
}

void EventLoopWatchdog::tick()
{
    const double late = double(m_since.nsecsElapsed()) / kNanosecondsPerMillisecond - kInterval;
    const double work = threadTime() - m_workBefore;
    m_longest = std::max(m_longest, late);
    m_longestWork = std::max(m_longestWork, work);
    if (late - work > m_longestWait) {
        const std::string own = std::to_string(gettid());
        double ownQueue = 0.0;
        double longestQueue = 0.0;
        for (const auto& [thread, milliseconds] : queuedTimes()) {
            const auto before = m_queuedBefore.find(thread);
            const double inQueue = milliseconds - (before == m_queuedBefore.end() ? 0.0 : before->second);
            double& most = thread == own ? ownQueue : longestQueue;
            most = std::max(most, inQueue);
        }
        m_longestWait = std::max(m_longestWait, late - work - ownQueue - longestQueue);
    }
    start();
}

} // namespace quantiscope
