// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/byte_count.h"

#include <QTest>

using namespace quantiscope;

class tst_ByteCount : public QObject
{
    Q_OBJECT

private slots:
    void bytesFromText_reads_data();
    void bytesFromText_reads();
    void bytesFromText_refuses_data();
    void bytesFromText_refuses();
    void byteText_isShort_data();
    void byteText_isShort();
};

void tst_ByteCount::bytesFromText_reads_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<quint64>("bytes");
    QTest::newRow("bytes") << "17" << quint64(17);
    QTest::newRow("bytes with unit") << "17 B" << quint64(17);
    QTest::newRow("kilo") << "3k" << quint64(3072);
    QTest::newRow("mebi") << "300MiB" << quint64(314572800);
    QTest::newRow("giga") << "2G" << quint64(2147483648);
    QTest::newRow("small letters") << "2gib" << quint64(2147483648);
    QTest::newRow("of 1000") << "5 MB" << quint64(5000000);
    QTest::newRow("fraction") << "1.5GiB" << quint64(1610612736);
    QTest::newRow("tera") << "1T" << quint64(1099511627776);
    QTest::newRow("nothing") << "0" << quint64(0);
}

void tst_ByteCount::bytesFromText_reads()
{
    QFETCH(QString, text);
    QFETCH(quint64, bytes);
    const auto read = bytesFromText(text.toStdString());
    QVERIFY(read.has_value());
    QCOMPARE(quint64(*read), bytes);
}

void tst_ByteCount::bytesFromText_refuses_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : {"", "much", "-1", "3X", "3 kk", "3MiBs", "nan", "inf", "99999999T", "1e3", "0x10"})
        QTest::newRow(text) << QString(text);
}

void tst_ByteCount::bytesFromText_refuses()
{
    QFETCH(QString, text);
    QVERIFY(!bytesFromText(text.toStdString()));
}

void tst_ByteCount::byteText_isShort_data()
{
    QTest::addColumn<quint64>("bytes");
    QTest::addColumn<QString>("text");
    QTest::newRow("bytes") << quint64(1023) << "1023 B";
    QTest::newRow("whole") << quint64(2048) << "2 KiB";
    QTest::newRow("fraction") << quint64(1610612736) << "1.5 GiB";
    QTest::newRow("many") << quint64(412) * 1024 * 1024 + 200000 << "412 MiB";
    QTest::newRow("tera") << (quint64(5000) << 40) << "5000 TiB";
}

void tst_ByteCount::byteText_isShort()
{
    QFETCH(quint64, bytes);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(byteText(bytes)), text);
}

QTEST_GUILESS_MAIN(tst_ByteCount)
#include "tst_byte_count.moc"
