// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/pseudo_terminal.h"
#include "tests/cli/qscope_test.h"

#include <QDir>
#include <QElapsedTimer>
#include <QJsonDocument>
#include <QTest>

#include <csignal>

using namespace quantiscope::test;

class tst_CliTerminal : public QscopeTest
{
    Q_OBJECT

private slots:
    void json_isOneDocumentWhileProgressGoesToTheTerminal();
    void quiet_printsNoProgressAndNoWarnings();
    void interrupt_leavesNothing();
    void interrupt_leavesNothing_data();
    void secondSignal_removesTemporaryFiles();
};

void tst_CliTerminal::json_isOneDocumentWhileProgressGoesToTheTerminal()
{
    const QString model = sample("fashion_cnn.onnx");
    const QList<QStringList> commands{
        quantizeSample("out.onnx", {"-r", sample("recipe.json"), "--json"}),
        {"calibrate", model, "-o", "out.stats", "-c", "random", "--samples", "50", "--json"},
        {"evaluate", "--float", model, "--quantized", "out.onnx", "-c", "random", "--samples", "50", "--json"},
    };
    for (const QStringList& arguments : commands) {
        QProcess process;
        qscope().prepare(process, arguments);
        PseudoTerminal terminal;
        terminal.start(process);
        const QByteArray shown = terminal.text();
        QVERIFY(process.waitForFinished());
        const ProcessResult result = resultOf(process);
        VERIFY_STATUS(result, 0);
        QJsonParseError error;
        const QJsonDocument document = QJsonDocument::fromJson(result.out.toUtf8(), &error);
        QVERIFY2(error.error == QJsonParseError::NoError, qPrintable(arguments[0] + ": " + error.errorString()));
        QVERIFY(document.isObject());
        const QByteArray stage = arguments[0] == "evaluate" ? "evaluate [" : "calibrate [";
        QVERIFY2(shown.contains(stage) && shown.contains("] sample "), shown.constData());
        QVERIFY2(shown.endsWith("\r\x1b[K"), "the progress line was left behind");
    }
}

void tst_CliTerminal::quiet_printsNoProgressAndNoWarnings()
{
    const QStringList arguments = quantizeSample("out.onnx", {"-c", sample("calib"), "--samples", "1000"});
    const ProcessResult loud = run(arguments);
    VERIFY_STATUS(loud, 0);
    QVERIFY2(loud.err.startsWith("qscope: warning: 1000 samples are wanted"), qPrintable(loud.err));
    QCOMPARE(loud.err.count('\n'), 2); // and the memory that it takes
    QProcess process;
    qscope().prepare(process, arguments + QStringList{"--quiet"});
    PseudoTerminal terminal;
    terminal.start(process);
    QCOMPARE(terminal.text(), QByteArray());
    QVERIFY(process.waitForFinished());
    VERIFY_STATUS(resultOf(process), 0);
}

void tst_CliTerminal::interrupt_leavesNothing_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<int>("signal");
    QTest::newRow("quantize, Ctrl-C") << "quantize" << SIGINT;
    QTest::newRow("quantize, SIGTERM") << "quantize" << SIGTERM;
    QTest::newRow("calibrate, Ctrl-C") << "calibrate" << SIGINT;
}

void tst_CliTerminal::interrupt_leavesNothing()
{
    QFETCH(QString, command);
    QFETCH(int, signal);
    const QStringList arguments{command, sample("fashion_cnn.onnx"), "-o", "results/out", "-c", "random"};
    QProcess process;
    // Minutes of work.
    qscope().prepare(process, arguments + QStringList{"--samples", "1000000"});
    PseudoTerminal terminal;
    terminal.start(process);
    QVERIFY(terminal.waitFor("] sample "));
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), signal), 0);
    QVERIFY(process.waitForFinished());
    const qint64 elapsed = timer.elapsed();
    const ProcessResult result = resultOf(process);
    VERIFY_STATUS(result, 130);
    QVERIFY2(elapsed < 500, qPrintable(QString("ended after %1 ms").arg(elapsed)));
    QVERIFY(result.out.isEmpty());
    const QByteArray shown = terminal.text();
    QVERIFY2(shown.contains("qscope: Canceled") && !shown.contains("error"), shown.constData());
    QVERIFY(namesIn(path("results")).isEmpty());
    QCOMPARE(qscope().leftovers(), QStringList());

    VERIFY_STATUS(run(arguments + QStringList{"--samples", "2"}), 0);
    QCOMPARE(namesIn(path("results")), QStringList({"out"}));
}

void tst_CliTerminal::secondSignal_removesTemporaryFiles()
{
    // The process is stopped while it has a temporary folder and finds both signals when it goes on, so that the first
    // one has no time to end it in order.
    constexpr int kAttempts = 20;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        QProcess process;
        qscope().prepare(process, quantizeSample("out.onnx", {"-c", "random", "--samples", "1000000"}));
        process.start();
        QVERIFY(process.waitForStarted());
        const auto id = static_cast<pid_t>(process.processId());
        const QDir folder(qscope().temporaryFolder());
        QElapsedTimer timer;
        timer.start();
        while (folder.isEmpty() && timer.elapsed() < 5000) { }
        QCOMPARE(::kill(id, SIGSTOP), 0);
        QTest::qWait(20);
        const bool hasFolder = !folder.isEmpty();
        QCOMPARE(::kill(id, SIGINT), 0);
        QCOMPARE(::kill(id, SIGTERM), 0);
        QCOMPARE(::kill(id, SIGCONT), 0);
        QVERIFY(process.waitForFinished());
        VERIFY_STATUS(resultOf(process), 130);
        QCOMPARE(qscope().leftovers(), QStringList());
        if (hasFolder)
            return;
    }
    QFAIL("the temporary folder was never seen");
}

QTEST_GUILESS_MAIN(tst_CliTerminal)
#include "tst_cli_terminal.moc"
