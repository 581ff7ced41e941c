// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/qscope_test.h"
#include "tests/core/report/report_page.h"
#include "tests/support/model_builder.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

/// Reports of all commands, and what they write for graph viewers.
class tst_CliReports : public QscopeTest
{
    Q_OBJECT

private slots:
    void everyCommand_writesAllFormats_data();
    void everyCommand_writesAllFormats();
    void run_tellsGatesAndStages();
    void storedResults_haveAReport();
    void csv_ofSeveralTables_areSeveralFiles();
    void report_withoutEnding_isJson();
    void nodeData_hasTheUsersNodes();
    void annotatedModel_isTheSameModel();
    void refusals_sayWhatIsWrong_data();
    void refusals_sayWhatIsWrong();

private:
    [[nodiscard]] static QStringList looking(const QString& command) { return lookingInto(command, 4, 2); }

    [[nodiscard]] QJsonObject object(const QString& name) const
    {
        return QJsonDocument::fromJson(readFile(path(name))).object();
    }
};

void tst_CliReports::everyCommand_writesAllFormats_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("tables"); // sections of the page
    QTest::addColumn<QString>("format"); // of the JSON
    QTest::newRow("analyse") << looking("analyse") << QStringList{"tensors", "weights"} << "quantiscope-layer-errors";
    QTest::newRow("sensitivity") << looking("sensitivity") + QStringList{"--top-k", "--per", "type"}
                                 << QStringList{"sensitivity", "exclude"} << "quantiscope-sensitivity";
    QTest::newRow("advise") << looking("advise")
            + QStringList{"--evaluations", "45", "--screening", "1", "--goal", "cosine>=0.99999"}
                            << QStringList{"culprits", "fixes"} << "quantiscope-advice";
    QTest::newRow("quantize") << quantizeSample(
        "out.onnx",
        {"-c", sample("calib"), "--samples", "4", "--evaluate", sample("test"), "--labels", sample("test/labels.tsv")})
                              << QStringList{"outputs", "accuracy",  "samples",     "recipe",
                                             "stages",  "operators", "preparation", "quantized"}
                              << "quantiscope-report";
}

void tst_CliReports::everyCommand_writesAllFormats()
{
    QFETCH(QStringList, arguments);
    QFETCH(QStringList, tables);
    QFETCH(QString, format);
    const ProcessResult result = run(arguments
                                     + QStringList{"--report", "new/r.html", "--report", "r.MD", "--report", "r.csv",
                                                   "--report", "r.json", "--json"});
    VERIFY_STATUS(result, 0);
    QCOMPARE(result.json()["format"].toString(), format);
    QCOMPARE(QString::fromUtf8(readFile(path("r.json"))), result.out);
    const std::string html = readFile(path("new/r.html")).toStdString();
    const Page page = pageOf(html);
    QCOMPARE(page.error, QString());
    QCOMPARE(referencesOf(html), QStringList());
    QVERIFY(page.texts.contains(sample("fashion_cnn.onnx")));
    for (const QString& table : tables) {
        QVERIFY2(page.attributes.contains("id=" + table), qPrintable(page.attributes.filter("id=").join(' ')));
        QVERIFY2(QFile::exists(path("r-" + table + ".csv")), qPrintable(namesIn(path(".")).join(' ')));
        QVERIFY(readFile(path("r-" + table + ".csv")).count("\r\n") > 1);
    }
    QVERIFY(readFile(path("r.MD")).startsWith("# "));
}

void tst_CliReports::run_tellsGatesAndStages()
{
    QJsonObject recipe = QJsonDocument::fromJson(readFile(sample("recipe.json"))).object();
    recipe["model"] = sample("fashion_cnn.onnx");
    recipe["output"] = "out.onnx";
    QJsonObject calibration = recipe["calibration"].toObject();
    QJsonObject data = calibration["data"].toObject();
    data["path"] = sample("calib");
    calibration["data"] = data;
    calibration["samples"] = 4;
    recipe["calibration"] = calibration;
    recipe["evaluation"] = QJsonObject{{"samples", 8},
                                       {"labels", sample("test/labels.tsv")},
                                       {"data", QJsonObject{{"kind", "images"}, {"path", sample("test")}}}};
    writeFile(path("r.json"), QJsonDocument(recipe).toJson());
    const ProcessResult result =
        run({"run", "r.json", "--gate", "cosine>=0.999999", "--report", "run.html", "--report", "run.md", "--json"});
    VERIFY_STATUS(result, 4); // the gate is not met, and the report says so
    const QString markdown = QString::fromUtf8(readFile(path("run.md")));
    QVERIFY2(markdown.contains("| cosine \\>= 0.999999 | NOT MET | 0."), qPrintable(markdown.left(2000)));
    QVERIFY(markdown.contains("## Time and memory"));
    const Page page = pageOf(readFile(path("run.html")).toStdString());
    QCOMPARE(page.error, QString());
    for (const char* text : {"NOT MET", "Seconds of each stage", "quantize"})
        QVERIFY2(page.texts.contains(text), text);
    QVERIFY(page.attributes.contains("id=gates"));
}

void tst_CliReports::storedResults_haveAReport()
{
    for (const char* folder : {"a", "b"})
        VERIFY_STATUS(run({"infer", sample("fashion_cnn.onnx"), "-c", "random:3", "--samples", "2", "-o", folder}), 0);
    VERIFY_STATUS(run({"evaluate", "--baseline-results", "a", "--quantized-results", "b", "--report", "r.html"}), 0);
    const Page page = pageOf(readFile(path("r.html")).toStdString());
    QCOMPARE(page.error, QString());
    QCOMPARE(page.elements.count("tr"), 1 + 2);
}

void tst_CliReports::csv_ofSeveralTables_areSeveralFiles()
{
    const ProcessResult clash =
        run(looking("analyse") + QStringList{"--report", "r.csv", "--csv", "r-tensors.csv"}); // the report's own
    VERIFY_STATUS(clash, 2);
    QVERIFY2(clash.err.contains("name the same file"), clash.text());
    VERIFY_STATUS(run(looking("analyse") + QStringList{"--report", "r.csv", "--csv", "graph.csv"}), 0);
    QStringList names = namesIn(path(".")).filter(".csv");
    names.sort();
    QCOMPARE(names, (QStringList{"graph.csv", "r-tensors.csv", "r-weights.csv"}));
    QCOMPARE(readFile(path("r-tensors.csv")).count("\r\n"), readFile(path("graph.csv")).count("\r\n"));
}

void tst_CliReports::report_withoutEnding_isJson()
{
    const ProcessResult result = run(looking("analyse") + QStringList{"--report", "report", "--json"});
    VERIFY_STATUS(result, 0);
    QCOMPARE(QString::fromUtf8(readFile(path("report"))), result.out);
}

void tst_CliReports::nodeData_hasTheUsersNodes()
{
    VERIFY_STATUS(run(looking("analyse")
                      + QStringList{"--node-data", "own.json", "--node-data", "accumulated=acc.json", "--node-data",
                                    "weights=w.json"}),
                  0);
    Feedback feedback;
    const auto model = Model::load(sample("fashion_cnn.onnx").toStdString(), {}, feedback);
    QVERIFY(model);
    QSet<QString> nodes;
    for (const auto& node : model->graph().node())
        nodes += QString::fromStdString(node.name());
    QStringList both;
    for (const char* name : {"own.json", "acc.json", "w.json"}) {
        const QJsonObject results = object(name)["results"].toObject();
        QVERIFY2(results.size() > 3, name);
        for (const QString& node : results.keys())
            QVERIFY2(nodes.contains(node), qPrintable(QString(name) + ": " + node));
        both += QString::fromUtf8(readFile(path(name)));
    }
    QVERIFY(both[0] != both[1] && both[1] != both[2]);
    // A normalization that was folded is told of as the convolution is that it became part of.
    for (const char* node : {"/stem/Conv", "/stem/BatchNormalization"})
        QVERIFY2(object("w.json")["results"].toObject().contains(node), node);
    VERIFY_STATUS(run(looking("sensitivity") + QStringList{"--node-data", "s.json"}), 0);
    QVERIFY(object("s.json")["results"].toObject().contains("/stem/Conv"));
}

void tst_CliReports::annotatedModel_isTheSameModel()
{
    const ProcessResult result = run(looking("analyse") + QStringList{"--annotated", "seen.onnx"});
    VERIFY_STATUS(result, 0);
    QVERIFY2(result.out.contains("Node '/"), result.text()); // a weight is told of by the node that reads it
    Feedback feedback;
    const auto before = Model::load(sample("fashion_cnn.onnx").toStdString(), {}, feedback);
    const auto after = Model::load(path("seen.onnx").toStdString(), {}, feedback);
    QVERIFY(before && after);
    QCOMPARE(after->contentHash(), before->contentHash());
    int annotated = 0;
    for (const auto& node : after->graph().node()) {
        for (const auto& entry : node.metadata_props())
            annotated += entry.key() == "quantiscope.own_sqnr_db";
    }
    QVERIFY(annotated > 5);
}

void tst_CliReports::refusals_sayWhatIsWrong_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("words");
    const QString unknown = "A report is a .html, .md, .csv or .json file, but 'r.pdf' is none of these.";
    for (const char* command : {"analyse", "sensitivity", "advise"})
        QTest::newRow(command) << looking(command) + QStringList{"--report", "r.pdf"} << 2 << unknown;
    QTest::newRow("quantize") << quantizeSample("o.onnx", {"-c", "random", "--report", "r.pdf"}) << 2 << unknown;
    QTest::newRow("run") << QStringList{"run", sample("recipe.json"), "--report", "r.pdf"} << 2 << unknown;
    QTest::newRow("evaluate") << QStringList{"evaluate",
                                             "--float",
                                             sample("fashion_cnn.onnx"),
                                             "--quantized",
                                             sample("fashion_cnn.onnx"),
                                             "-c",
                                             "random",
                                             "--report",
                                             "r.pdf"}
                              << 2 << unknown;
    QTest::newRow("a folder in its place")
        << looking("analyse") + QStringList{"--report", "folder.html"} << 5 << QString("folder.html");
    QTest::newRow("a file where its folder would be")
        << looking("analyse") + QStringList{"--report", "file/r.html"} << 5 << QString("file/r.html");
    QTest::newRow("the model by a report") << QStringList{"analyse", "m.html", "-c", "random", "--report", "m.html"}
                                           << 2 << QString("--report would overwrite 'm.html'");
    QTest::newRow("the model by its annotated copy")
        << QStringList{"analyse", "m.html", "-c", "random", "--annotated", "m.html"} << 2
        << QString("--annotated would overwrite 'm.html'");
    QTest::newRow("two of one name") << looking("analyse") + QStringList{"--report", "a.json", "--node-data", "a.json"}
                                     << 2 << QString("name the same file");
    QTest::newRow("no file behind the metric")
        << looking("analyse") + QStringList{"--node-data", "own="} << 2 << QString("behind 'own='");
}

void tst_CliReports::refusals_sayWhatIsWrong()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, status);
    QFETCH(QString, words);
    QVERIFY(QDir(path(".")).mkdir("folder.html"));
    writeFile(path("file"), "a file");
    QVERIFY(QFile::copy(sample("fashion_cnn.onnx"), path("m.html")));
    const QStringList before = namesIn(path("."));
    const ProcessResult result = run(arguments);
    VERIFY_STATUS(result, status);
    QVERIFY2(result.err.contains(words), result.text());
    QVERIFY(result.out.isEmpty());
    QCOMPARE(namesIn(path(".")), before);
}

QTEST_GUILESS_MAIN(tst_CliReports)
#include "tst_cli_reports.moc"
