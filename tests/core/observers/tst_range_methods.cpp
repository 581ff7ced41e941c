// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observers/range_methods.h"
#include "tests/support/histogram_total.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

// Half of a bin's width, 2^-7, relative to its value: what the header promises where a bin's values are spread evenly.
constexpr double kHalfBin = 0.004;

enum class Distribution
{
    Normal,
    Rectified, ///< normal, cut at 0: half of it zeros
    Silu, ///< x * sigmoid(x) of a normal x
    HeavyTail, ///< a Laplace distribution's cube
    Uneven, ///< negative values a hundred times smaller than positive ones
};

std::vector<float> makeValues(Distribution distribution)
{
    std::mt19937 generator(42);
    std::normal_distribution<double> normal(0.0, 2.0);
    std::exponential_distribution<double> exponential(1.0);
    std::vector<float> values(400000);
    for (float& value : values) {
        const double x = normal(generator);
        switch (distribution) {
        case Distribution::Normal:
            value = float(x + 0.7);
            break;
        case Distribution::Rectified:
            value = float(std::max(x, 0.0));
            break;
        case Distribution::Silu:
            value = float(x / (1.0 + std::exp(-x)));
            break;
        case Distribution::HeavyTail:
            value = float(std::copysign(std::pow(exponential(generator), 3.0), x));
            break;
        case Distribution::Uneven:
            value = float(x < 0.0 ? x / 100 : x);
            break;
        }
    }
    return values;
}

/// numpy.quantile(values, fraction), method "linear", of values in ascending order.
double exactQuantile(const std::vector<double>& sorted, double fraction)
{
    const double place = fraction * double(sorted.size() - 1);
    const auto below = std::size_t(place);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (sorted[above] - sorted[below]) * (place - double(below));
}

std::vector<double> ascending(const std::vector<float>& values, bool magnitudes)
{
    std::vector<double> sorted(values.begin(), values.end());
    if (magnitudes)
        std::transform(sorted.begin(), sorted.end(), sorted.begin(), [](double value) { return std::fabs(value); });
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

TensorStatistics statisticsOf(const std::vector<float>& values, StatisticsDetail detail = StatisticsDetail::Histogram)
{
    StatisticsScratch scratch;
    TensorStatistics statistics;
    accumulate(values, detail, scratch, statistics);
    return statistics;
}

} // namespace

class tst_RangeMethods : public QObject
{
    Q_OBJECT

private slots:
    void minMaxRange_isExact();
    void minMaxRange_isZero_whenNothingWasSeen();
    void percentileRange_isNearTheExactQuantiles_data();
    void percentileRange_isNearTheExactQuantiles();
    void percentileRange_isTheObservedRange_at100();
    void percentileRange_needsNoHistogram_at100();
    void percentileRange_staysInsideTheObservedRange();
    void percentileRange_isThatOfTheValues_whenTheyAreFew();
    void percentileRange_growsWithThePercentile();
    void percentileRange_isZero_whenNothingWasSeen();
    void percentileRange_countsHugeNumbersOfValues();
    void percentileRange_isOneSided_whenSymmetricValuesAreNot();
    void percentileRange_dropsOutliers_data();
    void percentileRange_dropsOutliers();
};

void tst_RangeMethods::minMaxRange_isExact()
{
    const TensorRange range = minMaxRange(statisticsOf({0.1F, -7.123456F, 3.3333333F, 0.0F}));
    QVERIFY(range.min == -7.123456F);
    QVERIFY(range.max == 3.3333333F);
    const TensorRange positive = minMaxRange(statisticsOf({5.0F, 6.5F}));
    QVERIFY(positive.min == 5.0F && positive.max == 6.5F);
}

void tst_RangeMethods::minMaxRange_isZero_whenNothingWasSeen()
{
    QCOMPARE(minMaxRange(TensorStatistics()), (TensorRange{0.0F, 0.0F}));
    QCOMPARE(minMaxRange(statisticsOf({std::numeric_limits<float>::quiet_NaN()})), (TensorRange{0.0F, 0.0F}));
}

void tst_RangeMethods::percentileRange_isNearTheExactQuantiles_data()
{
    QTest::addColumn<int>("distribution");
    QTest::newRow("normal") << int(Distribution::Normal);
    QTest::newRow("rectified") << int(Distribution::Rectified);
    QTest::newRow("SiLU") << int(Distribution::Silu);
    QTest::newRow("heavy tail") << int(Distribution::HeavyTail);
    QTest::newRow("uneven") << int(Distribution::Uneven);
}

void tst_RangeMethods::percentileRange_isNearTheExactQuantiles()
{
    QFETCH(int, distribution);
    const std::vector<float> values = makeValues(Distribution(distribution));
    const TensorStatistics statistics = statisticsOf(values);
    const std::vector<double> sorted = ascending(values, false);
    const std::vector<double> sortedMagnitudes = ascending(values, true);
    for (const double percentile : {50.0, 90.0, 99.0, 99.9, 99.99}) {
        // Of 400000 values, 20 lie beyond the last percentile at each end: too few to be spread evenly over a bin.
        const double tolerance = percentile < 99.95 ? kHalfBin : 2 * kHalfBin;
        const auto isNear = [=](double found, double exact) {
            // Quantiles next to 0 lie in the two bins of the tiniest values.
            if (std::fabs(found - exact) <= tolerance * std::fabs(exact) + 1e-39)
                return true;
            qWarning("percentile %g: %.9g instead of %.9g", percentile, found, exact);
            return false;
        };
        const TensorRange both = percentileRange(statistics, percentile, Symmetry::Asymmetric);
        QVERIFY(isNear(both.min, exactQuantile(sorted, (100.0 - percentile) / 200.0)));
        QVERIFY(isNear(both.max, exactQuantile(sorted, (100.0 + percentile) / 200.0)));

        const TensorRange symmetric = percentileRange(statistics, percentile, Symmetry::Symmetric);
        const double limit = exactQuantile(sortedMagnitudes, percentile / 100.0);
        QVERIFY(isNear(symmetric.max, limit));
        QVERIFY(isNear(symmetric.min, std::max(-limit, sorted.front())));
    }
}

void tst_RangeMethods::percentileRange_isTheObservedRange_at100()
{
    const TensorStatistics statistics = statisticsOf({0.1F, -7.123456F, 3.3333333F});
    for (const Symmetry symmetry : {Symmetry::Asymmetric, Symmetry::Symmetric}) {
        const TensorRange range = percentileRange(statistics, 100.0, symmetry);
        QVERIFY(range.min == -7.123456F);
        QVERIFY(range.max == 3.3333333F);
    }
}

void tst_RangeMethods::percentileRange_needsNoHistogram_at100()
{
    const TensorStatistics statistics = statisticsOf({-1.5F, 2.5F}, StatisticsDetail::Range);
    QCOMPARE(percentileRange(statistics, 100.0, Symmetry::Asymmetric), (TensorRange{-1.5F, 2.5F}));
}

void tst_RangeMethods::percentileRange_staysInsideTheObservedRange()
{
    std::mt19937 generator(9);
    for (int round = 0; round < 200; ++round) {
        std::vector<float> values(1 + generator() % 50);
        for (float& value : values)
            value = std::ldexp(float(generator() >> 8) / float(1 << 23) - 1.0F, int(generator() % 30) - 15);
        TensorStatistics statistics = statisticsOf(values);
        if (round % 2 == 1) // as of many
            statistics.values.giveUp();
        const auto [lowest, highest] = std::minmax_element(values.begin(), values.end());
        for (const double percentile : {1.0, 50.0, 99.0, 99.9999}) {
            for (const Symmetry symmetry : {Symmetry::Asymmetric, Symmetry::Symmetric}) {
                const TensorRange range = percentileRange(statistics, percentile, symmetry);
                QVERIFY(range.min >= *lowest);
                QVERIFY(range.max <= *highest);
            }
        }
    }
}

void tst_RangeMethods::percentileRange_isThatOfTheValues_whenTheyAreFew()
{
    std::vector<float> values; // 200 of them: 0.1, 0.2, … 20, but every other one negative
    for (int i = 1; i <= 200; ++i)
        values.push_back(0.1F * float(i % 2 == 0 ? i : -i));
    const TensorStatistics statistics = statisticsOf(values);
    // Symmetric: 180 of 200 magnitudes. Asymmetric: 10 are cut off at each end, -19.9 … -18.1 and 18.2 … 20; of what is
    // left the first counts as cut, too: the bound is the value that 5 % do not exceed.
    QCOMPARE(percentileRange(statistics, 90.0, Symmetry::Symmetric), (TensorRange{-18.0F, 18.0F}));
    QCOMPARE(percentileRange(statistics, 90.0, Symmetry::Asymmetric), (TensorRange{0.1F * -181.0F, 18.0F}));
    QCOMPARE(percentileRange(statistics, 99.999, Symmetry::Asymmetric), minMaxRange(statistics));
}

void tst_RangeMethods::percentileRange_growsWithThePercentile()
{
    const TensorStatistics statistics = statisticsOf(makeValues(Distribution::Silu));
    for (const Symmetry symmetry : {Symmetry::Asymmetric, Symmetry::Symmetric}) {
        TensorRange before = percentileRange(statistics, 1.0, symmetry);
        for (const double percentile : {10.0, 50.0, 90.0, 99.0, 99.9, 99.999, 99.99999, 100.0}) {
            const TensorRange range = percentileRange(statistics, percentile, symmetry);
            QVERIFY(range.min <= before.min);
            // Only the largest of the 400000 values lies beyond 99.99975 %.
            QVERIFY(percentile < 99.9999 ? range.max > before.max : range.max >= before.max);
            before = range;
        }
    }
}

void tst_RangeMethods::percentileRange_isZero_whenNothingWasSeen()
{
    QCOMPARE(percentileRange(TensorStatistics(), 99.0, Symmetry::Asymmetric), (TensorRange{0.0F, 0.0F}));
    QCOMPARE(percentileRange(TensorStatistics(), 99.0, Symmetry::Symmetric), (TensorRange{0.0F, 0.0F}));
}

void tst_RangeMethods::percentileRange_countsHugeNumbersOfValues()
{
    // 10^13 ones and 10^10 fours: the upper 0.1 % begin a hair above 99.9 %.
    TensorStatistics statistics;
    statistics.min = 1.0F;
    statistics.max = 4.0F;
    statistics.histogram.add(0x3F80, 10'000'000'000'000);
    statistics.histogram.add(0x4080, 10'000'000'000);
    statistics.elements = totalOf(statistics.histogram);
    const TensorRange below = percentileRange(statistics, 99.5, Symmetry::Symmetric);
    QVERIFY(below.max >= 1.0F && below.max <= 1.0078125F);
    QCOMPARE(percentileRange(statistics, 99.95, Symmetry::Symmetric).max, 4.0F);
}

void tst_RangeMethods::percentileRange_isOneSided_whenSymmetricValuesAreNot()
{
    // Magnitudes 1 … 100 on the positive side only: [-t, t] is cut to what was observed.
    std::vector<float> values;
    for (int i = 1; i <= 100; ++i)
        values.push_back(float(i));
    const TensorRange range = percentileRange(statisticsOf(values), 90.0, Symmetry::Symmetric);
    QCOMPARE(range.min, 1.0F);
    QVERIFY(range.max >= 90.0F && range.max <= 90.5F); // the bin of 90 is half a unit wide
}

void tst_RangeMethods::percentileRange_dropsOutliers_data()
{
    QTest::addColumn<int>("symmetry");
    QTest::addColumn<float>("outlier");
    QTest::addColumn<float>("min");
    QTest::addColumn<float>("max");
    QTest::newRow("asymmetric, above") << int(Symmetry::Asymmetric) << 1e6F << -1.0F << 1.0F;
    QTest::newRow("asymmetric, below") << int(Symmetry::Asymmetric) << -1e6F << -1.0F << 1.0F;
    QTest::newRow("symmetric, above") << int(Symmetry::Symmetric) << 1e6F << -1.0F << 1.0F;
    QTest::newRow("symmetric, below") << int(Symmetry::Symmetric) << -1e6F << -1.0F << 1.0F;
}

void tst_RangeMethods::percentileRange_dropsOutliers()
{
    QFETCH(int, symmetry);
    QFETCH(float, outlier);
    QFETCH(float, min);
    QFETCH(float, max);
    std::vector<float> values;
    for (int i = -10000; i <= 10000; ++i)
        values.push_back(float(i) / 10000.0F);
    values.push_back(outlier);
    const TensorRange range = percentileRange(statisticsOf(values), 99.9, Symmetry(symmetry));
    // 0.1 % of 20002 values are cut: bounds at 0.998 … 1, and a bin's half width.
    QVERIFY(std::fabs(range.min - min) < 0.01F);
    QVERIFY(std::fabs(range.max - max) < 0.01F);
}

QTEST_GUILESS_MAIN(tst_RangeMethods)
#include "tst_range_methods.moc"
