// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/element_histogram.h"

#include <QTest>

#include <limits>
#include <numeric>

using namespace quantiscope;

class tst_ElementHistogram : public QObject
{
    Q_OBJECT

private slots:
    void bins_coverEveryValue_data();
    void bins_coverEveryValue();
    void result_doesNotDependOnOrderOrSharing();
    void empty_hasNoBins();
};

void tst_ElementHistogram::bins_coverEveryValue_data()
{
    QTest::addColumn<QVector<double>>("values");
    QTest::newRow("one") << QVector<double>{0.3};
    QTest::newRow("zeros") << QVector<double>{0.0, 0.0, -0.0};
    QTest::newRow("bytes") << QVector<double>{0.0, 255.0, 17.0, 254.9};
    QTest::newRow("around 0") << QVector<double>{-2.1, 2.6, 0.0, 1e-30};
    QTest::newRow("far off 0") << QVector<double>{1e12, 1e12 + 1.0};
    QTest::newRow("extremes") << QVector<double>{-std::numeric_limits<double>::max(),
                                                 std::numeric_limits<double>::max(), 1.0};
}

void tst_ElementHistogram::bins_coverEveryValue()
{
    QFETCH(QVector<double>, values);
    ElementHistogram histogram;
    for (const double value : values)
        histogram.add(value);
    const auto edges = histogram.edges();
    const auto& counts = histogram.counts();
    QCOMPARE(edges.size(), counts.size() + 1);
    QVERIFY(counts.size() <= ElementHistogram::kMostBins);
    QCOMPARE(std::accumulate(counts.begin(), counts.end(), std::uint64_t(0)), std::uint64_t(values.size()));
    QCOMPARE(histogram.lowest(), *std::min_element(values.begin(), values.end()));
    for (const double value : values)
        QVERIFY(value >= edges.front() && value <= edges.back());
}

void tst_ElementHistogram::result_doesNotDependOnOrderOrSharing()
{
    std::vector<double> values;
    for (int i = 0; i < 1000; ++i)
        values.push_back(double((i * 7919) % 1013) / 37.0 - 9.0);
    ElementHistogram forward, first, second;
    for (const double value : values)
        forward.add(value);
    for (std::size_t i = values.size(); i-- > 0;)
        (i % 3 == 0 ? first : second).add(values[i]);
    first.merge(second);
    first.merge(ElementHistogram());
    QVERIFY(first.edges() == forward.edges());
    QVERIFY(first.counts() == forward.counts());
}

void tst_ElementHistogram::empty_hasNoBins()
{
    const ElementHistogram histogram;
    QVERIFY(histogram.isEmpty());
    QVERIFY(histogram.edges().empty());
    QVERIFY(histogram.counts().empty());
}

QTEST_GUILESS_MAIN(tst_ElementHistogram)
#include "tst_element_histogram.moc"
