// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/event_loop_watchdog.h"

#include <algorithm>
#include <ctime>

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

} // namespace

EventLoopWatchdog::EventLoopWatchdog(QObject* parent) : QObject(parent)
{
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(kInterval);
    connect(&m_timer, &QTimer::timeout, this, &EventLoopWatchdog::tick);
    m_timer.start();
    m_since.start();
    m_workBefore = threadTime();
}

void EventLoopWatchdog::reset()
{
    m_longest = 0.0;
    m_longestWork = 0.0;
    m_workBefore = threadTime();
    m_since.restart();
}

void EventLoopWatchdog::tick()
{
    const double work = threadTime();
    m_longestWork = std::max(m_longestWork, work - m_workBefore);
    m_workBefore = work;
    m_longest = std::max(m_longest, double(m_since.nsecsElapsed()) / kNanosecondsPerMillisecond - kInterval);
    m_since.restart();
}

} // namespace quantiscope
