// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/plot_legend.h"

#include "widgets/common/theme.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace quantiscope {

namespace {

constexpr int kSlack = 2; ///< widths are rounded

} // namespace

PlotLegend::PlotLegend(QWidget* parent) : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Legend"));
}

void PlotLegend::setEntries(std::vector<Entry> entries)
{
    m_entries = std::move(entries);
    QStringList told;
    for (const Entry& each : m_entries)
        told += each.value.isEmpty() ? each.name : tr("%1: %2").arg(each.name, each.value);
    setAccessibleDescription(told.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

QFont PlotLegend::fontOf(const Entry& entry) const
{
    QFont result = font();
    if (entry.isBold)
        result.setWeight(QFont::DemiBold);
    return result;
}

int PlotLegend::widthOf(const Entry& entry) const
{
    const QFontMetrics metrics(fontOf(entry));
    const int gap = metrics.averageCharWidth();
    const int value = entry.value.isEmpty() ? 0 : gap + metrics.horizontalAdvance(entry.value);
    return kSlack + 3 * gap + metrics.horizontalAdvance(entry.name) + value + (entry.startsGroup ? 2 * gap : 0);
}

int PlotLegend::layOut(int width, const std::function<void(const Entry&, const QRect&)>& take) const
{
    const int rowHeight = fontMetrics().height() + 4;
    const int gap = 2 * fontMetrics().averageCharWidth();
    int x = 0;
    int y = 0;
    for (const Entry& each : m_entries) {
        const int needed = widthOf(each);
        if (x > 0 && x + needed > width) {
            x = 0;
            y += rowHeight;
        }
        take(each, QRect(x, y, std::min(needed, width), rowHeight));
        x += needed + gap;
    }
    return m_entries.empty() ? 0 : y + rowHeight;
}

QSize PlotLegend::sizeHint() const
{
    int width = 0;
    for (const Entry& each : m_entries)
        width += widthOf(each) + 2 * fontMetrics().averageCharWidth();
    return {width, heightForWidth(width)};
}

QSize PlotLegend::minimumSizeHint() const
{
    return {0, m_entries.empty() ? 0 : fontMetrics().height() + 4};
}

int PlotLegend::heightForWidth(int width) const
{
    return layOut(width, [](const Entry&, const QRect&) {});
}

void PlotLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    draw(painter, width());
}

void PlotLegend::draw(QPainter& painter, int width) const
{
    const Theme& theme = Theme::current();
    painter.setRenderHint(QPainter::Antialiasing);
    layOut(width, [&](const Entry& entry, const QRect& place) {
        const QFont shown = fontOf(entry);
        const QFontMetrics metrics(shown);
        const int gap = metrics.averageCharWidth();
        int x = place.left();
        if (entry.startsGroup && x > 0) {
            painter.setPen(theme.border);
            painter.drawLine(x, place.top() + 3, x, place.bottom() - 3);
        }
        x += entry.startsGroup ? 2 * gap : 0;
        const QColor color = entry.series ? theme.series[*entry.series % theme.series.size()]
            : entry.key == Key::Area      ? mixed(theme.base, theme.text3, 0.7)
                                          : theme.accent;
        const int side = 2 * gap;
        const int middle = place.center().y();
        if (entry.key == Key::Area) {
            const int height = metrics.ascent() * 2 / 3;
            painter.fillRect(QRect(x, middle - height / 2, side * 2 / 3, height), color);
        } else {
            painter.setPen(QPen(color, 2.0, entry.key == Key::Dashed ? Qt::DotLine : Qt::SolidLine));
            painter.drawLine(x, middle, x + side, middle);
        }
        x += 3 * gap;
        painter.setFont(shown);
        painter.setPen(entry.isBold ? theme.text1 : theme.text2);
        const int valueWidth = entry.value.isEmpty() ? 0 : gap + metrics.horizontalAdvance(entry.value);
        const int room = std::max(0, place.right() + 1 - x - valueWidth);
        const int nameWidth = std::min(room, metrics.horizontalAdvance(entry.name) + kSlack);
        const QRect text(x, place.top(), nameWidth, place.height());
        painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeft,
                         metrics.elidedText(entry.name, Qt::ElideMiddle, nameWidth));
        painter.setPen(theme.text1);
        painter.drawText(QRect(x + nameWidth + gap, place.top(), valueWidth, place.height()),
                         Qt::AlignVCenter | Qt::AlignLeft, entry.value);
    });
}

void PlotLegend::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    QWidget::changeEvent(event);
}

} // namespace quantiscope
