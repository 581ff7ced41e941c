// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/readers.h"
#include "core/tensor/float16.h"
#include "tests/core/data/data_test_support.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <string>
#include <tuple>

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
    void wantedShapes_areTaken();
    void wantedRanges_areFilledEvenly();
    void wanted_refusesWhatTheModelDoesNotTake_data();
    void wanted_refusesWhatTheModelDoesNotTake();
    void origin_tellsEverythingThatMatters();
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

void tst_RandomSource::wantedShapes_areTaken()
{
    TensorSpec image = input("image", DataType::Float, {kDynamic, 3, kDynamic, kDynamic});
    image.dimensionNames = {"N", "", "H", "W"};
    TensorSpec mask = input("mask", DataType::Bool, {kDynamic, kDynamic});
    mask.dimensionNames = {"N", "W"};
    TensorSpec any = input("any", DataType::Float, {});
    any.hasRank = false;
    const std::vector<TensorSpec> inputs{mask, image, any};
    const RandomInputs wanted{{{"image", {2, 3, 20, 30}}, {"any", {4}}}, {}};
    const auto source = openRandomSamples(0, 1, inputs, wanted);
    VERIFY_OK(source);
    const auto sample = (*source)->read(0);
    VERIFY_OK(sample);
    QCOMPARE(sample->inputs.at("image").shape(), (Shape{2, 3, 20, 30}));
    QCOMPARE(sample->inputs.at("mask").shape(), (Shape{2, 30})); // of the same names
    QCOMPARE(sample->inputs.at("any").shape(), (Shape{4}));
}

void tst_RandomSource::wantedRanges_areFilledEvenly()
{
    const std::vector<TensorSpec> inputs{
        input("f", DataType::Float, {40000}),   input("d", DataType::Double, {40000}),
        input("h", DataType::Float16, {40000}), input("b", DataType::BFloat16, {40000}),
        input("i", DataType::Int64, {40000}),   input("u", DataType::UInt8, {40000}),
        input("bool", DataType::Bool, {40000})};
    const std::pair<double, double> range{-3, 5};
    const RandomInputs wanted{
        {},
        {{"f", range}, {"d", range}, {"h", range}, {"b", range}, {"i", range}, {"u", {200, 208}}, {"bool", {0, 1}}}};
    const auto source = openRandomSamples(3, 1, inputs, wanted);
    VERIFY_OK(source);
    const auto sample = (*source)->read(0);
    VERIFY_OK(sample);
    const auto moments = [&](const char* name, const auto& valueAt) {
        double least = 1e9, most = -1e9, sum = 0;
        for (std::size_t i = 0; i < 40000; ++i) {
            const double value = valueAt(sample->inputs.at(name), i);
            least = std::min(least, value);
            most = std::max(most, value);
            sum += value;
        }
        return std::tuple(least, most, sum / 40000);
    };
    const auto between = [](const std::tuple<double, double, double>& found) {
        const auto [least, most, mean] = found; // the deviation of the mean is 0.012
        return least >= -3 && least < -2.97 && most <= 5 && most > 4.96 && std::abs(mean - 1) < 0.06;
    };
    QVERIFY(between(moments("f", [](const Tensor& t, std::size_t i) { return double(t.as<float>()[i]); })));
    QVERIFY(between(moments("d", [](const Tensor& t, std::size_t i) { return t.as<double>()[i]; })));
    QVERIFY(between(
        moments("h", [](const Tensor& t, std::size_t i) { return double(float16ToFloat(t.as<std::uint16_t>()[i])); })));
    QVERIFY(between(moments(
        "b", [](const Tensor& t, std::size_t i) { return double(bfloat16ToFloat(t.as<std::uint16_t>()[i])); })));
    QVERIFY(between(moments("i", [](const Tensor& t, std::size_t i) { return double(t.as<std::int64_t>()[i]); })));
    QVERIFY(
        between(moments("u", [](const Tensor& t, std::size_t i) { return double(t.as<std::uint8_t>()[i]) - 203; })));
    const auto [least, most, mean] =
        moments("bool", [](const Tensor& t, std::size_t i) { return double(t.as<std::uint8_t>()[i]); });
    QVERIFY(least == 0 && most == 1 && std::abs(mean - 0.5) < 0.02);
}

void tst_RandomSource::wanted_refusesWhatTheModelDoesNotTake_data()
{
    QTest::addColumn<bool>("isShape");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QVector<double>>("numbers");
    QTest::addColumn<QString>("says");
    QTest::newRow("unknown name of a shape") << true << "imag" << QVector<double>{1, 3} << "Did you mean 'image'?";
    QTest::newRow("rank") << true << "image" << QVector<double>{1} << "do not fit input 'image'";
    QTest::newRow("fixed extent") << true << "image" << QVector<double>{1, 4} << "[1, 4] do not fit";
    QTest::newRow("negative extent") << true << "image" << QVector<double>{-1, 3} << "do not fit";
    QTest::newRow("unknown name of a range") << false << "inde" << QVector<double>{0, 1} << "Did you mean 'index'?";
    QTest::newRow("upside down") << false << "image" << QVector<double>{1, 0} << "above the upper";
    QTest::newRow("not a number") << false << "image" << QVector<double>{qQNaN(), 0} << "above the upper";
    QTest::newRow("infinite") << false << "image" << QVector<double>{0, qInf()} << "does not reach so far";
    QTest::newRow("beyond uint8") << false << "index" << QVector<double>{0, 256} << "does not reach so far";
    QTest::newRow("below uint8") << false << "index" << QVector<double>{-1, 2} << "does not reach so far";
    QTest::newRow("no whole number") << false << "index" << QVector<double>{0.25, 0.75} << "no whole number";
}

void tst_RandomSource::wanted_refusesWhatTheModelDoesNotTake()
{
    QFETCH(bool, isShape);
    QFETCH(QString, name);
    QFETCH(QVector<double>, numbers);
    QFETCH(QString, says);
    const std::vector<TensorSpec> inputs{input("image", DataType::Float, {kDynamic, 3}),
                                         input("index", DataType::UInt8, {2})};
    RandomInputs wanted;
    if (isShape)
        wanted.shapes.emplace(name.toStdString(), Shape(numbers.begin(), numbers.end()));
    else
        wanted.ranges.emplace(name.toStdString(), std::pair(numbers[0], numbers[1]));
    VERIFY_REFUSED(openRandomSamples(0, 1, inputs, wanted), ErrorCode::InvalidArgument, says.toStdString().c_str());
    QCOMPARE(openRandomSamples(0, 1, inputs, wanted).error().subject,
             std::string(isShape ? "RandomDataReaderInputShape" : "RandomDataReaderInputDataRange"));
}

void tst_RandomSource::origin_tellsEverythingThatMatters()
{
    const auto partOf = [](std::uint64_t seed, std::size_t i, const TensorSpec& spec, const RandomInputs& wanted) {
        const std::vector<TensorSpec> inputs{spec};
        const auto source = openRandomSamples(seed, 2, inputs, wanted);
        const auto origin = (*source)->origin(i);
        return origin && origin->file.empty() ? origin->part : std::string();
    };
    const TensorSpec spec = input("x", DataType::Float, {2});
    const std::set<std::string> parts{
        partOf(1, 0, spec, {}),
        partOf(2, 0, spec, {}),
        partOf(1, 1, spec, {}),
        partOf(1, 0, input("y", DataType::Float, {2}), {}),
        partOf(1, 0, input("x", DataType::Double, {2}), {}),
        partOf(1, 0, input("x", DataType::Float, {3}), {}),
        partOf(1, 0, spec, {{}, {{"x", {0, 0.1}}}}),
        partOf(1, 0, spec, {{}, {{"x", {0, std::nextafter(0.1, 1.0)}}}}),
    };
    QCOMPARE(parts.size(), std::size_t(8));
    QVERIFY(!parts.contains(std::string()));
    QCOMPARE(partOf(1, 0, spec, {}), partOf(1, 0, spec, {}));
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
