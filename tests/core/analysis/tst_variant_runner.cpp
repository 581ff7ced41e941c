// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/variant_runner.h"
#include "core/config/presets.h"
#include "tests/core/pipeline/option_network.h"
#include "tests/support/model_builder.h"
#include "tests/support/source_directory.h"
#include "tests/support/traced_variant.h"
#include "tests/support/variant_maker.h"
#include "tests/support/verify_result.h"

#include <QDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <thread>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

bool sameBits(const std::vector<Tensor>& a, const std::vector<Tensor>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Tensor& x, const Tensor& y) {
        return x.type() == y.type() && x.shape() == y.shape()
            && std::memcmp(x.bytes().data(), y.bytes().data(), x.bytes().size()) == 0;
    });
}

/// Residual, SiLU, concatenation, pooling, products with one row, a Clip and a shared weight.
ModelBuilder smallNetwork()
{
    ModelBuilder b(21);
    b.input("x", DataType::Float, {1, 3, 12, 12});
    b.randomInitializer("w1", {8, 3, 3, 3}, 0.6F, 1).randomInitializer("b1", {8}, 0.3F, 2);
    b.randomInitializer("w2", {8, 8, 3, 3}, 0.3F, 3).randomInitializer("w3", {8, 8, 1, 1}, 0.6F, 4);
    b.randomInitializer("w4", {24, 33}, 0.5F, 5).randomInitializer("b4", {33}, 0.2F, 6);
    b.randomInitializer("w5", {33, 10}, 0.5F, 7).randomInitializer("k", {1, 8, 1, 1}, 2.0F, 8);
    b.initializer("lo", {}, {0}).initializer("hi", {}, {0.5F});
    b.node("Conv", {"x", "w1", "b1"}, {"c1"}, "conv1").attribute("pads", {1, 1, 1, 1});
    b.node("Relu", {"c1"}, {"r1"}, "relu1");
    b.node("Conv", {"r1", "w2", "b1"}, {"c2"}, "conv2").attribute("pads", {1, 1, 1, 1});
    b.node("Sigmoid", {"c2"}, {"s2"}, "sigmoid");
    b.node("Mul", {"c2", "s2"}, {"silu"}, "silu");
    b.node("Add", {"silu", "r1"}, {"sum"}, "add");
    b.node("Conv", {"sum", "w3"}, {"c3"}, "conv3");
    b.node("Clip", {"c3", "lo", "hi"}, {"r3"}, "clip");
    b.node("Mul", {"sum", "k"}, {"scaled"}, "scaled");
    b.node("Relu", {"sum"}, {"r4"}, "relu2");
    b.node("Concat", {"r3", "scaled", "r4"}, {"all"}, "concat").attribute("axis", 1);
    b.node("MaxPool", {"all"}, {"pool"}, "maxpool").attribute("kernel_shape", {2, 2}).attribute("strides", {2, 2});
    b.node("GlobalAveragePool", {"pool"}, {"mean"}, "average");
    b.node("Flatten", {"mean"}, {"flat"}, "flatten");
    b.node("Gemm", {"flat", "w4", "b4"}, {"hidden"}, "gemm");
    b.node("MatMul", {"hidden", "w5"}, {"logits"}, "matmul");
    b.node("Softmax", {"logits"}, {"y"}, "softmax");
    b.output("y").output("all");
    return b;
}

Model optionNetwork()
{
    onnx::ModelProto proto;
    if (!proto.ParseFromString(OptionNetwork().bytes()))
        qFatal("not a model");
    Feedback feedback;
    auto model = Model::fromProto(std::move(proto), {}, {}, feedback);
    if (!model)
        qFatal("%s", model.error().message.c_str());
    return std::move(*model);
}

using Change = std::function<void(QuantConfig&)>;

/// Ways of putting pairs, by name.
const std::map<std::string, Change>& changes()
{
    static const std::map<std::string, Change> kChanges{
        {"as it is", [](QuantConfig&) {}},
        {"a pair for every reader", [](QuantConfig& config) { config.placement.dedicatedQDQPair = true; }},
        {"a DequantizeLinear for every reader", [](QuantConfig& config) { config.placement.dedicateDQNode = true; }},
        {"pairs on weights", [](QuantConfig& config) { config.placement.addQDQPairToWeight = true; }},
        {"channels", [](QuantConfig& config) { config.perChannel = true; }},
        {"folded functions",
         [](QuantConfig& config) {
             config.placement.rules = PlacementRules::OnnxRuntime;
             config.placement.foldRelu = true;
         }},
    };
    return kChanges;
}

std::set<std::string> everySecondNode(const Graph& graph)
{
    std::set<std::string> names;
    for (std::size_t i = 0; i < graph.nodes().size(); i += 2)
        names.insert(graph.nodes()[i].name);
    return names;
}

/// All presets that quantize beforehand × @p ways × nothing and every second node excluded.
std::vector<Model> manyVariants(const VariantMaker& maker, const std::map<std::string, Change>& ways)
{
    std::vector<Model> variants;
    for (const Preset& preset : presets()) {
        if (preset.config.selection.dynamic)
            continue;
        for (const auto& [name, change] : ways) {
            QuantConfig config = preset.config;
            change(config);
            variants.push_back(maker.quantized(config));
            variants.push_back(maker.quantized(config, everySecondNode(maker.graph())));
        }
    }
    return variants;
}

QuantConfig presetConfig(const char* name)
{
    return findPreset(name, ErrorCode::InvalidArgument)->config;
}

std::vector<const Model*> pointers(const std::vector<Model>& models)
{
    std::vector<const Model*> all;
    for (const Model& model : models)
        all.push_back(&model);
    return all;
}

/// Checks that variants give the same bits when they run in one go.
void compareTogether(const VariantRunner& runner, const std::vector<VariantHandle>& handles, const NamedTensors& inputs)
{
    std::vector<std::size_t> taken;
    const auto done = runner.runEach(
        handles, inputs, runner.outputNames(), [&](std::size_t i, const std::vector<Tensor>& given) -> Result<void> {
            taken.push_back(i);
            if (sameBits(given, *runner.run(handles[i], inputs, {})))
                return {};
            return Error{ErrorCode::RuntimeFailure, "Variant " + std::to_string(i) + " differs.", {}};
        });
    VERIFY_OK(done);
    std::sort(taken.begin(), taken.end());
    std::vector<std::size_t> all(handles.size());
    std::iota(all.begin(), all.end(), std::size_t(0));
    QCOMPARE(taken, all);
}

/// Checks that the runner gives the bits of the variants' own sessions, of a single one that is loaded.
void compareAll(const VariantMaker& maker, const std::vector<Model>& variants, const NamedTensors& inputs)
{
    VariantRunner runner(environment(), maker.prepared());
    const auto handles = addTraced(runner, maker.graph(), pointers(variants));
    VERIFY_OK(handles);
    for (std::size_t i = 0; i < variants.size(); ++i) {
        const auto given = runner.run((*handles)[i], inputs, {});
        VERIFY_OK(given);
        QVERIFY2(sameBits(*given, outputsOf(variants[i], inputs)), std::to_string(i).c_str());
    }
    compareTogether(runner, *handles, inputs);
    QCOMPARE(runner.loadedSessions(), std::size_t(1));
}

} // namespace

class tst_VariantRunner : public QObject
{
    Q_OBJECT

private slots:
    void run_givesTheBitsOfTheQuantizedModel_data();
    void run_givesTheBitsOfTheQuantizedModel();
    void run_ofTheFloatGraph_isTheFloatGraph();
    void run_afterOthersWereAdded_staysTheSame();
    void run_inManyThreads_givesEachItsVariant();
    void add_loadsOnlyForWhatIsNew();
    void add_loadsForTheVariantsThatAreThere();
    void remove_leavesTheOthers();
    void realModels_data();
    void realModels();
};

void tst_VariantRunner::run_givesTheBitsOfTheQuantizedModel_data()
{
    QTest::addColumn<bool>("isSmall");
    QTest::addColumn<QString>("way");
    for (const auto& [name, change] : changes()) {
        QTest::addRow("small, %s", name.c_str()) << true << QString::fromStdString(name);
        QTest::addRow("options, %s", name.c_str()) << false << QString::fromStdString(name);
    }
}

void tst_VariantRunner::run_givesTheBitsOfTheQuantizedModel()
{
    QFETCH(bool, isSmall);
    QFETCH(QString, way);
    Model prepared = isSmall ? smallNetwork().model() : optionNetwork();
    const NamedTensors sample = randomInputs(prepared, 7);
    const NamedTensors other = randomInputs(prepared, 8, 1.5F);
    const VariantMaker maker(std::move(prepared), sample);
    const std::vector<Model> variants = manyVariants(maker, {*changes().find(way.toStdString())});
    QVERIFY(variants.size() > 30);
    compareAll(maker, variants, other);
}

void tst_VariantRunner::run_ofTheFloatGraph_isTheFloatGraph()
{
    Model prepared = smallNetwork().model();
    const NamedTensors sample = randomInputs(prepared, 7);
    const VariantMaker maker(std::move(prepared), sample);
    VariantRunner runner(environment(), maker.prepared());
    const auto alone = runner.add(VariantWiring());
    VERIFY_OK(alone);
    const std::vector<Tensor> expected = outputsOf(maker.prepared(), sample);
    QVERIFY(sameBits(*runner.run(*alone, sample, {}), expected));
    VERIFY_OK(addTraced(runner, maker.graph(), maker.quantized(presetConfig("A8W8"))));
    QVERIFY(sameBits(*runner.run(*alone, sample, {}), expected)); // with every switch off and all weights fed
    QCOMPARE(runner.inputNames(), std::vector<std::string>{"x"});
    QCOMPARE(runner.outputNames(), (std::vector<std::string>{"y", "all"}));
    QVERIFY(runner.isNumericOutput("all"));
    const std::vector<std::string> wanted{"all"};
    const auto one = runner.run(*alone, sample, wanted);
    QCOMPARE(one->size(), std::size_t(1));
    QVERIFY(sameBits(*one, {expected[1]}));
}

void tst_VariantRunner::run_afterOthersWereAdded_staysTheSame()
{
    Model prepared = smallNetwork().model();
    const NamedTensors sample = randomInputs(prepared, 7);
    const VariantMaker maker(std::move(prepared), sample);
    VariantRunner runner(environment(), maker.prepared());
    std::vector<VariantHandle> handles;
    std::vector<std::vector<Tensor>> expected;
    // One node more is left out each time, so that values come to be read in two forms.
    std::set<std::string> excluded;
    for (const Node& node : maker.graph().nodes()) {
        const Model variant = maker.quantized(presetConfig("ORT_U8S8"), excluded);
        const auto handle = addTraced(runner, maker.graph(), variant);
        VERIFY_OK(handle);
        handles.push_back(*handle);
        expected.push_back(outputsOf(variant, sample));
        for (std::size_t i = 0; i < handles.size(); ++i)
            QVERIFY(sameBits(*runner.run(handles[i], sample, {}), expected[i]));
        excluded.insert(node.name);
    }
}

void tst_VariantRunner::run_inManyThreads_givesEachItsVariant()
{
    Model prepared = smallNetwork().model();
    const NamedTensors sample = randomInputs(prepared, 7);
    const VariantMaker maker(std::move(prepared), sample);
    const std::vector<Model> variants = manyVariants(maker, {*changes().begin()});
    VariantRunner runner(environment(), maker.prepared());
    const auto handles = addTraced(runner, maker.graph(), pointers(variants));
    VERIFY_OK(handles);
    std::vector<std::vector<Tensor>> expected;
    for (const Model& variant : variants)
        expected.push_back(outputsOf(variant, sample));
    std::atomic<std::size_t> next = 0;
    std::atomic<int> wrong = 0;
    const std::size_t runs = 400;
    const auto work = [&] {
        for (std::size_t i = next++; i < runs; i = next++) {
            const std::size_t which = i * 7 % variants.size();
            const auto given = runner.run((*handles)[which], sample, {});
            if (!given || !sameBits(*given, expected[which]))
                ++wrong;
        }
    };
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back(work);
    threads.clear();
    QCOMPARE(int(wrong), 0);
}

void tst_VariantRunner::add_loadsOnlyForWhatIsNew()
{
    Model prepared = smallNetwork().model();
    const NamedTensors sample = randomInputs(prepared, 7);
    const VariantMaker maker(std::move(prepared), sample);
    VariantRunner runner(environment(), maker.prepared());
    QCOMPARE(runner.loadedSessions(), std::size_t(0));
    VERIFY_OK(addTraced(runner, maker.graph(), maker.quantized(presetConfig("A8W8"))));
    QCOMPARE(runner.loadedSessions(), std::size_t(1));
    VERIFY_OK(
        addTraced(runner, maker.graph(), maker.quantized(presetConfig("A8W8_PC")))); // other numbers at the same places
    VERIFY_OK(runner.add(VariantWiring()));
    QCOMPARE(runner.loadedSessions(), std::size_t(1));
    QuantConfig dedicated = presetConfig("A8W8");
    dedicated.placement.dedicatedQDQPair = true;
    VERIFY_OK(addTraced(runner, maker.graph(), maker.quantized(dedicated)));
    QCOMPARE(runner.loadedSessions(), std::size_t(1));
    VERIFY_OK(addTraced(runner, maker.graph(),
                        maker.quantized(dedicated, {"relu2"}))); // the only one that reads "sum" as it is
    QCOMPARE(runner.loadedSessions(), std::size_t(2));
    VERIFY_OK(addTraced(runner, maker.graph(), maker.quantized(dedicated, {"relu2"})));
    QCOMPARE(runner.loadedSessions(), std::size_t(2));
}

void tst_VariantRunner::add_loadsForTheVariantsThatAreThere()
{
    Model prepared = smallNetwork().model();
    const NamedTensors sample = randomInputs(prepared, 7);
    const VariantMaker maker(std::move(prepared), sample);
    std::set<std::string> names;
    for (const Node& node : maker.graph().nodes())
        names.insert(node.name);
    /// The variant in which only @p node is quantized.
    const auto only = [&](const std::string& node) {
        std::set<std::string> others = names;
        others.erase(node);
        return maker.quantized(presetConfig("A8W8"), others);
    };
    VariantRunner runner(environment(), maker.prepared());
    const Model kept = only("conv1");
    const auto stays = addTraced(runner, maker.graph(), kept);
    VERIFY_OK(stays);
    const std::size_t least = runner.switchedPlaces();
    QVERIFY(least > 0);
    std::size_t loads = runner.loadedSessions();
    for (int round = 0; round < 3; ++round) {
        for (const std::string& node : names) {
            const Model variant = only(node);
            const auto handle = addTraced(runner, maker.graph(), variant);
            VERIFY_OK(handle);
            QVERIFY(sameBits(*runner.run(*handle, sample, {}), outputsOf(variant, sample)));
            QVERIFY(sameBits(*runner.run(*stays, sample, {}), outputsOf(kept, sample)));
            if (runner.loadedSessions() != loads) {
                VariantRunner alone(environment(), maker.prepared());
                VERIFY_OK(addTraced(alone, maker.graph(), std::vector<const Model*>{&kept, &variant}));
                QCOMPARE(runner.switchedPlaces(), alone.switchedPlaces());
            }
            loads = runner.loadedSessions();
            runner.remove(*handle);
        }
    }
    QVERIFY(loads > names.size()); // there was always something else to be loaded
}

void tst_VariantRunner::remove_leavesTheOthers()
{
    Model prepared = smallNetwork().model();
    const NamedTensors sample = randomInputs(prepared, 7);
    const VariantMaker maker(std::move(prepared), sample);
    VariantRunner runner(environment(), maker.prepared());
    const Model variant = maker.quantized(presetConfig("A8W8"));
    const auto first = addTraced(runner, maker.graph(), variant);
    const auto second = addTraced(runner, maker.graph(), variant);
    runner.remove(*first);
    QVERIFY(sameBits(*runner.run(*second, sample, {}), outputsOf(variant, sample)));
    const auto third = addTraced(runner, maker.graph(), variant);
    QVERIFY(*third != *first && *third != *second);
}

void tst_VariantRunner::realModels_data()
{
    QTest::addColumn<QString>("file");
    const QString folder = QString::fromStdString((sourceDirectory() / ".." / "shared" / "models").string());
    for (const char* model : {"squeezenet_fp32", "mobilenetv2_cifar10", "yolox_nano", "bert_mini_sst2"})
        QTest::addRow("%s", model) << folder + "/" + model;
}

void tst_VariantRunner::realModels()
{
    QFETCH(QString, file);
    const QStringList files = QDir(file).entryList({"*.onnx"});
    if (files.isEmpty())
        QSKIP("There is no ../shared folder.");
    Feedback feedback;
    auto loaded = Model::load((file + "/" + files.first()).toStdString(), {}, feedback);
    VERIFY_OK(loaded);
    // Open extents are fixed: a sample of one.
    onnx::ModelProto proto = loaded->proto();
    for (onnx::ValueInfoProto& input : *proto.mutable_graph()->mutable_input()) {
        int at = 0;
        for (auto& extent : *input.mutable_type()->mutable_tensor_type()->mutable_shape()->mutable_dim()) {
            if (!extent.has_dim_value())
                extent.set_dim_value(at == 0 ? 1 : 16);
            ++at;
        }
    }
    auto prepared = Model::fromProto(std::move(proto), {}, {}, feedback);
    VERIFY_OK(prepared);
    const NamedTensors sample = randomInputs(*prepared, 7);
    const NamedTensors other = randomInputs(*prepared, 8);
    const VariantMaker maker(std::move(*prepared), sample);
    std::vector<Model> variants;
    for (const char* preset : {"A8W8", "A16W8_PC", "XINT8", "ORT_U8S8"}) {
        variants.push_back(maker.quantized(presetConfig(preset)));
        variants.push_back(maker.quantized(presetConfig(preset), everySecondNode(maker.graph())));
    }
    compareAll(maker, variants, other);
}

QTEST_GUILESS_MAIN(tst_VariantRunner)
#include "tst_variant_runner.moc"
