// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/folded_nodes.h"

#include <QPainterPath>
#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace quantiscope {

/// One box of a drawn graph.
struct PictureItem
{
    enum class Kind
    {
        Node, ///< an operator
        Block, ///< a collapsed scope
        Frame, ///< an expanded scope; drawn behind what it holds
        Input, ///< a model input, or what a level reads from outside when only that level is shown
        Output,
    };

    Kind kind = Kind::Node;
    int node = -1; ///< Node: position in the graph
    int scope = -1; ///< Block, Frame: index in the scope tree
    std::string tensor = {}; ///< Input, Output: the value
    QRectF rect = {}; ///< in scene units (pixels at 100 %)
    int frame = -1; ///< index of the frame that it lies in, -1 for none; frames come before what they hold
    std::vector<std::string> badges = {}; ///< global tensors that it reads, which are not drawn as edges
};

/// One line between two boxes; several values between the same boxes are one line.
struct PictureEdge
{
    int from = -1; ///< index of an item
    int to = -1;
    std::vector<std::string> tensors; ///< at least one; as before hidden quantizers
    QPainterPath path; ///< from box to box, without the arrow's head; may cross the borders of frames
    QPointF labelCentre;
    QPointF arrowTip;
    double arrowAngle = 0.0; ///< direction in which it points, in radians, 0 = right, growing clockwise (y goes down)
};

/// A laid-out view of a graph: immutable, made in the background, drawn by GraphView.
struct GraphPicture
{
    std::vector<PictureItem> items;
    std::vector<PictureEdge> edges;
    QRectF bounds;
    FoldedNodes folded = {}; ///< that are not among the items
};

using GraphPicturePtr = std::shared_ptr<const GraphPicture>;

} // namespace quantiscope
