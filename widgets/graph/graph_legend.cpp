// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_legend.h"

#include "widgets/common/theme.h"

#include <QEvent>
#include <QLocale>
#include <QPainter>
#include <QStringList>

#include <algorithm>

namespace quantiscope {

namespace {

constexpr int kPadding = 10;
constexpr int kScaleWidth = 190;
constexpr int kScaleHeight = 8;

QFont titleFont(QFont font)
{
    font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace

GraphLegend::GraphLegend(QWidget* parent) : QWidget(parent)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void GraphLegend::setColoring(NodeColoringPtr coloring)
{
    if (m_coloring == coloring)
        return;
    m_coloring = std::move(coloring);
    refresh();
}

void GraphLegend::refresh()
{
    m_legend = m_coloring ? m_coloring->legend() : ColorLegend();
    QStringList texts{m_legend.title};
    for (const ColorLegend::Entry& entry : m_legend.entries)
        texts += entryText(entry);
    for (const ColorLegend::Tick& tick : m_legend.ticks)
        texts += tick.text;
    texts += m_legend.direction;
    texts.removeAll(QString());
    setAccessibleName(tr("Colours"));
    setAccessibleDescription(texts.join(QStringLiteral(", ")));
    setVisible(!m_legend.entries.empty() || !m_legend.ticks.empty());
    updateGeometry();
    resize(sizeHint());
    update();
}

QString GraphLegend::entryText(const ColorLegend::Entry& entry) const
{
    return tr("%1 · %2", "kind of nodes · how many").arg(entry.text, QLocale().toString(entry.count));
}

QSize GraphLegend::sizeHint() const
{
    const QFontMetrics metrics(font());
    const QFontMetrics titleMetrics(titleFont(font()));
    const int row = metrics.height() + 4;
    const int swatch = metrics.ascent();
    int width = titleMetrics.horizontalAdvance(m_legend.title);
    int height = row;
    for (const ColorLegend::Entry& entry : m_legend.entries) {
        width = std::max(width, swatch + 6 + metrics.horizontalAdvance(entryText(entry)));
        height += row;
    }
    if (!m_legend.ticks.empty()) {
        width = std::max(width, kScaleWidth);
        height += kScaleHeight + 6 + row;
    }
    if (!m_legend.direction.isEmpty()) {
        width = std::max(width, metrics.horizontalAdvance(m_legend.direction));
        height += row;
    }
    return {width + 2 * kPadding, height + 2 * kPadding - 4};
}

void GraphLegend::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.border);
    painter.setBrush(theme.base);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5.0, 5.0);

    const QFontMetrics metrics(font());
    const int row = metrics.height() + 4;
    QRect line(kPadding, kPadding - 2, width() - 2 * kPadding, row);
    painter.setFont(titleFont(font()));
    painter.setPen(theme.text1);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, m_legend.title);
    painter.setFont(font());
    line.translate(0, row);
    const int swatch = metrics.ascent() - 2;
    for (const ColorLegend::Entry& entry : m_legend.entries) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(entry.color);
        painter.drawRoundedRect(QRect(line.left(), line.center().y() - swatch / 2, swatch, swatch), 2.0, 2.0);
        painter.setPen(theme.text1);
        painter.drawText(line.adjusted(swatch + 6, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, entryText(entry));
        line.translate(0, row);
    }
    if (!m_legend.ticks.empty()) {
        paintScale(painter, QRect(line.left(), line.top(), line.width(), kScaleHeight));
        line.translate(0, kScaleHeight + 6 + row);
    }
    painter.setPen(theme.text2);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, m_legend.direction);
}

void GraphLegend::paintScale(QPainter& painter, QRect area) const
{
    constexpr int kStops = 12;
    QLinearGradient gradient(area.topLeft(), area.topRight());
    for (int stop = 0; stop <= kStops; ++stop)
        gradient.setColorAt(double(stop) / kStops, sequentialColor(double(stop) / kStops));
    painter.setPen(Qt::NoPen);
    painter.setBrush(gradient);
    painter.drawRoundedRect(area, 2.0, 2.0);
    const QFontMetrics metrics(font());
    painter.setPen(Theme::current().text2);
    for (const ColorLegend::Tick& tick : m_legend.ticks) {
        const int textWidth = metrics.horizontalAdvance(tick.text);
        const int left = std::clamp(area.left() + int(tick.place * area.width()) - textWidth / 2, area.left(),
                                    std::max(area.left(), area.right() - textWidth));
        painter.drawText(QRect(left, area.bottom() + 4, textWidth + 2, metrics.height()), Qt::AlignLeft, tick.text);
    }
}

void GraphLegend::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange
        || event->type() == QEvent::LanguageChange)
        refresh();
}

} // namespace quantiscope
