// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/qdq/plan_cases.h"

using namespace quantiscope;
using namespace quantiscope::test;

// Relu and Clip that the zero point and the saturation of their output make superfluous.

class tst_QdqPlanFolding : public QObject
{
    Q_OBJECT

private slots:
    void plan_isAsTheReferences_data();
    void plan_isAsTheReferences();
};

void tst_QdqPlanFolding::plan_isAsTheReferences_data()
{
    QTest::addColumn<PlanCase>("c");
    row("Conv, Relu", kOnnxRuntime, 13, convThen("Relu"), "x w! y c>y");
    row("Conv, Relu, Quark", kQuark, 13, convThen("Relu"), "x w! y c>y");
    row("Conv, Relu, symmetric", symmetric(kOnnxRuntime), 13, convThen("Relu"), "x c w! y");
    const QuantConfig asymmetric = with(kExtended, [](QuantConfig& c) {
        c.activationType = DataType::UInt8;
        c.activationSymmetric = false;
        c.placement.removeQDQConvRelu = false;
    });
    row("Conv, Relu, extended", asymmetric, 13, convThen("Relu"), "x c w! y");
    row("Conv, Relu, extended, FoldRelu", with(asymmetric, [](QuantConfig& c) { c.placement.foldRelu = true; }), 13,
        convThen("Relu"), "x w! y c>y");
    row("Conv, Clip(0, 6)", kOnnxRuntime, 13, convClip(0, 6), "x w! y c>y");
    row("Conv, Clip(-1, 1)", kOnnxRuntime, 13, convClip(-1, 1), "x w! y c>y");
    row("Conv, Clip(-1, 0)", kOnnxRuntime, 13, convClip(-1, 0), "x w! y c>y");
    row("Conv, Clip(0, 0): no scale gives but zeros", kOnnxRuntime, 13, convClip(0, 0), "x c w! y");
    row("Conv, Clip(1, 6): no zero", kOnnxRuntime, 13, convClip(1, 6), "x c w! y");
    row("Conv, Clip(1, 6), Quark", kQuark, 13, convClip(1, 6), "x c w! y");
    row("Conv, Clip(-6, -1): no zero", kOnnxRuntime, 13, convClip(-6, -1), "x c w! y");
    row("Conv, Clip without bounds", kOnnxRuntime, 13, convThen("Clip"), "x w! y c>y");
    row("Conv, Clip with a lower bound", kOnnxRuntime, 13, afterConv([](ModelBuilder& b) {
            b.initializer("lo", {}, {0.5F});
            b.node("Clip", {"c", "lo"}, {"y"});
            b.output("y");
        }),
        "x c w! y");
    row("Conv, Clip with an upper bound", kOnnxRuntime, 13, afterConv([](ModelBuilder& b) {
            b.initializer("hi", {}, {0.5F});
            b.node("Clip", {"c", "", "hi"}, {"y"});
            b.output("y");
        }),
        "x w! y c>y");
    row("Conv, Clip with a computed bound", kOnnxRuntime, 13, afterConv([](ModelBuilder& b) {
            b.input("hi", DataType::Float, {});
            b.node("Clip", {"c", "", "hi"}, {"y"});
            b.output("y");
        }),
        "x c w! y");
    const auto oldClip = [](float low, float high) {
        return afterConv([=](ModelBuilder& b) {
            b.node("Clip", {"c"}, {"y"}).attribute("min", low).attribute("max", high);
            b.output("y");
        });
    };
    row("Conv, Clip(0, 6) by attributes", kOnnxRuntime, 10, oldClip(0, 6), "x w! y c>y");
    row("Conv, Clip(1, 6) by attributes", kOnnxRuntime, 10, oldClip(1, 6), "x c w! y");
    row("Conv, Relu, Clip, Relu", kOnnxRuntime, 13, afterConv([](ModelBuilder& b) {
            b.initializer("lo", {}, {0}).initializer("hi", {}, {6});
            b.node("Relu", {"c"}, {"r"});
            b.node("Clip", {"r", "lo", "hi"}, {"t"});
            b.node("Relu", {"t"}, {"y"});
            b.output("y");
        }),
        "x w! y c>r r>t t>y");
    row("Relu on a graph input", kOnnxRuntime, 13, onInput([](ModelBuilder& b) {
            b.randomInitializer("w", {2, 2, 1, 1});
            b.node("Relu", {"x"}, {"r"});
            conv(b, "r", "y");
            b.output("y");
        }),
        "r y w!");
    row("Relu on a graph input that a Conv reads first", kOnnxRuntime, 13, afterConv([](ModelBuilder& b) {
            b.node("Relu", {"x"}, {"y"});
            b.output("c").output("y");
        }),
        "x c w! y");
    row("Conv with two readers, one a Relu", kOnnxRuntime, 13, afterConv([](ModelBuilder& b) {
            b.node("Relu", {"c"}, {"y"});
            b.node("Sigmoid", {"c"}, {"z"});
            b.output("y").output("z");
        }),
        "x c w! y z");
    row("Relu with two readers", kOnnxRuntime, 13, afterConv([](ModelBuilder& b) {
            b.node("Relu", {"c"}, {"r"});
            b.node("Sigmoid", {"r"}, {"y"});
            b.node("LeakyRelu", {"r"}, {"z"});
            b.output("y").output("z");
        }),
        "x w! r y z c>r");
    row("Relu of a graph output", kOnnxRuntime, 13, afterConv([](ModelBuilder& b) {
            b.node("Relu", {"c"}, {"y"});
            b.output("c").output("y");
        }),
        "x c w! y");
    row("Relu of a value that shares its parameters", kOnnxRuntime, 13, afterConv([](ModelBuilder& b) {
            b.int64s("shape", {2, 16});
            b.node("Reshape", {"c", "shape"}, {"r"});
            b.node("Relu", {"r"}, {"y"});
            b.output("y");
        }),
        "x c w! r=c y");
    row("Relu behind a MaxPool", kOnnxRuntime, 13, afterConv([](ModelBuilder& b) {
            b.node("MaxPool", {"c"}, {"m"}).attribute("kernel_shape", {2, 2});
            b.node("Relu", {"m"}, {"y"});
            b.output("y");
        }),
        "x c w! m=c y");
}

void tst_QdqPlanFolding::plan_isAsTheReferences()
{
    QFETCH(PlanCase, c);
    verifyPlan(c);
}

QTEST_GUILESS_MAIN(tst_QdqPlanFolding)
#include "tst_qdq_plan_folding.moc"
