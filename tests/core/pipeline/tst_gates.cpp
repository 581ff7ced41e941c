// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/gates.h"
#include "core/pipeline/junit_report.h"

#include <QTest>
#include <QXmlStreamReader>

#include <limits>
#include <nlohmann/json.hpp>
#include <rapidcheck.h>

using namespace quantiscope;
using nlohmann::json;

namespace {

Gate gate(const char* text)
{
    return *gateFromText(text);
}

OutputSummary summary(const char* name, double cosine, double worst)
{
    OutputSummary output;
    output.name = name;
    output.samples = 4;
    output.cosine = {cosine, worst};
    output.rmse = {0.5, 2.0};
    output.psnr = {std::numeric_limits<double>::infinity(), 40.0};
    output.sqnr = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
    return output;
}

Evaluation measured()
{
    Evaluation evaluation;
    evaluation.samples = 8;
    evaluation.outputs = {summary("a", 0.999, 0.9), summary("b:c", 0.95, 0.94)};
    evaluation.agreement = 6;
    evaluation.classification = ClassificationSummary{8, 6, 8, 5, 8};
    evaluation.parts = {{*partFromText("scores", "a[..., 4:]"), summary("scores", 0.23, 0.1)}};
    return evaluation;
}

/// The test cases of a JUnit document by name, with the message of what went wrong; stops the test when it is no XML.
std::vector<std::pair<QString, QString>> casesOf(const std::string& xml)
{
    QXmlStreamReader reader(QByteArray::fromStdString(xml));
    std::vector<std::pair<QString, QString>> cases;
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isStartElement() && reader.name() == QLatin1String("testcase"))
            cases.emplace_back(reader.attributes().value("name").toString(), QString());
        if (reader.isStartElement()
            && (reader.name() == QLatin1String("failure") || reader.name() == QLatin1String("error")))
            cases.back().second = reader.attributes().value("message").toString();
    }
    if (reader.hasError())
        qFatal("not well-formed: %s\n%s", qPrintable(reader.errorString()), xml.c_str());
    return cases;
}

} // namespace

class tst_Gates : public QObject
{
    Q_OBJECT

private slots:
    void text_isRead_data();
    void text_isRead();
    void wrongText_isRefused_data();
    void wrongText_isRefused();
    void json_isWrittenAsRead_data();
    void json_isWrittenAsRead();
    void wrongJson_isRefused_data();
    void wrongJson_isRefused();
    void gates_areMeasured_data();
    void gates_areMeasured();
    void notFinite_isNotMet();
    void otherShapes_areNotMet();
    void fit_needsLabelsAndOutputs();
    void junit_isWellFormed_whateverNamesHold();
    void junit_tellsEachGate();
};

void tst_Gates::text_isRead_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("described");
    QTest::newRow("min") << "cosine>=0.99"
                         << "cosine >= 0.99";
    QTest::newRow("max") << " top1Drop <= 1 "
                         << "top1Drop <= 1";
    QTest::newRow("worst") << "psnr.worst>=30.5"
                           << "worst psnr >= 30.5";
    QTest::newRow("output") << "scores:rmse<=1e-3"
                            << "rmse of 'scores' <= 0.001";
    QTest::newRow("output with colons and signs") << "a>=b:0:sqnr.worst>=3"
                                                  << "worst sqnr of 'a>=b:0' >= 3";
    QTest::newRow("negative") << "top5Drop<=-0.5"
                              << "top5Drop <= -0.5";
}

void tst_Gates::text_isRead()
{
    QFETCH(QString, text);
    QFETCH(QString, described);
    const auto read = gateFromText(text.toStdString());
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QCOMPARE(QString::fromStdString(describe(*read)), described);
}

void tst_Gates::wrongText_isRefused_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    QTest::newRow("empty") << ""
                           << "a gate is [OUTPUT:]METRIC[.worst]>=NUMBER or <=NUMBER, such as 'cosine>=0.99'.";
    QTest::newRow("equals") << "cosine=1"
                            << "a gate is [OUTPUT:]METRIC[.worst]>=NUMBER or <=NUMBER, such as 'cosine>=0.99'.";
    QTest::newRow("metric") << "cosin>=1"
                            << "unknown metric 'cosin'. Did you mean 'cosine'? Metrics: cosine, psnr, sqnr, l2, rmse, "
                               "maxAbs, ssim, top1Drop, top5Drop, top1Agreement.";
    QTest::newRow("accuracy of an output") << "a:top1Drop<=1"
                                           << "unknown metric 'top1Drop'. Metrics: cosine, psnr, sqnr, l2, rmse, "
                                              "maxAbs, ssim.";
    QTest::newRow("worst accuracy") << "top1Drop.worst<=1"
                                    << "'.worst' belongs to metrics of outputs only.";
    QTest::newRow("number") << "cosine>=high"
                            << "'high' is not a number that cosine can be compared with.";
    QTest::newRow("rest") << "cosine>=0.9x"
                          << "'0.9x' is not a number that cosine can be compared with.";
    QTest::newRow("nan") << "l2<=nan"
                         << "'nan' is not a number that l2 can be compared with.";
    QTest::newRow("infinity") << "l2<=inf"
                              << "'inf' is not a number that l2 can be compared with.";
    QTest::newRow("range") << "cosine>=99"
                           << "'99' is not a number that cosine can be compared with.";
    QTest::newRow("no output") << ":l2<=1"
                               << "the name of the output in front of ':' is missing.";
}

void tst_Gates::wrongText_isRefused()
{
    QFETCH(QString, text);
    QFETCH(QString, message);
    const auto read = gateFromText(text.toStdString());
    QVERIFY(!read);
    QCOMPARE(QString::fromStdString(read.error().message), "--gate '" + text + "': " + message);
    QCOMPARE(read.error().code, ErrorCode::InvalidArgument);
}

void tst_Gates::json_isWrittenAsRead_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("sketch") << QByteArray(R"({"cosine":{"min":0.99},"top1Drop":{"max":1.0}})");
    QTest::newRow("several") << QByteArray(
        R"({"psnr":[{"min":30.0},{"min":20.0,"of":"worst"}],"rmse":{"max":2.0,"min":0.0}})");
    QTest::newRow("outputs") << QByteArray(
        R"({"maxAbs":{"max":3.0},"outputs":{"a":{"cosine":{"min":0.5}},"outputs":{"l2":{"max":1.0}}}})");
    QTest::newRow("none") << QByteArray("{}");
}

void tst_Gates::json_isWrittenAsRead()
{
    QFETCH(QByteArray, text);
    const auto gates = gatesFromJson(json::parse(text.toStdString()), "gates");
    QVERIFY2(gates, gates ? "" : gates.error().message.c_str());
    QCOMPARE(QByteArray::fromStdString(toJson(*gates).dump()), text);
}

void tst_Gates::wrongJson_isRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const char* text, const char* message) {
        QTest::newRow(name) << QByteArray(text) << QString(message);
    };
    row("no object", "[]", "gates must be an object, not a list.");
    row("metric", R"({"cosin": {"min": 1}})", "Unknown key 'cosin' in gates. Did you mean 'cosine'?");
    row("number", R"({"cosine": 0.9})", "gates.cosine must be an object, not 0.9.");
    row("no bound", R"({"cosine": {}})", "gates.cosine needs 'min' or 'max'.");
    row("range", R"({"cosine": {"min": 2}})", "gates.cosine.min must be from -1.0 to 1.0, not 2.");
    row("never", R"({"l2": {"min": 2, "max": 1}})", "gates.l2 can never be met: 'min' is above 'max'.");
    row("of", R"({"l2": {"min": 2, "of": "best"}})", "gates.l2.of must be mean or worst, not 'best'.");
    row("of accuracy", R"({"top1Drop": {"max": 2, "of": "worst"}})",
        "gates.top1Drop.of belongs to metrics of outputs only.");
    row("empty list", R"({"l2": []})", "gates.l2 is empty; give {\"min\": …} or {\"max\": …}.");
    row("in a list", R"({"l2": [{"max": 1}, {"mx": 2}]})", "Unknown key 'mx' in gates.l2[1]. Did you mean 'max'?");
    row("outputs", R"({"outputs": []})", "gates.outputs must be an object with a member per output.");
    row("unnamed output", R"({"outputs": {"": {}}})", "gates.outputs has an output without a name.");
    row("accuracy of an output", R"({"outputs": {"a": {"top1Drop": {"max": 1}}}})",
        "Unknown key 'top1Drop' in gates.outputs.a. Known keys: cosine, l2, maxAbs, psnr, rmse, sqnr, ssim.");
}

void tst_Gates::wrongJson_isRefused()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, message);
    const auto gates = gatesFromJson(json::parse(text.toStdString()), "gates");
    QVERIFY(!gates);
    QCOMPARE(QString::fromStdString(gates.error().message), message);
    QCOMPARE(gates.error().code, ErrorCode::ConfigRefused);
}

void tst_Gates::gates_areMeasured_data()
{
    QTest::addColumn<QString>("gate");
    QTest::addColumn<bool>("met");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* text, bool met, const char* line) {
        QTest::newRow(text) << QString(text) << met << QString(line);
    };
    row("cosine>=0.95", true, "cosine >= 0.95: 0.95 ('b:c')");
    row("cosine>=0.96", false, "cosine >= 0.96: 0.95 ('b:c')");
    row("cosine.worst>=0.92", false, "worst cosine >= 0.92: 0.9 ('a')");
    row("a:cosine>=0.99", true, "cosine of 'a' >= 0.99: 0.999 ('a')");
    row("rmse<=0.5", true, "rmse <= 0.5: 0.5 ('a')");
    row("rmse.worst<=1", false, "worst rmse <= 1: 2 ('a')");
    row("psnr>=100", true, "psnr >= 100: inf ('a')");
    row("sqnr>=1", false, "sqnr >= 1: 'a' has no sqnr");
    row("ssim>=0", false, "ssim >= 0: no output has that metric");
    row("z:l2<=1", false, "l2 of 'z' <= 1: no output 'z' was compared.");
    // A part counts where it is named, and not among the outputs.
    row("scores:cosine>=0.9", false, "cosine of 'scores' >= 0.9: 0.23 ('scores')");
    row("scores:cosine.worst>=0.1", true, "worst cosine of 'scores' >= 0.1: 0.1 ('scores')");
    row("cosine>=0.5", true, "cosine >= 0.5: 0.95 ('b:c')");
    row("top1Drop<=12.5", true, "top1Drop <= 12.5: 12.5");
    row("top1Drop<=12", false, "top1Drop <= 12: 12.5");
    row("top5Drop<=0", true, "top5Drop <= 0: 0");
    row("top1Agreement>=0.75", true, "top1Agreement >= 0.75: 0.75");
    row("top1Agreement>=0.8", false, "top1Agreement >= 0.8: 0.75");
}

void tst_Gates::gates_areMeasured()
{
    QFETCH(QString, gate);
    QFETCH(bool, met);
    QFETCH(QString, text);
    const Gate one = *gateFromText(gate.toStdString());
    const std::vector<GateResult> results = checkGates({&one, 1}, measured());
    QCOMPARE(results.size(), std::size_t(1));
    QCOMPARE(results[0].met, met);
    QCOMPARE(QString::fromStdString(results[0].text()), text);
    QCOMPARE(toJson(results[0])["met"].get<bool>(), met);
}

void tst_Gates::notFinite_isNotMet()
{
    Evaluation evaluation = measured();
    evaluation.outputs[0].notFinite = 2;
    const std::vector<Gate> gates{gate("cosine>=0.5"), gate("b:c:cosine>=0.5")};
    const std::vector<GateResult> results = checkGates(gates, evaluation);
    QVERIFY(!results[0].met);
    QCOMPARE(results[0].text(), std::string("cosine >= 0.5: 2 samples of 'a' hold NaN or infinity"));
    QVERIFY(results[1].met);
}

void tst_Gates::otherShapes_areNotMet()
{
    // The samples that could be compared are good; nobody knows of the others.
    Evaluation evaluation = measured();
    evaluation.outputs[0].shapesDiffer = 31;
    const std::vector<Gate> gates{gate("cosine>=0.5"), gate("b:c:cosine>=0.5"), gate("ssim>=0")};
    const std::vector<GateResult> results = checkGates(gates, evaluation);
    QVERIFY(!results[0].met && !results[2].met);
    QCOMPARE(results[0].text(),
             std::string("cosine >= 0.5: 31 samples of 'a' have another shape than the float model's and could not be "
                         "compared"));
    QVERIFY(results[1].met);
}

void tst_Gates::fit_needsLabelsAndOutputs()
{
    const std::vector<std::string> outputs{"scores", "boxes"};
    const std::vector<Gate> drop{gate("top1Drop<=1")};
    QVERIFY(checkGatesFit(drop, outputs, true));
    const auto unlabelled = checkGatesFit(drop, outputs, false);
    QVERIFY(!unlabelled);
    QVERIFY2(unlabelled.error().message.find("needs labelled evaluation data") != std::string::npos,
             unlabelled.error().message.c_str());
    const std::vector<Gate> misspelt{gate("boxs:l2<=1")};
    const auto dead = checkGatesFit(misspelt, outputs, true);
    QVERIFY(!dead);
    QCOMPARE(
        dead.error().message,
        std::string("Gate 'l2 of 'boxs' <= 1' names an output that the model does not have. Did you mean 'boxes'?"));
}

void tst_Gates::junit_isWellFormed_whateverNamesHold()
{
    const bool ok = rc::check("any bytes in names", [](const std::string& name, const std::string& output) {
        RunReport report;
        Gate one{GateMetric::L2, output, GateStatistic::Mean, {}, 1.0};
        report.gates.push_back({one, 2.0, output, false, {}});
        const Error failure{ErrorCode::RuntimeFailure, name + "\x01\xff<&\"'>", {}};
        RC_ASSERT(casesOf(junitText(name, report, &failure)).size() == 2U);
    });
    QVERIFY(ok);
    // What XML 1.0 leaves out: surrogates, U+FFFE, overlong forms, beyond U+10FFFF; and what it does not.
    RunReport report;
    const Error odd{
        ErrorCode::RuntimeFailure, "\xED\xA0\x80 \xEF\xBF\xBE \xC0\x80 \xF4\x90\x80\x80 \xC3\xA9 \xF0\x9F\x98\x80", {}};
    const QString replaced = casesOf(junitText("x", report, &odd)).at(0).second;
    QVERIFY2(replaced.endsWith(QString::fromUtf8(" \xC3\xA9 \xF0\x9F\x98\x80")), qPrintable(replaced));
}

void tst_Gates::junit_tellsEachGate()
{
    RunReport report;
    report.stages = {{"load", 1.25, 0}, {"save", 0.5, 0}};
    report.gates = checkGates(std::vector<Gate>{gate("cosine>=0.9"), gate("top1Drop<=1")}, measured());
    const auto cases = casesOf(junitText("my \"recipe\"", report, nullptr));
    QCOMPARE(cases.size(), std::size_t(3));
    QCOMPARE(cases[0], std::pair(QString("quantize"), QString()));
    QCOMPARE(cases[1], std::pair(QString("gate cosine >= 0.9"), QString()));
    QCOMPARE(cases[2], std::pair(QString("gate top1Drop <= 1"), QString("top1Drop <= 1: 12.5")));
    QVERIFY(junitText("x", report, nullptr).find("tests=\"3\" failures=\"1\" errors=\"0\" time=\"1.750\"")
            != std::string::npos);
}

QTEST_GUILESS_MAIN(tst_Gates)
#include "tst_gates.moc"
