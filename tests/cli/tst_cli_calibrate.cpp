// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/qscope_test.h"

#include <QDir>
#include <QFile>
#include <QJsonObject>
#include <QTest>

using namespace quantiscope::test;

class tst_CliCalibrate : public QscopeTest
{
    Q_OBJECT

private slots:
    void shards_mergeToTheBytesOfOneRun();
    void merge_refusesWhatDoesNotBelongTogether();
    void merge_refusesOptionsWithoutEffect_data();
    void merge_refusesOptionsWithoutEffect();

private:
    /// Copies some of the sample's pictures into a folder.
    void copyPictures(const QString& folder, int first, int count) const
    {
        QVERIFY(QDir(path("")).mkpath(folder));
        const QDir pictures(sample("calib"));
        for (const QString& name : pictures.entryList({"*.png"}).mid(first, count))
            QVERIFY(QFile::copy(pictures.filePath(name), path(folder + "/" + name)));
    }
    [[nodiscard]] ProcessResult calibrate(const QString& data, const QString& output, const QString& threads) const
    {
        return run({"calibrate", sample("fashion_cnn.onnx"), "-c", data, "-o", output, "--threads", threads});
    }
};

void tst_CliCalibrate::shards_mergeToTheBytesOfOneRun()
{
    copyPictures("all", 0, 9);
    copyPictures("a", 0, 4);
    copyPictures("b", 4, 3);
    copyPictures("c", 7, 2);
    VERIFY_STATUS(calibrate("all", "all.stats", "2"), 0);
    VERIFY_STATUS(calibrate("a", "a.stats", "3"), 0);
    VERIFY_STATUS(calibrate("b", "b.stats", "1"), 0);
    VERIFY_STATUS(calibrate("c", "c.stats", "2"), 0);
    const QByteArray expected = readFile(path("all.stats"));
    VERIFY_STATUS(run({"calibrate", "--merge", "b.stats", "c.stats", "a.stats", "-o", "m.stats"}), 0);
    QVERIFY(readFile(path("m.stats")) == expected);
    const ProcessResult two = run({"calibrate", "--merge", "c.stats", "a.stats", "-o", "ca.stats", "--json"});
    VERIFY_STATUS(two, 0);
    QCOMPARE(two.json()["samples"].toInt(), 6);
    QVERIFY(readFile(path("ca.stats")) != expected);
    VERIFY_STATUS(run({"calibrate", "-o", "n.stats", "--merge", "ca.stats", "b.stats"}), 0);
    QVERIFY(readFile(path("n.stats")) == expected);
}

void tst_CliCalibrate::merge_refusesWhatDoesNotBelongTogether()
{
    copyPictures("a", 0, 1);
    copyPictures("b", 1, 1);
    VERIFY_STATUS(calibrate("a", "a.stats", "1"), 0);
    VERIFY_STATUS(
        run({"calibrate", sample("fashion_cnn.onnx"), "-c", "b", "-o", "other.stats", "--set", "OptimizeModel=false"}),
        0);
    const ProcessResult models = run({"calibrate", "--merge", "a.stats", "other.stats", "-o", "m.stats"});
    VERIFY_STATUS(models, 3);
    QVERIFY2(models.err.contains("two different models") && models.err.contains("'other.stats'"), models.text());
    const ProcessResult twice = run({"calibrate", "--merge", "a.stats", "./a.stats", "-o", "m.stats"});
    VERIFY_STATUS(twice, 2);
    QVERIFY2(twice.err.contains("given twice"), twice.text());
    writeFile(path("text"), "no statistics");
    VERIFY_STATUS(run({"calibrate", "--merge", "a.stats", "text", "-o", "m.stats"}), 3);
    VERIFY_STATUS(run({"calibrate", "--merge", "a.stats", "-o", "a.stats"}), 2);
    QVERIFY(!QFile::exists(path("m.stats")));
}

void tst_CliCalibrate::merge_refusesOptionsWithoutEffect_data()
{
    QTest::addColumn<QStringList>("more");
    QTest::addColumn<QString>("says");
    QTest::newRow("model") << QStringList{"model.onnx"} << "leave MODEL 'model.onnx' out";
    QTest::newRow("data") << QStringList{"-c", "random"} << "--calibration has no effect";
    QTest::newRow("recipe") << QStringList{"-r", "r.json"} << "--recipe has no effect";
    QTest::newRow("samples") << QStringList{"--samples", "3"} << "--samples has no effect";
    QTest::newRow("option") << QStringList{"--set", "OptimizeModel=false"} << "--set has no effect";
}

void tst_CliCalibrate::merge_refusesOptionsWithoutEffect()
{
    QFETCH(QStringList, more);
    QFETCH(QString, says);
    QStringList arguments{"calibrate"};
    arguments += more;
    const ProcessResult result = run(arguments + QStringList{"-o", "m.stats", "--merge", "a.stats"});
    VERIFY_STATUS(result, 2);
    QVERIFY2(result.err.contains(says), result.text());
}

QTEST_GUILESS_MAIN(tst_CliCalibrate)
#include "tst_cli_calibrate.moc"
