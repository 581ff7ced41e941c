// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/printable.h"

#include <QTest>

using namespace quantiscope;

class tst_Printable : public QObject
{
    Q_OBJECT

private slots:
    void text_isMadeSafe_data();
    void text_isMadeSafe();
    void longText_isCut();
};

void tst_Printable::text_isMadeSafe_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("shown");
    const auto row = [](const char* name, const std::string& text, const std::string& shown) {
        QTest::newRow(name) << text << shown;
    };
    row("plain", "/stem/Conv", "/stem/Conv");
    row("UTF-8", "Größe 大 🙂", "Größe 大 🙂");
    row("escape sequence", "a\x1b[31mb", "a\\x1b[31mb");
    row("new line", "a\nb\r\tc", "a\\x0ab\\x0d\\x09c");
    row("zero", std::string("a\0b", 3), "a\\x00b");
    row("delete", "a\x7f", "a\\x7f");
    row("C1 control",
        "a\xc2\x9b"
        "1mb",
        "a\\xc2\\x9b1mb");
    row("after C1", "\xc2\xa0", "\xc2\xa0");
    row("direction",
        "a\xe2\x80\xae"
        "b\xe2\x81\xa6",
        "a\\xe2\\x80\\xaeb\\xe2\\x81\\xa6");
    row("beside directions", "\xe2\x80\xa6\xe2\x80\xaf", "\xe2\x80\xa6\xe2\x80\xaf");
    row("no UTF-8", "a\xff\xc3(", "a\\xff\\xc3(");
    row("cut UTF-8", "a\xe5\xa4", "a\\xe5\\xa4");
    row("empty", "", "");
}

void tst_Printable::text_isMadeSafe()
{
    QFETCH(std::string, text);
    QFETCH(std::string, shown);
    QCOMPARE(printable(text), shown);
    QCOMPARE(wholePrintable(text), shown);
}

void tst_Printable::longText_isCut()
{
    QCOMPARE(printable(std::string(200, 'x')), std::string(120, 'x') + "…");
    QCOMPARE(printable("abc", 2), std::string("ab…"));
    QCOMPARE(printable("aäb", 2), std::string("aä…")); // never within a character
    QCOMPARE(wholePrintable(std::string(10'000, 'x')), std::string(10'000, 'x'));
}

QTEST_GUILESS_MAIN(tst_Printable)
#include "tst_printable.moc"
