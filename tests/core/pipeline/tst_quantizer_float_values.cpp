// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/presets.h"
#include "core/pipeline/quantizer.h"
#include "core/runtime/inference_session.h"
#include "core/tensor/npy.h"
#include "core/tensor/npy_writer.h"
#include "tests/support/model_builder.h"
#include "tests/support/model_runs.h"
#include "tests/support/verify_result.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <limits>
#include <memory>

using namespace quantiscope;
using namespace quantiscope::test;

// Values that stay float for what they hold, and models in which nothing else is left.

class tst_QuantizerFloatValues : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void cleanup() { m_folder.reset(); }

    void maskedValues_stayMasked_data();
    void maskedValues_stayMasked();
    void otherTypesOnly_areRefused();
    void infiniteValuesOnly_areRefused();

private:
    [[nodiscard]] std::string path(const char* name) const { return m_folder->filePath(name).toStdString(); }
    /// A request for float.onnx.
    [[nodiscard]] QuantizeRequest request(const std::string& preset, const DataSpec& calibration) const
    {
        QuantizeRequest wanted;
        wanted.model = path("float.onnx");
        wanted.output = path("out.onnx");
        wanted.recipe.config = findPreset(preset, ErrorCode::InvalidArgument)->config;
        wanted.recipe.calibration = calibration;
        wanted.threads = 1;
        wanted.checkSamples = 0;
        return wanted;
    }
    /// The refusal of float.onnx with random data.
    void verifyRefused(const QuantizeRequest& wanted, const char* reason) const
    {
        Feedback feedback;
        const auto report = quantizeModel(environment(), wanted, feedback);
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::ModelRefused);
        QCOMPARE(QString::fromStdString(report.error().message),
                 QString("Nothing in this model would be quantized: ") + reason);
        QVERIFY(!QFile::exists(m_folder->filePath("out.onnx")));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void tst_QuantizerFloatValues::maskedValues_stayMasked_data()
{
    QTest::addColumn<QString>("preset");
    QTest::addColumn<bool>("constant");
    for (const char* preset : {"U8S8_AAWS", "ORT_U8S8", "A8W8", "A16W8"}) {
        QTest::addRow("%s, constant mask", preset) << preset << true;
        QTest::addRow("%s, computed mask", preset) << preset << false;
    }
}

void tst_QuantizerFloatValues::maskedValues_stayMasked()
{
    QFETCH(QString, preset);
    QFETCH(bool, constant);
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 4}).randomInitializer("w", {4, 4});
    b.node("MatMul", {"x", "w"}, {"products"}, "matmul");
    b.node("Sigmoid", {"products"}, {"scores"}, "sigmoid"); // keeps the mask from becoming a Gemm's bias
    if (constant) {
        b.initializer("mask", {1, 4}, {0, -kInfinity, 0, -kInfinity});
    } else {
        b.initializer("pattern", {1, 4}, {1, 0, 1, 0});
        b.node("Relu", {"x"}, {"positive"}, "positive"); // keeps the mask from being folded into a constant
        b.node("Ceil", {"positive"}, {"ceil"}, "ceil");
        b.node("Max", {"ceil", "pattern"}, {"most"}, "max");
        b.node("Min", {"most", "pattern"}, {"zero_or_one"}, "min");
        b.node("Log", {"zero_or_one"}, {"mask"}, "log");
    }
    b.node("Add", {"scores", "mask"}, {"masked"}, "add");
    b.node("Softmax", {"masked"}, {"y"}, "softmax");
    b.output("y");
    VERIFY_OK(b.model().save(path("float.onnx"), {}));
    Feedback feedback;
    Tensor tensor(DataType::Float, {1, 4});
    std::ranges::copy(std::vector<float>{0.5F, -1, 0.25F, -2}, tensor.as<float>().begin());
    QVERIFY(QDir(m_folder->path()).mkdir("data"));
    VERIFY_OK(writeNpy(path("data/a.npy"), tensor));
    const QuantizeRequest wanted = request(preset.toStdString(), DataSpec{path("data"), {}, 0, 0});
    const auto report = quantizeModel(environment(), wanted, feedback);
    VERIFY_OK(report);
    QVERIFY(!report->tensors.empty());
    QCOMPARE(report->warnings.size(), std::size_t(constant ? 2 : 1)); // the node, the infinite values
    QVERIFY2(report->warnings.back().find("'masked'") != std::string::npos, report->warnings.back().c_str());

    const auto written = Model::load(wanted.output, {.allowQuantized = true}, feedback);
    VERIFY_OK(written);
    auto session = InferenceSession::create(environment(), *written, {});
    VERIFY_OK(session);
    NamedTensors inputs;
    inputs.emplace("x", std::move(tensor));
    const auto outputs = session->run(inputs, {});
    VERIFY_OK(outputs);
    const auto probabilities = outputs->at(0).as<float>();
    QCOMPARE(probabilities[1], 0.0F);
    QCOMPARE(probabilities[3], 0.0F);
    QVERIFY(probabilities[0] > 0.1F && probabilities[2] > 0.1F);
}

void tst_QuantizerFloatValues::otherTypesOnly_areRefused()
{
    ModelBuilder b(13);
    b.input("l", DataType::Double, {2, 2}).input("r", DataType::Double, {2, 2});
    b.node("MatMul", {"l", "r"}, {"y"}, "matmul");
    b.output("y", DataType::Double, {2, 2});
    VERIFY_OK(b.model().save(path("float.onnx"), {}));
    verifyRefused(request("A8W8", DataSpec{"random", {}, 2, 0}),
                  "the operators of the types that the preset quantizes have no float32 values to quantize, or follow "
                  "no operator that is quantized.");
}

void tst_QuantizerFloatValues::infiniteValuesOnly_areRefused()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4});
    b.node("Sub", {"x", "x"}, {"zero"}, "sub");
    b.node("Log", {"zero"}, {"l"}, "log");
    b.node("Transpose", {"l"}, {"y"}, "transpose");
    b.output("y", DataType::Float, {4});
    VERIFY_OK(b.model().save(path("float.onnx"), {}));
    QuantizeRequest wanted = request("A8W8", DataSpec{"random", {}, 2, 0});
    wanted.recipe.config.selection.opTypesToQuantize = {"Transpose"};
    verifyRefused(wanted, "infinite values were seen in every value that the preset quantizes.");
}

QTEST_GUILESS_MAIN(tst_QuantizerFloatValues)
#include "tst_quantizer_float_values.moc"
