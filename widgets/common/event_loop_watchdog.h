// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace quantiscope {

/// Measures how long the event loop of its thread was not served: the longest time by which a timer came late. For
/// tests and for looking into a window that stutters.
class EventLoopWatchdog final : public QObject
{
    Q_OBJECT

public:
    static constexpr int kInterval = 5; ///< milliseconds

    explicit EventLoopWatchdog(QObject* parent = nullptr);

    /// Milliseconds since it was made or reset, as far as they are over.
    [[nodiscard]] double longestStall() const { return m_longest; }
    /// The most milliseconds of processor time that the thread took between two turns of the loop: a stall that is
    /// its own, whatever else the machine does. What it waits for (locks, files) counts in longestStall() only.
    [[nodiscard]] double longestWork() const { return m_longestWork; }
    void reset();

private:
    void tick();

    QTimer m_timer;
    QElapsedTimer m_since;
    double m_longest = 0.0;
    double m_workBefore = 0.0; ///< processor time of the thread at the last tick
    double m_longestWork = 0.0;
};

} // namespace quantiscope
