// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/advisor.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace quantiscope {

/// The recipes that an advice offers: the best that was found first, then single changes, those that gain most first,
/// then those that the rules do not allow.
class AdviceModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum class Column
    {
        Change,
        Value, ///< of the goal's metric
        Gain, ///< of it, over the recipe as it is on the same samples; positive is better
        ByteShare, ///< of the multiply-adds, in 8-bit weights
        WeightBytes,
        ActivationBits,
        Count,
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Null: none.
    void setAdvice(std::shared_ptr<const Advice> advice);
    [[nodiscard]] const Advice* advice() const { return m_advice.get(); }

    /// What the row's recipe is called in the history of edits.
    [[nodiscard]] QString title(int row) const;
    /// The row's recipe; null where the rules do not allow it.
    [[nodiscard]] const QuantConfig* config(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] bool isPlan(int row) const { return row == 0 && m_advice->plan.has_value(); }
    [[nodiscard]] const AdviceFix& fix(int row) const;
    /// Null where the rules do not allow it.
    [[nodiscard]] const AdviceOutcome* outcome(int row) const;
    [[nodiscard]] std::optional<double> gain(const AdviceOutcome& outcome, const AdviceOutcome& before) const;
    [[nodiscard]] QString text(int row, Column column) const;
    [[nodiscard]] QString toolTip(int row) const;

    std::shared_ptr<const Advice> m_advice;
    std::vector<std::size_t> m_fixes; ///< places in Advice::fixes, in the order of rows
};

} // namespace quantiscope
