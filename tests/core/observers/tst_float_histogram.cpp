// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observers/float_histogram.h"
#include "tests/support/histogram_total.h"

#include <QTest>

#include <rapidcheck.h>

#include <cmath>
#include <limits>
#include <map>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

constexpr std::uint64_t kFourGiga = std::uint64_t(1) << 32;

/// One entry to be counted: a bin and how often.
using Entry = std::pair<std::uint16_t, std::uint64_t>;

/// Bins that often meet, counts that often carry.
rc::Gen<std::vector<Entry>> entries()
{
    const auto bin = rc::gen::weightedOneOf<std::uint16_t>(
        {{3, rc::gen::inRange<std::uint16_t>(0x3F80, 0x3F90)},
         {1, rc::gen::inRange<std::uint16_t>(0xBF70, 0xBF90)},
         {1, rc::gen::inRange<std::uint16_t>(0, 0x7F80)},
         {1, rc::gen::element<std::uint16_t>(0, 0x8000, 0x007F, 0x0080, 0x7F7F, 0xFF7F)}});
    const auto count =
        rc::gen::weightedOneOf<std::uint64_t>({{4, rc::gen::inRange<std::uint64_t>(0, 100)},
                                               {1, rc::gen::inRange<std::uint64_t>(kFourGiga - 50, kFourGiga + 50)},
                                               {1, rc::gen::inRange<std::uint64_t>(0, kFourGiga * 1000)}});
    return rc::gen::container<std::vector<Entry>>(rc::gen::pair(bin, count));
}

FloatHistogram histogramOf(const std::vector<Entry>& list)
{
    FloatHistogram histogram;
    for (const auto& [bin, count] : list)
        histogram.add(bin, count);
    return histogram;
}

/// The same sums, kept in the simplest way.
std::map<std::uint16_t, std::uint64_t> sumsOf(const std::vector<Entry>& list)
{
    std::map<std::uint16_t, std::uint64_t> sums;
    for (const auto& [bin, count] : list) {
        if (count > 0)
            sums[bin] += count;
    }
    return sums;
}

std::map<std::uint16_t, std::uint64_t> contentOf(const FloatHistogram& histogram)
{
    std::map<std::uint16_t, std::uint64_t> content;
    histogram.forEach([&content](std::uint16_t bin, std::uint64_t count) { content[bin] += count; });
    return content;
}

} // namespace

class tst_FloatHistogram : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void add_countsLikeAMap();
    void add_countsBeyond32Bits_data();
    void add_countsBeyond32Bits();
    void addPage_countsLikeSingleAdditions();
    void addPage_carries_whenACounterIsFull();
    void merge_equalsOnePass_forAnySplitAndOrder();
    void merge_associates();
    void merge_keepsTheOther();
    void copy_isIndependent();
    void move_leavesAnEmptyHistogram();
    void equality_ignoresHowCountsCameTogether();
    void forEach_visitsInAscendingOrderOfValues();
    void isEmpty_untilSomethingIsAdded();
    void binOf_isTheTopHalf_data();
    void binOf_isTheTopHalf();
    void boundsOf_holdTheBinsValues();
    void boundsOf_areAdjacentAndNarrow();
};

void tst_FloatHistogram::initTestCase()
{
    if (!qEnvironmentVariableIsSet("RC_PARAMS"))
        qputenv("RC_PARAMS", "max_success=300");
}

void tst_FloatHistogram::add_countsLikeAMap()
{
    QVERIFY(rc::check("every bin holds the sum of what was added to it", [] {
        const std::vector<Entry> list = *entries();
        const FloatHistogram histogram = histogramOf(list);
        const auto sums = sumsOf(list);
        RC_ASSERT(contentOf(histogram) == sums);
        std::uint64_t total = 0;
        for (const auto& [bin, sum] : sums) {
            RC_ASSERT(histogram.count(bin) == sum);
            total += sum;
        }
        RC_ASSERT(totalOf(histogram) == total);
    }));
}

void tst_FloatHistogram::add_countsBeyond32Bits_data()
{
    QTest::addColumn<quint64>("first");
    QTest::addColumn<quint64>("second");
    QTest::addColumn<quint64>("sum");
    QTest::newRow("up to the limit") << Q_UINT64_C(4294967294) << Q_UINT64_C(1) << Q_UINT64_C(4294967295);
    QTest::newRow("over the limit") << Q_UINT64_C(4294967295) << Q_UINT64_C(1) << Q_UINT64_C(4294967296);
    QTest::newRow("one big count") << Q_UINT64_C(0) << Q_UINT64_C(12345678901234) << Q_UINT64_C(12345678901234);
    QTest::newRow("two big counts") << Q_UINT64_C(12345678901234) << Q_UINT64_C(98765432109876)
                                    << Q_UINT64_C(111111111011110);
}

void tst_FloatHistogram::add_countsBeyond32Bits()
{
    QFETCH(quint64, first);
    QFETCH(quint64, second);
    QFETCH(quint64, sum);
    FloatHistogram histogram;
    histogram.add(0x3F80, first);
    histogram.add(0x3F80, second);
    histogram.add(0x3F81, 7);
    QCOMPARE(histogram.count(0x3F80), sum);
    QCOMPARE(histogram.count(0x3F81), Q_UINT64_C(7));
    QCOMPARE(totalOf(histogram), sum + 7);
}

void tst_FloatHistogram::addPage_countsLikeSingleAdditions()
{
    std::array<std::uint32_t, FloatHistogram::kPageBins> counts{};
    counts[0] = 3;
    counts[5] = 1;
    counts[127] = 9;
    FloatHistogram pages;
    pages.addPage(127, counts.data()); // 127 * 128 = 0x3F80
    pages.addPage(127, counts.data());
    QCOMPARE(contentOf(pages), (std::map<std::uint16_t, std::uint64_t>{{0x3F80, 6}, {0x3F85, 2}, {0x3FFF, 18}}));
}

void tst_FloatHistogram::addPage_carries_whenACounterIsFull()
{
    std::array<std::uint32_t, FloatHistogram::kPageBins> counts{};
    counts[1] = 0xFFFFFFFFU;
    counts[2] = 0x80000000U;
    FloatHistogram histogram;
    for (int i = 0; i < 3; ++i)
        histogram.addPage(0, counts.data());
    QCOMPARE(histogram.count(1), Q_UINT64_C(12884901885));
    QCOMPARE(histogram.count(2), Q_UINT64_C(6442450944));
    QCOMPARE(histogram.count(3), Q_UINT64_C(0));
}

void tst_FloatHistogram::merge_equalsOnePass_forAnySplitAndOrder()
{
    QVERIFY(rc::check("parts merged in any order equal one pass", [] {
        const std::vector<Entry> list = *entries();
        const auto parts = *rc::gen::inRange<std::size_t>(1, 6);
        std::vector<FloatHistogram> histograms(parts);
        for (const auto& [bin, count] : list)
            histograms[*rc::gen::inRange<std::size_t>(0, parts)].add(bin, count);
        FloatHistogram merged;
        while (!histograms.empty()) {
            const auto at = *rc::gen::inRange<std::size_t>(0, histograms.size());
            merged.merge(histograms[at]);
            histograms.erase(histograms.begin() + std::ptrdiff_t(at));
        }
        RC_ASSERT(merged == histogramOf(list));
        RC_ASSERT(contentOf(merged) == sumsOf(list));
    }));
}

void tst_FloatHistogram::merge_associates()
{
    QVERIFY(rc::check("(a + b) + c = a + (b + c)", [] {
        const FloatHistogram a = histogramOf(*entries());
        const FloatHistogram b = histogramOf(*entries());
        const FloatHistogram c = histogramOf(*entries());
        FloatHistogram left = a;
        left.merge(b);
        left.merge(c);
        FloatHistogram bc = b;
        bc.merge(c);
        FloatHistogram right = a;
        right.merge(bc);
        RC_ASSERT(left == right);
        RC_ASSERT(totalOf(left) == totalOf(a) + totalOf(b) + totalOf(c));
    }));
}

void tst_FloatHistogram::merge_keepsTheOther()
{
    FloatHistogram a = histogramOf({{1, 2}});
    const FloatHistogram b = histogramOf({{1, kFourGiga + 5}, {0x8001, 1}});
    a.merge(b);
    QCOMPARE(contentOf(a), (std::map<std::uint16_t, std::uint64_t>{{1, kFourGiga + 7}, {0x8001, 1}}));
    QCOMPARE(contentOf(b), (std::map<std::uint16_t, std::uint64_t>{{1, kFourGiga + 5}, {0x8001, 1}}));
}

void tst_FloatHistogram::copy_isIndependent()
{
    FloatHistogram original = histogramOf({{0x4000, kFourGiga * 2}, {0xC000, 3}});
    FloatHistogram copy = original;
    FloatHistogram assigned = histogramOf({{7, 7}});
    assigned = original;
    QVERIFY(copy == original);
    QVERIFY(assigned == original);
    original.add(0x4000, 1);
    QCOMPARE(copy.count(0x4000), kFourGiga * 2);
    QCOMPARE(assigned.count(0x4000), kFourGiga * 2);
    QCOMPARE(assigned.count(7), Q_UINT64_C(0));
    QVERIFY(!(copy == original));
}

void tst_FloatHistogram::move_leavesAnEmptyHistogram()
{
    const FloatHistogram expected = histogramOf({{0x3F80, 3}, {0xBF80, kFourGiga + 1}});
    FloatHistogram source = expected;
    FloatHistogram target = std::move(source);
    QVERIFY(target == expected);
    QVERIFY(source.isEmpty() && totalOf(source) == 0 && source == FloatHistogram());
    source.add(0x3F80, 2); // the index of pages went as well
    QCOMPARE(source.count(0x3F80), std::uint64_t(2));
    source = std::move(target);
    QVERIFY(source == expected);
    QVERIFY(target == FloatHistogram());
    target.add(0xBF80, 7);
    QCOMPARE(totalOf(target), std::uint64_t(7));
}

void tst_FloatHistogram::equality_ignoresHowCountsCameTogether()
{
    FloatHistogram once = histogramOf({{5, kFourGiga}, {9, 1}});
    FloatHistogram halves = histogramOf({{9, 1}, {5, kFourGiga / 2}, {5, kFourGiga / 2}});
    QVERIFY(once == halves);
    halves.add(5, kFourGiga);
    QVERIFY(!(once == halves)); // differs in the carry only

    // A page that is there but empty.
    const std::array<std::uint32_t, FloatHistogram::kPageBins> nothing{};
    FloatHistogram empty;
    empty.addPage(3, nothing.data());
    QVERIFY(empty == FloatHistogram());
    QVERIFY(FloatHistogram() == empty);
}

void tst_FloatHistogram::forEach_visitsInAscendingOrderOfValues()
{
    FloatHistogram histogram;
    for (const float value : {0.0F, 1.0F, -1.0F, 2.0F, -2.0F, 1e-40F, -1e-40F, 3e38F, -3e38F, 1.01F, -1.01F})
        histogram.add(FloatHistogram::binOf(value), 1);
    std::vector<double> middles;
    histogram.forEach([&middles](std::uint16_t bin, std::uint64_t count) {
        QCOMPARE(count, Q_UINT64_C(1));
        const FloatHistogram::Bounds bounds = FloatHistogram::boundsOf(bin);
        middles.push_back((double(bounds.lower) + double(bounds.upper)) / 2);
    });
    QCOMPARE(middles.size(), std::size_t(11));
    QVERIFY(std::is_sorted(middles.begin(), middles.end()));
    QVERIFY(std::adjacent_find(middles.begin(), middles.end()) == middles.end());
}

void tst_FloatHistogram::isEmpty_untilSomethingIsAdded()
{
    FloatHistogram histogram;
    QVERIFY(histogram.isEmpty());
    histogram.add(0x3F80, 0);
    QVERIFY(histogram.isEmpty());
    QCOMPARE(totalOf(histogram), Q_UINT64_C(0));
    histogram.add(0x3F80, 1);
    QVERIFY(!histogram.isEmpty());
}

void tst_FloatHistogram::binOf_isTheTopHalf_data()
{
    QTest::addColumn<float>("value");
    QTest::addColumn<int>("bin");
    QTest::newRow("zero") << 0.0F << 0x0000;
    QTest::newRow("minus zero") << -0.0F << 0x8000;
    QTest::newRow("one") << 1.0F << 0x3F80;
    QTest::newRow("just below 1.0078125") << std::nextafter(1.0078125F, 0.0F) << 0x3F80;
    QTest::newRow("1.0078125") << 1.0078125F << 0x3F81;
    QTest::newRow("minus two") << -2.0F << 0xC000;
    QTest::newRow("smallest denormal") << 0x1p-149F << 0x0000;
    QTest::newRow("largest") << std::numeric_limits<float>::max() << 0x7F7F;
}

void tst_FloatHistogram::binOf_isTheTopHalf()
{
    QFETCH(float, value);
    QFETCH(int, bin);
    QCOMPARE(int(FloatHistogram::binOf(value)), bin);
}

void tst_FloatHistogram::boundsOf_holdTheBinsValues()
{
    QVERIFY(rc::check("a value lies between the bounds of its bin", [] {
        const double fraction = 1.0 + *rc::gen::inRange(0, 1 << 23) / double(1 << 23);
        const float value = float(*rc::gen::element(-1.0, 1.0) * std::ldexp(fraction, *rc::gen::inRange(-149, 128)));
        const FloatHistogram::Bounds bounds = FloatHistogram::boundsOf(FloatHistogram::binOf(value));
        RC_ASSERT(bounds.lower <= value);
        RC_ASSERT(value <= bounds.upper);
    }));
    const FloatHistogram::Bounds one = FloatHistogram::boundsOf(0x3F80);
    QVERIFY(one.lower == 1.0F && one.upper == 1.0078125F);
    const FloatHistogram::Bounds minusOne = FloatHistogram::boundsOf(0xBF80);
    QVERIFY(minusOne.lower == -1.0078125F && minusOne.upper == -1.0F);
    const FloatHistogram::Bounds last = FloatHistogram::boundsOf(0x7F7F);
    QVERIFY(last.lower == 0x1.FEp127F && last.upper == std::numeric_limits<float>::max());
}

void tst_FloatHistogram::boundsOf_areAdjacentAndNarrow()
{
    for (std::uint16_t bin = 0; bin < 0x7F7F; ++bin) {
        const FloatHistogram::Bounds bounds = FloatHistogram::boundsOf(bin);
        QVERIFY(bounds.upper == FloatHistogram::boundsOf(std::uint16_t(bin + 1)).lower);
        const FloatHistogram::Bounds mirrored = FloatHistogram::boundsOf(std::uint16_t(bin | 0x8000));
        QVERIFY(mirrored.lower == -bounds.upper && mirrored.upper == -bounds.lower);
        if (bin >= 0x80) // normal numbers
            QVERIFY(bounds.upper - bounds.lower <= bounds.lower / 128);
    }
}

QTEST_GUILESS_MAIN(tst_FloatHistogram)
#include "tst_float_histogram.moc"
