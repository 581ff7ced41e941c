// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/report/report_page.h"
#include "tests/core/report/sample_report.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>
#include <sstream>

using namespace quantiscope;
using namespace quantiscope::test;
namespace fs = std::filesystem;

namespace {

std::string textOf(const fs::path& file)
{
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

} // namespace

class tst_AnalysisReport : public QObject
{
    Q_OBJECT

private slots:
    void page_isWellFormed_whateverTheNames();
    void page_refersToNothingOutside();
    void page_hasFactsFiguresAndTables();
    void page_leavesOutWhatWasNotAsked();
    void page_ofNothing_isWellFormed();
    void markdown_keepsNamesInTheirCells();
    void files_areWrittenByTheirEnding();
    void csv_isAFileForEachTable();
    void otherEnding_isRefused();
    void tensors_areWorstFirst();
    void units_areInTheirRanking_andTheCurveInItsOrder();
    void page_ofTenThousandTensors_isOfBoundedSize();
};

void tst_AnalysisReport::page_isWellFormed_whateverTheNames()
{
    const Page page = pageOf(htmlText(sampleReport()));
    QCOMPARE(page.error, QString());
    QCOMPARE(page.elements.count("script"), 1);
    QCOMPARE(page.elements.count("img"), 0);
    const QString shown = QString::fromUtf8("a<b>&\"'|`]]></script><img src=x onerror=1>\uFFFD\uFFFD\n,=");
    QVERIFY(page.texts.contains(shown));
    QVERIFY(page.texts.contains("model.onnx, " + shown));
}

void tst_AnalysisReport::page_refersToNothingOutside()
{
    AnalysisReport report = sampleReport();
    report.title = "plain";
    const QString html = QString::fromStdString(htmlText(report));
    QCOMPARE(referencesOf(html.toStdString()), QStringList());
    for (auto all = QRegularExpression("\\S*http\\S*").globalMatch(html); all.hasNext();) {
        const QString found = all.next().captured();
        QVERIFY2(found.startsWith("xmlns=\"http://www.w3.org/"), qPrintable(found));
    }
}

void tst_AnalysisReport::page_hasFactsFiguresAndTables()
{
    const Page page = pageOf(htmlText(sampleReport()));
    QCOMPARE(page.elements.count("svg"), 6); // error along the graph, sensitivity, three curves, channels of "w"
    QCOMPARE(page.elements.count("polyline"), 5); // the own errors go on at the edge where nothing is lost
    QCOMPARE(page.elements.count("circle"), 5 + 3 * 3);
    QCOMPARE(page.elements.count("table"), 5);
    QCOMPARE(page.elements.count("tr"), 5 + 1 + 2 + 3 + 4 + 2);
    QVERIFY(page.texts.contains("VINT8"));
    QVERIFY(page.texts.contains("first goes wrong"));
    QVERIFY(page.texts.contains("12.25") == false);
    QVERIFY(page.attributes.contains("data-v=12.25")); // sorts by the number itself
    QVERIFY(page.attributes.contains("data-v=1e999")); // infinite
    QVERIFY(std::any_of(page.texts.begin(), page.texts.end(),
                        [](const QString& text) { return text.startsWith("conv: The channels of 'w' differ"); }));
    for (const char* id : {"outputs", "sensitivity", "exclude", "tensors", "weights"}) {
        QVERIFY(page.attributes.contains(QString("href=#") + id));
        QVERIFY(page.attributes.contains(QString("id=") + id));
    }
}

void tst_AnalysisReport::page_leavesOutWhatWasNotAsked()
{
    AnalysisReport report = sampleReport();
    report.layers = {};
    report.evaluation = {};
    report.sensitivity = {};
    const Page page = pageOf(htmlText(report));
    QCOMPARE(page.error, QString());
    QCOMPARE(page.elements.count("svg"), 1);
    QCOMPARE(page.elements.count("table"), 1);
}

void tst_AnalysisReport::page_ofNothing_isWellFormed()
{
    AnalysisReport report;
    QCOMPARE(pageOf(htmlText(report)).error, QString());
    report.layers = LayerErrors();
    report.weights = WeightAnalysis();
    report.sensitivity = Sensitivity();
    report.evaluation = Evaluation();
    const Page page = pageOf(htmlText(report));
    QCOMPARE(page.error, QString());
    QCOMPARE(page.elements.count("svg"), 0);
    QCOMPARE(page.elements.count("table"), 0);
}

void tst_AnalysisReport::markdown_keepsNamesInTheirCells()
{
    const QStringList lines = QString::fromStdString(markdownText(sampleReport())).split('\n');
    QVERIFY(lines.contains("| recipe | VINT8 |"));
    const QString name = R"(a\<b\>\&"'\|\`\]\]\>\</script\>\<img src=x onerror=1\>\\x01\\xff\\x0a,=)";
    QVERIFY2(lines.contains("| model | " + name + " |"), qPrintable(lines.join('\n')));
    QVERIFY(lines.contains(
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")); // of outputs
    QVERIFY(lines.contains("| " + name + " |  | 4 | 0.90000 | 0.80000 | 12.0 | - | 0.0 | 0.0 | 0 | 0 | 0 |"));
}

void tst_AnalysisReport::files_areWrittenByTheirEnding()
{
    QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    for (const char* name : {"r.html", "R.HTM"}) {
        const auto written = writeReport(sampleReport(), root / name);
        QVERIFY(written);
        QCOMPARE(written->size(), 1U);
        QVERIFY(textOf(root / name) == htmlText(sampleReport()));
    }
    QVERIFY(writeReport(sampleReport(), root / "r.md"));
    QVERIFY(textOf(root / "r.md") == markdownText(sampleReport()));
}

void tst_AnalysisReport::csv_isAFileForEachTable()
{
    QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    const auto written = writeReport(sampleReport(), root / "r.csv");
    QVERIFY(written);
    QVERIFY(*written
            == (std::vector<fs::path>{root / "r-outputs.csv", root / "r-sensitivity.csv", root / "r-exclude.csv",
                                      root / "r-tensors.csv", root / "r-weights.csv"}));
    QVERIFY(!fs::exists(root / "r.csv"));
    const std::vector<fs::path> mayBe = filesOfReport(root / "r.csv");
    for (const fs::path& file : *written)
        QVERIFY2(std::find(mayBe.begin(), mayBe.end(), file) != mayBe.end(), file.c_str());
    QCOMPARE(mayBe.front(), root / "r.csv");
    QCOMPARE(filesOfReport("r.html"), std::vector<fs::path>{"r.html"});
    AnalysisReport one = sampleReport();
    one.evaluation = {};
    one.sensitivity = {};
    one.weights = {};
    QVERIFY(writeReport(one, root / "one.csv"));
    QVERIFY(textOf(root / "one.csv") == textOf(root / "r-tensors.csv"));
}

void tst_AnalysisReport::otherEnding_isRefused()
{
    const auto written = writeReport(sampleReport(), "report.pdf");
    QVERIFY(!written);
    QVERIFY(written.error().code == ErrorCode::InvalidArgument);
    QVERIFY(!checkReportName("report"));
    QVERIFY(checkReportName("a/b.Html"));
}

void tst_AnalysisReport::tensors_areWorstFirst()
{
    const std::vector<ReportTable> tables = tablesOf(sampleReport());
    QCOMPARE(tables.size(), 5U);
    QCOMPARE(tables[3].id, std::string("tensors"));
    const auto column = [&](std::size_t index) {
        QStringList texts;
        for (const std::vector<ReportCell>& row : tables[3].rows)
            texts += QString::fromStdString(row[index].text);
        return texts;
    };
    QCOMPARE(column(0), (QStringList{"0", "1", "3", "2"}));
    QCOMPARE(column(6), (QStringList{"12.2", "20.0", "35.0", "inf"}));
    QCOMPARE(column(8), (QStringList{"-", "19.0", "-", "17.0"}));
}

void tst_AnalysisReport::units_areInTheirRanking_andTheCurveInItsOrder()
{
    const std::vector<ReportTable> tables = tablesOf(sampleReport());
    QCOMPARE(tables[1].rows[0][1].text, kHostile);
    QCOMPARE(*tables[1].rows[0][5].value, 0.5);
    QCOMPARE(tables[1].rows[1][1].text, std::string("conv"));
    QCOMPARE(tables[1].rows[1][3].text, std::string("conv, silu"));
    QCOMPARE(tables[1].columns[6].name, std::string("only: SQNR dB")); // the metric stands there but once
    QCOMPARE(tables[1].rows[1][6].text, std::string("75.0"));
    QCOMPARE(tables[1].rows[1][8].text, std::string("-")); // all but it: not measured
    for (const ReportTable& table : tables) {
        for (const std::vector<ReportCell>& row : table.rows)
            QCOMPARE(row.size(), table.columns.size());
    }
    QVERIFY(tables[1].figures[0].caption.ends_with("1 − cosine"));
    QVERIFY(tables[1].figures[0].svg.find("<title>conv: 0.25</title>") != std::string::npos);
    QCOMPARE(tables[2].figures.size(), 3U); // against units, weight bytes and multiply-adds
    const auto placesOf = [&tables](std::size_t figure) {
        std::vector<std::string> places;
        const std::string& svg = tables[2].figures[figure].svg;
        for (std::size_t at = svg.find("<circle cx=\""); at != std::string::npos;
             at = svg.find("<circle cx=\"", at + 1))
            places.push_back(svg.substr(at + 12, svg.find('"', at + 12) - at - 12));
        return places;
    };
    const std::vector<std::string> even{"64.00", "454.00", "844.00"};
    QCOMPARE(placesOf(0), even); // 0, 1 and 2 units
    QCOMPARE(placesOf(1), even); // 0, 40 and 80 bytes
    QCOMPARE(placesOf(2), (std::vector<std::string>{"64.00", "259.00", "844.00"})); // 0, 50 and 200 multiply-adds
    QVERIFY(tables[2].figures[1].caption.ends_with("against the weight bytes left in float"));
    QCOMPARE(tables[2].rows.size(), 3U);
    QCOMPARE(tables[2].rows[1][6].text, std::string("25.0")); // of the multiply-adds
    QCOMPARE(*tables[2].rows[2][5].value, 80.0);
}

void tst_AnalysisReport::page_ofTenThousandTensors_isOfBoundedSize()
{
    constexpr std::size_t kMany = 10'000;
    AnalysisReport report = sampleReport();
    const TensorError tensor = report.layers->tensors[1];
    const WeightFacts weight = report.weights->weights[0];
    const SensitivityUnit unit = report.sensitivity->units[0];
    for (std::size_t i = 0; i < kMany; ++i) {
        const std::string name = "/model/stage." + std::to_string(i % 7) + "/block/Conv_" + std::to_string(i);
        report.layers->tensors.push_back(tensor);
        report.layers->tensors.back().tensor = name;
        report.weights->weights.push_back(weight);
        report.weights->weights.back().name = name;
        report.sensitivity->units.push_back(unit);
        report.sensitivity->units.back().name = name;
        report.sensitivity->units.back().nodes.assign(50, name);
        report.sensitivity->ranking.push_back(report.sensitivity->ranking.size());
    }
    WeightFacts& wide = report.weights->weights[0];
    wide.channels.assign(kMany, wide.channels[0]);
    wide.channels.push_back(weight.channels[1]);
    const std::string html = htmlText(report);
    QCOMPARE(pageOf(html).error, QString());
    QVERIFY2(html.size() < std::size_t(4) << 20, std::to_string(html.size()).c_str());
    QVERIFY(html.find("9004 more rows left out here") != std::string::npos); // of the tensors
    const std::string markdown = markdownText(report);
    QVERIFY2(markdown.size() < std::size_t(512) << 10, std::to_string(markdown.size()).c_str());
}

QTEST_APPLESS_MAIN(tst_AnalysisReport)
#include "tst_analysis_report.moc"
