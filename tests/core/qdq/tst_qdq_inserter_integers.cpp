// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/qdq/inserted_models.h"

using namespace quantiscope;
using namespace quantiscope::test;

// What becomes of weights and biases: their integers, their scales, and who reads them.

namespace {

std::int64_t codeOf(double value, double scale)
{
    return std::llrint(value / scale); // half to even
}

} // namespace

Q_DECLARE_METATYPE(Build)

class tst_QdqInserterIntegers : public QObject
{
    Q_OBJECT

private slots:
    void weightCodes_areRoundedQuotients_data();
    void weightCodes_areRoundedQuotients();
    void lowestWeightCode_isThatOfASymmetricRange_inQuarksFlows_data();
    void lowestWeightCode_isThatOfASymmetricRange_inQuarksFlows();
    void biasCodes_areRoundedQuotients_data();
    void biasCodes_areRoundedQuotients();
    void sharedBias_getsIntegersForEachNode();
    void sharedWeight_isQuantizedOnce();
    void beta_isFoldedIntoTheBias_data();
    void beta_isFoldedIntoTheBias();
    void excludedNode_keepsTheFloatWeight();
    void addQdqPairToWeight_keepsFloatWeights();
    void saturatedBias_staysFloat();
    void floatBias_isReadAsFloat_data();
    void floatBias_isReadAsFloat();
    void constantData_areQuantized();
    void singleConstant_isNeverRoundedToZero_data();
    void singleConstant_isNeverRoundedToZero();
    void singleConstant_isNeverRoundedToZero_atRunTime();
};

void tst_QdqInserterIntegers::weightCodes_areRoundedQuotients_data()
{
    QTest::addColumn<bool>("channels");
    QTest::newRow("per tensor") << false;
    QTest::newRow("per channel") << true;
}

void tst_QdqInserterIntegers::weightCodes_areRoundedQuotients()
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

void tst_QdqInserterIntegers::lowestWeightCode_isThatOfASymmetricRange_inQuarksFlows_data()
{
    QTest::addColumn<int>("rules");
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("zeroPoint");
    QTest::addColumn<std::vector<int>>("codes"); // of -1, -0.5, 0 and 1
    const auto row = [](const char* name, PlacementRules rules, DataType type, int zeroPoint,
                        const std::vector<int>& codes) {
        QTest::newRow(name) << int(rules) << int(type) << zeroPoint << codes;
    };
    const auto quark = PlacementRules::Quark;
    row("int8", quark, DataType::Int8, 0, {-127, -64, 0, 127});
    row("int8 extended", PlacementRules::QuarkExtended, DataType::Int8, 0, {-127, -64, 0, 127});
    row("int8 with a zero point", quark, DataType::Int8, -64, {-127, -127, -64, 64});
    row("int16", quark, DataType::Int16, 0, {-32767, -16384, 0, 32767});
    row("uint8 has no symmetric range", quark, DataType::UInt8, 128, {0, 64, 128, 255});
    row("int8 by ONNX Runtime's rules", PlacementRules::OnnxRuntime, DataType::Int8, 0, {-128, -64, 0, 127});
    row("int16 by ONNX Runtime's rules", PlacementRules::OnnxRuntime, DataType::Int16, 0, {-32768, -16384, 0, 32767});
}

void tst_QdqInserterIntegers::lowestWeightCode_isThatOfASymmetricRange_inQuarksFlows()
{
    // quark_behaviour 3.7: codes are clipped to -127 … 127 (-32767 … 32767) whatever the symmetry. A power of two as
    // the scale of a range that it just does not cover gives -128 without that.
    QFETCH(int, rules);
    QFETCH(int, type);
    QFETCH(int, zeroPoint);
    QFETCH(std::vector<int>, codes);
    ModelBuilder b(21);
    b.input("x", DataType::Float, {1, 4, 2, 2}).initializer("w", {1, 4, 1, 1}, {-1, -0.5F, 0, 1});
    b.node("Conv", {"x", "w"}, {"y"}, "conv");
    b.output("y");
    TensorOverride fixed;
    fixed.type = DataType(type);
    fixed.scale = {byteSize(DataType(type)) == 1 ? 1.0F / 128 : 1.0F / 32768};
    fixed.zeroPoint = {zeroPoint};
    QuantConfig config = quarkConfig();
    config.placement.rules = PlacementRules(rules);
    config.tensorOverrides["w"] = {fixed};
    const QuantizedRun run(b, config);
    VERIFY_RUNS(run);
    std::vector<int> found;
    if (fixed.type == DataType::Int16) {
        for (const std::int16_t code : elementsOf<std::int16_t>(run.model(), "w_quantized"))
            found.push_back(code);
    } else if (fixed.type == DataType::Int8) {
        for (const std::int8_t code : elementsOf<std::int8_t>(run.model(), "w_quantized"))
            found.push_back(code);
    } else {
        for (const std::uint8_t code : elementsOf<std::uint8_t>(run.model(), "w_quantized"))
            found.push_back(code);
    }
    QCOMPARE(found, codes);
}

void tst_QdqInserterIntegers::biasCodes_areRoundedQuotients_data()
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

void tst_QdqInserterIntegers::biasCodes_areRoundedQuotients()
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

void tst_QdqInserterIntegers::sharedBias_getsIntegersForEachNode()
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

void tst_QdqInserterIntegers::sharedWeight_isQuantizedOnce()
{
    const QuantizedRun run(built(13, twinConvs), onnxRuntimeConfig());
    VERIFY_RUNS(run);
    QCOMPARE(inputsOf(run.node("conv1"))[1], std::string("w_DequantizeLinear_Output"));
    QCOMPARE(inputsOf(run.node("conv2"))[1], std::string("w_DequantizeLinear_Output"));
    QCOMPARE(countNodes(run.graph(), "DequantizeLinear"), 3 + 1 + 2); // x, c, y; w; b twice
}

void tst_QdqInserterIntegers::beta_isFoldedIntoTheBias_data()
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

void tst_QdqInserterIntegers::beta_isFoldedIntoTheBias()
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
    floatBias.placement.quantizeBias = false;
    const QuantizedRun kept(built(13, gemm(beta, transB)), floatBias);
    VERIFY_RUNS(kept);
    QVERIFY2(kept.error() <= kEightBit, std::to_string(kept.error()).c_str());
}

void tst_QdqInserterIntegers::excludedNode_keepsTheFloatWeight()
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

void tst_QdqInserterIntegers::addQdqPairToWeight_keepsFloatWeights()
{
    QuantConfig config = perChannel(onnxRuntimeConfig());
    config.placement.addQDQPairToWeight = true;
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

void tst_QdqInserterIntegers::saturatedBias_staysFloat()
{
    // Scales of unsigned weights are not raised: 1e9 / (2/255 * 2/255 at most) is beyond int32. For signed ones 1e6 is
    // within a factor of the scale that leaves something of the weights, 1e9 is not.
    const auto conv = [](float bias) {
        ModelBuilder b(13);
        b.input("x", DataType::Float, {1, 1, 4, 4}).initializer("w", {1, 1, 1, 1}, {1}).initializer("b", {1}, {bias});
        b.node("Conv", {"x", "w", "b"}, {"y"}, "conv");
        b.output("y");
        return b;
    };
    for (const DataType weight : {DataType::UInt8, DataType::Int8}) {
        const QuantizedRun saturated(conv(1e9F), withTypes(onnxRuntimeConfig(), DataType::UInt8, weight));
        VERIFY_RUNS(saturated);
        QCOMPARE(
            saturated.result->warnings,
            Names{"A bias does not fit into int32 in steps of input scale times weight scale and stays float: 'b' of "
                  "'conv'."});
        QCOMPARE(inputsOf(saturated.node("conv"))[2], std::string("b"));
        QVERIFY2(saturated.error() <= kEightBit, std::to_string(saturated.error()).c_str());
    }
    const QuantizedRun raised(conv(1e6F), onnxRuntimeConfig());
    VERIFY_RUNS(raised);
    QVERIFY(raised.result->warnings.empty());
    QCOMPARE(elementsOf<std::int32_t>(raised.model(), "b_quantized").size(), std::size_t(1));
    QVERIFY2(raised.error() <= kEightBit, std::to_string(raised.error()).c_str());
}

void tst_QdqInserterIntegers::floatBias_isReadAsFloat_data()
{
    QTest::addColumn<bool>("quantizeBias");
    QTest::addColumn<bool>("computed");
    QTest::addColumn<bool>("isOutput");
    QTest::newRow("it does not fit the channels") << true << false << false;
    QTest::newRow("biases are left float") << false << false << false;
    QTest::newRow("it is computed") << true << true << false;
    QTest::newRow("it is computed and an output") << true << true << true;
}

void tst_QdqInserterIntegers::floatBias_isReadAsFloat()
{
    // Another node reads it as well and quantizes it for itself.
    QFETCH(bool, quantizeBias);
    QFETCH(bool, computed);
    QFETCH(bool, isOutput);
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4, 16}).randomInitializer("w", {16, 8});
    if (computed) {
        b.input("s", DataType::Float, {1});
        b.node("Sigmoid", {"s"}, {"b"}, "sigmoid");
    } else {
        b.initializer("b", {1}, {0.7F});
    }
    b.node("Gemm", {"x", "w", "b"}, {"g"}, "gemm");
    b.node("Add", {"g", "b"}, {"y"}, "add");
    b.output("y");
    if (isOutput)
        b.output("b");
    QuantConfig config = perChannel(onnxRuntimeConfig());
    config.placement.quantizeBias = quantizeBias;
    const QuantizedRun run(b, config);
    VERIFY_RUNS(run);
    QCOMPARE(inputsOf(run.node("gemm"))[2], std::string(isOutput ? "b_QuantizeLinear_Input" : "b"));
    QCOMPARE(inputsOf(run.node("add"))[1], std::string(isOutput ? "b" : "b_DequantizeLinear_Output"));
    QVERIFY2(run.error() <= kEightBit, std::to_string(run.error()).c_str());
}

void tst_QdqInserterIntegers::constantData_areQuantized()
{
    ModelBuilder b(13);
    b.randomInitializer("k", {4, 16}).input("v", DataType::Float, {16, 8}).randomInitializer("b", {8}, 1, 3);
    b.node("Gemm", {"k", "v", "b"}, {"y"}, "gemm");
    b.output("y");
    const QuantizedRun run(b, onnxRuntimeConfig());
    VERIFY_RUNS(run);
    QCOMPARE(inputsOf(run.node("gemm"))[0], std::string("k_DequantizeLinear_Output"));
    QCOMPARE(elementsOf<std::uint8_t>(run.model(), "k_quantized").size(), std::size_t(64));
    QVERIFY2(run.error() <= kEightBit, std::to_string(run.error()).c_str());
}

void tst_QdqInserterIntegers::singleConstant_isNeverRoundedToZero_data()
{
    QTest::addColumn<bool>("isWeight");
    QTest::newRow("in the activations' type") << false;
    QTest::newRow("in the weights' type") << true;
}

void tst_QdqInserterIntegers::singleConstant_isNeverRoundedToZero()
{
    QFETCH(bool, isWeight);
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 4}).initializer("e", {1}, {-1e-6F}).initializer("z", {1}, {0.0F});
    b.initializer("v", {1, 4}, {1e-6F, 1.0F, -1.0F, 0.5F});
    b.node("Add", {"x", "e"}, {"a"}, "add");
    b.node("Add", {"a", "z"}, {"c"}, "zero");
    b.node("Mul", {"c", "v"}, {"y"}, "several");
    b.output("y");
    QuantizedRun run(b, onnxRuntimeConfig());
    VERIFY_RUNS(run);
    for (PlannedTensor& tensor : run.plan.tensors) {
        if (isWeight && tensor.role == PlannedTensor::Role::Constant)
            tensor.role = PlannedTensor::Role::Weight;
    }
    // What an alignment may do: a scale that is much coarser than the constant.
    for (const char* name : {"e", "z"})
        run.params.at(name).scale = {0.5F};
    const auto inserted = insertQdq(run.original.clone(), run.config, run.selected, run.plan, run.params);
    QVERIFY2(inserted, inserted ? "" : inserted.error().message.c_str());
    const auto code = [&](const std::string& name, std::size_t k = 0) {
        const auto codes = elementsOf<std::uint8_t>(inserted->model, name + "_quantized");
        return int(codes.at(k)) - int(run.params.at(name).zeroPoint[0]);
    };
    QCOMPARE(code("e"), -1);
    QCOMPARE(code("z"), 0);
    QCOMPARE(code("v", 0), 0); // one of several: rounding errors cancel there
}

void tst_QdqInserterIntegers::singleConstant_isNeverRoundedToZero_atRunTime()
{
    // With pairs in front of the constants' readers (AddQDQPairToWeight) the model rounds. "free" reads the number as
    // it is: it is excluded.
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 4}).initializer("e", {}, {-1e-6F}).initializer("z", {1}, {0.0F});
    b.node("Add", {"x", "e"}, {"a"}, "add");
    b.node("Add", {"a", "z"}, {"y"}, "zero");
    b.node("Mul", {"x", "e"}, {"f"}, "free");
    b.output("y").output("f");
    QuantConfig config = onnxRuntimeConfig();
    config.placement.addQDQPairToWeight = true;
    QuantizedRun run(b, config, {"free"});
    VERIFY_RUNS(run);
    for (const char* name : {"e", "z"})
        run.params.at(name).scale = {0.5F};
    const auto inserted = insertQdq(run.original.clone(), run.config, run.selected, run.plan, run.params);
    QVERIFY2(inserted, inserted ? "" : inserted.error().message.c_str());
    const auto quantized = [&](const std::string& name) {
        const onnx::NodeProto* node = findNode(inserted->model.graph(), name + "_QuantizeLinear");
        const auto values = elementsOf<float>(inserted->model, node ? node->input(0) : std::string());
        return values.empty() ? std::nanf("") : values[0];
    };
    QCOMPARE(quantized("e"), -0.5F);
    QCOMPARE(quantized("z"), 0.0F);
    QCOMPARE(elementsOf<float>(inserted->model, "e"), std::vector<float>{-1e-6F});
    const NamedTensors inputs{{"x", Tensor::fromFloats({1, 4}, std::vector<float>{1, 2, 4, 8})}};
    std::string failure;
    const auto outputs = outputsOf(inserted->model, inputs, OptimizationLevel::Disabled, failure);
    QVERIFY2(failure.empty(), failure.c_str());
    for (std::size_t i = 0; i < 4; ++i)
        QCOMPARE(outputs[1].as<float>()[i], inputs.at("x").as<float>()[i] * -1e-6F);
}

QTEST_GUILESS_MAIN(tst_QdqInserterIntegers)
#include "tst_qdq_inserter_integers.moc"
