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
};

} // namespace quantiscope
