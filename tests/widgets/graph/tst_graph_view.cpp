// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_view.h"

#include "tests/widgets/graph/graph_scenes.h"
#include "widgets/common/theme.h"
#include "widgets/graph/graph_minimap.h"
#include "widgets/graph/operator_category.h"

#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

class FixedFacts final : public EdgeFacts
{
public:
    [[nodiscard]] QString text(const std::string& tensor) const override
    {
        return tensor == "m" ? QStringLiteral("s8 · 2⁻¹") : QString();
    }
};

} // namespace

class tst_GraphView : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void click_selectsTheNode();
    void release_doesNothingOnAnotherPicture_data();
    void release_doesNothingOnAnotherPicture();
    void controlClick_togglesTheNode();
    void clickOnNothing_clearsTheSelection();
    void clickOnInput_selectsItsValue();
    void clickOnPort_selectsTheInitializer();
    void clickOnEdge_selectsItsValue();
    void shiftDrag_selectsWhatTheBandTouches();
    void bandTool_selectsAndEscLeavesIt();
    void dragging_pans_data();
    void dragging_pans();
    void wheel_scrollsAndZoomsAtTheCursor();
    void zoom_staysWithinItsLimits();
    void arrows_walkAlongEdges();
    void enter_activatesTheNode();
    void fit_showsEverything();
    void frameSelection_showsTheSelectedNodes();
    void selectionFromElsewhere_isFollowed();
    void description_tellsTheCurrentNode();
    void tips_tellWhatIsThere();
    void boundaries_standAtTheProducer();
    void overview_showsColoursAndSelection_ofThousandsOfBoxes();
    void boundaries_nameTheTypesOfTheCodes();
    void marks_areThoseOfTheLastCall_oneKindAtATime();
    void badgeMenu_listsTheConsumers();
    void contextMenu_isAboutWhatWasClicked();
    void detail_followsTheZoom();
    void marks_areDrawn();
    void picture_isNotLostFromSight();

private:
    [[nodiscard]] QPoint at(double x, double y) const { return m_view->toView(QPointF(x, y)).toPoint(); }
    [[nodiscard]] QPoint middleOf(int item) const
    {
        const QPointF centre = m_view->scene().picture().items()[std::size_t(item)].rect.center();
        return m_view->toView(centre).toPoint();
    }
    void click(const QPoint& point, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::mouseClick(m_view.get(), Qt::LeftButton, modifiers, point);
    }
    void drag(Qt::MouseButton button, Qt::KeyboardModifiers modifiers, const QPoint& from, const QPoint& to)
    {
        QTest::mousePress(m_view.get(), button, modifiers, from);
        for (const QPoint& point : {(from + to) / 2, to}) {
            QMouseEvent move(QEvent::MouseMove, point, m_view->mapToGlobal(point), Qt::NoButton, button, modifiers);
            QCoreApplication::sendEvent(m_view.get(), &move);
        }
        QTest::mouseRelease(m_view.get(), button, modifiers, to);
    }

    std::unique_ptr<GraphView> m_view;
    std::unique_ptr<NodeSelection> m_selection;
};

void tst_GraphView::init()
{
    m_selection = std::make_unique<NodeSelection>();
    m_view = std::make_unique<GraphView>();
    m_view->setAnimated(false);
    m_view->resize(500, 500);
    m_view->setSelection(m_selection.get());
    m_view->show();
    m_view->setContent({smallModel(), nullptr}, smallPicture());
    m_view->setPlace({QPointF(125, 221), 1.0});
}

void tst_GraphView::cleanup()
{
    m_view.reset();
    m_selection.reset();
}

void tst_GraphView::click_selectsTheNode()
{
    QSignalSpy changed(m_selection.get(), &NodeSelection::selectionChanged);
    click(middleOf(2));
    QCOMPARE(m_selection->current(), 1);
    QCOMPARE(m_selection->nodes(), std::set<int>({1}));
    QCOMPARE(m_view->currentItem(), 2);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(m_view->scene().marksOf(2) & GraphScene::Selected, unsigned(GraphScene::Selected));
}

void tst_GraphView::release_doesNothingOnAnotherPicture_data()
{
    QTest::addColumn<bool>("isCleared");
    QTest::newRow("smaller picture") << false;
    QTest::newRow("none") << true;
}

void tst_GraphView::release_doesNothingOnAnotherPicture()
{
    QFETCH(bool, isCleared);
    const QPoint place = middleOf(4);
    QTest::mousePress(m_view.get(), Qt::LeftButton, {}, place);
    if (isCleared) {
        m_view->clear();
    } else {
        auto picture = std::make_shared<GraphPicture>();
        picture->items = {nodeBox(0, 0, 0)};
        picture->bounds = QRectF(0, 0, 150, 40);
        m_view->setPicture(std::make_shared<const IndexedPicture>(picture));
    }
    QTest::mouseRelease(m_view.get(), Qt::LeftButton, {}, place);
    QVERIFY(m_selection->nodes().empty());
    QCOMPARE(m_view->currentItem(), -1);
    m_view->setContent({smallModel(), nullptr}, smallPicture());
    click(middleOf(2)); // and the next click is one again
    QCOMPARE(m_selection->nodes(), std::set<int>({1}));
}

void tst_GraphView::controlClick_togglesTheNode()
{
    click(middleOf(2));
    click(middleOf(3), Qt::ControlModifier);
    QCOMPARE(m_selection->nodes(), std::set<int>({1, 2}));
    click(middleOf(2), Qt::ControlModifier);
    QCOMPARE(m_selection->nodes(), std::set<int>({2}));
}

void tst_GraphView::clickOnNothing_clearsTheSelection()
{
    click(middleOf(2));
    click(at(300, 300), Qt::ControlModifier);
    QCOMPARE(m_selection->nodes().size(), std::size_t(1));
    click(at(300, 300));
    QVERIFY(m_selection->nodes().empty());
}

void tst_GraphView::clickOnInput_selectsItsValue()
{
    click(middleOf(0));
    QCOMPARE(m_selection->tensor(), std::string("x"));
    QVERIFY(m_selection->nodes().empty());
    QCOMPARE(m_view->currentItem(), 0);
}

void tst_GraphView::clickOnPort_selectsTheInitializer()
{
    const QRectF conv = m_view->scene().picture().items()[1].rect;
    click(m_view->toView(graph_parts::port(conv, 1).center()).toPoint() - QPoint(3, 0));
    QCOMPARE(m_selection->tensor(), std::string("b"));
}

void tst_GraphView::clickOnEdge_selectsItsValue()
{
    const std::span<const QPointF> line = m_view->scene().picture().line(4);
    click(m_view->toView(line[line.size() / 2]).toPoint());
    QCOMPARE(m_selection->tensor(), std::string("m"));
}

void tst_GraphView::shiftDrag_selectsWhatTheBandTouches()
{
    drag(Qt::LeftButton, Qt::ShiftModifier, at(-10, 150), at(260, 300));
    QCOMPARE(m_selection->nodes(), std::set<int>({1, 2}));
    drag(Qt::LeftButton, Qt::ShiftModifier | Qt::ControlModifier, at(260, 320), at(200, 380));
    QCOMPARE(m_selection->nodes(), std::set<int>({1, 2, 3}));
}

void tst_GraphView::bandTool_selectsAndEscLeavesIt()
{
    QSignalSpy toolChanged(m_view.get(), &GraphView::toolChanged);
    QSignalSpy escaped(m_view.get(), &GraphView::escapePressed);
    m_view->setTool(GraphView::Tool::RubberBand);
    drag(Qt::LeftButton, Qt::NoModifier, at(260, 60), at(100, 130));
    QCOMPARE(m_selection->nodes(), std::set<int>({0}));
    QTest::keyClick(m_view.get(), Qt::Key_Escape);
    QVERIFY(m_view->tool() == GraphView::Tool::Select);
    QCOMPARE(toolChanged.size(), 2);
    QCOMPARE(escaped.size(), 0);
    QTest::keyClick(m_view.get(), Qt::Key_Escape);
    QCOMPARE(escaped.size(), 1);
}

void tst_GraphView::dragging_pans_data()
{
    QTest::addColumn<Qt::MouseButton>("button");
    QTest::addColumn<bool>("withSpace");
    QTest::newRow("left on nothing") << Qt::LeftButton << false;
    QTest::newRow("middle") << Qt::MiddleButton << false;
    QTest::newRow("left with space") << Qt::LeftButton << true;
}

void tst_GraphView::dragging_pans()
{
    QFETCH(Qt::MouseButton, button);
    QFETCH(bool, withSpace);
    const QPointF before = m_view->place().centre;
    if (withSpace)
        QTest::keyPress(m_view.get(), Qt::Key_Space);
    drag(button, Qt::NoModifier, QPoint(400, 400), QPoint(440, 370));
    QCOMPARE(m_view->place().centre, before - QPointF(40, -30));
    QVERIFY(m_selection->nodes().empty());
}

void tst_GraphView::wheel_scrollsAndZoomsAtTheCursor()
{
    const auto wheel = [this](const QPoint& angle, Qt::KeyboardModifiers modifiers) {
        const QPointF point(100, 120);
        QWheelEvent event(point, m_view->mapToGlobal(point), QPoint(), angle, Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(m_view.get(), &event);
    };
    QPointF before = m_view->place().centre;
    wheel({0, -120}, Qt::NoModifier);
    QCOMPARE(m_view->place().centre, before + QPointF(0, 60));
    before = m_view->place().centre;
    wheel({0, -120}, Qt::ShiftModifier);
    QCOMPARE(m_view->place().centre, before + QPointF(60, 0));
    const QPointF under = m_view->toScene(QPointF(100, 120));
    wheel({0, 120}, Qt::ControlModifier);
    QVERIFY(m_view->zoom() > 1.1);
    QVERIFY((m_view->toScene(QPointF(100, 120)) - under).manhattanLength() < 1e-6);
}

void tst_GraphView::zoom_staysWithinItsLimits()
{
    m_view->setZoom(100.0);
    QCOMPARE(m_view->zoom(), 4.0);
    m_view->setZoom(0.0001);
    QCOMPARE(m_view->zoom(), 0.05);
    m_view->zoomBy(2.0);
    QCOMPARE(m_view->zoom(), 0.1);
}

void tst_GraphView::arrows_walkAlongEdges()
{
    const auto press = [this](int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(m_view.get(), Qt::Key(key), modifiers);
    };
    press(Qt::Key_Down); // nowhere yet: at the first box
    QCOMPARE(m_view->currentItem(), 0);
    press(Qt::Key_Down);
    QCOMPARE(m_selection->current(), 0);
    press(Qt::Key_Down); // the nearer one of sigmoid and mul
    QCOMPARE(m_selection->current(), 2);
    press(Qt::Key_Up);
    QVERIFY(m_selection->current() == 0 || m_selection->current() == 1);
    press(Qt::Key_Down);
    press(Qt::Key_Down);
    QCOMPARE(m_selection->current(), 3);
    press(Qt::Key_Right); // there is nothing
    QCOMPARE(m_selection->current(), 3);
    press(Qt::Key_Down);
    QCOMPARE(m_selection->tensor(), std::string("y"));
}

void tst_GraphView::enter_activatesTheNode()
{
    QSignalSpy activated(m_view.get(), &GraphView::nodeActivated);
    QTest::keyClick(m_view.get(), Qt::Key_Return);
    QCOMPARE(activated.size(), 0);
    m_selection->select(3);
    QTest::keyClick(m_view.get(), Qt::Key_Return);
    QCOMPARE(activated.size(), 1);
    QCOMPARE(activated[0][0].toInt(), 3);
    QTest::mouseDClick(m_view.get(), Qt::LeftButton, {}, middleOf(1));
    QCOMPARE(activated.last()[0].toInt(), 0);
}

void tst_GraphView::fit_showsEverything()
{
    m_view->setPlace({QPointF(0, 0), 3.0});
    m_view->fit();
    QVERIFY(m_view->visibleArea().contains(QRectF(0, 0, 250, 442)));
    QCOMPARE(m_view->zoom(), 1.0); // no larger than life
    m_view->resize(300, 200);
    m_view->fit();
    QVERIFY(m_view->zoom() < 0.5);
    QVERIFY(m_view->visibleArea().contains(QRectF(0, 0, 250, 442)));
}

void tst_GraphView::frameSelection_showsTheSelectedNodes()
{
    m_view->setPlace({QPointF(125, 440), 0.3});
    m_selection->select({0, 1}, 0);
    m_view->frameSelection();
    QVERIFY(m_view->visibleArea().contains(QRectF(0, 80, 250, 118)));
    QVERIFY(m_view->zoom() > 0.9);
    QVERIFY((m_view->place().centre - QPointF(125, 139)).manhattanLength() < 1.0);
}

void tst_GraphView::selectionFromElsewhere_isFollowed()
{
    m_selection->select(2);
    QCOMPARE(m_view->currentItem(), 3);
    QVERIFY(m_view->scene().marksOf(3) & GraphScene::Selected);
    m_selection->clear();
    QCOMPARE(m_view->scene().marksOf(3), 0U);
    m_view->setSelection(nullptr);
    m_selection->select(1);
    QCOMPARE(m_view->scene().marksOf(2), 0U);
}

void tst_GraphView::description_tellsTheCurrentNode()
{
    QCOMPARE(m_view->accessibleName(), QStringLiteral("Graph"));
    m_view->changeScene([](GraphScene& scene) { scene.setPrecisions(NodePrecisions(4, NodePrecision::Int8)); });
    m_selection->select(0);
    QCOMPARE(m_view->accessibleDescription(), QStringLiteral("Conv head/conv, 1 of 4, int8 (s8), inputs x"));
    m_selection->select(2);
    QCOMPARE(m_view->accessibleDescription(), QStringLiteral("Mul head/mul, 3 of 4, int8 (s8), inputs c, s"));
    click(middleOf(5));
    QCOMPARE(m_view->accessibleDescription(), QStringLiteral("Output y"));
}

void tst_GraphView::tips_tellWhatIsThere()
{
    m_view->changeScene([](GraphScene& scene) {
        scene.setFacts(std::make_shared<FixedFacts>());
        scene.setColoring(colorByParameters(scene.content().model));
    });
    const QString conv = m_view->tipAt(middleOf(1));
    QVERIFY2(conv.contains(QStringLiteral("head/conv")) && conv.contains(QStringLiteral("3→16"))
                 && conv.contains(QStringLiteral("KiB")),
             qPrintable(conv));
    const std::span<const QPointF> line = m_view->scene().picture().line(4);
    const QString edge = m_view->tipAt(m_view->toView(line[line.size() / 2]));
    QVERIFY2(edge.contains(QStringLiteral("1×16×8×8")) && edge.contains(QStringLiteral("2⁻¹")), qPrintable(edge));
    const QRectF box = m_view->scene().picture().items()[1].rect;
    QVERIFY(m_view->tipAt(m_view->toView(graph_parts::port(box, 0).center())).contains(QStringLiteral("16×3×3×3")));
    QVERIFY(m_view->tipAt(at(400, 400)).isEmpty());
}

void tst_GraphView::boundaries_nameTheTypesOfTheCodes()
{
    using P = NodePrecision;
    m_view->changeScene([](GraphScene& scene) {
        scene.setPrecisions({P::Int8, P::Int8, P::Float, P::Int16},
                            {DataType::UInt8, DataType::Int8, DataType::Float, DataType::UInt16});
    });
    const auto boundaries = m_view->scene().boundariesIn(m_view->scene().picture().picture().bounds);
    QCOMPARE(boundaries.size(), std::size_t(3));
    QCOMPARE(boundaries[0].text, QStringLiteral("u8 → f32"));
    QCOMPARE(boundaries[1].text, QStringLiteral("s8 → f32"));
    QCOMPARE(boundaries[2].text, QStringLiteral("f32 → u16"));
    QCOMPARE(m_view->scene().typeText(0), QStringLiteral("u8"));
    QCOMPARE(m_view->scene().typeText(4), QString());
    QVERIFY(m_view->descriptionOf(1).contains(QStringLiteral("int8 (u8)")));
}

void tst_GraphView::marks_areThoseOfTheLastCall_oneKindAtATime()
{
    m_view->changeScene([](GraphScene& scene) {
        scene.setHits({0, 1});
        scene.setMarks({{1}, {2}, {3}});
        scene.setHits({1});
    });
    const GraphScene& scene = m_view->scene();
    QCOMPARE(scene.marksOf(1), 0U);
    QCOMPARE(scene.marksOf(2), unsigned(GraphScene::Hit) | unsigned(GraphScene::Caught));
    QCOMPARE(scene.marksOf(3), unsigned(GraphScene::Start));
    QCOMPARE(scene.marksOf(4), unsigned(GraphScene::End));
    m_view->changeScene([](GraphScene& changed) { changed.setMarks({}); });
    QCOMPARE(scene.marksOf(2), unsigned(GraphScene::Hit));
    QCOMPARE(scene.marksOf(3), 0U);
}

void tst_GraphView::boundaries_standAtTheProducer()
{
    m_view->changeScene([](GraphScene& scene) {
        scene.setPrecisions({NodePrecision::Int8, NodePrecision::Int8, NodePrecision::Excluded, NodePrecision::Int16});
    });
    const auto boundaries = m_view->scene().boundariesIn(m_view->scene().picture().picture().bounds);
    QCOMPARE(boundaries.size(), std::size_t(3)); // c and s into mul, m out of it; s into concat changes no kind
    QCOMPARE(boundaries[0].tensor, std::string("c"));
    QCOMPARE(boundaries[0].text, QStringLiteral("s8 → f32"));
    QCOMPARE(boundaries[2].text, QStringLiteral("f32 → s16"));
    const double distance = QLineF(boundaries[2].centre, QPointF(175, 278)).length();
    QVERIFY2(distance < 30.0, qPrintable(QString::number(distance)));
    click(m_view->toView(boundaries[2].centre).toPoint());
    QCOMPARE(m_selection->tensor(), std::string("m"));
}

void tst_GraphView::overview_showsColoursAndSelection_ofThousandsOfBoxes()
{
    auto picture = std::make_shared<GraphPicture>();
    constexpr int kRows = 100; // so many boxes that the overview writes pixels itself
    for (int i = 0; i < kRows * 40; ++i) // node 1 at the upper left, node 0 elsewhere
        picture->items.push_back(nodeBox(i + 1 == kRows * 40 ? 1 : 0, (i % 40) * 160.0, (i / 40) * 64.0));
    picture->items.back().rect = QRectF(0, 0, 1600, 1600);
    picture->bounds = QRectF(0, 0, 6400, 6400);
    m_view->setContent({smallModel(), nullptr}, std::make_shared<const IndexedPicture>(picture));
    m_view->setPlace({QPointF(5600, 5600), 4.0}); // the visible part is small, and not where the test looks
    GraphMinimap overview(*m_view);
    overview.resize(148, 148);
    const auto colorAt = [&overview](double x, double y) {
        return overview.grab().toImage().pixelColor(overview.toMap(QPointF(x, y)).toPoint());
    };
    m_view->changeScene([](GraphScene& scene) { scene.setColoring(colorByOperator(smallModel())); });
    const Theme& theme = Theme::current();
    QCOMPARE(colorAt(700, 700), theme.categories[std::size_t(operatorCategory("Sigmoid"))]);
    QCOMPARE(colorAt(3275, 3219), theme.categories[std::size_t(operatorCategory("Conv"))]);
    m_selection->select(1);
    QCOMPARE(colorAt(700, 700), theme.selection);
    QCOMPARE(colorAt(3275, 3219), theme.categories[std::size_t(operatorCategory("Conv"))]);
}

void tst_GraphView::badgeMenu_listsTheConsumers()
{
    QMenu* menu = m_view->consumersMenu("c");
    QStringList texts;
    for (const QAction* action : menu->actions())
        texts += action->text();
    QVERIFY(texts.contains(QStringLiteral("Sigmoid  head/act")));
    QVERIFY(texts.contains(QStringLiteral("Mul  head/mul")));
    QSignalSpy revealed(m_selection.get(), &NodeSelection::revealRequested);
    menu->actions().last()->trigger();
    QCOMPARE(revealed.size(), 1);
    menu->actions()[1]->trigger();
    QCOMPARE(m_selection->nodes(), std::set<int>({1, 2}));
    delete menu;
}

void tst_GraphView::contextMenu_isAboutWhatWasClicked()
{
    QSignalSpy requested(m_view.get(), &GraphView::contextMenuRequested);
    const auto ask = [this](const QPoint& point) {
        QContextMenuEvent event(QContextMenuEvent::Mouse, point, m_view->mapToGlobal(point));
        QCoreApplication::sendEvent(m_view.get(), &event);
    };
    ask(middleOf(1));
    QCOMPARE(requested.last()[0].toInt(), 0);
    QCOMPARE(m_selection->nodes(), std::set<int>({0}));
    m_selection->select({1, 2}, 1);
    ask(middleOf(3)); // one of several that are selected: they stay
    QCOMPARE(requested.last()[0].toInt(), 2);
    QCOMPARE(m_selection->nodes().size(), std::size_t(2));
    ask(at(400, 300));
    QCOMPARE(requested.last()[0].toInt(), -1);
    QCOMPARE(requested.size(), 3);
}

void tst_GraphView::detail_followsTheZoom()
{
    QVERIFY(graphDetail(4.0) == GraphDetail::Full);
    QVERIFY(graphDetail(0.8) == GraphDetail::Full);
    QVERIFY(graphDetail(0.79) == GraphDetail::Lines);
    QVERIFY(graphDetail(0.5) == GraphDetail::Lines);
    QVERIFY(graphDetail(0.49) == GraphDetail::Boxes);
    QVERIFY(graphDetail(0.25) == GraphDetail::Boxes);
    QVERIFY(graphDetail(0.24) == GraphDetail::Blocks);
    // From far a box is one colour.
    m_view->changeScene([](GraphScene& scene) { scene.setColoring(colorByOperator(scene.content().model)); });
    m_view->setPlace({QPointF(125, 221), 0.2});
    const QImage image = m_view->grab().toImage();
    QCOMPARE(image.pixelColor(middleOf(1)), Theme::current().categories[0]);
    QCOMPARE(image.pixelColor(middleOf(2)), Theme::current().categories[1]);
}

void tst_GraphView::marks_areDrawn()
{
    const QPoint besideMul = at(97, 250);
    const QColor before = m_view->grab().toImage().pixelColor(besideMul);
    GraphMarks marks;
    marks.caught = {2};
    marks.starts = {1};
    marks.ends = {3};
    m_view->changeScene([&marks](GraphScene& scene) { scene.setMarks(marks); });
    QCOMPARE(m_view->scene().marksOf(2), unsigned(GraphScene::Start));
    QCOMPARE(m_view->scene().marksOf(3), unsigned(GraphScene::Caught));
    QVERIFY(m_view->grab().toImage().pixelColor(besideMul) != before);
    m_view->changeScene([](GraphScene& scene) { scene.setMarks({}); });
    QCOMPARE(m_view->grab().toImage().pixelColor(besideMul), before);
}

void tst_GraphView::picture_isNotLostFromSight()
{
    m_view->setPlace({QPointF(1e6, -1e6), 1.0});
    QVERIFY(m_view->visibleArea().intersects(QRectF(0, 0, 250, 442)));
}

QTEST_MAIN(tst_GraphView)
#include "tst_graph_view.moc"
