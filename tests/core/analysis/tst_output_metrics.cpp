// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/output_metrics.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

using namespace quantiscope;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

Tensor vectorOf(const std::vector<float>& values)
{
    return Tensor::fromFloats({std::int64_t(values.size())}, values);
}

template <typename T>
Tensor tensorOf(DataType type, const std::vector<T>& values)
{
    Tensor tensor(type, {std::int64_t(values.size())});
    std::memcpy(tensor.bytes().data(), values.data(), values.size() * sizeof(T));
    return tensor;
}

/// The picture of make_goldens.py; every value is exact in float32.
std::vector<double> pattern(int planes, int height, int width)
{
    std::vector<double> values;
    for (int plane = 0; plane < planes; ++plane) {
        for (int row = 0; row < height; ++row) {
            for (int column = 0; column < width; ++column)
                values.push_back(double((row * 7 + column * 3 + row * column + 11 * plane) % 32) / 8.0);
        }
    }
    return values;
}

std::vector<double> distorted(std::vector<double> values, int height, int width)
{
    for (std::size_t i = 0; i < values.size(); ++i) {
        const int column = int(i) % width;
        const int row = int(i) / width % height;
        const int plane = int(i) / (width * height);
        values[i] += double((row * 5 + column * 11 + plane) % 7 - 3) / 4.0;
    }
    return values;
}

bool isNear(double found, double expected)
{
    // Sums of doubles in another order.
    if (std::fabs(found - expected) <= 1e-12 * std::max(1.0, std::fabs(expected)))
        return true;
    qWarning("%.17g instead of %.17g", found, expected);
    return false;
}

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

OutputComparison of(const OutputMetrics& metrics)
{
    return {metrics, false};
}

OutputMetrics metricsWith(double cosine, double rmse, double psnr)
{
    OutputMetrics metrics;
    metrics.cosine = cosine;
    metrics.l2 = 2 * rmse;
    metrics.rmse = rmse;
    metrics.psnr = psnr;
    metrics.maxAbs = 3 * rmse;
    return metrics;
}

} // namespace

class tst_OutputMetrics : public QObject
{
    Q_OBJECT

private slots:
    void compareOutputs_equalsNumPy();
    void compareOutputs_isPerfect_whenEqual_data();
    void compareOutputs_isPerfect_whenEqual();
    void compareOutputs_takesZeroVectorsApart_data();
    void compareOutputs_takesZeroVectorsApart();
    void compareOutputs_knowsOppositeAndOrthogonalVectors();
    void compareOutputs_givesNothing_whenNotFinite_data();
    void compareOutputs_givesNothing_whenNotFinite();
    void compareOutputs_givesNothing_whenSizesDiffer();
    void compareOutputs_survivesHugeAndTinyValues();
    void compareOutputs_tellsApart_whatFloat32Cannot();
    void compareOutputs_addsSimilarity_onlyForPictures();
    void compareElements_leavesOutSimilarityOnly();
    void comparisonOf_tellsWhatQuantizationBroke_data();
    void comparisonOf_tellsWhatQuantizationBroke();
    void elementsAsDouble_convertsEveryNumericType();
    void elementsAsDouble_convertsHalfPrecision();
    void structuralSimilarity_equalsNumPy_data();
    void structuralSimilarity_equalsNumPy();
    void structuralSimilarity_isOne_whenEqual();
    void structuralSimilarity_givesNothing_data();
    void structuralSimilarity_givesNothing();
    void summary_holdsMeanAndWorst();
    void summary_leavesOutWhatIsNotFinite();
    void summary_hasNoNumbers_whenNothingWasFinite();
    void summary_isInfinite_whenEverySampleIsEqual();
    void summary_averagesSimilarityOverThePictures();
};

void tst_OutputMetrics::compareOutputs_equalsNumPy()
{
    const auto metrics = compareOutputs(vectorOf({1.5F, -2.25F, 3.0F, 0.5F, -4.0F, 2.0F}),
                                        vectorOf({1.25F, -2.0F, 3.5F, 0.5F, -3.0F, 1.5F}));
    QVERIFY(metrics.has_value());
    // Printed by make_goldens.py.
    QVERIFY(isNear(metrics->cosine, 0.981293144059422));
    QVERIFY(isNear(metrics->l2, 1.274754878398196));
    QVERIFY(isNear(metrics->rmse, 0.520416499866533));
    QVERIFY(isNear(metrics->psnr.value(), 22.5749396509726));
    QCOMPARE(metrics->maxAbs, 1.0);
    QVERIFY(!metrics->ssim);
}

void tst_OutputMetrics::compareOutputs_isPerfect_whenEqual_data()
{
    QTest::addColumn<QList<float>>("values");
    QTest::newRow("some") << QList<float>{1.0F, -2.0F, 3.5F};
    QTest::newRow("one") << QList<float>{0.1F};
    QTest::newRow("zeros") << QList<float>{0.0F, 0.0F};
    QTest::newRow("none") << QList<float>{};
}

void tst_OutputMetrics::compareOutputs_isPerfect_whenEqual()
{
    QFETCH(QList<float>, values);
    const Tensor tensor = vectorOf({values.begin(), values.end()});
    const auto metrics = compareOutputs(tensor, tensor);
    QVERIFY(metrics.has_value());
    QVERIFY(isNear(metrics->cosine, 1.0));
    QVERIFY(metrics->cosine <= 1.0);
    QCOMPARE(metrics->l2, 0.0);
    QCOMPARE(metrics->rmse, 0.0);
    QCOMPARE(metrics->maxAbs, 0.0);
    QCOMPARE(metrics->psnr, std::optional(kInfinity));
}

void tst_OutputMetrics::compareOutputs_takesZeroVectorsApart_data()
{
    QTest::addColumn<QList<float>>("real");
    QTest::addColumn<QList<float>>("quantized");
    QTest::addColumn<double>("cosine");
    QTest::addColumn<double>("psnr");
    QTest::newRow("both") << QList<float>{0, 0} << QList<float>{0, -0.0F} << 1.0 << kInfinity;
    QTest::newRow("the float output") << QList<float>{0, 0} << QList<float>{1, 0} << 0.0 << kNone; // no peak
    // The peak is 3, the root mean square 3 / sqrt(2): 10 log10(2).
    QTest::newRow("the quantized output") << QList<float>{3, 0} << QList<float>{0, 0} << 0.0 << 3.010299956639812;
}

void tst_OutputMetrics::compareOutputs_takesZeroVectorsApart()
{
    QFETCH(QList<float>, real);
    QFETCH(QList<float>, quantized);
    QFETCH(double, cosine);
    QFETCH(double, psnr);
    const auto metrics =
        compareOutputs(vectorOf({real.begin(), real.end()}), vectorOf({quantized.begin(), quantized.end()}));
    QVERIFY(metrics.has_value());
    QCOMPARE(metrics->cosine, cosine);
    QCOMPARE(metrics->psnr, std::isnan(psnr) ? std::nullopt : std::optional(psnr));
}

void tst_OutputMetrics::compareOutputs_knowsOppositeAndOrthogonalVectors()
{
    QVERIFY(isNear(compareOutputs(vectorOf({1, 2}), vectorOf({-2, -4}))->cosine, -1.0));
    QCOMPARE(compareOutputs(vectorOf({1, 2}), vectorOf({-2, 1}))->cosine, 0.0);
    QVERIFY(isNear(compareOutputs(vectorOf({1, 2}), vectorOf({10, 20}))->cosine, 1.0));
}

void tst_OutputMetrics::compareOutputs_givesNothing_whenNotFinite_data()
{
    QTest::addColumn<float>("value");
    QTest::newRow("NaN") << kNaN;
    QTest::newRow("infinity") << std::numeric_limits<float>::infinity();
    QTest::newRow("minus infinity") << -std::numeric_limits<float>::infinity();
}

void tst_OutputMetrics::compareOutputs_givesNothing_whenNotFinite()
{
    QFETCH(float, value);
    QVERIFY(!compareOutputs(vectorOf({1, value, 3}), vectorOf({1, 2, 3})));
    QVERIFY(!compareOutputs(vectorOf({1, 2, 3}), vectorOf({1, 2, value})));
    QVERIFY(!compareOutputs(vectorOf({value}), vectorOf({value})));
}

void tst_OutputMetrics::comparisonOf_tellsWhatQuantizationBroke_data()
{
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    constexpr float kInfinite = std::numeric_limits<float>::infinity();
    QTest::addColumn<Tensor>("real");
    QTest::addColumn<Tensor>("quantized");
    QTest::addColumn<bool>("hasMetrics");
    QTest::addColumn<bool>("isBroken");
    QTest::newRow("both finite") << vectorOf({1, 2}) << vectorOf({1, 3}) << true << false;
    QTest::newRow("only the quantized one is not") << vectorOf({1, 2}) << vectorOf({1, kInfinite}) << false << true;
    QTest::newRow("only the float one is not") << vectorOf({kNan, 2}) << vectorOf({1, 2}) << false << false;
    QTest::newRow("neither is") << vectorOf({-kInfinite, 2}) << vectorOf({-kInfinite, kNan}) << false << false;
    QTest::newRow("other extents") << vectorOf({1, 2}) << vectorOf({kNan}) << false << false;
}

void tst_OutputMetrics::comparisonOf_tellsWhatQuantizationBroke()
{
    QFETCH(Tensor, real);
    QFETCH(Tensor, quantized);
    QFETCH(bool, hasMetrics);
    QFETCH(bool, isBroken);
    for (const Similarity similarity : {Similarity::Measured, Similarity::LeftOut}) {
        const OutputComparison comparison = comparisonOf(real, quantized, similarity);
        QCOMPARE(comparison.metrics.has_value(), hasMetrics);
        QCOMPARE(comparison.isBroken, isBroken);
        QCOMPARE(comparison.shapesDiffer, real.shape() != quantized.shape());
        OutputSummaryBuilder builder("y");
        builder.add(comparison);
        builder.add(comparison);
        QCOMPARE(builder.summary().broken, std::uint64_t(isBroken ? 2 : 0));
    }
}

void tst_OutputMetrics::compareOutputs_givesNothing_whenSizesDiffer()
{
    QVERIFY(!compareOutputs(vectorOf({1, 2}), vectorOf({1, 2, 3})));
}

void tst_OutputMetrics::compareOutputs_survivesHugeAndTinyValues()
{
    const float huge = std::numeric_limits<float>::max();
    const auto large = compareOutputs(vectorOf({huge, -huge}), vectorOf({-huge, huge}));
    QVERIFY(large.has_value());
    QVERIFY(isNear(large->cosine, -1.0));
    QCOMPARE(large->maxAbs, 2 * double(huge));
    QVERIFY(std::isfinite(large->l2) && std::isfinite(large->psnr.value()));
    const auto tiny = compareOutputs(vectorOf({0x1p-149F, 0}), vectorOf({0x1p-149F, 0}));
    QVERIFY(tiny.has_value());
    QVERIFY(isNear(tiny->cosine, 1.0));
}

void tst_OutputMetrics::compareOutputs_tellsApart_whatFloat32Cannot()
{
    const auto distance = [](const auto& metrics) {
        return metrics ? std::pair(metrics->l2, metrics->maxAbs) : std::pair(-1.0, -1.0);
    };
    const auto one = std::pair(1.0, 1.0);
    using Ints = std::vector<std::int64_t>;
    const auto ofInts = [](const Ints& a, const Ints& b) {
        return compareOutputs(tensorOf(DataType::Int64, a), tensorOf(DataType::Int64, b));
    };
    QCOMPARE(distance(ofInts({16777216, 0}, {16777217, 0})), one);
    QCOMPARE(distance(ofInts({1LL << 60, 0}, {(1LL << 60) + 1, 0})), one); // not even float64 can
    QCOMPARE(ofInts({std::numeric_limits<std::int64_t>::min()}, {std::numeric_limits<std::int64_t>::max()})->maxAbs,
             0x1p64);
    using Unsigned = std::vector<std::uint64_t>;
    QCOMPARE(distance(compareOutputs(tensorOf(DataType::UInt64, Unsigned{~0ULL}),
                                     tensorOf(DataType::UInt64, Unsigned{~0ULL - 1}))),
             one);
    using Integers = std::vector<std::int32_t>;
    QCOMPARE(distance(compareOutputs(tensorOf(DataType::Int32, Integers{16777217}),
                                     tensorOf(DataType::Int32, Integers{16777216}))),
             one);
    using Doubles = std::vector<double>;
    const auto ofDoubles = [](const Doubles& a, const Doubles& b) {
        return compareOutputs(tensorOf(DataType::Double, a), tensorOf(DataType::Double, b));
    };
    QCOMPARE(ofDoubles({1.0}, {1.0 + 0x1p-40})->maxAbs, 0x1p-40);
    QVERIFY(std::isfinite(ofDoubles({1.0}, {1.0 + 0x1p-40})->sqnr.value()));
    // Squares of these are beyond the range of float64.
    const auto huge = ofDoubles({3e300, 4e300}, {4e300, 3e300});
    QVERIFY(huge.has_value());
    QVERIFY(isNear(huge->cosine, 24.0 / 25.0));
    QVERIFY(isNear(huge->l2 / 1e300, std::sqrt(2.0)));
    QCOMPARE(huge->highest, 4e300);
    const auto tiny = ofDoubles({3e-300, 4e-300}, {4e-300, 3e-300});
    QVERIFY(tiny.has_value());
    QVERIFY(isNear(tiny->cosine, 24.0 / 25.0));
    QVERIFY(isNear(tiny->maxAbs * 1e300, 1.0));
}

void tst_OutputMetrics::compareOutputs_addsSimilarity_onlyForPictures()
{
    const std::vector<double> exact = pattern(1, 12, 12);
    const std::vector<float> values(exact.begin(), exact.end());
    const auto compare = [&values](const Shape& shape) {
        return compareOutputs(Tensor::fromFloats(shape, values), Tensor::fromFloats(shape, values));
    };
    QVERIFY(compare({1, 12, 12})->ssim.has_value());
    QVERIFY(compare({1, 1, 12, 12})->ssim.has_value());
    QVERIFY(!compare({12, 12})->ssim.has_value());
    QVERIFY(!compare({144})->ssim.has_value());
}

void tst_OutputMetrics::compareElements_leavesOutSimilarityOnly()
{
    const std::vector<double> exact = pattern(1, 12, 12);
    const std::vector<float> values(exact.begin(), exact.end());
    std::vector<float> other = values;
    for (std::size_t i = 0; i < other.size(); i += 3)
        other[i] = other[i] * 1.1F - 0.7F;
    const Tensor a = Tensor::fromFloats({1, 12, 12}, values);
    const Tensor b = Tensor::fromFloats({1, 12, 12}, other);
    const auto whole = compareOutputs(a, b);
    QVERIFY(whole && whole->ssim && *whole->ssim < 1.0);
    auto elements = compareElements(a, b);
    QVERIFY(elements && !elements->ssim);
    // float64 takes another way to the same numbers.
    Tensor wideA(DataType::Double, {1, 12, 12});
    Tensor wideB(DataType::Double, {1, 12, 12});
    std::copy(values.begin(), values.end(), wideA.as<double>().begin());
    std::copy(other.begin(), other.end(), wideB.as<double>().begin());
    QVERIFY(compareElements(wideA, wideB) == elements);
    elements->ssim = whole->ssim;
    QVERIFY(elements == whole);
}

void tst_OutputMetrics::elementsAsDouble_convertsEveryNumericType()
{
    const auto doubles = [](auto... values) { return std::vector<double>{double(values)...}; };
    QCOMPARE(elementsAsDouble(tensorOf<float>(DataType::Float, {1.5F, -2.0F})), doubles(1.5, -2));
    QCOMPARE(elementsAsDouble(tensorOf<double>(DataType::Double, {1.5, -2.0})), doubles(1.5, -2));
    QCOMPARE(elementsAsDouble(tensorOf<std::int8_t>(DataType::Int8, {-128, 127})), doubles(-128, 127));
    QCOMPARE(elementsAsDouble(tensorOf<std::uint8_t>(DataType::UInt8, {0, 255})), doubles(0, 255));
    QCOMPARE(elementsAsDouble(tensorOf<std::uint8_t>(DataType::Bool, {0, 1})), doubles(0, 1));
    QCOMPARE(elementsAsDouble(tensorOf<std::int16_t>(DataType::Int16, {-32768, 32767})), doubles(-32768, 32767));
    QCOMPARE(elementsAsDouble(tensorOf<std::uint16_t>(DataType::UInt16, {65535})), doubles(65535));
    QCOMPARE(elementsAsDouble(tensorOf<std::int32_t>(DataType::Int32, {-70000, 70000})), doubles(-70000, 70000));
    QCOMPARE(elementsAsDouble(tensorOf<std::uint32_t>(DataType::UInt32, {4000000000U})), doubles(4e9));
    QCOMPARE(elementsAsDouble(tensorOf<std::int64_t>(DataType::Int64, {-5, 1099511627776})),
             doubles(-5, 1099511627776.0));
    QCOMPARE(elementsAsDouble(tensorOf<std::uint64_t>(DataType::UInt64, {1ULL << 63})), doubles(0x1p63));
}

void tst_OutputMetrics::elementsAsDouble_convertsHalfPrecision()
{
    // 1, -2.5, the largest, the smallest, and NaN.
    const auto half =
        elementsAsDouble(tensorOf<std::uint16_t>(DataType::Float16, {0x3C00, 0xC100, 0x7BFF, 0x0001, 0x7E00}));
    QCOMPARE(half.size(), std::size_t(5));
    QVERIFY(half[0] == 1.0F && half[1] == -2.5F && half[2] == 65504.0F && half[3] == 0x1p-24F && std::isnan(half[4]));
    const auto brain =
        elementsAsDouble(tensorOf<std::uint16_t>(DataType::BFloat16, {0x3F80, 0xC020, 0x7F7F, 0x0001, 0x7FC0}));
    QCOMPARE(brain.size(), std::size_t(5));
    QVERIFY(brain[0] == 1.0F && brain[1] == -2.5F && brain[2] == 0x1.FEp127F && brain[3] == 0x1p-133F
            && std::isnan(brain[4]));
}

void tst_OutputMetrics::structuralSimilarity_equalsNumPy_data()
{
    QTest::addColumn<int>("planes");
    QTest::addColumn<int>("height");
    QTest::addColumn<int>("width");
    QTest::addColumn<double>("similarity");
    // Printed by make_goldens.py.
    QTest::newRow("as small as the window") << 1 << 11 << 11 << 0.906938924913101;
    QTest::newRow("wider than high") << 1 << 16 << 20 << 0.909089052640777;
    QTest::newRow("three planes") << 3 << 13 << 24 << 0.908954884212815;
}

void tst_OutputMetrics::structuralSimilarity_equalsNumPy()
{
    QFETCH(int, planes);
    QFETCH(int, height);
    QFETCH(int, width);
    QFETCH(double, similarity);
    const std::vector<double> real = pattern(planes, height, width);
    const std::vector<double> changed = distorted(real, height, width);
    const auto found = structuralSimilarity(real, changed, Shape{planes, height, width});
    QVERIFY(found.has_value());
    QVERIFY(isNear(*found, similarity));
    QVERIFY(isNear(structuralSimilarity(real, changed, Shape{1, planes, height, width}).value(), similarity));
}

void tst_OutputMetrics::structuralSimilarity_isOne_whenEqual()
{
    const std::vector<double> real = pattern(2, 15, 12);
    QVERIFY(isNear(structuralSimilarity(real, real, Shape{2, 15, 12}).value(), 1.0));
}

void tst_OutputMetrics::structuralSimilarity_givesNothing_data()
{
    QTest::addColumn<QList<qint64>>("shape");
    QTest::newRow("two axes") << QList<qint64>{12, 12};
    QTest::newRow("five axes") << QList<qint64>{1, 1, 1, 12, 12};
    QTest::newRow("too low") << QList<qint64>{1, 10, 12};
    QTest::newRow("too narrow") << QList<qint64>{1, 12, 10};
    QTest::newRow("empty") << QList<qint64>{0, 12, 12};
    QTest::newRow("too wide for the library") << QList<qint64>{0, 12, qint64(1) << 40};
}

void tst_OutputMetrics::structuralSimilarity_givesNothing()
{
    QFETCH(QList<qint64>, shape);
    const Shape extents(shape.begin(), shape.end());
    std::size_t count = 1;
    for (const std::int64_t extent : extents)
        count *= std::size_t(extent);
    std::vector<double> values(count, 1.0);
    if (!values.empty())
        values[0] = 2.0;
    QVERIFY(!structuralSimilarity(values, values, extents));
}

void tst_OutputMetrics::summary_holdsMeanAndWorst()
{
    OutputSummaryBuilder builder("logits");
    builder.add(of(metricsWith(1.0, 1.0, 40.0)));
    builder.add(of(metricsWith(0.5, 3.0, 10.0)));
    builder.add(of(metricsWith(0.75, 2.0, 25.0)));
    const OutputSummary summary = builder.summary();
    QCOMPARE(summary.name, std::string("logits"));
    QCOMPARE(summary.samples, std::uint64_t(3));
    QCOMPARE(summary.notFinite, std::uint64_t(0));
    QCOMPARE(summary.cosine, (MetricSummary{0.75, 0.5}));
    QCOMPARE(summary.rmse, (MetricSummary{2.0, 3.0}));
    QCOMPARE(summary.l2, (MetricSummary{4.0, 6.0}));
    QCOMPARE(summary.maxAbs, (MetricSummary{6.0, 9.0}));
    QCOMPARE(summary.psnr, (MetricSummary{25.0, 10.0}));
    QVERIFY(!summary.ssim);
}

void tst_OutputMetrics::summary_leavesOutWhatIsNotFinite()
{
    OutputSummaryBuilder builder("y");
    builder.add(of(metricsWith(1.0, 1.0, 40.0)));
    builder.add({});
    builder.add(of(metricsWith(0.5, 2.0, kInfinity))); // psnr counts for the worst only
    builder.add({});
    const OutputSummary summary = builder.summary();
    QCOMPARE(summary.samples, std::uint64_t(2));
    QCOMPARE(summary.notFinite, std::uint64_t(2));
    QCOMPARE(summary.cosine, (MetricSummary{0.75, 0.5}));
    QCOMPARE(summary.psnr, (MetricSummary{40.0, 40.0}));
}

void tst_OutputMetrics::summary_hasNoNumbers_whenNothingWasFinite()
{
    OutputSummaryBuilder builder("y");
    QVERIFY(std::isnan(builder.summary().cosine.mean));
    builder.add({});
    const OutputSummary summary = builder.summary();
    QCOMPARE(summary.samples, std::uint64_t(0));
    QCOMPARE(summary.notFinite, std::uint64_t(1));
    for (const MetricSummary& metric : {summary.cosine, summary.l2, summary.rmse, summary.psnr, summary.maxAbs})
        QVERIFY(std::isnan(metric.mean) && std::isnan(metric.worst));
    QVERIFY(!summary.ssim);
}

void tst_OutputMetrics::summary_isInfinite_whenEverySampleIsEqual()
{
    OutputSummaryBuilder builder("y");
    builder.add(of(metricsWith(1.0, 0.0, kInfinity)));
    builder.add(of(metricsWith(1.0, 0.0, kInfinity)));
    QCOMPARE(builder.summary().psnr, (MetricSummary{kInfinity, kInfinity}));
    QCOMPARE(builder.summary().cosine, (MetricSummary{1.0, 1.0}));
}

void tst_OutputMetrics::summary_averagesSimilarityOverThePictures()
{
    OutputSummaryBuilder builder("y");
    OutputMetrics picture = metricsWith(1.0, 1.0, 40.0);
    builder.add(of(picture)); // without
    picture.ssim = 0.5;
    builder.add(of(picture));
    picture.ssim = 0.75;
    builder.add(of(picture));
    const OutputSummary summary = builder.summary();
    QVERIFY(summary.ssim.has_value());
    QCOMPARE(*summary.ssim, (MetricSummary{0.625, 0.5}));
}

QTEST_GUILESS_MAIN(tst_OutputMetrics)
#include "tst_output_metrics.moc"
