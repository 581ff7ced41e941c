// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/weight_analysis.h"
#include "core/qdq/node_selection.h"
#include "core/qdq/tensor_params.h"
#include "tests/core/qdq/plan_text.h"
#include "tests/support/model_builder.h"

#include <QTest>

#include <nlohmann/json.hpp>
#include <rapidcheck.h>

#include <cmath>
#include <limits>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A model, its plan, and what is asked about it.
struct Setup
{
    Setup(const ModelBuilder& b, const QuantConfig& quantConfig)
        : model(b.model())
        , graph(model)
        , config(quantConfig)
        , selected(selectNodes(graph, config, {}, feedback))
        , plan(planQdq(graph, config, selected))
    {
    }

    [[nodiscard]] WeightQuestion question() const { return {graph, config, selected, plan}; }

    [[nodiscard]] WeightAnalysis analysis(const WeightQuestion& asked)
    {
        auto result = analyseWeights(asked, feedback);
        if (!result)
            qFatal("%s", result.error().message.c_str());
        return *result;
    }
    [[nodiscard]] WeightAnalysis analysis() { return analysis(question()); }

    Model model;
    Graph graph;
    QuantConfig config;
    Feedback feedback;
    std::vector<std::size_t> selected;
    QdqPlan plan;
};

/// x → Conv(w) → y with two input channels.
ModelBuilder conv(const std::vector<float>& weight, std::int64_t outputs, std::int64_t kernel = 1)
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2, 4, 4}).initializer("w", {outputs, 2, kernel, 1}, weight);
    b.node("Conv", {"x", "w"}, {"y"}, "conv");
    b.output("y");
    return b;
}

QuantConfig symmetricInt8()
{
    QuantConfig config = onnxRuntimeConfig();
    config.weightType = DataType::Int8;
    return config;
}

WeightFacts factsOf(const ModelBuilder& b, const QuantConfig& config = symmetricInt8())
{
    const WeightAnalysis analysis = Setup(b, config).analysis();
    if (analysis.weights.size() != 1)
        qFatal("%zu weights", analysis.weights.size());
    return analysis.weights[0];
}

bool isNear(double a, double b)
{
    return a == b || std::abs(a - b) <= 1e-6 * std::max(std::abs(a), std::abs(b));
}

class CanceledFeedback final : public Feedback
{
public:
    [[nodiscard]] bool isCanceled() const override { return true; }
};

} // namespace

class tst_WeightAnalysis : public QObject
{
    Q_OBJECT

private slots:
    void values_areDescribed();
    void valuesThatAreAllEqual_haveNoSpread();
    void oneScale_leavesFewLevelsToSmallChannels();
    void channelsThatVanish_areSilenced_thoseWithoutAnything_dead();
    void channelWithFewValues_isNotCoarse();
    void alternatives_areReallyQuantized();
    void perChannelWeights_haveNoSuchAlternative();
    void sixteenBits_haveNoWiderAlternative();
    void channelAxis_isTheOperators_data();
    void channelAxis_isTheOperators();
    void operandWithoutChannels_isOneWhole();
    void writtenParameters_areTaken();
    void equalizedWeights_areComparedInTheirOwnTerms();
    void equalizationThatChangesNothing_isTold();
    void laidDownScales_areNotKeptInAlternatives();
    void infiniteAndNaNElements_areLeftOut();
    void sharedWeight_isToldOnce_withAllReaders();
    void threads_changeNothing();
    void cancel_endsIt();
    void json_hasColumnsOfChannels();
    void perChannel_neverLosesToOneScale();
    void sixteenBits_neverLoseToEight();
};

void tst_WeightAnalysis::values_areDescribed()
{
    // mean 1, deviations -2, -1, 0, 3: variance 14 / 4, fourth moment (16 + 1 + 81) / 4
    const WeightFacts facts = factsOf(conv({-1, 0, 1, 4}, 2));
    QCOMPARE(facts.name, std::string("w"));
    QCOMPARE(facts.nodes, std::vector<std::string>{"conv"});
    QCOMPARE(facts.opType, std::string("Conv"));
    QVERIFY(facts.role == PlannedTensor::Role::Weight);
    QCOMPARE(facts.elements, 4U);
    QCOMPARE(facts.values.min, -1.0);
    QCOMPARE(facts.values.max, 4.0);
    QCOMPARE(facts.values.maxAbs(), 4.0);
    QVERIFY(isNear(facts.values.sigma, std::sqrt(3.5)));
    QVERIFY(isNear(facts.values.kurtosis, 24.5 / (3.5 * 3.5)));
    QVERIFY(isNear(facts.values.outlierRatio(), 4.0 / std::sqrt(3.5)));
    QCOMPARE(facts.values.zeros, 0.25);
    QCOMPARE(facts.channels.size(), 2U);
    QCOMPARE(facts.channels[0].values.min, -1.0);
    QCOMPARE(facts.channels[0].values.max, 0.0);
    QCOMPARE(facts.channels[0].values.zeros, 0.5);
    QVERIFY(isNear(facts.channelRatio(), 4.0));
    QCOMPARE(facts.codes, 255U);
}

void tst_WeightAnalysis::valuesThatAreAllEqual_haveNoSpread()
{
    const WeightFacts facts = factsOf(conv({0.1F, 0.1F, 0.1F, 0.1F, 0.1F, 0.1F}, 3));
    QCOMPARE(facts.values.sigma, 0.0);
    QCOMPARE(facts.values.kurtosis, 0.0);
    QCOMPARE(facts.values.outlierRatio(), 0.0);
    QCOMPARE(facts.channelRatio(), 1.0);
}

void tst_WeightAnalysis::oneScale_leavesFewLevelsToSmallChannels()
{
    // Scale 1: the first channel is exact; of the second 0.6 becomes 1, 0.4 and -0.2 become 0.
    const WeightFacts facts = factsOf(conv({127, -5, 3, 64, 0.6F, 0.4F, -0.2F, 0.1F}, 2, 2));
    QVERIFY(facts.params == (QuantParams{DataType::Int8, {1.0F}, {0}, {}}));
    QCOMPARE(facts.levels, 6U); // 127, -5, 3, 64, 1, 0
    QCOMPARE(facts.channels[0].levels, 4U);
    QVERIFY(!facts.channels[0].isCoarse);
    QCOMPARE(facts.channels[0].sqnr, kInfinity);
    QCOMPARE(facts.channels[1].levels, 2U);
    QVERIFY(facts.channels[1].isCoarse);
    QVERIFY(facts.channels[1].state == ChannelState::Live);
    QCOMPARE(facts.coarseChannels(), 1U);
    const double signal = 0.36 + 0.16 + 0.04 + 0.01;
    const double noise = 0.16 + 0.16 + 0.04 + 0.01;
    QVERIFY(isNear(facts.channels[1].sqnr, 10 * std::log10(signal / noise)));
    QVERIFY(isNear(facts.configured.sqnr, 10 * std::log10((127 * 127 + 25 + 9 + 64 * 64 + signal) / noise)));
    QVERIFY(isNear(facts.configured.balanced, -10 * std::log10(noise / signal / 2)));
    QVERIFY(isNear(facts.channelRatio(), 127 / 0.6F));
}

void tst_WeightAnalysis::channelsThatVanish_areSilenced_thoseWithoutAnything_dead()
{
    const WeightFacts facts = factsOf(conv({127, 1, 0.3F, -0.4F, 0, 0, 1e-5F, 1e-6F}, 4));
    QVERIFY(facts.channels[0].state == ChannelState::Live);
    QVERIFY(facts.channels[1].state == ChannelState::Silenced);
    QVERIFY(facts.channels[1].isCoarse);
    QVERIFY(facts.channels[2].state == ChannelState::Dead);
    QVERIFY(!facts.channels[2].isCoarse);
    QVERIFY(facts.channels[3].state == ChannelState::Dead);
    QCOMPARE(facts.count(ChannelState::Dead), 2U);
    QCOMPARE(facts.count(ChannelState::Silenced), 1U);
    QVERIFY(isNear(facts.channelRatio(), 127 / 0.4F));
    QVERIFY(isNear(facts.configured.balanced, 10 * std::log10(2.0))); // one of two living channels is lost
}

void tst_WeightAnalysis::channelWithFewValues_isNotCoarse()
{
    const WeightFacts facts = factsOf(conv({127, 1, 2, 2}, 2));
    QCOMPARE(facts.channels[1].levels, 1U);
    QVERIFY(!facts.channels[1].isCoarse);
}

void tst_WeightAnalysis::alternatives_areReallyQuantized()
{
    const std::vector<float> weight{1, 0.3F, 0.011F, -0.007F};
    const WeightFacts facts = factsOf(conv(weight, 2));
    const auto noiseOf = [](double value, double scale) {
        const double error = std::nearbyint(value / scale) * scale - value;
        return error * error;
    };
    const auto balanced = [&](double first, double second) {
        const double a = (noiseOf(1, first) + noiseOf(0.3F, first)) / (1 + 0.09);
        const double b = (noiseOf(0.011F, second) + noiseOf(-0.007F, second)) / (0.011 * 0.011 + 0.007 * 0.007);
        return -10 * std::log10((a + b) / 2);
    };
    const auto isClose = [](double a, double b) { return std::abs(a - b) < 0.05; }; // float32 scales
    QVERIFY(isClose(facts.configured.balanced, balanced(1.0 / 127, 1.0 / 127)));
    QVERIFY(isClose(facts.perChannel.fidelity->balanced, balanced(1.0 / 127, 0.011 / 127)));
    QVERIFY(isClose(facts.wide.fidelity->balanced, balanced(1.0 / 32767, 1.0 / 32767)));
    QVERIFY(facts.perChannelWide.fidelity->balanced > facts.wide.fidelity->balanced);
    QVERIFY(isNear(*facts.gain(facts.perChannel), facts.perChannel.fidelity->balanced - facts.configured.balanced));
    QVERIFY(facts.perChannel.reason.empty());
    QVERIFY(!facts.equalized.fidelity);
    QVERIFY(!facts.gain(facts.equalized));
    QCOMPARE(facts.equalized.reason, std::string("it was not tried"));
}

void tst_WeightAnalysis::perChannelWeights_haveNoSuchAlternative()
{
    QuantConfig config = symmetricInt8();
    config.perChannel = true;
    const WeightFacts facts = factsOf(conv({1, 0.3F, 0.011F, -0.007F}, 2), config);
    QVERIFY(facts.params.isPerChannel());
    QCOMPARE(facts.channelAxis, std::optional(0));
    QVERIFY(!facts.perChannel.fidelity);
    QCOMPARE(facts.perChannel.reason, std::string("each channel has a scale already"));
    QVERIFY(facts.wide.fidelity);
    QVERIFY(!facts.perChannelWide.fidelity);
    QVERIFY(facts.wide.fidelity->balanced > facts.configured.balanced + 30);
}

void tst_WeightAnalysis::sixteenBits_haveNoWiderAlternative()
{
    QuantConfig config = symmetricInt8();
    config.weightType = DataType::Int16;
    const WeightFacts facts = factsOf(conv({1, 0.3F, 0.011F, -0.007F}, 2), config);
    QCOMPARE(facts.codes, 65535U);
    QCOMPARE(facts.wide.reason, std::string("it has 16 bits already"));
    QVERIFY(facts.perChannel.fidelity);
    QCOMPARE(facts.perChannelWide.reason, facts.wide.reason);
}

void tst_WeightAnalysis::channelAxis_isTheOperators_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<int>("transposed");
    QTest::addColumn<int>("axis");
    QTest::newRow("ConvTranspose") << "ConvTranspose" << 0 << 1;
    QTest::newRow("Gemm") << "Gemm" << 0 << 1;
    QTest::newRow("Gemm with transB") << "Gemm" << 1 << 0;
    QTest::newRow("MatMul") << "MatMul" << 0 << 1;
}

void tst_WeightAnalysis::channelAxis_isTheOperators()
{
    QFETCH(QString, type);
    QFETCH(int, transposed);
    QFETCH(int, axis);
    ModelBuilder b(13);
    if (type == "ConvTranspose") {
        b.input("x", DataType::Float, {1, 2, 4, 4}).initializer("w", {2, 3, 1, 1}, {1, 2, 3, 4, 5, 6});
    } else {
        b.input("x", DataType::Float, {1, transposed ? 3 : 2}).initializer("w", {2, 3}, {1, 2, 3, 4, 5, 6});
    }
    NodeBuilder node = b.node(type.toStdString(), {"x", "w"}, {"y"}, "layer");
    if (transposed)
        node.attribute("transB", 1);
    b.output("y");
    const WeightFacts facts = factsOf(b);
    QCOMPARE(facts.channelAxis, std::optional(axis));
    QCOMPARE(facts.channels.size(), axis == 0 ? 2U : 3U);
    QCOMPARE(facts.channels[1].values.max, axis == 0 ? 6.0 : 5.0);
    QCOMPARE(facts.channels[1].values.min, axis == 0 ? 4.0 : 2.0);
}

void tst_WeightAnalysis::operandWithoutChannels_isOneWhole()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2}).initializer("c", {2}, {1, 100}).initializer("one", {1}, {3});
    b.node("Add", {"x", "c"}, {"a"}, "add");
    b.node("Mul", {"a", "one"}, {"y"}, "mul");
    b.output("y");
    const WeightFacts facts = factsOf(b); // a single number is no weight
    QCOMPARE(facts.name, std::string("c"));
    QVERIFY(facts.role == PlannedTensor::Role::Constant);
    QVERIFY(!facts.channelAxis);
    QVERIFY(facts.channels.empty());
    QCOMPARE(facts.channelRatio(), 1.0);
    QCOMPARE(facts.configured.sqnr, facts.configured.balanced);
    QCOMPARE(facts.perChannel.reason, std::string("its nodes can have one scale only"));
    QVERIFY(facts.wide.fidelity);
}

void tst_WeightAnalysis::writtenParameters_areTaken()
{
    Setup setup(conv({1, 2, 3, 4}, 2), symmetricInt8());
    const std::vector<QuantizedTensor> written{
        {"w", QuantizedTensor::Role::Weight, {DataType::Int8, {2.0F}, {0}, {}}, {}},
        {"x", QuantizedTensor::Role::Activation, {DataType::UInt8, {1.0F}, {0}, {}}, {}}};
    WeightQuestion question = setup.question();
    question.written = written;
    const WeightFacts facts = setup.analysis(question).weights[0];
    QCOMPARE(facts.params.scale[0], 2.0F);
    QVERIFY(isNear(facts.configured.sqnr, 10 * std::log10(30.0 / 2))); // 0.5 and 1.5 steps go to the even code
    QVERIFY(facts.wide.fidelity->sqnr > 80); // of the elements' own range
}

void tst_WeightAnalysis::equalizedWeights_areComparedInTheirOwnTerms()
{
    // The second channel times 100: what is lost in it is divided by 100 again.
    Setup setup(conv({1, 0.3F, 0.011F, -0.007F}, 2), symmetricInt8());
    const Setup scaled(conv({1, 0.3F, 1.1F, -0.7F}, 2), symmetricInt8());
    WeightQuestion question = setup.question();
    question.equalized = &scaled.graph;
    const WeightFacts facts = setup.analysis(question).weights[0];
    const double step = 1.1F / 127.0;
    const auto errorOf = [&](double value) { return std::nearbyint(value / step) * step - value; };
    const double first = (std::pow(errorOf(1), 2) + std::pow(errorOf(0.3F), 2)) / 1.09;
    const double second = (std::pow(errorOf(1.1F), 2) + std::pow(errorOf(-0.7F), 2)) / (1.1 * 1.1 + 0.7 * 0.7);
    QVERIFY(std::abs(facts.equalized.fidelity->balanced + 10 * std::log10((first + second) / 2)) < 0.05);
    const double noise = std::pow(errorOf(1), 2) + std::pow(errorOf(0.3F), 2)
        + (std::pow(errorOf(1.1F), 2) + std::pow(errorOf(-0.7F), 2)) / 1e4;
    QVERIFY(std::abs(facts.equalized.fidelity->sqnr - 10 * std::log10((1.09 + 0.00017) / noise)) < 0.05);
    QVERIFY(*facts.gain(facts.equalized) > 10);
}

void tst_WeightAnalysis::equalizationThatChangesNothing_isTold()
{
    Setup setup(conv({1, 2, 3, 4}, 2), symmetricInt8());
    WeightQuestion question = setup.question();
    question.equalized = &setup.graph;
    QCOMPARE(setup.analysis(question).weights[0].equalized.reason,
             std::string("no layer beside it can take the scalings"));
    question.notEqualized = {{"w", "no scaling is predicted to help"}};
    QCOMPARE(setup.analysis(question).weights[0].equalized.reason, std::string("no scaling is predicted to help"));
}

void tst_WeightAnalysis::laidDownScales_areNotKeptInAlternatives()
{
    QuantConfig config = symmetricInt8();
    TensorOverride laidDown;
    laidDown.scale = {1.0F};
    laidDown.zeroPoint = {0};
    config.tensorOverrides["w"] = {laidDown};
    const WeightFacts facts = factsOf(conv({0.6F, 0.3F, 0.9F, 0.2F}, 2), config);
    QCOMPARE(facts.params.scale, std::vector<float>{1.0F});
    QVERIFY(facts.configured.sqnr < 10);
    QVERIFY(facts.perChannel.fidelity->sqnr > 40);
    QVERIFY(facts.wide.fidelity->sqnr > 80);
}

void tst_WeightAnalysis::infiniteAndNaNElements_areLeftOut()
{
    const float infinity = std::numeric_limits<float>::infinity();
    Setup setup(conv({1, 2, 3, 4}, 2), symmetricInt8());
    const Setup broken(conv({1, 2, std::nanf(""), infinity}, 2), symmetricInt8());
    const WeightQuestion question{broken.graph, setup.config, setup.selected, setup.plan};
    const WeightFacts facts = setup.analysis(question).weights[0];
    QCOMPARE(facts.values.max, 2.0);
    QCOMPARE(facts.channels[1].values.maxAbs(), 0.0);
    QVERIFY(facts.channels[1].state == ChannelState::Dead);
}

void tst_WeightAnalysis::sharedWeight_isToldOnce_withAllReaders()
{
    ModelBuilder b = conv({1, 2, 3, 4}, 2);
    b.node("Conv", {"y", "w"}, {"z"}, "again");
    b.node("Conv", {"z", "w"}, {"u"}, "once more");
    b.output("u");
    const WeightFacts facts = factsOf(b);
    QCOMPARE(facts.nodes, (std::vector<std::string>{"conv", "again", "once more"}));
}

void tst_WeightAnalysis::threads_changeNothing()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 4, 8, 8});
    std::string value = "x";
    for (int i = 0; i < 12; ++i) {
        const std::string number = std::to_string(i);
        b.randomInitializer("w" + number, {4, 4, 3, 3}, 1.0F, static_cast<std::uint32_t>(i + 1));
        b.node("Conv", {value, "w" + number}, {"y" + number}, "conv" + number).attribute("pads", {1, 1, 1, 1});
        value = "y" + number;
    }
    b.output(value);
    Setup setup(b, symmetricInt8());
    WeightQuestion question = setup.question();
    question.threads = 1;
    const WeightAnalysis one = setup.analysis(question);
    question.threads = 4;
    QCOMPARE(one.weights.size(), 12U);
    QVERIFY(setup.analysis(question) == one);
    QCOMPARE(one.find("w7")->nodes.front(), std::string("conv7"));
    QVERIFY(!one.find("w12"));
}

void tst_WeightAnalysis::cancel_endsIt()
{
    const Setup setup(conv({1, 2, 3, 4}, 2), symmetricInt8());
    CanceledFeedback feedback;
    const auto result = analyseWeights(setup.question(), feedback);
    QVERIFY(!result);
    QVERIFY(result.error().code == ErrorCode::Canceled);
}

void tst_WeightAnalysis::json_hasColumnsOfChannels()
{
    const nlohmann::json document = toJson(Setup(conv({127, 1, 0.3F, -0.4F, 0, 0}, 3), symmetricInt8()).analysis());
    const nlohmann::json& weight = document.at("weights").at(0);
    const auto textOf = [&weight](const char* column) { return weight.at("channels").at(column).dump(); };
    QCOMPARE(textOf("state"), std::string(R"(["live","silenced","dead"])"));
    QCOMPARE(textOf("levels"), std::string("[2,1,1]"));
    QCOMPARE(textOf("coarse"), std::string("[false,true,false]"));
    QCOMPARE(weight.at("channels").at("sqnr").at(0).get<std::string>(), std::string("inf"));
    QCOMPARE(weight.at("coarse_channels").get<int>(), 1);
    QCOMPARE(weight.at("type").get<std::string>(), std::string("int8"));
    QVERIFY(weight.at("with_per_channel").at("gain").get<double>() > 30);
    QCOMPARE(weight.at("with_equalization").at("reason").get<std::string>(), std::string("it was not tried"));
    const nlohmann::json& finding = document.at("findings").at(0);
    QCOMPARE(finding.at("weight").get<std::string>(), std::string("w"));
    QCOMPARE(finding.at("kind").get<std::string>(), std::string("channel ranges"));
}

// What is true of single draws only on the whole: a coarser step may hit the values by chance. With many elements and
// clearly finer steps it does not.
void tst_WeightAnalysis::perChannel_neverLosesToOneScale()
{
    QVERIFY(rc::check("scales of channels are at least as good as one, but for chance", [] {
        const auto seed = *rc::gen::inRange<std::uint32_t>(1, 100000);
        const float ratio = std::exp2(static_cast<float>(*rc::gen::inRange(2, 12)));
        constexpr std::int64_t kElements = 2 * 150;
        std::vector<float> weight;
        std::uint32_t state = seed;
        for (std::int64_t i = 0; i < 2 * kElements; ++i) {
            state = state * 1664525U + 1013904223U;
            const float value = static_cast<float>(state >> 8U) / 8388608.0F - 1.0F;
            weight.push_back(i < kElements ? value : value / ratio);
        }
        const WeightFacts facts = factsOf(conv(weight, 2, 150));
        RC_ASSERT(facts.perChannel.fidelity->balanced >= facts.configured.balanced - 1e-9);
        RC_ASSERT(facts.perChannel.fidelity->sqnr >= facts.configured.sqnr - 0.5);
        RC_ASSERT(facts.channelRatio() > 3.0);
    }));
}

void tst_WeightAnalysis::sixteenBits_neverLoseToEight()
{
    QVERIFY(rc::check("16 bits gain", [] {
        const auto values = *rc::gen::container<std::vector<int>>(8, rc::gen::inRange(-1000000, 1000000));
        std::vector<float> weight(values.begin(), values.end());
        weight[0] = 1234567.0F;
        const WeightFacts facts = factsOf(conv(weight, 4));
        // The largest error of 16 bits is half a step, what it is of 8 bits is up to 256 times that: only values that
        // happen to lie on the coarse steps, or channels of zeros, do not gain.
        RC_ASSERT(facts.wide.fidelity->sqnr > 80.0);
        RC_ASSERT(facts.levels <= 8U);
    }));
}

QTEST_APPLESS_MAIN(tst_WeightAnalysis)
#include "tst_weight_analysis.moc"
