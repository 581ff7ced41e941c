// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/opened_model.h"

#include <QAbstractTableModel>

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
        ShareRole, ///< double: of the count of the commonest type, 0 … 1
        SortRole,
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setModel(const OpenedModelPtr& model);
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
    };
    std::vector<Row> m_rows;
};

} // namespace quantiscope
