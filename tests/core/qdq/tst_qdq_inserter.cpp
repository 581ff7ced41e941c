// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/qdq_inserter.h"
#include "tests/core/qdq/quantized_run.h"

#include <QTest>

#include <functional>

using namespace quantiscope;
using namespace quantiscope::test;

// Tolerances: an 8-bit tensor of n evenly spread values is off by 1/sqrt(12) steps of 1/255 of its range, that is 0.2 %
// of its length (0.5 % where an outlier sets the range); the graphs here have at most eight of them in a row, and two
// 8-bit weights. 16-bit activations leave the weights' 0.3 %. Integer kernels compute the same, except that those of
// processors without VNNI saturate sums of two products of uint8 and int8 (int8 activations are turned into uint8
// first): up to a quarter is lost there on such tiny graphs full of large weights.

namespace {

constexpr double kEightBit = 0.03;
constexpr double kSixteenBit = 0.01;
constexpr double kSaturating = 0.30;

using Build = std::function<void(ModelBuilder&)>;
using Names = std::vector<std::string>;

QuantConfig perChannel(QuantConfig config)
{
    config.perChannel = true;
    return config;
}

QuantConfig withTypes(QuantConfig config, DataType activation, DataType weight)
{
    config.activationType = activation;
    config.weightType = weight;
    return config;
}

ModelBuilder built(int opset, const Build& build)
{
    ModelBuilder b(opset);
    build(b);
    return b;
}

/// x [1, 3, 8, 8] → Conv(w, b) → c → Relu → y
void convRelu(ModelBuilder& b)
{
    b.input("x", DataType::Float, {1, 3, 8, 8})
        .randomInitializer("w", {4, 3, 3, 3})
        .randomInitializer("b", {4}, 0.5F, 2);
    b.node("Conv", {"x", "w", "b"}, {"c"}, "conv").attribute("pads", {1, 1, 1, 1});
    b.node("Relu", {"c"}, {"y"}, "relu");
    b.output("y");
}

/// x [1, 4, 4, 4] → Conv → c → Conv → y, one weight and one bias for both.
void twinConvs(ModelBuilder& b)
{
    b.input("x", DataType::Float, {1, 4, 4, 4}).randomInitializer("w", {4, 4, 1, 1}).randomInitializer("b", {4}, 1, 2);
    b.node("Conv", {"x", "w", "b"}, {"c"}, "conv1");
    b.node("Conv", {"c", "w", "b"}, {"y"}, "conv2");
    b.output("y");
}

void transposed(ModelBuilder& b)
{
    b.input("x", DataType::Float, {1, 3, 4, 4}).randomInitializer("w", {3, 4, 2, 2}).randomInitializer("b", {4}, 1, 2);
    b.node("ConvTranspose", {"x", "w", "b"}, {"y"}, "up").attribute("strides", {2, 2});
    b.output("y");
}

Build gemm(float beta, int transB, Shape bias = {8})
{
    return [=](ModelBuilder& b) {
        b.input("x", DataType::Float, {4, 16}).randomInitializer("w", transB ? Shape{8, 16} : Shape{16, 8});
        b.randomInitializer("b", bias, 3, 2);
        b.node("Gemm", {"x", "w", "b"}, {"y"}, "gemm").attribute("beta", beta).attribute("transB", transB);
        b.output("y");
    };
}

void reshaped(ModelBuilder& b)
{
    convRelu(b);
    b.proto().mutable_graph()->clear_output();
    b.int64s("shape", {4, 64});
    b.node("Reshape", {"y", "shape"}, {"r"});
    b.node("Transpose", {"r"}, {"t"});
    b.output("t");
}

void attention(ModelBuilder& b)
{
    b.input("x", DataType::Float, {2, 8, 16});
    for (const char* name : {"wq", "wk", "wv"})
        b.randomInitializer(name, {16, 16}, 0.5F, std::uint32_t(name[1]));
    b.initializer("root", {}, {0.25F});
    b.node("MatMul", {"x", "wq"}, {"q"});
    b.node("MatMul", {"x", "wk"}, {"k"});
    b.node("MatMul", {"x", "wv"}, {"v"});
    b.node("Transpose", {"k"}, {"kt"}).attribute("perm", {0, 2, 1});
    b.node("MatMul", {"q", "kt"}, {"s"});
    b.node("Mul", {"s", "root"}, {"scaled"});
    b.node("Softmax", {"scaled"}, {"p"});
    b.node("MatMul", {"p", "v"}, {"a"});
    b.node("Add", {"a", "x"}, {"y"});
    b.output("y");
}

void layerNormalized(ModelBuilder& b)
{
    b.input("x", DataType::Float, {4, 32}).randomInitializer("s", {32}, 1, 3).randomInitializer("b", {32}, 1, 2);
    b.node("LayerNormalization", {"x", "s", "b"}, {"y"});
    b.output("y");
}

void normalized(ModelBuilder& b)
{
    b.input("x", DataType::Float, {1, 4, 8, 8}).randomInitializer("s", {4}).randomInitializer("b", {4}, 1, 2);
    b.randomInitializer("mean", {4}, 1, 3).initializer("var", {4}, {1, 2, 3, 4});
    b.node("InstanceNormalization", {"x", "s", "b"}, {"i"});
    b.node("BatchNormalization", {"i", "s", "b", "mean", "var"}, {"y"});
    b.output("y");
}

void pooled(ModelBuilder& b)
{
    b.input("x", DataType::Float, {1, 4, 8, 8})
        .randomInitializer("w", {4, 4, 1, 1})
        .int64s("pads", {0, 0, 1, 1, 0, 0, 1, 1});
    b.node("Pad", {"x", "pads"}, {"padded"});
    b.node("AveragePool", {"padded"}, {"a"}).attribute("kernel_shape", {2, 2});
    b.node("Conv", {"a", "w"}, {"c"});
    b.node("MaxPool", {"c"}, {"m"}).attribute("kernel_shape", {2, 2});
    b.node("LeakyRelu", {"m"}, {"l"});
    b.node("GlobalAveragePool", {"l"}, {"g"});
    b.node("Flatten", {"g"}, {"y"});
    b.output("y");
}

void branched(ModelBuilder& b)
{
    b.input("x", DataType::Float, {1, 4, 8, 8}).randomInitializer("w", {4, 4, 1, 1});
    b.initializer("lo", {}, {0}).initializer("hi", {}, {6}).initializer("k", {1, 4, 1, 1}, {1, -2, 3, 0.5F});
    b.node("Split", {"x"}, {"x1", "x2"}).attribute("axis", 2);
    b.node("Conv", {"x1", "w"}, {"c1"});
    b.node("Clip", {"c1", "lo", "hi"}, {"r1"});
    b.node("Conv", {"x2", "w"}, {"c2"});
    b.node("Sigmoid", {"c2"}, {"r2"});
    b.node("Concat", {"r1", "r2"}, {"z"}).attribute("axis", 2);
    b.node("Mul", {"z", "k"}, {"y"});
    b.output("y").output("r2");
}

void lookedUp(ModelBuilder& b)
{
    b.input("i", DataType::Int64, {4}).input("x", DataType::Float, {4, 16}).randomInitializer("w", {16, 8});
    b.node("MatMul", {"x", "w"}, {"m"});
    b.node("Gather", {"w", "i"}, {"g"});
    b.node("Add", {"m", "g"}, {"y"});
    b.output("y");
}

void selectedByMask(ModelBuilder& b)
{
    b.input("m", DataType::Bool, {8}).input("l", DataType::Float, {8}).initializer("k", {1}, {-3});
    b.node("Where", {"m", "l", "k"}, {"w"});
    b.node("Sigmoid", {"w"}, {"y"});
    b.output("y");
}

onnx::GraphProto reluOf(const std::string& value, const std::string& output)
{
    ModelBuilder body;
    body.node("Relu", {value}, {output});
    body.output(output);
    return body.graph();
}

Names inputsOf(const onnx::NodeProto* node)
{
    return node ? Names(node->input().begin(), node->input().end()) : Names{"no such node"};
}

Names outputsOf(const onnx::NodeProto* node)
{
    return node ? Names(node->output().begin(), node->output().end()) : Names{"no such node"};
}

Names outputNames(const Model& model)
{
    Names names;
    for (const TensorSpec& output : model.outputs())
        names.push_back(output.name);
    return names;
}

/// Domains of the Q/DQ nodes of a graph.
std::set<std::string> domains(const onnx::GraphProto& graph)
{
    std::set<std::string> found;
    for (const onnx::NodeProto& node : graph.node()) {
        if (node.op_type() == "QuantizeLinear" || node.op_type() == "DequantizeLinear")
            found.insert(node.domain());
    }
    return found;
}

/// The channel axis that a Q/DQ node works on: 1 when nothing is said.
std::int64_t axisOf(const onnx::NodeProto* node)
{
    for (const onnx::AttributeProto& attribute : node->attribute()) {
        if (attribute.name() == "axis")
            return attribute.i();
    }
    return 1;
}

std::int64_t rankOf(const Model& model, const std::string& initializer)
{
    const onnx::TensorProto* tensor = findInitializer(model.graph(), initializer);
    return tensor ? tensor->dims_size() : -1;
}

std::int64_t codeOf(double value, double scale)
{
    return std::llrint(value / scale); // half to even
}

} // namespace

Q_DECLARE_METATYPE(Build)
Q_DECLARE_METATYPE(QuantConfig)

#define VERIFY_RUNS(run) QVERIFY2((run).failure.empty(), (run).failure.c_str())

class tst_QdqInserter : public QObject
{
    Q_OBJECT

private slots:
    void everyModel_loadsRunsAndStaysClose_data();
    void everyModel_loadsRunsAndStaysClose();
    void names_areAsTheHeaderSays();
    void names_avoidThoseInUse();
    void report_listsTensorsThenBiases();
    void weightCodes_areRoundedQuotients_data();
    void weightCodes_areRoundedQuotients();
    void biasCodes_areRoundedQuotients_data();
    void biasCodes_areRoundedQuotients();
    void sharedBias_getsIntegersForEachNode();
    void sharedWeight_isQuantizedOnce();
    void sharedParams_shareInitializers();
    void channelAxis_isAnAttribute();
    void domain_followsOpsetAndTypes_data();
    void domain_followsOpsetAndTypes();
    void neededOpset_followsTypesAndAxes();
    void beta_isFoldedIntoTheBias_data();
    void beta_isFoldedIntoTheBias();
    void excludedNode_keepsTheFloatWeight();
    void addQdqPairToWeight_keepsFloatWeights();
    void foldedActivations_vanish();
    void foldedRelu_staysDead_data();
    void foldedRelu_staysDead();
    void fusedPair_isNotWritten();
    void body_readsTheFloatValue();
    void foldedRelu_isKept_whenABodyReadsIt();
    void output_thatIsReadInside_isReadQuantized();
    void output_thatIsAnInput_staysFloat();
    void output_thatIsAWeight_staysFloat();
    void nothingPlanned_changesNothing();
    void saturatedBias_isTold();
    void insertion_isRepeatable();
};

void tst_QdqInserter::everyModel_loadsRunsAndStaysClose_data()
{
    QTest::addColumn<int>("opset");
    QTest::addColumn<Build>("build");
    QTest::addColumn<QuantConfig>("config");
    QTest::addColumn<double>("tolerance");
    QTest::addColumn<double>("integerTolerance");
    struct Named
    {
        const char* name;
        QuantConfig config;
        double tolerance;
        double integerTolerance;
    };
    QuantConfig aligned = extendedConfig();
    aligned.foldRelu = aligned.alignConcat = aligned.alignPool = aligned.alignPad = aligned.alignEltwiseQuantType =
        true;
    QuantConfig pairs = onnxRuntimeConfig();
    pairs.addQDQPairToWeight = true;
    QuantConfig floatBias = onnxRuntimeConfig();
    floatBias.quantizeBias = false;
    QuantConfig reduced = quarkConfig();
    reduced.reduceRange = true;
    const std::vector<Named> configs{
        {"ORT U8S8", onnxRuntimeConfig(), kEightBit, kSaturating},
        {"ORT S8S8 per channel", perChannel(withTypes(onnxRuntimeConfig(), DataType::Int8, DataType::Int8)), kEightBit,
         kSaturating},
        {"ORT U8U8", withTypes(onnxRuntimeConfig(), DataType::UInt8, DataType::UInt8), kEightBit, kEightBit},
        {"ORT U16S8", withTypes(onnxRuntimeConfig(), DataType::UInt16, DataType::Int8), kSixteenBit, kSixteenBit},
        {"ORT pairs on weights", pairs, kEightBit, kSaturating},
        {"ORT float bias", floatBias, kEightBit, kSaturating},
        {"Quark U8S8", quarkConfig(), kEightBit, kSaturating},
        {"Quark U8S8, reduced", reduced, kEightBit, kEightBit},
        {"Quark S8S8 per channel", perChannel(withTypes(quarkConfig(), DataType::Int8, DataType::Int8)), kEightBit,
         kSaturating},
        {"A8W8", aligned, 2 * kEightBit, kSaturating}, // symmetric: half of the codes are not used behind a Relu
        {"A16W8", withTypes(aligned, DataType::Int16, DataType::Int8), kSixteenBit, kSixteenBit},
        {"A16W8 per channel", perChannel(withTypes(aligned, DataType::Int16, DataType::Int8)), kSixteenBit,
         kSixteenBit},
    };
    struct Shaped
    {
        const char* name;
        int opset;
        Build build;
    };
    const std::vector<Shaped> models{
        {"Conv, Relu", 13, convRelu}, {"two Convs", 13, twinConvs},       {"ConvTranspose", 13, transposed},
        {"Gemm", 13, gemm(1, 1)},     {"Gemm, opset 11", 11, gemm(1, 0)}, {"Reshape", 13, reshaped},
        {"attention", 13, attention}, {"LayerNorm", 17, layerNormalized}, {"normalizations", 15, normalized},
        {"pools", 13, pooled},        {"pools, opset 11", 11, pooled},    {"branches", 11, branched},
        {"look-up", 13, lookedUp},    {"Where", 13, selectedByMask},      {"Conv, Relu, opset 21", 21, convRelu},
    };
    for (const Shaped& model : models) {
        for (const Named& config : configs) {
            QTest::newRow((std::string(model.name) + "; " + config.name).c_str())
                << model.opset << model.build << config.config << config.tolerance << config.integerTolerance;
        }
    }
}

void tst_QdqInserter::everyModel_loadsRunsAndStaysClose()
{
    QFETCH(int, opset);
    QFETCH(Build, build);
    QFETCH(QuantConfig, config);
    QFETCH(double, tolerance);
    QFETCH(double, integerTolerance);
    const QuantizedRun run(built(opset, build), config);
    VERIFY_RUNS(run);
    QVERIFY(!run.plan.tensors.empty());
    QCOMPARE(run.model().opset(), opset);
    QCOMPARE(outputNames(run.model()), outputNames(run.original));
    QVERIFY2(run.error() <= tolerance, std::to_string(run.error()).c_str());
    QVERIFY(run.error() > 0); // something was rounded
    const double optimized = run.error(OptimizationLevel::All);
    QVERIFY2(optimized <= integerTolerance, std::to_string(optimized).c_str());
}

void tst_QdqInserter::names_areAsTheHeaderSays()
{
    QuantConfig config = onnxRuntimeConfig();
    config.opTypesToQuantize = {"Conv"};
    ModelBuilder b = built(13, convRelu);
    b.proto().mutable_graph()->clear_output();
    b.output("c").output("y");
    const QuantizedRun run(b, config);
    VERIFY_RUNS(run);

    QCOMPARE(inputsOf(run.node("x_QuantizeLinear")), (Names{"x", "x_scale", "x_zero_point"}));
    QCOMPARE(outputsOf(run.node("x_QuantizeLinear")), Names{"x_QuantizeLinear_Output"});
    QCOMPARE(inputsOf(run.node("x_DequantizeLinear")), (Names{"x_QuantizeLinear_Output", "x_scale", "x_zero_point"}));
    QCOMPARE(outputsOf(run.node("x_DequantizeLinear")), Names{"x_DequantizeLinear_Output"});
    QCOMPARE(inputsOf(run.node("w_DequantizeLinear")), (Names{"w_quantized", "w_scale", "w_zero_point"}));
    QCOMPARE(inputsOf(run.node("b_DequantizeLinear")),
             (Names{"b_quantized", "b_quantized_scale", "b_quantized_zero_point"}));
    QCOMPARE(inputsOf(run.node("conv")),
             (Names{"x_DequantizeLinear_Output", "w_DequantizeLinear_Output", "b_DequantizeLinear_Output"}));
    // The output keeps its name, and who reads it inside reads the dequantized value.
    QCOMPARE(outputsOf(run.node("conv")), Names{"c_QuantizeLinear_Input"});
    QCOMPARE(inputsOf(run.node("c_QuantizeLinear")), (Names{"c_QuantizeLinear_Input", "c_scale", "c_zero_point"}));
    QCOMPARE(outputsOf(run.node("c_DequantizeLinear")), Names{"c"});
    QCOMPARE(inputsOf(run.node("relu")), Names{"c"});
    QCOMPARE(outputNames(run.model()), (Names{"c", "y"}));

    QCOMPARE(countNodes(run.graph(), "QuantizeLinear"), 2);
    QCOMPARE(countNodes(run.graph(), "DequantizeLinear"), 4);
    QCOMPARE(run.graph().node_size(), 8);
    QVERIFY(!findInitializer(run.graph(), "w")); // nothing reads the floats any more
    QVERIFY(!findInitializer(run.graph(), "b"));
    for (const char* name :
         {"x_scale", "x_zero_point", "w_scale", "w_zero_point", "b_quantized_scale", "b_quantized_zero_point"})
        QVERIFY2(rankOf(run.model(), name) == 0, name);
    QCOMPARE(elementsOf<float>(run.model(), "x_scale"), run.params.at("x").scale);
    QCOMPARE(int(elementsOf<std::uint8_t>(run.model(), "x_zero_point").at(0)), run.params.at("x").zeroPoint[0]);
    QCOMPARE(int(findInitializer(run.graph(), "w_zero_point")->data_type()), int(onnx::TensorProto::INT8));
    QCOMPARE(int(findInitializer(run.graph(), "b_quantized")->data_type()), int(onnx::TensorProto::INT32));
}

void tst_QdqInserter::names_avoidThoseInUse()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4});
    b.node("Sigmoid", {"x"}, {"x_scale"}, "x_QuantizeLinear");
    b.node("Sigmoid", {"x_scale"}, {"x_DequantizeLinear_Output"}, "other");
    b.output("x_DequantizeLinear_Output");
    const QuantizedRun run(b, onnxRuntimeConfig());
    VERIFY_RUNS(run);
    QVERIFY(run.error() <= kEightBit);
    QCOMPARE(outputNames(run.model()), Names{"x_DequantizeLinear_Output"});
    std::set<std::string> made;
    for (const onnx::NodeProto& node : run.graph().node()) {
        for (const std::string& output : node.output())
            QVERIFY2(made.insert(output).second, output.c_str());
    }
    for (const onnx::TensorProto& initializer : run.graph().initializer())
        QVERIFY2(made.insert(initializer.name()).second, initializer.name().c_str());
}

void tst_QdqInserter::report_listsTensorsThenBiases()
{
    const QuantizedRun run(built(13, reshaped), onnxRuntimeConfig());
    VERIFY_RUNS(run);
    using Role = QuantizedTensor::Role;
    const std::vector<QuantizedTensor>& tensors = run.result->tensors;
    const std::vector<std::tuple<std::string, Role, std::string>> expected{
        {"x", Role::Activation, ""},  {"w", Role::Weight, ""},      {"y", Role::Activation, ""},
        {"r", Role::Activation, "y"}, {"t", Role::Activation, "r"}, {"b", Role::Bias, ""}};
    QCOMPARE(tensors.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        QCOMPARE(tensors[i].name, std::get<0>(expected[i]));
        QCOMPARE(tensors[i].role, std::get<1>(expected[i]));
        QCOMPARE(tensors[i].sharesWith, std::get<2>(expected[i]));
        if (tensors[i].role != Role::Bias)
            QVERIFY(tensors[i].params == run.params.at(tensors[i].name));
    }
    QCOMPARE(tensors.back().params.type, DataType::Int32);
    QCOMPARE(tensors.back().params.scale[0], run.params.at("x").scale[0] * run.params.at("w").scale[0]);
}

void tst_QdqInserter::weightCodes_areRoundedQuotients_data()
{
    QTest::addColumn<bool>("channels");
    QTest::newRow("per tensor") << false;
    QTest::newRow("per channel") << true;
}

void tst_QdqInserter::weightCodes_areRoundedQuotients()
{
    QFETCH(bool, channels);
    const QuantizedRun run(built(13, convRelu), channels ? perChannel(onnxRuntimeConfig()) : onnxRuntimeConfig());
    VERIFY_RUNS(run);
    const auto values = elementsOf<float>(run.original, "w");
    const auto codes = elementsOf<std::int8_t>(run.model(), "w_quantized");
    const auto scales = elementsOf<float>(run.model(), "w_scale");
    QCOMPARE(codes.size(), values.size());
    QCOMPARE(scales.size(), std::size_t(channels ? 4 : 1));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const float scale = scales[channels ? i / 27 : 0];
        QCOMPARE(int(codes[i]), int(std::clamp<std::int64_t>(codeOf(double(values[i] / scale), 1), -128, 127)));
        QVERIFY(std::abs(codes[i] * double(scale) - double(values[i])) <= double(scale) * 0.5001);
    }
}

void tst_QdqInserter::biasCodes_areRoundedQuotients_data()
{
    QTest::addColumn<Build>("build");
    QTest::addColumn<bool>("channels");
    for (const bool channels : {false, true}) {
        const auto row = [channels](const char* name, const Build& build) {
            QTest::newRow((std::string(name) + (channels ? ", per channel" : ", per tensor")).c_str())
                << build << channels;
        };
        row("Conv", convRelu);
        row("ConvTranspose", transposed);
        row("Gemm", gemm(1, 0));
        row("Gemm transB, bias [1, N]", gemm(1, 1, {1, 8}));
    }
}

void tst_QdqInserter::biasCodes_areRoundedQuotients()
{
    QFETCH(Build, build);
    QFETCH(bool, channels);
    const QuantizedRun run(built(13, build), channels ? perChannel(onnxRuntimeConfig()) : onnxRuntimeConfig());
    VERIFY_RUNS(run);
    const auto bias = elementsOf<float>(run.original, "b");
    const auto codes = elementsOf<std::int32_t>(run.model(), "b_quantized");
    const float inputScale = elementsOf<float>(run.model(), "x_scale").at(0);
    const auto weightScales = elementsOf<float>(run.model(), "w_scale");
    const auto biasScales = elementsOf<float>(run.model(), "b_quantized_scale");
    QCOMPARE(codes.size(), bias.size());
    QCOMPARE(biasScales.size(), channels ? bias.size() : std::size_t(1));
    QCOMPARE(weightScales.size(), biasScales.size());
    QCOMPARE(elementsOf<std::int32_t>(run.model(), "b_quantized_zero_point"),
             std::vector<std::int32_t>(biasScales.size(), 0));
    for (std::size_t i = 0; i < bias.size(); ++i) {
        const std::size_t channel = channels ? i : 0;
        QCOMPARE(biasScales[channel], inputScale * weightScales[channel]);
        QCOMPARE(std::int64_t(codes[i]), codeOf(double(bias[i]), double(inputScale) * double(weightScales[channel])));
        QVERIFY(codes[i] != 0);
    }
    const Shape shape = run.original.values().at("b").shape;
    QCOMPARE(run.model().values().at("b_quantized").shape, shape);
    if (channels)
        QCOMPARE(axisOf(run.node("b_DequantizeLinear")), std::int64_t(shape.size()) - 1);
}

void tst_QdqInserter::sharedBias_getsIntegersForEachNode()
{
    const QuantizedRun run(built(13, twinConvs), onnxRuntimeConfig());
    VERIFY_RUNS(run);
    const Names first = inputsOf(run.node("conv1"));
    const Names second = inputsOf(run.node("conv2"));
    QCOMPARE(first[1], second[1]);
    QVERIFY(first[2] != second[2]);
    const auto bias = elementsOf<float>(run.original, "b");
    const float weightScale = run.params.at("w").scale[0];
    const auto check = [&](const std::string& integers, const std::string& input) {
        const auto codes = elementsOf<std::int32_t>(run.model(), integers);
        const double scale = double(run.params.at(input).scale[0]) * double(weightScale);
        for (std::size_t i = 0; i < bias.size(); ++i)
            QCOMPARE(std::int64_t(codes.at(i)), codeOf(double(bias[i]), scale));
    };
    check("b_quantized", "x");
    check("b_quantized_1", "c");
    QVERIFY(elementsOf<std::int32_t>(run.model(), "b_quantized")
            != elementsOf<std::int32_t>(run.model(), "b_quantized_1"));
    QVERIFY(!findInitializer(run.graph(), "b"));
}

void tst_QdqInserter::sharedWeight_isQuantizedOnce()
{
    const QuantizedRun run(built(13, twinConvs), onnxRuntimeConfig());
    VERIFY_RUNS(run);
    QCOMPARE(inputsOf(run.node("conv1"))[1], std::string("w_DequantizeLinear_Output"));
    QCOMPARE(inputsOf(run.node("conv2"))[1], std::string("w_DequantizeLinear_Output"));
    QCOMPARE(countNodes(run.graph(), "DequantizeLinear"), 3 + 1 + 2); // x, c, y; w; b twice
}

void tst_QdqInserter::sharedParams_shareInitializers()
{
    const QuantizedRun run(built(13, reshaped), onnxRuntimeConfig());
    VERIFY_RUNS(run);
    for (const char* name : {"y_QuantizeLinear", "r_QuantizeLinear", "t_QuantizeLinear"}) {
        QCOMPARE(inputsOf(run.node(name)).at(1), std::string("y_scale"));
        QCOMPARE(inputsOf(run.node(name)).at(2), std::string("y_zero_point"));
    }
    QVERIFY(!findInitializer(run.graph(), "r_scale"));
    QVERIFY(!findInitializer(run.graph(), "t_zero_point"));
}

void tst_QdqInserter::channelAxis_isAnAttribute()
{
    const QuantConfig config = perChannel(onnxRuntimeConfig());
    const QuantizedRun conv(built(13, convRelu), config);
    VERIFY_RUNS(conv);
    QCOMPARE(axisOf(conv.node("w_DequantizeLinear")), std::int64_t(0));
    QCOMPARE(rankOf(conv.model(), "w_scale"), std::int64_t(1));
    QCOMPARE(elementsOf<std::int8_t>(conv.model(), "w_zero_point"), std::vector<std::int8_t>(4, 0));
    QCOMPARE(axisOf(conv.node("b_DequantizeLinear")), std::int64_t(0));
    QCOMPARE(rankOf(conv.model(), "x_scale"), std::int64_t(0));
    const QuantizedRun up(built(13, transposed), config);
    VERIFY_RUNS(up);
    QCOMPARE(axisOf(up.node("w_DequantizeLinear")), std::int64_t(1));
    QCOMPARE(elementsOf<float>(up.model(), "w_scale").size(), std::size_t(4));
    for (const int transB : {0, 1}) {
        const QuantizedRun full(built(13, gemm(1, transB)), config);
        VERIFY_RUNS(full);
        QCOMPARE(axisOf(full.node("w_DequantizeLinear")), std::int64_t(1 - transB));
        QCOMPARE(elementsOf<float>(full.model(), "w_scale").size(), std::size_t(8));
    }
    QuantConfig unsignedWeights = withTypes(config, DataType::UInt8, DataType::UInt8);
    const QuantizedRun middle(built(13, convRelu), unsignedWeights);
    VERIFY_RUNS(middle);
    QCOMPARE(elementsOf<std::uint8_t>(middle.model(), "w_zero_point"), std::vector<std::uint8_t>(4, 128));
}

void tst_QdqInserter::domain_followsOpsetAndTypes_data()
{
    QTest::addColumn<int>("opset");
    QTest::addColumn<int>("activation");
    QTest::addColumn<int>("weight");
    QTest::addColumn<bool>("channels");
    QTest::addColumn<bool>("microsoft");
    const auto row = [](const char* name, int opset, DataType activation, DataType weight, bool channels,
                        bool microsoft) {
        QTest::newRow(name) << opset << int(activation) << int(weight) << channels << microsoft;
    };
    row("8 bit, opset 9", 9, DataType::UInt8, DataType::Int8, false, true);
    row("8 bit, opset 10", 10, DataType::UInt8, DataType::Int8, false, false);
    row("8 bit per channel, opset 12", 12, DataType::UInt8, DataType::Int8, true, true);
    row("8 bit per channel, opset 13", 13, DataType::UInt8, DataType::Int8, true, false);
    row("16-bit activations, opset 13", 13, DataType::UInt16, DataType::Int8, false, true);
    row("16-bit activations, opset 20", 20, DataType::Int16, DataType::Int8, false, true);
    row("16-bit activations, opset 21", 21, DataType::Int16, DataType::Int8, false, false);
    row("16-bit weights, opset 20", 20, DataType::UInt8, DataType::Int16, false, true);
    row("16-bit weights, opset 21", 21, DataType::UInt8, DataType::Int16, true, false);
    row("16 bit per channel, opset 11", 11, DataType::Int16, DataType::Int8, true, true);
}

void tst_QdqInserter::domain_followsOpsetAndTypes()
{
    QFETCH(int, opset);
    QFETCH(int, activation);
    QFETCH(int, weight);
    QFETCH(bool, channels);
    QFETCH(bool, microsoft);
    QuantConfig config = withTypes(onnxRuntimeConfig(), DataType(activation), DataType(weight));
    config.perChannel = channels;
    // ONNX Runtime's optimizer fuses these Q/DQ into QLinearConv, which opset 9 does not have: such models load without
    // optimization only. Models are brought to opset 13 first wherever possible.
    const QuantizedRun run(built(opset, convRelu), config, {},
                           opset < 10 ? OptimizationLevel::Disabled : OptimizationLevel::All);
    VERIFY_RUNS(run);
    QCOMPARE(domains(run.graph()), std::set<std::string>{microsoft ? "com.microsoft" : ""});
    QCOMPARE(run.model().opset("com.microsoft"), microsoft ? 1 : 0);
    QCOMPARE(run.model().opset(), opset);
    QVERIFY2(run.error() <= kEightBit, std::to_string(run.error()).c_str());
}

void tst_QdqInserter::neededOpset_followsTypesAndAxes()
{
    QuantConfig config = onnxRuntimeConfig();
    QCOMPARE(neededOpset(config), 10);
    config.perChannel = true;
    QCOMPARE(neededOpset(config), 13);
    config.activationType = DataType::UInt16;
    QCOMPARE(neededOpset(config), 21);
    config.perChannel = false;
    config.activationType = DataType::UInt8;
    config.weightType = DataType::Int16;
    QCOMPARE(neededOpset(config), 21);
}

void tst_QdqInserter::beta_isFoldedIntoTheBias_data()
{
    QTest::addColumn<float>("beta");
    QTest::addColumn<int>("transB");
    QTest::addColumn<bool>("channels");
    for (const float beta : {0.5F, 2.0F, -1.0F, 0.0F, 1.0F}) {
        for (const int transB : {0, 1}) {
            for (const bool channels : {false, true}) {
                QTest::addRow("beta %g, transB %d%s", double(beta), transB, channels ? ", per channel" : "")
                    << beta << transB << channels;
            }
        }
    }
}

void tst_QdqInserter::beta_isFoldedIntoTheBias()
{
    QFETCH(float, beta);
    QFETCH(int, transB);
    QFETCH(bool, channels);
    QuantConfig config =
        withTypes(onnxRuntimeConfig(), DataType::UInt8, DataType::UInt8); // these kernels do not saturate
    config.perChannel = channels;
    const QuantizedRun run(built(13, gemm(beta, transB)), config);
    VERIFY_RUNS(run);
    QVERIFY2(run.error() <= kEightBit, std::to_string(run.error()).c_str());
    QVERIFY(run.error(OptimizationLevel::All) <= kEightBit);
    for (const onnx::AttributeProto& attribute : run.node("gemm")->attribute()) {
        if (attribute.name() == "beta")
            QCOMPARE(attribute.f(), 1.0F);
    }
    QuantConfig floatBias = config;
    floatBias.quantizeBias = false;
    const QuantizedRun kept(built(13, gemm(beta, transB)), floatBias);
    VERIFY_RUNS(kept);
    QVERIFY2(kept.error() <= kEightBit, std::to_string(kept.error()).c_str());
}

void tst_QdqInserter::excludedNode_keepsTheFloatWeight()
{
    const QuantizedRun run(built(13, twinConvs), onnxRuntimeConfig(), {"conv2"});
    VERIFY_RUNS(run);
    QCOMPARE(inputsOf(run.node("conv1")),
             (Names{"x_DequantizeLinear_Output", "w_DequantizeLinear_Output", "b_DequantizeLinear_Output"}));
    QCOMPARE(inputsOf(run.node("conv2")), (Names{"c_DequantizeLinear_Output", "w", "b"}));
    QCOMPARE(elementsOf<float>(run.model(), "w"), elementsOf<float>(run.original, "w"));
    QCOMPARE(elementsOf<float>(run.model(), "b"), elementsOf<float>(run.original, "b"));
    QVERIFY(findInitializer(run.graph(), "w_quantized"));
    QVERIFY(run.error() <= kEightBit);
}

void tst_QdqInserter::addQdqPairToWeight_keepsFloatWeights()
{
    QuantConfig config = perChannel(onnxRuntimeConfig());
    config.addQDQPairToWeight = true;
    const QuantizedRun run(built(13, convRelu), config);
    VERIFY_RUNS(run);
    QCOMPARE(elementsOf<float>(run.model(), "w"), elementsOf<float>(run.original, "w"));
    QVERIFY(!findInitializer(run.graph(), "w_quantized"));
    QCOMPARE(inputsOf(run.node("w_QuantizeLinear")), (Names{"w", "w_scale", "w_zero_point"}));
    QCOMPARE(inputsOf(run.node("w_DequantizeLinear")).at(0), outputsOf(run.node("w_QuantizeLinear")).at(0));
    QCOMPARE(axisOf(run.node("w_QuantizeLinear")), std::int64_t(0));
    QCOMPARE(axisOf(run.node("w_DequantizeLinear")), std::int64_t(0));
    QVERIFY(findInitializer(run.graph(), "b_quantized")); // the bias has no pair in any case
    // The arithmetic is that of stored integers.
    const QuantizedRun integers(built(13, convRelu), perChannel(onnxRuntimeConfig()));
    VERIFY_RUNS(integers);
    const auto a = run.exactOutputs[0].as<float>();
    const auto b = integers.exactOutputs[0].as<float>();
    QVERIFY(std::equal(a.begin(), a.end(), b.begin(), b.end()));
}

void tst_QdqInserter::foldedActivations_vanish()
{
    ModelBuilder b = built(13, convRelu);
    b.proto().mutable_graph()->clear_output();
    b.initializer("lo", {}, {0}).initializer("hi", {}, {1});
    b.node("Clip", {"y", "lo", "hi"}, {"z"}, "clip");
    b.output("z");
    const QuantizedRun run(b, onnxRuntimeConfig());
    VERIFY_RUNS(run);
    QCOMPARE(run.plan.folded.size(), std::size_t(2));
    QVERIFY(!run.node("relu"));
    QVERIFY(!run.node("clip"));
    QCOMPARE(outputsOf(run.node("conv")), Names{"z_QuantizeLinear_Input"});
    QCOMPARE(outputNames(run.model()), Names{"z"});
    QVERIFY2(run.error() <= kEightBit, std::to_string(run.error()).c_str());
    for (const float value : run.exactOutputs[0].as<float>())
        QVERIFY(value >= 0.0F && value <= 1.0F);
}

void tst_QdqInserter::foldedRelu_staysDead_data()
{
    QTest::addColumn<int>("type");
    QTest::newRow("uint8") << int(DataType::UInt8);
    QTest::newRow("int8") << int(DataType::Int8);
    QTest::newRow("int16") << int(DataType::Int16);
}

void tst_QdqInserter::foldedRelu_staysDead()
{
    QFETCH(int, type);
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 1, 4, 4}).initializer("w", {1, 1, 1, 1}, {1}).initializer("b", {1}, {-50});
    b.node("Conv", {"x", "w", "b"}, {"c"}, "conv");
    b.node("Relu", {"c"}, {"y"}, "relu");
    b.output("y");
    const QuantizedRun run(b, withTypes(onnxRuntimeConfig(), DataType(type), DataType::Int8));
    VERIFY_RUNS(run);
    QVERIFY(!run.node("relu"));
    for (const auto* outputs : {&run.exactOutputs, &run.optimizedOutputs}) {
        for (const float value : outputs->at(0).as<float>())
            QCOMPARE(value, 0.0F);
    }
}

void tst_QdqInserter::fusedPair_isNotWritten()
{
    QuantConfig config = quarkConfig();
    config.activationSymmetric = true;
    config.activationType = DataType::Int8;
    const QuantizedRun run(built(13, convRelu), config);
    VERIFY_RUNS(run);
    QCOMPARE(outputsOf(run.node("conv")), Names{"c"});
    QCOMPARE(inputsOf(run.node("relu")), Names{"c"});
    QVERIFY(!run.node("c_QuantizeLinear"));
    QVERIFY(!findInitializer(run.graph(), "c_scale"));
    for (const QuantizedTensor& tensor : run.result->tensors)
        QVERIFY(tensor.name != "c");
    QVERIFY(run.error() <= 2 * kEightBit);
}

/// x → Conv → c → Relu → y; an If whose bodies apply a Relu to @p value.
static ModelBuilder withIf(const std::string& value)
{
    ModelBuilder b = built(13, convRelu);
    b.input("cond", DataType::Bool, {});
    b.node("If", {"cond"}, {"z"}, "choice")
        .graph("then_branch", reluOf(value, "t"))
        .graph("else_branch", reluOf(value, "e"));
    b.output("z");
    return b;
}

void tst_QdqInserter::body_readsTheFloatValue()
{
    const QuantizedRun run(withIf("c"), onnxRuntimeConfig());
    VERIFY_RUNS(run);
    QCOMPARE(outputsOf(run.node("conv")), Names{"c"});
    QCOMPARE(inputsOf(run.node("c_QuantizeLinear")).at(0), std::string("c"));
    QCOMPARE(run.node("choice")->attribute(0).g().node(0).input(0), std::string("c"));
    QVERIFY2(run.error() <= kEightBit, std::to_string(run.error()).c_str());
}

void tst_QdqInserter::foldedRelu_isKept_whenABodyReadsIt()
{
    // y is no graph output here: one keeps its name behind the Q/DQ, and a body then reads it there.
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 3, 8, 8}).input("cond", DataType::Bool, {}).randomInitializer("w", {4, 3, 3, 3});
    b.node("Conv", {"x", "w"}, {"c"}, "conv");
    b.node("Relu", {"c"}, {"y"}, "relu");
    b.node("Sigmoid", {"y"}, {"s"}, "sigmoid");
    const auto negated = [](const std::string& output) {
        ModelBuilder body;
        body.node("Neg", {"y"}, {output});
        body.output(output);
        return body.graph();
    };
    b.node("If", {"cond"}, {"z"}, "choice").graph("then_branch", negated("t")).graph("else_branch", negated("e"));
    b.output("s").output("z");
    const QuantizedRun run(b, onnxRuntimeConfig());
    VERIFY_RUNS(run);
    QVERIFY2(run.error() <= kEightBit, std::to_string(run.error()).c_str());
    for (const float value : run.exactOutputs[1].as<float>())
        QVERIFY(value <= 0.0F);
}

void tst_QdqInserter::output_thatIsReadInside_isReadQuantized()
{
    ModelBuilder b = built(13, convRelu);
    b.node("Sigmoid", {"y"}, {"s"}, "sigmoid");
    b.node("LeakyRelu", {"y"}, {"l"}, "leaky");
    b.output("s").output("l");
    const QuantizedRun run(b, onnxRuntimeConfig());
    VERIFY_RUNS(run);
    QCOMPARE(outputNames(run.model()), (Names{"y", "s", "l"}));
    QCOMPARE(outputsOf(run.node("y_DequantizeLinear")), Names{"y"});
    QCOMPARE(inputsOf(run.node("sigmoid")), Names{"y"});
    QCOMPARE(inputsOf(run.node("leaky")), Names{"y"});
    QVERIFY2(run.error() <= kEightBit, std::to_string(run.error()).c_str());
}

void tst_QdqInserter::output_thatIsAnInput_staysFloat()
{
    ModelBuilder b = built(13, convRelu);
    b.output("x", DataType::Float, {1, 3, 8, 8});
    const QuantizedRun run(b, onnxRuntimeConfig());
    VERIFY_RUNS(run);
    QCOMPARE(outputNames(run.model()), (Names{"y", "x"}));
    QCOMPARE(inputsOf(run.node("conv")).at(0), std::string("x_DequantizeLinear_Output"));
    const auto fed = run.inputs.at("x").as<float>();
    const auto out = run.exactOutputs.at(1).as<float>();
    QVERIFY(std::equal(fed.begin(), fed.end(), out.begin(), out.end()));
    QVERIFY(run.error() <= kEightBit);
}

void tst_QdqInserter::output_thatIsAWeight_staysFloat()
{
    ModelBuilder b = built(13, convRelu);
    b.output("w", DataType::Float, {4, 3, 3, 3});
    const QuantizedRun run(b, onnxRuntimeConfig());
    VERIFY_RUNS(run);
    QCOMPARE(inputsOf(run.node("conv")).at(1), std::string("w_DequantizeLinear_Output"));
    const auto weight = elementsOf<float>(run.original, "w");
    const auto out = run.exactOutputs.at(1).as<float>();
    QVERIFY(std::equal(weight.begin(), weight.end(), out.begin(), out.end()));
}

void tst_QdqInserter::nothingPlanned_changesNothing()
{
    QuantConfig config = onnxRuntimeConfig();
    config.opTypesToQuantize = {"Einsum"};
    const QuantizedRun run(built(13, convRelu), config);
    VERIFY_RUNS(run);
    QVERIFY(run.result->tensors.empty());
    QCOMPARE(run.model().contentHash(), run.original.contentHash());
    QCOMPARE(run.error(), 0.0);
}

void tst_QdqInserter::saturatedBias_isTold()
{
    // Scales of unsigned weights are not raised: 1e9 / (2/255 * 2/255 at most) is beyond int32.
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 1, 4, 4}).initializer("w", {1, 1, 1, 1}, {1}).initializer("b", {1}, {1e9F});
    b.node("Conv", {"x", "w", "b"}, {"y"});
    b.output("y");
    const QuantizedRun saturated(b, withTypes(onnxRuntimeConfig(), DataType::UInt8, DataType::UInt8));
    VERIFY_RUNS(saturated);
    QCOMPARE(saturated.result->warnings.size(), std::size_t(1));
    QVERIFY(saturated.result->warnings[0].find("'b'") != std::string::npos);
    QCOMPARE(elementsOf<std::int32_t>(saturated.model(), "b_quantized"), std::vector<std::int32_t>{2147483647});
    const QuantizedRun raised(b, onnxRuntimeConfig());
    VERIFY_RUNS(raised);
    QVERIFY(raised.result->warnings.empty());
    QVERIFY2(raised.error() <= kEightBit, std::to_string(raised.error()).c_str());
}

void tst_QdqInserter::insertion_isRepeatable()
{
    const QuantizedRun first(built(13, branched), quarkConfig());
    const QuantizedRun second(built(13, branched), quarkConfig());
    VERIFY_RUNS(first);
    QCOMPARE(first.model().contentHash(), second.model().contentHash());
    QCOMPARE(first.model().proto().SerializeAsString(), second.model().proto().SerializeAsString());
}

QTEST_GUILESS_MAIN(tst_QdqInserter)
#include "tst_qdq_inserter.moc"
