// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/run_outputs_model.h"

#include "widgets/common/number_text.h"
#include "widgets/common/run_mark.h"
#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/models/runs_model.h"

#include <QBrush>

#include <algorithm>
#include <cmath>

namespace quantiscope {

namespace {

using Column = RunOutputsModel::Column;

bool isText(Column column)
{
    return column == Column::Output || column == Column::Run;
}

std::optional<double> mean(const std::optional<OutputSummary>& summary, OutputMetric metric)
{
    const std::optional<MetricSummary> found = summary ? summaryOf(*summary, metric) : std::nullopt;
    return found ? std::optional(found->mean) : std::nullopt;
}

QString numberOf(Column column, double value)
{
    switch (column) {
    case Column::Cosine:
    case Column::WorstCosine:
    case Column::Ssim:
        return numberText(value, 'f', 4);
    case Column::CosineDelta:
        return deltaText(value, 4);
    case Column::Sqnr:
    case Column::Psnr:
        return numberText(value, 'f', 1);
    default:
        return numberText(value, 'g', 4);
    }
}

} // namespace

QString ShownRun::name() const
{
    return isBaseline ? RunOutputsModel::tr("run %1, baseline").arg(summary.number)
                      : RunOutputsModel::tr("run %1").arg(summary.number);
}

void RunOutputsModel::setRuns(const std::vector<ShownRun>& runs)
{
    beginResetModel();
    m_rows.clear();
    // Output by output, so that the same one stands under itself.
    for (const ShownRun& run : runs) {
        for (const OutputQuality& output : run.summary.outputs) {
            Row row{output.name, {}, run.summary.number,         run.name(), run.slot, true, {},
                    output,      {}, run.summary.measuredSamples};
            const OutputSummary* whole = run.evaluation ? run.evaluation->summaryNamed(output.name) : nullptr;
            if (whole) {
                row.summary = *whole;
                const auto part =
                    std::find_if(run.evaluation->parts.begin(), run.evaluation->parts.end(),
                                 [&output](const MeasuredPart& each) { return each.part.name == output.name; });
                row.selection = part == run.evaluation->parts.end() ? std::string() : selectionText(part->part);
            }
            auto place = m_rows.end();
            bool isFirst = true;
            for (auto other = m_rows.begin(); other != m_rows.end(); ++other) {
                if (other->output != output.name)
                    continue;
                place = other + 1;
                isFirst = false;
            }
            row.isFirst = isFirst;
            m_rows.insert(place, std::move(row));
        }
    }
    for (const ShownRun& run : runs) {
        for (const OutputQuality& output : run.summary.outputs) {
            for (Row& row : m_rows) {
                if (run.isBaseline && row.output == output.name && row.run != run.summary.number)
                    row.baseline = output.cosine.mean;
            }
        }
    }
    endResetModel();
}

bool RunOutputsModel::hasValues(Column column) const
{
    for (int row = 0; row < rowCount(); ++row) {
        if (value(row, column))
            return true;
    }
    return false;
}

int RunOutputsModel::rowOf(const std::string& output) const
{
    const auto found =
        std::find_if(m_rows.begin(), m_rows.end(), [&output](const Row& row) { return row.output == output; });
    return found == m_rows.end() ? -1 : int(found - m_rows.begin());
}

int RunOutputsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int RunOutputsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(Column::Count);
}

std::optional<double> RunOutputsModel::value(int at, Column column) const
{
    const Row& row = m_rows[std::size_t(at)];
    switch (column) {
    case Column::Cosine:
        return row.quality.cosine.mean;
    case Column::CosineDelta:
        return row.baseline ? std::optional(row.quality.cosine.mean - *row.baseline) : std::nullopt;
    case Column::WorstCosine:
        return row.quality.cosine.worst;
    case Column::Psnr:
        return row.quality.psnr.mean;
    case Column::Sqnr:
        return mean(row.summary, OutputMetric::Sqnr);
    case Column::Ssim:
        return mean(row.summary, OutputMetric::Ssim);
    case Column::Rmse:
        return mean(row.summary, OutputMetric::Rmse);
    case Column::L2:
        return mean(row.summary, OutputMetric::L2);
    case Column::MaxAbs:
        return row.summary ? std::optional(row.summary->maxAbs.worst) : std::nullopt;
    default:
        return std::nullopt;
    }
}

QString RunOutputsModel::text(int at, Column column) const
{
    const Row& row = m_rows[std::size_t(at)];
    if (column == Column::Output)
        return row.isFirst ? shownName(row.output) : QString();
    if (column == Column::Run)
        return row.runName;
    const std::optional<double> found = value(at, column);
    if (found)
        return numberOf(column, *found);
    return column == Column::CosineDelta ? QString() : QStringLiteral("—");
}

QString RunOutputsModel::toolTip(const Row& row, Column column) const
{
    const QString name = row.selection.empty()
        ? toQt(row.output)
        : tr("%1: %2", "part of an output, what it selects").arg(toQt(row.output), toQt(row.selection));
    if (isText(column) || !row.summary)
        return plainToolTip(name);
    QStringList lines{name, tr("%n sample(s)", nullptr, int(row.summary->samples))};
    if (row.summary->notFinite > 0)
        lines += tr("%n sample(s) left out: a value was NaN or infinite", nullptr, int(row.summary->notFinite));
    if (row.summary->shapesDiffer > 0)
        lines +=
            tr("%n sample(s) left out: the models gave different extents", nullptr, int(row.summary->shapesDiffer));
    return plainToolTip(lines.join(QLatin1Char('\n')));
}

QVariant RunOutputsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto column = Column(index.column());
    const Row& row = m_rows[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(index.row(), column);
    case Qt::AccessibleTextRole:
        return column == Column::Output ? shownName(row.output) : text(index.row(), column);
    case Qt::ToolTipRole:
        return toolTip(row, column);
    case Qt::TextAlignmentRole:
        return int((isText(column) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::DecorationRole:
        return column == Column::Run ? QVariant(runMarkIcon(row.slot)) : QVariant();
    case Qt::ForegroundRole: {
        const auto delta = column == Column::CosineDelta ? value(index.row(), column) : std::nullopt;
        if (!delta || text(index.row(), column) == deltaText(0.0, 4))
            return {};
        return QBrush(*delta > 0.0 ? Theme::current().better : Theme::current().worse);
    }
    case OutputRole:
        return toQt(row.output);
    case SortRole: {
        if (column == Column::Output)
            return toQt(row.output);
        if (column == Column::Run)
            return row.run;
        const std::optional<double> found = value(index.row(), column);
        return found ? QVariant(*found) : QVariant();
    }
    default:
        return {};
    }
}

QVariant RunOutputsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const auto column = Column(section);
    if (role == Qt::TextAlignmentRole)
        return int((isText(column) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && column == Column::MaxAbs)
        return tr("The largest difference of an element in any sample");
    if (role == Qt::ToolTipRole && column == Column::WorstCosine)
        return tr("The lowest cosine of any sample");
    if (role == Qt::ToolTipRole && !isText(column))
        return tr("Mean over the samples");
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Column::Output:
        return tr("Output");
    case Column::Run:
        return tr("Run");
    case Column::Cosine:
        return tr("Cosine");
    case Column::CosineDelta:
        return tr("Δ");
    case Column::WorstCosine:
        return tr("Min");
    case Column::Sqnr:
        return tr("SQNR, dB");
    case Column::Psnr:
        return tr("PSNR, dB");
    case Column::Ssim:
        return tr("SSIM");
    case Column::Rmse:
        return tr("RMSE");
    case Column::L2:
        return tr("L2");
    case Column::MaxAbs:
        return tr("Max. error");
    case Column::Count:
        break;
    }
    return {};
}

} // namespace quantiscope
