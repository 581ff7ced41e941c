// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_hit_model.h"

#include "core/tensor/tensor_spec.h"
#include "widgets/common/text.h"
#include "widgets/graph/short_shape.h"

#include <algorithm>
#include <utility>

namespace quantiscope {

void GraphHitModel::setHits(OpenedModelPtr model, std::vector<int> hits)
{
    beginResetModel();
    m_model = std::move(model);
    m_hits = std::move(hits);
    endResetModel();
}

int GraphHitModel::rowOf(int node) const
{
    const auto at = std::lower_bound(m_hits.begin(), m_hits.end(), node);
    return at == m_hits.end() || *at != node ? -1 : int(at - m_hits.begin());
}

int GraphHitModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_hits.size());
}

int GraphHitModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant GraphHitModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const Node& node = m_model->graph.nodes()[std::size_t(m_hits[std::size_t(index.row())])];
    QString text;
    if (index.column() == NameColumn) {
        text = shownName(node.name);
    } else if (index.column() == OperatorColumn) {
        text = shownName(node.opType);
    } else if (const TensorSpec* spec = m_model->graph.spec(node.outputAt(0))) {
        text = shapeText(withShortNames(*spec));
    }
    return role == Qt::ToolTipRole ? plainToolTip(text) : text;
}

} // namespace quantiscope
