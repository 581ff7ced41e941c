// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/qscope_test.h"
#include "tests/support/model_builder.h"
#include "tests/support/uneven_layers.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <utility>
#include <vector>

using namespace quantiscope::test;

class tst_CliCalibrate : public QscopeTest
{
    Q_OBJECT

private slots:
    void shards_mergeToTheBytesOfOneRun();
    void merge_refusesWhatDoesNotBelongTogether();
    void merge_refusesOptionsWithoutEffect_data();
    void merge_refusesOptionsWithoutEffect();
    void statistics_areOfThePresetsGraph();
    void cache_servesOtherMethodsAndExclusions();
    void asRun_fillsTheCacheOfTheRun_data();
    void asRun_fillsTheCacheOfTheRun();
    void cache_missesOtherWeightsAndOtherData();
    void memoryBudget_changesNothingButTheMemory();
    void memoryBudget_refusesWithWhatWouldDo();
    void randomData_areAsTheOptionsSay();

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
    QTest::newRow("preset") << QStringList{"-p", "A8W8"} << "--preset has no effect";
    QTest::newRow("samples") << QStringList{"--samples", "3"} << "--samples has no effect";
    QTest::newRow("threads") << QStringList{"--threads", "2"} << "--threads has no effect";
    QTest::newRow("budget") << QStringList{"--memory-budget", "1MiB"} << "--memory-budget has no effect";
    QTest::newRow("cache") << QStringList{"--cache", "cc"} << "--cache has no effect";
    QTest::newRow("cache size") << QStringList{"--cache-size", "1G"} << "--cache-size has no effect";
    QTest::newRow("as run") << QStringList{"--as-run"} << "--as-run has no effect";
    QTest::newRow("force") << QStringList{"--force"} << "--force has no effect";
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

void tst_CliCalibrate::statistics_areOfThePresetsGraph()
{
    // The middle channels' weights differ a hundredfold, so that equalization changes the graph.
    std::vector<float> first;
    std::vector<float> second(16);
    for (int channel = 0; channel < 4; ++channel) {
        for (int k = 0; k < 4; ++k) {
            const float weight = 0.5F + 0.1F * static_cast<float>(k);
            first.push_back(channel == 0 ? 100.0F * weight : weight);
            second[static_cast<std::size_t>(k * 4 + channel)] = channel == 0 ? weight / 100.0F : weight;
        }
    }
    ModelBuilder b;
    b.input("x", quantiscope::DataType::Float, {1, 4, 4, 4});
    b.initializer("w1", {4, 4, 1, 1}, first);
    b.initializer("w2", {4, 4, 1, 1}, second);
    b.node("Conv", {"x", "w1"}, {"a"}, "conv1");
    b.node("Relu", {"a"}, {"r"}, "relu");
    b.node("Conv", {"r", "w2"}, {"y"}, "conv2");
    b.output("y");
    writeFile(path("m.onnx"), QByteArray::fromStdString(b.build().SerializeAsString()));
    const QStringList equalized{"-p", "A8W8", "--set", "CLEAcceptance=Always"};
    const auto calibrated = [this](const QStringList& more) {
        return run(QStringList{"calibrate", "m.onnx", "-c", "random", "-o", "m.stats"} + more);
    };
    const auto quantized = [this](const QStringList& more) {
        return run(QStringList{"quantize", "m.onnx", "--statistics", "m.stats", "-o", "q.onnx"} + more);
    };
    VERIFY_STATUS(calibrated({"-p", "ORT_U8S8"}), 0);
    VERIFY_STATUS(quantized({"-p", "ORT_U8S8"}), 0);
    const ProcessResult refused = quantized(equalized);
    VERIFY_STATUS(refused, 3);
    QVERIFY2(refused.err.contains("prepared (and equalized: IncludeCLE) for another preset or other options")
                 && refused.err.contains("Give 'qscope calibrate' the --preset (here A8W8), --recipe and --set"),
             refused.text());
    VERIFY_STATUS(calibrated(equalized), 0);
    VERIFY_STATUS(quantized(equalized), 0);
    const ProcessResult back = quantized({"-p", "ORT_U8S8"});
    VERIFY_STATUS(back, 3);
    QVERIFY2(back.err.contains("(here ORT_U8S8)") && !back.err.contains("IncludeCLE"), back.text());
}

void tst_CliCalibrate::cache_servesOtherMethodsAndExclusions()
{
    copyPictures("data", 0, 4);
    const auto quantize = [this](const QString& output, const QStringList& more) {
        const ProcessResult result =
            run(quantizeSample(output, QStringList{"-c", "data", "--cache", "cache", "--report", "run.json"} + more));
        const QJsonObject report = QJsonDocument::fromJson(readFile(path("run.json"))).object();
        return std::pair(result, report["cache"]["hit"].toBool());
    };
    const QStringList minMax{"--preset", "U8S8_AAWS", "--method", "MinMax"};
    const auto [first, firstHit] = quantize("first.onnx", minMax);
    VERIFY_STATUS(first, 0);
    QVERIFY(!firstHit);
    for (const QStringList& more : {minMax, minMax + QStringList{"--exclude-type", "Gemm"},
                                    QStringList{"--preset", "U8S8_AAWS", "--method", "Percentile"},
                                    QStringList{"--preset", "A8W8", "--percentile", "99.9"}}) {
        const auto [result, hit] = quantize("again.onnx", more);
        VERIFY_STATUS(result, 0);
        QVERIFY2(hit, more.join(' ').toUtf8());
    }
    VERIFY_STATUS(quantize("again.onnx", {"--preset", "XINT8"}).first, 0); // its graph may be another one
    QVERIFY(quantize("again.onnx", {"--preset", "XINT8", "--set", "MinMSEModePof2Scale=MostCommon"}).second);
    VERIFY_STATUS(quantize("again.onnx", minMax).first, 0);
    QVERIFY(readFile(path("again.onnx")) == readFile(path("first.onnx")));
    VERIFY_STATUS(run(quantizeSample("without.onnx", QStringList{"-c", "data"} + minMax)), 0);
    QVERIFY(readFile(path("without.onnx")) == readFile(path("first.onnx")));
    QVERIFY(!quantize("again.onnx", minMax + QStringList{"--samples", "3"}).second);
    QVERIFY(!quantize("again.onnx", minMax + QStringList{"--preprocess", "raw"}).second);
    VERIFY_STATUS(run(quantizeSample("x.onnx", {"-c", "data", "--cache-size", "1G"})), 2);
}

void tst_CliCalibrate::asRun_fillsTheCacheOfTheRun_data()
{
    QTest::addColumn<QStringList>("more");
    QTest::addColumn<bool>("isHit");
    QTest::newRow("as a run") << QStringList{"--as-run"} << true;
    QTest::newRow("by prediction") << QStringList{} << false;
}

void tst_CliCalibrate::asRun_fillsTheCacheOfTheRun()
{
    QFETCH(QStringList, more);
    QFETCH(bool, isHit);
    // A gain is predicted, but one sample does not make it sure.
    writeFile(path("m.onnx"), QByteArray::fromStdString(unevenLayers(1).build().SerializeAsString()));
    const QStringList common{"-c",        "random:3",
                             "--samples", "1",
                             "-p",        "A8W8",
                             "--set",     "IncludeCLE=true",
                             "--set",     "CLEAcceptance=Improvement",
                             "--set",     "CLEScaleUseThreshold=false",
                             "--cache",   "cache"};
    VERIFY_STATUS(run(QStringList{"calibrate", "m.onnx", "-o", "m.stats"} + common + more), 0);
    const ProcessResult quantized = run(QStringList{"quantize", "m.onnx", "-o", "q.onnx", "--json", "-q"} + common);
    VERIFY_STATUS(quantized, 0);
    const QJsonObject report = quantized.json().toObject();
    QCOMPARE(report["cache"]["hit"].toBool(), isHit);
    QCOMPARE(report["memory"]["passes"].toInt(-1), isHit ? 0 : 1);
}

void tst_CliCalibrate::cache_missesOtherWeightsAndOtherData()
{
    copyPictures("data", 0, 3);
    copyPictures("moved", 0, 3);
    copyPictures("other", 1, 3);
    QByteArray model = readFile(sample("fashion_cnn.onnx"));
    writeFile(path("same.onnx"), model);
    const qsizetype middle = model.size() / 2; // inside the largest weight
    model[middle] = char(model[middle] ^ 1);
    writeFile(path("changed.onnx"), model);
    /// How often the data were gone through.
    const auto passes = [this](const QString& file, const QString& data) {
        const ProcessResult result = run({"quantize", path(file), "-o", "q.onnx", "-c", data, "--cache", "cache",
                                          "--json", "-q", "--preset", "A8W8"});
        if (result.status != 0)
            qFatal("%s", result.text().constData());
        const QJsonObject report = result.json().toObject();
        const int count = report["memory"]["passes"].toInt(-1);
        return report["cache"]["hit"].toBool() == (count == 0) ? count : -1;
    };
    QCOMPARE(passes("same.onnx", "data"), 1);
    QCOMPARE(passes("same.onnx", "data"), 0);
    QCOMPARE(passes("same.onnx", "moved"), 0); // the same content elsewhere
    QCOMPARE(passes("same.onnx", "other"), 1);
    QCOMPARE(passes("changed.onnx", "data"), 1);
    QCOMPARE(passes("changed.onnx", "data"), 0);
    QCOMPARE(passes("same.onnx", "data"), 0);
}

void tst_CliCalibrate::memoryBudget_changesNothingButTheMemory()
{
    copyPictures("data", 0, 6);
    const auto calibrate = [this](const QString& output, const QStringList& more) {
        return run(QStringList{"calibrate", sample("fashion_cnn.onnx"), "-c", "data", "-o", output} + more);
    };
    const ProcessResult usual = calibrate("usual.stats", {"--threads", "4"});
    VERIFY_STATUS(usual, 0);
    QVERIFY2(usual.err.contains("memory: about ") && usual.err.contains("4 samples at a time"), usual.text());
    const ProcessResult roomy = calibrate("roomy.stats", {"--threads", "4", "--memory-budget", "2G"});
    VERIFY_STATUS(roomy, 0);
    QVERIFY(roomy.err.contains("4 samples at a time"));
    QVERIFY(readFile(path("roomy.stats")) == readFile(path("usual.stats")));
}

void tst_CliCalibrate::memoryBudget_refusesWithWhatWouldDo()
{
    const ProcessResult result = run(quantizeSample("out.onnx", {"-c", "random", "--memory-budget", "1MiB"}));
    VERIFY_STATUS(result, 5);
    QVERIFY2(result.err.contains("more than the memory budget of 1 MiB; give --memory-budget "), result.text());
    QVERIFY(!QFile::exists(path("out.onnx")));
    VERIFY_STATUS(run(quantizeSample("out.onnx", {"-c", "random", "--memory-budget", "much"})), 2);
}

void tst_CliCalibrate::randomData_areAsTheOptionsSay()
{
    const auto ranges = [this](const QStringList& more) {
        return run(QStringList{"calibrate", sample("fashion_cnn.onnx"), "-o", "r.stats", "--json"} + more);
    };
    const ProcessResult plain = ranges({"-c", "random"});
    VERIFY_STATUS(plain, 0);
    const QString input = QJsonDocument::fromJson(run({"inspect", sample("fashion_cnn.onnx"), "--json"}).out.toUtf8())
                              .object()["inputs"]
                              .toArray()[0]
                              .toObject()["name"]
                              .toString();
    QVERIFY(!input.isEmpty());
    QVERIFY(plain.json()["tensors"][input]["max"].toDouble() < 1);
    const ProcessResult wide =
        ranges({"-c", "random", "--samples", "3", "--set", "RandomDataReaderInputDataRange={\"" + input + "\": [5, 9]}",
                "--set", "CalibDataSize=2"});
    VERIFY_STATUS(wide, 0);
    QCOMPARE(wide.json()["samples"].toInt(), 2);
    const double least = wide.json()["tensors"][input]["min"].toDouble();
    QVERIFY2(least >= 5 && least < 5.2, wide.text());
    const ProcessResult made = ranges({"--set", "UseRandomData=true"});
    VERIFY_STATUS(made, 0);
    QCOMPARE(made.json()["samples"].toInt(), 1);
    const ProcessResult three = ranges({"--set", "UseRandomData=true", "--samples", "3"});
    VERIFY_STATUS(three, 0);
    QCOMPARE(three.json()["samples"].toInt(), 3);
    const ProcessResult seeded = ranges({"--set", "UseRandomData=true", "--samples", "3", "--seed", "5"});
    VERIFY_STATUS(seeded, 0);
    QVERIFY(seeded.json()["data"] != three.json()["data"]);
    QCOMPARE(ranges({"-c", "random:5", "--samples", "3"}).json()["tensors"], seeded.json()["tensors"]);
    writeFile(path("four.json"), R"({"format": "quantiscope-recipe", "preset": "A8W8", "calibration": {"samples": 4},
                                     "options": {"UseRandomData": true}})");
    QCOMPARE(ranges({"-r", "four.json"}).json()["samples"].toInt(), 4);
    const ProcessResult unknown =
        ranges({"-c", "random", "--set", "RandomDataReaderInputShape={\"" + input + "x\": [1, 1, 28, 28]}"});
    VERIFY_STATUS(unknown, 2);
    QVERIFY2(unknown.err.contains("Did you mean '" + input + "'?"), unknown.text());
}

QTEST_GUILESS_MAIN(tst_CliCalibrate)
#include "tst_cli_calibrate.moc"
