// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/run_delegate.h"

#include "widgets/common/theme.h"
#include "widgets/models/runs_model.h"

#include <QApplication>
#include <QPainter>

namespace quantiscope {

void RunDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = Theme::current();
    QStyleOptionViewItem item(option);
    initStyleOption(&item, index);
    const QString preset = item.text;
    item.text.clear();
    const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
    painter->save();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, option.widget);
    const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, option.widget) + 3;
    QRect area = option.rect.adjusted(margin, 0, -margin, 0);

    QFont bold = option.font;
    bold.setWeight(QFont::DemiBold);
    painter->setFont(bold);
    painter->setPen(theme.text1);
    const int presetWidth = painter->fontMetrics().horizontalAdvance(preset);
    painter->drawText(area, Qt::AlignLeft | Qt::AlignVCenter, preset);
    area.setLeft(area.left() + presetWidth + option.fontMetrics.averageCharWidth());

    painter->setFont(option.font);
    painter->setPen(theme.text2);
    const QString difference = index.data(RunsModel::DifferenceRole).toString();
    painter->drawText(area, Qt::AlignLeft | Qt::AlignVCenter,
                      option.fontMetrics.elidedText(difference, Qt::ElideRight, area.width()));
    painter->restore();
}

} // namespace quantiscope
