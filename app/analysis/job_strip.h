// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <memory>

class QLabel;
class QProgressBar;
class QToolButton;

namespace quantiscope {

class JobQueue;
struct Job;

/// A job where its result will stand: how far it is, pause, cancel. Hidden while there is none.
class JobStrip final : public QWidget
{
    Q_OBJECT

public:
    /// @p name of the work, translated, for those who hear it. @p jobs must outlive the strip.
    JobStrip(JobQueue& jobs, const QString& name, QWidget* parent = nullptr);

    /// Null, or one that is over: there is none.
    void setJob(const std::shared_ptr<const Job>& job);

private:
    void showPause();

    JobQueue& m_jobs;
    int m_job = 0; ///< 0: none
    bool m_isPaused = false;
    QProgressBar* m_bar;
    QLabel* m_text;
    QToolButton* m_pause;
    QToolButton* m_cancel;
};

} // namespace quantiscope
