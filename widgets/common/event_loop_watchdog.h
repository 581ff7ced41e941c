// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <map>
#include <string>

namespace quantiscope {

/// Measures how long the event loop of its thread was not served: the longest time between two turns of a timer. For
/// tests and for looking into a window that stutters. Of every such time it also tells what the thread did: computed,
/// or waited (for a lock, a file, another thread). The rest it stood in the queue for a processor, and that is no fault
/// of the program.
class EventLoopWatchdog final : public QObject
{
    Q_OBJECT

public:
    static constexpr int kInterval = 5; ///< milliseconds

    explicit EventLoopWatchdog(QObject* parent = nullptr);

    /// Milliseconds since it was made or reset, as far as they are over.
    [[nodiscard]] double longestStall() const { return m_longest; }
    /// The most milliseconds of processor time that the thread took between two turns of the loop.
    [[nodiscard]] double longestWork() const { return m_longestWork; }
    /// The most milliseconds for which it neither computed nor could have: it waited for a lock, a file, another
    /// thread. Without what it, and the thread that kept it waiting, stood in the queue for a processor; as nobody
    /// knows which thread that was, the one that queued most is taken. So beside other programs some waiting may go
    /// unseen, on a machine with nothing else to do none does. Where the system does not tell of queues, they count as
    /// waiting.
    [[nodiscard]] double longestWait() const { return m_longestWait; }
    void reset();

private:
    void tick();
    void start();

    QTimer m_timer;
    QElapsedTimer m_since;
    double m_longest = 0.0;
    double m_workBefore = 0.0; ///< processor time of the thread at the last tick
    std::map<std::string, double> m_queuedBefore; ///< then, of each thread, how long it had been queueing
    double m_longestWork = 0.0;
    double m_longestWait = 0.0;
};

} // namespace quantiscope
