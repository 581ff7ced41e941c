// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/run_summary.h"

#include <QAbstractTableModel>

#include <vector>

namespace quantiscope {

/// Every output of one or two runs beside each other: how near it is to the float model's.
class RunOutputsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum class Column
    {
        Output,
        Run,
        Cosine,
        WorstCosine,
        Psnr,
        WorstPsnr,
        Count,
    };

    enum Role
    {
        SortRole = Qt::UserRole,
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setRuns(const std::vector<RunSummary>& runs);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row
    {
        OutputQuality quality;
        int run = 0;
    };

    std::vector<Row> m_rows;
};

} // namespace quantiscope
