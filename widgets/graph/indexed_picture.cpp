// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/indexed_picture.h"

#include <algorithm>
#include <cmath>

namespace quantiscope {

namespace {

constexpr double kSmallestCell = 256.0;
constexpr double kMostCells = 65536.0;
constexpr double kMostCellsOfALine = 64.0;

/// Puts the corners of a path behind @p corners: a curve becomes a few straight pieces, enough for thin lines seen from
/// far and for hit tests.
void straighten(const QPainterPath& path, std::vector<QPointF>& corners)
{
    constexpr int kPieces = 6;
    const std::size_t before = corners.size();
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element element = path.elementAt(i);
        if (element.type != QPainterPath::CurveToElement || i + 2 >= path.elementCount() || corners.size() == before) {
            corners.push_back(element);
            continue;
        }
        const QPointF start = corners.back();
        const QPointF first = element;
        const QPointF second = path.elementAt(i + 1);
        const QPointF end = path.elementAt(i + 2);
        for (int piece = 1; piece <= kPieces; ++piece) {
            const double t = double(piece) / kPieces;
            const double u = 1.0 - t;
            corners.push_back(start * (u * u * u) + first * (3 * u * u * t) + second * (3 * u * t * t)
                              + end * (t * t * t));
        }
        i += 2;
    }
}

double distanceToPiece(const QPointF& point, const QPointF& from, const QPointF& to)
{
    const QPointF along = to - from;
    const double length = QPointF::dotProduct(along, along);
    const double share = length > 0.0 ? std::clamp(QPointF::dotProduct(point - from, along) / length, 0.0, 1.0) : 0.0;
    const QPointF gap = point - (from + along * share);
    return std::hypot(gap.x(), gap.y());
}

/// Does the box with these corners touch @p area?
bool isTouched(const QPointF& topLeft, const QPointF& bottomRight, const QRectF& area)
{
    return topLeft.x() <= area.right() && bottomRight.x() >= area.left() && topLeft.y() <= area.bottom()
        && bottomRight.y() >= area.top();
}

/// Does the box of a piece of @p line touch @p area?
bool runsThrough(std::span<const QPointF> line, const QRectF& area)
{
    for (std::size_t corner = 1; corner < line.size(); ++corner) {
        const QPointF& from = line[corner - 1];
        const QPointF& to = line[corner];
        if (isTouched({std::min(from.x(), to.x()), std::min(from.y(), to.y())},
                      {std::max(from.x(), to.x()), std::max(from.y(), to.y())}, area))
            return true;
    }
    return false;
}

} // namespace

std::span<const int> IndexedPicture::Lists::at(std::size_t list) const
{
    if (list + 1 >= starts.size())
        return {};
    return std::span(values).subspan(std::size_t(starts[list]), std::size_t(starts[list + 1] - starts[list]));
}

/// @p visit calls its argument with (list, value) for everything that is to be put in, in the same order each time.
template <typename Visit>
IndexedPicture::Lists IndexedPicture::collect(std::size_t listCount, const Visit& visit)
{
    Lists lists;
    lists.starts.assign(listCount + 1, 0);
    visit([&lists](std::size_t list, int) { ++lists.starts[list + 1]; });
    for (std::size_t i = 0; i < listCount; ++i)
        lists.starts[i + 1] += lists.starts[i];
    lists.values.resize(std::size_t(lists.starts.back()));
    std::vector<int> next(lists.starts.begin(), lists.starts.end() - 1);
    visit([&lists, &next](std::size_t list, int value) { lists.values[std::size_t(next[list]++)] = value; });
    return lists;
}

IndexedPicture::IndexedPicture(GraphPicturePtr picture, const Feedback& feedback) : m_picture(std::move(picture))
{
    const std::vector<PictureItem>& all = m_picture->items;
    const std::vector<PictureEdge>& lines = m_picture->edges;
    m_lineStarts.reserve(lines.size() + 1);
    m_lineStarts.push_back(0);
    for (const PictureEdge& edge : lines) {
        straighten(edge.path, m_corners);
        m_corners.push_back(edge.arrowTip);
        m_lineStarts.push_back(m_corners.size());
    }
    const QRectF& bounds = m_picture->bounds;
    m_cellSize = std::max(kSmallestCell, std::sqrt(std::max(0.0, bounds.width() * bounds.height()) / kMostCells));
    m_columns = std::clamp(int(bounds.width() / m_cellSize) + 1, 1, int(kMostCells));
    m_rows = std::clamp(int(bounds.height() / m_cellSize) + 1, 1, int(kMostCells));

    const std::size_t cells = std::size_t(m_columns) * std::size_t(m_rows);
    const auto putInto = [this](const CellRange& range, int value, const auto& put) {
        for (int row = range.top; row <= range.bottom; ++row) {
            for (int column = range.left; column <= range.right; ++column)
                put(std::size_t(row) * std::size_t(m_columns) + std::size_t(column), value);
        }
    };
    m_itemCells = collect(cells, [&](const auto& put) {
        for (std::size_t i = 0; i < all.size(); ++i)
            putInto(cellsOf(all[i].rect), int(i), put);
    });
    // A line through many cells is looked at itself: of a hundred thousand such lines each cell would hold thousands.
    std::vector<bool> isLong(lines.size(), false);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::span<const QPointF> corners = line(int(i));
        double count = 0.0;
        for (std::size_t corner = 1; corner < corners.size(); ++corner) {
            const CellRange range = cellsOf(QRectF(corners[corner - 1], corners[corner]).normalized());
            count += double(range.right - range.left + 1) * double(range.bottom - range.top + 1);
        }
        isLong[i] = count > kMostCellsOfALine;
        if (isLong[i]) {
            const auto [left, right] = std::minmax_element(
                corners.begin(), corners.end(), [](const QPointF& a, const QPointF& b) { return a.x() < b.x(); });
            const auto [top, bottom] = std::minmax_element(
                corners.begin(), corners.end(), [](const QPointF& a, const QPointF& b) { return a.y() < b.y(); });
            m_longEdges.push_back({int(i), {left->x(), top->y()}, {right->x(), bottom->y()}});
        }
    }
    if (feedback.isCanceled())
        return;
    m_edgeCells = collect(cells, [&](const auto& put) {
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const std::span<const QPointF> corners = line(int(i));
            for (std::size_t corner = 1; corner < corners.size() && !isLong[i]; ++corner)
                putInto(cellsOf(QRectF(corners[corner - 1], corners[corner]).normalized()), int(i), put);
        }
    });
    if (feedback.isCanceled())
        return;
    m_labelCells = collect(cells, [&](const auto& put) {
        for (std::size_t i = 0; i < lines.size(); ++i)
            putInto(cellsOf(QRectF(lines[i].labelCentre, QSizeF())), int(i), put);
    });
    if (feedback.isCanceled())
        return;
    m_edgesFrom = collect(all.size(), [&lines](const auto& put) {
        for (std::size_t i = 0; i < lines.size(); ++i)
            put(std::size_t(lines[i].from), int(i));
    });
    m_edgesTo = collect(all.size(), [&lines](const auto& put) {
        for (std::size_t i = 0; i < lines.size(); ++i)
            put(std::size_t(lines[i].to), int(i));
    });
    for (std::size_t i = 0; i < all.size(); ++i) {
        const PictureItem& item = all[i];
        switch (item.kind) {
        case PictureItem::Kind::Node:
            m_itemOfNode.emplace(item.node, int(i));
            break;
        case PictureItem::Kind::Block:
        case PictureItem::Kind::Frame:
            m_itemOfScope.emplace(item.scope, int(i));
            break;
        case PictureItem::Kind::Input:
        case PictureItem::Kind::Output:
            m_itemOfTensor.emplace(item.tensor, int(i));
            break;
        }
    }
}

std::span<const QPointF> IndexedPicture::line(int edge) const
{
    const std::size_t start = m_lineStarts[std::size_t(edge)];
    return std::span(m_corners).subspan(start, m_lineStarts[std::size_t(edge) + 1] - start);
}

IndexedPicture::CellRange IndexedPicture::cellsOf(const QRectF& rect) const
{
    const QPointF corner = m_picture->bounds.topLeft();
    const auto cell = [this](double distance, int count) {
        return int(std::clamp(std::floor(distance / m_cellSize), 0.0, double(count - 1)));
    };
    return {cell(rect.left() - corner.x(), m_columns), cell(rect.top() - corner.y(), m_rows),
            cell(rect.right() - corner.x(), m_columns), cell(rect.bottom() - corner.y(), m_rows)};
}

std::vector<int> IndexedPicture::valuesIn(const Lists& lists, const QRectF& area) const
{
    const CellRange range = cellsOf(area);
    std::vector<int> values;
    for (int row = range.top; row <= range.bottom; ++row) {
        for (int column = range.left; column <= range.right; ++column) {
            const auto cell = lists.at(std::size_t(row) * std::size_t(m_columns) + std::size_t(column));
            values.insert(values.end(), cell.begin(), cell.end());
        }
    }
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

std::vector<int> IndexedPicture::itemsIn(const QRectF& area) const
{
    std::vector<int> found = valuesIn(m_itemCells, area);
    std::erase_if(found, [this, &area](int item) { return !items()[std::size_t(item)].rect.intersects(area); });
    return found;
}

std::vector<int> IndexedPicture::edgesIn(const QRectF& area) const
{
    std::vector<int> found = valuesIn(m_edgeCells, area);
    const auto inCells = std::ptrdiff_t(found.size());
    // Of a hundred thousand edges, most are told from afar, without a look at their corners all over the memory.
    for (const LongEdge& each : m_longEdges) {
        if (isTouched(each.topLeft, each.bottomRight, area) && runsThrough(line(each.edge), area))
            found.push_back(each.edge);
    }
    std::inplace_merge(found.begin(), found.begin() + inCells, found.end());
    return found;
}

std::vector<int> IndexedPicture::labelsIn(const QRectF& area) const
{
    std::vector<int> found = valuesIn(m_labelCells, area);
    std::erase_if(found, [this, &area](int edge) { return !area.contains(edges()[std::size_t(edge)].labelCentre); });
    return found;
}

int IndexedPicture::itemAt(const QPointF& point) const
{
    const std::vector<int> near = valuesIn(m_itemCells, QRectF(point, QSizeF(0.0, 0.0)));
    for (auto item = near.rbegin(); item != near.rend(); ++item) {
        if (items()[std::size_t(*item)].rect.contains(point))
            return *item;
    }
    return -1;
}

int IndexedPicture::edgeAt(const QPointF& point, double distance) const
{
    const QRectF area(point - QPointF(distance, distance), QSizeF(2 * distance, 2 * distance));
    int nearest = -1;
    for (const int edge : edgesIn(area)) {
        const std::span<const QPointF> corners = line(edge);
        for (std::size_t corner = 1; corner < corners.size(); ++corner) {
            const double gap = distanceToPiece(point, corners[corner - 1], corners[corner]);
            if (gap <= distance) {
                distance = gap;
                nearest = edge;
            }
        }
    }
    return nearest;
}

int IndexedPicture::itemOfNode(int node) const
{
    const auto known = m_itemOfNode.find(node);
    return known == m_itemOfNode.end() ? -1 : known->second;
}

int IndexedPicture::itemOfScope(int scope) const
{
    const auto known = m_itemOfScope.find(scope);
    return known == m_itemOfScope.end() ? -1 : known->second;
}

int IndexedPicture::itemOfTensor(const std::string& tensor) const
{
    const auto known = m_itemOfTensor.find(tensor);
    return known == m_itemOfTensor.end() ? -1 : known->second;
}

std::span<const int> IndexedPicture::edgesFrom(int item) const
{
    return m_edgesFrom.at(std::size_t(item));
}

std::span<const int> IndexedPicture::edgesTo(int item) const
{
    return m_edgesTo.at(std::size_t(item));
}

} // namespace quantiscope
