// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QSortFilterProxyModel>

namespace quantiscope {

class JobQueue;
enum class JobStatus;

/// The jobs of a queue, oldest first.
class JobsModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role
    {
        IdRole = Qt::UserRole,
        StatusRole, ///< JobStatus as a number
        DetailRole, ///< second line
        DoubtRole, ///< bool: isDoubtful()
        TimeRole, ///< text at the right: a time, "waiting"
    };

    /// @p queue must outlive the model.
    explicit JobsModel(const JobQueue& queue, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    void onAdded(int id);
    void onChanged(int id);
    void onRemoved(int id);
    [[nodiscard]] int rowOf(int id) const;

    const JobQueue& m_queue;
    std::vector<int> m_ids;
};

/// Those that wait, oldest first, or those that are over, newest first.
class JobsFilter final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    enum class Part
    {
        Waiting,
        Over,
    };

    explicit JobsFilter(Part part, QObject* parent = nullptr);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    Part m_part;
};

} // namespace quantiscope
