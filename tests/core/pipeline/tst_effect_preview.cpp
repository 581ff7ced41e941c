// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/effect_preview.h"
#include "tests/core/pipeline/quantizer_fixture.h"
#include "tests/support/model_builder.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <limits>
#include <set>

using namespace quantiscope;
using namespace quantiscope::test;

using Kind = ExclusionRule::Kind;
using State = NodeEffect::State;

// What is told before a run is what the run does.

namespace {

const std::filesystem::path kShared = sourceDirectory() / ".." / "shared" / "models";

/// A preview with nothing kept.
Result<EffectPreview> previewEffect(const RuntimeEnvironment& environment, const Model& model, const Recipe& recipe,
                                    Feedback& feedback)
{
    return EffectPreviewer(environment, model).preview(recipe, feedback);
}

Recipe recipeOf(const char* preset)
{
    Recipe recipe;
    recipe.config = findPreset(preset, ErrorCode::InvalidArgument)->config;
    return recipe;
}

Model load(const std::filesystem::path& path)
{
    Feedback feedback;
    auto model = Model::load(path, {}, feedback);
    if (!model)
        qFatal("%s", model.error().message.c_str());
    return std::move(*model);
}

LayerRule layerRule(ExclusionRule match, DataType output)
{
    LayerRule rule{std::move(match), {}, {}, {}, TensorOverride()};
    rule.output->type = output;
    return rule;
}

std::size_t place(const Model& model, const char* name)
{
    return Graph(model).nodeNamed(name).value();
}

/// x → Conv c → Relu r → Softmax s → Add a → y
Model chain()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2, 4, 4});
    b.randomInitializer("w", {3, 2, 1, 1}).randomInitializer("k", {1, 3, 4, 4});
    b.node("Conv", {"x", "w"}, {"cv"}, "c");
    b.node("Relu", {"cv"}, {"rv"}, "r");
    b.node("Softmax", {"rv"}, {"sv"}, "s");
    b.node("Add", {"sv", "k"}, {"y"}, "a");
    b.output("y");
    return b.model();
}

} // namespace

class tst_EffectPreview : public QObject, private QuantizerFixture
{
    Q_OBJECT

private slots:
    void init() { makeFolder(); }
    void cleanup() { removeFolder(); }
    void preview_agreesWithARun_data();
    void preview_agreesWithARun();
    void states_tellTypeRuleAndReason();
    void foldedNeighbour_isFloatBecauseOfTheRule();
    void boundaries_andProducts_areCounted();
    void deadRules_areToldAndLeftOut();
    void layerWithoutEffect_isToldAtItsRule();
    void layersWithoutEffect_areFoundAllAtOnce();
    void warnings_areTheSame_atEveryLook();
    void rules_catchWhatARunCatches_withEveryPreset_data();
    void rules_catchWhatARunCatches_withEveryPreset();
    void layerRules_giveWhatARunGives_data();
    void layerRules_giveWhatARunGives();
    void contradiction_isTheError();
    void cancel_endsWithCanceled();
    void nextRule_isQuick_onYoloxNano();
};

void tst_EffectPreview::preview_agreesWithARun_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("preset");
    QTest::addColumn<bool>("withRules");
    for (const char* preset : {"U8S8_AAWS", "XINT8", "A8W8", "A16W8"}) {
        if (findPreset(preset, ErrorCode::InvalidArgument))
            QTest::addRow("sample %s", preset) << "" << preset << true;
    }
    QTest::newRow("yolox_nano XINT8") << "yolox_nano/yolox_nano.onnx"
                                      << "XINT8" << false;
    QTest::newRow("mobilenetv2 U8S8_AAWS") << "mobilenetv2_cifar10/mobilenetv2_cifar10.onnx"
                                           << "U8S8_AAWS" << false;
}

void tst_EffectPreview::preview_agreesWithARun()
{
    QFETCH(QString, model);
    QFETCH(QString, preset);
    QFETCH(bool, withRules);
    QuantizeRequest wanted = request(preset.toStdString());
    wanted.recipe.config.equalization.include = false;
    if (!model.isEmpty()) {
        wanted.model = kShared / model.toStdString();
        if (!std::filesystem::exists(wanted.model))
            QSKIP("The shared models are not here.");
        wanted.recipe.calibration->source = "random";
        wanted.recipe.calibration->samples = 1;
    }
    const Model original = load(wanted.model);
    if (withRules) {
        const Graph graph(original);
        wanted.recipe.config.exclude = {{Kind::Node, graph.nodes().front().name, {}, {}},
                                        {Kind::Node, "nowhere", {}, {}, false}};
    }
    Feedback feedback;
    const auto preview = previewEffect(m_environment, original, wanted.recipe, feedback);
    QVERIFY2(preview.has_value(), preview ? "" : preview.error().message.c_str());
    const auto report = run(wanted);
    QVERIFY2(report.has_value(), report ? "" : report.error().message.c_str());
    std::map<std::string, DataType> written;
    for (const QuantizedTensor& tensor : report->tensors) {
        if (tensor.params.type != DataType::Int32)
            written[tensor.name] = tensor.params.type;
    }
    for (const auto& [name, type] : written)
        QVERIFY2(preview->tensors.count(name) > 0 && preview->tensors.at(name) == type, name.c_str());
    for (const auto& [name, type] : preview->tensors)
        QVERIFY2(written.count(name) > 0, name.c_str());
    QCOMPARE(preview->nodes.size(), Graph(original).nodes().size());
    QCOMPARE(preview->floatWeightBytes, std::uint64_t(report->floatWeightBytes));
    const double ratio = double(preview->after.weightBytes) / double(report->quantizedWeightBytes);
    QVERIFY2(ratio > 0.97 && ratio < 1.03, qPrintable(QString::number(ratio)));
    if (withRules) {
        QCOMPARE(preview->nodes.front().state, State::Float);
        QCOMPARE(preview->nodes.front().reason, FloatReason::Rule);
        QVERIFY(preview->after.floating > preview->before.floating);
    }
}

void tst_EffectPreview::states_tellTypeRuleAndReason()
{
    const Model model = chain();
    Recipe recipe = recipeOf("U8S8_AAWS");
    recipe.config.exclude = {{Kind::OpType, "Add", {}, {}}};
    recipe.config.layers = {layerRule({Kind::Node, "r", {}, {}}, DataType::UInt16)};
    recipe.config.selection.opTypesToQuantize = {"Conv", "Relu", "Add"};
    Feedback feedback;
    const auto preview = previewEffect(m_environment, model, recipe, feedback);
    QVERIFY2(preview.has_value(), preview ? "" : preview.error().message.c_str());
    const NodeEffect& conv = preview->nodes[place(model, "c")];
    const NodeEffect& relu = preview->nodes[place(model, "r")];
    const NodeEffect& softmax = preview->nodes[place(model, "s")];
    const NodeEffect& add = preview->nodes[place(model, "a")];
    QCOMPARE(conv.state, State::Quantized);
    QCOMPARE(relu.state, State::Quantized);
    QCOMPARE(relu.type, DataType::UInt16);
    QCOMPARE(relu.layer, 0);
    QCOMPARE(softmax.reason, FloatReason::OtherType);
    QCOMPARE(softmax.rule, -1);
    QCOMPARE(add.reason, FloatReason::Rule);
    QCOMPARE(add.rule, 0);
    QCOMPARE(preview->after.quantized, std::size_t(2));
    QVERIFY(preview->after.quantized16 >= 1);
    QCOMPARE(preview->after.floating, std::size_t(2));
    QCOMPARE(preview->before.floating, std::size_t(1));
}

void tst_EffectPreview::foldedNeighbour_isFloatBecauseOfTheRule()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2, 4, 4});
    b.randomInitializer("w", {3, 2, 1, 1}).initializer("one", {3}, {1, 1, 1}).initializer("zero", {3}, {0, 0, 0});
    b.node("Conv", {"x", "w"}, {"cv"}, "c");
    b.node("BatchNormalization", {"cv", "one", "zero", "zero", "one"}, {"bv"}, "n");
    b.node("Relu", {"bv"}, {"y"}, "r");
    b.output("y");
    const Model model = b.model();
    Recipe recipe = recipeOf("XINT8");
    recipe.config.exclude = {{Kind::Node, "n", {}, {}}};
    Feedback feedback;
    const auto preview = previewEffect(m_environment, model, recipe, feedback);
    QVERIFY2(preview.has_value(), preview ? "" : preview.error().message.c_str());
    const NodeEffect& conv = preview->nodes[place(model, "c")];
    QCOMPARE(preview->nodes[place(model, "n")].reason, FloatReason::Rule);
    QCOMPARE(conv.state, State::Float);
    QCOMPARE(conv.reason, FloatReason::JoinedWithRule);
    QCOMPARE(conv.rule, -1);
}

void tst_EffectPreview::boundaries_andProducts_areCounted()
{
    const Model model = chain();
    Recipe recipe = recipeOf("U8S8_AAWS");
    Feedback feedback;
    const auto whole = previewEffect(m_environment, model, recipe, feedback);
    QVERIFY(whole.has_value());
    QCOMPARE(whole->after, whole->before);
    QCOMPARE(whole->after.toInteger, std::size_t(1)); // the input
    QCOMPARE(whole->after.toFloat, std::size_t(1)); // the output
    QCOMPARE(whole->after.multiplyAdds, std::uint64_t(3 * 16 * 2));
    QCOMPARE(whole->after.floatMultiplyAdds, std::uint64_t(0));
    recipe.config.exclude = {{Kind::Node, "c", {}, {}}, {Kind::Node, "s", {}, {}}};
    const auto part = previewEffect(m_environment, model, recipe, feedback);
    QVERIFY(part.has_value());
    QCOMPARE(part->after.floatMultiplyAdds, std::uint64_t(3 * 16 * 2));
    QVERIFY(part->after.weightBytes > part->before.weightBytes);
    QCOMPARE(part->before, whole->before);
}

void tst_EffectPreview::deadRules_areToldAndLeftOut()
{
    const Model model = chain();
    Recipe recipe = recipeOf("U8S8_AAWS");
    recipe.config.exclude = {{Kind::OpType, "Sofmax", {}, {}}, {Kind::Node, "a", {}, {}}, {Kind::Node, "?", {}, {}}};
    recipe.config.layers = {layerRule({Kind::Node, "nowhere", {}, {}}, DataType::UInt16)};
    Feedback feedback;
    const auto preview = previewEffect(m_environment, model, recipe, feedback);
    QVERIFY(preview.has_value());
    QVERIFY(preview->exclude[0].error && preview->exclude[2].error && preview->layers[0].error);
    QCOMPARE(preview->exclude[0].repaired->pattern, "Softmax");
    QVERIFY(!preview->exclude[1].error);
    QCOMPARE(preview->nodes[place(model, "a")].rule, 1);
    QCOMPARE(preview->nodes[place(model, "s")].state, State::Quantized);
}

void tst_EffectPreview::layerWithoutEffect_isToldAtItsRule()
{
    const Model model = chain();
    Recipe recipe = recipeOf("U8S8_AAWS");
    recipe.config.exclude = {{Kind::Node, "a", {}, {}}};
    recipe.config.layers = {layerRule({Kind::Node, "r", {}, {}}, DataType::UInt16),
                            layerRule({Kind::Node, "a", {}, {}}, DataType::UInt16)};
    Feedback feedback;
    const auto preview = previewEffect(m_environment, model, recipe, feedback);
    QVERIFY(preview.has_value());
    QVERIFY(!preview->layers[0].error);
    QVERIFY(preview->layers[1].error);
    QVERIFY(preview->layers[1].error->message.find("has no effect") != std::string::npos);
    QCOMPARE(preview->nodes[place(model, "r")].type, DataType::UInt16);
}

void tst_EffectPreview::layersWithoutEffect_areFoundAllAtOnce()
{
    constexpr int kNodes = 300; // one after the other they would take a second
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 4});
    Recipe recipe = recipeOf("U8S8_AAWS");
    for (int i = 0; i < kNodes; ++i) {
        const std::string number = std::to_string(i);
        b.node("Erf", {i == 0 ? "x" : "v" + std::to_string(i - 1)}, {"v" + number}, "e" + number);
        recipe.config.layers.push_back(layerRule({Kind::Node, "e" + number, {}, {}}, DataType::UInt16));
    }
    b.output("v" + std::to_string(kNodes - 1));
    const Model model = b.model();
    // Polls are what the work does; a pass over the rules for each of them would take their square.
    class Polls final : public Feedback
    {
    public:
        bool isCanceled() const override { return ++count < 0; }
        mutable int count = 0;
    };
    Polls feedback;
    const auto preview = previewEffect(m_environment, model, recipe, feedback);
    QVERIFY2(preview.has_value(), preview ? "" : preview.error().message.c_str());
    for (const RuleFinding& layer : preview->layers)
        QVERIFY(layer.error && layer.error->message.find("has no effect") != std::string::npos);
    QCOMPARE(preview->after.floating, std::size_t(kNodes));
    QVERIFY2(feedback.count < 20 * kNodes, qPrintable(QString::number(feedback.count)));
}

void tst_EffectPreview::warnings_areTheSame_atEveryLook()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 4});
    b.initializer("c", {4}, {1.0F, 2.0F, std::numeric_limits<float>::infinity(), 3.0F});
    b.node("Add", {"x", "c"}, {"a"}, "masked");
    b.node("Relu", {"a"}, {"y"}, "good");
    b.output("y");
    EffectPreviewer previewer(m_environment, b.model());
    Recipe recipe = recipeOf("U8S8_AAWS");
    Feedback feedback;
    const auto first = previewer.preview(recipe, feedback);
    const auto second = previewer.preview(recipe, feedback);
    QVERIFY(first && second);
    QVERIFY(!first->warnings.empty());
    QCOMPARE(second->warnings, first->warnings);
    // Without the node that they are about nothing is left to warn of, be it the first look or not.
    recipe.config.exclude = {{Kind::Node, "masked", {}, {}}};
    const auto without = previewer.preview(recipe, feedback);
    const auto fresh = previewEffect(m_environment, b.model(), recipe, feedback);
    QVERIFY(without && fresh);
    QVERIFY(without->warnings.size() < first->warnings.size());
    QCOMPARE(fresh->warnings, without->warnings);
}

void tst_EffectPreview::rules_catchWhatARunCatches_withEveryPreset_data()
{
    QTest::addColumn<QString>("preset");
    for (const Preset& preset : presets())
        QTest::addRow("%s", preset.name.c_str()) << QString::fromStdString(preset.name);
}

void tst_EffectPreview::rules_catchWhatARunCatches_withEveryPreset()
{
    QFETCH(QString, preset);
    QuantizeRequest wanted = request(preset.toStdString());
    QuantConfig& config = wanted.recipe.config;
    config.equalization.include = false;
    wanted.recipe.calibration->samples = 1;
    const Model original = load(wanted.model);
    const Graph graph(original);
    const auto named = [&graph](std::size_t at) { return graph.nodes()[at].name; };
    config.exclude = {{Kind::Upstream, {}, {}, {named(1)}}, {Kind::Between, {}, {named(3)}, {named(4)}}};
    Feedback feedback;
    const auto preview = previewEffect(m_environment, original, wanted.recipe, feedback);
    QVERIFY2(preview.has_value(), preview ? "" : preview.error().message.c_str());
    const auto report = run(wanted);
    QVERIFY2(report.has_value(), report ? "" : report.error().message.c_str());
    std::map<std::string, DataType> written;
    for (const QuantizedTensor& tensor : report->tensors) {
        if (tensor.params.type != DataType::Int32)
            written[tensor.name] = tensor.params.type;
    }
    QVERIFY(!written.empty());
    QCOMPARE(preview->tensors, written);
    QCOMPARE(preview->nodes[0].state, State::Float);
    QCOMPARE(preview->nodes[0].rule, 0);
    QCOMPARE(preview->nodes[3].rule, 1);
    QVERIFY(preview->after.quantized > 0);
    if (!config.selection.dynamic)
        return;
    // Where values become integers and real again is in the file for everybody to count.
    Feedback quiet;
    const auto quantized = Model::load(report->outputPath, {.allowQuantized = true}, quiet);
    QVERIFY2(quantized.has_value(), quantized ? "" : quantized.error().message.c_str());
    const Graph result(*quantized);
    const auto count = [&result](const std::set<std::string>& types) {
        return std::size_t(std::count_if(result.nodes().begin(), result.nodes().end(),
                                         [&types](const Node& node) { return types.contains(node.opType); }));
    };
    const std::size_t integers = count({"DynamicQuantizeLinear"});
    QVERIFY(integers > 0);
    QCOMPARE(preview->after.toInteger, integers);
    QCOMPARE(preview->after.toFloat, count({"ConvInteger", "MatMulInteger", "DequantizeLinear"}));
}

void tst_EffectPreview::layerRules_giveWhatARunGives_data()
{
    QTest::addColumn<QString>("preset");
    QTest::addColumn<QString>("rule");
    for (const char* preset : {"U8S8_AAWS", "A8W8", "A16W8", "XINT8"}) {
        for (const char* rule : {"node 16", "node 8", "type 16", "type 8", "type float", "downstream float"})
            QTest::addRow("%s, %s", preset, rule) << preset << rule;
    }
}

void tst_EffectPreview::layerRules_giveWhatARunGives()
{
    QFETCH(QString, preset);
    QFETCH(QString, rule);
    QuantizeRequest wanted = request(preset.toStdString());
    QuantConfig& config = wanted.recipe.config;
    config.equalization.include = false;
    wanted.recipe.calibration->samples = 1;
    const Model original = load(wanted.model);
    const Graph graph(original);
    const auto conv = std::find_if(graph.nodes().begin() + 1, graph.nodes().end(),
                                   [](const Node& node) { return node.opType == "Conv"; });
    const ExclusionRule match = rule.startsWith(QLatin1String("type")) ? ExclusionRule{Kind::OpType, "Conv", {}, {}}
                                                                       : ExclusionRule{Kind::Node, conv->name, {}, {}};
    if (rule == QLatin1String("downstream float"))
        config.exclude = {{Kind::Downstream, {}, {conv->name}, {}}};
    else if (rule.endsWith(QLatin1String("float")))
        config.exclude = {match};
    else
        config.layers = {layerRule(match, rule.endsWith(QLatin1String("16")) ? DataType::UInt16 : DataType::UInt8)};
    Feedback feedback;
    const auto preview = previewEffect(m_environment, original, wanted.recipe, feedback);
    const auto report = run(wanted);
    const bool isRefused = !preview || (!preview->layers.empty() && preview->layers[0].error);
    QVERIFY2(isRefused == !report.has_value(), report ? "refused only before" : report.error().message.c_str());
    if (isRefused)
        return;
    std::map<std::string, DataType> written;
    int weights = 0;
    for (const QuantizedTensor& tensor : report->tensors) {
        if (tensor.params.type != DataType::Int32)
            written[tensor.name] = tensor.params.type;
        weights += tensor.role == QuantizedTensor::Role::Weight;
    }
    QCOMPARE(preview->tensors, written);
    int judged = 0;
    int weighted = 0; // folding renames weights: they are counted
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        const Node& node = graph.nodes()[i];
        const NodeEffect& effect = preview->nodes[i];
        const auto output = written.find(node.outputAt(0));
        if (effect.state == State::Quantized && output != written.end()) {
            QVERIFY2(effect.type == output->second, node.name.c_str());
            ++judged;
        }
        weighted += effect.state == State::Quantized && (node.opType == "Conv" || node.opType == "Gemm");
    }
    QVERIFY(judged > 1 || rule.startsWith(QLatin1String("downstream"))); // there, little is left
    QCOMPARE(weighted, weights);
}

void tst_EffectPreview::contradiction_isTheError()
{
    Recipe recipe = recipeOf("XINT8");
    recipe.config.perChannel = true;
    Feedback feedback;
    const auto preview = previewEffect(m_environment, chain(), recipe, feedback);
    QVERIFY(!preview);
    QVERIFY(preview.error().message.find("PerChannel must be false") != std::string::npos);
}

void tst_EffectPreview::cancel_endsWithCanceled()
{
    class Stopped final : public Feedback
    {
        bool isCanceled() const override { return true; }
    };
    Stopped feedback;
    const auto preview = previewEffect(m_environment, chain(), recipeOf("XINT8"), feedback);
    QVERIFY(!preview);
    QCOMPARE(preview.error().code, ErrorCode::Canceled);
}

void tst_EffectPreview::nextRule_isQuick_onYoloxNano()
{
    const std::filesystem::path path = kShared / "yolox_nano/yolox_nano.onnx";
    if (!std::filesystem::exists(path))
        QSKIP("The shared models are not here.");
    const Model model = load(path);
    EffectPreviewer previewer(m_environment, model);
    Recipe recipe = recipeOf("XINT8");
    Feedback feedback;
    QElapsedTimer timer;
    timer.start();
    QVERIFY(previewer.preview(recipe, feedback).has_value());
    const qint64 first = timer.restart();
    recipe.config.exclude = {{Kind::OpType, "Resize", {}, {}}};
    const auto next = previewer.preview(recipe, feedback);
    const qint64 second = timer.elapsed();
    qInfo("first preview %lld ms, next %lld ms", first, second);
    QVERIFY(next.has_value());
    QCOMPARE(next->after.floating, next->before.floating + 2);
    QVERIFY2(second < first, "nothing was kept of the preparation");
}

QTEST_GUILESS_MAIN(tst_EffectPreview)
#include "tst_effect_preview.moc"
