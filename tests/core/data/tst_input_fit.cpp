// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/input_fit.h"
#include "tests/core/data/data_test_support.h"

#include <QTest>

#include <limits>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_InputFit : public QObject
{
    Q_OBJECT

private slots:
    void fitInput_givesShape_data();
    void fitInput_givesShape();
    void fitInput_refusesWithSentence_data();
    void fitInput_refusesWithSentence();
    void applyFit_convertsFloats();
    void applyFit_convertsIntegers();
    void applyFit_refusesValuesOutOfRange();
};

Q_DECLARE_METATYPE(quantiscope::TensorSpec)
Q_DECLARE_METATYPE(quantiscope::Shape)

void tst_InputFit::fitInput_givesShape_data()
{
    QTest::addColumn<Shape>("shape");
    QTest::addColumn<TensorSpec>("spec");
    QTest::addColumn<Shape>("fitted");
    const auto row = [](const char* name, Shape shape, Shape model, Shape fitted) {
        QTest::newRow(name) << shape << input("x", DataType::Float, model) << fitted;
    };
    row("same", {1, 3, 4, 5}, {1, 3, 4, 5}, {1, 3, 4, 5});
    row("open batch", {7, 3, 4, 5}, {kDynamic, 3, 4, 5}, {7, 3, 4, 5});
    row("batch of 1 is added", {3, 4, 5}, {1, 3, 4, 5}, {1, 3, 4, 5});
    row("open batch is added", {3, 4, 5}, {kDynamic, 3, kDynamic, kDynamic}, {1, 3, 4, 5});
    row("scalar", {}, {}, {});
    row("scalar to [1]", {}, {1}, {1});
    TensorSpec any = input("x", DataType::Float, {});
    any.hasRank = false;
    QTest::newRow("any shape") << Shape{2, 2} << any << Shape{2, 2};
}

void tst_InputFit::fitInput_givesShape()
{
    QFETCH(Shape, shape);
    QFETCH(TensorSpec, spec);
    QFETCH(Shape, fitted);
    const auto fit = fitInput(DataType::Float, shape, spec, "a.npy");
    VERIFY_OK(fit);
    QVERIFY(fit->shape == fitted);
    QVERIFY(!fit->convertsType);
}

void tst_InputFit::fitInput_refusesWithSentence_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<Shape>("shape");
    QTest::addColumn<TensorSpec>("spec");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, DataType type, Shape shape, TensorSpec spec, const char* sentence) {
        QTest::newRow(name) << int(type) << shape << spec << sentence;
    };
    const TensorSpec nchw = input("images", DataType::Float, {1, 3, 8, 8});
    const TensorSpec nhwc = input("images", DataType::Float, {kDynamic, 8, 8, 3});
    const TensorSpec batch4 = input("images", DataType::Float, {4, 3, 8, 8});
    row("uint8", DataType::UInt8, {1, 3, 8, 8}, nchw, "not converted silently");
    row("int64 for float", DataType::Int64, {1, 3, 8, 8}, nchw, "Save it as float32");
    row("float for int", DataType::Float, {2}, input("ids", DataType::Int64, {2}), "input 'ids' needs int64");
    row("both shapes", DataType::Float, {2, 5}, nchw,
        "'a.npy' has shape [2, 5], but input 'images' needs float32 [1, 3, 8, 8].");
    row("NHWC", DataType::Float, {1, 8, 8, 3}, nchw, "looks like NHWC");
    row("HWC", DataType::Float, {8, 8, 3}, nchw, "looks like NHWC");
    row("NCHW", DataType::Float, {5, 3, 8, 8}, nhwc, "looks like NCHW");
    row("stacked in a folder", DataType::Float, {9, 3, 8, 8}, nchw, "not its folder");
    row("batch too small", DataType::Float, {2, 3, 8, 8}, batch4, "wants a batch of 4");
    row("no batch", DataType::Float, {3, 8, 8}, batch4, "wants a batch of 4");
    row("empty", DataType::Float, {0, 8, 8, 3}, nhwc, "is an empty array");
}

void tst_InputFit::fitInput_refusesWithSentence()
{
    QFETCH(int, type);
    QFETCH(Shape, shape);
    QFETCH(TensorSpec, spec);
    QFETCH(QString, sentence);
    const auto fit = fitInput(DataType(type), shape, spec, "a.npy");
    VERIFY_REFUSED(fit, ErrorCode::DataRefused, sentence.toStdString());
    QCOMPARE(fit.error().subject, std::string("a.npy"));
}

void tst_InputFit::applyFit_convertsFloats()
{
    Tensor doubles(DataType::Double, {4});
    const double source[] = {0.1, -2.5, 65504, std::numeric_limits<double>::infinity()};
    std::copy_n(source, 4, doubles.as<double>().begin());
    const auto single = applyFit(doubles, {DataType::Float, {1, 4}, true}, "a");
    VERIFY_OK(single);
    QCOMPARE(single->describe(), std::string("float32 [1, 4]"));
    for (std::size_t i = 0; i < 4; ++i)
        QCOMPARE(single->as<float>()[i], float(source[i]));

    const auto half = applyFit(doubles, {DataType::Float16, {4}, true}, "a");
    VERIFY_OK(half);
    const auto bits = half->as<std::uint16_t>();
    // numpy.array([0.1, -2.5, 65504, inf], 'f2').view('u2')
    QCOMPARE(std::vector<int>(bits.begin(), bits.end()), (std::vector<int>{0x2E66, 0xC100, 0x7BFF, 0x7C00}));

    const auto back = applyFit(*half, {DataType::Float, {4}, true}, "a");
    VERIFY_OK(back);
    QCOMPARE(back->as<float>()[1], -2.5F);
    QCOMPARE(back->as<float>()[2], 65504.0F);
}

void tst_InputFit::applyFit_convertsIntegers()
{
    const auto wide = applyFit(DataFolder::counting(DataType::Int32, {3}, -1), {DataType::Int64, {3}, true}, "a");
    VERIFY_OK(wide);
    QCOMPARE(wide->as<std::int64_t>()[0], std::int64_t(-1));
    const auto narrow = applyFit(*wide, {DataType::Int32, {3}, true}, "a");
    VERIFY_OK(narrow);
    QCOMPARE(narrow->as<std::int32_t>()[2], 1);
}

void tst_InputFit::applyFit_refusesValuesOutOfRange()
{
    Tensor wide(DataType::Int64, {1});
    wide.as<std::int64_t>()[0] = std::int64_t(1) << 31;
    VERIFY_REFUSED(applyFit(wide, {DataType::Int32, {1}, true}, "a"), ErrorCode::DataRefused,
                   "out of the range of int32");
    Tensor large(DataType::Double, {1});
    large.as<double>()[0] = 1e300;
    VERIFY_REFUSED(applyFit(large, {DataType::Float, {1}, true}, "a"), ErrorCode::DataRefused,
                   "out of the range of float32");
    large.as<double>()[0] = 1e5;
    VERIFY_REFUSED(applyFit(large, {DataType::Float16, {1}, true}, "a"), ErrorCode::DataRefused,
                   "out of the range of float16");
}

QTEST_GUILESS_MAIN(tst_InputFit)
#include "tst_input_fit.moc"
