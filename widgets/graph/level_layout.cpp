// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/level_layout.h"

#include <algorithm>

namespace quantiscope {

namespace {

double offsetOf(const LevelGraph::Box& box, const std::vector<double>& ports, int port)
{
    return port >= 0 ? ports[std::size_t(port)] : box.size.width() / 2;
}

} // namespace

double exitOffset(const LevelGraph& graph, const LevelGraph::Line& line)
{
    const LevelGraph::Box& box = graph.boxes[std::size_t(line.from)];
    return offsetOf(box, box.exits, line.exit);
}

double entryOffset(const LevelGraph& graph, const LevelGraph::Line& line)
{
    const LevelGraph::Box& box = graph.boxes[std::size_t(line.to)];
    return offsetOf(box, box.entries, line.entry);
}

QPointF splineMiddle(const Spline& spline)
{
    if (spline.size() < 4)
        return spline.empty() ? QPointF() : spline.front();
    const std::size_t pieces = (spline.size() - 1) / 3;
    const QPointF* p = &spline[3 * (pieces / 2)];
    return pieces % 2 == 0 ? p[0] : (p[0] + 3 * p[1] + 3 * p[2] + p[3]) / 8;
}

void fitToOrigin(const LevelGraph& graph, LevelLayout& layout)
{
    if (layout.places.empty())
        return;
    QPointF low = layout.places.front();
    QPointF high = low;
    const auto include = [&](const QPointF& point) {
        low = {std::min(low.x(), point.x()), std::min(low.y(), point.y())};
        high = {std::max(high.x(), point.x()), std::max(high.y(), point.y())};
    };
    for (std::size_t i = 0; i < layout.places.size(); ++i) {
        const QSizeF& size = graph.boxes[i].size;
        include(layout.places[i]);
        include(layout.places[i] + QPointF(size.width(), size.height()));
    }
    for (const Spline& spline : layout.splines)
        std::for_each(spline.begin(), spline.end(), include);
    for (std::size_t i = 0; i < layout.labels.size(); ++i) {
        const QSizeF& label = graph.lines[i].label;
        include(layout.labels[i] - QPointF(label.width(), label.height()) / 2);
        include(layout.labels[i] + QPointF(label.width(), label.height()) / 2);
    }
    for (QPointF& place : layout.places)
        place -= low;
    for (Spline& spline : layout.splines) {
        for (QPointF& point : spline)
            point -= low;
    }
    for (QPointF& label : layout.labels)
        label -= low;
    layout.size = {high.x() - low.x(), high.y() - low.y()};
}

} // namespace quantiscope
