// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/passes/pass_test.h"

#include <functional>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

constexpr double kRounding = 2e-5;

void mean(ModelBuilder& b, const std::string& from, const std::string& to, const std::vector<std::int64_t>& axes,
          bool pools = false)
{
    if (pools)
        b.node("GlobalAveragePool", {from}, {to}, to + "_node");
    else
        b.node("ReduceMean", {from}, {to}, to + "_node").attribute("axes", axes).attribute("keepdims", 1);
}

/// d = x − mean(x), s = √(mean(d²) + ε).
void deviation(ModelBuilder& b, const std::vector<std::int64_t>& axes, bool pools, bool usesPow)
{
    b.initializer("eps", Shape{}, {1e-3F}).initializer("two", Shape{}, {2.0F}).initializer("unit", Shape{}, {1.0F});
    mean(b, "x", "m", axes, pools);
    b.node("Sub", {"x", "m"}, {"d"}, "centre");
    if (usesPow)
        b.node("Pow", {"d", "two"}, {"q"}, "square");
    else
        b.node("Mul", {"d", "d"}, {"q"}, "square");
    mean(b, "q", "v", axes, pools);
    b.node("Add", {"v", "eps"}, {"ve"}, "add_eps");
    b.node("Sqrt", {"ve"}, {"s"}, "root");
}

/// Behind deviation(): the quotient in one of three forms, then γ and β when wanted.
void quotientAndTail(ModelBuilder& b, int form, bool hasTail, const Shape& parameters)
{
    const char* last = hasTail ? "n" : "y";
    if (form == 0) {
        b.node("Div", {"d", "s"}, {last}, "quotient");
    } else {
        if (form == 1)
            b.node("Reciprocal", {"s"}, {"r"}, "reciprocal");
        else
            b.node("Div", {"unit", "s"}, {"r"}, "reciprocal");
        b.node("Mul", {"r", "d"}, {last}, "quotient");
    }
    if (hasTail) {
        b.randomInitializer("gamma", parameters, 2.0F, 5).randomInitializer("beta", parameters, 1.0F, 6);
        b.node("Mul", {"gamma", "n"}, {"g"}, "scale");
        b.node("Add", {"g", "beta"}, {"y"}, "shift");
    }
    b.output("y");
}

} // namespace

class tst_FusionPasses : public QObject
{
    Q_OBJECT

private slots:
    void fuseLayerNorm_keepsTheFunction_data();
    void fuseLayerNorm_keepsTheFunction();
    void fuseLayerNorm_tells_whatTheOpsetHinders();
    void fuseLayerNorm_leavesOtherAxesAlone();
    void fuseInstanceNorm_keepsTheFunction_data();
    void fuseInstanceNorm_keepsTheFunction();
    void fuseInstanceNorm_readsTheExpandedForm_data();
    void fuseInstanceNorm_readsTheExpandedForm();
    void fuseInstanceNorm_keepsInnerValuesThatOthersRead();
    void fuseL2Norm_keepsTheFunction_data();
    void fuseL2Norm_keepsTheFunction();
    void fuseL2Norm_keepsZeroVectors();
    void fuseL2Norm_tells_whenTheSmallestLengthMatters();
    void fuseGelu_keepsTheFunction_data();
    void fuseGelu_keepsTheFunction();
    void fuseGelu_tells_whatTheOpsetHinders();
    void fuseGelu_leavesOtherConstantsAlone();
};

void tst_FusionPasses::fuseLayerNorm_keepsTheFunction_data()
{
    QTest::addColumn<int>("form");
    QTest::addColumn<bool>("usesPow");
    QTest::addColumn<bool>("hasTail");
    for (int form = 0; form < 3; ++form) {
        QTest::addRow("form %d, tail", form) << form << (form != 1) << true;
        QTest::addRow("form %d", form) << form << (form == 1) << false;
    }
}

void tst_FusionPasses::fuseLayerNorm_keepsTheFunction()
{
    QFETCH(int, form);
    QFETCH(bool, usesPow);
    QFETCH(bool, hasTail);
    ModelBuilder b(17);
    b.input("x", DataType::Float, {2, 3, 8});
    deviation(b, {-1}, false, usesPow);
    quotientAndTail(b, form, hasTail, {8});
    const Model before = b.model();
    const PassOutcome after = runPass(fuseLayerNorm, before);
    QCOMPARE(operatorsOf(after.model), QString("LayerNormalization"));
    const auto& node = after.model.graph().node(0);
    QCOMPARE(node.name(), std::string(hasTail ? "shift" : "quotient"));
    QCOMPARE(node.output(0), std::string("y"));
    const double difference = relativeDifference(before, after.model);
    QVERIFY2(difference <= kRounding, qPrintable(QString::number(difference)));
}

void tst_FusionPasses::fuseLayerNorm_tells_whatTheOpsetHinders()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2, 3, 8});
    deviation(b, {2}, false, true);
    quotientAndTail(b, 0, true, {8});
    const PassOutcome after = runPass(fuseLayerNorm, b.model());
    QCOMPARE(after.result.changed, std::size_t(0));
    verifySkipped(after.result, "'quotient' (Div): LayerNormalization needs opset 17, the model has 13");
}

void tst_FusionPasses::fuseLayerNorm_leavesOtherAxesAlone()
{
    ModelBuilder b(17);
    b.input("x", DataType::Float, {2, 3, 8});
    deviation(b, {1}, false, true);
    quotientAndTail(b, 0, false, {});
    const PassOutcome after = runPass(fuseLayerNorm, b.model());
    QCOMPARE(after.result.changed, std::size_t(0));
    QVERIFY(after.result.skipped.empty());
}

void tst_FusionPasses::fuseInstanceNorm_keepsTheFunction_data()
{
    QTest::addColumn<bool>("pools");
    QTest::addColumn<int>("form");
    QTest::addColumn<bool>("hasTail");
    for (const bool pools : {false, true}) {
        for (int form = 0; form < 3; ++form)
            QTest::addRow("pools %d, form %d", pools ? 1 : 0, form) << pools << form << (form != 2);
    }
}

void tst_FusionPasses::fuseInstanceNorm_keepsTheFunction()
{
    QFETCH(bool, pools);
    QFETCH(int, form);
    QFETCH(bool, hasTail);
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2, 3, 5, 4});
    deviation(b, {2, 3}, pools, form == 0);
    quotientAndTail(b, form, hasTail, form == 0 ? Shape{1, 3, 1, 1} : Shape{3, 1, 1});
    const Model before = b.model();
    const PassOutcome after = runPass(fuseInstanceNorm, before);
    QCOMPARE(operatorsOf(after.model), QString("InstanceNormalization"));
    QCOMPARE(after.model.graph().node(0).name(), std::string(hasTail ? "shift" : "quotient"));
    QVERIFY(relativeDifference(before, after.model) <= kRounding);
}

void tst_FusionPasses::fuseInstanceNorm_readsTheExpandedForm_data()
{
    QTest::addColumn<bool>("hasGamma");
    QTest::addRow("twelve operators") << true;
    QTest::addRow("without a scale") << false;
}

void tst_FusionPasses::fuseInstanceNorm_readsTheExpandedForm()
{
    QFETCH(bool, hasGamma);
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2, 3, 5, 4});
    deviation(b, {}, true, false);
    b.randomInitializer("gamma", {1, 3, 1, 1}, 2.0F, 5).randomInitializer("beta", {1, 3, 1, 1}, 1.0F, 6);
    b.node("Reciprocal", {"s"}, {hasGamma ? "rs" : "r"}, "reciprocal");
    if (hasGamma)
        b.node("Mul", {"rs", "gamma"}, {"r"}, "rate");
    b.node("Mul", {"x", "r"}, {"xr"}, "scaled");
    b.node("Mul", {"m", "r"}, {"mr"}, "scaled_mean");
    b.node("Sub", {"beta", "mr"}, {"shift"}, "sub");
    b.node("Add", {"xr", "shift"}, {"y"}, "sum");
    b.output("y");
    const Model before = b.model();
    QCOMPARE(before.graph().node_size(), hasGamma ? 12 : 11);
    const PassOutcome after = runPass(fuseInstanceNorm, before);
    QCOMPARE(operatorsOf(after.model), QString("InstanceNormalization"));
    QCOMPARE(after.model.graph().node(0).name(), std::string("sum"));
    QVERIFY(relativeDifference(before, after.model) <= kRounding);
}

void tst_FusionPasses::fuseInstanceNorm_keepsInnerValuesThatOthersRead()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2, 3, 5, 4});
    deviation(b, {2, 3}, false, true);
    quotientAndTail(b, 0, false, {});
    b.output("s");
    const Model before = b.model();
    const PassOutcome after = runPass(fuseInstanceNorm, before);
    QVERIFY(operatorsOf(after.model).contains("InstanceNormalization"));
    QVERIFY(operatorsOf(after.model).contains("Sqrt"));
    QVERIFY(!operatorsOf(after.model).contains("Div"));
    QVERIFY(relativeDifference(before, after.model) <= kRounding);
}

void tst_FusionPasses::fuseL2Norm_keepsTheFunction_data()
{
    QTest::addColumn<int>("form");
    QTest::addRow("x / max(ReduceL2, eps)") << 0;
    QTest::addRow("x · 1 / √max(Σ x², eps)") << 1;
    QTest::addRow("sum without the axis, Unsqueeze") << 2;
    QTest::addRow("x / Clip(√Σ x²)") << 3;
}

void tst_FusionPasses::fuseL2Norm_keepsTheFunction()
{
    QFETCH(int, form);
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2, 6, 3});
    b.initializer("eps", Shape{}, {1e-12F}).int64s("axis", {1});
    if (form == 0) {
        b.node("ReduceL2", {"x"}, {"l"}, "length").attribute("axes", {1}).attribute("keepdims", 1);
        b.node("Max", {"l", "eps"}, {"s"}, "max");
        b.node("Div", {"x", "s"}, {"y"}, "quotient");
    } else {
        b.node("Mul", {"x", "x"}, {"q"}, "square");
        b.node("ReduceSum", {"q", "axis"}, {"sum"}, "sum").attribute("keepdims", form == 2 ? 0 : 1);
        if (form == 2)
            b.node("Unsqueeze", {"sum", "axis"}, {"whole"}, "unsqueeze");
        const char* sum = form == 2 ? "whole" : "sum";
        if (form == 3) {
            b.node("Sqrt", {sum}, {"l"}, "root");
            b.node("Clip", {"l", "eps"}, {"s"}, "clip");
            b.node("Div", {"x", "s"}, {"y"}, "quotient");
        } else {
            b.node("Max", {sum, "eps"}, {"most"}, "max");
            b.node("Sqrt", {"most"}, {"s"}, "root");
            b.node("Reciprocal", {"s"}, {"r"}, "reciprocal");
            b.node("Mul", {"x", "r"}, {"y"}, "quotient");
        }
    }
    b.output("y");
    const Model before = b.model();
    const PassOutcome after = runPass(fuseL2Norm, before);
    QCOMPARE(operatorsOf(after.model), QString("LpNormalization"));
    const Graph graph(after.model);
    QCOMPARE(graph.intAttribute(0, "axis", -1), 1);
    QCOMPARE(graph.intAttribute(0, "p", 0), 2);
    QCOMPARE(graph.nodes()[0].name, std::string("quotient"));
    QVERIFY(relativeDifference(before, after.model) <= kRounding);
}

void tst_FusionPasses::fuseL2Norm_keepsZeroVectors()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2, 3});
    b.initializer("eps", Shape{}, {1e-6F});
    b.node("ReduceL2", {"x"}, {"l"}, "length").attribute("axes", {1}).attribute("keepdims", 1);
    b.node("Max", {"l", "eps"}, {"s"}, "max");
    b.node("Div", {"x", "s"}, {"y"}, "quotient");
    b.output("y");
    const Model before = b.model();
    const PassOutcome after = runPass(fuseL2Norm, before);
    QCOMPARE(after.result.changed, std::size_t(1));
    NamedTensors inputs;
    inputs.emplace("x", Tensor::fromFloats({2, 3}, std::vector<float>{0, 0, 0, 3, 0, 4}));
    QVERIFY(relativeDifference(before, after.model, inputs) <= kRounding);
}

void tst_FusionPasses::fuseL2Norm_tells_whenTheSmallestLengthMatters()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2, 3});
    b.initializer("eps", Shape{}, {0.5F});
    b.node("ReduceL2", {"x"}, {"l"}, "length").attribute("axes", {1}).attribute("keepdims", 1);
    b.node("Max", {"l", "eps"}, {"s"}, "max");
    b.node("Div", {"x", "s"}, {"y"}, "quotient");
    b.output("y");
    const PassOutcome after = runPass(fuseL2Norm, b.model());
    QCOMPARE(after.result.changed, std::size_t(0));
    verifySkipped(after.result, "its smallest length would be lost");
}

void tst_FusionPasses::fuseGelu_keepsTheFunction_data()
{
    QTest::addColumn<int>("form");
    for (int form = 0; form < 4; ++form)
        QTest::addRow("form %d", form) << form;
}

namespace {

/// ½ · x · (1 + erf(x / √2)) in four orders.
ModelBuilder gelu(int opset, int form, float root)
{
    ModelBuilder b(opset);
    b.input("x", DataType::Float, {2, 9});
    b.initializer("half", Shape{}, {0.5F}).initializer("one", Shape{}, {1.0F}).initializer("root", Shape{}, {root});
    b.initializer("inverse", {1}, {1.0F / root});
    if (form % 2 == 0)
        b.node("Div", {"x", "root"}, {"z"}, "scaled");
    else
        b.node("Mul", {"inverse", "x"}, {"z"}, "scaled");
    b.node("Erf", {"z"}, {"e"}, "erf");
    b.node("Add", {"e", "one"}, {"p"}, "plus");
    if (form == 0) {
        b.node("Mul", {"x", "half"}, {"h"}, "halved");
        b.node("Mul", {"h", "p"}, {"y"}, "product");
    } else if (form == 1) {
        b.node("Mul", {"x", "p"}, {"h"}, "whole");
        b.node("Mul", {"h", "half"}, {"y"}, "product");
    } else {
        b.node("Mul", {"half", "p"}, {"h"}, "halved");
        b.node("Mul", {form == 2 ? "x" : "h", form == 2 ? "h" : "x"}, {"y"}, "product");
    }
    b.output("y");
    return b;
}

} // namespace

void tst_FusionPasses::fuseGelu_keepsTheFunction()
{
    QFETCH(int, form);
    const Model before = gelu(20, form, 1.41421356F).model();
    const PassOutcome after = runPass(fuseGelu, before);
    QCOMPARE(operatorsOf(after.model), QString("Gelu"));
    QCOMPARE(after.model.graph().node(0).name(), std::string("product"));
    QVERIFY(relativeDifference(before, after.model) <= kRounding);
}

void tst_FusionPasses::fuseGelu_tells_whatTheOpsetHinders()
{
    const PassOutcome after = runPass(fuseGelu, gelu(13, 0, 1.41421356F).model());
    QCOMPARE(after.result.changed, std::size_t(0));
    verifySkipped(after.result, "Gelu needs opset 20");
}

void tst_FusionPasses::fuseGelu_leavesOtherConstantsAlone()
{
    const PassOutcome after = runPass(fuseGelu, gelu(20, 0, 1.5F).model());
    QCOMPARE(after.result.changed, std::size_t(0));
    QVERIFY(after.result.skipped.empty());
}

QTEST_GUILESS_MAIN(tst_FusionPasses)
#include "tst_fusion_passes.moc"
