// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/qdq/inserted_models.h"
#include "tests/core/qdq/npu_case.h"

#include <QTest>

#include <bit>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

using Change = std::function<void(QuantConfig&)>;

QuantConfig changed(QuantConfig config, const Change& change)
{
    change(config);
    return config;
}

/// A graph whose float values are all quantized.
struct Simulation
{
    Simulation(const ModelBuilder& builder, const QuantConfig& quantConfig = npuConfig())
        : original(builder.model()), graph(original), config(quantConfig)
    {
        for (std::size_t i = 0; i < graph.nodes().size(); ++i)
            selected.push_back(i);
        const auto values = original.values();
        for (const auto& [name, spec] : values) {
            if (spec.type != DataType::Float || graph.isInitializer(name))
                continue;
            plan.index.emplace(name, plan.tensors.size());
            plan.tensors.push_back({});
            plan.tensors.back().name = name;
        }
        auto planned = planDpuSimulation(graph, config, selected, plan);
        if (planned)
            dpu = std::move(*planned);
        else
            refusal = planned.error();
    }

    /// The graph with the simulation and nothing else.
    [[nodiscard]] Model written() const
    {
        GraphRewriter rewriter(original.clone());
        writeDpuSimulation(rewriter, graph, dpu);
        auto model = rewriter.finish();
        if (!model)
            qFatal("%s", model.error().message.c_str());
        return std::move(*model);
    }

    Model original;
    Graph graph;
    QuantConfig config;
    std::vector<std::size_t> selected;
    QdqPlan plan;
    DpuPlan dpu;
    std::optional<Error> refusal;
};

std::vector<float> firstOutput(const Model& model, const NamedTensors& inputs)
{
    std::string failure;
    const std::vector<Tensor> outputs = outputsOf(model, inputs, OptimizationLevel::All, failure);
    if (outputs.empty())
        qFatal("%s", failure.c_str());
    const auto values = outputs[0].as<float>();
    return {values.begin(), values.end()};
}

/// What comes out with and without the simulation, for x evenly spread over ± @p amplitude.
struct Outputs
{
    Outputs(const Simulation& simulation, float amplitude = 3.0F)
        : inputs(randomInputs(simulation.original, 3, amplitude))
        , real(firstOutput(simulation.original, inputs))
        , simulated(firstOutput(simulation.written(), inputs))
    {
        const auto values = inputs.begin()->second.as<float>();
        x.assign(values.begin(), values.end());
    }

    NamedTensors inputs;
    std::vector<float> x;
    std::vector<float> real;
    std::vector<float> simulated;
};

ModelBuilder pooling(const std::string& opType, const std::vector<std::int64_t>& kernel, const Extents& shape)
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, shape);
    NodeBuilder node = b.node(opType, {"x"}, {"y"}, "node");
    if (opType == "AveragePool")
        node.attribute("kernel_shape", kernel);
    b.output("y");
    return b;
}

ModelBuilder reduceMean(int opset, const std::vector<std::int64_t>& axes, const Extents& shape)
{
    ModelBuilder b(opset);
    b.input("x", DataType::Float, shape);
    if (opset >= 18 && !axes.empty())
        b.int64s("axes", axes);
    NodeBuilder node = opset >= 18 && !axes.empty() ? b.node("ReduceMean", {"x", "axes"}, {"y"}, "mean")
                                                    : b.node("ReduceMean", {"x"}, {"y"}, "mean");
    if (opset < 18 && !axes.empty())
        node.attribute("axes", axes);
    b.output("y");
    return b;
}

ModelBuilder softmax(int opset, std::int64_t axis)
{
    ModelBuilder b(opset);
    b.input("x", DataType::Float, {2, 5, 7});
    b.node("Softmax", {"x"}, {"y"}, "softmax").attribute("axis", axis);
    b.output("y");
    return b;
}

ModelBuilder clip(float low, float high)
{
    return npuModel([=](ModelBuilder& b) {
        b.initializer("low", {}, {low}).initializer("high", {}, {high});
        b.node("Clip", {"x", "low", "high"}, {"y"}, "clip");
        b.output("y");
    });
}

/// The nearest bfloat16, halves to even.
float bfloat16(double value)
{
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    return std::bit_cast<float>((bits + 0x7FFFU + ((bits >> 16) & 1U)) & 0xFFFF0000U);
}

/// The exponential function as the reference's models compute it.
float dpuExp(float value)
{
    const float x = bfloat16(value);
    const float k = std::floor(bfloat16(x * 1.4453125F));
    const float r = bfloat16(x - bfloat16(k * 0.69140625F));
    float e = bfloat16(r * 0.21875F + 0.486328125F);
    e = bfloat16(r * e + 1.0F);
    e = bfloat16(r * e + 1.0F);
    return bfloat16(std::ldexp(e, int(k)));
}

const Change kWithSoftmax = [](QuantConfig& config) { config.npu.convertSoftmaxToDPUVersion = true; };
const Change kWithClip = [](QuantConfig& config) { config.npu.convertClipToDPUVersion = true; };

/// The model with Q/DQ nodes, 1/32 a step.
auto withSteps(const Simulation& simulation)
{
    TensorParams params;
    for (const PlannedTensor& tensor : simulation.plan.tensors)
        params.emplace(tensor.name, QuantParams{DataType::UInt8, {1.0F / 32}, {128}, {}});
    return insertQdq(simulation.original.clone(), simulation.config, simulation.selected, simulation.plan, params,
                     simulation.dpu);
}

} // namespace

class tst_DpuSimulation : public QObject
{
    Q_OBJECT

private slots:
    void operator_isSimulated_unlessItsOptionIsOff_data();
    void operator_isSimulated_unlessItsOptionIsOff();
    void otherFlows_areNotSimulated();
    void extendedFlow_simulatesOnRequest();
    void nodesThatStayFloat_areLeftAlone();
    void poolFactor_isThatOfTheKernel_data();
    void poolFactor_isThatOfTheKernel();
    void openBatch_isNoHindrance();
    void whatIsNotKnownOften_isToldOnce();
    void whatIsNotKnown_isAWarning_data();
    void whatIsNotKnown_isAWarning();
    void meanFactor_isThatOfTheReducedExtents_data();
    void meanFactor_isThatOfTheReducedExtents();
    void hardSigmoids_areThoseOfASixth();
    void instanceNormalization_isRefused();
    void factor_multipliesTheOutput();
    void factorOfOne_writesNothing();
    void leakyRelu_hasASlopeInTwoHundredFiftySixths();
    void sigmoid_becomesAHardSigmoid();
    void clip_hasIntegerBounds_data();
    void clip_hasIntegerBounds();
    void clipWithoutIntegers_staysAsItIs();
    void softmax_isComputedInBfloat16_data();
    void softmax_isComputedInBfloat16();
    void names_areTheReferences();
    void additionalPair_standsBehindTheFactor();
    void softmax_readsItsDedicatedPair();
    void pair_standsBehindTheFactor();
};

void tst_DpuSimulation::operator_isSimulated_unlessItsOptionIsOff_data()
{
    QTest::addColumn<ModelBuilder>("model");
    QTest::addColumn<Change>("on");
    QTest::addColumn<Change>("off");
    const Change nothing = [](QuantConfig&) {};
    const auto row = [&](const char* name, const ModelBuilder& model, const Change& off) {
        QTest::newRow(name) << model << nothing << off;
    };
    row("LeakyRelu", oneNode("LeakyRelu", {"x"}),
        [](QuantConfig& config) { config.npu.convertLeakyReluToDPUVersion = false; });
    row("Sigmoid", oneNode("Sigmoid", {"x"}),
        [](QuantConfig& config) { config.npu.convertSigmoidToHardSigmoid = false; });
    const ModelBuilder hardSigmoid = npuModel([](ModelBuilder& b) {
        b.node("HardSigmoid", {"x"}, {"y"}, "node").attribute("alpha", 1.0 / 6.0);
        b.output("y");
    });
    row("HardSigmoid", hardSigmoid, [](QuantConfig& config) { config.npu.convertHardSigmoidToDPUVersion = false; });
    const Change noPool = [](QuantConfig& config) { config.npu.convertAvgPoolToDPUVersion = false; };
    row("AveragePool", pooling("AveragePool", {3, 3}, {1, 2, 6, 6}), noPool);
    row("GlobalAveragePool", pooling("GlobalAveragePool", {}, {1, 2, 6, 6}), noPool);
    row("ReduceMean", reduceMean(13, {1}, {2, 3}),
        [](QuantConfig& config) { config.npu.convertReduceMeanToDPUVersion = false; });
    QTest::newRow("Softmax") << softmax(13, -1) << kWithSoftmax << nothing;
    QTest::newRow("Clip") << clip(-1, 6) << kWithClip << nothing;
}

void tst_DpuSimulation::operator_isSimulated_unlessItsOptionIsOff()
{
    QFETCH(ModelBuilder, model);
    QFETCH(Change, on);
    QFETCH(Change, off);
    const QuantConfig config = changed(npuConfig(), on);
    QVERIFY(!Simulation(model, config).dpu.isEmpty());
    QVERIFY(Simulation(model, changed(npuConfig(), off)).dpu.isEmpty());
    const Change master = [](QuantConfig& all) { all.npu.simulateDPU = false; };
    QVERIFY(Simulation(model, changed(config, master)).dpu.isEmpty());
}

void tst_DpuSimulation::otherFlows_areNotSimulated()
{
    QuantConfig plain = npuConfig();
    plain.npu.enableNPUCnn = false;
    plain.npu.convertSigmoidToHardSigmoid = true;
    QVERIFY(Simulation(oneNode("Sigmoid", {"x"}), plain).dpu.isEmpty());
    QVERIFY(Simulation(oneNode("Sigmoid", {"x"}), onnxRuntimeConfig()).dpu.isEmpty());
}

void tst_DpuSimulation::extendedFlow_simulatesOnRequest()
{
    QuantConfig extended = extendedConfig();
    QVERIFY(Simulation(oneNode("Sigmoid", {"x"}), extended).dpu.isEmpty());
    extended.npu.convertSigmoidToHardSigmoid = true;
    const Simulation simulation(oneNode("Sigmoid", {"x"}), extended);
    QCOMPARE(simulation.dpu.sigmoids, std::vector<std::size_t>{0});
    QVERIFY(simulation.dpu.factors.empty()); // that is an option of its own
}

void tst_DpuSimulation::nodesThatStayFloat_areLeftAlone()
{
    Simulation simulation(oneNode("Sigmoid", {"x"}));
    const auto notSelected = planDpuSimulation(simulation.graph, simulation.config, {}, simulation.plan);
    QVERIFY(notSelected && notSelected->isEmpty());
    const auto nothingPlanned = planDpuSimulation(simulation.graph, simulation.config, simulation.selected, {});
    QVERIFY(nothingPlanned && nothingPlanned->isEmpty());
    ModelBuilder other = oneNode("Sigmoid", {"x"});
    other.import("com.microsoft", 1).output("z");
    other.node("Gelu", {"x"}, {"z"}, "other").domain("com.microsoft");
    QCOMPARE(Simulation(other).dpu.sigmoids, std::vector<std::size_t>{0});
}

void tst_DpuSimulation::poolFactor_isThatOfTheKernel_data()
{
    QTest::addColumn<ModelBuilder>("model");
    QTest::addColumn<float>("factor");
    QTest::newRow("square") << pooling("AveragePool", {3, 3}, {1, 2, 6, 6}) << 63.0F / 64;
    QTest::newRow("not square") << pooling("AveragePool", {3, 2}, {1, 2, 6, 6}) << 255.0F / 256;
    QTest::newRow("global") << pooling("GlobalAveragePool", {}, {1, 2, 7, 7}) << 1029.0F / 1024;
    QTest::newRow("global, not square") << pooling("GlobalAveragePool", {}, {1, 2, 1, 9}) << 513.0F / 512;
}

void tst_DpuSimulation::poolFactor_isThatOfTheKernel()
{
    QFETCH(ModelBuilder, model);
    QFETCH(float, factor);
    const Simulation simulation(model);
    QVERIFY(simulation.dpu.factors == std::vector<DpuPlan::Value>({{0, factor}}));
    const Outputs outputs(simulation);
    for (std::size_t i = 0; i < outputs.real.size(); ++i)
        QVERIFY(outputs.simulated[i] == outputs.real[i] * factor);
}

void tst_DpuSimulation::whatIsNotKnownOften_isToldOnce()
{
    ModelBuilder pools(13);
    for (const std::string name : {"a", "b", "c", "d", "e"}) {
        pools.input("x" + name, DataType::Float, {1, 2, "H", "W"});
        pools.node("GlobalAveragePool", {"x" + name}, {"y" + name}, name);
        pools.output("y" + name);
    }
    pools.input("x", DataType::Float, {1, 2, 6});
    pools.node("AveragePool", {"x"}, {"y"}, "f").attribute("kernel_shape", std::vector<std::int64_t>{3});
    pools.output("y");
    QCOMPARE(
        Simulation(pools, npuConfig()).dpu.warnings,
        (std::vector<std::string>{
            "GlobalAveragePool is not simulated as the NPU computes it where its size is not known: "
            "'a', 'b', 'c' + 2 more.",
            "AveragePool is not simulated as the NPU computes it where it does not pool in two dimensions: 'f'."}));
}

void tst_DpuSimulation::whatIsNotKnown_isAWarning_data()
{
    QTest::addColumn<ModelBuilder>("model");
    QTest::addColumn<QString>("reason");
    QTest::newRow("open extents") << pooling("GlobalAveragePool", {}, {1, 2, "H", "W"}) << "size is not known";
    QTest::newRow("one dimension") << pooling("AveragePool", {3}, {1, 2, 6}) << "two dimensions";
    QTest::newRow("three dimensions") << pooling("GlobalAveragePool", {}, {1, 2, 3, 3, 3}) << "two dimensions";
    QTest::newRow("mean of open extents") << reduceMean(13, {1}, {2, "T"}) << "how many values";
    QTest::newRow("mean of all of open extents") << reduceMean(13, {}, {"N", 3}) << "how many values";
    QTest::newRow("old Softmax") << softmax(12, -1) << "opset is below 13";
    const ModelBuilder computed = npuModel([](ModelBuilder& b) {
        b.input("low", DataType::Float, Shape{});
        b.node("Clip", {"x", "low"}, {"y"}, "clip");
        b.output("y");
    });
    QTest::newRow("computed bounds") << computed << "bounds are computed";
}

void tst_DpuSimulation::whatIsNotKnown_isAWarning()
{
    QFETCH(ModelBuilder, model);
    QFETCH(QString, reason);
    const Simulation simulation(model, changed(changed(npuConfig(), kWithSoftmax), kWithClip));
    QVERIFY(simulation.dpu.isEmpty());
    QCOMPARE(simulation.dpu.warnings.size(), std::size_t(1));
    QVERIFY2(simulation.dpu.warnings[0].find(reason.toStdString()) != std::string::npos,
             simulation.dpu.warnings[0].c_str());
}

void tst_DpuSimulation::meanFactor_isThatOfTheReducedExtents_data()
{
    QTest::addColumn<ModelBuilder>("model");
    QTest::addColumn<float>("factor");
    QTest::newRow("attribute") << reduceMean(13, {2}, {"N", 2, 6}) << 255.0F / 256;
    QTest::newRow("input") << reduceMean(18, {2}, {"N", 2, 6}) << 255.0F / 256;
    QTest::newRow("negative axis") << reduceMean(13, {-1}, {"N", 2, 6}) << 255.0F / 256;
    QTest::newRow("two axes") << reduceMean(13, {2, 3}, {"N", 2, 6, 6}) << 513.0F / 512;
    QTest::newRow("3x3 is a mean, no pooling") << reduceMean(13, {2, 3}, {1, 2, 3, 3}) << 513.0F / 512;
    QTest::newRow("all axes") << reduceMean(13, {}, {2, 3}) << 255.0F / 256;
    QTest::newRow("all axes, new") << reduceMean(18, {}, {2, 3}) << 255.0F / 256;
}

void tst_DpuSimulation::meanFactor_isThatOfTheReducedExtents()
{
    QFETCH(ModelBuilder, model);
    QFETCH(float, factor);
    QVERIFY(Simulation(model).dpu.factors == std::vector<DpuPlan::Value>({{0, factor}}));
}

void tst_DpuSimulation::hardSigmoids_areThoseOfASixth()
{
    const ModelBuilder model = npuModel([](ModelBuilder& b) {
        b.node("HardSigmoid", {"x"}, {"h0"}, "default"); // 0.2
        b.node("HardSigmoid", {"h0"}, {"h1"}, "sixth").attribute("alpha", 1.0 / 6.0);
        b.node("HardSigmoid", {"h1"}, {"h2"}, "other beta").attribute("alpha", 1.0 / 6.0).attribute("beta", 0.4);
        b.node("Sigmoid", {"h2"}, {"y"}, "sigmoid");
        b.output("y");
    });
    Simulation simulation(model);
    QCOMPARE(simulation.dpu.hardSigmoids, (std::vector<std::size_t>{1, 3}));
    QCOMPARE(simulation.dpu.factors.size(), std::size_t(2));
    simulation.config.npu.simulateDPU = false;
    const auto without = planDpuSimulation(simulation.graph, simulation.config, simulation.selected, simulation.plan);
    QCOMPARE(without->hardSigmoids, (std::vector<std::size_t>{1}));
}

void tst_DpuSimulation::instanceNormalization_isRefused()
{
    const ModelBuilder model = npuModel([](ModelBuilder& b) {
        b.randomInitializer("s", {4}).randomInitializer("b", {4});
        b.node("InstanceNormalization", {"x", "s", "b"}, {"y"}, "norm");
        b.output("y");
    });
    QVERIFY(!Simulation(model).refusal);
    const Simulation refused(
        model, changed(npuConfig(), [](QuantConfig& config) { config.npu.convertInstanceNormToDPUVersion = true; }));
    QVERIFY(refused.refusal && refused.refusal->code == ErrorCode::ConfigRefused);
    QVERIFY(refused.refusal->message.find("'norm'") != std::string::npos);
}

void tst_DpuSimulation::factor_multipliesTheOutput()
{
    const Simulation simulation(reduceMean(13, {1}, {4, 3}));
    const Outputs outputs(simulation);
    for (std::size_t row = 0; row < 4; ++row) {
        const float* x = &outputs.x[3 * row];
        const double mean = (double(x[0]) + double(x[1]) + double(x[2])) * 85 / 256; // as the engine computes it
        QVERIFY(std::abs(double(outputs.simulated[row]) - mean) < 1e-6);
    }
}

void tst_DpuSimulation::openBatch_isNoHindrance()
{
    QCOMPARE(Simulation(pooling("GlobalAveragePool", {}, {"N", 2, 7, 7})).dpu.factors.size(), std::size_t(1));
}

void tst_DpuSimulation::factorOfOne_writesNothing()
{
    const Simulation simulation(pooling("AveragePool", {2, 2}, {1, 2, 6, 6}));
    QCOMPARE(simulation.written().graph().node_size(), 1);
}

void tst_DpuSimulation::leakyRelu_hasASlopeInTwoHundredFiftySixths()
{
    const ModelBuilder model = npuModel([](ModelBuilder& b) {
        b.node("LeakyRelu", {"x"}, {"y"}, "leaky").attribute("alpha", 0.1);
        b.output("y");
    });
    const Outputs outputs{Simulation(model)};
    for (std::size_t i = 0; i < outputs.x.size(); ++i)
        QVERIFY(outputs.simulated[i] == (outputs.x[i] < 0 ? outputs.x[i] * (26.0F / 256) : outputs.x[i]));
}

void tst_DpuSimulation::sigmoid_becomesAHardSigmoid()
{
    const Outputs outputs(Simulation(oneNode("Sigmoid", {"x"})), 5.0F);
    for (std::size_t i = 0; i < outputs.x.size(); ++i) {
        const double engine = std::clamp(double(outputs.x[i]) / 6 + 0.5, 0.0, 1.0) * 6 * 2731 / 16384;
        QVERIFY(std::abs(double(outputs.simulated[i]) - engine) < 1e-6);
    }
}

void tst_DpuSimulation::clip_hasIntegerBounds_data()
{
    QTest::addColumn<int>("opset");
    QTest::newRow("bounds as attributes") << 10;
    QTest::newRow("bounds as inputs") << 13;
}

void tst_DpuSimulation::clip_hasIntegerBounds()
{
    QFETCH(int, opset);
    ModelBuilder b(opset);
    b.input("x", DataType::Float, {1, 4, 8, 8});
    if (opset < 11)
        b.node("Clip", {"x"}, {"y"}, "clip").attribute("min", -0.7).attribute("max", 2.6);
    else {
        b.initializer("low", {}, {-0.7F}).initializer("high", {}, {2.6F});
        b.node("Clip", {"x", "low", "high"}, {"y"}, "clip");
    }
    b.output("y");
    const Outputs outputs(Simulation(b, changed(npuConfig(), kWithClip)), 5.0F);
    for (std::size_t i = 0; i < outputs.x.size(); ++i)
        QVERIFY(outputs.simulated[i] == std::clamp(outputs.x[i], -1.0F, 3.0F));

    ModelBuilder open(opset);
    open.input("x", DataType::Float, {1, 4, 8, 8});
    if (opset < 11)
        open.node("Clip", {"x"}, {"y"}, "clip").attribute("max", 2.6);
    else
        open.initializer("high", {}, {2.6F}).node("Clip", {"x", "", "high"}, {"y"}, "clip");
    open.output("y");
    const Outputs below(Simulation(open, changed(npuConfig(), kWithClip)), 200.0F);
    for (std::size_t i = 0; i < below.x.size(); ++i)
        QVERIFY(below.simulated[i] == std::min(below.x[i], 3.0F));
}

void tst_DpuSimulation::clipWithoutIntegers_staysAsItIs()
{
    const Simulation simulation(clip(-0.2F, 0.3F), changed(npuConfig(), kWithClip));
    QVERIFY(simulation.dpu.isEmpty());
    QCOMPARE(simulation.dpu.warnings.size(), std::size_t(1));
}

void tst_DpuSimulation::softmax_isComputedInBfloat16_data()
{
    QTest::addColumn<int>("axis");
    QTest::newRow("last") << -1;
    QTest::newRow("middle") << 1;
}

void tst_DpuSimulation::softmax_isComputedInBfloat16()
{
    QFETCH(int, axis);
    const Outputs outputs(Simulation(softmax(13, axis), changed(npuConfig(), kWithSoftmax)), 8.0F);
    const std::size_t length = axis == 1 ? 5 : 7;
    const std::size_t step = axis == 1 ? 7 : 1;
    for (std::size_t start = 0; start < outputs.x.size(); ++start) {
        if (start / step % length != 0)
            continue;
        double sum = 0;
        for (std::size_t i = 0; i < length; ++i)
            sum += double(dpuExp(outputs.x[start + i * step]));
        for (std::size_t i = 0; i < length; ++i) {
            const std::size_t at = start + i * step;
            QVERIFY(outputs.simulated[at] == bfloat16(dpuExp(outputs.x[at]) / bfloat16(sum)));
            QVERIFY(std::abs(outputs.simulated[at] - outputs.real[at]) < 0.02F);
        }
    }
}

void tst_DpuSimulation::names_areTheReferences()
{
    const ModelBuilder model = npuModel([](ModelBuilder& b) {
        b.node("Sigmoid", {"x"}, {"h"}, "gate");
        b.node("Relu", {"h"}, {"y"}, "relu");
        b.output("y");
    });
    const Model written = Simulation(model).written();
    QCOMPARE(outputsOf(findNode(written.graph(), "gate")), Names{"h_Mul"});
    QCOMPARE(inputsOf(findNode(written.graph(), "h_Mul")), (Names{"h_Mul", "h_Scale"}));
    QCOMPARE(outputsOf(findNode(written.graph(), "h_Mul")), Names{"h"});
    QCOMPARE(inputsOf(findNode(written.graph(), "relu")), Names{"h"});
    QCOMPARE(rankOf(written, "h_Scale"), std::int64_t(0));
}

void tst_DpuSimulation::additionalPair_standsBehindTheFactor()
{
    Simulation simulation(pooling("AveragePool", {3, 3}, {1, 2, 6, 6}));
    TensorParams params;
    for (const PlannedTensor& tensor : simulation.plan.tensors)
        params.emplace(tensor.name, QuantParams{DataType::UInt8, {1.0F / 32}, {128}, {}});
    params.emplace("y_additional", QuantParams{DataType::UInt8, {1.0F / 64}, {128}, {}});
    simulation.plan.additional.push_back({0, 0, true, "y", "y_additional", {}});
    const auto quantized = insertQdq(simulation.original.clone(), simulation.config, simulation.selected,
                                     simulation.plan, params, simulation.dpu);
    QVERIFY(quantized);
    const onnx::GraphProto& graph = quantized->model.graph();
    QCOMPARE(outputsOf(findNode(graph, "node")), Names{"y_Mul"});
    QCOMPARE(inputsOf(findNode(graph, "y_Mul"))[0], std::string("y_Mul"));
    QCOMPARE(inputsOf(findNode(graph, "y_additional_QuantizeLinear"))[0], outputsOf(findNode(graph, "y_Mul"))[0]);
    QCOMPARE(outputsOf(findNode(graph, "y_additional_DequantizeLinear")), Names{"y_QuantizeLinear_Input"});
}

void tst_DpuSimulation::softmax_readsItsDedicatedPair()
{
    ModelBuilder b = softmax(13, -1);
    b.node("Sigmoid", {"x"}, {"s"}, "other");
    b.output("s");
    Simulation simulation(b, changed(npuConfig(), kWithSoftmax));
    simulation.config.placement.dedicatedQDQPair = true;
    const auto quantized = withSteps(simulation);
    QVERIFY(quantized);
    for (const onnx::NodeProto& node : quantized->model.graph().node()) {
        for (const std::string& input : node.input())
            QVERIFY2(input != "x" || node.op_type() == "QuantizeLinear", node.name().c_str());
    }
}

void tst_DpuSimulation::pair_standsBehindTheFactor()
{
    Simulation simulation(pooling("AveragePool", {3, 3}, {1, 2, 6, 6}));
    const auto quantized = withSteps(simulation);
    QVERIFY(quantized);
    const onnx::GraphProto& graph = quantized->model.graph();
    QCOMPARE(inputsOf(findNode(graph, "node")), Names{"x_DequantizeLinear_Output"});
    QCOMPARE(outputsOf(findNode(graph, "node")), Names{"y_Mul"});
    QCOMPARE(outputsOf(findNode(graph, "y_Mul")), Names{"y_QuantizeLinear_Input"});
    QCOMPARE(inputsOf(findNode(graph, "y_QuantizeLinear")).at(0), std::string("y_QuantizeLinear_Input"));
    const NamedTensors inputs = randomInputs(simulation.original, 3, 3.0F);
    const std::vector<float> real = firstOutput(simulation.original, inputs);
    const std::vector<float> written = firstOutput(quantized->model, inputs);
    for (std::size_t i = 0; i < real.size(); ++i) // half a step for the mean of the inputs, half for the output
        QVERIFY(std::abs(written[i] - real[i] * 63 / 64) <= 1.0F / 32 + 1e-6F);
}

QTEST_GUILESS_MAIN(tst_DpuSimulation)
#include "tst_dpu_simulation.moc"
