// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/subgraph_model.h"
#include "tests/support/model_builder.h"

#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// y = c ? Relu(x + w) : x, the branches reading x and w from around them.
Model branchingModel()
{
    ModelBuilder then(13);
    then.node("Add", {"x", "w"}, {"sum"}, "add");
    then.node("Relu", {"sum"}, {"then_y"}, "relu");
    then.proto().mutable_graph()->add_output()->set_name("then_y"); // without a type, as ONNX allows
    ModelBuilder otherwise(13);
    otherwise.node("Identity", {"x"}, {"else_y"}, "same");
    otherwise.proto().mutable_graph()->add_output()->set_name("else_y");

    ModelBuilder b(13);
    b.input("c", DataType::Bool, {}).input("x", DataType::Float, {2}).initializer("w", {2}, {1.0F, -2.0F});
    b.node("If", {"c"}, {"y"}, "choice").graph("then_branch", then.graph()).graph("else_branch", otherwise.graph());
    b.output("y", DataType::Float, {2});
    return b.model();
}

} // namespace

class SubgraphModelTest : public QObject
{
    Q_OBJECT

private slots:
    void bodies_areListed();
    void body_isAModel_withWhatItReads();
    void loopBody_isAModel();
    void missingBody_isRefused();
};

void SubgraphModelTest::bodies_areListed()
{
    const Model model = branchingModel();
    const Graph graph(model);
    const std::vector<SubgraphName> names = subgraphsOf(graph, 0);
    QCOMPARE(names.size(), std::size_t(2));
    QCOMPARE(names[0].attribute, std::string("then_branch"));
    QCOMPARE(names[0].nodes, std::size_t(2));
    QCOMPARE(names[1].attribute, std::string("else_branch"));
}

void SubgraphModelTest::body_isAModel_withWhatItReads()
{
    const Model model = branchingModel();
    const Graph graph(model);
    Feedback feedback;
    const auto body = subgraphModel(graph, 0, "then_branch", feedback);
    QVERIFY2(body, body ? "" : body.error().message.c_str());
    const Graph inner(*body);
    QCOMPARE(inner.nodes().size(), std::size_t(2));
    QCOMPARE(inner.nodes()[0].name, std::string("add"));
    const auto inputs = body->inputs();
    QCOMPARE(inputs.size(), std::size_t(1));
    QCOMPARE(inputs[0].name, std::string("x"));
    QCOMPARE(inputs[0].shape, Shape{2});
    QVERIFY(inner.isInitializer("w"));
    QCOMPARE(inner.initializerFloats("w"), (std::vector<float>{1.0F, -2.0F}));
    QCOMPARE(body->outputs()[0].type, DataType::Float);
}

void SubgraphModelTest::loopBody_isAModel()
{
    ModelBuilder body(13);
    for (const char* name : {"i", "go_on", "state"})
        body.proto().mutable_graph()->add_input()->set_name(name);
    body.node("Identity", {"go_on"}, {"go"}, "same");
    body.node("Add", {"state", "x"}, {"next"}, "add");
    for (const char* name : {"go", "next"})
        body.proto().mutable_graph()->add_output()->set_name(name);
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2}).int64s("n", {}, {3});
    b.node("Loop", {"n", "", "x"}, {"y"}, "loop").graph("body", body.graph());
    b.output("y", DataType::Float, {2});
    const Model model = b.model();
    const Graph graph(model);
    Feedback feedback;
    const auto opened = subgraphModel(graph, 0, "body", feedback);
    QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
    const auto inputs = opened->inputs();
    QCOMPARE(inputs.size(), std::size_t(4)); // x, too, which the body reads from around it
    QCOMPARE(inputs[0].type, DataType::Int64);
    QCOMPARE(inputs[1].type, DataType::Bool);
    QCOMPARE(inputs[2].type, DataType::Float);
    QCOMPARE(inputs[3].name, std::string("x"));
}

void SubgraphModelTest::missingBody_isRefused()
{
    const Model model = branchingModel();
    const Graph graph(model);
    Feedback feedback;
    const auto body = subgraphModel(graph, 0, "body", feedback);
    QVERIFY(!body);
    QCOMPARE(body.error().code, ErrorCode::InvalidArgument);
    QVERIFY(body.error().message.find("'choice'") != std::string::npos);
}

QTEST_APPLESS_MAIN(SubgraphModelTest)
#include "tst_subgraph_model.moc"
