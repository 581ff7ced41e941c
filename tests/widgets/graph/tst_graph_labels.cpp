// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/graph_models.h"
#include "tests/support/source_directory.h"
#include "tests/widgets/graph/graph_scenes.h"
#include "widgets/common/theme.h"
#include "widgets/graph/graph_drawing.h"
#include "widgets/graph/graph_painter.h"
#include "widgets/graph/graph_view.h"

#include <QImage>
#include <QPainter>
#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;

// Labels of edges, chips, badges and pills: where they are, and that they stay there.

namespace {

OpenedModelPtr opened(const std::filesystem::path& path)
{
    Feedback feedback;
    auto model = openModel(path, feedback);
    return model ? *model : nullptr;
}

OpenedModelPtr known(const QString& model)
{
    if (model == QLatin1String("sample"))
        return opened(sampleDirectory() / "fashion_cnn.onnx");
    if (model == QLatin1String("yolox"))
        return opened(sourceDirectory() / ".." / "shared" / "models" / "yolox_nano" / "yolox_nano.onnx");
    if (model == QLatin1String("quantized")) // chips of quantizers on nearly all edges
        return opened(sourceDirectory() / ".." / "shared" / "goldens" / "yolox_nano" / "quark_A8W8" / "quantized.onnx");
    return std::make_shared<const OpenedModel>(model == QLatin1String("residual") ? residualModel(120)
                                                                                  : transformerModel(240));
}

struct Drawn
{
    OpenedModelPtr model;
    GraphContent content;
    IndexedPicturePtr picture;
};

/// @p model with every scope open, or (otherwise) none.
Drawn drawn(const OpenedModelPtr& model, bool isOpen)
{
    const GraphDrawing drawing(model);
    GraphViewState state;
    for (int scope = 1; isOpen && scope < int(drawing.scopes().scopes().size()); ++scope)
        state.expanded.insert(scope);
    const auto picture = drawing.draw(state, Feedback());
    if (!picture)
        qFatal("%s", picture.error().message.c_str());
    auto scopes = std::make_shared<const ScopeTree>(model->graph);
    return {model, {model, std::move(scopes)}, std::make_shared<const IndexedPicture>(*picture)};
}

/// A scene with float nodes here and there, a start and an end.
void fill(GraphScene& scene, std::size_t nodes)
{
    NodePrecisions precisions(nodes, NodePrecision::Int8);
    for (std::size_t i = 0; i < nodes; i += 3)
        precisions[i] = i % 2 == 0 ? NodePrecision::Excluded : NodePrecision::Int16;
    scene.setPrecisions(std::move(precisions));
    scene.setMarks({{1, 2}, {0}, {int(nodes) - 1}});
}

QString textOf(const QRectF& rect)
{
    return QStringLiteral("(%1, %2, %3 x %4)").arg(rect.x()).arg(rect.y()).arg(rect.width()).arg(rect.height());
}

/// Moves a view that shows @p area by @p step, until it has left the picture, and back; only what comes into sight is
/// drawn. Fails where a label has been drawn in part: it stands on both sides of the border, and only one shows it.
/// Returns how many stood so.
int pan(const GraphScene& scene, QRectF area, QPointF step)
{
    QImage image(8, 8, QImage::Format_ARGB32_Premultiplied);
    QPainter painter(&image);
    GraphPainter graph;
    GraphFrame frame;
    frame.area = area;
    graph.paint(painter, scene, frame);
    std::vector<QRectF> seen = graph.labels();
    frame.isStrip = true;
    const QRectF& bounds = scene.picture().picture().bounds;
    const int steps = int(step.x() > 0.0 ? bounds.width() / step.x() : bounds.height() / step.y());
    int parts = 0;
    for (int i = 0; i < 2 * steps; ++i) {
        if (i == steps)
            step = -step;
        const QRectF kept = area & area.translated(step);
        area.translate(step);
        frame.area = area;
        if (step.x() != 0.0)
            (step.x() > 0.0) ? frame.area.setLeft(kept.right()) : frame.area.setRight(kept.left());
        else
            (step.y() > 0.0) ? frame.area.setTop(kept.bottom()) : frame.area.setBottom(kept.top());
        graph.paint(painter, scene, frame);
        const std::vector<QRectF> drawn = graph.labels();
        const auto isOnBorder = [&](const QRectF& label) {
            return label.intersects(kept) && label.intersects(frame.area);
        };
        const auto holds = [](const std::vector<QRectF>& labels, const QRectF& label) {
            return std::find(labels.begin(), labels.end(), label) != labels.end();
        };
        for (const QRectF& label : drawn) {
            parts += isOnBorder(label);
            if (isOnBorder(label) && !holds(seen, label))
                QTest::qFail(qPrintable(QStringLiteral("begins here: ") + textOf(label) + textOf(kept)), __FILE__,
                             __LINE__);
        }
        for (const QRectF& label : seen) {
            if (isOnBorder(label) && !holds(drawn, label))
                QTest::qFail(qPrintable(QStringLiteral("ends here: ") + textOf(label) + textOf(kept)), __FILE__,
                             __LINE__);
        }
        std::erase_if(seen, [&kept](const QRectF& label) { return !label.intersects(kept); });
        std::copy_if(drawn.begin(), drawn.end(), std::back_inserter(seen),
                     [&](const QRectF& label) { return !holds(seen, label); });
    }
    return parts;
}

} // namespace

class tst_GraphLabels : public QObject
{
    Q_OBJECT

private slots:
    void labels_coverNoOther_data();
    void labels_coverNoOther();
    void pills_makeRoomForBadges();
    void panning_showsWhatANewFrameShows();
    void panning_cutsNoLabel_data();
    void panning_cutsNoLabel();
};

void tst_GraphLabels::labels_coverNoOther_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<bool>("isOpen");
    for (const char* model : {"sample", "transformer", "residual", "yolox", "quantized"}) {
        for (const bool isOpen : {false, true})
            QTest::addRow("%s%s", model, isOpen ? " open" : "") << QString::fromLatin1(model) << isOpen;
    }
}

void tst_GraphLabels::labels_coverNoOther()
{
    QFETCH(QString, model);
    QFETCH(bool, isOpen);
    const OpenedModelPtr shown = known(model);
    if (!shown)
        QSKIP("the model is not there");
    const Drawn made = drawn(shown, isOpen);
    GraphScene scene(made.content, made.picture);
    const std::size_t nodes = shown->graph.nodes().size();
    fill(scene, nodes);
    QImage image(400, 400, QImage::Format_ARGB32_Premultiplied);
    QPainter painter(&image);
    GraphPainter graph;
    GraphFrame frame;
    frame.area = made.picture->picture().bounds;
    for (const std::set<int>& selected : {std::set<int>(), {0, int(nodes) / 2, int(nodes) - 1}}) {
        scene.setSelection(selected, {});
        graph.paint(painter, scene, frame);
        const std::vector<QRectF>& labels = graph.labels();
        QVERIFY2(labels.size() > 4, qPrintable(QString::number(labels.size())));
        for (std::size_t i = 0; i < labels.size(); ++i) {
            for (std::size_t k = 0; k < i; ++k)
                QVERIFY2(!labels[i].intersects(labels[k]), qPrintable(textOf(labels[i]) + textOf(labels[k])));
        }
    }
}

void tst_GraphLabels::pills_makeRoomForBadges()
{
    const QRectF box(100, 100, 150, 38);
    QVERIFY(graph_parts::pill(box, 45.0, 0).top() < box.top());
    QVERIFY(graph_parts::pill(box, 45.0, 1).top() < box.top());
    QVERIFY(graph_parts::pill(box, 45.0, 2).top() > box.center().y());
    for (int badges = 1; badges <= graph_parts::kMostBadges; ++badges)
        QVERIFY(!graph_parts::pill(box, 45.0, badges).intersects(graph_parts::badge(box, badges - 1)));
}

void tst_GraphLabels::panning_showsWhatANewFrameShows()
{
    const Drawn made = drawn(opened(sampleDirectory() / "fashion_cnn.onnx"), true);
    const auto prepare = [&made](GraphView& view) {
        view.setAnimated(false);
        view.resize(400, 300);
        view.setContent(made.content, made.picture);
        view.changeScene([&made](GraphScene& scene) { fill(scene, made.model->graph.nodes().size()); });
    };
    const QPointF start = made.picture->picture().bounds.topLeft() + QPointF(150, 100);
    for (const double zoom : {1.0, 0.5}) {
        GraphView panned;
        prepare(panned);
        QPointF place = start;
        panned.setPlace({place, zoom});
        (void)panned.grab();
        for (const QPointF& step :
             {QPointF(0, 16), QPointF(6, 30), QPointF(-10, 44), QPointF(0, -24), QPointF(40, 0)}) {
            place += step;
            panned.setPlace({place, zoom});
            const QImage moved = panned.grab().toImage().convertToFormat(QImage::Format_RGB32);
            GraphView fresh;
            prepare(fresh);
            fresh.setPlace({place, zoom});
            const QImage whole = fresh.grab().toImage().convertToFormat(QImage::Format_RGB32);
            QCOMPARE(moved.size(), whole.size());
            int different = 0;
            for (int y = 0; y < whole.height(); ++y) {
                const auto* a = reinterpret_cast<const QRgb*>(moved.constScanLine(y));
                const auto* b = reinterpret_cast<const QRgb*>(whole.constScanLine(y));
                for (int x = 0; x < whole.width(); ++x)
                    different += std::abs(qRed(a[x]) - qRed(b[x])) + std::abs(qGreen(a[x]) - qGreen(b[x])) > 40;
            }
            QVERIFY2(different < 40, qPrintable(QString::number(different))); // a rounded pixel here and there
        }
    }
}

void tst_GraphLabels::panning_cutsNoLabel_data()
{
    QTest::addColumn<QString>("model");
    for (const char* model : {"sample", "transformer"})
        QTest::newRow(model) << QString::fromLatin1(model);
}

void tst_GraphLabels::panning_cutsNoLabel()
{
    QFETCH(QString, model);
    const OpenedModelPtr shown = known(model);
    QVERIFY(shown);
    const Drawn made = drawn(shown, true);
    const QRectF bounds = made.picture->picture().bounds;
    GraphScene scene(made.content, made.picture);
    fill(scene, shown->graph.nodes().size());
    const QSizeF size(500.0, 300.0);
    int parts = 0;
    for (double left = bounds.left(); left < bounds.right(); left += size.width())
        parts += pan(scene, QRectF(QPointF(left, bounds.top()), size), {0.0, 40.0});
    for (double top = bounds.top(); top < bounds.bottom(); top += size.height())
        parts += pan(scene, QRectF(QPointF(bounds.left(), top), size), {40.0, 0.0});
    QVERIFY2(parts > 4, qPrintable(QString::number(parts)));
}

QTEST_MAIN(tst_GraphLabels)
#include "tst_graph_labels.moc"
