// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/function_expansion.h"
#include "core/model/model.h"
#include "tests/support/model_builder.h"
#include "tests/support/model_runs.h"
#include "tests/support/recording_feedback.h"
#include "tests/support/verify_result.h"

#include <QTest>

#include <cstring>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// The tensor 's' [2, 3] with 5 and 7 at the places of @p indices.
onnx::SparseTensorProto sparse(const Shape& indexShape, const std::vector<std::int64_t>& indices)
{
    onnx::SparseTensorProto tensor;
    *tensor.mutable_values() = makeFloatTensor("s", {2}, {5, 7});
    *tensor.mutable_indices() = makeInt64Tensor("", indexShape, indices);
    tensor.add_dims(2);
    tensor.add_dims(3);
    return tensor;
}

/// x [1, 2] times 's' → y [1, 3]
ModelBuilder product()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2});
    b.node("MatMul", {"x", "s"}, {"y"}, "matmul");
    b.output("y");
    return b;
}

std::vector<float> floatsOf(const onnx::TensorProto& tensor)
{
    std::vector<float> values(tensor.raw_data().size() / sizeof(float));
    std::memcpy(values.data(), tensor.raw_data().data(), tensor.raw_data().size());
    return values;
}

/// Adds the function local.F@p level, which calls the next one @p calls times; the last one is a Relu.
void addFunction(ModelBuilder& b, int level, int levels, int calls)
{
    auto* function = b.proto().add_functions();
    function->set_name("F" + std::to_string(level));
    function->set_domain("local");
    function->add_input("v0");
    function->add_output("v" + std::to_string(calls));
    function->add_opset_import()->set_version(17);
    auto* local = function->add_opset_import();
    local->set_domain("local");
    local->set_version(1);
    for (int i = 0; i < calls; ++i) {
        auto* node = function->add_node();
        const bool isLast = level + 1 == levels;
        node->set_op_type(isLast ? "Relu" : "F" + std::to_string(level + 1));
        if (!isLast)
            node->set_domain("local");
        node->add_input("v" + std::to_string(i));
        node->add_output("v" + std::to_string(i + 1));
    }
}

ModelBuilder nestedFunctions(int levels, int calls)
{
    ModelBuilder b(17);
    b.import("local", 1).input("x", DataType::Float, {2});
    b.node("F0", {"x"}, {"y"}, "call").domain("local");
    b.output("y", DataType::Float, {2});
    for (int level = 0; level < levels; ++level)
        addFunction(b, level, levels, calls);
    return b;
}

/// Lets @p node hand on the attribute 't' of the function that it stands in, as @p name.
void refer(onnx::NodeProto& node, const std::string& name)
{
    auto* attribute = node.add_attribute();
    attribute->set_name(name);
    attribute->set_ref_attr_name("t");
    attribute->set_type(onnx::AttributeProto::TENSOR);
}

/// nestedFunctions() of @p levels levels, two calls each, whose last one adds a constant that all hand down, in a
/// branch of an If when @p inBranch is set.
ModelBuilder handedDown(int levels, bool inBranch)
{
    ModelBuilder b = nestedFunctions(levels, 2);
    for (onnx::FunctionProto& function : *b.proto().mutable_functions()) {
        function.add_attribute("t");
        for (onnx::NodeProto& node : *function.mutable_node()) {
            if (node.domain() == "local")
                refer(node, "t");
        }
    }
    onnx::FunctionProto& last = *b.proto().mutable_functions(levels - 1);
    onnx::NodeProto constant;
    constant.set_op_type("Constant");
    constant.add_output("k");
    refer(constant, "value");
    if (inBranch) {
        ModelBuilder branch(17);
        *branch.proto().mutable_graph()->add_node() = constant;
        branch.output("k");
        last.mutable_node(1)->set_op_type("If");
        NodeBuilder(*last.mutable_node(1)).graph("then_branch", branch.graph());
    } else {
        *last.add_node() = constant;
    }
    return b;
}

} // namespace

class tst_ModelNormalization : public QObject
{
    Q_OBJECT

private slots:
    void sparseInitializer_becomesDense_data();
    void sparseInitializer_becomesDense();
    void sparseConstant_becomesAnInitializer();
    void sparseInitializerOfABody_becomesDense();
    void sparseInitializer_isRefused_data();
    void sparseInitializer_isRefused();
    void functions_areExpanded_withinTheLimits();
    void functions_areRefused_beyondTheLimits_data();
    void functions_areRefused_beyondTheLimits();
    void expansion_countsBytesAndBodies();
    void expansion_ofDefaultGraphs_ends_data();
    void expansion_ofDefaultGraphs_ends();
    void expansion_countsAttributesHandedDown_data();
    void expansion_countsAttributesHandedDown();
};

void tst_ModelNormalization::sparseInitializer_becomesDense_data()
{
    QTest::addColumn<Shape>("indexShape");
    QTest::addColumn<std::vector<std::int64_t>>("indices");
    QTest::newRow("positions") << Shape{2} << std::vector<std::int64_t>{1, 5};
    QTest::newRow("one index an axis") << Shape{2, 2} << std::vector<std::int64_t>{0, 1, 1, 2};
}

void tst_ModelNormalization::sparseInitializer_becomesDense()
{
    QFETCH(Shape, indexShape);
    QFETCH(std::vector<std::int64_t>, indices);
    ModelBuilder b = product();
    *b.proto().mutable_graph()->add_sparse_initializer() = sparse(indexShape, indices);
    const Model model = b.model();
    QCOMPARE(model.graph().sparse_initializer_size(), 0);
    const auto* dense = findInitializer(model.graph(), "s");
    QVERIFY(dense);
    QCOMPARE(floatsOf(*dense), (std::vector<float>{0, 5, 0, 0, 0, 7}));
    NamedTensors inputs;
    inputs.emplace("x", Tensor::fromFloats({1, 2}, std::vector<float>{2, 3}));
    const std::vector<Tensor> outputs = outputsOf(model, inputs);
    const auto y = outputs.at(0).as<float>();
    QCOMPARE(std::vector<float>(y.begin(), y.end()), (std::vector<float>{0, 10, 21}));
}

void tst_ModelNormalization::sparseConstant_becomesAnInitializer()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2});
    auto* attribute = b.node("Constant", {}, {"s"}).proto().add_attribute();
    attribute->set_name("sparse_value");
    attribute->set_type(onnx::AttributeProto::SPARSE_TENSOR);
    *attribute->mutable_sparse_tensor() = sparse({2}, {1, 5});
    b.node("MatMul", {"x", "s"}, {"y"}, "matmul");
    b.output("y");
    const Model model = b.model();
    QCOMPARE(model.graph().node_size(), 1);
    QVERIFY(findInitializer(model.graph(), "s"));
    QCOMPARE(floatsOf(*findInitializer(model.graph(), "s")), (std::vector<float>{0, 5, 0, 0, 0, 7}));
}

void tst_ModelNormalization::sparseInitializerOfABody_becomesDense()
{
    ModelBuilder yes(13);
    *yes.proto().mutable_graph()->add_sparse_initializer() = sparse({2}, {1, 5});
    yes.node("MatMul", {"x", "s"}, {"t"}).proto().set_name("inner");
    yes.output("t");
    ModelBuilder no(13);
    no.initializer("k", {1, 3}, {1, 2, 3});
    no.node("Identity", {"k"}, {"e"});
    no.output("e");
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2}).input("cond", DataType::Bool, {});
    b.node("If", {"cond"}, {"y"}, "choice").graph("then_branch", yes.graph()).graph("else_branch", no.graph());
    b.output("y", DataType::Float, {1, 3});
    const Model model = b.model();
    for (const auto& attribute : model.graph().node(0).attribute()) {
        QCOMPARE(attribute.g().sparse_initializer_size(), 0);
        QCOMPARE(attribute.g().initializer_size(), 1);
    }
}

void tst_ModelNormalization::sparseInitializer_isRefused_data()
{
    using Edit = std::function<void(onnx::SparseTensorProto&)>;
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const Edit& edit, const char* words) {
        QTest::newRow(name) << edit << QString(words);
    };
    const auto indices = [](const Shape& shape, const std::vector<std::int64_t>& values) {
        return [=](onnx::SparseTensorProto& s) { *s.mutable_indices() = makeInt64Tensor("", shape, values); };
    };
    row("beyond the end", indices({2}, {1, 6}), "lie outside its shape");
    row("negative", indices({2}, {-1, 2}), "lie outside its shape");
    row("twice", indices({2}, {1, 1}), "not ascending");
    row("beyond an axis", indices({2, 2}, {0, 1, 0, 3}), "lie outside its shape");
    row("too few", indices({1}, {1}), "one int64 index");
    row("axes of another shape", indices({2, 3}, {0, 0, 0, 1, 1, 1}), "one int64 index");
    row(
        "indices of another type",
        [](onnx::SparseTensorProto& s) {
            *s.mutable_indices() = makeFloatTensor("", {2}, {1, 2});
        },
        "one int64 index");
    row(
        "no indices", [](onnx::SparseTensorProto& s) { s.clear_indices(); }, "one int64 index");
    row(
        "values of two axes",
        [](onnx::SparseTensorProto& s) {
            *s.mutable_values() = makeFloatTensor("s", {2, 1}, {1, 2});
        },
        "one int64 index");
    row(
        "huge", [](onnx::SparseTensorProto& s) { s.set_dims(1, std::int64_t(1) << 40); }, "more than 1024 MiB");
    row(
        "overflow", [](onnx::SparseTensorProto& s) { s.set_dims(1, std::int64_t(1) << 62); }, "cannot be stored");
    row(
        "negative extent", [](onnx::SparseTensorProto& s) { s.set_dims(1, -3); }, "cannot be stored");
}

void tst_ModelNormalization::sparseInitializer_isRefused()
{
    QFETCH(std::function<void(onnx::SparseTensorProto&)>, edit);
    QFETCH(QString, words);
    ModelBuilder b = product();
    auto* tensor = b.proto().mutable_graph()->add_sparse_initializer();
    *tensor = sparse({2}, {1, 5});
    edit(*tensor);
    const auto model = b.tryModel();
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::ModelRefused);
    const QString message = QString::fromStdString(model.error().message);
    QVERIFY2(message.contains(words) && message.contains("'s'"), qPrintable(message));
}

void tst_ModelNormalization::functions_areExpanded_withinTheLimits()
{
    const Model model = nestedFunctions(8, 2).model();
    QCOMPARE(countNodes(model.graph(), "Relu"), 256);
    QVERIFY(checkExpansion(nestedFunctions(19, 2).build()));
}

void tst_ModelNormalization::functions_areRefused_beyondTheLimits_data()
{
    QTest::addColumn<int>("levels");
    QTest::newRow("2^20 nodes") << 20;
    QTest::newRow("2^90 nodes") << 90;
}

void tst_ModelNormalization::functions_areRefused_beyondTheLimits()
{
    QFETCH(int, levels);
    const auto model = nestedFunctions(levels, 2).tryModel();
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::ModelRefused);
    QVERIFY2(model.error().message.find("stand for more than 1000000 nodes") != std::string::npos,
             model.error().message.c_str());
}

void tst_ModelNormalization::expansion_countsBytesAndBodies()
{
    // 2^18 copies of 16 KiB are 4 GiB.
    ModelBuilder big = nestedFunctions(18, 2);
    auto* last = big.proto().mutable_functions(17)->mutable_node(0);
    last->set_doc_string(std::string(16384, 'x'));
    QVERIFY(!checkExpansion(big.build()));
    last->clear_doc_string();
    QVERIFY(checkExpansion(big.build()));
    // Calls inside bodies of control flow count.
    ModelBuilder branch(17);
    branch.node("F0", {"x"}, {"t"}).domain("local");
    branch.output("t");
    ModelBuilder b = nestedFunctions(20, 2);
    b.proto().mutable_graph()->clear_node();
    b.node("If", {"x"}, {"y"}, "choice").graph("then_branch", branch.graph());
    QVERIFY(!checkExpansion(b.build()));
}

void tst_ModelNormalization::expansion_ofDefaultGraphs_ends_data()
{
    QTest::addColumn<int>("levels");
    QTest::addColumn<bool>("isCircle"); // the last one's default graph calls the first function
    QTest::addColumn<bool>("fits");
    QTest::newRow("itself") << 1 << true << false;
    QTest::newRow("a circle of three") << 3 << true << false;
    QTest::newRow("few levels") << 4 << false << true;
    QTest::newRow("twice at each of 60 levels") << 60 << false << false;
    QTest::newRow("deep") << 20000 << false << false;
}

void tst_ModelNormalization::expansion_ofDefaultGraphs_ends()
{
    QFETCH(int, levels);
    QFETCH(bool, isCircle);
    QFETCH(bool, fits);
    onnx::ModelProto model;
    const auto call = [](onnx::NodeProto& node, int function) {
        node.set_op_type("F" + std::to_string(function));
        node.set_domain("local");
    };
    call(*model.mutable_graph()->add_node(), 0);
    for (int i = 0; i < levels; ++i) {
        onnx::FunctionProto& function = *model.add_functions();
        function.set_name("F" + std::to_string(i));
        function.set_domain("local");
        onnx::AttributeProto& given = *function.add_attribute_proto();
        given.set_name("g");
        if (i + 1 < levels || isCircle) {
            for (int twice = 0; twice < 2; ++twice)
                call(*given.mutable_g()->add_node(), i + 1 < levels ? i + 1 : 0);
        }
        onnx::NodeProto& choice = *function.add_node();
        choice.set_op_type("If");
        for (const char* branch : {"then_branch", "else_branch"}) {
            onnx::AttributeProto& attribute = *choice.add_attribute();
            attribute.set_name(branch);
            attribute.set_ref_attr_name("g");
        }
    }
    QCOMPARE(bool(checkExpansion(model)), fits);
}

void tst_ModelNormalization::expansion_countsAttributesHandedDown_data()
{
    QTest::addColumn<int>("levels");
    QTest::addColumn<bool>("inBranch");
    QTest::addColumn<bool>("byDefault");
    QTest::addColumn<int>("size"); // of the tensor, in bytes
    QTest::addColumn<bool>("fits");
    const auto row = [](const char* name, int levels, bool inBranch, bool byDefault, int size, bool fits) {
        QTest::newRow(name) << levels << inBranch << byDefault << size << fits;
    };
    row("few copies", 8, false, false, 100'000, true);
    row("2^16 copies of little", 17, false, false, 4, true);
    row("2^16 copies of 100 kB", 17, false, false, 100'000, false);
    // The calls that hand it on count, too: 3 * 2^16 times 10 kB are 1.97 GB.
    row("3 * 2^16 copies of 10 kB", 17, false, false, 10'000, true);
    row("3 * 2^16 copies of 12 kB", 17, false, false, 12'000, false);
    row("in a branch", 18, true, false, 100'000, false);
    row("few in a branch", 8, true, false, 100'000, true);
    row("the default value", 17, false, true, 100'000, false);
    row("the default value, few copies", 8, false, true, 100'000, true);
    row("the default value, little", 17, false, true, 4, true);
}

void tst_ModelNormalization::expansion_countsAttributesHandedDown()
{
    QFETCH(int, levels);
    QFETCH(bool, inBranch);
    QFETCH(bool, byDefault);
    QFETCH(int, size);
    QFETCH(bool, fits);
    ModelBuilder b = handedDown(levels, inBranch);
    const onnx::TensorProto value =
        makeTensor("t", DataType::Float, {size / 4}, std::string(static_cast<std::size_t>(size), '\0'));
    if (byDefault) {
        // The first function has it when the model's node gives none.
        onnx::FunctionProto& first = *b.proto().mutable_functions(0);
        first.clear_attribute();
        onnx::NodeProto holder;
        NodeBuilder(holder).tensor("t", value);
        *first.add_attribute_proto() = holder.attribute(0);
    } else {
        NodeBuilder(*b.proto().mutable_graph()->mutable_node(0)).tensor("t", value);
    }
    QCOMPARE(bool(checkExpansion(b.build())), fits);
}

QTEST_GUILESS_MAIN(tst_ModelNormalization)
#include "tst_model_normalization.moc"
