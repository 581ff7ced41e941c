// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/model_builder.h"
#include "widgets/inspectors/model_tree_panel.h"
#include "widgets/models/model_tree_model.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QTreeView>

using namespace quantiscope;
using namespace quantiscope::test;
using namespace Qt::StringLiterals;

namespace {

GraphDrawingPtr drawn()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4});
    const std::vector<std::pair<std::string, std::string>> nodes{{"Relu", "/stem/a"}, {"Sigmoid", "/stem/b"},
                                                                 {"Relu", "/stem/c"}, {"Sigmoid", "/head/a"},
                                                                 {"Relu", "/head/b"}, {"Tanh", "/head/c"}};
    std::string before = "x";
    for (const auto& [type, name] : nodes) {
        b.node(type, {before}, {"v" + name}, name);
        before = "v" + name;
    }
    b.output(before);
    return std::make_shared<GraphDrawing>(std::make_shared<OpenedModel>(b.model()));
}

} // namespace

class TestModelTreePanel : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_selection = std::make_unique<NodeSelection>();
        m_panel = std::make_unique<ModelTreePanel>(*m_selection);
        m_panel->resize(280, 560);
        m_tree = m_panel->findChild<QTreeView*>();
        m_types = m_panel->findChild<QTableView*>();
        m_filter = m_panel->findChild<QLineEdit*>();
        m_panel->setDrawing(drawn());
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    }

    void clickOnANode_selectsIt()
    {
        m_tree->expandAll();
        click(rowOf(4));
        QCOMPARE(m_selection->nodes(), std::set<int>{4});
        QCOMPARE(m_selection->current(), 4);
    }

    void clickOnAScope_selectsAllOfIts()
    {
        click(rowOf(0).parent());
        QCOMPARE(m_selection->nodes(), (std::set<int>{0, 1, 2}));
    }

    void clickOnAType_selectsAllOfIt_untilSomethingElseIs()
    {
        QTest::mouseClick(m_types->viewport(), Qt::LeftButton, {}, m_types->visualRect(typeRow(u"Sigmoid"_s)).center());
        QCOMPARE(m_selection->nodes(), (std::set<int>{1, 3}));
        QVERIFY(m_types->selectionModel()->hasSelection());
        m_selection->select(5);
        QVERIFY(!m_types->selectionModel()->hasSelection());
        QTest::mouseClick(m_types->viewport(), Qt::LeftButton, {}, m_types->visualRect(typeRow(u"Sigmoid"_s)).center());
        QCOMPARE(m_selection->nodes(), (std::set<int>{1, 3}));
    }

    void selectionElsewhere_isShown_andScrolledTo()
    {
        const QSignalSpy changed(m_selection.get(), &NodeSelection::selectionChanged);
        m_selection->select({3, 5}, 5);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(m_tree->selectionModel()->selectedRows().size(), 2);
        QCOMPARE(m_tree->currentIndex().data(ModelTreeModel::NodeRole).toInt(), 5);
        QVERIFY(m_tree->isExpanded(rowOf(5).parent()));
    }

    void enter_reveals()
    {
        const QSignalSpy asked(m_selection.get(), &NodeSelection::revealRequested);
        m_selection->select(3);
        m_tree->setFocus();
        QTest::keyClick(m_tree, Qt::Key_Return);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.at(0).at(0).toInt(), 3);
    }

    void filter_showsWhatFits_opened_andKeepsTheSelection()
    {
        m_selection->select(0);
        QTest::keyClicks(m_filter, u"head/b"_s);
        QTRY_VERIFY(!rowOf(0).isValid());
        QVERIFY(rowOf(4).isValid());
        QVERIFY(m_tree->isExpanded(rowOf(4).parent()));
        QCOMPARE(m_selection->nodes(), std::set<int>{0}); // hidden, not unselected
        m_filter->clear();
        QTRY_VERIFY(rowOf(0).isValid());
        QVERIFY(m_tree->selectionModel()->isSelected(rowOf(0)));
    }

    void filter_saysSo_whenNothingFits()
    {
        QTest::keyClicks(m_filter, u"zzz"_s);
        QTRY_VERIFY(hint().contains(u"No name"_s));
        m_filter->clear();
        QTRY_VERIFY(!hint().contains(u"No name"_s));
    }

    void menu_isAskedFor_withTheNode()
    {
        const QSignalSpy asked(m_panel.get(), &ModelTreePanel::contextMenuRequested);
        emit m_tree->customContextMenuRequested({});
        QCOMPARE(asked.count(), 0); // nothing is selected
        m_selection->select(2);
        emit m_tree->customContextMenuRequested({});
        m_selection->select({2, 3}, 3);
        emit m_tree->customContextMenuRequested({});
        QCOMPARE(asked.count(), 2);
        QCOMPARE(asked.at(0).at(0).toInt(), 2);
        QCOMPARE(asked.at(1).at(0).toInt(), 3); // one of them stands for all
        emit m_types->customContextMenuRequested({});
        QCOMPARE(asked.at(2).at(0).toInt(), 3);
    }

    void rightClick_isAboutTheRow()
    {
        const QSignalSpy asked(m_panel.get(), &ModelTreePanel::contextMenuRequested);
        rightClick(m_tree, rowOf(3).parent());
        QCOMPARE(asked.count(), 1);
        QCOMPARE(m_selection->nodes(), (std::set<int>{3, 4, 5}));
        QVERIFY(m_selection->contains(asked.at(0).at(0).toInt()));
        rightClick(m_types, typeRow(u"Sigmoid"_s));
        QCOMPARE(asked.count(), 2);
        QCOMPARE(m_selection->nodes(), (std::set<int>{1, 3}));
        QVERIFY(m_selection->contains(asked.at(1).at(0).toInt()));
    }

    void letters_actInBothLists_andAreTypedInTheFilter()
    {
        QAction action;
        action.setShortcut(QKeySequence(u"X"_s));
        action.setShortcutContext(Qt::WidgetWithChildrenShortcut);
        const QSignalSpy done(&action, &QAction::triggered);
        m_panel->addNodeActions({&action});
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
        int expected = 0;
        for (QWidget* list : {static_cast<QWidget*>(m_tree), static_cast<QWidget*>(m_types)}) {
            list->setFocus();
            QTest::keyClick(list, Qt::Key_X);
            QCOMPARE(done.count(), ++expected);
        }
        m_filter->setFocus();
        QTest::keyClick(m_filter, Qt::Key_X);
        QCOMPARE(done.count(), expected);
        QCOMPARE(m_filter->text(), u"x"_s);
    }

    void tab_leavesTheTable()
    {
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
        m_types->selectRow(0);
        m_types->setFocus();
        QTest::keyClick(m_types, Qt::Key_Tab);
        QVERIFY(!m_types->hasFocus());
    }

    void noModel_isSaid_andOldSelectionsDoNoHarm()
    {
        m_selection->select(4);
        m_panel->setDrawing(nullptr);
        QVERIFY(hint().contains(u"No model"_s));
        QVERIFY(!m_filter->isEnabled());
        m_selection->select(3);
        QCOMPARE(m_types->model()->rowCount(), 0);
        m_panel->setDrawing(drawn());
        QVERIFY(m_tree->selectionModel()->isSelected(rowOf(3)));
    }

private:
    QModelIndex rowOf(int node) const
    {
        const QModelIndexList found = m_tree->model()->match(m_tree->model()->index(0, 0), ModelTreeModel::NodeRole,
                                                             node, 1, Qt::MatchExactly | Qt::MatchRecursive);
        return found.value(0);
    }

    QModelIndex typeRow(const QString& type) const
    {
        return m_types->model()->match(m_types->model()->index(0, 0), Qt::DisplayRole, type).value(0);
    }

    void click(const QModelIndex& index) const
    {
        m_tree->scrollTo(index);
        QTest::mouseClick(m_tree->viewport(), Qt::LeftButton, {}, m_tree->visualRect(index).center());
    }

    /// As the window system tells it: the press, then the wish for a menu.
    static void rightClick(QAbstractItemView* view, const QModelIndex& index)
    {
        view->scrollTo(index);
        const QPoint place = view->visualRect(index).center();
        QTest::mouseClick(view->viewport(), Qt::RightButton, {}, place);
        QContextMenuEvent event(QContextMenuEvent::Mouse, place, view->viewport()->mapToGlobal(place));
        QCoreApplication::sendEvent(view->viewport(), &event);
    }

    QString hint() const
    {
        const auto labels = m_panel->findChildren<QLabel*>();
        for (const QLabel* label : labels) {
            if (label->isVisible())
                return label->text();
        }
        return {};
    }

    std::unique_ptr<NodeSelection> m_selection;
    std::unique_ptr<ModelTreePanel> m_panel;
    QTreeView* m_tree = nullptr;
    QTableView* m_types = nullptr;
    QLineEdit* m_filter = nullptr;
};

QTEST_MAIN(TestModelTreePanel)
#include "tst_model_tree_panel.moc"
