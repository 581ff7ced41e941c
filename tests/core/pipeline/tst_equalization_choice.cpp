// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_io.h"
#include "core/config/presets.h"
#include "core/pipeline/equalization_choice.h"
#include "core/pipeline/equalization_memory.h"
#include "core/pipeline/quantizer.h"
#include "core/runtime/runtime_environment.h"
#include "tests/support/model_builder.h"
#include "tests/support/model_runs.h"
#include "tests/support/uneven_layers.h"
#include "tests/support/verify_result.h"

#include <QTest>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <memory>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

using Acceptance = EqualizationConfig::Acceptance;

constexpr int kChannels = kUnevenChannels;

/// Counts the samples that are read of another source.
class CountedSource final : public SampleSource
{
public:
    explicit CountedSource(const SampleSource& source) : m_source(source) { }
    std::size_t size() const override { return m_source.size(); }
    std::string name(std::size_t i) const override { return m_source.name(i); }
    std::optional<Origin> origin(std::size_t i) const override { return m_source.origin(i); }
    Result<Sample> read(std::size_t i) const override
    {
        ++reads;
        return m_source.read(i);
    }

    mutable std::atomic<int> reads = 0;

private:
    const SampleSource& m_source;
};

QuantConfig configOf(Acceptance acceptance)
{
    QuantConfig config = findPreset("A8W8", ErrorCode::InvalidArgument)->config;
    config.equalization.include = true;
    config.equalization.acceptance = acceptance;
    config.equalization.scaleUseThreshold = false;
    return config;
}

std::string hashOf(const Model& model)
{
    Feedback feedback;
    return *model.contentHash(feedback);
}

} // namespace

class tst_EqualizationChoice : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        Feedback feedback;
        m_model = std::make_unique<Model>(unevenLayers(10).model());
        m_samples = std::move(*openSampleSource({"random:3", {}, 6, 0}, m_model->inputs(), feedback));
    }
    void uneven_isEqualized_asMeasured();
    void fewSamples_mustHalveTheError_data();
    void fewSamples_mustHalveTheError();
    void even_isLeftAlone();
    void exclusions_doNotMatter();
    void remembered_measuresNothing();
    void threads_doNotMatter();
    void givenStatistics_tellWhatWasTaken();
    void collectedAsForARun_servesIt_data();
    void collectedAsForARun_servesIt();
    void withoutData_theReasonIsTold();
    void prediction_looksAtNoData();
    void cancel_isPassedOn();
    void refusedData_areLeftToTheCalibration();
    void budget_tooSmall_isTold();
    void graphsThatAreEqual_measureTheSame();

private:
    [[nodiscard]] EqualizedModel choose(const QuantConfig& config, EqualizationEvidence evidence)
    {
        evidence.inputs = m_inputs = m_model->inputs();
        Feedback feedback;
        auto chosen = chooseEqualization(environment(), m_model->clone(), config, evidence, feedback);
        if (!chosen)
            qFatal("%s", chosen.error().message.c_str());
        return std::move(*chosen);
    }

    std::unique_ptr<Model> m_model;
    std::vector<TensorSpec> m_inputs;
    std::unique_ptr<SampleSource> m_samples;
};

void tst_EqualizationChoice::uneven_isEqualized_asMeasured()
{
    const EqualizedModel chosen = choose(configOf(Acceptance::Improvement), {m_samples.get()});
    const auto& measured = chosen.report.measured;
    QVERIFY(!chosen.report.gaps.empty());
    QVERIFY2(chosen.report.taken.find("as measured on 4 calibration samples") != std::string::npos,
             chosen.report.taken.c_str());
    QVERIFY(measured.at("None") > 2.0 * std::min(measured.at("Always"), measured.at("Improvement")));
    QVERIFY(measured.at("None") < 1.0);
}

void tst_EqualizationChoice::fewSamples_mustHalveTheError_data()
{
    QTest::addColumn<int>("samples");
    for (const int samples : {1, 2})
        QTest::addRow("%d", samples) << samples;
}

void tst_EqualizationChoice::fewSamples_mustHalveTheError()
{
    QFETCH(int, samples);
    std::size_t taken = 0;
    std::size_t notSure = 0;
    for (int ratio = 0; ratio <= 10; ++ratio) {
        *m_model = unevenLayers(ratio).model();
        Feedback feedback;
        m_samples =
            std::move(*openSampleSource({"random:3", {}, std::size_t(samples), 0}, m_model->inputs(), feedback));
        const EqualizedModel chosen = choose(configOf(Acceptance::Improvement), {m_samples.get()});
        const auto& measured = chosen.report.measured;
        const bool isTaken = !chosen.report.taken.starts_with("None");
        double least = measured.at("None");
        for (const char* name : {"Always", "Improvement"})
            least = measured.contains(name) ? std::min(least, measured.at(name)) : least;
        QCOMPARE(isTaken, 2.0 * least <= measured.at("None"));
        taken += isTaken;
        notSure += !isTaken && least < 0.97 * measured.at("None");
    }
    QVERIFY(taken > 0 && notSure > 0);
}

void tst_EqualizationChoice::even_isLeftAlone()
{
    *m_model = unevenLayers(0).model();
    const EqualizedModel chosen = choose(configOf(Acceptance::Improvement), {m_samples.get()});
    QCOMPARE(hashOf(chosen.model), hashOf(*m_model));
    QVERIFY(chosen.report.taken.starts_with("None, as measured"));
    QVERIFY(chosen.report.gaps.empty());
    for (const EqualizationRecord& record : chosen.report.records)
        QVERIFY(record.rule.empty() && !record.reason.empty());
}

void tst_EqualizationChoice::exclusions_doNotMatter()
{
    QuantConfig config = configOf(Acceptance::Improvement);
    const EqualizedModel whole = choose(config, {m_samples.get()});
    config.selection.nodesToQuantize = {"head"};
    config.placement.nodesToExcludeOutputQuantization = {"head"};
    QCOMPARE(hashOf(choose(config, {m_samples.get()}).model), hashOf(whole.model));
}

void tst_EqualizationChoice::remembered_measuresNothing()
{
    const auto folder = TemporaryFolder::create();
    QVERIFY(folder.has_value());
    const std::filesystem::path place = (*folder)->path();
    const CountedSource source(*m_samples);
    const PreprocessSpec preprocess;
    const std::vector<TensorSpec> inputs = m_model->inputs();
    const auto remembering = [&](const QuantConfig& config) {
        EqualizationMemory memory(place, source, preprocess, inputs);
        source.reads = 0;
        return choose(config, {.samples = &source, .memory = &memory});
    };
    QuantConfig config = configOf(Acceptance::Improvement);
    const EqualizedModel first = remembering(config);
    QVERIFY(source.reads > 0);
    config.exclude = {{ExclusionRule::Kind::Node, "head", {}, {}}};
    config.selection.nodesToQuantize = {"tail"};
    const EqualizedModel second = remembering(config);
    QCOMPARE(source.reads, 0);
    QCOMPARE(hashOf(second.model), hashOf(first.model));
    QVERIFY(second.report.measured == first.report.measured);
    QCOMPARE(second.report.taken, first.report.taken);

    const std::filesystem::path file = std::filesystem::directory_iterator(place)->path();
    QCOMPARE(file.extension().string(), std::string(kEqualizationEnding));
    for (const char* damaged : {R"({"logErrors": {"None": [1], "Always": [1, 2], "Improvement": [1]}})",
                                R"({"logErrors": {"None": [800], "Always": [-800], "Improvement": [1]}})", "{"}) {
        VERIFY_OK(writeTextFileAtomically(file, damaged));
        const EqualizedModel again = remembering(config);
        QVERIFY2(source.reads > 0, damaged);
        QCOMPARE(hashOf(again.model), hashOf(first.model));
    }
    config.calibration.method = CalibrationMethod::Entropy;
    (void)remembering(config);
    QVERIFY(source.reads > 0);
    *m_model = unevenLayers(9).model();
    (void)remembering(config);
    QVERIFY(source.reads > 0);
}

void tst_EqualizationChoice::threads_doNotMatter()
{
    const QuantConfig config = configOf(Acceptance::Improvement);
    const EqualizedModel one = choose(config, {.samples = m_samples.get(), .threads = 1});
    const EqualizedModel three = choose(config, {.samples = m_samples.get(), .threads = 3});
    const EqualizedModel few =
        choose(config, {.samples = m_samples.get(), .threads = 3, .memoryBudget = std::uint64_t(1) << 40});
    QCOMPARE(hashOf(one.model), hashOf(three.model));
    QVERIFY(one.report.measured == three.report.measured);
    QVERIFY(one.report.measured == few.report.measured);
}

void tst_EqualizationChoice::givenStatistics_tellWhatWasTaken()
{
    const QuantConfig config = configOf(Acceptance::Improvement);
    QuantConfig always = config;
    always.equalization.acceptance = Acceptance::Always;
    QuantConfig prediction = config;
    prediction.equalization.acceptance = Acceptance::Prediction;
    for (const std::string& hash :
         {hashOf(*m_model), hashOf(choose(always, {}).model), hashOf(choose(prediction, {}).model)})
        QCOMPARE(hashOf(choose(config, {.statisticsOf = hash}).model), hash);
}

void tst_EqualizationChoice::collectedAsForARun_servesIt_data()
{
    QTest::addColumn<int>("spread");
    QTest::addColumn<int>("samples");
    QTest::addColumn<bool>("isEqualized");
    QTest::newRow("sure gain") << 10 << 6 << true;
    QTest::newRow("no sure gain") << 1 << 1 << false; // which the prediction does not know
}

void tst_EqualizationChoice::collectedAsForARun_servesIt()
{
    QFETCH(int, spread);
    QFETCH(int, samples);
    QFETCH(bool, isEqualized);
    using Equalization = CalibrateRequest::Equalization;
    const auto folder = TemporaryFolder::create();
    QVERIFY(folder.has_value());
    const std::filesystem::path place = (*folder)->path();
    Feedback feedback;
    VERIFY_OK(unevenLayers(spread).model().save(place / "model.onnx", {}, feedback));
    CalibrateRequest collect{.model = place / "model.onnx", .recipe = {}};
    collect.recipe.config = configOf(Acceptance::Improvement);
    collect.recipe.calibration = DataSpec{"random:3", {}, std::size_t(samples), 0};
    const auto predicted = calibrateModel(environment(), collect, feedback);
    VERIFY_OK(predicted);
    collect.cache.folder = place / "cache";
    collect.equalization = Equalization::Measured;
    const auto collected = calibrateModel(environment(), collect, feedback);
    VERIFY_OK(collected);

    QuantizeRequest run;
    run.model = collect.model;
    run.recipe = collect.recipe;
    run.output = place / "alone.onnx";
    const auto alone = quantizeModel(environment(), run, feedback);
    VERIFY_OK(alone);
    QCOMPARE(!alone->equalization.taken.starts_with("None"), isEqualized);
    QCOMPARE(collected->modelHash, alone->preparedHash);
    if (!isEqualized)
        QVERIFY(predicted->modelHash != alone->preparedHash);
    run.cache = collect.cache;
    run.output = place / "served.onnx";
    const auto served = quantizeModel(environment(), run, feedback);
    VERIFY_OK(served);
    QVERIFY(served->cache && served->cache->hit);
    QCOMPARE(served->outputHash, alone->outputHash);
    QCOMPARE(served->equalization.taken, alone->equalization.taken);
    // A file of them serves as well, without data.
    VERIFY_OK(saveStatistics(*collected, place / "model.stats"));
    run.statistics = place / "model.stats";
    run.recipe.calibration.reset();
    run.output = place / "later.onnx";
    const auto later = quantizeModel(environment(), run, feedback);
    VERIFY_OK(later);
    QCOMPARE(later->outputHash, alone->outputHash);
}

void tst_EqualizationChoice::withoutData_theReasonIsTold()
{
    const EqualizedModel chosen = choose(configOf(Acceptance::Improvement), {});
    QCOMPARE(QString::fromStdString(chosen.report.taken),
             QString("Improvement, by prediction alone: there are no calibration data"));
    QVERIFY(!chosen.report.gaps.empty());
}

void tst_EqualizationChoice::prediction_looksAtNoData()
{
    *m_model = unevenLayers(10).model();
    const EqualizedModel chosen = choose(configOf(Acceptance::Prediction), {m_samples.get()});
    QVERIFY(chosen.report.measured.empty());
    QCOMPARE(hashOf(chosen.model), hashOf(choose(configOf(Acceptance::Improvement), {}).model));
}

void tst_EqualizationChoice::cancel_isPassedOn()
{
    struct : Feedback
    {
        [[nodiscard]] bool isCanceled() const override { return true; }
    } feedback;
    const std::vector<TensorSpec> inputs = m_model->inputs();
    const auto chosen = chooseEqualization(environment(), m_model->clone(), configOf(Acceptance::Improvement),
                                           {m_samples.get(), inputs}, feedback);
    QVERIFY(!chosen);
    QCOMPARE(chosen.error().code, ErrorCode::Canceled);
}

void tst_EqualizationChoice::refusedData_areLeftToTheCalibration()
{
    // Any width is declared, and one can be computed.
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, kChannels, 6, -1});
    b.initializer("v", {kChannels, kChannels, 1, 1}, normalNumbers(kChannels * kChannels, 1));
    b.initializer("w", {kChannels, kChannels, 1, 1}, normalNumbers(kChannels * kChannels, 2));
    b.int64s("shape", {1, 36 * kChannels});
    b.node("Conv", {"x", "v"}, {"a"}, "head");
    b.node("Conv", {"a", "w"}, {"c"}, "tail");
    b.node("Reshape", {"c", "shape"}, {"y"}, "reshape");
    b.output("y");
    *m_model = b.model();
    const EqualizedModel chosen = choose(configOf(Acceptance::Improvement), {m_samples.get()});
    QVERIFY2(chosen.report.taken.find("as measured on") != std::string::npos, chosen.report.taken.c_str());
    Feedback feedback;
    std::vector<TensorSpec> narrow = unevenLayers(0).model().inputs();
    narrow[0].shape = {1, kChannels, 6, 5};
    m_samples = std::move(*openSampleSource({"random:3", {}, 6, 0}, narrow, feedback));
    const EqualizedModel untold = choose(configOf(Acceptance::Improvement), {m_samples.get()});
    QVERIFY2(untold.report.taken.find("nothing could be measured, because Sample") != std::string::npos,
             untold.report.taken.c_str());
}

void tst_EqualizationChoice::budget_tooSmall_isTold()
{
    const std::vector<TensorSpec> inputs = m_model->inputs();
    Feedback feedback;
    const auto chosen =
        chooseEqualization(environment(), m_model->clone(), configOf(Acceptance::Improvement),
                           {.samples = m_samples.get(), .inputs = inputs, .memoryBudget = 1 << 20}, feedback);
    QVERIFY(!chosen);
    QCOMPARE(chosen.error().code, ErrorCode::OutOfMemory);
    QVERIFY2(chosen.error().message.find("CLEAcceptance=Prediction") != std::string::npos,
             chosen.error().message.c_str());
}

void tst_EqualizationChoice::graphsThatAreEqual_measureTheSame()
{
    // Only a chain of the extended rules: the reference's scalings are the graph as it is.
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, kChannels, 6, 6});
    std::vector<float> first = normalNumbers(kChannels * kChannels, 1);
    for (std::size_t i = 0; i < first.size(); ++i)
        first[i] *= std::exp2(-static_cast<float>(i / kChannels));
    b.initializer("v", {kChannels, kChannels, 1, 1}, first);
    b.initializer("w", {kChannels, kChannels, 1, 1}, normalNumbers(kChannels * kChannels, 2));
    b.initializer("slope", {kChannels, 1, 1}, std::vector<float>(kChannels, 0.1F));
    b.node("Conv", {"x", "v"}, {"a"}, "head");
    b.node("PRelu", {"a", "slope"}, {"p"}, "prelu");
    b.node("Conv", {"p", "w"}, {"y"}, "tail");
    b.output("y");
    *m_model = b.model();
    const EqualizedModel chosen = choose(configOf(Acceptance::Improvement), {m_samples.get()});
    QCOMPARE(chosen.report.measured.at("Always"), chosen.report.measured.at("None"));
    QVERIFY(chosen.report.measured.count("Improvement") == 1);
}

QTEST_APPLESS_MAIN(tst_EqualizationChoice)
#include "tst_equalization_choice.moc"
