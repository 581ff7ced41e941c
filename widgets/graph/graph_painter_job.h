// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/theme.h"
#include "widgets/graph/graph_painter.h"

#include <QPainter>
#include <QPainterPath>
#include <QPen>

#include <algorithm>

namespace quantiscope {

/// One frame that is being drawn.
struct GraphPainter::Job
{
    QPainter& painter;
    const GraphScene& scene;
    const GraphFrame& frame;
    const Theme& theme;

    [[nodiscard]] const std::vector<PictureItem>& items() const { return scene.picture().items(); }

    [[nodiscard]] const QRectF& rectOf(int item) const
    {
        return frame.moving ? (*frame.moving)[std::size_t(item)] : items()[std::size_t(item)].rect;
    }

    /// A line that does not get thinner than a pixel can show.
    [[nodiscard]] QPen line(const QColor& color, double width) const
    {
        return {color, std::max(width, 0.8 / frame.zoom)};
    }

    /// Draws the line of an edge. Qt has a quick way for lines of one pixel, ten times as fast as filling outlines, and
    /// a frame has a hundred edges: what would be little more than a pixel wide is drawn so, and what would be two
    /// pixels wide, three times: at the corners of a triangle, which makes it equally wide in all directions. @p color
    /// is opaque: of another the lines would be darker where they lie on each other.
    void drawEdge(const QPainterPath& path, const QColor& color, double width) const
    {
        constexpr double kOnePixel = 1.5; // up to which
        constexpr double kTwoPixels = 3.0;
        const double pixel = 1.0 / painter.deviceTransform().m11();
        QPen pen = line(color, width);
        const double pixels = pen.widthF() / pixel;
        const bool isQuick = pixels > 1.0 && pixels < kTwoPixels;
        if (isQuick)
            pen.setWidthF(pixel);
        painter.setPen(pen);
        if (!isQuick || pixels < kOnePixel) {
            painter.drawPath(path);
            return;
        }
        Q_ASSERT(color.alpha() == 255);
        const double corner = std::min(pixels - 1.0, 1.0) * pixel / 2.0;
        QPointF at;
        for (const QPointF& next : {QPointF(-corner, -corner), QPointF(corner, -corner), QPointF(0.0, corner)}) {
            painter.translate(next - at);
            at = next;
            painter.drawPath(path);
        }
        painter.translate(-at);
    }
};

} // namespace quantiscope
