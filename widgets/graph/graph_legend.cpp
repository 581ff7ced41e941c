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
constexpr int kLeastScaleWidth = 120;
constexpr int kScaleHeight = 8;
constexpr int kSwatchGap = 6; ///< between a swatch and its words

int swatchSide(const QFontMetrics& metrics)
{
    return metrics.ascent() - 2;
}

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
    if (!m_isStrip)
        resize(sizeHint());
    update();
}

QString GraphLegend::entryText(const ColorLegend::Entry& entry) const
{
    return tr("%1 · %2", "kind of nodes · how many").arg(entry.text, QLocale().toString(entry.count));
}

/// A card has a line for each piece; a strip begins a new line where the next one finds no room.
GraphLegend::Arrangement GraphLegend::arrange(int width) const
{
    const QFontMetrics metrics(font());
    const int row = metrics.height() + 4;
    std::vector<Piece> pieces;
    const auto add = [&](Piece::Kind kind, std::size_t entry, int pieceWidth, int height) {
        pieces.push_back({kind, entry, QRect(0, 0, pieceWidth, height)});
    };
    add(Piece::Kind::Title, 0, QFontMetrics(titleFont(font())).horizontalAdvance(m_legend.title) + 1, row);
    for (std::size_t i = 0; i < m_legend.entries.size(); ++i) {
        const int text = metrics.horizontalAdvance(entryText(m_legend.entries[i]));
        add(Piece::Kind::Entry, i, swatchSide(metrics) + kSwatchGap + text + 1, row);
    }
    if (!m_legend.ticks.empty())
        add(Piece::Kind::Scale, 0, kScaleWidth, kScaleHeight + 6 + row);
    if (!m_legend.direction.isEmpty())
        add(Piece::Kind::Direction, 0, metrics.horizontalAdvance(m_legend.direction) + 1, row);

    const int gap = metrics.averageCharWidth() * 2;
    if (m_isStrip && !m_legend.ticks.empty()) { // rather a shorter scale than another line
        int whole = 2 * kPadding - gap;
        for (const Piece& piece : pieces)
            whole += piece.place.width() + gap;
        for (Piece& piece : pieces) {
            if (piece.kind == Piece::Kind::Scale)
                piece.place.setWidth(std::clamp(kScaleWidth - (whole - width), kLeastScaleWidth, kScaleWidth));
        }
    }
    const QPoint begin = m_isStrip ? QPoint(kPadding, 3) : QPoint(kPadding, kPadding - 2);
    QPoint place = begin;
    QSize size;
    int lineHeight = 0;
    for (Piece& piece : pieces) {
        const bool isFirst = place.x() == begin.x();
        if (!isFirst && (!m_isStrip || place.x() + piece.place.width() > width - kPadding)) {
            place = QPoint(begin.x(), place.y() + lineHeight);
            lineHeight = 0;
        }
        piece.place.moveTopLeft(place);
        lineHeight = std::max(lineHeight, piece.place.height());
        size = size.expandedTo({piece.place.right() + 1 + kPadding, place.y() + lineHeight + begin.y()});
        place.rx() += piece.place.width() + gap;
    }
    return {std::move(pieces), size};
}

void GraphLegend::setStrip(bool isStrip)
{
    if (m_isStrip == isStrip)
        return;
    m_isStrip = isStrip;
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    if (isStrip)
        policy = QSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // it wraps, and never widens the graph
    policy.setHeightForWidth(isStrip);
    setSizePolicy(policy);
    refresh();
}

QSize GraphLegend::sizeHint() const
{
    return arrange(m_isStrip ? std::max(width(), 1) : 0).size;
}

int GraphLegend::heightForWidth(int width) const
{
    return m_isStrip ? arrange(width).size.height() : -1;
}

void GraphLegend::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_isStrip) {
        painter.fillRect(rect(), theme.base);
        painter.fillRect(QRect(0, 0, width(), 1), theme.border);
    } else {
        painter.setPen(theme.border);
        painter.setBrush(theme.base);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5.0, 5.0);
    }
    const int swatch = swatchSide(QFontMetrics(font()));
    for (const Piece& piece : arrange(width()).pieces) {
        const QRect& place = piece.place;
        painter.setFont(piece.kind == Piece::Kind::Title ? titleFont(font()) : font());
        painter.setPen(theme.text1);
        switch (piece.kind) {
        case Piece::Kind::Title:
            painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, m_legend.title);
            break;
        case Piece::Kind::Entry: {
            const ColorLegend::Entry& entry = m_legend.entries[piece.entry];
            painter.drawText(place.adjusted(swatch + kSwatchGap, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                             entryText(entry));
            painter.setPen(Qt::NoPen);
            painter.setBrush(entry.color);
            painter.drawRoundedRect(QRect(place.left(), place.center().y() - swatch / 2, swatch, swatch), 2.0, 2.0);
            break;
        }
        case Piece::Kind::Scale: {
            const int top = m_isStrip ? (QFontMetrics(font()).height() + 4 - kScaleHeight) / 2 : 0;
            paintScale(painter, QRect(place.left(), place.top() + top, place.width(), kScaleHeight));
            break;
        }
        case Piece::Kind::Direction:
            painter.setPen(theme.text2);
            painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, m_legend.direction);
            break;
        }
    }
}

void GraphLegend::paintScale(QPainter& painter, QRect area) const
{
    constexpr int kStops = 12;
    QLinearGradient gradient(area.topLeft(), area.topRight());
    for (int stop = 0; stop <= kStops; ++stop) {
        const double place = double(stop) / kStops;
        gradient.setColorAt(place, sequentialColor(m_legend.isReversed ? 1.0 - place : place));
    }
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
