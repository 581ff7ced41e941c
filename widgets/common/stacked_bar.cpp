// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/stacked_bar.h"

#include "widgets/common/text.h"
#include "widgets/common/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace quantiscope {

StackedBar::StackedBar(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StackedBar::setParts(std::vector<Part> parts)
{
    m_parts = std::move(parts);
    QStringList texts;
    for (const Part& part : m_parts)
        texts += part.toolTip;
    texts.removeAll(QString());
    setAccessibleDescription(texts.join(QStringLiteral("; ")));
    update();
}

QSize StackedBar::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 12, std::max(6, fontMetrics().height() / 2)};
}

QRectF StackedBar::areaOf(std::size_t part) const
{
    double before = 0.0;
    for (std::size_t i = 0; i < part; ++i)
        before += m_parts[i].share;
    const double left = std::clamp(before, 0.0, 1.0) * width();
    const double right = std::clamp(before + m_parts[part].share, 0.0, 1.0) * width();
    return {left, 0.0, right - left, double(height())};
}

void StackedBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), Theme::current().hairline);
    for (std::size_t i = 0; i < m_parts.size(); ++i)
        painter.fillRect(areaOf(i), m_parts[i].color());
}

bool StackedBar::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            if (areaOf(i).contains(help->pos())) {
                QToolTip::showText(help->globalPos(), plainToolTip(m_parts[i].toolTip), this);
                return true;
            }
        }
        QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

} // namespace quantiscope
