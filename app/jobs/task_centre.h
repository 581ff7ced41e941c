// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QListView;
class QPushButton;
class QStackedLayout;

namespace quantiscope {

class JobQueue;
class JobsFilter;
class JobsModel;
class RunningJobCard;

/// The dock "Tasks": the running job, those that wait, those that are over.
class TaskCentre final : public QWidget
{
    Q_OBJECT

public:
    /// @p queue must outlive the widget.
    explicit TaskCentre(JobQueue& queue, QWidget* parent = nullptr);

signals:
    void logRequested(int job); ///< show its messages
    void resultRequested(int job); ///< show what it made: a run, statistics, an evaluation

private:
    void showState();
    void showMenu(int id, const QPoint& place);
    void open(const QModelIndex& index);

    JobQueue& m_queue;
    JobsModel* m_model;
    JobsFilter* m_waiting;
    JobsFilter* m_over;
    RunningJobCard* m_card;
    QWidget* m_queueHead;
    QLabel* m_queueCount;
    QListView* m_queueView;
    QWidget* m_overHead;
    QListView* m_overView;
    QLabel* m_empty;
};

} // namespace quantiscope
