// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/node_filter_model.h"

#include "widgets/models/model_tree_model.h"

namespace quantiscope {

void NodeFilterModel::setTyped(const QString& typed)
{
    if (typed == m_typed)
        return;
    m_typed = typed;
    m_accepted.clear();
    m_fitting = 0;
    if (const auto* tree = qobject_cast<const ModelTreeModel*>(sourceModel()); tree && !typed.isEmpty())
        m_accepted = tree->entriesWith(typed, m_fitting);
    invalidateFilter();
}

bool NodeFilterModel::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const auto entry = std::size_t(sourceModel()->index(row, 0, parent).internalId());
    return entry >= m_accepted.size() || m_accepted[entry];
}

} // namespace quantiscope
