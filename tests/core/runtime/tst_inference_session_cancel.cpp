// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/runtime/session_networks.h"

#include <QElapsedTimer>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// x times w, @p trips times: Loop checks for the end between its rounds.
ModelBuilder loopNetwork()
{
    ModelBuilder body(17);
    body.input("i", DataType::Int64, Shape{}).input("condition", DataType::Bool, Shape{});
    body.input("carried", DataType::Float, {96, 96});
    body.node("MatMul", {"carried", "w"}, {"next"}, "product");
    body.node("Identity", {"condition"}, {"again"}, "again");
    body.output("again", DataType::Bool, Shape{}).output("next", DataType::Float, {96, 96});
    ModelBuilder b(17);
    b.input("x", DataType::Float, {96, 96}).input("trips", DataType::Int64, Shape{});
    std::vector<float> identity(96 * 96, 0.0F);
    for (std::size_t i = 0; i < 96; ++i)
        identity[i * 97] = 1.0F;
    b.initializer("w", {96, 96}, identity);
    b.initializer(makeTensor("true", DataType::Bool, {}, std::string(1, '\1')));
    b.node("Loop", {"trips", "true", "x"}, {"y"}, "loop").graph("body", body.graph());
    b.output("y", DataType::Float, {96, 96});
    return b;
}

Tensor scalar(std::int64_t value)
{
    Tensor tensor(DataType::Int64, {});
    tensor.as<std::int64_t>()[0] = value;
    return tensor;
}

/// Asks to stop from a moment on.
class CancelAfter final : public Feedback
{
public:
    explicit CancelAfter(qint64 milliseconds) : m_limit(milliseconds) { m_clock.start(); }
    bool isCanceled() const override { return m_clock.elapsed() >= m_limit; }
    [[nodiscard]] qint64 sinceCancel() const { return m_clock.elapsed() - m_limit; }

private:
    QElapsedTimer m_clock;
    qint64 m_limit;
};

} // namespace

class tst_InferenceSessionCancel : public QObject
{
    Q_OBJECT

private slots:
    void run_isCanceled_whenAskedBefore();
    void run_isCanceledInTime_whenAskedMeanwhile();
    void runObserving_isCanceledInTime();

private:
    Feedback m_feedback;
};

void tst_InferenceSessionCancel::run_isCanceled_whenAskedBefore()
{
    InferenceSession created = sessionOf(smallNetwork());
    CancelAfter feedback(0);
    const NamedTensors inputs{{"x", Tensor(DataType::Float, {1, 2})}};
    const auto outputs = created.run(inputs, {}, feedback);
    QVERIFY(!outputs);
    QCOMPARE(outputs.error().code, ErrorCode::Canceled);
    VERIFY_OK(created.run(inputs, {}, m_feedback));
}

void tst_InferenceSessionCancel::run_isCanceledInTime_whenAskedMeanwhile()
{
    SessionOptions options;
    options.threads = 1;
    InferenceSession created = sessionOf(loopNetwork(), options);
    NamedTensors inputs{{"x", randomTensor({96, 96}, 3)}, {"trips", scalar(1'000'000'000)}};
    for (int round = 0; round < 2; ++round) {
        CancelAfter feedback(50);
        const auto outputs = created.run(inputs, {}, feedback);
        const qint64 late = feedback.sinceCancel();
        QVERIFY(!outputs);
        QCOMPARE(outputs.error().code, ErrorCode::Canceled);
        QVERIFY2(late >= 0 && late < 200, qPrintable(QString::number(late)));
    }
    // The session stays usable and gives the right result.
    inputs.at("trips") = scalar(3);
    const auto outputs = created.run(inputs, {}, m_feedback);
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
    NamedTensors inputs{{"x", randomTensor({96, 96}, 3)}, {"trips", scalar(1'000'000'000)}};
    CancelAfter feedback(50);
    const Result<void> run = created.runObserving(inputs, feedback);
    QVERIFY(!run);
    QCOMPARE(run.error().code, ErrorCode::Canceled);
    QVERIFY(feedback.sinceCancel() < 200);
    inputs.at("trips") = scalar(1);
    VERIFY_OK(created.runObserving(inputs, m_feedback));
    QVERIFY(sameBits(observer.seen[0].back(), floats(inputs.at("x"))));
}

QTEST_GUILESS_MAIN(tst_InferenceSessionCancel)
#include "tst_inference_session_cancel.moc"
