// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/pseudo_terminal.h"
#include "tests/cli/qscope_test.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

#include <csignal>

using namespace quantiscope::test;

class tst_CliSensitivity : public QscopeTest
{
    Q_OBJECT

private slots:
    void table_ranksLayersAndShowsTheCurve();
    void json_holdsBothDirections();
    void csv_hasALineForEachPart();
    void groups_areParts();
    void labels_giveAccuracy();
    void interrupt_printsWhatIsKnown();
    void estimates_areLabelled();
    void parts_areMeasured();
    void refusals_sayWhatIsWrong_data();
    void refusals_sayWhatIsWrong();

private:
    [[nodiscard]] QStringList measuring(const QStringList& more = {}) const
    {
        return lookingInto("sensitivity", 8, 3) + more;
    }
};

void tst_CliSensitivity::table_ranksLayersAndShowsTheCurve()
{
    const ProcessResult result = run(measuring({"--top-k"}));
    VERIFY_STATUS(result, 0);
    QVERIFY2(result.out.contains("cosine over 3 of 3 samples; everything quantized: 0.9"), result.text());
    QVERIFY2(result.out.contains("cosine, only this quantized"), result.text());
    QVERIFY2(result.out.contains("Conv · BatchNormalization · Clip"), result.text());
    QVERIFY2(result.out.contains("k in float"), result.text());
}

void tst_CliSensitivity::json_holdsBothDirections()
{
    const ProcessResult result =
        run(measuring({"--json", "--direction", "both", "--per", "block", "--metric", "sqnr", "--report", "s.json"}));
    VERIFY_STATUS(result, 0);
    const QJsonValue document = result.json();
    QCOMPARE(document["format"].toString(), QString("quantiscope-sensitivity"));
    QCOMPARE(document["per"].toString(), QString("block"));
    QCOMPARE(document["metric"].toString(), QString("sqnr"));
    QVERIFY(document["isComplete"].toBool());
    const QJsonArray units = document["units"].toArray();
    QVERIFY(units.size() > 2);
    QCOMPARE(document["ranking"].toArray().size(), units.size());
    for (const QJsonValue& unit : units) {
        QCOMPARE(unit["only"]["samples"].toInt(), 3);
        QCOMPARE(unit["allBut"]["samples"].toInt(), 3);
        QVERIFY(!unit["nodes"].toArray().isEmpty());
    }
    QFile report(path("s.json"));
    QVERIFY(report.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(report.readAll()), result.out);
}

void tst_CliSensitivity::csv_hasALineForEachPart()
{
    const ProcessResult result = run(measuring({"--per", "type", "--csv", "s.csv", "--json"}));
    VERIFY_STATUS(result, 0);
    QFile csv(path("s.csv"));
    QVERIFY(csv.open(QIODevice::ReadOnly));
    const QStringList lines = QString::fromUtf8(csv.readAll()).split("\r\n", Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 1 + result.json()["units"].toArray().size());
    QVERIFY2(lines[0].startsWith("rank,name,operators,"), qPrintable(lines[0]));
    QVERIFY2(lines[1].startsWith("1,"), qPrintable(lines[1]));
}

void tst_CliSensitivity::groups_areParts()
{
    const ProcessResult result = run(measuring({"--group", "stem=^/stem/", "--group", "all=^", "--json"}));
    VERIFY_STATUS(result, 0);
    const QJsonArray units = result.json()["units"].toArray();
    QCOMPARE(units.size(), 2);
    QCOMPARE(units[0]["name"].toString(), QString("stem"));
    QVERIFY(units[0]["nodes"].toArray().size() < units[1]["nodes"].toArray().size());
    QCOMPARE(units[1]["only"]["value"], result.json()["quantized"]["value"]);
}

void tst_CliSensitivity::labels_giveAccuracy()
{
    const ProcessResult result = run(
        measuring({"--evaluate", sample("test"), "--labels", sample("test/labels.tsv"), "--metric", "top1", "--json"}));
    VERIFY_STATUS(result, 0);
    QCOMPARE(result.json()["quantized"]["top1"]["labelled"].toInt(), 3);
}

void tst_CliSensitivity::interrupt_printsWhatIsKnown()
{
    const ProcessResult first = run(measuring({"--json"}));
    VERIFY_STATUS(first, 0);
    const qsizetype units = first.json()["units"].toArray().size();
    // A round is over when as many variants are done: the units, everything quantized, nothing quantized.
    const QByteArray round = "variant " + QByteArray::number(units + 2) + " of " + QByteArray::number(units + 2);
    QProcess process;
    qscope().prepare(process,
                     {"sensitivity", sample("fashion_cnn.onnx"), "-c", "random", "--samples", "4096", "--most-samples",
                      "0", "--preset", "XINT8", "--annotated", path("annotated.onnx"), "--csv", path("s.csv")});
    PseudoTerminal terminal;
    terminal.start(process);
    QVERIFY(terminal.waitFor(round));
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    QVERIFY(process.waitForFinished());
    const ProcessResult result = resultOf(process);
    VERIFY_STATUS(result, 130);
    QVERIFY2(result.out.contains("cosine, only this quantized"), result.text());
    QVERIFY2(result.out.contains(" of 4096 samples"), result.text());
    QVERIFY2(!result.out.contains("4096 of 4096"), result.text());
    QVERIFY(QFile::exists(path("annotated.onnx")));
    QVERIFY(QFile::exists(path("s.csv")));
}

void tst_CliSensitivity::estimates_areLabelled()
{
    ProcessResult result = run(measuring({"--mode", "local", "--csv", "s.csv"}));
    VERIFY_STATUS(result, 0);
    QVERIFY2(result.out.contains("an estimate, mode local"), result.text());
    QVERIFY2(result.out.contains("estimate: sqnr of its own error"), result.text());
    QFile csv(path("s.csv"));
    QVERIFY(csv.open(QIODevice::ReadOnly));
    const QStringList lines = QString::fromUtf8(csv.readAll()).split("\r\n", Qt::SkipEmptyParts);
    QVERIFY2(lines[0].endsWith(",estimate"), qPrintable(lines[0]));
    bool isNumber = false;
    lines[1].section(',', -1).toDouble(&isNumber);
    QVERIFY2(isNumber, qPrintable(lines[1]));
    result = run(measuring({"--mode", "first-order", "--json"}));
    VERIFY_STATUS(result, 0);
    QVERIFY(result.json()["isEstimate"].toBool());
    QCOMPARE(result.json()["mode"].toString(), QString("first-order"));
}

void tst_CliSensitivity::parts_areMeasured()
{
    const ProcessResult result =
        run(measuring({"--part", "first=logits[:, :3]", "--part", "all=logits[...]", "--metric", "sqnr", "--json"}));
    VERIFY_STATUS(result, 0);
    const QJsonValue quantized = result.json()["quantized"];
    const QJsonArray parts = quantized["parts"].toArray();
    QCOMPARE(parts.size(), 2);
    QCOMPARE(parts[0]["name"].toString(), QString("all"));
    QCOMPARE(parts[0]["sqnr"], quantized["outputs"][0]["sqnr"]);
    QVERIFY(parts[1]["sqnr"] != parts[0]["sqnr"]);
    QCOMPARE(quantized["value"].toDouble(),
             std::min(parts[0]["sqnr"]["mean"].toDouble(), parts[1]["sqnr"]["mean"].toDouble()));
}

void tst_CliSensitivity::refusals_sayWhatIsWrong_data()
{
    QTest::addColumn<QStringList>("more");
    QTest::addColumn<QString>("word");
    QTest::newRow("metric") << QStringList{"--metric", "mse"} << "cosine, sqnr, l2, kl or top1";
    QTest::newRow("part") << QStringList{"--per", "node"} << "layer, block, scope or type";
    QTest::newRow("no labels") << QStringList{"--metric", "top1"} << "labels";
    QTest::newRow("group without pattern") << QStringList{"--group", "stem"} << "NAME=NODE";
    QTest::newRow("group of nothing") << QStringList{"--group", "x=nowhere"} << "nowhere";
    QTest::newRow("labels without data") << QStringList{"--labels", "labels.tsv"} << "--evaluate";
    QTest::newRow("mode") << QStringList{"--mode", "guess"} << "full, first-order or local";
    QTest::newRow("estimate of all-but") << QStringList{"--mode", "local", "--direction", "all-but"} << "all-but";
    QTest::newRow("part of another output") << QStringList{"--part", "a=scores[0]"} << "scores";
    QTest::newRow("part without a name") << QStringList{"--part", "logits[0]"} << "logits[0]";
    QTest::newRow("part twice") << QStringList{"--part", "a=logits[0]", "--part", "a=logits[:]"} << "twice";
    QTest::newRow("parts twice") << QStringList{"--group", "x=a", "--per", "layer"} << "--per";
}

void tst_CliSensitivity::refusals_sayWhatIsWrong()
{
    QFETCH(QStringList, more);
    QFETCH(QString, word);
    const ProcessResult result = run(measuring(more));
    VERIFY_STATUS(result, 2);
    QVERIFY2(result.err.contains(word), result.text());
    QVERIFY(result.out.isEmpty());
}

QTEST_GUILESS_MAIN(tst_CliSensitivity)
#include "tst_cli_sensitivity.moc"
