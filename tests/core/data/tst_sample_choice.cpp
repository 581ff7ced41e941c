// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/sample_choice.h"
#include "tests/core/data/data_test_support.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_SampleChoice : public QObject
{
    Q_OBJECT

private slots:
    void chosenSamples_areTheDocumentedOnes_data();
    void chosenSamples_areTheDocumentedOnes();
    void chosenSamples_areDifferentAndAscending();
    void chosenSamples_areSpreadEvenly();
};

void tst_SampleChoice::chosenSamples_areTheDocumentedOnes_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("seed");
    QTest::addColumn<QVector<int>>("expected");
    // From a separate implementation of mt19937_64 and the shuffle in Python.
    QTest::newRow("4 of 10") << 10 << 4 << 0 << QVector<int>{3, 4, 6, 9};
    QTest::newRow("another seed") << 10 << 4 << 1 << QVector<int>{0, 4, 7, 8};
    QTest::newRow("5 of 1000") << 1000 << 5 << 42 << QVector<int>{58, 249, 406, 897, 958};
    QTest::newRow("6 of 7") << 7 << 6 << 3 << QVector<int>{0, 1, 2, 4, 5, 6};
    QTest::newRow("none") << 7 << 0 << 3 << QVector<int>{};
}

void tst_SampleChoice::chosenSamples_areTheDocumentedOnes()
{
    QFETCH(int, size);
    QFETCH(int, count);
    QFETCH(int, seed);
    QFETCH(QVector<int>, expected);
    const auto chosen = chosenSamples(std::size_t(size), std::size_t(count), std::uint64_t(seed));
    QCOMPARE(QVector<int>(chosen.begin(), chosen.end()), expected);
}

void tst_SampleChoice::chosenSamples_areDifferentAndAscending()
{
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const auto chosen = chosenSamples(100, 99 - seed, seed);
        QVERIFY(std::is_sorted(chosen.begin(), chosen.end()));
        QCOMPARE(std::set<std::size_t>(chosen.begin(), chosen.end()).size(), 99 - seed);
        QVERIFY(chosen.back() < 100);
    }
}

void tst_SampleChoice::chosenSamples_areSpreadEvenly()
{
    std::vector<int> taken(10);
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
        for (const std::size_t index : chosenSamples(10, 3, seed))
            ++taken[index];
    }
    // Each is taken 1200 times on average with a deviation of 29.
    for (const int count : taken)
        QVERIFY2(count > 1050 && count < 1350, std::to_string(count).c_str());
}

QTEST_GUILESS_MAIN(tst_SampleChoice)
#include "tst_sample_choice.moc"
