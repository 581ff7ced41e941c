// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/readers.h"
#include "core/numerics/float16.h"
#include "tests/core/data/data_test_support.h"

#include <QTest>

#include <algorithm>
#include <numeric>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_RandomSource : public QObject
{
    Q_OBJECT

private slots:
    void read_givesUniformFloats();
    void read_givesSmallFloatsBelowOne();
    void read_givesZeroIntegers();
    void read_dependsOnSeedAndIndexOnly();
    void read_choosesOpenExtents_data();
    void read_choosesOpenExtents();
    void read_givesExtentsOfOneNameTheSameSize();
    void open_refusesWithSentence();
};

Q_DECLARE_METATYPE(quantiscope::Shape)

void tst_RandomSource::read_givesUniformFloats()
{
    for (const DataType type : {DataType::Float, DataType::Double}) {
        const std::vector<TensorSpec> inputs{input("x", type, {1, 100000})};
        const auto source = openRandomSamples(7, 1, inputs);
        VERIFY_OK(source);
        const auto sample = (*source)->read(0);
        VERIFY_OK(sample);
        const Tensor& tensor = sample->inputs.at("x");
        std::vector<double> values;
        for (std::size_t i = 0; i < tensor.elements(); ++i)
            values.push_back(type == DataType::Float ? double(tensor.as<float>()[i]) : tensor.as<double>()[i]);
        const auto [least, most] = std::minmax_element(values.begin(), values.end());
        QVERIFY(*least >= 0.0 && *least < 0.001);
        QVERIFY(*most < 1.0 && *most > 0.999);
        const double mean = std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
        QVERIFY(std::abs(mean - 0.5) < 0.005); // the deviation of the mean is 0.0009
    }
}

void tst_RandomSource::read_givesSmallFloatsBelowOne()
{
    const std::vector<TensorSpec> inputs{input("h", DataType::Float16, {50000}),
                                         input("b", DataType::BFloat16, {50000})};
    const auto source = openRandomSamples(7, 1, inputs);
    VERIFY_OK(source);
    const auto sample = (*source)->read(0);
    VERIFY_OK(sample);
    for (const auto& [name, toFloat] : {std::pair("h", &float16ToFloat), std::pair("b", &bfloat16ToFloat)}) {
        double sum = 0;
        float least = 1, most = 0;
        for (const std::uint16_t bits : sample->inputs.at(name).as<std::uint16_t>()) {
            const float value = toFloat(bits);
            sum += double(value);
            least = std::min(least, value);
            most = std::max(most, value);
        }
        QVERIFY(least == 0.0F && most < 1.0F && most > 0.99F);
        QVERIFY(std::abs(sum / 50000 - 0.498) < 0.01);
    }
}

void tst_RandomSource::read_givesZeroIntegers()
{
    const std::vector<TensorSpec> inputs{input("i", DataType::Int64, {3}), input("b", DataType::Bool, {2})};
    const auto source = openRandomSamples(1, 2, inputs);
    VERIFY_OK(source);
    const auto sample = (*source)->read(1);
    VERIFY_OK(sample);
    for (const char* name : {"i", "b"}) {
        for (const std::byte value : sample->inputs.at(name).bytes())
            QCOMPARE(int(value), 0);
    }
}

void tst_RandomSource::read_dependsOnSeedAndIndexOnly()
{
    const std::vector<TensorSpec> inputs{input("x", DataType::Float, {4})};
    const auto values = [&inputs](std::uint64_t seed, std::size_t samples, std::size_t i) {
        const auto source = openRandomSamples(seed, samples, inputs);
        return floats((*source)->read(i)->inputs.at("x"));
    };
    QCOMPARE(values(3, 2, 1), values(3, 9, 1));
    QVERIFY(values(3, 2, 1) != values(3, 2, 0));
    QVERIFY(values(3, 2, 1) != values(4, 2, 1));
    QVERIFY(values(3, 2, 1) != values(3 + (std::uint64_t(1) << 32), 2, 1));
}

void tst_RandomSource::read_choosesOpenExtents_data()
{
    QTest::addColumn<Shape>("model");
    QTest::addColumn<Shape>("made");
    const Shape::value_type q = kDynamic;
    QTest::newRow("picture") << Shape{q, q, q, q} << Shape{1, 3, 32, 32};
    QTest::newRow("picture of 10 channels") << Shape{2, 10, q, 5} << Shape{2, 10, 32, 5};
    QTest::newRow("tokens") << Shape{q, q} << Shape{1, 16};
    QTest::newRow("sequence") << Shape{q, q, 768} << Shape{1, 16, 768};
    QTest::newRow("five axes") << Shape{q, q, q, q, q} << Shape{1, 16, 1, 1, 1};
    QTest::newRow("list") << Shape{q} << Shape{1};
    QTest::newRow("scalar") << Shape{} << Shape{};
}

void tst_RandomSource::read_choosesOpenExtents()
{
    QFETCH(Shape, model);
    QFETCH(Shape, made);
    const std::vector<TensorSpec> inputs{input("x", DataType::Float, model)};
    const auto source = openRandomSamples(0, 1, inputs);
    VERIFY_OK(source);
    QVERIFY((*source)->read(0)->inputs.at("x").shape() == made);
}

void tst_RandomSource::read_givesExtentsOfOneNameTheSameSize()
{
    std::vector<TensorSpec> inputs{input("ids", DataType::Int64, {kDynamic, kDynamic}),
                                   input("mask", DataType::Float, {kDynamic, 1, kDynamic, kDynamic})};
    inputs[0].dimensionNames = {"batch", "sequence"};
    inputs[1].dimensionNames = {"batch", "", "sequence", "sequence"};
    const auto source = openRandomSamples(0, 1, inputs);
    VERIFY_OK(source);
    QVERIFY((*source)->read(0)->inputs.at("mask").shape() == (Shape{1, 1, 16, 16}));
}

void tst_RandomSource::open_refusesWithSentence()
{
    std::vector<TensorSpec> inputs{input("x", DataType::String, {1})};
    VERIFY_REFUSED(openRandomSamples(0, 1, inputs), ErrorCode::DataRefused, "its type has no numbers");
    inputs[0] = input("x", DataType::Float, {1 << 20, 1 << 20});
    VERIFY_REFUSED(openRandomSamples(0, 1, inputs), ErrorCode::DataRefused, "more than 2^30 elements");
    inputs[0] = input("x", DataType::Float, {std::int64_t(1) << 40, std::int64_t(1) << 40});
    VERIFY_REFUSED(openRandomSamples(0, 1, inputs), ErrorCode::DataRefused, "more than 2^30 elements");
    inputs[0].hasRank = false;
    VERIFY_REFUSED(openRandomSamples(0, 1, inputs), ErrorCode::DataRefused, "does not say its shape");
}

QTEST_GUILESS_MAIN(tst_RandomSource)
#include "tst_random_source.moc"
