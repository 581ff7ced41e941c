// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/switch_groups.h"
#include "tests/support/model_builder.h"
#include "tests/support/traced_variant.h"

#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// x → Conv(w) → c → Relu → r; Add(r, r2 = Neg(r)) → y
ModelBuilder network(int opset = 21)
{
    ModelBuilder b(opset);
    b.input("x", DataType::Float, {1, 2, 3, 3}).initializer("w", {1, 2, 1, 1}, {0.5F, -1});
    b.node("Conv", {"x", "w"}, {"c"}, "conv");
    b.node("Relu", {"c"}, {"r"}, "relu");
    b.node("Neg", {"r"}, {"n"}, "neg");
    b.node("Add", {"r", "n"}, {"y"}, "add");
    b.output("y");
    return b;
}

onnx::TensorProto byteTensor(const std::string& name, const Shape& shape, const std::string& bytes)
{
    return makeTensor(name, DataType::UInt8, shape, bytes);
}

/// Adds what pairs at @p value need: `<value>_s`, `<value>_z`, `<value>_q` and `<value>_d`.
void addPair(ModelBuilder& b, const std::string& value, float scale, std::uint8_t zeroPoint)
{
    b.initializer(value + "_s", {}, {scale});
    b.initializer(byteTensor(value + "_z", {}, std::string(1, static_cast<char>(zeroPoint))));
    b.node("QuantizeLinear", {value, value + "_s", value + "_z"}, {value + "_q"}, value + "_Q");
    b.node("DequantizeLinear", {value + "_q", value + "_s", value + "_z"}, {value + "_d"}, value + "_D");
}

/// The same with @p value read through a pair by what read it.
void quantize(ModelBuilder& b, const std::string& value, float scale, std::uint8_t zeroPoint)
{
    for (onnx::NodeProto& node : *b.proto().mutable_graph()->mutable_node()) {
        for (std::string& input : *node.mutable_input()) {
            if (input == value)
                input = value + "_d";
        }
    }
    addPair(b, value, scale, zeroPoint);
}

/// Without the Relu: the convolution makes its output.
void foldRelu(ModelBuilder& b)
{
    onnx::GraphProto& graph = *b.proto().mutable_graph();
    graph.mutable_node(0)->set_output(0, "r");
    graph.mutable_node()->DeleteSubrange(1, 1);
}

QuantParams pair(float scale, int zeroPoint)
{
    return {DataType::UInt8, {scale}, {zeroPoint}, {}};
}

struct Traced
{
    Traced(const Model& prepared, const Model& quantized) : m_prepared(prepared), m_quantized(quantized)
    {
        auto result = traceVariant(m_prepared, m_quantized);
        if (auto* found = std::get_if<VariantWiring>(&result))
            wiring = std::move(*found);
        else
            reason = std::get<WiringObstacle>(result).reason;
    }
    VariantWiring wiring;
    std::string reason;

private:
    Graph m_prepared;
    Graph m_quantized;
};

Model built(const ModelBuilder& builder)
{
    return builder.model({true});
}

} // namespace

class tst_VariantWiring : public QObject
{
    Q_OBJECT

private slots:
    void theFloatGraph_hasNoSteps();
    void pairs_areStepsOfTheirReaders();
    void pairsBehindEachOther_areStepsInOrder();
    void integers_becomeTheNumbersTheyStandFor();
    void aFoldedRelu_staysWhereThePairEndsAtZero();
    void aFoldedRelu_isAnObstacleWhereThePairGoesBelow();
    void whatIsNoWiring_isTold_data();
    void whatIsNoWiring_isTold();
    void groups_splitWhereReadersPart();
};

void tst_VariantWiring::theFloatGraph_hasNoSteps()
{
    const Traced traced(built(network()), built(network()));
    QCOMPARE(traced.reason, std::string());
    QVERIFY(traced.wiring.inputs.empty() && traced.wiring.outputs.empty() && traced.wiring.constants.empty());
}

void tst_VariantWiring::pairs_areStepsOfTheirReaders()
{
    ModelBuilder b = network();
    quantize(b, "r", 0.25F, 3);
    b.proto().mutable_graph()->mutable_node(3)->set_output(0, "raw"); // of the output
    addPair(b, "raw", 0.5F, 128);
    b.proto().mutable_graph()->mutable_node(b.graph().node_size() - 1)->set_output(0, "y");
    const Traced traced(built(network()), built(b));
    QCOMPARE(traced.reason, std::string());
    const ValueSteps steps{FakeQuantizer(pair(0.25F, 3))};
    QVERIFY(traced.wiring.inputs == (std::map<NodeInput, ValueSteps>{{{2, 0}, steps}, {{3, 0}, steps}}));
    QVERIFY(traced.wiring.outputs == (std::map<std::string, ValueSteps>{{"y", {FakeQuantizer(pair(0.5F, 128))}}}));
}

void tst_VariantWiring::pairsBehindEachOther_areStepsInOrder()
{
    ModelBuilder b = network();
    quantize(b, "r", 0.25F, 3);
    quantize(b, "r_d", 0.125F, 0);
    const Traced traced(built(network()), built(b));
    QCOMPARE(traced.reason, std::string());
    QVERIFY(traced.wiring.inputs.at({2, 0})
            == (ValueSteps{FakeQuantizer(pair(0.25F, 3)), FakeQuantizer(pair(0.125F, 0))}));
}

void tst_VariantWiring::integers_becomeTheNumbersTheyStandFor()
{
    ModelBuilder b = network();
    onnx::GraphProto& graph = *b.proto().mutable_graph();
    graph.mutable_initializer()->Clear();
    graph.mutable_node(0)->set_input(1, "w_d");
    b.initializer(byteTensor("w_q", {1, 2, 1, 1}, "\x05\x01")).initializer("s", {2}, {0.5F, 2});
    b.initializer(byteTensor("z", {2}, "\x03\x02"));
    b.node("DequantizeLinear", {"w_q", "s", "z"}, {"w_d"}, "w_D").attribute("axis", 1);
    const Traced traced(built(network()), built(b));
    QCOMPARE(traced.reason, std::string());
    QCOMPARE(traced.wiring.constants.size(), std::size_t(1));
    const Tensor& weight = *traced.wiring.constants.at({0, 1});
    QCOMPARE(weight.shape(), (Shape{1, 2, 1, 1}));
    QCOMPARE(weight.as<float>()[0], 1.0F);
    QCOMPARE(weight.as<float>()[1], -2.0F);
}

void tst_VariantWiring::aFoldedRelu_staysWhereThePairEndsAtZero()
{
    ModelBuilder b = network();
    foldRelu(b);
    quantize(b, "r", 0.25F, 0);
    const Traced traced(built(network()), built(b));
    QCOMPARE(traced.reason, std::string());
    QCOMPARE(traced.wiring.inputs.size(), std::size_t(2));
    QVERIFY(traced.wiring.inputs.contains({2, 0}) && traced.wiring.inputs.contains({3, 0}));
}

void tst_VariantWiring::aFoldedRelu_isAnObstacleWhereThePairGoesBelow()
{
    ModelBuilder b = network();
    foldRelu(b);
    quantize(b, "r", 0.25F, 1);
    QCOMPARE(Traced(built(network()), built(b)).reason,
             std::string("The pair of value 'r' reaches further than the function that was left out in front of it."));
}

void tst_VariantWiring::whatIsNoWiring_isTold_data()
{
    QTest::addColumn<int>("change");
    QTest::addColumn<QString>("reason");
    QTest::newRow("another operator") << 0 << "Node 'neg' (Neg) was changed.";
    QTest::newRow("another node") << 1 << "Node 'more' (Abs) is not in the float graph.";
    QTest::newRow("another reader") << 2 << "Value 'r' is computed in another way.";
    QTest::newRow("another operator set") << 3 << "The quantized model has another version of operator set ''.";
    QTest::newRow("no function, no pair") << 4 << "Value 'r' lost a function that no pair stands for.";
}

void tst_VariantWiring::whatIsNoWiring_isTold()
{
    QFETCH(int, change);
    QFETCH(QString, reason);
    ModelBuilder b = network(change == 3 ? 22 : 21);
    onnx::GraphProto& graph = *b.proto().mutable_graph();
    if (change == 0)
        graph.mutable_node(2)->set_op_type("Abs");
    if (change == 1)
        b.node("Abs", {"n"}, {"unread"}, "more");
    if (change == 2)
        graph.mutable_node(2)->set_input(0, "c");
    if (change == 4)
        foldRelu(b);
    QCOMPARE(QString::fromStdString(Traced(built(network()), built(b)).reason), reason);
}

void tst_VariantWiring::groups_splitWhereReadersPart()
{
    const Model prepared = built(network());
    const Graph graph(prepared);
    SwitchGroups groups(graph);
    QVERIFY(!groups.serve({}));
    const ValueSteps fine{FakeQuantizer(pair(0.25F, 3))};
    const ValueSteps coarse{FakeQuantizer(pair(4, 3))};
    QVERIFY(groups.serve({{{{2, 0}, fine}, {{3, 0}, fine}}, {}, {}, {}}));
    QVERIFY(!groups.serve({{{{2, 0}, coarse}, {{3, 0}, coarse}}, {}, {}, {}}));
    QVERIFY(!groups.serve({}));
    QCOMPARE(groups.layout().switches.size(), std::size_t(1));
    QVERIFY(groups.layout().switches[0].readers == (std::vector<NodeInput>{{2, 0}, {3, 0}}));
    QVERIFY(groups.serve({{{{2, 0}, coarse}, {{3, 0}, fine}}, {}, {}, {}}));
    QCOMPARE(groups.layout().switches.size(), std::size_t(2));
    QVERIFY(groups.serve({{}, {{"y", fine}}, {}, {}}));
    QCOMPARE(groups.layout().switches.size(), std::size_t(3));
    QVERIFY(groups.layout().switches[2].isOutput);
    VariantWiring weight;
    weight.constants.emplace(NodeInput{0, 1}, std::make_shared<const Tensor>());
    QVERIFY(groups.serve(weight));
    QVERIFY(!groups.serve(weight));
    QCOMPARE(groups.layout().fed.size(), std::size_t(1));
    QCOMPARE(groups.layout().fed[0].shape, (Shape{1, 2, 1, 1}));
}

QTEST_GUILESS_MAIN(tst_VariantWiring)
#include "tst_variant_wiring.moc"
