// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QSizeF>

#include <vector>

namespace quantiscope {

/// What lies directly inside one scope, to be laid out: only sizes and connections. Values flow downwards (y grows).
struct LevelGraph
{
    enum class Role
    {
        Box,
        Entry, ///< a point at the top, where a line enters the level
        Exit, ///< a point at the bottom, where one leaves
    };

    struct Box
    {
        QSizeF size; ///< of points: 0
        Role role = Role::Box;
        /// Where lines may touch the top and the bottom, from the left; where there are none, in the middle.
        std::vector<double> entries = {};
        std::vector<double> exits = {};

        bool operator==(const Box&) const = default;
    };

    struct Line
    {
        int from = -1; ///< index of a box
        int to = -1;
        int exit = -1; ///< index in exits of @ref from, -1 for the middle
        int entry = -1; ///< index in entries of @ref to, -1 for the middle
        QSizeF label = {}; ///< room for it; empty for none

        bool operator==(const Line&) const = default;
    };

    std::vector<Box> boxes;
    std::vector<Line> lines;

    bool operator==(const LevelGraph&) const = default;
};

/// A cubic spline: a start and three points for each piece.
using Spline = std::vector<QPointF>;

/// Where everything of a LevelGraph lies; all inside of 0, 0 … size.
struct LevelLayout
{
    std::vector<QPointF> places; ///< top left corners of the boxes
    std::vector<Spline> splines; ///< of the lines, from border to border
    std::vector<QPointF> labels; ///< middles of the lines' labels
    QSizeF size;
};

/// Where the line @p line leaves its first box and reaches its last, from these boxes' left sides.
[[nodiscard]] double exitOffset(const LevelGraph& graph, const LevelGraph::Line& line);
[[nodiscard]] double entryOffset(const LevelGraph& graph, const LevelGraph::Line& line);

/// The middle of a spline's middle piece.
[[nodiscard]] QPointF splineMiddle(const Spline& spline);

/// Moves @p layout so that it starts at 0, 0, and finds its size.
void fitToOrigin(const LevelGraph& graph, LevelLayout& layout);

} // namespace quantiscope
