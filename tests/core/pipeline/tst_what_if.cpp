// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/variant_runner.h"
#include "core/config/presets.h"
#include "core/pipeline/analysis_session.h"
#include "core/pipeline/run_report.h"
#include "core/pipeline/what_if_run.h"
#include "tests/core/pipeline/option_network.h"
#include "tests/core/pipeline/quantizer_fixture.h"
#include "tests/support/model_runs.h"
#include "tests/support/verify_result.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QTest>

#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

using namespace quantiscope;
using namespace quantiscope::test;

// What variants give in a VariantRunner is what their files would: to the bit, for all that the quantizer can do.

namespace {

ExclusionRule nodeRule(const std::string& name)
{
    ExclusionRule rule;
    rule.pattern = name;
    return rule;
}

bool hasWeights(const Node& node)
{
    return node.opType == "Conv" || node.opType == "Gemm" || node.opType == "MatMul";
}

/// @p config with every third of the nodes that hold weights excluded.
QuantConfig withExclusions(QuantConfig config, const Graph& graph)
{
    std::size_t seen = 0;
    for (const Node& node : graph.nodes()) {
        if (hasWeights(node) && seen++ % 3 == 1)
            config.exclude.push_back(nodeRule(node.name));
    }
    return config;
}

/// @p config with the first layer in 16 bits.
QuantConfig withLayerRule(QuantConfig config, const Graph& graph)
{
    for (const Node& node : graph.nodes()) {
        if (!hasWeights(node))
            continue;
        LayerRule rule;
        rule.match = nodeRule(node.name);
        rule.weight.emplace();
        rule.weight->type = DataType::Int16;
        rule.output.emplace();
        rule.output->type = DataType::UInt16;
        config.layers.push_back(rule);
        break;
    }
    return config;
}

std::vector<QuantConfig> configsOf(const QuantConfig& preset, const Graph& graph)
{
    std::vector<QuantConfig> configs{preset, withExclusions(preset, graph)};
    if (!preset.selection.dynamic && preset.scaleType == ScaleType::Float32)
        configs.push_back(withLayerRule(preset, graph));
    return configs;
}

/// Configurations by preset, of a graph.
using NamedConfigs = std::vector<std::pair<std::string, QuantConfig>>;
using ConfigMaker = std::function<NamedConfigs(const Graph&)>;

/// All variants that the presets @p named (empty: all) make.
ConfigMaker presetVariants(const std::set<std::string>& named = {})
{
    return [named](const Graph& graph) {
        NamedConfigs all;
        for (const Preset& preset : presets()) {
            if (!named.empty() && !named.contains(preset.name))
                continue;
            for (QuantConfig& config : configsOf(preset.config, graph))
                all.emplace_back(preset.name, std::move(config));
        }
        return all;
    };
}

using PlacementChange = void (*)(PlacementConfig&);

/// Ways of putting pairs, by the option's name.
const std::map<std::string, PlacementChange>& placements()
{
    static const std::map<std::string, PlacementChange> kPlacements{
        {"DedicatedQDQPair", [](PlacementConfig& placement) { placement.dedicatedQDQPair = true; }},
        {"DedicateDQNode", [](PlacementConfig& placement) { placement.dedicateDQNode = true; }},
        {"AddQDQPairToWeight", [](PlacementConfig& placement) { placement.addQDQPairToWeight = true; }},
        {"EnableDualQuantNodePairs", [](PlacementConfig& placement) { placement.enableDualQuantNodePairs = true; }},
        {"Int16Bias", [](PlacementConfig& placement) { placement.int16Bias = true; }},
        {"Int32Bias", [](PlacementConfig& placement) { placement.int32Bias = false; }},
        {"QuantizeBias", [](PlacementConfig& placement) { placement.quantizeBias = false; }},
        {"FoldRelu", [](PlacementConfig& placement) { placement.foldRelu = true; }},
        {"OpTypesToExcludeOutputQuantization",
         [](PlacementConfig& placement) {
             placement.opTypesToExcludeOutputQuantization = {"Conv", "Gemm", "Add"};
         }},
    };
    return kPlacements;
}

/// Does the preset quantize while the model runs?
bool isDynamic(const std::string& preset)
{
    return findPreset(preset, ErrorCode::InvalidArgument)->config.selection.dynamic;
}

} // namespace

class tst_WhatIf : public QObject, private QuantizerFixture
{
    Q_OBJECT

    /// Compares the variants of a model that @p configs names; counts those that no switch can make by preset.
    void compare(const AnalysisRequest& request, const ConfigMaker& configs,
                 std::map<std::string, std::size_t>& notWired)
    {
        Feedback feedback;
        const auto session = AnalysisSession::open(m_environment, request, feedback);
        VERIFY_OK(session);
        WhatIfRun whatIf(**session);
        std::shared_ptr<const PreparedGraph> prepared; // runners of graphs that come and go would be rebuilt each time
        std::unique_ptr<VariantRunner> runner;
        for (const auto& [preset, config] : configs((*session)->graph())) {
            const auto variant = (*session)->quantize(config, feedback);
            if (!variant && QString::fromStdString(variant.error().message).contains("has no effect"))
                continue; // a layer rule in front of a preset that leaves the layer float
            VERIFY_OK(variant);
            const auto given = whatIf.evaluate(config, 0, feedback);
            VERIFY_OK(given);
            const auto expected = (*session)->evaluate(*variant, 0, feedback);
            VERIFY_OK(expected);
            QVERIFY2(toJson(given->evaluation) == toJson(*expected), preset.c_str());
            auto wired = (*session)->wire(config, feedback);
            VERIFY_OK(wired);
            QCOMPARE(wired->figures.weightBytes, variant->figures.weightBytes);
            QCOMPARE(wired->figures.floatMultiplyAdds, variant->figures.floatMultiplyAdds);
            if (const auto* obstacle = std::get_if<WiringObstacle>(&wired->wiring)) {
                if (++notWired[preset] == 1)
                    qInfo("%s: %s", preset.c_str(), obstacle->reason.c_str());
                continue;
            }
            if (wired->prepared != prepared) {
                prepared = wired->prepared;
                runner = std::make_unique<VariantRunner>(m_environment, prepared->model);
            }
            const auto handle = runner->add(std::move(std::get<VariantWiring>(wired->wiring)));
            VERIFY_OK(handle);
            auto sample = (*session)->samples().read(0);
            VERIFY_OK(sample);
            InputAdapter((*session)->inputs(), prepared->model.inputs()).adapt(sample->inputs);
            const auto outputs = runner->run(*handle, sample->inputs, {});
            VERIFY_OK(outputs);
            const std::vector<Tensor> real = outputsOf(variant->model, sample->inputs);
            for (std::size_t i = 0; i < real.size(); ++i) {
                QVERIFY2(std::memcmp((*outputs)[i].bytes().data(), real[i].bytes().data(), real[i].bytes().size()) == 0,
                         preset.c_str());
            }
        }
    }

    [[nodiscard]] AnalysisRequest randomRequest(const std::string& model) const
    {
        AnalysisRequest wanted;
        wanted.model = model;
        wanted.recipe = request().recipe;
        wanted.recipe.calibration.emplace().source = "random:3";
        wanted.recipe.calibration->samples = 3;
        wanted.recipe.evaluation.reset();
        wanted.samples = 3;
        wanted.threads = 1;
        wanted.cache.folder = path("cache"); // presets share statistics
        return wanted;
    }

    /// To options.onnx.
    void writeOptionNetwork() const
    {
        QFile file(QString::fromStdString(path("options.onnx")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(OptionNetwork().bytes()));
    }

private slots:
    void init() { makeFolder(); }
    void cleanup() { removeFolder(); }

    void everyPreset_onTheSample();
    void everyPreset_onTheNetworkForAllOptions();
    void everyPlacement_data();
    void everyPlacement();
    void similarity_isLeftOutAlone();
    void realModels_data();
    void realModels();
};

void tst_WhatIf::everyPreset_onTheSample()
{
    AnalysisRequest wanted = randomRequest(kSample + "/fashion_cnn.onnx");
    wanted.recipe = request().recipe;
    std::map<std::string, std::size_t> own;
    compare(wanted, presetVariants(), own);
    for (const auto& [preset, count] : own)
        QVERIFY2(isDynamic(preset), preset.c_str());
}

void tst_WhatIf::everyPreset_onTheNetworkForAllOptions()
{
    writeOptionNetwork();
    std::map<std::string, std::size_t> own;
    compare(randomRequest(path("options.onnx")), presetVariants(), own);
    for (const auto& [preset, count] : own)
        QVERIFY2(isDynamic(preset), preset.c_str());
    QVERIFY(own.contains("UINT8_DYNAMIC_QUANT"));
}

void tst_WhatIf::everyPlacement_data()
{
    QTest::addColumn<QString>("option");
    for (const auto& [option, change] : placements())
        QTest::addRow("%s", option.c_str()) << QString::fromStdString(option);
}

void tst_WhatIf::everyPlacement()
{
    QFETCH(QString, option);
    writeOptionNetwork();
    const PlacementChange change = placements().at(option.toStdString());
    const auto configs = [change](const Graph& graph) {
        NamedConfigs all;
        for (const char* preset : {"A8W8", "A16W8_PC", "ORT_U8S8", "VINT8", "XINT8"}) {
            QuantConfig config = findPreset(preset, ErrorCode::InvalidArgument)->config;
            change(config.placement);
            all.emplace_back(preset, config);
            all.emplace_back(preset, withExclusions(config, graph));
        }
        return all;
    };
    std::map<std::string, std::size_t> own;
    compare(randomRequest(path("options.onnx")), configs, own);
    QVERIFY(own.empty());
}

void tst_WhatIf::similarity_isLeftOutAlone()
{
    Feedback feedback;
    ModelBuilder b(21);
    b.input("x", DataType::Float, {1, 3, 16, 16}).randomInitializer("w", {4, 3, 3, 3}, 0.5F, 1);
    b.node("Conv", {"x", "w"}, {"y"}, "conv");
    b.output("y"); // a picture
    QFile file(QString::fromStdString(path("picture.onnx")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(b.build().SerializeAsString()));
    file.close();
    const auto session = AnalysisSession::open(m_environment, randomRequest(path("picture.onnx")), feedback);
    VERIFY_OK(session);
    WhatIfRun whatIf(**session);
    const QuantConfig& config = (*session)->request().recipe.config;
    const auto whole = whatIf.evaluate(config, 0, feedback);
    VERIFY_OK(whole);
    QVERIFY(whole->evaluation.outputs.front().ssim);
    auto expected = whole->evaluation;
    expected.outputs.front().ssim.reset();
    for (SampleRecord& record : expected.perSample)
        record.outputs.front().metrics->ssim.reset();
    const auto given = whatIf.evaluate(config, 0, feedback, {}, Similarity::LeftOut);
    VERIFY_OK(given);
    QVERIFY(toJson(given->evaluation) == toJson(expected));
}

void tst_WhatIf::realModels_data()
{
    QTest::addColumn<QString>("folder");
    for (const char* model : {"squeezenet_fp32", "mobilenetv2_cifar10", "yolox_nano"})
        QTest::addRow("%s", model) << QString::fromStdString(
            (sourceDirectory() / ".." / "shared" / "models" / model).string());
}

void tst_WhatIf::realModels()
{
    QFETCH(QString, folder);
    const QStringList files = QDir(folder).entryList({"*.onnx"});
    if (files.isEmpty())
        QSKIP("There is no ../shared folder.");
    AnalysisRequest wanted = randomRequest((folder + "/" + files.first()).toStdString());
    wanted.recipe.calibration->source = "random:1";
    wanted.recipe.calibration->samples = 1;
    wanted.samples = 1;
    std::map<std::string, std::size_t> own;
    compare(wanted, presetVariants({"A8W8", "ORT_U8S8", "VINT8", "XINT8"}), own);
    for (const auto& [preset, count] : own)
        QVERIFY2(isDynamic(preset), preset.c_str());
}

QTEST_GUILESS_MAIN(tst_WhatIf)
#include "tst_what_if.moc"
