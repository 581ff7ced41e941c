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
    const auto ranges = expectedRanges(Graph(model));
    QCOMPARE(int(ranges.at("x")), expected);
}

void tst_InputExpectation::otherInputs_areLeftOut()
{
    ModelBuilder builder;
    builder.input("ids", DataType::Int64, {1, 8});
    builder.node("Cast", {"ids"}, {"y"}).attribute("to", 1);
    builder.output("y");
    const Model model = builder.model();
    QVERIFY(expectedRanges(Graph(model)).empty());
}

QTEST_GUILESS_MAIN(tst_InputExpectation)
#include "tst_input_expectation.moc"
