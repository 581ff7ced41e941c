// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graph_content.h"
#include "widgets/graph/graph_drawing.h"

#include <QAbstractItemModel>

#include <array>
#include <vector>

namespace quantiscope {

/// The nodes of a model in their scopes. Children come in the graph's order, scopes and nodes mixed.
class ModelTreeModel final : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Columns
    {
        NameColumn,
        CountColumn, ///< nodes inside
        NumColumns,
    };
    enum Role
    {
        NodeRole = Qt::UserRole, ///< int: position in the graph, -1 for a scope
        ScopeRole, ///< int: index of the scope, of a node the one around it
        OperatorRole, ///< QString: operator type, empty for a scope
        TwinsRole, ///< int: scopes of the same structure
        SharesRole, ///< QList<int>: nodes inside in 8 bit, 16 bit and float; empty while that is not known
        SortRole, ///< what the column is sorted by
    };

    using QAbstractItemModel::QAbstractItemModel;

    /// Null: empty.
    void setDrawing(GraphDrawingPtr drawing);
    [[nodiscard]] const GraphDrawingPtr& drawing() const { return m_drawing; }

    /// How the recipe in force computes each node; empty: not known. Of another number of nodes: taken as empty.
    void setPrecisions(const NodePrecisions& precisions);

    /// Invalid for what is no node of the graph.
    [[nodiscard]] QModelIndex indexOfNode(int node) const;

    /// Which entries, by the internal id of their indexes, are to be shown when @p text is looked for in names and
    /// operators: those that hold it in any case, what is inside them, and the scopes around. @p fitting becomes the
    /// number of nodes that hold it themselves.
    [[nodiscard]] std::vector<bool> entriesWith(const QString& text, int& fitting) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// A row of the tree: a scope or a node.
    struct Entry
    {
        int node = -1;
        int scope = -1;
        int parent = -1; ///< index of the entry around it; -1 at the top
        int row = 0;
        std::vector<int> children = {};
        std::array<int, 3> shares = {}; ///< 8 bit, 16 bit, float
    };

    void addEntries();
    [[nodiscard]] QString nameOf(const Entry& entry) const;
    [[nodiscard]] const Entry& entryOf(const QModelIndex& index) const { return m_entries[index.internalId()]; }

    GraphDrawingPtr m_drawing;
    std::vector<Entry> m_entries;
    std::vector<int> m_top;
    std::vector<int> m_entryOfNode;
    bool m_areSharesKnown = false;
};

} // namespace quantiscope
