// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observers/value_bins.h"
#include "tests/core/observers/sample_values.h"

#include <QTest>

#include <rapidcheck.h>

#include <numeric>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

std::vector<float> anyValues()
{
    std::mt19937 generator(*rc::gen::arbitrary<unsigned>());
    const Distribution distribution = kDistributions[generator() % std::size(kDistributions)];
    return makeValues(distribution, 1 + generator() % 500, std::exp2(double(generator() % 40) - 20.0), generator);
}

double countOf(const std::vector<ValueBin>& bins)
{
    return std::accumulate(bins.begin(), bins.end(), 0.0,
                           [](double sum, const ValueBin& bin) { return sum + bin.count; });
}

bool isAscending(const std::vector<ValueBin>& bins)
{
    for (std::size_t i = 0; i < bins.size(); ++i) {
        if (bins[i].lower > bins[i].upper || (i > 0 && bins[i - 1].upper > bins[i].lower))
            return false;
    }
    return true;
}

} // namespace

class tst_ValueBins : public QObject
{
    Q_OBJECT

private slots:
    void signedBins_coverTheObservedRange();
    void magnitudeBins_areThoseOfTheMagnitudes();
    void bins_ofZeros_areExact();
    void signedBins_stayOrdered_whenAHistogramLiesOutsideOfItsRange();
    void signedBins_findWhatAClipHasCut();
    void signedBins_spreadTheOutermostBin_whenItFitsItsNeighbour();
    void bins_areTheValues_whenTheyAreFew();
    void binsWithin_keepTheShareThatLiesInside();
    void valueAtRank_interpolates();
    void linearHistogram_countsEverything();
    void linearHistogram_spreadsABinOverItsCells();
};

void tst_ValueBins::signedBins_coverTheObservedRange()
{
    QVERIFY(rc::check("ascending, from the smallest to the largest value, holding all of them", [] {
        const TensorStatistics statistics = binnedStatisticsOf(anyValues());
        const std::vector<ValueBin> bins = signedBins(statistics);
        RC_ASSERT(isAscending(bins));
        if (statistics.elements > 1) {
            RC_ASSERT(bins.front().upper == double(statistics.min)); // the extremes themselves
            RC_ASSERT(bins.back().lower == double(statistics.max));
        }
        RC_ASSERT(bins.front().lower == double(statistics.min));
        RC_ASSERT(bins.back().upper == double(statistics.max));
        RC_ASSERT(countOf(bins) == double(statistics.elements));
    }));
}

void tst_ValueBins::magnitudeBins_areThoseOfTheMagnitudes()
{
    QVERIFY(rc::check("the bins of |x|, but for the smallest magnitudes", [] {
        std::vector<float> values = anyValues();
        const std::vector<ValueBin> found = magnitudeBins(binnedStatisticsOf(values));
        for (float& value : values)
            value = std::abs(value);
        const std::vector<ValueBin> expected = signedBins(binnedStatisticsOf(values));
        RC_ASSERT(isAscending(found));
        RC_ASSERT(countOf(found) == countOf(expected));
        RC_PRE(found.size() > 4); // of |x|, the smallest magnitude is known and has a bin of its own
        for (std::size_t i = 1; i + 3 < found.size(); ++i) {
            const ValueBin& a = found[found.size() - i];
            const ValueBin& b = expected[expected.size() - i];
            RC_ASSERT(a.count == b.count && a.lower == b.lower && a.upper == b.upper);
        }
    }));
}

void tst_ValueBins::bins_ofZeros_areExact()
{
    const TensorStatistics statistics = binnedStatisticsOf({0.0F, 0.0F, -0.0F, 1.0F});
    const std::vector<ValueBin> bins = signedBins(statistics);
    QCOMPARE(countOf(bins), 4.0);
    for (const ValueBin& bin : bins)
        QVERIFY(bin.lower == bin.upper); // the last one is narrowed to 1
    QCOMPARE(magnitudeBins(statistics).back().lower, 1.0);
}

void tst_ValueBins::signedBins_stayOrdered_whenAHistogramLiesOutsideOfItsRange()
{
    TensorStatistics statistics = binnedStatisticsOf({-1.0F, 2.0F});
    statistics.histogram.add(FloatHistogram::binOf(500.0F), 3);
    statistics.histogram.add(FloatHistogram::binOf(-500.0F), 3);
    const std::vector<ValueBin> bins = signedBins(statistics);
    QVERIFY(isAscending(bins));
    QCOMPARE(countOf(bins), 8.0);
    QCOMPARE(bins.front().lower, -1.0);
    QCOMPARE(bins.back().upper, 2.0);
}

void tst_ValueBins::signedBins_findWhatAClipHasCut()
{
    // 0, 0.001 … 6 and beyond, cut at 6 and at 0.
    std::vector<float> values;
    for (int i = -1000; i < 8000; ++i)
        values.push_back(std::clamp(0.001F * float(i), 0.0F, 6.0F));
    const std::vector<ValueBin> bins = signedBins(binnedStatisticsOf(values));
    QCOMPARE(bins.back().lower, 6.0);
    QVERIFY(bins.back().count > 1970.0 && bins.back().count <= 2000.0);
    QCOMPARE(bins.front().upper, 0.0);
    QVERIFY(bins.front().count >= 993.0 && bins.front().count <= 1001.0);
}

void tst_ValueBins::signedBins_spreadTheOutermostBin_whenItFitsItsNeighbour()
{
    std::vector<float> values;
    for (int i = 0; i <= 100000; ++i)
        values.push_back(-2.0F + 0.00005F * float(i)); // -2 … 3, evenly
    const std::vector<ValueBin> bins = signedBins(binnedStatisticsOf(values));
    QCOMPARE(bins.back().count, 1.0);
    QCOMPARE(bins.front().count, 1.0);
}

void tst_ValueBins::bins_areTheValues_whenTheyAreFew()
{
    const auto same = [](const std::vector<ValueBin>& bins, const std::vector<std::pair<double, double>>& expected) {
        return std::equal(bins.begin(), bins.end(), expected.begin(), expected.end(),
                          [](const ValueBin& bin, const std::pair<double, double>& one) {
                              return bin.lower == one.first && bin.upper == one.first && bin.count == one.second;
                          });
    };
    const TensorStatistics few = statisticsOf({1.5F, -2.0F, 0.0F, 1.501F, -0.0F, 1.5F, -1.5F, 1e-42F});
    QVERIFY(same(signedBins(few), {{-2, 1}, {-1.5, 1}, {0, 2}, {double(1e-42F), 1}, {1.5, 2}, {double(1.501F), 1}}));
    QVERIFY(same(magnitudeBins(few), {{0, 2}, {double(1e-42F), 1}, {1.5, 3}, {double(1.501F), 1}, {2, 1}}));
    // One value more than are kept: the histogram's bins, which are wide.
    std::vector<float> many(FewValues::kMost + 1, 1.501F);
    many.front() = 1.0F;
    many.back() = 2.0F;
    const std::vector<ValueBin> bins = signedBins(statisticsOf(many));
    QVERIFY(std::any_of(bins.begin(), bins.end(), [](const ValueBin& bin) { return bin.lower < bin.upper; }));
    many.pop_back();
    QVERIFY(same(signedBins(statisticsOf(many)), {{1, 1}, {double(1.501F), double(FewValues::kMost - 1)}}));
}

void tst_ValueBins::binsWithin_keepTheShareThatLiesInside()
{
    const std::vector<ValueBin> bins{{-2.0, -1.0, 10.0}, {0.0, 0.0, 7.0}, {1.0, 2.0, 100.0}, {2.0, 4.0, 8.0}};
    const std::vector<ValueBin> inside = binsWithin(bins, {-1.25F, 2.5F});
    QCOMPARE(inside.size(), std::size_t(4));
    QCOMPARE(inside[0].lower, -1.25);
    QCOMPARE(inside[0].count, 2.5);
    QCOMPARE(inside[1].count, 7.0);
    QCOMPARE(inside[2].count, 100.0);
    QCOMPARE(inside[3].upper, 2.5);
    QCOMPARE(inside[3].count, 2.0);
    QVERIFY(binsWithin(bins, {5.0F, 6.0F}).empty());
}

void tst_ValueBins::valueAtRank_interpolates()
{
    const std::vector<ValueBin> bins{{0.0, 1.0, 10.0}, {2.0, 4.0, 10.0}};
    QCOMPARE(valueAtRank(bins, 0.0), 0.0);
    QCOMPARE(valueAtRank(bins, 5.0), 0.5);
    QCOMPARE(valueAtRank(bins, 10.0), 1.0);
    QCOMPARE(valueAtRank(bins, 15.0), 3.0);
    QCOMPARE(valueAtRank(bins, 25.0), 4.0);
    QCOMPARE(valueAtRank({}, 1.0), 0.0);
}

void tst_ValueBins::linearHistogram_countsEverything()
{
    QVERIFY(rc::check("the counts add up, also where a range is too narrow", [] {
        const std::vector<ValueBin> bins = signedBins(binnedStatisticsOf(anyValues()));
        const double limit = std::max(std::abs(bins.front().lower), std::abs(bins.back().upper));
        RC_PRE(limit > 0.0);
        const double factor = *rc::gen::element(0.5, 1.0, 2.0);
        const std::vector<double> counts = linearHistogram(bins, -factor * limit, factor * limit, 128);
        const double sum = std::accumulate(counts.begin(), counts.end(), 0.0);
        RC_ASSERT(std::abs(sum - countOf(bins)) <= 1e-9 * sum);
        RC_ASSERT(*std::min_element(counts.begin(), counts.end()) >= 0.0);
    }));
}

void tst_ValueBins::linearHistogram_spreadsABinOverItsCells()
{
    const std::vector<double> counts = linearHistogram({{0.5, 2.5, 8.0}, {-9.0, -3.5, 1.0}, {3.0, 3.0, 5.0}}, -4, 4, 8);
    QCOMPARE(counts, (std::vector<double>{1.0, 0.0, 0.0, 0.0, 2.0, 4.0, 2.0, 5.0}));
}

QTEST_GUILESS_MAIN(tst_ValueBins)
#include "tst_value_bins.moc"
