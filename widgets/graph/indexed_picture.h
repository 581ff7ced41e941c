// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "widgets/graph/graph_picture.h"

#include <QPointF>

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace quantiscope {

/// A picture with what a view needs to find things in it quickly. Immutable; made in the background.
class IndexedPicture
{
public:
    /// Cancelled by @p feedback within milliseconds: it is to be dropped then.
    explicit IndexedPicture(GraphPicturePtr picture, const Feedback& feedback = Feedback());

    [[nodiscard]] const GraphPicture& picture() const { return *m_picture; }
    [[nodiscard]] const std::vector<PictureItem>& items() const { return m_picture->items; }
    [[nodiscard]] const std::vector<PictureEdge>& edges() const { return m_picture->edges; }

    /// Items whose box may touch @p area, ascending (frames before what they hold), each once; edges likewise.
    [[nodiscard]] std::vector<int> itemsIn(const QRectF& area) const;
    [[nodiscard]] std::vector<int> edgesIn(const QRectF& area) const;
    /// Edges whose label has its place in @p area, wherever their lines are; ascending.
    [[nodiscard]] std::vector<int> labelsIn(const QRectF& area) const;

    /// The innermost item at @p point, -1 where there is none.
    [[nodiscard]] int itemAt(const QPointF& point) const;
    /// The edge nearest to @p point and not farther than @p distance, -1 when there is none.
    [[nodiscard]] int edgeAt(const QPointF& point, double distance) const;

    /// The item that draws a node, block, frame or outer value itself; -1 when it is not drawn.
    [[nodiscard]] int itemOfNode(int node) const;
    [[nodiscard]] int itemOfScope(int scope) const;
    [[nodiscard]] int itemOfTensor(const std::string& tensor) const;

    [[nodiscard]] std::span<const int> edgesFrom(int item) const;
    [[nodiscard]] std::span<const int> edgesTo(int item) const;

    /// Corners of the curve of an edge, which is made a line with few of them.
    [[nodiscard]] std::span<const QPointF> line(int edge) const;

private:
    /// Lists of numbers, one behind the other.
    struct Lists
    {
        std::vector<int> starts; ///< one more than there are lists
        std::vector<int> values;

        [[nodiscard]] std::span<const int> at(std::size_t list) const;
    };
    struct CellRange
    {
        int left, top, right, bottom; ///< inclusive
    };

    template <typename Visit>
    static Lists collect(std::size_t listCount, const Visit& visit);
    /// An edge that is in no cell.
    struct LongEdge
    {
        int edge;
        QPointF topLeft; ///< of its line
        QPointF bottomRight;
    };

    [[nodiscard]] CellRange cellsOf(const QRectF& rect) const;
    [[nodiscard]] std::vector<int> valuesIn(const Lists& lists, const QRectF& area) const;

    GraphPicturePtr m_picture;
    std::vector<QPointF> m_corners; ///< of all lines, one behind the other: many are looked at in a row
    std::vector<std::size_t> m_lineStarts; ///< in m_corners; one more than there are lines
    double m_cellSize = 256.0;
    int m_columns = 1;
    int m_rows = 1;
    Lists m_itemCells;
    Lists m_edgeCells;
    Lists m_labelCells;
    std::vector<LongEdge> m_longEdges; ///< ascending
    Lists m_edgesFrom;
    Lists m_edgesTo;
    std::unordered_map<int, int> m_itemOfNode;
    std::unordered_map<int, int> m_itemOfScope;
    std::unordered_map<std::string, int> m_itemOfTensor;
};

using IndexedPicturePtr = std::shared_ptr<const IndexedPicture>;

} // namespace quantiscope
