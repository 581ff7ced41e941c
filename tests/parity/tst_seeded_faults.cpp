// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layer_error_run.h"
#include "core/config/presets.h"
#include "core/data/adapted_source.h"
#include "core/data/kept_samples.h"
#include "core/graph/graph_rewriter.h"
#include "core/pipeline/analysis_session.h"
#include "core/runtime/runtime_environment.h"
#include "core/tensor/npy_writer.h"
#include "tests/parity/golden_models.h"
#include "tests/support/verify_result.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <random>

using namespace quantiscope;
using namespace quantiscope::test;

// One scale of a real model is made eight times too wide: both the ranking of scales and "first goes wrong" must put
// it first in nine of ten cases.

namespace {

constexpr double kFault = 8.0;
constexpr int kFaults = 3; ///< of each model and preset
constexpr double kLeastShare = 0.9;

/// The initializer that holds the scale of @p tensor; empty when another tensor's is taken.
std::string scaleOf(const Graph& quantized, const TensorError& tensor)
{
    for (const Node& node : quantized.nodes()) {
        if (tensor.kind == TensorError::Kind::Activation && node.opType == "QuantizeLinear"
            && (node.inputs[0] == tensor.tensor || node.inputs[0] == tensor.tensor + "_QuantizeLinear_Input"))
            return node.inputs[1];
        if (tensor.kind == TensorError::Kind::Weight && node.opType == "DequantizeLinear"
            && node.inputs[0] == tensor.tensor + "_quantized")
            return node.inputs[1];
    }
    return {};
}

/// An activation or a weight, no bias.
bool isCandidate(const Graph& quantized, const TensorError& tensor)
{
    const bool isBias = tensor.params && tensor.params->type == DataType::Int32;
    return (tensor.kind == TensorError::Kind::Activation
            || (tensor.kind == TensorError::Kind::Weight && tensor.shape.size() >= 2 && !isBias))
        && !scaleOf(quantized, tensor).empty();
}

Result<Model> withFault(const Model& model, const std::string& scale)
{
    const Graph graph(model);
    std::vector<float> values = graph.initializerFloats(scale);
    for (float& value : values)
        value *= static_cast<float>(kFault);
    GraphRewriter rewriter(model.clone());
    rewriter.setInitializer(scale, DataType::Float, graph.initializerShape(scale), std::as_bytes(std::span(values)));
    return rewriter.finish();
}

} // namespace

class tst_SeededFaults : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void wrongScale_comesFirst_data();
    void wrongScale_comesFirst();
    void shareOfFoundFaults_isHigh();

private:
    int m_faults = 0;
    int m_ranked = 0;
    int m_first = 0;
};

void tst_SeededFaults::initTestCase()
{
    if (!std::filesystem::exists(goldenFolder("squeezenet_fp32")))
        QSKIP("The collection of real models is not here (../shared beside the source folder).");
}

void tst_SeededFaults::wrongScale_comesFirst_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("preset");
    for (const char* model :
         {"mnist_cntk", "mobilenetv2_cifar10", "vit_cifar10", "squeezenet_fp32", "openwakeword_embedding",
          "ultraface_rfb320", "magika", "deeplabv3_mnv2", "yolox_nano", "ppocr_v4_det"}) {
        for (const char* preset : {"ORT_S8S8_PC", "A8W8"})
            QTest::addRow("%s, %s", model, preset) << model << preset;
    }
}

void tst_SeededFaults::wrongScale_comesFirst()
{
    QFETCH(QString, model);
    QFETCH(QString, preset);
    const std::string name = model.toStdString();
    const auto facts = readJson(goldenFolder(name) / "golden.json");
    QVERIFY(facts);
    Result<Tensor> stacked = calibrationSamples(name, *facts);
    VERIFY_OK(stacked);
    QTemporaryDir folder;
    const std::filesystem::path data = folder.filePath("samples.npy").toStdString();
    VERIFY_OK(writeNpy(data, *stacked));

    const RuntimeEnvironment environment;
    Feedback feedback;
    AnalysisRequest request;
    request.model = modelOf(*facts);
    request.recipe.config = findPreset(preset.toStdString(), ErrorCode::InvalidArgument)->config;
    request.recipe.calibration = DataSpec{data.string(), {}, 1, 0};
    const auto session = AnalysisSession::open(environment, request, feedback);
    VERIFY_OK(session);
    const Result<QuantizedVariant> variant = (*session)->quantize(request.recipe.config, feedback);
    VERIFY_OK(variant);
    const Model& prepared = variant->prepared->model;
    const auto measure = [&](const Model& quantized) {
        const auto source = adaptSource(std::make_unique<LeadingSamples>((*session)->samples(), 1),
                                        InputAdapter((*session)->inputs(), prepared.inputs()));
        SamplePrefetcher samples(*source, feedback);
        return measureLayerErrors(environment, prepared, quantized, samples, 0, feedback);
    };
    const Result<LayerErrors> sound = measure(variant->model);
    VERIFY_OK(sound);
    const Graph quantized(variant->model);
    std::vector<std::size_t> candidates;
    for (std::size_t i = 0; i < sound->tensors.size(); ++i) {
        if (isCandidate(quantized, sound->tensors[i]))
            candidates.push_back(i);
    }
    QVERIFY(!candidates.empty());
    // Other faults than the usual ones, for a look at what is missed.
    const int fresh = qEnvironmentVariableIntValue("QUANTISCOPE_FAULT_SEED");
    const std::string text = name + preset.toStdString() + std::to_string(fresh);
    std::seed_seq seed(text.begin(), text.end());
    std::mt19937 generator(seed);
    for (int fault = 0; fault < kFaults; ++fault) {
        const std::size_t chosen = candidates[generator() % candidates.size()];
        const std::string scale = scaleOf(quantized, sound->tensors[chosen]);
        // Tensors that share a scale have it wrong together; the first of them is where it goes wrong.
        const std::size_t place = *std::find_if(candidates.begin(), candidates.end(), [&](std::size_t candidate) {
            return scaleOf(quantized, sound->tensors[candidate]) == scale;
        });
        const TensorError& tensor = sound->tensors[place];
        const Result<Model> wrong = withFault(variant->model, scale);
        VERIFY_OK(wrong);
        const Result<LayerErrors> errors = measure(*wrong);
        VERIFY_OK(errors);
        const std::vector<std::size_t> order = worstFirst(*errors, ErrorColumn::Scale);
        QVERIFY(!order.empty() && errors->firstWrong);
        const bool isRanked = order[0] == place;
        const bool isFirst = errors->firstWrong->weight.value_or(errors->firstWrong->tensor) == place;
        ++m_faults;
        m_ranked += isRanked ? 1 : 0;
        m_first += isFirst ? 1 : 0;
        if (isRanked && isFirst)
            continue;
        const TensorError& other = errors->tensors[order[0]];
        qInfo("missed: %s of %s %s at %.1f dB (sound: %.1f); first: %s of %s %s at %.1f dB",
              quantiscope::name(tensor.kind), tensor.opType.c_str(), tensor.tensor.c_str(),
              errors->tensors[place].scaleExcess.value_or(-999.0), tensor.scaleExcess.value_or(-999.0),
              quantiscope::name(other.kind), other.opType.c_str(), other.tensor.c_str(),
              other.scaleExcess.value_or(-999.0));
    }
}

void tst_SeededFaults::shareOfFoundFaults_isHigh()
{
    if (m_faults == 0)
        QSKIP("No fault was made.");
    qInfo("%d faults: %d first by scale, %d first to go wrong", m_faults, m_ranked, m_first);
    QVERIFY(m_ranked >= kLeastShare * m_faults);
    QVERIFY(m_first >= kLeastShare * m_faults);
}

QTEST_GUILESS_MAIN(tst_SeededFaults)
#include "tst_seeded_faults.moc"
