// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/runs_model.h"

#include "core/config/presets.h"
#include "widgets/common/number_text.h"
#include "widgets/common/run_mark.h"
#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/common/themed_icon.h"

#include <QBrush>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace quantiscope {

namespace {

QString changeText(const RecipeChange& change)
{
    if (change.key == "exclude" || change.key == "layers") {
        const bool isNew = change.before.empty();
        const QString rule = toQt(isNew ? change.after : change.before);
        if (change.key == "exclude")
            return isNew ? RunsModel::tr("+ float: %1").arg(rule) : RunsModel::tr("− float: %1").arg(rule);
        return isNew ? RunsModel::tr("+ layer rule: %1").arg(rule) : RunsModel::tr("− layer rule: %1").arg(rule);
    }
    const QString key = toQt(change.key);
    if (change.after == "true")
        return RunsModel::tr("+ %1", "an option that was switched on").arg(key);
    if (change.after == "false" || change.after.empty())
        return RunsModel::tr("− %1", "an option that was switched off").arg(key);
    return RunsModel::tr("%1 %2", "an option and its new value").arg(key, toQt(change.after));
}

/// The recipe of @p run with its preset as it is, and the same data.
Recipe presetOf(const RunSummary& run)
{
    Recipe recipe = run.recipe;
    if (Result<Preset> preset = findPreset(run.recipe.config.preset, ErrorCode::InvalidArgument))
        recipe.config = std::move(preset->config);
    return recipe;
}

std::optional<double> lowest(const RunSummary& run, MetricSummary OutputQuality::*metric)
{
    std::optional<double> found;
    for (const OutputQuality& output : run.outputs) {
        const double mean = (output.*metric).mean;
        if (!std::isnan(mean))
            found = found ? std::min(*found, mean) : mean;
    }
    return found;
}

double share(std::uint64_t hits, std::uint64_t all)
{
    return all == 0 ? 0.0 : 100.0 * double(hits) / double(all);
}

/// Is the cell one that says how far the run is from the float model, and it is far?
bool isWarned(const RunSummary& run, RunsModel::Column column)
{
    return column == RunsModel::Column::Cosine && isFarFromFloat(run);
}

/// The difference, and what one must know of the result before it is compared with others.
QString remarksText(const RunSummary& run, const QString& difference)
{
    QStringList words{difference};
    if (isFarFromFloat(run))
        words << RunsModel::tr("far from FP32");
    if (run.warnings > 0)
        words << RunsModel::tr("%n warning(s)", nullptr, int(run.warnings));
    if (run.statisticsReused)
        words << RunsModel::tr("statistics reused");
    return words.join(QStringLiteral(" · "));
}

using Column = RunsModel::Column;

/// The column whose values a column of deltas is about; nothing for the others.
std::optional<Column> ofDelta(Column column)
{
    switch (column) {
    case Column::CosineDelta:
        return Column::Cosine;
    case Column::AccuracyDelta:
        return Column::Accuracy;
    case Column::SizeDelta:
        return Column::Size;
    default:
        return std::nullopt;
    }
}

bool isLeft(Column column)
{
    return column == Column::Recipe || column == Column::Shown;
}

int decimalsOf(Column column)
{
    return column == Column::Cosine ? 4 : column == Column::Accuracy ? 1 : 2;
}

QString decibels(double value)
{
    return std::isinf(value) ? QStringLiteral("∞") : QLocale().toString(value, 'f', 1);
}

} // namespace

QString deltaText(double delta, int decimals)
{
    const QString text = numberText(delta, 'f', decimals);
    const bool isNothing = text == numberText(0.0, 'f', decimals);
    return delta > 0.0 && !isNothing ? QLatin1Char('+') + text : text;
}

QString runDifferenceText(const RunSummary& run, const RunSummary* before)
{
    const bool samePreset = before && before->recipe.config.preset == run.recipe.config.preset;
    const std::vector<RecipeChange> changes = recipeDifference(samePreset ? before->recipe : presetOf(run), run.recipe);
    if (changes.empty())
        return samePreset ? RunsModel::tr("same recipe") : RunsModel::tr("preset");
    constexpr std::size_t kMost = 3;
    QStringList words;
    for (std::size_t i = 0; i < std::min(kMost, changes.size()); ++i)
        words << changeText(changes[i]);
    const QString text = words.join(QStringLiteral(", "));
    if (changes.size() <= kMost)
        return text;
    return RunsModel::tr("%1 and %n more", nullptr, int(changes.size() - kMost)).arg(text);
}

QString measuredOnText(const RunSummary& run)
{
    switch (run.measuredOn) {
    case RunSummary::MeasuredOn::Calibration:
        return RunsModel::tr("Measured on %n calibration sample(s)", nullptr, int(run.measuredSamples));
    case RunSummary::MeasuredOn::Evaluation:
        return RunsModel::tr("Measured on %n sample(s)", nullptr, int(run.measuredSamples));
    case RunSummary::MeasuredOn::Nothing:
        break;
    }
    return {};
}

void RunsModel::setRuns(std::vector<RunSummary> runs, std::set<int> stale)
{
    beginResetModel();
    m_runs = std::move(runs);
    m_stale = std::move(stale);
    m_differences.clear();
    for (std::size_t i = 0; i < m_runs.size(); ++i)
        m_differences.push_back(runDifferenceText(m_runs[i], i > 0 ? &m_runs[i - 1] : nullptr));
    endResetModel();
}

void RunsModel::setStale(std::set<int> stale)
{
    if (stale == m_stale)
        return;
    m_stale = std::move(stale);
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, int(Column::Count) - 1), {StaleRole});
}

void RunsModel::setShown(Shown shown)
{
    if (shown == m_shown)
        return;
    m_shown = std::move(shown);
    if (rowCount() == 0)
        return;
    emit dataChanged(index(0, 0), index(rowCount() - 1, int(Column::Count) - 1));
    emit headerDataChanged(Qt::Horizontal, 0, int(Column::Count) - 1);
}

const RunSummary* RunsModel::runAt(int row) const
{
    return row > 0 ? &m_runs[std::size_t(row) - 1] : nullptr;
}

const RunSummary* RunsModel::runNumbered(int number) const
{
    return number == 0 ? nullptr : runAt(std::max(0, rowOf(number)));
}

bool RunsModel::isFull() const
{
    return m_shown.marks.size() >= kMostShownRuns;
}

QVariant RunsModel::delta(int row, Column column) const
{
    const RunSummary* base = runNumbered(m_shown.baseline);
    const RunSummary* run = runAt(row);
    if (!base || base == run)
        return {};
    const QVariant before = value(rowOf(base->number), column);
    const QVariant after = value(row, column);
    return before.isValid() && after.isValid() ? QVariant(after.toDouble() - before.toDouble()) : QVariant();
}

int RunsModel::rowOf(int number) const
{
    if (m_runs.empty())
        return -1;
    if (number == 0)
        return 0;
    for (std::size_t i = 0; i < m_runs.size(); ++i) {
        if (m_runs[i].number == number)
            return int(i) + 1;
    }
    return -1;
}

int RunsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_runs.empty() ? 0 : int(m_runs.size()) + 1;
}

int RunsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(Column::Count);
}

QVariant RunsModel::value(int row, Column column) const
{
    const bool isFloat = row == 0;
    // The newest run knows most of the float model.
    const RunSummary& run = isFloat ? m_runs.back() : m_runs[std::size_t(row) - 1];
    const auto number = [](const std::optional<double>& metric) { return metric ? QVariant(*metric) : QVariant(); };
    if (const auto of = ofDelta(column))
        return delta(row, *of);
    switch (column) {
    case Column::Shown:
        return m_shown.marks.contains(isFloat ? 0 : run.number);
    case Column::Number:
        return isFloat ? 0 : run.number;
    case Column::Recipe:
        return isFloat ? tr("FP32") : toQt(run.recipe.config.preset);
    case Column::Cosine:
        return isFloat ? QVariant(1.0) : number(lowest(run, &OutputQuality::cosine));
    case Column::Psnr:
        return isFloat ? QVariant() : number(lowest(run, &OutputQuality::psnr));
    case Column::Accuracy:
        if (!run.accuracy)
            return {};
        return share(isFloat ? run.accuracy->floatTop1 : run.accuracy->quantizedTop1, run.accuracy->labelled);
    case Column::MeasuredOn:
        return isFloat || run.measuredOn == RunSummary::MeasuredOn::Nothing ? QVariant()
                                                                            : QVariant(qulonglong(run.measuredSamples));
    case Column::Size:
        return double(isFloat ? run.floatBytes : run.outputBytes) / double(1 << 20);
    case Column::Nodes:
        return isFloat ? QVariant() : QVariant(qulonglong(run.quantizedNodes));
    case Column::Samples:
        return isFloat || run.samples == 0 ? QVariant() : QVariant(qulonglong(run.samples));
    case Column::Time:
        return isFloat ? QVariant() : QVariant(run.seconds);
    default:
        return {};
    }
}

QString RunsModel::text(int row, Column column) const
{
    const QVariant value = this->value(row, column);
    const QLocale locale;
    if (column == Column::Shown || (column == Column::Number && row == 0))
        return {};
    const auto of = ofDelta(column);
    const RunSummary* run = runAt(row);
    if (of && (m_shown.baseline == 0 || (run && run->number == m_shown.baseline)))
        return {};
    if (!value.isValid())
        return QStringLiteral("—");
    if (of)
        return deltaText(value.toDouble(), decimalsOf(*of));
    switch (column) {
    case Column::Number:
        return locale.toString(value.toInt());
    case Column::Recipe:
        return value.toString();
    case Column::Cosine:
        return locale.toString(value.toDouble(), 'f', 4);
    case Column::Psnr:
        return decibels(value.toDouble());
    case Column::Accuracy:
        return locale.toString(value.toDouble(), 'f', 1);
    case Column::MeasuredOn:
        return m_runs[std::size_t(row) - 1].measuredOn == RunSummary::MeasuredOn::Calibration
            ? tr("%1 calibration", "samples, measured on").arg(locale.toString(value.toULongLong()))
            : tr("%1 evaluation", "samples, measured on").arg(locale.toString(value.toULongLong()));
    case Column::Size:
    case Column::Time:
        return locale.toString(value.toDouble(), 'f', 2);
    case Column::Nodes:
        return tr("%1 / %2", "quantized of all")
            .arg(locale.toString(value.toULongLong()), locale.toString(qulonglong(m_runs[std::size_t(row) - 1].nodes)));
    case Column::Samples:
        return locale.toString(value.toULongLong());
    default:
        return {};
    }
}

QString RunsModel::toolTip(int row, Column column) const
{
    if (row == 0)
        return tr("The float model, which the runs are compared with");
    const RunSummary& run = m_runs[std::size_t(row) - 1];
    const QLocale locale;
    QStringList lines;
    switch (column) {
    case Column::Shown:
        if (run.number == m_shown.current)
            return tr("The current run is always shown.");
        if (run.number == m_shown.baseline)
            return tr("The baseline is always shown.");
        return isFull() && !m_shown.marks.contains(run.number)
            ? tr("%n runs are shown already: take one away first.", nullptr, int(kMostShownRuns))
            : tr("Show it beside the current run");
    case Column::Recipe:
        return m_differences[std::size_t(row) - 1];
    case Column::Cosine:
    case Column::Psnr:
        for (const OutputQuality& output : run.outputs)
            lines << (column == Column::Cosine
                          ? tr("%1: %2, worst sample %3")
                                .arg(toQt(output.name), locale.toString(output.cosine.mean, 'f', 4),
                                     locale.toString(output.cosine.worst, 'f', 4))
                          : tr("%1: %2 dB, worst sample %3 dB")
                                .arg(toQt(output.name), decibels(output.psnr.mean), decibels(output.psnr.worst)));
        if (isFarFromFloat(run))
            lines << tr("Far from FP32: an output's mean cosine is below %1.").arg(locale.toString(kLeastCosine));
        lines << measuredOnText(run);
        lines.removeAll(QString());
        return lines.join(QLatin1Char('\n'));
    case Column::MeasuredOn:
        return measuredOnText(run);
    case Column::Accuracy:
        return run.accuracy
            ? tr("Top-1 and top-5 of %n labelled sample(s): %1 % and %2 %", nullptr, int(run.accuracy->labelled))
                  .arg(locale.toString(share(run.accuracy->quantizedTop1, run.accuracy->labelled), 'f', 1),
                       locale.toString(share(run.accuracy->quantizedTop5, run.accuracy->labelled), 'f', 1))
            : tr("No labels: set them with the evaluation data");
    case Column::Time:
        return run.statisticsReused
            ? tr("The samples were not run again: their statistics came from an earlier run.\nScales, "
                 "placement and the comparison with FP32 were made anew.")
            : QString();
    default:
        return {};
    }
}

QVariant RunsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int row = index.row();
    const auto column = Column(index.column());
    const RunSummary* run = runAt(row);
    if (column == Column::Shown && (role == Qt::CheckStateRole || role == Qt::AccessibleTextRole)) {
        const bool isShown = run && m_shown.marks.contains(run->number);
        if (role == Qt::CheckStateRole)
            return run ? QVariant(int(isShown ? Qt::Checked : Qt::Unchecked)) : QVariant();
        return isShown ? tr("shown") : tr("not shown");
    }
    if (column == Column::Shown && role == Qt::DecorationRole) {
        if (!run)
            return {};
        const auto slot = m_shown.marks.find(run->number);
        return runMarkIcon(slot == m_shown.marks.end() ? std::nullopt : std::optional(slot->second));
    }
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::ToolTipRole:
        return toolTip(row, column);
    case Qt::AccessibleTextRole:
        return column == Column::Recipe && run
            ? tr("%1, %2", "preset, what differs")
                  .arg(text(row, column), remarksText(*run, m_differences[std::size_t(row) - 1]))
            : text(row, column);
    case Qt::ForegroundRole:
        if (const auto of = ofDelta(column)) {
            const QVariant change = value(row, column);
            if (!change.isValid() || text(row, column) == deltaText(0.0, decimalsOf(*of)))
                return {};
            const bool isBetter = (change.toDouble() > 0.0) == (*of != Column::Size);
            return QBrush(isBetter ? Theme::current().better : Theme::current().worse);
        }
        return run && isWarned(*run, column) ? QVariant(QBrush(Theme::current().warning)) : QVariant();
    case Qt::DecorationRole:
        return run && isWarned(*run, column) ? QVariant(themedIcon(QStringLiteral("warning"))) : QVariant();
    case Qt::TextAlignmentRole:
        return int((isLeft(column) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case NumberRole:
        return run ? run->number : 0;
    case SortRole:
        return value(row, column);
    case DifferenceRole:
        if (!run)
            return tr("reference");
        return remarksText(*run, m_differences[std::size_t(row) - 1]);
    case PinnedRole:
        return run && m_shown.isPinned && run->number == m_shown.baseline;
    case StaleRole:
        return run && m_stale.count(run->number) > 0;
    default:
        return {};
    }
}

bool RunsModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::CheckStateRole || !flags(index).testFlag(Qt::ItemIsUserCheckable))
        return false;
    emit shownToggled(runAt(index.row())->number, value.toInt() == Qt::Checked);
    return true;
}

Qt::ItemFlags RunsModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    const RunSummary* run = index.isValid() ? runAt(index.row()) : nullptr;
    if (!run || Column(index.column()) != Column::Shown || isAlwaysShown(run->number))
        return flags;
    if (!isFull() || m_shown.marks.contains(run->number))
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const auto column = Column(section);
    if (role == Qt::TextAlignmentRole)
        return int((isLeft(column) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    const bool severalOutputs = !m_runs.empty() && m_runs.back().outputs.size() > 1;
    if (role == Qt::ToolTipRole && severalOutputs && (column == Column::Cosine || column == Column::Psnr))
        return tr("The lowest of the outputs");
    if (role != Qt::DisplayRole)
        return {};
    if (ofDelta(column))
        return m_shown.baseline == 0 ? tr("Δ") : tr("Δ run %1").arg(m_shown.baseline);
    switch (column) {
    case Column::Shown:
        return tr("Shown");
    case Column::Number:
        return tr("Run");
    case Column::Recipe:
        return tr("Recipe");
    case Column::Cosine:
        return tr("Cosine");
    case Column::Psnr:
        return tr("PSNR, dB");
    case Column::Accuracy:
        return tr("Top-1, %");
    case Column::MeasuredOn:
        return tr("Measured on");
    case Column::Size:
        return tr("Size, MiB");
    case Column::Nodes:
        return tr("Quantized nodes");
    case Column::Samples:
        return tr("Samples");
    case Column::Time:
        return tr("Time, s");
    default:
        return {};
    }
}

} // namespace quantiscope
