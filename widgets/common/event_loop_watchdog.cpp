// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/event_loop_watchdog.h"

#include <algorithm>

namespace quantiscope {

EventLoopWatchdog::EventLoopWatchdog(QObject* parent) : QObject(parent)
{
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(kInterval);
    connect(&m_timer, &QTimer::timeout, this, &EventLoopWatchdog::tick);
    m_timer.start();
    m_since.start();
}

void EventLoopWatchdog::reset()
{
    m_longest = 0.0;
    m_since.restart();
}

void EventLoopWatchdog::tick()
{
    constexpr double kNanosecondsPerMillisecond = 1e6;
    m_longest = std::max(m_longest, double(m_since.nsecsElapsed()) / kNanosecondsPerMillisecond - kInterval);
    m_since.restart();
}

} // namespace quantiscope
