// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/graph_correspondence.h"

#include "tests/support/normalized_network.h"

#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_GraphCorrespondence : public QObject
{
    Q_OBJECT

private slots:
    void equalGraphs_correspondNodeByNode();
    void fusedNodes_areInTheOneThatIsLeft();
    void nodesReadPast_areInWhatMakesTheirInput();
    void standIns_belongToWhatTheyReplace();
    void quantizers_handValuesOn();
    void integerOperators_areFoundByTheirValues();
    void otherNames_areMatchedByNodes();
    void constants_haveNoCounterpart();
};

namespace {

/// Two graphs with what is found between them, by names.
struct Pair
{
    Pair(const ModelBuilder& first, const ModelBuilder& second)
        : modelBefore(first.model({.allowQuantized = true}))
        , modelAfter(second.model({.allowQuantized = true}))
        , before(modelBefore)
        , after(modelAfter)
        , between(before, after)
    {
    }

    [[nodiscard]] std::vector<std::string> afterOf(const char* node) const
    {
        return names(after, between.afterOf(int(*before.nodeNamed(node))));
    }
    [[nodiscard]] std::vector<std::string> beforeOf(const char* node) const
    {
        return names(before, between.beforeOf(int(*after.nodeNamed(node))));
    }
    static std::vector<std::string> names(const Graph& graph, const std::vector<int>& nodes)
    {
        std::vector<std::string> all;
        for (const int node : nodes)
            all.push_back(graph.nodes()[std::size_t(node)].name);
        return all;
    }

    Model modelBefore;
    Model modelAfter;
    Graph before;
    Graph after;
    GraphCorrespondence between;
};

using Names = std::vector<std::string>;

} // namespace

void tst_GraphCorrespondence::equalGraphs_correspondNodeByNode()
{
    const Pair pair(normalizedNetwork(), normalizedNetwork());
    for (const Node& node : pair.before.nodes()) {
        QCOMPARE(pair.afterOf(node.name.c_str()), Names{node.name});
        QCOMPARE(pair.between.valueAfter(node.outputs[0]), node.outputs[0]);
    }
    QVERIFY(pair.between.valueAfter("unknown").empty());
}

void tst_GraphCorrespondence::fusedNodes_areInTheOneThatIsLeft()
{
    ModelBuilder b(13); // the convolution makes what the last of the three made
    b.input("x", DataType::Float, {1, 2, 4, 4}).randomInitializer("w", {2, 2, 1, 1});
    b.node("Conv", {"x", "w"}, {"r"}, "conv");
    b.node("Sigmoid", {"r"}, {"y"}, "sigmoid");
    b.output("y");
    const Pair pair(normalizedNetwork(), b);
    for (const char* node : {"conv", "norm", "relu"})
        QCOMPARE(pair.afterOf(node), Names{"conv"});
    QCOMPARE(pair.beforeOf("conv"), (Names{"conv", "norm", "relu"}));
    QCOMPARE(pair.afterOf("sigmoid"), Names{"sigmoid"});
    QCOMPARE(pair.between.makerAfter(int(*pair.before.nodeNamed("relu"))), int(*pair.after.nodeNamed("conv")));
}

void tst_GraphCorrespondence::nodesReadPast_areInWhatMakesTheirInput()
{
    ModelBuilder b(13); // the sigmoid reads what the convolution made all the time
    b.input("x", DataType::Float, {1, 2, 4, 4}).randomInitializer("w", {2, 2, 1, 1});
    b.node("Conv", {"x", "w"}, {"c"}, "conv");
    b.node("Sigmoid", {"c"}, {"y"}, "sigmoid");
    b.output("y");
    const Pair pair(normalizedNetwork(), b);
    QCOMPARE(pair.afterOf("norm"), Names{"conv"});
    QCOMPARE(pair.afterOf("relu"), Names{"conv"});
    QCOMPARE(pair.beforeOf("sigmoid"), Names{"sigmoid"});
    QCOMPARE(pair.between.valueAfter("r"), std::string("c"));
}

void tst_GraphCorrespondence::standIns_belongToWhatTheyReplace()
{
    ModelBuilder b = normalizedNetwork();
    b.proto().mutable_graph()->mutable_node()->RemoveLast();
    b.initializer("factor", {}, {1.5F});
    b.node("HardSigmoid", {"r"}, {"hard"}, "hard");
    b.node("Mul", {"hard", "factor"}, {"y"}, "scaled");
    const Pair pair(normalizedNetwork(), b);
    QCOMPARE(pair.afterOf("sigmoid"), (Names{"hard", "scaled"}));
    QCOMPARE(pair.beforeOf("hard"), Names{"sigmoid"});
    QCOMPARE(pair.afterOf("relu"), Names{"relu"});
}

void tst_GraphCorrespondence::quantizers_handValuesOn()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2, 4, 4}).randomInitializer("w", {2, 2, 1, 1});
    b.initializer("s", {}, {0.5F});
    b.initializer(makeTensor("z", DataType::Int8, {}, std::string(1, '\0')));
    b.node("QuantizeLinear", {"x", "s", "z"}, {"x_q"}, "qx");
    b.node("DequantizeLinear", {"x_q", "s", "z"}, {"x_d"}, "dx");
    b.node("Conv", {"x_d", "w"}, {"r"}, "conv");
    b.node("QuantizeLinear", {"r", "s", "z"}, {"r_q"}, "qr");
    b.node("DequantizeLinear", {"r_q", "s", "z"}, {"r_d"}, "dr");
    b.node("Sigmoid", {"r_d"}, {"y_inner"}, "sigmoid");
    b.node("QuantizeLinear", {"y_inner", "s", "z"}, {"y_q"}, "qy");
    b.node("DequantizeLinear", {"y_q", "s", "z"}, {"y"}, "dy");
    b.output("y");
    const Pair pair(normalizedNetwork(), b);
    QCOMPARE(pair.afterOf("relu"), Names{"conv"});
    QCOMPARE(pair.afterOf("sigmoid"), Names{"sigmoid"});
    QVERIFY(pair.beforeOf("qr").empty());
    QCOMPARE(pair.between.valueAfter("y"), std::string("y_inner"));
    QCOMPARE(pair.between.valueBefore("r_d"), std::string("r"));
    QCOMPARE(pair.between.valueBefore("x_q"), std::string("x"));
}

void tst_GraphCorrespondence::integerOperators_areFoundByTheirValues()
{
    ModelBuilder first(13);
    first.input("x", DataType::Float, {1, 2, 4, 4}).randomInitializer("w", {2, 2, 1, 1});
    first.node("Conv", {"x", "w"}, {"c"}, "conv");
    first.node("Relu", {"c"}, {"y"}, "relu");
    first.output("y");
    ModelBuilder second(13);
    second.input("x", DataType::Float, {1, 2, 4, 4});
    second.initializer("s", {}, {0.5F});
    second.initializer(makeTensor("z", DataType::UInt8, {}, std::string(1, '\0')));
    second.initializer(makeTensor("codes", DataType::UInt8, {2, 2, 1, 1}, std::string(4, '\1')));
    second.node("QuantizeLinear", {"x", "s", "z"}, {"x_quantized"}, "qx");
    second.node("QLinearConv", {"x_quantized", "s", "z", "codes", "s", "z", "s", "z"}, {"c_quantized"}, "conv_quant");
    second.node("DequantizeLinear", {"c_quantized", "s", "z"}, {"back"}, "dc");
    second.node("Relu", {"back"}, {"y"}, "relu");
    second.output("y");
    const Pair pair(first, second);
    QCOMPARE(pair.afterOf("conv"), Names{"conv_quant"});
    QCOMPARE(pair.afterOf("relu"), Names{"relu"});
}

void tst_GraphCorrespondence::otherNames_areMatchedByNodes()
{
    ModelBuilder b = normalizedNetwork();
    b.proto().mutable_graph()->mutable_node(0)->set_output(0, "other");
    b.proto().mutable_graph()->mutable_node(1)->set_input(0, "other");
    const Pair pair(normalizedNetwork(), b);
    QCOMPARE(pair.afterOf("conv"), Names{"conv"});
    QCOMPARE(pair.afterOf("norm"), Names{"norm"});
    QCOMPARE(pair.between.valueAfter("c"), std::string("other"));
}

void tst_GraphCorrespondence::constants_haveNoCounterpart()
{
    ModelBuilder first = normalizedNetwork();
    first.proto().mutable_graph()->mutable_node(3)->set_output(0, "s");
    first.initializer("k", {1}, {2.0F});
    first.node("Neg", {"k"}, {"minus"}, "neg");
    first.node("Mul", {"s", "minus"}, {"y"}, "mul");
    ModelBuilder second = normalizedNetwork();
    second.proto().mutable_graph()->mutable_node(3)->set_output(0, "s");
    second.initializer("minus", {1}, {-2.0F});
    second.node("Mul", {"s", "minus"}, {"y"}, "mul");
    const Pair pair(first, second);
    QVERIFY(pair.afterOf("neg").empty());
    QCOMPARE(pair.afterOf("mul"), Names{"mul"});
}

QTEST_GUILESS_MAIN(tst_GraphCorrespondence)
#include "tst_graph_correspondence.moc"
