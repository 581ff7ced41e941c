// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/bar_delegate.h"

#include "widgets/common/theme.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace quantiscope {

namespace {

constexpr double kMostShare = 0.55; ///< of the cell's width

/// Of a bar, in widths of a digit.
constexpr int kBarDigits = 8;

int barWidth(const QFontMetrics& metrics)
{
    return kBarDigits * metrics.horizontalAdvance(QLatin1Char('0'));
}

} // namespace

BarDelegate::BarDelegate(Scale scale, int role, QObject* parent)
    : QStyledItemDelegate(parent), m_scale(scale), m_role(role)
{
}

void BarDelegate::setScale(Scale scale)
{
    m_scale = scale;
    emit scaleChanged();
}

std::optional<double> BarDelegate::share(double value) const
{
    if (std::isnan(value) || m_scale.full == m_scale.empty)
        return std::nullopt;
    return std::clamp((value - m_scale.empty) / (m_scale.full - m_scale.empty), 0.0, 1.0);
}

void BarDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QString text = item.text;
    item.text.clear();
    const QWidget* widget = option.widget;
    QStyle* style = widget ? widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, widget);

    const Theme& theme = Theme::current();
    const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, &item, widget) + 2;
    const QRect cell = item.rect.adjusted(margin, 0, -margin, 0);
    const int textWidth = item.fontMetrics.horizontalAdvance(text);
    const int beside = cell.width() - textWidth - item.fontMetrics.averageCharWidth();
    const int room = m_scale.isWide
        ? std::min(beside, cell.width() - barWidth(item.fontMetrics)) // the numbers of all rows have the same room
        : std::min({barWidth(item.fontMetrics), int(kMostShare * cell.width()), beside});
    const QVariant data = index.data(m_role);
    const double value = data.toDouble();
    if (const auto filled = data.isValid() ? share(value) : std::nullopt; filled && room >= 4) {
        const int height = std::max(4, item.fontMetrics.ascent() / 2);
        QRect trough(cell.left(), cell.center().y() - height / 2, room, height);
        trough = QStyle::visualRect(item.direction, cell, trough);
        QRect bar = trough;
        // A value that is not nothing is seen.
        const int length = *filled > 0.0 ? std::max(2, int(std::lround(*filled * room))) : 0;
        bar.setWidth(length);
        bar = QStyle::visualRect(item.direction, trough, bar);
        painter->fillRect(trough, theme.hairline);
        painter->fillRect(
            bar, m_scale.fill == Fill::Error ? errorColor(value) : theme.series[m_scale.series % theme.series.size()]);
        if (m_scale.fill == Fill::Error && length > 0) { // bright colours are told from the ground by their edge
            painter->setPen(mixed(errorColor(value), theme.text1, 0.35));
            painter->drawRect(bar.adjusted(0, 0, -1, -1));
        }
    }
    painter->setPen(item.state.testFlag(QStyle::State_Enabled) ? theme.text1 : theme.text3);
    painter->setFont(item.font);
    painter->drawText(cell, int(QStyle::visualAlignment(item.direction, Qt::AlignRight)) | int(Qt::AlignVCenter),
                      item.fontMetrics.elidedText(text, Qt::ElideRight, cell.width()));
}

QSize BarDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QSize text = QStyledItemDelegate::sizeHint(option, index);
    return {text.width() + barWidth(option.fontMetrics) + option.fontMetrics.averageCharWidth(), text.height()};
}

} // namespace quantiscope
