// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/opened_model.h"

#include <QAbstractTableModel>

#include <vector>

namespace quantiscope {

/// The nodes that a search found, in graph order.
class GraphHitModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        NameColumn,
        OperatorColumn,
        ShapeColumn, ///< of the first output
        ColumnCount,
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// @param hits  positions in the graph of @p model, ascending
    void setHits(OpenedModelPtr model, std::vector<int> hits);
    [[nodiscard]] int node(int row) const { return m_hits[std::size_t(row)]; }
    /// -1 when it is no hit.
    [[nodiscard]] int rowOf(int node) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    OpenedModelPtr m_model;
    std::vector<int> m_hits;
};

} // namespace quantiscope
