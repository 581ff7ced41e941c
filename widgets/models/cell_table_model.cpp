// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/cell_table_model.h"

#include "widgets/common/text.h"
#include "widgets/common/theme.h"

#include <QBrush>

namespace quantiscope {

void CellTableModel::setTable(CellTable table)
{
    beginResetModel();
    m_table = std::move(table);
    endResetModel();
}

int CellTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_table.rows.size());
}

int CellTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_table.columns.size());
}

QVariant CellTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const CellTable::Row& row = m_table.rows[std::size_t(index.row())];
    const TableCell& cell = row.cells[std::size_t(index.column())];
    switch (role) {
    case Qt::DisplayRole:
        return cell.text;
    case Qt::ToolTipRole:
        return plainToolTip(cell.toolTip.isEmpty() ? cell.text : cell.toolTip);
    case Qt::TextAlignmentRole:
        return headerData(index.column(), Qt::Horizontal, role);
    case Qt::ForegroundRole:
        switch (cell.tone) {
        case TableCell::Tone::Better:
            return QBrush(Theme::current().better);
        case TableCell::Tone::Worse:
            return QBrush(Theme::current().worse);
        case TableCell::Tone::Soft:
            return QBrush(Theme::current().text2);
        case TableCell::Tone::Plain:
            return {};
        }
        return {};
    case SortRole:
        return cell.sort.isValid() ? cell.sort : QVariant(cell.text);
    case KeyRole:
        return row.key;
    default:
        return {};
    }
}

QVariant CellTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const CellTable::Column& column = m_table.columns[std::size_t(section)];
    switch (role) {
    case Qt::DisplayRole:
        return column.name;
    case Qt::ToolTipRole:
        return column.meaning;
    case Qt::TextAlignmentRole:
        return int((column.isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
        return {};
    }
}

} // namespace quantiscope
