// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/model_preparation.h"

#include "core/config/presets.h"
#include "core/graph/graph.h"
#include "core/graph/graph_rewriter.h"
#include "core/pipeline/quantizer.h"
#include "tests/support/model_builder.h"
#include "tests/support/model_runs.h"
#include "tests/support/recording_feedback.h"
#include "tests/support/verify_result.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// Conv → Hardmax over all that is left, which has no equivalent from opset 13 on.
ModelBuilder convThenHardmax(int opset)
{
    ModelBuilder b(opset);
    b.irVersion(4).input("x", DataType::Float, {1, 3, 8, 8});
    b.randomInitializer("w", {4, 3, 3, 3}, 0.5F);
    b.node("Conv", {"x", "w"}, {"c"}, "conv");
    b.node("Hardmax", {"c"}, {"y"}, "hardmax").attribute("axis", 1);
    b.output("y");
    return b;
}

/// BatchNormalization with spatial = 0 ended with opset 8.
ModelBuilder normalizationPerElement()
{
    ModelBuilder b(8);
    b.irVersion(4).input("x", DataType::Float, {1, 2, 3, 3});
    for (const char* name : {"scale", "bias", "mean", "var"})
        b.initializer(name, {2, 3, 3}, std::vector<float>(18, 1.0F));
    b.node("BatchNormalization", {"x", "scale", "bias", "mean", "var"}, {"y"}, "bn").attribute("spatial", 0);
    b.output("y");
    return b;
}

/// Conv → BatchNormalization → Clip(0, 6) → Split.
ModelBuilder smallNetwork(int opset = 13)
{
    ModelBuilder b(opset);
    b.input("x", DataType::Float, {1, 3, 6, 6});
    b.randomInitializer("w", {4, 3, 3, 3}, 2.0F);
    b.randomInitializer("s", {4}, 2.0F, 3).randomInitializer("o", {4}, 2.0F, 4).randomInitializer("m", {4}, 2.0F, 5);
    b.initializer("v", {4}, {0.5F, 1.0F, 2.0F, 3.0F});
    b.initializer("zero", Shape{}, {0.0F}).initializer("six", Shape{}, {6.0F});
    b.node("Conv", {"x", "w"}, {"c"}, "conv");
    b.node("BatchNormalization", {"c", "s", "o", "m", "v"}, {"n"}, "bn");
    b.node("Clip", {"n", "zero", "six"}, {"r"}, "clip");
    b.node("Split", {"r"}, {"y", "z"}, "split").attribute("axis", 1);
    b.output("y").output("z");
    return b;
}

/// A request to compare on one random sample; to be used within the expression that makes it.
class OnSample
{
public:
    explicit OnSample(const Model& model) : m_samples{{"random", 0, randomInputs(model, 5, 3.0F)}} { }
    operator PreparationRequest() const { return {.samples = m_samples}; }

private:
    std::vector<Sample> m_samples;
};

/// A rewriting that multiplies every element of initializer "w" or its stand-in (the Conv's weight) by @p factor.
Rewriting scaleWeight(float factor)
{
    return [factor](const Model& model, PassRecord& record) -> Result<std::optional<Model>> {
        const Graph graph(model);
        const std::string weight = graph.nodes()[*graph.nodeNamed("conv")].inputs[1];
        std::vector<float> values = graph.initializerFloats(weight);
        for (float& value : values)
            value *= factor;
        GraphRewriter rewriter(model.clone());
        rewriter.setInitializer(weight, DataType::Float, graph.initializerShape(weight),
                                std::as_bytes(std::span(values)));
        record.changed = 1;
        Result<Model> finished = rewriter.finish();
        if (!finished)
            return finished.error();
        return std::optional<Model>(std::move(*finished));
    };
}

PreparationStep scalingStep(float factor)
{
    return {"ScaleWeight", "ScaleWeight",      PassEffect::Exact, PreparationStep::OnFailure::Skip,
            false,         scaleWeight(factor)};
}

const PassRecord* recordOf(const std::vector<PassRecord>& records, const std::string& pass)
{
    const auto at =
        std::find_if(records.begin(), records.end(), [&pass](const PassRecord& record) { return record.pass == pass; });
    return at == records.end() ? nullptr : &*at;
}

class CanceledFeedback final : public Feedback
{
public:
    [[nodiscard]] bool isCanceled() const override { return true; }
};

} // namespace

class tst_ModelPreparation : public QObject
{
    Q_OBJECT

private slots:
    void prepareModel_takesTheHighestOpsetThatCanBeReached_data();
    void prepareModel_takesTheHighestOpsetThatCanBeReached();
    void prepareModel_refuses_whatStaysBelowOpset10();
    void prepareModel_refusesTargetsBelowOpset10();
    void prepareModel_leavesTheOriginalAlone();
    void prepareModel_recordsItsPasses();
    void prepareModel_skipsAllButTheOpset_whenPreprocessingIsSkipped();
    void prepareModel_dropsAPass_thatComputesSomethingElse();
    void prepareModel_keepsAPass_thatComputesTheSame();
    void prepareModel_comparesNothing_ofARandomModel();
    void prepareModel_lets_functionChangingPassesChangeTheFunction();
    void prepareModel_warns_whenAPassThatWasAskedForSkips();
    void prepareModel_fuses_withSimplificationOnly();
    void prepareModel_isCanceled();
    void float16Model_isQuantized_whenConvertedFirst();
    void channelsLastModel_isQuantized();
    void quantizedModel_loads_whenOpset13CannotBeReached_data();
    void quantizedModel_loads_whenOpset13CannotBeReached();
};

void tst_ModelPreparation::prepareModel_takesTheHighestOpsetThatCanBeReached_data()
{
    QTest::addColumn<int>("opset");
    QTest::addColumn<int>("prepared");
    for (int opset = 7; opset <= 12; ++opset)
        QTest::addRow("from %d", opset) << opset << 12;
}

void tst_ModelPreparation::prepareModel_takesTheHighestOpsetThatCanBeReached()
{
    QFETCH(int, opset);
    QFETCH(int, prepared);
    for (const bool optimizes : {false, true}) {
        QuantConfig config;
        config.preparation.optimizeModel = optimizes;
        RecordingFeedback feedback;
        const auto model = prepareModel(environment(), convThenHardmax(opset).model(), config, feedback);
        VERIFY_OK(model);
        QCOMPARE(model->opset(), prepared);
        QCOMPARE(feedback.warnings.size(), std::size_t(1));
        const QString warning = QString::fromStdString(feedback.warnings[0]);
        QVERIFY2(warning.contains("Node 'hardmax' (Hardmax)") && warning.contains("is used at opset 12"),
                 qPrintable(warning));
    }
}

void tst_ModelPreparation::prepareModel_refuses_whatStaysBelowOpset10()
{
    RecordingFeedback feedback;
    const auto model = prepareModel(environment(), normalizationPerElement().model(), {}, feedback);
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::ModelRefused);
    const QString message = QString::fromStdString(model.error().message);
    QVERIFY2(message.startsWith("Node 'bn' (BatchNormalization) cannot be converted")
                 && message.contains("from opset 10 on"),
             qPrintable(message));
    QVERIFY(feedback.warnings.empty());
}

void tst_ModelPreparation::prepareModel_refusesTargetsBelowOpset10()
{
    QuantConfig config;
    config.preparation.convertOpsetVersion = 9;
    Feedback feedback;
    const auto model = prepareModel(environment(), convThenHardmax(8).model(), config, feedback);
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::InvalidArgument);
}

void tst_ModelPreparation::prepareModel_leavesTheOriginalAlone()
{
    const Model original = convThenHardmax(9).model();
    const std::string before = original.proto().SerializeAsString();
    Feedback feedback;
    VERIFY_OK(prepareModel(environment(), original, {}, feedback));
    QCOMPARE(original.proto().SerializeAsString(), before);
}

void tst_ModelPreparation::prepareModel_recordsItsPasses()
{
    QuantConfig config;
    config.preparation.optimizeModel = false;
    config.preparation.simplifyModel = false;
    config.preparation.foldBatchNorm = true;
    config.preparation.convertSplitToSlice = true;
    const Model original = smallNetwork().model();
    RecordingFeedback feedback;
    const auto prepared = prepareModel(environment(), original, config, OnSample(original), feedback);
    VERIFY_OK(prepared);
    QVERIFY(feedback.warnings.empty());
    QCOMPARE(countNodes(prepared->model.graph(), "BatchNormalization"), 0);
    QCOMPARE(countNodes(prepared->model.graph(), "Slice"), 2);
    QVERIFY(!recordOf(prepared->passes, "OptimizeModel"));
    QVERIFY(!recordOf(prepared->passes, "RemoveDeadNodes"));
    const PassRecord* fold = recordOf(prepared->passes, "FoldBatchNorm");
    QVERIFY(fold);
    QCOMPARE(fold->changed, std::size_t(1));
    QCOMPARE(recordOf(prepared->passes, "ConvertSplitToSlice")->changed, std::size_t(1));
    QCOMPARE(recordOf(prepared->passes, "ConvertOpsetVersion")->changed, std::size_t(0));
}

void tst_ModelPreparation::prepareModel_skipsAllButTheOpset_whenPreprocessingIsSkipped()
{
    QuantConfig config;
    config.preparation.skipPreprocess = true;
    config.preparation.convertSplitToSlice = true;
    config.preparation.fixShapes = "x:[nonsense]";
    Feedback feedback;
    const auto prepared = prepareModel(environment(), smallNetwork(12).model(), config, PreparationRequest{}, feedback);
    VERIFY_OK(prepared);
    QCOMPARE(prepared->passes.size(), std::size_t(1));
    QCOMPARE(prepared->model.opset(), 13);
    QCOMPARE(prepared->model.graph().node_size(), 4);
}

void tst_ModelPreparation::prepareModel_dropsAPass_thatComputesSomethingElse()
{
    const Model original = smallNetwork().model();
    QuantConfig config;
    config.preparation.convertSplitToSlice = true;
    RecordingFeedback feedback;
    std::vector<PreparationStep> steps = preparationSteps(environment(), config, feedback);
    steps.insert(steps.end() - 1, scalingStep(1.1F));
    const auto prepared = runSteps(environment(), original, steps, OnSample(original), feedback);
    VERIFY_OK(prepared);
    QVERIFY(recordOf(prepared->passes, "ScaleWeight")->isDropped);
    QCOMPARE(recordOf(prepared->passes, "ConvertSplitToSlice")->changed, std::size_t(1)); // the others go on
    QCOMPARE(feedback.warnings.size(), std::size_t(1));
    const QString warning = QString::fromStdString(feedback.warnings[0]);
    QVERIFY2(warning.contains("The pass ScaleWeight was left out, because it computes something else: output "
                              "'y' differs by"),
             qPrintable(warning));
    const auto without = prepareModel(environment(), original, config, OnSample(original), feedback);
    VERIFY_OK(without);
    QCOMPARE(prepared->model.contentHash(), without->model.contentHash());
}

void tst_ModelPreparation::prepareModel_keepsAPass_thatComputesTheSame()
{
    const Model original = smallNetwork().model();
    RecordingFeedback feedback;
    const QuantConfig config;
    std::vector<PreparationStep> steps = preparationSteps(environment(), config, feedback);
    steps.push_back(scalingStep(1.0F + 1e-6F));
    const auto prepared = runSteps(environment(), original, steps, OnSample(original), feedback);
    VERIFY_OK(prepared);
    QVERIFY(!recordOf(prepared->passes, "ScaleWeight")->isDropped);
    QVERIFY(feedback.warnings.empty());
}

void tst_ModelPreparation::prepareModel_comparesNothing_ofARandomModel()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 3, 6, 6});
    b.randomInitializer("w", {4, 3, 3, 3});
    b.node("RandomNormalLike", {"x"}, {"noise"}, "noise");
    b.node("Add", {"x", "noise"}, {"noisy"}, "add");
    b.node("Conv", {"noisy", "w"}, {"y"}, "conv");
    b.output("y");
    const Model original = b.model();
    RecordingFeedback feedback;
    const auto prepared = prepareModel(environment(), original, {}, OnSample(original), feedback);
    VERIFY_OK(prepared);
    QVERIFY(feedback.warnings.empty());
    for (const PassRecord& record : prepared->passes)
        QVERIFY2(!record.isDropped, record.pass.c_str());
}

void tst_ModelPreparation::prepareModel_lets_functionChangingPassesChangeTheFunction()
{
    const Model original = smallNetwork().model();
    QuantConfig config;
    config.preparation.replaceClip6Relu = true;
    config.equalization.include = true;
    RecordingFeedback feedback;
    const auto prepared = prepareModel(environment(), original, config, OnSample(original), feedback);
    VERIFY_OK(prepared);
    QVERIFY(feedback.warnings.empty());
    QCOMPARE(countNodes(prepared->model.graph(), "Relu"), 1);
    // What comes behind it is still compared, with the changed function.
    std::vector<PreparationStep> steps = preparationSteps(environment(), config, feedback);
    steps.push_back(scalingStep(1.1F));
    const auto checked = runSteps(environment(), original, steps, OnSample(original), feedback);
    VERIFY_OK(checked);
    QVERIFY(recordOf(checked->passes, "ScaleWeight")->isDropped);
    QVERIFY(!recordOf(checked->passes, "ReplaceClip6Relu")->isDropped);
}

void tst_ModelPreparation::prepareModel_warns_whenAPassThatWasAskedForSkips()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {"N", 6});
    for (const std::string& number : {std::string("1"), std::string("2"), std::string("3"), std::string("4")}) {
        b.node("Split", {"x"}, {"y" + number, "z" + number}, "split" + number).attribute("axis", 0);
        b.output("y" + number).output("z" + number);
    }
    QuantConfig config;
    config.placement.rules = PlacementRules::QuarkExtended; // switches the pass on
    RecordingFeedback feedback;
    auto prepared = prepareModel(environment(), b.model(), config, PreparationRequest{}, feedback);
    VERIFY_OK(prepared);
    QCOMPARE(recordOf(prepared->passes, "ConvertSplitToSlice")->skipped.size(), std::size_t(4));
    QVERIFY(feedback.warnings.empty());
    config.preparation.convertSplitToSlice = true;
    prepared = prepareModel(environment(), b.model(), config, PreparationRequest{}, feedback);
    VERIFY_OK(prepared);
    QCOMPARE(feedback.warnings.size(), std::size_t(1));
    QVERIFY2(QString::fromStdString(feedback.warnings[0])
                 .startsWith("ConvertSplitToSlice was asked for, but left something as it is. 'split1' (Split), "
                             "'split2' (Split), 'split3' (Split) + 1 more: "),
             feedback.warnings[0].c_str());
}

void tst_ModelPreparation::prepareModel_fuses_withSimplificationOnly()
{
    ModelBuilder b = smallNetwork();
    b.node("Identity", {"z"}, {"same"}, "identity");
    b.node("Shape", {"w"}, {"shape"}, "shape"); // constant
    b.node("Cast", {"shape"}, {"real"}, "cast").attribute("to", 1);
    b.node("ReduceSum", {"real"}, {"sum"}, "sum").attribute("keepdims", 0);
    b.node("Mul", {"same", "sum"}, {"scaled"}, "mul");
    b.output("scaled");
    const Model original = b.model();
    for (const bool optimizes : {false, true}) {
        QuantConfig config;
        config.preparation.optimizeModel = optimizes;
        Feedback feedback;
        const auto prepared = prepareModel(environment(), original, config, OnSample(original), feedback);
        VERIFY_OK(prepared);
        const onnx::GraphProto& graph = prepared->model.graph();
        QCOMPARE(countNodes(graph, "Shape") + countNodes(graph, "Identity"), 0);
        QCOMPARE(countNodes(graph, "BatchNormalization"), optimizes ? 0 : 1); // FoldBatchNorm follows OptimizeModel
    }
}

void tst_ModelPreparation::prepareModel_isCanceled()
{
    CanceledFeedback feedback;
    const Model original = smallNetwork().model();
    const auto prepared = prepareModel(environment(), original, {}, OnSample(original), feedback);
    QVERIFY(!prepared);
    QCOMPARE(prepared.error().code, ErrorCode::Canceled);
}

void tst_ModelPreparation::float16Model_isQuantized_whenConvertedFirst()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float16, {1, 2, 4, 4});
    b.initializer(makeTensor("w", DataType::Float16, {2, 2, 1, 1}, std::string("\x00\x3c\x00\xb8\x00\x34\x00\x3c", 8)));
    b.node("Conv", {"x", "w"}, {"c"}, "conv");
    b.node("Relu", {"c"}, {"y"}, "relu");
    b.output("y", DataType::Float16, {1, 2, 4, 4});
    const QTemporaryDir folder;
    QuantizeRequest request;
    request.model = folder.filePath("m.onnx").toStdString();
    request.output = folder.filePath("q.onnx").toStdString();
    request.recipe.config = findPreset("U8S8_AAWS", ErrorCode::InvalidArgument)->config;
    request.recipe.calibration = DataSpec{"random", {}, 2, 0};
    VERIFY_OK(b.model().save(request.model, {}));
    RecordingFeedback feedback;
    const auto refused = quantizeModel(environment(), request, feedback);
    QVERIFY(!refused);
    QVERIFY2(QString::fromStdString(refused.error().message).contains("Set the option ConvertFP16ToFP32 to true"),
             refused.error().message.c_str());
    request.recipe.config.preparation.convertFP16ToFP32 = true;
    const auto report = quantizeModel(environment(), request, feedback);
    VERIFY_OK(report);
    QVERIFY(feedback.warnings.empty());
    QVERIFY(report->check.has_value());
    QVERIFY(report->check->outputs[0].cosine.mean > 0.999); // against the float16 model
    QCOMPARE(recordOf(report->preparation, "ConvertFP16ToFP32")->changed, std::size_t(1));
}

void tst_ModelPreparation::channelsLastModel_isQuantized()
{
    const QTemporaryDir folder;
    QuantizeRequest request;
    request.model = folder.filePath("m.onnx").toStdString();
    request.output = folder.filePath("q.onnx").toStdString();
    request.recipe.config = findPreset("U8S8_AAWS", ErrorCode::InvalidArgument)->config;
    request.recipe.config.preparation.convertNCHWToNHWC = true;
    request.recipe.config.preparation.fixShapes = "x:[1,3,6,6]";
    request.recipe.calibration = DataSpec{"random", {}, 2, 0};
    ModelBuilder b = smallNetwork();
    b.proto()
        .mutable_graph()
        ->mutable_input(0)
        ->mutable_type()
        ->mutable_tensor_type()
        ->mutable_shape()
        ->mutable_dim(3)
        ->set_dim_param("W");
    VERIFY_OK(b.model().save(request.model, {}));
    RecordingFeedback feedback;
    const auto report = quantizeModel(environment(), request, feedback);
    VERIFY_OK(report);
    QVERIFY(feedback.warnings.empty());
    QVERIFY(report->check.has_value());
    QVERIFY(report->check->outputs[0].cosine.mean > 0.99);
    const auto quantized = Model::load(request.output, {.allowQuantized = true}, feedback);
    VERIFY_OK(quantized);
    QCOMPARE(quantized->inputs()[0].shape, (Shape{1, 6, 6, 3}));
}

void tst_ModelPreparation::quantizedModel_loads_whenOpset13CannotBeReached_data()
{
    QTest::addColumn<int>("opset");
    QTest::addColumn<QString>("preset");
    for (const int opset : {7, 8, 9, 12}) {
        for (const char* preset : {"U8S8_AAWS", "A8W8"})
            QTest::addRow("opset %d, %s", opset, preset) << opset << preset;
    }
}

void tst_ModelPreparation::quantizedModel_loads_whenOpset13CannotBeReached()
{
    QFETCH(int, opset);
    QFETCH(QString, preset);
    const QTemporaryDir folder;
    QuantizeRequest request;
    request.model = folder.filePath("m.onnx").toStdString();
    request.output = folder.filePath("q.onnx").toStdString();
    request.recipe.config = findPreset(preset.toStdString(), ErrorCode::InvalidArgument)->config;
    request.recipe.calibration = DataSpec{"random", {}, 2, 0};
    request.threads = 1;
    VERIFY_OK(convThenHardmax(opset).model().save(request.model, {}));
    RecordingFeedback feedback;
    const auto report = quantizeModel(environment(), request, feedback); // loads what it wrote
    VERIFY_OK(report);
    QVERIFY(report->selectedNodes > 0);
}

QTEST_GUILESS_MAIN(tst_ModelPreparation)
#include "tst_model_preparation.moc"
