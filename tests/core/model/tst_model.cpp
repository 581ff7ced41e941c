// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model.h"
#include "tests/support/model_builder.h"
#include "tests/support/recording_feedback.h"

#include <QTest>

#include <cstring>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// x → Conv(w) → Relu → y
ModelBuilder convolution(int opset = 13)
{
    ModelBuilder b(opset);
    b.input("x", DataType::Float, {"N", 3, 8, 8});
    b.randomInitializer("w", {4, 3, 3, 3});
    b.node("Conv", {"x", "w"}, {"c"}, "conv1").attribute("pads", {1, 1, 1, 1});
    b.node("Relu", {"c"}, {"y"}, "relu1");
    b.output("y");
    return b;
}

std::vector<std::string> nodeNames(const Model& model)
{
    std::vector<std::string> names;
    for (const auto& node : model.graph().node())
        names.push_back(node.name());
    return names;
}

Result<Model> make(const ModelBuilder& builder, Feedback& feedback, const Model::LoadOptions& options = {})
{
    onnx::ModelProto copy = builder.build();
    return Model::fromProto(std::move(copy), {}, options, feedback);
}

template <typename T>
std::vector<T> elements(const Model& model, const std::string& name)
{
    const auto* tensor = findInitializer(model.graph(), name);
    if (!tensor)
        return {};
    const auto bytes = model.bytesOf(*tensor);
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

} // namespace

class tst_Model : public QObject
{
    Q_OBJECT

private slots:
    void model_describesItself();
    void initializersListedAsInputs_areSeparated();
    void constants_becomeInitializers();
    void constantsInSubgraphs_stay();
    void unnamedNodes_getStableNames();
    void duplicateNodeNames_areRenamedWithWarning();
    void unsortedNodes_areSortedStably();
    void subgraphs_areKeptAndTheirReadsCount();
    void float16_isRecognised();
    void float16BetweenFloat32InputsAndOutputs_isRecognised_data();
    void float16BetweenFloat32InputsAndOutputs_isRecognised();
    void float16ThatOnlyCastsRead_isNotAFloat16Model();
    void standardDomain_isSpelledEmpty();
    void foreignOperators_areKept();
    void foreignOperators_keepTheirDeclaredTypes();
    void functions_areInlined();
    void quantizedModel_isRefusedUnlessForced();
    void foreignOperators_areNoQuantizedOnes();
    void quantizedModel_isRefusedUnlessForced_data();
    void emptyGraphName_isAccepted();
    void outputWithoutShape_getsTheInferredOne();
    void negativeExtents_areOpen();
    void inputWithoutShape_hasNoRank();
    void clone_isIndependent();
    void nodesOfOneName_areNumbered_whenThereAreMany();
    void contentHash_isCanceled();
    void refresh_sortsNamesAndInfersAgain();
    void refresh_refusesABrokenEdit();
    void contentHash_dependsOnContentOnly();
    void load_isCanceled();
    void namesWithControlCharacters_areEscapedInMessages();
    void aVeryDeepGraph_isLoaded();
};

void tst_Model::model_describesItself()
{
    const Model model = convolution().model();
    QCOMPARE(model.opset(), 13);
    QCOMPARE(model.opset("com.microsoft"), 0);
    QCOMPARE(model.inputs().size(), std::size_t(1));
    QCOMPARE(describe(model.inputs()[0]), std::string("float32 [N, 3, 8, 8]"));
    QCOMPARE(describe(model.outputs()[0]), std::string("float32 [N, 4, 8, 8]"));
    const auto values = model.values();
    QCOMPARE(describe(values.at("c")), std::string("float32 [N, 4, 8, 8]"));
    QCOMPARE(describe(values.at("w")), std::string("float32 [4, 3, 3, 3]"));
    QCOMPARE(model.weightBytes(), std::size_t(4 * 3 * 3 * 3 * 4));
    QVERIFY(!model.usesExternalData());
    QVERIFY(model.path().empty());
    QVERIFY(!modelTraits(model).isFloat16);
}

void tst_Model::initializersListedAsInputs_areSeparated()
{
    ModelBuilder b = convolution(8);
    b.irVersion(3).input("w", DataType::Float, {4, 3, 3, 3});
    const Model model = b.model();
    QCOMPARE(model.inputs().size(), std::size_t(1));
    QCOMPARE(model.graph().initializer_size(), 1);
    QVERIFY(model.proto().ir_version() >= 4);
}

void tst_Model::constants_becomeInitializers()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2});
    onnx::TensorProto typed; // float_data, which becomes raw_data
    typed.set_data_type(onnx::TensorProto::FLOAT);
    typed.add_dims(2);
    typed.add_float_data(1.5F);
    typed.add_float_data(-2.0F);
    b.node("Constant", {}, {"a"}).tensor("value", typed);
    b.node("Constant", {}, {"f"}).attribute("value_float", 0.5);
    b.node("Constant", {}, {"fs"}).floats("value_floats", {1, 2});
    b.node("Constant", {}, {"i"}).attribute("value_int", 7);
    b.node("Constant", {}, {"is"}).attribute("value_ints", {1, 2});
    b.node("Constant", {}, {"s"}).attribute("value_string", "text");
    b.node("Sum", {"x", "a", "f", "fs"}, {"y"});
    b.node("Identity", {"i"}, {"i2"});
    b.node("Identity", {"is"}, {"is2"});
    b.node("Identity", {"s"}, {"s2"});
    b.output("y").output("i2", DataType::Int64, {}).output("is2", DataType::Int64, {2});
    b.output("s2", DataType::String, {});
    const Model model = b.model();
    QCOMPARE(countNodes(model.graph(), "Constant"), 1); // the string
    QCOMPARE(elements<float>(model, "a"), (std::vector<float>{1.5F, -2.0F}));
    QCOMPARE(elements<float>(model, "f"), (std::vector<float>{0.5F}));
    QCOMPARE(elements<float>(model, "fs"), (std::vector<float>{1, 2}));
    QCOMPARE(elements<std::int64_t>(model, "i"), (std::vector<std::int64_t>{7}));
    QCOMPARE(elements<std::int64_t>(model, "is"), (std::vector<std::int64_t>{1, 2}));
    QVERIFY(findInitializer(model.graph(), "a")->float_data().empty());
    QVERIFY(model.values().at("i").shape.empty());
}

void tst_Model::constantsInSubgraphs_stay()
{
    ModelBuilder branch;
    branch.node("Constant", {}, {"b"}).attribute("value_float", 1.0);
    branch.node("Add", {"x", "b"}, {"branch_y"}); // x comes from outside
    branch.output("branch_y");
    ModelBuilder other;
    other.node("Neg", {"x"}, {"other_y"});
    other.output("other_y");
    ModelBuilder b;
    b.input("x", DataType::Float, {2}).input("c", DataType::Bool, {});
    b.node("If", {"c"}, {"y"}, "choice").graph("then_branch", branch.graph()).graph("else_branch", other.graph());
    b.output("y");
    const Model model = b.model();
    const auto& kept = model.graph().node(0).attribute(0).g();
    QCOMPARE(kept.SerializeAsString(), branch.graph().SerializeAsString());
    QCOMPARE(describe(model.outputs()[0]), std::string("float32 [2]"));
    const ModelTraits traits = modelTraits(model);
    QCOMPARE(traits.subgraphNodes, std::size_t(1));
    QCOMPARE(traits.nodesInSubgraphs, std::size_t(3));
}

void tst_Model::unnamedNodes_getStableNames()
{
    ModelBuilder b;
    b.input("x", DataType::Float, {2});
    b.node("Relu", {"x"}, {"a"});
    b.node("Neg", {"a"}, {"b"}, "Relu_1"); // takes the name that the second Relu would get
    b.node("Relu", {"b"}, {"c"});
    b.node("Neg", {"c"}, {"y"});
    b.output("y");
    const Model model = b.model();
    QCOMPARE(nodeNames(model), (std::vector<std::string>{"Relu_0", "Relu_1", "Relu_2", "Neg_1"}));
    QCOMPARE(modelTraits(model).unnamedNodes, std::size_t(3));
    QCOMPARE(nodeNames(b.model()), nodeNames(model));
}

void tst_Model::duplicateNodeNames_areRenamedWithWarning()
{
    ModelBuilder b;
    b.input("x", DataType::Float, {2});
    b.node("Relu", {"x"}, {"a"}, "n");
    b.node("Neg", {"a"}, {"b"}, "n");
    b.node("Neg", {"b"}, {"y"}, "n_1");
    b.output("y");
    RecordingFeedback feedback;
    const auto model = make(b, feedback);
    QVERIFY(model);
    QCOMPARE(nodeNames(*model), (std::vector<std::string>{"n", "n_2", "n_1"}));
    QCOMPARE(feedback.warnings.size(), std::size_t(1));
    QVERIFY(QString::fromStdString(feedback.warnings[0]).contains("'n'"));
}

void tst_Model::unsortedNodes_areSortedStably()
{
    ModelBuilder b;
    b.input("x", DataType::Float, {2});
    b.node("Add", {"p", "q"}, {"y"}, "last");
    b.node("Neg", {"x"}, {"p"}, "first");
    b.node("Relu", {"x"}, {"q"}, "second");
    b.output("y");
    QCOMPARE(nodeNames(b.model()), (std::vector<std::string>{"first", "second", "last"}));
}

void tst_Model::subgraphs_areKeptAndTheirReadsCount()
{
    // The producer of "p" stands behind the If whose branches read it.
    ModelBuilder branch;
    branch.node("Neg", {"p"}, {"branch_y"});
    branch.output("branch_y");
    ModelBuilder other;
    other.node("Relu", {"p"}, {"other_y"});
    other.output("other_y");
    ModelBuilder b;
    b.input("x", DataType::Float, {2}).input("c", DataType::Bool, {});
    b.node("If", {"c"}, {"y"}, "choice").graph("then_branch", branch.graph()).graph("else_branch", other.graph());
    b.node("Abs", {"x"}, {"p"}, "producer");
    b.output("y");
    QCOMPARE(nodeNames(b.model()), (std::vector<std::string>{"producer", "choice"}));
}

void tst_Model::float16_isRecognised()
{
    ModelBuilder b;
    b.input("x", DataType::Float16, {2});
    b.initializer(makeTensor("h", DataType::Float16, {2}, std::string("\x00\x3c\x00\x40", 4)));
    b.node("Add", {"x", "h"}, {"y"});
    b.output("y", DataType::Float16, {2});
    QVERIFY(modelTraits(b.model()).isFloat16);
    b.randomInitializer("full", {2});
    QVERIFY(modelTraits(b.model()).isFloat16);
}

void tst_Model::float16BetweenFloat32InputsAndOutputs_isRecognised_data()
{
    QTest::addColumn<int>("type");
    QTest::newRow("float16") << int(DataType::Float16);
    QTest::newRow("bfloat16") << int(DataType::BFloat16);
}

void tst_Model::float16BetweenFloat32InputsAndOutputs_isRecognised()
{
    QFETCH(int, type);
    ModelBuilder b(16);
    b.input("x", DataType::Float, {2});
    b.initializer(makeTensor("h", DataType(type), {2}, std::string(4, '\0')));
    b.node("Cast", {"x"}, {"c"}, "in").attribute("to", type);
    b.node("Add", {"c", "h"}, {"a"}, "add");
    b.node("Cast", {"a"}, {"y"}, "out").attribute("to", int(DataType::Float));
    b.output("y");
    QVERIFY(modelTraits(b.model()).isFloat16);
}

void tst_Model::float16ThatOnlyCastsRead_isNotAFloat16Model()
{
    ModelBuilder b(16); // weights stored in half, computed in full
    b.input("x", DataType::Float, {2});
    b.initializer(makeTensor("h", DataType::Float16, {2}, std::string(4, '\0')));
    b.node("Cast", {"h"}, {"c"}, "in").attribute("to", int(DataType::Float));
    b.node("Add", {"x", "c"}, {"y"}, "add");
    b.output("y");
    QVERIFY(!modelTraits(b.model()).isFloat16);
}

void tst_Model::standardDomain_isSpelledEmpty()
{
    ModelBuilder b = convolution();
    b.proto().clear_opset_import();
    b.import("ai.onnx", 13).import("", 13); // listed twice under two names
    b.proto().mutable_graph()->mutable_node(0)->set_domain("ai.onnx");
    const Model model = b.model();
    QCOMPARE(model.opset(), 13);
    QCOMPARE(model.proto().opset_import_size(), 1);
    QVERIFY(model.graph().node(0).domain().empty());
}

void tst_Model::foreignOperators_areKept()
{
    ModelBuilder b;
    b.import("com.example", 1);
    b.input("x", DataType::Float, {2, 3});
    b.node("Magic", {"x"}, {"m"}, "magic").domain("com.example");
    b.node("Relu", {"m"}, {"y"}, "relu");
    b.output("y");
    RecordingFeedback feedback;
    const auto model = make(b, feedback);
    QVERIFY2(model, model ? "" : model.error().message.c_str());
    QVERIFY(feedback.warnings.empty());
    QVERIFY(!model->values().contains("m"));
}

void tst_Model::foreignOperators_keepTheirDeclaredTypes()
{
    ModelBuilder b;
    b.import("com.example", 1);
    b.input("x", DataType::Float, {2, 3});
    b.node("Magic", {"x"}, {"m"}, "magic").domain("com.example");
    b.node("Transpose", {"m"}, {"y"}, "transpose");
    b.value("m", DataType::Float, {"M", 7}).value("y", DataType::Float, {99}).value("gone", DataType::Float, {1});
    b.output("y");
    const Model model = b.model();
    QCOMPARE(describe(model.values().at("m")), std::string("float32 [M, 7]"));
    QCOMPARE(describe(model.outputs()[0]), std::string("float32 [7, M]"));
    QVERIFY(!model.values().contains("gone"));
}

void tst_Model::functions_areInlined()
{
    ModelBuilder b(18);
    b.import("local", 1);
    b.input("x", DataType::Float, {2, 3});
    b.node("Twice", {"x"}, {"t"}, "call").domain("local");
    b.node("Relu", {"t"}, {"y"}, "relu");
    b.output("y");
    auto* function = b.proto().add_functions();
    function->set_name("Twice");
    function->set_domain("local");
    function->add_input("a");
    function->add_output("b");
    auto* import = function->add_opset_import();
    import->set_version(18);
    auto* node = function->add_node();
    node->set_op_type("Add");
    node->add_input("a");
    node->add_input("a");
    node->add_output("b");
    const Model model = b.model();
    QCOMPARE(model.proto().functions_size(), 0);
    QCOMPARE(countNodes(model.graph(), "Add"), 1);
    QCOMPARE(countNodes(model.graph(), "Twice"), 0);
    QCOMPARE(describe(model.values().at("t")), std::string("float32 [2, 3]"));
}

void tst_Model::quantizedModel_isRefusedUnlessForced_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("domain");
    QTest::newRow("QuantizeLinear") << "QuantizeLinear"
                                    << "";
    QTest::newRow("microsoft's QLinearAdd") << "QLinearAdd"
                                            << "com.microsoft";
    QTest::newRow("MatMulNBits") << "MatMulNBits"
                                 << "com.microsoft";
    QTest::newRow("DynamicQuantizeLinear") << "DynamicQuantizeLinear"
                                           << "";
    QTest::newRow("Quark's own") << "ExtendedQuantizeLinear"
                                 << "com.amd.quark";
    QTest::newRow("its predecessor's") << "BFPFixNeuron"
                                       << "com.vai.quantize";
}

void tst_Model::quantizedModel_isRefusedUnlessForced()
{
    QFETCH(QString, type);
    QFETCH(QString, domain);
    ModelBuilder b;
    b.import("com.microsoft", 1).import("com.amd.quark", 1).import("com.vai.quantize", 1);
    b.input("x", DataType::Float, {4});
    b.initializer("scale", {}, {0.1F});
    b.initializer(makeTensor("zero", DataType::UInt8, {}, std::string(1, '\0')));
    const bool isDynamic = type == "DynamicQuantizeLinear";
    b.node(type.toStdString(),
           isDynamic ? std::vector<std::string>{"x"} : std::vector<std::string>{"x", "scale", "zero"},
           isDynamic ? std::vector<std::string>{"q", "qs", "qz"} : std::vector<std::string>{"q"}, "the_node")
        .domain(domain.toStdString());
    b.node("Relu", {"x"}, {"y"}, "relu");
    b.output("y");
    const auto refusedModel = b.tryModel();
    QVERIFY(!refusedModel);
    QCOMPARE(refusedModel.error().code, ErrorCode::ModelRefused);
    const QString message = QString::fromStdString(refusedModel.error().message);
    QVERIFY2(message.contains("node 'the_node' (" + type + ")") && message.contains("quantized already"),
             qPrintable(message));
    const auto forced = b.tryModel({.allowQuantized = true});
    QVERIFY2(forced, forced ? "" : forced.error().message.c_str());
    QCOMPARE(firstQuantizedOperator(forced->proto()), "node 'the_node' (" + type.toStdString() + ")");
}

void tst_Model::foreignOperators_areNoQuantizedOnes()
{
    ModelBuilder b;
    b.import("my.ops", 1).import("com.amd.other", 1).input("x", DataType::Float, {4});
    b.node("RoundToInteger", {"x"}, {"r"}, "round").domain("my.ops");
    b.node("VitisInstanceNormalization", {"r"}, {"y"}, "norm").domain("com.amd.other");
    b.output("y");
    QVERIFY(b.tryModel());
    QVERIFY(!firstQuantizedOperator(b.build()));
}

void tst_Model::emptyGraphName_isAccepted()
{
    ModelBuilder b = convolution();
    b.proto().mutable_graph()->clear_name();
    QVERIFY(b.tryModel());
}

void tst_Model::outputWithoutShape_getsTheInferredOne()
{
    ModelBuilder b = convolution();
    b.proto().mutable_graph()->mutable_output(0)->clear_type();
    QCOMPARE(describe(b.model().outputs()[0]), std::string("float32 [N, 4, 8, 8]"));
}

void tst_Model::negativeExtents_areOpen()
{
    ModelBuilder b = convolution();
    b.proto()
        .mutable_graph()
        ->mutable_input(0)
        ->mutable_type()
        ->mutable_tensor_type()
        ->mutable_shape()
        ->mutable_dim(0)
        ->set_dim_value(-1);
    const Model model = b.model();
    QCOMPARE(describe(model.inputs()[0]), std::string("float32 [?, 3, 8, 8]"));
    QCOMPARE(describe(model.outputs()[0]), std::string("float32 [?, 4, 8, 8]"));
}

void tst_Model::inputWithoutShape_hasNoRank()
{
    ModelBuilder b;
    b.input("x", DataType::Float, {1});
    b.node("Relu", {"x"}, {"y"});
    b.output("y");
    b.proto().mutable_graph()->mutable_input(0)->mutable_type()->mutable_tensor_type()->clear_shape();
    const Model model = b.model();
    QVERIFY(!model.inputs()[0].hasRank);
    QCOMPARE(model.inputs()[0].type, DataType::Float);
    QVERIFY(!model.outputs()[0].hasRank);
}

void tst_Model::clone_isIndependent()
{
    Model model = convolution().model();
    Model copy = model.clone();
    copy.mutableProto().mutable_graph()->mutable_node(0)->set_name("renamed");
    QCOMPARE(model.graph().node(0).name(), std::string("conv1"));
    QCOMPARE(copy.weightBytes(), model.weightBytes());
    Model another = copy.clone(); // shares until one of them is edited, here the source
    copy.mutableProto().mutable_graph()->mutable_node(0)->set_name("again");
    QCOMPARE(another.graph().node(0).name(), std::string("renamed"));
    QCOMPARE(copy.graph().node(0).name(), std::string("again"));
}

void tst_Model::nodesOfOneName_areNumbered_whenThereAreMany()
{
    ModelBuilder b; // quadratic in the number of nodes it would take minutes
    b.input("x", DataType::Float, {1});
    constexpr int kNodes = 100'000;
    for (int i = 0; i < kNodes; ++i)
        b.node("Relu", {i == 0 ? "x" : "v" + std::to_string(i - 1)}, {"v" + std::to_string(i)}, "n");
    b.output("v" + std::to_string(kNodes - 1));
    const Model model = b.model();
    QCOMPARE(model.graph().node(0).name(), std::string("n"));
    QCOMPARE(model.graph().node(kNodes - 1).name(), "n_" + std::to_string(kNodes - 1));
}

void tst_Model::contentHash_isCanceled()
{
    RecordingFeedback feedback;
    const Model model = convolution().model();
    QCOMPARE(model.contentHash(feedback).value(), model.contentHash());
    feedback.canceled = true;
    const auto hash = model.contentHash(feedback);
    QVERIFY(!hash);
    QCOMPARE(hash.error().code, ErrorCode::Canceled);
}

void tst_Model::refresh_sortsNamesAndInfersAgain()
{
    Model model = convolution().model();
    auto* graph = model.mutableProto().mutable_graph();
    graph->mutable_node(1)->set_input(0, "n");
    auto* node = graph->add_node(); // behind its reader, without a name
    node->set_op_type("Neg");
    node->add_input("c");
    node->add_output("n");
    const auto refreshed = model.refresh();
    QVERIFY2(refreshed, refreshed ? "" : refreshed.error().message.c_str());
    QCOMPARE(nodeNames(model), (std::vector<std::string>{"conv1", "Neg_0", "relu1"}));
    QCOMPARE(describe(model.values().at("n")), std::string("float32 [N, 4, 8, 8]"));
}

void tst_Model::refresh_refusesABrokenEdit()
{
    Model model = convolution().model();
    model.mutableProto().mutable_graph()->mutable_node(1)->set_input(0, "nowhere");
    const auto refreshed = model.refresh();
    QVERIFY(!refreshed);
    QVERIFY(QString::fromStdString(refreshed.error().message).contains("'nowhere'"));
    QCOMPARE(refreshed.error().subject, std::string("relu1"));
}

void tst_Model::contentHash_dependsOnContentOnly()
{
    const std::string hash = convolution().model().contentHash();
    QCOMPARE(hash.size(), std::size_t(64));
    ModelBuilder other = convolution();
    other.proto().set_producer_name("somebody else");
    other.proto().set_doc_string("text");
    other.proto().mutable_graph()->set_name("another");
    other.proto().mutable_graph()->mutable_node(0)->set_doc_string("text");
    auto* weights = other.proto().mutable_graph()->mutable_initializer(0); // the same elements in float_data
    std::vector<float> values(weights->raw_data().size() / sizeof(float));
    std::memcpy(values.data(), weights->raw_data().data(), weights->raw_data().size());
    weights->clear_raw_data();
    weights->mutable_float_data()->Add(values.begin(), values.end());
    QCOMPARE(other.model().contentHash(), hash);

    weights->set_float_data(5, weights->float_data(5) + 1.0F);
    QVERIFY(other.model().contentHash() != hash);
    ModelBuilder padded = convolution();
    padded.proto().mutable_graph()->mutable_node(0)->mutable_attribute(0)->set_ints(0, 2);
    QVERIFY(padded.model().contentHash() != hash);
    QVERIFY(convolution(14).model().contentHash() != hash);
}

void tst_Model::load_isCanceled()
{
    RecordingFeedback feedback;
    feedback.canceled = true;
    const auto model = make(convolution(), feedback);
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::Canceled);
}

void tst_Model::namesWithControlCharacters_areEscapedInMessages()
{
    ModelBuilder b;
    b.input("x", DataType::Float, {2});
    b.node("Relu", {"bad\nname\x01\xff"}, {"y"}, "evil\nnode");
    b.output("y");
    const auto model = b.tryModel();
    QVERIFY(!model);
    const QString message = QString::fromStdString(model.error().message);
    QVERIFY2(message.contains("'bad\\x0aname\\x01\\xff'") && message.contains("'evil\\x0anode'"), qPrintable(message));
    QVERIFY(!message.contains('\n'));
}

void tst_Model::aVeryDeepGraph_isLoaded()
{
    // A chain, in reverse order: nothing may recurse along it.
    ModelBuilder b;
    b.input("v0", DataType::Float, {1});
    constexpr int kNodes = 200000; // enough to exhaust the stack of anything that recurses
    for (int i = kNodes; i > 0; --i)
        b.node("Relu", {"v" + std::to_string(i - 1)}, {"v" + std::to_string(i)});
    b.output("v" + std::to_string(kNodes));
    const auto model = b.tryModel();
    QVERIFY2(model, model ? "" : model.error().message.c_str());
    QCOMPARE(model->graph().node(0).input(0), std::string("v0"));
}

QTEST_GUILESS_MAIN(tst_Model)
#include "tst_model.moc"
