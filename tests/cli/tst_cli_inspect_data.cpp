// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/qscope_test.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTest>

using namespace quantiscope::test;

class tst_CliInspectData : public QscopeTest
{
    Q_OBJECT

private slots:
    void table_showsFedAndExpected();
    void strict_endsWithStatus4OnWarningsOnly();
    void json_hasSamplesInputsAndFindings();
    void recipe_givesDataAndSkips();
    void skip_takesThePlaceOfTheRecipesNames();
    void refusals_sayWhatIsWrong_data();
    void refusals_sayWhatIsWrong();

private:
    [[nodiscard]] QStringList inspecting(const QString& data, const QStringList& more = {}) const
    {
        return QStringList{"inspect-data", sample("fashion_cnn.onnx"), "-c", data,
                           "--preprocess", sample("preprocess.json")}
        + more;
    }
    /// Some of the sample's pictures, the first one twice.
    void copyWithDuplicate() const
    {
        const QDir pictures(sample("calib"));
        const QStringList names = pictures.entryList({"*.png"});
        QVERIFY(QDir(path("")).mkpath("data"));
        for (int i = 0; i < 12; ++i)
            QVERIFY(QFile::copy(pictures.filePath(names[i]), path("data/" + names[i])));
        QVERIFY(QFile::copy(pictures.filePath(names[0]), path("data/zz.png")));
    }
};

void tst_CliInspectData::table_showsFedAndExpected()
{
    const ProcessResult result = run(inspecting(sample("calib")));
    VERIFY_STATUS(result, 0);
    QVERIFY2(result.out.contains("model expects"), result.text());
    QVERIFY2(result.out.contains(" samples, 0 warnings\n"), result.text());
    QVERIFY2(result.out.contains("float32 [1, 1, 28, 28]"), result.text());
}

void tst_CliInspectData::strict_endsWithStatus4OnWarningsOnly()
{
    copyWithDuplicate();
    const ProcessResult lenient = run(inspecting("data"));
    VERIFY_STATUS(lenient, 0);
    QVERIFY2(lenient.out.contains(", 1 warning\n"), lenient.text());
    QVERIFY2(lenient.out.contains("2 samples in 1 group have the same content."), lenient.text());
    QVERIFY2(lenient.out.contains("zz.png"), lenient.text());
    VERIFY_STATUS(run(inspecting("data", {"--strict"})), 4);
    QVERIFY(QFile::remove(path("data/zz.png")));
    VERIFY_STATUS(run(inspecting("data", {"--strict"})), 0);
}

void tst_CliInspectData::json_hasSamplesInputsAndFindings()
{
    copyWithDuplicate();
    const ProcessResult result = run(inspecting("data", {"--json", "--labels", sample("test/labels.tsv")}));
    VERIFY_STATUS(result, 0);
    const QJsonValue document = result.json();
    QCOMPARE(document["samples"].toArray().size(), 13);
    QCOMPARE(document["samples"][0]["width"].toInt(), 28);
    const QJsonValue input = document["inputs"][0];
    const QJsonValue histogram = input["channels"][0]["histogram"];
    QCOMPARE(histogram["edges"].toArray().size(), histogram["counts"].toArray().size() + 1);
    const QJsonValue finding = document["findings"][0];
    QCOMPARE(finding["kind"].toString(), "duplicates");
    QCOMPARE(finding["severity"].toString(), "warning");
    QCOMPARE(finding["drop"].toArray(), QJsonArray{"zz.png"});
}

void tst_CliInspectData::recipe_givesDataAndSkips()
{
    copyWithDuplicate();
    writeFile(path("recipe.json"), R"({"format": "quantiscope-recipe", "version": 1, "preset": "A8W8", "calibration":
        {"data": {"kind": "images", "path": "data", "skip": ["zz.png"], "preprocess": {"channels": "GRAY", "scale": 0.00392156862745098, "mean": [0.286], "std": [0.353]}}}})");
    const QStringList arguments{"inspect-data", sample("fashion_cnn.onnx"), "-r", "recipe.json", "--strict", "--json"};
    const ProcessResult result = run(arguments);
    VERIFY_STATUS(result, 0);
    QCOMPARE(result.json()["samples"].toArray().size(), 12);
}

void tst_CliInspectData::skip_takesThePlaceOfTheRecipesNames()
{
    copyWithDuplicate();
    const QString first = QDir(path("data")).entryList({"*.png"}, QDir::Files, QDir::Name).constFirst();
    writeFile(path("names.txt"), first.toUtf8() + "\r\n\nno such.png\n");
    const ProcessResult alone = run(inspecting("data", {"--skip", "names.txt", "--json"}));
    VERIFY_STATUS(alone, 0);
    QCOMPARE(alone.json()["samples"].toArray().size(), 12);
    QVERIFY2(alone.err.contains("no such.png"), alone.text());
    writeFile(path("recipe.json"), R"({"format": "quantiscope-recipe", "version": 1, "preset": "A8W8", "calibration":
        {"data": {"kind": "images", "path": "data", "preprocess": "unit", "skip": ["zz.png"]}}})");
    const ProcessResult result =
        run({"inspect-data", sample("fashion_cnn.onnx"), "-r", "recipe.json", "--skip", "names.txt", "--json"});
    VERIFY_STATUS(result, 0);
    const QJsonArray samples = result.json()["samples"].toArray();
    QCOMPARE(samples.size(), 12);
    QVERIFY(samples[0]["name"].toString() != first);
    QCOMPARE(samples.last()["name"].toString(), "zz.png");
}

void tst_CliInspectData::refusals_sayWhatIsWrong_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("part");
    const QString model = sample("fashion_cnn.onnx");
    QTest::newRow("no data") << QStringList{"inspect-data", model} << 2 << "No data is given";
    QTest::newRow("no folder") << QStringList{"inspect-data", model, "-c", "nowhere"} << 3 << "does not exist";
    QTest::newRow("no model") << QStringList{"inspect-data", "no.onnx", "-c", "random"} << 3 << "no.onnx";
    QTest::newRow("useless option") << QStringList{"inspect-data", model, "-c", "random", "--preprocess", "raw"} << 2
                                    << "--preprocess";
    QTest::newRow("no names") << QStringList{"inspect-data", model, "-c", sample("calib"), "--skip", "none.txt"} << 3
                              << "none.txt";
    QTest::newRow("names of random data")
        << QStringList{"inspect-data", model, "-c", "random", "--skip", sample("preprocess.json")} << 2 << "--skip";
    QTest::newRow("no labels") << QStringList{"inspect-data", model, "-c", "random", "--labels", "none.tsv"} << 3
                               << "none.tsv";
}

void tst_CliInspectData::refusals_sayWhatIsWrong()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, status);
    QFETCH(QString, part);
    const ProcessResult result = run(arguments);
    VERIFY_STATUS(result, status);
    QVERIFY2(result.err.contains(part), result.text());
}

QTEST_GUILESS_MAIN(tst_CliInspectData)
#include "tst_cli_inspect_data.moc"
