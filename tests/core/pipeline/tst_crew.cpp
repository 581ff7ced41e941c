// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/crew.h"
#include "tests/core/pipeline/test_feedback.h"
#include "tests/support/verify_result.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <latch>
#include <mutex>
#include <semaphore>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

constexpr std::size_t kPieces = 50;

/// Holds everybody who asks, once it is paused.
class Pausing final : public Feedback
{
public:
    [[nodiscard]] bool isCanceled() const override
    {
        std::unique_lock lock(m_mutex);
        ++m_held;
        m_changed.notify_all();
        m_changed.wait(lock, [this] { return !m_isPaused; });
        --m_held;
        return false;
    }

    void pause()
    {
        const std::lock_guard lock(m_mutex);
        m_isPaused = true;
    }

    void finishPiece()
    {
        const std::lock_guard lock(m_mutex);
        ++m_done;
        m_changed.notify_all();
    }

    /// Ends the pause when @p threads are held or all pieces are done, and returns how many are done then.
    std::size_t release(std::size_t threads)
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return (m_isPaused && m_held >= threads) || m_done == kPieces; });
        m_isPaused = false;
        m_changed.notify_all();
        return m_done;
    }

private:
    mutable std::mutex m_mutex;
    mutable std::condition_variable m_changed;
    mutable std::size_t m_held = 0;
    bool m_isPaused = false;
    std::size_t m_done = 0;
};

} // namespace

class tst_Crew : public QObject
{
    Q_OBJECT

private slots:
    void everyPiece_isDoneOnce()
    {
        TestFeedback feedback;
        std::vector<std::atomic<int>> done(kPieces);
        Crew crew(3, {"work", kPieces, "piece", 2 * kPieces}, feedback);
        for (int run = 0; run < 2; ++run) {
            VERIFY_OK(crew.run(kPieces, [&](std::size_t i, const Crew::Tick& tick, const auto&) -> Result<void> {
                ++done[i];
                tick();
                return {};
            }));
            // What the runs make together is the whole.
            QCOMPARE(feedback.lastDone, run == 0 ? kPieces / 2 : kPieces);
        }
        QVERIFY(std::all_of(done.begin(), done.end(), [](const auto& count) { return count == 2; }));
    }

    void look_comesBetweenTicks()
    {
        TestFeedback feedback;
        std::binary_semaphore looked(0);
        std::size_t looks = 0;
        const std::thread::id caller = std::this_thread::get_id();
        Crew crew(1, {}, feedback, [&] {
            if (std::this_thread::get_id() == caller && looks++ == 0)
                looked.release();
        });
        VERIFY_OK(crew.run(2, [&](std::size_t i, const Crew::Tick& tick, const auto&) -> Result<void> {
            if (i > 0)
                return {}; // no tick: nothing new to be seen
            tick();
            if (!looked.try_acquire_for(std::chrono::minutes(1)))
                return Error{ErrorCode::RuntimeFailure, "Nobody looked before the end.", {}};
            return {};
        }));
        QCOMPARE(looks, std::size_t(1));
    }

    void pause_holdsTheWork()
    {
        Pausing feedback;
        std::size_t doneInPause = 0;
        std::latch paused(1);
        std::jthread releasing([&] { doneInPause = feedback.release(3); }); // two workers, and who waits for them
        Crew crew(2, {}, feedback);
        VERIFY_OK(crew.run(kPieces, [&](std::size_t i, const Crew::Tick&, const auto&) -> Result<void> {
            if (i == 0) {
                feedback.pause();
                paused.count_down();
            }
            paused.wait(); // nothing is done before
            feedback.finishPiece();
            return {};
        }));
        releasing.join();
        QVERIFY2(doneInPause < kPieces, "the workers went on");
    }

    void firstError_isTold()
    {
        Feedback feedback;
        const auto failed = Crew(2, {}, feedback).run(8, [](std::size_t i, const auto&, const auto&) -> Result<void> {
            if (i == 1)
                throw std::runtime_error("one");
            return i == 0 ? Result<void>() : Result<void>(Error{ErrorCode::Canceled, "Canceled.", {}});
        });
        QVERIFY(!failed);
        QCOMPARE(failed.error().code, ErrorCode::RuntimeFailure);
        QVERIFY(failed.error().message.find("one") != std::string::npos);
    }

    void cancellation_isOneOfWhatIsLeft()
    {
        TestFeedback feedback("work", 1);
        Crew crew(1, {"work", 3, "piece", 3}, feedback);
        const auto stopped = crew.run(3, [](std::size_t, const Crew::Tick& tick, const auto&) -> Result<void> {
            tick();
            return {};
        });
        // The caller may learn of the step when everything is done: then nothing was stopped.
        QVERIFY(stopped || stopped.error().code == ErrorCode::Canceled);
        const auto next = crew.run(1, [](std::size_t, const Crew::Tick&, const auto&) -> Result<void> { return {}; });
        QVERIFY(!next);
        QCOMPARE(next.error().code, ErrorCode::Canceled);
        VERIFY_OK(crew.run(0, [](std::size_t, const Crew::Tick&, const auto&) -> Result<void> { return {}; }));
    }
};

QTEST_GUILESS_MAIN(tst_Crew)
#include "tst_crew.moc"
