// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/qdq_inserter.h"
#include "tests/core/qdq/npu_case.h"

#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// Turns one rule off.
using Switch = std::function<void(NpuConfig&)>;

/// x → HardSigmoid(1/6) → h; Mul(x, h) → y
ModelBuilder swish(const std::string& gate = "HardSigmoid")
{
    return npuModel([&](ModelBuilder& b) {
        NodeBuilder node = b.node(gate, {"x"}, {"h"}, "gate");
        if (gate == "HardSigmoid")
            node.attribute("alpha", 1.0 / 6.0);
        b.node("Mul", {"x", "h"}, {"y"}, "mul");
        b.output("y");
    });
}

/// x → Pad → p → AveragePool → y
ModelBuilder paddedPool()
{
    return npuModel([](ModelBuilder& b) {
        b.int64s("pads", {0, 0, 1, 1, 0, 0, 1, 1});
        b.node("Pad", {"x", "pads"}, {"p"}, "pad");
        b.node("AveragePool", {"p"}, {"y"}, "pool").attribute("kernel_shape", {2, 2});
        b.output("y");
    });
}

ModelBuilder pool(const std::string& opType)
{
    return npuModel([&](ModelBuilder& b) {
        NodeBuilder node = b.node(opType, {"x"}, {"y"}, "pool");
        if (opType != "GlobalAveragePool")
            node.attribute("kernel_shape", {2, 2});
        b.output("y");
    });
}

ModelBuilder padOrSlice(const std::string& opType)
{
    return npuModel([&](ModelBuilder& b) {
        b.int64s("pads", {0, 0, 1, 1, 0, 0, 1, 1}).int64s("from", {0}).int64s("to", {2});
        if (opType == "Pad")
            b.node("Pad", {"x", "pads"}, {"y"}, "node");
        else
            b.node("Slice", {"x", "from", "to"}, {"y"}, "node");
        b.output("y");
    });
}

ModelBuilder gemm()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4, 8}).randomInitializer("w", {8, 4}).randomInitializer("b", {4});
    b.node("Gemm", {"x", "w", "b"}, {"y"}, "gemm");
    b.output("y");
    return b;
}

/// Add(x, a) → c → Relu → y
ModelBuilder addRelu()
{
    return npuModel([](ModelBuilder& b) {
        b.input("a", DataType::Float, {1, 4, 8, 8});
        b.node("Add", {"x", "a"}, {"c"}, "add");
        b.node("Relu", {"c"}, {"y"}, "relu");
        b.output("y");
    });
}

} // namespace

class tst_NpuRefinement : public QObject
{
    Q_OBJECT

private slots:
    void rule_movesWhatIsOutOfBounds_data();
    void rule_movesWhatIsOutOfBounds();
    void zeros_takeTheOthersPosition_data();
    void zeros_takeTheOthersPosition();
    void rule_leavesWhatIsWithinBounds_data();
    void rule_leavesWhatIsWithinBounds();
    void biasBounds_followTheCut();
    void swishRule_knowsSigmoidsThatAreConverted();
    void outputWithoutPair_isTheOneBehindTheActivation();
    void pairThatOtherRulesLeftOut_isNotLookedThrough();
    void sharedTensors_moveTogether();
    void constantOfAConcat_movesToo();
    void otherFlows_areLeftAlone_data();
    void otherFlows_areLeftAlone();
    void scaleLaidDown_stays();
    void scalesThatAreNoPowersOfTwo_stay();
    void nodeThatIsNotSelected_readsFloatWeights();
    void floatTensors_areNoReasonToMove();
    void chain_settlesInSeveralLoops();
    void writeShifts_areLimitedInTheOrderOfTheGraph();
    void integers_areThoseOfTheFinalPosition();
    void loopLimit_isToldInAWarning();
    void contradiction_isToldInAWarning();
    void lossOfNumbers_isToldInAWarning_data();
    void lossOfNumbers_isToldInAWarning();
};

void tst_NpuRefinement::rule_movesWhatIsOutOfBounds_data()
{
    QTest::addColumn<ModelBuilder>("model");
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("moved");
    QTest::addColumn<Switch>("off");
    const auto row = [](const char* name, const ModelBuilder& model, const char* before, const char* moved,
                        const Switch& off) { QTest::newRow(name) << model << before << moved << off; };

    const Switch noConcat = [](NpuConfig& npu) { npu.alignConcat = false; };
    row("concat takes the smallest, output in the middle", oneNode("Concat", {"x", "a"}), "x:5 a:3 y:4", "x:3 y:3",
        noConcat);
    row("concat takes the smallest, the output's", oneNode("Concat", {"x", "a"}), "x:5 a:3 y:-1", "x:-1 a:-1",
        noConcat);
    const Switch noPool = [](NpuConfig& npu) { npu.alignPool = false; };
    for (const char* type : {"MaxPool", "AveragePool", "GlobalAveragePool"}) {
        row(qPrintable(QString(type) + ", input larger"), pool(type), "x:5 y:3", "x:3", noPool);
        row(qPrintable(QString(type) + ", output larger"), pool(type), "x:3 y:5", "y:3", noPool);
    }
    row("pool behind a pad without a pair", paddedPool(), "x:6 p- y:4", "x:4", noPool);
    const Switch noPad = [](NpuConfig& npu) { npu.alignPad = false; };
    row("pad, input larger", padOrSlice("Pad"), "x:5 y:3", "x:3", noPad);
    row("pad, output larger", padOrSlice("Pad"), "x:3 y:5", "y:3", noPad);
    const Switch noSlice = [](NpuConfig& npu) { npu.alignSlice = false; };
    row("slice, input larger", padOrSlice("Slice"), "x:5 y:3", "x:3", noSlice);
    row("slice, output larger", padOrSlice("Slice"), "x:3 y:5", "y:3", noSlice);

    const Switch noRead = [](NpuConfig& npu) { npu.adjustShiftRead = false; };
    row("add reads first too fine", oneNode("Add", {"x", "a"}), "x:12 a:3 y:3", "x:10", noRead);
    row("add reads second too fine", oneNode("Add", {"x", "a"}), "x:3 a:12 y:3", "a:10", noRead);
    row("sub reads second too fine", oneNode("Sub", {"x", "a"}), "x:-3 a:6 y:3", "a:4", noRead);
    const Switch noWrite = [](NpuConfig& npu) { npu.adjustShiftWrite = false; };
    row("add writes too fine", oneNode("Add", {"x", "a"}), "x:2 a:3 y:12", "y:9", noWrite);
    row("add writes too coarse", oneNode("Add", {"x", "a"}), "x:20 a:22 y:-8", "y:-5", noWrite);
    row("mul writes finer than its product", oneNode("Mul", {"x", "a"}), "x:2 a:3 y:7", "y:5", noWrite);
    row("mul writes too coarse", oneNode("Mul", {"x", "a"}), "x:20 a:20 y:5", "y:8", noWrite);

    const Switch noCut = [](NpuConfig& npu) { npu.adjustShiftCut = false; };
    row("conv writes finer than its product", npuConv(), "x:4 w!:3 b!:9 y:9", "w:5", noCut);
    row("conv writes too coarse", npuConv(), "x:8 w!:10 b!:10 y:1", "w:9", noCut);
    row("gemm writes too coarse", gemm(), "x:8 w!:10 b!:10 y:1", "w:9", noCut);
    const Switch noBias = [](NpuConfig& npu) { npu.adjustShiftBias = false; };
    row("bias too fine", npuConv(), "x:4 w!:8 b!:22 y:4", "b:20", noBias);
    row("bias too coarse", npuConv(), "x:4 w!:8 b!:-5 y:4", "b:-3", noBias);
    row("bias of a gemm too fine", gemm(), "x:4 w!:8 b!:22 y:4", "b:20", noBias);
    row("bias in front of a LeakyRelu too fine", npuConv("LeakyRelu"), "x:4 w!:8 b!:14 c- y:4", "b:12", noBias);

    const Switch noHardSigmoid = [](NpuConfig& npu) {
        npu.adjustHardSigmoid = false;
        npu.adjustShiftSwish = false;
        npu.adjustShiftWrite = false;
    };
    row("hard sigmoid reads too coarse", swish(), "x:-2 h:8", "x:0", noHardSigmoid);
    row("hard sigmoid reads too fine", swish(), "x:17 h:8", "x:15", noHardSigmoid);
    row("hard sigmoid writes too coarse", swish(), "x:3 h:5", "h:7", noHardSigmoid);
    row("hard sigmoid writes too fine", swish(), "x:1 h:16", "h:15", noHardSigmoid);
    row("swish writes too coarse", swish(), "x:8 h:12 y:2", "y:5",
        [](NpuConfig& npu) { npu.adjustShiftSwish = false; });
}

void tst_NpuRefinement::rule_movesWhatIsOutOfBounds()
{
    QFETCH(ModelBuilder, model);
    QFETCH(QString, before);
    QFETCH(QString, moved);
    QFETCH(Switch, off);
    NpuCase npuCase(model, before.toStdString());
    QCOMPARE(QString::fromStdString(npuCase.moved()), moved);
    QVERIFY(npuCase.result.warnings.empty());
    QCOMPARE(npuCase.moved(), std::string()); // all is within the bounds now

    QuantConfig without = npuConfig();
    off(without.npu);
    NpuCase untouched(model, before.toStdString());
    QCOMPARE(untouched.moved(without), std::string());
}

void tst_NpuRefinement::zeros_takeTheOthersPosition_data()
{
    QTest::addColumn<ModelBuilder>("model");
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("moved");
    const auto row = [](const char* name, const ModelBuilder& model, const char* before, const char* moved) {
        QTest::newRow(name) << model << before << moved;
    };
    row("concat with zeros", oneNode("Concat", {"x", "a"}), "x:5 a~:0 y:4", "x:4 a:4");
    row("concat of zeros", oneNode("Concat", {"x", "a"}), "x~:3 a~:0 y~:0", "");
    row("pool of zeros", pool("MaxPool"), "x~:3 y~:0", "");
    row("add of zeros", oneNode("Add", {"x", "a"}), "x:12 a~:0 y:12", "a:12");
    row("add of zeros, first", oneNode("Add", {"x", "a"}), "x~:0 a:12 y:12", "x:12");
    row("sub of zeros", oneNode("Sub", {"x", "a"}), "x:12 a~:0 y:12", "a:12");
    row("add that gives zeros", oneNode("Add", {"x", "a"}), "x:30 a:30 y~:0", "y:5");
    row("mul with zeros", oneNode("Mul", {"x", "a"}), "x:6 a~:0 y~:0", "");
    row("conv of zeros: not the weight, not the bias", npuConv(), "x~:0 w!:8 b!:12 y:12", "x:4");
    row("conv of zeros: not a coarse bias", npuConv(), "x~:0 w!:8 b!:-10 y:-10", "x:-3");
    row("conv of zeros in front of a LeakyRelu: not the bias", npuConv("LeakyRelu"), "x~:0 w!:8 b!:12 c- y:8", "x:4");
    row("conv that gives zeros: not the weight", npuConv(), "x:12 w!:12 b!:12 y~:0", "y:8");
}

void tst_NpuRefinement::zeros_takeTheOthersPosition()
{
    QFETCH(ModelBuilder, model);
    QFETCH(QString, before);
    QFETCH(QString, moved);
    NpuCase npuCase(model, before.toStdString());
    QCOMPARE(QString::fromStdString(npuCase.moved()), moved);
    QVERIFY(npuCase.result.warnings.empty());
}

void tst_NpuRefinement::rule_leavesWhatIsWithinBounds_data()
{
    QTest::addColumn<ModelBuilder>("model");
    QTest::addColumn<QString>("positions");
    QTest::newRow("add reads at its bound") << oneNode("Add", {"x", "a"}) << "x:10 a:3 y:3";
    QTest::newRow("add writes at its lower bound") << oneNode("Add", {"x", "a"}) << "x:2 a:3 y:9";
    QTest::newRow("add writes at its upper bound") << oneNode("Add", {"x", "a"}) << "x:20 a:22 y:-5";
    QTest::newRow("sub's output") << oneNode("Sub", {"x", "a"}) << "x:2 a:3 y:60";
    QTest::newRow("mul's inputs") << oneNode("Mul", {"x", "a"}) << "x:12 a:3 y:10";
    QTest::newRow("mul writes at its lower bound") << oneNode("Mul", {"x", "a"}) << "x:2 a:3 y:5";
    QTest::newRow("mul writes at its upper bound") << oneNode("Mul", {"x", "a"}) << "x:20 a:20 y:8";
    QTest::newRow("conv at its lower bounds") << npuConv() << "x:4 w!:4 b!:24 y:8";
    QTest::newRow("conv at its upper bounds") << npuConv() << "x:8 w!:8 b!:1 y:0";
    QTest::newRow("bias at its lower bound") << npuConv() << "x:4 w!:8 b!:20 y:4";
    QTest::newRow("bias in front of a LeakyRelu with a pair") << npuConv("LeakyRelu") << "x:4 w!:8 b!:20 c:4 y:4";
    QTest::newRow("bias in front of a Relu") << npuConv("Relu") << "x:4 w!:8 b!:20 c- y:4";
    QTest::newRow("hard sigmoid at its lower bounds") << swish() << "x:0 h:7";
    QTest::newRow("hard sigmoid at its upper bounds") << swish() << "x:15 h:29";
    QTest::newRow("other hard sigmoids") << oneNode("HardSigmoid", {"x"}) << "x:-2 y:5";
    QTest::newRow("swish at its upper bound") << swish() << "x:8 h:12 y:5";
    QTest::newRow("MatMul") << oneNode("MatMul", {"x", "a"}) << "x:20 a:20 y:0";
    QTest::newRow("Transpose") << oneNode("Transpose", {"x"}) << "x:5 y:3";
}

void tst_NpuRefinement::rule_leavesWhatIsWithinBounds()
{
    QFETCH(ModelBuilder, model);
    QFETCH(QString, positions);
    NpuCase npuCase(model, positions.toStdString());
    QCOMPARE(npuCase.moved(), std::string());
    QCOMPARE(npuCase.result.loops, 1);
    QCOMPARE(npuCase.result.moves, std::size_t(0));
}

void tst_NpuRefinement::biasBounds_followTheCut()
{
    // The cut is 18 at first and 16 after w has moved to 10: no digit is left below the product then.
    NpuCase atMost(npuConv(), "x:8 w!:12 b!:19 y:2");
    QCOMPARE(atMost.moved(), std::string("w:10 b:18"));
    // Without the cut's own rule it is 18, and the lower bound 0 all the same.
    QuantConfig config = npuConfig();
    config.npu.adjustShiftCut = false;
    NpuCase beyond(npuConv(), "x:8 w!:12 b!:21 y:2");
    QCOMPARE(beyond.moved(config), std::string("b:20"));
}

void tst_NpuRefinement::swishRule_knowsSigmoidsThatAreConverted()
{
    NpuCase converted(swish("Sigmoid"), "x:8 h:12 y:2");
    QCOMPARE(converted.moved(), std::string("y:5"));
    QuantConfig config = npuConfig();
    config.npu.convertSigmoidToHardSigmoid = false;
    NpuCase kept(swish("Sigmoid"), "x:8 h:12 y:2");
    QCOMPARE(kept.moved(config), std::string());
    config = npuConfig();
    config.npu.simulateDPU = false;
    QCOMPARE(kept.moved(config), std::string());
}

void tst_NpuRefinement::outputWithoutPair_isTheOneBehindTheActivation()
{
    NpuCase conv(npuConv("Relu"), "x:8 w!:10 b!:10 c- y:1");
    QCOMPARE(conv.moved(), std::string("w:9"));
    NpuCase add(addRelu(), "x:2 a:3 c- y:12");
    QCOMPARE(add.moved(), std::string("y:9"));
}

void tst_NpuRefinement::pairThatOtherRulesLeftOut_isNotLookedThrough()
{
    const ModelBuilder model = npuModel([](ModelBuilder& b) {
        b.input("a", DataType::Float, {1, 4, 8, 8});
        b.node("Mul", {"x", "a"}, {"m"}, "mul");
        b.node("Add", {"m", "a"}, {"y"}, "add");
        b.output("y");
    });
    NpuCase npuCase(model, "x:1 a:1 m- y:60");
    QCOMPARE(npuCase.moved(), std::string());
}

void tst_NpuRefinement::sharedTensors_moveTogether()
{
    const ModelBuilder model = npuModel([](ModelBuilder& b) {
        b.node("MaxPool", {"x"}, {"m"}, "pool").attribute("kernel_shape", {1, 1});
        b.node("Transpose", {"m"}, {"t"}, "transpose");
        b.input("a", DataType::Float, {8, 8, 4, 1});
        b.node("Concat", {"t", "a"}, {"y"}, "concat").attribute("axis", 3);
        b.output("y");
    });
    NpuCase npuCase(model, "x:6 m=x t=m a:2 y:3");
    QCOMPARE(npuCase.moved(), std::string("x:2 m:2 t:2 y:2"));
    QVERIFY(npuCase.params.at("t").zeroPoint == std::vector<std::int32_t>{128});
}

void tst_NpuRefinement::constantOfAConcat_movesToo()
{
    const ModelBuilder model = npuModel([](ModelBuilder& b) {
        b.randomInitializer("k", {1, 4, 8, 8});
        b.node("Concat", {"x", "k"}, {"y"}, "concat").attribute("axis", 1);
        b.output("y");
    });
    NpuCase npuCase(model, "x:4 k!:7 y:4");
    QCOMPARE(npuCase.moved(), std::string("k:4"));
}

void tst_NpuRefinement::otherFlows_areLeftAlone_data()
{
    QTest::addColumn<std::function<void(QuantConfig&)>>("change");
    const auto row = [](const char* name, const std::function<void(QuantConfig&)>& change) {
        QTest::newRow(name) << change;
    };
    row("NPULimitationCheck off", [](QuantConfig& config) { config.npu.npuLimitationCheck = false; });
    row("float scales", [](QuantConfig& config) {
        config.scaleType = ScaleType::Float32;
        config.calibration.method = CalibrationMethod::MinMax;
    });
    row("not for the NPU", [](QuantConfig& config) { config.npu.enableNPUCnn = false; });
    row("extended format", [](QuantConfig& config) { config.placement.rules = PlacementRules::QuarkExtended; });
    row("no loop", [](QuantConfig& config) { config.npu.maxLoopNum = 0; });
}

void tst_NpuRefinement::otherFlows_areLeftAlone()
{
    QFETCH(std::function<void(QuantConfig&)>, change);
    QuantConfig config = npuConfig();
    change(config);
    NpuCase npuCase(npuConv(), "x:8 w!:10 b!:10 y:1");
    QCOMPARE(npuCase.moved(config), std::string());
    QCOMPARE(npuCase.result.loops, 0);
    QVERIFY(npuCase.result.warnings.empty());
}

void tst_NpuRefinement::scaleLaidDown_stays()
{
    NpuCase npuCase(oneNode("Concat", {"x", "a"}), "x@5 a:3 y:4");
    QCOMPARE(npuCase.moved(), std::string("y:3"));
}

void tst_NpuRefinement::scalesThatAreNoPowersOfTwo_stay()
{
    for (const float scale : {0.3F, 0.0F, std::numeric_limits<float>::infinity()}) {
        NpuCase npuCase(pool("MaxPool"), "x:5 y:3");
        npuCase.params.at("x").scale[0] = scale;
        QCOMPARE(npuCase.moved(), std::string());
    }
    NpuCase channels(npuConv(), "x:8 w!:10 b!:10 y:1");
    channels.params.at("w") = {DataType::Int8, {0.5F, 0.25F, 0.5F, 0.5F}, {0, 0, 0, 0}, 0};
    QCOMPARE(channels.moved(), std::string());
}

void tst_NpuRefinement::nodeThatIsNotSelected_readsFloatWeights()
{
    NpuCase npuCase(npuConv(), "x:8 w!:10 b!:10 y:1");
    npuCase.selected.clear();
    QCOMPARE(npuCase.moved(), std::string());
}

void tst_NpuRefinement::floatTensors_areNoReasonToMove()
{
    NpuCase conv(npuConv(), "x:8 w!:10 b!:10"); // the output stays float
    QCOMPARE(conv.moved(), std::string());
    NpuCase add(oneNode("Add", {"x", "a"}), "x:30 y:3");
    QCOMPARE(add.moved(), std::string());
    NpuCase concat(oneNode("Concat", {"x", "a"}), "x:5 y:4"); // all that has a position
    QCOMPARE(concat.moved(), std::string("x:4"));
}

void tst_NpuRefinement::chain_settlesInSeveralLoops()
{
    // Poolings in a row; the smallest position is at the end, so that each loop carries it one pooling further.
    const ModelBuilder model = npuModel([](ModelBuilder& b) {
        b.node("GlobalAveragePool", {"x"}, {"p1"}, "pool1");
        b.node("GlobalAveragePool", {"p1"}, {"p2"}, "pool2");
        b.node("GlobalAveragePool", {"p2"}, {"y"}, "pool3");
        b.output("y");
    });
    NpuCase npuCase(model, "x:9 p1:8 p2:7 y:1");
    QCOMPARE(npuCase.moved(), std::string("x:1 p1:1 p2:1"));
    QCOMPARE(npuCase.result.loops, 4); // the last one finds nothing to do
    QVERIFY(npuCase.result.warnings.empty());
}

void tst_NpuRefinement::writeShifts_areLimitedInTheOrderOfTheGraph()
{
    const ModelBuilder model = npuModel([](ModelBuilder& b) {
        b.input("a", DataType::Float, {1, 4, 8, 8});
        b.node("Mul", {"x", "x"}, {"m"}, "mul");
        b.node("Add", {"m", "a"}, {"y"}, "add");
        b.output("y");
    });
    QuantConfig config = npuConfig();
    config.npu.maxLoopNum = 1;
    NpuCase npuCase(model, "x:2 a:40 m:40 y:40");
    QCOMPARE(npuCase.moved(config), std::string("m:4 y:11"));
}

void tst_NpuRefinement::integers_areThoseOfTheFinalPosition()
{
    // The reference writes those of position 10 here, so that every weight is twice as large in its models.
    NpuCase npuCase(npuConv(), "x:8 w!:10 b!:10 y:1");
    npuCase.params.at("w") = {DataType::Int8, {std::ldexp(1.0F, -10)}, {0}, {}};
    QCOMPARE(npuCase.moved(), std::string("w:9"));
    const auto quantized =
        insertQdq(npuCase.model.clone(), npuConfig(), npuCase.selected, npuCase.plan, npuCase.params);
    QVERIFY(quantized);
    const onnx::TensorProto* codes = findInitializer(quantized->model.graph(), "w_quantized");
    QVERIFY(codes);
    const auto bytes = quantized->model.bytesOf(*codes);
    const std::vector<float> values = npuCase.graph.initializerFloats("w");
    QCOMPARE(bytes.size(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double code = std::clamp(std::nearbyint(double(values[i]) * 512), -127.0, 127.0);
        QCOMPARE(double(static_cast<std::int8_t>(bytes[i])), code);
    }
}

void tst_NpuRefinement::loopLimit_isToldInAWarning()
{
    const ModelBuilder model = npuModel([](ModelBuilder& b) {
        b.node("GlobalAveragePool", {"x"}, {"p1"}, "pool1");
        b.node("GlobalAveragePool", {"p1"}, {"y"}, "pool2");
        b.output("y");
    });
    QuantConfig config = npuConfig();
    config.npu.maxLoopNum = 1;
    NpuCase npuCase(model, "x:9 p1:8 y:1");
    QCOMPARE(npuCase.moved(config), std::string("x:8 p1:1"));
    QCOMPARE(npuCase.result.warnings.size(), std::size_t(1));
    QVERIFY(QString::fromStdString(npuCase.result.warnings[0]).contains("in 1 loop; set MaxLoopNum higher"));
}

void tst_NpuRefinement::contradiction_isToldInAWarning()
{
    // What a HardSigmoid writes has 7 digits at least, and is to have no more than what it is joined with.
    const ModelBuilder model = npuModel([](ModelBuilder& b) {
        b.input("a", DataType::Float, {1, 4, 8, 8});
        b.node("Sigmoid", {"x"}, {"h"}, "gate");
        b.node("Concat", {"h", "a"}, {"y"}, "concat").attribute("axis", 1);
        b.output("y");
    });
    NpuCase npuCase(model, "x:3 h:8 a:2 y:3");
    QCOMPARE(npuCase.moved(), std::string("h:7 y:2"));
    QCOMPARE(npuCase.result.loops, 2);
    QCOMPARE(npuCase.result.warnings.size(), std::size_t(1));
    QVERIFY(QString::fromStdString(npuCase.result.warnings[0]).contains("contradict each other at 1 tensor ('h')"));
}

void tst_NpuRefinement::lossOfNumbers_isToldInAWarning_data()
{
    QTest::addColumn<std::vector<float>>("bias");
    QTest::addColumn<QString>("positions");
    QTest::addColumn<QString>("moved");
    QTest::addColumn<QString>("words");
    using Floats = std::vector<float>;
    const auto row = [](const char* name, const Floats& bias, const char* positions, const char* moved,
                        const char* words) { QTest::newRow(name) << bias << positions << moved << words; };
    // int8 reaches 127 * 2^3 = 1016 at position -3, 2^-20 / 2 is the least that does not vanish at 20.
    row("cut off", {4000, -1}, "x:4 w!:8 b!:-5 y:4", "b:-3", "cut off to half or less in 1 tensor ('b')");
    row("cut off below", {1, -4000}, "x:4 w!:8 b!:-5 y:4", "b:-3", "cut off to half or less in 1 tensor ('b')");
    row("cut off a little", {1500, -1}, "x:4 w!:8 b!:-5 y:4", "b:-3", "");
    row("covered", {1000, -1000}, "x:4 w!:8 b!:-5 y:4", "b:-3", "");
    row("all vanish", {4e-7F, -1e-7F}, "x:4 w!:8 b!:22 y:4", "b:20", "become 0 in 1 tensor ('b')");
    row("the only one vanishes", {4e-7F}, "x:4 w!:8 b!:22 y:4", "b:20", "become 0 in 1 tensor ('b')");
    row("some vanish", {4e-6F, -1e-7F}, "x:4 w!:8 b!:22 y:4", "b:20", "");
    row("not moved", {1e9F, -1e9F}, "x:4 w!:8 b!:12 y:4", "", "");
}

void tst_NpuRefinement::lossOfNumbers_isToldInAWarning()
{
    QFETCH(std::vector<float>, bias);
    QFETCH(QString, positions);
    QFETCH(QString, moved);
    QFETCH(QString, words);
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 4}).randomInitializer("w", {4, std::int64_t(bias.size())});
    b.initializer("b", {std::int64_t(bias.size())}, bias);
    b.node("Gemm", {"x", "w", "b"}, {"y"}, "gemm");
    b.output("y");
    NpuCase npuCase(b, positions.toStdString());
    npuCase.plan.tensors[npuCase.plan.index.at("b")].role = PlannedTensor::Role::Bias;
    QCOMPARE(QString::fromStdString(npuCase.moved()), moved);
    QCOMPARE(npuCase.result.warnings.size(), std::size_t(words.isEmpty() ? 0 : 1));
    if (!words.isEmpty())
        QVERIFY2(npuCase.result.warnings[0].find(words.toStdString()) != std::string::npos,
                 npuCase.result.warnings[0].c_str());
}

QTEST_GUILESS_MAIN(tst_NpuRefinement)
#include "tst_npu_refinement.moc"
