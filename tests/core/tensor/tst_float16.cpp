// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/float16.h"

#include <QTest>
#include <qfloat16.h>

#include <bit>
#include <cmath>
#include <cstring>

using namespace quantiscope;

class tst_Float16 : public QObject
{
    Q_OBJECT

private slots:
    void float16ToFloat_equalsQt_forEveryPattern();
    void float16ToFloat_givesKnownValues_data();
    void float16ToFloat_givesKnownValues();
    void bfloat16ToFloat_givesKnownValues_data();
    void bfloat16ToFloat_givesKnownValues();
};

void tst_Float16::float16ToFloat_equalsQt_forEveryPattern()
{
    for (int bits = 0; bits <= 0xFFFF; ++bits) {
        const auto pattern = std::uint16_t(bits);
        qfloat16 half;
        std::memcpy(static_cast<void*>(&half), &pattern, sizeof half);
        const float expected = float(half);
        const float found = float16ToFloat(pattern);
        if (std::isnan(expected))
            QVERIFY2(std::isnan(found), qPrintable(QString::number(bits, 16)));
        else
            QVERIFY2(std::bit_cast<std::uint32_t>(found) == std::bit_cast<std::uint32_t>(expected),
                     qPrintable(QString::number(bits, 16)));
    }
}

void tst_Float16::float16ToFloat_givesKnownValues_data()
{
    QTest::addColumn<int>("bits");
    QTest::addColumn<float>("value");
    QTest::newRow("one") << 0x3C00 << 1.0F;
    QTest::newRow("minus two and a half") << 0xC100 << -2.5F;
    QTest::newRow("largest") << 0x7BFF << 65504.0F;
    QTest::newRow("smallest normal") << 0x0400 << 0x1p-14F;
    QTest::newRow("largest denormal") << 0x03FF << 0x1.FF8p-15F;
    QTest::newRow("smallest denormal") << 0x0001 << 0x1p-24F;
    QTest::newRow("minus zero") << 0x8000 << -0.0F;
    QTest::newRow("infinity") << 0x7C00 << std::numeric_limits<float>::infinity();
    QTest::newRow("minus infinity") << 0xFC00 << -std::numeric_limits<float>::infinity();
}

void tst_Float16::float16ToFloat_givesKnownValues()
{
    QFETCH(int, bits);
    QFETCH(float, value);
    QVERIFY(std::bit_cast<std::uint32_t>(float16ToFloat(std::uint16_t(bits))) == std::bit_cast<std::uint32_t>(value));
}

void tst_Float16::bfloat16ToFloat_givesKnownValues_data()
{
    QTest::addColumn<int>("bits");
    QTest::addColumn<float>("value");
    QTest::newRow("one") << 0x3F80 << 1.0F;
    QTest::newRow("minus two and a half") << 0xC020 << -2.5F;
    QTest::newRow("largest") << 0x7F7F << 0x1.FEp127F;
    QTest::newRow("smallest denormal") << 0x0001 << 0x1p-133F;
    QTest::newRow("minus zero") << 0x8000 << -0.0F;
    QTest::newRow("infinity") << 0x7F80 << std::numeric_limits<float>::infinity();
}

void tst_Float16::bfloat16ToFloat_givesKnownValues()
{
    QFETCH(int, bits);
    QFETCH(float, value);
    QVERIFY(std::bit_cast<std::uint32_t>(bfloat16ToFloat(std::uint16_t(bits))) == std::bit_cast<std::uint32_t>(value));
    QVERIFY(std::isnan(bfloat16ToFloat(0x7FC0)));
}

QTEST_GUILESS_MAIN(tst_Float16)
#include "tst_float16.moc"
