// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/quantize.h"
#include "core/numerics/scale_types.h"
#include "tests/support/dequantize.h"

#include <QTest>

#include <rapidcheck.h>

#include <cmath>
#include <limits>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

constexpr ScaleZeroPoint kNoExtent{1.0F, 0};

rc::Gen<float> anyScale(int lowestExponent, int highestExponent)
{
    return rc::gen::map(rc::gen::pair(rc::gen::inRange(lowestExponent, highestExponent), rc::gen::inRange(0, 1 << 23)),
                        [](const std::pair<int, int>& parts) {
                            return std::ldexp(1.0F + float(parts.second) / float(1 << 23), parts.first);
                        });
}

rc::Gen<TensorRange> anyRange()
{
    const auto bound = rc::gen::map(rc::gen::pair(anyScale(-126, 127), rc::gen::element(-1.0F, 0.0F, 1.0F)),
                                    [](const std::pair<float, float>& parts) { return parts.first * parts.second; });
    return rc::gen::map(rc::gen::pair(bound, bound), [](const std::pair<float, float>& bounds) {
        return TensorRange{std::min(bounds.first, bounds.second), std::max(bounds.first, bounds.second)};
    });
}

QuantTarget anyTarget(ScaleType scale)
{
    return {*rc::gen::element(DataType::UInt8, DataType::Int8, DataType::UInt16, DataType::Int16),
            *rc::gen::element(Symmetry::Asymmetric, Symmetry::Symmetric), scale,
            *rc::gen::element(CodeRange::Full, CodeRange::Reduced)};
}

} // namespace

class tst_ScaleTypes : public QObject
{
    Q_OBJECT

private slots:
    void float32_isTheFloatFormula();
    void powerOf2_isTheNearestInTheLogarithm();
    void powerOf2_keepsTheZeroPoint();
    void powerOf2_saturatesByLessThanSqrt2();
    void int16_isTheNearestOnTheGrid();
    void int16_isAtTheEndsOfTheGrid_beyondIt();
    void uint8Symmetric_hasZeroPoint128();
    void noExtent_givesScaleOne();
    void nearestPosition_equalsHandComputedValues_data();
    void nearestPosition_equalsHandComputedValues();
    void nearestInt16Scale_equalsHandComputedValues_data();
    void nearestInt16Scale_equalsHandComputedValues();
};

void tst_ScaleTypes::float32_isTheFloatFormula()
{
    QVERIFY(rc::check("computeScaleZeroPoint() with the target's codes", [] {
        const QuantTarget target = anyTarget(ScaleType::Float32);
        const TensorRange range = *anyRange();
        RC_ASSERT(
            computeScaleZeroPoint(range, target)
            == computeScaleZeroPoint(range, codeLimits(target.type, target.symmetry, target.codes), target.symmetry));
    }));
}

void tst_ScaleTypes::powerOf2_isTheNearestInTheLogarithm()
{
    QVERIFY(rc::check("a power of two, within a factor of sqrt 2 of the float scale", [] {
        QuantTarget target = anyTarget(ScaleType::PowerOf2);
        const TensorRange range = *anyRange();
        const float scale = computeScaleZeroPoint(range, target).scale;
        target.scale = ScaleType::Float32;
        const float exact = computeScaleZeroPoint(range, target).scale;
        int exponent = 0;
        RC_ASSERT(std::frexp(scale, &exponent) == 0.5F);
        RC_ASSERT(std::isnormal(scale));
        const double ratio = double(scale) / double(exact);
        RC_ASSERT(ratio * ratio <= 2.0 * (1.0 + 1e-12));
        RC_ASSERT(ratio * ratio >= 0.5 * (1.0 - 1e-12));
        RC_ASSERT(scaleAtPosition(nearestPosition(scale)) == scale);
    }));
}

void tst_ScaleTypes::powerOf2_keepsTheZeroPoint()
{
    // Step 5 of section 3.7 computes it again from the lowest code's value, (codes.min - zero point) * scale.
    QVERIFY(rc::check("computing it again changes nothing", [] {
        QuantTarget target = anyTarget(*rc::gen::element(ScaleType::PowerOf2, ScaleType::Int16));
        const TensorRange range = *anyRange();
        const ScaleZeroPoint found = computeScaleZeroPoint(range, target);
        const CodeLimits codes = target.limits();
        const double scale = found.scale;
        const double lowest = std::min((codes.min - found.zeroPoint) * scale, 0.0);
        RC_ASSERT(double(found.zeroPoint) == std::nearbyint(codes.min - lowest / scale));
        target.scale = ScaleType::Float32;
        RC_ASSERT(found.zeroPoint == computeScaleZeroPoint(range, target).zeroPoint);
    }));
}

void tst_ScaleTypes::powerOf2_saturatesByLessThanSqrt2()
{
    QVERIFY(rc::check("a bound comes back as itself, a step beside, or sqrt 2 times smaller", [] {
        const QuantTarget target = anyTarget(ScaleType::PowerOf2);
        TensorRange range = *anyRange();
        range = {std::max(range.min, -1e37F), std::min(range.max, 1e37F)};
        const ScaleZeroPoint found = computeScaleZeroPoint(range, target);
        RC_PRE(found != kNoExtent);
        for (const float bound : {std::min(range.min, 0.0F), std::max(range.max, 0.0F)}) {
            const std::int32_t code = quantizeValue(bound, found.scale, found.zeroPoint, target.limits());
            const double back = std::abs(double(dequantizeValue(code, found.scale, found.zeroPoint)));
            const double magnitude = std::abs(double(bound));
            RC_ASSERT(back <= magnitude + 0.5001 * double(found.scale));
            RC_ASSERT(back >= magnitude / std::sqrt(2.0) * (1.0 - 1e-6) - 1.0001 * double(found.scale));
        }
    }));
}

void tst_ScaleTypes::int16_isTheNearestOnTheGrid()
{
    QVERIFY(rc::check("M / 2^n, and no other M / 2^n is nearer", [] {
        const float scale = *anyScale(-20, 16);
        const double found = nearestInt16Scale(scale);
        bool onGrid = false;
        for (int n = 0; n <= 16; ++n) {
            const double mantissa = std::ldexp(found, n);
            onGrid = onGrid || (mantissa == std::floor(mantissa) && mantissa >= 1.0 && mantissa <= 32767.0);
            const double nearest = std::clamp(std::round(std::ldexp(double(scale), n)), 1.0, 32767.0);
            RC_ASSERT(std::abs(found - double(scale)) <= std::abs(std::ldexp(nearest, -n) - double(scale)));
        }
        RC_ASSERT(onGrid);
    }));
}

void tst_ScaleTypes::int16_isAtTheEndsOfTheGrid_beyondIt()
{
    QCOMPARE(nearestInt16Scale(1e-30F), std::ldexp(1.0F, -16));
    QCOMPARE(nearestInt16Scale(std::numeric_limits<float>::min()), std::ldexp(1.0F, -16));
    QCOMPARE(nearestInt16Scale(1e30F), 32767.0F);
}

void tst_ScaleTypes::uint8Symmetric_hasZeroPoint128()
{
    QVERIFY(rc::check("with every kind of scale (rule 4)", [] {
        const QuantTarget target{DataType::UInt8, Symmetry::Symmetric,
                                 *rc::gen::element(ScaleType::Float32, ScaleType::PowerOf2, ScaleType::Int16),
                                 CodeRange::Full};
        const ScaleZeroPoint found = computeScaleZeroPoint(*anyRange(), target);
        RC_ASSERT(found == kNoExtent || found.zeroPoint == 128);
    }));
}

void tst_ScaleTypes::noExtent_givesScaleOne()
{
    for (const ScaleType scale : {ScaleType::Float32, ScaleType::PowerOf2, ScaleType::Int16}) {
        for (const Symmetry symmetry : {Symmetry::Asymmetric, Symmetry::Symmetric}) {
            const QuantTarget target{DataType::UInt8, symmetry, scale, CodeRange::Full};
            QCOMPARE(computeScaleZeroPoint({0.0F, 0.0F}, target), kNoExtent);
            QCOMPARE(computeScaleZeroPoint({-1e-42F, 1e-40F}, target), kNoExtent);
        }
    }
}

void tst_ScaleTypes::nearestPosition_equalsHandComputedValues_data()
{
    QTest::addColumn<float>("scale");
    QTest::addColumn<int>("position");
    QTest::newRow("1") << 1.0F << 0;
    QTest::newRow("exact") << 0.03125F << 5;
    QTest::newRow("below the middle: 1.41421 < sqrt 2") << 1.41421F << 0;
    QTest::newRow("above the middle: 1.41422 > sqrt 2") << 1.41422F << -1;
    QTest::newRow("6 / 255, -log2 = 5.409") << 6.0F / 255.0F << 5;
    QTest::newRow("2 / 254, -log2 = 6.989") << 2.0F / 254.0F << 7;
    QTest::newRow("smallest normal") << std::numeric_limits<float>::min() << 126;
    QTest::newRow("2^127") << 0x1p127F << -127;
}

void tst_ScaleTypes::nearestPosition_equalsHandComputedValues()
{
    QFETCH(float, scale);
    QFETCH(int, position);
    QCOMPARE(nearestPosition(scale), position);
}

void tst_ScaleTypes::nearestInt16Scale_equalsHandComputedValues_data()
{
    // By exact fractions: python3 -c "from fractions import Fraction as F; s = F(float); print(min((abs(F(m, 2**n) -
    // s), n, F(m, 2**n)) for n in range(17) for m in (s * 2**n // 1, -(-s * 2**n // 1)) if 1 <= m <= 32767))"
    QTest::addColumn<float>("scale");
    QTest::addColumn<float>("expected");
    QTest::newRow("on the grid") << 0.75F << 0.75F;
    QTest::newRow("0.1 = 6554 / 2^16") << 0.1F << 6554.0F / 65536.0F;
    QTest::newRow("6 / 255 = 1542 / 2^16") << 6.0F / 255.0F << 1542.0F / 65536.0F;
    QTest::newRow("pi = 25736 / 2^13") << 3.14159274F << 25736.0F / 8192.0F;
    QTest::newRow("1000.3 = 32010 / 2^5") << 1000.3F << 32010.0F / 32.0F;
    QTest::newRow("1e-5 = 1 / 2^16") << 1e-5F << 1.0F / 65536.0F;
}

void tst_ScaleTypes::nearestInt16Scale_equalsHandComputedValues()
{
    QFETCH(float, scale);
    QFETCH(float, expected);
    QCOMPARE(nearestInt16Scale(scale), expected);
}

QTEST_GUILESS_MAIN(tst_ScaleTypes)
#include "tst_scale_types.moc"
