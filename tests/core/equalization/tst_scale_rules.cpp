// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/equalization/scale_rules.h"
#include "tests/core/equalization/layer_maker.h"

#include <QTest>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

EqualizationConfig plainRule()
{
    EqualizationConfig config;
    config.scaleAppendBias = false;
    config.scaleUseThreshold = false;
    return config;
}

bool isClose(double a, double b, double relative)
{
    return std::abs(a - b) <= relative * std::max(std::abs(a), std::abs(b));
}

} // namespace

class TestScaleRules : public QObject
{
    Q_OBJECT

private slots:
    // Expected by hand from the rule in scale_rules.h: F of each weight, its median and mean.
    void biasShrink_isChosenByRatios_data()
    {
        QTest::addColumn<QList<float>>("weight"); // [2, 2]
        QTest::addColumn<QList<float>>("bias");
        QTest::addColumn<double>("shrink");
        QTest::newRow("small biases") << QList<float>{1, 1, 1, 1} << QList<float>{1, 1} << 2.0;
        // F = 200 four times, max |b| / max |W| = 2 / 0.2 < 20 needs one large weight: F = 10, 200, 200, 200.
        QTest::newRow("small, median above 100")
            << QList<float>{0.2F, 0.01F, 0.01F, 0.01F} << QList<float>{2, 2} << 5.0;
        // F = 1, 1e7 (floor 1e-7), 1, 1: median 1, mean 2.5e6.
        QTest::newRow("small, mean above 1000") << QList<float>{1, 1e-9F, 1, 1} << QList<float>{1, 1} << 5.0;
        // F = 40 four times.
        QTest::newRow("large, median above 30") << QList<float>{1, 1, 1, 1} << QList<float>{40, 40} << 20.0;
        // F = 20 four times.
        QTest::newRow("large, median above 15") << QList<float>{1, 1, 1, 1} << QList<float>{20, 20} << 10.0;
        // F = 12 four times; max |b| = 12 is not below 10.
        QTest::newRow("large, median below 15") << QList<float>{1, 1, 1, 1} << QList<float>{12, 12} << 5.0;
        // Zeros count as the smallest magnitude of their channel: F = 12, 12, 12, 12.
        QTest::newRow("zero weights") << QList<float>{1, 0, 0, 1} << QList<float>{12, 12} << 5.0;
        // A channel of zeros counts as bias 0: F = 0, 0, 1, 1.
        QTest::newRow("dead channel") << QList<float>{0, 0, 1, 1} << QList<float>{1000, 1} << 2.0;
    }
    void biasShrink_isChosenByRatios()
    {
        QFETCH(QList<float>, weight);
        QFETCH(QList<float>, bias);
        QFETCH(double, shrink);
        const LayerWeights layer = denseLayer(2, {weight.begin(), weight.end()}, {bias.begin(), bias.end()});
        QCOMPARE(biasShrink(layer), shrink);
    }

    void headMagnitudes_takeShrunkBias_whenAppended()
    {
        // All biases below 10 and 20 max |W|, median F 3: divided by 2.
        const LayerWeights head = denseLayer(2, {1, -2, 0.5F, 0.25F}, {3, -6});
        EqualizationConfig config;
        QCOMPARE(headMagnitudes(head, config), (std::vector<double>{2, 3}));
        config.scaleAppendBias = false;
        QCOMPARE(headMagnitudes(head, config), (std::vector<double>{2, 0.5}));
    }

    void pairFactors_are1_belowThreshold()
    {
        const LayerWeights head = denseLayer(3, {0.1F, 0.2F, 0.4F});
        const LayerWeights tail = denseLayer(1, {0.3F, 0.8F, 0.1F});
        EqualizationConfig config = plainRule();
        config.scaleUseThreshold = true; // 0.5
        const ChannelFactors factors = pairFactors(head, tail, config);
        QCOMPARE(factors[0], 1.0); // 0.1 + 0.3
        QVERIFY(isClose(factors[1], 2.0, 1e-6)); // sqrt(0.8 / 0.2)
        QVERIFY(isClose(factors[2], 0.5, 1e-6)); // 0.4 + 0.1 is not below
    }

    void pairFactors_are1_whereNothingIsRead()
    {
        const LayerWeights head = denseLayer(3, {0, 2, 3});
        const LayerWeights tail = denseLayer(1, {5, 0, 3});
        QCOMPARE(pairFactors(head, tail, plainRule()), (ChannelFactors{1, 1, 1}));
    }

    void pairFactors_makeMagnitudesEqual()
    {
        QVERIFY(rc::check([] {
            const auto channels = *rc::gen::inRange<std::size_t>(1, 9);
            const auto seed = *rc::gen::arbitrary<std::uint32_t>();
            LayerWeights head = denseLayer(channels, normalNumbers(channels * 5, seed, 0.3F));
            LayerWeights tail = denseLayer(4, normalNumbers(channels * 4, seed + 1, 3.0F));
            const ChannelFactors factors = pairFactors(head, tail, plainRule());
            scaleOutputs(head, factors);
            divideInputs(tail, factors);
            const auto first = head.outputMagnitudes();
            const auto second = tail.inputMagnitudes();
            for (std::size_t channel = 0; channel < channels; ++channel)
                RC_ASSERT(isClose(first[channel], second[channel], 1e-5));
        }));
    }

    void tripleFactors_makeMagnitudesEqual()
    {
        QVERIFY(rc::check([] {
            const auto channels = *rc::gen::inRange<std::size_t>(1, 9);
            const auto seed = *rc::gen::arbitrary<std::uint32_t>();
            LayerWeights head = denseLayer(channels, normalNumbers(channels * 5, seed, 0.1F));
            LayerWeights middle = depthwiseLayer(channels, normalNumbers(channels * 9, seed + 1, 2.0F));
            LayerWeights tail = denseLayer(4, normalNumbers(channels * 4, seed + 2));
            const auto factors = tripleFactors(head, middle, tail);
            scaleOutputs(head, factors[0]);
            divideInputs(middle, factors[0]);
            scaleOutputs(middle, factors[1]);
            divideInputs(tail, factors[1]);
            for (std::size_t channel = 0; channel < channels; ++channel) {
                const double magnitude = head.outputMagnitudes()[channel];
                RC_ASSERT(isClose(magnitude, middle.outputMagnitudes()[channel], 1e-5));
                RC_ASSERT(isClose(magnitude, tail.inputMagnitudes()[channel], 1e-5));
            }
        }));
    }

    void tripleFactors_are1_whenAChannelIsDead()
    {
        const auto factors = tripleFactors(denseLayer(2, {0, 1}), depthwiseLayer(2, {1, 1}), denseLayer(1, {1, 1}));
        QCOMPARE(factors[0], (ChannelFactors{1, 1}));
        QCOMPARE(factors[1], (ChannelFactors{1, 1}));
    }
};

QTEST_APPLESS_MAIN(TestScaleRules)
#include "tst_scale_rules.moc"
