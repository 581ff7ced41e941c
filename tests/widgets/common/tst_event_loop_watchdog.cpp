// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/event_loop_watchdog.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <ctime>
#include <future>
#include <thread>
#include <vector>

using namespace quantiscope;

namespace {

constexpr double kHeld = 80.0; ///< milliseconds

double threadTime()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

/// Keeps the processor busy until this thread has had so much of it.
void compute(double milliseconds)
{
    const double begin = threadTime();
    while (threadTime() - begin < milliseconds) { }
}

} // namespace

class tst_EventLoopWatchdog : public QObject
{
    Q_OBJECT

private slots:
    void work_isToldApartFromWaiting();
    void otherThread_isWaitedFor();
    void idleLoop_neitherWorksNorWaits();
    void processorForOthers_isNoWaiting();
};

void tst_EventLoopWatchdog::work_isToldApartFromWaiting()
{
    EventLoopWatchdog watchdog;
    QTest::qWait(30);
    watchdog.reset();
    compute(kHeld);
    QTest::qWait(20);
    QVERIFY2(watchdog.longestWork() >= kHeld, qPrintable(QString::number(watchdog.longestWork())));
    QVERIFY2(watchdog.longestStall() >= kHeld - EventLoopWatchdog::kInterval,
             qPrintable(QString::number(watchdog.longestStall())));
    QVERIFY2(watchdog.longestWait() < kHeld / 2, qPrintable(QString::number(watchdog.longestWait())));
    watchdog.reset();
    QCOMPARE(watchdog.longestWork(), 0.0);
    QCOMPARE(watchdog.longestStall(), 0.0);
    QCOMPARE(watchdog.longestWait(), 0.0);
}

void tst_EventLoopWatchdog::otherThread_isWaitedFor()
{
    EventLoopWatchdog watchdog;
    QTest::qWait(30);
    std::promise<void> promise;
    std::thread other([&] {
        QTest::qSleep(int(kHeld));
        promise.set_value();
    });
    watchdog.reset();
    promise.get_future().wait();
    QTest::qWait(20);
    other.join();
    QVERIFY2(watchdog.longestWait() > kHeld / 2, qPrintable(QString::number(watchdog.longestWait())));
    QVERIFY2(watchdog.longestWork() < kHeld / 2, qPrintable(QString::number(watchdog.longestWork())));
}

void tst_EventLoopWatchdog::idleLoop_neitherWorksNorWaits()
{
    EventLoopWatchdog watchdog;
    QTest::qWait(300);
    QVERIFY2(watchdog.longestWork() < 20.0, qPrintable(QString::number(watchdog.longestWork())));
    QVERIFY2(watchdog.longestWait() < 20.0, qPrintable(QString::number(watchdog.longestWait())));
}

void tst_EventLoopWatchdog::processorForOthers_isNoWaiting()
{
    // More threads than processors: this one gets its turn late, and that is not its own doing.
    std::atomic<bool> isOver = false;
    std::vector<std::thread> busy;
    for (unsigned i = 0; i < 4 * std::max(1U, std::thread::hardware_concurrency()); ++i)
        busy.emplace_back([&] {
            while (!isOver) { }
        });
    {
        EventLoopWatchdog watchdog;
        QElapsedTimer clock;
        clock.start();
        while (clock.elapsed() < 500) {
            compute(1.0);
            QTest::qWait(1);
        }
        isOver = true;
        QVERIFY2(watchdog.longestWait() < 20.0, qPrintable(QString::number(watchdog.longestWait())));
    }
    for (std::thread& thread : busy)
        thread.join();
}

QTEST_GUILESS_MAIN(tst_EventLoopWatchdog)
#include "tst_event_loop_watchdog.moc"
