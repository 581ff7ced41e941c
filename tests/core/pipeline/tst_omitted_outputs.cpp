// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/presets.h"
#include "core/pipeline/inference_run.h"
#include "core/pipeline/quantizer.h"
#include "tests/support/model_builder.h"
#include "tests/support/model_runs.h"
#include "tests/support/verify_result.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

using namespace quantiscope;
using namespace quantiscope::test;

// A file that ends the program when ONNX Runtime runs it, because a Split leaves out an output: nobody may hand it over
// as it is.

class tst_OmittedOutputs : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void evaluate_runsTheModel();
    void infer_runsTheModel();

private:
    [[nodiscard]] std::filesystem::path path(const char* name) const { return m_folder.filePath(name).toStdString(); }

    const QTemporaryDir m_folder;
    const DataSpec m_data{"random", {}, 2, 0};
};

void tst_OmittedOutputs::init()
{
    ModelBuilder b(17);
    b.input("x", DataType::Float, {1, 3, 8, 8}).randomInitializer("w", {4, 3, 3, 3});
    b.node("Conv", {"x", "w"}, {"c"}, "conv");
    b.node("Split", {"c"}, {"", "y"}, "split").attribute("axis", 1);
    b.output("y");
    QFile file(QString::fromStdString(path("float.onnx").string()));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(b.build().SerializeAsString()));
}

void tst_OmittedOutputs::evaluate_runsTheModel()
{
    QuantizeRequest request;
    request.model = path("float.onnx");
    request.output = path("out.onnx");
    request.threads = 1;
    request.checkSamples = 0;
    request.recipe.config = findPreset("A8W8", ErrorCode::InvalidArgument)->config;
    request.recipe.calibration = m_data;
    request.evaluation = EvaluationRequest{m_data, {}};
    Feedback feedback;
    const auto report = quantizeModel(environment(), request, feedback);
    VERIFY_OK(report);
    QVERIFY(report->evaluation && report->evaluation->outputs.size() == 1);
    QVERIFY(report->evaluation->outputs[0].cosine.mean > 0.99);
    const auto alone =
        evaluateModels(environment(), {request.model, request.output, *request.evaluation, 1, false}, feedback);
    VERIFY_OK(alone);
    QVERIFY(toJson(*alone) == toJson(*report->evaluation));
    const auto exchanged =
        evaluateModels(environment(), {request.output, request.model, *request.evaluation, 1, false}, feedback);
    VERIFY_OK(exchanged);
    QCOMPARE(exchanged->outputs[0].cosine.mean, alone->outputs[0].cosine.mean);
}

void tst_OmittedOutputs::infer_runsTheModel()
{
    Feedback feedback;
    const auto summary =
        inferModel(environment(), {path("float.onnx"), m_data, path("results"), {}, 1, false}, feedback);
    VERIFY_OK(summary);
    QCOMPARE(summary->files, std::uint64_t(2));
    QCOMPARE(summary->outputs, std::vector<std::string>{"y"});
}

QTEST_GUILESS_MAIN(tst_OmittedOutputs)
#include "tst_omitted_outputs.moc"
