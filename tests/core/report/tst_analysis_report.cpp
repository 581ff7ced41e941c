// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/report/sample_report.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <filesystem>
#include <fstream>
#include <sstream>

using namespace quantiscope;
using namespace quantiscope::test;
namespace fs = std::filesystem;

namespace {

/// What an XML reader finds in a page.
struct Page
{
    QStringList elements;
    QStringList attributes; ///< "name=value"
    QStringList texts;
    QString error;
};

Page pageOf(const std::string& html)
{
    Page page;
    QXmlStreamReader reader(QByteArray::fromStdString(html));
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isStartElement()) {
            page.elements += reader.name().toString();
            for (const QXmlStreamAttribute& attribute : reader.attributes())
                page.attributes += attribute.name().toString() + "=" + attribute.value().toString();
        } else if (reader.isCharacters() && !reader.isWhitespace()) {
            page.texts += reader.text().toString();
        }
    }
    page.error = reader.errorString();
    return page;
}

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
    for (const QString& attribute : pageOf(html.toStdString()).attributes)
        QVERIFY2(!QRegularExpression("^(src|href|data|action|srcset)=").match(attribute).hasMatch(),
                 qPrintable(attribute));
    QCOMPARE(QRegularExpression("url\\(|@import|fetch\\(|XMLHttp|import ").match(html).hasMatch(), false);
    for (auto all = QRegularExpression("\\S*http\\S*").globalMatch(html); all.hasNext();) {
        const QString found = all.next().captured();
        QVERIFY2(found.startsWith("xmlns=\"http://www.w3.org/"), qPrintable(found));
    }
}

void tst_AnalysisReport::page_hasFactsFiguresAndTables()
{
    const Page page = pageOf(htmlText(sampleReport()));
    QCOMPARE(page.elements.count("svg"), 4); // error along the graph, sensitivity, curve, channels of "w"
    QCOMPARE(page.elements.count("polyline"), 3); // the own errors go on at the edge where nothing is lost
    QCOMPARE(page.elements.count("circle"), 5 + 3);
    QCOMPARE(page.elements.count("table"), 5);
    QCOMPARE(page.elements.count("tr"), 5 + 1 + 2 + 3 + 4 + 2);
    QVERIFY(page.texts.contains("VINT8"));
    QVERIFY(page.texts.contains("first goes wrong"));
    QVERIFY(page.texts.contains("12.25") == false);
    QVERIFY(page.attributes.contains("data-v=12.25")); // sorts by the number itself
    QVERIFY(page.attributes.contains("data-v=1e999")); // infinite
    const QString sentence = "The channels of 'w' differ";
    QVERIFY(std::any_of(page.texts.begin(), page.texts.end(),
                        [&](const QString& text) { return text.startsWith(sentence); }));
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
    QVERIFY(lines.contains("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")); // of outputs
    QVERIFY(lines.contains("| " + name + " | 4 | 0.90000 | 0.80000 | 12.0 | - | 0 | 0 |"));
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
    QCOMPARE(tables[1].rows[1][7].text, std::string("75.0"));
    QCOMPARE(tables[1].rows[1][9].text, std::string("-")); // all but it: not measured
    QCOMPARE(tables[2].rows.size(), 3U);
    QCOMPARE(tables[2].rows[1][7].text, std::string("25.0")); // of the multiply-adds
    QCOMPARE(*tables[2].rows[2][6].value, 80.0);
}

QTEST_APPLESS_MAIN(tst_AnalysisReport)
#include "tst_analysis_report.moc"
