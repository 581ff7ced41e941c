// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/model_preparation.h"

#include "core/config/presets.h"
#include "core/pipeline/quantizer.h"
#include "tests/support/model_builder.h"
#include "tests/support/model_runs.h"
#include "tests/support/recording_feedback.h"
#include "tests/support/verify_result.h"

#include <QTemporaryDir>
#include <QTest>

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
