// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/abandonable_work.h"
#include "core/runtime/graph_optimizer.h"
#include "tests/core/runtime/session_networks.h"
#include "tests/support/recording_feedback.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <csignal>
#include <memory>
#include <sys/resource.h>
#include <thread>

using namespace quantiscope;
using namespace quantiscope::test;
using namespace std::chrono_literals;

class tst_GraphOptimizer : public QObject
{
    Q_OBJECT

private slots:
    void optimizeBasic_foldsAndKeepsNames();
    void optimizeBasic_leavesItsSourceAlone();
    void optimizeBasic_leavesNoFiles();
    void optimizeBasic_isCanceled();
    void optimizeBasic_isADiskError_whenTheFileCannotBeWritten();
    void optimizeBasic_namesTheUnknownOperator();
    void abandonedWork_goesOnByItself();
    void finishedWork_isWaitedFor();
};

void tst_GraphOptimizer::optimizeBasic_foldsAndKeepsNames()
{
    Feedback feedback;
    const auto optimized = optimizeBasic(environment(), convolutionalNetwork().model(), feedback);
    VERIFY_OK(optimized);
    QCOMPARE(countNodes(optimized->graph(), "BatchNormalization"), 0);
    QCOMPARE(countNodes(optimized->graph(), "Conv"), 2);
    QVERIFY(optimized->values().contains("silu"));
    QCOMPARE(optimized->proto().opset_import_size(), 1);
}

void tst_GraphOptimizer::optimizeBasic_leavesItsSourceAlone()
{
    Feedback feedback;
    const Model model = convolutionalNetwork().model();
    const std::string hash = model.contentHash();
    const auto first = optimizeBasic(environment(), model, feedback);
    VERIFY_OK(first);
    QCOMPARE(model.contentHash(), hash);
    const auto second = optimizeBasic(environment(), model.clone(), feedback);
    VERIFY_OK(second);
    QCOMPARE(second->contentHash(), first->contentHash());
}

void tst_GraphOptimizer::optimizeBasic_leavesNoFiles()
{
    const QTemporaryDir folder;
    const QByteArray before = qgetenv("TMPDIR");
    qputenv("TMPDIR", folder.path().toUtf8());
    Feedback feedback;
    const auto optimized = optimizeBasic(environment(), smallNetwork().model(), feedback);
    before.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before);
    VERIFY_OK(optimized);
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).size(), 0);
}

void tst_GraphOptimizer::optimizeBasic_isCanceled()
{
    RecordingFeedback feedback;
    feedback.canceled = true;
    const auto optimized = optimizeBasic(environment(), smallNetwork().model(), feedback);
    QVERIFY(!optimized);
    QCOMPARE(optimized.error().code, ErrorCode::Canceled);
}

void tst_GraphOptimizer::optimizeBasic_isADiskError_whenTheFileCannotBeWritten()
{
    ModelBuilder b(17);
    b.input("x", DataType::Float, {1, 1024}).randomInitializer("w", {1024, 256});
    b.node("MatMul", {"x", "w"}, {"y"}, "matmul");
    b.output("y");
    const Model model = b.model();
    rlimit before = {};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{64 << 10, before.rlim_max}; // as a disk with 64 KiB left: writing more fails
    ::setrlimit(RLIMIT_FSIZE, &small);
    Feedback feedback;
    const auto optimized = optimizeBasic(environment(), model, feedback);
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    QVERIFY(!optimized);
    const QString message = QString::fromStdString(optimized.error().message);
    QVERIFY2(optimized.error().code == ErrorCode::DiskError, qPrintable(message));
    QVERIFY2(message.contains("folder for temporary files '" + QDir::tempPath() + "'"), qPrintable(message));
}

void tst_GraphOptimizer::optimizeBasic_namesTheUnknownOperator()
{
    ModelBuilder b(17);
    b.import("d", 1).input("x", DataType::Float, {2});
    b.node("Relu", {"x"}, {"r"}, "relu");
    b.node("Op", {"r"}, {"y"}, "p").domain("d");
    b.output("y", DataType::Float, {2});
    Feedback feedback;
    const auto optimized = optimizeBasic(environment(), b.model(), feedback);
    QVERIFY(!optimized);
    QCOMPARE(optimized.error().code, ErrorCode::ModelRefused);
    QCOMPARE(optimized.error().message,
             std::string("Node 'p' (Op) uses operator d.Op, which ONNX Runtime does not have."));
    QCOMPARE(optimized.error().subject, std::string("p"));
}

void tst_GraphOptimizer::abandonedWork_goesOnByItself()
{
    struct Shared
    {
        std::atomic<bool> mayEnd = false;
        std::atomic<bool> started = false;
        std::atomic<bool> ended = false;
    };
    const auto shared = std::make_shared<Shared>();
    RecordingFeedback feedback;
    std::thread canceler([&] {
        while (!shared->started)
            std::this_thread::sleep_for(1ms);
        feedback.canceled = true;
    });
    const bool isDone = runAbandonable(
        [shared] {
            shared->started = true;
            while (!shared->mayEnd)
                std::this_thread::sleep_for(1ms);
            shared->ended = true;
        },
        [] {}, feedback);
    canceler.join();
    QVERIFY(!isDone); // it would hang if the work were waited for
    QVERIFY(!shared->ended);
    shared->mayEnd = true;
    QTRY_VERIFY(shared->ended);
    QTRY_COMPARE(shared.use_count(), 1L); // what the work owned is gone
}

void tst_GraphOptimizer::finishedWork_isWaitedFor()
{
    Feedback feedback;
    bool ended = false;
    QVERIFY(runAbandonable(
        [&ended] {
            std::this_thread::sleep_for(50ms);
            ended = true;
        },
        [] {}, feedback));
    QVERIFY(ended);
}

QTEST_GUILESS_MAIN(tst_GraphOptimizer)
#include "tst_graph_optimizer.moc"
