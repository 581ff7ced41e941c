// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QString>

#include <algorithm>
#include <sys/resource.h>

namespace quantiscope::test {

/// What the program needs for something, however many others use the machine.
class Stopwatch
{
public:
    Stopwatch() : m_work(work(RUSAGE_SELF)), m_helpers(work(RUSAGE_CHILDREN)), m_queued(queued()) { m_clock.start(); }

    /// Milliseconds, about, that it would take on the clock if no thread had to queue for a processor.
    [[nodiscard]] double elapsed() const
    {
        const double worked = work(RUSAGE_SELF) - m_work;
        const double inQueue = std::max(0.0, queued() - m_queued);
        return double(m_clock.elapsed()) * worked / (worked + inQueue);
    }
    /// Milliseconds of processor time of all threads, and of the programs that were started and have ended.
    [[nodiscard]] double worked() const { return work(RUSAGE_SELF) - m_work + work(RUSAGE_CHILDREN) - m_helpers; }
    [[nodiscard]] qint64 onTheClock() const { return m_clock.elapsed(); }

private:
    [[nodiscard]] static double work(int who)
    {
        rusage usage{};
        getrusage(who, &usage);
        double sum = 0.0;
        for (const timeval& time : {usage.ru_utime, usage.ru_stime})
            sum += double(time.tv_sec) * 1e3 + double(time.tv_usec) / 1e3;
        return sum;
    }
    /// Milliseconds in the queue for a processor, of all threads; 0 where the system does not tell.
    [[nodiscard]] static double queued()
    {
        double sum = 0.0;
        const QDir threads(QStringLiteral("/proc/self/task"));
        for (const QString& thread : threads.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            if (QFile file(threads.filePath(thread + QStringLiteral("/schedstat"))); file.open(QIODevice::ReadOnly))
                sum += file.readAll().split(' ').value(1).toDouble() / 1e6;
        }
        return sum;
    }

    double m_work; ///< until the start
    double m_helpers;
    double m_queued;
    QElapsedTimer m_clock;
};

} // namespace quantiscope::test
