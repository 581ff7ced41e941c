// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/runtime/session_networks.h"
#include "tests/support/loop_network.h"

#include <QElapsedTimer>

#include <chrono>
#include <stop_token>
#include <thread>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// Asks to stop after a while.
class StopAfter
{
public:
    explicit StopAfter(int milliseconds)
        : m_thread([this, milliseconds] {
            std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
            m_clock.start();
            m_source.request_stop();
        })
    {
    }

    [[nodiscard]] std::stop_token token() const { return m_source.get_token(); }

    /// Milliseconds since the request, or a negative number when there was none yet.
    [[nodiscard]] qint64 late() { return m_source.stop_requested() ? m_clock.elapsed() : -1; }

private:
    std::stop_source m_source;
    QElapsedTimer m_clock;
    std::jthread m_thread;
};

} // namespace

class tst_InferenceSessionCancel : public QObject
{
    Q_OBJECT

private slots:
    void run_isCanceled_whenAskedBefore();
    void run_isCanceledInTime_whenAskedMeanwhile();
    void runObserving_isCanceledInTime();
};

void tst_InferenceSessionCancel::run_isCanceled_whenAskedBefore()
{
    InferenceSession created = sessionOf(smallNetwork());
    std::stop_source stop;
    stop.request_stop();
    const NamedTensors inputs{{"x", Tensor(DataType::Float, {1, 2})}};
    const auto outputs = created.run(inputs, {}, stop.get_token());
    QVERIFY(!outputs);
    QCOMPARE(outputs.error().code, ErrorCode::Canceled);
    VERIFY_OK(created.run(inputs, {}));
}

void tst_InferenceSessionCancel::run_isCanceledInTime_whenAskedMeanwhile()
{
    SessionOptions options;
    options.threads = 1;
    InferenceSession created = sessionOf(loopNetwork(), options);
    NamedTensors inputs{{"x", randomTensor({96, 96}, 3)}, {"trips", scalar(kEndless)}};
    for (int round = 0; round < 2; ++round) {
        StopAfter stop(50);
        const auto outputs = created.run(inputs, {}, stop.token());
        const qint64 late = stop.late();
        QVERIFY(!outputs);
        QCOMPARE(outputs.error().code, ErrorCode::Canceled);
        QVERIFY2(late >= 0 && late < 200, qPrintable(QString::number(late)));
    }
    // The session stays usable and gives the right result.
    inputs.at("trips") = scalar(3);
    const auto outputs = created.run(inputs, {});
    VERIFY_OK(outputs);
    QVERIFY(sameBits(floats((*outputs)[0]), floats(inputs.at("x")))); // times the identity
}

void tst_InferenceSessionCancel::runObserving_isCanceledInTime()
{
    RecordingObserver observer(1);
    SessionOptions options;
    options.threads = 1;
    options.observedValues = {"x"};
    options.observer = &observer;
    InferenceSession created = sessionOf(loopNetwork(), options);
    NamedTensors inputs{{"x", randomTensor({96, 96}, 3)}, {"trips", scalar(kEndless)}};
    StopAfter stop(50);
    const Result<void> run = created.runObserving(inputs, stop.token());
    QVERIFY(!run);
    QCOMPARE(run.error().code, ErrorCode::Canceled);
    QVERIFY(stop.late() < 200);
    inputs.at("trips") = scalar(1);
    VERIFY_OK(created.runObserving(inputs));
    QVERIFY(sameBits(observer.seen[0].back(), floats(inputs.at("x"))));
}

QTEST_GUILESS_MAIN(tst_InferenceSessionCancel)
#include "tst_inference_session_cancel.moc"
