// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/qdq/plan_cases.h"

using namespace quantiscope;
using namespace quantiscope::test;

// Operators with weights: what is quantized per channel, along which axis, and which bias becomes int32.

namespace {

Build gemm(int transB, Shape bias, float beta = 1.0F)
{
    return [=](ModelBuilder& b) {
        b.input("x", DataType::Float, {2, 4});
        b.randomInitializer("w", transB ? Shape{3, 4} : Shape{4, 3});
        b.randomInitializer("b", bias);
        auto node = b.node("Gemm", {"x", "w", "b"}, {"y"});
        if (transB)
            node.attribute("transB", 1);
        if (beta != 1.0F)
            node.attribute("beta", beta);
        b.output("y");
    };
}

} // namespace

class tst_QdqPlanWeights : public QObject
{
    Q_OBJECT

private slots:
    void plan_isAsTheReferences_data();
    void plan_isAsTheReferences();
};

void tst_QdqPlanWeights::plan_isAsTheReferences_data()
{
    QTest::addColumn<PlanCase>("c");
    const auto convolution = [](const char* type, Shape weight, Shape bias, int group) {
        return onInput([=](ModelBuilder& b) {
            b.randomInitializer("w", weight);
            std::vector<std::string> inputs{"x", "w"};
            if (!bias.empty()) {
                b.randomInitializer("b", bias);
                inputs.emplace_back("b");
            }
            b.node(type, inputs, {"y"}).attribute("group", group);
            b.output("y");
        });
    };
    const Build biased = convolution("Conv", {3, 2, 1, 1}, {3}, 1);
    row("Conv", kOnnxRuntime, 13, biased, "x y w! b:x*w");
    row("Conv, Quark", kQuark, 13, biased, "x y w! b:x*w");
    row("Conv, extended", kExtended, 13, biased, "x y w! b:x*w");
    const auto ownScale = [](QuantConfig c) {
        c.placement.int32Bias = false;
        return c;
    };
    row("Conv, bias with its own scale", ownScale(kQuark), 13, biased, "x y w! b+");
    row("Conv, bias with its own scale, per channel", ownScale(perChannel(kQuark)), 13, biased, "x y w!0 b+0");
    row("Gemm keeps its beta, bias with its own scale", ownScale(kQuark), 13, gemm(0, {3}, 0.5F), "x y w! b+");
    row("Conv without bias", kOnnxRuntime, 13, convolution("Conv", {3, 2, 1, 1}, {}, 1), "x y w!");
    row("Conv, bias left float", with(kOnnxRuntime, [](QuantConfig& c) { c.placement.quantizeBias = false; }), 13,
        biased, "x y w!");
    row("Conv per channel", perChannel(kOnnxRuntime), 13, biased, "x y w!0 b:x*w");
    row("depthwise Conv per channel", perChannel(kOnnxRuntime), 13, convolution("Conv", {2, 1, 1, 1}, {2}, 2),
        "x y w!0 b:x*w");
    row("Conv with computed weight", perChannel(kOnnxRuntime), 13, onInput([](ModelBuilder& b) {
            b.input("v", DataType::Float, {3, 2, 1, 1});
            b.node("Conv", {"x", "v"}, {"y"});
            b.output("y");
        }),
        "x y v");
    row("ConvTranspose", kOnnxRuntime, 13, convolution("ConvTranspose", {2, 3, 1, 1}, {3}, 1), "x y w! b:x*w");
    row("ConvTranspose per channel", perChannel(kOnnxRuntime), 13, convolution("ConvTranspose", {2, 3, 1, 1}, {3}, 1),
        "x y w!1 b:x*w");
    row("grouped ConvTranspose per channel: bias has more channels", perChannel(kOnnxRuntime), 13,
        convolution("ConvTranspose", {2, 2, 1, 1}, {4}, 2), "x y w!1", 1);

    row("Gemm", kOnnxRuntime, 13, gemm(0, {3}), "x y w! b:x*w");
    row("Gemm per channel", perChannel(kOnnxRuntime), 13, gemm(0, {3}), "x y w!1 b:x*w");
    row("Gemm transB per channel", perChannel(kOnnxRuntime), 13, gemm(1, {3}), "x y w!0 b:x*w");
    row("Gemm transB per channel, bias [1, N]", perChannel(kOnnxRuntime), 13, gemm(1, {1, 3}), "x y w!0 b:x*w");
    row("Gemm per channel, bias [M, N]", perChannel(kOnnxRuntime), 13, gemm(0, {2, 3}), "x y w!1", 1);
    row("Gemm per channel, bias [1]", perChannel(kOnnxRuntime), 13, gemm(0, {1}), "x y w!1", 1);
    row("Gemm, bias [M, N]", kOnnxRuntime, 13, gemm(0, {2, 3}), "x y w! b:x*w");
    row("Gemm with beta", kOnnxRuntime, 13, gemm(0, {3}, 0.5F), "x y w! b:x*w*0.50");

    // A constant may be what is computed with: it takes part like an activation.
    const auto ofConstant = [](const char* type, Shape constant, Shape weight) {
        return [=](ModelBuilder& b) {
            b.randomInitializer("k", constant).input("v", DataType::Float, weight);
            b.node(type, {"k", "v"}, {"y"});
            b.output("y");
        };
    };
    row("Gemm of a constant", perChannel(kOnnxRuntime), 13, ofConstant("Gemm", {2, 4}, {4, 3}), "k# y v");
    row("Gemm of a constant, Quark", kQuark, 13, ofConstant("Gemm", {2, 4}, {4, 3}), "k! y v");
    row("Conv of a constant", kOnnxRuntime, 13, ofConstant("Conv", {1, 2, 4, 4}, {3, 2, 1, 1}), "k# y v");
    row(
        "Gemm of a constant, extended", kExtended, 13,
        [](ModelBuilder& b) {
            b.randomInitializer("k", {2, 4}).randomInitializer("w", {4, 3}).randomInitializer("b", {3});
            b.node("Gemm", {"k", "w", "b"}, {"y"});
            b.output("y");
        },
        "k! y w! b:k*w");
    row(
        "Gemm of the weight of another, which then has no channels", perChannel(kOnnxRuntime), 13,
        [](ModelBuilder& b) {
            b.input("x", DataType::Float, {2, 4}).randomInitializer("w", {4, 4}).randomInitializer("u", {4, 4});
            b.randomInitializer("b", {4});
            b.node("Gemm", {"x", "w"}, {"y"});
            b.node("Gemm", {"w", "u", "b"}, {"z"});
            b.output("y").output("z");
        },
        "x y w! z u!1 b:w*u");
    row(
        "InstanceNormalization of a constant", kOnnxRuntime, 13,
        [](ModelBuilder& b) {
            b.randomInitializer("k", {1, 2, 4}).input("s", DataType::Float, {2}).input("b", DataType::Float, {2});
            b.node("InstanceNormalization", {"k", "s", "b"}, {"y"});
            b.output("y");
        },
        "k# s y", 1);

    const auto matMul = [](Shape left, Shape right, bool leftConstant, bool rightConstant) {
        return [=](ModelBuilder& b) {
            leftConstant ? b.randomInitializer("l", left) : b.input("l", DataType::Float, left);
            rightConstant ? b.randomInitializer("r", right) : b.input("r", DataType::Float, right);
            b.node("MatMul", {"l", "r"}, {"y"});
            b.output("y");
        };
    };
    row("MatMul by a constant", kOnnxRuntime, 13, matMul({2, 4}, {4, 3}, false, true), "l r! y");
    row("MatMul by a constant, Quark", kQuark, 13, matMul({2, 4}, {4, 3}, false, true), "l r! y");
    row("MatMul by a constant per channel", perChannel(kOnnxRuntime), 13, matMul({2, 4}, {4, 3}, false, true),
        "l r!1 y");
    row("MatMul by a batch of constants per channel", perChannel(kOnnxRuntime), 13,
        matMul({5, 2, 4}, {5, 4, 3}, false, true), "l r!2 y");
    row("MatMul by a vector per channel", perChannel(kOnnxRuntime), 13, matMul({2, 4}, {4}, false, true), "l r! y");
    row("MatMul of a constant per channel", perChannel(kOnnxRuntime), 13, matMul({2, 4}, {4, 3}, true, false),
        "l! r y");
    row("MatMul of two values", perChannel(kOnnxRuntime), 13, matMul({2, 4}, {4, 3}, false, false), "l r y");
    const QuantConfig constBOnly = with(kOnnxRuntime, [](QuantConfig& c) { c.selection.matMulConstBOnly = true; });
    row("MatMul of two values, constants only", constBOnly, 13, matMul({2, 4}, {4, 3}, false, false), "");
    row("MatMul by a constant, constants only", constBOnly, 13, matMul({2, 4}, {4, 3}, false, true), "l r! y");

    const auto layerNormalization = [](bool marked) {
        return [=](ModelBuilder& b) {
            b.input("x", DataType::Float, {2, 4}).randomInitializer("s", {4}).randomInitializer("b", {4});
            if (marked)
                b.node("Sigmoid", {"x"}, {"v"});
            b.node("LayerNormalization", {marked ? "v" : "x", "s", "b"}, {"y"});
            b.output("y");
        };
    };
    row("LayerNormalization", perChannel(kOnnxRuntime), 17, layerNormalization(false), "x s! y b:x*s");
    row("LayerNormalization, Quark", kQuark, 17, layerNormalization(false), "x s! y b:x*s");
    row("LayerNormalization, Quark, input not quantized", unforced(kQuark), 17, layerNormalization(false), "");
    row("LayerNormalization, Quark, input quantized", unforced(kQuark), 17, layerNormalization(true), "x v s! y b:v*s");
    row(
        "LayerNormalization without bias, with statistics", kOnnxRuntime, 17,
        [](ModelBuilder& b) {
            b.input("x", DataType::Float, {2, 4}).randomInitializer("s", {4});
            b.node("LayerNormalization", {"x", "s"}, {"y", "mean"});
            b.output("y").output("mean");
        },
        "x s! y mean");
    const Build instanceNormalization = onInput([](ModelBuilder& b) {
        b.randomInitializer("s", {2}).randomInitializer("b", {2});
        b.node("InstanceNormalization", {"x", "s", "b"}, {"y"});
        b.output("y");
    });
    row("InstanceNormalization", kOnnxRuntime, 13, instanceNormalization, "x s! y b:x*s");
    row("InstanceNormalization, Quark", unforced(kQuark), 13, instanceNormalization, "x s! y b:x*s");
    const Build batchNormalization = onInput([](ModelBuilder& b) {
        for (const char* name : {"s", "b", "mean"})
            b.randomInitializer(name, {2});
        b.initializer("var", {2}, {1, 2});
        b.node("BatchNormalization", {"x", "s", "b", "mean", "var"}, {"y"});
        b.output("y");
    });
    row("BatchNormalization", kOnnxRuntime, 13, batchNormalization, "x s! y b:x*s");
    row("BatchNormalization, Quark", kQuark, 13, batchNormalization, "");
}

void tst_QdqPlanWeights::plan_isAsTheReferences()
{
    QFETCH(PlanCase, c);
    verifyPlan(c);
}

QTEST_GUILESS_MAIN(tst_QdqPlanWeights)
#include "tst_qdq_plan_weights.moc"
