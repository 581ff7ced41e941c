// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/task_status.h"

#include "app/jobs/job_queue.h"
#include "app/jobs/running_job_card.h"
#include "widgets/common/text.h"
#include "widgets/common/themed_icon.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMouseEvent>
#include <QProgressBar>
#include <QToolButton>

namespace quantiscope {

TaskStatus::TaskStatus(JobQueue& queue, QWidget* parent)
    : QWidget(parent)
    , m_queue(queue)
    , m_idle(new QLabel(tr("No task running")))
    , m_stage(new QLabel)
    , m_bar(new QProgressBar)
    , m_facts(new QLabel)
    , m_pause(new QToolButton)
    , m_cancel(new QToolButton)
{
    setAccessibleName(tr("Running task"));
    m_idle->setProperty("caption", true);
    m_facts->setProperty("caption", true);
    m_bar->setTextVisible(false);
    m_bar->setFixedWidth(fontMetrics().averageCharWidth() * 18);
    m_bar->setAccessibleName(tr("Progress of the stage"));
    m_cancel->setIcon(themedIcon(QStringLiteral("close")));
    m_cancel->setToolTip(tr("Cancel"));
    m_cancel->setAccessibleName(tr("Cancel"));
    for (QToolButton* button : {m_pause, m_cancel})
        button->setAutoRaise(true);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 8, 0);
    layout->setSpacing(8);
    for (QWidget* part : std::initializer_list<QWidget*>{m_idle, m_stage, m_bar, m_facts, m_pause, m_cancel})
        layout->addWidget(part);

    connect(m_pause, &QToolButton::clicked, this, [this] {
        if (const auto job = m_queue.running())
            m_queue.setPaused(job->id, job->status == JobStatus::Running);
    });
    connect(m_cancel, &QToolButton::clicked, this, [this] {
        if (const auto job = m_queue.running())
            m_queue.cancel(job->id);
    });
    connect(&m_queue, &JobQueue::jobChanged, this, &TaskStatus::follow);
    follow();
}

void TaskStatus::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && rect().contains(event->pos()))
        emit clicked();
}

void TaskStatus::follow()
{
    const std::shared_ptr<const Job> job = m_queue.running();
    const bool runs = job && !job->isOver();
    m_idle->setVisible(!runs);
    for (QWidget* part : std::initializer_list<QWidget*>{m_stage, m_bar, m_facts, m_pause, m_cancel})
        part->setVisible(runs);
    if (!runs)
        return;
    const JobProgress& progress = job->progress;
    const bool isPaused = job->status == JobStatus::Paused;
    if (isPaused)
        m_stage->setText(tr("Paused"));
    else
        m_stage->setText(progress.stage < 0 ? job->title : stageText(job->stages[std::size_t(progress.stage)].name));
    m_bar->setRange(0, int(progress.total));
    m_bar->setValue(int(progress.done));
    QStringList facts;
    if (progress.total > 0)
        facts << tr("%1 / %2", "done of all").arg(progress.done).arg(progress.total);
    if (progress.secondsLeft >= 0.0)
        facts << tr("%1 left").arg(timeLeftText(progress.secondsLeft));
    if (progress.memory > 0)
        facts << bytesText(progress.memory);
    m_facts->setText(facts.join(QStringLiteral(" · ")));
    const QString text = isPaused ? tr("Go on") : tr("Pause");
    if (m_pause->toolTip() != text) {
        m_pause->setIcon(themedIcon(isPaused ? QStringLiteral("play") : QStringLiteral("pause")));
        m_pause->setToolTip(text);
        m_pause->setAccessibleName(text);
    }
}

} // namespace quantiscope
