// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/recipe_difference.h"
#include "core/pipeline/run_summary.h"

#include <QAbstractTableModel>

#include <map>
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
        Shown, ///< a box to tick: is the run among those side by side?
        Number,
        Recipe, ///< preset and what differs from the run before
        Cosine, ///< the lowest of the outputs' means
        CosineDelta, ///< against the baseline's, as the other deltas
        Psnr, ///< as Cosine, dB
        Accuracy, ///< top-1, per cent
        AccuracyDelta, ///< points
        MeasuredOn, ///< how many samples of what; sorts by the number
        Size, ///< MiB
        SizeDelta,
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
        PinnedRole, ///< bool: it is the pinned baseline
    };

    /// Which runs stand side by side.
    struct Shown
    {
        std::map<int, std::size_t> marks; ///< by number: the place that gives its mark; see runColor()
        int current = 0; ///< shown whatever is ticked, as the baseline is
        int baseline = 0; ///< deltas are against it; 0: none
        bool isPinned = false; ///< the user chose the baseline

        bool operator==(const Shown&) const = default;
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// @p stale: numbers of the runs whose recipe is not the edited one.
    void setRuns(std::vector<RunSummary> runs, std::set<int> stale);
    void setStale(std::set<int> stale);
    void setShown(Shown shown);

    [[nodiscard]] int rowOf(int number) const; ///< -1 when there is none

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    /// A box that is ticked; says shownToggled().
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    /// The user wants it shown beside the others, or not; whoever listens sets it.
    void shownToggled(int run, bool isShown);

private:
    [[nodiscard]] const RunSummary* runAt(int row) const; ///< null: the float model
    [[nodiscard]] const RunSummary* runNumbered(int number) const;
    [[nodiscard]] bool isAlwaysShown(int number) const
    {
        return number == m_shown.current || number == m_shown.baseline;
    }
    [[nodiscard]] bool isFull() const;
    [[nodiscard]] QVariant delta(int row, Column column) const;
    [[nodiscard]] QVariant value(int row, Column column) const;
    [[nodiscard]] QString text(int row, Column column) const;
    [[nodiscard]] QString toolTip(int row, Column column) const;

    std::vector<RunSummary> m_runs;
    std::vector<QString> m_differences; ///< of each run
    std::set<int> m_stale;
    Shown m_shown;
};

/// A difference with its sign: "+0.1901", "−0.04", "0.00".
[[nodiscard]] QString deltaText(double delta, int decimals);

/// "Measured on 2 calibration samples"; empty when nothing was measured.
[[nodiscard]] QString measuredOnText(const RunSummary& run);

/// What run @p run says differently than @p before (null: than its preset), in words: "+ PerChannel, + float: node
/// 'a'". What it says against its preset where the presets differ, too.
[[nodiscard]] QString runDifferenceText(const RunSummary& run, const RunSummary* before);

} // namespace quantiscope
