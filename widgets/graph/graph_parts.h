// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

namespace quantiscope {

/// How much of a picture is drawn, by the zoom.
enum class GraphDetail
{
    Blocks, ///< below 25 %: boxes only, names in tooltips
    Boxes, ///< 25–50 %: coloured boxes, names of blocks
    Lines, ///< 50–80 %: no second lines, no edge labels
    Full,
};

[[nodiscard]] constexpr GraphDetail graphDetail(double zoom)
{
    return zoom >= 0.8 ? GraphDetail::Full
        : zoom >= 0.5  ? GraphDetail::Lines
        : zoom >= 0.25 ? GraphDetail::Boxes
                       : GraphDetail::Blocks;
}

/// Where the parts of a box are: what is drawn there is hit there. In scene units, like all of the scene: 1 unit is a
/// logical pixel at 100 %.
namespace graph_parts {

inline constexpr double kBand = 5.0; ///< of the category
inline constexpr int kMostBadges = 2;
inline constexpr double kTag = 12.0; ///< what tags, badges and ports stick out of a box, at most

[[nodiscard]] inline QRectF port(const QRectF& box, int index)
{
    return {box.left() - 6.0, box.top() + 6.0 + 14.0 * index, 12.0, 12.0};
}

[[nodiscard]] inline QRectF badge(const QRectF& box, int index)
{
    return {box.left() + 12.0 + 62.0 * index, box.top() - 9.0, 58.0, 14.0};
}

/// The "×N" of a block whose structure occurs several times, and the tags START and END of a node; at the lower edge
/// where @p badges, as many as are drawn, leave no room at the upper one.
[[nodiscard]] inline QRectF pill(const QRectF& box, double width, int badges)
{
    const double left = box.right() - width - 8.0;
    const bool isBelow = badges > 0 && badge(box, badges - 1).right() + 2.0 > left;
    return {left, isBelow ? box.bottom() - 4.0 : box.top() - 11.0, width, 15.0};
}

/// Opens a block or closes a frame.
[[nodiscard]] inline QRectF chevron(const QRectF& box)
{
    return {box.left() + 4.0, box.top() + 5.0, 16.0, 16.0};
}

[[nodiscard]] inline QRectF frameTitle(const QRectF& frame)
{
    return {frame.left() + 2.0, frame.top() + 2.0, frame.width() - 4.0, 22.0};
}

} // namespace graph_parts

} // namespace quantiscope
