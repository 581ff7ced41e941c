// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/node_selection.h"
#include "core/runtime/graph_optimizer.h"
#include "core/runtime/runtime_environment.h"
#include "tests/core/qdq/plan_text.h"
#include "tests/support/recording_feedback.h"

#include <QTest>

#include <limits>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

using Kind = ExclusionRule::Kind;
using Names = std::vector<std::string>;

ExclusionRule rule(Kind kind, const std::string& pattern)
{
    return {kind, pattern, {}, {}};
}

ExclusionRule between(Names from, Names to)
{
    return {Kind::Between, {}, std::move(from), std::move(to)};
}

/// stem → (left, right1 → right2) → join → tail, and side, which hangs on stem alone.
Model branches()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2, 4, 4}).randomInitializer("w", {2, 2, 1, 1});
    b.node("Conv", {"x", "w"}, {"s"}, "stem");
    b.node("Sigmoid", {"s"}, {"l"}, "left");
    b.node("Relu", {"s"}, {"r1"}, "right1");
    b.node("Conv", {"r1", "w"}, {"r2"}, "right2");
    b.node("Add", {"l", "r2"}, {"j"}, "join");
    b.node("Softmax", {"j"}, {"y"}, "tail");
    b.node("LeakyRelu", {"s"}, {"z"}, "side");
    b.output("y").output("z");
    return b.model();
}

/// x → Conv → BatchNormalization → Relu → y
ModelBuilder normalized()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2, 4, 4}).randomInitializer("w", {2, 2, 1, 1});
    for (const char* name : {"s", "b", "mean"})
        b.randomInitializer(name, {2});
    b.initializer("var", {2}, {1, 2});
    b.node("Conv", {"x", "w"}, {"c"}, "conv");
    b.node("BatchNormalization", {"c", "s", "b", "mean", "var"}, {"n"}, "norm");
    b.node("Relu", {"n"}, {"y"}, "relu");
    b.output("y");
    return b;
}

/// Types of the prepared nodes that stay float when @p excluded stays float in the original.
Names excludedTypes(const Model& original, const Model& prepared, const std::string& excluded)
{
    const Graph before(original);
    const Graph after(prepared);
    const auto matches = matchExclusions(before, {rule(Kind::Node, excluded)});
    if (!matches)
        return {matches.error().message};
    Names types;
    for (const std::string& name : nodesKeptFloat(before, after, *matches, {}))
        types.push_back(after.nodes()[*after.nodeNamed(name)].opType);
    return types;
}

Names selectedNames(const Graph& graph, const QuantConfig& config, const std::set<std::string>& excluded)
{
    Names names;
    Feedback feedback;
    for (const std::size_t position : selectNodes(graph, config, excluded, feedback))
        names.push_back(graph.nodes()[position].name);
    return names;
}

onnx::GraphProto body(const std::string& node, const std::string& input, const std::string& output)
{
    ModelBuilder b;
    b.node("Relu", {input}, {output}, node);
    b.output(output);
    return b.graph();
}

/// x → Conv → If (a Relu in each branch) → y
Model controlFlow()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2, 4, 4}).input("cond", DataType::Bool, {});
    b.randomInitializer("w", {2, 2, 1, 1});
    b.node("Conv", {"x", "w"}, {"c"}, "conv");
    b.node("If", {"cond"}, {"y"}, "choice")
        .graph("then_branch", body("inner_then", "c", "t"))
        .graph("else_branch", body("inner_else", "c", "e"));
    b.output("y");
    return b.model();
}

} // namespace

Q_DECLARE_METATYPE(ExclusionRule)

class tst_NodeSelection : public QObject
{
    Q_OBJECT

private slots:
    void rule_matches_data();
    void rule_matches();
    void deadRule_isAnError_data();
    void deadRule_isAnError();
    void endlessExpression_isAnError();
    void rules_keepTheirOrder();
    void oneDeadRule_failsAll();
    void foldedNormalization_isExcludedWithItsConv();
    void splitPool_isExcludedWhole();
    void fusedOperators_areExcludedTogether();
    void mergedTwins_areExcludedTogether_data();
    void mergedTwins_areExcludedTogether();
    void optimizerMergesTwins_rulesStillHold();
    void replacedShape_doesNotExcludeWhatItWasTakenFrom();
    void unpreparedGraph_isExcludedByName();
    void controlFlow_isNeverSelected();
    void nodesOfBodies_cannotBeExcluded();
    void selection_followsTypesAndExclusions();
    void excludedNode_keepsItsTypeElsewhere();
    void readersOfInfinity_stayFloat();
    void readersOfNaN_stayFloat();
    void hardSigmoid_isTheNpusOrToldToStayFloat();
    void foreignOperator_isNotTheStandards();
};

void tst_NodeSelection::rule_matches_data()
{
    QTest::addColumn<ExclusionRule>("exclusion");
    QTest::addColumn<Names>("nodes");
    QTest::newRow("node") << rule(Kind::Node, "right2") << Names{"right2"};
    QTest::newRow("regex, anywhere in the name") << rule(Kind::Regex, "ight[12]") << Names{"right1", "right2"};
    QTest::newRow("regex, from the start") << rule(Kind::Regex, "^s") << Names{"stem", "side"};
    QTest::newRow("regex, all of the name") << rule(Kind::Regex, "^join$") << Names{"join"};
    QTest::newRow("regex, any") << rule(Kind::Regex, ".*")
                                << Names{"stem", "left", "right1", "right2", "join", "tail", "side"};
    QTest::newRow("type") << rule(Kind::OpType, "Conv") << Names{"stem", "right2"};
    QTest::newRow("between, parallel branches")
        << between({"stem"}, {"join"}) << Names{"stem", "left", "right1", "right2", "join"};
    QTest::newRow("between, one branch") << between({"right1"}, {"join"}) << Names{"right1", "right2", "join"};
    QTest::newRow("between, two ends") << between({"stem"}, {"right1", "side"}) << Names{"stem", "right1", "side"};
    QTest::newRow("between, two starts") << between({"left", "right2"}, {"tail"})
                                         << Names{"left", "right2", "join", "tail"};
    QTest::newRow("between, a node and itself") << between({"left"}, {"left"}) << Names{"left"};
}

void tst_NodeSelection::rule_matches()
{
    QFETCH(ExclusionRule, exclusion);
    QFETCH(Names, nodes);
    const Model model = branches();
    const auto matches = matchExclusions(Graph(model), {exclusion});
    QVERIFY2(matches.has_value(), matches ? "" : matches.error().message.c_str());
    QCOMPARE(matches->size(), std::size_t(1));
    QVERIFY(matches->front().rule == exclusion);
    QCOMPARE(matches->front().nodes, nodes);
}

void tst_NodeSelection::deadRule_isAnError_data()
{
    QTest::addColumn<ExclusionRule>("exclusion");
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("nearest");
    const auto row = [](const char* name, const ExclusionRule& exclusion, const char* what, const char* nearest) {
        QTest::newRow(name) << exclusion << QString(what) << QString(nearest);
    };
    row("node", rule(Kind::Node, "rihgt1"), "no such node", "Did you mean 'right1'?");
    row("node, letter case", rule(Kind::Node, "Stem"), "no such node", "Did you mean 'stem'?");
    row("node, nothing near", rule(Kind::Node, "decoder"), "no such node", "");
    row("regex", rule(Kind::Regex, "^stam$"), "matches no node", "Did you mean 'stem'?");
    row("regex, nothing near", rule(Kind::Regex, "^/decoder/.*"), "matches no node", "");
    row("type", rule(Kind::OpType, "conv"), "none of that type", "Did you mean 'Conv'?");
    row("type, not in the model", rule(Kind::OpType, "Einsum"), "none of that type", "");
    row("between, start", between({"sten"}, {"join"}), "names 'sten'", "Did you mean 'stem'?");
    row("between, end", between({"stem"}, {"jion"}), "names 'jion'", "Did you mean 'join'?");
    row("between, backwards", between({"join"}, {"stem"}), "no path", "");
    row("between, a start too many", between({"stem", "side"}, {"join"}), "'side', which lies on no path", "");
    row("between, an end too many", between({"left"}, {"join", "side"}), "'side', which lies on no path", "");
}

void tst_NodeSelection::deadRule_isAnError()
{
    QFETCH(ExclusionRule, exclusion);
    QFETCH(QString, what);
    QFETCH(QString, nearest);
    const Model model = branches();
    const auto matches = matchExclusions(Graph(model), {exclusion});
    QVERIFY(!matches);
    QCOMPARE(matches.error().code, ErrorCode::InvalidArgument);
    QCOMPARE(matches.error().subject, exclusion.pattern);
    const QString message = QString::fromStdString(matches.error().message);
    QVERIFY2(message.contains(what), qPrintable(message));
    QVERIFY2(message.contains(QString::fromStdString(describe(exclusion))), qPrintable(message));
    QCOMPARE(message.contains("Did you mean"), !nearest.isEmpty());
    QVERIFY2(message.contains(nearest), qPrintable(message));
}

void tst_NodeSelection::endlessExpression_isAnError()
{
    ModelBuilder b;
    b.input("x", DataType::Float, {1});
    b.node("Relu", {"x"}, {"y"}, std::string(500, 'a'));
    b.output("y");
    const Model model = b.model();
    const auto matches = matchExclusions(Graph(model), {rule(Kind::Regex, "(?=.*(?=.*(?=.*(?=.*x))))")});
    QVERIFY(!matches);
    QVERIFY2(matches.error().message.find("takes too long to match") != std::string::npos,
             matches.error().message.c_str());
}

void tst_NodeSelection::rules_keepTheirOrder()
{
    const Model model = branches();
    const auto matches = matchExclusions(Graph(model), {rule(Kind::OpType, "Relu"), rule(Kind::Node, "stem")});
    QVERIFY(matches.has_value());
    QCOMPARE(matches->size(), std::size_t(2));
    QCOMPARE(matches->at(0).nodes, Names{"right1"});
    QCOMPARE(matches->at(1).nodes, Names{"stem"});
    QVERIFY(matchExclusions(Graph(model), {})->empty());
}

void tst_NodeSelection::oneDeadRule_failsAll()
{
    const Model model = branches();
    const auto matches = matchExclusions(Graph(model), {rule(Kind::Node, "stem"), rule(Kind::Node, "none")});
    QVERIFY(!matches);
    QCOMPARE(matches.error().subject, std::string("none"));
}

void tst_NodeSelection::foldedNormalization_isExcludedWithItsConv()
{
    const RuntimeEnvironment environment;
    Feedback feedback;
    const Model original = normalized().model();
    const auto prepared = optimizeBasic(environment, original, feedback);
    QVERIFY(prepared.has_value());
    QCOMPARE(countNodes(prepared->graph(), "BatchNormalization"), 0); // otherwise the test shows nothing
    QCOMPARE(countNodes(prepared->graph(), "Conv"), 1);
    QCOMPARE(excludedTypes(original, *prepared, "conv"), Names{"Conv"});
    QCOMPARE(excludedTypes(original, *prepared, "norm"), Names{"Conv"});
    QCOMPARE(excludedTypes(original, *prepared, "relu"), Names{"Relu"});

    QuantConfig config = onnxRuntimeConfig();
    const Graph graph(*prepared);
    const auto matches = matchExclusions(Graph(original), {rule(Kind::OpType, "BatchNormalization")});
    QVERIFY(matches.has_value());
    const auto selected = selectNodes(graph, config, nodesKeptFloat(Graph(original), graph, *matches, {}), feedback);
    QCOMPARE(planText(planQdq(graph, config, selected)), std::string()); // the Relu's input stays float
}

void tst_NodeSelection::splitPool_isExcludedWhole()
{
    ModelBuilder whole(13);
    whole.input("x", DataType::Float, {1, 2, 64, 64});
    whole.node("GlobalAveragePool", {"x"}, {"p"}, "pool");
    whole.node("Sigmoid", {"p"}, {"y"}, "tail");
    whole.output("y");
    ModelBuilder split(13);
    split.input("x", DataType::Float, {1, 2, 64, 64});
    split.node("AveragePool", {"x"}, {"first"}, "pool_first")
        .attribute("kernel_shape", {8, 8})
        .attribute("strides", {8, 8});
    split.node("GlobalAveragePool", {"first"}, {"p"}, "pool");
    split.node("Sigmoid", {"p"}, {"y"}, "tail");
    split.output("y");
    QCOMPARE(excludedTypes(whole.model(), split.model(), "pool"), (Names{"GlobalAveragePool", "AveragePool"}));
    QCOMPARE(excludedTypes(whole.model(), split.model(), "tail"), Names{"Sigmoid"});
}

void tst_NodeSelection::fusedOperators_areExcludedTogether()
{
    const RuntimeEnvironment environment;
    Feedback feedback;
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2, 4}).randomInitializer("w", {4, 3}).randomInitializer("b", {3});
    b.randomInitializer("v", {3, 3});
    b.node("MatMul", {"x", "w"}, {"m"}, "matmul");
    b.node("Add", {"m", "b"}, {"a"}, "add");
    b.node("Sigmoid", {"a"}, {"s"}, "sigmoid");
    b.node("MatMul", {"s", "v"}, {"y"}, "other");
    b.output("y");
    const Model original = b.model();
    const auto prepared = optimizeBasic(environment, original, feedback);
    QVERIFY(prepared.has_value());
    QCOMPARE(countNodes(prepared->graph(), "Gemm"), 1);
    QCOMPARE(countNodes(prepared->graph(), "Add"), 0);
    QCOMPARE(excludedTypes(original, *prepared, "matmul"), Names{"Gemm"});
    QCOMPARE(excludedTypes(original, *prepared, "add"), Names{"Gemm"});
    QCOMPARE(excludedTypes(original, *prepared, "sigmoid"), Names{"Sigmoid"});
    QCOMPARE(excludedTypes(original, *prepared, "other"), Names{"MatMul"});
}

namespace {

/// x → Relu a and Relu b (of those @p kept) → Neg na, nb → Concat; a removed Relu's value is read from the other one.
Model twins(const QString& kept, const std::string& value)
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 4});
    const bool both = kept == "ab";
    for (const std::string name : {"a", "b"}) {
        if (kept.contains(QString::fromStdString(name)))
            b.node("Relu", {"x"}, {both ? "v" + name : value}, name);
    }
    b.node("Neg", {both ? "va" : value}, {"m"}, "na");
    b.node("Abs", {both ? "vb" : value}, {"n"}, "nb");
    b.node("Concat", {"m", "n"}, {"y"}, "concat").attribute("axis", 1);
    b.output("y");
    return b.model();
}

} // namespace

void tst_NodeSelection::mergedTwins_areExcludedTogether_data()
{
    QTest::addColumn<QString>("kept");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("excluded");
    QTest::addColumn<QString>("standIn");
    for (const QString kept : {"a", "b"}) {
        for (const QString value : {"va", "vb"}) {
            for (const QString excluded : {"a", "b"}) {
                QTest::addRow("%s left, makes %s, %s excluded", qPrintable(kept), qPrintable(value),
                              qPrintable(excluded))
                    << kept << value << excluded << kept;
            }
        }
    }
    QTest::newRow("both left, a excluded") << "ab"
                                           << ""
                                           << "a"
                                           << "a";
    QTest::newRow("both left, b excluded") << "ab"
                                           << ""
                                           << "b"
                                           << "b";
    QTest::newRow("a reader") << "a"
                              << "va"
                              << "nb"
                              << "nb";
}

void tst_NodeSelection::mergedTwins_areExcludedTogether()
{
    QFETCH(QString, kept);
    QFETCH(QString, value);
    QFETCH(QString, excluded);
    QFETCH(QString, standIn);
    const Model original = twins("ab", "");
    const Model prepared = twins(kept, value.toStdString());
    QCOMPARE(preparedNodesOf(Graph(original), Graph(prepared), {excluded.toStdString()}),
             std::set<std::string>{standIn.toStdString()});
}

void tst_NodeSelection::optimizerMergesTwins_rulesStillHold()
{
    // Two equal branches of two operators; ONNX Runtime leaves one of them.
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2, 4, 4}).randomInitializer("w", {2, 2, 1, 1});
    for (const std::string branch : {"A", "B"}) {
        b.node("Conv", {"x", "w"}, {"c" + branch}, "conv" + branch);
        b.node("Sigmoid", {"c" + branch}, {"s" + branch}, "sigmoid" + branch);
    }
    b.node("Concat", {"sA", "sB"}, {"y"}, "concat").attribute("axis", 1);
    b.output("y");
    const Model original = b.model();
    const RuntimeEnvironment environment;
    Feedback feedback;
    const auto prepared = optimizeBasic(environment, original, feedback);
    QVERIFY(prepared.has_value());
    QCOMPARE(countNodes(prepared->graph(), "Conv"), 1);
    for (const std::string branch : {"A", "B"}) {
        QCOMPARE(excludedTypes(original, *prepared, "conv" + branch), Names{"Conv"});
        QCOMPARE(excludedTypes(original, *prepared, "sigmoid" + branch), Names{"Sigmoid"});
        // A list of nodes to quantize: the one that is left does the work of both.
        const auto left = nodesKeptFloat(Graph(original), Graph(*prepared), {}, std::set<std::string>{"conv" + branch});
        QCOMPARE(left.size(), std::size_t(2));
    }
}

void tst_NodeSelection::replacedShape_doesNotExcludeWhatItWasTakenFrom()
{
    // The original takes the Reshape's shape from the Conv's output, the prepared graph holds it as a constant.
    const auto graph = [](bool prepared) {
        ModelBuilder b(13);
        b.input("x", DataType::Float, {1, 2, 4, 4}).randomInitializer("w", {2, 2, 1, 1});
        b.node("Conv", {"x", "w"}, {"c"}, "conv");
        b.node("Sigmoid", {"c"}, {"s"}, "sigmoid");
        if (prepared)
            b.int64s("fixed", {1, 2, 4, 4});
        else
            b.node("Shape", {"c"}, {"shape"}, "shape_of");
        b.node("Reshape", {"s", prepared ? "fixed" : "shape"}, {"y"}, "reshape");
        b.output("y");
        return b.model();
    };
    const Model original = graph(false);
    const Model prepared = graph(true);
    QCOMPARE(excludedTypes(original, prepared, "conv"), Names{"Conv"});
    QCOMPARE(excludedTypes(original, prepared, "sigmoid"), Names{"Sigmoid"});
    QCOMPARE(excludedTypes(original, prepared, "reshape"), Names{"Reshape"});
    QCOMPARE(excludedTypes(original, prepared, "shape_of"), Names{"Reshape"}); // it does that work now
}

void tst_NodeSelection::unpreparedGraph_isExcludedByName()
{
    const Model model = branches();
    const Graph graph(model);
    const auto matches = matchExclusions(graph, {rule(Kind::OpType, "Conv"), rule(Kind::Node, "tail")});
    QVERIFY(matches.has_value());
    QCOMPARE(nodesKeptFloat(graph, graph, *matches, {}), (std::set<std::string>{"right2", "stem", "tail"}));
    QVERIFY(nodesKeptFloat(graph, graph, {}, {}).empty());
}

void tst_NodeSelection::controlFlow_isNeverSelected()
{
    const Model model = controlFlow();
    const Graph graph(model);
    QuantConfig config = quarkConfig();
    config.selection.quantizeAllOpTypes = true;
    QCOMPARE(selectedNames(graph, config, {}), Names{"conv"});
    config.selection.extraOpTypesToQuantize = {"If"};
    QCOMPARE(selectedNames(graph, config, {}), Names{"conv"});
    // It can be named all the same.
    const auto matches = matchExclusions(graph, {rule(Kind::OpType, "If")});
    QVERIFY(matches.has_value());
    QCOMPARE(matches->front().nodes, Names{"choice"});
    QCOMPARE(nodesKeptFloat(graph, graph, *matches, {}), std::set<std::string>{"choice"});
}

void tst_NodeSelection::nodesOfBodies_cannotBeExcluded()
{
    const Model model = controlFlow();
    const Graph graph(model);
    QVERIFY(!matchExclusions(graph, {rule(Kind::Node, "inner_then")}));
    QVERIFY(!matchExclusions(graph, {rule(Kind::Regex, "^inner_")}));
    QVERIFY(!matchExclusions(graph, {rule(Kind::OpType, "Relu")}));
    QVERIFY(!matchExclusions(graph, {between({"conv"}, {"inner_else"})}));
}

void tst_NodeSelection::selection_followsTypesAndExclusions()
{
    const Model model = branches();
    const Graph graph(model);
    QuantConfig config = onnxRuntimeConfig();
    QCOMPARE(selectedNames(graph, config, {}), (Names{"stem", "left", "right1", "right2", "join", "tail", "side"}));
    QCOMPARE(selectedNames(graph, config, {"stem", "join"}), (Names{"left", "right1", "right2", "tail", "side"}));
    config.selection.opTypesToQuantize = {"Conv", "Softmax"};
    QCOMPARE(selectedNames(graph, config, {"right2"}), (Names{"stem", "tail"}));
    config.selection.extraOpTypesToQuantize = {"Add"};
    QCOMPARE(selectedNames(graph, config, {}), (Names{"stem", "right2", "join", "tail"}));
    config.selection.quantizeAllOpTypes = true;
    QCOMPARE(selectedNames(graph, config, {"stem"}), (Names{"left", "right1", "right2", "join", "tail", "side"}));
}

void tst_NodeSelection::excludedNode_keepsItsTypeElsewhere()
{
    // The reference's rule: a value next to an excluded node is still quantized for its other neighbour.
    const Model model = branches();
    const Graph graph(model);
    const QuantConfig config = onnxRuntimeConfig();
    Feedback feedback;
    const auto selected = selectNodes(graph, config, {"right1", "right2", "join"}, feedback);
    QCOMPARE(planText(planQdq(graph, config, selected)), std::string("x s w! l j y z"));
}

void tst_NodeSelection::readersOfInfinity_stayFloat()
{
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2}).initializer("mask", {2}, {0, -kInfinity}).initializer("k", {2}, {0, -9});
    b.initializer("zero", {}, {0}).initializer("most", {}, {kInfinity});
    b.node("Add", {"x", "mask"}, {"masked"}, "add_mask");
    b.node("Add", {"masked", "k"}, {"c"}, "add");
    b.node("Clip", {"c", "zero", "most"}, {"d"}, "clip");
    b.node("Clip", {"most", "zero", "k"}, {"e"}, "clip_of_infinity");
    b.node("Mul", {"most", "d"}, {"f"}, "scale");
    b.output("f").output("e");
    const Model model = b.model();
    for (const QuantConfig& config : {onnxRuntimeConfig(), quarkConfig(), extendedConfig()}) {
        QCOMPARE(selectedNames(Graph(model), config, {}), (Names{"add", "clip"}));
        RecordingFeedback feedback;
        (void)selectNodes(Graph(model), config, {"scale", "clip_of_infinity"}, feedback);
        QCOMPARE(feedback.warnings,
                 Names{"A node stays float where its constant holds infinity or NaN, which no scale can cover: "
                       "'add_mask' ('mask')."});
    }
}

void tst_NodeSelection::readersOfNaN_stayFloat()
{
    // Its code would be the lowest, which is no more a number than NaN is.
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2, 2})
        .initializer("w", {2, 2}, {1, std::nanf(""), 0, 1})
        .randomInitializer("v", {2, 2});
    b.node("MatMul", {"x", "w"}, {"c"}, "broken");
    b.node("MatMul", {"c", "v"}, {"y"}, "sound");
    b.output("y");
    const Model model = b.model();
    RecordingFeedback feedback;
    QCOMPARE(selectNodes(Graph(model), quarkConfig(), {}, feedback), std::vector<std::size_t>{1});
    QCOMPARE(feedback.warnings.size(), std::size_t(1));
}

void tst_NodeSelection::hardSigmoid_isTheNpusOrToldToStayFloat()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2, 2});
    b.node("HardSigmoid", {"x"}, {"c"}, "written_short").attribute("alpha", 0.1667F).attribute("beta", 0.5F);
    b.node("HardSigmoid", {"c"}, {"y"}, "foreign").attribute("alpha", 0.2F).attribute("beta", 0.5F);
    b.output("y");
    const Model model = b.model();
    RecordingFeedback feedback;
    QCOMPARE(selectNodes(Graph(model), extendedConfig(), {}, feedback), std::vector<std::size_t>{0});
    QCOMPARE(
        feedback.warnings,
        Names{"A node stays float: the only HardSigmoid of the NPU is that with alpha 1/6 and beta 1/2: 'foreign'."});
}

void tst_NodeSelection::foreignOperator_isNotTheStandards()
{
    ModelBuilder b(13);
    b.import("com.example", 1);
    b.input("x", DataType::Float, {2, 2});
    b.node("MatMul", {"x", "x"}, {"y"}, "product").domain("com.example");
    b.output("y", DataType::Float, {2, 2});
    QuantConfig config = quarkConfig();
    config.selection.matMulConstBOnly = true;
    const Model model = b.model();
    QCOMPARE(selectedNames(Graph(model), config, {}), Names{"product"});
}

QTEST_GUILESS_MAIN(tst_NodeSelection)
#include "tst_node_selection.moc"
