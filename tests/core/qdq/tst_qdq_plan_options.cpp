// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/qdq/plan_cases.h"

using namespace quantiscope;
using namespace quantiscope::test;

// Options of placement, and what differs in the NPU's and the transformers' flow. Expectations: sections 4.1, 4.5 and
// 13 of the description of the reference quantizer, and what AMD Quark 0.13 made of the same graphs where it is named.

namespace {

QuantConfig npu()
{
    QuantConfig config = symmetric(quarkConfig());
    config.scaleType = ScaleType::PowerOf2;
    config.npu.enableNPUCnn = true;
    return config;
}

QuantConfig transformer()
{
    QuantConfig config = quarkConfig();
    config.npu.enableNPUTransformer = true;
    return config;
}

QuantConfig int32Bias(QuantConfig config)
{
    config.placement.int32Bias = true;
    return config;
}

/// x → Conv → c → Mul(k) → m → Add(k) → y
Build mulAdd()
{
    return afterConv([](ModelBuilder& b) {
        b.initializer("k", {1, 2, 1, 1}, {1, 2});
        b.node("Mul", {"c", "k"}, {"m"}, "mul");
        b.node("Add", {"m", "k"}, {"y"}, "add");
        b.output("y");
    });
}

Build hardSigmoid(float alpha)
{
    return afterConv([=](ModelBuilder& b) {
        b.node("HardSigmoid", {"c"}, {"h"}, "hard").attribute("alpha", alpha);
        b.node("Relu", {"h"}, {"y"}, "relu");
        b.output("y");
    });
}

} // namespace

class tst_QdqPlanOptions : public QObject
{
    Q_OBJECT

private slots:
    void plan_isAsTheReferences_data();
    void plan_isAsTheReferences();
    void unsignedRelu_makesOnlyItsOutputAsymmetric();
    void marks_dependOnTheVisitingOrder();
    void encodings_followTheRoles();
};

void tst_QdqPlanOptions::plan_isAsTheReferences_data()
{
    QTest::addColumn<PlanCase>("c");
    const auto mulAddRemoved = with(kExtended, [](QuantConfig& c) { c.placement.removeQDQMulAdd = true; });
    row("Mul and Add", kExtended, 13, mulAdd(), "x c w! k! m y");
    row("Mul and Add without a pair between", mulAddRemoved, 13, mulAdd(), "x c w! k! m- y");
    row("pairs between named operators",
        with(kExtended,
             [](QuantConfig& c) {
                 c.placement.removeQDQBetweenOps = {{"Conv", "Mul"}, {"Relu", "Add"}};
             }),
        13, mulAdd(), "x c- w! k! m y");

    const Build gelu = afterConv([](ModelBuilder& b) {
        b.node("Gelu", {"c"}, {"y"}, "gelu");
        b.output("y");
    });
    row("Gelu", kExtended, 20, gelu, "x c w! y");
    row("Gelu without a pair before", with(kExtended, [](QuantConfig& c) { c.placement.removeQDQConvGelu = true; }), 20,
        gelu, "x c- w! y");
    const Build instance = onInput([](ModelBuilder& b) {
        b.initializer("s", {2}, {1, 2}).initializer("b", {2}, {3, 4});
        b.node("InstanceNormalization", {"x", "s", "b"}, {"n"}, "norm");
        b.node("Relu", {"n"}, {"y"}, "relu");
        b.output("y");
    });
    row("InstanceNormalization", kExtended, 13, instance, "x s! n y b:x*s");
    row("InstanceNormalization without a pair behind",
        with(kExtended, [](QuantConfig& c) { c.placement.removeQDQInstanceNorm = true; }), 13, instance,
        "x s! n- y b:x*s");

    const auto silent = [](const QuantConfig& config, std::vector<std::string> types, std::vector<std::string> nodes) {
        return with(config, [&](QuantConfig& c) {
            c.placement.opTypesToExcludeOutputQuantization = types;
            c.placement.nodesToExcludeOutputQuantization = nodes;
        });
    };
    row("outputs of a type stay float", silent(kExtended, {"Mul"}, {}), 13, mulAdd(), "x c w! k! y");
    row("outputs of a node stay float", silent(kExtended, {}, {"conv_c", "add"}), 13, mulAdd(), "x w! k! m");

    row("channels of other operators",
        with(perChannel(kQuark),
             [](QuantConfig& c) {
                 c.placement.perChannelAxes = {{"Mul", 1}};
             }),
        13, afterConv([](ModelBuilder& b) {
            b.initializer("k", {1, 2, 1, 1}, {1, 2});
            b.node("Mul", {"c", "k"}, {"y"}, "mul");
            b.output("y");
        }),
        "x c w!0 k!1 y");
    row("another axis",
        with(perChannel(kQuark),
             [](QuantConfig& c) {
                 c.placement.perChannelAxes = {{"Conv", 1}};
             }),
        13, convThen("Sigmoid"), "x c w!1 y");

    row("an axis that the weight does not have",
        with(perChannel(kQuark),
             [](QuantConfig& c) {
                 c.placement.perChannelAxes = {{"Conv", 7}};
             }),
        13, convThen("Sigmoid"), "x c w! y", 1);
    row("an axis of weights is not one of biases",
        with(perChannel(kQuark),
             [](QuantConfig& c) {
                 c.placement.perChannelAxes = {{"Conv", 1}};
                 c.placement.int32Bias = false;
             }),
        13, onInput([](ModelBuilder& b) {
            b.randomInitializer("w", {2, 2, 1, 1}).randomInitializer("b", {2});
            b.node("Conv", {"x", "w", "b"}, {"y"}, "conv");
            b.output("y");
        }),
        "x y w!1 b+0");

    row("NPU: the hard sigmoid that it has", npu(), 13, hardSigmoid(1.0F / 6), "x c w! h y");
    row("NPU: another hard sigmoid", npu(), 13, hardSigmoid(0.2F), "x c w!");
    row("plain: hard sigmoids are not in the list", kQuark, 13, hardSigmoid(1.0F / 6), "x c w!");
    row("NPU: a pooling has its own scale", npu(), 13, afterConv([](ModelBuilder& b) {
            b.node("AveragePool", {"c"}, {"y"}).attribute("kernel_shape", {2, 2});
            b.output("y");
        }),
        "x c w! y");
    row("NPU: Split shares", npu(), 13, afterConv([](ModelBuilder& b) {
            b.node("Split", {"c"}, {"y", "z"}).attribute("axis", 1);
            b.output("y").output("z");
        }),
        "x c w! y=c z=c");
    const Build biased = onInput([](ModelBuilder& b) {
        b.randomInitializer("w", {2, 2, 1, 1}).randomInitializer("b", {2});
        b.node("Conv", {"x", "w", "b"}, {"y"}, "conv");
        b.output("y");
    });
    row("NPU: a bias has a scale of its own", npu(), 13, biased, "x y w! b+");
    row("NPU: unless int32 is asked for", int32Bias(npu()), 13, biased, "x y w! b:x*w");

    const Build transformerNet = [](ModelBuilder& b) {
        b.input("x", DataType::Float, {4, 4}).randomInitializer("w", {4, 4}).randomInitializer("v", {4, 4}, 1, 2);
        b.node("MatMul", {"x", "w"}, {"m"}, "mm");
        b.node("Relu", {"m"}, {"r"}, "relu");
        b.node("Gemm", {"r", "v"}, {"g"}, "gemm");
        b.node("MatMul", {"g", "m"}, {"p"}, "computed");
        b.node("Softmax", {"p"}, {"y"}, "softmax");
        b.output("y");
    };
    row("transformer: only products with constants", transformer(), 13, transformerNet, "x w! m r g v!");
    row("transformer: all products", with(transformer(), [](QuantConfig& c) { c.selection.matMulConstBOnly = false; }),
        13, transformerNet, "x w! m r g v! p");

    row("weights only", with(kQuark, [](QuantConfig& c) { c.selection.weightsOnly = true; }), 13, biased, "w!");
    row("weights only, ONNX Runtime's rules",
        with(kOnnxRuntime, [](QuantConfig& c) { c.selection.weightsOnly = true; }), 13, mulAdd(), "w!");
}

void tst_QdqPlanOptions::plan_isAsTheReferences()
{
    QFETCH(PlanCase, c);
    verifyPlan(c);
}

void tst_QdqPlanOptions::unsignedRelu_makesOnlyItsOutputAsymmetric()
{
    ModelBuilder b(13);
    afterConv([](ModelBuilder& m) {
        m.initializer("lo", {}, {0}).initializer("hi", {}, {3}).initializer("under", {}, {-1});
        m.node("Relu", {"c"}, {"r"}, "relu");
        m.node("Clip", {"r", "lo", "hi"}, {"p"}, "positive");
        m.node("Clip", {"p", "under", "hi"}, {"y"}, "signed");
        m.output("y");
    })(b);
    const Model model = b.model();
    QuantConfig config = kExtended;
    config.placement.useUnsignedReLU = true;
    const QdqPlan plan = planOf(model, config);
    for (const auto& [name, symmetry] : {std::pair("c", Symmetry::Symmetric),
                                         {"r", Symmetry::Asymmetric},
                                         {"p", Symmetry::Asymmetric},
                                         {"y", Symmetry::Symmetric},
                                         {"w", Symmetry::Symmetric}})
        QVERIFY2(plan.find(name) && plan.find(name)->encoding.symmetry == symmetry, name);
    config.placement.useUnsignedReLU = false;
    QCOMPARE(planOf(model, config).find("r")->encoding.symmetry, Symmetry::Symmetric);
    QuantConfig npu = symmetric(quarkConfig());
    npu.scaleType = ScaleType::PowerOf2;
    npu.placement.useUnsignedReLU = true;
    QCOMPARE(planOf(model, npu).find("y")->encoding.symmetry, Symmetry::Symmetric);
    QCOMPARE(planOf(model, npu).find("p")->encoding.symmetry, Symmetry::Asymmetric);
    npu.npu.enableNPUCnn = true; // has its zero points in the middle
    QCOMPARE(planOf(model, npu).find("p")->encoding.symmetry, Symmetry::Symmetric);
}

// A Relu is quantized if its input is marked when it is looked at. Here a later node of the graph marks it, and whether
// that is visited before depends on the names of initializers.
void tst_QdqPlanOptions::marks_dependOnTheVisitingOrder()
{
    const auto planWith = [](const std::string& constant) {
        ModelBuilder b(13);
        b.input("x", DataType::Float, {1, 2, 4, 4}).initializer(constant, {1}, {2.0F});
        b.node("Relu", {"x"}, {"r"}, "relu");
        b.node("Add", {"x", constant}, {"y"}, "add");
        b.output("r").output("y");
        return planText(planOf(b.model(), symmetric(quarkConfig())));
    };
    // x is counted off before z: both are ready then, the Relu first.
    QCOMPARE(planWith("z"), std::string("x z! y"));
    QCOMPARE(planWith("a"), std::string("x a! y"));
    // Sigmoid comes before Relu in the graph.
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2, 4, 4});
    b.node("Sigmoid", {"x"}, {"s"}, "sigmoid");
    b.node("Relu", {"x"}, {"r"}, "relu");
    b.output("s").output("r");
    QCOMPARE(planText(planOf(b.model(), symmetric(quarkConfig()))), std::string("x s r"));
}

void tst_QdqPlanOptions::encodings_followTheRoles()
{
    ModelBuilder b(13);
    onInput([](ModelBuilder& m) {
        m.randomInitializer("w", {2, 2, 1, 1}).randomInitializer("b", {2}).initializer("k", {1}, {2});
        m.node("Conv", {"x", "w", "b"}, {"c"}, "conv");
        m.node("Mul", {"c", "k"}, {"y"}, "mul");
        m.output("y");
    })(b);
    const Model model = b.model();
    QuantConfig config = extendedConfig();
    config.activationType = DataType::Int16;
    config.reduceRange = true;
    config.placement.int32Bias = false;
    config.placement.alignEltwiseQuantType = true;
    const QdqPlan plan = planOf(model, config);
    const TensorEncoding activation{DataType::Int16, Symmetry::Symmetric, CodeRange::Full, {}, {}, {}};
    QCOMPARE(plan.find("x")->encoding, activation);
    QCOMPARE(plan.find("k")->encoding, activation); // an operand of an elementwise operator
    QCOMPARE(plan.find("w")->encoding,
             (TensorEncoding{DataType::Int8, Symmetry::Symmetric, CodeRange::Reduced, {}, {}, {}}));
    QCOMPARE(plan.find("b")->encoding,
             (TensorEncoding{DataType::Int8, Symmetry::Symmetric, CodeRange::Full, {}, {}, {}}));
    config.placement.rules = PlacementRules::Quark; // where the option does nothing
    QCOMPARE(planOf(model, config).find("k")->encoding.type, DataType::Int8);
}

QTEST_GUILESS_MAIN(tst_QdqPlanOptions)
#include "tst_qdq_plan_options.moc"
