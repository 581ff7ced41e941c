// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/recipe/recipe_fixture.h"
#include "widgets/common/action_registry.h"
#include "widgets/recipe/effect_card.h"
#include "widgets/recipe/new_rule_panel.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace quantiscope;
using namespace quantiscope::test;

using Kind = ExclusionRule::Kind;

Q_DECLARE_METATYPE(std::set<int>)

class tst_MarkController : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_fixture = std::make_unique<RecipeFixture>(); }
    void cleanup() { m_fixture.reset(); }
    void keys_markTheSelection_eachAStepOfTheHistory();
    void scope_isAnExpressionOfItsName();
    void operatorType_isOneRule();
    void unmark_offersTheRuleThatStillCatches();
    void allNodesOfAType_areARuleOfTheType();
    void wholeScope_isTheOneAroundAllTargets();
    void operators_takeEveryPrecision();
    void menuOfTheSelection_isAboutAllOfIt();
    void numbersOfAnotherModel_areNoTargets();
    void largeNames_areCutInTheHistory();
    void chosenCatch_isShownWithoutADraft();
    void between_isShownBeforeItIsAdded();
    void deadDraft_isNotAdded_andSaysWhy();
    void upstream_until_stopsThere();
    void edit_replacesTheRule();
    void escape_leaves_andEnterAdds();
    void pattern_isTypedIntoThePanel();
    void menu_isAboutTheNodeThatWasClicked();
    void actions_sayWhyTheyAreOff();
    void effectCard_showsBeforeAndAfter();
    void model_ofAnother_endsTheDraft();
    void layerWithoutType_getsNone_whenItsNodesAreEdited();
    void unknownNames_keepAnEditedRuleDead_untilTheyAreTakenOut();
    void effectOfAnEditedRule_isWhatIsApplied();
    void enter_rightAfterTyping_addsTheRuleWhenItIsFound();
    void nameThatIsNotUtf8_isShown();
    void manyNodes_areOneGroup_andGoTogether();
    void manyNames_areCutInThePanel();

private:
    std::unique_ptr<RecipeFixture> m_fixture;
};

void tst_MarkController::keys_markTheSelection_eachAStepOfTheHistory()
{
    ActionRegistry registry;
    QWidget owner;
    m_fixture->marks.registerActions(registry, &owner);
    owner.show();
    owner.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&owner));
    owner.setFocus();
    m_fixture->selection.select(m_fixture->node("/head/Add"));
    QTest::keyClick(&owner, Qt::Key_X);
    QCOMPARE(m_fixture->exclude().size(), std::size_t(1));
    QCOMPARE(m_fixture->exclude()[0].pattern, "/head/Add");
    QCOMPARE(m_fixture->editor.undoStack().undoText(), QStringLiteral("Keep /head/Add float"));
    QTest::keyClick(&owner, Qt::Key_6);
    QVERIFY(m_fixture->exclude().empty());
    QCOMPARE(m_fixture->editor.recipe().config.layers.at(0).output->type, DataType::UInt16);
    m_fixture->editor.undoStack().undo();
    m_fixture->editor.undoStack().undo();
    QVERIFY(m_fixture->exclude().empty() && m_fixture->editor.recipe().config.layers.empty());
}

void tst_MarkController::scope_isAnExpressionOfItsName()
{
    const ScopeTree tree(m_fixture->model->graph);
    const int scope = tree.scopeOf(m_fixture->node("/head/Add"));
    QVERIFY(scope > 0);
    m_fixture->marks.markScope(scope, MarkPrecision::Float);
    QCOMPARE(m_fixture->exclude().size(), std::size_t(1));
    QCOMPARE(m_fixture->exclude()[0].pattern, "^/head/");
}

void tst_MarkController::operatorType_isOneRule()
{
    m_fixture->marks.markOperator("Conv", MarkPrecision::Int16);
    const LayerRule& rule = m_fixture->editor.recipe().config.layers.at(0);
    QVERIFY(rule.match.kind == Kind::OpType);
    QCOMPARE(rule.match.pattern, "Conv");
}

void tst_MarkController::unmark_offersTheRuleThatStillCatches()
{
    const int add = m_fixture->node("/head/Add");
    m_fixture->marks.mark({add}, MarkPrecision::Float);
    QSignalSpy offered(&m_fixture->marks, &MarkController::ruleOffered);
    m_fixture->marks.unmark({add});
    QVERIFY(m_fixture->exclude().empty());
    m_fixture->marks.markOperator("Add", MarkPrecision::Float);
    QCOMPARE(offered.count(), 0);
    m_fixture->marks.unmark({add});
    QCOMPARE(m_fixture->exclude().size(), std::size_t(1));
    QTRY_COMPARE(offered.count(), 1);
    QVERIFY(offered[0][1].toString().contains(QStringLiteral("operator Add")));
}

void tst_MarkController::between_isShownBeforeItIsAdded()
{
    QSignalSpy shown(&m_fixture->marks, &MarkController::marksChanged);
    m_fixture->selection.select(m_fixture->node("/stem/Relu"));
    m_fixture->marks.begin(Kind::Between);
    m_fixture->selection.select(m_fixture->node("/head/Add"));
    m_fixture->marks.addToEnds();
    QTRY_VERIFY(m_fixture->marks.finding() != nullptr);
    QCOMPARE(m_fixture->marks.finding()->nodes.size(), std::size_t(4));
    QCOMPARE(shown.last()[0].value<std::set<int>>().size(), std::size_t(4));
    QCOMPARE(shown.last()[1].value<std::set<int>>(), std::set<int>{m_fixture->node("/stem/Relu")});
    QCOMPARE(shown.last()[2].value<std::set<int>>(), std::set<int>{m_fixture->node("/head/Add")});
    QVERIFY(m_fixture->exclude().empty());
    QVERIFY(m_fixture->marks.accept());
    QVERIFY(m_fixture->exclude().at(0).kind == Kind::Between);
    QVERIFY(!m_fixture->marks.draft());
    QVERIFY(shown.last()[0].value<std::set<int>>().empty());
}

void tst_MarkController::deadDraft_isNotAdded_andSaysWhy()
{
    MarkDraft draft;
    draft.starts = {m_fixture->node("/head/Add")};
    draft.ends = {m_fixture->node("/stem/Conv")};
    NewRulePanel panel(m_fixture->marks, m_fixture->selection);
    panel.show();
    m_fixture->marks.setDraft(draft);
    QTRY_VERIFY(m_fixture->marks.finding() && m_fixture->marks.finding()->error);
    QVERIFY(!m_fixture->marks.accept());
    QVERIFY(m_fixture->exclude().empty());
    const auto labels = panel.findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->isVisible() && label->text().contains(QStringLiteral("no path leads from the start to the end"));
    }));
}

void tst_MarkController::upstream_until_stopsThere()
{
    m_fixture->selection.select(m_fixture->node("/head/Add"));
    m_fixture->marks.begin(Kind::Upstream);
    QTRY_VERIFY(m_fixture->marks.finding() != nullptr);
    QCOMPARE(m_fixture->marks.finding()->nodes.size(), std::size_t(5));
    m_fixture->selection.select({m_fixture->node("/left/Conv"), m_fixture->node("/right/Conv")},
                                m_fixture->node("/left/Conv"));
    m_fixture->marks.addToStarts();
    QTRY_VERIFY(m_fixture->marks.finding() != nullptr);
    QCOMPARE(m_fixture->marks.finding()->nodes.size(), std::size_t(3));
}

void tst_MarkController::edit_replacesTheRule()
{
    m_fixture->marks.markOperator("Conv", MarkPrecision::Float);
    m_fixture->marks.edit({RuleRef::List::Exclude, 0});
    MarkDraft draft = *m_fixture->marks.draft();
    QCOMPARE(draft.pattern, "Conv");
    draft.pattern = "Relu";
    draft.precision = MarkPrecision::Int16;
    m_fixture->marks.setDraft(draft);
    QTRY_VERIFY(m_fixture->marks.finding() != nullptr);
    QVERIFY(m_fixture->marks.accept());
    QVERIFY(m_fixture->exclude().empty());
    QCOMPARE(m_fixture->editor.recipe().config.layers.at(0).match.pattern, "Relu");
    m_fixture->editor.undoStack().undo();
    QCOMPARE(m_fixture->exclude().at(0).pattern, "Conv");
}

void tst_MarkController::escape_leaves_andEnterAdds()
{
    NewRulePanel panel(m_fixture->marks, m_fixture->selection);
    panel.show();
    m_fixture->selection.select(m_fixture->node("/left/Conv"));
    m_fixture->marks.begin(Kind::Downstream);
    QTRY_VERIFY(m_fixture->marks.finding() != nullptr);
    QTest::keyClick(&panel, Qt::Key_Escape);
    QVERIFY(!m_fixture->marks.draft());
    QVERIFY(!panel.isEnabled());
    m_fixture->marks.begin(Kind::Downstream);
    QTRY_VERIFY(m_fixture->marks.finding() != nullptr);
    QTest::keyClick(&panel, Qt::Key_Return);
    QVERIFY(m_fixture->exclude().at(0).kind == Kind::Downstream);
}

void tst_MarkController::pattern_isTypedIntoThePanel()
{
    NewRulePanel panel(m_fixture->marks, m_fixture->selection);
    panel.show();
    m_fixture->marks.begin(Kind::Regex);
    auto* line = panel.findChild<QLineEdit*>();
    QVERIFY(line && line->isVisible());
    QTest::keyClicks(line, QStringLiteral("^/(left|right)/"));
    QTRY_VERIFY(m_fixture->marks.finding() && m_fixture->marks.finding()->nodes.size() == 2);
    QVERIFY(panel.findChild<QPlainTextEdit*>()->toPlainText().contains(QStringLiteral("\"regex\"")));
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(m_fixture->exclude().at(0).pattern, "^/(left|right)/");
}

void tst_MarkController::menu_isAboutTheNodeThatWasClicked()
{
    ActionRegistry registry;
    QWidget owner;
    m_fixture->marks.registerActions(registry, &owner);
    m_fixture->selection.select(m_fixture->node("/stem/Conv"));
    QMenu menu;
    m_fixture->marks.fillNodeMenu(&menu, m_fixture->node("/head/Add"));
    QVERIFY(menu.actions().contains(registry.action(QStringLiteral("mark.float"))));
    registry.action(QStringLiteral("mark.float"))->trigger();
    QCOMPARE(m_fixture->exclude().at(0).pattern, "/head/Add");
}

void tst_MarkController::actions_sayWhyTheyAreOff()
{
    ActionRegistry registry;
    QWidget owner;
    m_fixture->marks.registerActions(registry, &owner);
    QAction* keep = registry.action(QStringLiteral("mark.float"));
    QCOMPARE(ActionRegistry::disabledReason(keep), QStringLiteral("No node is selected"));
    m_fixture->selection.select(0);
    QVERIFY(keep->isEnabled());
    m_fixture->marks.setModel(nullptr, nullptr);
    QCOMPARE(ActionRegistry::disabledReason(keep), QStringLiteral("No model is open"));
}

void tst_MarkController::effectCard_showsBeforeAndAfter()
{
    EffectCard card(m_fixture->watcher);
    const auto shows = [&card](const QString& text) {
        const auto labels = card.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) { return label->text() == text; });
    };
    QTRY_VERIFY(m_fixture->watcher.preview() != nullptr);
    const std::size_t before = m_fixture->watcher.preview()->after.floating;
    m_fixture->selection.select({m_fixture->node("/left/Conv"), m_fixture->node("/right/Conv")}, 2);
    MarkDraft draft;
    draft.kind = Kind::OpType;
    draft.pattern = "Conv";
    m_fixture->marks.setDraft(draft);
    QTRY_VERIFY(m_fixture->watcher.draftPreview() != nullptr);
    // With the convolutions, what stands behind them alone.
    const std::size_t more = m_fixture->watcher.draftPreview()->after.floating - before;
    QVERIFY(more >= 3);
    const QString less = QStringLiteral("−%1").arg(more);
    QVERIFY(shows(less));
    QVERIFY(shows(QStringLiteral("+%1").arg(more)));
    m_fixture->marks.cancel();
    QVERIFY(!shows(less));
}

void tst_MarkController::model_ofAnother_endsTheDraft()
{
    m_fixture->selection.select(0);
    m_fixture->marks.begin(Kind::Downstream);
    QVERIFY(m_fixture->marks.draft());
    m_fixture->marks.setModel(branchedModel(), nullptr);
    QVERIFY(!m_fixture->marks.draft());
}

void tst_MarkController::layerWithoutType_getsNone_whenItsNodesAreEdited()
{
    Recipe recipe = m_fixture->editor.recipe();
    LayerRule rule;
    rule.match = {Kind::Node, "/left/Conv", {}, {}};
    rule.output.emplace();
    rule.output->range = TensorRange{-1, 1};
    recipe.config.layers.push_back(rule);
    m_fixture->editor.reset(recipe);
    NewRulePanel panel(m_fixture->marks, m_fixture->selection);
    m_fixture->marks.edit({RuleRef::List::Layers, 0});
    QVERIFY(!m_fixture->marks.draft()->precision);
    const auto buttons = panel.findChildren<QAbstractButton*>();
    QVERIFY(std::none_of(buttons.begin(), buttons.end(), [](const auto* button) { return button->isChecked(); }));
    MarkDraft draft = *m_fixture->marks.draft();
    draft.pattern = "/right/Conv";
    m_fixture->marks.setDraft(draft);
    QTRY_VERIFY(m_fixture->marks.finding());
    QVERIFY(m_fixture->marks.accept());
    rule.match.pattern = "/right/Conv";
    QVERIFY(m_fixture->editor.recipe().config.layers.at(0) == rule);
}

void tst_MarkController::unknownNames_keepAnEditedRuleDead_untilTheyAreTakenOut()
{
    Recipe recipe = m_fixture->editor.recipe();
    recipe.config.exclude.push_back({Kind::Upstream, {}, {"/left/Cnv"}, {"/head/Softmax"}});
    m_fixture->editor.reset(recipe);
    NewRulePanel panel(m_fixture->marks, m_fixture->selection);
    panel.show();
    m_fixture->marks.edit({RuleRef::List::Exclude, 0});
    QTRY_VERIFY(m_fixture->marks.finding());
    QVERIFY(m_fixture->marks.finding()->error);
    QVERIFY(m_fixture->marks.finding()->error->message.find("/left/Conv") != std::string::npos);
    QVERIFY(!m_fixture->marks.accept());
    QVERIFY(m_fixture->editor.recipe() == recipe);
    auto* list = panel.findChild<QListWidget*>();
    QCOMPARE(list->item(0)->text(), QStringLiteral("/left/Cnv"));
    list->setCurrentRow(0);
    for (auto* button : panel.findChildren<QToolButton*>()) {
        if (button->isVisible() && button->accessibleName() == QStringLiteral("Take the chosen nodes out")) {
            button->click();
            break;
        }
    }
    QTRY_VERIFY(m_fixture->marks.finding() && !m_fixture->marks.finding()->error);
    QCOMPARE(m_fixture->marks.finding()->nodes.size(), std::size_t(6));
}

void tst_MarkController::effectOfAnEditedRule_isWhatIsApplied()
{
    // The later of two layer rules wins, wherever the edited one stands.
    Recipe recipe = m_fixture->editor.recipe();
    for (const auto& [pattern, type] : {std::pair{"left", DataType::UInt16}, std::pair{"Conv", DataType::UInt8}}) {
        LayerRule rule;
        rule.match = {Kind::Regex, pattern, {}, {}};
        rule.output.emplace();
        rule.output->type = type;
        recipe.config.layers.push_back(rule);
    }
    m_fixture->editor.reset(recipe);
    m_fixture->marks.edit({RuleRef::List::Layers, 0});
    MarkDraft draft = *m_fixture->marks.draft();
    draft.pattern = "left/";
    m_fixture->marks.setDraft(draft);
    BackgroundTask::waitForAll();
    QTRY_VERIFY(m_fixture->watcher.draftPreview() && m_fixture->marks.finding());
    const EffectCounts promised = m_fixture->watcher.draftPreview()->after;
    QVERIFY(m_fixture->marks.accept());
    QTRY_VERIFY(!m_fixture->watcher.isRunning());
    QCOMPARE(m_fixture->watcher.preview()->after, promised);
}

void tst_MarkController::enter_rightAfterTyping_addsTheRuleWhenItIsFound()
{
    m_fixture->marks.begin(Kind::Regex);
    MarkDraft draft = *m_fixture->marks.draft();
    draft.pattern = "Conv";
    m_fixture->marks.setDraft(draft);
    QVERIFY(!m_fixture->marks.accept());
    QTRY_COMPARE(m_fixture->exclude().size(), std::size_t(1));
    QVERIFY(!m_fixture->marks.draft());
    // What is typed further is another rule, which nobody has asked to add.
    m_fixture->marks.setDraft(draft);
    QVERIFY(!m_fixture->marks.accept());
    draft.pattern = "Relu";
    m_fixture->marks.setDraft(draft);
    QTRY_VERIFY(m_fixture->marks.finding());
    QVERIFY(m_fixture->marks.draft());
    QCOMPARE(m_fixture->exclude().size(), std::size_t(1));
}

void tst_MarkController::nameThatIsNotUtf8_isShown()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 4});
    b.node("Relu", {"x"}, {"a"}, "bad\xff");
    b.node("Relu", {"a"}, {"y"}, "good");
    b.output("y");
    const auto model = std::make_shared<OpenedModel>(b.model());
    m_fixture->watcher.setModel(model);
    m_fixture->marks.setModel(model, nullptr);
    NewRulePanel panel(m_fixture->marks, m_fixture->selection);
    m_fixture->selection.select({0}, 0);
    m_fixture->marks.begin(Kind::Downstream);
    QVERIFY(panel.findChild<QPlainTextEdit*>()->toPlainText().contains(QStringLiteral("bad\uFFFD")));
}

void tst_MarkController::manyNodes_areOneGroup_andGoTogether()
{
    ModelBuilder b(13);
    b.input("v0", DataType::Float, {1, 4});
    for (int i = 0; i < 40; ++i)
        b.node("Relu", {"v" + std::to_string(i)}, {"v" + std::to_string(i + 1)},
               (i < 20 ? "model/a/" : "model/b/") + std::to_string(i));
    b.output("v40");
    const auto model = std::make_shared<OpenedModel>(b.model());
    m_fixture->watcher.setModel(model);
    m_fixture->marks.setModel(model, std::make_shared<ScopeTree>(model->graph));
    std::set<int> nodes;
    for (int i = 0; i < 20; ++i)
        nodes.insert(i);
    m_fixture->marks.mark(nodes, MarkPrecision::Float);
    QCOMPARE(m_fixture->exclude().size(), std::size_t(1));
    QCOMPARE(m_fixture->exclude()[0].pattern, "^model/a/");
    QTRY_VERIFY(m_fixture->watcher.preview() && !m_fixture->watcher.isRunning());
    // One of them is not all that the rule catches.
    m_fixture->marks.unmark({3});
    QCOMPARE(m_fixture->exclude().size(), std::size_t(1));
    QTRY_VERIFY(!m_fixture->watcher.isRunning());
    m_fixture->marks.unmark(nodes);
    QVERIFY(m_fixture->exclude().empty());
}

void tst_MarkController::manyNames_areCutInThePanel()
{
    ModelBuilder b(13);
    b.input("v0", DataType::Float, {1, 4});
    for (int i = 0; i < 300; ++i)
        b.node("Relu", {"v" + std::to_string(i)}, {"v" + std::to_string(i + 1)}, "n" + std::to_string(i));
    b.output("v300");
    const auto model = std::make_shared<OpenedModel>(b.model());
    m_fixture->watcher.setModel(model);
    m_fixture->marks.setModel(model, nullptr);
    NewRulePanel panel(m_fixture->marks, m_fixture->selection);
    std::set<int> nodes;
    for (int i = 0; i < 300; ++i)
        nodes.insert(i);
    m_fixture->selection.select(nodes, 0);
    m_fixture->marks.begin(Kind::Downstream);
    const auto* list = panel.findChild<QListWidget*>();
    QCOMPARE(list->count(), 201);
    QCOMPARE(list->item(200)->text(), QStringLiteral("… and 100 more"));
    const QString text = panel.findChild<QPlainTextEdit*>()->toPlainText();
    QVERIFY(text.contains(QStringLiteral("\"n199\"")) && !text.contains(QStringLiteral("\"n200\"")));
    QVERIFY(m_fixture->marks.draftText(1000).contains(QStringLiteral("\"n299\"")));
}

void tst_MarkController::allNodesOfAType_areARuleOfTheType()
{
    std::set<int> convs;
    for (std::size_t i = 0; i < m_fixture->model->graph.nodes().size(); ++i) {
        if (m_fixture->model->graph.nodes()[i].opType == "Conv")
            convs.insert(int(i));
    }
    m_fixture->marks.mark(convs, MarkPrecision::Int16);
    QCOMPARE(m_fixture->editor.recipe().config.layers.size(), std::size_t(1));
    QVERIFY(m_fixture->editor.recipe().config.layers[0].match.kind == Kind::OpType);
    QCOMPARE(m_fixture->editor.undoStack().undoText(), QStringLiteral("operator Conv: 16 bit"));
    convs.erase(convs.begin());
    m_fixture->marks.mark(convs, MarkPrecision::Float);
    QVERIFY(!m_fixture->exclude().empty());
    QVERIFY(m_fixture->exclude()[0].kind != Kind::OpType);
}

void tst_MarkController::wholeScope_isTheOneAroundAllTargets()
{
    ModelBuilder b(13);
    b.input("v0", DataType::Float, {1, 4});
    const auto folderOf = [](int i) {
        return i < 12 ? std::string(i < 4 ? "/a/x/" : i < 8 ? "/a/y/" : "/b/") : "/c" + std::to_string(i / 4) + "/";
    };
    for (int i = 0; i < 44; ++i)
        b.node("Relu", {"v" + std::to_string(i)}, {"v" + std::to_string(i + 1)}, folderOf(i) + std::to_string(i));
    b.output("v44");
    const auto model = std::make_shared<OpenedModel>(b.model());
    m_fixture->watcher.setModel(model);
    m_fixture->marks.setModel(model, std::make_shared<ScopeTree>(model->graph));
    ActionRegistry registry;
    QWidget owner;
    m_fixture->marks.registerActions(registry, &owner);
    const auto scopeRule = [&](std::set<int> nodes) {
        m_fixture->selection.select(nodes, *nodes.begin());
        registry.action(QStringLiteral("mark.scopeFloat"))->trigger();
        const std::string pattern = m_fixture->exclude().empty() ? std::string() : m_fixture->exclude()[0].pattern;
        m_fixture->editor.undoStack().undo();
        return QString::fromStdString(pattern);
    };
    QCOMPARE(scopeRule({0}), QStringLiteral("^/a/x/"));
    QCOMPARE(scopeRule({0, 5}), QStringLiteral("^/a/"));
    QCOMPARE(scopeRule({0, 1, 2, 3, 4, 5, 6, 7}), QStringLiteral("^/a/")); // the block itself, not its first part
    QCOMPARE(scopeRule({0, 1, 2, 3}), QStringLiteral("^/a/x/"));
    m_fixture->selection.select({0, 9}, 0);
    QCOMPARE(ActionRegistry::disabledReason(registry.action(QStringLiteral("mark.scopeFloat"))),
             QStringLiteral("The selected nodes are in no group"));
    // Two whole groups: both, and so are they called.
    m_fixture->selection.select({0, 1, 2, 3, 8, 9, 10, 11}, 0);
    registry.action(QStringLiteral("mark.scope16"))->trigger();
    QCOMPARE(m_fixture->editor.recipe().config.layers.size(), std::size_t(2));
    QCOMPARE(m_fixture->editor.undoStack().undoText(), QStringLiteral("a/x, b: 16 bit"));
    // So many that all their names would be no help.
    std::set<int> many;
    for (int i = 12; i < 44; ++i)
        many.insert(i);
    m_fixture->selection.select(many, 12);
    registry.action(QStringLiteral("mark.scopeFloat"))->trigger();
    QCOMPARE(m_fixture->exclude().size(), std::size_t(8));
    QCOMPARE(m_fixture->editor.undoStack().undoText(), QStringLiteral("Keep 32 node(s) float"));
    m_fixture->editor.undoStack().undo();
    // X on a whole group is a rule of the group as well, small as it may be.
    m_fixture->selection.select({4, 5, 6, 7}, 4);
    registry.action(QStringLiteral("mark.float"))->trigger();
    QCOMPARE(m_fixture->exclude().at(0).pattern, "^/a/y/");
}

void tst_MarkController::operators_takeEveryPrecision()
{
    ActionRegistry registry;
    QWidget owner;
    m_fixture->marks.registerActions(registry, &owner);
    m_fixture->selection.select({m_fixture->node("/stem/Conv"), m_fixture->node("/head/Add")}, 0);
    registry.action(QStringLiteral("mark.operator8"))->trigger();
    const auto layers = m_fixture->editor.recipe().config.layers;
    QCOMPARE(layers.size(), std::size_t(2)); // of both types
    QCOMPARE(layers[0].match.pattern, "Add");
    QCOMPARE(layers[1].match.pattern, "Conv");
    QCOMPARE(layers[1].output->type, DataType::UInt8);
    registry.action(QStringLiteral("mark.operatorFloat"))->trigger();
    QCOMPARE(m_fixture->exclude().size(), std::size_t(2));
}

void tst_MarkController::menuOfTheSelection_isAboutAllOfIt()
{
    ActionRegistry registry;
    QWidget owner;
    m_fixture->marks.registerActions(registry, &owner);
    m_fixture->selection.select({m_fixture->node("/stem/Conv"), m_fixture->node("/head/Add")}, 0);
    QMenu menu;
    m_fixture->marks.fillNodeMenu(&menu, NodeSelection::kNone);
    QVERIFY(menu.actions().contains(registry.action(QStringLiteral("mark.float"))));
    QStringList titles;
    for (const QAction* action : menu.actions()) {
        if (action->menu())
            titles.append(action->text() + QString::number(action->menu()->actions().size()));
    }
    QCOMPARE(
        titles,
        (QStringList{QStringLiteral("Precision4"), QStringLiteral("Whole scope3"), QStringLiteral("Operator type4")}));
    registry.action(QStringLiteral("mark.float"))->trigger();
    QCOMPARE(m_fixture->exclude().size(), std::size_t(2));
}

void tst_MarkController::numbersOfAnotherModel_areNoTargets()
{
    ActionRegistry registry;
    QWidget owner;
    m_fixture->marks.registerActions(registry, &owner);
    m_fixture->selection.select({1'000'000}, 1'000'000); // of a picture that is still shown
    QVERIFY(!registry.action(QStringLiteral("mark.float"))->isEnabled());
    registry.action(QStringLiteral("mark.between"))->trigger();
    QVERIFY(m_fixture->marks.draft()->starts.empty());
    m_fixture->marks.addToStarts();
    QVERIFY(m_fixture->marks.draft()->starts.empty());
}

void tst_MarkController::largeNames_areCutInTheHistory()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 4});
    b.node("Relu", {"x"}, {"y"}, std::string(1 << 20, 'n') + "\u202e");
    b.output("y");
    const auto model = std::make_shared<OpenedModel>(b.model());
    m_fixture->watcher.setModel(model);
    m_fixture->marks.setModel(model, nullptr);
    m_fixture->marks.mark({0}, MarkPrecision::Float);
    const QString text = m_fixture->editor.undoStack().undoText();
    QVERIFY(text.size() < 500 && !text.contains(QChar(0x202e)));
    QVERIFY(ruleText(m_fixture->exclude()[0]).size() < 500);
}

void tst_MarkController::chosenCatch_isShownWithoutADraft()
{
    QSignalSpy shown(&m_fixture->marks, &MarkController::marksChanged);
    const auto caught = [&shown] { return shown.last()[0].value<std::set<int>>(); };
    m_fixture->marks.showCatch({1, 2});
    QCOMPARE(caught(), (std::set<int>{1, 2}));
    m_fixture->marks.begin(Kind::Downstream);
    QVERIFY(caught().empty());
    m_fixture->marks.cancel();
    QCOMPARE(caught(), (std::set<int>{1, 2}));
    m_fixture->marks.showCatch({});
    QVERIFY(caught().empty());
}

QTEST_MAIN(tst_MarkController)
#include "tst_mark_controller.moc"
