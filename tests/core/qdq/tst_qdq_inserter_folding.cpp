// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/qdq/inserted_models.h"

using namespace quantiscope;
using namespace quantiscope::test;

// Activation functions that vanish into the scale of their output, and pairs that are not written before one.

class tst_QdqInserterFolding : public QObject
{
    Q_OBJECT

private slots:
    void foldedActivations_vanish();
    void foldedRelu_staysDead_data();
    void foldedRelu_staysDead();
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
