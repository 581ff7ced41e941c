// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/pipeline/quantizer_fixture.h"
#include "tests/core/pipeline/test_feedback.h"
#include "tests/support/model_builder.h"
#include "tests/support/verify_result.h"

#include <QFile>
#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

using Edit = void (*)(QuantizeRequest& request, const QString& folder);
Q_DECLARE_METATYPE(Edit)

namespace {

/// Two layer rules as of a recipe's file: a good one, and per-channel weights along @p axis where @p match says.
void addLayerRules(QuantizeRequest& request, const ExclusionRule& match, int axis)
{
    LayerRule good{{ExclusionRule::Kind::OpType, "Conv", {}, {}}, {}, {}, {}, {}};
    good.output.emplace().type = DataType::Int16;
    LayerRule other{match, {}, {}, {}, {}};
    other.weight.emplace().perChannel = true;
    other.weight->axis = axis;
    request.recipe.config.layers = {good, other};
    request.recipe.origin = {"my.json", request.recipe.config};
}

} // namespace

class tst_QuantizerRefusals : public QObject, private QuantizerFixture
{
    Q_OBJECT

private slots:
    void init() { makeFolder(); }
    void cleanup() { removeFolder(); }

    void badRequest_isRefused_data();
    void badRequest_isRefused();
    void operatorTypesOfOtherModels_areTold();
    void calibrate_refusesWhatQuantizeDoes();
    void modelThatCannotRun_isRefused();
    void outputThatIsTheModel_isRefused();
    void calibrate_isRefused_withoutData();
};

void tst_QuantizerRefusals::badRequest_isRefused_data()
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
        "output is a device", [](QuantizeRequest& r, const QString&) { r.output = "/dev/null"; },
        ErrorCode::InvalidArgument, "The output '/dev/null' is a device or a pipe", "load");
    row(
        "all excluded",
        [](QuantizeRequest& r, const QString&) {
            r.recipe.config.exclude = {{Kind::Regex, ".", {}, {}}};
        },
        ErrorCode::ModelRefused,
        "Nothing in this model would be quantized: every operator that the preset quantizes is excluded by your rules.",
        "prepare");
    row(
        "operators of another type",
        [](QuantizeRequest& r, const QString&) { r.recipe.config.selection.opTypesToQuantize = {"Gelu"}; },
        ErrorCode::ModelRefused, "no operator of a type that the preset quantizes is left.", "prepare");
    row(
        "opset downwards",
        [](QuantizeRequest& r, const QString&) { r.recipe.config.preparation.convertOpsetVersion = 12; },
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
        ErrorCode::DiskError, "it is a folder", "load");
    row(
        "output below a file", [](QuantizeRequest& r, const QString&) { r.output = kSample + "/recipe.json/out.onnx"; },
        ErrorCode::DiskError, "its folder cannot be made", "load");
    row(
        "output in /proc", [](QuantizeRequest& r, const QString&) { r.output = "/proc/quantiscope/out.onnx"; },
        ErrorCode::DiskError, "its folder cannot be made", "load");
    row(
        "dead rule of a recipe",
        [](QuantizeRequest& r, const QString&) {
            r.recipe.config.exclude = {{Kind::Node, "/stem/Con", {}, {}}};
            r.recipe.origin = {"my.json", r.recipe.config};
        },
        ErrorCode::ConfigRefused, "Recipe 'my.json': exclude[0]: Exclusion node '/stem/Con'", "load");
    row(
        "dead layer rule",
        [](QuantizeRequest& r, const QString&) {
            addLayerRules(r, {Kind::Node, "/stem/Con", {}, {}}, 0);
        },
        ErrorCode::ConfigRefused, "Recipe 'my.json': layers[1].match: Layer rule node '/stem/Con'", "load");
    row(
        "layer rule of what stays float",
        [](QuantizeRequest& r, const QString&) {
            addLayerRules(r, {Kind::OpType, "Flatten", {}, {}}, 0);
        },
        ErrorCode::ConfigRefused,
        "Recipe 'my.json': layers[1]: The 'weight' of layer rule type 'Flatten' has no effect", "prepare");
    row(
        "layer rule with an axis that is not there",
        [](QuantizeRequest& r, const QString&) {
            addLayerRules(r, {Kind::OpType, "Gemm", {}, {}}, 7);
        },
        ErrorCode::ConfigRefused,
        "Recipe 'my.json': layers[1]: tensor 'head.gemm.weight' has no axis 7; its rank is 2.", "prepare");
    row(
        "dead rule beside a recipe",
        [](QuantizeRequest& r, const QString&) {
            r.recipe.config.exclude = {{Kind::Node, "/stem/Conv", {}, {}}};
            r.recipe.origin = {"my.json", r.recipe.config};
            r.recipe.config.exclude.push_back({Kind::OpType, "Clipp", {}, {}});
        },
        ErrorCode::InvalidArgument, "Exclusion type 'Clipp'", "load");
    row(
        "operator type",
        [](QuantizeRequest& r, const QString&) {
            r.recipe.config.selection.opTypesToQuantize = {"Conv", "Gemmm"};
        },
        ErrorCode::InvalidArgument, "OpTypesToQuantize names 'Gemmm'", "load");
    row(
        "operator type of a recipe",
        [](QuantizeRequest& r, const QString&) {
            r.recipe.config.selection.extraOpTypesToQuantize = {"Sofmax"};
            r.recipe.origin = {"my.json", r.recipe.config};
        },
        ErrorCode::ConfigRefused, "Did you mean 'Softmax'?", "load");
    row(
        "operator type of the calibration",
        [](QuantizeRequest& r, const QString&) { r.recipe.config.calibration.passthroughOpTypes = {"Reshpae"}; },
        ErrorCode::InvalidArgument, "CalibPassthroughOpTypes names 'Reshpae'", "load");
    row(
        "operator type of shared constants",
        [](QuantizeRequest& r, const QString&) { r.recipe.config.preparation.copySharedInit = {"Cnov"}; },
        ErrorCode::InvalidArgument, "CopySharedInit names 'Cnov'", "load");
    row(
        "operator type of shared biases",
        [](QuantizeRequest& r, const QString&) {
            r.recipe.config.preparation.copyBiasInit = {"Conv", "Gmm"};
        },
        ErrorCode::InvalidArgument, "CopyBiasInit names 'Gmm'", "load");
    row(
        "operator type of a pair",
        [](QuantizeRequest& r, const QString&) {
            r.recipe.config.placement.removeQDQBetweenOps = {{"Conv", "Rleu"}};
        },
        ErrorCode::InvalidArgument, "RemoveQDQBetweenOps names 'Rleu'", "load");
    row(
        "operator type of channels",
        [](QuantizeRequest& r, const QString&) { r.recipe.config.placement.perChannelAxes["Cnov"] = 0; },
        ErrorCode::InvalidArgument, "QDQOpTypePerChannelSupportToAxis names 'Cnov'", "load");
    row(
        "operator type of outputs",
        [](QuantizeRequest& r, const QString&) {
            r.recipe.config.placement.opTypesToExcludeOutputQuantization = {"Cnov"};
            r.recipe.origin = {"my.json", r.recipe.config};
        },
        ErrorCode::ConfigRefused, "Recipe 'my.json': OpTypesToExcludeOutputQuantization names 'Cnov'", "load");
    row(
        "outputs of an operator that is not there",
        [](QuantizeRequest& r, const QString&) {
            r.recipe.config.placement.opTypesToExcludeOutputQuantization = {"Softmax"};
        },
        ErrorCode::InvalidArgument, "not even after its preparation.", "prepare");
    row(
        "statistics that nobody needs",
        [](QuantizeRequest& r, const QString&) {
            r.recipe.config = findPreset("UINT8_DYNAMIC_QUANT", ErrorCode::InvalidArgument)->config;
            r.statistics = "any.stats";
        },
        ErrorCode::InvalidArgument, "--statistics has no effect: activations are quantized to uint8", "load");
}

void tst_QuantizerRefusals::badRequest_isRefused()
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

void tst_QuantizerRefusals::operatorTypesOfOtherModels_areTold()
{
    QuantizeRequest wanted = request();
    wanted.recipe.config.selection.extraOpTypesToQuantize = {"Gemm", "Softmax", "QuaternionProduct"};
    TestFeedback feedback;
    const auto report = run(wanted, feedback);
    VERIFY_OK(report);
    // Softmax is known to the rules, though this model has none.
    QCOMPARE(report->warnings,
             (std::vector<std::string>{"ExtraOpTypesToQuantize names 'QuaternionProduct', an operator that the model "
                                       "does not have."}));
}

void tst_QuantizerRefusals::calibrate_refusesWhatQuantizeDoes()
{
    ModelBuilder half(17);
    half.input("x", DataType::Float16, {1, 4}).output("y", DataType::Float16, {1, 4});
    half.node("Relu", {"x"}, {"y"}, "relu");
    ModelBuilder integers(17);
    integers.input("x", DataType::Int64, {1, 4}).output("y", DataType::Int64, {1, 4});
    integers.node("Add", {"x", "x"}, {"y"}, "sum");
    for (const auto& [builder, words] : {std::pair(&half, "is a float16 model"), {&integers, "no float32 value"}}) {
        QFile file(m_folder->filePath("model.onnx"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(builder->build().SerializeAsString()));
        file.close();
        QuantizeRequest wanted = request();
        wanted.recipe.calibration->source = "random";
        Feedback feedback;
        const auto statistics = calibrateModel(m_environment, {path("model.onnx"), wanted.recipe, 1, false}, feedback);
        QVERIFY(!statistics);
        QCOMPARE(statistics.error().code, ErrorCode::ModelRefused);
        QVERIFY2(statistics.error().message.find(words) != std::string::npos, statistics.error().message.c_str());
    }
}

void tst_QuantizerRefusals::modelThatCannotRun_isRefused()
{
    // It loads, but the weight has another kernel than the node says.
    ModelBuilder b(17);
    b.input("x", DataType::Float, {1, 2, 8, 8}).randomInitializer("w", {2, 2, 1, 1});
    b.node("Conv", {"x", "w"}, {"y"}, "conv").attribute("kernel_shape", {3, 3});
    b.output("y");
    QFile file(m_folder->filePath("model.onnx"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(b.build().SerializeAsString()));
    file.close();
    for (const bool prepares : {true, false}) {
        QuantizeRequest wanted = request();
        wanted.model = path("model.onnx");
        wanted.recipe.calibration = DataSpec{"random", {}, 1, 0};
        wanted.recipe.config.preparation.skipPreprocess = !prepares;
        const auto report = run(wanted);
        QVERIFY(!report);
        QVERIFY2(report.error().code == ErrorCode::ModelRefused, report.error().message.c_str());
        QVERIFY2(report.error().message.find("'conv'") != std::string::npos, report.error().message.c_str());
    }
}

void tst_QuantizerRefusals::outputThatIsTheModel_isRefused()
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

void tst_QuantizerRefusals::calibrate_isRefused_withoutData()
{
    QuantizeRequest wanted = request();
    wanted.recipe.calibration.reset();
    Feedback feedback;
    const auto statistics = calibrateModel(m_environment, {wanted.model, wanted.recipe, 1, false}, feedback);
    QVERIFY(!statistics);
    QCOMPARE(statistics.error().code, ErrorCode::InvalidArgument);
    QVERIFY(QString::fromStdString(statistics.error().message).startsWith("Calibration data are needed"));
}

QTEST_GUILESS_MAIN(tst_QuantizerRefusals)
#include "tst_quantizer_refusals.moc"
