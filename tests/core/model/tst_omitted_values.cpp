// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model.h"
#include "tests/support/model_builder.h"
#include "tests/support/model_runs.h"
#include "tests/support/recording_feedback.h"
#include "tests/support/verify_result.h"

#include <QTest>

#include <set>

using namespace quantiscope;
using namespace quantiscope::test;

// Outputs with the name "", which ONNX Runtime 1.31 refuses or crashes on where they are not optional.

namespace {

using Build = void (*)(ModelBuilder&);

/// Turns of p → -p with the scanned values |p|, which a Loop over it gives as its first and second output.
onnx::GraphProto loopBody()
{
    ModelBuilder body(17);
    body.input("k", DataType::Int64, {}).input("goOn", DataType::Bool, {}).input("p", DataType::Float, {2, 4});
    body.node("Identity", {"goOn"}, {"goes"});
    body.node("Neg", {"p"}, {"np"});
    body.node("Abs", {"p"}, {"ap"});
    body.output("goes", DataType::Bool, {}).output("np", DataType::Float, {2, 4});
    body.output("ap", DataType::Float, {2, 4});
    return body.graph();
}

void loop(ModelBuilder& b, const std::vector<std::string>& outputs)
{
    b.int64s("trips", {}, {3});
    b.node("Loop", {"trips", "", "x"}, outputs, "node").graph("body", loopBody());
}

/// x [2, 4] and the node that leaves something out: y is what it gives.
ModelBuilder built(Build build)
{
    ModelBuilder b(17);
    b.input("x", DataType::Float, {2, 4});
    build(b);
    b.output("y");
    return b;
}

/// All names of outputs in @p graph and below.
std::vector<std::string> outputNames(const onnx::GraphProto& graph)
{
    std::vector<std::string> names;
    for (const onnx::NodeProto& node : graph.node()) {
        names.insert(names.end(), node.output().begin(), node.output().end());
        for (const onnx::AttributeProto& attribute : node.attribute()) {
            const auto inner = attribute.has_g() ? outputNames(attribute.g()) : std::vector<std::string>();
            names.insert(names.end(), inner.begin(), inner.end());
        }
    }
    return names;
}

} // namespace

Q_DECLARE_METATYPE(Build)

class tst_OmittedValues : public QObject
{
    Q_OBJECT

private slots:
    void neededOutput_getsAName_data();
    void neededOutput_getsAName();
    void neededOutput_getsAName_behindAFunction();
    void unusedStatistics_areTakenOff_data();
    void unusedStatistics_areTakenOff();
    void names_areNew();
    void optionalOutput_staysOmitted();
    void otherDomains_areNotLookedAt();
};

void tst_OmittedValues::neededOutput_getsAName_data()
{
    QTest::addColumn<Build>("build");
    QTest::addColumn<int>("count");
    const auto row = [](const char* name, Build build, int count = 1) { QTest::newRow(name) << build << count; };
    row("Split", [](ModelBuilder& b) { b.node("Split", {"x"}, {"", "y"}, "node").attribute("axis", 1); });
    row("Split, the last one", [](ModelBuilder& b) { b.node("Split", {"x"}, {"y", ""}, "node").attribute("axis", 1); });
    row("Loop, a value", [](ModelBuilder& b) { loop(b, {"", "y"}); });
    row("Loop, what it gathers", [](ModelBuilder& b) { loop(b, {"y", ""}); });
    row(
        "Loop, all",
        [](ModelBuilder& b) {
            loop(b, {"", ""});
            b.node("Neg", {"x"}, {"y"});
        },
        2);
    row("TopK", [](ModelBuilder& b) {
        b.int64s("most", {2});
        b.node("TopK", {"x", "most"}, {"", "places"}, "node");
        b.node("Cast", {"places"}, {"y"}).attribute("to", 1);
    });
    row("BatchNormalization", [](ModelBuilder& b) {
        b.initializer("k", {4}, {1, 1, 1, 1});
        b.node("BatchNormalization", {"x", "k", "k", "k", "k"}, {"n", "", "y"}, "node").attribute("training_mode", 1);
    });
    row(
        "in a body",
        [](ModelBuilder& b) {
            ModelBuilder branch;
            branch.node("Split", {"x"}, {"", "part"}, "inner").attribute("axis", 1);
            branch.output("part");
            b.initializer(makeTensor("yes", DataType::Bool, {}, std::string(1, '\1')));
            b.node("If", {"yes"}, {"y"}, "node")
                .graph("then_branch", branch.graph())
                .graph("else_branch", branch.graph());
        },
        2);
}

void tst_OmittedValues::neededOutput_getsAName()
{
    QFETCH(Build, build);
    QFETCH(int, count);
    RecordingFeedback feedback;
    onnx::ModelProto proto = built(build).build();
    const auto model = Model::fromProto(std::move(proto), {}, {}, feedback);
    VERIFY_OK(model);
    for (const std::string& name : outputNames(model->graph()))
        QVERIFY(!name.empty());
    QCOMPARE(modelTraits(*model).namedOutputs, std::size_t(count));
    QCOMPARE(feedback.warnings.size(), std::size_t(1));
    QVERIFY2(feedback.warnings[0].rfind(std::to_string(count) + " output", 0) == 0, feedback.warnings[0].c_str());
    const std::vector<Tensor> outputs = outputsOf(*model, randomInputs(*model, 3)); // ends the program when it fails
    QVERIFY(outputs.at(0).elements() > 0);
    // Later changes of the model have nothing to name.
    Model again = model->clone();
    VERIFY_OK(again.refresh());
    QCOMPARE(outputNames(again.graph()), outputNames(model->graph()));
}

void tst_OmittedValues::neededOutput_getsAName_behindAFunction()
{
    ModelBuilder b(17);
    b.import("local", 1).input("x", DataType::Float, {2, 4});
    b.node("Half", {"x"}, {"y"}, "call").domain("local");
    b.output("y");
    auto* function = b.proto().add_functions();
    function->set_name("Half");
    function->set_domain("local");
    function->add_input("v");
    function->add_output("w");
    function->add_opset_import()->set_version(17);
    auto* split = function->add_node();
    split->set_op_type("Split");
    split->add_input("v");
    split->add_output("");
    split->add_output("w");
    auto* axis = split->add_attribute();
    axis->set_name("axis");
    axis->set_type(onnx::AttributeProto::INT);
    axis->set_i(1);
    const Model model = b.model();
    QCOMPARE(modelTraits(model).namedOutputs, std::size_t(1));
    QCOMPARE(outputsOf(model, randomInputs(model, 3)).at(0).shape(), (Shape{2, 2}));
}

void tst_OmittedValues::unusedStatistics_areTakenOff_data()
{
    QTest::addColumn<int>("opset");
    QTest::addColumn<int>("more");
    for (const int opset : {7, 9, 13})
        QTest::addRow("opset %d", opset) << opset << 4;
    for (const int opset : {14, 17})
        QTest::addRow("opset %d", opset) << opset << 2;
}

void tst_OmittedValues::unusedStatistics_areTakenOff()
{
    QFETCH(int, opset);
    QFETCH(int, more);
    ModelBuilder b(opset);
    b.input("x", DataType::Float, {2, 4}).initializer("k", {4}, {1, 1, 1, 1});
    std::vector<std::string> outputs(static_cast<std::size_t>(more) + 1);
    outputs[0] = "y";
    b.node("BatchNormalization", {"x", "k", "k", "k", "k"}, outputs, "node");
    b.output("y");
    RecordingFeedback feedback;
    const auto model = Model::fromProto(onnx::ModelProto(b.build()), {}, {}, feedback);
    VERIFY_OK(model);
    QCOMPARE(outputNames(model->graph()), std::vector<std::string>{"y"});
    QCOMPARE(modelTraits(*model).namedOutputs, std::size_t(more)); // the file itself must not be run
    QCOMPARE(feedback.warnings.size(), std::size_t(1));
    QVERIFY(outputsOf(*model, randomInputs(*model, 3)).at(0).elements() > 0); // ends the program when it fails
}

void tst_OmittedValues::names_areNew()
{
    const Model model = built([](ModelBuilder& b) {
                            b.initializer("omitted_output_0", {2, 1}, {1, 2});
                            b.node("Split", {"x"}, {"", "", "", "last"}, "split").attribute("axis", 1);
                            ModelBuilder branch;
                            branch.node("Neg", {"last"}, {"omitted_output_2"});
                            branch.output("omitted_output_2");
                            b.initializer(makeTensor("yes", DataType::Bool, {}, std::string(1, '\1')));
                            b.node("If", {"yes"}, {"z"}, "choice")
                                .graph("then_branch", branch.graph())
                                .graph("else_branch", branch.graph());
                            b.node("Add", {"z", "omitted_output_0"}, {"y"});
                        }).model();
    const onnx::NodeProto* split = findNode(model.graph(), "split");
    QVERIFY(split);
    QCOMPARE(std::vector<std::string>(split->output().begin(), split->output().end()),
             (std::vector<std::string>{"omitted_output_1", "omitted_output_3", "omitted_output_4", "last"}));
}

void tst_OmittedValues::optionalOutput_staysOmitted()
{
    RecordingFeedback feedback;
    ModelBuilder b(17);
    b.input("x", DataType::Float, {2, 1, 8}).randomInitializer("w", {1, 12, 8}).randomInitializer("r", {1, 12, 3});
    b.node("LSTM", {"x", "w", "r"}, {"", "", "y"}, "lstm").attribute("hidden_size", 3);
    b.output("y");
    onnx::ModelProto proto = b.build();
    const auto model = Model::fromProto(std::move(proto), {}, {}, feedback);
    VERIFY_OK(model);
    QCOMPARE(outputNames(model->graph()), (std::vector<std::string>{"", "", "y"}));
    QCOMPARE(modelTraits(*model).namedOutputs, std::size_t(0));
    QVERIFY(feedback.warnings.empty());
}

void tst_OmittedValues::otherDomains_areNotLookedAt()
{
    // Nobody knows what such an operator has to give or read, whatever its name.
    ModelBuilder b(17);
    b.import("com.example", 1).input("x", DataType::Float, {2, 4});
    b.node("Split", {"x", ""}, {"", "y"}, "split").domain("com.example");
    b.node("Concat", {"x", ""}, {"z"}, "concat").domain("com.example");
    b.output("y", DataType::Float, {2, 4}).output("z", DataType::Float, {2, 4});
    const auto model = b.tryModel();
    VERIFY_OK(model);
    QCOMPARE(outputNames(model->graph()), (std::vector<std::string>{"", "y", "z"}));
}

QTEST_GUILESS_MAIN(tst_OmittedValues)
#include "tst_omitted_values.moc"
