// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/qscope_test.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace quantiscope::test;

/// What happens after the model is written must neither look like a failure of it nor lose its report.
class tst_CliSaved : public QscopeTest
{
    Q_OBJECT

private slots:
    void goneData_costTheCheckOnly();
    void damagedPictures_areLeftOutOfTheCheckToo();
    void check_takesNoMoreThanWasCalibrated();
    void failedEvaluation_keepsModelAndReport();

private:
    [[nodiscard]] const QJsonObject report() const
    {
        return QJsonDocument::fromJson(readFile(path("run.json"))).object();
    }
    /// Copies pictures of the sample into a folder.
    void copyPictures(const QString& folder, int count) const
    {
        QVERIFY(QDir(path("")).mkpath(folder));
        const QDir pictures(sample("calib"));
        for (const QString& name : pictures.entryList({"*.png"}).mid(0, count))
            QVERIFY(QFile::copy(pictures.filePath(name), path(folder + "/" + name)));
    }
};

void tst_CliSaved::goneData_costTheCheckOnly()
{
    copyPictures("data", 3);
    writeFile(path("r.json"), R"({"format": "quantiscope-recipe", "version": 1, "preset": "A8W8",
                                  "calibration": {"data": {"kind": "images", "path": "data"}}})");
    VERIFY_STATUS(run({"calibrate", sample("fashion_cnn.onnx"), "-r", "r.json", "-o", "r.stats"}), 0);
    QVERIFY(QDir(path("data")).removeRecursively());
    // Statistics are there so that the data need not be.
    const ProcessResult result =
        run(quantizeSample("out.onnx", {"-r", "r.json", "--statistics", "r.stats", "--report", "run.json"}));
    VERIFY_STATUS(result, 0);
    QVERIFY2(result.err.contains("warning") && result.err.contains("'data' does not exist"), result.text().constData());
    QVERIFY(!report().contains("check"));
    QCOMPARE(report()["warnings"].toArray().size(), 1);
    VERIFY_STATUS(run({"inspect", "out.onnx"}), 0);
}

void tst_CliSaved::damagedPictures_areLeftOutOfTheCheckToo()
{
    copyPictures("data", 3);
    const QStringList names = QDir(path("data")).entryList(QDir::Files);
    int withoutCheck = 0;
    for (const QString& sound : names) {
        copyPictures("tried", 3);
        for (const QString& name : names) {
            if (name != sound)
                writeFile(path("tried/" + name), "damaged");
        }
        const ProcessResult result = run(quantizeSample("out.onnx", {"-c", "tried", "--report", "run.json"}));
        VERIFY_STATUS(result, 0);
        withoutCheck += !report().contains("check");
        QVERIFY(QDir(path("tried")).removeRecursively());
    }
    QCOMPARE(withoutCheck, 0); // it takes the sound one, whichever that is
}

void tst_CliSaved::check_takesNoMoreThanWasCalibrated()
{
    const ProcessResult result = run(quantizeSample("out.onnx", {"-c", "random", "--report", "run.json"}));
    VERIFY_STATUS(result, 0);
    QVERIFY2(result.out.contains("1 of the calibration samples"), result.text().constData());
    QCOMPARE(report()["data"]["samples"].toInt(), 1);
    QCOMPARE(report()["check"]["samples"].toInt(), 1);
}

void tst_CliSaved::failedEvaluation_keepsModelAndReport()
{
    copyPictures("data", 2);
    QString labels;
    for (const QString& name : QDir(path("data")).entryList(QDir::Files))
        labels += name + "\t12\n"; // ten classes: known only when the model has run
    writeFile(path("labels.tsv"), labels.toUtf8());
    const ProcessResult result = run(quantizeSample(
        "out.onnx", {"-c", "data", "--evaluate", "data", "--labels", "labels.tsv", "--report", "run.json"}));
    VERIFY_STATUS(result, 3);
    QVERIFY2(result.err.contains("'out.onnx' is complete, but its evaluation failed: "), result.text().constData());
    QVERIFY2(result.err.contains("0 to 9"), result.text().constData());
    const ProcessResult written = run({"inspect", "out.onnx", "--json"});
    VERIFY_STATUS(written, 0);
    QCOMPARE(report()["output"]["hash"], written.json()["hash"]);
    QVERIFY(report()["evaluationError"].toString().contains("is complete"));
    QVERIFY(!report().contains("evaluation"));
}

QTEST_GUILESS_MAIN(tst_CliSaved)
#include "tst_cli_saved.moc"
