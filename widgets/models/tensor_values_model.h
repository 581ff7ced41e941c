// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/initializer_elements.h"
#include "widgets/common/opened_model.h"

#include <QAbstractTableModel>

namespace quantiscope {

/// The elements of an initializer, one in each row, as many as one scrolls to.
class TensorValuesModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Columns
    {
        PlaceColumn,
        ValueColumn,
        NumColumns,
    };
    enum Role
    {
        SortRole = Qt::UserRole, ///< position of the element: they stand in the order of the file
    };

    static constexpr int kBatch = 10'000; ///< rows that come at a time

    using QAbstractTableModel::QAbstractTableModel;

    /// @p elements are those of @p model, which is kept for them.
    void setElements(OpenedModelPtr model, const InitializerElements& elements);
    void clear();
    [[nodiscard]] const InitializerElements& elements() const { return m_elements; }
    [[nodiscard]] const OpenedModelPtr& model() const { return m_model; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;

private:
    OpenedModelPtr m_model;
    InitializerElements m_elements;
    int m_rows = 0;
};

} // namespace quantiscope
