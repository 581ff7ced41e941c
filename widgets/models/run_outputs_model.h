// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/evaluator.h"
#include "core/pipeline/run_summary.h"

#include <QAbstractTableModel>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// A run among those that stand side by side.
struct ShownRun
{
    RunSummary summary;
    std::size_t slot = 0; ///< see runColor()
    bool isBaseline = false;
    std::shared_ptr<const Evaluation> evaluation = {}; ///< all that was measured; null: only what the summary says

    [[nodiscard]] QString name() const; ///< "run 3", "run 3, baseline"
};

/// Every output and part of the runs that stand side by side: how near it is to the float model's.
class RunOutputsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum class Column
    {
        Output,
        Run,
        Cosine, ///< means
        CosineDelta, ///< against the baseline
        WorstCosine,
        Sqnr, ///< dB
        Psnr, ///< dB
        Ssim,
        Rmse,
        L2,
        MaxAbs, ///< the largest of all samples
        Count,
    };

    enum Role
    {
        SortRole = Qt::UserRole,
        OutputRole, ///< the name of the output or part
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setRuns(const std::vector<ShownRun>& runs);
    /// Has a row a value there?
    [[nodiscard]] bool hasValues(Column column) const;
    [[nodiscard]] int rowOf(const std::string& output) const; ///< its first one; -1: none
    [[nodiscard]] std::optional<double> value(int row, Column column) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row
    {
        std::string output;
        std::string selection; ///< of a part: "output[..., 5:]"
        int run = 0;
        QString runName;
        std::size_t slot = 0;
        bool isFirst = true; ///< of its output
        std::optional<double> baseline; ///< its mean cosine; nothing of the baseline itself
        OutputQuality quality;
        std::optional<OutputSummary> summary;
        std::uint64_t samples = 0;
    };

    [[nodiscard]] QString text(int row, Column column) const;
    [[nodiscard]] QString toolTip(const Row& row, Column column) const;

    std::vector<Row> m_rows;
};

} // namespace quantiscope
