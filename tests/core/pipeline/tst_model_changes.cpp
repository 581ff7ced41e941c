// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/model_changes.h"

#include "core/config/presets.h"
#include "core/pipeline/quantizer.h"
#include "tests/support/model_builder.h"
#include "tests/support/model_runs.h"
#include "tests/support/source_directory.h"
#include "tests/support/verify_result.h"

#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <numeric>
#include <optional>

using namespace quantiscope;
using namespace quantiscope::test;
namespace fs = std::filesystem;

namespace {

fs::path shared(const char* path)
{
    return sourceDirectory() / ".." / "shared" / path;
}

/// Two models with what is different between them.
struct Compared
{
    Compared(Model first, Model second)
        : modelBefore(std::move(first))
        , modelAfter(std::move(second))
        , before(modelBefore)
        , after(modelAfter)
        , between(before, after)
        , changes(modelChanges(before, after, between))
    {
    }

    [[nodiscard]] std::size_t count(NodeChange::Kind kind) const
    {
        return std::size_t(std::count_if(changes.nodes.begin(), changes.nodes.end(),
                                         [kind](const NodeChange& change) { return change.kind == kind; }));
    }

    Model modelBefore;
    Model modelAfter;
    Graph before;
    Graph after;
    GraphCorrespondence between;
    ModelChanges changes;
};

std::optional<Compared> compared(const fs::path& before, const fs::path& after)
{
    Feedback feedback;
    auto first = Model::load(before, {.allowQuantized = true}, feedback);
    auto second = Model::load(after, {.allowQuantized = true}, feedback);
    if (!first || !second)
        return std::nullopt;
    return std::optional<Compared>(std::in_place, std::move(*first), std::move(*second));
}

using Counts = std::map<std::string, int>;

/// What the changes say must be what one counts: of each operator, what there was less what has gone and more what is
/// new is what there is.
void checkBalance(const Compared& all)
{
    Counts balance;
    for (const Node& node : all.before.nodes())
        ++balance[node.domain + "." + node.opType];
    std::vector<int> gone;
    std::vector<int> added;
    for (const NodeChange& change : all.changes.nodes) {
        gone.insert(gone.end(), change.before.begin(), change.before.end());
        added.insert(added.end(), change.after.begin(), change.after.end());
        QVERIFY(!change.operators.empty() && !change.name.empty());
        QCOMPARE(change.into >= 0, change.kind == NodeChange::Kind::Fused);
    }
    for (const int node : gone)
        --balance[all.before.nodes()[std::size_t(node)].domain + "." + all.before.nodes()[std::size_t(node)].opType];
    for (const int node : added)
        ++balance[all.after.nodes()[std::size_t(node)].domain + "." + all.after.nodes()[std::size_t(node)].opType];
    std::size_t quantizers = 0;
    for (const QuantizerCount& each : all.changes.quantizers) {
        balance[each.opType.find('.') == std::string::npos ? "." + each.opType : each.opType] += int(each.nodes.size());
        quantizers += each.nodes.size();
    }
    Counts there;
    for (const Node& node : all.after.nodes())
        ++there[node.domain + "." + node.opType];
    std::erase_if(balance, [](const auto& count) { return count.second == 0; });
    QVERIFY(balance == there);
    // Each node is told of once.
    std::sort(gone.begin(), gone.end());
    std::sort(added.begin(), added.end());
    QVERIFY(std::adjacent_find(gone.begin(), gone.end()) == gone.end());
    QVERIFY(std::adjacent_find(added.begin(), added.end()) == added.end());
    QCOMPARE(all.changes.nodesBefore, all.changes.kept + gone.size());
    QCOMPARE(all.changes.nodesAfter, all.changes.kept + added.size());
    QCOMPARE(all.after.nodes().size(), all.changes.nodesAfter + quantizers);
}

/// x → Conv (w, b) → BatchNormalization → Relu → y, with shapes that fold.
ModelBuilder normalized()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2, 4, 4})
        .randomInitializer("w", {2, 2, 1, 1})
        .initializer("b", {2}, {1.0F, 2.0F});
    b.initializer("scale", {2}, {4.0F, 4.0F}).initializer("shift", {2}, {0.0F, 1.0F});
    b.initializer("mean", {2}, {0.0F, 0.5F}).initializer("variance", {2}, {1.0F, 1.0F});
    b.node("Conv", {"x", "w", "b"}, {"c"}, "conv");
    b.node("BatchNormalization", {"c", "scale", "shift", "mean", "variance"}, {"n"}, "norm");
    b.node("Relu", {"n"}, {"y"}, "relu");
    b.output("y");
    return b;
}

} // namespace

class tst_ModelChanges : public QObject
{
    Q_OBJECT

private slots:
    void sameModel_hasNoChanges();
    void run_foldsTheNormalization();
    void weights_areComparedBeyondRounding();
    void clippedWeights_areNotChanged();
    void roundedTwice_isNotChanged();
    void weightsOfFourBits_areCompared_data();
    void weightsOfFourBits_areCompared();
    void stepsOfBlocks_areEachTheirOwn();
    void twoRuns_differInQuantizersOnly();
    void runs_tellWhatDisappeared_data();
    void runs_tellWhatDisappeared();
    void goldens_tellWhatDisappeared_data();
    void goldens_tellWhatDisappeared();
    void document_namesNodes();

private:
    QTemporaryDir m_folder;
};

void tst_ModelChanges::sameModel_hasNoChanges()
{
    const Compared same(normalized().model(), normalized().model());
    QVERIFY(same.changes.nodes.empty());
    QVERIFY(same.changes.weights.empty());
    QVERIFY(same.changes.quantizers.empty());
    for (const auto& [domain, opsets] : same.changes.opsets)
        QCOMPARE(opsets.first, opsets.second);
    QCOMPARE(same.changes.kept, 3U);
}

void tst_ModelChanges::run_foldsTheNormalization()
{
    const fs::path model = m_folder.filePath("normalized.onnx").toStdString();
    const fs::path output = m_folder.filePath("normalized_int8.onnx").toStdString();
    QVERIFY(normalized().model().save(model, {}));
    QuantizeRequest request;
    request.model = model;
    request.output = output;
    request.checkSamples = 0;
    request.recipe.config = findPreset("XINT8", ErrorCode::InvalidArgument)->config;
    request.recipe.calibration = DataSpec{"random", {}, 2, 0};
    Feedback feedback;
    VERIFY_OK(quantizeModel(environment(), request, feedback));
    const auto all = compared(model, output);
    QVERIFY(all);
    checkBalance(*all);
    const auto norm = std::find_if(all->changes.nodes.begin(), all->changes.nodes.end(),
                                   [](const NodeChange& change) { return change.operators == "BatchNormalization"; });
    QVERIFY(norm != all->changes.nodes.end());
    QVERIFY(norm->kind == NodeChange::Kind::Fused);
    QCOMPARE(all->after.nodes()[std::size_t(norm->into)].opType, std::string("Conv"));
    // The weight took the factor of 4 with it: the farthest element moved by three times what it was.
    QVERIFY(!all->changes.weights.empty());
    QVERIFY(all->changes.weights[0].kind == WeightChange::Kind::Fused);
    QVERIFY(all->changes.weights[0].maxRelative > 2.0);
    QVERIFY(!all->changes.quantizers.empty());
    QVERIFY(all->changes.quantizers[0].type == DataType::Int8 || all->changes.quantizers[0].type == DataType::UInt8);
}

namespace {

/// x · w → y, with @p codes of scale 0.5 for w where there are any.
Model product(const std::vector<float>& weights, const std::string& codes)
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 4});
    if (codes.empty()) {
        b.initializer("w", {4, 1}, weights);
    } else {
        b.initializer("s", {}, {0.5F});
        b.initializer(makeTensor("z", DataType::Int8, {}, std::string(1, '\0')));
        b.initializer(makeTensor("w_quantized", DataType::Int8, {4, 1}, codes));
        b.node("DequantizeLinear", {"w_quantized", "s", "z"}, {"w"}, "dq");
    }
    b.node("MatMul", {"x", "w"}, {"y"}, "product");
    b.output("y");
    return b.model({.allowQuantized = true});
}

} // namespace

void tst_ModelChanges::weights_areComparedBeyondRounding()
{
    // 2 steps of 0.5 are 1.0: rounding moves 1.2 there, and no more.
    const std::vector<float> weights{1.2F, -1.0F, 0.2F, 8.0F};
    const Compared rounded(product(weights, {}), product({}, {2, char(-2), 0, 16}));
    QVERIFY(rounded.changes.weights.empty());
    const Compared other(product(weights, {}), product({}, {3, char(-2), 1, 16}));
    QCOMPARE(other.changes.weights.size(), 1U);
    const WeightChange& learned = other.changes.weights[0];
    QVERIFY(learned.kind == WeightChange::Kind::Rounded);
    QCOMPARE(learned.changed, 2U);
    QCOMPARE(learned.elements, 4U);
    QVERIFY(std::abs(learned.maxRelative - 0.3 / 8.0) < 1e-6); // both 0.3 away
    QCOMPARE(learned.before, std::string("w"));
    QCOMPARE(learned.after, std::string("w_quantized"));
    const Compared changed(product(weights, {}), product({}, {2, 2, 0, 16}));
    QCOMPARE(changed.changes.weights.size(), 1U);
    QVERIFY(changed.changes.weights[0].kind == WeightChange::Kind::Changed);
    QVERIFY(std::abs(changed.changes.weights[0].maxRelative - 2.0 / 8.0) < 1e-6);
}

void tst_ModelChanges::clippedWeights_areNotChanged()
{
    const Compared all(product({1000.0F, -1000.0F, 0.5F, 1.0F}, {}), product({}, {127, char(-128), 1, 2}));
    QVERIFY(all.changes.weights.empty());
}

void tst_ModelChanges::roundedTwice_isNotChanged()
{
    // 1.2 and 0.9 with steps of 0.5 and 2: half a step of each is what the two may be apart.
    const auto steps = [](float step, const std::string& codes) {
        ModelBuilder b(13);
        b.input("x", DataType::Float, {1, 2}).initializer("s", {}, {step});
        b.initializer(makeTensor("z", DataType::Int8, {}, std::string(1, '\0')));
        b.initializer(makeTensor("w_quantized", DataType::Int8, {2, 1}, codes));
        b.node("DequantizeLinear", {"w_quantized", "s", "z"}, {"w"}, "dq");
        b.node("MatMul", {"x", "w"}, {"y"}, "product");
        b.output("y");
        return b.model({.allowQuantized = true});
    };
    const Compared rounded(steps(0.5F, {2, 2}), steps(2.0F, {1, 0}));
    QVERIFY(rounded.changes.weights.empty());
    const Compared changed(steps(0.5F, {2, 2}), steps(2.0F, {1, 4}));
    QCOMPARE(changed.changes.weights.size(), 1U);
    QCOMPARE(changed.changes.weights[0].changed, 1U);
    QVERIFY(changed.changes.weights[0].kind == WeightChange::Kind::Changed);
}

namespace {

/// x · w → y of the weights @p values, [5, 1].
Model plainProduct(const std::vector<float>& values)
{
    ModelBuilder b(21);
    b.input("x", DataType::Float, {1, 5}).initializer("w", {5, 1}, values);
    b.node("MatMul", {"x", "w"}, {"y"}, "product");
    b.output("y");
    return b.model();
}

/// The same of codes of 4 bits with a step of 0.5, two a byte.
Model productOfCodes(DataType type, const std::string& codes, char zeroPoint)
{
    ModelBuilder b(21);
    b.input("x", DataType::Float, {1, 5}).initializer("s", {}, {0.5F});
    b.initializer(makeTensor("z", type, {}, std::string(1, zeroPoint)));
    b.initializer(makeTensor("w_quantized", type, {5, 1}, codes));
    b.node("DequantizeLinear", {"w_quantized", "s", "z"}, {"w"}, "dq");
    b.node("MatMul", {"x", "w"}, {"y"}, "product");
    b.output("y");
    return b.model({.allowQuantized = true});
}

} // namespace

void tst_ModelChanges::weightsOfFourBits_areCompared_data()
{
    QTest::addColumn<DataType>("type");
    QTest::addColumn<QByteArray>("same"); // 2, -3, 0, 7 (the end), 1 in steps
    QTest::addColumn<QByteArray>("other"); // 2, 3, 0, 7, 1
    QTest::addColumn<char>("zeroPoint");
    QTest::newRow("int4") << DataType::Int4 << QByteArray("\xD2\x70\x01", 3) << QByteArray("\x32\x70\x01", 3)
                          << char(0);
    QTest::newRow("uint4") << DataType::UInt4 << QByteArray("\x5A\xF8\x09", 3) << QByteArray("\xBA\xF8\x09", 3)
                           << char(8);
}

void tst_ModelChanges::weightsOfFourBits_areCompared()
{
    QFETCH(DataType, type);
    QFETCH(QByteArray, same);
    QFETCH(QByteArray, other);
    QFETCH(char, zeroPoint);
    const std::vector<float> weights{1.2F, -1.5F, 0.2F, 100.0F, 0.4F};
    const Compared rounded(plainProduct(weights), productOfCodes(type, same.toStdString(), zeroPoint));
    QVERIFY(rounded.changes.weights.empty());
    const Compared changed(plainProduct(weights), productOfCodes(type, other.toStdString(), zeroPoint));
    QCOMPARE(changed.changes.weights.size(), 1U);
    const WeightChange& change = changed.changes.weights[0];
    QVERIFY(change.kind == WeightChange::Kind::Changed);
    QCOMPARE(change.elements, 5U);
    QCOMPARE(change.changed, 1U);
    QVERIFY(std::abs(change.maxRelative - 3.0 / 100.0) < 1e-6);
}

void tst_ModelChanges::stepsOfBlocks_areEachTheirOwn()
{
    // Three rows of two: the first two rows share their steps, 0.5 and 1; the last has 2 and 4.
    const auto blocks = [](const std::string& codes, std::int64_t size) {
        ModelBuilder b(21);
        b.input("x", DataType::Float, {1, 3}).initializer("s", {2, 2}, {0.5F, 1.0F, 2.0F, 4.0F});
        b.initializer(makeTensor("w_quantized", DataType::Int4, {3, 2}, codes));
        b.node("DequantizeLinear", {"w_quantized", "s"}, {"w"}, "dq")
            .attribute("axis", 0)
            .attribute("block_size", size);
        b.node("MatMul", {"x", "w"}, {"y"}, "product");
        b.output("y");
        return b.model({.allowQuantized = true});
    };
    ModelBuilder b(21);
    b.input("x", DataType::Float, {1, 3}).initializer("w", {3, 2}, {0.5F, 2.0F, 1.5F, 4.0F, 10.0F, -12.0F});
    b.node("MatMul", {"x", "w"}, {"y"}, "product");
    b.output("y");
    const auto changesTo = [&b](Model after) { return Compared(b.model(), std::move(after)).changes.weights; };
    QVERIFY(changesTo(blocks("\x21\x43\xD5", 2)).empty());
    const std::vector<WeightChange> changed = changesTo(blocks("\x21\x43\x35", 2)); // the last became 12
    QCOMPARE(changed.size(), 1U);
    QCOMPARE(changed[0].changed, 1U);
    QVERIFY(std::abs(changed[0].maxRelative - 2.0) < 1e-6);
    QVERIFY(changesTo(blocks("\x21\x43\x35", 1)).empty()); // steps that do not fit tell nothing
}

void tst_ModelChanges::twoRuns_differInQuantizersOnly()
{
    const fs::path model = m_folder.filePath("normalized.onnx").toStdString();
    QVERIFY(normalized().model().save(model, {}));
    std::vector<fs::path> outputs;
    for (const char* preset : {"A8W8", "A16W8"}) {
        QuantizeRequest request;
        request.model = model;
        request.output = outputs.emplace_back(m_folder.filePath(QString(preset) + ".onnx").toStdString());
        request.checkSamples = 0;
        request.recipe.config = findPreset(preset, ErrorCode::InvalidArgument)->config;
        request.recipe.calibration = DataSpec{"random", {}, 2, 0};
        Feedback feedback;
        VERIFY_OK(quantizeModel(environment(), request, feedback));
    }
    for (const bool isBack : {false, true}) {
        const auto all = compared(outputs[isBack ? 1 : 0], outputs[isBack ? 0 : 1]);
        QVERIFY(all);
        QVERIFY(all->changes.nodes.empty());
        QVERIFY(all->changes.weights.empty());
        QVERIFY(!all->changes.quantizers.empty());
        QCOMPARE(all->changes.nodesBefore, all->changes.nodesAfter);
        QCOMPARE(all->changes.kept, all->changes.nodesAfter);
    }
}

void tst_ModelChanges::runs_tellWhatDisappeared_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("preset");
    QTest::newRow("squeezenet") << "models/squeezenet_fp32/SqueezeNet_fp32.onnx"
                                << "XINT8";
    QTest::newRow("yolox_nano") << "models/yolox_nano/yolox_nano.onnx"
                                << "XINT8";
    QTest::newRow("yolox_nano, A8W8") << "models/yolox_nano/yolox_nano.onnx"
                                      << "A8W8";
}

void tst_ModelChanges::runs_tellWhatDisappeared()
{
    QFETCH(QString, model);
    QFETCH(QString, preset);
    const fs::path path = shared(model.toUtf8());
    if (!fs::exists(path))
        QSKIP("the shared models are not there");
    QuantizeRequest request;
    request.model = path;
    request.output = m_folder.filePath("run.onnx").toStdString();
    request.checkSamples = 0;
    request.recipe.config = findPreset(preset.toStdString(), ErrorCode::InvalidArgument)->config;
    request.recipe.config.calibration.method = CalibrationMethod::MinMax; // what is compared does not depend on it
    request.recipe.calibration = DataSpec{"random", {}, 1, 0};
    Feedback feedback;
    VERIFY_OK(quantizeModel(environment(), request, feedback));
    const auto all = compared(path, request.output);
    QVERIFY(all);
    checkBalance(*all);
    // What has gone is what no node of the result is called, of the same operator.
    std::set<std::string> told;
    for (const NodeChange& change : all->changes.nodes) {
        for (const int node : change.before)
            told.insert(all->before.nodes()[std::size_t(node)].name);
    }
    std::set<std::string> gone;
    for (const Node& node : all->before.nodes()) {
        const auto same = all->after.nodeNamed(node.name);
        if (!same || all->after.nodes()[*same].opType != node.opType)
            gone.insert(node.name);
    }
    QCOMPARE(QString::fromStdString(nlohmann::json(told).dump()), QString::fromStdString(nlohmann::json(gone).dump()));
    for (const Node& node : all->after.nodes()) {
        const auto position = *all->after.nodeNamed(node.name);
        if (all->between.folds().foldOf(position) < 0 && node.opType == "Conv")
            QCOMPARE(all->between.beforeOf(int(position)).empty(), false);
    }
}

void tst_ModelChanges::goldens_tellWhatDisappeared_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("golden");
    QTest::addColumn<int>("fused");
    QTest::addColumn<int>("converted");
    const char* mobile = "models/mobilenetv2_cifar10/mobilenetv2_cifar10.onnx";
    QTest::newRow("ORT, 31 normalizations and 21 clips in convolutions")
        << mobile << "goldens/mobilenetv2_cifar10/ort_QDQ_MINMAX/quantized.onnx" << 52 << 0;
    QTest::newRow("Quark, clips that become Relus")
        << mobile << "goldens/mobilenetv2_cifar10/quark_XINT8_CLE_RELU6/quantized.onnx" << 31 << 21;
    QTest::newRow("Quark, one SpaceToDepth for eight slices")
        << "models/yolox_nano/yolox_nano.onnx"
        << "goldens/yolox_nano/quark_A8W8/quantized.onnx" << 0 << 1;
}

void tst_ModelChanges::goldens_tellWhatDisappeared()
{
    QFETCH(QString, model);
    QFETCH(QString, golden);
    const fs::path before = shared(model.toUtf8());
    const fs::path after = shared(golden.toUtf8());
    if (!fs::exists(before) || !fs::exists(after))
        QSKIP("the shared models are not there");
    const auto all = compared(before, after);
    QVERIFY(all);
    checkBalance(*all);
    QTEST(int(all->count(NodeChange::Kind::Fused)), "fused");
    QTEST(int(all->count(NodeChange::Kind::Converted)), "converted");
    for (const NodeChange& change : all->changes.nodes) {
        if (change.kind == NodeChange::Kind::Fused)
            QCOMPARE(all->after.nodes()[std::size_t(change.into)].opType, std::string("Conv"));
    }
}

void tst_ModelChanges::document_namesNodes()
{
    ModelBuilder fused(15);
    fused.input("x", DataType::Float, {1, 2, 4, 4})
        .randomInitializer("w", {2, 2, 1, 1})
        .initializer("b", {2}, {1.0F, 2.0F});
    fused.node("Conv", {"x", "w", "b"}, {"n"}, "conv");
    fused.node("Relu", {"n"}, {"y"}, "relu");
    fused.output("y");
    const Compared all(normalized().model(), fused.model());
    const nlohmann::json document = toJson(all.changes, all.before, all.after);
    QVERIFY(document["format"] == "quantiscope-model-changes");
    QVERIFY(document["opsets"][0]["before"] == 13);
    QVERIFY(document["opsets"][0]["after"] == 15);
    QVERIFY(document["nodes"].size() == 1);
    QVERIFY(document["nodes"][0]["change"] == "fused");
    QVERIFY(document["nodes"][0]["before"][0]["name"] == "norm");
    QVERIFY(document["nodes"][0]["into"] == "conv");
    QVERIFY(document["kept"] == 2);
}

QTEST_GUILESS_MAIN(tst_ModelChanges)
#include "tst_model_changes.moc"
