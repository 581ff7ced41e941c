// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/model_builder.h"
#include "tests/support/recording_feedback.h"

#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

std::string shapeOf(const Model& model, const std::string& value)
{
    const auto values = model.values();
    const auto found = values.find(value);
    return found == values.end() ? "unknown" : describe(found->second);
}

} // namespace

class tst_ShapeInference : public QObject
{
    Q_OBJECT

private slots:
    void attentionHeads_areFoundBehindShapeCalculations();
    void oldSlice_isUnderstood();
    void expandByComputedShape_isUnderstood();
    void castOfAShape_changesItsNumbers_data();
    void castOfAShape_changesItsNumbers();
    void unknownReshape_hasARank();
    void impossibleTarget_leavesTheShapeOpen();
    void declaredValues_areNotTrusted();
    void shapeProblems_areWarnings();
    void typeProblems_areRefused();
    void wrongOutputType_isRefused();
    void wrongOutputShape_isAWarning();
    void longVectors_areHarmless();
    void bigWeights_areNotNeeded();
};

void tst_ShapeInference::attentionHeads_areFoundBehindShapeCalculations()
{
    // What PyTorch writes for x.view(x.size(0), x.size(1), 4, 32): scalar Gather, Unsqueeze, Concat.
    ModelBuilder b(13);
    b.input("x", DataType::Float, {"batch", "seq", 128});
    b.int64s("zero", {}, {0}).int64s("one", {}, {1}).int64s("axes", {0}).int64s("four", {4}).int64s("rest", {-1});
    b.node("Shape", {"x"}, {"s"});
    b.node("Gather", {"s", "zero"}, {"n"});
    b.node("Gather", {"s", "one"}, {"l"});
    b.node("Unsqueeze", {"n", "axes"}, {"n1"});
    b.node("Unsqueeze", {"l", "axes"}, {"l1"});
    b.node("Concat", {"n1", "l1", "four", "rest"}, {"target"}).attribute("axis", 0);
    b.node("Reshape", {"x", "target"}, {"heads"});
    b.node("Transpose", {"heads"}, {"y"}).attribute("perm", {0, 2, 1, 3});
    b.output("y");
    const Model model = b.model();
    QCOMPARE(shapeOf(model, "heads"), std::string("float32 [batch, seq, 4, 32]"));
    QCOMPARE(describe(model.outputs()[0]), std::string("float32 [batch, 4, seq, 32]"));
}

void tst_ShapeInference::oldSlice_isUnderstood()
{
    ModelBuilder b(9);
    b.input("x", DataType::Float, {"batch", 48, 2, 2});
    b.int64s("rest", {-1});
    b.node("Shape", {"x"}, {"s"});
    b.node("Slice", {"s"}, {"head"}).attribute("axes", {0}).attribute("starts", {0}).attribute("ends", {2});
    b.node("Concat", {"head", "rest"}, {"target"}).attribute("axis", 0);
    b.node("Reshape", {"x", "target"}, {"y"});
    b.output("y");
    QCOMPARE(describe(b.model().outputs()[0]), std::string("float32 [batch, 48, 4]"));
}

void tst_ShapeInference::expandByComputedShape_isUnderstood()
{
    // Where(shape == -1, ones, shape), PyTorch's expand()
    ModelBuilder b(13);
    b.input("x", DataType::Float, {"batch", 7}).initializer("token", {1, 1}, {0.5F});
    b.int64s("zero", {}, {0}).int64s("axes", {0}).int64s("five", {5}).int64s("minus", {}, {-1}).int64s("two", {2});
    b.node("Shape", {"x"}, {"s"});
    b.node("Gather", {"s", "zero"}, {"n"});
    b.node("Unsqueeze", {"n", "axes"}, {"n1"});
    b.node("Concat", {"n1", "five"}, {"wanted"}).attribute("axis", 0);
    b.node("ConstantOfShape", {"two"}, {"ones"}).tensor("value", makeInt64Tensor("", {1}, {1}));
    b.node("Equal", {"wanted", "minus"}, {"isMinus"});
    b.node("Where", {"isMinus", "ones", "wanted"}, {"target"});
    b.node("Expand", {"token", "target"}, {"y"});
    b.output("y");
    QCOMPARE(describe(b.model().outputs()[0]), std::string("float32 [batch, 5]"));
}

void tst_ShapeInference::castOfAShape_changesItsNumbers_data()
{
    QTest::addColumn<DataType>("type");
    QTest::addColumn<qint64>("number");
    QTest::addColumn<QString>("shape");
    QTest::newRow("bool") << DataType::Bool << qint64(3) << "float32 [1, 12]";
    QTest::newRow("int32") << DataType::Int32 << qint64(3) << "float32 [3, 4]";
    QTest::newRow("int64") << DataType::Int64 << qint64(3) << "float32 [3, 4]";
    QTest::newRow("int32, too large") << DataType::Int32 << (qint64(1) << 32) + 3 << "float32 [?, ?]";
}

void tst_ShapeInference::castOfAShape_changesItsNumbers()
{
    QFETCH(DataType, type);
    QFETCH(qint64, number);
    QFETCH(QString, shape);
    ModelBuilder b(13);
    b.input("x", DataType::Float, {12}).int64s("number", {number}).int64s("rest", {-1});
    b.node("Cast", {"number"}, {"there"}).attribute("to", int(type));
    b.node("Cast", {"there"}, {"back"}).attribute("to", int(DataType::Int64));
    b.node("Concat", {"back", "rest"}, {"target"}).attribute("axis", 0);
    b.node("Reshape", {"x", "target"}, {"y"});
    b.output("y");
    QCOMPARE(QString::fromStdString(describe(b.model().outputs()[0])), shape);
}

void tst_ShapeInference::impossibleTarget_leavesTheShapeOpen()
{
    ModelBuilder b(13);
    b.input("x", DataType::Int64, {2}).int64s("less", {0, -5});
    b.node("Shape", {"x"}, {"s"}); // [2]
    b.node("Concat", {"s", "less"}, {"target"}).attribute("axis", 0);
    b.node("ConstantOfShape", {"target"}, {"y"});
    b.output("y");
    const auto model = b.tryModel();
    QVERIFY2(model, model ? "" : model.error().message.c_str());
    QCOMPARE(QString::fromStdString(shapeOf(*model, "y")), QString("float32 [any shape]"));
}

void tst_ShapeInference::unknownReshape_hasARank()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {"batch", 12}).input("target", DataType::Int64, {3});
    b.node("Reshape", {"x", "target"}, {"y"});
    b.output("y");
    QCOMPARE(describe(b.model().outputs()[0]), std::string("float32 [?, ?, ?]"));
}

void tst_ShapeInference::declaredValues_areNotTrusted()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2, 3});
    b.node("Relu", {"x"}, {"a"});
    b.node("Neg", {"a"}, {"y"});
    b.value("a", DataType::Int64, {9, 9, 9});
    b.output("y");
    QCOMPARE(shapeOf(b.model(), "a"), std::string("float32 [2, 3]"));
}

void tst_ShapeInference::shapeProblems_areWarnings()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2, 3});
    b.randomInitializer("w", {5, 4});
    b.node("MatMul", {"x", "w"}, {"m"}, "product");
    b.node("Relu", {"m"}, {"y"}, "relu");
    b.output("y");
    RecordingFeedback feedback;
    onnx::ModelProto proto = b.build();
    const auto model = Model::fromProto(std::move(proto), {}, {}, feedback);
    QVERIFY2(model, model ? "" : model.error().message.c_str());
    QCOMPARE(feedback.warnings.size(), std::size_t(1));
    QVERIFY2(QString::fromStdString(feedback.warnings[0]).contains("node 'product' (MatMul)"),
             feedback.warnings[0].c_str());
    QCOMPARE(model->values().at("m").type, DataType::Float);
}

void tst_ShapeInference::typeProblems_areRefused()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2}).input("i", DataType::Int64, {2});
    b.node("Add", {"x", "i"}, {"y"}, "sum");
    b.output("y");
    const auto model = b.tryModel();
    QVERIFY(!model);
    const QString message = QString::fromStdString(model.error().message);
    QVERIFY2(message.contains("Node 'sum' (Add)") && message.contains("int64"), qPrintable(message));
    QCOMPARE(model.error().subject, std::string("sum"));
}

void tst_ShapeInference::wrongOutputType_isRefused()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2});
    b.node("Relu", {"x"}, {"y"});
    b.output("y", DataType::Float16, {2});
    const auto model = b.tryModel();
    QVERIFY(!model);
    const QString message = QString::fromStdString(model.error().message);
    QVERIFY2(message.contains("'y'") && message.contains("float16") && message.contains("float32"),
             qPrintable(message));
}

void tst_ShapeInference::wrongOutputShape_isAWarning()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2});
    b.node("Relu", {"x"}, {"y"});
    b.output("y", DataType::Float, {3});
    RecordingFeedback feedback;
    onnx::ModelProto proto = b.build();
    QVERIFY(Model::fromProto(std::move(proto), {}, {}, feedback));
    QCOMPARE(feedback.warnings.size(), std::size_t(1));
    QVERIFY(QString::fromStdString(feedback.warnings[0]).contains("'y'"));
}

void tst_ShapeInference::longVectors_areHarmless()
{
    // onnx's data propagation would make one object per element.
    ModelBuilder b(13);
    b.input("x", DataType::Int64, {std::int64_t(1) << 50});
    b.int64s("zero", {}, {0}).int64s("huge", {std::int64_t(1) << 50});
    b.node("Gather", {"x", "zero"}, {"a"});
    b.node("ConstantOfShape", {"huge"}, {"b"}).tensor("value", makeInt64Tensor("", {1}, {1}));
    b.node("Add", {"b", "x"}, {"y"});
    b.output("y", DataType::Int64, {std::int64_t(1) << 50});
    QVERIFY(b.tryModel());
}

void tst_ShapeInference::bigWeights_areNotNeeded()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {"N", 64});
    b.randomInitializer("w", {64, 64});
    b.node("MatMul", {"x", "w"}, {"y"});
    b.output("y");
    QCOMPARE(describe(b.model().outputs()[0]), std::string("float32 [N, 64]"));
}

QTEST_GUILESS_MAIN(tst_ShapeInference)
#include "tst_shape_inference.moc"
