// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/sample_workers.h"
#include "tests/core/data/function_source.h"

#include <QTest>

#include <atomic>
#include <chrono>
#include <numeric>
#include <stdexcept>
#include <thread>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

Result<SampleConclusion> nothing(const Sample&, const std::stop_token&)
{
    return SampleConclusion();
}

/// Waits longer for the first samples than for the later ones, so that they finish out of order.
void dawdle(const Sample& sample)
{
    std::this_thread::sleep_for(std::chrono::microseconds(sample.index % 4 == 0 ? 3000 : 100));
}

/// Canceled once something is true.
class CancelWhen final : public Feedback
{
public:
    explicit CancelWhen(std::function<bool()> condition) : m_condition(std::move(condition)) { }
    bool isCanceled() const override { return m_condition(); }

private:
    std::function<bool()> m_condition;
};

} // namespace

class tst_SampleWorkers : public QObject
{
    Q_OBJECT

private slots:
    void conclusions_comeInOrder_onTheCallersThread_data();
    void conclusions_comeInOrder_onTheCallersThread();
    void samples_areSharedByThreads();
    void samples_inMemory_areBounded();
    void firstError_inOrder_isTold_data();
    void firstError_inOrder_isTold();
    void exceptions_becomeErrors();
    void unreadableSamples_countAsProgress();
    void cancel_stopsTheWork();
    void emptySource_givesNone();
};

void tst_SampleWorkers::conclusions_comeInOrder_onTheCallersThread_data()
{
    QTest::addColumn<int>("threads");
    for (const int threads : {1, 2, 3, 16, 0})
        QTest::addRow("%d", threads) << threads;
}

void tst_SampleWorkers::conclusions_comeInOrder_onTheCallersThread()
{
    QFETCH(int, threads);
    const FunctionSource source(60, numbered);
    RecordingFeedback feedback;
    SamplePrefetcher samples(source, feedback);
    std::vector<std::size_t> order;
    const auto caller = std::this_thread::get_id();
    bool onCaller = true;
    const auto work = [&](const Sample& sample, const std::stop_token&) -> Result<SampleConclusion> {
        dawdle(sample);
        return SampleConclusion([&, index = sample.index]() -> Result<void> {
            order.push_back(index);
            onCaller = onCaller && std::this_thread::get_id() == caller;
            return {};
        });
    };
    const auto count = forEachSample(samples, threads, "work", work, feedback);
    VERIFY_OK(count);
    QCOMPARE(*count, std::uint64_t(60));
    std::vector<std::size_t> expected(60);
    std::iota(expected.begin(), expected.end(), std::size_t(0));
    QCOMPARE(order, expected);
    QVERIFY(onCaller);
}

void tst_SampleWorkers::samples_areSharedByThreads()
{
    const FunctionSource source(40, numbered);
    RecordingFeedback feedback;
    SamplePrefetcher samples(source, feedback);
    std::atomic<int> atWork = 0;
    std::atomic<int> most = 0;
    const auto work = [&](const Sample&, const std::stop_token&) -> Result<SampleConclusion> {
        const int now = ++atWork;
        int before = most;
        while (now > before && !most.compare_exchange_weak(before, now)) { }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        --atWork;
        return SampleConclusion();
    };
    VERIFY_OK(forEachSample(samples, 3, "work", work, feedback));
    QCOMPARE(most.load(), 3);
}

void tst_SampleWorkers::samples_inMemory_areBounded()
{
    // The first sample takes long: the others must not pile up behind it.
    std::atomic<std::size_t> read = 0;
    const FunctionSource source(500, [&read](std::size_t i) {
        ++read;
        return numbered(i);
    });
    RecordingFeedback feedback;
    SamplePrefetcher samples(source, feedback);
    std::size_t readMeanwhile = 0;
    const auto work = [&](const Sample& sample, const std::stop_token&) -> Result<SampleConclusion> {
        if (sample.index == 1) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            readMeanwhile = read;
        }
        return SampleConclusion();
    };
    VERIFY_OK(forEachSample(samples, 2, "work", work, feedback));
    QVERIFY2(readMeanwhile > 2 && readMeanwhile < 16, std::to_string(readMeanwhile).c_str());
}

void tst_SampleWorkers::firstError_inOrder_isTold_data()
{
    QTest::addColumn<bool>("inConclusion");
    QTest::newRow("work") << false;
    QTest::newRow("conclusion") << true;
}

void tst_SampleWorkers::firstError_inOrder_isTold()
{
    QFETCH(bool, inConclusion);
    for (int round = 0; round < 20; ++round) {
        const FunctionSource source(60, numbered);
        RecordingFeedback feedback;
        SamplePrefetcher samples(source, feedback);
        // Sample 12 fails late, 13 and all that follow at once.
        const auto work = [&](const Sample& sample, const std::stop_token&) -> Result<SampleConclusion> {
            dawdle(sample);
            if (sample.index < 12)
                return SampleConclusion();
            const Error error{ErrorCode::ModelRefused, sample.name, {}};
            if (!inConclusion)
                return error;
            return SampleConclusion([error]() -> Result<void> { return error; });
        };
        const auto count = forEachSample(samples, 4, "work", work, feedback);
        QVERIFY(!count);
        QCOMPARE(count.error().message, std::string("12"));
    }
}

void tst_SampleWorkers::exceptions_becomeErrors()
{
    const FunctionSource source(3, numbered);
    RecordingFeedback feedback;
    SamplePrefetcher first(source, feedback);
    const auto bad = [](const Sample&, const std::stop_token&) -> Result<SampleConclusion> { throw std::bad_alloc(); };
    const auto noMemory = forEachSample(first, 2, "work", bad, feedback);
    QVERIFY(!noMemory);
    QCOMPARE(noMemory.error().code, ErrorCode::OutOfMemory);
    QCOMPARE(noMemory.error().subject, std::string("0"));
    SamplePrefetcher second(source, feedback);
    const auto odd = [](const Sample&, const std::stop_token&) -> Result<SampleConclusion> {
        throw std::runtime_error("odd");
    };
    const auto failed = forEachSample(second, 2, "work", odd, feedback);
    QVERIFY(!failed);
    QCOMPARE(failed.error().code, ErrorCode::RuntimeFailure);
}

void tst_SampleWorkers::unreadableSamples_countAsProgress()
{
    FunctionSource source(6, [](std::size_t i) -> Result<Sample> {
        if (i % 2 == 0)
            return Error{ErrorCode::DataRefused, "torn", {}};
        return numbered(i);
    });
    source.skips = true;
    class Steps final : public Feedback
    {
    public:
        void progress(const Progress& progress) override { last = progress; }
        Progress last;
    } feedback;
    SamplePrefetcher samples(source, feedback);
    const auto count = forEachSample(samples, 2, "work", nothing, feedback);
    VERIFY_OK(count);
    QCOMPARE(*count, std::uint64_t(3));
    QCOMPARE(feedback.last.done, std::size_t(6));
    QCOMPARE(feedback.last.total, std::size_t(6));
}

void tst_SampleWorkers::cancel_stopsTheWork()
{
    const FunctionSource source(1000, numbered);
    std::atomic<int> started = 0;
    std::atomic<int> stopped = 0;
    const CancelWhen condition([&started] { return started >= 3; });
    CancelWhen feedback = condition;
    SamplePrefetcher samples(source, feedback);
    // The first sample ends, the others go on until they are asked to stop.
    const auto work = [&](const Sample& sample, const std::stop_token& stop) -> Result<SampleConclusion> {
        ++started;
        while (sample.index > 0 && !stop.stop_requested())
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        stopped += sample.index > 0 ? 1 : 0;
        return SampleConclusion();
    };
    const auto count = forEachSample(samples, 2, "work", work, feedback);
    QVERIFY(!count);
    QCOMPARE(count.error().code, ErrorCode::Canceled);
    QCOMPARE(stopped.load(), 2);
}

void tst_SampleWorkers::emptySource_givesNone()
{
    const FunctionSource source(0, numbered);
    RecordingFeedback feedback;
    SamplePrefetcher samples(source, feedback);
    const auto count = forEachSample(samples, 2, "work", nothing, feedback);
    VERIFY_OK(count);
    QCOMPARE(*count, std::uint64_t(0));
}

QTEST_GUILESS_MAIN(tst_SampleWorkers)
#include "tst_sample_workers.moc"
