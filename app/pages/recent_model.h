// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/pages/start_page.h"

#include <QAbstractTableModel>

namespace quantiscope {

/// The documents of the start page, newest first.
class RecentModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Columns
    {
        NameColumn,
        FolderColumn,
        PresetColumn,
        RunsColumn,
        ResultColumn,
        OpenedColumn,
        NumColumns,
    };
    enum Role
    {
        PathRole = Qt::UserRole, ///< QString
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setDocuments(std::vector<RecentDocument> documents);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<RecentDocument> m_documents;
};

} // namespace quantiscope
