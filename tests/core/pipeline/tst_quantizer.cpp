// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/npy.h"
#include "core/tensor/npy_writer.h"
#include "tests/core/pipeline/quantizer_fixture.h"
#include "tests/core/pipeline/test_feedback.h"
#include "tests/support/model_builder.h"
#include "tests/support/verify_result.h"

#include <QDir>
#include <QFile>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <cstring>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

std::vector<std::string> allStages()
{
    return {quantizeStages().begin(), quantizeStages().end()};
}

std::vector<std::string> stageNames(const RunReport& report)
{
    std::vector<std::string> names;
    for (const StageRecord& record : report.stages)
        names.push_back(record.name);
    return names;
}

OperatorCounts operatorsOf(const Model& model)
{
    OperatorCounts counts;
    for (const auto& node : model.graph().node())
        ++counts[(node.domain().empty() ? "" : node.domain() + ".") + node.op_type()];
    return counts;
}

/// The JSON report without what may differ between two runs of the same thing.
nlohmann::json lastingPart(const RunReport& report)
{
    nlohmann::json document = toJson(report);
    document.erase("stages");
    document.erase("memory");
    document["output"].erase("path");
    return document;
}

} // namespace

class tst_Quantizer : public QObject, private QuantizerFixture
{
    Q_OBJECT

private slots:
    void init() { makeFolder(); }
    void cleanup() { removeFolder(); }

    void report_agreesWithTheModels();
    void report_agreesWithTheModels_data();
    void stages_comeInTheirOrder();
    void report_isTheSameForTwoRuns();
    void report_isTheSameForTwoRuns_data();
    void exclusions_areInTheReport();
    void warnings_areRecordedOnce();
    void notFiniteValues_areCounted();
    void evaluation_isInTheReport();
    void statistics_giveTheSameModel();
    void externalData_holdTheSameModel();
    void quantizedModel_isTakenWhenAllowed();
    void cancel_writesNothing_whenStageStarts();
    void cancel_writesNothing_whenStageStarts_data();
    void cancel_writesNothing_betweenSamples();
    void cancel_keepsTheModel_whenEvaluating();
    void cancel_endsCalibrateAndEvaluate();
    void check_givesWhatAnEvaluationDoes();
    void check_givesWhatAnEvaluationDoes_data();
    void failedCheck_isAWarning();
    void check_takesNoMoreSamplesThanTheCalibration();
    void check_takesNoMoreSamplesThanTheCalibration_data();
};

void tst_Quantizer::report_agreesWithTheModels_data()
{
    QTest::addColumn<QString>("preset");
    for (const Preset& preset : presets())
        QTest::newRow(preset.name.c_str()) << QString::fromStdString(preset.name);
}

void tst_Quantizer::report_agreesWithTheModels()
{
    QFETCH(QString, preset);
    QuantizeRequest wanted = request(preset.toStdString());
    wanted.checkSamples = 3;
    const auto report = run(wanted);
    VERIFY_OK(report);
    Feedback feedback;
    const auto original = Model::load(wanted.model, {}, feedback);
    VERIFY_OK(original);
    const auto written = Model::load(wanted.output, {.allowQuantized = true}, feedback);
    VERIFY_OK(written);

    QVERIFY(report->recipe == wanted.recipe);
    QCOMPARE(report->modelPath, wanted.model.string());
    QCOMPARE(report->modelHash, original->contentHash());
    QVERIFY(report->floatOperators == operatorsOf(*original));
    QCOMPARE(report->floatWeightBytes, original->weightBytes());
    QCOMPARE(report->outputPath, wanted.output.string());
    QCOMPARE(report->outputHash, written->contentHash());
    QVERIFY(report->quantizedOperators == operatorsOf(*written));
    QCOMPARE(report->quantizedWeightBytes, written->weightBytes());
    const QuantConfig& config = wanted.recipe.config;
    // The transformer's rules leave the convolutions float.
    QVERIFY(report->quantizedWeightBytes < report->floatWeightBytes / (config.npu.enableNPUTransformer ? 1 : 2));
    QCOMPARE(report->opset, written->opset());
    QCOMPARE(report->samples, std::uint64_t(config.needsStatistics() ? 6 : 0));
    QVERIFY(report->selectedNodes > 0 && report->selectedNodes <= report->preparedNodes);
    QVERIFY(report->warnings.empty() && report->exclusions.empty() && report->notFinite.empty());
    QVERIFY(report->check.has_value() && !report->evaluation.has_value());
    QCOMPARE(report->check->samples, std::uint64_t(3));
    QVERIFY(report->check->outputs[0].cosine.mean > 0.98);

    // Every tensor has its scale in the model, with the value that is told; every pair is a tensor.
    std::size_t activations = 0;
    QSet<QString> names;
    for (const QuantizedTensor& tensor : report->tensors) {
        activations += tensor.role == QuantizedTensor::Role::Activation;
        names += QString::fromStdString(tensor.name);
        if (!tensor.sharesWith.empty())
            continue;
        const onnx::TensorProto* scale = findInitializer(written->graph(), tensor.name + "_scale");
        if (!scale)
            scale = findInitializer(written->graph(), tensor.name + "_quantized_scale"); // biases
        QVERIFY2(scale, tensor.name.c_str());
        const std::span<const std::byte> bytes = written->bytesOf(*scale);
        QCOMPARE(bytes.size(), tensor.params.scale.size() * sizeof(float));
        QVERIFY2(std::memcmp(bytes.data(), tensor.params.scale.data(), bytes.size()) == 0, tensor.name.c_str());
    }
    QCOMPARE(std::size_t(names.size()), report->tensors.size());
    const auto count = [&](const char* type) {
        const auto& all = report->quantizedOperators;
        const std::string own = std::string("com.microsoft.") + type;
        return (all.count(type) > 0 ? all.at(type) : 0) + (all.count(own) > 0 ? all.at(own) : 0);
    };
    if (config.selection.dynamic)
        return; // no pairs at all
    if (config.placement.dedicatedQDQPair) { // one for each reader
        QVERIFY(count("QuantizeLinear") > activations);
        QCOMPARE(count("DequantizeLinear") - report->tensors.size(), count("QuantizeLinear") - activations);
    } else {
        QCOMPARE(count("QuantizeLinear"), activations);
        QCOMPARE(count("DequantizeLinear"), report->tensors.size());
    }
    for (const auto& [name, range] : report->ranges)
        QVERIFY2(range.min <= range.max, name.c_str());
}

void tst_Quantizer::stages_comeInTheirOrder()
{
    QuantizeRequest wanted = request();
    wanted.evaluation = EvaluationRequest{*wanted.recipe.calibration, {}};
    TestFeedback feedback;
    const auto report = run(wanted, feedback);
    VERIFY_OK(report);
    QCOMPARE(stageNames(*report), allStages());
    QCOMPARE(feedback.stages, allStages());
    QCOMPARE(feedback.totals["calibrate"], std::size_t(6));
    QCOMPARE(feedback.totals["evaluate"], std::size_t(6));
    QCOMPARE(feedback.lastDone, std::size_t(6));
    for (const StageRecord& record : report->stages)
        QVERIFY(record.seconds >= 0.0 && record.seconds < 60.0);
}

void tst_Quantizer::report_isTheSameForTwoRuns_data()
{
    QTest::addColumn<QString>("preset");
    QTest::newRow("MinMax") << "A8W8";
    QTest::newRow("Percentile") << "U8S8_AAWS";
}

void tst_Quantizer::report_isTheSameForTwoRuns()
{
    QFETCH(QString, preset);
    QuantizeRequest wanted = request(preset.toStdString());
    wanted.checkSamples = 2;
    const auto first = run(wanted);
    VERIFY_OK(first);
    wanted.output = path("second.onnx");
    wanted.threads = 3;
    const auto second = run(wanted);
    VERIFY_OK(second);
    const nlohmann::json one = lastingPart(*first);
    const nlohmann::json two = lastingPart(*second);
    QVERIFY(one.contains("check"));
    QCOMPARE(QString::fromStdString(one.dump(1)), QString::fromStdString(two.dump(1)));
    wanted.recipe.calibration->seed = 1; // other samples
    const auto third = run(wanted);
    VERIFY_OK(third);
    QVERIFY(third->dataHash != first->dataHash);
    QCOMPARE(third->preparedHash, first->preparedHash);
    QVERIFY(third->outputHash != first->outputHash);
}

void tst_Quantizer::exclusions_areInTheReport()
{
    using Kind = ExclusionRule::Kind;
    QuantizeRequest wanted = request("A8W8");
    const auto all = run(wanted);
    VERIFY_OK(all);
    wanted.recipe.config.exclude = {{Kind::OpType, "Gemm", {}, {}}, {Kind::Regex, "^/stem/", {}, {}}};
    const auto report = run(wanted);
    VERIFY_OK(report);
    QCOMPARE(report->exclusions.size(), std::size_t(2));
    QCOMPARE(report->exclusions[0].nodes, std::vector<std::string>{"/head/Gemm"});
    QCOMPARE(report->exclusions[1].nodes,
             (std::vector<std::string>{"/stem/Conv", "/stem/BatchNormalization", "/stem/Clip"}));
    // Of the stem, two nodes are left after the normalization is folded into the convolution.
    QCOMPARE(report->selectedNodes, all->selectedNodes - 3);
    for (const QuantizedTensor& tensor : report->tensors)
        QVERIFY2(tensor.name.find("head.fc") == std::string::npos && tensor.name.find("stem.conv") == std::string::npos,
                 tensor.name.c_str());
    QCOMPARE(all->tensors.size() - report->tensors.size() >= 4, true); // two weights, two biases
}

void tst_Quantizer::warnings_areRecordedOnce()
{
    QuantizeRequest wanted = request();
    wanted.recipe.calibration->samples = 1000;
    wanted.evaluation = EvaluationRequest{*wanted.recipe.calibration, {}}; // would warn again
    TestFeedback feedback;
    const auto report = run(wanted, feedback);
    VERIFY_OK(report);
    QCOMPARE(report->warnings.size(), std::size_t(1));
    QVERIFY2(QString::fromStdString(report->warnings[0]).startsWith("1000 samples are wanted"),
             report->warnings[0].c_str());
    QCOMPARE(feedback.warnings, report->warnings);
    QCOMPARE(report->samples, std::uint64_t(64));
}

void tst_Quantizer::notFiniteValues_areCounted()
{
    Tensor tensor(DataType::Float, {1, 1, 28, 28});
    tensor.as<float>()[5] = std::numeric_limits<float>::quiet_NaN();
    tensor.as<float>()[6] = std::numeric_limits<float>::infinity();
    tensor.as<float>()[7] = 1.0F;
    QVERIFY(QDir(m_folder->path()).mkdir("data"));
    VERIFY_OK(writeNpy(path("data/a.npy"), tensor));
    QuantizeRequest wanted = request();
    wanted.recipe.calibration = DataSpec{path("data"), {}, 0, 0};
    const auto report = run(wanted);
    VERIFY_OK(report);
    QCOMPARE(report->notFinite.at("image"), std::uint64_t(2));
    QCOMPARE(report->warnings.size(), std::size_t(2));
    QVERIFY2(QString::fromStdString(report->warnings[0]).startsWith("NaN was seen and left out in"),
             report->warnings[0].c_str());
    QVERIFY2(QString::fromStdString(report->warnings[1]).startsWith("Infinite values were seen in"),
             report->warnings[1].c_str());
    QCOMPARE(report->ranges.at("image").max, 1.0F);
    for (const QuantizedTensor& planned : report->tensors)
        QVERIFY(planned.name != "image");
}

void tst_Quantizer::evaluation_isInTheReport()
{
    QuantizeRequest wanted = request();
    EvaluationRequest& evaluation = wanted.evaluation.emplace();
    evaluation.data = *wanted.recipe.calibration;
    evaluation.data.source = kSample + "/test";
    evaluation.data.samples = 40;
    evaluation.labels = kSample + "/test/labels.tsv";
    const auto report = run(wanted);
    VERIFY_OK(report);
    QVERIFY(!report->check.has_value());
    QVERIFY(report->evaluation.has_value());
    QCOMPARE(report->evaluation->samples, std::uint64_t(40));
    QCOMPARE(report->evaluation->outputs.size(), std::size_t(1));
    QCOMPARE(report->evaluation->outputs[0].name, std::string("logits"));
    QCOMPARE(report->evaluation->classification->labelled, std::uint64_t(40));
    QVERIFY(report->evaluation->classification->floatTop1 >= 30);
    QVERIFY(report->evaluation->agreement.value() >= 35);

    // The same comparison on its own.
    Feedback feedback;
    const auto alone = evaluateModels(m_environment, {wanted.model, wanted.output, evaluation, 1, false}, feedback);
    VERIFY_OK(alone);
    QVERIFY(toJson(*alone) == toJson(*report->evaluation));
}

void tst_Quantizer::statistics_giveTheSameModel()
{
    QuantizeRequest wanted = request();
    const auto direct = run(wanted);
    VERIFY_OK(direct);
    Feedback feedback;
    const auto statistics = calibrateModel(m_environment, {wanted.model, wanted.recipe, 2, false}, feedback);
    VERIFY_OK(statistics);
    QCOMPARE(statistics->modelHash, direct->preparedHash);
    QCOMPARE(statistics->dataHash, direct->dataHash);
    VERIFY_OK(saveStatistics(*statistics, path("sample.stats")));
    wanted.statistics = path("sample.stats");
    wanted.recipe.calibration.reset();
    wanted.checkSamples = 4; // there are no samples to check with
    wanted.output = path("later.onnx");
    const auto later = run(wanted);
    VERIFY_OK(later);
    QCOMPARE(later->outputHash, direct->outputHash);
    QCOMPARE(later->samples, std::uint64_t(6));
    QCOMPARE(stageNames(*later), allStages());
    QVERIFY(!later->check.has_value());
}

void tst_Quantizer::externalData_holdTheSameModel()
{
    QuantizeRequest wanted = request();
    const auto embedded = run(wanted);
    VERIFY_OK(embedded);
    wanted.externalData = true;
    wanted.output = path("external.onnx");
    const auto external = run(wanted);
    VERIFY_OK(external);
    QCOMPARE(external->outputHash, embedded->outputHash);
    Feedback feedback;
    const auto loaded = Model::load(wanted.output, {.allowQuantized = true}, feedback);
    VERIFY_OK(loaded);
    QVERIFY(loaded->usesExternalData());
    QCOMPARE(loaded->contentHash(), embedded->outputHash);
    QCOMPARE(namesIn(m_folder->path()), QStringList({"external.onnx", "external.onnx.data", "out.onnx"}));
}

void tst_Quantizer::quantizedModel_isTakenWhenAllowed()
{
    using Kind = ExclusionRule::Kind;
    QuantizeRequest half = request();
    half.recipe.config.exclude = {{Kind::Regex, "^/block[1-6]/", {}, {}}};
    VERIFY_OK(run(half));
    QuantizeRequest rest = request();
    rest.model = half.output;
    rest.output = path("rest.onnx");
    const auto refused = run(rest);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::ModelRefused);
    rest.allowQuantized = true;
    const auto report = run(rest);
    VERIFY_OK(report);
    QVERIFY(report->quantizedOperators.at("QuantizeLinear") > report->floatOperators.at("QuantizeLinear"));
}

void tst_Quantizer::cancel_writesNothing_whenStageStarts_data()
{
    QTest::addColumn<QString>("stage");
    for (const std::string_view stage : quantizeStages()) {
        if (stage != "evaluate")
            QTest::newRow(std::string(stage).c_str()) << QString::fromUtf8(stage.data(), qsizetype(stage.size()));
    }
}

void tst_Quantizer::cancel_writesNothing_whenStageStarts()
{
    QFETCH(QString, stage);
    QuantizeRequest wanted = request();
    wanted.output = path("new/out.onnx");
    TestFeedback feedback(stage.toStdString());
    const auto report = run(wanted, feedback);
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::Canceled);
    QCOMPARE(report.error().message, std::string("Canceled; nothing was written."));
    QCOMPARE(feedback.stages.back(), stage.toStdString());
    QCOMPARE(namesIn(m_folder->path()), QStringList());

    // The environment is as good as before.
    wanted.recipe.calibration->samples = 1;
    VERIFY_OK(run(wanted));
    QCOMPARE(namesIn(m_folder->filePath("new")), QStringList({"out.onnx"}));
}

void tst_Quantizer::cancel_writesNothing_betweenSamples()
{
    const QuantizeRequest wanted = request();
    TestFeedback feedback("calibrate", 3);
    const auto report = run(wanted, feedback);
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::Canceled);
    QCOMPARE(feedback.lastDone, std::size_t(3));
    QCOMPARE(namesIn(m_folder->path()), QStringList());
}

void tst_Quantizer::cancel_keepsTheModel_whenEvaluating()
{
    QuantizeRequest wanted = request();
    wanted.checkSamples = 4;
    wanted.evaluation = EvaluationRequest{*wanted.recipe.calibration, {}};
    for (const std::size_t steps : {std::size_t(0), std::size_t(2)}) {
        TestFeedback feedback("evaluate", steps);
        const auto report = run(wanted, feedback);
        VERIFY_OK(report);
        QVERIFY(report->evaluationError.has_value());
        QCOMPARE(report->evaluationError->code, ErrorCode::Canceled);
        // Something was written, and the user is told so.
        QCOMPARE(report->evaluationError->message,
                 "Canceled; '" + wanted.output.string() + "' is complete, but was not evaluated.");
        QVERIFY(!report->evaluation);
        Feedback silent;
        VERIFY_OK(Model::load(wanted.output, {.allowQuantized = true}, silent));
        QVERIFY(QFile::remove(QString::fromStdString(wanted.output.string())));
    }
}

void tst_Quantizer::cancel_endsCalibrateAndEvaluate()
{
    const QuantizeRequest wanted = request();
    for (const char* stage : {"load", "prepare", "calibrate"}) {
        TestFeedback feedback(stage);
        const auto statistics = calibrateModel(m_environment, {wanted.model, wanted.recipe, 1, false}, feedback);
        QVERIFY(!statistics);
        QCOMPARE(statistics.error().code, ErrorCode::Canceled);
    }
    for (const char* stage : {"load", "evaluate"}) {
        TestFeedback feedback(stage, stage[0] == 'e' ? 2 : 0);
        const auto evaluation = evaluateModels(
            m_environment, {wanted.model, wanted.model, {*wanted.recipe.calibration, {}}, 1, false}, feedback);
        QVERIFY(!evaluation);
        QCOMPARE(evaluation.error().code, ErrorCode::Canceled);
    }
}

void tst_Quantizer::check_givesWhatAnEvaluationDoes_data()
{
    QTest::addColumn<QString>("preset");
    QTest::addColumn<bool>("isGiven"); // statistics instead of a calibration
    QTest::newRow("calibrated") << "A8W8" << false;
    QTest::newRow("statistics") << "A8W8" << true;
    QTest::newRow("dynamic") << "UINT8_DYNAMIC_QUANT" << false;
}

void tst_Quantizer::check_givesWhatAnEvaluationDoes()
{
    QFETCH(QString, preset);
    QFETCH(bool, isGiven);
    QuantizeRequest wanted = request(preset.toStdString());
    wanted.recipe.calibration->samples = 3;
    wanted.checkSamples = 3;
    wanted.evaluation = EvaluationRequest{*wanted.recipe.calibration, {}};
    if (isGiven) {
        Feedback feedback;
        const auto statistics = calibrateModel(m_environment, {wanted.model, wanted.recipe, 1, false}, feedback);
        VERIFY_OK(statistics);
        VERIFY_OK(saveStatistics(*statistics, path("given.stats")));
        wanted.statistics = path("given.stats");
    }
    const auto report = run(wanted);
    VERIFY_OK(report);
    QVERIFY(report->check && report->evaluation);
    QCOMPARE(report->check->samples, std::uint64_t(3));
    QCOMPARE(report->evaluation->samples, std::uint64_t(3));
    QCOMPARE(report->check->dataHash, report->evaluation->dataHash);
    QVERIFY(report->check->outputs[0].cosine.worst < 1.0);
    QCOMPARE(report->check->outputs[0].cosine.worst, report->evaluation->outputs[0].cosine.worst);
    QCOMPARE(report->check->outputs[0].cosine.mean, report->evaluation->outputs[0].cosine.mean);
}

void tst_Quantizer::failedCheck_isAWarning()
{
    QuantizeRequest wanted = request();
    Feedback feedback;
    const auto statistics = calibrateModel(m_environment, {wanted.model, wanted.recipe, 1, false}, feedback);
    VERIFY_OK(statistics);
    VERIFY_OK(saveStatistics(*statistics, path("out.stats")));
    wanted.statistics = path("out.stats");
    wanted.recipe.calibration->source = "gone";
    wanted.checkSamples = 2;
    const auto report = run(wanted);
    VERIFY_OK(report);
    QVERIFY(!report->check && !report->evaluationError);
    QCOMPARE(report->warnings.size(), std::size_t(1));
    QVERIFY2(report->warnings[0].find("'gone' does not exist") != std::string::npos, report->warnings[0].c_str());
    VERIFY_OK(Model::load(wanted.output, {.allowQuantized = true}, feedback));
}

void tst_Quantizer::check_takesNoMoreSamplesThanTheCalibration_data()
{
    QTest::addColumn<int>("calibrated");
    QTest::addColumn<int>("wanted");
    QTest::addColumn<int>("checked");
    QTest::newRow("random: one") << 0 << 2 << 1;
    QTest::newRow("one") << 1 << 2 << 1;
    QTest::newRow("as many") << 2 << 2 << 2;
    QTest::newRow("fewer") << 5 << 3 << 3;
    QTest::newRow("none") << 5 << 0 << 0;
}

void tst_Quantizer::check_takesNoMoreSamplesThanTheCalibration()
{
    QFETCH(int, calibrated);
    QFETCH(int, wanted);
    QFETCH(int, checked);
    QuantizeRequest few = request();
    few.recipe.calibration->source = "random";
    few.recipe.calibration->samples = std::size_t(calibrated);
    few.checkSamples = std::size_t(wanted);
    const auto report = run(few);
    VERIFY_OK(report);
    QCOMPARE(report->samples, std::uint64_t(std::max(calibrated, 1)));
    QCOMPARE(report->check ? int(report->check->samples) : 0, checked);
}

QTEST_GUILESS_MAIN(tst_Quantizer)
#include "tst_quantizer.moc"
