// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/job.h"

#include <QAbstractTableModel>

#include <deque>

namespace quantiscope {

class JobQueue;

/// Everything that was said: remarks of jobs, of opening files, of the libraries; newest last. The oldest go when there
/// are too many.
class LogModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum class Column
    {
        Time,
        Source, ///< of what: a job's title, "onnxruntime"
        Message,
        Count,
    };

    enum Role
    {
        SeverityRole = Qt::UserRole, ///< JobMessage::Severity as a number
        SubjectRole, ///< the node, tensor, option or path concerned; may be empty
        JobRole, ///< id, 0 for none
    };

    explicit LogModel(QObject* parent = nullptr);

    /// Follows the messages of @p queue, which must outlive the model.
    void follow(const JobQueue& queue);
    /// @p job is the job's id; 0 for none.
    void add(const std::vector<JobMessage>& messages, const QString& source, int job = 0);
    void clear();

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Line
    {
        JobMessage message;
        QString source;
        int job = 0;
    };

    std::deque<Line> m_lines;
};

} // namespace quantiscope
