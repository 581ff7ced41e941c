// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/quantize.h"
#include "core/numerics/scale_types.h"
#include "core/observers/best_positions.h"
#include "core/observers/derive_range.h"
#include "core/observers/entropy.h"
#include "core/observers/position_search.h"
#include "core/observers/quantization_error.h"
#include "core/observers/range_methods.h"
#include "core/observers/window_search.h"
#include "tests/core/observers/sample_values.h"
#include "tests/support/dequantize.h"

#include <QTest>

#include <rapidcheck.h>

#include <limits>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

RangeRequest requestFor(CalibrationMethod method, ScaleType scale = ScaleType::Float32, DataType type = DataType::Int8,
                        Symmetry symmetry = Symmetry::Symmetric)
{
    RangeRequest request;
    request.method = method;
    request.target = {type, symmetry, scale, CodeRange::Full};
    request.calibrationSymmetry = symmetry;
    return request;
}

std::vector<float> valuesOf(Distribution distribution, std::size_t count = 20000)
{
    std::mt19937 generator(11);
    return makeValues(distribution, count, 1.7, generator);
}

/// Sum of the errors of quantizing each value as QuantizeLinear does.
double rawError(const std::vector<float>& values, const TensorRange& range, const QuantTarget& target,
                ErrorMetric metric)
{
    const ScaleZeroPoint params = computeScaleZeroPoint(range, target);
    double sum = 0.0;
    for (const float x : values) {
        const std::int32_t code = quantizeValue(x, params.scale, params.zeroPoint, target.limits());
        const double error = std::abs(double(x) - dequantizeValue(code, params.scale, params.zeroPoint));
        sum += metric == ErrorMetric::Mse ? error * error : error;
    }
    return sum;
}

constexpr CalibrationMethod kMethods[]{CalibrationMethod::MinMax,     CalibrationMethod::NonOverflow,
                                       CalibrationMethod::Percentile, CalibrationMethod::LayerwisePercentile,
                                       CalibrationMethod::MinMSE,     CalibrationMethod::Entropy};

} // namespace

class tst_DeriveRange : public QObject
{
    Q_OBJECT

private slots:
    void anyRequest_givesAUsableRange();
    void anyMethod_isZero_whenNothingFiniteWasSeen();
    void anyMethod_asksForHistograms_whenItNeedsThem();
    void observedRange_isMadeSymmetric_whenAskedFor();
    void movingAverage_isTheMeanOfTheSamples();
    void movingAverage_isRefused_withoutSamples();
    void percentile_isPercentileRange();
    void percentile_ofOneValue_isThatValue();
    void layerwisePercentile_hasTheSmallestErrorOfTheCandidates_data();
    void layerwisePercentile_hasTheSmallestErrorOfTheCandidates();
    void bestWindow_isTheFirst_whenErrorsAreEqual();
    void powersOfTwo_areTheBestPosition();
    void powersOfTwo_followThePercentile();
    void mostCommon_isThePositionOfMostSamples();
    void mostCommon_isTheRange_whenItIsTooSmallForAScale();
    void mostCommon_isAllValues_whenTheTargetIsNotVotedFor();
    void windows_haveNearlyTheSmallestError_data();
    void windows_haveNearlyTheSmallestError();
    void windows_areAllLookedAt();
    void entropy_isTheWholeRange_whenThereAreNoMoreBinsThanLevels();
    void entropy_cutsOffOutliers();
    void entropy_isTheSearchOverTheValuesThemselves();
};

void tst_DeriveRange::anyRequest_givesAUsableRange()
{
    QVERIFY(rc::check("finite, ordered; other than for powers of two inside of what was observed", [] {
        std::mt19937 generator(*rc::gen::arbitrary<unsigned>());
        const Distribution distribution = kDistributions[generator() % std::size(kDistributions)];
        const std::vector<float> values =
            makeValues(distribution, 1 + generator() % 300, std::exp2(double(generator() % 250) - 150.0), generator);
        TensorStatistics statistics = statisticsOf(values);
        castVotes(statistics);
        if (*rc::gen::element(0, 1) == 1) // as of many
            statistics.values.giveUp();
        RangeRequest request =
            requestFor(*rc::gen::elementOf(std::vector<CalibrationMethod>(std::begin(kMethods), std::end(kMethods))),
                       *rc::gen::element(ScaleType::Float32, ScaleType::PowerOf2, ScaleType::Int16),
                       *rc::gen::element(DataType::UInt8, DataType::Int8, DataType::UInt16, DataType::Int16),
                       *rc::gen::element(Symmetry::Asymmetric, Symmetry::Symmetric));
        request.calibrationSymmetry = *rc::gen::element(Symmetry::Asymmetric, Symmetry::Symmetric);
        request.windowMode = *rc::gen::element(FloatMode::Percentile, FloatMode::HistCenter, FloatMode::All);
        request.positionMode = *rc::gen::element(Pof2Mode::All, Pof2Mode::Percentile, Pof2Mode::MostCommon);
        request.metric = *rc::gen::element(ErrorMetric::Mae, ErrorMetric::Mse);
        if (*rc::gen::element(0, 1) == 1)
            request.bins = *rc::gen::inRange(1, 3000);
        const Result<TensorRange> range = deriveRange(statistics, request);
        RC_ASSERT(range.has_value());
        RC_ASSERT(std::isfinite(range->min) && std::isfinite(range->max));
        RC_ASSERT(range->min <= range->max);
        const TensorRange limits = madeSymmetric(minMaxRange(statistics));
        if (request.target.scale != ScaleType::PowerOf2) {
            RC_ASSERT(range->min >= limits.min);
            RC_ASSERT(range->max <= limits.max);
        }
        RC_ASSERT(std::isnormal(computeScaleZeroPoint(*range, request.target).scale));
    }));
}

void tst_DeriveRange::anyMethod_isZero_whenNothingFiniteWasSeen()
{
    for (const CalibrationMethod method : kMethods) {
        for (const ScaleType scale : {ScaleType::Float32, ScaleType::PowerOf2, ScaleType::Int16}) {
            for (const std::vector<float>& values : {std::vector<float>{}, {NAN}, {0.0F, 0.0F}}) {
                RangeRequest request = requestFor(method, scale);
                request.positionMode = Pof2Mode::MostCommon;
                const Result<TensorRange> range = deriveRange(statisticsOf(values), request);
                QVERIFY(range);
                QCOMPARE(*range, (TensorRange{0.0F, 0.0F}));
            }
        }
    }
}

void tst_DeriveRange::anyMethod_asksForHistograms_whenItNeedsThem()
{
    const TensorStatistics statistics = statisticsOf({1.0F, 2.0F}, StatisticsDetail::Range);
    for (const CalibrationMethod method : kMethods) {
        const RangeRequest request = requestFor(method);
        const Result<TensorRange> range = deriveRange(statistics, request);
        QCOMPARE(range.has_value(), !needsHistogram(request));
        if (range)
            continue;
        QCOMPARE(range.error().code, ErrorCode::ConfigRefused);
        QVERIFY(range.error().message.find("histogram") != std::string::npos);
    }
    RangeRequest everything = requestFor(CalibrationMethod::Percentile);
    everything.percentile = 100.0;
    QVERIFY(deriveRange(statistics, everything));
}

void tst_DeriveRange::observedRange_isMadeSymmetric_whenAskedFor()
{
    const TensorStatistics statistics = statisticsOf({-1.0F, 2.5F}, StatisticsDetail::Range);
    for (const CalibrationMethod method : {CalibrationMethod::MinMax, CalibrationMethod::NonOverflow}) {
        QCOMPARE(*deriveRange(statistics, requestFor(method)), (TensorRange{-2.5F, 2.5F}));
        QCOMPARE(*deriveRange(statistics, requestFor(method, {}, DataType::UInt8, Symmetry::Asymmetric)),
                 (TensorRange{-1.0F, 2.5F}));
    }
}

void tst_DeriveRange::movingAverage_isTheMeanOfTheSamples()
{
    TensorStatistics statistics = statisticsOf({-4.0F, 10.0F}, StatisticsDetail::Range);
    statistics.sampleRanges.add(-4.0F, 1.0F);
    statistics.sampleRanges.add(2.0F, 5.0F);
    RangeRequest request = requestFor(CalibrationMethod::MinMax, {}, DataType::UInt8, Symmetry::Asymmetric);
    request.movingAverage = true;
    QCOMPARE(*deriveRange(statistics, request), (TensorRange{-1.0F, 3.0F}));
    request.calibrationSymmetry = Symmetry::Symmetric;
    QCOMPARE(*deriveRange(statistics, request), (TensorRange{-3.0F, 3.0F}));
}

void tst_DeriveRange::movingAverage_isRefused_withoutSamples()
{
    RangeRequest request = requestFor(CalibrationMethod::MinMax);
    request.movingAverage = true;
    const Result<TensorRange> range = deriveRange(statisticsOf({1.0F}), request);
    QVERIFY(!range);
    QCOMPARE(range.error().code, ErrorCode::ConfigRefused);
}

void tst_DeriveRange::percentile_ofOneValue_isThatValue()
{
    for (const float value : {1.32079806e-16F, -1.32079806e-16F}) {
        TensorStatistics statistics = statisticsOf({value});
        statistics.values.giveUp(); // the value lies somewhere in its bin
        for (const Symmetry symmetry : {Symmetry::Asymmetric, Symmetry::Symmetric}) {
            const TensorRange range = percentileRange(statistics, 99.999, symmetry);
            QCOMPARE(range.min, value);
            QCOMPARE(range.max, value);
        }
    }
}

void tst_DeriveRange::percentile_isPercentileRange()
{
    const TensorStatistics statistics = statisticsOf(valuesOf(Distribution::Silu));
    RangeRequest request = requestFor(CalibrationMethod::Percentile);
    request.percentile = 99.0;
    QCOMPARE(*deriveRange(statistics, request), percentileRange(statistics, 99.0, Symmetry::Symmetric));
    request.calibrationSymmetry = Symmetry::Asymmetric;
    QCOMPARE(*deriveRange(statistics, request), percentileRange(statistics, 99.0, Symmetry::Asymmetric));
}

void tst_DeriveRange::layerwisePercentile_hasTheSmallestErrorOfTheCandidates_data()
{
    QTest::addColumn<int>("distribution");
    for (const Distribution distribution : kDistributions)
        QTest::newRow(qPrintable(QString::number(int(distribution)))) << int(distribution);
}

void tst_DeriveRange::layerwisePercentile_hasTheSmallestErrorOfTheCandidates()
{
    QFETCH(int, distribution);
    const std::vector<float> values = valuesOf(Distribution(distribution));
    const TensorStatistics statistics = statisticsOf(values);
    for (const ErrorMetric metric : {ErrorMetric::Mae, ErrorMetric::Mse}) {
        for (const DataType type : {DataType::Int8, DataType::UInt8}) {
            RangeRequest request = requestFor(CalibrationMethod::LayerwisePercentile, {}, type,
                                              type == DataType::UInt8 ? Symmetry::Asymmetric : Symmetry::Symmetric);
            request.candidates = {90.0, 99.0, 99.9, 99.99};
            request.metric = metric;
            const double found = rawError(values, *deriveRange(statistics, request), request.target, metric);
            for (const double candidate : request.candidates) {
                const TensorRange other = percentileRange(statistics, candidate, request.calibrationSymmetry);
                QVERIFY(found <= 1.005 * rawError(values, other, request.target, metric));
            }
        }
    }
}

void tst_DeriveRange::bestWindow_isTheFirst_whenErrorsAreEqual()
{
    const QuantTarget target{DataType::Int8, Symmetry::Symmetric, ScaleType::Float32, CodeRange::Full};
    const std::vector<TensorRange> windows{{-3.0F, 3.0F}, {-2.0F, 2.0F}, {-1.0F, 1.0F}};
    QCOMPARE(bestWindow(windows, target, [](const QuantGrid&) { return 1.0; }), windows[0]);
    const auto narrowIsBetter = [](const QuantGrid& grid) { return grid.scale > 2.5 / 127.0 ? 2.0 : 1.0; };
    QCOMPARE(bestWindow(windows, target, narrowIsBetter), windows[1]);
}

void tst_DeriveRange::powersOfTwo_areTheBestPosition()
{
    for (const Distribution distribution : kDistributions) {
        const TensorStatistics statistics = statisticsOf(valuesOf(distribution));
        const RangeRequest request =
            requestFor(CalibrationMethod::MinMSE, ScaleType::PowerOf2, DataType::UInt8, Symmetry::Symmetric);
        const auto choice = bestPosition(signedBins(statistics), minMaxRange(statistics), request.target);
        QVERIFY(choice);
        QCOMPARE(*deriveRange(statistics, request), rangeAt(*choice, request.target));
    }
}

void tst_DeriveRange::powersOfTwo_followThePercentile()
{
    const TensorStatistics statistics = statisticsOf(valuesOf(Distribution::Outliers));
    RangeRequest request = requestFor(CalibrationMethod::MinMSE, ScaleType::PowerOf2);
    request.positionMode = Pof2Mode::Percentile;
    request.percentile = 99.0;
    const TensorRange narrow = *deriveRange(statistics, request);
    request.percentile = 100.0;
    const TensorRange wide = *deriveRange(statistics, request);
    QVERIFY(narrow.max < wide.max);
    request.positionMode = Pof2Mode::All;
    QCOMPARE(*deriveRange(statistics, request), wide);
}

void tst_DeriveRange::mostCommon_isThePositionOfMostSamples()
{
    TensorStatistics statistics = statisticsOf({-1.0F, 2.5F});
    RangeRequest request = requestFor(CalibrationMethod::MinMSE, ScaleType::PowerOf2);
    request.positionMode = Pof2Mode::MostCommon;
    QCOMPARE(deriveRange(statistics, request).error().code, ErrorCode::ConfigRefused);
    statistics.votes.add(DataType::Int8, 4, 2);
    statistics.votes.add(DataType::Int8, 5, 7);
    statistics.votes.add(DataType::Int8, 6, 3);
    QCOMPARE(*deriveRange(statistics, request), (TensorRange{-127.0F / 32, 127.0F / 32}));
    statistics.votes.add(DataType::Int8, 4, 5); // of equally many the smallest scale
    QCOMPARE(*deriveRange(statistics, request), (TensorRange{-127.0F / 32, 127.0F / 32}));
    statistics.votes.add(DataType::UInt8, 6);
    request.target.type = DataType::UInt8;
    QCOMPARE(*deriveRange(statistics, request), (TensorRange{-128.0F / 64, 127.0F / 64}));
}

void tst_DeriveRange::mostCommon_isTheRange_whenItIsTooSmallForAScale()
{
    TensorStatistics statistics = statisticsOf({-1e-38F, 5e-39F});
    castVotes(statistics);
    QVERIFY(statistics.votes.isEmpty());
    RangeRequest request = requestFor(CalibrationMethod::MinMSE, ScaleType::PowerOf2);
    request.positionMode = Pof2Mode::MostCommon;
    const Result<TensorRange> range = deriveRange(statistics, request);
    QVERIFY(range);
    QCOMPARE(*range, (TensorRange{-1e-38F, 1e-38F}));
    QCOMPARE(computeScaleZeroPoint(*range, request.target).scale, 1.0F);
}

void tst_DeriveRange::mostCommon_isAllValues_whenTheTargetIsNotVotedFor()
{
    const TensorStatistics statistics = statisticsOf(valuesOf(Distribution::Laplace));
    RangeRequest request =
        requestFor(CalibrationMethod::MinMSE, ScaleType::PowerOf2, DataType::UInt8, Symmetry::Asymmetric);
    const TensorRange all = *deriveRange(statistics, request);
    request.positionMode = Pof2Mode::MostCommon;
    QCOMPARE(*deriveRange(statistics, request), all);
}

void tst_DeriveRange::windows_haveNearlyTheSmallestError_data()
{
    layerwisePercentile_hasTheSmallestErrorOfTheCandidates_data();
}

void tst_DeriveRange::windows_haveNearlyTheSmallestError()
{
    QFETCH(int, distribution);
    const std::vector<float> values = valuesOf(Distribution(distribution));
    const TensorStatistics statistics = statisticsOf(values);
    const TensorRange observed = madeSymmetric(minMaxRange(statistics));
    for (const DataType type : {DataType::Int8, DataType::Int16}) {
        RangeRequest request = requestFor(CalibrationMethod::MinMSE, ScaleType::Float32, type);
        double smallest = std::numeric_limits<double>::infinity();
        for (int i = 0; i <= 100; ++i) {
            const TensorRange window{observed.min * float(1.0 - 0.005 * i), observed.max * float(1.0 - 0.005 * i)};
            smallest = std::min(smallest, rawError(values, window, request.target, ErrorMetric::Mse));
        }
        for (const FloatMode mode : {FloatMode::HistCenter, FloatMode::All}) {
            request.windowMode = mode;
            const double found = rawError(values, *deriveRange(statistics, request), request.target, ErrorMetric::Mse);
            QVERIFY2(found <= 1.02 * smallest, qPrintable(QString("%1, not %2").arg(found).arg(smallest)));
        }
        request.windowMode = FloatMode::Percentile;
        const double found = rawError(values, *deriveRange(statistics, request), request.target, ErrorMetric::Mse);
        for (const double percentile : {99.9, 99.99, 99.999, 99.9999}) {
            const TensorRange other = percentileRange(statistics, percentile, Symmetry::Symmetric);
            QVERIFY(found <= 1.005 * rawError(values, other, request.target, ErrorMetric::Mse));
        }
    }
}

void tst_DeriveRange::windows_areAllLookedAt()
{
    // Few different values: the error jumps from window to window.
    for (const std::vector<float>& points :
         {std::vector<float>{6.0F, 10.0F}, std::vector<float>{-1.0F, 0.3F, 2.7F}, std::vector<float>{0.111F, 7.0F}}) {
        std::vector<float> values(9999, points.front());
        values.insert(values.end(), points.begin() + 1, points.end());
        const TensorStatistics statistics = statisticsOf(values);
        RangeRequest request = requestFor(CalibrationMethod::MinMSE);
        request.windowMode = FloatMode::All;
        const BinnedError error(signedBins(statistics));
        const auto errorOf = [&](const TensorRange& range) {
            return error.sum({computeScaleZeroPoint(range, request.target), request.target.limits()});
        };
        const double found = errorOf(*deriveRange(statistics, request));
        for (const TensorRange& window : shrinkingWindows(madeSymmetric(minMaxRange(statistics)), kDefaultBins))
            QVERIFY(found <= errorOf(window) * (1.0 + 1e-9));
    }
}

void tst_DeriveRange::entropy_isTheWholeRange_whenThereAreNoMoreBinsThanLevels()
{
    const std::vector<float> values = valuesOf(Distribution::Outliers);
    const TensorStatistics statistics = statisticsOf(values);
    RangeRequest request = requestFor(CalibrationMethod::Entropy, {}, DataType::UInt8, Symmetry::Asymmetric);
    request.bins = 128;
    QCOMPARE(*deriveRange(statistics, request), rangeOf(values));
    request.calibrationSymmetry = Symmetry::Symmetric;
    QCOMPARE(*deriveRange(statistics, request), madeSymmetric(rangeOf(values)));
}

void tst_DeriveRange::entropy_cutsOffOutliers()
{
    const std::vector<float> values = valuesOf(Distribution::Outliers);
    const TensorRange observed = rangeOf(values);
    const RangeRequest request = requestFor(CalibrationMethod::Entropy, {}, DataType::UInt8, Symmetry::Asymmetric);
    const TensorRange range = *deriveRange(statisticsOf(values), request);
    QVERIFY(range.max < 0.8F * madeSymmetric(observed).max);
    QVERIFY(range.max >= 0.499F * madeSymmetric(observed).max); // a window is at least half as wide
}

void tst_DeriveRange::entropy_isTheSearchOverTheValuesThemselves()
{
    constexpr std::size_t kHalf = 128; // as many bins on each side as there are levels
    for (const Distribution distribution : kDistributions) {
        const std::vector<float> values = valuesOf(distribution, 200000);
        const TensorRange observed = rangeOf(values);
        const double limit = madeSymmetric(observed).max;
        std::vector<double> counts(2 * kHalf);
        for (const float x : values) {
            const double at = std::floor((x + limit) / limit * kHalf);
            counts[std::size_t(std::clamp(at, 0.0, 2.0 * kHalf - 1.0))] += 1.0;
        }
        const double bound = limit * double(leastDivergence(counts, kHalf)) / kHalf;
        const RangeRequest request = requestFor(CalibrationMethod::Entropy, {}, DataType::UInt8, Symmetry::Asymmetric);
        const TensorRange range = *deriveRange(statisticsOf(values), request);
        const double found = madeSymmetric(range).max;
        QVERIFY(std::abs(found - std::min(bound, limit)) <= 1.5 * limit / kHalf);
    }
}

QTEST_GUILESS_MAIN(tst_DeriveRange)
#include "tst_derive_range.moc"
