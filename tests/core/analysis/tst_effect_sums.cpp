// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sample_effect.h"
#include "tests/support/counted_allocations.h"

#include <QTest>

#include <cmath>
#include <utility>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// Of two outputs, of which the second is taken for scores.
SampleEffect effectOf(int sample)
{
    SampleEffect effect;
    for (int output = 0; output < 2; ++output) {
        OutputMetrics metrics;
        metrics.cosine = 1.0 - 0.001 * (sample % 7) - 0.01 * output;
        metrics.l2 = 0.1 * (sample % 5);
        metrics.sqnr = 20.0 + sample % 3;
        effect.outputs.push_back({metrics, false});
        effect.kl.push_back(output == 1 ? std::optional(0.25 * (sample % 4)) : std::nullopt);
    }
    effect.topOne = TopOne{1, 1, sample % 2 == 0 ? 1U : 0U};
    return effect;
}

} // namespace

class tst_EffectSums : public QObject
{
    Q_OBJECT

private slots:
    void memory_doesNotGrowWithTheSamples()
    {
        EffectSums sums;
        sums.add(effectOf(0));
        const SampleEffect effect = effectOf(1);
        const std::size_t before = allocations;
        for (int sample = 1; sample < 10'000; ++sample)
            sums.add(effect);
        QCOMPARE(allocations - before, std::size_t(0));
        QCOMPARE(sums.samples, std::uint64_t(10'000));
        QCOMPARE(sums.outputs.size(), std::size_t(2));
    }

    void effect_isThatOfTheSummaries()
    {
        const EffectComparer comparer({"values", "scores"}, nullptr, {});
        EffectSums sums;
        OutputSummaryBuilder values("values");
        double kl = 0.0;
        for (int sample = 0; sample < 200; ++sample) {
            const SampleEffect effect = effectOf(sample);
            sums.add(effect);
            values.add(effect.outputs[0]);
            kl += *effect.kl[1];
        }
        const VariantEffect effect = comparer.summarize(sums, SensitivityMetric::Cosine);
        QCOMPARE(effect.samples, std::uint64_t(200));
        QVERIFY(effect.outputs[0].cosine == values.summary().cosine);
        QVERIFY(effect.outputs[0].l2 == values.summary().l2);
        QVERIFY(effect.outputs[0].sqnr == values.summary().sqnr);
        QVERIFY(!effect.outputs[0].kl);
        QVERIFY((effect.outputs[1].kl == MetricSummary{kl / 200.0, 0.75}));
        QVERIFY((effect.topOne == TopOne{200, 200, 100}));
        QCOMPARE(effect.value, std::optional(effect.outputs[1].cosine.mean));
    }

    void divergence_isOfAllSamplesOrNone()
    {
        const EffectComparer comparer({"values", "scores"}, nullptr, {});
        EffectSums sums;
        sums.add(effectOf(0));
        SampleEffect other = effectOf(1);
        other.kl[1].reset();
        sums.add(other);
        QVERIFY(!comparer.summarize(sums, SensitivityMetric::Kl).outputs[1].kl);
    }

    void sums_areGoneOnWith()
    {
        OutputSummaryBuilder whole("values");
        OutputSummaryBuilder half("values");
        for (int sample = 0; sample < 9; ++sample) {
            whole.add(effectOf(sample).outputs[0]);
            if (sample == 4)
                half = OutputSummaryBuilder(OutputSummaryBuilder::Sums(half.sums()));
            half.add(effectOf(sample).outputs[0]);
        }
        QVERIFY(half.summary().cosine == whole.summary().cosine);
        QVERIFY(half.summary().sqnr == whole.summary().sqnr);
        QCOMPARE(half.summary().samples, whole.summary().samples);
    }
};

QTEST_GUILESS_MAIN(tst_EffectSums)
#include "tst_effect_sums.moc"
