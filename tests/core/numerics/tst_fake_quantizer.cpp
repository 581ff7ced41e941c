// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/fake_quantizer.h"
#include "core/numerics/quantize.h"
#include "tests/support/dequantize.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

using namespace quantiscope;
using namespace quantiscope::test;

// That it gives ONNX Runtime's bits is shown in tests/core/runtime/tst_switched_session.cpp.

class tst_FakeQuantizer : public QObject
{
    Q_OBJECT

private slots:
    void apply_isDequantizedCode_data();
    void apply_isDequantizedCode();
    void apply_ofNothing_doesNothing();
    void fits_asksForTheChannels();
    void dequantizeTensor_readsEveryType_data();
    void dequantizeTensor_readsEveryType();
};

void tst_FakeQuantizer::apply_isDequantizedCode_data()
{
    QTest::addColumn<int>("axis");
    QTest::addColumn<bool>("inPlace");
    for (const int axis : {-1, 0, 1, 2}) {
        QTest::addRow("axis %d, in place", axis) << axis << true;
        QTest::addRow("axis %d, apart", axis) << axis << false;
    }
}

void tst_FakeQuantizer::apply_isDequantizedCode()
{
    QFETCH(int, axis);
    QFETCH(bool, inPlace);
    const Shape shape{3, 5, 37};
    const std::size_t channels = axis < 0 ? 1 : std::size_t(shape[std::size_t(axis)]);
    std::mt19937 generator(5);
    std::vector<float> values(3 * 5 * 37);
    for (float& value : values)
        value = static_cast<float>(generator() >> 8) / float(1 << 22) - 2.0F;
    values[0] = std::numeric_limits<float>::quiet_NaN();
    values[1] = -std::numeric_limits<float>::infinity();
    values[2] = -0.0F;
    QuantParams params{DataType::Int8, {}, {}, {}};
    if (axis >= 0)
        params.axis = axis;
    for (std::size_t c = 0; c < channels; ++c) {
        params.scale.push_back(0.01F + 0.001F * static_cast<float>(c));
        params.zeroPoint.push_back(static_cast<std::int32_t>(c % 7) - 3);
    }
    const FakeQuantizer quantizer(params);
    std::vector<float> given = inPlace ? values : std::vector<float>(values.size(), -1);
    quantizer.apply(inPlace ? given.data() : values.data(), given.data(), shape);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::size_t c = axis < 0 ? 0 : axis == 0 ? i / (5 * 37) : axis == 1 ? i / 37 % 5 : i % 37;
        const std::int32_t code = quantizeValue(values[i], params.scale[c], params.zeroPoint[c], {-128, 127});
        const float expected = dequantizeValue(code, params.scale[c], params.zeroPoint[c]);
        QVERIFY(std::memcmp(&given[i], &expected, sizeof expected) == 0); // +0 for -0
        if (axis < 0)
            QCOMPARE(quantizer(values[i]), expected);
    }
}

void tst_FakeQuantizer::apply_ofNothing_doesNothing()
{
    const FakeQuantizer quantizer({DataType::UInt8, {1}, {0}, {}});
    quantizer.apply(nullptr, nullptr, Shape{0, 3});
    float one = 2.4F;
    quantizer.apply(&one, &one, Shape{});
    QCOMPARE(one, 2.0F);
}

void tst_FakeQuantizer::fits_asksForTheChannels()
{
    const FakeQuantizer quantizer({DataType::UInt8, {1, 2}, {0, 0}, 1});
    QVERIFY(quantizer.fits(Shape{7, 2}));
    QVERIFY(!quantizer.fits(Shape{2, 7}));
    QVERIFY(!quantizer.fits(Shape{2}));
    QVERIFY(FakeQuantizer({DataType::UInt8, {1}, {0}, {}}).fits(Shape{}));
}

void tst_FakeQuantizer::dequantizeTensor_readsEveryType_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<QByteArray>("codes");
    QTest::addColumn<float>("first");
    QTest::newRow("uint8") << int(DataType::UInt8) << QByteArray("\xff\x01", 2) << (255.0F - 1) * 0.5F;
    QTest::newRow("int8") << int(DataType::Int8) << QByteArray("\xff\x01", 2) << (-1.0F - 1) * 0.5F;
    QTest::newRow("uint16") << int(DataType::UInt16) << QByteArray("\xff\xff\x01\x00", 4) << (65535.0F - 1) * 0.5F;
    QTest::newRow("int16") << int(DataType::Int16) << QByteArray("\xff\xff\x01\x00", 4) << (-1.0F - 1) * 0.5F;
    QTest::newRow("int32") << int(DataType::Int32) << QByteArray("\xfe\xff\xff\xff\x01\x00\x00\x00", 8)
                           << (-2.0F - 1) * 0.5F;
}

void tst_FakeQuantizer::dequantizeTensor_readsEveryType()
{
    QFETCH(int, type);
    QFETCH(QByteArray, codes);
    QFETCH(float, first);
    const std::span bytes(reinterpret_cast<const std::byte*>(codes.data()), std::size_t(codes.size()));
    const std::vector<float> whole = dequantizeTensor(bytes, Shape{2}, {DataType(type), {0.5F}, {1}, {}});
    QCOMPARE(whole, (std::vector<float>{first, 0}));
    const std::vector<float> channels = dequantizeTensor(bytes, Shape{2, 1}, {DataType(type), {0.5F, 4}, {1, 0}, 0});
    QCOMPARE(channels, (std::vector<float>{first, 4}));
}

QTEST_GUILESS_MAIN(tst_FakeQuantizer)
#include "tst_fake_quantizer.moc"
