// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>

namespace quantiscope::test {

/// Pixels of exactly @p color in a column of a picture.
inline int pixelsOf(const QColor& color, const QImage& picture, int column)
{
    int count = 0;
    for (int y = 0; y < picture.height(); ++y)
        count += picture.pixelColor(column, y).rgb() == color.rgb() ? 1 : 0;
    return count;
}

} // namespace quantiscope::test
