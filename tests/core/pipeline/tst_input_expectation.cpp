// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/input_expectation.h"
#include "tests/support/model_builder.h"

#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_InputExpectation : public QObject
{
    Q_OBJECT

private slots:
    void range_followsDivisionAndWeights_data();
    void range_followsDivisionAndWeights();
    void normalization_tellsOfTheTraining_data();
    void normalization_tellsOfTheTraining();
    void otherInputs_areLeftOut();
};

void tst_InputExpectation::range_followsDivisionAndWeights_data()
{
    QTest::addColumn<double>("divisor"); // 0: none
    QTest::addColumn<double>("weight");
    QTest::addColumn<int>("expected");
    QTest::newRow("divides") << 255.0 << 0.5 << int(ExpectedRange::Bytes);
    QTest::newRow("divides a little") << 1.25 << 0.5 << int(ExpectedRange::Small);
    QTest::newRow("large weights") << 0.0 << 0.5 << int(ExpectedRange::Small);
    QTest::newRow("weights of bytes less a mean") << 0.0 << 0.26 << int(ExpectedRange::Unknown);
    QTest::newRow("small weights") << 0.0 << 0.002 << int(ExpectedRange::Bytes);
    QTest::newRow("in between") << 0.0 << 0.03 << int(ExpectedRange::Unknown);
}

void tst_InputExpectation::range_followsDivisionAndWeights()
{
    QFETCH(double, divisor);
    QFETCH(double, weight);
    QFETCH(int, expected);
    ModelBuilder builder;
    builder.input("x", DataType::Float, {1, 3, 8, 8});
    std::string fed = "x";
    if (divisor > 0.0) {
        builder.initializer("d", {1}, {float(divisor)});
        builder.node("Div", {"x", "d"}, {"scaled"});
        fed = "scaled";
    }
    builder.initializer("w", {4, 3, 3, 3}, std::vector<float>(4 * 3 * 9, float(weight)));
    builder.node("Conv", {fed, "w"}, {"y"}, "conv");
    builder.output("y");
    const Model model = builder.model();
    const auto expectations = inputExpectations(Graph(model));
    QCOMPARE(int(expectations.at("x").range), expected);
}

void tst_InputExpectation::normalization_tellsOfTheTraining_data()
{
    QTest::addColumn<bool>("channelsLast");
    QTest::addColumn<bool>("isDilated");
    QTest::newRow("NCHW") << false << false;
    QTest::newRow("NHWC, transposed") << true << false;
    QTest::newRow("dilated") << false << true;
}

void tst_InputExpectation::normalization_tellsOfTheTraining()
{
    QFETCH(bool, channelsLast);
    QFETCH(bool, isDilated);
    ModelBuilder builder;
    std::string fed = "x";
    if (channelsLast) {
        builder.input("x", DataType::Float, {1, 8, 8, 3});
        builder.node("Transpose", {"x"}, {"moved"}).attribute("perm", {0, 3, 1, 2});
        fed = "moved";
    } else {
        builder.input("x", DataType::Float, {1, 3, 8, 8});
    }
    builder.initializer("w", {2, 3, 3, 3}, std::vector<float>(2 * 3 * 9, 0.5F));
    builder.initializer("b", {2}, {0.25F, 0.75F});
    builder.initializer("gamma", {2}, {1.0F, 1.0F});
    builder.initializer("beta", {2}, {0.0F, 0.0F});
    builder.initializer("mean", {2}, {7.0F, 3.0F});
    builder.initializer("var", {2}, {0.0F, 4.0F}); // the first output is dead
    const std::int64_t spread = isDilated ? 2 : 1;
    builder.node("Conv", {fed, "w", "b"}, {"y"}, "conv").attribute("dilations", {spread, spread});
    builder.node("BatchNormalization", {"y", "gamma", "beta", "mean", "var"}, {"z"}, "norm");
    builder.output("z");
    const Model model = builder.model();
    const InputExpectation expectation = inputExpectations(Graph(model)).at("x");
    QVERIFY(expectation.layout == (channelsLast ? PixelLayout::Nhwc : PixelLayout::Nchw));
    QCOMPARE(expectation.layer.has_value(), !isDilated);
    if (isDilated)
        return;
    const TrainedLayer& layer = *expectation.layer;
    QCOMPARE(layer.channelsLast, channelsLast);
    QCOMPARE(layer.outputs(), std::size_t(1));
    QCOMPARE(layer.weights.size(), std::size_t(27));
    QCOMPARE(layer.bias.front(), 0.75);
    QCOMPARE(layer.mean.front(), 3.0);
    QCOMPARE(layer.deviation.front(), 2.0);
}

void tst_InputExpectation::otherInputs_areLeftOut()
{
    ModelBuilder builder;
    builder.input("ids", DataType::Int64, {1, 8});
    builder.node("Cast", {"ids"}, {"y"}).attribute("to", 1);
    builder.output("y");
    const Model model = builder.model();
    QVERIFY(inputExpectations(Graph(model)).empty());
}

QTEST_GUILESS_MAIN(tst_InputExpectation)
#include "tst_input_expectation.moc"
