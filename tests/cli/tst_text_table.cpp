// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text_table.h"

#include <QTest>

using namespace quantiscope;

class tst_TextTable : public QObject
{
    Q_OBJECT

private slots:
    void seconds_areReadable_data();
    void seconds_areReadable();
    void cells_areMadeSafe();
    void longText_isWrapped();
};

void tst_TextTable::seconds_areReadable_data()
{
    QTest::addColumn<double>("seconds");
    QTest::addColumn<std::string>("text");
    const auto row = [](double seconds, const char* text) { QTest::newRow(text) << seconds << std::string(text); };
    row(0.0, "0 ms");
    row(0.085, "85 ms");
    row(12.34, "12.3 s");
    row(119.4, "1 min 59 s");
    row(119.7, "2 min 00 s");
    row(3599.9, "60 min 00 s");
    row(125.0, "2 min 05 s");
}

void tst_TextTable::seconds_areReadable()
{
    QFETCH(double, seconds);
    QFETCH(std::string, text);
    QCOMPARE(secondsText(seconds), text);
}

void tst_TextTable::cells_areMadeSafe()
{
    TextTable table({"name", "count"}, {TextTable::Align::Left, TextTable::Align::Right});
    table.addRow({"a\x1b[2J\nb", "1"});
    table.addRow({"ä", "10"});
    QCOMPARE(table.text(),
             std::string("name           count\n"
                         "-------------  -----\n"
                         "a\\x1b[2J\\x0ab      1\n"
                         "ä                 10\n"));
}

void tst_TextTable::longText_isWrapped()
{
    QCOMPARE(wrappedText("one two three", 2, 9), std::string("  one two\n  three\n"));
    QCOMPARE(wrappedText("one two three", 2, 8), std::string("  one\n  two\n  three\n"));
    QCOMPARE(wrappedText("a unbreakable b", 0, 5), std::string("a\nunbreakable\nb\n"));
    QCOMPARE(wrappedText("… … …", 0, 5), std::string("… … …\n")); // columns, not bytes
    QCOMPARE(wrappedText("", 4), std::string("    \n"));
}

QTEST_GUILESS_MAIN(tst_TextTable)
#include "tst_text_table.moc"
