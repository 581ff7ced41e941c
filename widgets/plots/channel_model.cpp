// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/channel_model.h"

#include "widgets/common/number_text.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <limits>

namespace quantiscope {

void ChannelModel::setTensor(HistogramTensorPtr tensor)
{
    beginResetModel();
    m_rows.clear();
    m_largest = 0.0;
    for (std::size_t i = 0; tensor && i < tensor->channels.size(); ++i) {
        const TensorRange range = tensor->channels[i].observed();
        Row row{std::max(std::abs(double(range.min)), std::abs(double(range.max))),
                std::numeric_limits<double>::quiet_NaN()};
        if (tensor->target)
            row.sqnr = tensor->currentFigures(i).sqnr.value_or(row.sqnr);
        m_largest = std::max(m_largest, row.largest);
        m_rows.push_back(row);
    }
    endResetModel();
}

int ChannelModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int ChannelModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant ChannelModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& row = m_rows[std::size_t(index.row())];
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != SortRole)
        return {};
    const bool isText = role == Qt::DisplayRole;
    switch (index.column()) {
    case Channel:
        return isText ? QVariant(QLocale().toString(index.row())) : QVariant(index.row());
    case Largest:
        return isText ? QVariant(numberText(row.largest, 'g', 3)) : QVariant(row.largest);
    case Sqnr:
        return isText ? QVariant(numberText(row.sqnr, 'f', 1)) : QVariant(row.sqnr);
    default:
        return {};
    }
}

QVariant ChannelModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole) // the sort mark is at the right
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Channel:
        return tr("Channel");
    case Largest:
        return tr("max |w|");
    case Sqnr:
        return tr("SQNR, dB");
    default:
        return {};
    }
}

} // namespace quantiscope
