// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QHash>
#include <QStyledItemDelegate>

namespace quantiscope {

/// Paints a rule: check box, kind, text, precision, count; of a dead one, below, why, and a button to mend it.
class RuleDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;

    /// Where the button is that mends the dead rule of a row painted in @p rect; empty when it has none.
    [[nodiscard]] static QRect repairButton(const QRect& rect, const QFontMetrics& metrics, const QModelIndex& index);

signals:
    void repairClicked(const QModelIndex& index);

private:
    [[nodiscard]] int textHeight(const QStyleOptionViewItem& option, int width, const QString& text) const;

    mutable QHash<QString, int> m_textHeights; ///< of wrapped sentences, for the width and font below
    mutable int m_textWidth = 0;
    mutable QFont m_textFont;
};

/// The chip of a precision ("f32") in @p rect's middle, in its colour.
void paintPrecisionChip(QPainter& painter, const QRect& rect, const QString& text);
[[nodiscard]] int precisionChipWidth(const QFontMetrics& metrics);

} // namespace quantiscope
