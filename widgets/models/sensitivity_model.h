// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/sensitivity.h"

#include <QAbstractTableModel>

#include <memory>
#include <optional>

namespace quantiscope {

/// The parts of a network, the most sensitive first.
class SensitivityModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum class Column
    {
        Rank,
        Name,
        Value,
        Count,
    };

    enum Role
    {
        BarRole = Qt::UserRole, ///< badnessOf(); nothing: no bar
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Null: none.
    void setSensitivity(std::shared_ptr<const Sensitivity> sensitivity);
    [[nodiscard]] const Sensitivity* sensitivity() const { return m_sensitivity.get(); }
    [[nodiscard]] const SensitivityUnit& unit(int row) const;
    /// The row of the first unit that @p node, of the user's graph, is in; -1: none.
    [[nodiscard]] int rowOf(const std::string& node) const;
    /// The longest bar.
    [[nodiscard]] double worst() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] std::optional<double> badnessOf(const SensitivityUnit& unit) const;

    std::shared_ptr<const Sensitivity> m_sensitivity;
    int m_decimals = 3; ///< of the column Value
};

/// What @p value of a metric loses: 0 is none, more is worse. 1 − cosine, 1 − accuracy, the decibels below 60, L2 and
/// Kullback-Leibler divergence as they are.
[[nodiscard]] double badness(SensitivityMetric metric, double value);
/// What badness() is, with its unit: "1 − cosine".
[[nodiscard]] QString badnessText(SensitivityMetric metric);
/// "cosine", "SQNR, dB".
[[nodiscard]] QString metricText(SensitivityMetric metric);
/// A value of it with its unit: "cosine %1", "%1 dB".
[[nodiscard]] QString metricValueText(SensitivityMetric metric);

} // namespace quantiscope
