// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tensor_histogram.h"
#include "core/numerics/quantize.h"
#include "core/observers/derive_range.h"
#include "core/qdq/range_requests.h"
#include "tests/core/observers/sample_values.h"
#include "tests/support/counted_allocations.h"

#include <QTest>

#include <numeric>
#include <set>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

constexpr std::size_t kMany = 200'000;

/// What TensorHistogram::figures() says, value by value.
ClipFigures bruteForce(const std::vector<float>& values, const CoveredRange& range)
{
    double power = 0.0;
    double noise = 0.0;
    std::size_t clipped = 0;
    std::vector<char> used(std::size_t(range.codes.max - range.codes.min) + 1);
    const double scale = range.params.scale;
    for (const double value : values) {
        const double code = std::clamp(std::nearbyint(value / scale), double(range.codes.min - range.params.zeroPoint),
                                       double(range.codes.max - range.params.zeroPoint));
        used[std::size_t(code + range.params.zeroPoint - range.codes.min)] = 1;
        power += value * value;
        noise += (value - code * scale) * (value - code * scale);
        clipped += value < range.low - 0.5 * scale || value > range.high + 0.5 * scale ? 1 : 0;
    }
    return {10.0 * std::log10(power / noise), double(clipped) / double(values.size()), scale,
            std::uint32_t(std::count(used.begin(), used.end(), 1)),
            std::uint32_t(range.codes.max - range.codes.min + 1)};
}

std::vector<QuantTarget> targets()
{
    return {{DataType::UInt8, Symmetry::Asymmetric},
            {DataType::Int8, Symmetry::Symmetric},
            {DataType::Int8, Symmetry::Asymmetric, ScaleType::PowerOf2},
            {DataType::Int8, Symmetry::Symmetric, ScaleType::Float32, CodeRange::Reduced},
            {DataType::Int16, Symmetry::Symmetric}};
}

std::vector<float> values(Distribution distribution, std::size_t count)
{
    std::mt19937 generator(7);
    return makeValues(distribution, count, 3.0, generator);
}

TensorRange cut(const std::vector<float>& of, float share)
{
    const auto [low, high] = std::minmax_element(of.begin(), of.end());
    return {*low * share, *high * share};
}

double sum(const std::vector<double>& counts)
{
    return std::accumulate(counts.begin(), counts.end(), 0.0);
}

void addDistributions()
{
    QTest::addColumn<int>("distribution");
    for (const Distribution each : kDistributions)
        QTest::addRow("%d", int(each)) << int(each);
}

} // namespace

class tst_TensorHistogram : public QObject
{
    Q_OBJECT

private slots:
    void figures_areThoseOfTheValues_whenFew_data() { addDistributions(); }
    void figures_areThoseOfTheValues_whenFew();
    void figures_areNearThoseOfTheValues_whenMany_data() { addDistributions(); }
    void figures_areNearThoseOfTheValues_whenMany();
    void figures_ofNothing_areEmpty();
    void figures_ofWhatTheGridHolds_loseNothing();
    void figures_ofZeros_loseNothing();
    void bins_holdWhatLiesWithin_data() { addDistributions(); }
    void bins_holdWhatLiesWithin();
    void bins_ofOneValue_holdItAtBothEnds();
    void quantizedBins_pileUpWhatIsClipped();
    void coveredRange_followsTheEncoding();
    void channels_areTheSlices();
    void channels_takeFourBytesAValue();
    void figures_takeNoRoomForCodes();
    void figuresOfChannels_areThoseOfAllTheirValues();
    void methods_areThoseOfTheCalibration_andTheCurrentOneIsFirst();
    void methods_thatLackStatistics_areLeftOut();
    void weightMethods_findTheSmallestError();
    void histogram_isEmpty_withoutStatisticsForIt();
};

void tst_TensorHistogram::figures_areThoseOfTheValues_whenFew()
{
    QFETCH(int, distribution);
    const std::vector<float> all = values(Distribution(distribution), 4000);
    const TensorHistogram histogram(statisticsOf(all));
    QVERIFY(histogram.isExact());
    for (const QuantTarget& target : targets()) {
        for (const float share : {1.0F, 0.5F, 0.05F}) {
            const CoveredRange range = coveredRange(cut(all, share), target, CodeSource::Model);
            const ClipFigures expected = bruteForce(all, range);
            const ClipFigures figures = histogram.figures(range);
            QVERIFY(std::abs(*figures.sqnr - *expected.sqnr) < 1e-6);
            QCOMPARE(figures.clippedShare, expected.clippedShare);
            QCOMPARE(figures.levelsUsed, expected.levelsUsed);
            QCOMPARE(figures.levels, expected.levels);
            QCOMPARE(figures.step, expected.step);
        }
    }
}

void tst_TensorHistogram::figures_areNearThoseOfTheValues_whenMany()
{
    QFETCH(int, distribution);
    const std::vector<float> all = values(Distribution(distribution), kMany);
    const TensorHistogram histogram(binnedStatisticsOf(all));
    QVERIFY(!histogram.isExact());
    QCOMPARE(histogram.count(), double(kMany));
    for (const QuantTarget& target : targets()) {
        for (const float share : {1.0F, 0.5F, 0.1F}) {
            const CoveredRange range = coveredRange(cut(all, share), target, CodeSource::Model);
            const ClipFigures expected = bruteForce(all, range);
            const ClipFigures figures = histogram.figures(range);
            const QByteArray told = QByteArray::number(*figures.sqnr) + " dB for " + QByteArray::number(*expected.sqnr)
                + ", " + QByteArray::number(figures.levelsUsed) + " levels for "
                + QByteArray::number(expected.levelsUsed);
            QVERIFY2(std::abs(*figures.sqnr - *expected.sqnr) < 0.05, told);
            QVERIFY2(std::abs(figures.clippedShare - expected.clippedShare) < 0.001, told);
            const double most = 5.0 + 0.05 * expected.levelsUsed; // those of the tails are guessed
            QVERIFY2(std::abs(double(figures.levelsUsed) - double(expected.levelsUsed)) <= most, told);
        }
    }
}

void tst_TensorHistogram::figures_ofNothing_areEmpty()
{
    const TensorHistogram histogram{TensorStatistics()};
    QVERIFY(histogram.isEmpty());
    const ClipFigures figures = histogram.figures(coveredRange({-1.0F, 1.0F}, QuantTarget(), CodeSource::File));
    QVERIFY(!figures.sqnr);
    QCOMPARE(figures.levelsUsed, 0U);
    QCOMPARE(sum(histogram.bins(-1.0, 1.0, 10).counts), 0.0);
}

void tst_TensorHistogram::figures_ofWhatTheGridHolds_loseNothing()
{
    const TensorHistogram histogram = TensorHistogram::ofConstant(std::vector<float>{-1.0F, -0.5F, 0.0F, 0.5F, 0.5F});
    const QuantTarget target{DataType::Int8, Symmetry::Asymmetric, ScaleType::PowerOf2};
    const ClipFigures figures = histogram.figures(coveredRange({-1.0F, 0.9921875F}, target, CodeSource::File));
    QVERIFY(std::isinf(*figures.sqnr));
    QCOMPARE(figures.levelsUsed, 4U);
    QCOMPARE(figures.clippedShare, 0.0);
}

void tst_TensorHistogram::figures_ofZeros_loseNothing()
{
    const std::vector<float> zeros(100'000);
    for (const TensorHistogram& histogram :
         {TensorHistogram(binnedStatisticsOf(zeros)), TensorHistogram::ofConstant(std::vector<float>(9))}) {
        const ClipFigures figures = histogram.figures(coveredRange({0.0F, 1.0F}, QuantTarget(), CodeSource::File));
        QVERIFY(figures.sqnr && std::isinf(*figures.sqnr));
        QCOMPARE(figures.levelsUsed, 1U);
    }
}

void tst_TensorHistogram::bins_holdWhatLiesWithin()
{
    QFETCH(int, distribution);
    const std::vector<float> all = values(Distribution(distribution), kMany);
    const TensorRange range = cut(all, 0.4F);
    constexpr std::size_t kBins = 50;
    std::vector<double> expected(kBins);
    for (const double value : all) {
        const double at = (value - range.min) / (double(range.max) - range.min) * kBins;
        if (at >= 0.0 && at < double(kBins))
            expected[std::size_t(at)] += 1.0;
    }
    const LinearBins bins = TensorHistogram(binnedStatisticsOf(all)).bins(range.min, range.max, kBins);
    QCOMPARE(bins.counts.size(), kBins);
    QVERIFY(std::abs(sum(bins.counts) - sum(expected)) < 0.004 * double(kMany));
    // A bound of a drawn bin cuts at most one bin of the histogram; its values are taken as evenly spread.
    double wrong = 0.0;
    for (std::size_t i = 0; i < kBins; ++i)
        wrong += std::abs(bins.counts[i] - expected[i]);
    QVERIFY2(wrong < 0.03 * double(kMany), QByteArray::number(wrong));
}

void tst_TensorHistogram::bins_ofOneValue_holdItAtBothEnds()
{
    const TensorHistogram histogram = TensorHistogram::ofConstant(std::vector<float>{-2.0F, 3.0F, 3.0F});
    QCOMPARE(histogram.bins(-2.0, 3.0, 5).counts, (std::vector<double>{1.0, 0.0, 0.0, 0.0, 2.0}));
    QCOMPARE(histogram.bins(-1.0, 2.0, 3).counts, (std::vector<double>{0.0, 0.0, 0.0}));
}

void tst_TensorHistogram::quantizedBins_pileUpWhatIsClipped()
{
    const std::vector<float> all = values(Distribution::Normal, kMany);
    const TensorHistogram histogram(binnedStatisticsOf(all));
    const CoveredRange range = coveredRange({-3.0F, 3.0F}, {DataType::Int8, Symmetry::Symmetric}, CodeSource::File);
    const double step = range.params.scale;
    const LinearBins bins = histogram.quantizedBins(range, -8.0, 8.0, 160);
    QVERIFY(std::abs(sum(bins.counts) - double(kMany)) < 1.0);
    const LinearBins beyond = histogram.quantizedBins(range, range.high + 0.5 * step, 8.0, 10);
    QVERIFY(sum(beyond.counts) < 1e-6);
    const double atEnd =
        sum(histogram.quantizedBins(range, range.high - 0.5 * step, range.high + 0.5 * step, 1).counts);
    const auto above =
        double(std::count_if(all.begin(), all.end(), [&](float x) { return x > range.high - 0.5 * step; }));
    QVERIFY2(std::abs(atEnd - above) < 0.01 * above, QByteArray::number(atEnd));
}

void tst_TensorHistogram::coveredRange_followsTheEncoding()
{
    const CoveredRange symmetric = coveredRange({-1.0F, 3.0F}, {DataType::Int8, Symmetry::Symmetric}, CodeSource::File);
    QVERIFY(std::abs(symmetric.high - 3.0) < 1e-6 && std::abs(symmetric.low + 3.0) < 1e-6);
    const CoveredRange power =
        coveredRange({-60.0F, 60.0F}, {DataType::Int8, Symmetry::Asymmetric, ScaleType::PowerOf2}, CodeSource::File);
    QCOMPARE(power.low, -64.0);
    QCOMPARE(power.high, 63.5);
    QCOMPARE(power.params.scale, 0.5F);
    const QuantTarget target{DataType::Int8, Symmetry::Symmetric};
    const CoveredRange computed = coveredRange({-1.0F, 3.0F}, target, CodeSource::Model);
    QCOMPARE(computed.codes, (CodeLimits{-128, 127}));
    QCOMPARE(computed.params, symmetric.params);
    QCOMPARE(coveredRange(rangeOf(computed.params, target), target, CodeSource::Model), computed);
    QCOMPARE(coveredBy(computed.params, target, CodeSource::Model), computed);
    const CoveredRange positive = coveredRange({2.0F, 5.1F}, QuantTarget(), CodeSource::File);
    QCOMPARE(positive.low, 0.0);
    QCOMPARE(positive.params.zeroPoint, 0);
}

void tst_TensorHistogram::channels_areTheSlices()
{
    const std::vector<float> elements{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, -12}; // 2 x 3 x 2
    const std::array<std::int64_t, 3> shape{2, 3, 2};
    const std::vector<TensorHistogram> channels = channelHistograms(elements, shape, 1);
    QCOMPARE(channels.size(), std::size_t(3));
    QCOMPARE(channels[0].observed(), (TensorRange{1, 8}));
    QCOMPARE(channels[2].observed(), (TensorRange{-12, 11}));
    QCOMPARE(channels[2].count(), 4.0);
    QCOMPARE(channelHistograms(elements, shape, 0).back().observed(), (TensorRange{-12, 11}));
}

void tst_TensorHistogram::channels_takeFourBytesAValue()
{
    constexpr std::array<std::int64_t, 2> kShape{200, 1000};
    const std::vector<float> elements = values(Distribution::Normal, 200'000);
    const std::vector<TensorHistogram> channels = channelHistograms(elements, kShape, 0);
    const std::size_t before = allocatedBytes;
    const std::vector<TensorHistogram> copies = channels; // takes what the channels hold
    const std::size_t taken = allocatedBytes - before;
    QVERIFY(copies.front().isExact());
    const std::size_t ofValues = elements.size() * sizeof(float);
    QVERIFY(taken >= ofValues || !kCountsAllocations);
    const std::size_t most = ofValues + channels.size() * sizeof(TensorHistogram);
    QVERIFY2(taken <= most, qPrintable(QStringLiteral("%1 bytes, %2 at most").arg(taken).arg(most)));
}

void tst_TensorHistogram::figures_takeNoRoomForCodes()
{
    // 64 values use 64 codes of 65536: a table of all codes would be half a MiB each time.
    const TensorHistogram histogram = TensorHistogram::ofConstant(values(Distribution::Normal, 64));
    const CoveredRange range =
        coveredRange(histogram.observed(), {DataType::Int16, Symmetry::Symmetric}, CodeSource::File);
    const std::size_t before = allocatedBytes;
    const ClipFigures figures = histogram.figures(range);
    const std::size_t ofFigures = allocatedBytes - before;
    QVERIFY2(ofFigures < 4096, qPrintable(QString::number(ofFigures)));
    QCOMPARE(figures.levelsUsed, 64U);
    const std::size_t between = allocatedBytes;
    const LinearBins bins = histogram.quantizedBins(range, 2.0 * range.low, 2.0 * range.high, 100);
    const std::size_t ofBins = allocatedBytes - between;
    QVERIFY2(ofBins < 4096, qPrintable(QString::number(ofBins)));
    QVERIFY(std::abs(sum(bins.counts) - 64.0) < 1e-9);
}

void tst_TensorHistogram::figuresOfChannels_areThoseOfAllTheirValues()
{
    const std::vector<float> all = values(Distribution::Laplace, 3000);
    const std::array<std::int64_t, 2> shape{3, 1000};
    const std::vector<TensorHistogram> channels = channelHistograms(all, shape, 0);
    std::vector<CoveredRange> ranges;
    double power = 0.0;
    double noise = 0.0;
    for (std::size_t i = 0; i < channels.size(); ++i) {
        ranges.push_back(
            coveredRange({-1.0F, 3.0F + float(i)}, {DataType::Int8, Symmetry::Symmetric}, CodeSource::File));
        const ClipFigures figures =
            bruteForce({all.begin() + 1000 * std::ptrdiff_t(i), all.begin() + 1000 * std::ptrdiff_t(i + 1)}, ranges[i]);
        power += channels[i].power();
        noise += channels[i].power() / std::pow(10.0, *figures.sqnr / 10.0);
    }
    const ClipFigures figures = figuresOfChannels(channels, ranges);
    QVERIFY(std::abs(*figures.sqnr - 10.0 * std::log10(power / noise)) < 1e-6);
    QCOMPARE(figures.step, double(ranges.back().params.scale));
    QVERIFY(figures.clippedShare > 0.0 && figures.clippedShare < 1.0);
    QVERIFY(std::isinf(
        *figuresOfChannels(std::vector{TensorHistogram::ofConstant(std::vector<float>(4))}, std::vector{ranges.front()})
             .sqnr));
}

void tst_TensorHistogram::methods_areThoseOfTheCalibration_andTheCurrentOneIsFirst()
{
    const std::vector<float> all = values(Distribution::Outliers, kMany);
    const TensorStatistics statistics = binnedStatisticsOf(all);
    const TensorHistogram histogram(statistics);
    QuantConfig config;
    config.calibration.method = CalibrationMethod::Percentile;
    config.calibration.percentile = 99.9;
    const QuantTarget target{DataType::Int8, Symmetry::Symmetric};
    const std::vector<MethodRange> methods = activationMethodRanges(statistics, histogram, config, target);
    QCOMPARE(methods.size(), std::size_t(6));
    QCOMPARE(methods.front().method, CalibrationMethod::Percentile);
    QVERIFY(methods.front().isCurrent);
    std::set<CalibrationMethod> seen;
    for (const MethodRange& each : methods) {
        seen.insert(each.method);
        QCOMPARE(each.isCurrent, each.method == CalibrationMethod::Percentile);
        RangeRequest request = activationRequest(config, target);
        request.method = each.method;
        request.calibrationSymmetry = [&] {
            QuantConfig same = config;
            same.calibration.method = each.method;
            return same.calibrationSymmetry();
        }();
        QCOMPARE(each.range, *deriveRange(statistics, request));
        QCOMPARE(each.covered, coveredRange(each.range, target, CodeSource::Model));
        QCOMPARE(each.figures, histogram.figures(each.covered));
    }
    QCOMPARE(seen.size(), std::size_t(6));
    QCOMPARE(histogram.percentile(99.9, config.calibrationSymmetry()), methods.front().range);
}

void tst_TensorHistogram::methods_thatLackStatistics_areLeftOut()
{
    const TensorStatistics statistics = statisticsOf(values(Distribution::Normal, 1000));
    QuantConfig config;
    config.scaleType = ScaleType::PowerOf2;
    config.calibration.minMSEModePof2Scale = Pof2Mode::MostCommon;
    const QuantTarget target{DataType::Int8, Symmetry::Symmetric, ScaleType::PowerOf2};
    const auto methods = activationMethodRanges(statistics, TensorHistogram(statistics), config, target);
    QVERIFY(std::none_of(methods.begin(), methods.end(),
                         [](const MethodRange& each) { return each.method == CalibrationMethod::MinMSE; }));
    QVERIFY(!methods.empty());
}

void tst_TensorHistogram::weightMethods_findTheSmallestError()
{
    const std::vector<float> all = values(Distribution::Outliers, 20'000);
    const TensorHistogram histogram = TensorHistogram::ofConstant(all);
    QVERIFY(histogram.isExact());
    QuantConfig config;
    const auto methods =
        weightMethodRanges(all, histogram, config, {DataType::Int8, Symmetry::Symmetric, ScaleType::Float32});
    QCOMPARE(methods.size(), std::size_t(2));
    QCOMPARE(methods[0].method, CalibrationMethod::MinMax);
    QVERIFY(methods[0].isCurrent && !methods[1].isCurrent);
    QVERIFY(*methods[1].figures.sqnr >= *methods[0].figures.sqnr);
    QCOMPARE(methods[0].range.max, std::max(*std::max_element(all.begin(), all.end()), methods[0].range.max));
}

void tst_TensorHistogram::histogram_isEmpty_withoutStatisticsForIt()
{
    const std::vector<float> all = values(Distribution::Normal, kMany);
    QVERIFY(TensorHistogram(statisticsOf(all, StatisticsDetail::Range)).isEmpty());
}

QTEST_APPLESS_MAIN(tst_TensorHistogram)
#include "tst_tensor_histogram.moc"
