// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/run_outputs_model.h"

#include "widgets/common/text.h"

#include <QLocale>

#include <cmath>

namespace quantiscope {

namespace {

bool isText(RunOutputsModel::Column column)
{
    return column == RunOutputsModel::Column::Output || column == RunOutputsModel::Column::Run;
}

QString numberText(double value, int decimals)
{
    if (std::isnan(value))
        return QStringLiteral("—");
    return std::isinf(value) ? QStringLiteral("∞") : QLocale().toString(value, 'f', decimals);
}

} // namespace

void RunOutputsModel::setRuns(const std::vector<RunSummary>& runs)
{
    beginResetModel();
    m_rows.clear();
    // Output by output, so that the same one stands under itself.
    for (const RunSummary& run : runs) {
        for (const OutputQuality& output : run.outputs) {
            auto place = m_rows.end();
            for (auto row = m_rows.begin(); row != m_rows.end(); ++row) {
                if (row->quality.name == output.name)
                    place = row + 1;
            }
            m_rows.insert(place, {output, run.number});
        }
    }
    endResetModel();
}

int RunOutputsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int RunOutputsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(Column::Count);
}

QVariant RunOutputsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto column = Column(index.column());
    const Row& row = m_rows[std::size_t(index.row())];
    if (role == Qt::TextAlignmentRole)
        return int((isText(column) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != SortRole && role != Qt::ToolTipRole)
        return {};
    const bool isSort = role == SortRole;
    switch (column) {
    case Column::Output:
        return toQt(row.quality.name);
    case Column::Run:
        return isSort ? QVariant(row.run) : tr("run %1").arg(row.run);
    case Column::Cosine:
        return isSort ? QVariant(row.quality.cosine.mean) : numberText(row.quality.cosine.mean, 4);
    case Column::WorstCosine:
        return isSort ? QVariant(row.quality.cosine.worst) : numberText(row.quality.cosine.worst, 4);
    case Column::Psnr:
        return isSort ? QVariant(row.quality.psnr.mean) : numberText(row.quality.psnr.mean, 1);
    case Column::WorstPsnr:
        return isSort ? QVariant(row.quality.psnr.worst) : numberText(row.quality.psnr.worst, 1);
    case Column::Count:
        break;
    }
    return {};
}

QVariant RunOutputsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const auto column = Column(section);
    if (role == Qt::TextAlignmentRole)
        return int((isText(column) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Column::Output:
        return tr("Output");
    case Column::Run:
        return tr("Run");
    case Column::Cosine:
        return tr("Cosine");
    case Column::WorstCosine:
        return tr("Worst");
    case Column::Psnr:
        return tr("PSNR, dB");
    case Column::WorstPsnr:
        return tr("Worst, dB");
    case Column::Count:
        break;
    }
    return {};
}

} // namespace quantiscope
