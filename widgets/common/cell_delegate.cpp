// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/cell_delegate.h"

#include <QBrush>

namespace quantiscope {

void CellDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const QVariant own = index.data(Qt::ForegroundRole);
    if (own.canConvert<QBrush>())
        option->palette.setBrush(QPalette::HighlightedText, own.value<QBrush>());
}

} // namespace quantiscope
