// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/qscope_test.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

using namespace quantiscope::test;

class tst_CliWhatIf : public QscopeTest
{
    Q_OBJECT

private slots:
    void variants_areWhatQuantizeAndEvaluateGive();
    void table_hasARowForEachVariant();
    void reports_holdTheTable();
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
