// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/output_metrics.h"
#include "core/data/adapted_source.h"
#include "core/pipeline/model_preparation.h"
#include "core/runtime/inference_session.h"
#include "tests/support/model_runs.h"
#include "tests/support/recording_feedback.h"
#include "tests/support/source_directory.h"
#include "tests/support/verify_result.h"

#include <QDir>
#include <QDirIterator>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

constexpr double kTolerance = 1e-4; ///< of an output's largest magnitude
constexpr double kHalfTolerance = 1e-2; ///< the same against a float16 model

QString modelsFolder()
{
    return QString::fromStdString((sourceDirectory() / ".." / "shared" / "models").string());
}

/// Every pass that is exact, and opsets that all of them work at.
QuantConfig everything(int opset)
{
    QuantConfig config;
    PreparationConfig& preparation = config.preparation;
    preparation.convertOpsetVersion = opset;
    preparation.convertFP16ToFP32 = true;
    preparation.convertNCHWToNHWC = true;
    preparation.copySharedInit.emplace();
    preparation.foldBatchNorm = true;
    preparation.convertBNToConv = true;
    preparation.convertReduceMeanToGlobalAvgPool = true;
    preparation.splitLargeKernelPool = true;
    preparation.convertSplitToSlice = true;
    return config;
}

/// Random floats with open extents made concrete; integers are 1, silero's sampling rate a valid one.
NamedTensors inputsOf(const Model& model, bool isSilero)
{
    std::vector<TensorSpec> specs = model.inputs();
    for (TensorSpec& spec : specs) {
        if (spec.type == DataType::Float && spec.shape.size() == 2 && spec.shape[1] == kDynamic)
            spec.shape = {1, isSilero ? 512 : 16000}; // sound
        else if (spec.shape.size() == 3 && spec.shape[1] == kDynamic)
            spec.shape[1] = 1;
    }
    Feedback feedback;
    const auto source = openSampleSource({"random", {}, 1, 0}, specs, feedback);
    if (!source)
        qFatal("%s", source.error().message.c_str());
    auto sample = (*source)->read(0);
    for (auto& [name, tensor] : sample->inputs) {
        if (tensor.type() == DataType::Int64)
            std::ranges::fill(tensor.as<std::int64_t>(), name == "sr" ? 16000 : 1);
        else if (tensor.type() == DataType::Int32)
            std::ranges::fill(tensor.as<std::int32_t>(), 1);
    }
    return std::move(sample->inputs);
}

} // namespace

class tst_PreparedModels : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void preparedModel_computesWhatTheOriginalDoes_data();
    void preparedModel_computesWhatTheOriginalDoes();
};

void tst_PreparedModels::initTestCase()
{
    if (!QDir(modelsFolder()).exists())
        QSKIP("The collection of real models is not here (../shared/models beside the source folder).");
}

void tst_PreparedModels::preparedModel_computesWhatTheOriginalDoes_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("opset"); // 0: only as far as needed, nothing but what is on by default
    QDirIterator files(modelsFolder(), {"*.onnx"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        if (path.contains("/_negative/") || path.contains("int8"))
            continue;
        Feedback feedback;
        const auto model = Model::load(path.toStdString(), {}, feedback);
        for (const int opset : {0, 13, 21}) {
            if (opset > 0 && model && opset < model->opset())
                continue; // models are converted upwards only
            QTest::addRow("%s, opset %d", qPrintable(QDir(modelsFolder()).relativeFilePath(path)), opset)
                << path << opset;
        }
    }
}

void tst_PreparedModels::preparedModel_computesWhatTheOriginalDoes()
{
    QFETCH(QString, path);
    QFETCH(int, opset);
    RecordingFeedback feedback;
    const auto original = Model::load(path.toStdString(), {}, feedback);
    VERIFY_OK(original);
    const NamedTensors inputs = inputsOf(*original, path.contains("silero"));
    QuantConfig config = opset == 0 ? QuantConfig() : everything(opset);
    const bool isHalf = modelTraits(*original).isFloat16;
    config.preparation.convertFP16ToFP32 = isHalf;
    const std::vector<Sample> samples{{"random", 0, inputs}};
    const auto prepared = prepareModel(environment(), *original, config, {.samples = samples}, feedback);
    VERIFY_OK(prepared);
    QString acted;
    for (const PassRecord& record : prepared->passes) {
        QVERIFY2(!record.isDropped, record.pass.c_str());
        if (record.changed > 0)
            acted += QString(" %1 %2,").arg(QString::fromStdString(record.pass)).arg(record.changed);
    }
    const auto expected = outputsOf(*original, inputs);
    NamedTensors adapted = inputs;
    InputAdapter(original->inputs(), prepared->model.inputs()).adapt(adapted);
    const auto found = outputsOf(prepared->model, adapted);
    QCOMPARE(found.size(), expected.size());
    double most = 0.0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        QCOMPARE(found[i].shape(), expected[i].shape());
        const std::vector<double> a = elementsAsDouble(expected[i]);
        const std::vector<double> b = elementsAsDouble(found[i]);
        double largest = 1e-12;
        double distance = 0.0;
        for (std::size_t k = 0; k < a.size(); ++k) {
            QCOMPARE(std::isfinite(a[k]), std::isfinite(b[k]));
            if (!std::isfinite(a[k]))
                continue;
            largest = std::max(largest, std::abs(double(a[k])));
            distance = std::max(distance, std::abs(double(a[k]) - b[k]));
        }
        most = std::max(most, distance / largest);
    }
    qInfo("%d nodes to %d, relative difference %.2g:%s", original->graph().node_size(),
          prepared->model.graph().node_size(), most, qPrintable(acted));
    QVERIFY2(most <= (isHalf ? kHalfTolerance : kTolerance), qPrintable(QString::number(most)));
}

QTEST_GUILESS_MAIN(tst_PreparedModels)
#include "tst_prepared_models.moc"
