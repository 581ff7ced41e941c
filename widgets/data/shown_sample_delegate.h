// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace quantiscope {

/// A tile of ShownSampleModel: the picture, what is said of it with a bar, its name. Where there is no picture the name
/// stands in its place.
class ShownSampleDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void setSlot(std::size_t slot) { m_slot = slot; } ///< of the run that the bars are of: runColor()
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    std::size_t m_slot = 0;
};

} // namespace quantiscope
