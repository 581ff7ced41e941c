// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/qdq/inserted_models.h"
#include "tests/support/processor_time.h"

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

onnx::GraphProto reluOf(const std::string& value, const std::string& output)
{
    ModelBuilder body;
    body.node("Relu", {value}, {output});
    body.output(output);
    return body.graph();
}

/// x → Conv → c → Relu → y; an If whose bodies apply a Relu to @p value.
ModelBuilder withIf(const std::string& value)
{
    ModelBuilder b = built(13, convRelu);
    b.input("cond", DataType::Bool, {});
    b.node("If", {"cond"}, {"z"}, "choice")
        .graph("then_branch", reluOf(value, "t"))
        .graph("else_branch", reluOf(value, "e"));
    b.output("z");
    return b;
}

} // namespace

class tst_QdqInserter : public QObject
{
    Q_OBJECT

private slots:
    void names_areAsTheHeaderSays();
    void names_avoidThoseInUse();
    void report_listsTensorsThenBiases();
    void sharedParams_shareInitializers();
    void body_readsTheFloatValue();
    void output_thatIsReadInside_isReadQuantized();
    void output_thatNoNodeMakes_staysFloat_data();
    void output_thatNoNodeMakes_staysFloat();
    void nothingPlanned_changesNothing();
    void insertion_isRepeatable();
    void longChains_takeLinearTime_data();
    void longChains_takeLinearTime();
};

void tst_QdqInserter::names_areAsTheHeaderSays()
{
    QuantConfig config = onnxRuntimeConfig();
    config.selection.opTypesToQuantize = {"Conv"};
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

void tst_QdqInserter::body_readsTheFloatValue()
{
    const QuantizedRun run(withIf("c"), onnxRuntimeConfig());
    VERIFY_RUNS(run);
    QCOMPARE(outputsOf(run.node("conv")), Names{"c"});
    QCOMPARE(inputsOf(run.node("c_QuantizeLinear")).at(0), std::string("c"));
    QCOMPARE(run.node("choice")->attribute(0).g().node(0).input(0), std::string("c"));
    QVERIFY2(run.error() <= kEightBit, std::to_string(run.error()).c_str());
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

void tst_QdqInserter::output_thatNoNodeMakes_staysFloat_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QList<qint64>>("shape");
    QTest::addColumn<int>("input");
    QTest::newRow("an input") << "x" << QList<qint64>{1, 3, 8, 8} << 0;
    QTest::newRow("a weight") << "w" << QList<qint64>{4, 3, 3, 3} << 1;
}

void tst_QdqInserter::output_thatNoNodeMakes_staysFloat()
{
    QFETCH(QString, name);
    QFETCH(QList<qint64>, shape);
    QFETCH(int, input);
    const std::string value = name.toStdString();
    ModelBuilder b = built(13, convRelu);
    b.output(value, DataType::Float, Shape(shape.begin(), shape.end()));
    const QuantizedRun run(b, onnxRuntimeConfig());
    VERIFY_RUNS(run);
    QCOMPARE(outputNames(run.model()), (Names{"y", value}));
    QCOMPARE(inputsOf(run.node("conv")).at(std::size_t(input)), value + "_DequantizeLinear_Output");
    const auto out = run.exactOutputs.at(1).as<float>();
    const auto fed = run.inputs.find(value);
    if (fed == run.inputs.end())
        QCOMPARE(std::vector<float>(out.begin(), out.end()), elementsOf<float>(run.original, value));
    else
        QVERIFY(std::ranges::equal(out, fed->second.as<float>()));
    QVERIFY(run.error() <= kEightBit);
}

void tst_QdqInserter::nothingPlanned_changesNothing()
{
    QuantConfig config = onnxRuntimeConfig();
    config.selection.opTypesToQuantize = {"Einsum"};
    const QuantizedRun run(built(13, convRelu), config);
    VERIFY_RUNS(run);
    QVERIFY(run.result->tensors.empty());
    QCOMPARE(run.model().contentHash(), run.original.contentHash());
    QCOMPARE(run.error(), 0.0);
}

void tst_QdqInserter::insertion_isRepeatable()
{
    const QuantizedRun first(built(13, branched), quarkConfig());
    const QuantizedRun second(built(13, branched), quarkConfig());
    VERIFY_RUNS(first);
    QCOMPARE(first.model().contentHash(), second.model().contentHash());
    QCOMPARE(first.model().proto().SerializeAsString(), second.model().proto().SerializeAsString());
}

void tst_QdqInserter::longChains_takeLinearTime_data()
{
    QTest::addColumn<bool>("extended");
    QTest::newRow("shared") << false;
    QTest::newRow("shared and aligned") << true;
}

void tst_QdqInserter::longChains_takeLinearTime()
{
    // Each value shares the parameters of the one before it. With time in proportion to the square of the length this
    // took minutes.
    QFETCH(bool, extended);
    constexpr int kLength = 8000;
    ModelBuilder b(13);
    b.input("v0", DataType::Float, {1, 1, 1, 1});
    for (int i = 0; i < kLength; ++i)
        b.node("MaxPool", {"v" + std::to_string(i)}, {"v" + std::to_string(i + 1)}).attribute("kernel_shape", {1, 1});
    b.output("v" + std::to_string(kLength));
    Model model = b.model();
    QuantConfig config = extended ? extendedConfig() : quarkConfig();
    config.npu.alignPool = true;
    TensorRanges ranges;
    for (int i = 0; i <= kLength; ++i)
        ranges["v" + std::to_string(i)] = {-1, 1};
    const ProcessorTime time;
    const Graph graph(model);
    Feedback feedback;
    const std::vector<std::size_t> selected = selectNodes(graph, config, {}, feedback);
    const QdqPlan plan = planQdq(graph, config, selected);
    const auto params = computeTensorParams(graph, config, plan, ranges);
    QVERIFY(params.has_value());
    const auto result = insertQdq(model.clone(), config, selected, plan, *params);
    QVERIFY(result.has_value());
    QCOMPARE(countNodes(result->model.graph(), "QuantizeLinear"), kLength + 1);
    QVERIFY2(time.isBelow(8.0), time.text().constData());
}

QTEST_GUILESS_MAIN(tst_QdqInserter)
#include "tst_qdq_inserter.moc"
