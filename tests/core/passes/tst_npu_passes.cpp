// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/passes/pass_test.h"

#include <rapidcheck.h>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

constexpr double kRounding = 1e-5;

ModelBuilder pooled(const Extents& shape)
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, shape);
    b.node("GlobalAveragePool", {"x"}, {"y"}, "pool");
    b.output("y");
    return b;
}

/// x → Clip(low, high) → Q/DQ with this scale and zero point → y.
Model clippedAndQuantized(float low, float high, float scale, std::uint8_t zeroPoint)
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {64});
    b.initializer("low", Shape{}, {low}).initializer("high", Shape{}, {high}).initializer("s", Shape{}, {scale});
    b.initializer(makeTensor("z", DataType::UInt8, {}, std::string(1, static_cast<char>(zeroPoint))));
    b.node("Clip", {"x", "low", "high"}, {"c"}, "clip");
    b.node("QuantizeLinear", {"c", "s", "z"}, {"q"}, "q");
    b.node("DequantizeLinear", {"q", "s", "z"}, {"y"}, "dq");
    b.output("y");
    return b.model({.allowQuantized = true});
}

} // namespace

class tst_NpuPasses : public QObject
{
    Q_OBJECT

private slots:
    void reduceMean_becomesPool_data();
    void reduceMean_becomesPool();
    void reduceMean_stays_withReason_data();
    void reduceMean_stays_withReason();
    void largePool_isSplit_data();
    void largePool_isSplit();
    void largePool_isSplit_property();
    void largePool_stays_withReason();
    void split_becomesSlices_data();
    void split_becomesSlices();
    void split_stays_withReason();
    void clip6_becomesRelu_othersStay();
    void clip6OfHardSwish_stays();
    void clip_becomesRelu_whereTheRangeCuts_data();
    void clip_becomesRelu_whereTheRangeCuts();
    void clip_stays_whereSomebodyReadsItFloat();
};

void tst_NpuPasses::reduceMean_becomesPool_data()
{
    QTest::addColumn<int>("opset");
    QTest::addColumn<bool>("negative");
    QTest::addRow("axes 2, 3") << 13 << false;
    QTest::addRow("axes -1, -2") << 13 << true;
    QTest::addRow("axes as an input") << 18 << false;
}

void tst_NpuPasses::reduceMean_becomesPool()
{
    QFETCH(int, opset);
    QFETCH(bool, negative);
    ModelBuilder b(opset);
    b.input("x", DataType::Float, {2, 3, 5, 4});
    const std::vector<std::int64_t> axes =
        negative ? std::vector<std::int64_t>{-1, -2} : std::vector<std::int64_t>{2, 3};
    if (opset >= 18) {
        b.int64s("axes", axes);
        b.node("ReduceMean", {"x", "axes"}, {"y"}, "mean");
    } else {
        b.node("ReduceMean", {"x"}, {"y"}, "mean").attribute("axes", axes);
    }
    b.output("y");
    const Model before = b.model();
    const PassOutcome after = runPass(reduceMeanToGlobalAveragePool, before);
    QCOMPARE(operatorsOf(after.model), QString("GlobalAveragePool"));
    QCOMPARE(after.model.graph().node(0).name(), std::string("mean"));
    QVERIFY(relativeDifference(before, after.model) <= kRounding);
}

void tst_NpuPasses::reduceMean_stays_withReason_data()
{
    QTest::addColumn<int>("variant");
    QTest::addColumn<QString>("reason");
    QTest::addRow("one axis") << 0 << "does not average over height and width";
    QTest::addRow("axes dropped") << 1 << "drops the dimensions";
    QTest::addRow("three dimensions") << 2 << "four dimensions";
    QTest::addRow("all axes") << 3 << "does not average over height and width";
}

void tst_NpuPasses::reduceMean_stays_withReason()
{
    QFETCH(int, variant);
    QFETCH(QString, reason);
    ModelBuilder b(13);
    b.input("x", DataType::Float, variant == 2 ? Extents{2, 3, 5} : Extents{2, 3, 5, 4});
    NodeBuilder node = b.node("ReduceMean", {"x"}, {"y"}, "mean");
    if (variant != 3)
        node.attribute("axes", variant == 1 ? std::vector<std::int64_t>{2, 3} : std::vector<std::int64_t>{2});
    node.attribute("keepdims", variant == 1 ? 0 : 1);
    b.output("y");
    const PassOutcome after = runPass(reduceMeanToGlobalAveragePool, b.model());
    QCOMPARE(after.result.changed, std::size_t(0));
    verifySkipped(after.result, qPrintable(reason));
}

void tst_NpuPasses::largePool_isSplit_data()
{
    QTest::addColumn<int>("height");
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("firstHeight");
    QTest::addColumn<int>("firstWidth");
    QTest::addRow("56 x 56") << 56 << 56 << 7 << 7;
    QTest::addRow("23 x 24: a prime side") << 23 << 24 << 1 << 4;
    QTest::addRow("1 x 1024") << 1 << 1024 << 1 << 32;
}

void tst_NpuPasses::largePool_isSplit()
{
    QFETCH(int, height);
    QFETCH(int, width);
    QFETCH(int, firstHeight);
    QFETCH(int, firstWidth);
    const Model before = pooled({1, 2, height, width}).model();
    const PassOutcome after = runPass(splitLargeKernelPool, before);
    QCOMPARE(operatorsOf(after.model), QString("AveragePool GlobalAveragePool"));
    const Graph graph(after.model);
    const std::vector<std::int64_t> kernel{firstHeight, firstWidth};
    QCOMPARE(graph.intsAttribute(0, "kernel_shape"), kernel);
    QCOMPARE(graph.intsAttribute(0, "strides"), kernel);
    QCOMPARE(graph.nodes()[1].name, std::string("pool"));
    QVERIFY(relativeDifference(before, after.model) <= kRounding);
}

void tst_NpuPasses::largePool_isSplit_property()
{
    const bool held = rc::check("two pools of at most 512 elements have the mean of one", [] {
        const auto height = *rc::gen::inRange<std::int64_t>(1, 120);
        const auto width = *rc::gen::inRange<std::int64_t>(1, 120);
        const Model before = pooled({1, 1, height, width}).model();
        const PassOutcome after = runPass(splitLargeKernelPool, before);
        RC_ASSERT(after.result.changed + after.result.skipped.size() == (height * width > 512 ? 1U : 0U));
        if (after.result.changed == 0)
            return;
        const Graph graph(after.model);
        const auto kernel = *graph.intsAttribute(0, "kernel_shape");
        RC_ASSERT(height % kernel[0] == 0 && width % kernel[1] == 0);
        RC_ASSERT(kernel[0] * kernel[1] <= 512);
        RC_ASSERT(height / kernel[0] * (width / kernel[1]) <= 512);
        RC_ASSERT(relativeDifference(before, after.model) <= kRounding);
    });
    QVERIFY(held);
}

void tst_NpuPasses::largePool_stays_withReason()
{
    verifySkipped(runPass(splitLargeKernelPool, pooled({1, 2, "H", 64}).model()).result, "are not known");
    verifySkipped(runPass(splitLargeKernelPool, pooled({1, 2, 31, 37}).model()).result, "31 x 37");
    QVERIFY(runPass(splitLargeKernelPool, pooled({1, 2, 16, 32}).model()).result.skipped.empty()); // small enough
}

void tst_NpuPasses::split_becomesSlices_data()
{
    QTest::addColumn<int>("opset");
    QTest::addColumn<int>("axis");
    QTest::addColumn<bool>("hasSizes");
    QTest::addRow("sizes as an input") << 13 << 1 << true;
    QTest::addRow("sizes as an attribute") << 11 << 1 << true;
    QTest::addRow("even") << 13 << -1 << false;
    QTest::addRow("not even") << 18 << 2 << false;
    QTest::addRow("first axis") << 13 << 0 << false;
}

void tst_NpuPasses::split_becomesSlices()
{
    QFETCH(int, opset);
    QFETCH(int, axis);
    QFETCH(bool, hasSizes);
    ModelBuilder b(opset);
    b.input("x", DataType::Float, {4, 5, opset == 18 ? 7 : 8});
    const std::vector<std::int64_t> sizes{1, 4};
    if (hasSizes && opset >= 13)
        b.int64s("sizes", sizes);
    NodeBuilder node = b.node(
        "Split", hasSizes && opset >= 13 ? std::vector<std::string>{"x", "sizes"} : std::vector<std::string>{"x"},
        {"a", "b"}, "split");
    node.attribute("axis", axis);
    if (hasSizes && opset < 13)
        node.attribute("split", sizes);
    if (opset >= 18)
        node.attribute("num_outputs", 2);
    b.output("a").output("b");
    const Model before = b.model();
    const PassOutcome after = runPass(splitToSlice, before);
    QCOMPARE(operatorsOf(after.model), QString("Slice Slice"));
    QCOMPARE(relativeDifference(before, after.model), 0.0);
}

void tst_NpuPasses::split_stays_withReason()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {"N", 6});
    b.node("Split", {"x"}, {"a", "b"}, "split").attribute("axis", 0);
    b.output("a").output("b");
    const PassOutcome after = runPass(splitToSlice, b.model());
    QCOMPARE(after.result.changed, std::size_t(0));
    verifySkipped(after.result, "'split' (Split): the sizes of its parts are not constant");

    ModelBuilder huge(13);
    const std::int64_t size = std::int64_t(1) << 62; // twice as much is beyond 64 bits
    huge.input("x", DataType::Float, {"N", 6}).int64s("sizes", {size, size, size});
    huge.node("Split", {"x", "sizes"}, {"a", "b", "c"}, "split").attribute("axis", 0);
    huge.output("a").output("b").output("c");
    const PassOutcome stays = runPass(splitToSlice, huge.model());
    QCOMPARE(stays.result.changed, std::size_t(0));
    verifySkipped(stays.result, "'split' (Split): the sizes of its parts are not constant or impossible");
}

void tst_NpuPasses::clip6_becomesRelu_othersStay()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2, 4, 4});
    b.initializer("zero", Shape{}, {0.0F}).initializer("six", Shape{}, {6.0F}).initializer("one", Shape{}, {1.0F});
    b.randomInitializer("w", {2, 2, 1, 1});
    b.node("Conv", {"x", "w"}, {"c"}, "conv");
    b.node("Clip", {"c", "zero", "six"}, {"a"}, "six");
    b.node("Clip", {"a", "zero", "one"}, {"y"}, "one");
    b.output("y");
    const PassOutcome after = runPass(replaceClip6, b.model());
    QCOMPARE(operatorsOf(after.model), QString("Conv Relu Clip"));
    QCOMPARE(after.model.graph().node(1).output(0), std::string("a"));
    verifySkipped(after.result, "'one' (Clip): its bounds are not 0 and 6");
}

void tst_NpuPasses::clip6OfHardSwish_stays()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4});
    b.initializer("zero", Shape{}, {0.0F}).initializer("six", Shape{}, {6.0F}).initializer("three", Shape{}, {3.0F});
    b.node("Add", {"x", "three"}, {"s"}, "add");
    b.node("Clip", {"s", "zero", "six"}, {"c"}, "clip");
    b.node("Mul", {"x", "c"}, {"y"}, "mul");
    b.output("y");
    const PassOutcome after = runPass(replaceClip6, b.model());
    QCOMPARE(operatorsOf(after.model), QString("Add Clip Mul"));
    verifySkipped(after.result, "'clip' (Clip): it is not the activation function of a layer");
}

void tst_NpuPasses::clip_becomesRelu_whereTheRangeCuts_data()
{
    QTest::addColumn<float>("low");
    QTest::addColumn<float>("high");
    QTest::addColumn<float>("scale");
    QTest::addColumn<int>("zeroPoint");
    QTest::addColumn<QString>("reason");
    QTest::addRow("range ends at the bound") << 0.0F << 6.0F << 6.0F / 255.0F << 0 << "";
    QTest::addRow("range ends below") << 0.0F << 6.0F << 0.03125F << 128 << "";
    QTest::addRow("range goes beyond") << 0.0F << 6.0F << 0.0625F << 128 << "reaches to 7.9375";
    QTest::addRow("lower bound") << 1.0F << 6.0F << 6.0F / 255.0F << 0 << "its lower bound is not 0";
    QTest::addRow("no upper bound") << 0.0F << std::numeric_limits<float>::infinity() << 1.0F << 0 << "";
}

void tst_NpuPasses::clip_becomesRelu_whereTheRangeCuts()
{
    QFETCH(float, low);
    QFETCH(float, high);
    QFETCH(float, scale);
    QFETCH(int, zeroPoint);
    QFETCH(QString, reason);
    const Model before = clippedAndQuantized(low, high, scale, static_cast<std::uint8_t>(zeroPoint));
    const PassOutcome after = runPass(clipToRelu, before);
    QCOMPARE(after.result.changed, std::size_t(reason.isEmpty() ? 1 : 0));
    if (!reason.isEmpty())
        return verifySkipped(after.result, qPrintable(reason));
    QCOMPARE(operatorsOf(after.model), QString("Relu QuantizeLinear DequantizeLinear"));
    QCOMPARE(relativeDifference(before, after.model, randomInputs(before, 3, 20.0F)), 0.0);
}

void tst_NpuPasses::clip_stays_whereSomebodyReadsItFloat()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4});
    b.initializer("zero", Shape{}, {0.0F}).initializer("six", Shape{}, {6.0F});
    b.node("Clip", {"x", "zero", "six"}, {"a"}, "clip");
    b.node("Neg", {"a"}, {"y"}, "neg");
    b.output("y");
    verifySkipped(runPass(clipToRelu, b.model()).result, "its output is not quantized for every reader");
}

QTEST_GUILESS_MAIN(tst_NpuPasses)
#include "tst_npu_passes.moc"
