// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_pane.h"

#include "tests/support/source_directory.h"
#include "tests/widgets/graph/graph_scenes.h"
#include "widgets/common/action_registry.h"
#include "widgets/common/theme.h"
#include "widgets/graph/breadcrumb.h"
#include "widgets/graph/graph_find_field.h"
#include "widgets/graph/graph_hit_list.h"
#include "widgets/graph/graph_legend.h"
#include "widgets/graph/graph_minimap.h"
#include "widgets/graph/node_coloring.h"

#include <QAbstractItemModelTester>
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

/// On the bundled sample, whose names give the scopes stem, block1, … head.
class tst_GraphPane : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void cleanupTestCase();
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
    void otherModel_takesTheOldPictureAtOnce();
    void otherModel_getsNumbersOfItsOwn();
    void jumps_areStepsToComeBackFrom();
    void hits_areListedBelowTheField();
    void keys_moveTheView();
    void severalBlocks_areCountedInTheWay();
    void narrowPane_hidesTheOverview();
    void bodies_areOpenedByAction();

private:
    [[nodiscard]] GraphView& view() { return m_pane->view(); }
    [[nodiscard]] QAction* action(const char* id) { return m_registry->action(QString::fromLatin1(id)); }
    /// Until the picture of what was asked for is there.
    void settle() { QTRY_VERIFY(!m_pane->navigator().isBusy()); }
    [[nodiscard]] int scopeNamed(const std::string& name) const;
    [[nodiscard]] int nodeOfType(const std::string& type) const;
    [[nodiscard]] int itemOfScope(const std::string& name)
    {
        return view().scene().picture().itemOfScope(scopeNamed(name));
    }
    [[nodiscard]] PictureItem::Kind kindOf(int item)
    {
        return view().scene().picture().items()[std::size_t(item)].kind;
    }
    void press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(&view(), Qt::Key(key), modifiers);
    }
    /// Makes the block of that name the keyboard's place.
    void goTo(const std::string& name) { view().setCurrentItem(itemOfScope(name)); }

    GraphDrawingPtr m_drawing;
    std::unique_ptr<ActionRegistry> m_registry;
    std::unique_ptr<NodeSelection> m_selection;
    std::unique_ptr<GraphPane> m_pane;
};

void tst_GraphPane::initTestCase()
{
    CancelFlag feedback;
    const Result<OpenedModelPtr> model = openModel(sampleDirectory() / "fashion_cnn.onnx", feedback);
    QVERIFY(model);
    m_drawing = std::make_shared<const GraphDrawing>(model.value());
}

void tst_GraphPane::init()
{
    m_registry = std::make_unique<ActionRegistry>();
    m_selection = std::make_unique<NodeSelection>();
    m_pane = std::make_unique<GraphPane>(*m_registry);
    view().setAnimated(false);
    m_pane->setSelection(m_selection.get());
    m_pane->resize(900, 700);
    m_pane->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_pane.get()));
    m_pane->activateWindow();
    m_pane->setDrawing(m_drawing, QStringLiteral("fashion"));
    settle();
    view().setFocus();
}

void tst_GraphPane::cleanup()
{
    m_pane.reset();
    m_selection.reset();
    m_registry.reset();
}

void tst_GraphPane::cleanupTestCase()
{
    BackgroundTask::waitForAll();
}

int tst_GraphPane::scopeNamed(const std::string& name) const
{
    const std::vector<Scope>& scopes = m_drawing->scopes().scopes();
    for (std::size_t i = 1; i < scopes.size(); ++i) {
        if (scopes[i].name == name)
            return int(i);
    }
    return -1;
}

int tst_GraphPane::nodeOfType(const std::string& type) const
{
    const std::vector<Node>& nodes = m_drawing->model().graph.nodes();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].opType == type)
            return int(i);
    }
    return -1;
}

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
            return {QStringLiteral("Mine"), {{QColor(1, 2, 3), QStringLiteral("one"), 5}}, {}, {}};
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

void tst_GraphPane::otherModel_takesTheOldPictureAtOnce()
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

void tst_GraphPane::otherModel_getsNumbersOfItsOwn()
{
    // More precisions than the graph that is shown has nodes, and colours of fewer.
    m_pane->setPrecisions(NodePrecisions(100000, NodePrecision::Int8));
    const GraphScene::Share share = view().scene().shareOf(itemOfScope("head"));
    QCOMPARE(share.int8, m_drawing->scopes().at(scopeNamed("head")).nodeCount);
    const NodeColoringPtr ofSmall = colorByOperator(smallModel());
    const int count = int(m_drawing->model().graph.nodes().size());
    const std::vector<int> beyond{count - 2, count - 1, 1 << 20};
    QVERIFY(!ofSmall->colorOfAll(beyond).isValid());
}

void tst_GraphPane::jumps_areStepsToComeBackFrom()
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

void tst_GraphPane::hits_areListedBelowTheField()
{
    auto* list = m_pane->findChild<GraphHitList*>();
    const QAbstractItemModelTester tester(list->model());
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

void tst_GraphPane::keys_moveTheView()
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

void tst_GraphPane::severalBlocks_areCountedInTheWay()
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

void tst_GraphPane::narrowPane_hidesTheOverview()
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

void tst_GraphPane::bodies_areOpenedByAction()
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

QTEST_MAIN(tst_GraphPane)
#include "tst_graph_pane.moc"
