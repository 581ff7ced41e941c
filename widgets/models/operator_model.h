// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/opened_model.h"
#include "widgets/graph/graph_content.h"

#include <QAbstractTableModel>

#include <array>
#include <vector>

namespace quantiscope {

/// The operator types of a model and how many nodes each has, most first.
class OperatorModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Columns
    {
        TypeColumn,
        CountColumn,
        NumColumns,
    };
    enum Role
    {
        CountRole = Qt::UserRole, ///< int
        SharesRole, ///< QList<int>: nodes in 8 bit, 16 bit and float; empty while that is not known
        ShareRole, ///< double: of the count of the commonest type, 0 … 1
        SortRole,
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setModel(const OpenedModelPtr& model);
    /// How the recipe in force computes each node; empty: not known. Of another number of nodes: taken as empty.
    void setPrecisions(const NodePrecisions& precisions);
    [[nodiscard]] const std::string& type(int row) const { return m_rows[std::size_t(row)].type; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row
    {
        std::string type;
        int count = 0;
        std::array<int, 3> shares = {}; ///< 8 bit, 16 bit, float
    };
    OpenedModelPtr m_model;
    std::vector<Row> m_rows;
    bool m_areSharesKnown = false;
};

} // namespace quantiscope
