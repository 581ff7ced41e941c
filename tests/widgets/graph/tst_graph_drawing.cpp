// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/graph_models.h"
#include "tests/support/source_directory.h"
#include "widgets/graph/dot_layout.h"
#include "widgets/graph/dot_text.h"
#include "widgets/graph/graph_drawing.h"
#include "widgets/graph/subgraph_opening.h"

#include <QElapsedTimer>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <thread>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

using Kind = PictureItem::Kind;
using Direction = GraphViewState::Direction;

/// Cancelled when it is asked for the n-th time.
class CanceledLater final : public Feedback
{
public:
    explicit CanceledLater(int polls) : m_left(polls) { }
    [[nodiscard]] bool isCanceled() const override { return m_left-- <= 0; }

private:
    mutable std::atomic<int> m_left;
};

/// An environment variable for as long as it lives.
class PathVariable
{
public:
    explicit PathVariable(const QByteArray& path) : m_before(qgetenv("PATH")) { qputenv("PATH", path); }
    ~PathVariable() { qputenv("PATH", m_before); }
    PathVariable(const PathVariable&) = delete;
    PathVariable& operator=(const PathVariable&) = delete;

private:
    QByteArray m_before;
};

bool hasDot()
{
    return !QStandardPaths::findExecutable(QStringLiteral("dot")).isEmpty();
}

OpenedModelPtr opened(Model model)
{
    return std::make_shared<const OpenedModel>(std::move(model));
}

OpenedModelPtr sample()
{
    Feedback feedback;
    auto model = openModel(sampleDirectory() / "fashion_cnn.onnx", feedback);
    return model ? *model : nullptr;
}

GraphPicture pictureOf(const GraphDrawing& drawing, const GraphViewState& state)
{
    const auto picture = drawing.draw(state, Feedback());
    return picture ? **picture : GraphPicture();
}

GraphViewState allExpanded(const GraphDrawing& drawing)
{
    GraphViewState state;
    for (int scope = 1; scope < int(drawing.scopes().scopes().size()); ++scope)
        state.expanded.insert(scope);
    return state;
}

double distanceTo(const QRectF& rect, const QPointF& point)
{
    const double x = std::max({rect.left() - point.x(), 0.0, point.x() - rect.right()});
    const double y = std::max({rect.top() - point.y(), 0.0, point.y() - rect.bottom()});
    return std::hypot(x, y);
}

/// What every picture promises.
void checkPicture(const GraphPicture& picture, const GraphDrawing& drawing, const GraphViewState& state)
{
    std::vector<int> shown(drawing.model().graph.nodes().size(), 0);
    const QRectF bounds = picture.bounds.adjusted(-0.1, -0.1, 0.1, 0.1);
    for (int i = 0; i < int(picture.items.size()); ++i) {
        const PictureItem& item = picture.items[std::size_t(i)];
        QVERIFY(bounds.contains(item.rect));
        QVERIFY(item.frame < i);
        if (item.frame >= 0) {
            const PictureItem& frame = picture.items[std::size_t(item.frame)];
            QVERIFY(frame.kind == Kind::Frame);
            QVERIFY(frame.rect.contains(item.rect));
        }
        if (item.kind == Kind::Node)
            ++shown[std::size_t(item.node)];
        if (item.kind == Kind::Block) {
            for (const int node : drawing.scopes().nodesOf(item.scope))
                ++shown[std::size_t(node)];
        }
        for (int k = 0; k < i; ++k) { // neighbours do not overlap
            const PictureItem& other = picture.items[std::size_t(k)];
            if (other.frame == item.frame)
                QVERIFY(!other.rect.adjusted(0.6, 0.6, -0.6, -0.6).intersects(item.rect));
        }
    }
    const std::vector<int> inView = drawing.scopes().nodesOf(state.root);
    for (std::size_t node = 0; node < shown.size(); ++node)
        QCOMPARE(shown[node], std::binary_search(inView.begin(), inView.end(), int(node)) ? 1 : 0);

    std::map<std::pair<int, int>, int> pairs;
    for (const PictureEdge& edge : picture.edges) {
        const PictureItem& from = picture.items[std::size_t(edge.from)];
        const PictureItem& to = picture.items[std::size_t(edge.to)];
        QVERIFY(from.kind != Kind::Frame && to.kind != Kind::Frame);
        QVERIFY(!edge.tensors.empty());
        QCOMPARE(++pairs[std::pair(edge.from, edge.to)], 1);
        QVERIFY(distanceTo(from.rect, edge.path.elementAt(0)) < 3.0);
        QVERIFY(distanceTo(to.rect, edge.arrowTip) < 3.0);
        QVERIFY(distanceTo(to.rect, edge.path.currentPosition()) < 12.0);
        QVERIFY(bounds.contains(edge.path.boundingRect().adjusted(-0.01, -0.01, 0.01, 0.01)));
    }
}

/// Ends of lines as names of operators.
std::set<std::string> edgeNames(const GraphPicture& picture, const GraphDrawing& drawing)
{
    const auto name = [&](int item) {
        const PictureItem& box = picture.items[std::size_t(item)];
        return box.node >= 0 ? drawing.model().graph.nodes()[std::size_t(box.node)].name
            : box.scope >= 0 ? drawing.scopes().at(box.scope).name
                             : box.tensor;
    };
    std::set<std::string> names;
    for (const PictureEdge& edge : picture.edges)
        names.insert(name(edge.from) + ">" + name(edge.to));
    return names;
}

} // namespace

class GraphDrawingTest : public QObject
{
    Q_OBJECT

private slots:
    void picture_isWhole_data();
    void picture_isWhole();
    void lines_joinWhatFeedsEachOther();
    void inside_showsPillsForTheOutside();
    void rightward_isDownward_mirrored();
    void globalTensor_isABadge();
    void capturedValue_isALine();
    void unreadInput_isShown();
    void sameState_givesTheSamePicture();
    void otherBlocks_stayAsTheyWere_whenOneIsExpanded();
    void withoutDot_linearLayoutStepsIn();
    void brokenDot_isReplaced();
    void hangingDot_isKilled_whenCanceled();
    void canceledDrawing_saysSo();
    void hostileNames_doNotReachDot();
    void showing_opensTheScopesAround();
    void severalThreads_mayDraw();
    void badAnswer_isRefused();
    void subgraph_opens();
};

void GraphDrawingTest::picture_isWhole_data()
{
    QTest::addColumn<int>("model");
    QTest::addColumn<bool>("isExpanded");
    QTest::addColumn<bool>("isRight");
    QTest::addColumn<bool>("mayUseDot");
    const char* names[] = {"sample", "chain", "residual", "transformer", "unet"};
    for (int model = 0; model < 5; ++model) {
        for (int variant = 0; variant < 8; ++variant) {
            QTest::addRow("%s %d", names[model], variant)
                << model << ((variant & 1) != 0) << ((variant & 2) != 0) << ((variant & 4) != 0);
        }
    }
}

void GraphDrawingTest::picture_isWhole()
{
    QFETCH(int, model);
    QFETCH(bool, isExpanded);
    QFETCH(bool, isRight);
    QFETCH(bool, mayUseDot);
    std::optional<PathVariable> path;
    if (!mayUseDot)
        path.emplace("");
    const OpenedModelPtr shown = model == 0 ? sample()
        : model == 1                        ? opened(chainModel(200))
        : model == 2                        ? opened(residualModel(200))
        : model == 3                        ? opened(transformerModel(240))
                                            : opened(unetModel(200));
    QVERIFY(shown);
    const GraphDrawing drawing(shown);
    GraphViewState state = isExpanded ? allExpanded(drawing) : GraphViewState();
    state.direction = isRight ? Direction::Right : Direction::Down;
    const GraphPicture picture = pictureOf(drawing, state);
    QVERIFY(!picture.items.empty());
    checkPicture(picture, drawing, state);
}

void GraphDrawingTest::lines_joinWhatFeedsEachOther()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4});
    b.node("Relu", {"x"}, {"a"}, "/s/r");
    b.node("Abs", {"a"}, {"b"}, "/s/b");
    b.node("Neg", {"a"}, {"c"}, "/t/n");
    b.node("Add", {"b", "c"}, {"y"}, "/t/a");
    b.output("y");
    const GraphDrawing drawing(opened(b.model()));
    const GraphPicture closed = pictureOf(drawing, {});
    QCOMPARE(edgeNames(closed, drawing), (std::set<std::string>{"x>s", "s>t", "t>y"}));
    const auto between = std::find_if(closed.edges.begin(), closed.edges.end(),
                                      [](const PictureEdge& edge) { return edge.tensors.size() == 2; });
    QVERIFY(between != closed.edges.end());
    QCOMPARE(between->tensors, (std::vector<std::string>{"a", "b"}));

    GraphViewState half;
    half.expanded = {drawing.scopes().scopeOf(2)};
    QCOMPARE(edgeNames(pictureOf(drawing, half), drawing),
             (std::set<std::string>{"x>s", "s>/t/n", "s>/t/a", "/t/n>/t/a", "/t/a>y"}));
    const GraphViewState all = allExpanded(drawing);
    QCOMPARE(edgeNames(pictureOf(drawing, all), drawing),
             (std::set<std::string>{"x>/s/r", "/s/r>/s/b", "/s/r>/t/n", "/s/b>/t/a", "/t/n>/t/a", "/t/a>y"}));
}

void GraphDrawingTest::inside_showsPillsForTheOutside()
{
    const GraphDrawing drawing(sample());
    const int block3 = drawing.scopes().at(0).scopes[3];
    const GraphViewState state{.root = block3};
    const GraphPicture picture = pictureOf(drawing, state);
    checkPicture(picture, drawing, state);
    const auto count = [&](Kind kind) {
        return std::count_if(picture.items.begin(), picture.items.end(),
                             [kind](const PictureItem& item) { return item.kind == kind; });
    };
    QCOMPARE(count(Kind::Input), 1);
    QCOMPARE(count(Kind::Output), 1);
    QCOMPARE(count(Kind::Frame), 0);
}

void GraphDrawingTest::rightward_isDownward_mirrored()
{
    const GraphDrawing drawing(sample());
    const GraphPicture right = pictureOf(drawing, {.direction = Direction::Right});
    QVERIFY(right.bounds.width() > right.bounds.height());
    for (const PictureEdge& edge : right.edges) {
        const double fromX = right.items[std::size_t(edge.from)].rect.center().x();
        QVERIFY(fromX < right.items[std::size_t(edge.to)].rect.center().x());
        QVERIFY(std::abs(edge.arrowAngle) < 1.6);
    }
    const GraphPicture down = pictureOf(drawing, {});
    for (const PictureEdge& edge : down.edges)
        QVERIFY(edge.arrowAngle > 0.0); // y grows downwards
    QCOMPARE(down.items.front().rect.size(), right.items.front().rect.size()); // texts are not turned
}

void GraphDrawingTest::globalTensor_isABadge()
{
    const GraphDrawing drawing(opened(transformerModel(12 * 20)));
    const GraphPicture picture = pictureOf(drawing, {});
    int masked = 0;
    for (const PictureItem& item : picture.items) {
        if (item.kind == Kind::Block || item.kind == Kind::Node)
            masked += std::count(item.badges.begin(), item.badges.end(), std::string("mask")) > 0 ? 1 : 0;
    }
    QCOMPARE(masked, 20);
    for (const PictureEdge& edge : picture.edges)
        QVERIFY(std::find(edge.tensors.begin(), edge.tensors.end(), "mask") == edge.tensors.end());

    const GraphDrawing few(opened(transformerModel(12 * 16))); // 16 readers: lines still
    for (const PictureItem& item : pictureOf(few, {}).items)
        QVERIFY(std::find(item.badges.begin(), item.badges.end(), "mask") == item.badges.end());
}

void GraphDrawingTest::capturedValue_isALine()
{
    ModelBuilder branch(13);
    branch.node("Abs", {"a"}, {"inner"}, "abs");
    branch.output("inner", DataType::Float, {4});
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4}).input("c", DataType::Bool, {});
    b.node("Relu", {"x"}, {"a"}, "relu");
    b.node("If", {"c"}, {"y"}, "choice").graph("then_branch", branch.graph()).graph("else_branch", branch.graph());
    b.output("y", DataType::Float, {4});
    const GraphDrawing drawing(opened(b.model()));
    const std::set<std::string> names = edgeNames(pictureOf(drawing, {}), drawing);
    QCOMPARE(names, (std::set<std::string>{"x>relu", "c>choice", "relu>choice", "choice>y"}));
}

void GraphDrawingTest::unreadInput_isShown()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4}).input("unused", DataType::Float, {4});
    b.node("Relu", {"x"}, {"y"}, "relu");
    b.output("y");
    const GraphDrawing drawing(opened(b.model()));
    const GraphPicture picture = pictureOf(drawing, {});
    QCOMPARE(picture.items.size(), std::size_t(4));
    checkPicture(picture, drawing, {});
}

void GraphDrawingTest::sameState_givesTheSamePicture()
{
    const OpenedModelPtr model = opened(residualModel(300));
    const GraphDrawing drawing(model);
    const GraphDrawing again(model);
    const GraphPicture first = pictureOf(drawing, allExpanded(drawing));
    const GraphPicture second = pictureOf(again, allExpanded(again));
    const GraphPicture cached = pictureOf(drawing, allExpanded(drawing));
    for (const GraphPicture* other : {&second, &cached}) {
        QCOMPARE(other->items.size(), first.items.size());
        for (std::size_t i = 0; i < first.items.size(); ++i)
            QCOMPARE(other->items[i].rect, first.items[i].rect);
        for (std::size_t i = 0; i < first.edges.size(); ++i)
            QCOMPARE(other->edges[i].path, first.edges[i].path);
    }
}

void GraphDrawingTest::otherBlocks_stayAsTheyWere_whenOneIsExpanded()
{
    const GraphDrawing drawing(sample());
    const std::vector<int>& scopes = drawing.scopes().at(0).scopes;
    // The inside of block3 looks the same whether block5 is open or not.
    const auto insideOf = [&](const GraphViewState& state) {
        const GraphPicture picture = pictureOf(drawing, state);
        std::vector<QRectF> rects;
        QPointF corner;
        for (std::size_t i = 0; i < picture.items.size(); ++i) {
            const PictureItem& item = picture.items[i];
            if (item.kind == Kind::Frame && item.scope == scopes[3])
                corner = item.rect.topLeft();
            else if (item.frame >= 0 && picture.items[std::size_t(item.frame)].scope == scopes[3])
                rects.push_back(item.rect.translated(-corner));
        }
        return rects;
    };
    const auto alone = insideOf({.expanded = {scopes[3]}});
    const auto both = insideOf({.expanded = {scopes[2], scopes[3], scopes[5]}});
    QVERIFY(!alone.empty());
    QCOMPARE(both.size(), alone.size());
    for (std::size_t i = 0; i < alone.size(); ++i) {
        QVERIFY(std::abs(both[i].x() - alone[i].x()) < 0.001);
        QVERIFY(std::abs(both[i].y() - alone[i].y()) < 0.001);
    }
}

void GraphDrawingTest::withoutDot_linearLayoutStepsIn()
{
    const PathVariable path("");
    QVERIFY(!hasDot());
    LevelGraph graph;
    graph.boxes.resize(2, {.size = {10.0, 10.0}});
    QVERIFY(!dotLayouts({&graph}, Feedback()).front());
    const GraphDrawing drawing(sample());
    checkPicture(pictureOf(drawing, {}), drawing, {});
}

void GraphDrawingTest::brokenDot_isReplaced()
{
    const QTemporaryDir folder;
    QFile program(folder.filePath(QStringLiteral("dot")));
    QVERIFY(program.open(QIODevice::WriteOnly));
    program.write("#!/bin/sh\necho graph 1 1 1\necho node n0 nan 1 1 1\necho stop\nexit 3\n");
    program.close();
    QVERIFY(program.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    const PathVariable path(folder.path().toLocal8Bit());
    const GraphDrawing drawing(sample());
    checkPicture(pictureOf(drawing, {}), drawing, {});
}

void GraphDrawingTest::hangingDot_isKilled_whenCanceled()
{
    const QTemporaryDir folder;
    QFile program(folder.filePath(QStringLiteral("dot")));
    QVERIFY(program.open(QIODevice::WriteOnly));
    program.write("#!/bin/sh\nexec /bin/sleep 60\n");
    program.close();
    QVERIFY(program.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    const PathVariable path(folder.path().toLocal8Bit());
    const GraphDrawing drawing(sample());
    QElapsedTimer timer;
    timer.start();
    const auto picture = drawing.draw({}, CanceledLater(8));
    QVERIFY(!picture);
    QCOMPARE(picture.error().code, ErrorCode::Canceled);
    QVERIFY(timer.elapsed() < 2000);
}

void GraphDrawingTest::canceledDrawing_saysSo()
{
    const GraphDrawing drawing(opened(chainModel(300)));
    int drawn = 0;
    for (int polls = 0; polls < 12; ++polls) {
        const auto picture = drawing.draw(allExpanded(drawing), CanceledLater(polls));
        if (picture)
            ++drawn;
        else
            QCOMPARE(picture.error().code, ErrorCode::Canceled);
    }
    QVERIFY(drawn < 12);
    // Nothing half done was kept.
    checkPicture(pictureOf(drawing, allExpanded(drawing)), drawing, allExpanded(drawing));
}

void GraphDrawingTest::hostileNames_doNotReachDot()
{
    ModelBuilder b(13);
    const std::string bad = "\"];}\nstop\n<TABLE>\\N";
    b.input(bad, DataType::Float, {4});
    b.node("Relu", {bad}, {bad + "1"}, bad + "/a");
    b.node("Relu", {bad + "1"}, {bad + "2"}, bad + "/b");
    b.output(bad + "2");
    const GraphDrawing drawing(opened(b.model()));
    checkPicture(pictureOf(drawing, allExpanded(drawing)), drawing, {});
}

void GraphDrawingTest::showing_opensTheScopesAround()
{
    const GraphDrawing drawing(sample());
    const ScopeTree& tree = drawing.scopes();
    const int node = tree.nodesOf(tree.at(0).scopes[3]).front();
    const GraphViewState state = drawing.showing({}, node);
    const GraphPicture picture = pictureOf(drawing, state);
    QVERIFY(std::any_of(picture.items.begin(), picture.items.end(),
                        [node](const PictureItem& item) { return item.node == node; }));
    for (const int scope : state.expanded)
        QVERIFY(tree.contains(scope, tree.scopeOf(node)));

    // In view is another scope: the whole graph is shown again.
    QCOMPARE(drawing.showing({.root = tree.at(0).scopes[5]}, node).root, 0);
    const int inside = tree.at(0).scopes[3];
    QCOMPARE(drawing.showing({.root = inside}, node).root, inside);
}

void GraphDrawingTest::severalThreads_mayDraw()
{
    const GraphDrawing drawing(opened(residualModel(120)));
    std::atomic<int> drawn = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) {
        threads.emplace_back([&] {
            const GraphPicture picture = pictureOf(drawing, allExpanded(drawing));
            drawn += picture.items.empty() ? 0 : 1;
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    QCOMPARE(drawn.load(), 3);
}

void GraphDrawingTest::badAnswer_isRefused()
{
    LevelGraph graph;
    graph.boxes.resize(2, {.size = {72.0, 36.0}});
    graph.lines = {{.from = 0, .to = 1}};
    const std::string good = "graph 1 1 2\nnode n0 0.5 1.75 1 0.5 \"\" solid\nnode n1 0.5 0.25 1 0.5 \"\" solid\n";
    const auto layout = layoutFromPlain(graph, good + "edge n0 n1 4 .5 1.5 .5 1 .5 1 .5 .5 solid black\n");
    QVERIFY(layout);
    QCOMPARE(layout->places[0], QPointF(0.0, 0.0));
    QCOMPARE(layout->places[1], QPointF(0.0, 108.0));
    QCOMPARE(layout->splines[0].back(), QPointF(36.0, 108.0));
    // A line that is missing or broken becomes a straight one.
    for (const char* edge : {"", "edge n0 n1 4 .5 1.5\n", "edge n0 n1 5 .5 1.5 .5 1 .5 1 .5 .5 1 1 solid black\n"}) {
        const auto straight = layoutFromPlain(graph, good + edge);
        QVERIFY(straight);
        QCOMPARE(straight->splines[0].front(), QPointF(36.0, 36.0));
        QCOMPARE(straight->splines[0].back(), QPointF(36.0, 108.0));
    }
    for (const char* bad : {"", "node n0 1 1 1 1\n", "node n7 1 1 1 1\n", "node n0 x 1 1 1\n", "edge n1 n0 4 1 1\n",
                            "node n0 inf 1 1 1\n", "node n99999999999999999999 1 1 1 1\n"})
        QVERIFY2(!layoutFromPlain(graph, bad), bad);
}

void GraphDrawingTest::subgraph_opens()
{
    ModelBuilder branch(13);
    branch.node("Abs", {"x"}, {"inner"}, "abs");
    branch.output("inner", DataType::Float, {4});
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4}).input("c", DataType::Bool, {});
    b.node("If", {"c"}, {"y"}, "choice").graph("then_branch", branch.graph()).graph("else_branch", branch.graph());
    b.output("y", DataType::Float, {4});
    const OpenedModelPtr model = opened(b.model());
    Feedback feedback;
    const auto body = openSubgraph(*model, 0, "then_branch", feedback);
    QVERIFY(body);
    const GraphDrawing drawing(*body);
    QCOMPARE(edgeNames(pictureOf(drawing, {}), drawing), (std::set<std::string>{"x>abs", "abs>inner"}));
    QVERIFY(!openSubgraph(*model, 0, "body", feedback));
}

QTEST_MAIN(GraphDrawingTest)
#include "tst_graph_drawing.moc"
