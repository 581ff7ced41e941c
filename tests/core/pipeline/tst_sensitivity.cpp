// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sample_effect.h"
#include "core/model/model.h"
#include "core/pipeline/sensitivity_run.h"
#include "tests/core/pipeline/sensitivity_fixture.h"
#include "tests/support/model_builder.h"
#include "tests/support/verify_result.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

Tensor scores(const std::vector<float>& values)
{
    return Tensor::fromFloats({1, static_cast<std::int64_t>(values.size())}, values);
}

EffectSums sumsOf(const std::vector<SampleEffect>& effects)
{
    EffectSums sums;
    for (const SampleEffect& effect : effects)
        sums.add(effect);
    return sums;
}

ExclusionRule nodeRule(const std::string& name)
{
    ExclusionRule rule;
    rule.pattern = name;
    return rule;
}

Sensitivity withValues(const std::vector<std::optional<double>>& values)
{
    Sensitivity sensitivity;
    for (const auto& value : values) {
        SensitivityUnit& unit = sensitivity.units.emplace_back();
        unit.only.emplace().value = value;
        unit.allBut = unit.only;
    }
    return sensitivity;
}

} // namespace

class tst_Sensitivity : public QObject, private SensitivityFixture
{
    Q_OBJECT

private slots:
    void init() { makeFolder(); }
    void cleanup() { removeFolder(); }

    void divergence_isThatOfTheDefinition()
    {
        // Probabilities already.
        const auto same = divergence(scores({0.25F, 0.75F}), scores({0.25F, 0.75F}));
        QCOMPARE(same, std::optional(0.0));
        const auto known = divergence(scores({0.5F, 0.5F}), scores({0.25F, 0.75F}));
        QVERIFY(known && std::abs(*known - (0.5 * std::log(2.0) + 0.5 * std::log(2.0 / 3.0))) < 1e-12);
        // After softmax a shift of all scores changes nothing.
        const auto shifted = divergence(scores({1.0F, 3.0F, 5.0F}), scores({2.0F, 4.0F, 6.0F}));
        QVERIFY(shifted && *shifted < 1e-12);
        QVERIFY(!divergence(Tensor::fromFloats({2, 2}, std::vector<float>{1, 2, 3, 4}), scores({1, 2, 3, 4})));
        QVERIFY(!divergence(scores({1, NAN}), scores({1, 2})));
    }

    void curvePoints_areDenseFirst()
    {
        QCOMPARE(curvePoints(30), (std::vector<std::size_t>{0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 30}));
        QCOMPARE(curvePoints(4), (std::vector<std::size_t>{0, 1, 2, 3, 4}));
        QCOMPARE(curvePoints(0), (std::vector<std::size_t>{0}));
    }

    void ranking_putsTheWorstFirst()
    {
        Sensitivity sensitivity = withValues({0.9, 0.5, std::nullopt, 0.9, 0.1});
        QCOMPARE(rankingOf(sensitivity), (std::vector<std::size_t>{4, 1, 0, 3, 2}));
        sensitivity.metric = SensitivityMetric::L2;
        QCOMPARE(rankingOf(sensitivity), (std::vector<std::size_t>{0, 3, 1, 4, 2}));
        sensitivity.rankedBy = SensitivityDirection::AllBut; // most is gained where little error is left
        QCOMPARE(rankingOf(sensitivity), (std::vector<std::size_t>{4, 1, 0, 3, 2}));
    }

    void brokenOutputs_areTheWorst()
    {
        // Two outputs; the second one is NaN for one of two samples.
        const EffectComparer comparer({"a", "b"}, nullptr, {});
        const Sample sample;
        const Tensor sound[] = {scores({1, 2, 3}), scores({4, 5, 6})};
        const Tensor broken[] = {scores({1, 2, 3}), scores({4, NAN, 6})};
        const Tensor close[] = {scores({1, 2, 3}), scores({4, 5, 7})};
        const auto first = comparer.compare(sample, sound, close);
        const auto second = comparer.compare(sample, sound, broken);
        VERIFY_OK(first);
        VERIFY_OK(second);
        const EffectSums effects = sumsOf({*first, *second});
        const VariantEffect effect = comparer.summarize(effects, SensitivityMetric::Cosine);
        QCOMPARE(effect.outputs[1].broken, std::uint64_t(1));
        QCOMPARE(effect.outputs[1].samples, std::uint64_t(1));
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        QCOMPARE(effect.value, std::optional(-kInfinity));
        QCOMPARE(comparer.summarize(effects, SensitivityMetric::L2).value, std::optional(kInfinity));
        Sensitivity sensitivity = withValues({0.5, effect.value, 0.1});
        QCOMPARE(rankingOf(sensitivity), (std::vector<std::size_t>{1, 2, 0}));
        sensitivity.rankedBy = SensitivityDirection::AllBut;
        QCOMPARE(rankingOf(sensitivity), (std::vector<std::size_t>{0, 2, 1}));
        // What the float model breaks says nothing of a unit: the other sample counts.
        const auto third = comparer.compare(sample, broken, broken);
        VERIFY_OK(third);
        const VariantEffect other = comparer.summarize(sumsOf({*first, *third}), SensitivityMetric::L2);
        QCOMPARE(other.outputs[1].notFinite, std::uint64_t(1));
        QCOMPARE(other.outputs[1].broken, std::uint64_t(0));
        QCOMPARE(other.value, std::optional(1.0));
    }

    void units_areLayersWithWhatIsFused()
    {
        Feedback feedback;
        const auto session = AnalysisSession::open(m_environment, analysis(), feedback);
        VERIFY_OK(session);
        const auto whole = (*session)->quantize((*session)->request().recipe.config, feedback);
        VERIFY_OK(whole);
        const auto layers = findUnits(**session, *whole, SensitivityUnits::Layer, {});
        const auto blocks = findUnits(**session, *whole, SensitivityUnits::Block, {});
        const auto types = findUnits(**session, *whole, SensitivityUnits::OpType, {});
        VERIFY_OK(layers);
        VERIFY_OK(blocks);
        VERIFY_OK(types);
        QVERIFY(!layers->empty() && layers->size() >= blocks->size() && types->size() <= layers->size());
        const auto convolution = std::find_if(layers->begin(), layers->end(), [](const SensitivityUnit& unit) {
            return unit.label.starts_with("Conv · BatchNormalization · ");
        });
        QVERIFY(convolution != layers->end());
        std::set<std::string> seen;
        std::uint64_t products = 0;
        for (const SensitivityUnit& unit : *layers) {
            QVERIFY(!unit.name.empty() && !unit.nodes.empty());
            products += unit.multiplyAdds;
            for (const std::string& node : unit.nodes)
                QVERIFY2(seen.insert(node).second, node.c_str());
        }
        QCOMPARE(products, whole->figures.multiplyAdds - whole->figures.floatMultiplyAdds);
    }

    void group_isRefused_whenNothingOfItIsQuantized()
    {
        SensitivityRequest request;
        request.per = SensitivityUnits::Group;
        request.groups = {{"none", {}}};
        const auto result = measured(analysis(), request);
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::InvalidArgument);
        request.groups = {{"typo", {"nowhere"}}};
        QVERIFY(!measured(analysis(), request));
    }

    void effects_areThoseOfQuantizingAndEvaluating()
    {
        SensitivityRequest request;
        request.directions = {SensitivityDirection::Only, SensitivityDirection::AllBut};
        const AnalysisRequest wanted = analysis();
        const auto result = measured(wanted, request);
        VERIFY_OK(result);
        QVERIFY(result->isComplete && !result->isEstimate);
        Feedback feedback;
        const auto session = AnalysisSession::open(m_environment, wanted, feedback);
        VERIFY_OK(session);
        std::size_t compared = 0;
        for (const SensitivityUnit& unit : result->units) {
            for (const bool isOnly : {true, false}) {
                QuantizeRequest real = this->request("XINT8");
                real.evaluation = wanted.evaluation;
                const std::set<std::string> nodes(unit.nodes.begin(), unit.nodes.end());
                for (const Node& node : (*session)->graph().nodes()) {
                    if (nodes.contains(node.name) != isOnly)
                        real.recipe.config.exclude.push_back(nodeRule(node.name));
                }
                const auto report = run(real);
                const VariantEffect& effect = isOnly ? *unit.only : *unit.allBut;
                if (!report)
                    continue; // nothing is left to quantize
                ++compared;
                const OutputSummary& output = report->evaluation->outputs[0];
                QCOMPARE(effect.samples, report->evaluation->samples);
                QCOMPARE(effect.outputs[0].cosine.mean, output.cosine.mean);
                QCOMPARE(effect.outputs[0].sqnr.worst, output.sqnr.worst);
                QCOMPARE(effect.outputs[0].l2.mean, output.l2.mean);
                QCOMPARE(effect.value, std::optional(output.cosine.mean));
                QCOMPARE(effect.topOne->quantizedHits, report->evaluation->classification->quantizedTop1);
            }
        }
        QVERIFY(compared > result->units.size());
    }

    void result_isTheSameForAnyNumberOfThreads()
    {
        SensitivityRequest request;
        request.per = SensitivityUnits::Block;
        request.metric = SensitivityMetric::Kl;
        request.hasCurve = true;
        const auto one = measured(analysis("XINT8", 1), request);
        const auto three = measured(analysis("XINT8", 3), request);
        VERIFY_OK(one);
        VERIFY_OK(three);
        QCOMPARE(toJson(*one).dump(), toJson(*three).dump());
        QCOMPARE(toCsv(*one), toCsv(*three));
    }

    void whatCannotBeSwitched_isLoadedTwice()
    {
        // Dynamic quantization has a session for each variant: one round on one sample, and one on all the others.
        std::vector<std::uint64_t> samples;
        AnalysisRequest wanted = analysis("U8S8_AAWS", 2);
        wanted.recipe.config.selection.dynamic = true;
        const auto result = measured(wanted, {}, roundsInto(samples));
        VERIFY_OK(result);
        QVERIFY(result->isComplete);
        QCOMPARE(samples, (std::vector<std::uint64_t>{1, 6}));
    }

    void firstSamplesWithoutValue_areNoReasonToRefuse()
    {
        AnalysisRequest wanted = analysis();
        QFile labels(QString::fromStdString(wanted.evaluation->labels.string()));
        QVERIFY(labels.open(QIODevice::ReadOnly));
        Feedback feedback;
        const auto session = AnalysisSession::open(m_environment, wanted, feedback);
        VERIFY_OK(session);
        const QByteArray first = QByteArray::fromStdString((*session)->samples().name(0));
        QFile others(m_folder->filePath("labels.tsv"));
        QVERIFY(others.open(QIODevice::WriteOnly));
        int left = 0;
        while (!labels.atEnd()) {
            const QByteArray line = labels.readLine();
            if (line.startsWith(first))
                ++left;
            else
                others.write(line);
        }
        others.close();
        QCOMPARE(left, 1);
        wanted.evaluation->labels = path("labels.tsv");
        SensitivityRequest request;
        request.metric = SensitivityMetric::Top1;
        std::vector<std::uint64_t> rounds;
        const auto result = measured(wanted, request, roundsInto(rounds));
        VERIFY_OK(result);
        const std::vector<std::uint64_t> withValues{2, 4, 6};
        QCOMPARE(rounds.front(), withValues.front());
        QVERIFY(std::includes(rounds.begin(), rounds.end(), withValues.begin(), withValues.end()));
        QCOMPARE(result->quantized->topOne->labelled, std::uint64_t(5));
    }

    void curve_endsAtTheFloatModel()
    {
        SensitivityRequest request;
        request.hasCurve = true;
        request.metric = SensitivityMetric::Sqnr;
        const auto result = measured(analysis("VINT8"), request);
        VERIFY_OK(result);
        QCOMPARE(result->curve.size(), curvePoints(result->units.size()).size());
        QCOMPARE(*result->curve.front().effect.value, *result->quantized->value);
        QCOMPARE(result->curve.back().floatMultiplyAdds, result->multiplyAdds);
        QCOMPARE(result->curve.back().floatWeightBytes, result->floatWeightBytes);
        QVERIFY(*result->curve.back().effect.value > *result->curve.front().effect.value + 20.0);
        for (std::size_t i = 1; i < result->curve.size(); ++i)
            QVERIFY(result->curve[i].floatWeightBytes >= result->curve[i - 1].floatWeightBytes);
    }

    void parts_areMeasuredOnTheirOwn()
    {
        AnalysisRequest wanted = analysis();
        wanted.cache.folder = path("cache");
        SensitivityRequest request;
        request.metric = SensitivityMetric::Sqnr;
        const auto without = measured(wanted, request);
        VERIFY_OK(without);
        wanted.recipe.parts = {*partFromText("first", "logits[:, :3]"), *partFromText("last", "logits[0, -1]")};
        const auto with = measured(wanted, request);
        VERIFY_OK(with);
        QCOMPARE(namesIn(m_folder->filePath("cache")).filter(".sensitivity").size(), 2);
        Feedback feedback;
        const auto session = AnalysisSession::open(m_environment, wanted, feedback);
        VERIFY_OK(session);
        const auto whole = (*session)->quantize(wanted.recipe.config, feedback);
        VERIFY_OK(whole);
        const auto evaluation = (*session)->evaluate(*whole, 0, feedback);
        VERIFY_OK(evaluation);
        const VariantEffect& effect = *with->quantized;
        QCOMPARE(effect.parts.size(), std::size_t(2));
        double worst = evaluation->outputs[0].sqnr.mean;
        for (std::size_t i = 0; i < 2; ++i) {
            const OutputSummary& part = evaluation->parts[i].summary;
            QCOMPARE(effect.parts[i].output, part.name);
            QCOMPARE(effect.parts[i].sqnr.mean, part.sqnr.mean);
            QCOMPARE(effect.parts[i].cosine.worst, part.cosine.worst);
            QCOMPARE(effect.parts[i].l2.mean, part.l2.mean);
            QVERIFY(part.sqnr.mean != effect.outputs[0].sqnr.mean);
            worst = std::min(worst, part.sqnr.mean);
        }
        QCOMPARE(effect.value, std::optional(worst));
        QVERIFY(effect.parts[0].kl && !effect.parts[1].kl); // a single number is no vector of scores
        for (std::size_t i = 0; i < with->units.size(); ++i) {
            QVERIFY(*with->units[i].only->value <= *without->units[i].only->value);
            QCOMPARE(with->units[i].only->outputs[0].cosine.mean, without->units[i].only->outputs[0].cosine.mean);
        }
    }

    void partOfAnUnknownOutput_isRefused()
    {
        AnalysisRequest wanted = analysis();
        wanted.recipe.parts = {*partFromText("first", "logit[:, :3]")};
        const auto result = measured(wanted, {});
        QVERIFY(!result);
        QVERIFY(result.error().message.find("logits") != std::string::npos);
    }

    void pairRemovedAtAnyInput_makesOneUnit()
    {
        // The multiplication is the addition's second input: their pair goes all the same.
        ModelBuilder builder(17);
        builder.input("x", DataType::Float, {1, 4}).initializer("w", {4}, {0.5F, -1.0F, 2.0F, 0.25F});
        builder.node("Sigmoid", {"x"}, {"s"}, "sigmoid");
        builder.node("Mul", {"s", "w"}, {"m"}, "mul");
        builder.node("Add", {"s", "m"}, {"y"}, "add");
        builder.output("y");
        AnalysisRequest wanted;
        wanted.model = path("fused.onnx");
        VERIFY_OK(builder.model().save(wanted.model, {}));
        wanted.recipe.config = findPreset("A8W8", ErrorCode::InvalidArgument)->config;
        wanted.recipe.calibration = DataSpec{"random:3", {}, 2, 0};
        for (const bool isFused : {false, true}) {
            wanted.recipe.config.placement.removeQDQMulAdd = isFused;
            Feedback feedback;
            const auto session = AnalysisSession::open(m_environment, wanted, feedback);
            VERIFY_OK(session);
            const auto whole = (*session)->quantize(wanted.recipe.config, feedback);
            VERIFY_OK(whole);
            QCOMPARE(whole->plan.find("m")->hasPair, !isFused);
            const auto units = findUnits(**session, *whole, SensitivityUnits::Layer, {});
            VERIFY_OK(units);
            const bool isOne = std::any_of(units->begin(), units->end(), [](const SensitivityUnit& unit) {
                return unit.nodes == std::vector<std::string>{"mul", "add"};
            });
            QCOMPARE(isOne, isFused);
        }
    }

    void topOne_needsLabels()
    {
        AnalysisRequest wanted = analysis();
        wanted.evaluation->labels.clear();
        SensitivityRequest request;
        request.metric = SensitivityMetric::Top1;
        const auto result = measured(wanted, request);
        QVERIFY(!result);
        QCOMPARE(result.error().subject, std::string("--metric"));
    }
};

QTEST_GUILESS_MAIN(tst_Sensitivity)
#include "tst_sensitivity.moc"
