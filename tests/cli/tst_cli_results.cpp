// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/npy.h"
#include "core/tensor/npy_writer.h"
#include "tests/cli/qscope_test.h"
#include "tests/support/model_builder.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

/// `qscope infer`, and `qscope evaluate` of what it stored.
class tst_CliResults : public QscopeTest
{
    Q_OBJECT

private slots:
    void infer_writesOneFileASampleAndOutput();
    void infer_keepsOutputsApart();
    void infer_isTheSameForAnyThreads();
    void infer_refusesUnknownOutputs();
    void infer_warnsOfOtherResults();
    void evaluate_printsTheEightLines();
    void evaluate_namesMissingFiles();
    void evaluate_refusesMixedModes();
    void evaluate_refusesMixedModes_data();
    void evaluate_measuresParts();
    void evaluate_refusesWrongParts();
    void evaluate_writesATableOfSamples();
    void compareRuns_tellsWhatIsDifferent();

private:
    [[nodiscard]] QString model(const QString& name, float factor) const
    {
        ModelBuilder b;
        b.input("x", DataType::Float, {1, 3});
        b.initializer("k", {1}, {factor});
        b.node("Mul", {"x", "k"}, {"y"});
        b.node("Neg", {"y"}, {"z"});
        b.output("y");
        b.output("z");
        writeFile(path(name), QByteArray::fromStdString(b.build().SerializeAsString()));
        return path(name);
    }
};

void tst_CliResults::infer_writesOneFileASampleAndOutput()
{
    const ProcessResult result =
        run({"infer", model("m.onnx", 2.0F), "-c", "random:7", "--samples", "3", "-o", path("out")});
    VERIFY_STATUS(result, 0);
    QVERIFY(result.out.contains("3 samples, 6 files"));
    const QStringList files = QDir(path("out")).entryList(QDir::Files, QDir::Name);
    QCOMPARE(files.size(), 6);
    for (const QString& file : files) {
        const auto tensor = readNpy(path("out/" + file).toStdString());
        QVERIFY(tensor.has_value());
        QCOMPARE(tensor->shape(), (Shape{1, 3}));
        QVERIFY(file.endsWith(".y.npy") || file.endsWith(".z.npy"));
    }
    // z = -y in every sample
    for (int i = 0; i < 6; i += 2) {
        const auto y = readNpy(path("out/" + files[i]).toStdString());
        const auto z = readNpy(path("out/" + files[i + 1]).toStdString());
        for (std::size_t k = 0; k < 3; ++k)
            QCOMPARE(y->as<float>()[k], -z->as<float>()[k]);
    }
    const ProcessResult one = run({"infer", model("m.onnx", 2.0F), "-c", "random:7", "--samples", "3", "-o",
                                   path("one"), "--outputs", "z", "--json"});
    VERIFY_STATUS(one, 0);
    QCOMPARE(QJsonDocument::fromJson(one.out.toUtf8()).object()["files"].toInt(), 3);
    QCOMPARE(QDir(path("one")).entryList(QDir::Files).size(), 3);
}

void tst_CliResults::infer_keepsOutputsApart()
{
    ModelBuilder b;
    b.input("x", DataType::Float, {1, 3});
    b.node("Neg", {"x"}, {"y/a"});
    b.node("Abs", {"y/a"}, {"y:a"});
    b.node("Exp", {"x"}, {"c"});
    b.node("Log", {"c"}, {"b.c"});
    for (const char* output : {"y/a", "y:a", "c", "b.c"})
        b.output(output);
    writeFile(path("m.onnx"), QByteArray::fromStdString(b.build().SerializeAsString()));
    // Sample "a.b" with output "c", and "a" with "b.c"
    for (const char* name : {"data/a.npy", "data/a.b.npy"})
        QVERIFY(writeNpy(path(name).toStdString(), Tensor::fromFloats({1, 3}, std::vector<float>{1, 2, 3})));
    const ProcessResult result = run({"infer", path("m.onnx"), "-c", path("data"), "-o", path("out")});
    VERIFY_STATUS(result, 0);
    QVERIFY2(result.out.contains("2 samples, 8 files"), result.text());
    const QStringList files = QDir(path("out")).entryList(QDir::Files, QDir::Name);
    QVERIFY2(files.size() == 8, files.join(' ').toUtf8());
    QVERIFY2(files.contains("a.c.npy") && files.contains("a.y_a_0.npy") && files.contains("a.y_a_1.npy"),
             files.join(' ').toUtf8());
    const auto negative = readNpy(path("out/a.y_a_0.npy").toStdString());
    const auto positive = readNpy(path("out/a.y_a_1.npy").toStdString());
    QVERIFY(negative && positive);
    QCOMPARE(negative->as<float>()[2], -3.0F);
    QCOMPARE(positive->as<float>()[2], 3.0F);
}

void tst_CliResults::infer_isTheSameForAnyThreads()
{
    const QString file = model("m.onnx", 3.0F);
    VERIFY_STATUS(run({"infer", file, "-c", "random:1", "--samples", "5", "-o", path("a"), "--threads", "1"}), 0);
    VERIFY_STATUS(run({"infer", file, "-c", "random:1", "--samples", "5", "-o", path("b"), "--threads", "4"}), 0);
    for (const QString& name : QDir(path("a")).entryList(QDir::Files)) {
        QFile first(path("a/" + name));
        QFile second(path("b/" + name));
        QVERIFY(first.open(QIODevice::ReadOnly) && second.open(QIODevice::ReadOnly));
        QCOMPARE(first.readAll(), second.readAll());
    }
}

void tst_CliResults::infer_refusesUnknownOutputs()
{
    const ProcessResult result =
        run({"infer", model("m.onnx", 2.0F), "-c", "random", "-o", path("out"), "--outputs", "zz"});
    VERIFY_STATUS(result, 2);
    QVERIFY(result.err.contains("The model has no output 'zz'. Did you mean 'z'?"));
    QVERIFY(!QDir(path("out")).exists());
}

void tst_CliResults::infer_warnsOfOtherResults()
{
    const QString file = model("m.onnx", 2.0F);
    VERIFY_STATUS(run({"infer", file, "-c", "random", "-o", path("out")}), 0);
    const ProcessResult again = run({"infer", file, "-c", "random", "-o", path("out")});
    VERIFY_STATUS(again, 0);
    QVERIFY(!again.err.contains("other .npy"));
    const ProcessResult less = run({"infer", file, "-c", "random", "-o", path("out"), "--outputs", "y"});
    VERIFY_STATUS(less, 0);
    QVERIFY(less.err.contains("holds 2 other .npy files"));
}

void tst_CliResults::evaluate_printsTheEightLines()
{
    VERIFY_STATUS(run({"infer", model("a.onnx", 2.0F), "-c", "random:3", "-o", path("a"), "--outputs", "y"}), 0);
    VERIFY_STATUS(run({"infer", model("b.onnx", 2.0F), "-c", "random:3", "-o", path("b"), "--outputs", "y"}), 0);
    const ProcessResult result = run(
        {"evaluate", "--baseline-results", path("a"), "--quantized-results", path("b"), "--report", path("r.json")});
    VERIFY_STATUS(result, 0);
    QCOMPARE(result.out,
             QString("Mean cos similarity: 1.0000\nMin cos similarity: 1.0000\nMean l2 distance: 0.0000\n"
                     "Max l2 distance: 0.0000\nMean psnr: inf\nMin psnr: inf\nMean ssim: n/a\nMin ssim: n/a\n"));
    QFile report(path("r.json"));
    QVERIFY(report.open(QIODevice::ReadOnly));
    QCOMPARE(QJsonDocument::fromJson(report.readAll()).object()["compared"].toInt(), 1);
}

void tst_CliResults::evaluate_namesMissingFiles()
{
    const QString file = model("m.onnx", 2.0F);
    VERIFY_STATUS(run({"infer", file, "-c", "random:3", "--samples", "2", "-o", path("a")}), 0);
    VERIFY_STATUS(run({"infer", file, "-c", "random:3", "--samples", "2", "-o", path("b"), "--outputs", "y"}), 0);
    const ProcessResult nothing = run({"evaluate", "--baseline-results", path("a"), "--quantized-results", path("b")});
    VERIFY_STATUS(nothing, 3);
    QVERIFY(nothing.err.contains("is missing in"));
    const QString first = QDir(path("b")).entryList(QDir::Files, QDir::Name).first();
    QString twin = first;
    QVERIFY(QFile::copy(path("b/" + first), path("a/" + twin)));
    const ProcessResult some = run({"evaluate", "--baseline-results", path("a"), "--quantized-results", path("b")});
    VERIFY_STATUS(some, 0);
    QVERIFY(some.err.contains("is missing in"));
    QVERIFY(some.out.startsWith("Mean cos similarity: 1.0000\n"));
}

void tst_CliResults::evaluate_refusesMixedModes_data()
{
    QTest::addColumn<QStringList>("more");
    QTest::addColumn<QString>("word");
    QTest::newRow("nothing") << QStringList{} << QString("Give --float");
    QTest::newRow("one folder") << QStringList{"--baseline-results", "a"} << QString("belong together");
    QTest::newRow("with a model") << QStringList{"--baseline-results", "a", "--quantized-results", "b", "--float", "m"}
                                  << QString("compared as they are");
    QTest::newRow("with samples") << QStringList{"--baseline-results", "a", "--quantized-results", "b",
                                                 "--samples",          "2"}
                                  << QString("compared as they are");
    QTest::newRow("no data") << QStringList{"--float", "m", "--quantized", "n"} << QString("Give --float");
}

void tst_CliResults::evaluate_refusesMixedModes()
{
    QFETCH(QStringList, more);
    QFETCH(QString, word);
    const ProcessResult result = run(QStringList{"evaluate"} + more);
    VERIFY_STATUS(result, 2);
    QVERIFY2(result.err.contains(word), qPrintable(result.err));
}

void tst_CliResults::evaluate_measuresParts()
{
    const QStringList arguments{"evaluate",
                                "--float",
                                model("a.onnx", 2.0F),
                                "--quantized",
                                model("b.onnx", 2.5F),
                                "-c",
                                "random:7",
                                "--samples",
                                "3",
                                "--part",
                                "head=y[..., 0]",
                                "--part",
                                "tail = z[0, 1:]"};
    const ProcessResult text = run(arguments);
    VERIFY_STATUS(text, 0);
    QVERIFY2(text.out.contains("head = y[..., 0]  "), qPrintable(text.out));
    QVERIFY(text.out.contains("tail = z[0, 1:]  "));
    QVERIFY(!text.out.contains("Same top-1 class")); // arithmetic, not class scores
    const ProcessResult json = run(arguments + QStringList{"--json"});
    VERIFY_STATUS(json, 0);
    const QJsonObject part = json.json()["parts"][1].toObject();
    QCOMPARE(part["name"].toString(), QString("tail"));
    QCOMPARE(part["selection"].toString(), QString("z[0, 1:]"));
    QCOMPARE(part["samples"].toInt(), 3);
    QCOMPARE(json.json()["perSample"]["values"]["head"]["l2"].toArray().size(), 3);
}

void tst_CliResults::evaluate_refusesWrongParts()
{
    const QStringList arguments{"evaluate", "--float", model("a.onnx", 2.0F), "--quantized", model("b.onnx", 2.5F),
                                "-c",       "random:7"};
    const ProcessResult noPart = run(arguments + QStringList{"--part", "y[0]"});
    VERIFY_STATUS(noPart, 2);
    QVERIFY(noPart.err.contains("'y[0]' is no part; give NAME=OUTPUT[SELECTION, …]"));
    const ProcessResult outside = run(arguments + QStringList{"--part", "p=y[0, 3]"});
    VERIFY_STATUS(outside, 2);
    QVERIFY(outside.err.contains("Part 'p': axis 1 has no place 3 ('y' is [1, 3])."));
}

void tst_CliResults::evaluate_writesATableOfSamples()
{
    const ProcessResult result =
        run({"evaluate", "--float", model("a.onnx", 2.0F), "--quantized", model("b.onnx", 2.5F), "-c", "random:7",
             "--samples", "3", "--samples-csv", path("samples.csv")});
    VERIFY_STATUS(result, 0);
    const QStringList lines = QString::fromUtf8(readFile(path("samples.csv"))).split("\r\n");
    QCOMPARE(lines.size(), 5); // header, three samples, nothing behind the last line end
    QVERIFY(lines[0].startsWith("sample,y cosine,y sqnr,"));
    QCOMPARE(lines[1].count(','), lines[0].count(','));
}

void tst_CliResults::compareRuns_tellsWhatIsDifferent()
{
    const QString file = model("m.onnx", 2.0F);
    for (const char* preset : {"A8W8", "A16W8"}) {
        const QString name = QString(preset) + ".json";
        VERIFY_STATUS(run({"quantize", file, "-o", path(QString(preset) + ".onnx"), "-c", "random:7", "--preset",
                           preset, "--report", path(name)}),
                      0);
    }
    const ProcessResult same = run({"compare-runs", path("A8W8.json"), path("A8W8.json")});
    VERIFY_STATUS(same, 0);
    QVERIFY(same.out.contains("Recipes: the same"));
    QVERIFY(same.out.contains("Scales: 0 tensors differ"));
    // That is a result, too.
    VERIFY_STATUS(run({"compare-runs", path("A8W8.json"), path("A8W8.json"), "--report", path("same.csv"), "--report",
                       path("same.md")}),
                  0);
    QCOMPARE(readFile(path("same-recipe.csv")), QByteArray("key,before,after\r\n"));
    QVERIFY(readFile(path("same.md")).contains("The recipes are the same."));
    QVERIFY(readFile(path("same.md")).contains("0 tensors of other parameters, 3 of the same."));
    const ProcessResult other =
        run({"compare-runs", path("A8W8.json"), path("A16W8.json"), "--report", path("difference.json")});
    VERIFY_STATUS(other, 0);
    QVERIFY2(other.out.contains("preset"), qPrintable(other.out));
    QVERIFY(other.out.contains("int16"));
    QVERIFY(other.out.contains("95 % interval"));
    const ProcessResult json = run({"compare-runs", path("A8W8.json"), path("A16W8.json"), "--json"});
    VERIFY_STATUS(json, 0);
    QCOMPARE(readFile(path("difference.json")), json.out.toUtf8());
    QCOMPARE(json.json()["format"].toString(), QString("quantiscope-run-comparison"));
    const ProcessResult page = run({"compare-runs", path("A8W8.json"), path("A16W8.json"), "--report", path("d.html"),
                                    "--report", path("d.md"), "--report", path("d.csv")});
    VERIFY_STATUS(page, 0);
    for (const char* name : {"d.html", "d.md", "d-scales.csv"})
        QVERIFY2(readFile(path(name)).contains("int16"), name);
    QVERIFY(readFile(path("d.html")).startsWith("<!DOCTYPE html>"));
    // No more is lost of a mean than on the terminal.
    const QString cosine = other.out.section("cosine", 1).section(' ', 0, 0, QString::SectionSkipEmpty);
    QCOMPARE(cosine.size(), qsizetype(7)); // 0.99957
    QVERIFY2(readFile(path("d.md")).contains("| cosine | " + cosine.toUtf8() + " |"), qPrintable(cosine));
    VERIFY_STATUS(run({"compare-runs", path("A8W8.json"), path("A16W8.json"), "--report", path("d.pdf")}), 2);
    const ProcessResult model = run({"compare-runs", file, path("A8W8.json")});
    VERIFY_STATUS(model, 3);
}

QTEST_GUILESS_MAIN(tst_CliResults)
#include "tst_cli_results.moc"
