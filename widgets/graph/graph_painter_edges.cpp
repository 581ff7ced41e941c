// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_painter_job.h"

#include <QLineF>
#include <QVarLengthArray>

#include <cmath>

namespace quantiscope {

namespace {

void paintArrow(QPainter& painter, const PictureEdge& edge, const QColor& color)
{
    const double c = std::cos(edge.arrowAngle);
    const double s = std::sin(edge.arrowAngle);
    const auto at = [&edge, c, s](double along, double across) {
        return edge.arrowTip + QPointF(c * along - s * across, s * along + c * across);
    };
    const std::array<QPointF, 3> head{at(0.0, 0.0), at(-7.0, -3.5), at(-7.0, 3.5)};
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawConvexPolygon(head.data(), 3);
}

/// Does the edge carry the value that is selected?
bool isOfTensor(const GraphScene& scene, const PictureEdge& edge)
{
    return !scene.selectedTensor().empty()
        && std::find(edge.tensors.begin(), edge.tensors.end(), scene.selectedTensor()) != edge.tensors.end();
}

QRectF plateAt(const QPointF& centre, double width)
{
    return {centre.x() - width / 2.0, centre.y() - 7.0, width, 14.0};
}

} // namespace

void GraphPainter::paintEdges(const Job& job)
{
    const std::vector<int> edges = job.scene.picture().edgesIn(job.frame.area);
    QPainter& painter = job.painter;
    QColor plain = job.theme.text3;
    if (job.frame.detail == GraphDetail::Boxes || job.frame.detail == GraphDetail::Blocks) {
        // From far: all lines in one go, without the short ones, which boxes hide.
        const double shortest = 2.0 / job.frame.zoom;
        const bool isDense = edges.size() > 1500;
        plain.setAlphaF(isDense ? 1.0 : 0.7);
        QVarLengthArray<QLineF, 4096> pieces;
        for (const int edge : edges) {
            const QPolygonF& line = job.scene.picture().line(edge);
            if (line.size() < 2)
                continue;
            const QPointF whole = line.last() - line.first();
            if (std::abs(whole.x()) + std::abs(whole.y()) < shortest)
                continue;
            // Seen from far a curve is a line with a corner or two.
            const qsizetype step = job.frame.zoom < 0.12 ? std::max<qsizetype>(1, (line.size() - 1) / 2) : 1;
            qsizetype from = 0;
            while (from + 1 < line.size()) {
                const qsizetype to = std::min(from + step, line.size() - 1);
                pieces.append(QLineF(line[from], line[to]));
                from = to;
            }
        }
        painter.setRenderHint(QPainter::Antialiasing, !isDense && job.frame.detail == GraphDetail::Boxes);
        painter.setPen(QPen(plain, 0.0));
        painter.drawLines(pieces.constData(), int(pieces.size()));
        painter.setRenderHint(QPainter::Antialiasing, job.frame.detail == GraphDetail::Boxes);
        return;
    }
    for (const int edge : edges)
        paintEdge(job, edge);
    if (job.frame.detail == GraphDetail::Full)
        paintEdgeLabels(job, edges);
}

void GraphPainter::paintEdge(const Job& job, int number)
{
    const PictureEdge& edge = job.scene.picture().edges()[std::size_t(number)];
    const unsigned from = job.scene.marksOf(edge.from);
    const unsigned to = job.scene.marksOf(edge.to);
    const bool isOfSelected = ((from | to) & GraphScene::Selected) != 0 || isOfTensor(job.scene, edge);
    const bool isCaught = (from & to & GraphScene::Caught) != 0;
    const bool isHovered = number == job.frame.hoveredEdge;
    const QColor color = isOfSelected ? job.theme.selection
        : isCaught                    ? job.theme.floating
        : isHovered                   ? job.theme.accent
                                      : job.theme.text3;
    job.painter.setBrush(Qt::NoBrush);
    job.painter.setPen(job.edgeLine(color, isOfSelected || isHovered ? 2.0 : isCaught ? 1.8 : 1.2));
    job.painter.drawPath(edge.path);
    paintArrow(job.painter, edge, color);
}

void GraphPainter::paintEdgeLabels(const Job& job, const std::vector<int>& edges)
{
    constexpr double kUsual = 154.0; // the layout leaves that much
    constexpr double kWidest = 300.0; // over other things, for what one looks at
    // What one looks at comes first and always; others find a free place on their line or are left out.
    std::vector<int> sorted = edges;
    const auto isLookedAt = [&job](int number) {
        const PictureEdge& edge = job.scene.picture().edges()[std::size_t(number)];
        const unsigned marks = job.scene.marksOf(edge.from) | job.scene.marksOf(edge.to);
        return (marks & GraphScene::Selected) != 0 || number == job.frame.hoveredEdge || isOfTensor(job.scene, edge);
    };
    std::stable_partition(sorted.begin(), sorted.end(), isLookedAt);
    std::vector<QRectF> taken;
    for (const int number : sorted) {
        const PictureEdge& edge = job.scene.picture().edges()[std::size_t(number)];
        if (!job.frame.area.adjusted(-kWidest / 2, -8, kWidest / 2, 8).contains(edge.labelCentre))
            continue;
        const bool isLooked = isLookedAt(number);
        QString text = edgeText(job, number, isLooked);
        if (text.isEmpty())
            continue;
        double width = std::min(isLooked ? kWidest : kUsual, m_glyphs.widthOf(text, GlyphCache::Role::Detail)) + 6.0;
        std::optional<QRectF> place = freePlace(job, number, width, taken);
        if (const QString usual = QStringLiteral(" f32"); !place && !isLooked && text.contains(usual)) {
            // Without its type, which is that of most values, it needs less room.
            text.remove(usual);
            width = std::min(kUsual, m_glyphs.widthOf(text, GlyphCache::Role::Detail)) + 6.0;
            place = freePlace(job, number, width, taken);
        }
        if (!place && !isLooked)
            continue;
        const QRectF plate = place.value_or(plateAt(edge.labelCentre, width));
        taken.push_back(plate);
        QColor ground = job.theme.canvas;
        ground.setAlphaF(0.88F);
        job.painter.fillRect(plate, ground);
        job.painter.setPen(isLooked ? job.theme.text1 : job.theme.text2);
        m_glyphs.draw(job.painter, plate.adjusted(3, 0, -2, 0), text, GlyphCache::Role::Detail);
    }
}

/// A place for the label of edge @p number where it covers no box and no other label: the one that the layout gave,
/// else one on the line, from its middle outwards.
std::optional<QRectF> GraphPainter::freePlace(const Job& job, int number, double width,
                                              const std::vector<QRectF>& taken) const
{
    const IndexedPicture& picture = job.scene.picture();
    const auto isFree = [&](const QRectF& plate) {
        if (std::any_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(plate); }))
            return false;
        const std::vector<int> near = picture.itemsIn(plate);
        return std::none_of(near.begin(), near.end(), [&](int other) {
            const PictureItem& item = picture.items()[std::size_t(other)];
            return item.rect.intersects(plate)
                && (item.kind != PictureItem::Kind::Frame || graph_parts::frameTitle(item.rect).intersects(plate));
        });
    };
    const QRectF given = plateAt(picture.edges()[std::size_t(number)].labelCentre, width);
    if (isFree(given))
        return given;
    const QPolygonF& line = picture.line(number);
    const qsizetype middle = line.size() / 2;
    for (qsizetype i = 0; i < line.size(); ++i) { // middle, middle + 1, middle - 1, …
        const qsizetype at = middle + (i % 2 == 0 ? -(i / 2) : (i + 1) / 2);
        if (at < 1 || at >= line.size())
            continue;
        const QRectF plate = plateAt((line[at - 1] + line[at]) / 2.0, width);
        if (isFree(plate))
            return plate;
    }
    return std::nullopt;
}

QString GraphPainter::edgeText(const Job& job, int number, bool isLooked)
{
    const PictureEdge& edge = job.scene.picture().edges()[std::size_t(number)];
    if (isLooked && job.scene.facts())
        return texts(job.scene).edge(edge, job.scene.facts());
    const auto [known, isNew] = m_edgeTexts.try_emplace(number);
    if (isNew)
        known->second = texts(job.scene).edge(edge, nullptr);
    return known->second;
}

void GraphPainter::paintBoundaries(const Job& job)
{
    constexpr double kReach = 60.0; // more than half a pill
    const QRectF area = job.frame.area.adjusted(-kReach, -kReach, kReach, kReach);
    for (const GraphScene::Boundary& boundary : job.scene.boundariesIn(area)) {
        const QRectF rect = boundaryRect(boundary);
        job.painter.setPen(job.line(job.theme.floating, 1.0));
        paintPill(job, rect, boundary.text, job.theme.base, job.theme.text1);
    }
}

} // namespace quantiscope
