// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/float16.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace quantiscope;

class tst_Float16Rounding : public QObject
{
    Q_OBJECT

private slots:
    void floatToFloat16_roundsToNearestEven();
    void floatToFloat16_keepsWhatIsNotFinite();
};

void tst_Float16Rounding::floatToFloat16_roundsToNearestEven()
{
    // Between each two neighbours, from 0 to the largest one and infinity (which stands at 65536 for rounding).
    for (std::uint16_t lower = 0; lower < 0x7C00; ++lower) {
        const std::uint16_t upper = lower + 1;
        const float low = float16ToFloat(lower);
        const float high = upper == 0x7C00 ? 65536.0F : float16ToFloat(upper);
        const float middle = (low + high) / 2;
        for (const float sign : {1.0F, -1.0F}) {
            const std::uint16_t bit = sign < 0 ? 0x8000 : 0;
            QCOMPARE(floatToFloat16(sign * low), lower | bit);
            QCOMPARE(floatToFloat16(sign * std::nextafter(middle, 0.0F)), lower | bit);
            QCOMPARE(floatToFloat16(sign * middle), (lower % 2 == 0 ? lower : upper) | bit);
            QCOMPARE(floatToFloat16(sign * std::nextafter(middle, 1e9F)), upper | bit);
        }
    }
}

void tst_Float16Rounding::floatToFloat16_keepsWhatIsNotFinite()
{
    QCOMPARE(floatToFloat16(std::numeric_limits<float>::infinity()), 0x7C00);
    QCOMPARE(floatToFloat16(-std::numeric_limits<float>::max()), 0xFC00);
    QVERIFY(std::isnan(float16ToFloat(floatToFloat16(std::numeric_limits<float>::quiet_NaN()))));
}

QTEST_GUILESS_MAIN(tst_Float16Rounding)
#include "tst_float16_rounding.moc"
