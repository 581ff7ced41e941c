// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/rule_matching.h"
#include "tests/app/mainwindow/window_fixture.h"
#include "widgets/common/theme.h"
#include "widgets/data/data_desk.h"
#include "widgets/data/data_session.h"
#include "widgets/inspectors/model_tree_panel.h"
#include "widgets/models/model_tree_model.h"

#include <QAbstractSpinBox>
#include <QAccessible>
#include <QButtonGroup>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QMenu>
#include <QTableView>
#include <QTreeView>
#include <QUndoView>

using namespace quantiscope;
using namespace quantiscope::test;

Q_DECLARE_METATYPE(std::optional<quantiscope::Perspective>)

/// The window without a mouse, and the lists beside the graph as a way to mark.
class tst_MainWindowKeys : public WindowTest
{
    Q_OBJECT

private slots:
    void tab_reachesEveryControl_andComesRound_data();
    void tab_reachesEveryControl_andComesRound();
    void letters_markInTreeAndTable();
    void menuOfAScope_marksAllOfIt();
    void menuOfAnOperator_marksAllOfIt();
    void history_goesBackToARow();

private:
    /// What Tab is to reach now.
    [[nodiscard]] std::set<QWidget*> tabStops() const;
    [[nodiscard]] static QString described(const std::set<QWidget*>& widgets);
    [[nodiscard]] QTreeView* tree() const { return m_window->findChild<ModelTreePanel*>()->findChild<QTreeView*>(); }
    [[nodiscard]] QTableView* types() const { return m_window->findChild<ModelTreePanel*>()->findChild<QTableView*>(); }
    /// Right click on a row, then "Keep float" in the menu that comes.
    void keepFloat(QAbstractItemView* view, const QModelIndex& row);
    [[nodiscard]] std::set<int> caught() const;
};

std::set<QWidget*> tst_MainWindowKeys::tabStops() const
{
    std::set<QWidget*> stops;
    for (QWidget* widget : m_window->findChildren<QWidget*>()) {
        const bool isStop = (widget->focusPolicy() & Qt::TabFocus) == Qt::TabFocus && widget->isEnabled()
            && widget->isVisible() && widget->window() == m_window.get() && !widget->focusProxy();
        // The line of a spin or combo box is that box.
        const bool isPart = qobject_cast<QAbstractSpinBox*>(widget->parentWidget());
        // Of buttons of which one is chosen, Tab leads to that one and the arrow keys to the others.
        const auto* button = qobject_cast<QAbstractButton*>(widget);
        const QButtonGroup* group = button ? button->group() : nullptr;
        const bool isOther = group && group->exclusive() && group->checkedButton() && group->checkedButton() != button;
        if (isStop && !isPart && !isOther)
            stops.insert(widget);
    }
    return stops;
}

QString tst_MainWindowKeys::described(const std::set<QWidget*>& widgets)
{
    QStringList texts;
    for (const QWidget* widget : widgets)
        texts += QString::fromLatin1(widget->metaObject()->className()) + u" '"_s + widget->accessibleName()
            + u"' in "_s + QString::fromLatin1(widget->parentWidget()->metaObject()->className());
    return texts.join(u", "_s);
}

void tst_MainWindowKeys::tab_reachesEveryControl_andComesRound_data()
{
    QTest::addColumn<std::optional<Perspective>>("perspective"); // nothing: the start page
    QTest::addColumn<int>("key");
    using Place = std::optional<Perspective>;
    for (const auto& [name, place] :
         {std::pair{"start page", Place()}, std::pair{"inspect", Place(Perspective::Inspect)},
          std::pair{"calibrate", Place(Perspective::Calibrate)}, std::pair{"analyse", Place(Perspective::Analyse)},
          std::pair{"compare", Place(Perspective::Compare)}}) {
        QTest::addRow("%s, onwards", name) << place << int(Qt::Key_Tab);
        QTest::addRow("%s, backwards", name) << place << int(Qt::Key_Backtab);
    }
}

void tst_MainWindowKeys::tab_reachesEveryControl_andComesRound()
{
    QFETCH(std::optional<Perspective>, perspective);
    QFETCH(int, key);
    applyTheme(*qApp, ThemeChoice::Light); // its style names what the window makes by itself
    if (perspective) {
        openAndWait(sampleProject());
        if (perspective == Perspective::Compare || perspective == Perspective::Analyse)
            runJob("run.quantize");
        if (perspective == Perspective::Analyse) {
            runJob("analyse.run");
            runJob("analyse.sensitivity");
        }
        m_window->showPerspective(*perspective);
        m_window->selection().select(0);
        QTRY_VERIFY(!m_window->graphPane().navigator().isBusy());
        const DataSession& session = m_window->findChild<DataDesk*>()->session();
        QTRY_VERIFY(session.inspection() && !session.isLooking()); // what it finds has controls of its own
    }
    QCoreApplication::processEvents();
    const std::set<QWidget*> stops = tabStops();
    QVERIFY2(stops.size() > (perspective ? 10 : 3), qPrintable(described(stops)));

    QStringList nameless;
    for (QWidget* stop : stops) {
        QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(stop);
        // Of a tab bar Qt tells the current tab instead.
        if (!interface || (stop->accessibleName().isEmpty() && interface->text(QAccessible::Name).trimmed().isEmpty()))
            nameless += described({stop});
    }
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u", "_s)));

    std::set<QWidget*> missing = stops;
    QWidget* const first = *stops.begin();
    first->setFocus(Qt::TabFocusReason);
    const std::size_t most = stops.size() * 2;
    std::size_t steps = 0;
    do {
        QWidget* now = QApplication::focusWidget();
        QVERIFY(now);
        missing.erase(now);
        missing.erase(now->parentWidget()); // of the line of a box
        QTest::keyClick(now, Qt::Key(key), key == Qt::Key_Backtab ? Qt::ShiftModifier : Qt::NoModifier);
        QVERIFY2(QApplication::focusWidget() != now, qPrintable(u"Tab stays in "_s + described({now})));
    } while (QApplication::focusWidget() != first && ++steps < most);
    QVERIFY2(missing.empty(), qPrintable(described(missing)));
    QCOMPARE(QApplication::focusWidget(), first);
    editor().undoStack().setClean();
}

void tst_MainWindowKeys::letters_markInTreeAndTable()
{
    openAndWait(sampleProject());
    const std::vector<Node>& nodes = m_window->drawing()->model().graph.nodes();
    m_window->selection().select(2);
    tree()->setFocus();
    QTest::keyClick(tree(), Qt::Key_X);
    QCOMPARE(editor().recipe().config.exclude.size(), std::size_t(1));
    QCOMPARE(editor().recipe().config.exclude[0].pattern, nodes[2].name);
    editor().undoStack().undo();
    QTest::keyClick(tree(), Qt::Key_6);
    QCOMPARE(editor().recipe().config.layers.size(), std::size_t(1));
    editor().undoStack().undo();
    types()->setFocus();
    types()->selectRow(0);
    QTest::keyClick(types(), Qt::Key_X);
    QVERIFY(!editor().recipe().config.exclude.empty());
    editor().undoStack().setClean();
}

void tst_MainWindowKeys::keepFloat(QAbstractItemView* view, const QModelIndex& row)
{
    view->scrollTo(row);
    const QPoint place = view->visualRect(row).center();
    QTest::mouseClick(view->viewport(), Qt::RightButton, {}, place);
    QAction* keep = action("mark.float");
    bool isOffered = false;
    QTimer::singleShot(0, this, [&] {
        if (auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) {
            isOffered = menu->actions().contains(keep);
            if (isOffered) {
                menu->setActiveAction(keep);
                QTest::keyClick(menu, Qt::Key_Return);
            } else {
                menu->close();
            }
        }
    });
    QContextMenuEvent event(QContextMenuEvent::Mouse, place, view->viewport()->mapToGlobal(place));
    QCoreApplication::sendEvent(view->viewport(), &event);
    QVERIFY(isOffered);
}

std::set<int> tst_MainWindowKeys::caught() const
{
    std::set<int> nodes;
    const auto found = findRules(m_window->drawing()->model().graph, editor().recipe().config.exclude, "Exclusion");
    for (const RuleFinding& finding : found.value())
        nodes.insert(finding.nodes.begin(), finding.nodes.end());
    return nodes;
}

void tst_MainWindowKeys::menuOfAScope_marksAllOfIt()
{
    openAndWait(sampleProject());
    const QModelIndex root = tree()->model()->index(0, 0);
    QModelIndex scope;
    for (int row = 0; row < tree()->model()->rowCount(root) && !scope.isValid(); ++row) {
        const QModelIndex child = tree()->model()->index(row, 0, root);
        if (child.data(ModelTreeModel::NodeRole).toInt() < 0)
            scope = child;
    }
    QVERIFY(scope.isValid());
    const std::vector<int> inside =
        m_window->drawing()->scopes().nodesOf(scope.data(ModelTreeModel::ScopeRole).toInt());
    QVERIFY(inside.size() > 1);
    keepFloat(tree(), scope);
    QCOMPARE(caught(), std::set<int>(inside.begin(), inside.end()));
    editor().undoStack().setClean();
}

void tst_MainWindowKeys::menuOfAnOperator_marksAllOfIt()
{
    openAndWait(sampleProject());
    const QModelIndex row = types()->model()->index(0, 0);
    std::set<int> expected;
    const std::vector<Node>& nodes = m_window->drawing()->model().graph.nodes();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (toQt(nodes[i].opType) == row.data().toString())
            expected.insert(int(i));
    }
    QVERIFY(expected.size() > 1);
    keepFloat(types(), row);
    QCOMPARE(caught(), expected);
    editor().undoStack().setClean();
}

void tst_MainWindowKeys::history_goesBackToARow()
{
    openAndWait(sampleProject());
    const std::string before = editor().recipe().config.preset;
    auto* view = m_window->findChild<QUndoView*>();
    auto* dock = m_window->findChild<QDockWidget*>(u"dock.history"_s);
    dock->show();
    dock->raise();
    QTRY_VERIFY(view->isVisible());
    QCOMPARE(view->model()->rowCount(), 1);
    edit();
    QCOMPARE(view->model()->rowCount(), 2);
    QVERIFY(view->model()->index(1, 0).data().toString().contains(u"Test"_s));
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(view->model()->index(0, 0)).center());
    QCOMPARE(editor().undoStack().index(), 0);
    QCOMPARE(editor().recipe().config.preset, before);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(view->model()->index(1, 0)).center());
    QCOMPARE(editor().recipe().config.preset, std::string("XINT8"));
    editor().undoStack().setClean();
}

QTEST_MAIN(tst_MainWindowKeys)
#include "tst_main_window_keys.moc"
