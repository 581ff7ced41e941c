// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/qdq/inserted_models.h"

using namespace quantiscope;
using namespace quantiscope::test;

// Activation functions that vanish into the scale of their output, and pairs that are not written before one.

Q_DECLARE_METATYPE(TensorOverride)

class tst_QdqInserterFolding : public QObject
{
    Q_OBJECT

private slots:
    void foldedActivations_vanish();
    void foldedRelu_staysDead_data();
    void foldedRelu_staysDead();
    void functionsBounds_areKept_data();
    void functionsBounds_areKept();
    void foldedFunction_keepsItsPair_whereOthersAreRemoved_data();
    void foldedFunction_keepsItsPair_whereOthersAreRemoved();
    void foldedRelu_isThere_forReadersOfFloatValues();
    void foldedRelu_isKept_whenABodyReadsIt();
    void fusedPair_isNotWritten();
};

void tst_QdqInserterFolding::foldedActivations_vanish()
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

void tst_QdqInserterFolding::foldedRelu_staysDead_data()
{
    QTest::addColumn<int>("type");
    QTest::newRow("uint8") << int(DataType::UInt8);
    QTest::newRow("int8") << int(DataType::Int8);
    QTest::newRow("int16") << int(DataType::Int16);
}

void tst_QdqInserterFolding::foldedRelu_staysDead()
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

void tst_QdqInserterFolding::functionsBounds_areKept_data()
{
    QTest::addColumn<float>("high");
    QTest::addColumn<TensorOverride>("laidDown");
    QTest::addColumn<int>("scale");
    constexpr float kNone = std::numeric_limits<float>::infinity();
    TensorOverride symmetric;
    symmetric.symmetric = true;
    TensorOverride range;
    range.range = TensorRange{-9, 9};
    TensorOverride parameters;
    parameters.scale = {0.05F};
    parameters.zeroPoint = {128};
    TensorOverride wide;
    wide.range = TensorRange{0, 4};
    const auto row = [](const char* name, float high, const TensorOverride& laidDown, ScaleType scale) {
        QTest::newRow(name) << high << laidDown << int(scale);
    };
    row("Relu, symmetric", kNone, symmetric, ScaleType::Float32);
    row("Relu, range", kNone, range, ScaleType::Float32);
    row("Relu, parameters", kNone, parameters, ScaleType::Float32);
    row("Relu, powers of two", kNone, {}, ScaleType::PowerOf2);
    row("Clip, range", 1.6F, wide, ScaleType::Float32);
    row("Clip, nothing", 1.6F, {}, ScaleType::Float32);
    row("Clip, powers of two", 1.6F, {}, ScaleType::PowerOf2);
    row("Clip, short scales", 1.6F, {}, ScaleType::Int16);
}

void tst_QdqInserterFolding::functionsBounds_areKept()
{
    // Whatever is laid down for its output and whatever the scale is rounded to: what a Relu or Clip cuts off stays so,
    // also for who looks at it from another side.
    QFETCH(float, high);
    QFETCH(TensorOverride, laidDown);
    QFETCH(int, scale);
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 3, 8, 8}).randomInitializer("w", {4, 3, 3, 3});
    b.initializer("low", {}, {0}).initializer("high", {}, {high});
    b.node("Conv", {"x", "w"}, {"c"}, "conv");
    if (std::isinf(high))
        b.node("Relu", {"c"}, {"y"}, "function");
    else
        b.node("Clip", {"c", "low", "high"}, {"y"}, "function");
    b.output("y");
    QuantConfig config = quarkConfig();
    config.scaleType = ScaleType(scale);
    if (laidDown != TensorOverride())
        config.tensorOverrides["y"] = {laidDown};
    const QuantizedRun run(b, config);
    VERIFY_RUNS(run);
    const float step = run.params.at("y").scale[0];
    const float most = std::isinf(high) ? std::numeric_limits<float>::max() : high + step / 2;
    for (const float value : run.exactOutputs[0].as<float>())
        QVERIFY2(value >= 0.0F && value <= most, std::to_string(value).c_str());
    QVERIFY2(run.error() <= 2 * kEightBit, std::to_string(run.error()).c_str());
}

void tst_QdqInserterFolding::foldedFunction_keepsItsPair_whereOthersAreRemoved_data()
{
    QTest::addColumn<std::string>("function");
    QTest::addColumn<bool>("symmetric");
    QTest::newRow("Relu, folded") << std::string("Relu") << false;
    QTest::newRow("Clip, folded") << std::string("Clip") << false;
    QTest::newRow("Relu, kept") << std::string("Relu") << true;
    QTest::newRow("Clip, kept") << std::string("Clip") << true;
}

void tst_QdqInserterFolding::foldedFunction_keepsItsPair_whereOthersAreRemoved()
{
    // The pair behind a folded function is the function: RemoveQDQBetweenOps may only take it where the function stays.
    QFETCH(std::string, function);
    QFETCH(bool, symmetric);
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 3, 8, 8}).randomInitializer("w", {4, 3, 3, 3});
    b.randomInitializer("w2", {4, 4, 1, 1}, 1, 2).initializer("low", {}, {0}).initializer("high", {}, {1.6F});
    b.node("Conv", {"x", "w"}, {"c"}, "conv");
    if (function == "Relu")
        b.node("Relu", {"c"}, {"r"}, "function");
    else
        b.node("Clip", {"c", "low", "high"}, {"r"}, "function");
    b.node("Conv", {"r", "w2"}, {"y"}, "reader");
    b.output("y");
    QuantConfig config = quarkConfig();
    config.activationSymmetric = symmetric;
    config.placement.removeQDQBetweenOps = {{function, "Conv"}};
    const QuantizedRun run(b, config);
    VERIFY_RUNS(run);
    QCOMPARE(run.plan.isFolded("r"), !symmetric);
    QCOMPARE(run.node("function") != nullptr, symmetric);
    QCOMPARE(run.node("r_QuantizeLinear") != nullptr, !symmetric);
    QVERIFY2(run.error() <= 2 * kEightBit, std::to_string(run.error()).c_str());
}

void tst_QdqInserterFolding::foldedRelu_isThere_forReadersOfFloatValues()
{
    // A bias that is computed stays float; so does what excluded nodes read with dedicated pairs. In front of the pair
    // the folded function is missing.
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4, 8}).randomInitializer("w", {8, 4}).randomInitializer("v", {8, 4}, 1, 2);
    b.node("Gemm", {"x", "w"}, {"c"}, "first");
    b.node("Relu", {"c"}, {"r"}, "relu");
    b.node("Gemm", {"x", "v", "r"}, {"y"}, "second");
    b.node("Sigmoid", {"r"}, {"s"}, "sigmoid");
    b.node("Softmax", {"r"}, {"t"}, "softmax");
    b.node("Neg", {"r"}, {"n"}, "negative");
    b.output("y").output("s").output("t").output("n");
    for (const bool dedicated : {false, true}) {
        QuantConfig config = quarkConfig();
        config.placement.dedicatedQDQPair = dedicated;
        const QuantizedRun run(b, config, {"negative"});
        VERIFY_RUNS(run);
        QCOMPARE(run.plan.folded.size(), std::size_t(1));
        for (const float value : run.exactOutputs[3].as<float>())
            QVERIFY(value <= 0.0F);
        QVERIFY2(run.error() <= 2 * kEightBit, std::to_string(run.error()).c_str());
    }
}

void tst_QdqInserterFolding::foldedRelu_isKept_whenABodyReadsIt()
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

void tst_QdqInserterFolding::fusedPair_isNotWritten()
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

QTEST_GUILESS_MAIN(tst_QdqInserterFolding)
#include "tst_qdq_inserter_folding.moc"
