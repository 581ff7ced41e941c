// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/npy_writer.h"
#include "tests/cli/pseudo_terminal.h"
#include "tests/cli/qscope_test.h"
#include "tests/support/model_builder.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <csignal>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_CliWhatIf : public QscopeTest
{
    Q_OBJECT

private slots:
    void variants_areWhatQuantizeAndEvaluateGive();
    void table_hasARowForEachVariant();
    void reports_holdTheTable();
    void brokenSamples_areCounted();
    void warnings_areTold();
    void laterRefusal_keepsWhatIsKnown();
    void interrupt_printsWhatIsKnown();
    void refusals_sayWhatIsWrong_data();
    void refusals_sayWhatIsWrong();

private:
    [[nodiscard]] static QStringList asking(const QStringList& more = {})
    {
        return lookingInto("what-if", 8, 0) + more;
    }
};

void tst_CliWhatIf::variants_areWhatQuantizeAndEvaluateGive()
{
    const QString conv = "/stem/Conv";
    const QStringList changes[] = {{}, {"--exclude", conv}, {"--preset", "A8W8", "--set", "PerChannel=true"}};
    QStringList asked = asking({"--json"});
    for (const QStringList& change : changes) {
        if (!change.isEmpty())
            asked << "--try" << change.join(' ');
    }
    const ProcessResult result = run(asked);
    VERIFY_STATUS(result, 0);
    QCOMPARE(result.json()["format"].toString(), QString("quantiscope-what-if"));
    QVERIFY(result.json()["isComplete"].toBool());
    const QJsonArray variants = result.json()["variants"].toArray();
    QCOMPARE(variants.size(), qsizetype(std::size(changes)));
    for (std::size_t i = 0; i < std::size(changes); ++i) {
        QStringList quantizing = lookingInto("quantize", 8, 0);
        quantizing.removeLast(); // --most-samples is not its option
        quantizing.removeLast();
        if (const qsizetype preset = quantizing.indexOf("--preset"); changes[i].contains("--preset"))
            quantizing.remove(preset, 2);
        const ProcessResult quantized = run(quantizing + changes[i] + QStringList{"-o", path("q.onnx"), "--quiet"});
        VERIFY_STATUS(quantized, 0);
        const ProcessResult evaluated =
            run({"evaluate", "--float", sample("fashion_cnn.onnx"), "--quantized", path("q.onnx"), "-c",
                 sample("calib"), "--preprocess", sample("preprocess.json"), "--samples", "8", "--json"});
        VERIFY_STATUS(evaluated, 0);
        const QJsonValue variant = variants[qsizetype(i)];
        QCOMPARE(variant["change"].toString(), changes[i].join(' '));
        const QJsonArray outputs = evaluated.json()["outputs"].toArray();
        QVERIFY(!outputs.isEmpty());
        QCOMPARE(variant["evaluation"]["outputs"].toArray(), outputs);
        QCOMPARE(variant["floatMultiplyAdds"].toDouble() > 0.0, changes[i].contains("--exclude"));
        QVERIFY(variant["weightBytes"].toDouble() > 0.0);
    }
    QVERIFY(variants[0]["evaluation"]["outputs"] != variants[1]["evaluation"]["outputs"]);
    QVERIFY(variants[0]["evaluation"]["outputs"] != variants[2]["evaluation"]["outputs"]);
}

void tst_CliWhatIf::table_hasARowForEachVariant()
{
    const ProcessResult result = run(asking({"--try", "--exclude-type Conv", "--try", "--method 'MinMax'"}));
    VERIFY_STATUS(result, 0);
    QVERIFY2(result.out.startsWith("3 variants on 8 samples, in one loaded session:\n"), result.text());
    QVERIFY2(result.out.contains("(the recipe as it is)"), result.text());
    QVERIFY2(result.out.contains("--exclude-type Conv "), result.text());
    QVERIFY2(result.out.contains("--method 'MinMax'"), result.text());
    QCOMPARE(result.out.count('\n'), 1 + 2 + 3);
}

void tst_CliWhatIf::reports_holdTheTable()
{
    const ProcessResult result = run(asking(
        {"--try", "--exclude-type Conv", "--report", "w.html", "--report", "w.csv", "--report", "w.json", "--json"}));
    VERIFY_STATUS(result, 0);
    const auto text = [this](const char* name) {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    };
    QVERIFY(text("w.html").contains("--exclude-type Conv"));
    QVERIFY(text("w.csv").contains("--exclude-type Conv"));
    QCOMPARE(text("w.json"), result.out);
}

void tst_CliWhatIf::brokenSamples_areCounted()
{
    // A logarithm of values of which one becomes 0 on a scale up to 1.
    ModelBuilder b;
    b.input("x", DataType::Float, {1, 2});
    b.initializer("w", {2, 2}, {1, 0, 0, 1});
    b.node("MatMul", {"x", "w"}, {"a"}, "product");
    b.node("Log", {"a"}, {"y"});
    b.output("y");
    writeFile(path("log.onnx"), QByteArray::fromStdString(b.build().SerializeAsString()));
    QVERIFY(writeNpy(path("x.npy").toStdString(),
                     Tensor::fromFloats({3, 2}, std::vector<float>{1, 1e-4F, 0.5F, 1e-4F, 1, 1})));
    const ProcessResult result =
        run({"what-if", path("log.onnx"), "-c", path("x.npy"), "--preset", "A8W8", "--report", path("w.csv")});
    VERIFY_STATUS(result, 0);
    const QList<QByteArray> lines = readFile(path("w.csv")).split('\n');
    const qsizetype at = lines[0].split(',').indexOf("left out");
    QVERIFY(at > 0);
    QCOMPARE(lines[1].split(',')[at], QByteArray("2"));
    QVERIFY2(result.out.section('\n', 1, 1).contains("left out"), result.text());
}

void tst_CliWhatIf::warnings_areTold()
{
    // Of each change, also where another one has the same; those of the recipe once.
    const QStringList changes{"--set CalibMovingAverageConstant=0.5", "--set CalibMovingAverageConstant=0.6"};
    const QStringList floats{"--exclude '^.*'", "--exclude '^.*$'"};
    QStringList asked = asking({"--set", "Percentile=99"});
    for (const QString& change : changes + floats)
        asked << "--try" << change;
    const ProcessResult result = run(asked);
    VERIFY_STATUS(result, 0);
    for (const QString& change : changes) {
        QVERIFY2(result.err.contains("--try '" + change + "': Option CalibMovingAverageConstant has no effect"),
                 result.text());
    }
    for (const QString& change : floats)
        QVERIFY2(result.err.contains("--try '" + change + "': Nothing is quantized"), result.text());
    QCOMPARE(result.err.count("Option Percentile has no effect"), 1);
}

void tst_CliWhatIf::laterRefusal_keepsWhatIsKnown()
{
    // A recipe that needs no data, and a change that does, which is known only when its turn comes.
    const ProcessResult result =
        run({"what-if", sample("fashion_cnn.onnx"), "--preset", "WEIGHTS_ONLY", "--evaluate", "random", "--try",
             "--exclude '/stem/Conv'", "--try", "--preset A8W8", "--report", path("w.json"), "--report", path("w.md")});
    VERIFY_STATUS(result, 2);
    QVERIFY2(result.err.contains("error: --try '--preset A8W8': "), result.text());
    QVERIFY2(result.out.contains("2 variants on "), result.text());
    QVERIFY(!QJsonDocument::fromJson(readFile(path("w.json")))["isComplete"].toBool(true));
    QVERIFY(readFile(path("w.md")).contains("Only 2 of 3 variants were measured."));
}

void tst_CliWhatIf::interrupt_printsWhatIsKnown()
{
    QProcess process;
    qscope().prepare(process,
                     {"what-if", sample("fashion_cnn.onnx"), "-c", "random", "--samples", "4096", "--most-samples", "0",
                      "--preset", "XINT8", "--try", "--preset A16W8", "--try", "--exclude '/stem/Conv'", "--report",
                      path("w.md")});
    PseudoTerminal terminal;
    terminal.start(process);
    QVERIFY(terminal.waitFor("evaluate"));
    QVERIFY(terminal.waitFor("prepare")); // the recipe is done
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    QVERIFY(process.waitForFinished());
    const ProcessResult result = resultOf(process);
    VERIFY_STATUS(result, 130);
    QVERIFY2(result.out.contains("on 4096 samples (cancelled), in one loaded session:"), result.text());
    QVERIFY2(result.out.contains("(the recipe as it is)"), result.text());
    QVERIFY(readFile(path("w.md")).contains(" of 3 variants were measured."));
}

void tst_CliWhatIf::refusals_sayWhatIsWrong_data()
{
    QTest::addColumn<QStringList>("more");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("what");
    QTest::newRow("unknown option") << QStringList{"--try", "--excluded Conv"} << 2 << "--try '--excluded Conv'";
    QTest::newRow("no option") << QStringList{"--try", "Conv_41"} << 2 << "such as '--exclude NODE'";
    QTest::newRow("data") << QStringList{"--try", "-c random"} << 2 << "--try '-c random'";
    QTest::newRow("value") << QStringList{"--try", "--percentile 200"} << 2 << "--percentile";
    QTest::newRow("preset") << QStringList{"--try", "--preset XINT9"} << 2 << "XINT9";
    QTest::newRow("no such node") << QStringList{"--try", "--exclude nothing"} << 2 << "nothing";
    QTest::newRow("no recipe") << QStringList{"--try", "-r nowhere.json"} << 3 << "nowhere.json";
    QTest::newRow("empty") << QStringList{"--try", ""} << 2 << "--try";
    QTest::newRow("blank") << QStringList{"--try", "  "} << 2 << "--try '  ': It holds no option.";
    QTest::newRow("nothing behind --") << QStringList{"--try", "--"} << 2 << "It holds no option.";
    QTest::newRow("open quote") << QStringList{"--try", "--exclude 'Conv"} << 2 << "has no end";
    QTest::newRow("behind a quote") << QStringList{"--try", "--exclude '/stem/Conv'Z"} << 2 << "/stem/ConvZ";
    QTest::newRow("twice") << QStringList{"--try", "--method MinMax", "--try", " --method  'MinMax'"} << 2
                           << "is given twice";
}

void tst_CliWhatIf::refusals_sayWhatIsWrong()
{
    QFETCH(const QStringList, more);
    QFETCH(const int, status);
    QFETCH(const QString, what);
    const ProcessResult result = run(asking(more));
    VERIFY_STATUS(result, status);
    QVERIFY2(result.err.contains("error: "), result.text());
    QVERIFY2(result.err.contains(what), result.text());
    QVERIFY2(result.out.isEmpty(), result.text());
}

QTEST_GUILESS_MAIN(tst_CliWhatIf)
#include "tst_cli_what_if.moc"
