// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/qscope_test.h"
#include "tests/support/model_builder.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace quantiscope::test;

class tst_CliQuantize : public QscopeTest
{
    Q_OBJECT

private slots:
    void quantize_writesModelThatLoads();
    void quantize_writesModelThatLoads_data();
    void report_hasItsKeys();
    void quantize_givesTheSameBytes();
    void recipeOfReport_givesTheSameBytes();
    void statistics_giveTheSameBytes();
    void recipeOfReport_namesTheStatistics();
    void picturesInPlaceOfARecipesArrays_areReadAsUnit_data();
    void picturesInPlaceOfARecipesArrays_areReadAsUnit();
    void methodWithoutEffect_isToldAsAnOption();
    void evaluationOnRandomData_isAsTheOptionsSay();
    void statistics_giveTheSameBytes_data();
    void statisticsOfAnotherModel_areRefused();
    void evaluationBesideStatistics_readsPreprocess();
    void evaluate_agreesAsTextAndAsJson();
    void unfitPictures_areLeftOutWithWarning();
    void inertOption_isToldWithReason();
    void exclusion_leavesNodesInFloat();
    void exclusion_leavesNodesInFloat_data();
    void deadExclusion_isRefusedWithTheNearest();
    void deadExclusion_isRefusedWithTheNearest_data();
};

void tst_CliQuantize::quantize_writesModelThatLoads_data()
{
    QTest::addColumn<QStringList>("arguments");
    const QStringList few = sampleData() + QStringList{"--samples", "8"};
    QTest::newRow("recipe") << QStringList{"-r", sample("recipe.json")};
    QTest::newRow("defaults") << few;
    for (const char* preset : {"A16W8", "ORT_S8S8_PC", "S8S8_AAWS"})
        QTest::newRow(preset) << few + QStringList{"--preset", preset};
    QTest::newRow("options") << few
            + QStringList{"--set", "PerChannel=true", "--set", "OpTypesToQuantize=Conv,Gemm", "--percentile", "99.9"};
    QTest::newRow("random") << QStringList{"-c", "random:3", "--samples", "2"};
    QTest::newRow("external data") << few + QStringList{"--external-data"};
}

void tst_CliQuantize::quantize_writesModelThatLoads()
{
    QFETCH(QStringList, arguments);
    const ProcessResult quantized = run(quantizeSample("out.onnx", arguments + QStringList{"--report", "run.json"}));
    VERIFY_STATUS(quantized, 0);
    QVERIFY2(quantized.err.startsWith("qscope: memory: about "), qPrintable(quantized.err));
    QCOMPARE(quantized.err.count('\n'), 1);
    QVERIFY(quantized.out.contains("FP32 against quantized"));

    const ProcessResult loaded = run({"inspect", "out.onnx", "--json"});
    VERIFY_STATUS(loaded, 0);
    QVERIFY(loaded.json()["quantized"].toBool());
    const QJsonObject report = QJsonDocument::fromJson(readFile(path("run.json"))).object();
    QCOMPARE(report["output"]["hash"], loaded.json()["hash"]);
    QCOMPARE(report["output"]["opset"], loaded.json()["opset"]);
    QCOMPARE(report["operators"]["quantized"], loaded.json()["operators"]);

    // Other data than those of the calibration, through ONNX Runtime.
    const ProcessResult evaluated =
        run({"evaluate", "--float", sample("fashion_cnn.onnx"), "--quantized", "out.onnx", "-c", sample("test"),
             "--preprocess", sample("preprocess.json"), "--samples", "16", "--threads", "1", "--json"});
    VERIFY_STATUS(evaluated, 0);
    // With random calibration the ranges are too narrow; it is for smoke tests.
    const double least = qstrcmp(QTest::currentDataTag(), "random") == 0 ? 0.5 : 0.98;
    QVERIFY2(evaluated.json()["outputs"][0]["cosine"]["mean"].toDouble() > least, evaluated.text().constData());
}

void tst_CliQuantize::report_hasItsKeys()
{
    const ProcessResult result =
        run(quantizeSample("out.onnx",
                           {"-r", sample("recipe.json"), "--exclude", "/stem/Conv", "--report", "run.json",
                            "--evaluate", sample("test"), "--labels", sample("test/labels.tsv")}));
    VERIFY_STATUS(result, 0);
    QJsonParseError error;
    const QJsonObject report = QJsonDocument::fromJson(readFile(path("run.json")), &error).object();
    QCOMPARE(error.error, QJsonParseError::NoError);
    QCOMPARE(report.keys(),
             QStringList({"check",     "data",    "equalization", "evaluation",   "exclusions", "format",
                          "layers",    "memory",  "model",        "multiplyAdds", "nodes",      "notFinite",
                          "operators", "output",  "preparation",  "recipe",       "recipeHash", "stages",
                          "tensors",   "version", "versions",     "warnings",     "weightBytes"}));
    QCOMPARE(report["format"].toString(), "quantiscope-report");
    QCOMPARE(report["version"].toInt(), 1);
    QCOMPARE(report["versions"].toObject().keys(),
             QStringList({"onnx", "onnxruntime", "opencv", "protobuf", "quantiscope"}));
    for (const QJsonValue& version : report["versions"].toObject())
        QVERIFY2(version.toString().contains(QRegularExpression("^[0-9]+[.][0-9.]+$")), qPrintable(version.toString()));
    QVERIFY(report["recipeHash"].toString().contains(QRegularExpression("^[0-9a-f]{64}$")));
    QCOMPARE(report["model"].toObject().keys(), QStringList({"hash", "path", "preparedHash"}));
    QCOMPARE(report["output"].toObject().keys(), QStringList({"hash", "opset", "path"}));
    QCOMPARE(report["data"].toObject().keys(), QStringList({"hash", "samples"}));
    QCOMPARE(report["data"]["samples"].toInt(), 64);
    QCOMPARE(report["operators"].toObject().keys(), QStringList({"float", "quantized"}));
    QCOMPARE(report["weightBytes"].toObject().keys(), QStringList({"float", "leftInFloat", "quantized"}));
    QCOMPARE(report["recipe"]["format"].toString(), "quantiscope-recipe");
    QCOMPARE(report["exclusions"][0]["rule"]["node"].toString(), "/stem/Conv");
    QCOMPARE(report["exclusions"][0]["nodes"].toArray(), QJsonArray({"/stem/Conv"}));
    QCOMPARE(report["stages"].toArray().size(), 8);
    for (const QJsonValue& stage : report["stages"].toArray())
        QCOMPARE(stage.toObject().keys(), QStringList({"name", "peakMemory", "seconds"}));
    QSet<QString> roles;
    for (const QJsonValue& tensor : report["tensors"].toArray()) {
        roles += tensor["role"].toString();
        QVERIFY2(tensor["scale"].isArray() || tensor["scale"].toDouble() > 0.0, qPrintable(tensor["name"].toString()));
    }
    QCOMPARE(roles, QSet<QString>({"activation", "weight", "bias"}));
    QCOMPARE(report["evaluation"]["samples"].toInt(), 512);
    QCOMPARE(report["evaluation"]["classification"]["labelled"].toInt(), 512);
    QVERIFY(report["evaluation"]["classification"]["quantized"]["top1"].toDouble() > 0.9);
}

void tst_CliQuantize::quantize_givesTheSameBytes()
{
    const QStringList arguments = sampleData() + QStringList{"--preset", "U8S8_AAWS", "--samples", "20"};
    const auto quantized = [&](const QStringList& more) {
        const ProcessResult result = run(quantizeSample("out.onnx", arguments + more));
        return result.status == 0 ? readFile(path("out.onnx")) : result.text();
    };
    const QByteArray first = quantized({"--seed", "7"});
    QVERIFY2(first.size() > 50'000, first.constData());
    QVERIFY(quantized({"--seed", "7"}) == first);
    for (const char* threads : {"2", "5"})
        QVERIFY2(quantized({"--seed", "7", "--threads", threads}) == first, threads);
    QVERIFY(quantized({"--seed", "8"}) != first);
}

void tst_CliQuantize::recipeOfReport_givesTheSameBytes()
{
    const QStringList arguments = sampleData()
        + QStringList{"--preset",
                      "A16W8",
                      "--samples",
                      "12",
                      "--seed",
                      "5",
                      "--exclude",
                      "^/stem",
                      "--exclude-type",
                      "Gemm",
                      "--exclude-between",
                      "/block1/depthwise/Conv->/block1/project/Conv",
                      "--percentile",
                      "99.5",
                      "--set",
                      "PerChannel=true"};
    VERIFY_STATUS(run(quantizeSample("first.onnx", arguments + QStringList{"--report", "run.json"})), 0);
    const QJsonObject report = QJsonDocument::fromJson(readFile(path("run.json"))).object();
    writeFile(path("again/recipe.json"), QJsonDocument(report["recipe"].toObject()).toJson());
    VERIFY_STATUS(run(quantizeSample("second.onnx", {"-r", "again/recipe.json"})), 0);
    QVERIFY(readFile(path("second.onnx")) == readFile(path("first.onnx")));
}

void tst_CliQuantize::statistics_giveTheSameBytes_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::newRow("MinMax") << QStringList{"--preset", "INT8_CNN_DEFAULT", "--exclude-type", "Gemm"};
    QTest::newRow("Percentile") << QStringList{"--preset", "U8S8_AAWS"};
    QTest::newRow("Percentile 99") << QStringList{"--preset", "A8W8", "--percentile", "99"};
}

void tst_CliQuantize::statistics_giveTheSameBytes()
{
    QFETCH(QStringList, options);
    const QString model = sample("fashion_cnn.onnx");
    VERIFY_STATUS(
        run(QStringList{"calibrate", model, "-o", "sample.stats", "--threads", "1", "--samples", "16"} + sampleData()),
        0);
    VERIFY_STATUS(run(quantizeSample("direct.onnx", options + sampleData() + QStringList{"--samples", "16"})), 0);
    VERIFY_STATUS(run(quantizeSample("later.onnx", options + QStringList{"--statistics", "sample.stats"})), 0);
    QVERIFY(readFile(path("direct.onnx")) == readFile(path("later.onnx")));
}

void tst_CliQuantize::recipeOfReport_namesTheStatistics()
{
    VERIFY_STATUS(run(QStringList{"calibrate", sample("fashion_cnn.onnx"), "-o", "kept/sample.stats", "--threads", "1",
                                  "--samples", "4"}
                      + sampleData()),
                  0);
    VERIFY_STATUS(
        run(quantizeSample("first.onnx", {"--statistics", "kept/sample.stats", "--report", "reports/run.json"})), 0);
    VERIFY_STATUS(run(quantizeSample("second.onnx", {"-r", "reports/run.json"})), 0);
    QVERIFY(readFile(path("second.onnx")) == readFile(path("first.onnx")));
    // Data of the command line take their place.
    const ProcessResult other = run(quantizeSample(
        "third.onnx", QStringList{"-r", "reports/run.json", "--json"} + sampleData() + QStringList{"--samples", "5"}));
    VERIFY_STATUS(other, 0);
    QCOMPARE(other.json()["data"]["samples"].toInt(), 5);
    QVERIFY(!other.json()["recipe"]["calibration"].toObject().contains("statistics"));
    // What they are stored as does not count in what the recipe says.
    const QJsonObject report = QJsonDocument::fromJson(readFile(path("reports/run.json"))).object();
    QFile::copy(path("kept/sample.stats"), path("copy.stats"));
    const ProcessResult copy = run(quantizeSample("fourth.onnx", {"--statistics", "copy.stats", "--json"}));
    VERIFY_STATUS(copy, 0);
    QCOMPARE(copy.json()["recipeHash"], report["recipeHash"]);
    const ProcessResult refused = run(quantizeSample("kept/sample.stats", {"-r", "reports/run.json"}));
    VERIFY_STATUS(refused, 2);
    QVERIFY2(refused.err.contains("which the recipe reads"), refused.text().constData());
}

void tst_CliQuantize::evaluationOnRandomData_isAsTheOptionsSay()
{
    ModelBuilder builder;
    builder.input("x", quantiscope::DataType::Float, {1, 3, "h", "w"});
    builder.randomInitializer("w", {4, 3, 1, 1});
    builder.int64s("shape", {1, 256});
    builder.node("Conv", {"x", "w"}, {"c"}, "conv");
    builder.node("Reshape", {"c", "shape"}, {"y"}, "reshape"); // for 8 x 8 only
    builder.output("y");
    writeFile(path("open.onnx"), QByteArray::fromStdString(builder.build().SerializeAsString()));
    const QStringList arguments{"quantize", "open.onnx", "-o",    "out.onnx",
                                "-c",       "random",    "--set", "RandomDataReaderInputShape={\"x\": [1, 3, 8, 8]}"};
    VERIFY_STATUS(run(arguments + QStringList{"--evaluate", "random:4"}), 0);
}

void tst_CliQuantize::picturesInPlaceOfARecipesArrays_areReadAsUnit_data()
{
    QTest::addColumn<QByteArray>("data"); ///< of the recipe
    QTest::addColumn<QStringList>("given");
    QTest::addColumn<QStringList>("same"); ///< as these options without a recipe
    QTest::newRow("random") << QByteArray(R"({"kind": "random"})") << QStringList()
                            << QStringList{"--preprocess", "unit"};
    QTest::newRow("arrays") << QByteArray(R"({"kind": "npy", "path": "x.npy"})") << QStringList()
                            << QStringList{"--preprocess", "unit"};
    QTest::newRow("raw is wanted") << QByteArray(R"({"kind": "random"})") << QStringList{"--preprocess", "raw"}
                                   << QStringList{"--preprocess", "raw"};
    QTest::newRow("pictures") << QByteArray(R"({"kind": "images", "path": "elsewhere", "preprocess": "raw"})")
                              << QStringList() << QStringList{"--preprocess", "raw"};
}

void tst_CliQuantize::picturesInPlaceOfARecipesArrays_areReadAsUnit()
{
    QFETCH(QByteArray, data);
    QFETCH(QStringList, given);
    QFETCH(QStringList, same);
    writeFile(path("r.json"),
              R"({"format": "quantiscope-recipe", "preset": "A8W8", "calibration": {"data": )" + data + "}}");
    const QStringList pictures{"-c", sample("calib"), "--samples", "4"};
    VERIFY_STATUS(run(quantizeSample("a.onnx", QStringList{"-r", "r.json"} + pictures + given)), 0);
    VERIFY_STATUS(run(quantizeSample("b.onnx", pictures + same)), 0);
    QVERIFY(readFile(path("a.onnx")) == readFile(path("b.onnx")));
}

void tst_CliQuantize::methodWithoutEffect_isToldAsAnOption()
{
    const QStringList preset{"-p", "UINT8_DYNAMIC_QUANT"};
    const QString warning = "The calibration method (CalibrateMethod) has no effect: activations are quantized";
    const ProcessResult told = run(quantizeSample("a.onnx", preset + QStringList{"--set", "calibrate_method=MinMax"}));
    VERIFY_STATUS(told, 0);
    QVERIFY2(told.err.contains(warning), told.text().constData());
    const ProcessResult silent = run(quantizeSample("a.onnx", preset));
    QVERIFY2(!silent.err.contains(warning), silent.text().constData());
}

void tst_CliQuantize::statisticsOfAnotherModel_areRefused()
{
    ModelBuilder builder;
    builder.input("x", quantiscope::DataType::Float, {1, 3, 8, 8});
    builder.randomInitializer("w", {4, 3, 3, 3});
    builder.node("Conv", {"x", "w"}, {"y"}, "conv");
    builder.output("y");
    writeFile(path("other.onnx"), QByteArray::fromStdString(builder.build().SerializeAsString()));
    VERIFY_STATUS(run({"calibrate", "other.onnx", "-o", "other.stats", "-c", "random"}), 0);
    const ProcessResult result = run(quantizeSample("out.onnx", {"--statistics", "other.stats"}));
    VERIFY_STATUS(result, 3);
    QVERIFY2(result.err.contains("collected from another model") && result.err.contains("other.stats"),
             result.text().constData());
    QVERIFY(!QFileInfo::exists(path("out.onnx")));
    // The same model after other preparation options is another graph.
    VERIFY_STATUS(run({"calibrate", sample("fashion_cnn.onnx"), "-o", "raw.stats", "-c", "random", "--set",
                       "OptimizeModel=false"}),
                  0);
    VERIFY_STATUS(run(quantizeSample("out.onnx", {"--statistics", "raw.stats"})), 3);
}

void tst_CliQuantize::evaluationBesideStatistics_readsPreprocess()
{
    VERIFY_STATUS(run(QStringList{"calibrate", sample("fashion_cnn.onnx"), "-o", "sample.stats", "--threads", "1"}
                      + sampleData()),
                  0);
    const QStringList arguments{
        "--statistics", "sample.stats", "--evaluate", sample("test"), "--labels", sample("test/labels.tsv"), "--json"};
    const ProcessResult result = run(quantizeSample("out.onnx", arguments + sampleData().mid(2)));
    VERIFY_STATUS(result, 0);
    QCOMPARE(result.json()["evaluation"]["classification"]["float"]["top1"].toDouble(),
             474.0 / 512.0); // as its README says
    const ProcessResult wrong = run(quantizeSample("out.onnx", arguments + QStringList{"--preprocess", "imagenett"}));
    VERIFY_STATUS(wrong, 3);
    QVERIFY(wrong.err.contains("Did you mean 'imagenet'?"));
}

void tst_CliQuantize::evaluate_agreesAsTextAndAsJson()
{
    VERIFY_STATUS(run(quantizeSample("out.onnx", {"-r", sample("recipe.json")})), 0);
    const QStringList arguments{"evaluate",
                                "--samples",
                                "128",
                                "--threads",
                                "1",
                                "--float",
                                sample("fashion_cnn.onnx"),
                                "--quantized",
                                "out.onnx",
                                "-c",
                                sample("test"),
                                "--preprocess",
                                sample("preprocess.json"),
                                "--labels",
                                sample("test/labels.tsv")};
    const ProcessResult text = run(arguments + QStringList{"--report", "compare.json"});
    VERIFY_STATUS(text, 0);
    const ProcessResult json = run(arguments + QStringList{"--json"});
    VERIFY_STATUS(json, 0);
    QCOMPARE(readFile(path("compare.json")), json.out.toUtf8());

    const QJsonObject document = json.json().toObject();
    const QJsonValue output = document["outputs"][0];
    const auto fixed = [](const QJsonValue& value, int digits) {
        return QString::number(value.toDouble(), 'f', digits);
    };
    QCOMPARE(tableRow(text.out, output["name"].toString()),
             QStringList({"logits", fixed(output["cosine"]["mean"], 5), fixed(output["cosine"]["worst"], 5),
                          fixed(output["psnr"]["mean"], 1), fixed(output["psnr"]["worst"], 1),
                          fixed(output["l2"]["mean"], 4), fixed(output["rmse"]["mean"], 5),
                          fixed(output["maxAbs"]["worst"], 4)}));
    const auto percent = [](double share) { return QString::number(100.0 * share, 'f', 2) + " %"; };
    for (const char* top : {"top1", "top5"}) {
        const double before = document["classification"]["float"][top].toDouble();
        const double after = document["classification"]["quantized"][top].toDouble();
        const QString points = (after >= before ? "+" : "") + QString::number(100.0 * (after - before), 'f', 2);
        const QString name = QString("top-%1").arg(top[3]);
        QCOMPARE(tableRow(text.out, name), QStringList({name, percent(before), percent(after), points}));
    }
    QVERIFY(text.out.contains("on 128 labelled samples"));
    QVERIFY(text.out.contains("Same top-1 class in both models: " + percent(document["top1Agreement"].toDouble())));
}

void tst_CliQuantize::unfitPictures_areLeftOutWithWarning()
{
    const QByteArray picture = readFile(sample("calib/00_t-shirt_19956.png"));
    for (const char* name : {"calib/1.png", "calib/2.png", "calib/5.png"})
        writeFile(path(name), picture);
    writeFile(path("calib/3.png"), picture.left(60));
    writeFile(path("calib/4.ppm"), "P5 2 2 255\nabcd"); // the wrong size without resizing
    const ProcessResult result = run(
        quantizeSample("out.onnx", {"-c", "calib", "--preprocess", sample("preprocess.json"), "--report", "run.json"}));
    VERIFY_STATUS(result, 0);
    QCOMPARE(result.err.count("qscope: warning: "), 2);
    QVERIFY2(result.err.contains("3.png") && result.err.contains("4.ppm"), result.text().constData());
    const QJsonObject report = QJsonDocument::fromJson(readFile(path("run.json"))).object();
    QCOMPARE(report["data"]["samples"].toInt(), 3);
    QCOMPARE(report["warnings"].toArray().size(), 2);
}

void tst_CliQuantize::inertOption_isToldWithReason()
{
    // AdjustShiftBias is true anyway, but somebody asks for it.
    const QStringList options{"-c",    "random",           "--set", "AdjustShiftCut=false",
                              "--set", "CalibWorkerNum=4", "--set", "adjust_shift_bias=true"};
    const ProcessResult result = run(quantizeSample("out.onnx", options));
    VERIFY_STATUS(result, 0);
    QVERIFY2(result.err.contains("Option AdjustShiftCut has no effect: only the NPU's rules know it"),
             result.text().constData());
    QVERIFY2(result.err.contains("Option AdjustShiftBias has no effect: only the NPU's rules know it"),
             result.text().constData());
    QVERIFY2(result.err.contains("Option CalibWorkerNum has no effect: --threads sets"), result.text().constData());
}

void tst_CliQuantize::exclusion_leavesNodesInFloat_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QStringList>("nodes");
    QTest::newRow("node") << QStringList{"--exclude", "/stem/Conv"} << QStringList{"/stem/Conv"};
    QTest::newRow("expression") << QStringList{"--exclude", "^/stem/"}
                                << QStringList{"/stem/Conv", "/stem/BatchNormalization", "/stem/Clip"};
    QTest::newRow("type") << QStringList{"--exclude-type", "Gemm"} << QStringList{"/head/Gemm"};
    QTest::newRow("between") << QStringList{"--exclude-between", "/stem/Conv->/stem/Clip"}
                             << QStringList{"/stem/Conv", "/stem/BatchNormalization", "/stem/Clip"};
}

void tst_CliQuantize::exclusion_leavesNodesInFloat()
{
    QFETCH(QStringList, options);
    QFETCH(QStringList, nodes);
    const QStringList common{"-c", "random", "--json"};
    const ProcessResult all = run(quantizeSample("all.onnx", common));
    VERIFY_STATUS(all, 0);
    const ProcessResult result = run(quantizeSample("out.onnx", common + options));
    VERIFY_STATUS(result, 0);
    QCOMPARE(result.json()["exclusions"][0]["nodes"].toArray(), QJsonArray::fromStringList(nodes));
    QVERIFY(result.json()["nodes"]["selected"].toInt() < all.json()["nodes"]["selected"].toInt());

    // The weights of the first node's operator are float32 again: more bytes than before.
    QVERIFY(result.json()["weightBytes"]["quantized"].toInt() > all.json()["weightBytes"]["quantized"].toInt());
}

void tst_CliQuantize::deadExclusion_isRefusedWithTheNearest_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QStringList>("words");
    const auto row = [](const char* name, const QStringList& options, const QStringList& words) {
        QTest::newRow(name) << options << words;
    };
    row("node", {"--exclude", "/stem/Con"}, {"'/stem/Con'", "Did you mean '/stem/Conv'?"});
    row("expression", {"--exclude", "^/stam/Conv$"}, {"'^/stam/Conv$'", "Did you mean '/stem/Conv'?"});
    row("type", {"--exclude-type", "Clipp"}, {"'Clipp'", "Did you mean 'Clip'?"});
    row("start", {"--exclude-between", "/stem/Con->/stem/Clip"}, {"'/stem/Con'", "Did you mean '/stem/Conv'?"});
    row("end", {"--exclude-between", "/stem/Conv->/stem/Clap"}, {"'/stem/Clap'", "Did you mean '/stem/Clip'?"});
    row("no path", {"--exclude-between", "/stem/Clip->/stem/Conv"}, {"no path"});
    row("idle end", {"--exclude-between", "/block1/project/Conv->/stem/Clip,/block1/project/BatchNormalization"},
        {"'/stem/Clip'", "on no path"});
}

void tst_CliQuantize::deadExclusion_isRefusedWithTheNearest()
{
    QFETCH(QStringList, options);
    QFETCH(QStringList, words);
    const ProcessResult result = run(quantizeSample("out.onnx", QStringList{"-c", "random"} + options));
    VERIFY_STATUS(result, 2);
    for (const QString& word : words)
        QVERIFY2(result.err.contains(word), result.text().constData());
    QVERIFY(!QFileInfo::exists(path("out.onnx")));
}

QTEST_GUILESS_MAIN(tst_CliQuantize)
#include "tst_cli_quantize.moc"
