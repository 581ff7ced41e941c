// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observers/exact_sum.h"

#include <QTest>
#include <rapidcheck.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

using namespace quantiscope;

namespace {

using Limits = std::numeric_limits<float>;

ExactSum sumOf(const std::vector<float>& values)
{
    ExactSum sum;
    for (const float value : values)
        sum.add(value);
    return sum;
}

float meanOf(const std::vector<float>& values)
{
    return sumOf(values).mean(values.size());
}

rc::Gen<float> finiteFloats()
{
    return rc::gen::suchThat(rc::gen::map(rc::gen::arbitrary<std::uint32_t>(),
                                          [](std::uint32_t bits) { return std::bit_cast<float>(bits); }),
                             [](float value) { return std::isfinite(value); });
}

} // namespace

class tst_ExactSum : public QObject
{
    Q_OBJECT

private slots:
    void mean_isRoundedOnce_data();
    void mean_isRoundedOnce();
    void mean_ofOneNumber_isTheNumber();
    void mean_ofWholeNumbers_isTheirQuotientRounded();
    void sum_doesNotDependOnOrderOrGrouping();
    void words_roundTrip();
    void isWithin_knowsTheBounds();
    void isAtMost_comparesTheSums();
};

void tst_ExactSum::mean_isRoundedOnce_data()
{
    QTest::addColumn<QVector<float>>("values");
    QTest::addColumn<float>("mean");
    const float huge = Limits::max();
    const float tiny = Limits::denorm_min();
    // Expected values by hand, from fractions.
    QTest::newRow("cancellation") << QVector<float>{1e30F, 1, -1e30F} << 1.0F / 3.0F;
    QTest::newRow("opposites") << QVector<float>{huge, -huge} << 0.0F;
    QTest::newRow("largest") << QVector<float>{huge, huge, huge, huge} << huge;
    QTest::newRow("lowest") << QVector<float>{-huge, -huge, -huge} << -huge;
    QTest::newRow("denormal") << QVector<float>{tiny, tiny, tiny} << tiny;
    QTest::newRow("a tie of denormals, to even") << QVector<float>{tiny, 0} << 0.0F;
    QTest::newRow("another, to even") << QVector<float>{tiny, 2 * tiny} << 2 * tiny;
    QTest::newRow("above a tie of denormals") << QVector<float>{tiny, tiny, 0} << tiny;
    QTest::newRow("a tie, to even") << QVector<float>{1, 1 + 0x1p-23F} << 1.0F;
    QTest::newRow("a tie, to even above") << QVector<float>{1 + 0x1p-23F, 1 + 0x1p-22F} << 1 + 0x1p-22F;
    QTest::newRow("a tie broken far below") << QVector<float>{1, 1 + 0x1p-23F, tiny, -tiny, tiny, 2, 0, 0} << 0.5F;
    QTest::newRow("next binade") << QVector<float>{2, 2 - 0x1p-23F} << 2.0F;
    QTest::newRow("negative") << QVector<float>{-1, -2} << -1.5F;
    QTest::newRow("zeros") << QVector<float>{-0.0F, -0.0F} << 0.0F;
}

void tst_ExactSum::mean_isRoundedOnce()
{
    QFETCH(QVector<float>, values);
    QFETCH(float, mean);
    const float found = meanOf({values.begin(), values.end()});
    QCOMPARE(std::bit_cast<std::uint32_t>(found), std::bit_cast<std::uint32_t>(mean));
}

void tst_ExactSum::mean_ofOneNumber_isTheNumber()
{
    QVERIFY(rc::check("the mean of n equal numbers is the number", [] {
        const float value = *finiteFloats();
        const auto count = *rc::gen::inRange<std::size_t>(1, 40);
        RC_ASSERT(meanOf(std::vector<float>(count, value)) == value);
    }));
}

void tst_ExactSum::mean_ofWholeNumbers_isTheirQuotientRounded()
{
    QVERIFY(rc::check("where a double holds the sum, a division of doubles is right but for double rounding", [] {
        const auto values = *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(-100000, 100000)));
        long long sum = 0;
        ExactSum exact;
        for (const int value : values) {
            sum += value;
            exact.add(static_cast<float>(value));
        }
        const long double quotient = static_cast<long double>(sum) / static_cast<long double>(values.size());
        RC_ASSERT(exact.mean(values.size()) == static_cast<float>(quotient));
    }));
}

void tst_ExactSum::sum_doesNotDependOnOrderOrGrouping()
{
    QVERIFY(rc::check("any order and any grouping gives the same sum", [] {
        std::vector<float> values = *rc::gen::container<std::vector<float>>(finiteFloats());
        const ExactSum expected = sumOf(values);
        std::shuffle(values.begin(), values.end(), std::mt19937(*rc::gen::arbitrary<std::uint32_t>()));
        const auto cut = static_cast<std::ptrdiff_t>(*rc::gen::inRange<std::size_t>(0, values.size() + 1));
        ExactSum first = sumOf({values.begin(), values.begin() + cut});
        first.merge(sumOf({values.begin() + cut, values.end()}));
        RC_ASSERT(first == expected);
    }));
}

void tst_ExactSum::words_roundTrip()
{
    const ExactSum sum = sumOf({-1e30F, 3, 1e-40F});
    QVERIFY(ExactSum::fromWords(sum.words()) == sum);
    QCOMPARE(sumOf({Limits::denorm_min()}).words()[0], std::uint64_t(1));
    QCOMPARE(sumOf({-Limits::denorm_min()}).words()[5], ~std::uint64_t(0));
}

void tst_ExactSum::isWithin_knowsTheBounds()
{
    QVERIFY(rc::check("sums of numbers lie within their bounds, and not beyond", [] {
        const auto values = *rc::gen::nonEmpty(rc::gen::container<std::vector<float>>(finiteFloats()));
        const auto [low, high] = std::minmax_element(values.begin(), values.end());
        ExactSum sum = sumOf(values);
        RC_ASSERT(sum.isWithin(*low, *high, values.size()));
        ExactSum most = sumOf(std::vector<float>(values.size(), *high));
        RC_ASSERT(most.isWithin(*low, *high, values.size()));
        most.add(Limits::denorm_min());
        RC_ASSERT(!most.isWithin(*low, *high, values.size()));
        ExactSum least = sumOf(std::vector<float>(values.size(), *low));
        least.add(-Limits::denorm_min());
        RC_ASSERT(!least.isWithin(*low, *high, values.size()));
    }));
    const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    ExactSum::Words words{};
    words[5] = std::uint64_t(1) << 62;
    QVERIFY(!ExactSum::fromWords(words).isWithin(-Limits::max(), Limits::max(), most));
    words[5] = std::uint64_t(3) << 62;
    QVERIFY(!ExactSum::fromWords(words).isWithin(-Limits::max(), Limits::max(), most));
    QVERIFY(ExactSum().isWithin(-1, 1, most));
}

void tst_ExactSum::isAtMost_comparesTheSums()
{
    QVERIFY(rc::check("sums of whole numbers compare as the numbers' sums do", [] {
        const auto a = *rc::gen::container<std::vector<int>>(rc::gen::inRange(-3, 4));
        const auto b = *rc::gen::container<std::vector<int>>(rc::gen::inRange(-3, 4));
        const auto exact = [](const std::vector<int>& values) {
            return sumOf(std::vector<float>(values.begin(), values.end()));
        };
        const int left = std::accumulate(a.begin(), a.end(), 0);
        const int right = std::accumulate(b.begin(), b.end(), 0);
        RC_ASSERT(exact(a).isAtMost(exact(b)) == (left <= right));
        ExactSum more = exact(a);
        more.add(Limits::denorm_min());
        RC_ASSERT(exact(a).isAtMost(more) && !more.isAtMost(exact(a)));
    }));
}

QTEST_GUILESS_MAIN(tst_ExactSum)
#include "tst_exact_sum.moc"
