// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/dpu_arithmetic.h"

#include <QTest>
#include <rapidcheck.h>

#include <cmath>

using namespace quantiscope;

class tst_DpuArithmetic : public QObject
{
    Q_OBJECT

private slots:
    void leakyAlpha_isInTwoHundredFiftySixths_data();
    void leakyAlpha_isInTwoHundredFiftySixths();
    void clipBound_isAnIntegerOfEightBits_data();
    void clipBound_isAnIntegerOfEightBits();
    void hardSigmoidFactor_isThatOfTheReferencesModels();
    void meanFactor_isAsCalculatedByHand_data();
    void meanFactor_isAsCalculatedByHand();
    void poolFactor_isAsCalculatedByHand_data();
    void poolFactor_isAsCalculatedByHand();
    void meanFactor_isTheBestOfItsKind();
};

void tst_DpuArithmetic::leakyAlpha_isInTwoHundredFiftySixths_data()
{
    QTest::addColumn<float>("alpha");
    QTest::addColumn<float>("expected");
    QTest::newRow("0.1") << 0.1F << 26.0F / 256;
    QTest::newRow("0.01") << 0.01F << 3.0F / 256;
    QTest::newRow("0.2") << 0.2F << 51.0F / 256;
    QTest::newRow("0") << 0.0F << 0.0F;
    QTest::newRow("negative") << -0.1F << -26.0F / 256;
    QTest::newRow("above 1") << 1.5F << 1.5F;
    QTest::newRow("half, to even below") << 0.5F / 256 << 0.0F;
    QTest::newRow("half, to even above") << 1.5F / 256 << 2.0F / 256;
}

void tst_DpuArithmetic::leakyAlpha_isInTwoHundredFiftySixths()
{
    QFETCH(float, alpha);
    QFETCH(float, expected);
    QVERIFY(dpuLeakyAlpha(alpha) == expected);
}

void tst_DpuArithmetic::clipBound_isAnIntegerOfEightBits_data()
{
    QTest::addColumn<float>("bound");
    QTest::addColumn<float>("expected");
    QTest::newRow("-0.7") << -0.7F << -1.0F; // this and the next as in a model that the reference wrote
    QTest::newRow("2.6") << 2.6F << 3.0F;
    QTest::newRow("half to even") << 2.5F << 2.0F;
    QTest::newRow("6") << 6.0F << 6.0F;
    QTest::newRow("too low") << -1e9F << -128.0F;
    QTest::newRow("too high") << 127.5F << 127.0F;
}

void tst_DpuArithmetic::clipBound_isAnIntegerOfEightBits()
{
    QFETCH(float, bound);
    QFETCH(float, expected);
    QVERIFY(dpuClipBound(bound) == expected);
}

void tst_DpuArithmetic::hardSigmoidFactor_isThatOfTheReferencesModels()
{
    QVERIFY(dpuHardSigmoidFactor() == 16386.0F / 16384.0F); // 6 x 2731 / 16384
}

// Calculated in Python: min((abs(round(2**n / c) / 2**n - 1 / c), n) for n in range(7 + ceil(log2(c)))).
void tst_DpuArithmetic::meanFactor_isAsCalculatedByHand_data()
{
    QTest::addColumn<qint64>("count");
    QTest::addColumn<double>("expected");
    QTest::newRow("1") << qint64(1) << 1.0;
    QTest::newRow("2") << qint64(2) << 1.0;
    QTest::newRow("3 = 85/256") << qint64(3) << 255.0 / 256;
    QTest::newRow("6 = 85/512, as in a model of the reference's") << qint64(6) << 0.99609375;
    QTest::newRow("9 = 57/512") << qint64(9) << 513.0 / 512;
    QTest::newRow("36 = 57/2048, as in a model of the reference's") << qint64(36) << 1.001953125;
    QTest::newRow("49 = 21/1024") << qint64(49) << 1029.0 / 1024;
    QTest::newRow("169 = 97/16384") << qint64(169) << 1.00054931640625;
    QTest::newRow("768 = 85/65536") << qint64(768) << 0.99609375;
    QTest::newRow("1000 = 33/32768") << qint64(1000) << 33000.0 / 32768;
    QTest::newRow("2^31") << (qint64(1) << 31) << 1.0;
}

void tst_DpuArithmetic::meanFactor_isAsCalculatedByHand()
{
    QFETCH(qint64, count);
    QFETCH(double, expected);
    QVERIFY(double(dpuMeanFactor(count)) == expected);
}

void tst_DpuArithmetic::poolFactor_isAsCalculatedByHand_data()
{
    QTest::addColumn<qint64>("height");
    QTest::addColumn<qint64>("width");
    QTest::addColumn<double>("expected");
    const auto row = [](const char* name, int height, int width, double expected) {
        QTest::newRow(name) << qint64(height) << qint64(width) << expected;
    };
    row("1x1", 1, 1, 1.0);
    row("2x2", 2, 2, 1.0);
    row("3x3", 3, 3, 63.0 / 64);
    row("4x4, mobilenetv2_cifar10", 4, 4, 1.0);
    row("5x5", 5, 5, 250.0 / 256);
    row("6x6", 6, 6, 252.0 / 256);
    row("7x7", 7, 7, 1029.0 / 1024);
    row("9x9: 81 = 101/8192", 9, 9, 8181.0 / 8192);
    row("13x13, squeezenet", 13, 13, 1.00054931640625);
    row("14x14", 14, 14, 4116.0 / 4096);
    row("3x2 like a mean of 6", 3, 2, 255.0 / 256);
    row("2x3 like a mean of 6", 2, 3, 255.0 / 256);
    row("1x9 like a mean of 9", 1, 9, 513.0 / 512);
    row("255 high: 255 = 1/256", 255, 1, 255.0 / 256);
    row("256x256", 256, 256, 1.0);
    row("300 high", 300, 3, 1.0);
    row("300 wide", 3, 300, 1.0);
}

void tst_DpuArithmetic::poolFactor_isAsCalculatedByHand()
{
    QFETCH(qint64, height);
    QFETCH(qint64, width);
    QFETCH(double, expected);
    QVERIFY(double(dpuPoolFactor(height, width)) == expected);
}

void tst_DpuArithmetic::meanFactor_isTheBestOfItsKind()
{
    const bool holds = rc::check("best k / 2^n, less than 1 % off", [] {
        const auto count = *rc::gen::inRange<std::int64_t>(1, std::int64_t(1) << 24);
        const double reciprocal = double(dpuMeanFactor(count)) / double(count);
        const double error = std::abs(reciprocal * double(count) - 1.0);
        RC_ASSERT(error <= 0.0079); // half a unit of 2^-(6 + digits), of 2^-digits at least
        if ((count & (count - 1)) == 0)
            RC_ASSERT(error == 0.0);
        int digits = 0;
        while ((std::int64_t(1) << digits) < count)
            ++digits;
        for (int n = 0; n <= digits + 6; ++n) {
            const double k = std::floor(std::ldexp(1.0, n) / double(count));
            for (const double candidate : {k, k + 1})
                RC_ASSERT(std::abs(std::ldexp(candidate, -n) * double(count) - 1.0) >= error - 1e-6);
        }
    });
    QVERIFY(holds);
}

QTEST_GUILESS_MAIN(tst_DpuArithmetic)
#include "tst_dpu_arithmetic.moc"
