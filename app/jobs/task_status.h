// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;
class QToolButton;

namespace quantiscope {

class JobQueue;

/// The running job in one line of the status bar: stage, progress, rate, pause, cancel. A click shows the tasks.
class TaskStatus final : public QWidget
{
    Q_OBJECT

public:
    /// @p queue must outlive the widget.
    explicit TaskStatus(JobQueue& queue, QWidget* parent = nullptr);

signals:
    void clicked();

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void follow();

    JobQueue& m_queue;
    QLabel* m_idle;
    QLabel* m_stage;
    QProgressBar* m_bar;
    QLabel* m_facts;
    QToolButton* m_pause;
    QToolButton* m_cancel;
};

} // namespace quantiscope
