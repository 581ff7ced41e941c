// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sensitivity_json.h"
#include "core/pipeline/layer_analysis.h"
#include "core/pipeline/output_shares.h"
#include "core/pipeline/sensitivity_estimates.h"
#include "core/pipeline/sensitivity_run.h"
#include "tests/core/pipeline/quantizer_fixture.h"
#include "tests/core/pipeline/test_feedback.h"
#include "tests/support/kendall_tau.h"
#include "tests/support/verify_result.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_SensitivityEstimates : public QObject, private QuantizerFixture
{
    Q_OBJECT

    [[nodiscard]] AnalysisRequest analysis(std::size_t samples, const std::string& preset = "XINT8") const
    {
        AnalysisRequest analysis;
        const QuantizeRequest wanted = request(preset);
        analysis.model = wanted.model;
        analysis.recipe = wanted.recipe;
        analysis.threads = 1;
        analysis.samples = samples;
        return analysis;
    }

    [[nodiscard]] Result<Sensitivity> measured(const AnalysisRequest& analysis, const SensitivityRequest& request) const
    {
        Feedback feedback;
        const auto session = AnalysisSession::open(m_environment, analysis, feedback);
        return session ? measureSensitivity(**session, request, {}, feedback) : session.error();
    }

    [[nodiscard]] static SensitivityRequest wanted(SensitivityMode mode,
                                                   SensitivityMetric metric = SensitivityMetric::Cosine)
    {
        SensitivityRequest request;
        request.mode = mode;
        request.metric = metric;
        return request;
    }

private slots:
    void init() { makeFolder(); }
    void cleanup() { removeFolder(); }

    void brokenTensors_areTheLoudest()
    {
        Feedback feedback;
        const auto session = AnalysisSession::open(m_environment, analysis(2), feedback);
        VERIFY_OK(session);
        const auto whole = (*session)->quantize((*session)->request().recipe.config, feedback);
        VERIFY_OK(whole);
        const auto units = findUnits(**session, *whole, SensitivityUnits::Layer, {});
        VERIFY_OK(units);
        auto analysed = analyseLayers(**session, *whole, feedback);
        VERIFY_OK(analysed);
        LayerErrors& errors = analysed->errors;
        const auto before = ownNoise(*whole->prepared, errors, *units);
        const auto unit = std::find_if(before.begin(), before.end(), [](const auto& noise) { return noise > 0.0; });
        QVERIFY(unit != before.end());
        const auto at = static_cast<std::size_t>(unit - before.begin());
        const std::vector<std::string>& names = (*units)[at].nodes;
        const std::set<std::string> nodes = whole->prepared->standIns.of({names.begin(), names.end()});
        const auto broken = std::find_if(errors.tensors.begin(), errors.tensors.end(), [&](const TensorError& tensor) {
            return tensor.kind != TensorError::Kind::Weight && tensor.own && nodes.contains(tensor.node);
        });
        QVERIFY(broken != errors.tensors.end());
        broken->own->notFinite = 1; // and no sample is left to compare
        broken->own->broken = 1;
        broken->own->sqnr.mean = std::numeric_limits<double>::quiet_NaN();
        const auto after = ownNoise(*whole->prepared, errors, *units);
        for (std::size_t i = 0; i < before.size(); ++i)
            QVERIFY(i == at ? after[i] == std::numeric_limits<double>::infinity() : after[i] == before[i]);
        VERIFY_OK(measureOutputShares(**session, errors, feedback));
        double sum = 0.0;
        for (const TensorError& tensor : errors.tensors) {
            sum += tensor.outputShare.value_or(0.0);
            if (&tensor != &*broken && tensor.kind != TensorError::Kind::Weight && nodes.contains(tensor.node))
                QVERIFY(tensor.outputShare.value_or(0.0) < 1e-9);
        }
        QVERIFY(std::abs(sum - 1.0) < 1e-9);
        QVERIFY(broken->outputShare > 0.0);
    }

    void tau_isThatOfTheDefinition()
    {
        const double a[] = {1, 2, 3, 4};
        const double other[] = {1, 3, 2, 4};
        const double down[] = {4, 3, 2, 1};
        const double tied[] = {1, 1, 2, 3};
        QCOMPARE(kendallTau(a, a), 1.0);
        QCOMPARE(kendallTau(a, down), -1.0);
        QVERIFY(std::abs(kendallTau(a, other) - 4.0 / 6.0) < 1e-12);
        QVERIFY(std::abs(kendallTau(a, tied) - 5.0 / std::sqrt(6.0 * 5.0)) < 1e-12);
    }

    void estimates_areLabelled_data()
    {
        QTest::addColumn<QString>("mode");
        QTest::newRow("local") << "local";
        QTest::newRow("first-order") << "first-order";
    }

    void estimates_areLabelled()
    {
        QFETCH(QString, mode);
        const bool isLocal = mode == "local";
        SensitivityRequest request = wanted(isLocal ? SensitivityMode::Local : SensitivityMode::FirstOrder);
        request.hasCurve = true;
        const auto result = measured(analysis(4), request);
        VERIFY_OK(result);
        QVERIFY(result->isEstimate && result->isComplete);
        QCOMPARE(QString(name(result->mode)), mode);
        QCOMPARE(result->samples, std::uint64_t(4));
        QCOMPARE(result->quantized->samples, std::uint64_t(4));
        QCOMPARE(result->ranking, rankingOf(*result));
        for (const SensitivityUnit& unit : result->units) {
            QVERIFY2(unit.estimate, unit.name.c_str());
            QCOMPARE(unit.only.has_value(), !isLocal);
            QVERIFY(!unit.only || unit.only->samples == 1);
            QVERIFY(!unit.allBut);
        }
        for (const CurvePoint& point : result->curve) // which is measured
            QCOMPARE(point.effect.samples, std::uint64_t(4));
        const nlohmann::json document = toJson(*result);
        QVERIFY(document["isEstimate"].get<bool>());
        const auto read = sensitivityFromJson(document, "file");
        VERIFY_OK(read);
        QCOMPARE(toJson(*read).dump(), document.dump());
    }

    /// With one sample there is nothing to scale.
    void firstOrder_ofOneSample_isFull()
    {
        const auto full = measured(analysis(1), wanted(SensitivityMode::Full));
        const auto first = measured(analysis(1), wanted(SensitivityMode::FirstOrder));
        VERIFY_OK(full);
        VERIFY_OK(first);
        for (std::size_t i = 0; i < full->units.size(); ++i)
            QCOMPARE(first->units[i].estimate, full->units[i].only->value);
        QCOMPARE(first->ranking, full->ranking);
    }

    void local_isTheOwnErrorOfLayers()
    {
        Feedback feedback;
        const auto session = AnalysisSession::open(m_environment, analysis(3), feedback);
        VERIFY_OK(session);
        const auto result = measureSensitivity(**session, wanted(SensitivityMode::Local), {}, feedback);
        VERIFY_OK(result);
        const auto whole = (*session)->quantize((*session)->request().recipe.config, feedback);
        VERIFY_OK(whole);
        const auto layers = analyseLayers(**session, *whole, feedback);
        VERIFY_OK(layers);
        std::size_t compared = 0;
        for (const SensitivityUnit& unit : result->units) {
            double power = 0.0;
            for (const TensorError& tensor : layers->errors.tensors) {
                const std::string& node = tensor.userNodes.empty() ? tensor.node : tensor.userNodes.front();
                if (tensor.kind == TensorError::Kind::Weight
                    || std::find(unit.nodes.begin(), unit.nodes.end(), node) == unit.nodes.end())
                    continue;
                power += std::pow(10.0, -tensor.own->sqnr.mean / 10.0);
                ++compared;
            }
            QVERIFY2(std::abs(*unit.estimate + 10.0 * std::log10(power)) < 1e-9, unit.name.c_str());
        }
        QVERIFY(compared >= result->units.size());
        const SensitivityUnit& worst = result->units[result->ranking[0]];
        for (const SensitivityUnit& unit : result->units)
            QVERIFY(*worst.estimate <= *unit.estimate);
    }

    void firstOrder_ranksMuchLikeFull()
    {
        for (const char* preset : {"XINT8", "A8W8"}) {
            const auto full = measured(analysis(6, preset), wanted(SensitivityMode::Full, SensitivityMetric::Sqnr));
            VERIFY_OK(full);
            const auto estimated =
                measured(analysis(6, preset), wanted(SensitivityMode::FirstOrder, SensitivityMetric::Sqnr));
            VERIFY_OK(estimated);
            std::vector<double> truths;
            std::vector<double> estimates;
            for (std::size_t i = 0; i < full->units.size(); ++i) {
                truths.push_back(*full->units[i].only->value);
                estimates.push_back(*estimated->units[i].estimate);
            }
            const double tau = kendallTau(truths, estimates);
            qInfo("%s: tau %.3f", preset, tau);
            QVERIFY(tau > 0.5);
        }
    }

    /// Two tensors' ranges are made far too wide: shares are what toggling shows, and those around the two have it all.
    void shares_areThoseThatTogglingShows()
    {
        AnalysisRequest wrong = analysis(1, "A8W8");
        Feedback feedback;
        const auto original = AnalysisSession::open(m_environment, wrong, feedback);
        VERIFY_OK(original);
        std::vector<std::string> faulty;
        for (const Node& node : (*original)->prepared()->graph.nodes()) {
            if (node.opType == "Clip")
                faulty.push_back(node.outputs[0]);
        }
        QVERIFY(faulty.size() >= 3);
        faulty = {faulty.front(), faulty.back()};
        for (const std::string& tensor : faulty)
            wrong.recipe.config.tensorOverrides[tensor].emplace_back().range = TensorRange{-600.0F, 600.0F};
        const auto session = AnalysisSession::open(m_environment, wrong, feedback);
        VERIFY_OK(session);
        const auto variant = (*session)->quantize(wrong.recipe.config, feedback);
        VERIFY_OK(variant);
        auto layers = analyseLayers(**session, *variant, feedback);
        VERIFY_OK(layers);
        VERIFY_OK(measureOutputShares(**session, layers->errors, feedback));
        const auto full =
            measureSensitivity(**session, wanted(SensitivityMode::Full, SensitivityMetric::Sqnr), {}, feedback);
        VERIFY_OK(full);
        const Graph& graph = (*session)->prepared()->graph;
        std::vector<double> powers;
        for (const SensitivityUnit& unit : full->units)
            powers.push_back(std::pow(10.0, -*unit.only->value / 10.0));
        const double all = std::accumulate(powers.begin(), powers.end(), 0.0);
        double ofFaults = 0.0;
        for (std::size_t i = 0; i < full->units.size(); ++i) {
            const std::vector<std::string>& names = full->units[i].nodes;
            const std::set<std::string> nodes = (*session)->prepared()->standIns.of({names.begin(), names.end()});
            double share = 0.0;
            for (const TensorError& tensor : layers->errors.tensors)
                share += nodes.contains(tensor.node) ? tensor.outputShare.value_or(0.0) : 0.0;
            QVERIFY2(std::abs(share - powers[i] / all) < 1e-9, full->units[i].name.c_str());
            bool isAround = false;
            for (const std::string& tensor : faulty) {
                isAround = isAround || nodes.contains(graph.nodes()[*graph.producerOf(tensor)].name);
                for (const std::size_t reader : graph.consumersOf(tensor))
                    isAround = isAround || nodes.contains(graph.nodes()[reader].name);
            }
            ofFaults += isAround ? share : 0.0;
        }
        QVERIFY2(ofFaults > 0.95, QByteArray::number(ofFaults));
    }

    /// An estimate is the same whatever the cache holds of measurements on more samples.
    void cacheOfFull_changesNoEstimate()
    {
        AnalysisRequest cached = analysis(4);
        cached.cache.folder = path("cache");
        const auto without = measured(analysis(4), wanted(SensitivityMode::FirstOrder));
        VERIFY_OK(without);
        VERIFY_OK(measured(cached, wanted(SensitivityMode::Full)));
        const auto with = measured(cached, wanted(SensitivityMode::FirstOrder));
        VERIFY_OK(with);
        QCOMPARE(toJson(*with).dump(), toJson(*without).dump());
    }

    void whatIsNotEstimated_isRefused()
    {
        SensitivityRequest request = wanted(SensitivityMode::Local);
        request.directions = {SensitivityDirection::AllBut};
        auto result = measured(analysis(1), request);
        QVERIFY(!result);
        QCOMPARE(result.error().subject, std::string("--direction"));
        AnalysisRequest labelled = analysis(1);
        EvaluationRequest& evaluation = labelled.evaluation.emplace();
        evaluation.data = *labelled.recipe.calibration;
        evaluation.data.source = kSample + "/test";
        evaluation.labels = kSample + "/test/labels.tsv";
        result = measured(labelled, wanted(SensitivityMode::FirstOrder, SensitivityMetric::Top1));
        QVERIFY(!result);
        QCOMPARE(result.error().subject, std::string("--metric"));
        VERIFY_OK(measured(labelled, wanted(SensitivityMode::Local, SensitivityMetric::Top1)));
    }

    void cancellation_endsIt()
    {
        Feedback quiet;
        const auto session = AnalysisSession::open(m_environment, analysis(2), quiet);
        VERIFY_OK(session);
        TestFeedback feedback("analyse", 1);
        const auto result = measureSensitivity(**session, wanted(SensitivityMode::Local), {}, feedback);
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Canceled);
    }
};

QTEST_GUILESS_MAIN(tst_SensitivityEstimates)
#include "tst_sensitivity_estimates.moc"
