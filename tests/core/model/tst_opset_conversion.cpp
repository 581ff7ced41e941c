// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/opset_conversion.h"
#include "core/model/opset_names.h"
#include "tests/support/model_builder.h"
#include "tests/support/processor_time.h"

#include <QTest>

#include <cstring>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

const onnx::AttributeProto* attributeOf(const onnx::NodeProto& node, const std::string& name)
{
    for (const auto& attribute : node.attribute()) {
        if (attribute.name() == name)
            return &attribute;
    }
    return nullptr;
}

std::vector<float> floatsOf(const Model& model, const std::string& name)
{
    const auto* tensor = findInitializer(model.graph(), name);
    if (!tensor)
        return {};
    const auto bytes = model.bytesOf(*tensor);
    std::vector<float> values(bytes.size() / sizeof(float));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

} // namespace

class tst_OpsetConversion : public QObject
{
    Q_OBJECT

private slots:
    void clip_getsItsBoundsAsInputs();
    void clip_float16BoundsAreFloat16();
    void pad_getsItsAttributesAsInputs();
    void upsample_becomesAsymmetricResize();
    void upsample_becomesAsymmetricResize_data();
    void upsample_inSubgraph_becomesResize();
    void upsample_leavesTakenNamesAlone();
    void shrinkingResize_takesThePixelAbove();
    void softmax_overAllThatIsLeft_keepsItsAxis();
    void softmax_flattening_isSpelledOut();
    void hardmax_flattening_isRefused();
    void batchNormalization_losesUnusedOutputs();
    void dropout_keepsItsName();
    void bigWeights_areKept();
    void metadata_isKept();
    void foreignOperators_areKept();
    void constantsOfSubgraphs_doNotCollide();
    void newNames_takeLinearTime();
    void missingAdapter_namesTheOperator();
    void wrongTargets_areRefused();
};

void tst_OpsetConversion::clip_getsItsBoundsAsInputs()
{
    ModelBuilder b(7);
    b.irVersion(3).input("x", DataType::Float, {2});
    b.node("Clip", {"x"}, {"a"}, "both").attribute("min", 0.0).attribute("max", 6.0);
    b.node("Clip", {"a"}, {"y"}, "upper").attribute("max", 6.0);
    b.output("y");
    Model model = b.model();
    const auto converted = convertOpset(model, 21);
    QVERIFY2(converted, converted ? "" : converted.error().message.c_str());
    QCOMPARE(model.opset(), 21);
    QVERIFY(model.proto().ir_version() >= 10);
    QCOMPARE(model.graph().node_size(), 2);
    const auto* both = findNode(model.graph(), "both");
    QVERIFY(both);
    QCOMPARE(both->input(1), std::string("both_min"));
    QCOMPARE(both->input(2), std::string("both_max"));
    QCOMPARE(floatsOf(model, "both_max"), std::vector<float>{6.0F});
    QCOMPARE(floatsOf(model, "upper_min"), std::vector<float>{std::numeric_limits<float>::lowest()});
}

void tst_OpsetConversion::clip_float16BoundsAreFloat16()
{
    ModelBuilder b(10);
    b.input("x", DataType::Float16, {2});
    b.node("Clip", {"x"}, {"y"}, "clip").attribute("min", -0.5).attribute("max", 6.0);
    b.output("y", DataType::Float16, {2});
    Model model = b.model();
    const auto converted = convertOpset(model, 13);
    QVERIFY2(converted, converted ? "" : converted.error().message.c_str());
    const auto* lower = findInitializer(model.graph(), "clip_min");
    QVERIFY(lower);
    QCOMPARE(lower->data_type(), static_cast<int>(DataType::Float16));
    QCOMPARE(QByteArray::fromStdString(lower->raw_data()), QByteArray::fromHex("00b8"));
    QCOMPARE(QByteArray::fromStdString(findInitializer(model.graph(), "clip_max")->raw_data()),
             QByteArray::fromHex("0046"));
}

void tst_OpsetConversion::pad_getsItsAttributesAsInputs()
{
    ModelBuilder b(9);
    b.input("x", DataType::Float16, {2, 5});
    b.node("Pad", {"x"}, {"y"}, "pad").attribute("pads", {0, 1, 0, 2}).attribute("value", 0.5);
    b.output("y", DataType::Float16, {2, 8});
    Model model = b.model();
    const auto converted = convertOpset(model, 13);
    QVERIFY2(converted, converted ? "" : converted.error().message.c_str());
    const auto* pads = findInitializer(model.graph(), "pad_pads");
    const auto* value = findInitializer(model.graph(), "pad_constant_value");
    QVERIFY(pads && value);
    QCOMPARE(pads->data_type(), static_cast<int>(DataType::Int64));
    QCOMPARE(value->data_type(), static_cast<int>(DataType::Float16));
}

void tst_OpsetConversion::upsample_becomesAsymmetricResize_data()
{
    QTest::addColumn<int>("opset");
    QTest::addColumn<int>("target");
    QTest::newRow("7 to 13") << 7 << 13;
    QTest::newRow("8 to 11") << 8 << 11;
    QTest::newRow("9 to 13") << 9 << 13;
    QTest::newRow("9 to 21") << 9 << 21;
    QTest::newRow("10 to 26") << 10 << 26;
}

void tst_OpsetConversion::upsample_becomesAsymmetricResize()
{
    QFETCH(int, opset);
    QFETCH(int, target);
    ModelBuilder b(opset);
    b.input("x", DataType::Float, {1, 3, 4, 4});
    if (opset < 9) {
        b.node("Upsample", {"x"}, {"y"}, "up").floats("scales", {1, 1, 2, 2}).attribute("mode", "nearest");
    } else {
        b.initializer("s", {4}, {1, 1, 2, 2});
        b.node(opset == 9 ? "Upsample" : "Resize", {"x", "s"}, {"y"}, "up").attribute("mode", "nearest");
    }
    b.output("y");
    Model model = b.model();
    const auto converted = convertOpset(model, target);
    QVERIFY2(converted, converted ? "" : converted.error().message.c_str());
    const auto* node = findNode(model.graph(), "up");
    QVERIFY(node);
    QCOMPARE(node->op_type(), std::string("Resize"));
    QCOMPARE(node->input_size(), 3);
    QCOMPARE(node->input(1).empty(), target >= 13);
    QCOMPARE(floatsOf(model, node->input(2)), (std::vector<float>{1, 1, 2, 2}));
    QCOMPARE(attributeOf(*node, "coordinate_transformation_mode")->s(), std::string("asymmetric"));
    QCOMPARE(attributeOf(*node, "nearest_mode")->s(), std::string("floor"));
    QCOMPARE(describe(model.outputs()[0]), std::string("float32 [1, 3, 8, 8]"));
    QCOMPARE(model.graph().node_size(), 1);
}

void tst_OpsetConversion::upsample_leavesTakenNamesAlone()
{
    ModelBuilder b(8);
    b.input("x", DataType::Float, {1, 1, 2, 2});
    b.initializer("up_scales", {1}, {5}).initializer("up_roi", {1}, {7});
    b.node("Upsample", {"x"}, {"up"}, "upsample").floats("scales", {1, 1, 2, 2});
    b.node("Mul", {"up", "up_scales"}, {"m"}, "mul");
    b.node("Mul", {"m", "up_roi"}, {"y"}, "mul2");
    b.output("y");
    for (const int target : {11, 13}) {
        Model model = b.model();
        const auto converted = convertOpset(model, target);
        QVERIFY2(converted, converted ? "" : converted.error().message.c_str());
        QCOMPARE(floatsOf(model, "up_scales"), std::vector<float>{5});
        QCOMPARE(floatsOf(model, findNode(model.graph(), "upsample")->input(2)), (std::vector<float>{1, 1, 2, 2}));
    }
}

void tst_OpsetConversion::upsample_inSubgraph_becomesResize()
{
    ModelBuilder branch;
    branch.node("Upsample", {"x", "s"}, {"branch_y"}, "inner");
    branch.output("branch_y");
    ModelBuilder other;
    other.node("Identity", {"x"}, {"other_y"});
    other.output("other_y");
    ModelBuilder b(9);
    b.input("x", DataType::Float, {1, 1, 2, 2}).input("c", DataType::Bool, {}).initializer("s", {4}, {1, 1, 2, 2});
    b.node("If", {"c"}, {"y"}, "choice").graph("then_branch", branch.graph()).graph("else_branch", other.graph());
    b.output("y");
    Model model = b.model();
    const auto converted = convertOpset(model, 13);
    QVERIFY2(converted, converted ? "" : converted.error().message.c_str());
    const auto& inner = attributeOf(model.graph().node(0), "then_branch")->g().node(0);
    QCOMPARE(inner.op_type(), std::string("Resize"));
    QVERIFY(inner.domain().empty());
}

void tst_OpsetConversion::shrinkingResize_takesThePixelAbove()
{
    ModelBuilder b(10);
    b.input("x", DataType::Float, {1, 1, 4, 4}).initializer("s", {4}, {1, 1, 0.6F, 0.6F});
    b.node("Resize", {"x", "s"}, {"y"}, "down");
    b.output("y");
    Model model = b.model();
    QVERIFY(convertOpset(model, 13));
    QCOMPARE(attributeOf(*findNode(model.graph(), "down"), "nearest_mode")->s(), std::string("ceil"));

    ModelBuilder mixed(10);
    mixed.input("x", DataType::Float, {1, 1, 4, 4}).initializer("s", {4}, {1, 1, 0.5F, 2});
    mixed.node("Resize", {"x", "s"}, {"y"}, "both");
    mixed.output("y");
    Model refused = mixed.model();
    const auto converted = convertOpset(refused, 13);
    QVERIFY(!converted);
    QCOMPARE(converted.error().subject, std::string("both"));
    QCOMPARE(refused.opset(), 10);
}

void tst_OpsetConversion::softmax_overAllThatIsLeft_keepsItsAxis()
{
    ModelBuilder b(7);
    b.input("x", DataType::Float, {1, 10, 1, 1});
    b.node("Softmax", {"x"}, {"y"}, "softmax");
    b.output("y");
    Model model = b.model();
    QVERIFY(convertOpset(model, 13));
    QCOMPARE(model.graph().node_size(), 1);
    QCOMPARE(attributeOf(model.graph().node(0), "axis")->i(), std::int64_t(1));
}

void tst_OpsetConversion::softmax_flattening_isSpelledOut()
{
    ModelBuilder b(11);
    b.input("x", DataType::Float, {1, 10, 4, 4});
    b.node("Softmax", {"x"}, {"y"}, "softmax").attribute("axis", 1);
    b.output("y");
    Model model = b.model();
    QVERIFY(convertOpset(model, 13));
    QCOMPARE(countNodes(model.graph(), "Flatten"), 1);
    QCOMPARE(countNodes(model.graph(), "Reshape"), 1);
    QCOMPARE(attributeOf(*findNode(model.graph(), "softmax"), "axis")->i(), std::int64_t(-1));
    QCOMPARE(describe(model.outputs()[0]), std::string("float32 [1, 10, 4, 4]"));
}

void tst_OpsetConversion::hardmax_flattening_isRefused()
{
    ModelBuilder b(11);
    b.input("x", DataType::Float, {1, 10, 4});
    b.node("Hardmax", {"x"}, {"y"}, "hardmax").attribute("axis", 1);
    b.output("y");
    Model model = b.model();
    const std::string before = model.proto().SerializeAsString();
    const auto converted = convertOpset(model, 13);
    QVERIFY(!converted);
    QVERIFY(QString::fromStdString(converted.error().message).contains("'hardmax' (Hardmax)"));
    QCOMPARE(model.proto().SerializeAsString(), before);
}

void tst_OpsetConversion::batchNormalization_losesUnusedOutputs()
{
    ModelBuilder b(9);
    b.input("x", DataType::Float, {1, 2, 3, 3});
    for (const char* name : {"scale", "bias", "mean", "var"})
        b.initializer(name, {2}, {1, 1});
    b.node("BatchNormalization", {"x", "scale", "bias", "mean", "var"}, {"y", "m", "v", "sm", "sv"}, "bn");
    b.output("y");
    Model model = b.model();
    const auto converted = convertOpset(model, 15);
    QVERIFY2(converted, converted ? "" : converted.error().message.c_str());
    QCOMPARE(findNode(model.graph(), "bn")->output_size(), 1);
}

void tst_OpsetConversion::dropout_keepsItsName()
{
    ModelBuilder b(7);
    b.input("x", DataType::Float, {2});
    b.node("Dropout", {"x"}, {"y"}, "drop").attribute("ratio", 0.25);
    b.output("y");
    Model model = b.model();
    QVERIFY(convertOpset(model, 13));
    QCOMPARE(floatsOf(model, findNode(model.graph(), "drop")->input(1)), std::vector<float>{0.25F});
}

void tst_OpsetConversion::bigWeights_areKept()
{
    ModelBuilder b(9);
    b.input("x", DataType::Float, {1, 3, 8, 8});
    b.randomInitializer("w", {64, 3, 5, 5});
    b.node("Conv", {"x", "w"}, {"y"}, "conv");
    b.output("y");
    Model model = b.model();
    const char* before = findInitializer(model.graph(), "w")->raw_data().data();
    QVERIFY(convertOpset(model, 21));
    QVERIFY(findInitializer(model.graph(), "w")->raw_data().data() == before); // moved, not copied
    QCOMPARE(model.graph().input_size(), 1);
}

void tst_OpsetConversion::metadata_isKept()
{
    ModelBuilder b(9);
    b.proto().set_producer_name("producer");
    auto* entry = b.proto().add_metadata_props();
    entry->set_key("k");
    entry->set_value("v");
    b.input("x", DataType::Float, {2});
    auto relu = b.node("Relu", {"x"}, {"y"}, "relu");
    relu.proto().set_doc_string("text");
    auto* nodeEntry = relu.proto().add_metadata_props();
    nodeEntry->set_key("nk");
    b.output("y");
    Model model = b.model();
    QVERIFY(convertOpset(model, 13));
    QCOMPARE(model.proto().metadata_props_size(), 1);
    QCOMPARE(model.proto().producer_name(), std::string("producer"));
    QCOMPARE(model.graph().node(0).doc_string(), std::string("text"));
    QCOMPARE(model.graph().node(0).metadata_props_size(), 1);
}

void tst_OpsetConversion::foreignOperators_areKept()
{
    ModelBuilder b(9);
    b.import("com.example", 3);
    b.input("x", DataType::Float, {2});
    b.node("Magic", {"x"}, {"m"}, "magic").domain("com.example").attribute("a", 1);
    b.node("Clip", {"m"}, {"y"}, "clip").attribute("min", 0.0);
    b.output("y");
    Model model = b.model();
    const auto converted = convertOpset(model, 13);
    QVERIFY2(converted, converted ? "" : converted.error().message.c_str());
    QCOMPARE(model.opset("com.example"), 3);
    QCOMPARE(findNode(model.graph(), "magic")->domain(), std::string("com.example"));
}

void tst_OpsetConversion::constantsOfSubgraphs_doNotCollide()
{
    const auto clipping = [](const char* output) {
        ModelBuilder branch;
        branch.node("Clip", {"x"}, {output}, "inner").attribute("min", 0.0).attribute("max", 1.0);
        branch.output(output);
        return branch.graph();
    };
    ModelBuilder b(10);
    b.input("x", DataType::Float, {2}).input("c", DataType::Bool, {});
    b.node("Clip", {"x"}, {"a"}, "outer").attribute("min", 0.0).attribute("max", 1.0);
    b.node("If", {"c"}, {"i"}, "choice").graph("then_branch", clipping("t")).graph("else_branch", clipping("e"));
    b.node("Add", {"a", "i"}, {"y"});
    b.output("y");
    Model model = b.model();
    const auto converted = convertOpset(model, 13);
    QVERIFY2(converted, converted ? "" : converted.error().message.c_str());
}

void tst_OpsetConversion::newNames_takeLinearTime()
{
    // Looking through the graph for each new value takes 100 times the limit.
    constexpr int kNodes = 40000;
    onnx::GraphProto before;
    onnx::GraphProto after;
    for (int i = 0; i < kNodes; ++i) {
        auto* constant = after.add_node();
        constant->set_op_type("Constant");
        constant->add_output("_v_" + std::to_string(i));
        auto* clip = after.add_node(); // without a name: all constants want the same one
        clip->set_op_type("Clip");
        clip->add_input("x" + std::to_string(i));
        clip->add_input("_v_" + std::to_string(i));
        clip->add_output("x" + std::to_string(i + 1));
    }
    const ProcessorTime time;
    renameNewValues(before, after);
    QVERIFY2(time.isBelow(4.0), time.text().constData());
    QCOMPARE(after.node(1).input(1), std::string("Clip_min"));
    QCOMPARE(after.node(3).input(1), std::string("Clip_min_1"));
    QCOMPARE(after.node(2 * kNodes - 2).output(0), "Clip_min_" + std::to_string(kNodes - 1));
}

void tst_OpsetConversion::missingAdapter_namesTheOperator()
{
    // BatchNormalization with spatial = 0 was dropped in opset 9; onnx's adapter refuses it.
    ModelBuilder b(8);
    b.input("x", DataType::Float, {1, 2, 3, 3});
    for (const char* name : {"scale", "bias", "mean", "var"})
        b.initializer(name, {2, 3, 3}, std::vector<float>(18, 1.0F));
    b.node("BatchNormalization", {"x", "scale", "bias", "mean", "var"}, {"y"}, "bn").attribute("spatial", 0);
    b.output("y");
    Model model = b.model();
    const std::string before = model.proto().SerializeAsString();
    const auto converted = convertOpset(model, 13);
    QVERIFY(!converted);
    QCOMPARE(converted.error().code, ErrorCode::ModelRefused);
    const QString message = QString::fromStdString(converted.error().message);
    QVERIFY2(message.contains("BatchNormalization") && message.contains("from operator set (opset) 8 to 13"),
             qPrintable(message));
    QCOMPARE(model.proto().SerializeAsString(), before);
}

void tst_OpsetConversion::wrongTargets_areRefused()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2});
    b.node("Relu", {"x"}, {"y"});
    b.output("y");
    Model model = b.model();
    QVERIFY(convertOpset(model, 13));
    const auto down = convertOpset(model, 12);
    QVERIFY(!down);
    QVERIFY(QString::fromStdString(down.error().message).contains("down from operator set (opset) 13 to 12"));
    const auto beyond = convertOpset(model, 27);
    QVERIFY(!beyond);
    QVERIFY(QString::fromStdString(beyond.error().message).contains("highest supported one is 26"));
    QCOMPARE(model.opset(), 13);
}

QTEST_GUILESS_MAIN(tst_OpsetConversion)
#include "tst_opset_conversion.moc"
