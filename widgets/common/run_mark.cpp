// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/run_mark.h"

#include "widgets/common/theme.h"

#include <QPainter>
#include <QPixmap>

namespace quantiscope {

QColor runColor(std::size_t slot)
{
    const auto& series = Theme::current().series;
    return series[slot % series.size()];
}

void paintRunMark(QPainter& painter, const QRectF& area, std::optional<std::size_t> slot)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (!slot) {
        painter.setPen(QPen(Theme::current().text3, 1.0));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(area.adjusted(0.5, 0.5, -0.5, -0.5));
    } else {
        painter.setPen(Qt::NoPen);
        painter.setBrush(runColor(*slot));
        if (*slot < Theme::current().series.size())
            painter.drawEllipse(area);
        else
            painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    painter.restore();
}

QIcon runMarkIcon(std::optional<std::size_t> slot)
{
    constexpr int kSide = 16;
    constexpr double kMargin = 3.0;
    QIcon icon;
    for (const int scale : {1, 2, 3}) {
        QPixmap pixmap(kSide * scale, kSide * scale);
        pixmap.setDevicePixelRatio(scale);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paintRunMark(painter, QRectF(kMargin, kMargin, kSide - 2 * kMargin, kSide - 2 * kMargin), slot);
        icon.addPixmap(pixmap);
    }
    return icon;
}

} // namespace quantiscope
