// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/log_model.h"

#include "app/jobs/job_queue.h"
#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/common/themed_icon.h"

#include <QLocale>

#include <algorithm>

namespace quantiscope {

namespace {

// In braces: behind "= 10'000;" lupdate loses the namespace of texts in the function that follows.
constexpr std::size_t kMostLines{10'000};

QString severityText(JobMessage::Severity severity)
{
    switch (severity) {
    case JobMessage::Severity::Note:
        return LogModel::tr("Note");
    case JobMessage::Severity::Warning:
        return LogModel::tr("Warning");
    case JobMessage::Severity::Error:
        return LogModel::tr("Error");
    }
    return {};
}

QIcon severityIcon(JobMessage::Severity severity)
{
    switch (severity) {
    case JobMessage::Severity::Note:
        return themedIcon(QStringLiteral("info"));
    case JobMessage::Severity::Warning:
        return themedIcon(QStringLiteral("warning"));
    case JobMessage::Severity::Error:
        return themedIcon(QStringLiteral("error"));
    }
    return {};
}

} // namespace

LogModel::LogModel(QObject* parent) : QAbstractTableModel(parent)
{
}

void LogModel::follow(const JobQueue& queue)
{
    connect(&queue, &JobQueue::messagesAdded, this, [this, &queue](int id, const std::vector<JobMessage>& messages) {
        const std::shared_ptr<const Job> job = queue.job(id);
        add(messages, job ? job->title : QString(), id);
    });
}

void LogModel::add(const std::vector<JobMessage>& messages, const QString& source, int job)
{
    const std::size_t added = std::min(messages.size(), kMostLines);
    if (added == 0)
        return;
    if (m_lines.size() + added > kMostLines) {
        const std::size_t old = m_lines.size() + added - kMostLines;
        beginRemoveRows({}, 0, int(old) - 1);
        m_lines.erase(m_lines.begin(), m_lines.begin() + std::ptrdiff_t(old));
        endRemoveRows();
    }
    beginInsertRows({}, int(m_lines.size()), int(m_lines.size() + added) - 1);
    for (auto message = messages.end() - std::ptrdiff_t(added); message != messages.end(); ++message)
        m_lines.push_back({*message, source, job});
    endInsertRows();
}

void LogModel::clear()
{
    if (m_lines.empty())
        return;
    beginResetModel();
    m_lines.clear();
    endResetModel();
}

int LogModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_lines.size());
}

int LogModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(Column::Count);
}

QVariant LogModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Line& line = m_lines[std::size_t(index.row())];
    const auto column = Column(index.column());
    switch (role) {
    case Qt::DisplayRole:
        if (column == Column::Time)
            return QLocale().toString(line.message.time.time(), QStringLiteral("HH:mm:ss"));
        return column == Column::Source ? line.source : line.message.text;
    case Qt::ToolTipRole:
        return plainToolTip(line.message.text);
    case Qt::DecorationRole:
        return column == Column::Time ? QVariant(severityIcon(line.message.severity)) : QVariant();
    case Qt::ForegroundRole:
        if (column != Column::Message)
            return Theme::current().text2;
        return line.message.severity == JobMessage::Severity::Error ? QVariant(Theme::current().error) : QVariant();
    case Qt::AccessibleTextRole:
        return column == Column::Message
            ? tr("%1: %2", "severity: message").arg(severityText(line.message.severity), line.message.text)
            : data(index, Qt::DisplayRole);
    case SeverityRole:
        return int(line.message.severity);
    case SubjectRole:
        return line.message.subject;
    case JobRole:
        return line.job;
    default:
        return {};
    }
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case Column::Time:
        return tr("Time");
    case Column::Source:
        return tr("Of");
    case Column::Message:
        return tr("Message");
    case Column::Count:
        break;
    }
    return {};
}

} // namespace quantiscope
