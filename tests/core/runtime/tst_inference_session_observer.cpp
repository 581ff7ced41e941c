// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/calibrator.h"
#include "core/runtime/observer_nodes.h"
#include "tests/core/runtime/session_networks.h"

using namespace quantiscope;
using namespace quantiscope::test;

class tst_InferenceSessionObserver : public QObject
{
    Q_OBJECT

private slots:
    void observer_seesWhatAllOutputsShow_data();
    void observer_seesWhatAllOutputsShow();
    void observer_neverSeesIntegers();
    void observer_mustBeOfFloats();
    void observers_standBackwards_beforeTheRestIfMany();
};

void tst_InferenceSessionObserver::observer_seesWhatAllOutputsShow_data()
{
    QTest::addColumn<int>("level");
    QTest::addColumn<int>("threads");
    for (const int threads : {1, 2}) {
        QTest::addRow("disabled, %d threads", threads) << int(OptimizationLevel::Disabled) << threads;
        QTest::addRow("basic, %d threads", threads) << int(OptimizationLevel::Basic) << threads;
    }
}

void tst_InferenceSessionObserver::observer_seesWhatAllOutputsShow()
{
    QFETCH(int, level);
    QFETCH(int, threads);
    ModelBuilder builder = convolutionalNetwork();
    const Model model = builder.model();
    const std::vector<std::string> values = observableValues(model);

    // The reference: every value an output. At the same level, because a product with one row is among them.
    for (const std::string& value : values) {
        if (value != "x" && value != "probabilities")
            builder.output(value);
    }
    SessionOptions plain;
    plain.optimization = OptimizationLevel(level);
    plain.threads = threads;
    InferenceSession reference = sessionOf(builder, plain);

    RecordingObserver observer(values.size());
    SessionOptions options;
    options.optimization = OptimizationLevel(level);
    options.threads = threads;
    options.observedValues = values;
    options.observer = &observer;
    auto observing = InferenceSession::create(environment(), model, options);
    VERIFY_OK(observing);

    const std::size_t runs = 3;
    for (std::size_t run = 0; run < runs; ++run) {
        const NamedTensors inputs{{"x", randomTensor({std::int64_t(run + 1), 3, 16, 16}, std::uint32_t(run + 20))}};
        VERIFY_OK(observing->runObserving(inputs));
        for (std::size_t slot = 0; slot < values.size(); ++slot) {
            QCOMPARE(observer.seen[slot].size(), run + 1); // once each run
            if (values[slot] == "x") {
                QVERIFY(sameBits(observer.seen[slot][run], floats(inputs.at("x"))));
                continue;
            }
            const std::vector<std::string> wanted{values[slot]};
            const auto expected = reference.run(inputs, wanted);
            VERIFY_OK(expected);
            QVERIFY2(sameBits(observer.seen[slot][run], floats((*expected)[0])), values[slot].c_str());
        }
    }
}

void tst_InferenceSessionObserver::observer_neverSeesIntegers()
{
    const std::vector<std::string> values = observableValues(convolutionalNetwork().model());
    QCOMPARE(values,
             (std::vector<std::string>{"x", "c1", "n1", "r1", "c2", "sum", "r2", "sigmoid", "silu", "pooled", "flat",
                                       "same", "logits", "probabilities"})); // no "shape", no "best"
    QCOMPARE(observableValues(smallNetwork().model()), (std::vector<std::string>{"x", "a", "y"}));
}

void tst_InferenceSessionObserver::observer_mustBeOfFloats()
{
    RecordingObserver observer(1);
    SessionOptions options;
    options.observedValues = {"whole"};
    options.observer = &observer;
    const auto created = InferenceSession::create(environment(), smallNetwork().model(), options);
    QVERIFY(!created);
    QCOMPARE(created.error().code, ErrorCode::RuntimeFailure);
    QVERIFY2(created.error().message.find("int64") != std::string::npos, created.error().message.c_str());
}

void tst_InferenceSessionObserver::observers_standBackwards_beforeTheRestIfMany()
{
    ModelBuilder builder(17);
    builder.input("x", DataType::Float, {2}).input("condition", DataType::Bool, {});
    builder.node("Relu", {"x"}, {"a"}, "relu");
    builder.node("ArgMax", {"a"}, {"best"}, "argmax"); // nothing reads it
    builder.node("Cast", {"a"}, {"whole"}, "cast").attribute("to", int(DataType::Int64)); // only a subgraph does
    ModelBuilder branch(17);
    branch.node("Identity", {"whole"}, {"result"}, "captured");
    branch.output("result", DataType::Int64, {2});
    builder.node("If", {"condition"}, {"chosen"}, "if")
        .graph("then_branch", branch.proto().graph())
        .graph("else_branch", branch.proto().graph());
    builder.node("Neg", {"a"}, {"y"}, "neg");
    builder.output("y", DataType::Float, {2}).output("best", DataType::Int64, {1});
    builder.output("chosen", DataType::Int64, {2});
    const onnx::ModelProto original = builder.proto();
    const auto namesWith = [&original](const std::vector<std::string>& observed) {
        onnx::ModelProto model = original;
        addWatchers(model, {observed, {}});
        std::vector<std::string> names;
        for (const onnx::NodeProto& node : model.graph().node())
            names.push_back(node.name());
        return names;
    };
    QCOMPARE(namesWith({"x", "a", "y"}),
             (std::vector<std::string>{"relu", "argmax", "cast", "if", "neg", "quantiscope.observer.2",
                                       "quantiscope.observer.1", "quantiscope.observer.0"}));
    // Of many values: before all nodes of which something is read.
    std::vector<std::string> many(2000, "a");
    many.back() = "y";
    const std::vector<std::string> names = namesWith(many);
    const std::vector<std::string> first(names.begin(), names.begin() + 3);
    const std::vector<std::string> last(names.end() - 4, names.end());
    QCOMPARE(first, (std::vector<std::string>{"argmax", "if", "quantiscope.observer.1999"}));
    QCOMPARE(last, (std::vector<std::string>{"quantiscope.observer.0", "relu", "cast", "neg"}));
    // Not in graphs with Q/DQ operators.
    builder.node("DequantizeLinear", {"q", "s"}, {"d"}, "dq");
    onnx::ModelProto quantized = builder.proto();
    addWatchers(quantized, {many, {}});
    QCOMPARE(quantized.graph().node(0).name(), std::string("relu"));
    QCOMPARE(quantized.graph().node(6 + 1999).name(), std::string("quantiscope.observer.0"));
}

QTEST_GUILESS_MAIN(tst_InferenceSessionObserver)
#include "tst_inference_session_observer.moc"
