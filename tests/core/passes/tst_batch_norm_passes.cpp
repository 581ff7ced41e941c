// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/passes/pass_test.h"

#include <rapidcheck.h>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

constexpr double kRounding = 1e-5;

/// x [2, 3, 6, 6] → layer → BatchNormalization → y, of 6 channels.
ModelBuilder layerThenNorm(const std::string& type, std::int64_t groups, bool withBias)
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2, 6, 6, 6});
    b.randomInitializer("w", type == "Conv" ? Shape{6, 6 / groups, 3, 3} : Shape{6, 6 / groups, 3, 3}, 0.5F, 2);
    std::vector<std::string> inputs{"x", "w"};
    if (withBias) {
        b.randomInitializer("b", {6}, 0.5F, 3);
        inputs.push_back("b");
    }
    b.node(type, inputs, {"c"}, "layer").attribute("group", groups);
    addBatchNorm(b, "bn", 6, "c", "y");
    b.output("y");
    return b;
}

/// y = BN(α · A · B + β · C).
ModelBuilder gemmThenNorm(bool transposed, float alpha, float beta, const Shape& biasShape)
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {3, 4});
    b.randomInitializer("w", transposed ? Shape{5, 4} : Shape{4, 5}, 0.5F, 2);
    std::vector<std::string> inputs{"x", "w"};
    if (!biasShape.empty()) {
        b.randomInitializer("b", biasShape, 0.5F, 3);
        inputs.push_back("b");
    }
    b.node("Gemm", inputs, {"c"}, "layer")
        .attribute("transB", transposed ? 1 : 0)
        .attribute("alpha", alpha)
        .attribute("beta", beta);
    addBatchNorm(b, "bn", 5, "c", "y");
    b.output("y");
    return b;
}

} // namespace

class tst_BatchNormPasses : public QObject
{
    Q_OBJECT

private slots:
    void foldBatchNorm_keepsTheFunction_data();
    void foldBatchNorm_keepsTheFunction();
    void foldBatchNorm_keepsTheFunction_ofGemm_data();
    void foldBatchNorm_keepsTheFunction_ofGemm();
    void foldBatchNorm_takesEpsilonOfTheStandard_whenTheNodeHasNone();
    void foldBatchNorm_copiesSharedWeights();
    void foldBatchNorm_keepsTheFunction_property();
    void foldBatchNorm_names_whatItCannotFold_data();
    void foldBatchNorm_names_whatItCannotFold();
    void foldBatchNormAfterConcat_keepsTheFunction();
    void foldBatchNormAfterConcat_names_whatItCannotFold();
    void batchNormToConv_keepsTheFunction();
    void batchNormToConv_names_whatItCannotConvert();
};

void tst_BatchNormPasses::foldBatchNorm_keepsTheFunction_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<int>("groups");
    QTest::addColumn<bool>("withBias");
    for (const char* type : {"Conv", "ConvTranspose"}) {
        for (const int groups : {1, 2, 6}) {
            for (const bool withBias : {false, true})
                QTest::addRow("%s, %d groups, %s bias", type, groups, withBias ? "with" : "without")
                    << type << groups << withBias;
        }
    }
}

void tst_BatchNormPasses::foldBatchNorm_keepsTheFunction()
{
    QFETCH(QString, type);
    QFETCH(int, groups);
    QFETCH(bool, withBias);
    const Model before = layerThenNorm(type.toStdString(), groups, withBias).model();
    const PassOutcome after = runPass(foldBatchNorm, before);
    QCOMPARE(after.result.changed, std::size_t(1));
    QCOMPARE(operatorsOf(after.model), type);
    QCOMPARE(after.model.graph().node(0).name(), std::string("layer"));
    QCOMPARE(after.model.graph().node(0).output(0), std::string("y"));
    QCOMPARE(after.model.graph().node(0).input(1), std::string("w"));
    const double difference = relativeDifference(before, after.model);
    QVERIFY2(difference <= kRounding, qPrintable(QString::number(difference)));
}

void tst_BatchNormPasses::foldBatchNorm_keepsTheFunction_ofGemm_data()
{
    QTest::addColumn<bool>("transposed");
    QTest::addColumn<float>("alpha");
    QTest::addColumn<float>("beta");
    QTest::addColumn<int>("bias");
    for (const bool transposed : {false, true}) {
        for (const int bias : {0, 1, 2, 3})
            QTest::addRow("transB %d, bias %d", transposed ? 1 : 0, bias) << transposed << 0.5F << 2.0F << bias;
    }
    QTest::addRow("alpha and beta 1") << true << 1.0F << 1.0F << 1;
}

void tst_BatchNormPasses::foldBatchNorm_keepsTheFunction_ofGemm()
{
    QFETCH(bool, transposed);
    QFETCH(float, alpha);
    QFETCH(float, beta);
    QFETCH(int, bias);
    const Shape shapes[] = {{}, {5}, {1, 5}, {1}};
    const Model before = gemmThenNorm(transposed, alpha, beta, shapes[bias]).model();
    const PassOutcome after = runPass(foldBatchNorm, before);
    QCOMPARE(operatorsOf(after.model), QString("Gemm"));
    QVERIFY(relativeDifference(before, after.model) <= kRounding);
}

void tst_BatchNormPasses::foldBatchNorm_takesEpsilonOfTheStandard_whenTheNodeHasNone()
{
    // Variances of 0 make the epsilon decide: 1 / √1e-5 = 316.23.
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 1, 1, 1});
    b.initializer("w", {1, 1, 1, 1}, {1.0F}).initializer("one", {1}, {1.0F}).initializer("zero", {1}, {0.0F});
    b.node("Conv", {"x", "w"}, {"c"}, "conv");
    b.node("BatchNormalization", {"c", "one", "zero", "zero", "zero"}, {"y"}, "bn");
    b.output("y");
    const PassOutcome after = runPass(foldBatchNorm, b.model());
    const Graph graph(after.model);
    QVERIFY(std::abs(graph.initializerFloats("w")[0] - 316.227766F) < 0.01F);
}

void tst_BatchNormPasses::foldBatchNorm_copiesSharedWeights()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 4, 5, 5});
    b.randomInitializer("w", {4, 4, 3, 3}, 0.5F, 2).randomInitializer("b", {4}, 0.5F, 3);
    b.node("Conv", {"x", "w", "b"}, {"c"}, "folded");
    addBatchNorm(b, "bn", 4, "c", "y");
    b.node("Conv", {"x", "w", "b"}, {"z"}, "plain");
    b.output("y").output("z");
    const Model before = b.model();
    const PassOutcome after = runPass(foldBatchNorm, before);
    QCOMPARE(operatorsOf(after.model), QString("Conv Conv"));
    const auto* plain = findNode(after.model.graph(), "plain");
    QCOMPARE(plain->input(1), std::string("w"));
    QCOMPARE(plain->input(2), std::string("b"));
    QVERIFY(findNode(after.model.graph(), "folded")->input(1) != "w");
    QVERIFY(relativeDifference(before, after.model) <= kRounding);
}

void tst_BatchNormPasses::foldBatchNorm_keepsTheFunction_property()
{
    const bool held = rc::check("y = BN(Conv(x)) whatever the parameters", [] {
        const auto channels = *rc::gen::inRange<std::int64_t>(1, 5);
        const auto kernel = *rc::gen::inRange<std::int64_t>(1, 4);
        const auto seed = *rc::gen::inRange<std::uint32_t>(1, 1000000);
        ModelBuilder b(13);
        b.input("x", DataType::Float, {1, 2, 5, 5});
        b.randomInitializer("w", {channels, 2, kernel, kernel}, 1.0F, seed);
        b.node("Conv", {"x", "w"}, {"c"}, "conv");
        b.randomInitializer("s", {channels}, 3.0F, seed + 1).randomInitializer("o", {channels}, 3.0F, seed + 2);
        b.randomInitializer("m", {channels}, 3.0F, seed + 3);
        std::vector<float> variance;
        for (std::int64_t c = 0; c < channels; ++c)
            variance.push_back(0.001F * static_cast<float>(*rc::gen::inRange(1, 100000)));
        b.initializer("v", {channels}, variance);
        b.node("BatchNormalization", {"c", "s", "o", "m", "v"}, {"y"}, "bn").attribute("epsilon", 1e-3F);
        b.output("y");
        const Model before = b.model();
        const PassOutcome after = runPass(foldBatchNorm, before);
        RC_ASSERT(after.result.changed == 1U);
        RC_ASSERT(relativeDifference(before, after.model) <= kRounding);
    });
    QVERIFY(held);
}

void tst_BatchNormPasses::foldBatchNorm_names_whatItCannotFold_data()
{
    QTest::addColumn<int>("variant");
    QTest::addColumn<QString>("reason");
    QTest::addRow("no producer") << 0 << "nothing computes what it reads";
    QTest::addRow("another operator") << 1 << "the Relu before it is no Conv";
    QTest::addRow("two readers") << 2 << "'c' is read elsewhere";
    QTest::addRow("computed weight") << 3 << "the weight of 'layer' (Conv) is not a float32 constant";
    QTest::addRow("computed scale") << 4 << "'s' is not a float32 constant";
    QTest::addRow("graph output") << 5 << "'c' is read elsewhere";
}

void tst_BatchNormPasses::foldBatchNorm_names_whatItCannotFold()
{
    QFETCH(int, variant);
    QFETCH(QString, reason);
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 3, 4, 4});
    b.randomInitializer("w", {3, 3, 1, 1});
    if (variant == 1)
        b.node("Relu", {"x"}, {"c"}, "layer");
    else if (variant == 3) {
        b.node("Neg", {"w"}, {"minus_w"}, "neg");
        b.node("Conv", {"x", "minus_w"}, {"c"}, "layer");
    } else
        b.node("Conv", {"x", "w"}, {"c"}, "layer");
    addBatchNorm(b, "bn", 3, variant == 0 ? "x" : "c", "y");
    if (variant == 4) {
        b.node("Abs", {"bn_scale"}, {"s"}, "abs");
        b.proto().mutable_graph()->mutable_node(1)->set_input(1, "s");
    }
    b.output("y");
    if (variant == 2) {
        b.node("Relu", {"c"}, {"z"}, "relu");
        b.output("z");
    }
    if (variant == 0 || variant == 5)
        b.output("c");
    const PassOutcome after = runPass(foldBatchNorm, b.model());
    QCOMPARE(after.result.changed, std::size_t(0));
    QVERIFY(after.result.skipped.size() == 1);
    QVERIFY2(after.result.skipped[0].starts_with("'bn' (BatchNormalization): "), after.result.skipped[0].c_str());
    verifySkipped(after.result, qPrintable(reason));
}

void tst_BatchNormPasses::foldBatchNormAfterConcat_keepsTheFunction()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 4, 6, 6});
    b.randomInitializer("w1", {2, 4, 3, 3}, 0.5F, 2).randomInitializer("w2", {4, 3, 3, 3}, 0.5F, 3);
    b.randomInitializer("b2", {3}, 0.5F, 4);
    b.node("Conv", {"x", "w1"}, {"c1"}, "first").attribute("pads", {1, 1, 1, 1});
    b.node("ConvTranspose", {"x", "w2", "b2"}, {"c2"}, "second").attribute("pads", {1, 1, 1, 1});
    b.node("Concat", {"c1", "c2"}, {"joined"}, "concat").attribute("axis", -3);
    addBatchNorm(b, "bn", 5, "joined", "y");
    b.output("y");
    const Model before = b.model();
    const PassOutcome after = runPass(foldBatchNormAfterConcat, before);
    QCOMPARE(operatorsOf(after.model), QString("Conv ConvTranspose Concat"));
    QCOMPARE(findNode(after.model.graph(), "concat")->output(0), std::string("y"));
    QVERIFY(relativeDifference(before, after.model) <= kRounding);
    // The pass for a single layer leaves such a node alone, without a word.
    QVERIFY(runPass(foldBatchNorm, before).result.skipped.empty());
}

void tst_BatchNormPasses::foldBatchNormAfterConcat_names_whatItCannotFold()
{
    for (const bool sameTwice : {false, true}) {
        ModelBuilder b(13);
        b.input("x", DataType::Float, {1, 2, 6, 6});
        b.randomInitializer("w", {2, 2, 1, 1});
        b.node("Conv", {"x", "w"}, {"c"}, "conv");
        b.node("Relu", {"x"}, {"r"}, "relu");
        b.node("Concat", {"c", sameTwice ? "c" : "r"}, {"joined"}, "concat").attribute("axis", 1);
        addBatchNorm(b, "bn", 4, "joined", "y");
        b.output("y");
        const PassOutcome after = runPass(foldBatchNormAfterConcat, b.model());
        QCOMPARE(after.result.changed, std::size_t(0));
        verifySkipped(after.result, sameTwice ? "'c' is read elsewhere" : "the Relu before it is no Conv");
    }
}

void tst_BatchNormPasses::batchNormToConv_keepsTheFunction()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2, 3, 4, 5});
    addBatchNorm(b, "bn", 3, "x", "y");
    b.output("y");
    const Model before = b.model();
    const PassOutcome after = runPass(batchNormToConv, before);
    QCOMPARE(operatorsOf(after.model), QString("Conv"));
    const auto& conv = after.model.graph().node(0);
    QCOMPARE(conv.name(), std::string("bn"));
    QCOMPARE(conv.input(1), std::string("yweights"));
    QCOMPARE(conv.input(2), std::string("ybias"));
    const Graph graph(after.model);
    QCOMPARE(graph.intAttribute(0, "group", 0), 3);
    QCOMPARE(graph.initializerShape("yweights"), (Shape{3, 1, 1, 1}));
    QVERIFY(relativeDifference(before, after.model) <= kRounding);
}

void tst_BatchNormPasses::batchNormToConv_names_whatItCannotConvert()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2, 3, 4});
    addBatchNorm(b, "bn", 3, "x", "y");
    b.output("y");
    const PassOutcome after = runPass(batchNormToConv, b.model());
    QCOMPARE(after.result.changed, std::size_t(0));
    verifySkipped(after.result, "four dimensions");
}

QTEST_GUILESS_MAIN(tst_BatchNormPasses)
#include "tst_batch_norm_passes.moc"
