// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

#include <optional>

namespace quantiscope {

/// A number with a bar left of it, on the fixed range of its column, so that rows and runs compare. The unit is the
/// header's.
class BarDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    /// Where the bar's colour comes from.
    enum class Fill
    {
        Error, ///< errorColor() of the value, which is in decibels
        Series, ///< one place of Theme::series
    };
    struct Scale
    {
        double empty = 0.0; ///< value without a bar
        double full = 1.0; ///< value of a whole bar; may be the smaller one
        Fill fill = Fill::Series;
        std::size_t series = 0;
        bool isWide =
            false; ///< takes the room that the cell has beside the number, and not only as much as a table needs
    };

    /// The value is the double in @p role of an index; without one there is no bar. The text is Qt::DisplayRole's.
    BarDelegate(Scale scale, int role, QObject* parent = nullptr);

    void setScale(Scale scale);
    /// How much of the bar @p value fills, 0 … 1; nothing for what is no number.
    [[nodiscard]] std::optional<double> share(double value) const;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

signals:
    /// Views that show it are to paint again.
    void scaleChanged();

private:
    Scale m_scale;
    int m_role;
};

} // namespace quantiscope
