// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/calibration/calibration_run.h"
#include "tests/support/loop_network.h"

#include <QTest>

#include <atomic>
#include <chrono>
#include <functional>

using namespace quantiscope;
using namespace quantiscope::test;

// Calibration as a job: its progress, its errors and how it is canceled.

namespace {

class CountingFeedback final : public Feedback
{
public:
    bool isCanceled() const override { return cancelWhen && cancelWhen(); }
    void progress(const Progress& progress) override { steps.push_back(progress.done); }

    std::function<bool()> cancelWhen;
    std::vector<std::size_t> steps;
};

} // namespace

class tst_CalibratorJob : public QObject
{
    Q_OBJECT

private slots:
    void progress_isToldPerSample();
    void noSamples_areRefused();
    void unfitSample_isNamed();
    void unreadableSource_isPassedOn();
    void cancel_betweenSamples_isReported();
    void cancel_insideARun_isQuick_data();
    void cancel_insideARun_isQuick();
};

void tst_CalibratorJob::progress_isToldPerSample()
{
    const Model model = randomModel(4);
    CountingFeedback feedback;
    QVERIFY(calibrated(model, randomSamples(model, 4), {}, &feedback).has_value());
    QCOMPARE(feedback.steps, (std::vector<std::size_t>{1, 2, 3, 4}));
}

void tst_CalibratorJob::noSamples_areRefused()
{
    const auto statistics = calibrated(randomModel(4), MemorySource({}));
    QVERIFY(!statistics);
    QCOMPARE(statistics.error().code, ErrorCode::DataRefused);
    QVERIFY(statistics.error().message.find("no sample") != std::string::npos);
}

void tst_CalibratorJob::unfitSample_isNamed()
{
    const Model model = randomModel(4);
    std::vector<NamedTensors> samples(2);
    samples[0] = randomInputs(model, 1);
    samples[1].emplace("x", Tensor(DataType::Float, {1, 4, 7, 6}));
    const auto statistics = calibrated(model, MemorySource(std::move(samples)));
    QVERIFY(!statistics);
    QCOMPARE(statistics.error().subject, std::string("sample 1"));
    QCOMPARE(statistics.error().code, ErrorCode::ModelRefused); // nothing failed inside
    QVERIFY2(statistics.error().message.find("'sample 1' (x float32 [1, 4, 7, 6])") != std::string::npos,
             statistics.error().message.c_str());
}

void tst_CalibratorJob::unreadableSource_isPassedOn()
{
    class Unreadable final : public SampleSource
    {
    public:
        std::size_t size() const override { return 3; }
        std::string name(std::size_t) const override { return "it"; }
        Result<Sample> read(std::size_t) const override { return Error{ErrorCode::DataRefused, "It is torn.", "it"}; }
    };
    const auto statistics = calibrated(randomModel(4), Unreadable());
    QVERIFY(!statistics);
    QVERIFY(statistics.error() == (Error{ErrorCode::DataRefused, "It is torn.", "it"}));
}

void tst_CalibratorJob::cancel_betweenSamples_isReported()
{
    const Model model = randomModel(4);
    CountingFeedback feedback;
    std::atomic<int> polls = 0;
    feedback.cancelWhen = [&] { return ++polls > 10; };
    const auto statistics = calibrated(model, randomSamples(model, 1000), {}, &feedback);
    QVERIFY(!statistics);
    QCOMPARE(statistics.error().code, ErrorCode::Canceled);
    QVERIFY(feedback.steps.size() < 100);
}

void tst_CalibratorJob::cancel_insideARun_isQuick_data()
{
    QTest::addColumn<int>("threads");
    QTest::newRow("one sample at a time") << 1;
    QTest::newRow("four samples at a time") << 4;
}

void tst_CalibratorJob::cancel_insideARun_isQuick()
{
    QFETCH(int, threads);
    const Model model = loopNetwork().model();
    const MemorySource samples(
        std::vector<NamedTensors>(8, {{"x", Tensor(DataType::Float, {96, 96})}, {"trips", scalar(kEndless)}}));
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    // Cancel while the runs are under way: reading a sample and loading the model take a fraction of this.
    CountingFeedback feedback;
    std::atomic<Clock::rep> canceledAt = 0;
    feedback.cancelWhen = [&] {
        const auto now = Clock::now();
        if (now - start < std::chrono::milliseconds(300))
            return false;
        Clock::rep never = 0;
        canceledAt.compare_exchange_strong(never, now.time_since_epoch().count());
        return true;
    };
    const auto statistics = calibrated(model, samples, {StatisticsDetail::Range, threads}, &feedback);
    const auto late = Clock::now() - Clock::time_point(Clock::duration(canceledAt.load()));
    QVERIFY(!statistics);
    QCOMPARE(statistics.error().code, ErrorCode::Canceled);
    QVERIFY(feedback.steps.empty());
    QVERIFY2(late < std::chrono::milliseconds(200),
             std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(late).count()).c_str());
}

QTEST_GUILESS_MAIN(tst_CalibratorJob)
#include "tst_calibrator_job.moc"
