// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/recipe/recipe_fixture.h"
#include "widgets/common/action_registry.h"
#include "widgets/recipe/rule_delegate.h"
#include "widgets/recipe/rule_model.h"
#include "widgets/recipe/rule_view.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QListView>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <ctime>

using namespace quantiscope;
using namespace quantiscope::test;

using Kind = ExclusionRule::Kind;

namespace {

int deadCount(const RuleModel& model)
{
    int dead = 0;
    for (int row = 0; row < model.rowCount(); ++row)
        dead += !model.index(row).data(RuleModel::ErrorRole).toString().isEmpty();
    return dead;
}

/// Shortcuts act in the window that is active.
void showActive(RuleView& view)
{
    view.show();
    view.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&view));
    view.setFocus();
}

} // namespace

class tst_RuleModel : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_fixture = std::make_unique<RecipeFixture>(); }
    void cleanup() { m_fixture.reset(); }
    void model_passesTheTester_whileRulesChange();
    void counts_followTheModel();
    void check_switchesTheRule_andCanBeUndone();
    void deadRule_tellsWhy_andIsMendedByItsButton();
    void keys_switchDeleteEditAndMove();
    void selectionOfRows_staysThroughASwitch();
    void empty_offersARule();
    void chosenRule_showsItsCatch_untilSomethingElseIsSelected();
    void actions_sayWhyTheyAreOff_andDoWhatTheySay();
    void ruleOfGroups_isCalledByThem();
    void manyRules_areEditedInAMoment();

private:
    void setRules(std::vector<ExclusionRule> exclude)
    {
        Recipe recipe = m_fixture->editor.recipe();
        recipe.config.exclude = std::move(exclude);
        m_fixture->editor.apply(QStringLiteral("rules"), recipe);
    }
    std::unique_ptr<RecipeFixture> m_fixture;
};

void tst_RuleModel::model_passesTheTester_whileRulesChange()
{
    RuleModel model(m_fixture->editor, m_fixture->watcher);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    setRules({{Kind::OpType, "Conv", {}, {}}, {Kind::Node, "nowhere", {}, {}}});
    QTRY_COMPARE(deadCount(model), 1);
    m_fixture->marks.mark({0}, MarkPrecision::Int16);
    QCOMPARE(model.rowCount(), 3);
    model.remove({0, 2});
    QCOMPARE(model.rowCount(), 1);
    m_fixture->editor.undoStack().undo();
    QCOMPARE(model.rowCount(), 3);
}

void tst_RuleModel::counts_followTheModel()
{
    RuleModel model(m_fixture->editor, m_fixture->watcher);
    setRules({{Kind::OpType, "Conv", {}, {}}, {Kind::Regex, "^/head/", {}, {}}});
    QTRY_COMPARE(model.index(0).data(RuleModel::CountRole).toInt(), 3);
    QCOMPARE(model.index(1).data(RuleModel::CountRole).toInt(), 2);
    QCOMPARE(model.index(1).data(RuleModel::ChipRole).toString(), QStringLiteral("f32"));
    m_fixture->watcher.setModel(nullptr);
    QTRY_COMPARE(model.index(0).data(RuleModel::CountRole).toInt(), -1);
}

void tst_RuleModel::check_switchesTheRule_andCanBeUndone()
{
    RuleModel model(m_fixture->editor, m_fixture->watcher);
    setRules({{Kind::Node, "nowhere", {}, {}}});
    QTRY_COMPARE(deadCount(model), 1);
    QVERIFY(model.setData(model.index(0), Qt::Unchecked, Qt::CheckStateRole));
    QVERIFY(!m_fixture->exclude()[0].enabled);
    QTRY_COMPARE(deadCount(model), 0); // a rule that is off is no error
    m_fixture->editor.undoStack().undo();
    QVERIFY(m_fixture->exclude()[0].enabled);
}

void tst_RuleModel::deadRule_tellsWhy_andIsMendedByItsButton()
{
    RuleView view(m_fixture->editor, m_fixture->watcher, m_fixture->selection);
    view.resize(340, 300);
    view.show();
    setRules({{Kind::OpType, "Sofmax", {}, {}}});
    QTRY_COMPARE(deadCount(view.model()), 1);
    const QModelIndex row = view.model().index(0);
    QVERIFY(row.data(RuleModel::ErrorRole).toString().contains(QStringLiteral("matches no node")));
    QCOMPARE(row.data(RuleModel::RepairRole).toString(), QStringLiteral("operator Softmax"));
    auto* list = view.findChild<QListView*>();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    const QRect button = RuleDelegate::repairButton(list->visualRect(row), list->fontMetrics(), row);
    QVERIFY(!button.isEmpty());
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, button.center());
    QCOMPARE(m_fixture->exclude()[0].pattern, "Softmax");
    QTRY_COMPARE(deadCount(view.model()), 0);
}

void tst_RuleModel::keys_switchDeleteEditAndMove()
{
    ActionRegistry registry;
    RuleView view(m_fixture->editor, m_fixture->watcher, m_fixture->selection);
    view.registerActions(registry);
    setRules({{Kind::OpType, "Conv", {}, {}}});
    showActive(view);
    m_fixture->marks.mark({m_fixture->node("/head/Add")}, MarkPrecision::Int16);
    m_fixture->marks.mark({m_fixture->node("/stem/Conv")}, MarkPrecision::Int16);
    auto* list = view.findChild<QListView*>();
    QSignalSpy edits(&view, &RuleView::editRequested);
    list->setCurrentIndex(view.model().index(0));
    QTest::keyClick(list, Qt::Key_Space);
    QVERIFY(!m_fixture->exclude()[0].enabled);
    QTest::keyClick(list, Qt::Key_Return);
    QCOMPARE(edits.count(), 1);
    list->setCurrentIndex(view.model().index(2));
    QTest::keyClick(list, Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(m_fixture->editor.recipe().config.layers[0].match.pattern, "/stem/Conv");
    list->setCurrentIndex(view.model().index(0));
    QTest::keyClick(list, Qt::Key_Delete);
    QVERIFY(m_fixture->exclude().empty());
    QCOMPARE(m_fixture->editor.undoStack().undoText(), QStringLiteral("Delete rule: operator Conv"));
}

void tst_RuleModel::selectionOfRows_staysThroughASwitch()
{
    ActionRegistry registry;
    RuleView view(m_fixture->editor, m_fixture->watcher, m_fixture->selection);
    view.registerActions(registry);
    setRules({{Kind::OpType, "Conv", {}, {}}, {Kind::OpType, "Add", {}, {}}});
    showActive(view);
    auto* list = view.findChild<QListView*>();
    list->setCurrentIndex(view.model().index(1));
    QTest::keyClick(list, Qt::Key_Space);
    QCOMPARE(list->currentIndex().row(), 1);
    QVERIFY(!m_fixture->exclude()[1].enabled);
}

void tst_RuleModel::empty_offersARule()
{
    RuleView view(m_fixture->editor, m_fixture->watcher, m_fixture->selection);
    view.show();
    QSignalSpy wanted(&view, &RuleView::newRuleRequested);
    QVERIFY(!view.findChild<QListView*>()->isVisible());
    auto* button = view.findChild<QToolButton*>();
    QVERIFY(button && button->isVisible());
    // Also where there is room for one row only.
    const auto isTold = [&view](const char* words) {
        const auto labels = view.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [words](const QLabel* label) {
            return label->isVisible() && label->text().contains(QLatin1String(words));
        });
    };
    view.resize(300, 300);
    QTRY_VERIFY(isTold("No rules: ") && !isTold("X adds"));
    view.resize(300, 0);
    QVERIFY(view.height() < view.fontMetrics().height() * 3);
    QVERIFY(isTold("X adds") && !isTold("No rules: "));
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(wanted.count(), 1);
    setRules({{Kind::OpType, "Conv", {}, {}}});
    QVERIFY(view.findChild<QListView*>()->isVisible());
}

void tst_RuleModel::chosenRule_showsItsCatch_untilSomethingElseIsSelected()
{
    RuleView view(m_fixture->editor, m_fixture->watcher, m_fixture->selection);
    QSignalSpy shown(&view, &RuleView::catchChanged);
    setRules({{Kind::Node, "/stem/Conv", {}, {}}, {Kind::Regex, "^/head/", {}, {}}});
    QTRY_COMPARE(view.model().index(1).data(RuleModel::CountRole).toInt(), 2);
    view.showRule({RuleRef::List::Exclude, 1});
    const auto last = [&shown] { return shown.last()[0].value<std::vector<std::size_t>>(); };
    QCOMPARE(last().size(), std::size_t(2));
    m_fixture->selection.select(0);
    QVERIFY(last().empty());
}

void tst_RuleModel::actions_sayWhyTheyAreOff_andDoWhatTheySay()
{
    ActionRegistry registry;
    RuleView view(m_fixture->editor, m_fixture->watcher, m_fixture->selection);
    view.registerActions(registry);
    const auto action = [&](const char* id) { return registry.action(QString::fromLatin1(id)); };
    setRules({{Kind::OpType, "Sofmax", {}, {}}, {Kind::OpType, "Conv", {}, {}}});
    QTRY_COMPARE(deadCount(view.model()), 1);
    QCOMPARE(ActionRegistry::disabledReason(action("rule.edit")), QStringLiteral("No rule is chosen"));
    QVERIFY(action("rule.new")->isEnabled());
    view.showRule({RuleRef::List::Exclude, 0});
    QCOMPARE(ActionRegistry::disabledReason(action("rule.select")), QStringLiteral("The rule catches no node"));
    QVERIFY(!action("rule.up")->isEnabled() && !action("rule.down")->isEnabled());
    action("rule.repair")->trigger();
    QCOMPARE(m_fixture->exclude()[0].pattern, "Softmax");
    view.showRule({RuleRef::List::Exclude, 1});
    QVERIFY(!action("rule.repair")->isEnabled());
    QTRY_COMPARE(view.model().index(1).data(RuleModel::CountRole).toInt(), 3);
    action("rule.select")->trigger();
    QCOMPARE(m_fixture->selection.nodes().size(), std::size_t(3));
    view.showRule({RuleRef::List::Exclude, 1});
    action("rule.int16")->trigger();
    QCOMPARE(m_fixture->editor.recipe().config.layers.at(0).match.pattern, "Conv");
    view.showRule({RuleRef::List::Layers, 0});
    action("rule.copy")->trigger();
    QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("\"type\":")));
    action("rule.delete")->trigger();
    QVERIFY(m_fixture->editor.recipe().config.layers.empty());
}

void tst_RuleModel::ruleOfGroups_isCalledByThem()
{
    RuleModel model(m_fixture->editor, m_fixture->watcher);
    model.setScopes(std::make_shared<ScopeTree>(m_fixture->model->graph));
    setRules(
        {{Kind::Between, {}, {"/head/Add"}, {"/head/Softmax"}}, {Kind::Between, {}, {"/stem/Relu"}, {"/head/Add"}}});
    QTRY_COMPARE(model.index(0).data().toString(), QStringLiteral("head"));
    QVERIFY(model.index(0).data(Qt::ToolTipRole).toString().contains(QStringLiteral("/head/Softmax")));
    QCOMPARE(model.index(1).data().toString(), QStringLiteral("/stem/Relu → /head/Add")); // and no group's whole
}

void tst_RuleModel::manyRules_areEditedInAMoment()
{
    RuleView view(m_fixture->editor, m_fixture->watcher, m_fixture->selection);
    view.resize(300, 300); // it does not become wider with its texts
    view.show();
    std::vector<ExclusionRule> rules;
    for (int i = 0; i < 10'000; ++i)
        rules.push_back({Kind::Node, "/elsewhere/node_" + std::to_string(i), {}, {}});
    setRules(rules);
    QTRY_COMPARE_WITH_TIMEOUT(deadCount(view.model()), 10'000, 20'000);
    QCoreApplication::processEvents();
    Recipe next = withRule(m_fixture->editor.recipe(), {Kind::OpType, "Add", {}, {}}, MarkPrecision::Float);
    // Of this thread alone: other programs do not count, nor does the preview.
    const auto milliseconds = [] {
        timespec now{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return double(now.tv_sec) * 1000.0 + double(now.tv_nsec) / 1e6;
    };
    const double start = milliseconds();
    m_fixture->editor.apply(QStringLiteral("add"), std::move(next));
    QCoreApplication::processEvents();
    const double taken = milliseconds() - start;
    qInfo("an edit beside 10,000 dead rules: %.0f ms", taken);
    QVERIFY(taken < 100.0); // more than a second when all rows are laid out anew
}

QTEST_MAIN(tst_RuleModel)
#include "tst_rule_model.moc"
