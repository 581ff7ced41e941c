// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/equalization/layer_chains.h"
#include "core/equalization/layer_weights.h"
#include "tests/support/model_builder.h"

#include <QTest>

#include <functional>
#include <numeric>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

using Build = std::function<void(ModelBuilder&)>;

/// x [1, 4, 8, 8] -> Conv "head" (4 channels) -> a; @p between makes b of a; Conv "tail" reads b and makes y.
Model chainModel(const Build& between, int tailGroup = 1)
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 4, 8, 8});
    b.randomInitializer("w1", {4, 4, 1, 1}, 1.0F, 1);
    b.randomInitializer("w2", {4, 4 / tailGroup, 1, 1}, 1.0F, 2);
    b.node("Conv", {"x", "w1"}, {"a"}, "head");
    between(b);
    b.node("Conv", {"b", "w2"}, {"y"}, "tail").attribute("group", tailGroup);
    b.output("y");
    return b.model();
}

Build unary(const char* type)
{
    return [type](ModelBuilder& b) { b.node(type, {"a"}, {"b"}, "between"); };
}

Build pad(std::vector<std::int64_t> pads, float fill, const char* mode = "constant")
{
    return [pads = std::move(pads), fill, mode](ModelBuilder& b) {
        b.int64s("pads", pads);
        b.initializer("fill", {}, {fill});
        b.node("Pad", {"a", "pads", "fill"}, {"b"}, "between").attribute("mode", mode);
    };
}

std::vector<std::vector<std::string>> chainsOf(const Model& model, ChainRules rules, std::vector<std::string>* skipped)
{
    const Graph graph(model);
    std::vector<std::size_t> all(graph.nodes().size());
    std::iota(all.begin(), all.end(), 0);
    LayerChains found = findLayerChains(graph, all, rules);
    if (skipped)
        *skipped = found.skipped;
    std::vector<std::vector<std::string>> names;
    for (const LayerChain& chain : found.chains) {
        auto& list = names.emplace_back();
        for (const std::size_t node : chain.layers)
            list.push_back(graph.nodes()[node].name);
    }
    return names;
}

std::size_t countChains(const Model& model, ChainRules rules = ChainRules::Reference)
{
    return chainsOf(model, rules, nullptr).size();
}

} // namespace

class TestLayerChains : public QObject
{
    Q_OBJECT

private slots:
    void pair_isFound_throughWhatKeepsScales_data()
    {
        QTest::addColumn<Build>("between");
        QTest::addColumn<int>("reference");
        QTest::addColumn<int>("extended");
        QTest::newRow("Relu") << unary("Relu") << 1 << 1;
        QTest::newRow("LeakyRelu") << unary("LeakyRelu") << 1 << 1;
        QTest::newRow("Sigmoid") << unary("Sigmoid") << 0 << 0;
        QTest::newRow("GlobalAveragePool") << unary("GlobalAveragePool") << 0 << 1;
        QTest::newRow("two") << Build([](ModelBuilder& b) {
            b.node("Relu", {"a"}, {"r"}, "relu");
            b.node("LeakyRelu", {"r"}, {"b"}, "leaky");
        }) << 1 << 1;
        QTest::newRow("Clip") << Build([](ModelBuilder& b) {
            b.initializer("low", {}, {0}).initializer("high", {}, {6});
            b.node("Clip", {"a", "low", "high"}, {"b"}, "between");
        }) << 0 << 0;
        QTest::newRow("PRelu") << Build([](ModelBuilder& b) {
            b.randomInitializer("slope", {4, 1, 1});
            b.node("PRelu", {"a", "slope"}, {"b"}, "between");
        }) << 0 << 1;
        QTest::newRow("MaxPool") << Build([](ModelBuilder& b) {
            b.node("MaxPool", {"a"}, {"b"}, "between").attribute("kernel_shape", {2, 2});
        }) << 0 << 0;
        const auto mean = [](std::vector<std::int64_t> axes) {
            return Build([axes](ModelBuilder& b) {
                b.node("ReduceMean", {"a"}, {"b"}, "between").attribute("axes", axes).attribute("keepdims", 1);
            });
        };
        QTest::newRow("mean over pixels") << mean({2, 3}) << 1 << 1;
        QTest::newRow("mean over pixels, from behind") << mean({-1, -2}) << 1 << 1;
        QTest::newRow("Pad with zeros") << pad({0, 0, 1, 1, 0, 0, 1, 1}, 0) << 1 << 1;
        QTest::newRow("Pad with ones") << pad({0, 0, 1, 1, 0, 0, 1, 1}, 1) << 0 << 0;
        QTest::newRow("Pad by reflection") << pad({0, 0, 1, 1, 0, 0, 1, 1}, 1, "reflect") << 1 << 1;
        QTest::newRow("two readers") << Build([](ModelBuilder& b) {
            b.node("Relu", {"a"}, {"b"}, "between");
            b.node("Neg", {"b"}, {"z"}, "other");
            b.output("z");
        }) << 0 << 0;
        QTest::newRow("graph output") << Build([](ModelBuilder& b) {
            b.node("Relu", {"a"}, {"b"}, "between");
            b.output("b");
        }) << 0 << 0;
    }
    void pair_isFound_throughWhatKeepsScales()
    {
        QFETCH(Build, between);
        QFETCH(int, reference);
        QFETCH(int, extended);
        const Model model = chainModel(between);
        QCOMPARE(countChains(model, ChainRules::Reference), std::size_t(reference));
        QCOMPARE(countChains(model, ChainRules::Extended), std::size_t(extended));
    }

    void pair_isNotFound_whenChannelsArePadded()
    {
        ModelBuilder b(13);
        b.input("x", DataType::Float, {1, 4, 8, 8});
        b.randomInitializer("w1", {4, 4, 1, 1}).randomInitializer("w2", {4, 5, 1, 1});
        b.node("Conv", {"x", "w1"}, {"a"}, "head");
        pad({0, 1, 0, 0, 0, 0, 0, 0}, 0)(b);
        b.node("Conv", {"b", "w2"}, {"y"}, "tail");
        b.output("y");
        QCOMPARE(countChains(b.model()), std::size_t(0));
    }

    void pair_dependsOnGroups()
    {
        QCOMPARE(countChains(chainModel(unary("Relu"), 4)), std::size_t(1)); // depthwise
        std::vector<std::string> skipped;
        const Model grouped = chainModel(unary("Relu"), 2);
        QVERIFY(chainsOf(grouped, ChainRules::Reference, &skipped).empty());
        QCOMPARE(skipped.size(), std::size_t(1));
        QVERIFY(skipped[0].find("groups") != std::string::npos);
        QCOMPARE(countChains(grouped, ChainRules::Extended), std::size_t(1));
    }

    void pair_isNotFound_whenALayerIsNotQuantized()
    {
        const Model model = chainModel(unary("Relu"));
        const Graph graph(model);
        QCOMPARE(findLayerChains(graph, {*graph.nodeNamed("head")}, ChainRules::Reference).chains.size(),
                 std::size_t(0));
    }

    void pair_isSkippedWithReason_whenAWeightIsShared()
    {
        ModelBuilder b(13);
        b.input("x", DataType::Float, {1, 4, 8, 8});
        b.randomInitializer("w", {4, 4, 1, 1});
        b.node("Conv", {"x", "w"}, {"a"}, "head");
        b.node("Conv", {"a", "w"}, {"y"}, "tail");
        b.output("y");
        std::vector<std::string> skipped;
        QVERIFY(chainsOf(b.model(), ChainRules::Extended, &skipped).empty());
        QCOMPARE(skipped.size(), std::size_t(2)); // each layer once
        QVERIFY(skipped[0].find("shared") != std::string::npos);
    }

    void triple_isFound_withItsSecondPair()
    {
        for (const char* activation : {"Relu", "LeakyRelu"}) {
            ModelBuilder b(13);
            b.input("x", DataType::Float, {1, 4, 8, 8});
            b.randomInitializer("w1", {6, 4, 1, 1}).randomInitializer("w2", {6, 1, 3, 3});
            b.randomInitializer("w3", {2, 6, 1, 1});
            b.node("Conv", {"x", "w1"}, {"a"}, "expand");
            b.node(activation, {"a"}, {"b"}, "act1");
            b.node("Conv", {"b", "w2"}, {"c"}, "depthwise").attribute("group", 6);
            b.node("Relu", {"c"}, {"d"}, "act2");
            b.node("Conv", {"d", "w3"}, {"y"}, "project");
            b.output("y");
            std::vector<std::vector<std::string>> expected{{"expand", "depthwise"}, {"depthwise", "project"}};
            if (activation == std::string("Relu"))
                expected[0].push_back("project");
            QCOMPARE(chainsOf(b.model(), ChainRules::Reference, nullptr), expected);
        }
    }

    void layerWeights_areRefused_whenTheyCannotBeScaled_data()
    {
        QTest::addColumn<Build>("build"); // of node "n"
        QTest::addColumn<QString>("reason");
        QTest::newRow("computed weight") << Build([](ModelBuilder& b) {
            b.node("Relu", {"w"}, {"v"}, "relu");
            b.node("Gemm", {"x", "v"}, {"y"}, "n");
        }) << "computed";
        QTest::newRow("scalar bias") << Build([](ModelBuilder& b) {
            b.initializer("c", {}, {1});
            b.node("Gemm", {"x", "w", "c"}, {"y"}, "n");
        }) << "per output channel";
        QTest::newRow("bias per row") << Build([](ModelBuilder& b) {
            b.initializer("c", {3, 1}, {1, 2, 3});
            b.node("Gemm", {"x", "w", "c"}, {"y"}, "n");
        }) << "per output channel";
        QTest::newRow("transA") << Build([](ModelBuilder& b) {
            b.node("Gemm", {"x", "w"}, {"y"}, "n").attribute("transA", 1);
        }) << "transposed";
        QTest::newRow("MatMul") << Build([](ModelBuilder& b) {
            b.node("MatMul", {"x", "w"}, {"y"}, "n");
        }) << "no Conv or Gemm";
    }
    void layerWeights_areRefused_whenTheyCannotBeScaled()
    {
        QFETCH(Build, build);
        QFETCH(QString, reason);
        ModelBuilder b(13);
        b.input("x", DataType::Float, {3, 3});
        b.randomInitializer("w", {3, 3});
        build(b);
        b.output("y");
        const Model model = b.model();
        const Graph graph(model);
        const auto weights = layerWeights(graph, *graph.nodeNamed("n"));
        QVERIFY(!weights.has_value());
        QVERIFY2(QString::fromStdString(weights.error().message).contains(reason), weights.error().message.c_str());
    }

    void layerWeights_findGemmChannels_eitherWay()
    {
        for (const int transB : {0, 1}) {
            ModelBuilder b(13);
            b.input("x", DataType::Float, {1, 2});
            b.initializer("w", transB ? Shape{3, 2} : Shape{2, 3}, {1, 2, 3, 4, 5, 6});
            b.node("Gemm", {"x", "w"}, {"y"}, "n").attribute("transB", transB);
            b.output("y");
            const Model model = b.model();
            const auto weights = layerWeights(Graph(model), 0);
            QVERIFY(weights.has_value());
            QCOMPARE(weights->outputMagnitudes(),
                     (transB ? std::vector<double>{2, 4, 6} : std::vector<double>{4, 5, 6}));
            QCOMPARE(weights->inputMagnitudes(), (transB ? std::vector<double>{5, 6} : std::vector<double>{3, 6}));
        }
    }
};

QTEST_APPLESS_MAIN(TestLayerChains)
#include "tst_layer_chains.moc"
