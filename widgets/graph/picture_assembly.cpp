// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/picture_assembly.h"

#include "widgets/graph/picture_metrics.h"

#include <cmath>

namespace quantiscope {

namespace {

/// Mirrored at the diagonal, by which "down" becomes "right".
QPointF mirrored(const QPointF& point)
{
    return {point.y(), point.x()};
}

/// Joins @p next to @p spline, straight from where one ends to where the other starts.
void append(Spline& spline, const Spline& next, const QPointF& origin)
{
    if (next.empty())
        return;
    if (spline.empty()) {
        spline.push_back(next.front() + origin);
    } else if (const QPointF start = next.front() + origin; start != spline.back()) {
        const QPointF last = spline.back();
        spline.insert(spline.end(), {last, start, start});
    }
    for (std::size_t i = 1; i < next.size(); ++i)
        spline.push_back(next[i] + origin);
}

/// The direction in which @p spline ends, of length 1.
QPointF endDirection(const Spline& spline)
{
    for (std::size_t i = spline.size() - 1; i-- > 0;) {
        const QPointF way = spline.back() - spline[i];
        const double length = std::hypot(way.x(), way.y());
        if (length > 0.5)
            return way / length;
    }
    return {0.0, 1.0};
}

void setPath(PictureEdge& edge, Spline spline)
{
    const QPointF direction = endDirection(spline);
    edge.arrowTip = spline.back();
    edge.arrowAngle = std::atan2(direction.y(), direction.x());
    // The line ends where the arrow's head starts; pieces shorter than the head go into it.
    const QPointF neck = spline.back() - picture::kArrowLength * direction;
    for (std::size_t i = spline.size(); i-- > 1;) {
        const QPointF way = spline[i] - edge.arrowTip;
        if (std::hypot(way.x(), way.y()) > picture::kArrowLength)
            break;
        spline[i] = neck;
    }
    edge.path.reserve(int(spline.size()));
    edge.path.moveTo(spline.front());
    for (std::size_t i = 3; i < spline.size(); i += 3) {
        if (spline[i] == spline[i - 1] && spline[i - 1] == spline[i - 2] && spline[i] == spline[i - 3])
            continue;
        edge.path.cubicTo(spline[i - 2], spline[i - 1], spline[i]);
    }
}

} // namespace

GraphPicture assemblePicture(PicturePlan plan, const PlacedLevels& placed, const GraphLinks& links,
                             GraphViewState::Direction direction, const Feedback& feedback)
{
    const bool isMirrored = direction == GraphViewState::Direction::Right;
    std::vector<QPointF> origins(plan.levels.size()); // of levels; outer ones come first
    for (std::size_t i = 0; i < plan.items.size(); ++i) {
        const auto level = std::size_t(plan.levelOf[i]);
        PictureItem& item = plan.items[i];
        const auto box = std::size_t(placed.boxOf[i]);
        const QPointF place = origins[level] + placed.layouts[level]->places[box];
        if (const int inside = plan.insideOf[i]; inside >= 0) {
            const QPointF inset = frameInset(direction);
            origins[std::size_t(inside)] = place + inset;
            const QSizeF& size = placed.layouts[std::size_t(inside)]->size;
            item.rect = {place,
                         QSizeF(size.width() + inset.x() + picture::kFramePadding,
                                size.height() + inset.y() + picture::kFramePadding)};
        } else {
            item.rect = {place, placed.sizes[i]};
        }
        if (isMirrored)
            item.rect = {mirrored(item.rect.topLeft()), item.rect.size().transposed()};
    }

    GraphPicture picture;
    picture.edges.reserve(plan.edges.size());
    for (const PicturePlan::Edge& planned : plan.edges) {
        constexpr std::size_t kPoll = 1024;
        if (picture.edges.size() % kPoll == 0 && feedback.isCanceled())
            return {};
        PictureEdge edge;
        edge.from = planned.from;
        edge.to = planned.to;
        for (const int value : planned.values)
            edge.tensors.push_back(links.values[std::size_t(value)].name);
        Spline spline;
        for (std::size_t i = 0; i < planned.route.size(); ++i) {
            const auto [level, line] = planned.route[i];
            const LevelLayout& layout = *placed.layouts[std::size_t(level)];
            const QPointF& origin = origins[std::size_t(level)];
            append(spline, layout.splines[std::size_t(line)], origin);
            if (i == planned.middle)
                edge.labelCentre = layout.labels[std::size_t(line)] + origin;
        }
        if (isMirrored) {
            edge.labelCentre = mirrored(edge.labelCentre);
            for (QPointF& point : spline)
                point = mirrored(point);
        }
        setPath(edge, std::move(spline));
        picture.edges.push_back(std::move(edge));
    }
    const QSizeF size = placed.layouts.front()->size;
    picture.bounds = {QPointF(0.0, 0.0), isMirrored ? size.transposed() : size};
    picture.items = std::move(plan.items);
    return picture;
}

} // namespace quantiscope
