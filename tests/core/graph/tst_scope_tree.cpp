// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/subgraphs.h"
#include "tests/core/graph/scope_tree_checks.h"
#include "tests/support/fuzz_rounds.h"
#include "tests/support/model_builder.h"
#include "tests/support/processor_time.h"
#include "tests/support/source_directory.h"

#include <QTest>

#include <rapidcheck.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <numeric>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// Relu nodes in a row, with these names.
Model namedChain(const std::vector<std::string>& names)
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1});
    std::string value = "x";
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string next = "v" + std::to_string(i);
        b.node("Relu", {value}, {next}, names[i]);
        value = next;
    }
    b.output(value);
    return b.model();
}

/// "s" and "z" for nodes that quantize.
void addScale(ModelBuilder& b)
{
    b.initializer("s", {}, {1.0F}).initializer(makeTensor("z", DataType::Int8, {}, std::string(1, '\0')));
}

/// @p model with each float value that a node makes quantized, and each float weight read through a node at the front
/// of the list; without other changes.
Model quantizedEverywhere(const Model& model)
{
    onnx::ModelProto proto = model.proto();
    onnx::GraphProto& graph = *proto.mutable_graph();
    ModelBuilder added(13);
    addScale(added);
    std::map<std::string, std::string> read; // a float value to what its readers read
    const auto values = model.values();
    const auto isFloat = [&](const std::string& name) {
        const auto spec = values.find(name);
        return spec != values.end() && spec->second.type == DataType::Float;
    };
    for (onnx::TensorProto& weight : *graph.mutable_initializer()) {
        const std::string name = weight.name();
        if (weight.data_type() != onnx::TensorProto::FLOAT || weight.dims_size() == 0)
            continue;
        const Shape shape(weight.dims().begin(), weight.dims().end());
        const auto count = std::accumulate(shape.begin(), shape.end(), std::int64_t(1), std::multiplies<>());
        weight = makeTensor(name + "_quantized", DataType::Int8, shape, std::string(std::size_t(count), '\1'));
        read[name] = name + "_DequantizeLinear_Output";
        added.node("DequantizeLinear", {name + "_quantized", "s", "z"}, {read[name]}, name + "_DequantizeLinear");
    }
    for (const onnx::NodeProto& node : graph.node()) {
        onnx::NodeProto changed = node;
        for (std::string& input : *changed.mutable_input()) {
            if (const auto other = read.find(input); other != read.end())
                input = other->second;
        }
        *added.proto().mutable_graph()->add_node() = changed;
        for (const std::string& made : node.output()) {
            if (!isFloat(made) || hasSubgraphs(node))
                continue;
            added.node("QuantizeLinear", {made, "s", "z"}, {made + "_q"}, made + "_QuantizeLinear");
            added.node("DequantizeLinear", {made + "_q", "s", "z"}, {made + "_d"}, made + "_DequantizeLinear");
            read[made] = made + "_d";
        }
    }
    graph.mutable_node()->Swap(added.proto().mutable_graph()->mutable_node());
    for (const onnx::TensorProto& scale : added.build().graph().initializer())
        *graph.add_initializer() = scale;
    Feedback feedback;
    auto result = Model::fromProto(std::move(proto), {}, {.allowQuantized = true}, feedback);
    if (!result)
        qFatal("the test's model is refused: %s", result.error().message.c_str());
    return std::move(*result);
}

std::vector<std::string> scopeNames(const ScopeTree& tree, int scope)
{
    std::vector<std::string> names;
    for (const int inner : tree.at(scope).scopes)
        names.push_back(tree.at(inner).name);
    return names;
}

/// So that a failure can be read.
QString joined(const std::vector<std::string>& names)
{
    QString text;
    for (const std::string& name : names)
        text += QString::fromStdString(name) + QStringLiteral(", ");
    return text;
}

} // namespace

class ScopeTreeTest : public QObject
{
    Q_OBJECT

private slots:
    void namesWithSlashes_areFolders();
    void folderAroundEverything_isLeftOut();
    void foldersWithOneThing_areReplacedByIt();
    void dottedWeights_makeScopes_whenNamesSayNothing();
    void longChain_isCutIntoNestedBlocks();
    void repeatedStructure_isTold_whateverTheExtents();
    void differentWiring_isNoTwin();
    void sharedActivation_isNoScope();
    void firstPlace_isKept_whenPathsCollide();
    void anyNames_giveAWholeTree();
    void tiedFolders_areDivided_whereValuesComeBack();
    void foldersTiedByUnrelatedParts_areDivided();
    void anyGraph_flowsOneWay();
    void servants_liveWithWhatTheyServe();
    void quantizedModels_areGroupedAsInFloat_data();
    void quantizedModels_areGroupedAsInFloat();
    void nodeWithManyOutputs_takesLinearTime();
    void cancelledTree_endsEarly();
    void sample_showsItsBlocks();
    void knownModels_showTheirParts_data();
    void knownModels_showTheirParts();
};

void ScopeTreeTest::namesWithSlashes_areFolders()
{
    const Model model = namedChain({"/a/b/Relu", "/a/b/Relu_1", "/a/Relu", "/c/Relu", "/c/Relu_1", "/Relu"});
    const Graph graph(model);
    const ScopeTree tree(graph);
    checkTree(tree, graph);
    QCOMPARE(scopeNames(tree, 0), (std::vector<std::string>{"a", "c"}));
    QCOMPARE(tree.at(0).nodes, std::vector<int>{5});
    const int a = tree.at(0).scopes.front();
    QCOMPARE(tree.at(a).nodes, std::vector<int>{2});
    QCOMPARE(tree.at(tree.scopeOf(0)).path, std::string("/a/b"));
    QVERIFY(tree.contains(a, tree.scopeOf(1)));
    QVERIFY(!tree.contains(tree.scopeOf(1), a));
    QVERIFY(!tree.isSynthetic());
}

void ScopeTreeTest::folderAroundEverything_isLeftOut()
{
    const Model model = namedChain({"model/a/x", "model/a/y", "model/b/x", "model/b/y"});
    const Graph graph(model);
    const ScopeTree tree(graph);
    checkTree(tree, graph);
    QCOMPARE(scopeNames(tree, 0), (std::vector<std::string>{"a", "b"}));
}

void ScopeTreeTest::foldersWithOneThing_areReplacedByIt()
{
    const Model model = namedChain({"/a/only/x", "/a/y", "/b/c/x", "/b/c/y"});
    const Graph graph(model);
    const ScopeTree tree(graph);
    checkTree(tree, graph);
    QCOMPARE(scopeNames(tree, 0), (std::vector<std::string>{"a", "b/c"}));
    QCOMPARE(tree.at(tree.at(0).scopes[0]).nodes, (std::vector<int>{0, 1}));
    QCOMPARE(tree.at(tree.at(0).scopes[1]).path, std::string("/b/c"));
}

void ScopeTreeTest::dottedWeights_makeScopes_whenNamesSayNothing()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 4});
    std::string value = "x";
    for (int i = 0; i < 3; ++i) {
        const std::string k = std::to_string(i);
        b.randomInitializer("layers." + k + ".up.weight", {4, 4})
            .randomInitializer("layers." + k + ".down.weight", {4, 4});
        b.node("MatMul", {value, "layers." + k + ".up.weight"}, {"a" + k});
        b.node("Relu", {"a" + k}, {"b" + k});
        b.node("MatMul", {"b" + k, "layers." + k + ".down.weight"}, {"c" + k});
        b.node("Add", {"c" + k, value}, {"d" + k});
        value = "d" + k;
    }
    b.output(value);
    const Model model = b.model();
    const Graph graph(model);
    const ScopeTree tree(graph);
    checkTree(tree, graph);
    QCOMPARE(scopeNames(tree, 0), (std::vector<std::string>{"layers.0", "layers.1", "layers.2"}));
    QCOMPARE(tree.at(tree.at(0).scopes[0]).twins, 3);
    // The Relu goes with the product before it, the Add, where branches meet, one folder further out.
    QCOMPARE(tree.at(tree.scopeOf(1)).path, std::string("/layers.0/up"));
    QCOMPARE(tree.at(tree.scopeOf(7)).path, std::string("/layers.1"));
}

void ScopeTreeTest::longChain_isCutIntoNestedBlocks()
{
    std::vector<std::string> names(1000);
    for (std::size_t i = 0; i < names.size(); ++i)
        names[i] = "Relu_" + std::to_string(i);
    const Model model = namedChain(names);
    const Graph graph(model);
    const ScopeTree tree(graph);
    checkTree(tree, graph);
    QVERIFY(tree.isSynthetic());
    for (const Scope& scope : tree.scopes())
        QVERIFY2(scope.nodes.size() <= 30 && scope.nodes.size() + scope.scopes.size() <= 45, scope.path.c_str());
    QCOMPARE(tree.at(1).name, std::string("block 1"));
    QVERIFY(tree.at(1).isSynthetic);
}

void ScopeTreeTest::repeatedStructure_isTold_whateverTheExtents()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2, 4, 4});
    b.randomInitializer("w1", {4, 2, 1, 1}).randomInitializer("w2", {8, 4, 1, 1});
    b.node("Conv", {"x", "w1"}, {"a"}, "/one/Conv");
    b.node("Relu", {"a"}, {"b"}, "/one/Relu");
    b.node("Conv", {"b", "w2"}, {"c"}, "/two/Conv");
    b.node("Relu", {"c"}, {"d"}, "/two/Relu");
    b.node("Relu", {"d"}, {"e"}, "/three/Relu");
    b.node("Relu", {"e"}, {"f"}, "/three/Relu_1");
    b.output("f");
    const Model model = b.model();
    const Graph graph(model);
    const ScopeTree tree(graph);
    QCOMPARE(tree.scopes().size(), std::size_t(4));
    QCOMPARE(tree.at(1).twins, 2);
    QCOMPARE(tree.at(1).structure, tree.at(2).structure);
    QCOMPARE(tree.at(3).twins, 1);
}

void ScopeTreeTest::differentWiring_isNoTwin()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4});
    b.node("Relu", {"x"}, {"a"}, "/one/Relu");
    b.node("Sub", {"a", "x"}, {"b"}, "/one/Sub");
    b.node("Relu", {"b"}, {"c"}, "/two/Relu");
    b.node("Sub", {"b", "c"}, {"d"}, "/two/Sub");
    b.output("d");
    const Model model = b.model();
    const Graph graph(model);
    const ScopeTree tree(graph);
    QCOMPARE(tree.at(1).twins, 1);
    QCOMPARE(tree.at(2).twins, 1);
}

void ScopeTreeTest::sharedActivation_isNoScope()
{
    const Model model = namedChain({"/a/x", "/a/y", "/act/Relu", "/b/x", "/b/y", "/act/Relu_1", "/c/x", "/c/y"});
    const Graph graph(model);
    const ScopeTree tree(graph);
    checkTree(tree, graph);
    QCOMPARE(scopeNames(tree, 0), (std::vector<std::string>{"a", "b", "c"}));
    QCOMPARE(tree.at(0).nodes, (std::vector<int>{2, 5}));
}

void ScopeTreeTest::firstPlace_isKept_whenPathsCollide()
{
    // "block 1" is a folder already; the cut of the long folder must find another path.
    std::vector<std::string> names{"/a/block 1/x", "/a/block 1/y"};
    for (int i = 0; i < 60; ++i)
        names.push_back("/a/Relu_" + std::to_string(i));
    names.insert(names.end(), {"/b/x", "/b/y"});
    const Model model = namedChain(names);
    const Graph graph(model);
    checkTree(ScopeTree(graph), graph);
}

void ScopeTreeTest::anyNames_giveAWholeTree()
{
    QVERIFY(rc::check([] {
        const auto part = rc::gen::elementOf(std::vector<std::string>{"a", "b", "1", "", "block 1", "a (2)", "é"});
        const auto parts = *rc::gen::container<std::vector<std::vector<std::string>>>(
            rc::gen::container<std::vector<std::string>>(part));
        std::vector<std::string> names;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            std::string name;
            for (const std::string& each : parts[i])
                name += each + "/";
            names.push_back(name + "n" + std::to_string(i));
        }
        if (names.empty())
            return;
        const Model model = namedChain(names);
        const Graph graph(model);
        const ScopeTree tree(graph);
        checkTree(tree, graph);
        RC_ASSERT(!QTest::currentTestFailed());
        const ScopeTree again(graph);
        RC_ASSERT(again.scopes().size() == tree.scopes().size());
        for (std::size_t i = 0; i < tree.scopes().size(); ++i)
            RC_ASSERT(again.scopes()[i].path == tree.scopes()[i].path);
    }));
}

void ScopeTreeTest::tiedFolders_areDivided_whereValuesComeBack()
{
    // A cell whose steps alternate with those of another, each with weights.
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4, 4}).randomInitializer("w", {4, 4});
    std::string value = "x";
    for (const char* folder : {"a", "b", "a", "b"}) {
        for (int i = 0; i < 4; ++i) {
            const std::string next = value + folder + std::to_string(i);
            b.node("MatMul", {value, "w"}, {next}, "/" + std::string(folder) + "/" + next);
            value = next;
        }
    }
    b.output(value);
    const Model model = b.model();
    const Graph graph(model);
    const ScopeTree tree(graph);
    checkTree(tree, graph);
    QCOMPARE(scopeNames(tree, 0), (std::vector<std::string>{"a", "b", "a (2)", "b (2)"}));
    QCOMPARE(tree.at(0).nodes, std::vector<int>());
}

void ScopeTreeTest::foldersTiedByUnrelatedParts_areDivided()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4, 4}).randomInitializer("w", {4, 4});
    b.node("MatMul", {"x", "w"}, {"a1"}, "/a/one");
    b.node("MatMul", {"a1", "w"}, {"b1"}, "/b/one");
    b.node("MatMul", {"x", "w"}, {"b2"}, "/b/two");
    b.node("MatMul", {"b2", "w"}, {"a2"}, "/a/two");
    b.node("MatMul", {"a1", "w"}, {"a3"}, "/a/three");
    b.output("b1").output("a2").output("a3");
    const Model model = b.model();
    const Graph graph(model);
    const ScopeTree tree(graph);
    checkTree(tree, graph);
    QCOMPARE(tree.at(0).scopes.size() + tree.at(0).nodes.size(), std::size_t(3));
}

void ScopeTreeTest::anyGraph_flowsOneWay()
{
    QVERIFY(rc::check([] {
        const int count = *rc::gen::inRange(2, 150);
        ModelBuilder b(13);
        b.input("v0", DataType::Float, {4, 4}).randomInitializer("w", {4, 4});
        addScale(b);
        const auto folder =
            rc::gen::elementOf(std::vector<std::string>{"", "/a", "/b", "/a/c", "/a/d", "/b/c/e", "/f"});
        for (int i = 1; i < count; ++i) {
            const std::string from = "v" + std::to_string(*rc::gen::inRange(std::max(0, i - 20), i));
            const std::string other = "v" + std::to_string(*rc::gen::inRange(0, i));
            const std::string to = std::to_string(i);
            const std::string name = *folder + "/n" + to;
            const bool isQuantized = *rc::gen::inRange(0, 3) == 0;
            if (*rc::gen::arbitrary<bool>())
                b.node("MatMul", {from, "w"}, {(isQuantized ? "f" : "v") + to}, name);
            else
                b.node("Add", {from, other}, {(isQuantized ? "f" : "v") + to}, name);
            if (isQuantized) {
                b.node("QuantizeLinear", {"f" + to, "s", "z"}, {"q" + to}, "q" + to);
                b.node("DequantizeLinear", {"q" + to, "s", "z"}, {"v" + to}, "/f/dq" + to);
            }
        }
        b.output("v" + std::to_string(count - 1));
        const Model model = b.model({.allowQuantized = true});
        const Graph graph(model);
        checkTree(ScopeTree(graph), graph);
        RC_ASSERT(!QTest::currentTestFailed());
    }));
}

void ScopeTreeTest::servants_liveWithWhatTheyServe()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4, 4});
    addScale(b);
    b.initializer(makeTensor("w_quantized", DataType::Int8, {4, 4}, std::string(16, '\1')));
    const auto pair = [&](const std::string& value) {
        b.node("QuantizeLinear", {value, "s", "z"}, {value + "_q"}, value + "_QuantizeLinear");
        b.node("DequantizeLinear", {value + "_q", "s", "z"}, {value + "_d"}, value + "_DequantizeLinear");
    };
    pair("x"); // 0, 1
    b.node("DequantizeLinear", {"w_quantized", "s", "z"}, {"w"}, "w_DequantizeLinear"); // 2
    b.node("MatMul", {"x_d", "w"}, {"/a/one"}, "/a/one"); // 3
    pair("/a/one"); // 4, 5
    b.node("Relu", {"/a/one_d"}, {"/a/two"}, "/a/two"); // 6
    pair("/a/two"); // 7, 8
    b.node("Relu", {"/a/two_d"}, {"/b/one"}, "/b/one"); // 9
    b.node("MatMul", {"/b/one", "w"}, {"/b/two"}, "/b/two"); // 10
    b.output("/b/two");
    const Model model = b.model({.allowQuantized = true});
    const Graph graph(model);
    const ScopeTree tree(graph);
    checkTree(tree, graph);
    const auto pathOf = [&](int node) { return QString::fromStdString(tree.at(tree.scopeOf(node)).path); };
    for (const int node : {0, 1, 4, 5, 7, 8})
        QCOMPARE(pathOf(node), QStringLiteral("/a")); // what a quantizes: the input that only it reads, its own values
    QCOMPARE(pathOf(2), QString()); // a weight of both
    QCOMPARE(scopeNames(tree, 0), (std::vector<std::string>{"a", "b"}));
}

void ScopeTreeTest::nodeWithManyOutputs_takesLinearTime()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 4});
    std::vector<std::string> outputs;
    for (int i = 0; i < fuzzRounds(60000); ++i)
        outputs.push_back("o" + std::to_string(i));
    b.node("Split", {"x"}, outputs, "split").attribute("axis", 1);
    b.node("Concat", outputs, {"y"}, "concat").attribute("axis", 0);
    b.output("y");
    const Model model = b.model();
    const Graph graph(model);
    const ProcessorTime time;
    const ScopeTree tree(graph);
    QVERIFY2(time.isBelow(1.5), time.text().constData()); // 8 s when it was quadratic
    QCOMPARE(tree.scopes().size(), std::size_t(1));
}

void ScopeTreeTest::cancelledTree_endsEarly()
{
    class Cancelled final : public Feedback
    {
        [[nodiscard]] bool isCanceled() const override { return true; }
    };
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 4});
    b.node("Relu", {"x"}, {"a"}, "/one/relu");
    b.node("Relu", {"a"}, {"b"}, "/one/other");
    b.node("Relu", {"b"}, {"y"}, "/two/relu");
    b.output("y");
    const Model model = b.model();
    const Graph graph(model);
    const ScopeTree tree(graph, Cancelled());
    QVERIFY(std::all_of(tree.scopes().begin(), tree.scopes().end(), [](const Scope& s) { return s.structure == 0; }));
    QVERIFY(tree.scopes().size() > ScopeTree(graph).scopes().size()); // folders of one thing are not replaced yet
}

void ScopeTreeTest::sample_showsItsBlocks()
{
    Feedback feedback;
    const auto model = Model::load(sampleDirectory() / "fashion_cnn.onnx", {}, feedback);
    QVERIFY(model);
    const Graph graph(*model);
    const ScopeTree tree(graph);
    checkTree(tree, graph);
    QCOMPARE(scopeNames(tree, 0),
             (std::vector<std::string>{"stem", "block1", "block2", "block3", "block4", "block5", "block6", "head"}));
    QCOMPARE(tree.at(tree.at(0).scopes[3]).twins, 3); // block3, block5, block6
    QVERIFY(!tree.isSynthetic());
}

void ScopeTreeTest::knownModels_showTheirParts_data()
{
    using Names = std::vector<std::string>;
    QTest::addColumn<QString>("file");
    QTest::addColumn<Names>("names");
    QTest::addColumn<bool>("isSynthetic");
    QTest::addColumn<QString>("repeated"); // a path and how often its structure occurs
    QTest::addColumn<int>("twins");
    QTest::newRow("yolox_nano") << "yolox_nano/yolox_nano.onnx"
                                << Names{"stem",   "stage 1", "stage 2", "stage 3", "neck 1", "neck 2",
                                         "neck 3", "neck 4",  "head.0",  "head.1",  "head.2"}
                                << true << "/head.0" << 2;
    QTest::newRow("ppocr_v4_det") << "ppocr_v4_det/ch_PP-OCRv4_det_infer.onnx"
                                  << Names{"stem", "stage 1", "stage 2", "stage 3", "neck 1", "head"} << false
                                  << "/stem/mobile_one_block_0" << 0;
    QTest::newRow("bert_mini_sst2") << "bert_mini_sst2/bert_mini_sst2.onnx"
                                    << Names{"n", "layers.0", "layers.1", "layers.2", "layers.3"} << false
                                    << "/layers.0" << 4;
    QTest::newRow("squeezenet") << "squeezenet_fp32/SqueezeNet_fp32.onnx"
                                << Names{"fire2", "fire3", "fire4", "fire5", "fire6", "fire7", "fire8", "fire9"}
                                << false << "/fire2" << 7;
    QTest::newRow("deeplabv3") << "deeplabv3_mnv2/deeplab_v3_1_default_1.onnx"
                               << Names{"MobilenetV2", "aspp0", "image_pooling", "concat_projection", "logits/semantic"}
                               << false << "/aspp0" << 2;
    QTest::newRow("ultraface")
        << "ultraface_rfb320/version-RFB-320.onnx"
        << Names{"base_net", "base_net.7", "base_net (2)", "extras", "classification_headers", "regression_headers"}
        << false << "/extras" << 1;
}

void ScopeTreeTest::knownModels_showTheirParts()
{
    QFETCH(QString, file);
    QFETCH(std::vector<std::string>, names);
    QFETCH(bool, isSynthetic);
    QFETCH(QString, repeated);
    QFETCH(int, twins);
    const std::filesystem::path path = sourceDirectory().parent_path() / "shared/models" / file.toStdString();
    if (!std::filesystem::exists(path))
        QSKIP("../shared/models is not there");
    Feedback feedback;
    const auto model = Model::load(path, {}, feedback);
    QVERIFY(model);
    const Graph graph(*model);
    const ScopeTree tree(graph);
    checkTree(tree, graph);
    QCOMPARE(joined(scopeNames(tree, 0)), joined(names));
    QCOMPARE(tree.isSynthetic(), isSynthetic);
    const auto scope = std::find_if(tree.scopes().begin(), tree.scopes().end(),
                                    [&](const Scope& each) { return each.path == repeated.toStdString(); });
    if (twins > 0) {
        QVERIFY(scope != tree.scopes().end());
        QCOMPARE(scope->twins, twins);
    }
}

void ScopeTreeTest::quantizedModels_areGroupedAsInFloat_data()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("sample") << "";
    for (const char* file : {"yolox_nano/yolox_nano.onnx", "mobilenetv2_cifar10/mobilenetv2_cifar10.onnx",
                             "bert_mini_sst2/bert_mini_sst2.onnx", "ppocr_v4_det/ch_PP-OCRv4_det_infer.onnx"})
        QTest::newRow(file) << file;
}

void ScopeTreeTest::quantizedModels_areGroupedAsInFloat()
{
    QFETCH(QString, file);
    const std::filesystem::path path = file.isEmpty()
        ? sampleDirectory() / "fashion_cnn.onnx"
        : sourceDirectory().parent_path() / "shared/models" / file.toStdString();
    if (!std::filesystem::exists(path))
        QSKIP("../shared/models is not there");
    Feedback feedback;
    const auto model = Model::load(path, {}, feedback);
    QVERIFY(model);
    const Model quantizedModel = quantizedEverywhere(*model);
    const Graph graph(*model);
    const Graph quantized(quantizedModel);
    const ScopeTree before(graph);
    const ScopeTree after(quantized);
    checkTree(after, quantized);
    QVERIFY(quantized.nodes().size() > 2 * graph.nodes().size());
    QCOMPARE(after.scopes().size(), before.scopes().size());
    for (std::size_t i = 0; i < before.scopes().size(); ++i) {
        QCOMPARE(QString::fromStdString(after.scopes()[i].path), QString::fromStdString(before.scopes()[i].path));
    }
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        const auto node = quantized.nodeNamed(graph.nodes()[i].name);
        QVERIFY(node);
        QCOMPARE(after.scopeOf(int(*node)), before.scopeOf(int(i)));
    }
}

QTEST_APPLESS_MAIN(ScopeTreeTest)
#include "tst_scope_tree.moc"
