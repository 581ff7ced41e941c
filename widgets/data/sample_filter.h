// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>

#include <cstddef>

namespace quantiscope {

class DataSession;

/// The samples of DataSession::excerpt() alone, or all where there is none. Its source is a SampleListModel.
class SampleFilter final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    /// @p session must outlive the model.
    explicit SampleFilter(DataSession& session, QObject* parent = nullptr);

    /// The row of the sample at @p place of the listing; invalid when it is left out.
    [[nodiscard]] QModelIndex indexOf(std::size_t place) const;
    /// The excerpt has changed.
    void refresh() { invalidateFilter(); }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    DataSession& m_session;
};

} // namespace quantiscope
