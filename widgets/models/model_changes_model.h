// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graph_comparison.h"

#include <QAbstractTableModel>
#include <QString>

#include <vector>

namespace quantiscope {

/// What changed between two models, a row each: nodes, quantizers of one kind, weights, operator sets.
class ModelChangesModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum class Column
    {
        Change,
        Operators,
        Node, ///< or the weight
        Now, ///< what stands for it in the later model
        Detail,
        Count,
    };

    enum Role
    {
        SortRole = Qt::UserRole, ///< details by their number
        FilterRole, ///< all that a filter looks into
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Null: none.
    void setComparison(GraphComparisonPtr comparison);
    [[nodiscard]] const GraphComparisonPtr& comparison() const { return m_comparison; }
    /// The nodes of both graphs that a row is about.
    [[nodiscard]] const NodesOfBoth& nodes(int row) const { return m_rows[std::size_t(row)].nodes; }
    /// "52 fused · 82 Q, 146 DQ · 32 weights changed · opset 13 → 17".
    [[nodiscard]] QString summary() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row
    {
        QString change;
        QString operators;
        QString node;
        QString now;
        QString detail;
        double number = 0.0; ///< of the detail
        NodesOfBoth nodes = {};
    };

    void addNode(const NodeChange& change);
    void addWeight(const WeightChange& change);
    [[nodiscard]] static QString text(const Row& row, Column column);

    GraphComparisonPtr m_comparison;
    std::vector<Row> m_rows;
};

} // namespace quantiscope
