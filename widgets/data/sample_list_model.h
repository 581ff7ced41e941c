// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>

namespace quantiscope {

class DataSession;
class ThumbnailCache;

/// The samples of a session's data; a check box takes or leaves each.
class SampleListModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role
    {
        ThumbnailRole = Qt::UserRole, ///< QImage; null until it is there
        SizeRole, ///< "640×480", empty until known
        IsPictureRole,
        ClassRole, ///< by the labels; empty without one
        IsChosenRole, ///< is it among those that are taken?
    };

    /// Both must outlive the model.
    SampleListModel(DataSession& session, ThumbnailCache& thumbnails, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    void reset();
    void refresh(int role);

    DataSession& m_session;
    ThumbnailCache& m_thumbnails;
    int m_rows = 0;
};

} // namespace quantiscope
