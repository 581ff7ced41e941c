// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/node_selection.h"
#include "core/qdq/rule_application.h"
#include "tests/support/fuzz_rounds.h"
#include "tests/support/model_builder.h"
#include "tests/support/processor_time.h"
#include "tests/support/recording_feedback.h"

#include <QTest>

#include <algorithm>

using namespace quantiscope;
using namespace quantiscope::test;

// NodesToQuantize, InputNodes and OutputNodes: what they leave, by true reachability. Dead names are in
// tst_tensor_overrides, exclusions in tst_node_selection.

namespace {

using Names = std::vector<std::string>;

/// x → stem → (left, right) → join → tail; z → aside, which joins nowhere and is an output of its own.
Model branches()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2, 4, 4}).input("z", DataType::Float, {1, 2, 4, 4});
    b.node("Sigmoid", {"x"}, {"s"}, "stem");
    b.node("Sigmoid", {"s"}, {"l"}, "left");
    b.node("Sigmoid", {"s"}, {"r"}, "right");
    b.node("Add", {"l", "r"}, {"j"}, "join");
    b.node("Softmax", {"j"}, {"y"}, "tail");
    b.node("Sigmoid", {"z"}, {"a"}, "aside");
    b.output("y").output("a");
    return b.model();
}

/// What is selected, in graph order.
QString selectedWith(const std::function<void(SelectionConfig&)>& change)
{
    QuantConfig config;
    change(config.selection);
    const Model model = branches();
    const Graph graph(model);
    auto rules = matchRules(graph, config, {});
    if (!rules)
        return QString::fromStdString(rules.error().message);
    Feedback feedback;
    const auto applied = applyRules(graph, graph, config, *rules, feedback);
    if (!applied)
        return QString::fromStdString(applied.error().message);
    QStringList names;
    for (const std::size_t node : applied->selected)
        names.append(QString::fromStdString(graph.nodes()[node].name));
    return names.join(" ");
}

} // namespace

class tst_RuleMatching : public QObject
{
    Q_OBJECT

private slots:
    void expressions_endWithCanceled_asRulesOfAnyKind();
    void lists_leaveWhatTheyReach_data();
    void lists_leaveWhatTheyReach();
    void inputOfABody_isReadByItsNode();
    void lists_workTogetherWithExclusions();
    void layers_areMatchedInTheirOrder();
    void streams_findWhatLeadsThereAndFollows();
    void findRules_looksAtEachByItself();
    void listsOfNames_areFoundAndMissed();
    void deadExpressions_getTheNearestGroup_orSeeANameOfTheModel();
    void manyDeadRules_areToldInAMoment();
    void disabledRules_catchNothing_andAreNoErrors();
};

Q_DECLARE_METATYPE(std::function<void(SelectionConfig&)>)

void tst_RuleMatching::expressions_endWithCanceled_asRulesOfAnyKind()
{
    const Model model = branches();
    const Graph graph(model);
    RecordingFeedback feedback;
    feedback.canceled = true;
    const ExclusionRule rule{ExclusionRule::Kind::Regex, "none", {}, {}};
    const auto exclusions = matchExclusions(graph, {rule}, feedback);
    QVERIFY(!exclusions);
    QCOMPARE(exclusions.error().code, ErrorCode::Canceled);
    QuantConfig config;
    config.layers.emplace_back().match = rule;
    const auto rules = matchRules(graph, config, {}, feedback);
    QVERIFY(!rules);
    QCOMPARE(rules.error().code, ErrorCode::Canceled);
}

void tst_RuleMatching::lists_leaveWhatTheyReach_data()
{
    using Change = std::function<void(SelectionConfig&)>;
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("selected");
    const auto row = [](const char* name, Names only, Names from, Names to, const char* selected) {
        QTest::newRow(name) << Change([=](SelectionConfig& c) {
            c.nodesToQuantize = only;
            c.inputNodes = from;
            c.outputNodes = to;
        }) << selected;
    };
    row("nothing set", {}, {}, {}, "stem left right join tail aside");
    row("only these", {"right", "aside"}, {}, {}, "right aside");
    row("from a node: not its sibling, as by linear order", {}, {"left"}, {}, "left join tail");
    row("from two nodes", {}, {"right", "aside"}, {}, "right join tail aside");
    row("from an input", {}, {"x"}, {}, "stem left right join tail");
    row("to a node: not what stands before it in the list", {}, {}, {"right"}, "stem right");
    row("to an output", {}, {}, {"a"}, "aside");
    row("from and to", {}, {"right"}, {"join"}, "right join");
    row("all three", {"left", "join", "tail"}, {"stem"}, {"join"}, "left join");
}

void tst_RuleMatching::lists_leaveWhatTheyReach()
{
    QFETCH(std::function<void(SelectionConfig&)>, change);
    QFETCH(QString, selected);
    QCOMPARE(selectedWith(change), selected);
}

void tst_RuleMatching::inputOfABody_isReadByItsNode()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {2}).input("cond", DataType::Bool, {});
    const auto negated = [](const std::string& output) {
        ModelBuilder body;
        body.node("Neg", {"x"}, {output});
        body.output(output);
        return body.graph();
    };
    b.node("If", {"cond"}, {"z"}, "choice").graph("then_branch", negated("t")).graph("else_branch", negated("e"));
    b.node("Sigmoid", {"z"}, {"y"}, "tail");
    b.output("y");
    SelectionConfig selection;
    selection.inputNodes = {"x"};
    const auto listed = matchNodeLists(Graph(b.model()), selection);
    QVERIFY(listed.has_value() && listed->has_value());
    QCOMPARE(**listed, (std::set<std::string>{"choice", "tail"}));
}

void tst_RuleMatching::lists_workTogetherWithExclusions()
{
    const Model model = branches();
    const Graph graph(model);
    QuantConfig config;
    config.selection.inputNodes = {"left"};
    const auto matches = matchExclusions(graph, {{ExclusionRule::Kind::Node, "join", {}, {}}});
    QVERIFY(matches.has_value());
    const auto listed = matchNodeLists(graph, config.selection);
    QVERIFY(listed.has_value() && listed->has_value());
    QCOMPARE(nodesKeptFloat(graph, graph, *matches, *listed),
             (std::set<std::string>{"aside", "join", "right", "stem"}));
    QCOMPARE(nodesKeptFloat(graph, graph, *matches, {}), std::set<std::string>{"join"});
}

void tst_RuleMatching::layers_areMatchedInTheirOrder()
{
    const Model model = branches();
    LayerRule types;
    types.match = {ExclusionRule::Kind::OpType, "Sigmoid", {}, {}};
    LayerRule one;
    one.match = {ExclusionRule::Kind::Between, {}, {"left"}, {"tail"}};
    const auto matches = matchLayers(Graph(model), {types, one});
    QVERIFY(matches.has_value());
    QCOMPARE(matches->size(), std::size_t(2));
    QCOMPARE((*matches)[0].nodes, (Names{"stem", "left", "right", "aside"}));
    QCOMPARE((*matches)[1].nodes, (Names{"left", "join", "tail"}));
    QCOMPARE((*matches)[1].rule, one.match);
}

void tst_RuleMatching::streams_findWhatLeadsThereAndFollows()
{
    using Kind = ExclusionRule::Kind;
    const Model model = branches();
    const Graph graph(model);
    const std::vector<ExclusionRule> rules{{Kind::Upstream, {}, {}, {"join"}},
                                           {Kind::Upstream, {}, {"left", "right"}, {"join"}},
                                           {Kind::Downstream, {}, {"left"}, {}},
                                           {Kind::Downstream, {}, {"stem"}, {"left"}}};
    const auto matches = matchExclusions(graph, rules);
    QVERIFY(matches.has_value());
    QCOMPARE((*matches)[0].nodes, (Names{"stem", "left", "right", "join"}));
    QCOMPARE((*matches)[1].nodes, (Names{"left", "right", "join"}));
    QCOMPARE((*matches)[2].nodes, (Names{"left", "join", "tail"}));
    QCOMPARE((*matches)[3].nodes, (Names{"stem", "left", "right", "join", "tail"}));
}

void tst_RuleMatching::findRules_looksAtEachByItself()
{
    using Kind = ExclusionRule::Kind;
    const Model model = branches();
    const Graph graph(model);
    const std::vector<ExclusionRule> rules{
        {Kind::Node, "letf", {}, {}},       {Kind::Node, "right", {}, {}},
        {Kind::OpType, "Sofmax", {}, {}},   {Kind::Downstream, {}, {"join"}, {"stem"}},
        {Kind::Upstream, {}, {}, {"joim"}}, {Kind::Node, "zzzzzzzzzzzz", {}, {}}};
    const auto findings = findRules(graph, rules, "Exclusion");
    QVERIFY(findings.has_value());
    QCOMPARE(findings->size(), rules.size());
    QVERIFY((*findings)[0].error && (*findings)[0].repaired);
    QCOMPARE((*findings)[0].repaired->pattern, "left");
    QVERIFY(!(*findings)[1].error);
    QCOMPARE((*findings)[1].nodes, (std::vector<std::size_t>{2}));
    QCOMPARE((*findings)[2].repaired->pattern, "Softmax");
    QCOMPARE((*findings)[3].error->message,
             "Exclusion downstream of 'join' until 'stem' is to end at 'stem', which is not met on the way down.");
    QVERIFY(!(*findings)[3].repaired);
    QCOMPARE((*findings)[4].repaired->to, (Names{"join"}));
    QVERIFY((*findings)[5].error && !(*findings)[5].repaired);
}

void tst_RuleMatching::listsOfNames_areFoundAndMissed()
{
    using Kind = ExclusionRule::Kind;
    const Model model = branches();
    const Graph graph(model);
    const std::vector<ExclusionRule> rules{{Kind::Regex, "^(right|nowhere|left|left)$", {}, {}},
                                           {Kind::Regex, "^(lift|nowhere)$", {}, {}}};
    const auto findings = findRules(graph, rules, "Exclusion");
    QVERIFY(findings.has_value());
    QCOMPARE((*findings)[0].nodes, (std::vector<std::size_t>{1, 2}));
    QVERIFY((*findings)[1].error);
}

void tst_RuleMatching::deadExpressions_getTheNearestGroup_orSeeANameOfTheModel()
{
    using Kind = ExclusionRule::Kind;
    ModelBuilder b(13);
    b.input("v0", DataType::Float, {1, 4, 8, 8});
    int value = 0;
    // Names say nothing; weights tell of two blocks.
    for (const char* block : {"backbone.stem", "head.cls_preds"}) {
        for (int i = 0; i < 3; ++i, ++value) {
            const std::string weight = std::string(block) + "." + std::to_string(i) + ".weight";
            b.initializer(weight, Shape{4, 4, 1, 1}, std::vector<float>(16, 1.0F));
            b.node("Conv", {"v" + std::to_string(value), weight}, {"v" + std::to_string(value + 1)},
                   "Conv_" + std::to_string(300 + value));
        }
    }
    b.output("v" + std::to_string(value));
    const Model model = b.model();
    const Graph graph(model);
    const std::vector<ExclusionRule> rules{{Kind::Regex, "^/head/.*cls_preds", {}, {}},
                                           {Kind::Regex, "^zzzzzzzzzzzzzzzzzzzz", {}, {}}};
    const auto findings = findRules(graph, rules, "Exclusion");
    QVERIFY(findings.has_value());
    QVERIFY((*findings)[0].repaired);
    const auto repaired = findRules(graph, {&*(*findings)[0].repaired, 1}, "Exclusion");
    QCOMPARE(repaired->front().nodes, (std::vector<std::size_t>{3, 4, 5}));
    QVERIFY(!(*findings)[1].repaired);
    QCOMPARE((*findings)[1].error->message,
             "Exclusion nodes matching '^zzzzzzzzzzzzzzzzzzzz' matches no node. Names of this model look like "
             "'Conv_303'.");
}

void tst_RuleMatching::manyDeadRules_areToldInAMoment()
{
    using Kind = ExclusionRule::Kind;
    ModelBuilder b(13);
    b.input("v0", DataType::Float, {1, 4});
    const int nodes = fuzzRounds(5000);
    for (int i = 0; i < nodes; ++i)
        b.node("Relu", {"v" + std::to_string(i)}, {"v" + std::to_string(i + 1)}, "/model/Relu_" + std::to_string(i));
    b.output("v" + std::to_string(nodes));
    const Model model = b.model();
    const Graph graph(model);
    std::vector<ExclusionRule> rules;
    for (int i = 0; i < fuzzRounds(2000); ++i)
        rules.push_back({Kind::Node, "/another/Conv_" + std::to_string(i), {}, {}});
    const ProcessorTime time;
    const auto findings = findRules(graph, rules, "Exclusion");
    QVERIFY2(time.isBelow(5.0), time.text().constData()); // minutes, were each name compared
    QVERIFY(std::all_of(findings->begin(), findings->end(), [](const auto& finding) { return finding.error; }));
}

void tst_RuleMatching::disabledRules_catchNothing_andAreNoErrors()
{
    using Kind = ExclusionRule::Kind;
    const Model model = branches();
    const Graph graph(model);
    QuantConfig config;
    config.exclude = {{Kind::Node, "left", {}, {}, false}, {Kind::Node, "nowhere", {}, {}, false}};
    LayerRule layer{{Kind::Node, "nowhere", {}, {}, false}, {}, {}, {}, TensorOverride{}};
    layer.output->type = DataType::Int16;
    config.layers = {layer};
    auto exclusions = matchExclusions(graph, config.exclude);
    QVERIFY(exclusions.has_value());
    QVERIFY((*exclusions)[0].nodes.empty() && (*exclusions)[1].nodes.empty());
    const auto rules = matchRules(graph, config, std::move(*exclusions));
    QVERIFY(rules.has_value());
    Feedback feedback;
    const auto applied = applyRules(graph, graph, config, *rules, feedback);
    QVERIFY(applied.has_value());
    QCOMPARE(applied->selected.size(), graph.nodes().size());
}

QTEST_GUILESS_MAIN(tst_RuleMatching)
#include "tst_rule_matching.moc"
