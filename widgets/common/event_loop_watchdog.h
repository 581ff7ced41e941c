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
    void reset();

private:
    void tick();

    QTimer m_timer;
    QElapsedTimer m_since;
    double m_longest = 0.0;
};

} // namespace quantiscope
