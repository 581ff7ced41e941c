// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/tensor_values_model.h"

#include "widgets/common/text.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace quantiscope {

void TensorValuesModel::setElements(OpenedModelPtr model, const InitializerElements& elements)
{
    beginResetModel();
    m_model = std::move(model);
    m_elements = elements;
    m_rows = int(std::min<std::size_t>(m_elements.count, kBatch));
    endResetModel();
}

void TensorValuesModel::clear()
{
    setElements(nullptr, {});
}

int TensorValuesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

int TensorValuesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(NumColumns);
}

QVariant TensorValuesModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto element = std::size_t(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return toQt(index.column() == PlaceColumn ? m_elements.place(element) : m_elements.text(element));
    case Qt::TextAlignmentRole:
        return index.column() == ValueColumn ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
    case SortRole:
        return index.row();
    default:
        return {};
    }
}

QVariant TensorValuesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == PlaceColumn ? tr("Place") : tr("Value");
}

bool TensorValuesModel::canFetchMore(const QModelIndex& parent) const
{
    return !parent.isValid() && m_rows < std::numeric_limits<int>::max() - kBatch
        && std::size_t(m_rows) < m_elements.count;
}

void TensorValuesModel::fetchMore(const QModelIndex& parent)
{
    if (!canFetchMore(parent))
        return;
    const int rows = int(std::min<std::size_t>(m_elements.count, std::size_t(m_rows) + kBatch));
    beginInsertRows({}, m_rows, rows - 1);
    m_rows = rows;
    endInsertRows();
}

} // namespace quantiscope
