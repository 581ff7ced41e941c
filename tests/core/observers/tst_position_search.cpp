// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/quantize.h"
#include "core/numerics/scale_types.h"
#include "core/observers/best_positions.h"
#include "core/observers/position_search.h"
#include "tests/core/observers/sample_values.h"
#include "tests/support/dequantize.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

QuantTarget powersOfTwo(DataType type, Symmetry symmetry = Symmetry::Symmetric)
{
    return {type, symmetry, ScaleType::PowerOf2, CodeRange::Full};
}

/// The position with the smallest squared error of all values, as quark_behaviour section 3.6 describes the search,
/// with the arithmetic of QuantizeLinear and DequantizeLinear.
int bruteForcePosition(const std::vector<float>& values, const QuantTarget& target)
{
    const CodeLimits codes = target.limits();
    const ScaleZeroPoint start = computeScaleZeroPoint(rangeOf(values), codes, target.symmetry);
    const int first = int(std::nearbyint(-std::log2(double(start.scale))));
    int best = first;
    double smallest = std::numeric_limits<double>::infinity();
    for (int position = first - 1; position <= first + 3; ++position) {
        const float scale = std::ldexp(1.0F, -position);
        double sum = 0.0;
        for (const float x : values) {
            const double error =
                double(x) - dequantizeValue(quantizeValue(x, scale, start.zeroPoint, codes), scale, start.zeroPoint);
            sum += error * error;
        }
        if (sum < smallest) {
            smallest = sum;
            best = position;
        }
    }
    return best;
}

} // namespace

class tst_PositionSearch : public QObject
{
    Q_OBJECT

private slots:
    void bestPosition_equalsBruteForce_data();
    void bestPosition_equalsBruteForce();
    void bestPosition_ofValues_equalsBruteForceAlways();
    void bestPosition_ofFewValues_equalsBruteForceAlways();
    void bestPosition_clips_whenFewValuesAreLarge();
    void bestPosition_isNothing_whenTheRangeHasNoExtent();
    void bestPosition_staysAmongNormalScales();
    void searchPosition_takesTheCoarsest_whenAllAreEqual();
    void bestPositions_equalBestPosition();
    void bestPositions_equalBestPosition_whenCountsAreHuge();
    void bestPositions_areNothing_whenNothingButZerosWasSeen();
    void castVotes_addsOneForEachType();
    void rangeAt_givesTheScaleBack();
};

void tst_PositionSearch::bestPosition_equalsBruteForce_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("symmetry");
    QTest::newRow("uint8, symmetric") << int(DataType::UInt8) << int(Symmetry::Symmetric);
    QTest::newRow("int8, symmetric") << int(DataType::Int8) << int(Symmetry::Symmetric);
    QTest::newRow("uint8, asymmetric") << int(DataType::UInt8) << int(Symmetry::Asymmetric);
    QTest::newRow("int16, symmetric") << int(DataType::Int16) << int(Symmetry::Symmetric);
}

void tst_PositionSearch::bestPosition_equalsBruteForce()
{
    QFETCH(int, type);
    QFETCH(int, symmetry);
    const QuantTarget target = powersOfTwo(DataType(type), Symmetry(symmetry));
    std::mt19937 generator(7);
    std::uniform_real_distribution<double> exponent(-6.0, 6.0);
    constexpr int kRounds = 60;
    int tensors = 0;
    int equal = 0;
    for (int round = 0; round < kRounds; ++round) {
        for (const Distribution distribution : kDistributions) {
            const std::size_t count = std::size_t(1) << (8 + round % 7);
            const std::vector<float> values =
                makeValues(distribution, count, std::exp2(exponent(generator)), generator);
            const TensorStatistics statistics = binnedStatisticsOf(values);
            const auto found = bestPosition(signedBins(statistics), {statistics.min, statistics.max}, target);
            QVERIFY(found);
            ++tensors;
            const int expected = bruteForcePosition(values, target);
            if (found->position == expected)
                ++equal;
            else
                qInfo("distribution %d, %zu values: %d instead of %d", int(distribution), count, found->position,
                      expected);
        }
    }
    QVERIFY2(equal >= 0.995 * tensors, qPrintable(QString("%1 of %2").arg(equal).arg(tensors)));
}

void tst_PositionSearch::bestPosition_ofValues_equalsBruteForceAlways()
{
    std::mt19937 generator(8);
    std::uniform_real_distribution<double> exponent(-6.0, 6.0);
    for (int round = 0; round < 20; ++round) {
        for (const Distribution distribution : kDistributions) {
            // A count that is no multiple of the number of lanes.
            const std::vector<float> values = makeValues(distribution, 1003, std::exp2(exponent(generator)), generator);
            const auto found = bestPosition(values, rangeOf(values), powersOfTwo(DataType::Int8));
            QVERIFY(found);
            QCOMPARE(found->position, bruteForcePosition(values, powersOfTwo(DataType::Int8)));
        }
    }
}

void tst_PositionSearch::bestPosition_ofFewValues_equalsBruteForceAlways()
{
    std::mt19937 generator(21);
    std::uniform_real_distribution<double> exponent(-6.0, 6.0);
    int wrongFromBins = 0;
    for (int round = 0; round < 150; ++round) {
        for (const Distribution distribution : kDistributions) {
            const std::size_t count = 8 + generator() % 500;
            const std::vector<float> values =
                makeValues(distribution, count, std::exp2(exponent(generator)), generator);
            const QuantTarget target = powersOfTwo(round % 2 == 0 ? DataType::Int8 : DataType::UInt8);
            const int expected = bruteForcePosition(values, target);
            QCOMPARE(bestPosition(signedBins(statisticsOf(values)), rangeOf(values), target)->position, expected);
            const auto fromBins = bestPosition(signedBins(binnedStatisticsOf(values)), rangeOf(values), target);
            wrongFromBins += fromBins->position == expected ? 0 : 1;
        }
    }
    QVERIFY(wrongFromBins > 0); // what the values are kept for
}

void tst_PositionSearch::bestPosition_clips_whenFewValuesAreLarge()
{
    // 10^5 values of 0.3 and one of 4. Steps of 1/32 cover 4, but 0.3 is 9.6 of them: an error of 0.4 steps each, in
    // all 15.6. With 1/256, 0.3 is 76.8 steps: 0.06 for all, but the one value loses 4 - 127/256.
    std::vector<float> values(100000, 0.3F);
    const TensorStatistics covered = statisticsOf(values);
    QCOMPARE(bestPosition(signedBins(covered), {-4.0F, 4.0F}, powersOfTwo(DataType::Int8))->position, 8);
    values.push_back(4.0F);
    const TensorStatistics statistics = statisticsOf(values);
    const auto found = bestPosition(signedBins(statistics), {-4.0F, 4.0F}, powersOfTwo(DataType::Int8));
    QCOMPARE(found->position, bruteForcePosition(values, powersOfTwo(DataType::Int8)));
    QVERIFY(found->position > 5);
}

void tst_PositionSearch::bestPosition_isNothing_whenTheRangeHasNoExtent()
{
    const std::vector<float> zeros(100, 0.0F);
    QVERIFY(!bestPosition(zeros, {0.0F, 0.0F}, powersOfTwo(DataType::Int8)));
    QVERIFY(!bestPosition(signedBins(statisticsOf(zeros)), {0.0F, 0.0F}, powersOfTwo(DataType::UInt8)));
    const std::vector<float> tiny(100, 1e-40F);
    QVERIFY(!bestPosition(tiny, {0.0F, 1e-40F}, powersOfTwo(DataType::Int8)));
}

void tst_PositionSearch::bestPosition_staysAmongNormalScales()
{
    for (const float largest : {3e-36F, 1e-35F, 1e38F, std::numeric_limits<float>::max()}) {
        const std::vector<float> values{largest, -largest, 0.5F * largest, 0.0F};
        for (const DataType type : {DataType::Int8, DataType::UInt8}) {
            const auto found = bestPosition(values, rangeOf(values), powersOfTwo(type));
            QVERIFY(found);
            QVERIFY(std::isnormal(scaleAtPosition(found->position)));
            const TensorRange range = rangeAt(*found, powersOfTwo(type));
            QVERIFY(std::isfinite(range.min) && std::isfinite(range.max));
        }
    }
}

void tst_PositionSearch::searchPosition_takesTheCoarsest_whenAllAreEqual()
{
    std::vector<double> scales;
    const auto found = searchPosition({-1.0F, 1.0F}, powersOfTwo(DataType::Int8), [&](const QuantGrid& grid) {
        scales.push_back(grid.scale);
        return 1.0;
    });
    QCOMPARE(scales, (std::vector<double>{1.0 / 64, 1.0 / 128, 1.0 / 256, 1.0 / 512, 1.0 / 1024}));
    QCOMPARE(found->position, 6);
}

void tst_PositionSearch::bestPositions_equalBestPosition()
{
    std::mt19937 generator(9);
    std::uniform_real_distribution<double> exponent(-30.0, 30.0);
    for (int round = 0; round < 100; ++round) {
        for (const Distribution distribution : kDistributions) {
            const std::vector<float> values =
                makeValues(distribution, 100 + 20 * std::size_t(round), std::exp2(exponent(generator)), generator);
            const TensorStatistics statistics = binnedStatisticsOf(values);
            const auto found = bestPositions(statistics);
            for (std::size_t i = 0; i < kVotingTargets.size(); ++i) {
                const auto expected =
                    bestPosition(signedBins(statistics), {statistics.min, statistics.max}, kVotingTargets[i]);
                QVERIFY(found[i] && expected);
                QCOMPARE(*found[i], expected->position);
            }
        }
    }
}

void tst_PositionSearch::bestPositions_equalBestPosition_whenCountsAreHuge()
{
    TensorStatistics statistics = binnedStatisticsOf({0.3F, 0.31F, 4.0F});
    statistics.histogram.add(FloatHistogram::binOf(0.3F), std::uint64_t(1) << 33);
    const auto found = bestPositions(statistics);
    for (std::size_t i = 0; i < kVotingTargets.size(); ++i) {
        const auto expected = bestPosition(signedBins(statistics), {statistics.min, statistics.max}, kVotingTargets[i]);
        QCOMPARE(found[i].value(), expected->position);
    }
}

void tst_PositionSearch::bestPositions_areNothing_whenNothingButZerosWasSeen()
{
    for (const std::vector<float>& values :
         {std::vector<float>{}, {0.0F, -0.0F}, {std::numeric_limits<float>::quiet_NaN()}, {1e-41F}}) {
        for (const std::optional<int>& position : bestPositions(statisticsOf(values)))
            QVERIFY(!position);
    }
}

void tst_PositionSearch::castVotes_addsOneForEachType()
{
    TensorStatistics sample = statisticsOf({-1.0F, 0.3F, 0.5F});
    const auto positions = bestPositions(sample);
    castVotes(sample);
    for (std::size_t i = 0; i < kVotingTargets.size(); ++i) {
        const PositionVotes::Counts expected{{*positions[i], 1}};
        QCOMPARE(sample.votes.of(kVotingTargets[i].type), expected);
    }
    TensorStatistics zeros = statisticsOf({0.0F});
    castVotes(zeros);
    QVERIFY(zeros.votes.isEmpty());
}

void tst_PositionSearch::rangeAt_givesTheScaleBack()
{
    for (const DataType type : {DataType::UInt8, DataType::Int8, DataType::UInt16, DataType::Int16}) {
        for (const Symmetry symmetry : {Symmetry::Symmetric, Symmetry::Asymmetric}) {
            const QuantTarget target = powersOfTwo(type, symmetry);
            const ScaleZeroPoint start = computeScaleZeroPoint({-1.0F, 2.0F}, target);
            for (int position = -100; position <= 120; ++position) {
                const ScaleZeroPoint found =
                    computeScaleZeroPoint(rangeAt({position, start.zeroPoint}, target), target);
                QCOMPARE(found, (ScaleZeroPoint{scaleAtPosition(position), start.zeroPoint}));
            }
        }
    }
}

QTEST_GUILESS_MAIN(tst_PositionSearch)
#include "tst_position_search.moc"
