// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/switched_session.h"
#include "tests/core/runtime/session_networks.h"

#include <cmath>
#include <limits>
#include <random>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Ordinary values, ties of @p scale, values at the ends of the codes, denormals, infinities, NaN.
std::vector<float> awkwardValues(std::size_t count, float scale)
{
    std::vector<float> values{0.0F,
                              -0.0F,
                              kInfinity,
                              -kInfinity,
                              std::numeric_limits<float>::quiet_NaN(),
                              std::numeric_limits<float>::denorm_min(),
                              -std::numeric_limits<float>::denorm_min(),
                              1e-39F,
                              -1e-39F,
                              std::numeric_limits<float>::max(),
                              std::numeric_limits<float>::lowest()};
    for (int i = -300; i <= 300; ++i) {
        const float tie = (static_cast<float>(i) + 0.5F) * scale;
        values.insert(values.end(), {tie, std::nextafter(tie, kInfinity), std::nextafter(tie, -kInfinity)});
    }
    for (const float end : {127.5F, 255.5F, 32767.5F, 65535.5F}) {
        for (const float sign : {-1.0F, 1.0F})
            values.insert(values.end(), {sign * end * scale, sign * (end - 1) * scale, sign * (end + 1) * scale});
    }
    std::mt19937 generator(3);
    while (values.size() < count) {
        const float wide = static_cast<float>(generator() >> 8) / float(1 << 23) - 1.0F;
        values.push_back(wide * scale * (values.size() % 2 ? 200.0F : 70000.0F));
    }
    values.resize(count);
    return values;
}

onnx::TensorProto zeroPoints(const QuantParams& params, const Shape& shape)
{
    std::string bytes;
    const auto add = [&bytes](auto code) { bytes.append(reinterpret_cast<const char*>(&code), sizeof code); };
    for (const std::int32_t code : params.zeroPoint) {
        if (byteSize(params.type) == 1)
            add(static_cast<std::int8_t>(code));
        else
            add(static_cast<std::int16_t>(code));
    }
    return makeTensor("zero", params.type, shape, bytes);
}

/// x → QuantizeLinear → DequantizeLinear → y
Model pairModel(const QuantParams& params, const Shape& shape)
{
    ModelBuilder b(21);
    const Shape paramShape = params.axis ? Shape{std::int64_t(params.scale.size())} : Shape{};
    b.input("x", DataType::Float, shape).initializer("scale", paramShape, params.scale);
    b.initializer(zeroPoints(params, paramShape));
    for (const auto& [type, in, out] : {std::tuple{"QuantizeLinear", "x", "q"}, {"DequantizeLinear", "q", "y"}}) {
        NodeBuilder node = b.node(type, {in, "scale", "zero"}, {out}, type);
        if (params.axis)
            node.attribute("axis", *params.axis);
    }
    b.output("y", DataType::Float, shape);
    return b.model({true});
}

SwitchedSession switched(const Model& model, SwitchLayout layout)
{
    auto created = SwitchedSession::create(environment(), model, std::move(layout));
    if (!created)
        qFatal("%s", created.error().message.c_str());
    return std::move(*created);
}

TensorView viewOf(const std::string& name, const Tensor& tensor)
{
    return {name, tensor.type(), tensor.shape(), tensor.bytes()};
}

SwitchSetting settingOf(const QuantParams& params)
{
    return std::make_shared<const ValueSteps>(1, FakeQuantizer(params));
}

} // namespace

class tst_SwitchedSession : public QObject
{
    Q_OBJECT

private slots:
    void aSwitch_givesTheBitsOfAPair_data();
    void aSwitch_givesTheBitsOfAPair();
    void aSwitch_leavesTheCallersInputAlone();
    void aSwitch_servesShapesThatAreNotKnown();
    void fedWeights_giveTheBitsOfConstants_data();
    void fedWeights_giveTheBitsOfConstants();
    void scalesThatDoNotFit_areAnError();
    void parts_giveTheBitsOfTheWhole();
    void alternatives_areTakenByRun();
};

void tst_SwitchedSession::aSwitch_givesTheBitsOfAPair_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("axis");
    for (const DataType type : {DataType::UInt8, DataType::Int8, DataType::UInt16, DataType::Int16}) {
        for (const int axis : {-1, 0, 1, 2})
            QTest::addRow("%s, axis %d", std::string(dataTypeName(type)).c_str(), axis) << int(type) << axis;
    }
}

void tst_SwitchedSession::aSwitch_givesTheBitsOfAPair()
{
    QFETCH(int, type);
    QFETCH(int, axis);
    const Shape shape{4, 6, 100};
    const CodeLimits codes = storableCodes(DataType(type));
    const std::size_t scales = axis < 0 ? 1 : std::size_t(shape[std::size_t(axis)]);
    for (const float scale : {0.037F, 0.25F, 1e-38F, 3e36F}) {
        QuantParams params{DataType(type), {}, {}, {}};
        if (axis >= 0)
            params.axis = axis;
        for (std::size_t i = 0; i < scales; ++i) {
            params.scale.push_back(scale * (1.0F + 0.01F * static_cast<float>(i)));
            params.zeroPoint.push_back(i % 3 == 0 ? codes.min : i % 3 == 1 ? codes.max : (codes.min + codes.max) / 2);
        }
        const Tensor x = Tensor::fromFloats(shape, awkwardValues(2400, params.scale.front()));
        const std::vector<Tensor> expected = outputsOf(pairModel(params, shape), {{"x", x}});

        ModelBuilder b(21);
        b.input("x", DataType::Float, shape).node("Identity", {"x"}, {"y"}, "same");
        b.output("y", DataType::Float, shape);
        const Model plain = b.model();
        const std::vector<std::string> wanted{"y"};
        const std::vector<TensorView> inputs{viewOf("x", x)};
        const SwitchedSession before = switched(plain, {{{"x", {{0, 0}}, false}}, {}});
        const auto given = before.run(inputs, {}, {{settingOf(params)}}, wanted);
        VERIFY_OK(given);
        QVERIFY(sameBits(floats(given->front()), floats(expected.front())));
        const SwitchedSession behind = switched(plain, {{{"y", {}, true}}, {}}); // in place
        QVERIFY(
            sameBits(floats(behind.run(inputs, {}, {{settingOf(params)}}, wanted)->front()), floats(expected.front())));
        const auto off = behind.run(inputs, {}, {{nullptr}}, wanted);
        QVERIFY(sameBits(floats(off->front()), floats(x)));
    }
}

void tst_SwitchedSession::aSwitch_leavesTheCallersInputAlone()
{
    ModelBuilder b(17);
    b.input("x", DataType::Float, {2, 8});
    b.node("Relu", {"x"}, {"a"}, "a");
    b.node("Neg", {"x"}, {"y"}, "b");
    b.node("Add", {"a", "y"}, {"z"}, "c");
    b.output("y").output("z");
    const Model model = b.model();
    const Tensor x = randomTensor({2, 8}, 4);
    const Tensor copy = x;
    // x is read in two forms, y is an output as it is and read quantized.
    const SwitchedSession session = switched(model, {{{"x", {{0, 0}}, false}, {"y", {{2, 1}}, false}}, {}});
    const QuantParams coarse{DataType::Int8, {0.5F}, {0}, {}};
    const std::vector<TensorView> inputs{viewOf("x", x)};
    const std::vector<std::string> wanted{"y", "z"};
    const auto given = session.run(inputs, {}, {{settingOf(coarse), settingOf(coarse)}}, wanted);
    VERIFY_OK(given);
    QVERIFY(sameBits(floats(x), floats(copy)));
    const FakeQuantizer pair(coarse);
    for (std::size_t i = 0; i < x.elements(); ++i) {
        const float value = x.as<float>()[i];
        QCOMPARE((*given)[0].as<float>()[i], -value);
        QCOMPARE((*given)[1].as<float>()[i], std::max(pair(value), 0.0F) + pair(-value));
    }
}

void tst_SwitchedSession::aSwitch_servesShapesThatAreNotKnown()
{
    // NonZero's number of columns is known when it runs only; Squeeze of an open extent may leave a single number.
    ModelBuilder b(17);
    b.input("x", DataType::Float, {"N", "M"});
    b.node("Relu", {"x"}, {"positive"}, "relu");
    b.node("NonZero", {"positive"}, {"places"}, "places");
    b.node("Cast", {"places"}, {"numbers"}, "cast").attribute("to", int(DataType::Float));
    b.node("Neg", {"numbers"}, {"y"}, "neg");
    b.node("ReduceSum", {"numbers"}, {"sum"}, "sum").attribute("keepdims", 0);
    b.node("Neg", {"sum"}, {"z"}, "last");
    b.output("y").output("z");
    const Model model = b.model();
    const SwitchedSession session =
        switched(model, {{{"x", {{0, 0}}, false}, {"numbers", {{3, 0}, {4, 0}}, false}, {"sum", {{5, 0}}, false}}, {}});
    const QuantParams halves{DataType::UInt8, {0.5F}, {0}, {}};
    const std::vector<std::string> wanted{"y", "z"};
    for (const std::int64_t rows : {1, 3}) {
        const Tensor x = Tensor::fromFloats({rows, 2}, std::vector<float>(std::size_t(2 * rows), 1.0F));
        const auto given = session.run(std::vector{viewOf("x", x)}, {},
                                       {{settingOf(halves), settingOf(halves), settingOf(halves)}}, wanted);
        VERIFY_OK(given);
        QCOMPARE((*given)[0].shape(), (Shape{2, 2 * rows}));
        QCOMPARE((*given)[1].as<float>()[0], -static_cast<float>(rows * (rows - 1) + rows));
    }
}

void tst_SwitchedSession::fedWeights_giveTheBitsOfConstants_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<QString>("op");
    for (const int rows : {1, 2, 5}) {
        for (const char* op : {"MatMul", "Gemm", "Gemm transposed", "ConvTranspose"})
            QTest::addRow("%s, %d rows", op, rows) << rows << op;
    }
}

void tst_SwitchedSession::fedWeights_giveTheBitsOfConstants()
{
    QFETCH(int, rows);
    QFETCH(QString, op);
    ModelBuilder b(17);
    Shape shape{rows, 67};
    Shape weight{67, 45};
    if (op == "ConvTranspose") {
        shape = {1, 9, rows, 7};
        weight = {9, 5, 3, 3};
    } else if (op == "Gemm transposed") {
        weight = {45, 67};
    }
    b.input("x", DataType::Float, shape).randomInitializer("w", weight, 0.5F, 2);
    NodeBuilder node = b.node(op.split(' ').first().toStdString(), {"x", "w"}, {"y"}, "product");
    if (op == "Gemm transposed")
        node.attribute("transB", 1);
    b.output("y");
    const Model model = b.model();
    const Tensor x = randomTensor(shape, 5);
    Tensor same(DataType::Float, weight);
    std::memcpy(same.bytes().data(), b.graph().initializer(0).raw_data().data(), same.bytes().size());
    const SwitchedSession session = switched(model, {{}, {{{0, 1}, weight}}});
    const std::vector<std::string> wanted{"y"};
    const auto given = session.run(std::vector{viewOf("x", x)}, std::vector{viewOf(fedName(0), same)}, {}, wanted);
    VERIFY_OK(given);
    QVERIFY(sameBits(floats(given->front()), floats(outputsOf(model, {{"x", x}}).front())));
    // With repacked weights, for the record: they need not be the same.
    SessionOptions packed;
    packed.optimization = OptimizationLevel::Basic;
    packed.threads = 1;
    const auto other = sessionOf(b, packed).run({{"x", x}}, wanted);
    VERIFY_OK(other);
    if (!sameBits(floats(given->front()), floats(other->front())))
        qInfo("repacked weights give other bits");
}

void tst_SwitchedSession::scalesThatDoNotFit_areAnError()
{
    ModelBuilder b(17);
    b.input("x", DataType::Float, {2, 3}).node("Neg", {"x"}, {"y"}, "neg");
    b.output("y");
    const Model model = b.model();
    const SwitchedSession session = switched(model, {{{"x", {{0, 0}}, false}}, {}});
    const QuantParams params{DataType::Int8, {1, 1}, {0, 0}, 1};
    const Tensor x = randomTensor({2, 3}, 1);
    const std::vector<std::string> wanted{"y"};
    const auto given = session.run(std::vector{viewOf("x", x)}, {}, {{settingOf(params)}}, wanted);
    QVERIFY(!given);
    QCOMPARE(given.error().code, ErrorCode::RuntimeFailure);
}

/// x → Relu → a → Sigmoid → s; a * s → y, an output; a + y → z.
static ModelBuilder branches()
{
    ModelBuilder b(17);
    b.input("x", DataType::Float, {2, 8});
    b.node("Relu", {"x"}, {"a"}, "relu");
    b.node("Sigmoid", {"a"}, {"s"}, "sigmoid");
    b.node("Mul", {"a", "s"}, {"y"}, "mul");
    b.node("Add", {"a", "y"}, {"z"}, "add");
    b.output("y").output("z");
    return b;
}

void tst_SwitchedSession::parts_giveTheBitsOfTheWhole()
{
    const Model model = branches().model();
    const SwitchLayout layout{{{"a", {{1, 0}, {3, 0}}, false}, {"y", {{3, 1}}, true}}, {}};
    const SwitchedSession whole = switched(model, layout);
    const std::vector<GraphPart> parts{
        {0, 1, {"x"}, {"a"}, {}}, {1, 3, {"a"}, {"y"}, {"y"}}, {3, 4, {"a", "y"}, {}, {"z"}}};
    auto created = SwitchedSession::create(environment(), model, layout, parts);
    VERIFY_OK(created);
    const Tensor x = randomTensor({2, 8}, 4);
    const std::vector<TensorView> inputs{viewOf("x", x)};
    const std::vector<std::string> wanted{"y", "z"};
    const SwitchSetting coarse = settingOf({DataType::Int8, {0.5F}, {0}, {}});
    const SwitchSetting fine = settingOf({DataType::Int8, {0.01F}, {0}, {}});
    SampleRuns runs(*created, inputs);
    // The second and the third go on from what the one before has kept; the fourth begins again.
    const std::vector<SwitchSettings> all{{{coarse, nullptr}}, {{coarse, fine}}, {{coarse, coarse}}, {{nullptr, fine}}};
    for (const SwitchSettings& settings : all) {
        const auto expected = whole.run(inputs, {}, settings, wanted);
        VERIFY_OK(expected);
        const auto given = runs.run(created->marksOf(settings, {}), {}, settings, wanted, 2);
        VERIFY_OK(given);
        const auto alone = created->run(inputs, {}, settings, wanted);
        VERIFY_OK(alone);
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            QVERIFY(sameBits(floats((*given)[i]), floats((*expected)[i])));
            QVERIFY(sameBits(floats((*alone)[i]), floats((*expected)[i])));
        }
    }
    QVERIFY(created->marksOf(all[0], {})[0] == created->marksOf(all[3], {})[0]); // nothing is switched in there
    QVERIFY(created->marksOf(all[0], {})[1] != created->marksOf(all[1], {})[1]); // the output
}

void tst_SwitchedSession::alternatives_areTakenByRun()
{
    const Model model = branches().model();
    const NodeForm hard{"HardSigmoid", {{"alpha", 0.25F}, {"beta", 0.5F}}};
    const NodeForm leaky{"LeakyRelu", {{"alpha", 0.125F}}};
    const SwitchedSession session = switched(model, {{}, {}, {{1, hard}, {1, leaky}}});
    const Tensor x = randomTensor({2, 8}, 4);
    const std::vector<TensorView> inputs{viewOf("x", x)};
    const std::vector<std::string> wanted{"y"};
    const auto productWith = [&](const NodeForm& form) {
        ModelBuilder b = branches();
        onnx::NodeProto& node = *b.proto().mutable_graph()->mutable_node(1);
        node.set_op_type(form.opType);
        for (const auto& [name, value] : form.attributes) {
            onnx::AttributeProto& attribute = *node.add_attribute();
            attribute.set_name(name);
            attribute.set_type(onnx::AttributeProto::FLOAT);
            attribute.set_f(value);
        }
        return floats(outputsOf(b.model(), {{"x", x}}).front());
    };
    const auto given = [&](const std::vector<bool>& taken) {
        return floats(session.run(inputs, {}, {{}, taken}, wanted)->front());
    };
    QVERIFY(sameBits(given({false, false}), productWith({"Sigmoid", {}})));
    QVERIFY(sameBits(given({true, false}), productWith(hard)));
    QVERIFY(sameBits(given({false, true}), productWith(leaky)));
    QVERIFY(!sameBits(given({true, false}), given({false, true})));
}

QTEST_GUILESS_MAIN(tst_SwitchedSession)
#include "tst_switched_session.moc"
