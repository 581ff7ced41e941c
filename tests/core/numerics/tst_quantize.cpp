// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/quantize.h"
#include "core/runtime/inference_session.h"
#include "core/runtime/runtime_environment.h"
#include "tests/support/dequantize.h"
#include "tests/support/model_builder.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

struct TypeRange
{
    DataType type;
    const char* name;
    std::int32_t min;
    std::int32_t max;
};
constexpr TypeRange kTypes[] = {
    {DataType::UInt8, "uint8", 0, 255},
    {DataType::Int8, "int8", -128, 127},
    {DataType::UInt16, "uint16", 0, 65535},
    {DataType::Int16, "int16", -32768, 32767},
};

/// A tensor of codes from their values.
Tensor codeTensor(DataType type, const Shape& shape, const std::vector<std::int32_t>& codes)
{
    Tensor tensor(type, shape);
    const std::size_t width = byteSize(type);
    for (std::size_t i = 0; i < codes.size(); ++i)
        std::memcpy(tensor.bytes().data() + i * width, &codes[i], width); // little endian
    return tensor;
}

/// QuantizeLinear of ONNX Runtime itself.
class OrtQuantizer
{
public:
    OrtQuantizer(DataType type, int rank, std::optional<int> axis) : m_type(type), m_axis(axis)
    {
        ModelBuilder b(21);
        Shape shape(std::size_t(rank), kDynamic);
        const Shape parameters = axis ? Shape{kDynamic} : Shape{};
        b.input("x", DataType::Float, shape).input("scale", DataType::Float, parameters);
        b.input("zero", type, parameters);
        NodeBuilder q = b.node("QuantizeLinear", {"x", "scale", "zero"}, {"codes"}, "q");
        if (axis)
            q.attribute("axis", *axis);
        b.output("codes", type, shape);
        const Model model = b.model({.allowQuantized = true});
        SessionOptions options;
        options.optimization = OptimizationLevel::Disabled;
        options.threads = 1;
        auto session = InferenceSession::create(m_environment, model, options);
        if (!session)
            qFatal("%s", session.error().message.c_str());
        m_session.emplace(std::move(*session));
    }

    std::vector<std::byte> run(const std::vector<float>& x, const Shape& shape, const std::vector<float>& scale,
                               const std::vector<std::int32_t>& zero)
    {
        const Shape parameters = m_axis ? Shape{std::int64_t(scale.size())} : Shape{};
        NamedTensors inputs;
        inputs.emplace("x", Tensor::fromFloats(shape, x));
        inputs.emplace("scale", Tensor::fromFloats(parameters, scale));
        inputs.emplace("zero", codeTensor(m_type, parameters, zero));
        auto outputs = m_session->run(inputs, {});
        if (!outputs)
            qFatal("%s", outputs.error().message.c_str());
        const auto codes = (*outputs)[0].bytes();
        return {codes.begin(), codes.end()};
    }

private:
    DataType m_type;
    std::optional<int> m_axis;
    RuntimeEnvironment m_environment;
    std::optional<InferenceSession> m_session;
};

/// Values that are hard for one scale: any bit pattern, the codes' whole range, every tie, the special ones.
std::vector<float> hardValues(float scale, std::int32_t zero, const TypeRange& type, std::uint32_t seed)
{
    std::mt19937 generator(seed);
    std::vector<float> values{0.0F,
                              -0.0F,
                              kInfinity,
                              -kInfinity,
                              kNaN,
                              -kNaN,
                              0x1p-149F,
                              -0x1p-149F,
                              1e-40F,
                              -1e-40F,
                              0x1p-126F,
                              std::numeric_limits<float>::max(),
                              std::numeric_limits<float>::lowest()};
    for (int i = 0; i < 20000; ++i)
        values.push_back(std::bit_cast<float>(std::uint32_t(generator())));
    const double steps = double(type.max) - double(type.min);
    for (int i = 0; i < 20000; ++i) {
        const double place = double(generator()) / 4294967296.0 * (steps + 20) - 10 + type.min - zero;
        values.push_back(float(place * double(scale)));
    }
    const int stride = type.max - type.min > 255 ? 5 : 1;
    for (std::int32_t code = type.min - 3; code <= type.max + 3; code += stride) {
        const double tie = (double(code - zero) + 0.5) * double(scale);
        values.push_back(float(tie));
        values.push_back(std::nextafter(float(tie), kInfinity));
        values.push_back(std::nextafter(float(tie), -kInfinity));
    }
    return values;
}

QByteArray bytes(const std::vector<std::byte>& data)
{
    return {reinterpret_cast<const char*>(data.data()), qsizetype(data.size())};
}

QByteArray hex(std::initializer_list<int> values)
{
    QByteArray array;
    for (const int value : values)
        array += char(value);
    return array;
}

template <typename T>
QByteArray bytesOf(const std::vector<T>& values)
{
    return {reinterpret_cast<const char*>(values.data()), qsizetype(values.size() * sizeof(T))};
}

/// Index of the first difference in bits, or -1.
template <typename T>
int firstDifference(const std::vector<T>& a, const std::vector<T>& b)
{
    if (a.size() != b.size())
        return 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (std::memcmp(&a[i], &b[i], sizeof(T)) != 0)
            return int(i);
    }
    return -1;
}

} // namespace

class tst_Quantize : public QObject
{
    Q_OBJECT

private slots:
    void quantizeTensor_equalsOnnxRuntime_perTensor_data();
    void quantizeTensor_equalsOnnxRuntime_perTensor();
    void quantizeTensor_equalsOnnxRuntime_perChannel_data();
    void quantizeTensor_equalsOnnxRuntime_perChannel();
    void dequantizeValue_equalsOnnxRuntime_forEveryCode_data();
    void dequantizeValue_equalsOnnxRuntime_forEveryCode();
    void quantizeValue_roundsHalfToEvenAndSaturates_data();
    void quantizeValue_roundsHalfToEvenAndSaturates();
    void quantizeTensor_staysInsideTheGivenCodes();
    void quantizeTensor_givesTheZeroPoint_whenTheRangeIsZero();
    void quantizeTensor_givesNothing_whenEmpty();
    void quantizeBias_roundsHalfToEvenInDouble_data();
    void quantizeBias_roundsHalfToEvenInDouble();
    void quantizeBias_saturatesAndTells_data();
    void quantizeBias_saturatesAndTells();
    void quantizeBias_keepsTheFlag_whenAllFits();
    void rangeOf_ignoresNaN_data();
    void rangeOf_ignoresNaN();
    void rangesAlongAxis_areThoseOfTheSlices_data();
    void rangesAlongAxis_areThoseOfTheSlices();
    void rangesAlongAxis_ignoreNaN_whenAWholeRunIsNaN();
    void rangesAlongAxis_areZero_whenEmpty();
};

void tst_Quantize::quantizeTensor_equalsOnnxRuntime_perTensor_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < int(std::size(kTypes)); ++i)
        QTest::newRow(kTypes[i].name) << i;
}

void tst_Quantize::quantizeTensor_equalsOnnxRuntime_perTensor()
{
    QFETCH(int, index);
    const TypeRange& type = kTypes[index];
    OrtQuantizer ort(type.type, 1, std::nullopt);
    const std::int32_t middle = (type.min + type.max + 1) / 2;
    const std::vector<std::pair<float, std::int32_t>> parameters{
        {1.0F, middle},      {0.0235294122F, type.min}, {0.00784313772F, type.max}, {3.0e-5F, middle + 17},
        {0x1p-126F, middle}, {1.7e37F, middle - 3},     {0.1F, type.min + 1},
    };
    std::size_t compared = 0;
    std::uint32_t seed = 1;
    for (const auto& [scale, zero] : parameters) {
        const std::vector<float> x = hardValues(scale, zero, type, seed++);
        const Shape shape{std::int64_t(x.size())};
        const std::vector<std::byte> expected = ort.run(x, shape, {scale}, {zero});
        const QuantParams params{type.type, {scale}, {zero}, std::nullopt};
        const std::vector<std::byte> codes = quantizeTensor(x, shape, params, {type.min, type.max});
        const int width = int(byteSize(type.type));
        const int difference = firstDifference(codes, expected);
        QVERIFY2(difference < 0,
                 qPrintable(QStringLiteral("scale %1, zero %2: x = %3")
                                .arg(scale)
                                .arg(zero)
                                .arg(x[std::size_t(std::max(difference, 0) / width)])));
        compared += x.size();
    }
    QVERIFY(compared >= 250000);
}

void tst_Quantize::quantizeTensor_equalsOnnxRuntime_perChannel_data()
{
    QTest::addColumn<int>("index");
    QTest::addColumn<int>("axis");
    for (int i = 0; i < int(std::size(kTypes)); ++i) {
        for (int axis = 0; axis < 3; ++axis)
            QTest::addRow("%s, axis %d", kTypes[i].name, axis) << i << axis;
    }
}

void tst_Quantize::quantizeTensor_equalsOnnxRuntime_perChannel()
{
    QFETCH(int, index);
    QFETCH(int, axis);
    const TypeRange& type = kTypes[index];
    const Shape shape{13, 29, 31};
    const auto channels = std::size_t(shape[std::size_t(axis)]);
    std::mt19937 generator(std::uint32_t(7 * index + axis));
    std::vector<float> scale(channels);
    std::vector<std::int32_t> zero(channels);
    for (std::size_t c = 0; c < channels; ++c) {
        scale[c] = std::ldexp(1.0F + float(generator() >> 8) / float(1 << 24), int(generator() % 40) - 30);
        zero[c] = type.min + std::int32_t(generator() % std::uint32_t(type.max - type.min + 1));
    }
    std::vector<float> x(std::size_t(13 * 29 * 31));
    for (float& value : x)
        value = std::ldexp(float(generator() >> 8) / float(1 << 23) - 1.0F, int(generator() % 30) - 12);

    OrtQuantizer ort(type.type, 3, axis);
    const std::vector<std::byte> expected = ort.run(x, shape, scale, zero);
    const QuantParams params{type.type, scale, zero, axis};
    const std::vector<std::byte> codes = quantizeTensor(x, shape, params, {type.min, type.max});
    QCOMPARE(firstDifference(codes, expected), -1);
}

void tst_Quantize::dequantizeValue_equalsOnnxRuntime_forEveryCode_data()
{
    quantizeTensor_equalsOnnxRuntime_perTensor_data();
}

void tst_Quantize::dequantizeValue_equalsOnnxRuntime_forEveryCode()
{
    QFETCH(int, index);
    const TypeRange& type = kTypes[index];
    ModelBuilder b(21);
    b.input("codes", type.type, {kDynamic}).input("scale", DataType::Float, Shape{}).input("zero", type.type, Shape{});
    b.node("DequantizeLinear", {"codes", "scale", "zero"}, {"y"}, "dq");
    b.output("y", DataType::Float, {kDynamic});
    RuntimeEnvironment environment;
    auto session = InferenceSession::create(environment, b.model({.allowQuantized = true}), {});
    QVERIFY(session.has_value());

    std::vector<std::int32_t> all;
    for (std::int32_t code = type.min; code <= type.max; ++code)
        all.push_back(code);
    const Shape shape{std::int64_t(all.size())};
    const Tensor codes = codeTensor(type.type, shape, all);
    for (const float scale : {0.1F, 1.0F, 0.00392156886F, 0x1p-126F, 1e-42F, 3e38F}) {
        for (const std::int32_t zero : {type.min, (type.min + type.max) / 2, type.max}) {
            NamedTensors inputs;
            inputs.emplace("codes", codes);
            inputs.emplace("scale", Tensor::fromFloats({}, std::vector<float>{scale}));
            inputs.emplace("zero", codeTensor(type.type, {}, {zero}));
            const auto outputs = session->run(inputs, {});
            QVERIFY(outputs.has_value());
            const auto expected = (*outputs)[0].as<float>();
            std::vector<float> found;
            for (const std::int32_t code : all)
                found.push_back(dequantizeValue(code, scale, zero));
            QCOMPARE(firstDifference(found, std::vector<float>(expected.begin(), expected.end())), -1);
        }
    }
}

void tst_Quantize::quantizeValue_roundsHalfToEvenAndSaturates_data()
{
    QTest::addColumn<float>("x");
    QTest::addColumn<float>("scale");
    QTest::addColumn<int>("zero");
    QTest::addColumn<int>("code");
    // Codes -128 … 127.
    QTest::newRow("tie down to even") << 0.5F << 1.0F << 0 << 0;
    QTest::newRow("tie up to even") << 1.5F << 1.0F << 0 << 2;
    QTest::newRow("negative tie") << -2.5F << 1.0F << 0 << -2;
    QTest::newRow("the tie is of x / scale, before the zero point") << 0.5F << 1.0F << 1 << 1;
    QTest::newRow("largest code") << 127.4F << 1.0F << 0 << 127;
    QTest::newRow("saturates above") << 127.5F << 1.0F << 0 << 127;
    QTest::newRow("saturates below") << -1000.0F << 1.0F << 0 << -128;
    QTest::newRow("zero point at the end") << -1.0F << 1.0F << -128 << -128;
    QTest::newRow("infinity") << kInfinity << 0.1F << 5 << 127;
    QTest::newRow("minus infinity") << -kInfinity << 0.1F << 5 << -128;
    QTest::newRow("NaN") << kNaN << 0.1F << 5 << -128;
    QTest::newRow("quotient overflows") << 3e38F << 1e-30F << 0 << 127;
    QTest::newRow("minus zero") << -0.0F << 1.0F << 7 << 7;
    QTest::newRow("divides instead of multiplying by the reciprocal") << 0.0015F << 0.001F << 0 << 2;
    QTest::newRow("the quotient is rounded to float32: 3.49999989 to 3.5") << 0.35F << 0.1F << 0 << 4;
}

void tst_Quantize::quantizeValue_roundsHalfToEvenAndSaturates()
{
    QFETCH(float, x);
    QFETCH(float, scale);
    QFETCH(int, zero);
    QFETCH(int, code);
    QCOMPARE(quantizeValue(x, scale, zero, {-128, 127}), code);
}

void tst_Quantize::quantizeTensor_staysInsideTheGivenCodes()
{
    const std::vector<float> x{-500.0F, -65.0F, 0.0F, 64.5F, 500.0F};
    const QuantParams params{DataType::Int8, {1.0F}, {0}, std::nullopt};
    QCOMPARE(bytes(quantizeTensor(x, Shape{5}, params, {-64, 64})), hex({-64, -64, 0, 64, 64}));
    QCOMPARE(bytes(quantizeTensor(x, Shape{5}, params, {-127, 127})), hex({-127, -65, 0, 64, 127}));
}

void tst_Quantize::quantizeTensor_givesTheZeroPoint_whenTheRangeIsZero()
{
    const std::vector<float> zeros(100, 0.0F);
    for (const TypeRange& type : kTypes) {
        const CodeLimits limits{type.min, type.max};
        const ScaleZeroPoint found = computeScaleZeroPoint(rangeOf(zeros), limits, Symmetry::Asymmetric);
        const QuantParams params{type.type, {found.scale}, {found.zeroPoint}, std::nullopt};
        const std::vector<std::byte> codes = quantizeTensor(zeros, Shape{10, 10}, params, limits);
        QCOMPARE(bytes(codes), QByteArray(qsizetype(100 * byteSize(type.type)), '\0'));
    }
}

void tst_Quantize::quantizeTensor_givesNothing_whenEmpty()
{
    QCOMPARE(quantizeTensor({}, Shape{0}, {DataType::Int8, {1.0F}, {0}, std::nullopt}, {-128, 127}).size(),
             std::size_t(0));
    QCOMPARE(quantizeTensor({}, Shape{2, 0}, {DataType::Int8, {1.0F, 1.0F}, {0, 0}, 0}, {-128, 127}).size(),
             std::size_t(0));
    QCOMPARE(quantizeTensor({}, Shape{0, 2}, {DataType::Int8, {}, {}, 0}, {-128, 127}).size(), std::size_t(0));
}

void tst_Quantize::quantizeBias_roundsHalfToEvenInDouble_data()
{
    QTest::addColumn<QList<float>>("bias");
    QTest::addColumn<QList<double>>("scale");
    QTest::addColumn<QList<int>>("codes");
    QTest::newRow("ties") << QList<float>{0.5F, 1.5F, 2.5F, -0.5F, -1.5F, -2.5F} << QList<double>{1.0}
                          << QList<int>{0, 2, 2, 0, -2, -2};
    // numpy.round(bias.astype(float64) / scale); in float32 the last code would be 48051948.
    QTest::newRow("one scale") << QList<float>{0.1F, -0.2F, 1e-3F, 0.037F} << QList<double>{0.0001220703125 * 0.003}
                               << QList<int>{273067, -546133, 2731, 101035};
    QTest::newRow("per channel") << QList<float>{0.1F, -0.2F, 1e-3F, 0.037F} << QList<double>{1e-7, 2e-7, 3e-9, 7.7e-10}
                                 << QList<int>{1000000, -1000000, 333333, 48051949};
    QTest::newRow("largest codes") << QList<float>{1.0F, -1.0F} << QList<double>{1.0 / 2147483647, 1.0 / 2147483648}
                                   << QList<int>{2147483647, -2147483647 - 1};
    QTest::newRow("empty") << QList<float>{} << QList<double>{1.0} << QList<int>{};
}

void tst_Quantize::quantizeBias_roundsHalfToEvenInDouble()
{
    QFETCH(QList<float>, bias);
    QFETCH(QList<double>, scale);
    QFETCH(QList<int>, codes);
    bool saturated = false;
    const auto found = quantizeBias(std::span(bias.constData(), std::size_t(bias.size())),
                                    std::span(scale.constData(), std::size_t(scale.size())), saturated);
    QCOMPARE(QList<int>(found.begin(), found.end()), codes);
    QVERIFY(!saturated);
}

void tst_Quantize::quantizeBias_saturatesAndTells_data()
{
    QTest::addColumn<float>("bias");
    QTest::addColumn<double>("scale");
    QTest::addColumn<int>("code");
    QTest::newRow("one above") << 2147483648.0F << 1.0 << 2147483647;
    QTest::newRow("below") << -2147483904.0F << 1.0 << -2147483647 - 1;
    QTest::newRow("quotient far outside") << 1.0F << 1e-300 << 2147483647;
    QTest::newRow("infinity") << kInfinity << 1.0 << 2147483647;
    QTest::newRow("minus infinity") << -kInfinity << 1.0 << -2147483647 - 1;
    QTest::newRow("NaN") << kNaN << 1.0 << 0;
}

void tst_Quantize::quantizeBias_saturatesAndTells()
{
    QFETCH(float, bias);
    QFETCH(double, scale);
    QFETCH(int, code);
    bool saturated = false;
    const std::vector<float> values{0.0F, bias};
    const std::vector<std::int32_t> found = quantizeBias(values, std::span(&scale, 1), saturated);
    QCOMPARE(found.size(), std::size_t(2));
    QCOMPARE(found[0], 0);
    QCOMPARE(found[1], code);
    QVERIFY(saturated);
}

void tst_Quantize::quantizeBias_keepsTheFlag_whenAllFits()
{
    bool saturated = true; // from another bias
    const std::vector<float> bias{1.0F};
    const std::vector<double> scale{1.0};
    QCOMPARE(quantizeBias(bias, scale, saturated), std::vector<std::int32_t>{1});
    QVERIFY(saturated);
}

void tst_Quantize::rangeOf_ignoresNaN_data()
{
    QTest::addColumn<QList<float>>("values");
    QTest::addColumn<float>("min");
    QTest::addColumn<float>("max");
    QTest::newRow("some") << QList<float>{3.0F, -1.0F, 2.0F} << -1.0F << 3.0F;
    QTest::newRow("one") << QList<float>{5.0F} << 5.0F << 5.0F;
    QTest::newRow("empty") << QList<float>{} << 0.0F << 0.0F;
    QTest::newRow("NaN first") << QList<float>{kNaN, 2.0F, 1.0F} << 1.0F << 2.0F;
    QTest::newRow("NaN last") << QList<float>{2.0F, 1.0F, kNaN} << 1.0F << 2.0F;
    QTest::newRow("NaN between") << QList<float>{2.0F, kNaN, 1.0F} << 1.0F << 2.0F;
    QTest::newRow("NaN only") << QList<float>{kNaN, kNaN} << 0.0F << 0.0F;
    QTest::newRow("infinities") << QList<float>{1.0F, kInfinity, -kInfinity} << -kInfinity << kInfinity;
    QTest::newRow("plus infinity only") << QList<float>{kInfinity} << kInfinity << kInfinity;
    QTest::newRow("denormals") << QList<float>{0x1p-149F, -0x1p-140F} << -0x1p-140F << 0x1p-149F;
}

void tst_Quantize::rangeOf_ignoresNaN()
{
    QFETCH(QList<float>, values);
    QFETCH(float, min);
    QFETCH(float, max);
    const TensorRange range = rangeOf(std::span(values.constData(), std::size_t(values.size())));
    QVERIFY(range.min == min); // QCOMPARE would allow for rounding
    QVERIFY(range.max == max);
}

void tst_Quantize::rangesAlongAxis_areThoseOfTheSlices_data()
{
    QTest::addColumn<int>("axis");
    QTest::addColumn<QList<float>>("mins");
    QTest::addColumn<QList<float>>("maxs");
    QTest::newRow("outermost") << 0 << QList<float>{-5, -12} << QList<float>{6, 11};
    QTest::newRow("middle") << 1 << QList<float>{-8, -12} << QList<float>{9, 11};
    QTest::newRow("innermost") << 2 << QList<float>{1, -8, -12} << QList<float>{10, 11, 9};
}

void tst_Quantize::rangesAlongAxis_areThoseOfTheSlices()
{
    QFETCH(int, axis);
    QFETCH(QList<float>, mins);
    QFETCH(QList<float>, maxs);
    const std::vector<float> x{1, 2, 3, 4, -5, 6, 7, -8, 9, 10, 11, -12}; // [2, 2, 3]
    const std::vector<TensorRange> ranges = rangesAlongAxis(x, Shape{2, 2, 3}, axis);
    QCOMPARE(qsizetype(ranges.size()), mins.size());
    for (qsizetype i = 0; i < mins.size(); ++i) {
        QCOMPARE(ranges[std::size_t(i)].min, mins[i]);
        QCOMPARE(ranges[std::size_t(i)].max, maxs[i]);
    }
}

void tst_Quantize::rangesAlongAxis_ignoreNaN_whenAWholeRunIsNaN()
{
    // [2, 2, 2]: channel 0 of axis 1 is NaN in the first half, channel 1 in both.
    const std::vector<float> x{kNaN, kNaN, kNaN, kNaN, 3, 4, kNaN, kNaN};
    const std::vector<TensorRange> ranges = rangesAlongAxis(x, Shape{2, 2, 2}, 1);
    QCOMPARE(ranges.size(), std::size_t(2));
    QCOMPARE(ranges[0].min, 3.0F);
    QCOMPARE(ranges[0].max, 4.0F);
    QCOMPARE(ranges[1], TensorRange{});
}

void tst_Quantize::rangesAlongAxis_areZero_whenEmpty()
{
    QCOMPARE(rangesAlongAxis({}, Shape{2, 0}, 0), (std::vector<TensorRange>(2)));
    QCOMPARE(rangesAlongAxis({}, Shape{0, 2}, 0).size(), std::size_t(0));
}

QTEST_GUILESS_MAIN(tst_Quantize)
#include "tst_quantize.moc"
