// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/graph/graph_pane_fixture.h"
#include "widgets/graph/breadcrumb.h"
#include "widgets/graph/graph_find_field.h"
#include "widgets/graph/graph_hit_list.h"
#include "widgets/graph/graph_hit_model.h"
#include "widgets/graph/node_coloring.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>

#include <algorithm>

using namespace quantiscope;
using namespace quantiscope::test;

/// Ways through a graph: the list of what was found, keys, jumps, bodies, and another model.
class tst_GraphPaneWays : public GraphPaneTest
{
    Q_OBJECT

private slots:
    void hits_areListedBelowTheField();
    void keys_moveTheView();
    void severalBlocks_areCountedInTheWay();
    void narrowPane_hidesTheOverview();
    void bodies_areOpenedByAction();
    void jumps_areStepsToComeBackFrom();
    void otherModel_takesTheOldPictureAtOnce();
    void otherModel_getsNumbersOfItsOwn();
};

void tst_GraphPaneWays::hits_areListedBelowTheField()
{
    auto* list = m_pane->findChild<GraphHitList*>();
    GraphHitModel* hitModel = qobject_cast<GraphHitModel*>(list->model());
    const QAbstractItemModelTester tester(hitModel);
    QVERIFY(!list->isVisible());
    press(Qt::Key_F, Qt::ControlModifier);
    auto* edit = m_pane->findField().findChild<QLineEdit*>();
    QTRY_VERIFY(edit->hasFocus());
    QTest::keyClicks(edit, QStringLiteral("op:Conv"));
    const std::vector<int>& hits = m_pane->findField().hits();
    QTRY_VERIFY(hits.size() > 3);
    QVERIFY(list->isVisible());
    QCOMPARE(list->model()->rowCount(), int(hits.size()));
    const auto text = [list](int row, int column) { return list->model()->index(row, column).data().toString(); };
    const Node& second = m_drawing->model().graph.nodes()[std::size_t(hits[1])];
    QCOMPARE(text(1, 0), QString::fromStdString(second.name));
    QCOMPARE(text(1, 1), QStringLiteral("Conv"));
    QVERIFY2(text(1, 2).count(QChar(0x00D7)) == 3, qPrintable(text(1, 2)));
    QTest::keyClick(edit, Qt::Key_Down);
    QTest::keyClick(edit, Qt::Key_Down);
    QCOMPARE(m_selection->current(), hits[1]);
    QCOMPARE(list->currentIndex().row(), 1);
    QTest::keyClick(edit, Qt::Key_Up);
    QCOMPARE(m_selection->current(), hits[0]);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(list->model()->index(2, 0)).center());
    QCOMPARE(m_selection->current(), hits[2]);
    QVERIFY(edit->hasFocus()); // the keyboard goes on from there
    QTest::keyClick(edit, Qt::Key_Return);
    QCOMPARE(m_selection->current(), hits[3]);
    settle();
    QTest::keyClick(edit, Qt::Key_Escape);
    QVERIFY(!list->isVisible());
}

void tst_GraphPaneWays::keys_moveTheView()
{
    const QRectF bounds = view().scene().picture().picture().bounds;
    view().setPlace({bounds.topLeft(), 3.0});
    press(Qt::Key_Home);
    QVERIFY(view().visibleArea().contains(bounds));
    press(Qt::Key_0, Qt::ControlModifier);
    QCOMPARE(view().zoom(), 1.0);
    press(Qt::Key_Plus, Qt::ControlModifier);
    QCOMPARE(view().zoom(), 1.25);
    press(Qt::Key_Minus, Qt::ControlModifier);
    QCOMPARE(view().zoom(), 1.0);
    press(Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(view().zoom(), 0.8);
    m_selection->select(nodeOfType("Gemm"));
    view().setPlace({bounds.topLeft(), 3.0});
    press(Qt::Key_F);
    QVERIFY(view().visibleArea().contains(view().scene().picture().items()[std::size_t(itemOfScope("head"))].rect));
    press(Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier);
    settle();
    QVERIFY(view().scene().picture().itemOfNode(nodeOfType("Gemm")) >= 0);
    press(Qt::Key_Left, Qt::ControlModifier | Qt::ShiftModifier);
    settle();
    QVERIFY(view().scene().picture().itemOfNode(nodeOfType("Gemm")) < 0);
    press(Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(m_selection->nodes().size(), m_drawing->model().graph.nodes().size());
}

void tst_GraphPaneWays::severalBlocks_areCountedInTheWay()
{
    auto* breadcrumb = m_pane->findChild<Breadcrumb*>();
    const std::vector<int> stem = m_drawing->scopes().nodesOf(scopeNamed("stem"));
    const std::vector<int> head = m_drawing->scopes().nodesOf(scopeNamed("head"));
    std::set<int> both(stem.begin(), stem.end());
    m_selection->select(both, stem.front());
    QCOMPARE(breadcrumb->parts().back().text, QStringLiteral("stem"));
    both.insert(head.begin(), head.end());
    m_selection->select(both, stem.front());
    QVERIFY2(breadcrumb->parts().back().text.startsWith(QStringLiteral("2 block")),
             qPrintable(breadcrumb->parts().back().text));
    QCOMPARE(breadcrumb->parts().size(), std::size_t(2)); // they share nothing but the graph
}

void tst_GraphPaneWays::narrowPane_hidesTheOverview()
{
    auto* card = m_pane->findChild<QWidget*>(QStringLiteral("minimapCard"));
    m_pane->resize(m_pane->fontMetrics().averageCharWidth() * 120, 700);
    QVERIFY(card->isVisible());
    m_pane->resize(m_pane->fontMetrics().averageCharWidth() * 90, 700);
    QVERIFY(!card->isVisible());
    m_pane->resize(m_pane->fontMetrics().averageCharWidth() * 120, 700);
    QVERIFY(card->isVisible());
    action("graph.minimap")->trigger();
    QVERIFY(!card->isVisible());
    m_pane->resize(m_pane->width() + 1, 700);
    QVERIFY(!card->isVisible());
}

void tst_GraphPaneWays::bodies_areOpenedByAction()
{
    m_selection->select(nodeOfType("Gemm"));
    QVERIFY(!action("graph.openSubgraph")->isEnabled());
    QVERIFY(!ActionRegistry::disabledReason(action("graph.openSubgraph")).isEmpty());
    ModelBuilder branch(13);
    branch.node("Relu", {"x"}, {"r"}, "inner");
    branch.output("r");
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 4});
    b.input("c", DataType::Bool, {1});
    b.node("If", {"c"}, {"y"}, "choice").graph("then_branch", branch.graph()).graph("else_branch", branch.graph());
    b.output("y");
    m_selection->clear();
    m_pane->setDrawing(std::make_shared<GraphDrawing>(std::make_shared<const OpenedModel>(b.model())));
    settle();
    m_selection->select(0);
    QVERIFY(action("graph.openSubgraph")->isEnabled());
    QSignalSpy activated(m_pane.get(), &GraphPane::nodeActivated);
    action("graph.openSubgraph")->trigger();
    press(Qt::Key_Return);
    QCOMPARE(activated.size(), 2);
    QCOMPARE(activated.last().first().toInt(), 0);
}

void tst_GraphPaneWays::jumps_areStepsToComeBackFrom()
{
    m_pane->navigator().expandAll();
    settle();
    view().setZoom(1.0);
    const int last = int(m_drawing->model().graph.nodes().size()) - 1;
    m_selection->reveal(0);
    const GraphPlace first = view().place();
    m_selection->reveal(last);
    const GraphPlace second = view().place();
    QVERIFY(first.centre != second.centre);
    m_selection->reveal(last); // is in sight: no step
    press(Qt::Key_Left, Qt::AltModifier);
    settle();
    QVERIFY((view().place().centre - first.centre).manhattanLength() < 0.01);
    press(Qt::Key_Right, Qt::AltModifier);
    settle();
    QVERIFY((view().place().centre - second.centre).manhattanLength() < 0.01);
    // The way shown above the graph leads back as well.
    auto* breadcrumb = m_pane->findChild<Breadcrumb*>();
    emit breadcrumb->partClicked(scopeNamed("stem"));
    QVERIFY(view().place() != second);
    press(Qt::Key_Left, Qt::AltModifier);
    settle();
    QVERIFY((view().place().centre - second.centre).manhattanLength() < 0.01);
}

void tst_GraphPaneWays::otherModel_takesTheOldPictureAtOnce()
{
    m_pane->navigator().expandAll();
    settle();
    const int node = int(m_drawing->model().graph.nodes().size()) - 1;
    const int item = view().scene().picture().itemOfNode(node);
    view().frameItem(item);
    const QPoint place = view().toView(view().scene().picture().items()[std::size_t(item)].rect.center()).toPoint();
    const int scope = scopeNamed("head");
    QTest::mousePress(&view(), Qt::LeftButton, {}, place);
    m_pane->setDrawing(std::make_shared<const GraphDrawing>(smallModel()), QStringLiteral("small"));
    QVERIFY(view().scene().isEmpty());
    QTest::mouseRelease(&view(), Qt::LeftButton, {}, place);
    QTest::mouseClick(&view(), Qt::LeftButton, {}, place);
    press(Qt::Key_Down);
    QVERIFY(m_selection->nodes().empty());
    emit view().scopeToggled(scope);
    m_pane->navigator().enter(scope);
    const auto labels = view().findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->isVisible() && label->text().contains(QStringLiteral("laid out"));
    }));
    settle();
    QVERIFY(m_pane->navigator().state().expanded.empty());
    QVERIFY(!action("graph.back")->isEnabled());
    QVERIFY(view().scene().picture().itemOfTensor("y") >= 0);
    QVERIFY(std::none_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->isVisible() && label->text().contains(QStringLiteral("laid out"));
    }));
}

void tst_GraphPaneWays::otherModel_getsNumbersOfItsOwn()
{
    // More precisions than the graph that is shown has nodes, and colours of fewer.
    m_pane->setPrecisions(NodePrecisions(100000, NodePrecision::Int8));
    const GraphScene::Share share = view().scene().shareOf(itemOfScope("head"));
    QCOMPARE(share.total(), 0); // they are of another graph
    const NodeColoringPtr ofSmall = colorByOperator(smallModel());
    const int count = int(m_drawing->model().graph.nodes().size());
    const std::vector<int> beyond{count - 2, count - 1, 1 << 20};
    QVERIFY(!ofSmall->colorOfAll(beyond).isValid());
}

QTEST_MAIN(tst_GraphPaneWays)
#include "tst_graph_pane_ways.moc"
