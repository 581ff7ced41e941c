// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/pseudo_terminal.h"
#include "tests/cli/qscope_test.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

#include <csignal>

using namespace quantiscope::test;

class tst_CliAdvise : public QscopeTest
{
    Q_OBJECT

private slots:
    void text_saysWhatWhyAndHow();
    void json_isTheReport();
    void recipe_reachesTheGoal_whenItIsApplied();
    void interrupt_printsWhatIsKnown();
    void refusals_sayWhatIsWrong_data();
    void refusals_sayWhatIsWrong();

private:
    [[nodiscard]] QStringList advising(const QStringList& more = {}) const
    {
        return lookingInto("advise", 8, 4) + QStringList{"--screening", "2"} + more;
    }
};

void tst_CliAdvise::text_saysWhatWhyAndHow()
{
    const ProcessResult result = run(advising({"--goal", "cosine>=0.9999"}));
    VERIFY_STATUS(result, 0);
    for (const char* words : {"Goal: cosine >= 0.9999. This recipe: 0.", "with it alone quantized",
                              "Not with these rules: per-channel weights. PerChannel must be false", "preset A16W8_PC",
                              "The best recipe that was found: cosine", "evaluations"})
        QVERIFY2(result.out.contains(words), result.text());
}

void tst_CliAdvise::json_isTheReport()
{
    const ProcessResult result =
        run(advising({"--json", "--report", "a.json", "--evaluations", "5", "--goal", "cosine>=0.9999"}));
    VERIFY_STATUS(result, 0);
    const QJsonValue document = result.json();
    QCOMPARE(document["format"].toString(), QString("quantiscope-advice"));
    QCOMPARE(document["complete"].toBool(), false); // the budget
    QCOMPARE(document["evaluations"].toInt(), 5);
    QFile report(path("a.json"));
    QVERIFY(report.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(report.readAll()), result.out);
}

void tst_CliAdvise::recipe_reachesTheGoal_whenItIsApplied()
{
    const ProcessResult advice = run(advising({"--goal", "cosine>=0.999", "--apply", "better.json", "--json"}));
    VERIFY_STATUS(advice, 0);
    QVERIFY2(advice.json()["plan"]["outcome"]["met"].toBool(), advice.text());
    const ProcessResult result = run({"quantize", sample("fashion_cnn.onnx"), "-r", "better.json", "-o", "out.onnx"});
    VERIFY_STATUS(result, 0);
    const ProcessResult judged =
        run({"evaluate", "--float", sample("fashion_cnn.onnx"), "--quantized", "out.onnx", "-c", sample("calib"),
             "--preprocess", sample("preprocess.json"), "--samples", "4", "--json"});
    VERIFY_STATUS(judged, 0);
    QCOMPARE(judged.json()["outputs"][0]["cosine"]["mean"], advice.json()["plan"]["outcome"]["value"]);
}

void tst_CliAdvise::interrupt_printsWhatIsKnown()
{
    QProcess process;
    qscope().prepare(process, advising({"--goal", "cosine>=0.9999999", "--apply", "better.json"}));
    PseudoTerminal terminal;
    terminal.start(process);
    QVERIFY(terminal.waitFor("fixes "));
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    QVERIFY(process.waitForFinished());
    const ProcessResult result = resultOf(process);
    VERIFY_STATUS(result, 130);
    QVERIFY2(result.out.contains("with it alone quantized"), result.text());
    QVERIFY2(result.out.contains("evaluations, not complete"), result.text());
    QCOMPARE(qscope().leftovers(), QStringList());
    // What a few screening samples found is not written: the recipe as it is.
    VERIFY_STATUS(run(advising({"--goal", "cosine>=-1", "--apply", "given.json"})), 0);
    QVERIFY(!readFile(path("given.json")).isEmpty());
    QCOMPARE(readFile(path("better.json")), readFile(path("given.json")));
}

void tst_CliAdvise::refusals_sayWhatIsWrong_data()
{
    QTest::addColumn<QStringList>("more");
    QTest::addColumn<QString>("word");
    QTest::newRow("goal without bound") << QStringList{"--goal", "cosine"} << "cosine";
    QTest::newRow("no number") << QStringList{"--goal", "cosine>=nan"} << "--goal 'cosine>=nan'";
    QTest::newRow("unknown metric") << QStringList{"--goal", "cosin>=0.9"} << "cosine";
    QTest::newRow("unknown output") << QStringList{"--goal", "boxes:cosine>=0.9"} << "boxes";
    QTest::newRow("no labels") << QStringList{"--goal", "top1Drop<=1"} << "label";
    QTest::newRow("labels without data") << QStringList{"--labels", "labels.tsv"} << "--evaluate";
    QTest::newRow("no screening") << QStringList{"--screening", "0"} << "--screening";
}

void tst_CliAdvise::refusals_sayWhatIsWrong()
{
    QFETCH(QStringList, more);
    QFETCH(QString, word);
    const ProcessResult result = run(advising(more));
    VERIFY_STATUS(result, 2);
    QVERIFY2(result.err.contains(word), result.text());
}

QTEST_GUILESS_MAIN(tst_CliAdvise)
#include "tst_cli_advise.moc"
