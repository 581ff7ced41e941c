// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/recipe_difference.h"

#include <QAbstractTableModel>

#include <vector>

namespace quantiscope {

/// What two recipes say differently, a row each.
class RecipeDifferenceModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum class Column
    {
        Kind, ///< "~" changed, "+" came, "−" went
        Key,
        Before,
        After,
        Count,
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// The names stand over the columns: "run 3".
    void setChanges(std::vector<RecipeChange> changes, const QString& before, const QString& after);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<RecipeChange> m_changes;
    QString m_before;
    QString m_after;
};

} // namespace quantiscope
