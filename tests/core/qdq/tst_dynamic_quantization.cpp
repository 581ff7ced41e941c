// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/dynamic_quantization.h"
#include "tests/core/qdq/inserted_models.h"

using namespace quantiscope;
using namespace quantiscope::test;

// Dynamic quantization: what is written, and that it computes what the float model computes, within 8 bits.
// Node counts of dynamicModels_haveTheReferencesOperators: what onnxruntime 1.31.1's
// quantize_dynamic(weight_type=QUInt8) writes for the same models, without the Reshape that it puts before a
// convolution's bias.

namespace {

QuantConfig dynamicConfig()
{
    QuantConfig config;
    config.selection.dynamic = true;
    config.weightType = DataType::UInt8;
    return config;
}

/// A model, quantized, and what both compute for one random input.
struct DynamicRun
{
    DynamicRun(const ModelBuilder& builder, const QuantConfig& config) : original(builder.model())
    {
        const Graph graph(original);
        Feedback feedback;
        auto quantized = quantizeDynamically(original.clone(), config, selectNodes(graph, config, {}, feedback));
        if (!quantized) {
            failure = quantized.error().message;
            return;
        }
        result.emplace(std::move(*quantized));
        const NamedTensors inputs = randomInputs(original, 7);
        const std::vector<Tensor> wanted = outputsOf(original, inputs, OptimizationLevel::Disabled, failure);
        for (const OptimizationLevel level : {OptimizationLevel::Disabled, OptimizationLevel::All}) {
            const std::vector<Tensor> found = outputsOf(result->model, inputs, level, failure);
            for (std::size_t i = 0; i < wanted.size() && i < found.size(); ++i)
                error = std::max(error, distance(wanted[i], found[i]));
        }
    }

    static double distance(const Tensor& wanted, const Tensor& found)
    {
        double difference = 0;
        double length = 1e-30;
        const auto a = wanted.as<float>();
        const auto b = found.as<float>();
        for (std::size_t k = 0; k < a.size(); ++k) {
            difference += std::pow(double(a[k]) - double(b[k]), 2);
            length += std::pow(double(a[k]), 2);
        }
        return std::sqrt(difference / length);
    }

    [[nodiscard]] int count(const char* type) const { return countNodes(result->model.graph(), type); }

    Model original;
    std::optional<QuantizedGraph> result;
    double error = 0;
    std::string failure;
};

ModelBuilder dynamicGemm(float alpha, float beta, int transA, int transB)
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, transA ? Extents{16, 4} : Extents{4, 16});
    b.randomInitializer("w", transB ? Shape{8, 16} : Shape{16, 8}).randomInitializer("b", {8}, 3, 2);
    auto node = b.node("Gemm", {"x", "w", "b"}, {"y"}, "gemm");
    node.attribute("alpha", alpha).attribute("beta", beta).attribute("transA", transA).attribute("transB", transB);
    b.output("y");
    return b;
}

ModelBuilder matMuls()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4, 16}).randomInitializer("w", {16, 8}).randomInitializer("v", {16, 4}, 2, 3);
    b.node("MatMul", {"x", "w"}, {"m"}, "first");
    b.node("MatMul", {"x", "v"}, {"n"}, "second");
    b.node("Transpose", {"m"}, {"t"}, "turn").attribute("perm", {1, 0});
    b.node("MatMul", {"t", "n"}, {"y"}, "computed");
    b.output("y");
    return b;
}

} // namespace

class tst_DynamicQuantization : public QObject
{
    Q_OBJECT

private slots:
    void dynamicModels_haveTheReferencesOperators();
    void convolution_keepsItsAttributesAndBias();
    void gemm_isAProduct_whateverItsFactors_data();
    void gemm_isAProduct_whateverItsFactors();
    void matMulPerColumn_isCloserThanPerTensor();
    void computedOperands_areQuantizedOnRequest();
    void gather_readsAnIntegerTable();
    void whatCannotBeDone_isRefused();
};

void tst_DynamicQuantization::dynamicModels_haveTheReferencesOperators()
{
    const DynamicRun run(matMuls(), dynamicConfig());
    VERIFY_RUNS(run);
    QCOMPARE(run.count("DynamicQuantizeLinear"), 1); // x, for both of its readers
    QCOMPARE(run.count("MatMulInteger"), 2);
    QCOMPARE(run.count("Cast"), 2);
    QCOMPARE(run.count("Mul"), 4);
    QCOMPARE(run.count("MatMul"), 1); // of two computed values
    QCOMPARE(run.result->tensors.size(), std::size_t(2));
    QVERIFY2(run.error < kEightBit, qPrintable(QString::number(run.error)));
    QVERIFY(run.error > 0);
    // The formulas of quantize_dynamic: asymmetric uint8, [min, max] widened to 0.
    const std::vector<float> w = Graph(run.original).initializerFloats("w");
    const auto [low, high] = std::minmax_element(w.begin(), w.end());
    const auto scale = elementsOf<float>(run.result->model, "w_scale");
    QCOMPARE(scale, std::vector<float>{float((double(*high) - double(*low)) / 255)});
}

void tst_DynamicQuantization::convolution_keepsItsAttributesAndBias()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 4, 9, 9}).randomInitializer("w", {6, 2, 3, 3}).randomInitializer("b", {6}, 2, 5);
    b.node("Conv", {"x", "w", "b"}, {"c"}, "conv")
        .attribute("pads", {1, 1, 1, 1})
        .attribute("strides", {2, 2})
        .attribute("group", 2);
    b.node("Relu", {"c"}, {"y"}, "relu");
    b.output("y");
    const DynamicRun run(b, dynamicConfig());
    VERIFY_RUNS(run);
    QCOMPARE(run.count("ConvInteger"), 1);
    QCOMPARE(run.count("Conv"), 0);
    QCOMPARE(run.count("Add"), 1);
    QVERIFY2(run.error < kEightBit, qPrintable(QString::number(run.error)));
    QuantConfig config = dynamicConfig();
    config.weightType = DataType::Int8;
    const DynamicRun signedRun(b, config);
    VERIFY_RUNS(signedRun);
    QCOMPARE(signedRun.result->tensors[0].params.type, DataType::UInt8); // the kernel's only type
}

void tst_DynamicQuantization::gemm_isAProduct_whateverItsFactors_data()
{
    QTest::addColumn<float>("alpha");
    QTest::addColumn<float>("beta");
    QTest::addColumn<int>("transA");
    QTest::addColumn<int>("transB");
    QTest::addColumn<int>("products");
    QTest::newRow("plain") << 1.0F << 1.0F << 0 << 0 << 1;
    QTest::newRow("transposed weight") << 1.0F << 1.0F << 0 << 1 << 1;
    QTest::newRow("alpha and beta") << -0.5F << 0.25F << 0 << 1 << 1;
    QTest::newRow("no bias left") << 2.0F << 0.0F << 0 << 0 << 1;
    QTest::newRow("a transposed input stays float") << 1.0F << 1.0F << 1 << 0 << 0;
}

void tst_DynamicQuantization::gemm_isAProduct_whateverItsFactors()
{
    QFETCH(float, alpha);
    QFETCH(float, beta);
    QFETCH(int, transA);
    QFETCH(int, transB);
    QFETCH(int, products);
    const DynamicRun run(dynamicGemm(alpha, beta, transA, transB), dynamicConfig());
    if (products == 0) {
        QVERIFY(run.failure.find("Nothing in this model would be quantized") != std::string::npos);
        return;
    }
    VERIFY_RUNS(run);
    QCOMPARE(run.count("MatMulInteger"), products);
    QCOMPARE(run.count("Gemm"), 0);
    QVERIFY2(run.error < kEightBit, qPrintable(QString::number(run.error)));
}

void tst_DynamicQuantization::matMulPerColumn_isCloserThanPerTensor()
{
    ModelBuilder b(13);
    std::vector<float> weight(16 * 2);
    for (std::size_t i = 0; i < weight.size(); ++i)
        weight[i] = (i % 2 == 0 ? 100.0F : 0.05F) * std::sin(float(i));
    b.input("x", DataType::Float, {4, 16}).initializer("w", {16, 2}, weight).initializer("k", {2}, {0, 1});
    b.node("MatMul", {"x", "w"}, {"m"}, "mm");
    b.node("Mul", {"m", "k"}, {"y"}, "small"); // the small column alone
    b.output("y");
    const DynamicRun whole(b, dynamicConfig());
    const DynamicRun columns(b, perChannel(dynamicConfig()));
    VERIFY_RUNS(whole);
    VERIFY_RUNS(columns);
    QVERIFY(columns.error < kEightBit);
    QVERIFY(whole.error > 5 * columns.error);
}

void tst_DynamicQuantization::computedOperands_areQuantizedOnRequest()
{
    QuantConfig config = dynamicConfig();
    config.selection.matMulConstBOnly = false;
    const DynamicRun run(matMuls(), config);
    VERIFY_RUNS(run);
    QCOMPARE(run.count("MatMulInteger"), 3);
    QCOMPARE(run.count("DynamicQuantizeLinear"), 3);
    QVERIFY2(run.error < kEightBit, qPrintable(QString::number(run.error)));
}

void tst_DynamicQuantization::gather_readsAnIntegerTable()
{
    ModelBuilder b(13);
    b.randomInitializer("table", {32, 16}).randomInitializer("w", {16, 4}, 1, 2);
    b.input("x", DataType::Float, {3, 16}).int64s("ids", {5, 0, 31});
    b.node("Gather", {"table", "ids"}, {"rows"}, "lookup");
    b.node("Add", {"rows", "x"}, {"sum"}, "add");
    b.node("MatMul", {"sum", "w"}, {"y"}, "mm");
    b.output("y");
    const DynamicRun run(b, dynamicConfig());
    VERIFY_RUNS(run);
    QCOMPARE(run.count("DequantizeLinear"), 1);
    QCOMPARE(run.count("Gather"), 1);
    QVERIFY(!findInitializer(run.result->model.graph(), "table"));
    QVERIFY2(run.error < kEightBit, qPrintable(QString::number(run.error)));
}

void tst_DynamicQuantization::whatCannotBeDone_isRefused()
{
    QuantConfig wide = dynamicConfig();
    wide.weightType = DataType::Int16;
    QVERIFY(DynamicRun(matMuls(), wide).failure.find("8 bits, not int16") != std::string::npos);
    ModelBuilder old(10);
    old.input("x", DataType::Float, {4, 16}).randomInitializer("w", {16, 8});
    old.node("MatMul", {"x", "w"}, {"y"}, "mm");
    old.output("y");
    QVERIFY(DynamicRun(old, dynamicConfig()).failure.find("needs opset 11") != std::string::npos);
}

QTEST_GUILESS_MAIN(tst_DynamicQuantization)
#include "tst_dynamic_quantization.moc"
