// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/qscope_test.h"
#include "tests/support/model_builder.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_Cli : public QscopeTest
{
    Q_OBJECT

private slots:
    void help_explainsTheProgram();
    void help_mentionsEveryOption();
    void help_mentionsEveryOption_data();
    void version_isPrinted();
    void misspeltWord_isRefusedWithTheNearest();
    void misspeltWord_isRefusedWithTheNearest_data();
    void inspect_agreesAsTextAndAsJson();
    void inspect_comparesWithAnotherModel();
    void presets_areListed();
    void preset_isShownOptionByOption();
    void options_areListed();
    void missingFolder_isMade();
    void unwritableOutput_isRefused();
    void unwritableOutput_isRefused_data();
    void results_goIntoDevices();
    void namesOfTheModel_doNotReachTheTerminalRaw();
    void fullDisk_isTold();
    void overwritingAnInput_isRefused();
    void overwritingAnInput_isRefused_data();
};

void tst_Cli::help_explainsTheProgram()
{
    const ProcessResult result = run({"--help"});
    VERIFY_STATUS(result, 0);
    QVERIFY(result.err.isEmpty());
    for (const char* word : {"inspect", "presets", "quantize", "calibrate", "evaluate", "analyse", "sensitivity",
                             "advise", "infer", "recipe", "run", "--help", "--version", "Exit status", "First steps"})
        QVERIFY2(result.out.contains(word), word);
}

void tst_Cli::help_mentionsEveryOption_data()
{
    QTest::addColumn<QStringList>("options");
    const QStringList data{"--preprocess", "--samples", "--seed", "--skip"};
    const QStringList recipe = data + QStringList{"--recipe", "--calibration", "--set"};
    QTest::newRow("inspect") << QStringList{"--compare", "--nodes", "--json", "--quiet"};
    QTest::newRow("presets") << QStringList{"--json", "--options"};
    QTest::newRow("quantize") << recipe + QStringList{"--output",
                                                      "--preset",
                                                      "--method",
                                                      "--percentile",
                                                      "--exclude",
                                                      "--report",
                                                      "--evaluate",
                                                      "--exclude-type",
                                                      "--labels",
                                                      "--exclude-between",
                                                      "--exclude-upstream",
                                                      "--exclude-downstream",
                                                      "--threads",
                                                      "--statistics",
                                                      "--cache",
                                                      "--cache-size",
                                                      "--memory-budget",
                                                      "--external-data",
                                                      "--force",
                                                      "--json",
                                                      "--quiet"};
    QTest::newRow("calibrate") << recipe + QStringList{"--output",        "--threads", "--force", "--preset",
                                                       "--json",          "--quiet",   "--cache", "--cache-size",
                                                       "--memory-budget", "--merge",   "--as-run"};
    QTest::newRow("evaluate") << data
            + QStringList{
                "--float",      "--quantized", "--data",  "--labels",           "--threads",           "--report",
                "--optimized",  "--json",      "--quiet", "--baseline-results", "--quantized-results", "--part",
                "--samples-csv"};
    QTest::newRow("run") << QStringList{"--gate",  "--junit",      "--report", "--threads", "--memory-budget",
                                        "--cache", "--cache-size", "--json",   "--quiet"};
    QTest::newRow("analyse") << recipe
            + QStringList{"--preset",
                          "--method",
                          "--percentile",
                          "--statistics",
                          "--exclude",
                          "--exclude-type",
                          "--exclude-between",
                          "--exclude-upstream",
                          "--exclude-downstream",
                          "--evaluate",
                          "--most-samples",
                          "--quantized",
                          "--worst",
                          "--share",
                          "--threads",
                          "--memory-budget",
                          "--cache",
                          "--cache-size",
                          "--csv",
                          "--report",
                          "--node-data",
                          "--annotated",
                          "--force",
                          "--json",
                          "--quiet"};
    QTest::newRow("sensitivity") << recipe
            + QStringList{"--preset",
                          "--method",
                          "--percentile",
                          "--statistics",
                          "--exclude",
                          "--exclude-type",
                          "--exclude-between",
                          "--exclude-upstream",
                          "--exclude-downstream",
                          "--evaluate",
                          "--labels",
                          "--most-samples",
                          "--per",
                          "--group",
                          "--part",
                          "--mode",
                          "--metric",
                          "--direction",
                          "--top-k",
                          "--threads",
                          "--memory-budget",
                          "--cache",
                          "--cache-size",
                          "--csv",
                          "--report",
                          "--node-data",
                          "--annotated",
                          "--force",
                          "--json",
                          "--quiet"};
    QTest::newRow("advise") << recipe
            + QStringList{"--preset",
                          "--method",
                          "--percentile",
                          "--statistics",
                          "--exclude",
                          "--exclude-type",
                          "--exclude-between",
                          "--exclude-upstream",
                          "--exclude-downstream",
                          "--evaluate",
                          "--labels",
                          "--goal",
                          "--most-samples",
                          "--screening",
                          "--evaluations",
                          "--seconds",
                          "--keep-preset",
                          "--apply",
                          "--threads",
                          "--memory-budget",
                          "--cache",
                          "--cache-size",
                          "--report",
                          "--force",
                          "--json",
                          "--quiet"};
    QTest::newRow("infer") << data
            + QStringList{"--output", "--data", "--outputs", "--threads", "--optimized", "--json", "--quiet"};
}

void tst_Cli::help_mentionsEveryOption()
{
    QFETCH(QStringList, options);
    const QString command = QTest::currentDataTag();
    const ProcessResult result = run({command, "--help"});
    VERIFY_STATUS(result, 0);
    QVERIFY(result.err.isEmpty());
    QCOMPARE(run({command, "-h"}).out, result.out);
    QVERIFY(result.out.contains("Examples:"));
    QVERIFY(result.out.section("Examples:", 1).contains("qscope " + command + " "));

    // An option's line begins with its names: "  -o,--output FILE".
    QSet<QString> shown;
    static const QRegularExpression kOption("^  (?:-\\w,)?(--[a-z-]+)", QRegularExpression::MultilineOption);
    for (auto found = kOption.globalMatch(result.out); found.hasNext();)
        shown += found.next().captured(1);
    options += "--help";
    QCOMPARE(shown, QSet<QString>(options.begin(), options.end()));
    for (const QString& line : result.out.split('\n'))
        QVERIFY2(line.size() <= 120, qPrintable(line));
}

void tst_Cli::version_isPrinted()
{
    const ProcessResult result = run({"--version"});
    VERIFY_STATUS(result, 0);
    QVERIFY2(QRegularExpression("^qscope \\d+\\.\\d+\\.\\d+\n$").match(result.out).hasMatch(), qPrintable(result.out));
    QVERIFY(result.err.isEmpty());
}

void tst_Cli::misspeltWord_isRefusedWithTheNearest_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, const QStringList& arguments, const char* sentence) {
        QTest::newRow(name) << arguments << QString(sentence);
    };
    const auto quantize = [](const QStringList& more) {
        return quantizeSample("out.onnx", QStringList{"-c", "random"} + more);
    };
    row("command", {"quantise", "model.onnx"}, "Unknown command 'quantise'. Did you mean 'quantize'?");
    row("command like nothing", {"frobnicate"}, "Unknown command 'frobnicate'. Commands: inspect,");
    row("option of the program", {"--versoin"}, "Unknown option '--versoin'. Did you mean '--version'?");
    row("option", quantize({"--exclud", "a"}), "Unknown option '--exclud'. Did you mean '--exclude'?");
    row("option with its value", quantize({"--thread=2"}), "Unknown option '--thread'. Did you mean '--threads'?");
    row("option before the required ones", {"quantize", "--ouput", "a"},
        "Unknown option '--ouput'. Did you mean '--output'?");
    row("preset", quantize({"--preset", "U8S8_AWS"}), "Unknown preset 'U8S8_AWS'. Did you mean 'U8S8_AAWS'?");
    row("preset to show", {"presets", "A8W88"}, "Unknown preset 'A8W88'. Did you mean 'A8W8'?");
    row("--set", quantize({"--set", "ActivationSymetric=true"}),
        "Unknown option 'ActivationSymetric'. Did you mean 'ActivationSymmetric'?");
    row("method", quantize({"--method", "Percentil"}),
        "Unknown calibration method 'Percentil'. Did you mean 'Percentile'?");
}

void tst_Cli::misspeltWord_isRefusedWithTheNearest()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, sentence);
    const ProcessResult result = run(arguments);
    VERIFY_STATUS(result, 2);
    QVERIFY2(result.err.startsWith("qscope: error: " + sentence), result.text().constData());
    QVERIFY(result.out.isEmpty());
    QVERIFY(!QFileInfo::exists(path("out.onnx")));
}

void tst_Cli::inspect_agreesAsTextAndAsJson()
{
    const ProcessResult text = run({"inspect", sample("fashion_cnn.onnx"), "--nodes"});
    VERIFY_STATUS(text, 0);
    const ProcessResult json = run({"inspect", sample("fashion_cnn.onnx"), "--json"});
    VERIFY_STATUS(json, 0);
    const QJsonObject model = json.json().toObject();
    QCOMPARE(model["opset"].toInt(), 17);
    QCOMPARE(tableRow(text.out, "opset"), QStringList({"opset", "17"}));
    QCOMPARE(tableRow(text.out, "hash")[1], model["hash"].toString());
    QCOMPARE(model["inputs"][0]["name"].toString(), "image");
    QCOMPARE(model["inputs"][0]["shape"].toArray(), QJsonArray({"N", 1, 28, 28}));
    QCOMPARE(model["outputs"][0]["shape"].toArray(), QJsonArray({"N", 10}));
    QCOMPARE(model["nodes"].toArray().size(), 58);
    QCOMPARE(tableRow(text.out, "nodes")[1], "58");
    const QJsonObject operators = model["operators"].toObject();
    for (const QString& type : operators.keys())
        QCOMPARE(tableRow(text.out, type)[1].toInt(), operators[type].toInt());
    for (const QJsonValue& node : model["nodes"].toArray())
        QCOMPARE(tableRow(text.out, node["name"].toString())[1], node["type"].toString());
    QVERIFY(!model["quantized"].toBool());
}

void tst_Cli::inspect_comparesWithAnotherModel()
{
    ModelBuilder before(13);
    before.input("x", DataType::Float, {1, 2, 4, 4}).randomInitializer("w", {2, 2, 1, 1});
    for (const char* name : {"scale", "shift", "mean", "variance"})
        before.initializer(name, {2}, {1.0F, 2.0F});
    before.node("Conv", {"x", "w"}, {"c"}, "conv");
    before.node("BatchNormalization", {"c", "scale", "shift", "mean", "variance"}, {"y"}, "norm");
    before.output("y");
    ModelBuilder after(15);
    after.input("x", DataType::Float, {1, 2, 4, 4}).initializer("w", {2, 2, 1, 1}, {1.0F, 2.0F, 3.0F, 4.0F});
    after.node("Conv", {"x", "w"}, {"y"}, "conv");
    after.output("y");
    QVERIFY(before.model().save(path("before.onnx").toStdString(), {}));
    QVERIFY(after.model().save(path("after.onnx").toStdString(), {}));
    const ProcessResult text = run({"inspect", path("before.onnx"), "--compare", path("after.onnx")});
    VERIFY_STATUS(text, 0);
    for (const char* word : {"BatchNormalization", "fused", "ai.onnx: 13 before, 15 now", "norm", "Weights that"})
        QVERIFY2(text.out.contains(word), qPrintable(text.out));
    const ProcessResult json = run({"inspect", path("before.onnx"), "--compare", path("after.onnx"), "--json"});
    VERIFY_STATUS(json, 0);
    const QJsonObject document = json.json().toObject();
    QCOMPARE(document["nodes"].toArray().size(), 1);
    QCOMPARE(document["nodes"].toArray()[0].toObject()["into"].toString(), "conv");
    QCOMPARE(document["kept"].toInt(), 1);
    const ProcessResult missing = run({"inspect", path("before.onnx"), "--compare", path("none.onnx")});
    QVERIFY(missing.status != 0);
    QVERIFY2(missing.err.contains("none.onnx"), qPrintable(missing.err));
    QVERIFY(missing.out.isEmpty());
}

void tst_Cli::presets_areListed()
{
    const ProcessResult list = run({"presets", "--json"});
    VERIFY_STATUS(list, 0);
    const QJsonArray presets = QJsonDocument::fromJson(list.out.toUtf8()).array();
    const ProcessResult text = run({"presets"});
    VERIFY_STATUS(text, 0);
    int available = 0;
    for (const QJsonValue& preset : presets) {
        const QString name = preset["name"].toString();
        QVERIFY2(text.out.contains(QRegularExpression("\\b" + name + "\\b")), qPrintable(name));
        const ProcessResult one = run({"presets", name.toLower(), "--json"});
        if (preset["available"].toBool()) {
            VERIFY_STATUS(one, 0);
            QCOMPARE(one.json(), preset);
            ++available;
        } else {
            VERIFY_STATUS(one, 2);
            QVERIFY2(one.err.contains(name + " needs " + preset["needs"].toString()), qPrintable(one.err));
        }
    }
    QVERIFY(available >= 24);
    QVERIFY(presets.size() > available);
}

void tst_Cli::preset_isShownOptionByOption()
{
    const ProcessResult shown = run({"presets", "A8W8"});
    VERIFY_STATUS(shown, 0);
    QVERIFY2(shown.out.simplified().contains("* ActivationType Int8 (default UInt8)"), qPrintable(shown.out));
    QCOMPARE(tableRow(shown.out, "WeightType"), QStringList({"WeightType", "Int8"}));
    const QJsonValue json = QJsonDocument::fromJson(run({"presets", "A8W8", "--json"}).out.toUtf8()).object();
    for (const QString& option : json["options"].toObject().keys())
        QVERIFY2(shown.out.contains("  " + option + " ") || shown.out.contains("* " + option + " "),
                 qPrintable(option));
    const QRegularExpression marked("^\\* (\\w+) ", QRegularExpression::MultilineOption);
    QStringList changed;
    for (auto match = marked.globalMatch(shown.out); match.hasNext();)
        changed += match.next().captured(1);
    changed.removeOne("differs"); // the line that explains the mark
    QCOMPARE(QJsonArray::fromStringList(changed), json["changed"].toArray());
}

void tst_Cli::options_areListed()
{
    const ProcessResult text = run({"presets", "--options"});
    VERIFY_STATUS(text, 0);
    for (const QString& line : text.out.split('\n'))
        QVERIFY2(line.size() <= 100, qPrintable(line));
    const QJsonValue json = QJsonDocument::fromJson(run({"presets", "--options", "--json"}).out.toUtf8()).object();
    const std::pair<const char*, int> lists[]{{"options", 120}, {"synonyms", 5}, {"unavailable", 40}};
    for (const auto& [list, least] : lists) {
        const QJsonArray options = json[QLatin1String(list)].toArray();
        QVERIFY2(options.size() >= least, list);
        for (const QJsonValue& option : options)
            QVERIFY2(text.out.contains("\n  " + option["name"].toString()), qPrintable(option["name"].toString()));
    }
    VERIFY_STATUS(run({"presets", "--options", "A8W8"}), 2);
}

void tst_Cli::missingFolder_isMade()
{
    VERIFY_STATUS(run(quantizeSample("new/deeper/out.onnx", {"-c", "random", "--report", "reports/run.json"})), 0);
    QCOMPARE(namesIn(path("new/deeper")), QStringList({"out.onnx"}));
    QCOMPARE(namesIn(path("reports")), QStringList({"run.json"}));
}

void tst_Cli::unwritableOutput_isRefused_data()
{
    QTest::addColumn<QString>("output");
    QTest::addColumn<QString>("word");
    QTest::newRow("a folder") << "folder"
                              << "it is a folder";
    QTest::newRow("below a file") << "file/out.onnx"
                                  << "file/out.onnx";
    QTest::newRow("in /proc") << "/proc/quantiscope/out.onnx"
                              << "/proc/quantiscope/out.onnx"; // root cannot write there either
    QTest::newRow("no rights") << "locked/out.onnx"
                               << "ermission denied";
    QTest::newRow("name too long") << QString(300, 'x') + ".onnx"
                                   << "name too long";
}

void tst_Cli::unwritableOutput_isRefused()
{
    QFETCH(QString, output);
    QFETCH(QString, word);
    QVERIFY(QDir(path("")).mkdir("folder") && QDir(path("")).mkdir("locked"));
    writeFile(path("file"), "text");
    QFile::setPermissions(path("locked"), QFile::ReadOwner | QFile::ExeOwner);
    const QStringList before = namesIn(path(""));
    const QString model = sample("fashion_cnn.onnx");
    const QList<QStringList> commands{
        {"quantize", model, "-c", "random", "-o", output},
        {"calibrate", model, "-c", "random", "-o", output},
        {"evaluate", "--float", model, "--quantized", model, "-c", "random", "--report", output},
    };
    for (const QStringList& arguments : commands) {
        const ProcessResult result = run(arguments);
        VERIFY_STATUS(result, 5);
        QVERIFY2(result.err.contains("Cannot write '" + output + "'"), result.text().constData());
        QVERIFY2(result.err.contains(word, Qt::CaseInsensitive), result.text().constData());
        QCOMPARE(namesIn(path("")), before);
        QCOMPARE(namesIn(path("folder")) + namesIn(path("locked")), QStringList());
    }
}

void tst_Cli::results_goIntoDevices()
{
    // A root who writes to /dev/null does not want it replaced by a file. Pipes stand for it here.
    QCOMPARE(::mkfifo(path("pipe").toLocal8Bit(), 0600), 0);
    const int reader = ::open(path("pipe").toLocal8Bit(), O_RDONLY | O_NONBLOCK);
    const ProcessResult result = run({"evaluate", "--float", sample("fashion_cnn.onnx"), "--quantized",
                                      sample("fashion_cnn.onnx"), "-c", "random", "--report", "pipe", "--json"});
    VERIFY_STATUS(result, 0);
    QByteArray report(1 << 16, '\0');
    report.resize(::read(reader, report.data(), size_t(report.size())));
    ::close(reader);
    QCOMPARE(QString::fromUtf8(report), result.out);
    struct stat status = {};
    QCOMPARE(::stat(path("pipe").toLocal8Bit(), &status), 0);
    QVERIFY(S_ISFIFO(status.st_mode));
}

void tst_Cli::namesOfTheModel_doNotReachTheTerminalRaw()
{
    // A terminal would obey an escape sequence, and a new line could pretend to be a message.
    const std::string evil = "evil\x1b[2J\nname";
    ModelBuilder builder;
    builder.input("x" + evil, DataType::Float, {1, 4}).output("y" + evil, DataType::Float, {1, 4});
    builder.randomInitializer("w" + evil, {4, 4});
    builder.node("MatMul", {"x" + evil, "w" + evil}, {"y" + evil}, "product" + evil);
    writeFile(path("m.onnx"), QByteArray::fromStdString(builder.build().SerializeAsString()));
    const QStringList quantize{"quantize", "m.onnx", "-o", "out.onnx", "-c", "random"};
    for (const QStringList& arguments :
         {QStringList{"inspect", "m.onnx", "--nodes"}, quantize + QStringList{"--exclude", "^nothing"},
          quantize + QStringList{"--exclude-type", "MatMul\x1b"},
          quantize + QStringList{"--set", "OptimizeModel=false"}}) {
        const ProcessResult result = run(arguments);
        const QString all = result.out + result.err;
        QVERIFY2(!all.contains('\x1b') && !all.contains("\nname"), result.text().constData());
        QVERIFY2(arguments.contains("--exclude-type") || arguments.contains("--exclude")
                     || all.contains("evil\\x1b[2J\\x0aname"),
                 result.text().constData());
    }
}

void tst_Cli::fullDisk_isTold()
{
    for (const QStringList& arguments :
         {QStringList{"presets"}, QStringList{"inspect", sample("fashion_cnn.onnx"), "--json"}}) {
        QProcess process;
        qscope().prepare(process, arguments);
        process.setStandardOutputFile("/dev/full");
        process.start();
        QVERIFY(process.waitForFinished());
        const ProcessResult result = resultOf(process);
        VERIFY_STATUS(result, 5);
        QVERIFY2(result.err.contains("standard output"), result.text().constData());
    }
}

void tst_Cli::overwritingAnInput_isRefused_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("word");
    const auto row = [](const char* name, const QStringList& arguments, const char* word) {
        QTest::newRow(name) << arguments << QString(word);
    };
    row("model by quantize", {"quantize", "in.onnx", "-c", "random", "-o", "./in.onnx"},
        "--output would overwrite 'in.onnx'");
    row("model by a link", {"quantize", "in.onnx", "-c", "random", "-o", "link.onnx"},
        "--output would overwrite 'in.onnx'");
    row("model by calibrate", {"calibrate", "in.onnx", "-c", "random", "-o", "in.onnx"},
        "--output would overwrite 'in.onnx'");
    row("model by a report", {"quantize", "in.onnx", "-c", "random", "-o", "out.onnx", "--report", "in.onnx"},
        "--report would overwrite 'in.onnx'");
    row("output by a report", {"quantize", "in.onnx", "-c", "random", "-o", "out.onnx", "--report", "./out.onnx"},
        "--report and --output name the same file");
    row("model by evaluate",
        {"evaluate", "--float", "in.onnx", "--quantized", "in.onnx", "-c", "random", "--report", "in.onnx"},
        "--report would overwrite 'in.onnx'");
    row("data", {"quantize", "in.onnx", "-c", "d.npy", "-o", "d.npy"},
        "--output would overwrite 'd.npy', which --calibration");
    row("data by calibrate", {"calibrate", "in.onnx", "-c", "d.npy", "-o", "d.npy"}, "--output would overwrite");
    row("names by evaluate",
        {"evaluate", "--float", "in.onnx", "--quantized", "in.onnx", "-c", "d.npy", "--skip", "names.txt", "--report",
         "names.txt"},
        "--report would overwrite 'names.txt', which --skip");
    row("data by evaluate",
        {"evaluate", "--float", "in.onnx", "--quantized", "in.onnx", "-c", "d.npy", "--report", "d.npy"},
        "--report would overwrite 'd.npy', which --data");
    row("a picture of the data", {"quantize", "in.onnx", "-c", "data", "-o", "data/class/a.png"},
        "--output would overwrite 'data/class/a.png', a sample");
    row("recipe", {"quantize", "in.onnx", "-r", "r.json", "-o", "out.onnx", "--report", "r.json"},
        "--report would overwrite 'r.json', which --recipe");
    row("recipe's data", {"quantize", "in.onnx", "-r", "r.json", "-o", "d.npy"},
        "--output would overwrite 'd.npy', which the recipe");
    row("recipe by calibrate", {"calibrate", "in.onnx", "-r", "r.json", "-o", "r.json"}, "--output would overwrite");
    row("preprocessing", {"quantize", "in.onnx", "-c", "data", "--preprocess", "p.json", "-o", "p.json"},
        "--output would overwrite 'p.json', which --preprocess");
    row("evaluation data", {"quantize", "in.onnx", "-c", "random", "--evaluate", "d.npy", "-o", "d.npy"},
        "--output would overwrite 'd.npy', which --evaluate");
    row("statistics", {"quantize", "in.onnx", "--statistics", "d.npy", "-o", "d.npy"},
        "--output would overwrite 'd.npy', which --statistics");
    row("external weights", {"quantize", "big.onnx", "--force", "-c", "random", "-o", "big.onnx.data"},
        "'big.onnx.data' holds weights of 'big.onnx'");
    row("external weights by a report",
        {"quantize", "big.onnx", "--force", "-c", "random", "-o", "out.onnx", "--report", "weights.json"},
        "'weights.json' holds weights of 'big.onnx'"); // a link to them
    row("external weights by calibrate", {"calibrate", "big.onnx", "--force", "-c", "random", "-o", "big.onnx.data"},
        "'big.onnx.data' holds weights of 'big.onnx'");
}

void tst_Cli::overwritingAnInput_isRefused()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, word);
    const QByteArray model = readFile(sample("fashion_cnn.onnx"));
    writeFile(path("in.onnx"), model);
    QVERIFY(QFile::link("in.onnx", path("link.onnx")));
    writeFile(path("d.npy"), "samples");
    writeFile(path("data/class/a.png"), "a picture");
    writeFile(path("p.json"), "{}");
    writeFile(path("names.txt"), "a.png");
    writeFile(path("r.json"), R"({"format": "quantiscope-recipe", "version": 1, "preset": "A8W8",
                                  "calibration": {"data": {"kind": "npy", "path": "d.npy"}}})");
    if (arguments.contains("big.onnx")) {
        VERIFY_STATUS(run({"quantize", "in.onnx", "-o", "big.onnx", "-c", "random", "--external-data"}), 0);
        QVERIFY(QFileInfo(path("big.onnx.data")).size() > 0);
        QVERIFY(QFile::link("big.onnx.data", path("weights.json")));
    }
    const auto contents = [&] {
        QMap<QString, QByteArray> all;
        QDirIterator files(path(""), QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString file = files.next();
            all[file] = readFile(file);
        }
        return all;
    };
    const auto before = contents();
    const ProcessResult result = run(arguments);
    VERIFY_STATUS(result, 2);
    QVERIFY2(result.err.contains(word), result.text().constData());
    QVERIFY(contents() == before);
}

QTEST_GUILESS_MAIN(tst_Cli)
#include "tst_cli.moc"
