// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/weight_findings.h"
#include "core/config/presets.h"
#include "core/pipeline/weight_run.h"
#include "core/runtime/runtime_environment.h"
#include "tests/support/model_builder.h"
#include "tests/support/source_directory.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <filesystem>

using namespace quantiscope;
using namespace quantiscope::test;
namespace fs = std::filesystem;

namespace {

fs::path sharedModel(const std::string& name)
{
    return sourceDirectory() / "../shared/models" / name;
}

Recipe recipeOf(const char* preset)
{
    Recipe recipe;
    recipe.config = findPreset(preset, ErrorCode::InvalidArgument)->config;
    recipe.config.equalization.include = false;
    return recipe;
}

} // namespace

class tst_WeightRun : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void weightsOfAModel_areFoundWithoutData();
    void equalization_gainsBetweenUnevenLayers();
    void equalizedGraph_isNotEqualizedAgain();
    void missingModel_isAnError();
    void yoloxStem_isPointedAt();
    void depthwiseLayers_gainFromScalesOfChannels();

private:
    [[nodiscard]] WeightAnalysis analysisOf(const fs::path& model, const Recipe& recipe);

    RuntimeEnvironment m_environment;
    QTemporaryDir m_folder;
    Feedback m_feedback;
};

void tst_WeightRun::initTestCase()
{
    // x → Conv → Relu → Conv, whose channels between differ x1000
    ModelBuilder b(13);
    std::vector<float> first, second;
    for (int i = 0; i < 64; ++i) {
        const float value = static_cast<float>((i * 37) % 64 - 31) / 32.0F;
        first.push_back(value * (i / 8 % 2 == 0 ? 1.0F : 0.001F));
        second.push_back(value * (i % 2 == 0 ? 1.0F : 1000.0F));
    }
    b.input("x", DataType::Float, {1, 8, 4, 4});
    b.initializer("first", {8, 8, 1, 1}, first);
    b.initializer("second", {8, 8, 1, 1}, second);
    b.node("Conv", {"x", "first"}, {"a"}, "head");
    b.node("Relu", {"a"}, {"r"}, "relu");
    b.node("Conv", {"r", "second"}, {"y"}, "tail");
    b.output("y", DataType::Float, {1, 8, 4, 4});
    QVERIFY(b.model().save(m_folder.filePath("uneven.onnx").toStdString(), {}));
}

WeightAnalysis tst_WeightRun::analysisOf(const fs::path& model, const Recipe& recipe)
{
    auto analysis = analyseModelWeights(m_environment, {.model = model, .recipe = recipe, .threads = 2}, m_feedback);
    if (!analysis)
        qFatal("%s", analysis.error().message.c_str());
    return *analysis;
}

void tst_WeightRun::weightsOfAModel_areFoundWithoutData()
{
    const WeightAnalysis analysis = analysisOf(m_folder.filePath("uneven.onnx").toStdString(), recipeOf("A8W8"));
    QCOMPARE(analysis.weights.size(), 2U);
    QCOMPARE(analysis.weights[0].nodes, std::vector<std::string>{"head"});
    QVERIFY(analysis.weights[0].channelRatio() > 900);
    QCOMPARE(analysis.weights[0].coarseChannels(), 4U);
    QVERIFY(*analysis.weights[0].gain(analysis.weights[0].perChannel) > 30);
}

void tst_WeightRun::equalization_gainsBetweenUnevenLayers()
{
    const WeightAnalysis analysis = analysisOf(m_folder.filePath("uneven.onnx").toStdString(), recipeOf("A8W8"));
    for (const WeightFacts& facts : analysis.weights) {
        QVERIFY2(facts.equalized.fidelity, facts.equalized.reason.c_str());
        QVERIFY(facts.equalized.fidelity->sqnr > 30);
    }
    QVERIFY(*analysis.weights[0].gain(analysis.weights[0].equalized) > 30);
}

void tst_WeightRun::equalizedGraph_isNotEqualizedAgain()
{
    Recipe recipe = recipeOf("A8W8");
    recipe.config.equalization.include = true;
    const WeightAnalysis analysis = analysisOf(m_folder.filePath("uneven.onnx").toStdString(), recipe);
    QCOMPARE(analysis.weights[0].equalized.reason, std::string("the recipe equalizes it already"));
    QVERIFY(analysis.weights[0].channelRatio() < 100);
}

void tst_WeightRun::missingModel_isAnError()
{
    const auto analysis =
        analyseModelWeights(m_environment, {.model = "none.onnx", .recipe = recipeOf("A8W8")}, m_feedback);
    QVERIFY(!analysis);
    QVERIFY(analysis.error().code == ErrorCode::ModelRefused);
}

void tst_WeightRun::yoloxStem_isPointedAt()
{
    const fs::path model = sharedModel("yolox_nano/yolox_nano.onnx");
    if (!fs::exists(model))
        QSKIP("needs ../shared/models");
    const WeightAnalysis analysis = analysisOf(model, recipeOf("VINT8"));
    const WeightFacts& stem = *analysis.find("1178"); // of the first convolution
    QCOMPARE(&analysis.weights.front(), &stem);
    QCOMPARE(std::lround(stem.channelRatio()), 719L);
    QCOMPARE(stem.channels.size(), 16U);
    QCOMPARE(stem.coarseChannels(), 6U);
    QVERIFY(stem.count(ChannelState::Silenced) >= 3);
    QVERIFY(*stem.gain(stem.perChannel) > 30);
    QVERIFY(!stem.gain(stem.equalized)); // SiLU lets no scaling through
    QCOMPARE(analysis.find("1181")->coarseChannels(), 7U); // the depthwise convolution behind it
    const std::vector<WeightFinding> findings = weightFindings(analysis);
    QCOMPARE(findings.front().weight, std::string("1178"));
    QVERIFY2(QString::fromStdString(findings.front().sentence)
                 .startsWith(QStringLiteral("The channels of '1178' differ \u00d7719 in range; with one scale 6 of 16 "
                                            "keep fewer than 4 levels; with other rules than the NPU's "
                                            "per-channel scales gain 3")),
             findings.front().sentence.c_str());
    // With a scale for each channel it is in order.
    Recipe channelwise = recipeOf("A8W8");
    channelwise.config.perChannel = true;
    const WeightAnalysis better = analysisOf(model, channelwise);
    QVERIFY(better.find("1178")->configured.balanced > 30);
    QVERIFY(!weightFinding(*better.find("1178")));
}

void tst_WeightRun::depthwiseLayers_gainFromScalesOfChannels()
{
    const fs::path model = sharedModel("mobilenetv2_cifar10/mobilenetv2_cifar10.onnx");
    if (!fs::exists(model))
        QSKIP("needs ../shared/models");
    const WeightAnalysis analysis = analysisOf(model, recipeOf("A8W8"));
    double depthwise = 0.0;
    double pointwise = 0.0;
    int depthwiseLayers = 0;
    int pointwiseLayers = 0;
    for (const WeightFacts& facts : analysis.weights) {
        if (facts.shape.size() != 4)
            continue;
        const bool isDepthwise = facts.shape[1] == 1;
        (isDepthwise ? depthwise : pointwise) += *facts.gain(facts.perChannel);
        ++(isDepthwise ? depthwiseLayers : pointwiseLayers);
    }
    QCOMPARE(depthwiseLayers, 10);
    QVERIFY(depthwise / depthwiseLayers > 8);
    QVERIFY(depthwise / depthwiseLayers > pointwise / pointwiseLayers + 3);
}

QTEST_APPLESS_MAIN(tst_WeightRun)
#include "tst_weight_run.moc"
