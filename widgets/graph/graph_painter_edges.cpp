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

constexpr double kUsual = 154.0; ///< width of labels: the layout leaves that much
constexpr double kWidest = 300.0; ///< of the label of what one looks at
/// How far a label may reach from the place that the layout gave it, and may be reached over by a chip: what decides
/// about a label in an area is never farther. Else one would be seen in part while panning draws strips.
constexpr double kReach = 240.0;

QRectF plateAt(const QPointF& centre, double width)
{
    return {centre.x() - width / 2.0, centre.y() - 7.0, width, 14.0};
}

} // namespace

void GraphPainter::paintEdges(const Job& job)
{
    constexpr double kReach = 5.0; // of arrow heads beside their lines
    const std::vector<int> edges =
        job.scene.picture().edgesIn(job.frame.area.adjusted(-kReach, -kReach, kReach, kReach));
    QPainter& painter = job.painter;
    QColor plain = job.theme.text3;
    if (job.frame.detail == GraphDetail::Boxes || job.frame.detail == GraphDetail::Blocks) {
        // From far: all lines in one go, without the short ones, which boxes hide.
        const double shortest = 2.0 / job.frame.zoom;
        if (!job.frame.isStrip)
            m_isDense = edges.size() > 1500;
        plain.setAlphaF(m_isDense ? 1.0 : 0.7);
        QVarLengthArray<QLineF, 4096> pieces;
        for (const int edge : edges) {
            const std::span<const QPointF> line = job.scene.picture().line(edge);
            if (line.size() < 2)
                continue;
            const QPointF whole = line.back() - line.front();
            if (std::abs(whole.x()) + std::abs(whole.y()) < shortest)
                continue;
            // Seen from far a curve is a line with a corner or two.
            const std::size_t step = job.frame.zoom < 0.12 ? std::max<std::size_t>(1, (line.size() - 1) / 2) : 1;
            std::size_t from = 0;
            while (from + 1 < line.size()) {
                const std::size_t to = std::min(from + step, line.size() - 1);
                pieces.append(QLineF(line[from], line[to]));
                from = to;
            }
        }
        painter.setRenderHint(QPainter::Antialiasing, !m_isDense && job.frame.detail == GraphDetail::Boxes);
        painter.setPen(QPen(plain, 0.0));
        painter.drawLines(pieces.constData(), int(pieces.size()));
        painter.setRenderHint(QPainter::Antialiasing, job.frame.detail == GraphDetail::Boxes);
        return;
    }
    for (const int edge : edges)
        paintEdge(job, edge);
    if (job.frame.detail == GraphDetail::Full)
        paintEdgeLabels(job);
}

void GraphPainter::paintEdge(const Job& job, int number)
{
    const PictureEdge& edge = job.scene.picture().edges()[std::size_t(number)];
    const unsigned from = job.scene.marksOf(edge.from);
    const unsigned to = job.scene.marksOf(edge.to);
    const bool isOfSelected = ((from | to) & GraphScene::Selected) != 0 || job.scene.isSelected(edge);
    const bool isCaught = (from & to & GraphScene::Caught) != 0;
    const bool isHovered = number == job.frame.hoveredEdge;
    const QColor color = isOfSelected ? job.theme.selection
        : isCaught                    ? job.theme.floating
        : isHovered                   ? job.theme.accent
                                      : job.theme.text3;
    job.painter.setBrush(Qt::NoBrush);
    job.drawEdge(edge.path, color, isOfSelected || isHovered ? 2.0 : isCaught ? 1.8 : 1.2);
    paintArrow(job.painter, edge, color);
}

/// What one looks at has its label first; others find a free place on their line or are left out.
void GraphPainter::paintEdgeLabels(const Job& job)
{
    const GraphScene& scene = job.scene;
    const QRectF around = job.frame.area.adjusted(-kReach, -kReach, kReach, kReach);
    PlateGrid chips;
    for (const GraphScene::Boundary& boundary : scene.boundariesIn(around))
        chips.add(boundary.rect);
    PlateGrid tags; // they come and go
    for (const int item : scene.picture().itemsIn(around)) {
        if ((scene.marksOf(item) & (GraphScene::Start | GraphScene::End | GraphScene::Tagged)) != 0) {
            const QRectF& box = job.rectOf(item);
            tags.add(box.adjusted(-graph_parts::kTag, -graph_parts::kTag, 0.0, graph_parts::kTag));
        }
    }
    std::vector<int> plain;
    for (const int number : scene.picture().labelsIn(around)) {
        const PictureEdge& edge = scene.picture().edges()[std::size_t(number)];
        const unsigned marks = scene.marksOf(edge.from) | scene.marksOf(edge.to);
        if ((marks & GraphScene::Selected) == 0 && number != job.frame.hoveredEdge && !scene.isSelected(edge)) {
            plain.push_back(number);
            continue;
        }
        const auto [known, isNew] = m_lookedLabels.try_emplace(number);
        if (isNew)
            known->second = placedLookedLabel(job, number, chips);
    }
    for (const int number : plain) {
        const auto [known, isNew] = m_labels.try_emplace(number);
        if (isNew)
            known->second = placedLabel(job, number, chips);
        const QRectF& plate = known->second.plate;
        if (!plate.isEmpty() && tags.isFree(plate) && m_lookedPlates.isFree(plate) && chips.isFree(plate))
            paintEdgeLabel(job, known->second, job.theme.text2);
    }
    for (const auto& [number, label] : m_lookedLabels) {
        if (!label.plate.isEmpty())
            paintEdgeLabel(job, label, job.theme.text1);
    }
}

void GraphPainter::paintEdgeLabel(const Job& job, const Label& label, const QColor& color)
{
    if (!label.plate.intersects(job.frame.area))
        return;
    m_drawn.push_back(label.plate);
    QColor ground = job.theme.canvas;
    ground.setAlphaF(0.88F);
    job.painter.fillRect(label.plate, ground);
    job.painter.setPen(color);
    m_glyphs.draw(job.painter, label.plate.adjusted(3, 0, -2, 0), label.text, GlyphCache::Role::Detail);
}

GraphPainter::Label GraphPainter::placedLabel(const Job& job, int number, const PlateGrid& chips)
{
    const auto widthOf = [this](const QString& text) {
        return std::min(kUsual, m_glyphs.widthOf(text, GlyphCache::Role::Detail)) + 6.0;
    };
    QString text = edgeText(job, number, false);
    if (text.isEmpty())
        return {};
    std::optional<QRectF> place = freePlace(job, number, widthOf(text), chips, m_plates);
    if (const QString usual = QStringLiteral(" f32"); !place && text.contains(usual)) {
        // Without its type, which is that of most values, it needs less room.
        text.remove(usual);
        place = freePlace(job, number, widthOf(text), chips, m_plates);
    }
    if (!place)
        return {};
    m_plates.add(*place);
    return {*place, text};
}

/// Over boxes where there is no other place; under the mouse always.
GraphPainter::Label GraphPainter::placedLookedLabel(const Job& job, int number, const PlateGrid& chips)
{
    const QString text = edgeText(job, number, true);
    if (text.isEmpty())
        return {};
    const double width = std::min(kWidest, m_glyphs.widthOf(text, GlyphCache::Role::Detail)) + 6.0;
    const QRectF given = plateAt(job.scene.picture().edges()[std::size_t(number)].labelCentre, width);
    std::optional<QRectF> place = freePlace(job, number, width, chips, m_lookedPlates);
    if (!place && ((chips.isFree(given) && m_lookedPlates.isFree(given)) || number == job.frame.hoveredEdge))
        place = given;
    if (!place)
        return {};
    m_lookedPlates.add(*place);
    return {*place, text};
}

/// A place for the label of edge @p number where it covers no box and nothing of @p chips and @p plates: the one that
/// the layout gave, else one near by on the line, from its middle outwards.
std::optional<QRectF> GraphPainter::freePlace(const Job& job, int number, double width, const PlateGrid& chips,
                                              const PlateGrid& plates) const
{
    const IndexedPicture& picture = job.scene.picture();
    const auto isFree = [&](const QRectF& plate) {
        return chips.isFree(plate) && plates.isFree(plate) && !job.scene.hasBoxAt(plate);
    };
    const QPointF& centre = picture.edges()[std::size_t(number)].labelCentre;
    const QRectF given = plateAt(centre, width);
    if (isFree(given))
        return given;
    const QRectF near(centre - QPointF(kReach, kReach), centre + QPointF(kReach, kReach));
    const std::span<const QPointF> line = picture.line(number);
    const std::size_t middle = line.size() / 2;
    for (std::size_t i = 0; i < line.size(); ++i) { // middle, middle + 1, middle - 1, …
        const std::size_t at = i % 2 == 0 ? middle - i / 2 : middle + (i + 1) / 2;
        if (at < 1 || at >= line.size())
            continue;
        const QRectF plate = plateAt((line[at - 1] + line[at]) / 2.0, width);
        if (near.contains(plate) && isFree(plate))
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
    constexpr double kReach = 120.0; // more than half a chip
    const QRectF area = job.frame.area.adjusted(-kReach, -kReach, kReach, kReach);
    for (const GraphScene::Boundary& boundary : job.scene.boundariesIn(area)) {
        if (boundary.rect.isEmpty())
            continue;
        const bool isFold = boundary.fold >= 0;
        const bool isSelected = isFold && job.scene.isFoldSelected(boundary.fold);
        const bool isHit = isFold && job.scene.isFoldHit(boundary.fold);
        const QColor line = isSelected ? job.theme.selection
            : isHit                    ? job.theme.accent
            : !isFold                  ? job.theme.floating
            : boundary.text.startsWith(QLatin1String("s16")) || boundary.text.startsWith(QLatin1String("u16"))
            ? job.theme.int16
            : job.theme.int8;
        job.painter.setPen(job.line(line, isSelected || isHit ? 2.0 : 1.0));
        paintPill(job, boundary.rect, boundary.text, job.theme.base, job.theme.text1);
    }
}

} // namespace quantiscope
