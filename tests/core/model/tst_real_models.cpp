// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model.h"
#include "core/model/opset_conversion.h"
#include "tests/support/recording_feedback.h"
#include "tests/support/source_directory.h"

#include <onnx/onnx_pb.h>

#include <QDir>
#include <QDirIterator>
#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

QString modelsFolder()
{
    return QString::fromStdString((sourceDirectory() / ".." / "shared" / "models").string());
}

/// Every model of the collection that is meant to load, one row each.
void addModels()
{
    QTest::addColumn<QString>("path");
    QDirIterator files(modelsFolder(), {"*.onnx"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        if (!path.contains("/_negative/"))
            QTest::newRow(qPrintable(QDir(modelsFolder()).relativeFilePath(path))) << path;
    }
}

} // namespace

class tst_RealModels : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void model_loadsWithAllTypes();
    void model_loadsWithAllTypes_data();
    void model_convertsToNewestOpset();
    void model_convertsToNewestOpset_data();
    void quantizedModel_isRefused();
    void veryOldModel_isRefused();
};

void tst_RealModels::initTestCase()
{
    if (!QDir(modelsFolder()).exists())
        QSKIP("The collection of real models is not here (../shared/models beside the source folder).");
}

void tst_RealModels::model_loadsWithAllTypes_data()
{
    addModels();
}

void tst_RealModels::model_loadsWithAllTypes()
{
    QFETCH(QString, path);
    RecordingFeedback feedback;
    const auto model = Model::load(path.toStdString(), {.allowQuantized = path.contains("int8")}, feedback);
    QVERIFY2(model, model ? "" : model.error().message.c_str());
    QVERIFY2(feedback.warnings.empty(), feedback.warnings.empty() ? "" : feedback.warnings[0].c_str());
    const auto values = model->values();
    for (const auto& node : model->graph().node()) {
        for (const auto& output : node.output()) {
            if (output.empty())
                continue;
            QVERIFY2(values.contains(output), output.c_str());
            QVERIFY2(values.at(output).hasRank || node.op_type() == "Dropout", output.c_str()); // Dropout: unused masks
        }
    }
}

void tst_RealModels::model_convertsToNewestOpset_data()
{
    addModels();
}

void tst_RealModels::model_convertsToNewestOpset()
{
    QFETCH(QString, path);
    Feedback feedback;
    auto model = Model::load(path.toStdString(), {.allowQuantized = true}, feedback);
    QVERIFY(model);
    const auto inputs = model->inputs();
    for (const int target : {13, 21, 26}) {
        if (target < model->opset())
            continue;
        const auto converted = convertOpset(*model, target);
        QVERIFY2(converted, converted ? "" : converted.error().message.c_str());
        QCOMPARE(model->opset(), target);
        QVERIFY(model->inputs() == inputs);
    }
}

void tst_RealModels::quantizedModel_isRefused()
{
    Feedback feedback;
    const auto model =
        Model::load((modelsFolder() + "/moonshine_tiny_int8/encoder_model.onnx").toStdString(), {}, feedback);
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::ModelRefused);
    QVERIFY(QString::fromStdString(model.error().message).contains("(DynamicQuantizeLinear)"));
}

void tst_RealModels::veryOldModel_isRefused()
{
    Feedback feedback;
    const auto model = Model::load((modelsFolder() + "/_negative/super_resolution.onnx").toStdString(), {}, feedback);
    QVERIFY(!model);
    QVERIFY(QString::fromStdString(model.error().message).contains("IR version 1"));
}

QTEST_GUILESS_MAIN(tst_RealModels)
#include "tst_real_models.moc"
