// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/recipe_difference.h"
#include "core/pipeline/run_summary.h"

#include <QAbstractTableModel>

#include <set>
#include <vector>

namespace quantiscope {

/// The runs of a project, oldest first, behind the float model.
class RunsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum class Column
    {
        Number,
        Recipe, ///< preset and what differs from the run before
        Cosine, ///< the lowest of the outputs' means
        Psnr, ///< as Cosine, dB
        Accuracy, ///< top-1, per cent
        MeasuredOn, ///< how many samples of what; sorts by the number
        Size, ///< MiB
        Nodes, ///< quantized of all
        Samples, ///< of calibration
        Time, ///< seconds
        Count,
    };

    enum Role
    {
        NumberRole = Qt::UserRole, ///< of the run; 0 for the float model
        SortRole, ///< number or text; invalid where there is nothing
        DifferenceRole, ///< Column::Recipe: what differs, in words
        StaleRole, ///< bool: the edited recipe says something else
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// @p stale: numbers of the runs whose recipe is not the edited one.
    void setRuns(std::vector<RunSummary> runs, std::set<int> stale);
    void setStale(std::set<int> stale);

    [[nodiscard]] int rowOf(int number) const; ///< -1 when there is none

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QVariant value(int row, Column column) const;
    [[nodiscard]] QString text(int row, Column column) const;
    [[nodiscard]] QString toolTip(int row, Column column) const;

    std::vector<RunSummary> m_runs;
    std::vector<QString> m_differences; ///< of each run
    std::set<int> m_stale;
};

/// "Measured on 2 calibration samples"; empty when nothing was measured.
[[nodiscard]] QString measuredOnText(const RunSummary& run);

/// What run @p run says differently than @p before (null: than its preset), in words: "+ PerChannel, + float: node
/// 'a'". What it says against its preset where the presets differ, too.
[[nodiscard]] QString runDifferenceText(const RunSummary& run, const RunSummary* before);

} // namespace quantiscope
