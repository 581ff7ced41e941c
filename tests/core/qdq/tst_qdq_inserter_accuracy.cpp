// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/qdq/inserted_models.h"

using namespace quantiscope;
using namespace quantiscope::test;

// Every kind of operator under every kind of configuration: the model loads, runs and stays close to the float one.

namespace {

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

} // namespace

Q_DECLARE_METATYPE(Build)
Q_DECLARE_METATYPE(QuantConfig)

class tst_QdqInserterAccuracy : public QObject
{
    Q_OBJECT

private slots:
    void everyModel_loadsRunsAndStaysClose_data();
    void everyModel_loadsRunsAndStaysClose();
};

void tst_QdqInserterAccuracy::everyModel_loadsRunsAndStaysClose_data()
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
    aligned.placement.foldRelu = aligned.placement.alignEltwiseQuantType = true;
    aligned.npu.alignConcat = aligned.npu.alignPool = aligned.npu.alignPad = true;
    QuantConfig pairs = onnxRuntimeConfig();
    pairs.placement.addQDQPairToWeight = true;
    QuantConfig floatBias = onnxRuntimeConfig();
    floatBias.placement.quantizeBias = false;
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

void tst_QdqInserterAccuracy::everyModel_loadsRunsAndStaysClose()
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

QTEST_GUILESS_MAIN(tst_QdqInserterAccuracy)
#include "tst_qdq_inserter_accuracy.moc"
