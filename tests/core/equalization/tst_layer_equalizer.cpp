// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/equalization/layer_equalizer.h"
#include "core/graph/graph.h"
#include "core/runtime/inference_session.h"
#include "tests/support/model_builder.h"
#include "tests/support/model_runs.h"
#include "tests/support/verify_result.h"

#include <QTest>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

using Acceptance = EqualizationConfig::Acceptance;
using Build = std::function<void(ModelBuilder&)>;

QuantConfig configOf(Acceptance acceptance, int steps = 1)
{
    QuantConfig config;
    config.activationType = DataType::Int8;
    config.activationSymmetric = true;
    config.equalization.include = true;
    config.equalization.acceptance = acceptance;
    config.equalization.steps = steps;
    return config;
}

Result<EqualizedModel> equalize(const Model& model, const QuantConfig& config, int threads = 1)
{
    std::vector<std::size_t> all(Graph(model).nodes().size());
    std::iota(all.begin(), all.end(), 0);
    Feedback feedback;
    return equalizeLayers(environment(), model.clone(), {config, all, threads}, feedback);
}

std::vector<float> outputOf(const Model& model, std::uint32_t seed)
{
    const auto session =
        InferenceSession::create(environment(), model, {.optimization = OptimizationLevel::Disabled, .threads = 1});
    const auto outputs = session->run(randomInputs(model, seed), {});
    const auto values = (*outputs)[0].as<float>();
    return {values.begin(), values.end()};
}

/// Largest difference in parts of the largest value.
double difference(const Model& a, const Model& b)
{
    double largest = 0.0;
    double most = 0.0;
    for (const std::uint32_t seed : {1U, 2U, 3U}) {
        const std::vector<float> x = outputOf(a, seed);
        const std::vector<float> y = outputOf(b, seed);
        for (std::size_t i = 0; i < x.size(); ++i) {
            largest = std::max<double>(largest, std::abs(x[i]));
            most = std::max<double>(most, std::abs(x[i] - y[i]));
        }
    }
    return most / largest;
}

std::vector<float> elements(const Model& model, const std::string& name)
{
    return Graph(model).initializerFloats(name);
}

/// Weights whose channels differ by powers of two, along the outputs.
std::vector<float> unevenWeights(std::size_t outputs, std::size_t perOutput, std::uint32_t seed)
{
    std::mt19937 generator(seed);
    std::vector<float> weights;
    for (std::size_t o = 0; o < outputs; ++o) {
        const auto size = static_cast<float>(std::exp2(-static_cast<double>(o % 7)));
        for (std::size_t i = 0; i < perOutput; ++i)
            weights.push_back(size * (static_cast<float>(generator() >> 8) / float(1 << 23) - 1.0F));
    }
    return weights;
}

/// Conv "one" (3 -> 8) -> Relu -> Conv "two" (8 -> 4).
ModelBuilder pairBuilder(const std::vector<float>& first)
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 3, 6, 6});
    b.initializer("w1", {8, 3, 1, 1}, first);
    b.randomInitializer("b1", {8}, 0.3F, 5);
    b.randomInitializer("w2", {4, 8, 3, 3}, 1.0F, 6);
    b.node("Conv", {"x", "w1", "b1"}, {"a"}, "one");
    b.node("Relu", {"a"}, {"r"}, "relu");
    b.node("Conv", {"r", "w2"}, {"y"}, "two");
    b.output("y");
    return b;
}

} // namespace

class TestLayerEqualizer : public QObject
{
    Q_OBJECT

private slots:
    void function_staysTheSame_data()
    {
        QTest::addColumn<Build>("build");
        QTest::addColumn<int>("gaps"); // that are scaled under Always
        QTest::newRow("bias, Relu") << Build([](ModelBuilder& b) { b = pairBuilder(unevenWeights(8, 3, 1)); }) << 1;
        QTest::newRow("no bias, LeakyRelu and Pad") << Build([](ModelBuilder& b) {
            b.input("x", DataType::Float, {2, 3, 6, 6});
            b.initializer("w1", {8, 3, 3, 3}, unevenWeights(8, 27, 2)).randomInitializer("w2", {4, 8, 3, 3});
            b.int64s("pads", {0, 0, 1, 2, 0, 0, 2, 1});
            b.node("Conv", {"x", "w1"}, {"a"}, "one");
            b.node("LeakyRelu", {"a"}, {"l"}, "leaky").attribute("alpha", 0.3);
            b.node("Pad", {"l", "pads"}, {"p"}, "pad");
            b.node("Conv", {"p", "w2"}, {"y"}, "two");
            b.output("y");
        }) << 1;
        QTest::newRow("triple") << Build([](ModelBuilder& b) {
            b.input("x", DataType::Float, {1, 4, 6, 6});
            b.initializer("w1", {9, 4, 1, 1}, unevenWeights(9, 4, 3)).randomInitializer("b1", {9}, 0.2F, 4);
            b.randomInitializer("w2", {9, 1, 3, 3}, 1.0F, 5).randomInitializer("b2", {9}, 0.2F, 6);
            b.randomInitializer("w3", {5, 9, 1, 1}, 1.0F, 7).randomInitializer("b3", {5}, 0.2F, 8);
            b.node("Conv", {"x", "w1", "b1"}, {"a"}, "expand");
            b.node("Relu", {"a"}, {"r"}, "relu1");
            b.node("Conv", {"r", "w2", "b2"}, {"c"}, "depthwise").attribute("group", 9);
            b.node("Relu", {"c"}, {"d"}, "relu2");
            b.node("Conv", {"d", "w3", "b3"}, {"y"}, "project");
            b.output("y");
        }) << 2;
        QTest::newRow("grouped head") << Build([](ModelBuilder& b) {
            b.input("x", DataType::Float, {1, 4, 6, 6});
            b.initializer("w1", {8, 2, 1, 1}, unevenWeights(8, 2, 3)).randomInitializer("w2", {4, 8, 1, 1});
            b.node("Conv", {"x", "w1"}, {"a"}, "one").attribute("group", 2);
            b.node("Conv", {"a", "w2"}, {"y"}, "two");
            b.output("y");
        }) << 1;
        QTest::newRow("mean, then Gemm") << Build([](ModelBuilder& b) {
            b.input("x", DataType::Float, {1, 3, 6, 6});
            b.initializer("w1", {8, 3, 1, 1}, unevenWeights(8, 3, 9)).randomInitializer("w2", {8, 5});
            b.node("Conv", {"x", "w1"}, {"a"}, "one");
            b.node("ReduceMean", {"a"}, {"m"}, "mean").attribute("axes", {2, 3}).attribute("keepdims", 0);
            b.node("Gemm", {"m", "w2"}, {"y"}, "two");
            b.output("y");
        }) << 1;
        for (const int transB : {0, 1}) {
            QTest::addRow("Gemm, transB %d", transB) << Build([transB](ModelBuilder& b) {
                b.input("x", DataType::Float, {2, 6});
                b.initializer("w1", transB ? Shape{8, 6} : Shape{6, 8}, unevenWeights(8, 6, 4));
                b.randomInitializer("b1", {1, 8}, 0.2F, 5);
                b.randomInitializer("w2", transB ? Shape{4, 8} : Shape{8, 4}, 1.0F, 7);
                b.randomInitializer("b2", {4}, 0.2F, 6);
                b.node("Gemm", {"x", "w1", "b1"}, {"a"}, "one").attribute("alpha", 0.5).attribute("transB", transB);
                b.node("Relu", {"a"}, {"r"}, "relu");
                b.node("Gemm", {"r", "w2", "b2"}, {"y"}, "two").attribute("beta", 2.0).attribute("transB", transB);
                b.output("y");
            }) << 1;
        }
    }
    void function_staysTheSame()
    {
        QFETCH(Build, build);
        QFETCH(int, gaps);
        ModelBuilder b(13);
        build(b);
        const Model model = b.model();
        for (const QuantConfig& config : {configOf(Acceptance::Always, 3), configOf(Acceptance::Improvement, 3)}) {
            const auto result = equalize(model, config);
            VERIFY_OK(result);
            if (config.equalization.acceptance == Acceptance::Always)
                QCOMPARE(result->report.gaps.size(), std::size_t(gaps));
            const double found = difference(model, result->model);
            QVERIFY2(found < 1e-5, qPrintable(QString::number(found)));
        }
    }

    void function_staysTheSame_ofRandomChains()
    {
        QVERIFY(rc::check([] {
            const auto seed = *rc::gen::arbitrary<std::uint32_t>();
            const auto layers = *rc::gen::inRange(2, 6);
            ModelBuilder b(13);
            b.input("x", DataType::Float, {1, 5, 4, 4});
            std::int64_t channels = 5;
            std::string value = "x";
            for (int i = 0; i < layers; ++i) {
                const std::string n = std::to_string(i);
                const bool depthwise = *rc::gen::arbitrary<bool>();
                const std::int64_t outputs = depthwise ? channels : *rc::gen::inRange(1, 8);
                const std::int64_t inputs = depthwise ? 1 : channels;
                b.initializer("w" + n, {outputs, inputs, 1, 1},
                              unevenWeights(static_cast<std::size_t>(outputs), static_cast<std::size_t>(inputs),
                                            seed + static_cast<std::uint32_t>(i)));
                b.randomInitializer("b" + n, {outputs}, 0.5F, seed + static_cast<std::uint32_t>(i));
                b.node("Conv", {value, "w" + n, "b" + n}, {"c" + n}, "conv" + n)
                    .attribute("group", depthwise ? channels : 1);
                value = "c" + n;
                channels = outputs;
                const auto activation = *rc::gen::element(std::string(), std::string("Relu"), std::string("LeakyRelu"),
                                                          std::string("GlobalAveragePool"));
                if (!activation.empty()) {
                    b.node(activation, {value}, {"v" + n}, "act" + n);
                    value = "v" + n;
                }
            }
            b.node("Identity", {value}, {"y"}, "last");
            b.output("y");
            const Model model = b.model();
            const auto acceptance = *rc::gen::element(Acceptance::Always, Acceptance::Improvement);
            const auto result = equalize(model, configOf(acceptance, *rc::gen::element(1, 2, -1)));
            RC_ASSERT(result.has_value());
            const double found = difference(model, result->model);
            RC_ASSERT(found < 1e-4 || std::isnan(found)); // NaN: every output is 0
        }));
    }

    void always_givesTheReferencesWeights()
    {
        // By hand: r1 = (max(2, 1/2), max(0.5, 0.25/2)), r2 = (8, 0.125); sums at least 0.5; s = (2, 0.5).
        ModelBuilder b(13);
        b.input("x", DataType::Float, {1, 1, 1, 1});
        b.initializer("w1", {2, 1, 1, 1}, {2, -0.5F}).initializer("b1", {2}, {1, 0.25F});
        b.initializer("w2", {1, 2, 1, 1}, {8, 0.125F}).initializer("b2", {1}, {3});
        b.node("Conv", {"x", "w1", "b1"}, {"a"}, "one");
        b.node("Conv", {"a", "w2", "b2"}, {"y"}, "two");
        b.output("y");
        const auto result = equalize(b.model(), configOf(Acceptance::Always));
        VERIFY_OK(result);
        QCOMPARE(elements(result->model, "w1"), (std::vector<float>{4, -0.25F}));
        QCOMPARE(elements(result->model, "b1"), (std::vector<float>{2, 0.125F}));
        QCOMPARE(elements(result->model, "w2"), (std::vector<float>{4, 0.25F}));
        QCOMPARE(elements(result->model, "b2"), (std::vector<float>{3}));
        QCOMPARE(result->report.gaps[0].factors, (std::vector<double>{2, 0.5}));
        QCOMPARE(result->report.records[0].layers, (std::vector<std::string>{"one", "two"}));
        QCOMPARE(result->report.records[0].rule, std::string("reference"));
    }

    void always_settles_whenSteppedAdaptively()
    {
        // Three layers in a row: what is done to the first pair is undone in part by the second.
        ModelBuilder b(13);
        b.input("x", DataType::Float, {1, 2});
        b.initializer("w1", {2, 8}, unevenWeights(8, 2, 1)).initializer("w2", {8, 8}, unevenWeights(8, 8, 2));
        b.initializer("w3", {8, 3}, unevenWeights(8, 3, 3));
        b.node("Gemm", {"x", "w1"}, {"a"}, "one");
        b.node("Gemm", {"a", "w2"}, {"c"}, "two");
        b.node("Gemm", {"c", "w3"}, {"y"}, "three");
        b.output("y");
        QuantConfig config = configOf(Acceptance::Always, -1);
        config.equalization.scaleUseThreshold = false;
        const auto settled = equalize(b.model(), config);
        VERIFY_OK(settled);
        QVERIFY(settled->report.steps > 2);
        QVERIFY(settled->report.steps < 1000);
        config.equalization.steps = 1;
        const auto again = equalize(settled->model, config);
        VERIFY_OK(again);
        for (const EqualizedGap& gap : again->report.gaps) {
            for (const double factor : gap.factors)
                QVERIFY(std::abs(factor - 1.0) < 1e-4);
        }
    }

    void steps_doNothing_whenThereAreNone()
    {
        const Model model = pairBuilder(unevenWeights(8, 3, 1)).model();
        for (const Acceptance acceptance : {Acceptance::Always, Acceptance::Improvement}) {
            const auto result = equalize(model, configOf(acceptance, 0));
            VERIFY_OK(result);
            QCOMPARE(result->model.contentHash(), model.contentHash());
        }
    }

    void improvement_isTaken_whereItHelps()
    {
        const auto result = equalize(pairBuilder(unevenWeights(8, 3, 1)).model(), configOf(Acceptance::Improvement));
        VERIFY_OK(result);
        const EqualizationRecord& record = result->report.records.at(0);
        QVERIFY(!record.rule.empty());
        QVERIFY(record.reason.empty());
        QVERIFY(record.noiseAfter < 0.8 * record.noiseBefore);
        QVERIFY(record.noiseAfter > 0.0);
    }

    void improvement_isNotTaken_whereItWouldNot()
    {
        // All channels alike: there is nothing to equalize.
        const auto result =
            equalize(pairBuilder(std::vector<float>(24, 0.7F)).model(), configOf(Acceptance::Improvement));
        VERIFY_OK(result);
        const EqualizationRecord& record = result->report.records.at(0);
        QVERIFY(record.rule.empty());
        QVERIFY(!record.reason.empty());
        QCOMPARE(record.noiseAfter, record.noiseBefore);
        QVERIFY(result->report.gaps.empty());
    }

    void improvement_saysWhy_whenRandomDataCannotBeFed()
    {
        ModelBuilder b = pairBuilder(unevenWeights(8, 3, 1));
        b.input("text", DataType::String, {1});
        b.node("Identity", {"text"}, {"copy"}, "copier");
        b.output("copy", DataType::String, {1});
        const auto result = equalize(b.model(), configOf(Acceptance::Improvement));
        VERIFY_OK(result);
        QVERIFY(result->report.gaps.empty());
        QVERIFY(result->report.records.at(0).reason.find("random data") != std::string::npos);
    }

    void result_isTheSame_forAnyThreads()
    {
        const Model model = pairBuilder(unevenWeights(8, 3, 1)).model();
        QuantConfig config = configOf(Acceptance::Improvement);
        config.scaleType = ScaleType::PowerOf2;
        config.calibration.method = CalibrationMethod::MinMSE;
        const auto one = equalize(model, config, 1);
        const auto four = equalize(model, config, 4);
        VERIFY_OK(one);
        VERIFY_OK(four);
        QVERIFY(!one->report.gaps.empty());
        QCOMPARE(one->model.contentHash(), four->model.contentHash());
        QVERIFY(one->report.gaps == four->report.gaps);
    }

    void work_isCanceled_atOnce()
    {
        class Stop final : public Feedback
        {
        public:
            [[nodiscard]] bool isCanceled() const override { return true; }
        };
        Stop stop;
        for (const Acceptance acceptance : {Acceptance::Always, Acceptance::Improvement}) {
            const QuantConfig config = configOf(acceptance);
            const auto result = equalizeLayers(environment(), pairBuilder(unevenWeights(8, 3, 1)).model(),
                                               {config, {0, 1, 2}, 1}, stop);
            QVERIFY(!result.has_value());
            QCOMPARE(result.error().code, ErrorCode::Canceled);
        }
    }
};

QTEST_APPLESS_MAIN(TestLayerEqualizer)
#include "tst_layer_equalizer.moc"
