// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/memory_sparkline.h"

#include "widgets/common/text.h"
#include "widgets/common/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace quantiscope {

MemorySparkline::MemorySparkline(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Memory over time"));
}

void MemorySparkline::show(const std::vector<float>& history, std::size_t now, std::optional<std::uint64_t> budget)
{
    m_history = history;
    m_now = now;
    m_budget = budget;
    setAccessibleDescription(m_budget ? tr("%1 of %2").arg(bytesText(now), bytesText(*budget)) : bytesText(now));
    update();
}

QSize MemorySparkline::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, fontMetrics().height() * 4};
}

QSize MemorySparkline::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 12, sizeHint().height()};
}

void MemorySparkline::paintEvent(QPaintEvent*)
{
    if (m_history.empty())
        return;
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QFontMetrics metrics = fontMetrics();
    const QString nowText = bytesText(m_now);
    const int textWidth = metrics.horizontalAdvance(nowText) + metrics.averageCharWidth() * 2;
    const QRectF area(1.0, 1.0, width() - textWidth - 2.0, height() - 3.0);
    const double budget = m_budget ? double(*m_budget) / double(1 << 20) : 0.0;
    const double most = std::max(double(*std::max_element(m_history.begin(), m_history.end())), budget) * 1.1;
    const auto y = [&](double mebibytes) { return area.bottom() - area.height() * mebibytes / most; };

    painter.setPen(theme.hairline);
    painter.drawLine(QPointF(0, area.bottom()), QPointF(width(), area.bottom()));
    QPainterPath line;
    const double step = m_history.size() > 1 ? area.width() / double(m_history.size() - 1) : 0.0;
    for (std::size_t i = 0; i < m_history.size(); ++i) {
        const QPointF point(m_history.size() > 1 ? area.left() + step * double(i) : area.right(), y(m_history[i]));
        if (i == 0)
            line.moveTo(point);
        else
            line.lineTo(point);
    }
    const QPointF end = line.currentPosition();
    QPainterPath filled = line;
    filled.lineTo(end.x(), area.bottom());
    filled.lineTo(area.left(), area.bottom());
    QColor fill = theme.accent;
    fill.setAlphaF(0.16F);
    painter.fillPath(filled, fill);
    painter.setPen(QPen(theme.accent, 1.5));
    painter.drawPath(line);
    painter.setBrush(theme.accent);
    painter.drawEllipse(end, 2.5, 2.5);
    painter.setBrush(Qt::NoBrush);

    if (m_budget) {
        painter.setPen(QPen(theme.error, 1.0, Qt::DashLine));
        painter.drawLine(QPointF(0, y(budget)), QPointF(width(), y(budget)));
        painter.setPen(theme.text2);
        const QString text = tr("budget %1").arg(bytesText(*m_budget));
        painter.drawText(QRectF(0, y(budget) + 1, width(), metrics.height()), Qt::AlignRight | Qt::AlignTop, text);
    }
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    painter.setFont(bold);
    painter.setPen(theme.text1);
    double top = std::clamp(end.y() - metrics.height() / 2.0, 0.0, double(height() - metrics.height()));
    if (m_budget) // below the budget's own text
        top = std::min(std::max(top, y(budget) + metrics.height()), double(height() - metrics.height()));
    painter.drawText(QRectF(end.x(), top, width() - end.x(), metrics.height()), Qt::AlignRight, nowText);
}

} // namespace quantiscope
