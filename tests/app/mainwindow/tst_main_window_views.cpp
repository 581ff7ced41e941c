// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/changes_panel.h"
#include "app/mainwindow/mark_bar.h"
#include "app/mainwindow/second_graph_pane.h"
#include "core/base/file_io.h"
#include "core/model/model.h"
#include "tests/app/mainwindow/window_fixture.h"
#include "tests/support/loop_network.h"
#include "widgets/inspectors/model_tree_panel.h"
#include "widgets/inspectors/node_inspector.h"
#include "widgets/models/model_tree_model.h"
#include "widgets/recipe/findings_list.h"

#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>
#include <QTreeWidget>

using namespace quantiscope;
using namespace quantiscope::test;

/// What the parts of the window show of each other.
class tst_MainWindowViews : public WindowTest
{
    Q_OBJECT

private slots:
    void markBar_comesWithARule_andGoesWithIt();
    void quantizedGraph_standsBeside_withoutWideningTheWindow();
    void controlFlow_opensBeside_withAWayBack();
    void effect_isShown_inInspectorTreeAndFindings();
    void view_isAsItWasSaved_whenTheProjectIsOpenedAgain();
    void lookingOn_doesNotWriteTheProject();

private:
    [[nodiscard]] bool isTreeShown() const { return !m_window->findChild<QDockWidget*>(u"dock.model"_s)->isHidden(); }
    [[nodiscard]] QString inspectorText() const;
};

QString tst_MainWindowViews::inspectorText() const
{
    QString text;
    for (const QTreeWidgetItem* item : m_window->findChild<NodeInspector*>()->findChild<QTreeWidget*>()->findItems(
             QString(), Qt::MatchContains | Qt::MatchRecursive))
        text += item->text(0) + u": "_s + item->text(1) + u'\n';
    return text;
}

void tst_MainWindowViews::markBar_comesWithARule_andGoesWithIt()
{
    openAndWait(sampleProject());
    auto* bar = m_window->findChild<MarkBar*>();
    QVERIFY(!bar->isVisible());
    action("view.markBar")->trigger();
    QVERIFY(bar->isVisible());
    auto* between = bar->findChild<QToolButton*>(u"mark.between"_s);
    QTest::mouseClick(between, Qt::LeftButton);
    QVERIFY(between->isChecked());
    QVERIFY(!bar->findChild<QToolButton*>(u"mark.regex"_s)->isChecked());
    action("view.markBar")->trigger();
    QVERIFY(bar->isVisible()); // the rule needs it
    QTest::mouseClick(bar->findChild<QToolButton*>(u"close"_s), Qt::LeftButton);
    QVERIFY(!between->isChecked());
    QVERIFY(!bar->isVisible());
    auto* scope = bar->findChild<QToolButton*>(u"mark.scopeFloat"_s);
    QCOMPARE(scope->isEnabled(), action("mark.scopeFloat")->isEnabled());
}

void tst_MainWindowViews::quantizedGraph_standsBeside_withoutWideningTheWindow()
{
    openAndWait(sampleProject());
    runJob("run.quantize");
    editor().undoStack().setClean();
    const int width = m_window->width();
    QVERIFY(isTreeShown());
    action("runs.openGraph")->trigger();
    auto* second = m_window->findChild<SecondGraphPane*>();
    QTRY_VERIFY(second->isVisible());
    QCOMPARE(m_window->width(), width);
    QVERIFY(!isTreeShown());
    // Nodes of the same name are selected together.
    m_window->selection().select(0);
    auto* pane = second->findChild<GraphPane*>();
    QTRY_VERIFY(!pane->selection()->nodes().empty());
    // What changed is listed below both; a row selects what it is about in both.
    ChangesPanel* changes = second->changes();
    QVERIFY(changes->isVisible());
    auto* table = changes->findChild<QTableView*>();
    QVERIFY(table->model()->rowCount() > 3);
    auto* filter = changes->findChild<QLineEdit*>();
    filter->setText(u"BatchNormalization"_s);
    QVERIFY(table->model()->rowCount() > 0);
    const NodeSelection& selection = m_window->selection();
    const std::vector<Node>& nodes = m_window->drawing()->model().graph.nodes();
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(0, 0)).center());
    QCOMPARE(selection.nodes().size(), 1U);
    QCOMPARE(nodes[std::size_t(selection.current())].opType, std::string("BatchNormalization"));
    const std::vector<Node>& later = pane->navigator().drawing()->model().graph.nodes();
    QCOMPARE(later[std::size_t(pane->selection()->current())].opType, std::string("Conv"));
    filter->setText(u"nothing is called so"_s);
    QCOMPARE(table->model()->rowCount(), 0);
    QCOMPARE(selection.nodes().size(), 1U); // a filter selects nothing
    action("secondGraph.changes")->trigger();
    QVERIFY(!changes->isVisible());
    action("secondGraph.changes")->trigger();
    QVERIFY(changes->isVisible());
    // Its layout is kept, with the tree, for another perspective and back.
    m_window->showPerspective(Perspective::Compare);
    m_window->showPerspective(Perspective::Inspect);
    QVERIFY(!isTreeShown());
    QTest::mouseClick(second->findChild<QToolButton*>(u"close"_s), Qt::LeftButton);
    QVERIFY(!second->isVisible());
    QVERIFY(!changes->isVisible());
    QVERIFY(isTreeShown());
    QVERIFY(!action("secondGraph.changes")->isEnabled());
}

void tst_MainWindowViews::controlFlow_opensBeside_withAWayBack()
{
    const Model model = loopNetwork().model();
    QVERIFY(model.save(toPath(path(u"loop.onnx"_s)), {}));
    openAndWait(path(u"loop.onnx"_s));
    const auto loop = m_window->drawing()->model().graph.nodeNamed("loop");
    QVERIFY(loop);
    auto* second = m_window->findChild<SecondGraphPane*>();
    m_window->selection().reveal(int(*loop));
    GraphPane& pane = m_window->graphPane();
    QTRY_VERIFY(!pane.navigator().isBusy() && pane.view().currentItem() >= 0);
    pane.view().setFocus();
    QTest::keyClick(&pane.view(), Qt::Key_Return);
    QTRY_VERIFY(second->isVisible());
    QTest::mouseClick(second->findChild<QToolButton*>(u"close"_s), Qt::LeftButton);
    QVERIFY(!second->isVisible());
    QMenu menu;
    second->addSubgraphActions(&menu, m_window->drawing()->modelPtr(), int(*loop));
    QCOMPARE(menu.actions().size(), 1);
    QVERIFY(menu.actions().front()->text().contains(u"body"_s));
    menu.actions().front()->trigger();
    QTRY_VERIFY(second->isVisible());
    QVERIFY(second->findChild<QLabel*>(u"title"_s)->text().contains(u"loop"_s));
    QVERIFY(!second->findChild<QToolButton*>(u"back"_s)->isVisible()); // the graph around stands beside it
    QTest::mouseClick(second->findChild<QToolButton*>(u"close"_s), Qt::LeftButton);
    QVERIFY(!second->isVisible());
}

void tst_MainWindowViews::effect_isShown_inInspectorTreeAndFindings()
{
    openAndWait(sampleProject());
    QTRY_VERIFY(m_window->effect().preview());
    const std::vector<Node>& nodes = m_window->drawing()->model().graph.nodes();
    const auto found = std::find_if(nodes.begin(), nodes.end(), [](const Node& node) { return node.opType == "Gemm"; });
    QVERIFY(found != nodes.end());
    m_window->selection().select(int(found - nodes.begin()));
    QVERIFY2(inspectorText().contains(u"Effective: "_s), qPrintable(inspectorText()));
    QVERIFY(!inspectorText().contains(u"Because of"_s));
    action("mark.operatorFloat")->trigger();
    QTRY_VERIFY2(inspectorText().contains(u"Effective: float"_s), qPrintable(inspectorText()));
    QVERIFY2(inspectorText().contains(u"Because of: rule 1"_s), qPrintable(inspectorText()));
    // Somewhere a node stands where the types change.
    bool isBoundaryShown = false;
    for (std::size_t i = 0; i < nodes.size() && !isBoundaryShown; ++i) {
        m_window->selection().select(int(i));
        isBoundaryShown = inspectorText().contains(u"Boundary: "_s);
    }
    QVERIFY(isBoundaryShown);
    auto* tree = m_window->findChild<ModelTreePanel*>()->findChild<QTreeView*>();
    const QModelIndex top = tree->model()->index(0, ModelTreeModel::CountColumn);
    const auto shares = top.data(ModelTreeModel::SharesRole).value<QList<int>>();
    QCOMPARE(shares.size(), 3);
    QVERIFY(shares[2] >= 1);
    QVERIFY(shares[0] > 0);
    QVERIFY(m_window->findChild<FindingsList*>()->count() > 0);
    editor().undoStack().setClean();
}

void tst_MainWindowViews::view_isAsItWasSaved_whenTheProjectIsOpenedAgain()
{
    const QString project = sampleProject();
    openAndWait(project);
    GraphPane* pane = &m_window->graphPane();
    pane->view().setAnimated(false);
    pane->chooseColoring(u"type"_s);
    pane->setMinimapShown(false);
    pane->navigator().setDirection(GraphViewState::Direction::Right);
    pane->navigator().expandAll();
    QTRY_VERIFY_WITH_TIMEOUT(!pane->navigator().isBusy(), kLong);
    const GraphViewState state = pane->navigator().state();
    QVERIFY(!state.expanded.empty());
    pane->view().setPlace({pane->view().scene().picture().picture().bounds.center(), 1.5});
    const GraphPlace place = pane->view().place();
    m_window->showPerspective(Perspective::Compare);
    edit();
    action("file.save")->trigger();
    QVERIFY(!m_window->project().isModified());
    QVERIFY(m_window->close());

    open();
    openAndWait(project);
    pane = &m_window->graphPane();
    QTRY_VERIFY_WITH_TIMEOUT(!pane->navigator().isBusy(), kLong);
    QCOMPARE(pane->coloringId(), u"type"_s);
    QVERIFY(!pane->isMinimapShown());
    QVERIFY(pane->navigator().state() == state);
    QVERIFY(action("view.compare")->isChecked());
    m_window->showPerspective(Perspective::Inspect);
    QCoreApplication::processEvents();
    QVERIFY(QLineF(pane->view().place().centre, place.centre).length() < 2.0);
    QCOMPARE(pane->view().place().zoom, 1.5);
    QVERIFY(!m_window->project().isModified());
}

void tst_MainWindowViews::lookingOn_doesNotWriteTheProject()
{
    const QString project = sampleProject();
    openAndWait(project);
    const Result<std::string> before = readTextFile(toPath(project), ErrorCode::ConfigRefused);
    const auto written = std::filesystem::last_write_time(toPath(project));
    const auto look = [&] {
        m_window->graphPane().chooseColoring(u"type"_s);
        m_window->graphPane().setMinimapShown(false);
        m_window->showPerspective(Perspective::Compare);
        QVERIFY(!m_window->project().isModified());
    };
    look();
    openAndWait(sampleModel(u"other.onnx"_s)); // left for another
    openAndWait(project);
    look();
    QVERIFY(m_window->close());
    QCOMPARE(*readTextFile(toPath(project), ErrorCode::ConfigRefused), *before);
    QVERIFY(std::filesystem::last_write_time(toPath(project)) == written);
}

QTEST_MAIN(tst_MainWindowViews)
#include "tst_main_window_views.moc"
