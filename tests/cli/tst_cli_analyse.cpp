// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/pseudo_terminal.h"
#include "tests/cli/qscope_test.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

#include <cmath>
#include <csignal>

using namespace quantiscope::test;

class tst_CliAnalyse : public QscopeTest
{
    Q_OBJECT

private slots:
    void table_saysThatNothingStandsOut();
    void wideScale_isWhereItFirstGoesWrong();
    void json_holdsErrorsAndWeights();
    void csv_hasALineForEachTensor();
    void quantizedFile_isComparedAsItIs();
    void interrupt_leavesNothing();
    void refusals_sayWhatIsWrong_data();
    void refusals_sayWhatIsWrong();

private:
    [[nodiscard]] QStringList analysing(const QStringList& more = {}) const
    {
        return lookingInto("analyse", 8, 3) + more;
    }
};

void tst_CliAnalyse::table_saysThatNothingStandsOut()
{
    const ProcessResult result = run(analysing({"--worst", "4"}));
    VERIFY_STATUS(result, 0);
    QVERIFY2(result.out.contains(" tensors on 3 samples"), result.text());
    QVERIFY2(result.out.contains("accumulated"), result.text());
    QVERIFY2(result.out.contains("No tensor stands out: the outputs keep "), result.text());
    QVERIFY2(!result.out.contains("goes wrong"), result.text());
    QVERIFY2(result.out.contains("more: see --worst"), result.text());
}

void tst_CliAnalyse::wideScale_isWhereItFirstGoesWrong()
{
    writeFile(path("wide.json"), R"({"format": "quantiscope-recipe", "version": 1, "preset": "XINT8", "layers": [
        {"match": {"node": "/stem/Conv"}, "output": {"range": [-1000, 1000]}}]})");
    const ProcessResult result = run(analysing({"--recipe", path("wide.json"), "--json"}));
    VERIFY_STATUS(result, 0);
    const QJsonValue first = result.json()["firstWrong"];
    QVERIFY2(first["sentence"].toString().startsWith("It first goes wrong at '"), result.text());
    QVERIFY2(first["sentence"].toString().contains(" times as wide as its values need."), result.text());
    QVERIFY(result.json()["lowest"].isUndefined());
}

void tst_CliAnalyse::json_holdsErrorsAndWeights()
{
    const ProcessResult result = run(analysing({"--json", "--report", "layers.json"}));
    VERIFY_STATUS(result, 0);
    const QJsonValue document = result.json();
    QCOMPARE(document["format"].toString(), QString("quantiscope-layer-errors"));
    QCOMPARE(document["samples"].toInt(), 3);
    const QJsonArray tensors = document["tensors"].toArray();
    QVERIFY(tensors.size() > 10);
    QSet<QString> weights;
    for (const QJsonValue& tensor : tensors) {
        QVERIFY2(tensor["own"]["samples"].toInt() > 0, qPrintable(tensor["tensor"].toString()));
        if (tensor["kind"].toString() == "weight")
            weights += tensor["tensor"].toString();
        else
            QCOMPARE(tensor["accumulated"]["samples"].toInt(), 3);
    }
    QVERIFY(document["firstWrong"].isNull());
    QVERIFY(tensors[document["lowest"]["tensor"].toInt(-1)].isObject());
    QVERIFY(!document["lowest"]["sentence"].toString().isEmpty());
    QVERIFY(!document["weights"].toArray().isEmpty());
    for (const QJsonValue& weight : document["weights"].toArray())
        QVERIFY2(weights.contains(weight["name"].toString()), qPrintable(weight["name"].toString()));
    QFile report(path("layers.json"));
    QVERIFY(report.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(report.readAll()), result.out);
}

void tst_CliAnalyse::csv_hasALineForEachTensor()
{
    const ProcessResult result = run(analysing({"--csv", "layers.csv", "--share", "--json"}));
    VERIFY_STATUS(result, 0);
    QFile csv(path("layers.csv"));
    QVERIFY(csv.open(QIODevice::ReadOnly));
    const QStringList lines = QString::fromUtf8(csv.readAll()).split("\r\n", Qt::SkipEmptyParts);
    const QJsonArray tensors = result.json()["tensors"].toArray();
    QCOMPARE(lines.size(), 1 + tensors.size());
    QVERIFY2(lines[0].startsWith("tensor,kind,node,operator,own_sqnr_mean"), qPrintable(lines[0]));
    QVERIFY2(lines[0].endsWith(",scale_excess,output_share"), qPrintable(lines[0]));
    double shares = 0.0;
    for (qsizetype i = 0; i < tensors.size(); ++i) {
        QVERIFY2(lines[i + 1].startsWith(tensors[i]["tensor"].toString() + ','), qPrintable(lines[i + 1]));
        QCOMPARE(lines[i + 1].count(','), lines[0].count(','));
        shares += tensors[i]["outputShare"].toDouble();
    }
    QVERIFY2(std::abs(shares - 1.0) < 1e-9, qPrintable(QString::number(shares)));
}

void tst_CliAnalyse::quantizedFile_isComparedAsItIs()
{
    VERIFY_STATUS(run(quantizeSample("int8.onnx", {"-c", sample("calib"), "--samples", "4"})), 0);
    const QStringList comparing{
        "analyse",      sample("fashion_cnn.onnx"), "--quantized",    "int8.onnx", "-c", sample("calib"),
        "--preprocess", sample("preprocess.json"),  "--most-samples", "2"};
    const ProcessResult text = run(comparing);
    VERIFY_STATUS(text, 0);
    QVERIFY2(text.out.contains(" tensors on 2 samples"), text.text());
    const ProcessResult result = run(comparing + QStringList{"--json"});
    VERIFY_STATUS(result, 0);
    QVERIFY(result.json()["tensors"].toArray().size() > 10);
    QVERIFY(result.json()["weights"].isUndefined());
}

void tst_CliAnalyse::interrupt_leavesNothing()
{
    QProcess process;
    qscope().prepare(process,
                     {"analyse", sample("fashion_cnn.onnx"), "--quantized", sample("fashion_cnn.onnx"), "-c", "random",
                      "--samples", "1000000", "--most-samples", "0", "--csv", "results/layers.csv"});
    PseudoTerminal terminal;
    terminal.start(process);
    QVERIFY(terminal.waitFor("] sample "));
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    QVERIFY(process.waitForFinished());
    const ProcessResult result = resultOf(process);
    VERIFY_STATUS(result, 130);
    QVERIFY(result.out.isEmpty());
    QVERIFY(terminal.text().contains("qscope: Canceled"));
    QVERIFY(namesIn(path("results")).isEmpty());
    QCOMPARE(qscope().leftovers(), QStringList());
}

void tst_CliAnalyse::refusals_sayWhatIsWrong_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("word");
    const QString model = sample("fashion_cnn.onnx");
    QTest::newRow("no samples") << QStringList{model, "--quantized", model} << "--calibration";
    QTest::newRow("no rows") << QStringList{model, "-c", "random", "--worst", "0"} << "--worst";
    QTest::newRow("no preset") << QStringList{model, "-c", "random", "--preset", "XINT9"} << "XINT9";
    QTest::newRow("a report over the model")
        << QStringList{model, "--quantized", "m.onnx", "-c", "random", "--csv", "m.onnx"} << "m.onnx";
}

void tst_CliAnalyse::refusals_sayWhatIsWrong()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, word);
    const ProcessResult result = run(QStringList{"analyse"} + arguments);
    VERIFY_STATUS(result, 2);
    QVERIFY2(result.err.contains(word), result.text());
    QVERIFY(result.out.isEmpty());
}

QTEST_GUILESS_MAIN(tst_CliAnalyse)
#include "tst_cli_analyse.moc"
