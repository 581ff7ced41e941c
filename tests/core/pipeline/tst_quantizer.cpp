// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/presets.h"
#include "core/pipeline/quantizer.h"
#include "core/runtime/runtime_environment.h"
#include "core/tensor/npy.h"
#include "tests/core/pipeline/test_feedback.h"
#include "tests/support/model_builder.h"
#include "tests/support/npy_writer.h"
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

constexpr const char* kSample = QUANTISCOPE_SOURCE_DIR "/resources/sample";

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

QStringList namesIn(const QString& folder)
{
    return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
}

/// The JSON report without what may differ between two runs of the same thing.
nlohmann::json lastingPart(const RunReport& report)
{
    nlohmann::json document = toJson(report);
    document.erase("stages");
    document["output"].erase("path");
    return document;
}

using Edit = void (*)(QuantizeRequest& request, const QString& folder);

} // namespace

Q_DECLARE_METATYPE(Edit)

class tst_Quantizer : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void cleanup() { m_folder.reset(); }

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
    void badRequest_isRefused();
    void badRequest_isRefused_data();
    void outputThatIsTheModel_isRefused();
    void calibrate_isRefused_withoutData();

private:
    [[nodiscard]] std::string path(const char* name) const { return m_folder->filePath(name).toStdString(); }
    /// A request for the bundled sample, with few samples and without the check at the end.
    [[nodiscard]] QuantizeRequest request(const std::string& preset = "U8S8_AAWS") const
    {
        QuantizeRequest wanted;
        wanted.model = std::string(kSample) + "/fashion_cnn.onnx";
        wanted.output = path("out.onnx");
        wanted.recipe = *loadRecipe(std::string(kSample) + "/recipe.json");
        wanted.recipe.config = findPreset(preset, ErrorCode::InvalidArgument)->config;
        wanted.recipe.calibration->samples = 6;
        wanted.threads = 1;
        wanted.checkSamples = 0;
        return wanted;
    }
    [[nodiscard]] Result<RunReport> run(const QuantizeRequest& wanted, Feedback& feedback) const
    {
        return quantizeModel(m_environment, wanted, feedback);
    }
    [[nodiscard]] Result<RunReport> run(const QuantizeRequest& wanted) const
    {
        Feedback feedback;
        return run(wanted, feedback);
    }

    RuntimeEnvironment m_environment;
    std::unique_ptr<QTemporaryDir> m_folder;
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
    QVERIFY(report->quantizedWeightBytes < report->floatWeightBytes / 2);
    QCOMPARE(report->opset, written->opset());
    QCOMPARE(report->samples, std::uint64_t(6));
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
    QCOMPARE(count("QuantizeLinear"), activations);
    QCOMPARE(count("DequantizeLinear"), report->tensors.size());
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
    for (const StageRecord& record : report->stages) {
        QVERIFY(record.seconds >= 0.0 && record.seconds < 60.0);
        QVERIFY(report->stage(record.name) == &record);
    }
    QVERIFY(report->stage("nothing") == nullptr);
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
    QCOMPARE(report->warnings.size(), std::size_t(1));
    QVERIFY2(QString::fromStdString(report->warnings[0]).startsWith("NaN or infinite values were seen in"),
             report->warnings[0].c_str());
    QCOMPARE(report->ranges.at("image").max, 1.0F);
}

void tst_Quantizer::evaluation_isInTheReport()
{
    QuantizeRequest wanted = request();
    EvaluationRequest& evaluation = wanted.evaluation.emplace();
    evaluation.data = *wanted.recipe.calibration;
    evaluation.data.source = std::string(kSample) + "/test";
    evaluation.data.samples = 40;
    evaluation.labels = std::string(kSample) + "/test/labels.tsv";
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
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::Canceled);
        // Something was written, and the user is told so.
        QCOMPARE(report.error().message,
                 "Canceled; '" + wanted.output.string() + "' is complete, but was not evaluated.");
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

void tst_Quantizer::badRequest_isRefused_data()
{
    using Kind = ExclusionRule::Kind;
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("stage"); ///< in which it is found: not after minutes of work
    const auto row = [](const char* name, Edit edit, ErrorCode code, const char* words, const char* stage) {
        QTest::newRow(name) << edit << int(code) << QString(words) << QString(stage);
    };
    row(
        "model missing", [](QuantizeRequest& r, const QString&) { r.model = "gone.onnx"; }, ErrorCode::ModelRefused,
        "File 'gone.onnx' does not exist.", "load");
    row(
        "data missing", [](QuantizeRequest& r, const QString&) { r.recipe.calibration->source = "gone"; },
        ErrorCode::DataRefused, "'gone' does not exist.", "load");
    row(
        "pictures corrupt",
        [](QuantizeRequest& r, const QString& folder) {
            QFile file(folder + "/data/a.png");
            QDir(folder).mkdir("data");
            file.open(QIODevice::WriteOnly);
            file.write("no picture");
            r.recipe.calibration->source = folder.toStdString() + "/data";
        },
        ErrorCode::DataRefused, "None of the 1 samples can be read.", "calibrate");
    row(
        "preprocessing does not fit",
        [](QuantizeRequest& r, const QString&) { r.recipe.calibration->preprocess = *builtinPreprocess("imagenet"); },
        ErrorCode::DataRefused, "takes pictures of 1 channel", "load");
    row(
        "no data", [](QuantizeRequest& r, const QString&) { r.recipe.calibration.reset(); }, ErrorCode::InvalidArgument,
        "Calibration data are needed", "load");
    row(
        "dead rule",
        [](QuantizeRequest& r, const QString&) {
            r.recipe.config.exclude = {{Kind::Node, "/stem/Con", {}, {}}};
        },
        ErrorCode::InvalidArgument, "Did you mean '/stem/Conv'?", "load");
    row(
        "all excluded",
        [](QuantizeRequest& r, const QString&) {
            r.recipe.config.exclude = {{Kind::Regex, ".", {}, {}}};
        },
        ErrorCode::ModelRefused, "Nothing in this model would be quantized", "prepare");
    row(
        "opset downwards", [](QuantizeRequest& r, const QString&) { r.recipe.config.convertOpsetVersion = 12; },
        ErrorCode::InvalidArgument, "ConvertOpsetVersion 12 is lower than the model's opset 17", "prepare");
    row(
        "statistics missing", [](QuantizeRequest& r, const QString&) { r.statistics = "gone.stats"; },
        ErrorCode::ConfigRefused, "File 'gone.stats' does not exist.", "load");
    row(
        "evaluation data missing",
        [](QuantizeRequest& r, const QString&) {
            r.evaluation = EvaluationRequest{DataSpec{"nowhere", {}, 0, 0}, {}};
        },
        ErrorCode::DataRefused, "'nowhere' does not exist.", "load");
    row(
        "labels missing",
        [](QuantizeRequest& r, const QString&) {
            r.evaluation = EvaluationRequest{*r.recipe.calibration, "gone.tsv"};
        },
        ErrorCode::DataRefused, "File 'gone.tsv' does not exist.", "load");
    row(
        "output is a folder", [](QuantizeRequest& r, const QString& folder) { r.output = folder.toStdString(); },
        ErrorCode::DiskError, "it is a folder", "save");
    row(
        "output below a file",
        [](QuantizeRequest& r, const QString&) { r.output = std::string(kSample) + "/recipe.json/out.onnx"; },
        ErrorCode::DiskError, "its folder cannot be made", "save");
}

void tst_Quantizer::badRequest_isRefused()
{
    QFETCH(Edit, edit);
    QFETCH(int, code);
    QFETCH(QString, words);
    QFETCH(QString, stage);
    QuantizeRequest wanted = request();
    edit(wanted, m_folder->path());
    const QStringList before = namesIn(m_folder->path());
    TestFeedback feedback;
    const auto report = run(wanted, feedback);
    QVERIFY(!report);
    const QString message = QString::fromStdString(report.error().message);
    QVERIFY2(message.contains(words), qPrintable(message));
    QCOMPARE(int(report.error().code), code);
    QCOMPARE(namesIn(m_folder->path()), before);
    QVERIFY(message.endsWith('.') || message.endsWith('?'));
    QCOMPARE(QString::fromStdString(feedback.stages.back()), stage);
}

void tst_Quantizer::outputThatIsTheModel_isRefused()
{
    QuantizeRequest wanted = request();
    QVERIFY(QFile::copy(QString::fromStdString(wanted.model.string()), m_folder->filePath("model.onnx")));
    wanted.model = path("model.onnx");
    wanted.output = path("../") + m_folder->path().section('/', -1).toStdString() + "/model.onnx";
    const auto report = run(wanted);
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::InvalidArgument);
    Feedback feedback;
    VERIFY_OK(Model::load(wanted.model, {}, feedback)); // it is the float model still
}

void tst_Quantizer::calibrate_isRefused_withoutData()
{
    QuantizeRequest wanted = request();
    wanted.recipe.calibration.reset();
    Feedback feedback;
    const auto statistics = calibrateModel(m_environment, {wanted.model, wanted.recipe, 1, false}, feedback);
    QVERIFY(!statistics);
    QCOMPARE(statistics.error().code, ErrorCode::InvalidArgument);
    QVERIFY(QString::fromStdString(statistics.error().message).startsWith("Calibration data are needed"));
}

QTEST_GUILESS_MAIN(tst_Quantizer)
#include "tst_quantizer.moc"
