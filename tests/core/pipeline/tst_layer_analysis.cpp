// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/presets.h"
#include "core/pipeline/layer_analysis.h"
#include "core/runtime/runtime_environment.h"
#include "core/tensor/npy_writer.h"
#include "tests/support/model_builder.h"
#include "tests/support/verify_result.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

constexpr float kOutlier = 10.0F; ///< times what other samples have
constexpr float kFault = 8.0F; ///< times the range that a scale needs
constexpr std::int64_t kChannels = 3;
constexpr std::int64_t kExtent = 8;

/// Samples with values in [-1, 1] in channels 0 and 1 and none in channel 2; sample @p loud has the values of channel 0
/// times kOutlier.
Tensor samples(std::int64_t count, std::optional<std::size_t> loud = {})
{
    std::mt19937 generator(5);
    std::uniform_real_distribution<float> any(-1.0F, 1.0F);
    Tensor tensor(DataType::Float, {count, kChannels, kExtent, kExtent});
    const auto channel = static_cast<std::size_t>(kExtent * kExtent);
    std::span<float> values = tensor.as<float>();
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::size_t at = i / channel % kChannels;
        const bool isLoud = loud == i / channel / kChannels && at == 0;
        values[i] = at == 2 ? 0.0F : any(generator) * (isLoud ? kOutlier : 1.0F);
    }
    return tensor;
}

/// x → Conv → "varied", which follows channel 0; x → Conv → "lost", which follows channel 1 by a weight that a larger
/// one for the empty channel leaves without a level.
Model network()
{
    ModelBuilder builder(17);
    builder.input("x", DataType::Float, {1, kChannels, kExtent, kExtent});
    builder.initializer("w_varied", {2, kChannels, 1, 1}, {1.0F, 0.0F, 0.0F, -0.7F, 0.0F, 0.0F});
    builder.initializer("w_lost", {2, kChannels, 1, 1}, {0.0F, 0.02F, 10.0F, 0.0F, -0.01F, 10.0F});
    builder.node("Conv", {"x", "w_varied"}, {"varied"}, "conv_varied");
    builder.node("Conv", {"x", "w_lost"}, {"lost"}, "conv_lost");
    builder.output("varied").output("lost");
    return builder.model();
}

const TensorError& find(const LayerErrors& errors, const std::string& tensor)
{
    const auto found = std::find_if(errors.tensors.begin(), errors.tensors.end(),
                                    [&](const TensorError& error) { return error.tensor == tensor; });
    if (found == errors.tensors.end())
        qFatal("No tensor %s", tensor.c_str());
    return *found;
}

} // namespace

class tst_LayerAnalysis : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        VERIFY_OK(network().save(path("network.onnx"), {}));
        VERIFY_OK(writeNpy(path("calibration.npy"), samples(4, 2)));
        VERIFY_OK(writeNpy(path("quiet.npy"), samples(3)));
    }

    void outlierOfTheCalibration_isNotBlamed()
    {
        // Scales reach what only one sample of the calibration has: as wide as they have to be.
        const auto analysis = analysed({});
        VERIFY_OK(analysis);
        const LayerErrors& errors = analysis->errors;
        for (const char* wide : {"x", "varied"}) {
            const TensorError& tensor = find(errors, wide);
            QVERIFY(tensor.range.max <= 1.0F && tensor.calibratedRange->max > kOutlier / 2.0F);
            QVERIFY(tensor.scaleExcess && std::abs(*tensor.scaleExcess) < 1.0);
            QVERIFY(tensor.excess && *tensor.excess < 3.0);
        }
        QVERIFY(errors.firstWrong.has_value());
        QCOMPARE(errors.tensors[errors.firstWrong->tensor].tensor, std::string("lost"));
        QCOMPARE(errors.tensors[errors.firstWrong->weight.value()].tensor, std::string("w_lost"));
    }

    void wrongScale_isBlamed_aboveTheOutlier()
    {
        LayerRule rule;
        rule.match.pattern = "conv_varied";
        rule.output.emplace().range = TensorRange{-kFault * kOutlier, kFault * kOutlier};
        const auto analysis = analysed(rule);
        VERIFY_OK(analysis);
        const LayerErrors& errors = analysis->errors;
        QCOMPARE(errors.tensors[errors.firstWrong.value().tensor].tensor, std::string("varied"));
        QVERIFY(!errors.firstWrong->weight);
        const double excess = find(errors, "varied").scaleExcess.value();
        QVERIFY2(excess > 17.0 && excess < 20.0, qPrintable(QString::number(excess)));
        QCOMPARE(worstFirst(errors, ErrorColumn::Scale)[0], errors.firstWrong->tensor);
    }

private:
    [[nodiscard]] std::string path(const char* name) const { return m_folder.filePath(name).toStdString(); }

    /// Calibrated with the loud sample, analysed without it.
    [[nodiscard]] Result<LayerAnalysis> analysed(const std::optional<LayerRule>& rule) const
    {
        AnalysisRequest request;
        request.model = path("network.onnx");
        request.recipe.config = findPreset("A8W8", ErrorCode::InvalidArgument)->config;
        if (rule)
            request.recipe.config.layers.push_back(*rule);
        request.recipe.calibration = DataSpec{path("calibration.npy"), {}, 0, 0};
        request.evaluation = EvaluationRequest{DataSpec{path("quiet.npy"), {}, 0, 0}, {}};
        request.threads = 1;
        Feedback feedback;
        const auto session = AnalysisSession::open(m_environment, request, feedback);
        if (!session)
            return session.error();
        const auto variant = (*session)->quantize(request.recipe.config, feedback);
        return variant ? analyseLayers(**session, *variant, feedback) : variant.error();
    }

    RuntimeEnvironment m_environment;
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(tst_LayerAnalysis)
#include "tst_layer_analysis.moc"
