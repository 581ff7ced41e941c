// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>

#include <vector>

namespace quantiscope {

/// The rows of a ModelTreeModel whose name or operator holds what was typed, with the scopes around them
/// and all that is inside a scope that fits. Finds all in one pass over the model: some 20 ms for 100,000 nodes. Give
/// the source another drawing only while nothing is typed.
class NodeFilterModel final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    /// In any case; empty: everything.
    void setTyped(const QString& typed);
    /// Nodes that fit by themselves, not by their scope; of an empty text 0.
    [[nodiscard]] int fitting() const { return m_fitting; }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QString m_typed;
    std::vector<bool> m_accepted; ///< by the internal id of the source's indexes; empty: all
    int m_fitting = 0;
};

} // namespace quantiscope
