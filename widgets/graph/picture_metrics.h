// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSizeF>

#include <algorithm>
#include <cstddef>

namespace quantiscope {

/// Sizes of what a graph's picture is made of, in scene units. Boxes grow with what they have to say; views elide.
namespace picture {

inline constexpr double kLeafWidth = 150.0;
inline constexpr double kLeafHeight = 38.0;
inline constexpr double kBlockWidth = 176.0;
inline constexpr double kBlockHeight = 46.0;
inline constexpr double kPillWidth = 110.0;
inline constexpr double kPillHeight = 22.0;
inline constexpr double kFrameTitle = 38.0; ///< room above what a frame holds
inline constexpr double kFramePadding = 18.0; ///< room at its other sides
inline constexpr double kBoxGap = 26.0; ///< between boxes of a rank
inline constexpr double kRankGap = 44.0; ///< between ranks
inline constexpr double kArrowLength = 7.0;
inline constexpr double kLabelHeight = 14.0;

/// A box for an operator of @p operatorLength characters, whose name stands beside it.
[[nodiscard]] inline QSizeF leafSize(std::size_t operatorLength)
{
    return {std::clamp(80.0 + 7.5 * double(operatorLength), kLeafWidth, 300.0), kLeafHeight};
}

[[nodiscard]] inline QSizeF blockSize(std::size_t nameLength)
{
    return {std::clamp(96.0 + 7.5 * double(nameLength), kBlockWidth, 320.0), kBlockHeight};
}

[[nodiscard]] inline QSizeF pillSize(std::size_t nameLength)
{
    return {std::clamp(28.0 + 7.0 * double(nameLength), kPillWidth, 260.0), kPillHeight};
}

/// The plate of an edge's label of @p length characters.
[[nodiscard]] inline QSizeF labelSize(std::size_t length)
{
    return {std::min(10.0 + 5.8 * double(length), 160.0), kLabelHeight};
}

} // namespace picture

} // namespace quantiscope
