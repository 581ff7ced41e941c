// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/rule_edits.h"

#include "core/qdq/group_rules.h"
#include "core/qdq/rule_matching.h"
#include "tests/support/model_builder.h"
#include "tests/support/processor_time.h"

#include <QTest>

#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <set>

using namespace quantiscope;
using namespace quantiscope::test;

using Kind = ExclusionRule::Kind;
using List = RuleRef::List;

namespace {

ExclusionRule node(const char* name)
{
    return {Kind::Node, name, {}, {}};
}

} // namespace

class tst_RuleEdits : public QObject
{
    Q_OBJECT

private slots:
    void withRule_makesNoTwin_andReplacesMarksOfTheNode();
    void withRulePrecision_movesBetweenTheLists();
    void layerTypes_haveTheSignOfTheActivations();
    void withRuleMoved_changesOrderOfLayers();
    void ruleText_saysTheKind();
    void rulesForGroup_namesFolder_whenNamesSayIt();
    void rulesForGroup_catchesExactlyTheGroup();
    void withRules_isWithRuleOfEach();
    void rulesForNodes_areFoundInAMoment_data();
    void rulesForNodes_areFoundInAMoment();
    void scatteredNodes_areMatchedInAMoment();
    void withRules_areAddedInAMoment();
};

void tst_RuleEdits::withRule_makesNoTwin_andReplacesMarksOfTheNode()
{
    Recipe recipe = withRule({}, node("a"), MarkPrecision::Float);
    recipe = withRule(std::move(recipe), node("a"), MarkPrecision::Float);
    QCOMPARE(recipe.config.exclude.size(), std::size_t(1));
    recipe = withRule(std::move(recipe), node("a"), MarkPrecision::Int16);
    QVERIFY(recipe.config.exclude.empty());
    QCOMPARE(recipe.config.layers.size(), std::size_t(1));
    recipe = withRule(std::move(recipe), node("a"), MarkPrecision::Float);
    QVERIFY(recipe.config.layers.empty());
    recipe = withRuleEnabled(std::move(recipe), {List::Exclude, 0}, false);
    recipe = withRule(std::move(recipe), node("a"), MarkPrecision::Float);
    QCOMPARE(recipe.config.exclude.size(), std::size_t(1));
    QVERIFY(recipe.config.exclude[0].enabled);
}

void tst_RuleEdits::withRulePrecision_movesBetweenTheLists()
{
    Recipe recipe = withRule({}, node("a"), MarkPrecision::Float);
    recipe = withRulePrecision(std::move(recipe), {List::Exclude, 0}, MarkPrecision::Int16);
    QVERIFY(recipe.config.exclude.empty());
    QVERIFY(precisionOf(recipe, {List::Layers, 0}) == MarkPrecision::Int16);
    recipe = withRulePrecision(std::move(recipe), {List::Layers, 0}, MarkPrecision::Int8);
    QVERIFY(precisionOf(recipe, {List::Layers, 0}) == MarkPrecision::Int8);
    recipe = withRulePrecision(std::move(recipe), {List::Layers, 0}, MarkPrecision::Float);
    QVERIFY(recipe.config.layers.empty());
    QCOMPARE(recipe.config.exclude[0].pattern, "a");
}

void tst_RuleEdits::layerTypes_haveTheSignOfTheActivations()
{
    Recipe recipe;
    recipe.config.activationType = DataType::Int8;
    QCOMPARE(chipText(withRule(recipe, node("a"), MarkPrecision::Int16), {List::Layers, 0}), QStringLiteral("s16"));
    recipe.config.activationType = DataType::UInt16;
    QCOMPARE(chipText(withRule(recipe, node("a"), MarkPrecision::Int8), {List::Layers, 0}), QStringLiteral("u8"));
    QCOMPARE(chipText(withRule(recipe, node("a"), MarkPrecision::Float), {List::Exclude, 0}), QStringLiteral("f32"));
}

void tst_RuleEdits::withRuleMoved_changesOrderOfLayers()
{
    Recipe recipe = withRule(withRule({}, node("a"), MarkPrecision::Int8), node("b"), MarkPrecision::Int16);
    recipe = withRuleMoved(std::move(recipe), {List::Layers, 1}, 0);
    QCOMPARE(recipe.config.layers[0].match.pattern, "b");
    const Recipe same = withRuleMoved(recipe, {List::Layers, 0}, 7);
    QVERIFY(same == recipe);
}

void tst_RuleEdits::ruleText_saysTheKind()
{
    QCOMPARE(ruleText({Kind::Between, {}, {"a", "b", "c"}, {"d"}}), QStringLiteral("{a +2} → d"));
    QCOMPARE(ruleText({Kind::OpType, "Resize", {}, {}}), QStringLiteral("operator Resize"));
    QCOMPARE(ruleText({Kind::Upstream, {}, {}, {"d"}}), QStringLiteral("upstream of d"));
    QCOMPARE(ruleText({Kind::Downstream, {}, {"a"}, {"d"}}), QStringLiteral("downstream of a until d"));
}

void tst_RuleEdits::rulesForGroup_namesFolder_whenNamesSayIt()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4});
    b.node("Relu", {"x"}, {"a"}, "/m.2/a");
    b.node("Relu", {"a"}, {"b"}, "/m.2/b");
    b.node("Relu", {"b"}, {"c"}, "/mx2/c");
    b.output("c");
    const Model model = b.model();
    const Graph graph(model);
    const auto rules = rulesForGroup(graph, {0, 1}, "/m.2");
    QCOMPARE(rules.size(), std::size_t(1));
    QCOMPARE(rules[0].pattern, "^/m\\.2/");
    // Names of other exporters begin without a slash, or have no slashes at all.
    for (const auto& [folder, expression] :
         {std::pair{"model/m.2/", "^model/m\\.2/"}, std::pair{"model.m2.", "^model\\.m2\\."}}) {
        ModelBuilder other(13);
        other.input("x", DataType::Float, {4});
        other.node("Relu", {"x"}, {"a"}, folder + std::string("a"));
        other.node("Relu", {"a"}, {"b"}, "model/elsewhere");
        other.node("Relu", {"b"}, {"c"}, folder + std::string("c"));
        other.output("c");
        const Model named = other.model();
        const auto found = rulesForGroup(Graph(named), {0, 2}, "/model/m.2");
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0].pattern, expression);
    }
    // A group without a name of its own that is a chain: what lies between its ends.
    const auto chain = rulesForGroup(graph, {1, 2}, {});
    QCOMPARE(chain.size(), std::size_t(1));
    QVERIFY(chain[0].kind == Kind::Between);
}

void tst_RuleEdits::rulesForGroup_catchesExactlyTheGroup()
{
    QVERIFY(rc::check([] {
        const auto count = *rc::gen::inRange<std::size_t>(2, 14);
        ModelBuilder b(13);
        b.input("x", DataType::Float, {4});
        for (std::size_t i = 0; i < count; ++i) {
            const auto from = *rc::gen::inRange<std::size_t>(0, i + 1);
            const auto also = *rc::gen::inRange<std::size_t>(0, i + 1);
            const auto value = [](std::size_t at) { return at == 0 ? std::string("x") : "v" + std::to_string(at); };
            b.node("Sum", {value(from), value(also)}, {value(i + 1)}, "n(" + std::to_string(i) + ")");
            b.output(value(i + 1));
        }
        const Model model = b.model();
        const Graph graph(model);
        std::set<std::size_t> group;
        for (const std::size_t node :
             *rc::gen::nonEmpty(rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, count))))
            group.insert(node);
        std::set<std::size_t> caught;
        for (const ExclusionRule& rule : rulesForGroup(graph, {group.begin(), group.end()}, "/none")) {
            const auto found = findRules(graph, {&rule, 1}, "Rule");
            RC_ASSERT(found && !found->front().error);
            caught.insert(found->front().nodes.begin(), found->front().nodes.end());
        }
        RC_ASSERT(caught == group);
    }));
}

void tst_RuleEdits::withRules_isWithRuleOfEach()
{
    QVERIFY(rc::check([] {
        const auto anyRule = [] {
            const auto kind = *rc::gen::element(Kind::Node, Kind::Regex, Kind::OpType, Kind::Between);
            const std::string name(1, *rc::gen::inRange('a', 'e'));
            ExclusionRule rule{kind, name, {}, {}};
            if (kind == Kind::Between)
                rule = {kind, {}, {name}, {"z"}};
            return rule;
        };
        const auto anyPrecision = [] {
            return *rc::gen::element(MarkPrecision::Float, MarkPrecision::Int16, MarkPrecision::Int8);
        };
        Recipe recipe;
        for (int i = *rc::gen::inRange(0, 8); i > 0; --i) {
            recipe = withRule(std::move(recipe), anyRule(), anyPrecision());
            const std::vector<RuleRef> refs = ruleRefs(recipe);
            recipe = withRuleEnabled(std::move(recipe), refs[*rc::gen::inRange<std::size_t>(0, refs.size())],
                                     *rc::gen::arbitrary<bool>());
        }
        std::vector<ExclusionRule> rules;
        for (int i = *rc::gen::inRange(0, 8); i > 0; --i) {
            ExclusionRule rule = anyRule();
            if (std::find(rules.begin(), rules.end(), rule) == rules.end())
                rules.push_back(std::move(rule));
        }
        const MarkPrecision precision = anyPrecision();
        Recipe each = recipe;
        for (const ExclusionRule& rule : rules)
            each = withRule(std::move(each), rule, precision);
        RC_ASSERT(withRules(recipe, rules, precision) == each);
    }));
}

namespace {

enum class Grouping
{
    Folders, ///< "/model/layers.7/op_3"
    Blocks, ///< names that say nothing: groups come from the structure
    Branches, ///< beside each other, one node of each after the other
};

/// 1,000 groups of ten nodes.
Model modelOfGroups(Grouping grouping)
{
    constexpr int kGroups = 1000;
    constexpr int kNodes = 10;
    const std::array types{"Relu", "Sigmoid", "Tanh", "Neg"};
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 4});
    std::vector<std::string> values(std::size_t(kGroups), "x");
    const auto add = [&](int group, int at) {
        const std::string name = std::to_string(group) + "_" + std::to_string(at);
        const std::size_t line = grouping == Grouping::Branches ? std::size_t(group) : 0;
        std::vector<std::string> inputs{values[line]};
        if (at == kNodes - 1) // around the block
            inputs.push_back(group == 0 || grouping == Grouping::Branches
                                 ? std::string("x")
                                 : std::to_string(group - 1) + "_" + std::to_string(kNodes - 1));
        const std::string type = inputs.size() == 2 ? "Add" : types[std::size_t(at * at + group / 2) % types.size()];
        b.node(type, inputs, {name},
               grouping == Grouping::Folders ? "/model/layers." + std::to_string(group) + "/op_" + std::to_string(at)
                                             : "Op_" + name);
        values[line] = name;
    };
    if (grouping == Grouping::Branches) {
        for (int i = 0; i < kGroups * kNodes; ++i)
            add(i % kGroups, i / kGroups);
        b.node("Sum", values, {"y"}, "Sum");
        values.front() = "y";
    } else {
        for (int i = 0; i < kGroups * kNodes; ++i)
            add(i / kNodes, i % kNodes);
    }
    b.output(values.front());
    return b.model();
}

} // namespace

void tst_RuleEdits::rulesForNodes_areFoundInAMoment_data()
{
    QTest::addColumn<int>("grouping");
    QTest::newRow("folders of names") << int(Grouping::Folders);
    QTest::newRow("blocks of the structure") << int(Grouping::Blocks);
    QTest::newRow("branches") << int(Grouping::Branches);
}

void tst_RuleEdits::rulesForNodes_areFoundInAMoment()
{
    QFETCH(int, grouping);
    const Model model = modelOfGroups(Grouping(grouping));
    const Graph graph(model);
    const ScopeTree scopes(graph);
    // Every second group of those without groups inside.
    std::vector<std::size_t> nodes;
    int groups = 0;
    for (int scope = 1; scope < int(scopes.scopes().size()); ++scope) {
        if (!scopes.at(scope).scopes.empty() || ++groups % 2 == 0)
            continue;
        for (const int node : scopes.nodesOf(scope))
            nodes.push_back(std::size_t(node));
    }
    std::sort(nodes.begin(), nodes.end());
    QVERIFY2(groups > 200, qPrintable(QString::number(groups)));
    const ProcessorTime time;
    const std::vector<ExclusionRule> rules = rulesForNodes(graph, &scopes, nodes);
    QVERIFY2(time.isBelow(0.2), time.text().constData());
    const auto findings = findRules(graph, rules, "Rule");
    std::vector<std::size_t> caught;
    for (const RuleFinding& finding : *findings)
        caught.insert(caught.end(), finding.nodes.begin(), finding.nodes.end());
    std::sort(caught.begin(), caught.end());
    QVERIFY(caught == nodes);
}

void tst_RuleEdits::scatteredNodes_areMatchedInAMoment()
{
    ModelBuilder b(13);
    constexpr std::size_t kNodes = 10'000;
    b.input("v0", DataType::Float, {1, 4});
    for (std::size_t i = 0; i < kNodes; ++i)
        b.node("Relu", {"v" + std::to_string(i)}, {"v" + std::to_string(i + 1)}, "/model/Relu_" + std::to_string(i));
    b.output("v" + std::to_string(kNodes));
    const Model model = b.model();
    const Graph graph(model);
    std::vector<std::size_t> odd;
    for (std::size_t i = 1; i < kNodes; i += 2)
        odd.push_back(i);
    const ProcessorTime time;
    const std::vector<ExclusionRule> rules = rulesForNodes(graph, nullptr, odd);
    const auto findings = findRules(graph, rules, "Exclusion");
    QVERIFY2(time.isBelow(2.0), time.text().constData()); // 50 s when each name is matched
    std::set<std::size_t> caught;
    for (const RuleFinding& finding : *findings)
        caught.insert(finding.nodes.begin(), finding.nodes.end());
    QVERIFY(std::equal(caught.begin(), caught.end(), odd.begin(), odd.end()));
}

void tst_RuleEdits::withRules_areAddedInAMoment()
{
    std::vector<ExclusionRule> rules;
    for (int i = 0; i < 10'000; ++i)
        rules.push_back({Kind::Regex, "^/model/layers\\." + std::to_string(i) + "/", {}, {}});
    const ProcessorTime time;
    for (const MarkPrecision precision : {MarkPrecision::Float, MarkPrecision::Int16}) {
        const Recipe recipe = withRules({}, rules, precision);
        QCOMPARE(ruleRefs(recipe).size(), rules.size());
        QVERIFY(withRules(recipe, rules, precision) == recipe);
    }
    QVERIFY2(time.isBelow(1.0), time.text().constData());
}

QTEST_GUILESS_MAIN(tst_RuleEdits)
#include "tst_rule_edits.moc"
