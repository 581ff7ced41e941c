// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/histogram_tensor.h"

#include <QAbstractTableModel>

#include <vector>

namespace quantiscope {

/// The channels of a constant: how large their values are and what quantization leaves of them.
class ChannelModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        Channel,
        Largest, ///< max |w|
        Sqnr, ///< dB; the worst channels are those with the lowest
        ColumnCount,
    };
    static constexpr int SortRole = Qt::UserRole; ///< the number itself

    using QAbstractTableModel::QAbstractTableModel;

    /// Null: no channels.
    void setTensor(HistogramTensorPtr tensor);
    /// Of all channels.
    [[nodiscard]] double largest() const { return m_largest; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row
    {
        double largest = 0.0;
        double sqnr = 0.0; ///< NaN where it stays float
    };

    std::vector<Row> m_rows;
    double m_largest = 0.0;
};

} // namespace quantiscope
