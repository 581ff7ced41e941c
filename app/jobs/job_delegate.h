// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace quantiscope {

/// A row of JobsModel: state, title, second line, time, and a button for its menu.
class JobDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// Where the button is in a row of this option.
    [[nodiscard]] static QRect menuButton(const QStyleOptionViewItem& option);

signals:
    void menuRequested(const QModelIndex& index, const QPoint& place); ///< on the screen

protected:
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;
};

} // namespace quantiscope
