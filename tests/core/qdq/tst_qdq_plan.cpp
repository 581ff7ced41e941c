// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/qdq_plan.h"

#include "tests/core/qdq/plan_cases.h"

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// An element-wise operator between x and the constant k.
Build withConstant(const char* opType)
{
    return onInput([=](ModelBuilder& b) {
        b.initializer("k", {1}, {0.5F});
        b.node(opType, {"x", "k"}, {"y"});
        b.output("y");
    });
}

onnx::GraphProto bodyReading(const std::string& value, const std::string& output)
{
    ModelBuilder body;
    body.node("Identity", {value}, {output});
    body.output(output);
    return body.graph();
}

/// An If whose bodies read @p value of the outer graph.
void addIf(ModelBuilder& b, const std::string& value, const std::string& output)
{
    b.node("If", {"cond"}, {output}, "choice")
        .graph("then_branch", bodyReading(value, output + "_t"))
        .graph("else_branch", bodyReading(value, output + "_e"));
    b.output(output);
}

void genericOperators()
{
    const Build concat = [](ModelBuilder& b) {
        b.input("l", DataType::Float, {2}).input("r", DataType::Float, {2}).initializer("k", {2}, {1, 2});
        b.node("Concat", {"l", "k", "r"}, {"y"}).attribute("axis", 0);
        b.output("y");
    };
    row("Concat", kOnnxRuntime, 13, concat, "l k# r y");
    row("Concat, Quark", kQuark, 13, concat, "l k! r y");
    row("Softmax", kOnnxRuntime, 13, onInput([](ModelBuilder& b) {
            b.node("Softmax", {"x"}, {"y"});
            b.output("y");
        }),
        "x y");
    row("Add of a value to itself", kOnnxRuntime, 13, onInput([](ModelBuilder& b) {
            b.node("Add", {"x", "x"}, {"y"});
            b.output("y");
        }),
        "x y");
    row("Add of a constant", kOnnxRuntime, 13, withConstant("Add"), "x k# y");
    row("Add of a constant, Quark", kQuark, 13, withConstant("Add"), "x k! y");
    row("Add of a constant, extended", kExtended, 13, withConstant("Add"), "x k! y");
    const QuantConfig aligned = with(kExtended, [](QuantConfig& c) { c.placement.alignEltwiseQuantType = true; });
    for (const char* opType : {"Add", "Sub", "Mul", "Div", "Min", "Max"}) {
        row((std::string(opType) + " of a constant, extended, AlignEltwiseQuantType").c_str(), aligned, 13,
            withConstant(opType), "x k# y");
    }
    row("PRelu's slope, extended, AlignEltwiseQuantType", aligned, 13, withConstant("PRelu"), "x k! y");
    row("Dropout's mask is no float", with(kOnnxRuntime, [](QuantConfig& c) { c.selection.quantizeAllOpTypes = true; }),
        13, onInput([](ModelBuilder& b) {
            b.node("Dropout", {"x"}, {"y", "mask"});
            b.output("y").output("mask", DataType::Bool, {1, 2, 4, 4});
        }),
        "x y");

    const auto foreign = [](const char* opType, bool declared) {
        return onInput([=](ModelBuilder& b) {
            b.import("com.microsoft", 1);
            b.node(opType, {"x"}, {"g"}).domain("com.microsoft").attribute("kernel_shape", {2, 2});
            if (declared)
                b.value("g", DataType::Float, {1, 2, 4, 4});
            b.node("Sigmoid", {"g"}, {"y"});
            b.output("y");
        });
    };
    row("com.microsoft Gelu", kQuark, 13, foreign("Gelu", true), "x g y");
    row("com.microsoft Gelu, type of its output unknown", kQuark, 13, foreign("Gelu", false), "x y");
    row("com.microsoft Gelu, ONNX Runtime: not in the list", kOnnxRuntime, 13, foreign("Gelu", true), "g y");
    row("an operator of another domain with a known name", kOnnxRuntime, 13, foreign("MaxPool", true), "x g y");
}

void selections()
{
    const Build convExp = convThen("Exp");
    row("Exp is not in the list", kOnnxRuntime, 13, convExp, "x c w!");
    row("QuantizeAllOpTypes", with(kOnnxRuntime, [](QuantConfig& c) { c.selection.quantizeAllOpTypes = true; }), 13,
        convExp, "x c w! y");
    row("ExtraOpTypesToQuantize", with(kQuark, [](QuantConfig& c) { c.selection.extraOpTypesToQuantize = {"Exp"}; }),
        13, convExp, "x c w! y");
    row("OpTypesToQuantize", with(kQuark, [](QuantConfig& c) { c.selection.opTypesToQuantize = {"Exp"}; }), 13, convExp,
        "c y");
    row("OpTypesToQuantize and ExtraOpTypesToQuantize",
        with(kQuark,
             [](QuantConfig& c) {
                 c.selection.opTypesToQuantize = {"Conv"};
                 c.selection.extraOpTypesToQuantize = {"Exp"};
             }),
        13, convExp, "x c w! y");
    row("OpTypesToQuantize without Relu: nothing is folded",
        with(kOnnxRuntime, [](QuantConfig& c) { c.selection.opTypesToQuantize = {"Conv"}; }), 13, convThen("Relu"),
        "x c w!");
    const Build argMax = onInput([](ModelBuilder& b) {
        b.node("ArgMax", {"x"}, {"y"});
        b.output("y", DataType::Int64, {1, 2, 4, 4});
    });
    row("ArgMax", kOnnxRuntime, 13, argMax, "x");
}

void sharedInitializers()
{
    const Build twoConvs = afterConv([](ModelBuilder& b) {
        conv(b, "c", "y");
        b.output("y");
    });
    row("one weight, two Convs", perChannel(kOnnxRuntime), 13, twoConvs, "x c w!0 y");
    row("one weight, channels on two axes", perChannel(kOnnxRuntime), 13, afterConv([](ModelBuilder& b) {
            b.node("ConvTranspose", {"c", "w"}, {"y"});
            b.output("y");
        }),
        "x c w! y");
    row("a weight that is added as well", kOnnxRuntime, 13, afterConv([](ModelBuilder& b) {
            b.node("Add", {"c", "w"}, {"y"});
            b.output("y");
        }),
        "x c w! y");
    row("a constant that is a weight as well", perChannel(kOnnxRuntime), 13, onInput([](ModelBuilder& b) {
            b.randomInitializer("w", {2, 2, 1, 1});
            b.node("Mul", {"x", "w"}, {"m"});
            b.node("Conv", {"x", "w"}, {"y"});
            b.output("m").output("y");
        }),
        "x w! m y");
    // A value that takes over a weight's parameters has no channels on that axis: one scale for all.
    const auto tied = [](const char* first, const char* second) {
        return [=](ModelBuilder& b) {
            b.input("i", DataType::Int64, {2}).input("x", DataType::Float, {2, 5}).randomInitializer("w", {5, 3});
            for (const std::string type : {first, second}) {
                if (type == "Gather")
                    b.node("Gather", {"w", "i"}, {"g"});
                else
                    b.node("MatMul", {"x", "w"}, {"m"});
            }
            b.output("g").output("m");
        };
    };
    row("a per-channel weight, then looked up", perChannel(kOnnxRuntime), 13, tied("MatMul", "Gather"), "x w! m g=w");
    row("looked up, then a per-channel weight", perChannel(kOnnxRuntime), 13, tied("Gather", "MatMul"), "w! g=w x m");
    row("a per-channel weight, then reshaped", perChannel(kQuark), 13, afterConv([](ModelBuilder& b) {
            b.int64s("shape", {4});
            b.node("Reshape", {"w", "shape"}, {"r"});
            b.node("Sigmoid", {"r"}, {"y"});
            b.output("c").output("y");
        }),
        "w! r=w x c y");
}

void controlFlow()
{
    const QuantConfig all = with(kQuark, [](QuantConfig& c) { c.selection.quantizeAllOpTypes = true; });
    row("If stays as it is", all, 13, onInput([](ModelBuilder& b) {
            b.input("cond", DataType::Bool, {});
            b.node("Sigmoid", {"x"}, {"s"});
            addIf(b, "s", "y");
        }),
        "x s-"); // a body reads what is in front of a pair
    row("a Relu's input that a body reads", kOnnxRuntime, 13, afterConv([](ModelBuilder& b) {
            b.input("cond", DataType::Bool, {});
            b.node("Relu", {"c"}, {"y"});
            b.output("y");
            addIf(b, "c", "z");
        }),
        "x c w! y");
    // The body would see what the Relu was to cut off.
    row("a Relu's output that a body reads", kOnnxRuntime, 13, afterConv([](ModelBuilder& b) {
            b.input("cond", DataType::Bool, {});
            b.node("Relu", {"c"}, {"y"});
            b.output("y");
            addIf(b, "y", "z");
        }),
        "x c w! y");
    row("a LeakyRelu's input that a body reads", kQuark, 13, afterConv([](ModelBuilder& b) {
            b.input("cond", DataType::Bool, {});
            b.node("LeakyRelu", {"c"}, {"y"});
            b.output("y");
            addIf(b, "c", "z");
        }),
        "x c w! y");
}

} // namespace

class tst_QdqPlan : public QObject
{
    Q_OBJECT

private slots:
    void plan_isAsTheReferences_data();
    void plan_isAsTheReferences();
    void plan_ofSelectedNodesOnly_leavesTheOthers();
    void sharedBias_isPlannedForEachReader();
    void computedBias_isToldAndStaysFloat();
    void find_knowsThePlannedTensorsOnly();
    void infiniteValues_stayFloat_data();
    void infiniteValues_stayFloat();
};

void tst_QdqPlan::plan_isAsTheReferences_data()
{
    QTest::addColumn<PlanCase>("c");
    genericOperators();
    selections();
    sharedInitializers();
    controlFlow();
}

void tst_QdqPlan::plan_isAsTheReferences()
{
    QFETCH(PlanCase, c);
    verifyPlan(c);
}

void tst_QdqPlan::plan_ofSelectedNodesOnly_leavesTheOthers()
{
    ModelBuilder b(13);
    afterConv([](ModelBuilder& rest) {
        rest.node("Sigmoid", {"c"}, {"s"}, "sigmoid");
        rest.node("LeakyRelu", {"s"}, {"y"}, "leaky");
        rest.output("y");
    })(b);
    const Model model = b.model();
    const Graph graph(model);
    QCOMPARE(planText(planQdq(graph, kOnnxRuntime, {})), std::string());
    QCOMPARE(planText(planQdq(graph, kOnnxRuntime, {0})), std::string("x c w!"));
    QCOMPARE(planText(planQdq(graph, kOnnxRuntime, {1})), std::string("c s"));
    QCOMPARE(planText(planQdq(graph, kOnnxRuntime, {0, 2})), std::string("x c w! s y"));
}

void tst_QdqPlan::sharedBias_isPlannedForEachReader()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2, 4, 4}).randomInitializer("w", {2, 2, 1, 1}).randomInitializer("b", {2});
    b.node("Conv", {"x", "w", "b"}, {"c"});
    b.node("Conv", {"c", "w", "b"}, {"y"});
    b.output("y");
    const QdqPlan plan = planOf(b.model(), kOnnxRuntime);
    QCOMPARE(planText(plan), std::string("x c w! y b:x*w b:c*w"));
    QCOMPARE(plan.biases[0].node, std::size_t(0));
    QCOMPARE(plan.biases[1].node, std::size_t(1));
}

void tst_QdqPlan::computedBias_isToldAndStaysFloat()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2, 4, 4}).input("v", DataType::Float, {2}).randomInitializer("w", {2, 2, 1, 1});
    b.node("Conv", {"x", "w", "v"}, {"y"}, "the_conv");
    b.node("Conv", {"y", "w", "v"}, {"z"}, "next_conv");
    b.output("z");
    const QdqPlan plan = planOf(b.model(), kOnnxRuntime);
    QCOMPARE(planText(plan), std::string("x y w! z"));
    QCOMPARE(plan.warnings,
             std::vector<std::string>{
                 "A bias that is computed, not constant, stays float. Nodes: 'the_conv', 'next_conv'."});
}

void tst_QdqPlan::find_knowsThePlannedTensorsOnly()
{
    ModelBuilder b(13);
    convThen("Relu")(b);
    const QdqPlan plan = planOf(b.model(), kOnnxRuntime);
    QCOMPARE(plan.find("c"), nullptr); // folded
    QCOMPARE(plan.find("nothing"), nullptr);
    QVERIFY(plan.find("y"));
    QCOMPARE(plan.find("w")->role, PlannedTensor::Role::Weight);
}

void tst_QdqPlan::infiniteValues_stayFloat_data()
{
    QTest::addColumn<QuantConfig>("config");
    QTest::addColumn<QString>("infinite");
    QTest::addColumn<QString>("plan");
    QTest::newRow("nothing") << kOnnxRuntime << ""
                             << "x w! s m=s p";
    QTest::newRow("a value whose scale is shared") << kOnnxRuntime << "s"
                                                   << "x w! m p";
    QTest::newRow("a value in the middle") << kOnnxRuntime << "m"
                                           << "x w! s p";
    QTest::newRow("a graph input") << kQuark << "x"
                                   << "w! s m=s p";
    QTest::newRow("a graph output") << kExtended << "p"
                                    << "x w! s m=s";
}

void tst_QdqPlan::infiniteValues_stayFloat()
{
    QFETCH(QuantConfig, config);
    QFETCH(QString, infinite);
    QFETCH(QString, plan);
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2, 4}).randomInitializer("w", {4, 3});
    b.node("MatMul", {"x", "w"}, {"s"});
    b.node("Transpose", {"s"}, {"m"});
    b.node("Softmax", {"m"}, {"p"});
    b.output("p");
    const Model model = b.model();
    const QdqPlan found = planQdq(Graph(model), config, {0, 1, 2}, {infinite.toStdString()});
    QCOMPARE(QString::fromStdString(planText(found)), plan);
}

QTEST_GUILESS_MAIN(tst_QdqPlan)
#include "tst_qdq_plan.moc"
