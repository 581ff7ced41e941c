// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_pane.h"

#include "tests/widgets/graph/graph_pane_fixture.h"
#include "widgets/common/action_registry.h"
#include "widgets/common/theme.h"
#include "widgets/graph/breadcrumb.h"
#include "widgets/graph/graph_find_field.h"
#include "widgets/graph/graph_legend.h"
#include "widgets/graph/graph_minimap.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_GraphPane : public GraphPaneTest
{
    Q_OBJECT

private slots:
    void drawing_isShownFromItsBeginning();
    void enter_opensAndClosesABlock();
    void chevron_opensTheBlockWhereItIs();
    void backAndForward_restoreWhatWasShown();
    void backspace_goesToTheBlockAround();
    void enterBlock_showsOnlyItsInside();
    void breadcrumb_leadsBack();
    void breadcrumb_elidesFromTheLeft();
    void reveal_opensTheBlocksAround();
    void find_stepsThroughTheHits();
    void find_tellsWhatIsWrong();
    void find_worksByKeys();
    void colors_areChosenFromTheList();
    void addedColoring_isOfferedAndTaken();
    void blocks_showTheirShares();
    void twins_areMarkedUnderTheMouse();
    void minimap_movesTheView();
    void direction_isTurned();
    void shownThings_surviveTheLoading();
    void noDrawing_saysSoAndDisablesTheActions();
    void twoPanes_liveBesideEachOther();
    void supersededPictures_areDropped();
};

void tst_GraphPane::drawing_isShownFromItsBeginning()
{
    QVERIFY(!view().scene().isEmpty());
    QVERIFY(itemOfScope("head") >= 0);
    QVERIFY(kindOf(itemOfScope("head")) == PictureItem::Kind::Block);
    const int input = view().scene().picture().itemOfTensor(m_drawing->model().model.inputs().front().name);
    QVERIFY(input >= 0);
    QVERIFY(view().visibleArea().contains(view().scene().picture().items()[std::size_t(input)].rect));
    QVERIFY(view().zoom() >= 0.8);
}

void tst_GraphPane::enter_opensAndClosesABlock()
{
    goTo("head");
    press(Qt::Key_Return);
    settle();
    QVERIFY(kindOf(itemOfScope("head")) == PictureItem::Kind::Frame);
    QVERIFY(view().scene().picture().itemOfNode(nodeOfType("Gemm")) >= 0);
    QCOMPARE(view().currentItem(), itemOfScope("head")); // so that Enter closes it again
    press(Qt::Key_Return);
    settle();
    QVERIFY(kindOf(itemOfScope("head")) == PictureItem::Kind::Block);
}

void tst_GraphPane::chevron_opensTheBlockWhereItIs()
{
    const QRectF block = view().scene().picture().items()[std::size_t(itemOfScope("stem"))].rect;
    const QPointF top = view().toView(QPointF(block.center().x(), block.top()));
    QTest::mouseClick(&view(), Qt::LeftButton, {}, view().toView(graph_parts::chevron(block).center()).toPoint());
    settle();
    const int item = itemOfScope("stem");
    QVERIFY(kindOf(item) == PictureItem::Kind::Frame);
    const QRectF frame = view().scene().picture().items()[std::size_t(item)].rect;
    const QPointF topNow = view().toView(QPointF(frame.center().x(), frame.top()));
    QVERIFY((topNow - top).manhattanLength() < 1.0);
    // Its title closes it.
    QTest::mouseDClick(&view(), Qt::LeftButton, {}, view().toView(frame.topLeft() + QPointF(60, 12)).toPoint());
    settle();
    QVERIFY(kindOf(itemOfScope("stem")) == PictureItem::Kind::Block);
}

void tst_GraphPane::backAndForward_restoreWhatWasShown()
{
    QVERIFY(!action("graph.back")->isEnabled());
    QVERIFY(!ActionRegistry::disabledReason(action("graph.back")).isEmpty());
    const GraphPlace before{QPointF(100, 90), 1.2};
    view().setPlace(before);
    const GraphPlace placed = view().place();
    goTo("stem");
    press(Qt::Key_Return);
    settle();
    QVERIFY(action("graph.back")->isEnabled());
    view().setZoom(0.5);
    press(Qt::Key_Left, Qt::AltModifier);
    settle();
    QVERIFY(m_pane->navigator().state().expanded.empty());
    QVERIFY((view().place().centre - placed.centre).manhattanLength() < 0.01);
    QCOMPARE(view().zoom(), placed.zoom);
    press(Qt::Key_Right, Qt::AltModifier);
    settle();
    QCOMPARE(m_pane->navigator().state().expanded, std::set<int>({scopeNamed("stem")}));
    QCOMPARE(view().zoom(), 0.5);
    QVERIFY(!action("graph.forward")->isEnabled());
}

void tst_GraphPane::backspace_goesToTheBlockAround()
{
    m_pane->navigator().reveal(nodeOfType("Gemm"));
    settle();
    m_selection->select(nodeOfType("Gemm"));
    press(Qt::Key_Backspace);
    settle();
    QVERIFY(kindOf(itemOfScope("head")) == PictureItem::Kind::Block);
}

void tst_GraphPane::enterBlock_showsOnlyItsInside()
{
    goTo("head");
    press(Qt::Key_Return, Qt::ShiftModifier);
    settle();
    QCOMPARE(m_pane->navigator().state().root, scopeNamed("head"));
    QVERIFY(view().scene().picture().itemOfNode(nodeOfType("Gemm")) >= 0);
    QCOMPARE(view().scene().picture().itemOfScope(scopeNamed("stem")), -1);
    press(Qt::Key_Backspace);
    settle();
    QCOMPARE(m_pane->navigator().state().root, 0);
}

void tst_GraphPane::breadcrumb_leadsBack()
{
    auto* breadcrumb = m_pane->findChild<Breadcrumb*>();
    QCOMPARE(breadcrumb->parts().size(), std::size_t(1));
    QCOMPARE(breadcrumb->parts()[0].text, QStringLiteral("fashion"));
    m_pane->navigator().enter(scopeNamed("head"));
    settle();
    QCOMPARE(breadcrumb->parts().size(), std::size_t(2));
    QCOMPARE(breadcrumb->parts()[1].text, QStringLiteral("head"));
    const auto buttons = breadcrumb->findChildren<QToolButton*>();
    for (QToolButton* button : buttons) {
        if (button->text() == QLatin1String("fashion"))
            QTest::mouseClick(button, Qt::LeftButton);
    }
    settle();
    QCOMPARE(m_pane->navigator().state().root, 0);
}

void tst_GraphPane::breadcrumb_elidesFromTheLeft()
{
    Breadcrumb breadcrumb;
    breadcrumb.resize(160, 30);
    breadcrumb.setParts(
        {{QStringLiteral("a_long_model_name"), 0}, {QStringLiteral("encoder"), 1}, {QStringLiteral("attention"), 2}});
    breadcrumb.show();
    QStringList seen;
    const auto buttons = breadcrumb.findChildren<QToolButton*>();
    for (const QToolButton* button : buttons) {
        if (button->isVisible())
            seen += button->text();
    }
    QVERIFY(seen.contains(QStringLiteral("attention")));
    QVERIFY(seen.contains(QStringLiteral("…")));
    QVERIFY(!seen.contains(QStringLiteral("a_long_model_name")));
}

void tst_GraphPane::reveal_opensTheBlocksAround()
{
    const int node = nodeOfType("Gemm");
    QCOMPARE(view().scene().picture().itemOfNode(node), -1);
    m_selection->reveal(node);
    settle();
    const int item = view().scene().picture().itemOfNode(node);
    QVERIFY(item >= 0);
    QVERIFY(view().visibleArea().contains(view().scene().picture().items()[std::size_t(item)].rect));
    QCOMPARE(view().currentItem(), item);
    m_selection->reveal(-1);
    m_selection->reveal(100000);
    QVERIFY(!m_pane->navigator().isBusy());
}

void tst_GraphPane::find_stepsThroughTheHits()
{
    GraphFindField& find = m_pane->findField();
    find.setText(QStringLiteral("op:Gemm"));
    QTRY_COMPARE(find.hits(), std::vector<int>({nodeOfType("Gemm")}));
    QCOMPARE(view().scene().hits().size(), std::size_t(1));
    QVERIFY(view().scene().marksOf(itemOfScope("head")) & GraphScene::Hit); // seen on the closed block
    find.setText(QStringLiteral("op:Conv"));
    QTRY_VERIFY(find.hits().size() > 3);
    find.next();
    QCOMPARE(m_selection->current(), find.hits()[0]);
    find.next();
    QCOMPARE(m_selection->current(), find.hits()[1]);
    find.previous();
    find.previous();
    QCOMPARE(m_selection->current(), find.hits().back());
    find.next();
    QCOMPARE(m_selection->current(), find.hits()[0]);
    settle();
}

void tst_GraphPane::find_tellsWhatIsWrong()
{
    GraphFindField& find = m_pane->findField();
    find.setRegex(true);
    find.setText(QStringLiteral("a(b"));
    QVERIFY(!find.error().isEmpty());
    const auto labels = m_pane->findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [&find](const QLabel* label) {
        return label->isVisible() && label->text().contains(find.error());
    }));
    find.setText(QStringLiteral("a(b)"));
    QVERIFY(find.error().isEmpty());
}

void tst_GraphPane::find_worksByKeys()
{
    press(Qt::Key_F, Qt::ControlModifier);
    auto* edit = m_pane->findField().findChild<QLineEdit*>();
    QTRY_VERIFY(edit->hasFocus());
    QTest::keyClicks(edit, QStringLiteral("op:Gemm"));
    QTest::keyClick(edit, Qt::Key_Return); // before the search is done
    QTRY_COMPARE(m_selection->current(), nodeOfType("Gemm"));
    QTest::keyClick(edit, Qt::Key_R, Qt::AltModifier);
    QVERIFY(m_pane->findField().isRegex());
    QTest::keyClick(edit, Qt::Key_Escape);
    QVERIFY(edit->text().isEmpty());
    QVERIFY(view().hasFocus());
    QVERIFY(m_pane->findField().hits().empty());
    settle();
}

void tst_GraphPane::colors_areChosenFromTheList()
{
    QSignalSpy changed(m_pane.get(), &GraphPane::coloringChanged);
    auto* colors = m_pane->findChild<QComboBox*>();
    QCOMPARE(m_pane->coloringId(), QStringLiteral("operator"));
    colors->setFocus();
    QTest::keyClick(colors, Qt::Key_Down);
    QCOMPARE(m_pane->coloringId(), QStringLiteral("precision"));
    QCOMPARE(changed.size(), 1);
    QCOMPARE(view().scene().coloring()->id(), QStringLiteral("precision"));
    m_pane->chooseColoring(QStringLiteral("parameters"));
    auto* legend = m_pane->findChild<GraphLegend*>();
    QVERIFY(legend->isVisible());
    QVERIFY(legend->accessibleDescription().contains(QStringLiteral("logarithmic")));
    m_pane->chooseColoring(QStringLiteral("no such"));
    QCOMPARE(m_pane->coloringId(), QStringLiteral("parameters"));
}

void tst_GraphPane::addedColoring_isOfferedAndTaken()
{
    class Mine final : public NodeColoring
    {
    public:
        [[nodiscard]] QString id() const override { return QStringLiteral("mine"); }
        [[nodiscard]] QString name() const override { return QStringLiteral("Mine"); }
        [[nodiscard]] QColor color(int) const override { return QColor(1, 2, 3); }
        [[nodiscard]] QString valueText(int) const override { return QStringLiteral("value"); }
        [[nodiscard]] ColorLegend legend() const override
        {
            return {QStringLiteral("Mine"), {{QColor(1, 2, 3), QStringLiteral("one"), 5}}, {}, {}, {}};
        }
    };
    m_pane->setColoring(std::make_shared<Mine>());
    m_pane->chooseColoring(QStringLiteral("mine"));
    QCOMPARE(view().scene().colorOf(itemOfScope("head")), QColor(1, 2, 3));
    QCOMPARE(m_pane->findChild<QComboBox*>()->currentText(), QStringLiteral("Mine"));
    m_pane->removeColoring(QStringLiteral("mine"));
    QCOMPARE(m_pane->coloringId(), QStringLiteral("operator"));
}

void tst_GraphPane::blocks_showTheirShares()
{
    const std::size_t count = m_drawing->model().graph.nodes().size();
    NodePrecisions precisions(count, NodePrecision::Int8);
    const int gemm = nodeOfType("Gemm");
    precisions[std::size_t(gemm)] = NodePrecision::Excluded;
    m_pane->setPrecisions(precisions);
    const GraphScene::Share share = view().scene().shareOf(itemOfScope("head"));
    QCOMPARE(share.floating, 1);
    QCOMPARE(share.int8, m_drawing->scopes().at(scopeNamed("head")).nodeCount - 1);
    QCOMPARE(share.int16, 0);
}

void tst_GraphPane::twins_areMarkedUnderTheMouse()
{
    const IndexedPicture& picture = view().scene().picture();
    int block = -1;
    for (std::size_t i = 0; i < picture.items().size(); ++i) {
        if (picture.items()[i].kind == PictureItem::Kind::Block
            && m_drawing->scopes().at(picture.items()[i].scope).twins > 1)
            block = int(i);
    }
    if (block < 0)
        QSKIP("the sample's outermost blocks have no twins");
    view().frameItem(block);
    QTest::mouseMove(&view(), view().toView(picture.items()[std::size_t(block)].rect.center()).toPoint());
    QTRY_VERIFY(view().scene().marksOf(block) & GraphScene::Twin);
}

void tst_GraphPane::minimap_movesTheView()
{
    view().setPlace({view().scene().picture().picture().bounds.center(), 1.5});
    auto* minimap = m_pane->findChild<GraphMinimap*>();
    const QRectF bounds = view().scene().picture().picture().bounds;
    const QPointF target(bounds.center().x(), bounds.bottom() - 40.0);
    QTest::mouseClick(minimap, Qt::LeftButton, {}, minimap->toMap(target).toPoint());
    const double unit = bounds.height() / minimap->height();
    QVERIFY(std::abs(view().place().centre.y() - target.y()) < 3.0 * unit);
    QCOMPARE(view().zoom(), 1.5);
}

void tst_GraphPane::direction_isTurned()
{
    const QRectF down = view().scene().picture().picture().bounds;
    press(Qt::Key_K, Qt::ControlModifier);
    settle();
    const QRectF right = view().scene().picture().picture().bounds;
    QVERIFY(down.height() > down.width());
    QVERIFY(right.width() > right.height());
    QVERIFY(m_pane->navigator().state().direction == GraphViewState::Direction::Right);
}

void tst_GraphPane::shownThings_surviveTheLoading()
{
    m_pane->setDrawing(nullptr);
    m_pane->setDrawing(m_drawing, QStringLiteral("again"));
    m_pane->setPrecisions(NodePrecisions(m_drawing->model().graph.nodes().size(), NodePrecision::Int16));
    GraphMarks marks;
    marks.caught = {nodeOfType("Gemm")};
    m_pane->setMarks(marks); // all before the first picture is there
    QVERIFY(m_pane->navigator().isBusy());
    settle();
    QCOMPARE(view().scene().marks(), marks);
    QVERIFY(view().scene().precision(0) == NodePrecision::Int16);
    QVERIFY(view().scene().coloring() != nullptr);
    QVERIFY(view().scene().marksOf(itemOfScope("head")) & GraphScene::PartlyCaught);
}

void tst_GraphPane::noDrawing_saysSoAndDisablesTheActions()
{
    m_pane->setDrawing(nullptr);
    QVERIFY(view().scene().isEmpty());
    QVERIFY(!action("graph.fit")->isEnabled());
    QVERIFY(!ActionRegistry::disabledReason(action("graph.fit")).isEmpty());
    for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Return, Qt::Key_Home, Qt::Key_F, Qt::Key_Escape})
        press(key);
    QTest::mouseClick(&view(), Qt::LeftButton, {}, QPoint(300, 300));
    QTest::mouseMove(&view(), QPoint(310, 310));
    QVERIFY(view().tipAt(QPointF(300, 300)).isEmpty());
    QVERIFY(!m_pane->grab().isNull());
    QVERIFY(m_selection->nodes().empty());
}

void tst_GraphPane::twoPanes_liveBesideEachOther()
{
    GraphPane second(*m_registry, QStringLiteral("graph2"));
    second.setSelection(m_selection.get());
    second.setDrawing(m_drawing, QStringLiteral("quantized"));
    QTRY_VERIFY(!second.navigator().isBusy());
    QVERIFY(action("graph2.fit") != action("graph.fit"));
    second.navigator().toggle(scopeNamed("stem"));
    QTRY_VERIFY(!second.navigator().isBusy());
    QVERIFY(m_pane->navigator().state().expanded.empty());
    m_selection->select(nodeOfType("Gemm"));
    QVERIFY(second.view().currentItem() >= 0);
    QVERIFY(view().currentItem() >= 0);
}

void tst_GraphPane::supersededPictures_areDropped()
{
    int pictures = 0;
    IndexedPicturePtr seen = view().scene().picturePtr();
    connect(&view(), &GraphView::sceneChanged, this, [&] {
        if (std::exchange(seen, view().scene().picturePtr()) != view().scene().picturePtr())
            ++pictures;
    });
    GraphNavigator& navigator = m_pane->navigator();
    navigator.expandAll();
    navigator.collapseAll();
    navigator.toggle(scopeNamed("head"));
    QVERIFY(navigator.isBusy());
    settle();
    QVERIFY(kindOf(itemOfScope("head")) == PictureItem::Kind::Frame);
    QVERIFY(kindOf(itemOfScope("stem")) == PictureItem::Kind::Block);
    disconnect(&view(), nullptr, this, nullptr);
    QCOMPARE(pictures, 1);
}

QTEST_MAIN(tst_GraphPane)
#include "tst_graph_pane.moc"
