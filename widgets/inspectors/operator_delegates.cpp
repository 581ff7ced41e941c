// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspectors/operator_delegates.h"

#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/graph/operator_category.h"
#include "widgets/models/model_tree_model.h"
#include "widgets/models/operator_model.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>

namespace quantiscope {

namespace {

QColor categoryColor(const QString& type)
{
    return categoryColor(operatorCategory(toStd(type)));
}

/// The row as the style draws it, without its text; gives back where the text belongs.
QRect drawRow(QPainter* painter, const QStyleOptionViewItem& option)
{
    QStyleOptionViewItem empty = option;
    empty.text.clear();
    const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &empty, painter, option.widget);
    return style->subElementRect(QStyle::SE_ItemViewItemText, &option, option.widget);
}

/// A square of the category's colour at the left of @p rect; gives back what is left of it.
QRect drawSwatch(QPainter* painter, const QRect& rect, const QColor& color)
{
    const int size = rect.height() * 2 / 5;
    painter->setPen(Qt::NoPen);
    painter->setBrush(color);
    painter->drawRoundedRect(QRect(rect.left(), rect.center().y() - size / 2, size, size), 2, 2);
    return rect.adjusted(size + 8, 0, 0, 0);
}

/// A bar in parts; those of no precision (what is removed) stay grey. Without @p shares all of it is.
void drawShares(QPainter* painter, const QRectF& rect, const QList<int>& shares, int count)
{
    const Theme& theme = Theme::current();
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme.neutral);
    painter->drawRect(rect);
    const QColor colors[] = {theme.int8, theme.int16, theme.floating};
    double left = rect.left();
    for (int i = 0; i < shares.size() && count > 0; ++i) {
        const double width = rect.width() * shares[i] / count;
        painter->setBrush(colors[i]);
        painter->drawRect(QRectF(left, rect.top(), width, rect.height()));
        left += width;
    }
}

int shareWidth(const QStyleOptionViewItem& option)
{
    return option.fontMetrics.averageCharWidth() * 9 / 2;
}

} // namespace

void NodeNameDelegate::paint(QPainter* painter, const QStyleOptionViewItem& plain, const QModelIndex& index) const
{
    const Theme& theme = Theme::current();
    QStyleOptionViewItem option = plain;
    initStyleOption(&option, index);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    QRect rect = drawRow(painter, option);
    if (index.data(ModelTreeModel::NodeRole).toInt() >= 0)
        rect = drawSwatch(painter, rect, categoryColor(index.data(ModelTreeModel::OperatorRole).toString()));
    int right = rect.right();
    painter->setFont(option.font);
    if (const int twins = index.data(ModelTreeModel::TwinsRole).toInt(); twins > 1) {
        const QString pill = QStringLiteral("×%1").arg(twins);
        const int width = option.fontMetrics.horizontalAdvance(pill) + 10;
        const QString name = option.fontMetrics.elidedText(option.text, Qt::ElideMiddle, rect.width() - width - 6);
        right = rect.left() + option.fontMetrics.horizontalAdvance(name) + 2;
        const QRect box(right + 6, rect.center().y() - option.fontMetrics.height() / 2, width,
                        option.fontMetrics.height());
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme.hairline);
        painter->drawRoundedRect(box, 4, 4);
        painter->setPen(theme.text2);
        painter->drawText(box, Qt::AlignCenter, pill);
    }
    rect.setRight(right);
    painter->setPen(theme.text1);
    painter->drawText(rect, Qt::AlignVCenter | Qt::TextSingleLine,
                      option.fontMetrics.elidedText(option.text, Qt::ElideMiddle, rect.width()));
    painter->restore();
}

void PrecisionShareDelegate::paint(QPainter* painter, const QStyleOptionViewItem& plain, const QModelIndex& index) const
{
    QStyleOptionViewItem option = plain;
    initStyleOption(&option, index);
    painter->save();
    const QRect rect = drawRow(painter, option);
    const int width = shareWidth(option);
    painter->setPen(Theme::current().text2);
    painter->setFont(option.font);
    painter->drawText(rect.adjusted(0, 0, -width - 4, 0), Qt::AlignRight | Qt::AlignVCenter, option.text);
    const auto shares = index.data(ModelTreeModel::SharesRole).value<QList<int>>();
    if (!shares.isEmpty()) {
        const int count = std::max(1, index.data(ModelTreeModel::SortRole).toInt());
        const int height = std::max(3, rect.height() / 6);
        drawShares(painter, QRectF(rect.right() - width, rect.center().y() - height / 2.0, width, height), shares,
                   count);
    }
    painter->restore();
}

QSize PrecisionShareDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.rwidth() += shareWidth(option) + 4;
    return size;
}

void OperatorBarDelegate::paint(QPainter* painter, const QStyleOptionViewItem& plain, const QModelIndex& index) const
{
    const Theme& theme = Theme::current();
    QStyleOptionViewItem option = plain;
    initStyleOption(&option, index);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const int margin = option.fontMetrics.averageCharWidth(); // as far in as the field above
    const QRect rect =
        drawSwatch(painter, drawRow(painter, option).adjusted(margin, 0, 0, 0), categoryColor(option.text));
    const int bar = rect.width() * 3 / 10;
    painter->setPen(theme.text1);
    painter->setFont(option.font);
    painter->drawText(rect.adjusted(0, 0, -bar, 0), Qt::AlignVCenter | Qt::TextSingleLine,
                      option.fontMetrics.elidedText(option.text, Qt::ElideRight, rect.width() - bar - margin));
    const double share = index.data(OperatorModel::ShareRole).toDouble();
    const int height = std::max(4, rect.height() / 4);
    drawShares(painter,
               QRectF(rect.right() - bar, rect.center().y() - height / 2.0, std::max(2.0, share * bar), height),
               index.data(OperatorModel::SharesRole).value<QList<int>>(), index.data(OperatorModel::CountRole).toInt());
    painter->restore();
}

} // namespace quantiscope
