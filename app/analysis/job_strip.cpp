// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis/job_strip.h"

#include "app/jobs/job_queue.h"
#include "widgets/common/themed_icon.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QToolButton>

#include <algorithm>

namespace quantiscope {

namespace {

void setMeaning(QToolButton* button, const QString& icon, const QString& text)
{
    button->setIcon(themedIcon(icon));
    button->setToolTip(text);
    button->setAccessibleName(text);
}

} // namespace

JobStrip::JobStrip(JobQueue& jobs, const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_jobs(jobs)
    , m_bar(new QProgressBar)
    , m_text(new QLabel)
    , m_pause(new QToolButton)
    , m_cancel(new QToolButton)
{
    m_bar->setAccessibleName(name);
    m_bar->setTextVisible(false);
    m_text->setProperty("caption", true);
    m_text->setTextFormat(Qt::PlainText);
    m_pause->setObjectName(QStringLiteral("pause"));
    m_cancel->setObjectName(QStringLiteral("cancel"));
    setMeaning(m_cancel, QStringLiteral("close"), tr("Cancel; what is known stays"));
    showPause();
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 0, 6, 0);
    row->addWidget(m_bar, 1);
    row->addWidget(m_text);
    row->addWidget(m_pause);
    row->addWidget(m_cancel);
    for (QToolButton* button : {m_pause, m_cancel})
        button->setAutoRaise(true);
    connect(m_pause, &QToolButton::clicked, this, [this] { m_jobs.setPaused(m_job, !m_isPaused); });
    connect(m_cancel, &QToolButton::clicked, this, [this] { m_jobs.cancel(m_job); });
    setJob(nullptr);
}

void JobStrip::showPause()
{
    setMeaning(m_pause, m_isPaused ? QStringLiteral("play") : QStringLiteral("pause"),
               m_isPaused ? tr("Go on") : tr("Pause"));
}

void JobStrip::setJob(const std::shared_ptr<const Job>& job)
{
    const bool isThere = job && !job->isOver();
    setVisible(isThere);
    m_job = isThere ? job->id : 0;
    if (!isThere)
        return;
    const bool isPaused = job->status == JobStatus::Paused;
    if (isPaused != m_isPaused) { // not 25 times a second
        m_isPaused = isPaused;
        showPause();
    }
    m_pause->setEnabled(job->status == JobStatus::Running || m_isPaused);
    const JobProgress& progress = job->progress;
    m_bar->setRange(0, int(progress.total)); // 0, 0: busy
    m_bar->setValue(int(progress.done));
    const QString stage = progress.stage >= 0 && progress.stage < int(job->stages.size())
        ? stageText(job->stages[std::size_t(progress.stage)].name)
        : statusText(job->status);
    m_text->setText(m_isPaused ? statusText(job->status)
                        : progress.total > 0
                        ? tr("%1 · %2 / %3", "stage, done, all")
                              .arg(stage, QLocale().toString(progress.done), QLocale().toString(progress.total))
                        : stage);
}

} // namespace quantiscope
