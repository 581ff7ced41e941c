// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observers/tensor_statistics.h"
#include "tests/support/histogram_total.h"

#include <QTest>

#include <rapidcheck.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <random>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

enum class Content
{
    Normal, ///< a normal distribution
    AnyBits, ///< any bit pattern, NaN and infinities among them
    Rectified, ///< half of it zeros
    Sparse, ///< finite but for one NaN and one infinity in the middle
};

std::vector<float> makeValues(Content content, std::size_t count, std::uint32_t seed)
{
    std::mt19937 generator(seed);
    std::normal_distribution<float> normal(0.5F, 3.0F);
    std::vector<float> values(count);
    for (float& value : values) {
        value = content == Content::AnyBits ? std::bit_cast<float>(std::uint32_t(generator())) : normal(generator);
        if (content == Content::Rectified)
            value = std::max(value, 0.0F);
    }
    if (content == Content::Sparse && count >= 4) {
        values[count / 2] = kNaN;
        values[count / 2 + 1] = -kInfinity;
    }
    return values;
}

/// What a tensor's statistics must be, kept in the simplest way.
struct Expected
{
    std::uint64_t nan = 0;
    std::uint64_t infinite = 0;
    float min = kInfinity;
    float max = -kInfinity;
    std::map<std::uint16_t, std::uint64_t> bins;
    std::vector<float> finite; ///< ascending
};

Expected expectedOf(const std::vector<float>& values)
{
    Expected expected;
    for (const float value : values) {
        if (value != value) {
            ++expected.nan;
        } else if (value == kInfinity || value == -kInfinity) {
            ++expected.infinite;
        } else {
            expected.min = value < expected.min ? value : expected.min;
            expected.max = value > expected.max ? value : expected.max;
            std::uint16_t halves[2]; // little endian: the second is the upper one
            std::memcpy(halves, &value, sizeof halves);
            ++expected.bins[halves[1]];
            expected.finite.push_back(value);
        }
    }
    std::sort(expected.finite.begin(), expected.finite.end());
    return expected;
}

std::map<std::uint16_t, std::uint64_t> binsOf(const TensorStatistics& statistics)
{
    std::map<std::uint16_t, std::uint64_t> bins;
    statistics.histogram.forEach([&bins](std::uint16_t bin, std::uint64_t count) { bins[bin] = count; });
    return bins;
}

TensorStatistics statisticsOf(std::span<const float> values, StatisticsDetail detail = StatisticsDetail::Histogram)
{
    StatisticsScratch scratch;
    TensorStatistics statistics;
    accumulate(values, detail, scratch, statistics);
    return statistics;
}

bool sameBits(float a, float b)
{
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

/// Up to 4096 finite values are kept themselves, of more none.
bool areKept(const std::vector<float>& finite, const TensorStatistics& statistics)
{
    return statistics.values.sorted() == (finite.size() <= 4096 ? finite : std::vector<float>());
}

} // namespace

class tst_TensorStatistics : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void accumulate_equalsCountingOneByOne_data();
    void accumulate_equalsCountingOneByOne();
    void accumulate_keepsNoHistogram_whenOnlyTheRangeIsWanted();
    void accumulate_leavesTheScratchClean();
    void accumulate_countsNaNAndInfinityWherever_data();
    void accumulate_countsNaNAndInfinityWherever();
    void accumulate_equalsOnePass_forAnyChunksAndOrder();
    void accumulate_givesTheSameZero_inAnyOrder();
    void accumulate_doesNothing_whenEmpty();
    void endSample_addsTheRangeOfAllParts();
    void statisticsOfSample_mergeLikeOneRun();
    void merge_commutes();
    void merge_associates();
    void merge_withNothing_changesNothing();
    void hasRange_onlyWhenSomethingFiniteWasSeen();
};

void tst_TensorStatistics::initTestCase()
{
    if (!qEnvironmentVariableIsSet("RC_PARAMS"))
        qputenv("RC_PARAMS", "max_success=60");
}

void tst_TensorStatistics::accumulate_equalsCountingOneByOne_data()
{
    QTest::addColumn<int>("content");
    QTest::addColumn<int>("count");
    const std::pair<const char*, Content> contents[]{{"normal", Content::Normal},
                                                     {"any bits", Content::AnyBits},
                                                     {"rectified", Content::Rectified},
                                                     {"sparse NaN", Content::Sparse}};
    // Around the vector width, the limits between the ways of counting, and the chunk size.
    for (const int count : {1,    7,    8,    15,   16,   17,    31,    33,    511,   512,   513,
                            4095, 4096, 4097, 8192, 8195, 32767, 32768, 32769, 40961, 100003}) {
        for (const auto& [name, content] : contents)
            QTest::addRow("%s, %d", name, count) << int(content) << count;
    }
}

void tst_TensorStatistics::accumulate_equalsCountingOneByOne()
{
    QFETCH(int, content);
    QFETCH(int, count);
    const std::vector<float> values = makeValues(Content(content), std::size_t(count), std::uint32_t(count));
    const Expected expected = expectedOf(values);
    const TensorStatistics statistics = statisticsOf(values);
    QCOMPARE(statistics.elements, std::uint64_t(count));
    QCOMPARE(statistics.notANumber, expected.nan);
    QCOMPARE(statistics.infinite, expected.infinite);
    QVERIFY(statistics.min == expected.min);
    QVERIFY(statistics.max == expected.max);
    QVERIFY(binsOf(statistics) == expected.bins);
    QVERIFY(areKept(expected.finite, statistics));
}

void tst_TensorStatistics::accumulate_keepsNoHistogram_whenOnlyTheRangeIsWanted()
{
    const std::vector<float> values = makeValues(Content::AnyBits, 50000, 3);
    const Expected expected = expectedOf(values);
    const TensorStatistics statistics = statisticsOf(values, StatisticsDetail::Range);
    QVERIFY(statistics.histogram.isEmpty());
    QVERIFY(statisticsOf(std::vector<float>(7, 1.0F), StatisticsDetail::Range).values.isEmpty());
    QVERIFY(statistics.min == expected.min);
    QVERIFY(statistics.max == expected.max);
    QCOMPARE(statistics.elements, Q_UINT64_C(50000));
    QCOMPARE(statistics.notANumber, expected.nan);
    QCOMPARE(statistics.infinite, expected.infinite);
}

void tst_TensorStatistics::accumulate_leavesTheScratchClean()
{
    // One scratch serves tensors of all sizes, one after the other.
    StatisticsScratch scratch;
    for (const int count : {50000, 600, 5000, 100, 40000, 513}) {
        for (const Content content : {Content::Normal, Content::AnyBits, Content::Rectified, Content::Sparse}) {
            const std::vector<float> values = makeValues(content, std::size_t(count), 77);
            TensorStatistics statistics;
            accumulate(values, StatisticsDetail::Histogram, scratch, statistics);
            QVERIFY(binsOf(statistics) == expectedOf(values).bins);
            QVERIFY(areKept(expectedOf(values).finite, statistics));
        }
    }
}

void tst_TensorStatistics::accumulate_countsNaNAndInfinityWherever_data()
{
    QTest::addColumn<int>("place");
    QTest::addColumn<float>("value");
    for (const int place : {0, 1, 8, 16, 4095, 4096, 4999}) {
        QTest::addRow("NaN at %d", place) << place << kNaN;
        QTest::addRow("negative NaN at %d", place) << place << -kNaN;
        QTest::addRow("infinity at %d", place) << place << kInfinity;
        QTest::addRow("minus infinity at %d", place) << place << -kInfinity;
    }
}

void tst_TensorStatistics::accumulate_countsNaNAndInfinityWherever()
{
    QFETCH(int, place);
    QFETCH(float, value);
    std::vector<float> values(5000, 2.0F);
    values[2000] = -1.0F;
    values[3000] = 4.0F;
    values[std::size_t(place)] = value;
    const TensorStatistics statistics = statisticsOf(values);
    QCOMPARE(statistics.elements, Q_UINT64_C(5000));
    QCOMPARE(statistics.notANumber, std::isnan(value) ? Q_UINT64_C(1) : Q_UINT64_C(0));
    QCOMPARE(statistics.infinite, std::isnan(value) ? Q_UINT64_C(0) : Q_UINT64_C(1));
    QCOMPARE(statistics.min, -1.0F);
    QCOMPARE(statistics.max, 4.0F);
    QCOMPARE(totalOf(statistics.histogram), Q_UINT64_C(4999));
    QCOMPARE(statistics.histogram.count(0x4000), Q_UINT64_C(4997)); // the twos
}

void tst_TensorStatistics::accumulate_equalsOnePass_forAnyChunksAndOrder()
{
    QVERIFY(rc::check("any split into calls, in any order, gives the same", [] {
        const auto content = *rc::gen::element(Content::Normal, Content::AnyBits, Content::Rectified, Content::Sparse);
        const auto count = *rc::gen::inRange<std::size_t>(0, 120000);
        const std::vector<float> values = makeValues(content, count, *rc::gen::arbitrary<std::uint32_t>());
        std::vector<std::span<const float>> parts;
        for (std::span<const float> rest = values; !rest.empty();) {
            const std::size_t wanted =
                *rc::gen::oneOf(rc::gen::inRange<std::size_t>(1, 20), rc::gen::inRange<std::size_t>(505, 520),
                                rc::gen::inRange<std::size_t>(4090, 4100), rc::gen::inRange<std::size_t>(32760, 60000));
            const std::size_t size = parts.size() > 40 ? rest.size() : std::min(wanted, rest.size());
            parts.push_back(rest.first(size));
            rest = rest.subspan(size);
        }
        std::mt19937 generator(*rc::gen::arbitrary<std::uint32_t>());
        std::shuffle(parts.begin(), parts.end(), generator);

        StatisticsScratch scratch;
        TensorStatistics together;
        TensorStatistics merged;
        for (const std::span<const float> part : parts) {
            accumulate(part, StatisticsDetail::Histogram, scratch, together);
            merged.merge(statisticsOf(part));
        }
        const TensorStatistics once = statisticsOf(values);
        RC_ASSERT(together == once);
        RC_ASSERT(merged == once);
    }));
}

void tst_TensorStatistics::accumulate_givesTheSameZero_inAnyOrder()
{
    // 0 and -0 are equal but not the same; which of them is kept must not depend on the order, or files would differ.
    for (const std::size_t size : {std::size_t(2), std::size_t(20), std::size_t(600)}) {
        std::vector<float> positiveFirst(size, -0.0F);
        positiveFirst.front() = 0.0F;
        std::vector<float> negativeFirst(size, 0.0F);
        negativeFirst.front() = -0.0F;
        const TensorStatistics a = statisticsOf(positiveFirst);
        const TensorStatistics b = statisticsOf(negativeFirst);
        QVERIFY(sameBits(a.min, b.min));
        QVERIFY(sameBits(a.max, b.max));
        QVERIFY(a.min == 0.0F && a.max == 0.0F);
    }
    TensorStatistics ab = statisticsOf(std::vector<float>{0.0F});
    ab.merge(statisticsOf(std::vector<float>{-0.0F}));
    TensorStatistics ba = statisticsOf(std::vector<float>{-0.0F});
    ba.merge(statisticsOf(std::vector<float>{0.0F}));
    QVERIFY(sameBits(ab.min, ba.min));
    QVERIFY(sameBits(ab.max, ba.max));
}

void tst_TensorStatistics::accumulate_doesNothing_whenEmpty()
{
    TensorStatistics statistics = statisticsOf(std::vector<float>{1.0F, 2.0F});
    const TensorStatistics before = statistics;
    StatisticsScratch scratch;
    accumulate({}, StatisticsDetail::Histogram, scratch, statistics);
    QVERIFY(statistics == before);
}

void tst_TensorStatistics::endSample_addsTheRangeOfAllParts()
{
    StatisticsScratch scratch;
    TensorStatistics statistics;
    const auto add = [&](const std::vector<float>& values) {
        accumulate(values, StatisticsDetail::Range, scratch, statistics);
    };
    add({3, 1});
    add({-2, 0.5F});
    endSample(scratch, statistics);
    add({5});
    endSample(scratch, statistics);
    add({kNaN, kInfinity}); // a sample of which nothing is known
    endSample(scratch, statistics);
    endSample(scratch, statistics);
    QCOMPARE(statistics.sampleRanges.samples, std::uint64_t(2));
    QCOMPARE(statistics.sampleRanges.meanMin(), 1.5F);
    QCOMPARE(statistics.sampleRanges.meanMax(), 4.0F);
}

void tst_TensorStatistics::statisticsOfSample_mergeLikeOneRun()
{
    QVERIFY(rc::check("statistics of samples, merged in any order, are those of one scratch", [] {
        std::vector<std::vector<float>> samples(*rc::gen::inRange<std::size_t>(1, 6));
        for (auto& sample : samples)
            sample = makeValues(*rc::gen::element(Content::Normal, Content::AnyBits, Content::Sparse),
                                *rc::gen::inRange<std::size_t>(0, 1500), *rc::gen::arbitrary<std::uint32_t>());
        StatisticsScratch scratch;
        TensorStatistics expected;
        for (const auto& sample : samples) {
            accumulate(sample, StatisticsDetail::Histogram, scratch, expected);
            endSample(scratch, expected);
        }
        std::shuffle(samples.begin(), samples.end(), std::mt19937(*rc::gen::arbitrary<std::uint32_t>()));
        TensorStatistics merged;
        for (const auto& sample : samples)
            merged.merge(statisticsOfSample(sample, StatisticsDetail::Histogram, scratch));
        RC_ASSERT(merged == expected);
    }));
}

void tst_TensorStatistics::merge_commutes()
{
    QVERIFY(rc::check("a + b = b + a", [] {
        const auto make = [] {
            return statisticsOf(makeValues(*rc::gen::element(Content::Normal, Content::AnyBits, Content::Sparse),
                                           *rc::gen::inRange<std::size_t>(0, 3000),
                                           *rc::gen::arbitrary<std::uint32_t>()));
        };
        const TensorStatistics a = make();
        const TensorStatistics b = make();
        TensorStatistics ab = a;
        ab.merge(b);
        TensorStatistics ba = b;
        ba.merge(a);
        RC_ASSERT(ab == ba);
        RC_ASSERT(ab.elements == a.elements + b.elements);
    }));
}

void tst_TensorStatistics::merge_associates()
{
    QVERIFY(rc::check("(a + b) + c = a + (b + c)", [] {
        const auto make = [] {
            return statisticsOf(makeValues(Content::AnyBits, *rc::gen::inRange<std::size_t>(0, 2000),
                                           *rc::gen::arbitrary<std::uint32_t>()));
        };
        const TensorStatistics a = make();
        const TensorStatistics b = make();
        const TensorStatistics c = make();
        TensorStatistics left = a;
        left.merge(b);
        left.merge(c);
        TensorStatistics bc = b;
        bc.merge(c);
        TensorStatistics right = a;
        right.merge(bc);
        RC_ASSERT(left == right);
    }));
}

void tst_TensorStatistics::merge_withNothing_changesNothing()
{
    const TensorStatistics some = statisticsOf(makeValues(Content::AnyBits, 1000, 5));
    TensorStatistics statistics = some;
    statistics.merge(TensorStatistics());
    QVERIFY(statistics == some);
    TensorStatistics nothing;
    nothing.merge(some);
    QVERIFY(nothing == some);
}

void tst_TensorStatistics::hasRange_onlyWhenSomethingFiniteWasSeen()
{
    QVERIFY(!TensorStatistics().hasRange());
    QVERIFY(!statisticsOf(std::vector<float>{kNaN, kInfinity, -kInfinity}).hasRange());
    QVERIFY(statisticsOf(std::vector<float>{kNaN, 1e-45F}).hasRange());
}

QTEST_GUILESS_MAIN(tst_TensorStatistics)
#include "tst_tensor_statistics.moc"
