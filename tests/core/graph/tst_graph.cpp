// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/graph.h"
#include "tests/support/model_builder.h"

#include <QTest>

#include <cstring>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// x → conv(w, b) → c → relu → r → add(r, r) → a; r → clip(r, -, hi) → y; a and y are outputs.
ModelBuilder smallNetwork()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {"N", 3, 4, 4});
    b.randomInitializer("w", {2, 3, 1, 1});
    b.initializer("b", {2}, {0.5F, -1.5F});
    b.initializer("hi", {}, {6.0F});
    b.node("Conv", {"x", "w", "b"}, {"c"}, "conv").attribute("group", 1).attribute("auto_pad", "SAME_UPPER");
    b.node("Relu", {"c"}, {"r"}, "relu");
    b.node("Add", {"r", "r"}, {"a"}, "add");
    b.node("Clip", {"r", "", "hi"}, {"y"}, "clip");
    b.output("a").output("y");
    return b;
}

std::vector<std::size_t> consumers(const Graph& graph, const std::string& value)
{
    const auto found = graph.consumersOf(value);
    return {found.begin(), found.end()};
}

using Positions = std::vector<std::size_t>;

} // namespace

class tst_Graph : public QObject
{
    Q_OBJECT

private slots:
    void nodes_areThoseOfTheModel();
    void nodeNamed_findsPositions();
    void producerOf_findsTheMaker();
    void consumersOf_listsEachRead();
    void values_areToldApart();
    void spec_tellsTypeAndShape();
    void attributes_giveTheirValueOrTheFallback();
    void initializerFloats_convertsFloatTypes_data();
    void initializerFloats_convertsFloatTypes();
    void initializerFloats_isEmpty_forAnythingElse();
    void initializerInts_readsEveryWidth();
    void intsAttribute_tellsListsFromNumbers();
    void isUsedBySubgraph_seesNestedBodies();
    void isStandard_followsTheDomain();
};

void tst_Graph::nodes_areThoseOfTheModel()
{
    const Model model = smallNetwork().model();
    const Graph graph(model);
    QCOMPARE(graph.opset(), 13);
    QCOMPARE(&graph.model(), &model);
    QCOMPARE(graph.nodes().size(), std::size_t(4));
    const Node& conv = graph.nodes()[0];
    QCOMPARE(conv.name, std::string("conv"));
    QCOMPARE(conv.opType, std::string("Conv"));
    QCOMPARE(conv.domain, std::string());
    QCOMPARE(conv.inputs, (std::vector<std::string>{"x", "w", "b"}));
    QCOMPARE(conv.outputs, std::vector<std::string>{"c"});
    QCOMPARE(graph.nodes()[3].inputs, (std::vector<std::string>{"r", "", "hi"}));
}

void tst_Graph::nodeNamed_findsPositions()
{
    const Model model = smallNetwork().model();
    const Graph graph(model);
    QCOMPARE(graph.nodeNamed("conv"), std::optional<std::size_t>(0));
    QCOMPARE(graph.nodeNamed("clip"), std::optional<std::size_t>(3));
    QVERIFY(!graph.nodeNamed("Conv"));
    QVERIFY(!graph.nodeNamed(""));
    QVERIFY(!graph.nodeNamed("c"));
}

void tst_Graph::producerOf_findsTheMaker()
{
    const Model model = smallNetwork().model();
    const Graph graph(model);
    QCOMPARE(graph.producerOf("c"), std::optional<std::size_t>(0));
    QCOMPARE(graph.producerOf("r"), std::optional<std::size_t>(1));
    QCOMPARE(graph.producerOf("y"), std::optional<std::size_t>(3));
    for (const char* unmade : {"x", "w", "hi", "", "unknown"})
        QVERIFY2(!graph.producerOf(unmade), unmade);
}

void tst_Graph::consumersOf_listsEachRead()
{
    const Model model = smallNetwork().model();
    const Graph graph(model);
    QCOMPARE(consumers(graph, "x"), Positions{0});
    QCOMPARE(consumers(graph, "r"), (Positions{2, 2, 3})); // add reads it twice
    QCOMPARE(consumers(graph, "hi"), Positions{3});
    QCOMPARE(consumers(graph, "y"), Positions{});
    QCOMPARE(consumers(graph, ""), Positions{}); // an input that is left out is no value
    QCOMPARE(consumers(graph, "unknown"), Positions{});
}

void tst_Graph::values_areToldApart()
{
    const Model model = smallNetwork().model();
    const Graph graph(model);
    QVERIFY(graph.isInitializer("w"));
    QVERIFY(!graph.isInitializer("x"));
    QVERIFY(graph.isGraphOutput("a") && graph.isGraphOutput("y"));
    QVERIFY(!graph.isGraphOutput("r"));
    QVERIFY(!graph.isUsedBySubgraph("r"));
}

void tst_Graph::spec_tellsTypeAndShape()
{
    const Model model = smallNetwork().model();
    const Graph graph(model);
    const TensorSpec* r = graph.spec("r");
    QVERIFY(r);
    QCOMPARE(r->type, DataType::Float);
    QCOMPARE(r->shape, (Shape{kDynamic, 2, 4, 4}));
    QCOMPARE(r->dimensionNames.at(0), std::string("N"));
    QVERIFY(graph.spec("w"));
    QCOMPARE(graph.spec("w")->shape, (Shape{2, 3, 1, 1}));
    QCOMPARE(graph.initializerShape("w"), (Shape{2, 3, 1, 1}));
    QCOMPARE(graph.initializerShape("hi"), Shape{});
    QVERIFY(!graph.spec("unknown"));
}

void tst_Graph::attributes_giveTheirValueOrTheFallback()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 1, 8, 8});
    b.randomInitializer("w", {1, 1, 3, 3});
    b.node("Conv", {"x", "w"}, {"c"}, "conv").attribute("group", 1).attribute("auto_pad", "SAME_UPPER");
    b.node("LeakyRelu", {"c"}, {"y"}, "leaky").attribute("alpha", 0.25F);
    b.output("y");
    const Model model = b.model();
    const Graph graph(model);
    QCOMPARE(graph.intAttribute(0, "group", 7), 1);
    QCOMPARE(graph.intAttribute(0, "missing", 7), 7);
    QCOMPARE(graph.intAttribute(0, "auto_pad", 7), 7); // of another type
    QCOMPARE(graph.stringAttribute(0, "auto_pad", "NOTSET"), std::string("SAME_UPPER"));
    QCOMPARE(graph.stringAttribute(0, "missing", "NOTSET"), std::string("NOTSET"));
    QCOMPARE(graph.stringAttribute(0, "group", "none"), std::string("none"));
    QCOMPARE(graph.floatAttribute(1, "alpha", 0.01F), 0.25F);
    QCOMPARE(graph.floatAttribute(1, "missing", 0.01F), 0.01F);
    QCOMPARE(graph.floatAttribute(0, "group", 0.01F), 0.01F);
}

void tst_Graph::initializerFloats_convertsFloatTypes_data()
{
    QTest::addColumn<DataType>("type");
    QTest::addColumn<QByteArray>("bytes");
    // 1.0, -2.5 and the smallest denormal of the type, little endian.
    QTest::newRow("float32") << DataType::Float << QByteArray::fromHex("0000803f000020c001000000");
    QTest::newRow("float16") << DataType::Float16 << QByteArray::fromHex("003c00c10100");
    QTest::newRow("bfloat16") << DataType::BFloat16 << QByteArray::fromHex("803f20c00100");
}

void tst_Graph::initializerFloats_convertsFloatTypes()
{
    QFETCH(DataType, type);
    QFETCH(QByteArray, bytes);
    ModelBuilder b(13);
    b.input("x", type, {3});
    b.initializer(makeTensor("w", type, {3}, bytes.toStdString()));
    b.node("Add", {"x", "w"}, {"y"}, "add");
    b.output("y", type, {3});
    const Model model = b.model();
    const std::vector<float> values = Graph(model).initializerFloats("w");
    QCOMPARE(values.size(), std::size_t(3));
    QCOMPARE(values[0], 1.0F);
    QCOMPARE(values[1], -2.5F);
    const float smallest = type == DataType::Float ? 0x1p-149F : type == DataType::Float16 ? 0x1p-24F : 0x1p-133F;
    QVERIFY(values[2] == smallest);
}

void tst_Graph::initializerFloats_isEmpty_forAnythingElse()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2, 3});
    b.int64s("shape", {3, 2});
    b.node("Reshape", {"x", "shape"}, {"y"}, "reshape");
    b.output("y");
    const Model model = b.model();
    const Graph graph(model);
    QVERIFY(graph.isInitializer("shape"));
    QVERIFY(graph.initializerFloats("shape").empty());
    QVERIFY(graph.initializerFloats("x").empty());
    QVERIFY(graph.initializerFloats("unknown").empty());
}

void tst_Graph::initializerInts_readsEveryWidth()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4});
    b.int64s("wide", {-1, std::int64_t(1) << 40}).initializer("real", {1}, {1.0F});
    const std::int32_t narrow[] = {7, -9};
    b.initializer(
        makeTensor("narrow", DataType::Int32, {2}, std::string(reinterpret_cast<const char*>(narrow), sizeof narrow)));
    b.initializer(makeTensor("int16", DataType::Int16, {2}, std::string("\x01\x80\xff\x7f", 4)));
    b.initializer(makeTensor("uint16", DataType::UInt16, {2}, std::string("\x01\x80\xff\x7f", 4)));
    b.initializer(makeTensor("int8", DataType::Int8, {2}, "\xff\x7f"));
    b.initializer(makeTensor("uint8", DataType::UInt8, {2}, "\xff\x7f"));
    b.node("Relu", {"x"}, {"y"}, "relu");
    b.output("y");
    const Model model = b.model();
    const Graph graph(model);
    QCOMPARE(graph.initializerInts("int16"), (std::vector<std::int64_t>{-32767, 32767}));
    QCOMPARE(graph.initializerInts("uint16"), (std::vector<std::int64_t>{32769, 32767}));
    QCOMPARE(graph.initializerInts("int8"), (std::vector<std::int64_t>{-1, 127}));
    QCOMPARE(graph.initializerInts("uint8"), (std::vector<std::int64_t>{255, 127}));
    QCOMPARE(graph.initializerInts("wide"), (std::vector<std::int64_t>{-1, std::int64_t(1) << 40}));
    QCOMPARE(graph.initializerInts("narrow"), (std::vector<std::int64_t>{7, -9}));
    QVERIFY(!graph.initializerInts("real"));
    QVERIFY(!graph.initializerInts("x"));
}

void tst_Graph::intsAttribute_tellsListsFromNumbers()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2, 2});
    b.node("Transpose", {"x"}, {"t"}, "transpose").attribute("perm", {1, 0});
    b.node("Softmax", {"t"}, {"y"}, "softmax").attribute("axis", 1);
    b.output("y");
    const Model model = b.model();
    const Graph graph(model);
    QCOMPARE(graph.intsAttribute(0, "perm"), (std::vector<std::int64_t>{1, 0}));
    QVERIFY(!graph.intsAttribute(0, "axes"));
    QVERIFY(!graph.intsAttribute(1, "axis"));
}

void tst_Graph::isUsedBySubgraph_seesNestedBodies()
{
    // if (p) { if (p) outer + 1 else outer * k } else { direct }
    ModelBuilder innerThen(13);
    innerThen.node("Add", {"outer", "one"}, {"s"}, "add");
    innerThen.output("s", DataType::Float, {2});
    ModelBuilder innerElse(13);
    innerElse.node("Mul", {"outer", "k"}, {"m"}, "mul");
    innerElse.output("m", DataType::Float, {2});
    ModelBuilder thenBody(13);
    thenBody.node("If", {"p"}, {"t"}, "inner")
        .graph("then_branch", innerThen.graph())
        .graph("else_branch", innerElse.graph());
    thenBody.output("t", DataType::Float, {2});
    ModelBuilder elseBody(13);
    elseBody.node("Identity", {"direct"}, {"e"}, "identity");
    elseBody.output("e", DataType::Float, {2});

    ModelBuilder b(13);
    b.input("x", DataType::Float, {2}).input("p", DataType::Bool, Shape{});
    b.initializer("one", {}, {1.0F}).initializer("k", {}, {2.0F});
    b.node("Relu", {"x"}, {"outer"}, "relu");
    b.node("Neg", {"x"}, {"direct"}, "neg");
    b.node("Sigmoid", {"x"}, {"unrelated"}, "sigmoid");
    b.node("If", {"p"}, {"y"}, "if").graph("then_branch", thenBody.graph()).graph("else_branch", elseBody.graph());
    b.output("y", DataType::Float, {2}).output("unrelated");
    const Model model = b.model();
    const Graph graph(model);
    for (const char* used : {"outer", "one", "k", "direct", "p"})
        QVERIFY2(graph.isUsedBySubgraph(used), used);
    QVERIFY(!graph.isUsedBySubgraph("x"));
    QVERIFY(!graph.isUsedBySubgraph("unrelated"));
    QVERIFY(!graph.isUsedBySubgraph("y"));
    QCOMPARE(consumers(graph, "outer"), Positions{}); // reads inside of bodies are no consumers
}

void tst_Graph::isStandard_followsTheDomain()
{
    ModelBuilder b(13);
    b.import("com.microsoft", 1);
    b.input("x", DataType::Float, {2});
    b.node("Gelu", {"x"}, {"g"}, "gelu").domain("com.microsoft");
    b.node("Relu", {"g"}, {"y"}, "relu");
    b.output("y", DataType::Float, {2});
    const Model model = b.model();
    const Graph graph(model);
    QVERIFY(!graph.nodes()[0].isStandard());
    QCOMPARE(graph.nodes()[0].domain, std::string("com.microsoft"));
    QVERIFY(graph.nodes()[1].isStandard());
}

QTEST_GUILESS_MAIN(tst_Graph)
#include "tst_graph.moc"
