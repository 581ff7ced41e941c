// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report_table.h"

#include <QTest>

#include <limits>

using namespace quantiscope;

namespace {

ReportTable table()
{
    const double infinity = std::numeric_limits<double>::infinity();
    return {"t",
            "Title",
            {"A note."},
            {{"name"}, {"value, \"dB\"", "what it means"}},
            {{"plain", {0.1, "0.1"}},
             {"with, comma", {-infinity, "-inf"}},
             {"with \"quotes\"\nand lines", {std::numeric_limits<double>::quiet_NaN(), "-"}}}};
}

} // namespace

class tst_ReportTable : public QObject
{
    Q_OBJECT

private slots:
    void csv_quotesWhatNeedsIt()
    {
        QCOMPARE(csvText(table()),
                 std::string("name,\"value, \"\"dB\"\"\"\r\nplain,0.1\r\n\"with, comma\",-inf\r\n"
                             "\"with \"\"quotes\"\"\nand lines\",\r\n"));
    }

    void markdown_alignsNumbersRight()
    {
        QCOMPARE(markdownText(table()),
                 std::string("## Title\n\nA note.\n\n| name | value, \"dB\" |\n| --- | ---: |\n| plain | 0.1 |\n"
                             "| with, comma | -inf |\n| with \"quotes\"\\\\x0aand lines | - |\n\n"));
    }

    void markdown_tellsWhatItLeavesOut()
    {
        const std::string text = markdownText(table(), 1);
        QVERIFY(text.find("plain") != std::string::npos);
        QVERIFY(text.find("comma") == std::string::npos);
        QVERIFY(text.ends_with("\n2 more rows left out here; a CSV report has all.\n\n"));
    }

    void html_tellsWhatItLeavesOut()
    {
        const std::string text = htmlSection(table(), 2);
        QVERIFY(text.find("comma") != std::string::npos);
        QVERIFY(text.find("with &quot;quotes") == std::string::npos);
        QVERIFY(text.ends_with("<p>1 more row left out here; a CSV report has all.</p>\n</section>\n"));
    }

    void longCells_areCutForPeople_betweenCharacters()
    {
        ReportTable longer = table();
        std::string name(399, 'a');
        for (int i = 0; i < 10; ++i)
            name += "é"; // two bytes
        longer.rows = {{name, {1.0, "1"}}};
        const std::string cut = std::string(399, 'a') + " …";
        QVERIFY(htmlSection(longer).find("<td>" + cut + "</td>") != std::string::npos);
        QVERIFY(markdownText(longer).find("| " + cut + " |") != std::string::npos);
        QVERIFY(csvText(longer).find(name + ",1\r\n") != std::string::npos);
    }

    void figures_standInFrontOfTheRows_ofPagesOnly()
    {
        ReportTable drawn = table();
        drawn.figures = {{"Cap & tion", "<svg/>"}, {"nothing to draw", ""}};
        const std::string text = htmlSection(drawn);
        const std::size_t figure =
            text.find("<figcaption>Cap &amp; tion</figcaption>\n<div class=\"plot\"><svg/></div>");
        QVERIFY(figure != std::string::npos && figure < text.find("<table"));
        QVERIFY(text.find("nothing to draw") == std::string::npos);
        QCOMPARE(markdownText(drawn), markdownText(table()));
    }

    void tableWithoutRows_isTitleAndNotes()
    {
        ReportTable empty = table();
        empty.rows.clear();
        QCOMPARE(markdownText(empty), std::string("## Title\n\nA note.\n\n"));
        QCOMPARE(htmlSection(empty),
                 std::string("<section id=\"t\">\n<h2 id=\"t-title\">Title</h2>\n<p>A note.</p>\n</section>\n"));
    }

    void html_hasNumbersToSortBy()
    {
        const std::string text = htmlSection(table());
        QVERIFY(text.find("<th scope=\"col\" class=\"n\" title=\"what it means\">value, &quot;dB&quot;</th>")
                != std::string::npos);
        QVERIFY(text.find("<td class=\"n\" data-v=\"0.1\">0.1</td>") != std::string::npos);
        QVERIFY(text.find("<td class=\"n\" data-v=\"-1e999\">-inf</td>") != std::string::npos);
        QVERIFY(text.find("<td class=\"n\" data-v=\"\">-</td>") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(tst_ReportTable)
#include "tst_report_table.moc"
