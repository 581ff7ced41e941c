// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/jobs_model.h"

#include "app/jobs/job_queue.h"
#include "widgets/common/text.h"

#include <QLocale>

#include <algorithm>

namespace quantiscope {

namespace {

QString durationText(double seconds)
{
    return JobsModel::tr("%1 s").arg(QLocale().toString(seconds, 'f', seconds < 10.0 ? 1 : 0));
}

QString detail(const Job& job)
{
    if (!job.isOver() || job.status == JobStatus::Canceled || job.isSuperseded)
        return outcomeText(job);
    return job.status == JobStatus::Finished
        ? JobsModel::tr("%1 · %2", "duration · result").arg(durationText(job.seconds), outcomeText(job))
        : outcomeText(job);
}

} // namespace

JobsModel::JobsModel(const JobQueue& queue, QObject* parent) : QAbstractListModel(parent), m_queue(queue)
{
    for (const auto& job : queue.jobs())
        m_ids.push_back(job->id);
    connect(&queue, &JobQueue::jobAdded, this, &JobsModel::onAdded);
    connect(&queue, &JobQueue::jobChanged, this, &JobsModel::onChanged);
    connect(&queue, &JobQueue::jobRemoved, this, &JobsModel::onRemoved);
}

int JobsModel::rowOf(int id) const
{
    const auto found = std::find(m_ids.begin(), m_ids.end(), id);
    return found == m_ids.end() ? -1 : int(found - m_ids.begin());
}

void JobsModel::onAdded(int id)
{
    beginInsertRows({}, int(m_ids.size()), int(m_ids.size()));
    m_ids.push_back(id);
    endInsertRows();
}

void JobsModel::onChanged(int id)
{
    if (const int row = rowOf(id); row >= 0)
        emit dataChanged(index(row), index(row));
}

void JobsModel::onRemoved(int id)
{
    const int row = rowOf(id);
    if (row < 0)
        return;
    beginRemoveRows({}, row, row);
    m_ids.erase(m_ids.begin() + row);
    endRemoveRows();
}

int JobsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_ids.size());
}

QVariant JobsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const std::shared_ptr<const Job> job = m_queue.job(m_ids[std::size_t(index.row())]);
    if (!job)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return job->title;
    case Qt::ToolTipRole:
        return plainToolTip(tr("%1\n%2", "job title, then what became of it").arg(job->title, detail(*job)))
            .replace(QLatin1Char('\n'), QStringLiteral("<br>"));
    case Qt::AccessibleTextRole:
        return tr("%1, %2: %3", "job title, status: detail").arg(job->title, statusText(job->status), detail(*job));
    case IdRole:
        return job->id;
    case StatusRole:
        return int(job->status);
    case DetailRole:
        return detail(*job);
    case DoubtRole:
        return isDoubtful(*job);
    case TimeRole:
        return job->started.isValid() ? QLocale().toString(job->started.time(), QStringLiteral("HH:mm")) : QString();
    default:
        return {};
    }
}

JobsFilter::JobsFilter(Part part, QObject* parent) : QSortFilterProxyModel(parent), m_part(part)
{
    setDynamicSortFilter(true);
    sort(0, part == Part::Over ? Qt::DescendingOrder : Qt::AscendingOrder);
}

bool JobsFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const auto status = JobStatus(sourceModel()->index(row, 0, parent).data(JobsModel::StatusRole).toInt());
    if (m_part == Part::Waiting)
        return status == JobStatus::Queued;
    return status == JobStatus::Finished || status == JobStatus::Failed || status == JobStatus::Canceled;
}

bool JobsFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    return left.data(JobsModel::IdRole).toInt() < right.data(JobsModel::IdRole).toInt();
}

} // namespace quantiscope
