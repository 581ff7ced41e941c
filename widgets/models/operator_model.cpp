// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/operator_model.h"

#include "widgets/common/text.h"

#include <QLocale>

#include <algorithm>
#include <map>

namespace quantiscope {

void OperatorModel::setModel(const OpenedModelPtr& model)
{
    std::map<std::string, int> counts;
    if (model) {
        for (const Node& node : model->graph.nodes())
            ++counts[node.opType];
    }
    beginResetModel();
    m_model = model;
    m_areSharesKnown = false;
    m_rows.clear();
    for (const auto& [type, count] : counts)
        m_rows.push_back({type, count, {}});
    std::stable_sort(m_rows.begin(), m_rows.end(), [](const Row& a, const Row& b) { return a.count > b.count; });
    endResetModel();
}

void OperatorModel::setPrecisions(const NodePrecisions& precisions)
{
    const bool areKnown = m_model && !precisions.empty() && precisions.size() == m_model->graph.nodes().size();
    if ((!areKnown && !m_areSharesKnown) || m_rows.empty())
        return;
    m_areSharesKnown = areKnown;
    std::map<std::string_view, std::array<int, 3>> shares;
    for (std::size_t i = 0; areKnown && i < precisions.size(); ++i) {
        std::array<int, 3>& counts = shares[m_model->graph.nodes()[i].opType];
        counts[0] += precisions[i] == NodePrecision::Int8;
        counts[1] += precisions[i] == NodePrecision::Int16;
        counts[2] += isFloat(precisions[i]);
    }
    for (Row& row : m_rows)
        row.shares = shares[row.type];
    emit dataChanged(index(0, TypeColumn), index(int(m_rows.size()) - 1, TypeColumn), {SharesRole});
}

int OperatorModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int OperatorModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : NumColumns;
}

QVariant OperatorModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row& row = m_rows[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == TypeColumn ? shownName(row.type) : QLocale().toString(row.count);
    case Qt::TextAlignmentRole:
        return index.column() == CountColumn ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case CountRole:
        return row.count;
    case SharesRole:
        return m_areSharesKnown ? QVariant::fromValue(QList<int>(row.shares.begin(), row.shares.end())) : QVariant();
    case ShareRole:
        return double(row.count) / double(m_rows.front().count);
    case SortRole:
        return index.column() == TypeColumn ? QVariant(shownName(row.type)) : QVariant(row.count);
    default:
        return {};
    }
}

QVariant OperatorModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (section == CountColumn ? Qt::AlignRight : Qt::AlignLeft));
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == TypeColumn ? tr("Operator") : tr("Nodes");
}

} // namespace quantiscope
