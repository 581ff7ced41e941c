// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/theme.h"
#include "widgets/graph/graph_painter.h"

#include <QPainter>
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

    /// The line of an edge. One that would be little more than a pixel wide is drawn one pixel wide: Qt has a quick way
    /// for those, ten times as fast as filling outlines, and a frame has a hundred edges.
    [[nodiscard]] QPen edgeLine(const QColor& color, double width) const
    {
        constexpr double kLittleMore = 1.5;
        const double pixel = 1.0 / painter.deviceTransform().m11();
        QPen pen = line(color, width);
        if (pen.widthF() > pixel && pen.widthF() < kLittleMore * pixel)
            pen.setWidthF(pixel);
        return pen;
    }
};

} // namespace quantiscope
