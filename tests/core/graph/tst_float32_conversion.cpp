// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/float32_conversion.h"

#include "core/graph/graph.h"
#include "core/tensor/float16.h"
#include "tests/support/model_builder.h"
#include "tests/support/verify_result.h"

#include <QTest>

#include <cstring>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// 1.5 and -2 as bfloat16: the upper halves of 0x3fc00000 and 0xc0000000.
const std::string kBrainFloats("\xc0\x3f\x00\xc0", 4);

std::string halves(const std::vector<float>& values)
{
    std::string bytes;
    for (const float value : values) {
        const std::uint16_t bits = floatToFloat16(value);
        bytes.append(reinterpret_cast<const char*>(&bits), sizeof bits);
    }
    return bytes;
}

/// A float16 model with 16-bit numbers in every place: weights, attributes, types of Cast and of values, bodies.
ModelBuilder halfModel()
{
    ModelBuilder thenBody(13);
    thenBody.initializer(makeTensor("k", DataType::Float16, {1}, halves({0.25F})));
    thenBody.node("Mul", {"a", "k"}, {"t"}, "mul");
    thenBody.output("t", DataType::Float16, {3});
    ModelBuilder elseBody(13);
    elseBody.node("Identity", {"a"}, {"e"}, "same");
    elseBody.output("e", DataType::Float16, {3});
    ModelBuilder b(13);
    b.input("x", DataType::Float16, {3}).input("p", DataType::Bool, Shape{}).input("i", DataType::Int64, {3});
    b.initializer(makeTensor("w", DataType::Float16, {3}, halves({0.1F, -3.0F, 65504.0F})));
    b.node("Add", {"x", "w"}, {"s"}, "add");
    b.node("Cast", {"i"}, {"c"}, "cast").attribute("to", 10);
    b.node("ConstantOfShape", {"shape"}, {"f"}, "fill")
        .tensor("value", makeTensor("value", DataType::Float16, {1}, halves({2.0F})));
    b.int64s("shape", {3});
    b.node("Add", {"s", "c"}, {"sc"}, "add_cast");
    b.node("Add", {"sc", "f"}, {"a"}, "add_fill");
    b.node("If", {"p"}, {"y"}, "if").graph("then_branch", thenBody.graph()).graph("else_branch", elseBody.graph());
    b.output("y", DataType::Float16, {3});
    return b;
}

} // namespace

class tst_Float32Conversion : public QObject
{
    Q_OBJECT

private slots:
    void convertToFloat32_leavesNoSixteenBits();
    void convertToFloat32_keepsEveryNumber();
    void convertToFloat32_widensBfloat16();
    void convertToFloat32_leavesTheOriginalAlone();
};

void tst_Float32Conversion::convertToFloat32_leavesNoSixteenBits()
{
    const Model before = halfModel().model();
    QVERIFY(modelTraits(before).isFloat16);
    const auto after = convertToFloat32(before);
    VERIFY_OK(after);
    QVERIFY(!modelTraits(*after).isFloat16);
    for (const auto& [name, spec] : after->values())
        QVERIFY2(spec.type != DataType::Float16, name.c_str());
    QCOMPARE(after->outputs()[0].type, DataType::Float);
    const Graph graph(*after);
    QCOMPARE(graph.intAttribute(*graph.nodeNamed("cast"), "to", 0), 1);
    const onnx::NodeProto* branch = findNode(after->graph(), "if");
    for (const auto& attribute : branch->attribute()) {
        QCOMPARE(attribute.g().output(0).type().tensor_type().elem_type(), 1);
        for (const auto& initializer : attribute.g().initializer())
            QCOMPARE(initializer.data_type(), 1);
    }
    const onnx::TensorProto& fill = findNode(after->graph(), "fill")->attribute(0).t();
    QCOMPARE(fill.data_type(), 1);
    float two = 0.0F;
    QCOMPARE(fill.raw_data().size(), sizeof two);
    std::memcpy(&two, fill.raw_data().data(), sizeof two);
    QCOMPARE(two, 2.0F);
}

void tst_Float32Conversion::convertToFloat32_keepsEveryNumber()
{
    const Model before = halfModel().model();
    const auto after = convertToFloat32(before);
    VERIFY_OK(after);
    const std::vector<float> expected = Graph(before).initializerFloats("w"); // widened on reading
    QCOMPARE(expected[2], 65504.0F);
    QCOMPARE(Graph(*after).initializerFloats("w"), expected);
}

void tst_Float32Conversion::convertToFloat32_widensBfloat16()
{
    ModelBuilder b(13);
    b.input("x", DataType::BFloat16, {2});
    b.initializer(makeTensor("w", DataType::BFloat16, {2}, kBrainFloats));
    b.node("Add", {"x", "w"}, {"y"}, "add");
    b.output("y", DataType::BFloat16, {2});
    const auto after = convertToFloat32(b.model());
    VERIFY_OK(after);
    QCOMPARE(Graph(*after).initializerFloats("w"), (std::vector<float>{1.5F, -2.0F}));
    QCOMPARE(after->inputs()[0].type, DataType::Float);
}

void tst_Float32Conversion::convertToFloat32_leavesTheOriginalAlone()
{
    const Model before = halfModel().model();
    const std::string bytes = before.proto().SerializeAsString();
    VERIFY_OK(convertToFloat32(before));
    QCOMPARE(before.proto().SerializeAsString(), bytes);
}

QTEST_GUILESS_MAIN(tst_Float32Conversion)
#include "tst_float32_conversion.moc"
