// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "widgets/common/background_task.h"

#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <new>
#include <stdexcept>

using namespace quantiscope;

namespace {

/// Work that says when it begins and goes on until it is cancelled or let go.
struct Held
{
    QSemaphore begun;
    QSemaphore released;
    std::atomic<bool> wasCanceled = false;

    int operator()(const Feedback& feedback, int result)
    {
        begun.release();
        while (!released.tryAcquire(1, 1)) {
            if (feedback.isCanceled()) {
                wasCanceled = true;
                break;
            }
        }
        return result;
    }
};

} // namespace

class TestBackgroundTask : public QObject
{
    Q_OBJECT

private slots:
    void cleanup() { BackgroundTask::waitForAll(); }

    void result_comesInTheWindowsThread_fromAnother()
    {
        BackgroundTask task;
        const QSignalSpy running(&task, &BackgroundTask::runningChanged);
        QThread* worked = nullptr;
        QThread* finished = nullptr;
        int result = 0;
        task.start(
            [&worked](Feedback&) {
                worked = QThread::currentThread();
                return 42;
            },
            [&](int value) {
                finished = QThread::currentThread();
                result = value;
            });
        QVERIFY(task.isRunning());
        QTRY_COMPARE(result, 42);
        QVERIFY(!task.isRunning());
        QVERIFY(worked != finished);
        QCOMPARE(finished, QThread::currentThread());
        QCOMPARE(running.count(), 2);
        QCOMPARE(running.at(0).at(0).toBool(), true);
        QCOMPARE(running.at(1).at(0).toBool(), false);
    }

    void newestWins_whenStartedAgain()
    {
        BackgroundTask task;
        const QSignalSpy running(&task, &BackgroundTask::runningChanged);
        const auto first = std::make_shared<Held>();
        std::vector<int> results;
        task.start([first](Feedback& feedback) { return (*first)(feedback, 1); },
                   [&](int value) { results.push_back(value); });
        first->begun.acquire();
        task.start([](Feedback&) { return 2; }, [&](int value) { results.push_back(value); });
        QTRY_COMPARE(results.size(), std::size_t(1));
        BackgroundTask::waitForAll();
        QCoreApplication::processEvents();
        QVERIFY(first->wasCanceled);
        QCOMPARE(results, std::vector<int>{2});
        QCOMPARE(running.count(), 2); // it ran all the time
    }

    void nothingComes_afterCancel_evenWhenTheResultWasReady()
    {
        BackgroundTask task;
        const QSignalSpy running(&task, &BackgroundTask::runningChanged);
        bool came = false;
        task.start([](Feedback&) { return 1; }, [&](int) { came = true; });
        BackgroundTask::waitForAll(); // the result waits in the queue of this thread
        task.cancel();
        QVERIFY(!task.isRunning());
        QCoreApplication::processEvents();
        QVERIFY(!came);
        QCOMPARE(running.count(), 2);
        task.cancel();
        QCOMPARE(running.count(), 2);
    }

    void workIsCanceled_andDropped_whenTheTaskGoes()
    {
        const auto held = std::make_shared<Held>();
        bool came = false;
        {
            BackgroundTask task;
            task.start([held](Feedback& feedback) { return (*held)(feedback, 1); }, [&](int) { came = true; });
            held->begun.acquire();
        }
        BackgroundTask::waitForAll();
        QCoreApplication::processEvents();
        QVERIFY(held->wasCanceled);
        QVERIFY(!came);
    }

    void aTask_mayGo_whileItsResultIsTaken()
    {
        auto* task = new BackgroundTask;
        bool came = false;
        task->start([](Feedback&) { return 1; },
                    [&came, task](int) {
                        came = true;
                        delete task;
                    });
        QTRY_VERIFY(came);
    }

    void running_isNotInterrupted_whenTheResultStartsTheNext()
    {
        BackgroundTask task;
        const QSignalSpy running(&task, &BackgroundTask::runningChanged);
        int last = 0;
        task.start([](Feedback&) { return 1; },
                   [&](int) { task.start([](Feedback&) { return 2; }, [&](int value) { last = value; }); });
        QTRY_COMPARE(last, 2);
        QTRY_VERIFY(!task.isRunning());
        QCOMPARE(running.count(), 2);
    }

    void start_isSafe_whenAListenerCancelsAtOnce()
    {
        BackgroundTask task;
        connect(&task, &BackgroundTask::runningChanged, &task, [&task](bool running) {
            if (running)
                task.cancel();
        });
        bool came = false;
        task.start([](Feedback&) { return 1; }, [&](int) { came = true; });
        BackgroundTask::waitForAll();
        QCoreApplication::processEvents();
        QVERIFY(!came);
        QVERIFY(!task.isRunning());
    }

    void newWork_begins_whileCanceledWorkHangs()
    {
        BackgroundTask stubborn;
        QSemaphore end;
        QSemaphore begun;
        for (int i = 0; i < 3; ++i) {
            stubborn.start(
                [&](Feedback&) {
                    begun.release();
                    end.acquire(); // does not look at its feedback
                    return 0;
                },
                [](int) {});
            begun.acquire();
        }
        BackgroundTask task;
        int result = 0;
        task.start([](Feedback&) { return 7; }, [&](int value) { result = value; });
        QTRY_COMPARE(result, 7);
        end.release(3);
        stubborn.cancel();
        BackgroundTask::waitForAll(); // they still use the semaphores
    }

    void exception_isTheErrorOfAResult()
    {
        BackgroundTask task;
        std::optional<Error> error;
        task.start([](Feedback&) -> Result<int> { throw std::bad_alloc(); },
                   [&](const Result<int>& result) { error = result.error(); });
        QTRY_VERIFY(error);
        QCOMPARE(error->code, ErrorCode::OutOfMemory);
        QVERIFY(!task.isRunning());
        task.start([](Feedback&) -> Result<int> { throw std::runtime_error("reason"); },
                   [&](const Result<int>& result) { error = result.error(); });
        QTRY_COMPARE(error->message, std::string("This failed inside: reason"));
    }

    void exception_endsOtherWork_andIsTold()
    {
        BackgroundTask task;
        QSignalSpy failed(&task, &BackgroundTask::failed);
        const QSignalSpy running(&task, &BackgroundTask::runningChanged);
        bool came = false;
        QTest::ignoreMessage(QtWarningMsg, "This failed inside, without a reason.");
        task.start([](Feedback&) -> int { throw 1; }, [&](int) { came = true; });
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(!came);
        QVERIFY(!task.isRunning());
        QTRY_COMPARE(running.count(), 2);
        task.start([](Feedback&) { return 1; }, [&](int) { came = true; });
        QTRY_VERIFY(came);
    }

    void results_needNoCopies()
    {
        BackgroundTask task;
        std::unique_ptr<int> result;
        task.start([](Feedback&) { return std::make_unique<int>(5); },
                   [&](std::unique_ptr<int> value) { result = std::move(value); });
        QTRY_VERIFY(result);
        QCOMPARE(*result, 5);
    }
};

QTEST_MAIN(TestBackgroundTask)
#include "tst_background_task.moc"
