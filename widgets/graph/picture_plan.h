// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/graph/scope_tree.h"
#include "widgets/graph/graph_drawing.h"
#include "widgets/graph/graph_links.h"
#include "widgets/graph/graph_picture.h"

#include <map>
#include <utility>
#include <vector>

namespace quantiscope {

/// What a picture will show, before anything has a place: the boxes, the lines between them and how each line is put
/// together from lines on the levels that it crosses.
///
/// A level is what lies directly inside the scope in view or an expanded one. A line between boxes of different levels
/// leaves each level around its start by an exit and enters each around its end by an entry, both told by the source of
/// the value, so that the inside of a level does not depend on what is expanded outside.
struct PicturePlan
{
    /// A line of one level. An end is a member of the level, or its entry or exit of a source.
    struct Line
    {
        int from = -1; ///< item of the picture; -1: the entry of @ref fromSource
        int fromSource = -1; ///< also: which exit of the frame @ref from; -1 where it is no frame
        int to = -1; ///< item; -1: the exit of @ref toSource
        int toSource = -1;

        auto operator<=>(const Line&) const = default;
    };

    struct Level
    {
        int scope = 0;
        int frame = -1; ///< item that it lies in, -1 for the outermost
        int depth = 0;
        std::vector<int> members = {}; ///< items
        std::vector<int> openScopes = {}; ///< expanded ones inside, at any depth, ascending
        std::map<int, int> entries = {}; ///< sources, numbered in order
        std::map<int, int> exits = {};
        std::map<Line, int> lines = {}; ///< to an index, in the order of finding
        std::vector<int> labels = {}; ///< of each line: a value that flows there
    };

    struct Segment
    {
        int level;
        int line;
    };

    struct Edge
    {
        int from;
        int to;
        std::vector<int> values; ///< at least one
        std::vector<Segment> route; ///< from start to end
        std::size_t middle; ///< index in @ref route of the line that is in the innermost level around both
    };

    std::vector<PictureItem> items; ///< without places
    std::vector<int> levelOf; ///< of each item
    std::vector<int> insideOf; ///< of each item that is a frame: its level; -1 for others
    std::vector<Level> levels; ///< a level stands behind the one around it
    std::vector<Edge> edges;
};

/// Plans the picture of @p state. Incomplete when cancelled.
[[nodiscard]] PicturePlan planPicture(const ScopeTree& tree, const GraphLinks& links, const GraphViewState& state,
                                      const Feedback& feedback);

} // namespace quantiscope
