// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/qscope_test.h"
#include "tests/support/model_builder.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>
#include <QXmlStreamReader>

using namespace quantiscope::test;

namespace {

/// A recipe for the bundled sample with few pictures, and these members besides.
QByteArray recipeWith(const QByteArray& members)
{
    return R"({"format": "quantiscope-recipe", "version": 1, "preset": "U8S8_AAWS",
               "calibration": {"method": "MinMax", "samples": 12, "data": {"kind": "images", "path": ")"
        + sample("calib").toUtf8() + R"(", "seed": 5, "preprocess": )" + readFile(sample("preprocess.json")) + "}}, "
        + members + "}";
}

/// Members for `run`, with evaluation on a few labelled pictures and @p gates.
QByteArray runnable(const QByteArray& gates)
{
    return R"("model": ")" + sample("fashion_cnn.onnx").toUtf8()
        + R"(", "output": "made/int8.onnx", "evaluation": {"samples": 32, "labels": ")"
        + sample("test/labels.tsv").toUtf8() + R"(", "data": {"kind": "images", "path": ")" + sample("test").toUtf8()
        + R"("}}, "gates": )" + gates;
}

} // namespace

class tst_CliRecipe : public QscopeTest
{
    Q_OBJECT

private slots:
    void show_printsAPresetAsAStart();
    void show_printsTheNormalForm();
    void show_withAll_hasEveryOption();
    void check_tellsMatchesAndDeadRules();
    void check_withoutModel();
    void schema_isPrinted();
    void fullReport_replaysToTheSameBytes();
    void flagsOfTheOutput_areReplayed();
    void run_meetsItsGates();
    void run_failsOnAGate();
    void run_gateOfTheCommandLine();
    void run_refusesBeforeTheLongWork_data();
    void run_refusesBeforeTheLongWork();
    void run_writesJunitOfAFailure();
    void junit_replacesJunitOnly();
    void junit_tellsOfFilesThatCannotBe_data();
    void junit_tellsOfFilesThatCannotBe();
    void junit_keepsWhatTheRunWrites();
    void recipesData_areToldAsTheFiles_data();
    void recipesData_areToldAsTheFiles();
    void recipesMistake_isToldAsTheFiles_data();
    void recipesMistake_isToldAsTheFiles();
    void expression_thatTakesForEver_ends();
    void check_refusesWhatTheRunWould();
    void export_keepsWhatTheRecipeReads();
    void quantize_checksGatesOfTheRecipe();
    void export_writesAScript();
    void wrongUsage_isToldOfTheInnerCommand_data();
    void wrongUsage_isToldOfTheInnerCommand();
};

void tst_CliRecipe::show_printsAPresetAsAStart()
{
    const ProcessResult shown = run({"recipe", "show", "--preset", "a16w8"});
    VERIFY_STATUS(shown, 0);
    QCOMPARE(shown.json()["preset"].toString(), "A16W8");
    QVERIFY(shown.json()["options"].toObject().isEmpty());
    writeFile(path("start.json"), shown.out.toUtf8());
    VERIFY_STATUS(run(quantizeSample("out.onnx", QStringList{"-r", "start.json", "--samples", "4"} + sampleData())), 0);
    VERIFY_STATUS(run({"recipe", "show"}), 2);
    VERIFY_STATUS(run({"recipe", "show", "--preset", "A17"}), 2);
}

void tst_CliRecipe::show_printsTheNormalForm()
{
    writeFile(path("a/recipe.json"), recipeWith(R"("options": {"per_channel": true}, "output": "x.onnx")"));
    const ProcessResult shown = run({"recipe", "show", "a/recipe.json"});
    VERIFY_STATUS(shown, 0);
    QCOMPARE(shown.json()["options"].toObject(), QJsonObject({{"PerChannel", true}}));
    QCOMPARE(shown.json()["output"].toString(), "x.onnx");
    writeFile(path("a/again.json"), shown.out.toUtf8());
    QCOMPARE(run({"recipe", "show", "a/again.json"}).out, shown.out);
}

void tst_CliRecipe::show_withAll_hasEveryOption()
{
    const ProcessResult shown = run({"recipe", "show", "--preset", "A8W8", "--all"});
    VERIFY_STATUS(shown, 0);
    const ProcessResult preset = run({"presets", "A8W8", "--json"});
    VERIFY_STATUS(preset, 0);
    const int options = shown.json()["options"].toObject().size();
    QVERIFY2(options > 50, qPrintable(shown.out));
    writeFile(path("all.json"), shown.out.toUtf8());
    const ProcessResult again = run({"recipe", "show", "all.json"});
    VERIFY_STATUS(again, 0);
    QVERIFY2(again.json()["options"].toObject().isEmpty(), qPrintable(again.out));
}

void tst_CliRecipe::check_tellsMatchesAndDeadRules()
{
    writeFile(path("r.json"), recipeWith(R"("exclude": [{"regex": "^/stem"}], "layers": [
        {"match": {"opType": "Gemm"}, "input": {"type": "Int16"}}])"));
    const ProcessResult good = run({"recipe", "check", "r.json", "--model", sample("fashion_cnn.onnx")});
    VERIFY_STATUS(good, 0);
    QVERIFY2(good.out.contains("exclude[0]: nodes matching '^/stem': ")
                 && good.out.contains("layers[0]: type 'Gemm': 1"),
             good.text().constData());
    writeFile(path("dead.json"), recipeWith(R"("exclude": [{"opType": "Cnv"}, {"node": "/nothing"}])"));
    const ProcessResult bad = run({"recipe", "check", "dead.json", "--model", sample("fashion_cnn.onnx")});
    VERIFY_STATUS(bad, 3);
    QVERIFY2(bad.err.contains("Did you mean 'Conv'?") && bad.err.contains("/nothing"), bad.text().constData());
    const ProcessResult asJson = run({"recipe", "check", "dead.json", "--model", sample("fashion_cnn.onnx"), "--json"});
    VERIFY_STATUS(asJson, 3);
    QCOMPARE(asJson.json()["errors"].toArray().size(), 2);
}

void tst_CliRecipe::check_withoutModel()
{
    VERIFY_STATUS(run({"recipe", "check", sample("recipe.json")}), 0);
    writeFile(path("bad.json"), recipeWith(R"("gatez": {})"));
    const ProcessResult bad = run({"recipe", "check", "bad.json"});
    VERIFY_STATUS(bad, 3);
    QVERIFY2(bad.err.contains("Did you mean 'gates'?"), bad.text().constData());
}

void tst_CliRecipe::schema_isPrinted()
{
    const ProcessResult schema = run({"recipe", "schema"});
    VERIFY_STATUS(schema, 0);
    QVERIFY(schema.json()["properties"]["options"]["properties"].toObject().contains("ActivationType"));
}

void tst_CliRecipe::fullReport_replaysToTheSameBytes()
{
    writeFile(path("first.json"),
              recipeWith(runnable(R"({"cosine": {"min": 0.5}})")
                         + R"(, "exclude": [{"regex": "^/stem"}], "options": {"PerChannel": true})"));
    VERIFY_STATUS(run({"run", "first.json", "--report", "run.json", "--threads", "1"}), 0);
    const QByteArray bytes = readFile(path("made/int8.onnx"));
    const QJsonObject report = QJsonDocument::fromJson(readFile(path("run.json"))).object();
    QVERIFY(report["recipe"]["options"].toObject().size() > 50); // full, not only the differences
    writeFile(path("elsewhere/again.json"), QJsonDocument(report["recipe"].toObject()).toJson());
    VERIFY_STATUS(run(quantizeSample("again.onnx", {"-r", "elsewhere/again.json"})), 0);
    QVERIFY(readFile(path("again.onnx")) == bytes);
    VERIFY_STATUS(run(quantizeSample("from_report.onnx", {"-r", "run.json"})), 0);
    QVERIFY(readFile(path("from_report.onnx")) == bytes);
}

void tst_CliRecipe::flagsOfTheOutput_areReplayed()
{
    // What is quantized already is refused without --force.
    VERIFY_STATUS(run(quantizeSample("half.onnx", {"-c", "random", "--exclude", "^/head"})), 0);
    VERIFY_STATUS(run({"quantize", "half.onnx", "-o", "flags/int8.onnx", "-c", "random", "--force", "--external-data",
                       "--report", "flags.json"}),
                  0);
    const QByteArray bytes = readFile(path("flags/int8.onnx"));
    const QByteArray weights = readFile(path("flags/int8.onnx.data"));
    QVERIFY(!weights.isEmpty());
    const QByteArrayList replays{"run", "quantize"};
    for (const QByteArray& command : replays) {
        QVERIFY(QDir(path("flags")).removeRecursively());
        VERIFY_STATUS(run(command == "run"
                              ? QStringList{"run", "flags.json"}
                              : QStringList{"quantize", "half.onnx", "-o", "flags/int8.onnx", "-r", "flags.json"}),
                      0);
        QVERIFY(readFile(path("flags/int8.onnx")) == bytes);
        QVERIFY(readFile(path("flags/int8.onnx.data")) == weights);
    }
    VERIFY_STATUS(run({"recipe", "check", "flags.json"}), 0);
    VERIFY_STATUS(run({"calibrate", "half.onnx", "-o", "half.stats", "-r", "flags.json"}), 0);
}

void tst_CliRecipe::run_meetsItsGates()
{
    writeFile(path("r.json"), recipeWith(runnable(R"({"cosine": {"min": 0.9}, "top1Drop": {"max": 20}})")));
    const ProcessResult result = run({"run", "r.json", "--junit", "gates.xml", "--json", "--threads", "1"});
    VERIFY_STATUS(result, 0);
    QVERIFY(QFileInfo::exists(path("made/int8.onnx"))); // relative to the recipe
    const QJsonValue report = result.json();
    QCOMPARE(report["gates"].toArray().size(), 2);
    QVERIFY(report["gates"][0]["met"].toBool() && report["gates"][1]["met"].toBool());
    QCOMPARE(report["evaluation"]["samples"].toInt(), 32);
    QXmlStreamReader xml(readFile(path("gates.xml")));
    int cases = 0;
    while (!xml.atEnd()) {
        xml.readNext();
        cases += xml.isStartElement() && xml.name() == QLatin1String("testcase");
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QCOMPARE(cases, 3);
}

void tst_CliRecipe::run_failsOnAGate()
{
    writeFile(path("r.json"), recipeWith(runnable(R"({"cosine": {"min": 1}, "l2": {"max": 1e9}})")));
    const ProcessResult result = run({"run", "r.json", "--junit", "gates.xml", "--threads", "1"});
    VERIFY_STATUS(result, 4);
    QVERIFY2(result.out.contains("NOT MET  cosine >= 1: ") && result.out.contains("met      l2 <= 1"),
             result.text().constData());
    QVERIFY2(result.err.contains("1 of 2 gates are not met") || result.err.contains("1 of 2 gates is not met"),
             result.text().constData());
    QVERIFY(readFile(path("gates.xml")).contains("failures=\"1\""));
    QVERIFY(QFileInfo::exists(path("made/int8.onnx")));
}

void tst_CliRecipe::run_gateOfTheCommandLine()
{
    writeFile(path("r.json"), recipeWith(runnable("{}")));
    VERIFY_STATUS(run({"run", "r.json", "--gate", "cosine.worst>=0.5", "--gate", "top1Drop<=50", "--threads", "1"}), 0);
    VERIFY_STATUS(run({"run", "r.json", "--gate", "psnr>=1000", "--threads", "1"}), 4);
}

void tst_CliRecipe::run_refusesBeforeTheLongWork_data()
{
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("message");
    const QByteArray model = R"("model": ")" + sample("fashion_cnn.onnx").toUtf8() + R"(", "output": "made/int8.onnx")";
    QTest::newRow("no model") << QByteArray(R"("output": "a.onnx")") << QStringList() << 3
                              << "has no \"model\", so it cannot run by itself";
    QTest::newRow("no output") << QByteArray(R"("model": "a.onnx")") << QStringList() << 3 << "has no \"output\"";
    QTest::newRow("gate") << model << QStringList{"--gate", "cosin>=1"} << 2 << "Did you mean 'cosine'?";
    QTest::newRow("labels") << model << QStringList{"--gate", "top1Drop<=1"} << 3 << "needs labelled evaluation data";
    QTest::newRow("output of the model") << model << QStringList{"--gate", "nothing:l2<=1"} << 3
                                         << "names an output that the model does not have";
}

void tst_CliRecipe::run_refusesBeforeTheLongWork()
{
    QFETCH(QByteArray, members);
    QFETCH(QStringList, options);
    QFETCH(int, status);
    QFETCH(QString, message);
    writeFile(path("r.json"), recipeWith(members));
    const ProcessResult result = run(QStringList{"run", "r.json"} + options);
    VERIFY_STATUS(result, status);
    QVERIFY2(result.err.contains(message), result.text().constData());
    QVERIFY(!QFileInfo::exists(path("made/int8.onnx")));
}

void tst_CliRecipe::run_writesJunitOfAFailure()
{
    writeFile(path("r.json"), recipeWith(R"("model": "gone.onnx", "output": "a.onnx")"));
    VERIFY_STATUS(run({"run", "r.json", "--junit", "gates.xml"}), 3);
    QVERIFY(readFile(path("gates.xml")).contains("errors=\"1\""));
}

void tst_CliRecipe::junit_replacesJunitOnly()
{
    const QByteArray broken = recipeWith(R"("presett": 1)");
    writeFile(path("broken.json"), broken);
    writeFile(path("victim.onnx"), "a model");
    VERIFY_STATUS(run({"run", "broken.json", "--junit", "broken.json"}), 2);
    VERIFY_STATUS(run({"run", "broken.json", "--report", "broken.json"}), 2);
    QCOMPARE(readFile(path("broken.json")), broken);
    const ProcessResult refused = run({"run", "broken.json", "--junit", "victim.onnx"});
    VERIFY_STATUS(refused, 2);
    QVERIFY2(refused.err.contains("'victim.onnx', which is no JUnit file"), refused.text().constData());
    QCOMPARE(readFile(path("victim.onnx")), QByteArray("a model"));
    VERIFY_STATUS(run({"run", "broken.json", "--junit", "folder/"}), 5);
    // Its own and other programs' JUnit files, and empty ones, are replaced.
    writeFile(path("gates.xml"), "");
    for (int i = 0; i < 2; ++i) {
        VERIFY_STATUS(run({"run", "broken.json", "--junit", "gates.xml"}), 3);
        QVERIFY(readFile(path("gates.xml")).contains("Did you mean &apos;preset&apos;")
                || readFile(path("gates.xml")).contains("Did you mean 'preset'"));
    }
    writeFile(path("gates.xml"), "<testsuites name=\"others\"/>");
    VERIFY_STATUS(run({"run", "broken.json", "--junit", "gates.xml"}), 3);
    QVERIFY(readFile(path("gates.xml")).contains("errors=\"1\""));
}

void tst_CliRecipe::junit_tellsOfFilesThatCannotBe_data()
{
    QTest::addColumn<QByteArray>("output"); ///< of the recipe
    QTest::addColumn<QStringList>("report");
    QTest::addColumn<int>("status");
    QTest::newRow("below a file") << QByteArray("file/out.onnx") << QStringList() << 5;
    QTest::newRow("folder") << QByteArray("folder/") << QStringList() << 5;
    QTest::newRow("over the labels") << QByteArray("labels.tsv") << QStringList() << 2;
    QTest::newRow("report over the labels") << QByteArray("out.onnx") << QStringList{"--report", "labels.tsv"} << 2;
}

/// The green file of an earlier run must not outlive a failure.
void tst_CliRecipe::junit_tellsOfFilesThatCannotBe()
{
    QFETCH(QByteArray, output);
    QFETCH(QStringList, report);
    QFETCH(int, status);
    writeFile(path("file"), "a file");
    writeFile(path("labels.tsv"), "labels");
    writeFile(path("gates.xml"), R"(<testsuite name="r.json" errors="0"/>)");
    writeFile(path("r.json"),
              recipeWith(R"("model": ")" + sample("fashion_cnn.onnx").toUtf8() + R"(", "output": ")" + output
                         + R"(", "evaluation": {"labels": "labels.tsv",
                                                                         "data": {"kind": "random"}})"));
    VERIFY_STATUS(run(QStringList{"run", "r.json", "--junit", "gates.xml"} + report), status);
    QVERIFY2(readFile(path("gates.xml")).contains("errors=\"1\""), readFile(path("gates.xml")));
    QCOMPARE(readFile(path("labels.tsv")), QByteArray("labels"));
}

void tst_CliRecipe::junit_keepsWhatTheRunWrites()
{
    writeFile(path("r.json"), recipeWith(runnable("{}")));
    for (const char* junit : {"made/int8.onnx", "made/int8.onnx.data", "made/int8.onnx.12.data"}) {
        VERIFY_STATUS(run({"run", "r.json", "--junit", junit}), 2);
        QVERIFY2(!QFileInfo::exists(path(junit)), junit);
    }
    // A report has no weights: files beside it may be called as they like.
    VERIFY_STATUS(run({"run", "r.json", "--report", "out.json", "--junit", "out.json.1.data"}), 0);
    QVERIFY(readFile(path("out.json.1.data")).contains("errors=\"0\""));
}

void tst_CliRecipe::recipesData_areToldAsTheFiles_data()
{
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const char* members, const char* message) {
        QTest::newRow(name) << QByteArray(members) << QString(message);
    };
    row("none", R"("preset": "A8W8")", "Recipe 'r.json' has no calibration data, so it cannot run by itself");
    row("not there", R"("preset": "A8W8", "calibration": {"data": {"kind": "images", "path": "nowhere"}})",
        "Recipe 'r.json': calibration.data: 'nowhere' does not exist.");
    row("evaluation not there",
        R"("preset": "A8W8", "calibration": {"data": {"kind": "random"}},
           "evaluation": {"data": {"kind": "npz", "path": "nowhere"}})",
        "Recipe 'r.json': evaluation.data: 'nowhere' does not exist.");
    row("labels not there",
        R"("preset": "A8W8", "calibration": {"data": {"kind": "random"}},
           "evaluation": {"data": {"kind": "random"}, "labels": "nowhere.tsv"})",
        "Recipe 'r.json': evaluation.labels: ");
    row("shape",
        R"("preset": "A8W8", "calibration": {"data": {"kind": "random"}},
           "options": {"RandomDataReaderInputShape": {"q": [1]}})",
        "Recipe 'r.json': A shape of random data is given for 'q'");
    row("range",
        R"("preset": "A8W8", "calibration": {"data": {"kind": "random"}},
           "options": {"RandomDataReaderInputDataRange": {"q": [0, 1]}})",
        "Recipe 'r.json': A range of random data is given for 'q'");
    row("statistics without effect", R"("preset": "UINT8_DYNAMIC_QUANT", "calibration": {"statistics": "r.json"})",
        "Recipe 'r.json': calibration.statistics has no effect: activations are quantized");
    row("no statistics", R"("preset": "A8W8", "calibration": {"statistics": "r.json"})",
        "Recipe 'r.json': calibration.statistics: 'r.json' is not a statistics file");
    row("other statistics", R"("preset": "A8W8", "calibration": {"statistics": "raw.stats"})",
        "Recipe 'r.json': calibration.statistics: The statistics in 'raw.stats' were collected from another model");
}

void tst_CliRecipe::recipesData_areToldAsTheFiles()
{
    QFETCH(QByteArray, members);
    QFETCH(QString, message);
    const QString model = sample("fashion_cnn.onnx");
    if (members.contains("raw.stats")) {
        VERIFY_STATUS(run({"calibrate", model, "-o", "raw.stats", "-c", "random", "--set", "OptimizeModel=false"}), 0);
    }
    writeFile(path("r.json"),
              R"({"format": "quantiscope-recipe", "model": ")" + model.toUtf8() + R"(", "output": "int8.onnx", )"
                  + members + "}");
    const ProcessResult result = run({"run", "r.json"});
    VERIFY_STATUS(result, 3);
    QVERIFY2(result.err.contains(message), result.text().constData());
    QVERIFY(!QFileInfo::exists(path("int8.onnx")));
    // Data of the command line are nobody else's.
    if (message.contains("calibration.data")) {
        const ProcessResult other = run(quantizeSample("a.onnx", {"-r", "r.json", "-c", "elsewhere"}));
        VERIFY_STATUS(other, 3);
        QVERIFY2(!other.err.contains("Recipe"), other.text().constData());
    }
}

void tst_CliRecipe::recipesMistake_isToldAsTheFiles_data()
{
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const char* members, const char* message) {
        QTest::newRow(name) << QByteArray(members) << QString(message);
    };
    row("exclusion", R"("exclude": [{"node": "nosuch"}])", "exclude[0]: Exclusion node 'nosuch'");
    row("layer", R"("layers": [{"match": {"node": "nosuch"}, "input": {"type": "Int16"}}])",
        "layers[0].match: Layer rule node 'nosuch'");
    row("layer between",
        R"("layers": [{"match": {"between": {"from": ["a"], "to": ["b"]}}, "input": {"type": "Int16"}}])",
        "layers[0].match: Layer rule between 'a' and 'b'");
    row("nodes", R"("options": {"NodesToQuantize": ["nosuch"]})", "NodesToQuantize names 'nosuch'");
    row("ends", R"("options": {"OutputNodes": ["nosuch"]})", "OutputNodes names 'nosuch'");
    row("outputs", R"("options": {"NodesToExcludeOutputQuantization": ["nosuch"]})",
        "NodesToExcludeOutputQuantization names 'nosuch'");
    row("shapes", R"("options": {"FixShapes": "nosuch:[1]"})", "FixShapes names 'nosuch'");
    row("opset", R"("options": {"ConvertOpsetVersion": 11})", "ConvertOpsetVersion 11 is lower");
    row("override", R"("options": {"TensorQuantOverrides": {"nosuch": [{"quant_type": "Int8"}]}})",
        "TensorQuantOverrides names 'nosuch'");
}

void tst_CliRecipe::recipesMistake_isToldAsTheFiles()
{
    QFETCH(QByteArray, members);
    QFETCH(QString, message);
    const QByteArray model = R"("model": ")" + sample("fashion_cnn.onnx").toUtf8() + R"(", "output": "int8.onnx", )";
    writeFile(path("r.json"), recipeWith(model + members));
    const ProcessResult result = run({"run", "r.json", "--junit", "gates.xml"});
    VERIFY_STATUS(result, 3);
    QVERIFY2(result.err.contains("Recipe 'r.json': " + message), result.text().constData());
    QVERIFY(readFile(path("gates.xml")).contains("errors=\"1\""));
}

void tst_CliRecipe::expression_thatTakesForEver_ends()
{
    ModelBuilder b;
    b.input("x", quantiscope::DataType::Float, {1, 3, 8, 8});
    b.randomInitializer("w", {3, 3, 1, 1});
    b.node("Conv", {"x", "w"}, {"y"}, std::string(40, 'a') + "!");
    b.output("y");
    writeFile(path("m.onnx"), QByteArray::fromStdString(b.build().SerializeAsString()));
    writeFile(path("r.json"), recipeWith(R"("exclude": [{"regex": "^(a+)+$"}])"));
    const ProcessResult check = run({"recipe", "check", "r.json", "--model", "m.onnx"});
    VERIFY_STATUS(check, 3);
    QVERIFY2(check.err.contains("matches no node"), check.text().constData());
    VERIFY_STATUS(run({"quantize", "m.onnx", "-c", "random", "-o", "out.onnx", "--exclude", "^(a+)+$"}), 2);
    VERIFY_STATUS(run({"recipe", "check", "r.json", "--model", sample("fashion_cnn.onnx")}), 3);
}

void tst_CliRecipe::check_refusesWhatTheRunWould()
{
    writeFile(path("r.json"), recipeWith(R"("options": {})"));
    VERIFY_STATUS(run(quantizeSample("int8.onnx", {"-r", "r.json"})), 0);
    const ProcessResult quantized = run({"recipe", "check", "r.json", "--model", "int8.onnx"});
    VERIFY_STATUS(quantized, 3);
    QVERIFY2(quantized.err.contains("quantized"), quantized.text().constData());
    ModelBuilder b;
    b.input("x", quantiscope::DataType::Float16, {1, 1, 28, 28});
    b.node("Relu", {"x"}, {"y"}, "relu");
    b.output("y");
    writeFile(path("half.onnx"), QByteArray::fromStdString(b.build().SerializeAsString()));
    const ProcessResult half = run({"recipe", "check", "r.json", "--model", "half.onnx"});
    VERIFY_STATUS(half, 3);
    QVERIFY2(half.err.contains("float16"), half.text().constData());
}

void tst_CliRecipe::export_keepsWhatTheRecipeReads()
{
    writeFile(path("m.onnx"), "a model");
    writeFile(path("l.tsv"), "labels");
    const QByteArray members = R"("model": "m.onnx", "evaluation": {"labels": "l.tsv", "data": {"kind": "random"}})";
    writeFile(path("r.json"), recipeWith(members));
    for (const char* file : {"m.onnx", "l.tsv", "r.json"}) {
        const ProcessResult result = run({"recipe", "export", "--to", "ort", "r.json", "-o", file});
        VERIFY_STATUS(result, 2);
        QVERIFY2(result.err.contains("--output would overwrite"), result.text().constData());
    }
    QCOMPARE(readFile(path("m.onnx")), QByteArray("a model"));
    QCOMPARE(readFile(path("l.tsv")), QByteArray("labels"));
}

void tst_CliRecipe::quantize_checksGatesOfTheRecipe()
{
    writeFile(path("r.json"), recipeWith(R"("gates": {"cosine": {"min": 1}})"));
    const ProcessResult result = run(quantizeSample("out.onnx", {"-r", "r.json"}));
    VERIFY_STATUS(result, 4);
    QVERIFY2(result.err.contains("measured on the calibration data"), result.text().constData());
    QVERIFY(QFileInfo::exists(path("out.onnx")));
}

void tst_CliRecipe::export_writesAScript()
{
    writeFile(path("r.json"), recipeWith(R"("exclude": [{"opType": "Gemm"}])"));
    for (const char* tool : {"quark", "ort"}) {
        const ProcessResult result = run({"recipe", "export", "--to", tool, "r.json", "-o", "script.py"});
        VERIFY_STATUS(result, 0);
        const QByteArray script = readFile(path("script.py"));
        QVERIFY(script.startsWith("#!/usr/bin/env python3\n"));
        QVERIFY(script.contains(R"({"opType": "Gemm"})"));
        const ProcessResult printed = run({"recipe", "export", "--to", tool, "r.json"});
        QVERIFY(printed.out.contains("RECIPE = {"));
        // What the tool cannot do stands in the script and is told.
        QCOMPARE(script.count("\n# - "), qsizetype(result.err.count("qscope: warning: ")));
    }
    VERIFY_STATUS(run({"recipe", "export", "--to", "tvm", "r.json"}), 2);
}

void tst_CliRecipe::wrongUsage_isToldOfTheInnerCommand_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message");
    QTest::newRow("no command") << QStringList{"recipe"} << "A command is needed: check, show, schema, export.";
    QTest::newRow("unknown") << QStringList{"recipe", "chek", "a"} << "Unknown command 'chek'. Did you mean 'check'?";
    QTest::newRow("option") << QStringList{"recipe", "check", "a", "--modle", "b"}
                            << "Unknown option '--modle'. Did you mean '--model'?";
    QTest::newRow("hint") << QStringList{"recipe", "check"} << "Try 'qscope recipe check --help'.";
}

void tst_CliRecipe::wrongUsage_isToldOfTheInnerCommand()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, message);
    const ProcessResult result = run(arguments);
    VERIFY_STATUS(result, 2);
    QVERIFY2(result.err.contains(message), result.text().constData());
}

QTEST_GUILESS_MAIN(tst_CliRecipe)
#include "tst_cli_recipe.moc"
