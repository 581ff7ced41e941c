// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/graph_rewriter.h"
#include "tests/support/model_builder.h"
#include "tests/support/verify_result.h"

#include <QTest>

#include <cstring>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// x → leaky → a → mul(a, k) → y, and an initializer that is no output and two that nothing reads.
ModelBuilder smallNetwork()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {"N", 4});
    b.initializer("k", {4}, {1, 2, 3, 4}).initializer("unused", {1}, {0}).initializer("unused_too", {1}, {0});
    b.node("LeakyRelu", {"x"}, {"a"}, "leaky").attribute("alpha", 0.25F);
    b.node("Mul", {"a", "k"}, {"y"}, "mul");
    b.output("y", DataType::Float, {"N", 4});
    return b;
}

/// If (p) then { local = x + k; result = local * local } else { x }
ModelBuilder withBody()
{
    ModelBuilder thenBody(13);
    thenBody.initializer("body_constant", {1}, {3.0F});
    thenBody.node("Add", {"x", "k"}, {"local"}, "body_add");
    thenBody.node("Mul", {"local", "body_constant"}, {"result"}, "body_mul");
    thenBody.output("result", DataType::Float, {4});
    ModelBuilder elseBody(13);
    elseBody.node("Identity", {"x"}, {"same"}, "body_identity");
    elseBody.output("same", DataType::Float, {4});
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4}).input("p", DataType::Bool, Shape{});
    b.initializer("k", {4}, {1, 2, 3, 4});
    b.node("If", {"p"}, {"y"}, "if").graph("then_branch", thenBody.graph()).graph("else_branch", elseBody.graph());
    b.output("y", DataType::Float, {4});
    return b;
}

QStringList nodeNames(const Model& model)
{
    QStringList names;
    for (const auto& node : model.graph().node())
        names += QString::fromStdString(node.name());
    return names;
}

/// Adds a scalar initializer.
void addOne(GraphRewriter& rewriter, const std::string& name)
{
    const float one = 1.0F;
    rewriter.addInitializer(name, DataType::Float, {}, std::as_bytes(std::span(&one, 1)));
}

QStringList initializerNames(const Model& model)
{
    QStringList names;
    for (const auto& initializer : model.graph().initializer())
        names += QString::fromStdString(initializer.name());
    names.sort();
    return names;
}

QStringList list(const char* names)
{
    return QString::fromLatin1(names).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

} // namespace

/// Gives the rewritten model, or ends the test function with the reason.
#define FINISH(rewriter, name)                                                                                         \
    Result<Model> name##Result = (rewriter).finish();                                                                  \
    QVERIFY2(name##Result.has_value(), name##Result ? "" : name##Result.error().message.c_str());                      \
    const Model& name = *name##Result

class tst_GraphRewriter : public QObject
{
    Q_OBJECT

private slots:
    void finish_keepsEverything_whenNothingWasEdited();
    void setInput_connectsAnotherValue();
    void setOutput_renamesWhatANodeMakes();
    void setAttribute_replacesOrAdds();
    void removeNode_keepsThePositionsOfTheOthers();
    void removeNode_removesAnAddedNode();
    void addNode_writesDomainAndAxis();
    void addNode_writesAttributesOfEveryKind();
    void addNode_isSortedBeforeItsReaders();
    void setAttribute_replacesWhateverKindItWas();
    void replaceNode_keepsThePlace();
    void addInput_appends();
    void setInitializer_replacesShapeAndElements();
    void setDeclaredShape_fixesAnInput();
    void setDeclaredShape_fixesAnInputThatIsAnOutput();
    void permuteDeclaredShape_movesNamesAlong();
    void addInitializer_keepsItsBytes();
    void importOpset_setsOrAdds();
    void removeDeadNodes_keepsWhatOutputsAndBodiesNeed();
    void uniqueName_avoidsEveryKind_data();
    void uniqueName_avoidsEveryKind();
    void uniqueName_neverRepeatsItself();
    void uniqueName_avoidsNamesInsideOfBodies();
    void finish_dropsUnreadInitializers();
    void finish_keepsInitializersThatBodiesAndOutputsRead();
    void finish_forgetsStaleShapes();
    void finish_forgetsTheProducer();
    void finish_refusesWithSentence_whenTheGraphIsBroken_data();
    void finish_refusesWithSentence_whenTheGraphIsBroken();
};

void tst_GraphRewriter::finish_keepsEverything_whenNothingWasEdited()
{
    const Model before = smallNetwork().model();
    GraphRewriter rewriter(before.clone());
    QCOMPARE(rewriter.model().contentHash(), before.contentHash());
    FINISH(rewriter, after);
    QCOMPARE(nodeNames(after), list("leaky mul"));
    QCOMPARE(after.inputs(), before.inputs());
    QCOMPARE(after.outputs(), before.outputs());
    QCOMPARE(after.opset(), 13);
}

void tst_GraphRewriter::setInput_connectsAnotherValue()
{
    GraphRewriter rewriter(smallNetwork().model());
    rewriter.setInput(1, 0, "x");
    FINISH(rewriter, after);
    QCOMPARE(after.graph().node(1).input(0), std::string("x"));
    QCOMPARE(after.graph().node(1).input(1), std::string("k"));
}

void tst_GraphRewriter::setOutput_renamesWhatANodeMakes()
{
    GraphRewriter rewriter(smallNetwork().model());
    rewriter.setOutput(0, 0, "renamed");
    rewriter.setInput(1, 0, "renamed");
    FINISH(rewriter, after);
    QCOMPARE(after.graph().node(0).output(0), std::string("renamed"));
    QVERIFY(after.values().count("renamed") == 1);
    QVERIFY(after.values().count("a") == 0);
}

void tst_GraphRewriter::setAttribute_replacesOrAdds()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4});
    b.node("LeakyRelu", {"x"}, {"a"}, "with").attribute("alpha", 0.25F);
    b.node("LeakyRelu", {"a"}, {"y"}, "without");
    b.output("y");
    GraphRewriter rewriter(b.model());
    rewriter.setAttribute(0, "alpha", 0.5F);
    rewriter.setAttribute(1, "alpha", 0.75F);
    FINISH(rewriter, after);
    for (int i = 0; i < 2; ++i) {
        const auto& node = after.graph().node(i);
        QCOMPARE(node.attribute_size(), 1);
        QCOMPARE(node.attribute(0).name(), std::string("alpha"));
        QVERIFY(node.attribute(0).type() == onnx::AttributeProto::FLOAT);
        QCOMPARE(node.attribute(0).f(), i == 0 ? 0.5F : 0.75F);
    }
}

void tst_GraphRewriter::removeNode_keepsThePositionsOfTheOthers()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4});
    b.node("Relu", {"x"}, {"a"}, "first");
    b.node("Neg", {"a"}, {"b"}, "second");
    b.node("Abs", {"b"}, {"y"}, "third");
    b.output("y");
    GraphRewriter rewriter(b.model());
    rewriter.removeNode(0);
    rewriter.setInput(1, 0, "x"); // still the second
    rewriter.removeNode(1);
    rewriter.setInput(2, 0, "x"); // still the third
    FINISH(rewriter, after);
    QCOMPARE(nodeNames(after), list("third"));
    QCOMPARE(after.graph().node(0).input(0), std::string("x"));
}

void tst_GraphRewriter::removeNode_removesAnAddedNode()
{
    GraphRewriter rewriter(smallNetwork().model());
    rewriter.addNode({"Relu", "", "extra", {"a"}, {"e"}}); // the third
    rewriter.addNode({"Neg", "", "kept", {"a"}, {"f"}});
    rewriter.removeNode(2);
    FINISH(rewriter, after);
    QVERIFY(!findNode(after.graph(), "extra"));
    QVERIFY(findNode(after.graph(), "kept"));
}

void tst_GraphRewriter::addNode_writesDomainAndAxis()
{
    GraphRewriter rewriter(smallNetwork().model());
    rewriter.importOpset("com.microsoft", 1);
    rewriter.addNode({"Softmax", "", "softmax", {"a"}, {"s"}, {{"axis", std::int64_t(1)}}});
    rewriter.addNode({"Gelu", "com.microsoft", "gelu", {"a", ""}, {"g"}});
    FINISH(rewriter, after);
    const auto* softmax = findNode(after.graph(), "softmax");
    QVERIFY(softmax);
    QCOMPARE(softmax->op_type(), std::string("Softmax"));
    QCOMPARE(softmax->domain(), std::string());
    QCOMPARE(softmax->attribute_size(), 1);
    QCOMPARE(softmax->attribute(0).name(), std::string("axis"));
    QVERIFY(softmax->attribute(0).type() == onnx::AttributeProto::INT);
    QCOMPARE(softmax->attribute(0).i(), 1);
    const auto* gelu = findNode(after.graph(), "gelu");
    QVERIFY(gelu);
    QCOMPARE(gelu->domain(), std::string("com.microsoft"));
    QCOMPARE(gelu->attribute_size(), 0);
    QCOMPARE(gelu->input_size(), 2);
}

void tst_GraphRewriter::addNode_writesAttributesOfEveryKind()
{
    GraphRewriter rewriter(smallNetwork().model());
    rewriter.addNode({"Pad", "", "pad", {"a"}, {"p"}, {{"mode", std::string("reflect")}}});
    rewriter.addNode({"Transpose", "", "t", {"a"}, {"u"}, {{"perm", std::vector<std::int64_t>{1, 0}}}});
    rewriter.addNode({"LpNormalization", "", "l", {"a"}, {"v"}, {{"axis", std::int64_t(1)}, {"p", std::int64_t(2)}}});
    rewriter.addNode({"Elu", "", "e", {"a"}, {"w"}, {{"alpha", 0.5F}}});
    const onnx::GraphProto& graph = rewriter.model().graph();
    QCOMPARE(findNode(graph, "pad")->attribute(0).s(), std::string("reflect"));
    QCOMPARE(findNode(graph, "t")->attribute(0).ints_size(), 2);
    QCOMPARE(findNode(graph, "t")->attribute(0).ints(0), 1);
    QCOMPARE(findNode(graph, "l")->attribute_size(), 2); // axis and p
    QCOMPARE(findNode(graph, "l")->attribute(1).i(), 2);
    QCOMPARE(findNode(graph, "e")->attribute(0).f(), 0.5F);
    QVERIFY(findNode(graph, "e")->attribute(0).type() == onnx::AttributeProto::FLOAT);
}

void tst_GraphRewriter::setAttribute_replacesWhateverKindItWas()
{
    GraphRewriter rewriter(smallNetwork().model());
    rewriter.setAttribute(0, "alpha", std::vector<float>{1, 2});
    rewriter.setAttribute(0, "alpha", std::int64_t(7));
    const onnx::NodeProto& node = rewriter.model().graph().node(0);
    QCOMPARE(node.attribute_size(), 1);
    QVERIFY(node.attribute(0).type() == onnx::AttributeProto::INT);
    QCOMPARE(node.attribute(0).i(), 7);
    QCOMPARE(node.attribute(0).floats_size(), 0);
}

void tst_GraphRewriter::replaceNode_keepsThePlace()
{
    GraphRewriter rewriter(smallNetwork().model());
    rewriter.replaceNode(0, {"Elu", "", "leaky", {"x"}, {"a"}, {{"alpha", 2.0F}}});
    QCOMPARE(rewriter.model().graph().node(0).op_type(), std::string("Elu"));
    FINISH(rewriter, after);
    const onnx::NodeProto* node = findNode(after.graph(), "leaky");
    QVERIFY(node);
    QCOMPARE(node->op_type(), std::string("Elu"));
    QCOMPARE(node->input(0), std::string("x"));
    QCOMPARE(node->output(0), std::string("a"));
    QCOMPARE(node->attribute_size(), 1);
    QCOMPARE(node->attribute(0).f(), 2.0F);
}

void tst_GraphRewriter::addInput_appends()
{
    GraphRewriter rewriter(smallNetwork().model());
    rewriter.addInput(0, "k");
    const onnx::NodeProto& node = rewriter.model().graph().node(0);
    QCOMPARE(node.input_size(), 2);
    QCOMPARE(node.input(1), std::string("k"));
}

void tst_GraphRewriter::setInitializer_replacesShapeAndElements()
{
    const Model before = smallNetwork().model();
    GraphRewriter rewriter(before.clone());
    const std::vector<float> values{5.0F};
    const Shape shape{1};
    rewriter.setInitializer("k", DataType::Float, shape, std::as_bytes(std::span(values)));
    FINISH(rewriter, after);
    const onnx::TensorProto* k = findInitializer(after.graph(), "k");
    QVERIFY(k);
    QCOMPARE(k->dims_size(), 1);
    QCOMPARE(k->dims(0), 1);
    QCOMPARE(k->raw_data().size(), sizeof(float));
    QCOMPARE(findInitializer(before.graph(), "k")->raw_data().size(), 4 * sizeof(float)); // the clone is another's
}

void tst_GraphRewriter::setDeclaredShape_fixesAnInputThatIsAnOutput()
{
    ModelBuilder b(17);
    b.input("x", DataType::Float, {"N", 4});
    b.node("Relu", {"x"}, {"y"});
    b.output("y", DataType::Float, {"N", 4}).output("x", DataType::Float, {"N", 4});
    GraphRewriter rewriter(b.model());
    rewriter.setDeclaredShape("x", Shape{2, 4});
    const auto model = rewriter.finish();
    VERIFY_OK(model);
    QCOMPARE(model->inputs().at(0).shape, (Shape{2, 4}));
    QCOMPARE(model->graph().output(1).type().tensor_type().shape().dim(0).dim_value(), 2);
}

void tst_GraphRewriter::setDeclaredShape_fixesAnInput()
{
    GraphRewriter rewriter(smallNetwork().model());
    const Shape shape{2, 4};
    rewriter.setDeclaredShape("x", shape);
    rewriter.setDeclaredShape("y", Shape{kDynamic, 4});
    FINISH(rewriter, after);
    QCOMPARE(after.inputs()[0].shape, shape);
    QCOMPARE(after.values().at("a").shape, shape);
}

void tst_GraphRewriter::permuteDeclaredShape_movesNamesAlong()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {"N", 3, "H", 8});
    b.node("Relu", {"x"}, {"y"}, "relu");
    b.output("y");
    GraphRewriter rewriter(b.model());
    rewriter.permuteDeclaredShape("x", std::vector<std::size_t>{0, 2, 3, 1});
    const TensorSpec input = rewriter.model().inputs()[0];
    QCOMPARE(input.shape, (Shape{kDynamic, kDynamic, 8, 3}));
    QCOMPARE(input.dimensionNames, (std::vector<std::string>{"N", "H", "", ""}));
}

void tst_GraphRewriter::addNode_isSortedBeforeItsReaders()
{
    GraphRewriter rewriter(smallNetwork().model());
    rewriter.addNode({"Neg", "", "between", {"a"}, {"n"}});
    rewriter.setInput(1, 0, "n");
    FINISH(rewriter, after);
    QCOMPARE(nodeNames(after), list("leaky between mul"));
}

void tst_GraphRewriter::addInitializer_keepsItsBytes()
{
    GraphRewriter rewriter(smallNetwork().model());
    const std::vector<std::int8_t> codes{-128, 0, 1, 127, 5, 6};
    rewriter.addInitializer("codes", DataType::Int8, Shape{2, 3}, std::as_bytes(std::span(codes)));
    rewriter.addNode({"Identity", "", "reader", {"codes"}, {"f"}});
    FINISH(rewriter, after);
    const auto* tensor = findInitializer(after.graph(), "codes");
    QVERIFY(tensor);
    QCOMPARE(tensor->data_type(), int(DataType::Int8));
    QCOMPARE(Shape(tensor->dims().begin(), tensor->dims().end()), (Shape{2, 3}));
    QCOMPARE(after.bytesOf(*tensor).size(), std::size_t(6));
    QVERIFY(std::memcmp(after.bytesOf(*tensor).data(), codes.data(), 6) == 0);
}

void tst_GraphRewriter::importOpset_setsOrAdds()
{
    GraphRewriter rewriter(smallNetwork().model());
    rewriter.importOpset("", 14);
    rewriter.importOpset("com.microsoft", 1);
    FINISH(rewriter, after);
    QCOMPARE(after.opset(), 14);
    QCOMPARE(after.opset("com.microsoft"), 1);
    QCOMPARE(after.proto().opset_import_size(), 2);
}

void tst_GraphRewriter::removeDeadNodes_keepsWhatOutputsAndBodiesNeed()
{
    ModelBuilder b = withBody(); // its bodies read x and k
    b.node("Relu", {"x"}, {"dead"}, "dead1");
    b.node("Relu", {"dead"}, {"deader"}, "dead2");
    GraphRewriter dead(b.model());
    QCOMPARE(dead.removeDeadNodes(), std::size_t(2));
    QCOMPARE(dead.removeDeadNodes(), std::size_t(0));
    FINISH(dead, after);
    QCOMPARE(nodeNames(after), list("if"));

    ModelBuilder captured = withBody();
    captured.proto().mutable_graph()->mutable_input(0)->set_name("raw");
    captured.node("Relu", {"raw"}, {"x"}, "captured");
    GraphRewriter alive(captured.model());
    QCOMPARE(alive.removeDeadNodes(), std::size_t(0));
}

void tst_GraphRewriter::uniqueName_avoidsEveryKind_data()
{
    QTest::addColumn<QString>("wanted");
    QTest::addColumn<QString>("name");
    QTest::newRow("free") << "new"
                          << "new";
    QTest::newRow("input") << "x"
                           << "x_1";
    QTest::newRow("initializer") << "k"
                                 << "k_1";
    QTest::newRow("value inside of the graph") << "a"
                                               << "a_1";
    QTest::newRow("output") << "y"
                            << "y_1";
    QTest::newRow("node") << "leaky"
                          << "leaky_1";
    QTest::newRow("added initializer") << "added"
                                       << "added_1";
    QTest::newRow("added node") << "added_node"
                                << "added_node_1";
    QTest::newRow("added value") << "added_value"
                                 << "added_value_1";
}

void tst_GraphRewriter::uniqueName_avoidsEveryKind()
{
    QFETCH(QString, wanted);
    QFETCH(QString, name);
    GraphRewriter rewriter(smallNetwork().model());
    addOne(rewriter, "added");
    rewriter.addNode({"Relu", "", "added_node", {"x"}, {"added_value"}});
    QCOMPARE(QString::fromStdString(rewriter.uniqueName(wanted.toStdString())), name);
}

void tst_GraphRewriter::uniqueName_neverRepeatsItself()
{
    GraphRewriter rewriter(smallNetwork().model());
    QCOMPARE(rewriter.uniqueName("n"), std::string("n"));
    QCOMPARE(rewriter.uniqueName("n"), std::string("n_1"));
    QCOMPARE(rewriter.uniqueName("n"), std::string("n_2"));
    QCOMPARE(rewriter.uniqueName("n_1"), std::string("n_1_1"));
}

void tst_GraphRewriter::uniqueName_avoidsNamesInsideOfBodies()
{
    // A value of the outer graph must not have the name of one in a body: the body would hide it.
    GraphRewriter rewriter(withBody().model());
    for (const char* name : {"local", "result", "same", "body_constant", "body_add", "body_identity"})
        QCOMPARE(rewriter.uniqueName(name), std::string(name) + "_1");
}

void tst_GraphRewriter::finish_dropsUnreadInitializers()
{
    GraphRewriter rewriter(smallNetwork().model());
    rewriter.setInput(1, 1, "x"); // k is unread now
    addOne(rewriter, "never_read");
    FINISH(rewriter, after);
    QCOMPARE(initializerNames(after), QStringList());
}

void tst_GraphRewriter::finish_keepsInitializersThatBodiesAndOutputsRead()
{
    ModelBuilder b = withBody();
    b.initializer("constant_output", {1}, {5.0F});
    b.output("constant_output", DataType::Float, {1});
    b.initializer("unread", {1}, {5.0F});
    GraphRewriter rewriter(b.model());
    FINISH(rewriter, after);
    QCOMPARE(initializerNames(after), list("constant_output k"));
}

void tst_GraphRewriter::finish_forgetsStaleShapes()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2, 3});
    b.node("Identity", {"x"}, {"a"}, "first");
    b.node("Relu", {"a"}, {"y"}, "second");
    b.output("y");
    GraphRewriter rewriter(b.model());
    rewriter.removeNode(0);
    rewriter.addNode({"Transpose", "", "turned", {"x"}, {"a"}});
    FINISH(rewriter, after);
    QCOMPARE(after.values().at("a").shape, (Shape{3, 2}));
}

void tst_GraphRewriter::finish_forgetsTheProducer()
{
    ModelBuilder b = smallNetwork();
    b.proto().set_producer_name("somebody");
    b.proto().set_producer_version("1.2.3");
    GraphRewriter rewriter(b.model());
    FINISH(rewriter, after);
    QCOMPARE(after.proto().producer_name(), std::string());
    QCOMPARE(after.proto().producer_version(), std::string());
}

void tst_GraphRewriter::finish_refusesWithSentence_whenTheGraphIsBroken_data()
{
    QTest::addColumn<QString>("edit");
    QTest::addColumn<QString>("part");
    QTest::newRow("nothing makes an input") << "input"
                                            << "'missing'";
    QTest::newRow("nothing makes the output") << "output"
                                              << "'y'";
    QTest::newRow("a circle") << "circle"
                              << "cycl";
    QTest::newRow("two makers") << "twice"
                                << "'a'";
    QTest::newRow("unknown operator") << "operator"
                                      << "NoSuchOperator";
}

void tst_GraphRewriter::finish_refusesWithSentence_whenTheGraphIsBroken()
{
    QFETCH(QString, edit);
    QFETCH(QString, part);
    GraphRewriter rewriter(smallNetwork().model());
    if (edit == QLatin1String("input"))
        rewriter.setInput(1, 0, "missing");
    else if (edit == QLatin1String("output"))
        rewriter.removeNode(1);
    else if (edit == QLatin1String("circle"))
        rewriter.setInput(0, 0, "y");
    else if (edit == QLatin1String("twice"))
        rewriter.addNode({"Relu", "", "again", {"x"}, {"a"}});
    else
        rewriter.addNode({"NoSuchOperator", "", "unknown", {"x"}, {"u"}});
    const Result<Model> finished = rewriter.finish();
    QVERIFY(!finished);
    QCOMPARE(finished.error().code, ErrorCode::ModelRefused);
    const QString message = QString::fromStdString(finished.error().message);
    QVERIFY2(message.contains(part), qPrintable(message));
}

QTEST_GUILESS_MAIN(tst_GraphRewriter)
#include "tst_graph_rewriter.moc"
