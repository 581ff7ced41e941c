// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/qdq/inserted_models.h"

using namespace quantiscope;
using namespace quantiscope::test;

// Which domain and which form the Q/DQ operators have, by the opset and the types.

namespace {

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

} // namespace

class tst_QdqInserterOpset : public QObject
{
    Q_OBJECT

private slots:
    void domain_followsOpsetAndTypes_data();
    void domain_followsOpsetAndTypes();
    void int8Pairs_load_whenAFloatReshapeMovesTheirValue_data();
    void int8Pairs_load_whenAFloatReshapeMovesTheirValue();
    void channelAxis_isAnAttribute();
    void channelAxis_isAlwaysSaid_inTheMicrosoftDomain();
};

void tst_QdqInserterOpset::domain_followsOpsetAndTypes_data()
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

void tst_QdqInserterOpset::domain_followsOpsetAndTypes()
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

void tst_QdqInserterOpset::int8Pairs_load_whenAFloatReshapeMovesTheirValue_data()
{
    QTest::addColumn<int>("opset");
    QTest::addColumn<bool>("excluded");
    QTest::addColumn<bool>("microsoft");
    QTest::newRow("opset 20") << 20 << true << false;
    QTest::newRow("opset 21") << 21 << true << true;
    QTest::newRow("opset 21, quantized") << 21 << false << false;
}

void tst_QdqInserterOpset::int8Pairs_load_whenAFloatReshapeMovesTheirValue()
{
    // ONNX Runtime puts a pair behind the Reshape; at opset 21 it does not load in the standard domain.
    QFETCH(int, opset);
    QFETCH(bool, excluded);
    QFETCH(bool, microsoft);
    ModelBuilder b(opset);
    b.input("x", DataType::Float, {1, 3, 8, 8}).randomInitializer("w", {4, 3, 3, 3}).randomInitializer("v", {4, 2});
    b.int64s("flat", {1, -1});
    b.node("Conv", {"x", "w"}, {"c"}, "conv");
    b.node("GlobalAveragePool", {"c"}, {"p"}, "pool");
    b.node("Reshape", {"p", "flat"}, {"r"}, "reshape");
    b.node("Gemm", {"r", "v"}, {"y"}, "gemm");
    b.output("y");
    const std::set<std::string> floats{"reshape", "gemm"};
    const QuantizedRun run(b, extendedConfig(), excluded ? floats : std::set<std::string>());
    VERIFY_RUNS(run);
    QCOMPARE(domains(run.graph()), std::set<std::string>{microsoft ? "com.microsoft" : ""});
    QVERIFY2(run.error() <= kEightBit, std::to_string(run.error()).c_str());
}

void tst_QdqInserterOpset::channelAxis_isAnAttribute()
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

void tst_QdqInserterOpset::channelAxis_isAlwaysSaid_inTheMicrosoftDomain()
{
    // Axis 1 is the default of the standard operators only.
    for (const auto& [activation, isSaid] : {std::pair(DataType::UInt8, false), std::pair(DataType::UInt16, true)}) {
        const QuantConfig config = withTypes(perChannel(onnxRuntimeConfig()), activation, DataType::Int8);
        const QuantizedRun run(built(13, transposed), config);
        VERIFY_RUNS(run);
        const onnx::NodeProto* node = run.node("w_DequantizeLinear");
        QCOMPARE(node->domain(), std::string(isSaid ? "com.microsoft" : ""));
        QCOMPARE(node->attribute_size(), isSaid ? 1 : 0);
        QCOMPARE(axisOf(node), std::int64_t(1));
        QCOMPARE(run.node("x_DequantizeLinear")->attribute_size(), 0);
    }
}

QTEST_GUILESS_MAIN(tst_QdqInserterOpset)
#include "tst_qdq_inserter_opset.moc"
