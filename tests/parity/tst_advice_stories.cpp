// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_io.h"
#include "core/config/presets.h"
#include "core/data/npz_archive.h"
#include "core/pipeline/advisor.h"
#include "core/pipeline/quantizer.h"
#include "core/runtime/runtime_environment.h"
#include "core/tensor/npy_writer.h"
#include "tests/parity/golden_models.h"
#include "tests/support/verify_result.h"

#include <QTest>

#include <algorithm>

// Real networks that 8 bits break, and what `qscope advise` finds about them. ADVICE.md has the figures.

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

const AdviceFix* fixNamed(const Advice& advice, const std::string& title)
{
    const auto at = std::find_if(advice.fixes.begin(), advice.fixes.end(),
                                 [&title](const AdviceFix& fix) { return fix.title == title; });
    return at == advice.fixes.end() ? nullptr : &*at;
}

double valueOf(const AdviceFix* fix)
{
    return fix && fix->outcome ? fix->outcome->value.value_or(0.0) : 0.0;
}

} // namespace

class tst_AdviceStories : public QObject
{
    Q_OBJECT

    /// The goldens' model @p name on the goldens' samples.
    [[nodiscard]] AnalysisRequest analysisOf(const std::string& name, const std::string& preset) const
    {
        const auto facts = readJson(goldenFolder(name) / "golden.json");
        AnalysisRequest request;
        request.model = modelOf(*facts);
        request.recipe.config = findPreset(preset, ErrorCode::InvalidArgument)->config;
        request.recipe.config.calibration.useRandomData = false;
        request.recipe.calibration.emplace().source = written(name, *facts, "calib").string();
        request.evaluation.emplace().data.source = written(name, *facts, "eval").string();
        request.threads = 2;
        request.cache.folder = m_folder->path() / "cache";
        return request;
    }

    /// @p analysis with every tenth of magika's labelled samples to measure on.
    void takeLabelled(AnalysisRequest& analysis) const
    {
        constexpr std::size_t kFirst = 60; // those in front are of the same files as the calibration samples
        constexpr std::size_t kStep = 10;
        constexpr std::size_t kLength = 2048;
        const auto archive = NpzArchive::open(sharedFolder() / "data" / "magika" / "features.npz");
        if (!archive)
            qFatal("%s", archive.error().message.c_str());
        std::vector<std::uint16_t> all;
        std::vector<std::int64_t> classes;
        readAll(**archive, "x", all);
        readAll(**archive, "y", classes);
        std::vector<std::size_t> taken;
        for (std::size_t i = kFirst; i < classes.size(); i += kStep)
            taken.push_back(i);
        const auto count = static_cast<std::int64_t>(taken.size());
        Tensor samples(DataType::Int32, {count, 1, static_cast<std::int64_t>(kLength)});
        Tensor labels(DataType::Int64, {count});
        for (std::size_t k = 0; k < taken.size(); ++k) {
            std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(taken[k] * kLength), kLength,
                        samples.as<std::int32_t>().begin() + static_cast<std::ptrdiff_t>(k * kLength));
            labels.as<std::int64_t>()[k] = classes[taken[k]];
        }
        analysis.samples = 0;
        analysis.evaluation->data.source = (m_folder->path() / "labelled.npy").string();
        analysis.evaluation->labels = m_folder->path() / "labels.npy";
        if (!writeNpy(analysis.evaluation->data.source, samples) || !writeNpy(analysis.evaluation->labels, labels))
            qFatal("the samples cannot be written");
    }

    /// @p analysis with the first @p count of its samples, of float elements, to calibrate and to measure on.
    void takeFirst(AnalysisRequest& analysis, std::int64_t count) const
    {
        for (DataSpec* data : {&*analysis.recipe.calibration, &analysis.evaluation->data})
            takeFirst(*data, count);
    }

    void takeFirst(DataSpec& data, std::int64_t count) const
    {
        const auto all = readNpy(data.source);
        if (!all)
            qFatal("%s", all.error().message.c_str());
        Shape shape = all->shape();
        shape[0] = count;
        Tensor first(DataType::Float, shape);
        std::copy_n(all->as<float>().begin(), first.as<float>().size(), first.as<float>().begin());
        data.source += ".first.npy";
        if (!writeNpy(data.source, first))
            qFatal("the samples cannot be written");
    }

    template <typename T>
    static void readAll(const NpzArchive& archive, const std::string& name, std::vector<T>& values)
    {
        const auto array = archive.array(name);
        if (!array)
            qFatal("%s", array.error().message.c_str());
        std::size_t elements = 1;
        for (const std::int64_t extent : (*array)->header().shape)
            elements *= static_cast<std::size_t>(extent);
        values.resize(elements);
        if (!(*array)->readBytes(0, std::as_writable_bytes(std::span(values))))
            qFatal("the labelled samples cannot be read");
    }

    [[nodiscard]] std::filesystem::path written(const std::string& name, const json& facts, const char* kind) const
    {
        const std::filesystem::path path = m_folder->path() / (name + "_" + kind + ".npy");
        const auto samples = goldenSamples(name, facts, kind);
        if (!samples || !writeNpy(path, *samples))
            qFatal("the samples cannot be written");
        return path;
    }

    /// What quantizing with @p config and evaluating really gives.
    [[nodiscard]] Result<Evaluation> forReal(const AnalysisRequest& analysis, const QuantConfig& config) const
    {
        QuantizeRequest run;
        run.model = analysis.model;
        run.recipe = analysis.recipe;
        run.recipe.config = config;
        run.output = m_folder->path() / "planned.onnx";
        run.checkSamples = 0;
        run.cache = analysis.cache;
        Feedback feedback;
        if (const auto report = quantizeModel(m_environment, run, feedback); !report)
            return report.error();
        EvaluateRequest compared;
        compared.floatModel = analysis.model;
        compared.quantizedModel = run.output;
        compared.evaluation = *analysis.evaluation;
        compared.parts = analysis.recipe.parts;
        compared.threads = analysis.threads;
        return evaluateModels(m_environment, compared, feedback);
    }

private slots:
    void initTestCase()
    {
        if (!std::filesystem::exists(goldenFolder("yolox_nano")))
            QSKIP("The collection of real models is not here (../shared beside the source folder).");
        auto folder = TemporaryFolder::create();
        QVERIFY(folder.has_value());
        m_folder = std::move(*folder);
    }

    void yolox_isMendedAtTheStem()
    {
        AnalysisRequest analysis = analysisOf("yolox_nano", "VINT8");
        analysis.recipe.parts = {*partFromText("scores", "output[..., 5:]")};
        Feedback feedback;
        const auto session = AnalysisSession::open(m_environment, analysis, feedback);
        VERIFY_OK(session);
        const auto advice =
            advise(**session, {.goal = *goalFromText("scores:cosine>=0.95"), .screening = 1}, {}, feedback);
        VERIFY_OK(advice);
        QVERIFY(advice->isComplete);

        // The whole output hides it.
        QVERIFY(advice->baseline.value && *advice->baseline.value > 0.15 && *advice->baseline.value < 0.27);
        const auto broken = forReal(analysis, analysis.recipe.config);
        VERIFY_OK(broken);
        QCOMPARE(broken->summaryNamed("scores")->cosine.mean, *advice->baseline.value);
        const double whole = broken->summaryNamed("output")->cosine.mean;
        QVERIFY2(whole > 0.75 && whole < 0.85, std::to_string(whole).c_str());

        // Which layer, and why.
        QCOMPARE(advice->culprits.at(0).layer, std::string("Conv_41"));
        const std::string& reason = advice->culprits[0].reason;
        QVERIFY2(reason.find("differ ×719 in range; with one scale") != std::string::npos, reason.c_str());

        // What every guide says does not help.
        QVERIFY(valueOf(fixNamed(*advice, "the last 9 layers in float")) < 0.3);
        QVERIFY(valueOf(fixNamed(*advice, "preset A16W8_PC")) > 0.88);
        const AdviceFix* refused = fixNamed(*advice, "per-channel weights");
        QVERIFY(refused && refused->refusal.starts_with("PerChannel must be false under the NPU's rules"));

        QVERIFY(advice->plan.has_value());
        const AdvicePlan& plan = *advice->plan;
        QVERIFY2(plan.outcome.isMet && *plan.outcome.value >= 0.95, advice->left.c_str());
        QCOMPARE(plan.outcome.samples, std::size_t(4));
        QVERIFY2(plan.outcome.figures.byteShare() > 0.95, std::to_string(plan.outcome.figures.byteShare()).c_str());
        const auto mended = forReal(analysis, plan.config);
        VERIFY_OK(mended);
        QCOMPARE(mended->summaryNamed("scores")->cosine.mean, *plan.outcome.value);
    }

    void magika_isMendedBySixteenBitActivations()
    {
        AnalysisRequest analysis = analysisOf("magika", "A8W8");
        takeLabelled(analysis);
        Feedback feedback;
        const auto session = AnalysisSession::open(m_environment, analysis, feedback);
        VERIFY_OK(session);
        const auto advice = advise(**session, {.goal = *goalFromText("top1Drop<=1"), .screening = 10}, {}, feedback);
        VERIFY_OK(advice);
        QVERIFY(advice->baseline.value && *advice->baseline.value > 60.0); // points
        // A normalization divides by what has become 0.
        QVERIFY(!advice->culprits.empty());
        const AdviceCulprit& culprit = advice->culprits.front();
        QVERIFY2(culprit.layer.find("/LayerNorm_0/") != std::string::npos, culprit.layer.c_str());
        QVERIFY2(culprit.reason.find("the smallest become 0") != std::string::npos, culprit.reason.c_str());
        QVERIFY(valueOf(fixNamed(*advice, "per-channel weights")) > 50.0);
        QVERIFY(valueOf(fixNamed(*advice, "16-bit activations")) <= 1.0);
        QVERIFY(advice->plan.has_value() && advice->plan->outcome.isMet);
        QCOMPARE(advice->plan->outcome.figures.byteShare(), 1.0);
        const auto mended = forReal(analysis, advice->plan->config);
        VERIFY_OK(mended);
        const ClassificationSummary& classes = mended->classification.value();
        QVERIFY(classes.quantizedTop1 + 1 >= classes.floatTop1);
        QVERIFY(classes.floatTop1 * 100 > classes.labelled * 85);
    }

    void ppocr_isMendedAsFarAsOtherRulesCarry()
    {
        AnalysisRequest analysis = analysisOf("ppocr_v4_det", "XINT8");
        takeFirst(analysis, 2); // with text in both; there is none in the third
        Feedback feedback;
        const auto session = AnalysisSession::open(m_environment, analysis, feedback);
        VERIFY_OK(session);
        AdviceRequest request;
        request.evaluations = 10; // the search among its layers takes minutes: see ADVICE.md
        request.suspects = 2;
        request.screening = 1;
        const auto advice = advise(**session, request, {}, feedback);
        VERIFY_OK(advice);
        QVERIFY(advice->baseline.value && *advice->baseline.value < 0.9);
        QCOMPARE(advice->culprits.empty(), false);
        QVERIFY2(advice->culprits[0].reason.starts_with("The channels of "), advice->culprits[0].reason.c_str());
        QVERIFY(advice->plan.has_value());
        QVERIFY(*advice->plan->outcome.value > *advice->baseline.value);
        const auto mended = forReal(analysis, advice->plan->config);
        VERIFY_OK(mended);
        QCOMPARE(mended->outputs.at(0).cosine.mean, *advice->plan->outcome.value);
    }

private:
    RuntimeEnvironment m_environment;
    std::unique_ptr<TemporaryFolder> m_folder;
};

QTEST_GUILESS_MAIN(tst_AdviceStories)
#include "tst_advice_stories.moc"
