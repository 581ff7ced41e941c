// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/recipe/recipe_fixture.h"
#include "widgets/recipe/rule_delegate.h"
#include "widgets/recipe/rule_model.h"
#include "widgets/recipe/rule_view.h"

#include <QAbstractItemModelTester>
#include <QListView>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

using Kind = ExclusionRule::Kind;

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
    QTRY_COMPARE(model.deadCount(), 1);
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
    QTRY_COMPARE(model.deadCount(), 1);
    QVERIFY(model.setData(model.index(0), Qt::Unchecked, Qt::CheckStateRole));
    QVERIFY(!m_fixture->exclude()[0].enabled);
    QTRY_COMPARE(model.deadCount(), 0); // a rule that is off is no error
    m_fixture->editor.undoStack().undo();
    QVERIFY(m_fixture->exclude()[0].enabled);
}

void tst_RuleModel::deadRule_tellsWhy_andIsMendedByItsButton()
{
    RuleView view(m_fixture->editor, m_fixture->watcher, m_fixture->selection);
    view.resize(340, 300);
    view.show();
    setRules({{Kind::OpType, "Sofmax", {}, {}}});
    QTRY_COMPARE(view.model().deadCount(), 1);
    const QModelIndex row = view.model().index(0);
    QVERIFY(row.data(RuleModel::ErrorRole).toString().contains(QStringLiteral("matches no node")));
    QCOMPARE(row.data(RuleModel::RepairRole).toString(), QStringLiteral("operator Softmax"));
    auto* list = view.findChild<QListView*>();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    const QRect button = RuleDelegate::repairButton(list->visualRect(row), list->fontMetrics(), row);
    QVERIFY(!button.isEmpty());
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, button.center());
    QCOMPARE(m_fixture->exclude()[0].pattern, "Softmax");
    QTRY_COMPARE(view.model().deadCount(), 0);
}

void tst_RuleModel::keys_switchDeleteEditAndMove()
{
    RuleView view(m_fixture->editor, m_fixture->watcher, m_fixture->selection);
    view.show();
    setRules({{Kind::OpType, "Conv", {}, {}}});
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
    RuleView view(m_fixture->editor, m_fixture->watcher, m_fixture->selection);
    setRules({{Kind::OpType, "Conv", {}, {}}, {Kind::OpType, "Add", {}, {}}});
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
    auto* button = view.findChild<QPushButton*>();
    QVERIFY(button && button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(wanted.count(), 1);
    setRules({{Kind::OpType, "Conv", {}, {}}});
    QVERIFY(view.findChild<QListView*>()->isVisible());
}

QTEST_MAIN(tst_RuleModel)
#include "tst_rule_model.moc"
