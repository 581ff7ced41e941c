// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/quantize.h"
#include "core/numerics/scale_types.h"
#include "core/observers/quantization_error.h"
#include "core/observers/weight_ranges.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace quantiscope;

namespace {

struct Golden
{
    DataType type;
    FloatMode mode;
    bool outliers;
    float min;
    float max;
};

// Printed by weight_goldens.py. Int8 is quantized symmetrically, UInt8 is not.
// clang-format off
constexpr Golden kGoldens[]{
    {DataType::Int8, FloatMode::Percentile, false, -0x1.b39a3a0000000p+0F, 0x1.c9c5360000000p+0F},
    {DataType::Int8, FloatMode::HistCenter, false, -0x1.a7d3b40000000p+0F, 0x1.be09b40000000p+0F},
    {DataType::Int8, FloatMode::All, false, -0x1.a764060000000p+0F, 0x1.bd9a060000000p+0F},
    {DataType::UInt8, FloatMode::Percentile, false, -0x1.b34dc60000000p+0F, 0x1.c536640000000p+0F},
    {DataType::UInt8, FloatMode::HistCenter, false, -0x1.b08d420000000p+0F, 0x1.c6c3420000000p+0F},
    {DataType::UInt8, FloatMode::All, false, -0x1.b01d940000000p+0F, 0x1.c653940000000p+0F},
    {DataType::Int8, FloatMode::Percentile, true, -0x1.919a760000000p+2F, 0x1.4fe6ae0000000p+3F},
    {DataType::Int8, FloatMode::HistCenter, true, -0x1.8b15400000000p+2F, 0x1.4e4fa00000000p+3F},
    {DataType::Int8, FloatMode::All, true, -0x1.8f4aa20000000p+2F, 0x1.506a520000000p+3F},
    {DataType::UInt8, FloatMode::Percentile, true, -0x1.919a760000000p+2F, 0x1.4fe6ae0000000p+3F},
    {DataType::UInt8, FloatMode::HistCenter, true, -0x1.8f4aa20000000p+2F, 0x1.506a520000000p+3F},
    {DataType::UInt8, FloatMode::All, true, -0x1.8e3d4a0000000p+2F, 0x1.4fe3a60000000p+3F},
};
// clang-format on

/// The values of weight_goldens.py.
std::vector<float> goldenValues(bool withOutliers)
{
    std::uint32_t state = 12345;
    std::vector<float> values(3000);
    for (std::size_t i = 0; i < values.size(); ++i) {
        std::uint32_t sum = 0;
        for (int term = 0; term < 4; ++term) {
            state = state * 1664525U + 1013904223U;
            sum += state >> 16;
        }
        values[i] = float(double(sum) / 65536.0 - 2.0) * (withOutliers && i % 400 == 0 ? 8.0F : 1.0F);
    }
    return values;
}

RangeRequest requestFor(DataType type, ScaleType scale = ScaleType::Float32)
{
    RangeRequest request;
    request.method = CalibrationMethod::MinMSE;
    request.target.type = type;
    request.target.symmetry = type == DataType::UInt8 ? Symmetry::Asymmetric : Symmetry::Symmetric;
    request.target.scale = scale;
    return request;
}

Shape shapeOf(const std::vector<float>& values)
{
    return {std::int64_t(values.size())};
}

double errorWith(const std::vector<float>& values, const TensorRange& range, const QuantTarget& target)
{
    return squaredError(values, QuantGrid(computeScaleZeroPoint(range, target), target.limits()));
}

} // namespace

class tst_WeightRanges : public QObject
{
    Q_OBJECT

private slots:
    void windows_equalNumpys_data();
    void windows_equalNumpys();
    void windows_loseNothingAgainstTheWholeRange();
    void powersOfTwo_areTheBestOfFive();
    void powersOfTwo_dropTheTails_whenAPercentileIsAskedFor();
    void otherMethods_takeTheExtremes();
    void channels_areSearchedOneByOne();
    void ranges_areZero_whenThereIsNothingToSearch();
    void ranges_ignoreWhatIsNotFinite();
};

void tst_WeightRanges::windows_equalNumpys_data()
{
    QTest::addColumn<int>("row");
    for (std::size_t i = 0; i < std::size(kGoldens); ++i)
        QTest::newRow(qPrintable(QString("row %1").arg(i))) << int(i);
}

void tst_WeightRanges::windows_equalNumpys()
{
    QFETCH(int, row);
    const Golden& golden = kGoldens[row];
    const std::vector<float> values = goldenValues(golden.outliers);
    RangeRequest request = requestFor(golden.type);
    request.windowMode = golden.mode;
    const std::vector<TensorRange> found = rangesForWeight(values, shapeOf(values), {}, request);
    QCOMPARE(found, (std::vector<TensorRange>{{golden.min, golden.max}}));
}

void tst_WeightRanges::windows_loseNothingAgainstTheWholeRange()
{
    for (const bool outliers : {false, true}) {
        const std::vector<float> values = goldenValues(outliers);
        for (const DataType type : {DataType::Int8, DataType::UInt8}) {
            RangeRequest request = requestFor(type);
            request.windowMode = FloatMode::All;
            const TensorRange found = rangesForWeight(values, shapeOf(values), {}, request)[0];
            QVERIFY(errorWith(values, found, request.target) <= errorWith(values, rangeOf(values), request.target));
        }
    }
}

void tst_WeightRanges::powersOfTwo_areTheBestOfFive()
{
    for (const bool outliers : {false, true}) {
        const std::vector<float> values = goldenValues(outliers);
        const RangeRequest request = requestFor(DataType::Int8, ScaleType::PowerOf2);
        const TensorRange found = rangesForWeight(values, shapeOf(values), {}, request)[0];
        const double error = errorWith(values, found, request.target);
        const int position = nearestPosition(computeScaleZeroPoint(found, request.target).scale);
        const int first = nearestPosition(computeScaleZeroPoint(rangeOf(values), request.target).scale);
        QVERIFY(position >= first - 1 && position <= first + 3);
        for (int other = first - 1; other <= first + 3; ++other) {
            const float limit = 127.0F * scaleAtPosition(other);
            QVERIFY(errorWith(values, {-limit, limit}, request.target) >= error);
        }
    }
}

void tst_WeightRanges::powersOfTwo_dropTheTails_whenAPercentileIsAskedFor()
{
    const std::vector<float> values = goldenValues(true);
    RangeRequest request = requestFor(DataType::Int8, ScaleType::PowerOf2);
    request.positionMode = Pof2Mode::Percentile;
    request.percentile = 99.0; // all outliers are beyond
    const TensorRange found = rangesForWeight(values, shapeOf(values), {}, request)[0];
    QVERIFY(found.max < 2.1F);
    request.percentile = 100.0;
    const TensorRange all = rangesForWeight(values, shapeOf(values), {}, request)[0];
    request.positionMode = Pof2Mode::MostCommon; // one sample: the same as all values
    QCOMPARE(rangesForWeight(values, shapeOf(values), {}, request)[0], all);
}

void tst_WeightRanges::otherMethods_takeTheExtremes()
{
    const std::vector<float> values{0.5F, -1.5F, 3.0F, 2.0F, -4.0F, 1.0F};
    for (const CalibrationMethod method :
         {CalibrationMethod::MinMax, CalibrationMethod::NonOverflow, CalibrationMethod::Percentile,
          CalibrationMethod::LayerwisePercentile, CalibrationMethod::Entropy}) {
        RangeRequest request = requestFor(DataType::Int8);
        request.method = method;
        QCOMPARE(rangesForWeight(values, Shape{2, 3}, {}, request), (std::vector<TensorRange>{{-4.0F, 3.0F}}));
        QCOMPARE(rangesForWeight(values, Shape{2, 3}, 0, request),
                 (std::vector<TensorRange>{{-1.5F, 3.0F}, {-4.0F, 2.0F}}));
        QCOMPARE(rangesForWeight(values, Shape{2, 3}, 1, request),
                 (std::vector<TensorRange>{{0.5F, 2.0F}, {-4.0F, -1.5F}, {1.0F, 3.0F}}));
    }
}

void tst_WeightRanges::channels_areSearchedOneByOne()
{
    const std::vector<float> first = goldenValues(false);
    const std::vector<float> second = goldenValues(true);
    std::vector<float> rows = first;
    rows.insert(rows.end(), second.begin(), second.end());
    std::vector<float> columns;
    for (std::size_t i = 0; i < first.size(); ++i)
        columns.insert(columns.end(), {first[i], second[i]});
    for (const ScaleType scale : {ScaleType::Float32, ScaleType::PowerOf2}) {
        const RangeRequest request = requestFor(DataType::Int8, scale);
        const std::vector<TensorRange> expected{rangesForWeight(first, shapeOf(first), {}, request)[0],
                                                rangesForWeight(second, shapeOf(second), {}, request)[0]};
        QCOMPARE(rangesForWeight(rows, Shape{2, 3000}, 0, request), expected);
        QCOMPARE(rangesForWeight(columns, Shape{3000, 2}, 1, request), expected);
    }
}

void tst_WeightRanges::ranges_areZero_whenThereIsNothingToSearch()
{
    for (const FloatMode mode : {FloatMode::Percentile, FloatMode::HistCenter, FloatMode::All}) {
        for (const ScaleType scale : {ScaleType::Float32, ScaleType::PowerOf2, ScaleType::Int16}) {
            RangeRequest request = requestFor(DataType::Int8, scale);
            request.windowMode = mode;
            QCOMPARE(rangesForWeight({}, Shape{0}, {}, request), (std::vector<TensorRange>(1)));
            QCOMPARE(rangesForWeight({}, Shape{3, 0}, 0, request), (std::vector<TensorRange>(3)));
            const std::vector<float> zeros(10, 0.0F);
            QCOMPARE(rangesForWeight(zeros, Shape{10}, {}, request), (std::vector<TensorRange>(1)));
        }
    }
}

void tst_WeightRanges::ranges_ignoreWhatIsNotFinite()
{
    const std::vector<float> clean = goldenValues(true);
    std::vector<float> values = clean;
    values.insert(values.begin() + 100, {NAN, std::numeric_limits<float>::infinity(), -NAN});
    for (const ScaleType scale : {ScaleType::Float32, ScaleType::PowerOf2}) {
        const RangeRequest request = requestFor(DataType::Int8, scale);
        QCOMPARE(rangesForWeight(values, shapeOf(values), {}, request),
                 rangesForWeight(clean, shapeOf(clean), {}, request));
    }
}

QTEST_GUILESS_MAIN(tst_WeightRanges)
#include "tst_weight_ranges.moc"
