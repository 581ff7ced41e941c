// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QPoint;
class QProgressBar;
class QToolButton;

namespace quantiscope {

struct Job;
class JobQueue;
class MemorySparkline;
class StageList;

/// The job that runs: stage, progress, rate, time left, memory; pause and cancel.
class RunningJobCard final : public QFrame
{
    Q_OBJECT

public:
    /// @p queue must outlive the card.
    explicit RunningJobCard(JobQueue& queue, QWidget* parent = nullptr);

signals:
    void menuRequested(int job, const QPoint& place); ///< on the screen

private:
    void follow();
    void show(const Job& job);
    void togglePause();

    JobQueue& m_queue;
    QLabel* m_title;
    QLabel* m_stage;
    QProgressBar* m_bar;
    QLabel* m_samplesCaption;
    QLabel* m_samples;
    QLabel* m_rate;
    QLabel* m_left;
    MemorySparkline* m_memory;
    StageList* m_stages;
    QToolButton* m_pause;
    QToolButton* m_menu;
    QToolButton* m_cancel;
    int m_id = 0; ///< of the job that is shown
};

/// "12 s", "3 min", in the user's language; empty when @p seconds is negative (not known).
[[nodiscard]] QString timeLeftText(double seconds);

/// "samples", "nodes": the engine's name of a step, translated, in the plural; its own word when it is another.
[[nodiscard]] QString unitText(const QString& unit);

} // namespace quantiscope
