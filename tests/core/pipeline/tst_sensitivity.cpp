// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sample_effect.h"
#include "core/model/model.h"
#include "core/pipeline/sensitivity_run.h"
#include "tests/core/pipeline/quantizer_fixture.h"
#include "tests/core/pipeline/test_feedback.h"
#include "tests/support/model_builder.h"
#include "tests/support/verify_result.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

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

/// Keeps how many samples all parts have been measured on, each number once.
SensitivityWitness roundsInto(std::vector<std::uint64_t>& rounds)
{
    return [&rounds](const Sensitivity& known) {
        std::set<std::uint64_t> counts;
        for (const SensitivityUnit& unit : known.units)
            counts.insert(unit.only ? unit.only->samples : 0);
        if (counts.size() == 1 && (rounds.empty() || rounds.back() != *counts.begin()))
            rounds.push_back(*counts.begin());
    };
}

/// Holds every thread but its own until that has looked again at what they do.
class InStep final : public Feedback
{
public:
    void letGo() { m_isFree = true; }
    void cancel() { m_isCanceled = m_isFree = true; }

    [[nodiscard]] bool isCanceled() const override
    {
        if (std::this_thread::get_id() == m_own) {
            ++m_looks;
            return m_isCanceled;
        }
        const std::size_t enough = m_looks + 2;
        for (int i = 0; i < 50 && m_looks < enough && !m_isFree; ++i) // it may be waiting for the thread's end
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        return m_isCanceled;
    }

private:
    std::thread::id m_own = std::this_thread::get_id();
    mutable std::atomic<std::size_t> m_looks = 0;
    std::atomic<bool> m_isFree = false;
    std::atomic<bool> m_isCanceled = false;
};

} // namespace

class tst_Sensitivity : public QObject, private QuantizerFixture
{
    Q_OBJECT

    [[nodiscard]] AnalysisRequest analysis(const std::string& preset = "XINT8", int threads = 1) const
    {
        const QuantizeRequest wanted = request(preset);
        AnalysisRequest analysis;
        analysis.model = wanted.model;
        analysis.recipe = wanted.recipe;
        analysis.threads = threads;
        EvaluationRequest& evaluation = analysis.evaluation.emplace();
        evaluation.data = *wanted.recipe.calibration;
        evaluation.data.source = kSample + "/test";
        evaluation.data.samples = 6;
        evaluation.labels = kSample + "/test/labels.tsv";
        return analysis;
    }

    [[nodiscard]] Result<Sensitivity> measured(const AnalysisRequest& analysis, const SensitivityRequest& request,
                                               const SensitivityWitness& witness = {}) const
    {
        Feedback feedback;
        const auto session = AnalysisSession::open(m_environment, analysis, feedback);
        return session ? measureSensitivity(**session, request, witness, feedback) : session.error();
    }

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

    void rounds_refineTheRanking()
    {
        std::vector<std::uint64_t> samples;
        const auto result = measured(analysis(), {}, roundsInto(samples));
        VERIFY_OK(result);
        const std::vector<std::uint64_t> rounds{1, 2, 4, 6}; // and what was seen within them
        QVERIFY(std::includes(samples.begin(), samples.end(), rounds.begin(), rounds.end()));
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

    void cancellation_keepsWhatIsKnown()
    {
        Feedback quiet;
        const auto session = AnalysisSession::open(m_environment, analysis(), quiet);
        VERIFY_OK(session);
        bool isKnown = false; // of all parts
        class Canceling final : public Feedback
        {
        public:
            explicit Canceling(const bool& now) : m_now(now) { }
            [[nodiscard]] bool isCanceled() const override { return m_now; }

        private:
            const bool& m_now;
        } feedback(isKnown);
        const auto result = measureSensitivity(
            **session, {},
            [&isKnown](const Sensitivity& known) {
                isKnown = std::all_of(known.units.begin(), known.units.end(),
                                      [](const SensitivityUnit& unit) { return unit.only.has_value(); });
            },
            feedback);
        VERIFY_OK(result);
        QVERIFY(!result->isComplete);
        QCOMPARE(result->units.front().only->samples, std::uint64_t(1));
        QCOMPARE(result->ranking.size(), result->units.size());
    }

    void partsOfARound_areToldBeforeItsEnd()
    {
        Feedback quiet;
        const auto session = AnalysisSession::open(m_environment, analysis(), quiet);
        VERIFY_OK(session);
        const auto alone = measureSensitivity(**session, {}, {}, quiet);
        VERIFY_OK(alone);
        InStep feedback;
        std::vector<Sensitivity> told;
        const auto result = measureSensitivity(
            **session, {},
            [&](const Sensitivity& known) {
                told.push_back(known);
                feedback.letGo();
            },
            feedback);
        VERIFY_OK(result);
        QVERIFY(!told.empty());
        const Sensitivity& first = told.front();
        const auto isMeasured = [](const SensitivityUnit& unit) { return unit.only.has_value(); };
        const auto count = std::count_if(first.units.begin(), first.units.end(), isMeasured);
        QVERIFY2(count > 0 && count < std::ptrdiff_t(first.units.size()), qPrintable(QString::number(count)));
        QVERIFY(!first.isComplete);
        QCOMPARE(first.ranking.size(), first.units.size());
        for (std::size_t i = 0; i < first.ranking.size(); ++i) // those that have no value yet come last
            QCOMPARE(isMeasured(first.units[first.ranking[i]]), i < std::size_t(count));
        QCOMPARE(toJson(*result).dump(), toJson(*alone).dump()); // who looks changes nothing
    }

    void cancellationWithinTheFirstRound_isNoResult()
    {
        Feedback quiet;
        const auto session = AnalysisSession::open(m_environment, analysis(), quiet);
        VERIFY_OK(session);
        for (const SensitivityMode mode : {SensitivityMode::Full, SensitivityMode::FirstOrder}) {
            SensitivityRequest request;
            request.mode = mode;
            InStep feedback;
            const auto result = measureSensitivity(
                **session, request, [&feedback](const Sensitivity&) { feedback.cancel(); }, feedback);
            QVERIFY(!result);
            QCOMPARE(result.error().code, ErrorCode::Canceled);
        }
    }

    void cache_givesTheSameResult()
    {
        AnalysisRequest wanted = analysis();
        wanted.cache.folder = path("cache");
        SensitivityRequest request;
        request.hasCurve = true;
        const auto first = measured(wanted, request);
        VERIFY_OK(first);
        QStringList kept = namesIn(m_folder->filePath("cache")).filter(".sensitivity");
        QCOMPARE(kept.size(), 1);
        TestFeedback feedback;
        const auto session = AnalysisSession::open(m_environment, wanted, feedback);
        VERIFY_OK(session);
        const auto second = measureSensitivity(**session, request, {}, feedback);
        VERIFY_OK(second);
        QCOMPARE(toJson(*second).dump(), toJson(*first).dump());
        QVERIFY(feedback.totals["curve"] == 0); // nothing was left to be measured
        wanted.recipe.config = findPreset("A8W8", ErrorCode::InvalidArgument)->config;
        const auto other = measured(wanted, request);
        VERIFY_OK(other);
        QVERIFY(toJson(*other).dump() != toJson(*first).dump());
    }

    void cache_doesNotGrowWithTheSamples()
    {
        AnalysisRequest wanted = analysis();
        const auto sizeWith = [&](std::size_t samples, const char* folder) {
            wanted.cache.folder = path(folder);
            wanted.evaluation->data.samples = samples;
            if (!measured(wanted, {}))
                return qint64(0);
            const QStringList kept = namesIn(m_folder->filePath(folder)).filter(".sensitivity");
            return kept.size() == 1 ? QFileInfo(m_folder->filePath(folder) + "/" + kept[0]).size() : 0;
        };
        const qint64 few = sizeWith(2, "few");
        const qint64 many = sizeWith(20, "many");
        QVERIFY(few > 0);
        // Numbers that float32 holds are written shorter.
        QVERIFY2(many < few + few / 5, qPrintable(QString("%1 and %2 bytes").arg(few).arg(many)));
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

    void hostileCache_isMeasuredAnew()
    {
        AnalysisRequest wanted = analysis();
        wanted.cache.folder = path("cache");
        const auto first = measured(wanted, {});
        VERIFY_OK(first);
        const QStringList kept = namesIn(m_folder->filePath("cache")).filter(".sensitivity");
        QCOMPARE(kept.size(), 1);
        QFile file(m_folder->filePath("cache/" + kept[0]));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray whole = file.readAll();
        file.close();
        const QByteArray lists(1 << 20, char(0x81)); // lists in lists
        QByteArray changed = whole;
        changed[changed.size() / 2] =
            char(changed[changed.size() / 2] ^ 0x40); // another number, as likely as the right
        for (const QByteArray& bytes : {QCryptographicHash::hash(lists, QCryptographicHash::Sha256).toHex() + lists,
                                        changed, whole.left(whole.size() - 1), whole.left(10), QByteArray()}) {
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(bytes);
            file.close();
            const auto second = measured(wanted, {});
            VERIFY_OK(second);
            QCOMPARE(toJson(*second).dump(), toJson(*first).dump());
            QVERIFY(file.open(QIODevice::ReadOnly));
            QCOMPARE(file.readAll(), whole); // and kept again
            file.close();
        }
    }

    void memoryBudget_changesNoResult()
    {
        // More variants than the runner holds at the same time with this budget.
        constexpr std::size_t kLayers = 120;
        ModelBuilder builder;
        builder.input("x0", DataType::Float, {1, 8});
        for (std::size_t i = 0; i < kLayers; ++i) {
            const std::string number = std::to_string(i);
            builder.randomInitializer("w" + number, {8, 8});
            builder.node("MatMul", {"x" + number, "w" + number}, {"y" + number}, "product" + number);
            builder.node("Sigmoid", {"y" + number}, {"x" + std::to_string(i + 1)}, "sigmoid" + number);
        }
        builder.output("x" + std::to_string(kLayers));
        VERIFY_OK(builder.model().save(path("chain.onnx"), Model::SaveOptions()));
        AnalysisRequest wanted;
        wanted.model = path("chain.onnx");
        wanted.recipe.config = findPreset("A8W8", ErrorCode::InvalidArgument)->config;
        wanted.recipe.config.placement.forceQuantizeNoInputCheck = true;
        wanted.recipe.calibration.emplace().source = "random";
        wanted.recipe.calibration->samples = 2;
        SensitivityRequest request;
        request.directions = {SensitivityDirection::Only, SensitivityDirection::AllBut};
        const auto free = measured(wanted, request);
        VERIFY_OK(free);
        QVERIFY(free->units.size() > 3 * kLayers / 2);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        constexpr std::uint64_t kMebibytes = 2048; // which these keep for themselves
#else
        constexpr std::uint64_t kMebibytes = 200;
#endif
        wanted.memoryBudget = kMebibytes << 20;
        const auto narrow = measured(wanted, request);
        VERIFY_OK(narrow);
        QCOMPARE(toJson(*narrow).dump(), toJson(*free).dump());
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
