// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/quant_params.h"
#include "core/numerics/quantize.h"
#include "tests/core/numerics/scale_goldens.h"
#include "tests/support/dequantize.h"

#include <QTest>

#include <rapidcheck.h>

#include <cmath>
#include <limits>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Any finite float32, all magnitudes alike.
rc::Gen<float> finiteFloat()
{
    return rc::gen::suchThat(rc::gen::map(rc::gen::tuple(rc::gen::inRange(-149, 128), rc::gen::inRange(0, 1 << 24),
                                                         rc::gen::element(-1.0, 1.0)),
                                          [](const std::tuple<int, int, double>& parts) {
                                              const auto& [exponent, mantissa, sign] = parts;
                                              return float(sign
                                                           * std::ldexp(1.0 + mantissa / double(1 << 24), exponent));
                                          }),
                             [](float value) { return std::isfinite(value); });
}

rc::Gen<TensorRange> anyRange()
{
    const auto bound = rc::gen::weightedOneOf<float>({{6, finiteFloat()}, {1, rc::gen::just(0.0F)}});
    return rc::gen::map(rc::gen::pair(bound, bound), [](const std::pair<float, float>& bounds) {
        return TensorRange{std::min(bounds.first, bounds.second), std::max(bounds.first, bounds.second)};
    });
}

struct Target
{
    DataType type;
    Symmetry symmetry;
    CodeRange codes;
};

Target anyTarget()
{
    return {*rc::gen::element(DataType::UInt8, DataType::Int8, DataType::UInt16, DataType::Int16),
            *rc::gen::element(Symmetry::Asymmetric, Symmetry::Symmetric),
            *rc::gen::element(CodeRange::Full, CodeRange::Reduced)};
}

CodeLimits limitsOf(const Target& target)
{
    return codeLimits(target.type, target.symmetry, target.codes);
}

} // namespace

class tst_QuantParams : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void codeLimits_areThoseOfOnnxRuntime_data();
    void codeLimits_areThoseOfOnnxRuntime();
    void computeScaleZeroPoint_equalsOnnxRuntime_data();
    void computeScaleZeroPoint_equalsOnnxRuntime();
    void computeScaleZeroPoint_equalsHandComputedValues_data();
    void computeScaleZeroPoint_equalsHandComputedValues();
    void computeScaleZeroPoint_clampsBounds_whenBeyondHalfOfTheLargestFloat();
    void computeScaleZeroPoint_alwaysGivesUsableParameters();
    void computeScaleZeroPoint_representsZeroExactly();
    void computeScaleZeroPoint_coversTheRangeWithinOneStep();
    void computeScaleZeroPoint_putsTheZeroPointInTheMiddle_whenSymmetric();
    void computeScaleZeroPoint_growsWithTheRange();
    void isPerChannel_followsTheAxis();
};

void tst_QuantParams::initTestCase()
{
    if (!qEnvironmentVariableIsSet("RC_PARAMS"))
        qputenv("RC_PARAMS", "max_success=2000");
}

void tst_QuantParams::codeLimits_areThoseOfOnnxRuntime_data()
{
    QTest::addColumn<DataType>("type");
    QTest::addColumn<bool>("symmetric");
    QTest::addColumn<bool>("reduced");
    QTest::addColumn<int>("min");
    QTest::addColumn<int>("max");

    QTest::newRow("uint8") << DataType::UInt8 << false << false << 0 << 255;
    QTest::newRow("uint8 symmetric") << DataType::UInt8 << true << false << 0 << 255;
    QTest::newRow("uint8 reduced") << DataType::UInt8 << false << true << 0 << 127;
    QTest::newRow("uint8 symmetric reduced") << DataType::UInt8 << true << true << 0 << 127;
    QTest::newRow("int8") << DataType::Int8 << false << false << -128 << 127;
    QTest::newRow("int8 symmetric") << DataType::Int8 << true << false << -127 << 127;
    QTest::newRow("int8 reduced") << DataType::Int8 << false << true << -64 << 64;
    QTest::newRow("int8 symmetric reduced") << DataType::Int8 << true << true << -64 << 64;
    QTest::newRow("uint16") << DataType::UInt16 << false << false << 0 << 65535;
    QTest::newRow("uint16 symmetric") << DataType::UInt16 << true << false << 0 << 65535;
    QTest::newRow("uint16 reduced") << DataType::UInt16 << false << true << 0 << 32767;
    QTest::newRow("int16") << DataType::Int16 << false << false << -32768 << 32767;
    QTest::newRow("int16 symmetric") << DataType::Int16 << true << false << -32767 << 32767;
    QTest::newRow("int16 reduced") << DataType::Int16 << false << true << -16384 << 16384;
}

void tst_QuantParams::codeLimits_areThoseOfOnnxRuntime()
{
    QFETCH(DataType, type);
    QFETCH(bool, symmetric);
    QFETCH(bool, reduced);
    QFETCH(int, min);
    QFETCH(int, max);
    const CodeLimits limits = codeLimits(type, symmetric ? Symmetry::Symmetric : Symmetry::Asymmetric,
                                         reduced ? CodeRange::Reduced : CodeRange::Full);
    QCOMPARE(limits.min, min);
    QCOMPARE(limits.max, max);
}

void tst_QuantParams::computeScaleZeroPoint_equalsOnnxRuntime_data()
{
    QTest::addColumn<int>("golden");
    int index = 0;
    for (const ScaleGolden& golden : kScaleGoldens)
        QTest::newRow(golden.name) << index++;
}

void tst_QuantParams::computeScaleZeroPoint_equalsOnnxRuntime()
{
    QFETCH(int, golden);
    const ScaleGolden& expected = kScaleGoldens[golden];
    const Symmetry symmetry = expected.symmetric ? Symmetry::Symmetric : Symmetry::Asymmetric;
    const CodeLimits limits =
        codeLimits(expected.type, symmetry, expected.reduced ? CodeRange::Reduced : CodeRange::Full);
    const ScaleZeroPoint found = computeScaleZeroPoint({expected.min, expected.max}, limits, symmetry);
    QVERIFY2(found.scale == expected.scale, qPrintable(QString::number(found.scale, 'g', 9)));
    QCOMPARE(found.zeroPoint, expected.zeroPoint);
}

void tst_QuantParams::computeScaleZeroPoint_equalsHandComputedValues_data()
{
    QTest::addColumn<DataType>("type");
    QTest::addColumn<bool>("symmetric");
    QTest::addColumn<float>("min");
    QTest::addColumn<float>("max");
    QTest::addColumn<float>("scale");
    QTest::addColumn<int>("zeroPoint");

    // Ranges whose scale is a power of two, to be checked without a calculator.
    QTest::newRow("one step per unit") << DataType::UInt8 << false << -100.0F << 155.0F << 1.0F << 100;
    QTest::newRow("a quarter") << DataType::UInt8 << false << 0.0F << 63.75F << 0.25F << 0;
    QTest::newRow("only negative") << DataType::UInt8 << false << -510.0F << -3.0F << 2.0F << 255;
    QTest::newRow("signed") << DataType::Int8 << false << -27.0F << 228.0F << 1.0F << -101;
    QTest::newRow("signed symmetric") << DataType::Int8 << true << -254.0F << 3.0F << 2.0F << 0;
    QTest::newRow("unsigned symmetric, 127.5 goes to even") << DataType::UInt8 << true << 0.0F << 127.5F << 1.0F << 128;
    QTest::newRow("unsigned 16 bit symmetric") << DataType::UInt16 << true << -32767.5F << 1.0F << 1.0F << 32768;
    QTest::newRow("ties go to even downwards") << DataType::UInt8 << false << -0.5F << 254.5F << 1.0F << 0;
    QTest::newRow("ties go to even upwards") << DataType::UInt8 << false << -1.5F << 253.5F << 1.0F << 2;
    QTest::newRow("nothing observed") << DataType::Int8 << false << 0.0F << 0.0F << 1.0F << 0;
}

void tst_QuantParams::computeScaleZeroPoint_equalsHandComputedValues()
{
    QFETCH(DataType, type);
    QFETCH(bool, symmetric);
    QFETCH(float, min);
    QFETCH(float, max);
    QFETCH(float, scale);
    QFETCH(int, zeroPoint);
    const Symmetry symmetry = symmetric ? Symmetry::Symmetric : Symmetry::Asymmetric;
    const ScaleZeroPoint found = computeScaleZeroPoint({min, max}, codeLimits(type, symmetry), symmetry);
    QVERIFY2(found.scale == scale, qPrintable(QString::number(found.scale, 'g', 9)));
    QCOMPARE(found.zeroPoint, zeroPoint);
}

void tst_QuantParams::computeScaleZeroPoint_clampsBounds_whenBeyondHalfOfTheLargestFloat()
{
    // FLT_MAX / 255, the nearest float32: what [-FLT_MAX / 2, FLT_MAX / 2] needs.
    const float expected = 0x1.010100p+120F;
    for (const float bound : {std::numeric_limits<float>::max() / 2, std::numeric_limits<float>::max(), kInfinity}) {
        const ScaleZeroPoint found = computeScaleZeroPoint(
            {-bound, bound}, codeLimits(DataType::UInt8, Symmetry::Asymmetric), Symmetry::Asymmetric);
        QVERIFY2(found.scale == expected, qPrintable(QString::number(found.scale, 'g', 9)));
        QCOMPARE(found.zeroPoint, 128);
    }
}

void tst_QuantParams::computeScaleZeroPoint_alwaysGivesUsableParameters()
{
    QVERIFY(rc::check("scale is positive, normal and finite, the zero point is a code", [] {
        const Target target = anyTarget();
        const CodeLimits limits = limitsOf(target);
        const ScaleZeroPoint found = computeScaleZeroPoint(*anyRange(), limits, target.symmetry);
        RC_ASSERT(std::isnormal(found.scale));
        RC_ASSERT(found.scale > 0.0F);
        RC_ASSERT(found.zeroPoint >= limits.min);
        RC_ASSERT(found.zeroPoint <= limits.max);
    }));
}

void tst_QuantParams::computeScaleZeroPoint_representsZeroExactly()
{
    QVERIFY(rc::check("0 has a code of its own, and a range widened to 0 gives the same", [] {
        const Target target = anyTarget();
        const CodeLimits limits = limitsOf(target);
        const TensorRange range = *anyRange();
        const TensorRange widened{std::min(range.min, 0.0F), std::max(range.max, 0.0F)};
        const ScaleZeroPoint found = computeScaleZeroPoint(range, limits, target.symmetry);
        RC_ASSERT(found == computeScaleZeroPoint(widened, limits, target.symmetry));
        const std::int32_t code = quantizeValue(0.0F, found.scale, found.zeroPoint, limits);
        RC_ASSERT(dequantizeValue(code, found.scale, found.zeroPoint) == 0.0F);
        if (target.symmetry == Symmetry::Asymmetric && found.scale != 1.0F) {
            if (range.min >= 0.0F)
                RC_ASSERT(found.zeroPoint == limits.min);
            if (range.max <= 0.0F)
                RC_ASSERT(found.zeroPoint == limits.max);
        }
    }));
}

void tst_QuantParams::computeScaleZeroPoint_coversTheRangeWithinOneStep()
{
    QVERIFY(rc::check("the outermost codes lie at most one step inside of the range", [] {
        const Target target = anyTarget();
        const CodeLimits limits = limitsOf(target);
        TensorRange range = *anyRange();
        constexpr float kLimit = std::numeric_limits<float>::max() / 2;
        range = {std::clamp(range.min, -kLimit, kLimit), std::clamp(range.max, -kLimit, kLimit)};
        const ScaleZeroPoint found = computeScaleZeroPoint(range, limits, target.symmetry);
        const double step = found.scale;
        // The scale is rounded to float32: 65535 steps can be off by 65535 * 2^-24 of a step.
        const double tolerance = step * (1.0 + 1.0 / 256);
        RC_ASSERT((limits.min - found.zeroPoint) * step <= double(range.min) + tolerance);
        RC_ASSERT((limits.max - found.zeroPoint) * step >= double(range.max) - tolerance);
    }));
}

void tst_QuantParams::computeScaleZeroPoint_putsTheZeroPointInTheMiddle_whenSymmetric()
{
    QVERIFY(rc::check("the middle does not depend on the range", [] {
        Target target = anyTarget();
        target.symmetry = Symmetry::Symmetric;
        const CodeLimits limits = limitsOf(target);
        const ScaleZeroPoint found = computeScaleZeroPoint(*anyRange(), limits, Symmetry::Symmetric);
        if (found == ScaleZeroPoint{1.0F, 0})
            return; // too small a range
        // As many codes below as above, or one more below.
        const int below = found.zeroPoint - limits.min;
        const int above = limits.max - found.zeroPoint;
        RC_ASSERT(below - above == 0 || below - above == 1);
    }));
}

void tst_QuantParams::computeScaleZeroPoint_growsWithTheRange()
{
    QVERIFY(rc::check("a range inside of another has no larger scale", [] {
        const Target target = anyTarget();
        const CodeLimits limits = limitsOf(target);
        const TensorRange a = *anyRange();
        const TensorRange b = *anyRange();
        const TensorRange both{std::min(a.min, b.min), std::max(a.max, b.max)};
        const ScaleZeroPoint inner = computeScaleZeroPoint(a, limits, target.symmetry);
        const ScaleZeroPoint outer = computeScaleZeroPoint(both, limits, target.symmetry);
        if (inner != ScaleZeroPoint{1.0F, 0}) // what a range gets that is too small
            RC_ASSERT(inner.scale <= outer.scale);
    }));
}

void tst_QuantParams::isPerChannel_followsTheAxis()
{
    QuantParams params;
    QVERIFY(!params.isPerChannel());
    params.axis = 0;
    QVERIFY(params.isPerChannel());
}

QTEST_GUILESS_MAIN(tst_QuantParams)
#include "tst_quant_params.moc"
