// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/advisor.h"
#include "core/tensor/npy_writer.h"
#include "tests/core/pipeline/quantizer_fixture.h"
#include "tests/support/model_builder.h"
#include "tests/support/verify_result.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <nlohmann/json.hpp>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

constexpr std::int64_t kSide = 12;
constexpr std::int64_t kChannels = 3;
constexpr std::int64_t kFilters = 8;

/// Bright pictures: what changes in them is small beside what they have in common.
Tensor pictures(std::int64_t count)
{
    const Shape shape{count, 1, kChannels, kSide, kSide};
    std::vector<float> values;
    std::uint32_t state = 7;
    for (std::int64_t i = 0; i < count * kChannels * kSide * kSide; ++i) {
        state = state * 1664525U + 1013904223U;
        values.push_back(90.0F + 20.0F * static_cast<float>(state >> 8U) / static_cast<float>(1U << 24U));
    }
    return Tensor::fromFloats(shape, values);
}

/// A network whose stem has filters of two kinds, as batch normalization leaves them: sums with small weights, and
/// differences with weights that are hundreds of times larger.
ModelBuilder unevenNetwork()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, kChannels, kSide, kSide});
    std::vector<float> stem;
    for (std::int64_t filter = 0; filter < kFilters; ++filter) {
        constexpr float kSums[]{0.001F, 0.004F, 0.002F, 0.008F};
        for (std::int64_t i = 0; i < kChannels * 9; ++i) {
            const float sign = i % 9 == 0 ? 0.0F : i % 2 == 0 ? 1.0F : -1.0F;
            stem.push_back(filter % 2 == 0 ? kSums[filter / 2] : 2.0F * sign);
        }
    }
    b.initializer("stem.weight", {kFilters, kChannels, 3, 3}, stem);
    b.initializer("stem.bias", {kFilters}, std::vector<float>(kFilters, 1.0F));
    b.node("Conv", {"x", "stem.weight", "stem.bias"}, {"a"}, "stem");
    b.node("Sigmoid", {"a"}, {"s"}, "gate");
    b.node("Mul", {"a", "s"}, {"h"}, "swish");
    std::vector<float> body; // looks at the sums mostly
    for (std::int64_t i = 0; i < kFilters * kFilters * 9; ++i)
        body.push_back((i / 9 % 2 == 0 ? 1.0F : 0.02F) * (static_cast<float>(i * 37 % 64) / 32.0F - 1.0F));
    b.initializer("body.weight", {kFilters, kFilters, 3, 3}, body);
    b.node("Conv", {"h", "body.weight"}, {"c"}, "body");
    b.node("Relu", {"c"}, {"d"}, "relu");
    b.randomInitializer("head.weight", {4, kFilters, 1, 1}, 0.3F, 3);
    b.node("Conv", {"d", "head.weight"}, {"y"}, "head");
    b.output("y", DataType::Float, {1, 4, kSide - 4, kSide - 4});
    return b;
}

/// Ends a job after so many steps that were told of.
class Impatient final : public Feedback
{
public:
    explicit Impatient(int steps) : m_steps(steps) { }
    [[nodiscard]] bool isCanceled() const override { return m_told >= m_steps; }
    void progress(const Progress& progress) override { m_told += progress.stage == "fixes" ? 1 : 0; }

private:
    int m_steps;
    std::atomic<int> m_told = 0; // asked by every thread that measures
};

AdviceRequest strict()
{
    AdviceRequest request;
    request.goal = *goalFromText("cosine>=0.9999");
    request.screening = 2;
    return request;
}

const AdviceFix* fixNamed(const Advice& advice, const std::string& title)
{
    const auto at = std::find_if(advice.fixes.begin(), advice.fixes.end(),
                                 [&title](const AdviceFix& fix) { return fix.title == title; });
    return at == advice.fixes.end() ? nullptr : &*at;
}

} // namespace

class tst_Advisor : public QObject, private QuantizerFixture
{
    Q_OBJECT

    /// The session of the uneven network.
    [[nodiscard]] AnalysisRequest analysis(const std::string& preset, int threads = 1) const
    {
        AnalysisRequest request;
        request.model = path("model.onnx");
        if (!unevenNetwork().model().save(request.model, {}) || !writeNpy(path("data.npy"), pictures(6)))
            qFatal("the network cannot be written");
        request.recipe.config = findPreset(preset, ErrorCode::InvalidArgument)->config;
        request.recipe.config.calibration.useRandomData = false;
        request.recipe.calibration.emplace().source = path("data.npy");
        EvaluationRequest& evaluation = request.evaluation.emplace();
        evaluation.data.source = path("data.npy");
        request.recipe.parts = {*partFromText("first", "y[:, :2]")};
        request.threads = threads;
        return request;
    }

    [[nodiscard]] Result<Advice> advised(const AnalysisRequest& analysis, const AdviceRequest& request,
                                         const AdviceWitness& witness = {}) const
    {
        Feedback feedback;
        const auto session = AnalysisSession::open(m_environment, analysis, feedback);
        return session ? advise(**session, request, witness, feedback) : session.error();
    }

private slots:
    void init() { makeFolder(); }
    void cleanup() { removeFolder(); }

    void culprit_isTheLayerWithUnevenChannels()
    {
        const auto advice = advised(analysis("VINT8"), strict());
        VERIFY_OK(advice);
        QVERIFY(advice->isComplete);
        QVERIFY(!advice->baseline.isMet && advice->baseline.value);
        QVERIFY(!advice->culprits.empty());
        const AdviceCulprit& culprit = advice->culprits.front();
        QCOMPARE(culprit.layer, std::string("stem"));
        QVERIFY2(culprit.reason.starts_with("The channels of 'stem.weight' differ ×"), culprit.reason.c_str());
        QVERIFY(culprit.only.value && *culprit.only.value < 0.9999);
    }

    void fix_isRefused_whereThePresetForbidsIt()
    {
        const auto advice = advised(analysis("VINT8"), strict());
        VERIFY_OK(advice);
        const AdviceFix* perChannel = fixNamed(*advice, "per-channel weights");
        QVERIFY(perChannel && !perChannel->outcome);
        QVERIFY2(perChannel->refusal.starts_with("PerChannel must be false under the NPU's rules"),
                 perChannel->refusal.c_str());
        const AdviceFix* preset = fixNamed(*advice, "preset A16W8_PC");
        QVERIFY(preset && preset->outcome && preset->outcome->value);
        QVERIFY(*preset->outcome->value > *advice->screened.value);
        QVERIFY(std::any_of(preset->changes.begin(), preset->changes.end(),
                            [](const RecipeChange& change) { return change.key == "preset"; }));
        AdviceRequest within = strict();
        within.keepsPreset = true;
        const auto kept = advised(analysis("VINT8"), within);
        VERIFY_OK(kept);
        QVERIFY(!fixNamed(*kept, "preset A16W8_PC"));
        QVERIFY(!kept->plan || kept->plan->config.preset == "VINT8");
    }

    void plan_givesTheSame_whenItIsWrittenAndEvaluated()
    {
        const AnalysisRequest wanted = analysis("S8S8_AAWS");
        AdviceRequest request{.goal = *goalFromText("cosine.first>=0.999"), .screening = 2};
        const auto advice = advised(wanted, request);
        VERIFY_OK(advice);
        QVERIFY(advice->plan.has_value());
        QVERIFY2(advice->plan->outcome.isMet, advice->left.c_str());
        QCOMPARE(advice->plan->outcome.output, std::string("first"));
        QCOMPARE(advice->plan->outcome.samples, std::size_t(6));
        QuantizeRequest run;
        run.model = wanted.model;
        run.recipe = wanted.recipe;
        run.recipe.config = advice->plan->config;
        run.output = path("planned.onnx");
        run.checkSamples = 0;
        Feedback feedback;
        VERIFY_OK(quantizeModel(m_environment, run, feedback));
        EvaluateRequest compared;
        compared.floatModel = wanted.model;
        compared.quantizedModel = run.output;
        compared.evaluation = *wanted.evaluation;
        compared.parts = wanted.recipe.parts;
        const auto evaluation = evaluateModels(m_environment, compared, feedback);
        VERIFY_OK(evaluation);
        QCOMPARE(evaluation->summaryNamed("first")->cosine.mean, *advice->plan->outcome.value);
    }

    /// Every layer that the plan treats is needed: without it the goal is missed.
    void layers_goBackToEightBits_whereTheyNeedNot()
    {
        AdviceRequest request{.goal = *goalFromText("y:cosine>=0.99999"), .screening = 6};
        const AnalysisRequest wanted = analysis("A8W8");
        Feedback feedback;
        const auto session = AnalysisSession::open(m_environment, wanted, feedback);
        VERIFY_OK(session);
        const auto advice = advise(**session, request, {}, feedback);
        VERIFY_OK(advice);
        QVERIFY(advice->plan.has_value());
        QVERIFY2(advice->plan->outcome.isMet, advice->left.c_str());
        const QuantConfig& planned = advice->plan->config;
        QVERIFY(planned.layers.size() > 0);
        for (std::size_t i = 0; i < planned.layers.size(); ++i) {
            QuantConfig without = planned;
            without.layers.erase(without.layers.begin() + static_cast<std::ptrdiff_t>(i));
            const auto variant = (*session)->quantize(without, feedback);
            VERIFY_OK(variant);
            const auto evaluation = (*session)->evaluate(*variant, 0, feedback);
            VERIFY_OK(evaluation);
            QVERIFY(evaluation->summaryNamed("y")->cosine.mean < 0.99999);
        }
    }

    void layers_areQuantizedAgain_whenOthersAreEnough()
    {
        AdviceRequest request{.goal = *goalFromText("y:cosine>=0.995"), .screening = 6};
        request.keepsPreset = true;
        const auto advice = advised(analysis("VINT8"), request);
        VERIFY_OK(advice);
        QVERIFY2(advice->plan && advice->plan->outcome.isMet, advice->left.c_str());
        const std::vector<std::string>& steps = advice->plan->steps;
        QCOMPARE(std::count(steps.begin(), steps.end(), "float layer 'stem'"), 1);
        QCOMPARE(std::count(steps.begin(), steps.end(), "float layer 'body'"), 1);
        QCOMPARE(std::count(steps.begin(), steps.end(), "float layer 'head'"),
                 0); // the cheapest, tried with them first
    }

    /// Two branches whose errors cancel each other in all samples but the first, which is the one that is screened.
    void plan_isNeverWorse_thanTheRecipe()
    {
        ModelBuilder b(13);
        b.input("x", DataType::Float, {1, 2});
        for (const char* side : {"left", "right"}) {
            const std::string name = side;
            b.initializer(name + ".pick", {2, 1}, name == "left" ? std::vector{1.0F, 0.0F} : std::vector{0.0F, 1.0F});
            b.initializer(name + ".weight", {1, 4}, {1.0F, 0.0037F, 0.0021F, -0.0029F});
            b.node("MatMul", {"x", name + ".pick"}, {name + ".picked"}, name + ".picking");
            b.node("MatMul", {name + ".picked", name + ".weight"}, {name + ".out"}, name);
        }
        b.node("Sub", {"left.out", "right.out"}, {"d"}, "difference");
        b.initializer("rest", {4}, {0.0F, 0.01F, 0.01F, 0.01F});
        b.node("Add", {"d", "rest"}, {"y"}, "sum");
        b.output("y", DataType::Float, {1, 4});
        AnalysisRequest wanted;
        wanted.model = path("model.onnx");
        QVERIFY(b.model().save(wanted.model, {}));
        const Tensor samples =
            Tensor::fromFloats({4, 1, 2}, std::vector{1.0F, 0.0F, 1.0F, 1.0F, 1.0F, 1.0F, 1.0F, 1.0F});
        VERIFY_OK(writeNpy(path("data.npy"), samples));
        wanted.recipe.config = findPreset("A16W8", ErrorCode::InvalidArgument)->config;
        wanted.recipe.config.calibration.useRandomData = false;
        wanted.recipe.calibration.emplace().source = path("data.npy");
        AdviceRequest request = strict();
        request.goal = *goalFromText("cosine>=0.9999999");
        request.screening = 1;
        request.evaluations = 8; // one branch in float, no more
        const auto advice = advised(wanted, request);
        VERIFY_OK(advice);
        QCOMPARE(advice->fixes.size(), std::size_t(1));
        QVERIFY2(advice->fixes[0].title.starts_with("layer '") && advice->fixes[0].outcome,
                 advice->fixes[0].title.c_str());
        QVERIFY(*advice->fixes[0].outcome->value > *advice->screened.value);
        QVERIFY(!advice->plan);
        QCOMPARE(advice->left, std::string("Nothing that was tried is better than the recipe as it is."));
    }

    void figures_areThoseOfDynamicQuantization()
    {
        AnalysisRequest wanted = analysis("UINT8_DYNAMIC_QUANT");
        const auto advice = advised(wanted, {.goal = *goalFromText("cosine>=-1"), .screening = 1});
        VERIFY_OK(advice);
        const AdviceFigures& figures = advice->baseline.figures;
        QVERIFY(figures.multiplyAdds > 0);
        QCOMPARE(figures.byteMultiplyAdds, figures.multiplyAdds);
        QCOMPARE(figures.floatMultiplyAdds, std::uint64_t(0));
        QCOMPARE(activationText(figures), std::string("8 bits"));
    }

    void floatModelWithoutFiniteValues_isNoLayersFault()
    {
        AnalysisRequest wanted = analysis("A8W8");
        Tensor samples = pictures(3);
        samples.as<float>()[0] = NAN;
        VERIFY_OK(writeNpy(path("broken.npy"), samples));
        wanted.evaluation->data.source = path("broken.npy");
        const auto advice = advised(wanted, strict());
        QVERIFY(!advice);
        QCOMPARE(advice.error().code, ErrorCode::DataRefused);
        QVERIFY2(advice.error().message.find("for 1 of 3 samples") != std::string::npos,
                 advice.error().message.c_str());
    }

    void advice_isTheSame_forAnyNumberOfThreads()
    {
        const auto one = advised(analysis("A8W8", 1), strict());
        const auto two = advised(analysis("A8W8", 2), strict());
        VERIFY_OK(one);
        VERIFY_OK(two);
        QCOMPARE(toJson(*one).dump(), toJson(*two).dump());
    }

    void nothing_isTried_whenTheRecipeIsGoodEnough()
    {
        std::size_t told = 0;
        const auto advice =
            advised(analysis("A16W8_PC"), {.goal = *goalFromText("cosine>=0.5")}, [&told](const Advice&) { ++told; });
        VERIFY_OK(advice);
        QVERIFY(advice->baseline.isMet && !advice->plan);
        QVERIFY(advice->isComplete && told > 0);
        QCOMPARE(advice->left, std::string("The recipe reaches the goal as it is."));
    }

    void budget_endsTheSearch_andThePlanIsConfirmed()
    {
        AdviceRequest few = strict();
        few.evaluations = 8;
        const auto advice = advised(analysis("VINT8"), few);
        VERIFY_OK(advice);
        QCOMPARE(advice->evaluations, std::size_t(8));
        QVERIFY(!advice->isComplete);
        QVERIFY(advice->plan.has_value());
        QCOMPARE(advice->plan->outcome.samples, std::size_t(6));
    }

    void cancelling_keepsWhatIsKnown()
    {
        Feedback feedback;
        const auto all = advised(analysis("VINT8"), strict());
        VERIFY_OK(all);
        const auto session = AnalysisSession::open(m_environment, analysis("VINT8"), feedback);
        VERIFY_OK(session);
        Impatient impatient(3);
        const auto advice = advise(**session, strict(), {}, impatient);
        VERIFY_OK(advice);
        QVERIFY(!advice->isComplete);
        QVERIFY(!advice->culprits.empty());
        QVERIFY(!advice->fixes.empty() && advice->fixes.size() < all->fixes.size());
    }

    void goal_isRefused_whenItCannotBeMeasured()
    {
        const auto advice = advised(analysis("A8W8"), {.goal = *goalFromText("scores:cosine>=0.9")});
        QVERIFY(!advice);
        QCOMPARE(advice.error().code, ErrorCode::InvalidArgument);
        QVERIFY(!advised(analysis("A8W8"), {.goal = *goalFromText("top1Drop<=1")}));
        QVERIFY(!goalFromText("cosine"));
        QCOMPARE(*goalFromText("cosine.scores>=0.95"), *goalFromText("scores:cosine>=0.95"));
        for (const char* goal : {"cosine>=0.9999999", "a:b:psnr.worst>=30.5", "top1Drop<=0.1"})
            QCOMPARE(goalText(*goalFromText(goal)), std::string(goal));
    }

    void json_saysEverything()
    {
        const auto advice = advised(analysis("VINT8"), strict());
        VERIFY_OK(advice);
        const nlohmann::json document = toJson(*advice);
        QCOMPARE(document.at("format").get<std::string>(), std::string("quantiscope-advice"));
        QCOMPARE(document.at("culprits").at(0).at("layer").get<std::string>(), std::string("stem"));
        QCOMPARE(document.at("fixes").size(), advice->fixes.size());
        QCOMPARE(document.at("plan").at("steps").size(), advice->plan->steps.size());
        QCOMPARE(document.at("plan").at("outcome").at("value").get<double>(), *advice->plan->outcome.value);
    }
};

QTEST_GUILESS_MAIN(tst_Advisor)
#include "tst_advisor.moc"
