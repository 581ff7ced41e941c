// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/qdq/inserted_models.h"

using namespace quantiscope;
using namespace quantiscope::test;

// How many Q/DQ nodes stand at one value, of which types, and what only weights get. Names of DedicatedQDQPair and
// DedicateDQNode: as AMD Quark 0.13 writes them for the same graph.

namespace {

/// x → Conv → c; Sigmoid(c) → s; Add(s, c) → y; c is an output as well when @p shown.
Build fork(bool shown)
{
    return [=](ModelBuilder& b) {
        b.input("x", DataType::Float, {1, 4, 4, 4}).randomInitializer("w", {4, 4, 1, 1});
        b.node("Conv", {"x", "w"}, {"c"}, "conv");
        b.node("Sigmoid", {"c"}, {"s"}, "sigmoid");
        b.node("Add", {"s", "c"}, {"y"}, "add");
        b.output("y");
        if (shown)
            b.output("c");
    };
}

QuantConfig dedicated(QuantConfig config)
{
    config.placement.dedicatedQDQPair = true;
    return config;
}

QuantConfig dedicatedReaders(QuantConfig config)
{
    config.placement.dedicateDQNode = true;
    return config;
}

} // namespace

class tst_QdqInserterPairs : public QObject
{
    Q_OBJECT

private slots:
    void dedicatedPair_givesEachReaderItsOwn();
    void dedicatedPair_ofAnOutput_keepsTheOutputQuantized();
    void dedicatedPair_leavesExcludedReadersTheFloatValue();
    void dedicatedReader_sharesTheCodes();
    void dedicatedReader_ofASharedWeight();
    void dualPairs_bringAllAroundANodeToOneType();
    void dualPairs_takeTheTypeOfTheOthers_andTheRangeOfTheirTensor();
    void nodes_areAllRead_data();
    void nodes_areAllRead();
    void dualPairs_leaveFloatBiasesAlone();
    void biasThatDoesNotFit_staysFloat();
    void int16Bias_isStoredInInt16_data();
    void int16Bias_isStoredInInt16();
    void biasWithItsOwnScale_isStoredLikeAWeight();
    void weightsOnly_leavesActivations();
    void mixedTypes_load_atEveryOpset_data();
    void mixedTypes_load_atEveryOpset();
};

void tst_QdqInserterPairs::dedicatedPair_givesEachReaderItsOwn()
{
    const QuantizedRun run(built(13, fork(false)), dedicated(quarkConfig()));
    VERIFY_RUNS(run);
    QCOMPARE(inputsOf(run.node("sigmoid")), Names{"c_DequantizeLinear_Output_1"});
    QCOMPARE(inputsOf(run.node("add")), (Names{"s_DequantizeLinear_Output", "c_DequantizeLinear_Output_2"}));
    QCOMPARE(inputsOf(run.node("c_QuantizeLinear_1")), (Names{"c", "c_scale", "c_zero_point"}));
    QCOMPARE(inputsOf(run.node("c_QuantizeLinear_2")), (Names{"c", "c_scale", "c_zero_point"}));
    QCOMPARE(inputsOf(run.node("c_DequantizeLinear_2"))[0], std::string("c_QuantizeLinear_Output_2"));
    QVERIFY(run.node("x_QuantizeLinear") && !run.node("x_QuantizeLinear_1")); // one reader: the usual form
    QVERIFY(run.error() < kEightBit);
    const QuantizedRun plain(built(13, fork(false)), quarkConfig());
    QCOMPARE(run.error(), plain.error()); // the same numbers
}

void tst_QdqInserterPairs::dedicatedPair_ofAnOutput_keepsTheOutputQuantized()
{
    const QuantizedRun run(built(13, fork(true)), dedicated(quarkConfig()));
    VERIFY_RUNS(run);
    QCOMPARE(outputsOf(run.node("conv")), Names{"c_QuantizeLinear_Input"});
    QCOMPARE(outputsOf(run.node("c_DequantizeLinear")), Names{"c"});
    QCOMPARE(inputsOf(run.node("c_QuantizeLinear_1"))[0], std::string("c_QuantizeLinear_Input"));
    QCOMPARE(inputsOf(run.node("sigmoid")), Names{"c_DequantizeLinear_Output_1"});
    QVERIFY(run.error() < kEightBit);
}

void tst_QdqInserterPairs::dedicatedPair_leavesExcludedReadersTheFloatValue()
{
    const Build build = [](ModelBuilder& b) {
        fork(false)(b);
        b.node("Tanh", {"c"}, {"h"}, "tanh");
        b.output("h");
    };
    const QuantizedRun run(built(13, build), dedicated(quarkConfig()), {"tanh"});
    VERIFY_RUNS(run);
    QCOMPARE(inputsOf(run.node("tanh")), Names{"c"});
    QVERIFY(run.node("c_QuantizeLinear_2") && !run.node("c_QuantizeLinear_3"));
}

void tst_QdqInserterPairs::dedicatedReader_sharesTheCodes()
{
    const QuantizedRun run(built(13, fork(false)), dedicatedReaders(quarkConfig()));
    VERIFY_RUNS(run);
    QVERIFY(run.node("c_QuantizeLinear") && !run.node("c_QuantizeLinear_1"));
    QCOMPARE(inputsOf(run.node("sigmoid")), Names{"c_DequantizeLinear_Output"});
    QCOMPARE(inputsOf(run.node("add"))[1], std::string("c_DequantizeLinear_Output_1"));
    QCOMPARE(inputsOf(run.node("c_DequantizeLinear_1"))[0], std::string("c_QuantizeLinear_Output"));
    QVERIFY(run.error() < kEightBit);
    const QuantizedRun shown(built(13, fork(true)), dedicatedReaders(quarkConfig()));
    VERIFY_RUNS(shown);
    QCOMPARE(outputsOf(shown.node("c_DequantizeLinear")), Names{"c"});
    QCOMPARE(inputsOf(shown.node("sigmoid")), Names{"c_DequantizeLinear_Output_1"});
    QCOMPARE(inputsOf(shown.node("add"))[1], std::string("c_DequantizeLinear_Output_2"));
}

void tst_QdqInserterPairs::dedicatedReader_ofASharedWeight()
{
    const QuantizedRun run(built(13, twinConvs), dedicatedReaders(quarkConfig()));
    VERIFY_RUNS(run);
    QCOMPARE(inputsOf(run.node("conv1"))[1], std::string("w_DequantizeLinear_Output"));
    QCOMPARE(inputsOf(run.node("conv2"))[1], std::string("w_DequantizeLinear_Output_1"));
    QCOMPARE(inputsOf(run.node("w_DequantizeLinear_1"))[0], std::string("w_quantized"));
}

void tst_QdqInserterPairs::dualPairs_bringAllAroundANodeToOneType()
{
    QuantConfig config = extendedConfig();
    TensorOverride wide;
    wide.type = DataType::Int16;
    config.tensorOverrides["s"] = {wide};
    config.placement.enableDualQuantNodePairs = true;
    const QuantizedRun run(built(21, fork(false)), config);
    VERIFY_RUNS(run);
    // sigmoid: c comes in as int8 and goes through another pair of int16; add: c and y likewise.
    QCOMPARE(int(run.plan.additional.size()), 3);
    QCOMPARE(inputsOf(run.node("sigmoid")), Names{"c_additional_DequantizeLinear_Output"});
    QCOMPARE(inputsOf(run.node("c_additional_QuantizeLinear"))[0], std::string("c_DequantizeLinear_Output"));
    QCOMPARE(inputsOf(run.node("add"))[1], std::string("c_additional_1_DequantizeLinear_Output"));
    QCOMPARE(outputsOf(run.node("add")), Names{"y_additional_QuantizeLinear_Input"});
    QCOMPARE(run.params.at("y_additional").type, DataType::Int16);
    QCOMPARE(run.params.at("y").type, DataType::Int8);
    const TensorRange range = run.ranges.at("c");
    const double magnitude = std::max(std::abs(double(range.min)), std::abs(double(range.max)));
    QCOMPARE(run.params.at("c_additional").scale[0], float(2 * magnitude / 65534));
    QVERIFY(run.error() < kEightBit);
    config.tensorOverrides.clear();
    QVERIFY(QuantizedRun(built(21, fork(false)), config).plan.additional.empty());
}

void tst_QdqInserterPairs::dualPairs_takeTheTypeOfTheOthers_andTheRangeOfTheirTensor()
{
    // Which pairs there are and their types: as AMD Quark 0.13 writes them for the same graph and overrides. It gives a
    // second pair the observed range even where one is laid down for the tensor.
    QuantConfig config = extendedConfig();
    TensorOverride wide;
    wide.type = DataType::Int16;
    TensorOverride narrow;
    narrow.range = TensorRange{-0.5F, 0.25F};
    config.tensorOverrides = {{"s", {wide}}, {"c", {narrow}}};
    config.placement.enableDualQuantNodePairs = true;
    const QuantizedRun run(built(21, fork(false)), config);
    VERIFY_RUNS(run);
    // sigmoid: something is laid down for c, its int8 is the template; add: s comes first, its int16 is.
    QCOMPARE(inputsOf(run.node("sigmoid")), Names{"c_DequantizeLinear_Output"});
    QCOMPARE(outputsOf(run.node("sigmoid")), Names{"s_additional_QuantizeLinear_Input"});
    QCOMPARE(run.plan.additional.size(), std::size_t(3));
    const auto stepOf = [&run](const char* tensor, double codes) {
        const TensorRange& range = run.ranges.at(tensor);
        return float(2 * std::max(std::abs(double(range.min)), std::abs(double(range.max))) / codes);
    };
    QVERIFY(run.params.at("s_additional") == (QuantParams{DataType::Int8, {stepOf("s", 254)}, {0}, {}}));
    QVERIFY(run.params.at("c_additional") == (QuantParams{DataType::Int16, {float(1.0 / 65534)}, {0}, {}}));
    QVERIFY(run.params.at("y_additional") == (QuantParams{DataType::Int16, {stepOf("y", 65534)}, {0}, {}}));
    // Parameters that are laid down belong to the codes of the tensor's own pair.
    TensorOverride fixed;
    fixed.scale = {0.5F};
    fixed.zeroPoint = {3};
    config.tensorOverrides["c"] = {fixed};
    const QuantizedRun other(built(21, fork(false)), config);
    VERIFY_RUNS(other);
    QVERIFY(other.params.at("c") == (QuantParams{DataType::Int8, {0.5F}, {3}, {}}));
    QVERIFY(other.params.at("c_additional") == (QuantParams{DataType::Int16, {stepOf("c", 65534)}, {0}, {}}));
}

void tst_QdqInserterPairs::nodes_areAllRead_data()
{
    QTest::addColumn<bool>("dedicatedReader");
    QTest::addColumn<bool>("dedicatedPair");
    QTest::newRow("plain") << false << false;
    QTest::newRow("a DQ for every reader") << true << false;
    QTest::newRow("a pair for every reader") << false << true;
}

void tst_QdqInserterPairs::nodes_areAllRead()
{
    // An output that nobody else reads, a value that is only a float bias, and a constant that is data and int32 bias.
    QFETCH(bool, dedicatedReader);
    QFETCH(bool, dedicatedPair);
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4, 4}).randomInitializer("w", {4, 4}).randomInitializer("b", {4}, 1, 2);
    b.node("Add", {"x", "b"}, {"a"}, "add");
    b.node("Gemm", {"a", "w", "b"}, {"c"}, "with_constant");
    b.node("Sigmoid", {"c"}, {"s"}, "sigmoid");
    b.node("Gemm", {"a", "w", "s"}, {"y"}, "with_computed");
    b.output("y");
    QuantConfig config = quarkConfig();
    config.placement.dedicateDQNode = dedicatedReader;
    config.placement.dedicatedQDQPair = dedicatedPair;
    const QuantizedRun run(b, config);
    VERIFY_RUNS(run);
    std::set<std::string> read{"y"};
    for (const onnx::NodeProto& node : run.graph().node())
        read.insert(node.input().begin(), node.input().end());
    for (const onnx::NodeProto& node : run.graph().node())
        QVERIFY2(read.count(node.output(0)) > 0, node.name().c_str());
    QCOMPARE(inputsOf(run.node("with_computed"))[2], std::string("s"));
    QVERIFY(!run.plan.find("s")->hasPair);
    QVERIFY(run.error() < kEightBit);
}

void tst_QdqInserterPairs::dualPairs_leaveFloatBiasesAlone()
{
    ModelBuilder b(21);
    b.input("x", DataType::Float, {4, 4}).randomInitializer("w", {4, 4});
    b.node("Sigmoid", {"x"}, {"s"}, "sigmoid");
    b.node("Tanh", {"s"}, {"t"}, "tanh");
    b.node("Gemm", {"x", "w", "s"}, {"y"}, "gemm");
    b.output("y").output("t");
    TensorOverride wide;
    wide.type = DataType::Int16;
    for (const char* tensor : {"x", "s"}) { // beside the bias; the bias itself, which has no say at the product
        QuantConfig config = extendedConfig();
        config.tensorOverrides[tensor] = {wide};
        config.placement.enableDualQuantNodePairs = true;
        const QuantizedRun run(b, config);
        VERIFY_RUNS(run);
        QCOMPARE(inputsOf(run.node("gemm"))[2], std::string("s"));
        const bool isWide = run.params.count("y_additional") > 0;
        QCOMPARE(isWide, std::string(tensor) == "x");
    }
}

void tst_QdqInserterPairs::biasThatDoesNotFit_staysFloat()
{
    // In steps of scales that are laid down it is beyond int32.
    TensorOverride given;
    given.scale = {1e-6F};
    given.zeroPoint = {0};
    QuantConfig config = quarkConfig();
    config.tensorOverrides = {{"w", {given}}, {"x", {given}}};
    const QuantizedRun run(built(13, convRelu), config);
    VERIFY_RUNS(run);
    QCOMPARE(inputsOf(run.node("conv"))[2], std::string("b"));
    QCOMPARE(run.result->warnings.size(), std::size_t(1));
    QVERIFY(run.result->warnings[0].find("stays float") != std::string::npos);
}

void tst_QdqInserterPairs::int16Bias_isStoredInInt16_data()
{
    QTest::addColumn<int>("opset");
    QTest::addColumn<QString>("domain");
    QTest::newRow("13") << 13 << "com.microsoft";
    QTest::newRow("21") << 21 << "";
}

void tst_QdqInserterPairs::int16Bias_isStoredInInt16()
{
    QFETCH(int, opset);
    QFETCH(QString, domain);
    QuantConfig config = quarkConfig();
    config.placement.int16Bias = true;
    const QuantizedRun run(built(opset, convRelu), config);
    VERIFY_RUNS(run);
    const onnx::TensorProto* bias = findInitializer(run.graph(), "b_quantized");
    QVERIFY(bias);
    QCOMPARE(bias->data_type(), int(onnx::TensorProto::INT16));
    QCOMPARE(QString::fromStdString(run.node("b_DequantizeLinear")->domain()), domain);
    const auto codes = elementsOf<std::int16_t>(run.model(), "b_quantized");
    const std::vector<float> values = Graph(run.original).initializerFloats("b");
    const double step = double(run.params.at("x").scale[0] * run.params.at("w").scale[0]);
    QCOMPARE(codes.size(), values.size());
    for (std::size_t i = 0; i < codes.size(); ++i)
        QCOMPARE(double(codes[i]), std::clamp(std::nearbyint(double(values[i]) / step), -32768.0, 32767.0));
    QVERIFY(run.error() < kEightBit);
}

void tst_QdqInserterPairs::biasWithItsOwnScale_isStoredLikeAWeight()
{
    QuantConfig config = quarkConfig();
    config.placement.int32Bias = false;
    const QuantizedRun run(built(13, convRelu), config);
    VERIFY_RUNS(run);
    QCOMPARE(findInitializer(run.graph(), "b_quantized")->data_type(), int(onnx::TensorProto::INT8));
    const std::vector<float> values = Graph(run.original).initializerFloats("b");
    float most = 0;
    for (const float value : values)
        most = std::max(most, std::abs(value));
    QCOMPARE(elementsOf<float>(run.model(), "b_scale"), std::vector<float>{float(2 * double(most) / 254)});
    QVERIFY(run.error() < kEightBit);
    QVERIFY(std::any_of(run.result->tensors.begin(), run.result->tensors.end(), [](const QuantizedTensor& tensor) {
        return tensor.name == "b" && tensor.role == QuantizedTensor::Role::Bias;
    }));
}

void tst_QdqInserterPairs::weightsOnly_leavesActivations()
{
    QuantConfig config = quarkConfig();
    config.selection.weightsOnly = true;
    const QuantizedRun run(built(13, convRelu), config);
    VERIFY_RUNS(run);
    QCOMPARE(countNodes(run.graph(), "QuantizeLinear"), 0);
    QCOMPARE(countNodes(run.graph(), "DequantizeLinear"), 1); // the weight; an int32 bias would need an input's scale
    QCOMPARE(inputsOf(run.node("conv")), (Names{"x", "w_DequantizeLinear_Output", "b"}));
    QVERIFY(run.error() < kEightBit);
    config.placement.int32Bias = false;
    const QuantizedRun both(built(13, convRelu), config);
    VERIFY_RUNS(both);
    QCOMPARE(countNodes(both.graph(), "DequantizeLinear"), 2);
    QVERIFY(both.error() < kEightBit);
}

void tst_QdqInserterPairs::mixedTypes_load_atEveryOpset_data()
{
    QTest::addColumn<int>("opset");
    for (const int opset : {10, 11, 12, 13, 17, 19, 21})
        QTest::newRow(std::to_string(opset).c_str()) << opset;
}

void tst_QdqInserterPairs::mixedTypes_load_atEveryOpset()
{
    QFETCH(int, opset);
    TensorOverride wide;
    wide.type = DataType::Int16;
    TensorOverride channels;
    channels.perChannel = true;
    for (QuantConfig config : {quarkConfig(), extendedConfig(), dedicated(extendedConfig())}) {
        config.tensorOverrides = {{"c", {wide}}, {"w", {channels}}};
        const QuantizedRun run(built(opset, fork(true)), config);
        VERIFY_RUNS(run);
        QCOMPARE(run.params.at("c").type, DataType::Int16);
        QCOMPARE(run.params.at("w").scale.size(), std::size_t(4));
        QCOMPARE(run.params.at("s").type, config.activationType);
        QVERIFY2(run.error() < kEightBit, qPrintable(QString::number(run.error())));
    }
}

QTEST_GUILESS_MAIN(tst_QdqInserterPairs)
#include "tst_qdq_inserter_pairs.moc"
