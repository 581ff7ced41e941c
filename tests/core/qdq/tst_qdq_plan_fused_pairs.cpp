// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/qdq/plan_cases.h"

using namespace quantiscope;
using namespace quantiscope::test;

// Pairs that are left out between an operator and the activation or pooling that is fused with it.

namespace {

Build padThen(const char* opType)
{
    return onInput([=](ModelBuilder& b) {
        b.int64s("pads", {0, 0, 1, 1, 0, 0, 1, 1});
        b.node("Pad", {"x", "pads"}, {"p"});
        auto node = b.node(opType, {"p"}, {"y"});
        if (std::string(opType) == "AveragePool")
            node.attribute("kernel_shape", {2, 2});
        b.output("y");
    });
}

/// c = @p producer (float inputs p, q of two channels), y = Relu(c).
Build producerThenRelu(const char* producer)
{
    return [=](ModelBuilder& b) {
        const std::string type = producer;
        b.randomInitializer("w", {2, 2, 1, 1});
        if (type == "MatMul" || type == "Gemm" || type == "Add" || type == "Mul") {
            b.input("p", DataType::Float, {2, 2}).input("q", DataType::Float, {2, 2});
            b.node(type, {"p", "q"}, {"c"});
        } else {
            b.input("p", DataType::Float, {1, 2, 4, 4});
            if (type == "ConvTranspose")
                b.node(type, {"p", "w"}, {"c"});
            else if (type == "GlobalAveragePool")
                b.node(type, {"p"}, {"c"});
            else
                b.node(type, {"p"}, {"c"}).attribute("kernel_shape", {2, 2});
        }
        b.node("Relu", {"c"}, {"y"});
        b.output("y");
    };
}

} // namespace

class tst_QdqPlanFusedPairs : public QObject
{
    Q_OBJECT

private slots:
    void plan_isAsTheReferences_data();
    void plan_isAsTheReferences();
};

void tst_QdqPlanFusedPairs::plan_isAsTheReferences_data()
{
    QTest::addColumn<PlanCase>("c");
    const auto switched = [](const QuantConfig& config, auto member) {
        return with(config, [member](QuantConfig& c) { c.placement.*member = false; });
    };
    const QuantConfig quark = symmetric(kQuark); // nothing is folded
    row("Conv, Clip(0, 6), symmetric", quark, 13, convClip(0, 6), "x c- w! y");
    row("Conv, Clip(0, 1), symmetric", quark, 13, convClip(0, 1), "x c- w! y");
    row("Conv, Clip(0, 5), symmetric", quark, 13, convClip(0, 5), "x c w! y");
    row("Conv, Clip(-1, 1), symmetric", quark, 13, convClip(-1, 1), "x c w! y");
    row("Conv, Clip(0, 6), kept", switched(quark, &PlacementConfig::removeQDQConvClip), 13, convClip(0, 6), "x c w! y");
    row("Conv, Clip(0, 6) by attributes", quark, 10, afterConv([](ModelBuilder& b) {
            b.node("Clip", {"c"}, {"y"}).attribute("min", 0.0F).attribute("max", 6.0F);
            b.output("y");
        }),
        "x c w! y");
    row("Conv, Relu, pair", quark, 13, convThen("Relu"), "x c- w! y");
    row("Conv, Relu, pair kept", switched(quark, &PlacementConfig::removeQDQConvRelu), 13, convThen("Relu"),
        "x c w! y");
    row("Conv, LeakyRelu", kQuark, 13, convThen("LeakyRelu"), "x c- w! y");
    row("Conv, LeakyRelu, pair kept", switched(kQuark, &PlacementConfig::removeQDQConvLeakyRelu), 13,
        convThen("LeakyRelu"), "x c w! y");
    row("Conv, LeakyRelu, ONNX Runtime", kOnnxRuntime, 13, convThen("LeakyRelu"), "x c w! y");
    const Build prelu = afterConv([](ModelBuilder& b) {
        b.initializer("k", {1}, {0.1F});
        b.node("PRelu", {"c", "k"}, {"y"});
        b.output("y");
    });
    row("Conv, PRelu", kExtended, 13, prelu, "x c- w! k! y");
    row("Conv, PRelu, pair kept", switched(kExtended, &PlacementConfig::removeQDQConvPRelu), 13, prelu, "x c w! k! y");
    row("Conv as PRelu's slope", kExtended, 13, afterConv([](ModelBuilder& b) {
            b.node("PRelu", {"x", "c"}, {"y"});
            b.output("y");
        }),
        "x c w! y");
    row("Conv with two readers, one a LeakyRelu", kQuark, 13, afterConv([](ModelBuilder& b) {
            b.node("LeakyRelu", {"c"}, {"y"});
            b.node("Sigmoid", {"c"}, {"z"});
            b.output("y").output("z");
        }),
        "x c w! y z");
    row("LeakyRelu of a graph output", kQuark, 13, afterConv([](ModelBuilder& b) {
            b.node("LeakyRelu", {"c"}, {"y"});
            b.output("c").output("y");
        }),
        "x c w! y");
    row("Add, Relu", quark, 13, producerThenRelu("Add"), "p q c- y");
    row("AveragePool, Relu", symmetric(kExtended), 13, producerThenRelu("AveragePool"), "p c- y");
    row("ConvTranspose, Relu", quark, 13, producerThenRelu("ConvTranspose"), "p c- w! y");
    row("Gemm, Relu", quark, 13, producerThenRelu("Gemm"), "p c- q y");
    row("GlobalAveragePool, Relu", quark, 13, producerThenRelu("GlobalAveragePool"), "p c- y");
    row("MatMul, Relu", quark, 13, producerThenRelu("MatMul"), "p q c- y");
    row("MaxPool, Relu", quark, 13, producerThenRelu("MaxPool"), "p c=p- y");
    row("Mul, Relu", quark, 13, producerThenRelu("Mul"), "p q c y");

    row("Pad, AveragePool", kQuark, 13, padThen("AveragePool"), "x p- y=p");
    row("Pad, AveragePool, extended", kExtended, 13, padThen("AveragePool"), "x p- y");
    row("Pad, GlobalAveragePool", kQuark, 13, padThen("GlobalAveragePool"), "x p- y");
    row("Pad, AveragePool, ONNX Runtime", kOnnxRuntime, 13, padThen("AveragePool"), "x p=x y=p");
    row("Pad, Sigmoid", kQuark, 13, padThen("Sigmoid"), "x p y");
}

void tst_QdqPlanFusedPairs::plan_isAsTheReferences()
{
    QFETCH(PlanCase, c);
    verifyPlan(c);
}

QTEST_GUILESS_MAIN(tst_QdqPlanFusedPairs)
#include "tst_qdq_plan_fused_pairs.moc"
