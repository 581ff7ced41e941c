// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/layering.h"
#include "widgets/graph/linear_layout.h"
#include "widgets/graph/side_lanes.h"

#include <QRectF>
#include <QTest>

#include <rapidcheck.h>

#include <algorithm>

using namespace quantiscope;

namespace {

/// Cancelled from the start.
class Canceled final : public Feedback
{
public:
    [[nodiscard]] bool isCanceled() const override { return true; }
};

rc::Gen<LevelGraph> anyLevel()
{
    return rc::gen::exec([] {
        LevelGraph graph;
        const int entries = *rc::gen::inRange(0, 3);
        const int boxes = *rc::gen::inRange(1, 30);
        const int exits = *rc::gen::inRange(0, 3);
        for (int i = 0; i < boxes; ++i) {
            LevelGraph::Box box;
            box.size = {double(*rc::gen::inRange(10, 400)), double(*rc::gen::inRange(10, 200))};
            graph.boxes.push_back(box);
        }
        for (int i = 0; i < entries; ++i)
            graph.boxes.push_back({.size = {0.0, 0.0}, .role = LevelGraph::Role::Entry});
        for (int i = 0; i < exits; ++i)
            graph.boxes.push_back({.size = {0.0, 0.0}, .role = LevelGraph::Role::Exit});
        const int lines = *rc::gen::inRange(0, 60);
        for (int i = 0; i < lines; ++i) {
            const int from = *rc::gen::inRange(0, boxes + entries);
            const int to = *rc::gen::inRange(0, boxes + exits);
            LevelGraph::Line line;
            line.from = from;
            line.to = to < boxes ? to : to + entries;
            if (line.from != line.to)
                graph.lines.push_back(line);
        }
        return graph;
    });
}

QRectF rectOf(const LevelGraph& graph, const LevelLayout& layout, std::size_t box)
{
    return {layout.places[box], graph.boxes[box].size};
}

} // namespace

class LinearLayoutTest : public QObject
{
    Q_OBJECT

private slots:
    void boxes_neverOverlap_andLieInside();
    void lines_goDown_whenThereIsNoCycle();
    void cycle_hasOneLineUpwards();
    void entriesAndExits_areAtTheEnds();
    void sameGraph_givesTheSameLayout();
    void chain_isStraight();
    void longLine_passesBesideTheBoxes();
    void canceledLayout_stops();
    void outerBorder_isTheMaximum();
    void lanes_differ_whereLinesMeet();
};

void LinearLayoutTest::boxes_neverOverlap_andLieInside()
{
    QVERIFY(rc::check([] {
        const LevelGraph graph = *anyLevel();
        const LevelLayout layout = linearLayout(graph, Feedback());
        const QRectF bounds = QRectF(QPointF(0.0, 0.0), layout.size).adjusted(-0.01, -0.01, 0.01, 0.01);
        RC_ASSERT(layout.places.size() == graph.boxes.size());
        RC_ASSERT(layout.splines.size() == graph.lines.size());
        RC_ASSERT(layout.labels.size() == graph.lines.size());
        for (std::size_t i = 0; i < graph.boxes.size(); ++i) {
            const QRectF rect = rectOf(graph, layout, i);
            RC_ASSERT(bounds.contains(rect.topLeft()));
            RC_ASSERT(bounds.contains(rect.bottomRight()));
            for (std::size_t k = 0; k < i; ++k)
                RC_ASSERT(!rect.adjusted(0.1, 0.1, -0.1, -0.1).intersects(rectOf(graph, layout, k)));
        }
        for (std::size_t i = 0; i < graph.lines.size(); ++i) {
            const Spline& spline = layout.splines[i];
            const LevelGraph::Line& line = graph.lines[i];
            RC_ASSERT(spline.size() >= 4U);
            RC_ASSERT(spline.size() % 3 == 1U);
            const QRectF from = rectOf(graph, layout, std::size_t(line.from));
            const QRectF to = rectOf(graph, layout, std::size_t(line.to));
            RC_ASSERT(std::abs(spline.front().y() - from.bottom()) < 0.01);
            RC_ASSERT(std::abs(spline.back().y() - to.top()) < 0.01);
            for (const QPointF& point : spline)
                RC_ASSERT(bounds.contains(point));
        }
    }));
}

void LinearLayoutTest::lines_goDown_whenThereIsNoCycle()
{
    QVERIFY(rc::check([] {
        LevelGraph graph = *anyLevel();
        for (LevelGraph::Line& line : graph.lines) {
            const bool isBoxToBox = graph.boxes[std::size_t(line.from)].role == LevelGraph::Role::Box
                && graph.boxes[std::size_t(line.to)].role == LevelGraph::Role::Box;
            if (isBoxToBox && line.from > line.to)
                std::swap(line.from, line.to);
        }
        const Layering layering = layersOf(graph);
        for (const LevelGraph::Line& line : graph.lines)
            RC_ASSERT(layering.layerOf[std::size_t(line.from)] < layering.layerOf[std::size_t(line.to)]);
        std::size_t total = 0;
        for (const std::vector<int>& layer : layering.layers) {
            RC_ASSERT(!layer.empty());
            total += layer.size();
        }
        RC_ASSERT(total == graph.boxes.size());
    }));
}

void LinearLayoutTest::cycle_hasOneLineUpwards()
{
    LevelGraph graph;
    graph.boxes.resize(3, {.size = {10.0, 10.0}});
    graph.lines = {{.from = 0, .to = 1}, {.from = 1, .to = 2}, {.from = 2, .to = 0}};
    const Layering layering = layersOf(graph);
    QCOMPARE(layering.layerOf, (std::vector<int>{0, 1, 2}));
    QCOMPARE(linearLayout(graph, Feedback()).splines.size(), std::size_t(3));
}

void LinearLayoutTest::entriesAndExits_areAtTheEnds()
{
    LevelGraph graph;
    graph.boxes = {{.size = {10.0, 10.0}},
                   {.size = {10.0, 10.0}},
                   {.size = {0.0, 0.0}, .role = LevelGraph::Role::Entry},
                   {.size = {0.0, 0.0}, .role = LevelGraph::Role::Exit}};
    graph.lines = {{.from = 0, .to = 1}, {.from = 2, .to = 1}, {.from = 0, .to = 3}};
    const LevelLayout layout = linearLayout(graph, Feedback());
    QCOMPARE(layout.places[2].y(), 0.0);
    QCOMPARE(layout.places[3].y(), layout.size.height());
    QVERIFY(layout.places[0].y() > 0.0);
}

void LinearLayoutTest::sameGraph_givesTheSameLayout()
{
    QVERIFY(rc::check([] {
        const LevelGraph graph = *anyLevel();
        const LevelLayout first = linearLayout(graph, Feedback());
        const LevelLayout second = linearLayout(graph, Feedback());
        RC_ASSERT(first.places == second.places);
        RC_ASSERT(first.splines == second.splines);
    }));
}

void LinearLayoutTest::chain_isStraight()
{
    LevelGraph graph;
    for (int i = 0; i < 10; ++i) {
        graph.boxes.push_back({.size = {double(50 + 10 * (i % 3)), 20.0}});
        if (i > 0)
            graph.lines.push_back({.from = i - 1, .to = i});
    }
    const LevelLayout layout = linearLayout(graph, Feedback());
    for (std::size_t i = 0; i < 10; ++i)
        QVERIFY(std::abs(rectOf(graph, layout, i).center().x() - rectOf(graph, layout, 0).center().x()) < 0.01);
}

void LinearLayoutTest::longLine_passesBesideTheBoxes()
{
    LevelGraph graph;
    graph.boxes.resize(5, {.size = {100.0, 20.0}});
    for (int i = 1; i < 5; ++i)
        graph.lines.push_back({.from = i - 1, .to = i});
    graph.lines.push_back({.from = 0, .to = 4});
    const LevelLayout layout = linearLayout(graph, Feedback());
    const QRectF between = rectOf(graph, layout, 2);
    const Spline& spline = layout.splines.back();
    const bool isBeside = std::any_of(spline.begin(), spline.end(),
                                      [&](const QPointF& point) { return point.x() > between.right() + 5.0; });
    QVERIFY(isBeside);
}

void LinearLayoutTest::canceledLayout_stops()
{
    LevelGraph graph;
    graph.boxes.resize(2, {.size = {10.0, 10.0}});
    QVERIFY(linearLayout(graph, Canceled()).places.empty());
}

void LinearLayoutTest::outerBorder_isTheMaximum()
{
    QVERIFY(rc::check([](const std::vector<int>& borders) {
        if (borders.empty())
            return;
        const OuterBorder border(std::vector<double>(borders.begin(), borders.end()));
        const auto first = *rc::gen::inRange<std::size_t>(0, borders.size());
        const auto last = *rc::gen::inRange<std::size_t>(first, borders.size());
        const auto begin = borders.begin();
        RC_ASSERT(border.of(first, last)
                  == double(*std::max_element(begin + std::ptrdiff_t(first), begin + std::ptrdiff_t(last) + 1)));
    }));
}

void LinearLayoutTest::lanes_differ_whereLinesMeet()
{
    QCOMPARE(lanesOf({{1, 5}, {2, 3}, {4, 6}, {6, 7}, {7, 7}}), (std::vector<int>{0, 1, 1, 0, 1}));
}

QTEST_APPLESS_MAIN(LinearLayoutTest)
#include "tst_linear_layout.moc"
