// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/running_job_card.h"

#include "app/jobs/job_queue.h"
#include "app/jobs/memory_sparkline.h"
#include "app/jobs/stage_list.h"
#include "widgets/common/text.h"
#include "widgets/common/themed_icon.h"

#include <QGridLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QToolButton>

namespace quantiscope {

namespace {

QLabel* captionLabel(const QString& text)
{
    auto* label = new QLabel(text);
    label->setProperty("caption", true);
    return label;
}

QLabel* figureLabel(const QString& name)
{
    auto* label = new QLabel;
    QFont font = label->font();
    font.setWeight(QFont::DemiBold);
    font.setPointSizeF(font.pointSizeF() * 1.2);
    label->setFont(font);
    label->setAccessibleName(name);
    return label;
}

QToolButton* iconButton(const QString& icon, const QString& text)
{
    auto* button = new QToolButton;
    button->setIcon(themedIcon(icon));
    button->setToolTip(text);
    button->setAccessibleName(text);
    return button;
}

} // namespace

QString timeLeftText(double seconds)
{
    if (seconds < 0.0)
        return {};
    if (seconds < 90.0)
        return RunningJobCard::tr("%1 s").arg(QLocale().toString(seconds, 'f', 0));
    return RunningJobCard::tr("%1 min").arg(QLocale().toString(seconds / 60.0, 'f', 0));
}

QString unitText(const QString& unit)
{
    if (unit == QLatin1String("sample"))
        return RunningJobCard::tr("Samples");
    if (unit == QLatin1String("node"))
        return RunningJobCard::tr("Nodes");
    if (unit == QLatin1String("tensor"))
        return RunningJobCard::tr("Tensors");
    if (unit == QLatin1String("variant"))
        return RunningJobCard::tr("Variants");
    if (unit == QLatin1String("layer"))
        return RunningJobCard::tr("Layers");
    if (unit == QLatin1String("fix"))
        return RunningJobCard::tr("Changes");
    return unit.isEmpty() || unit == QLatin1String("step") ? RunningJobCard::tr("Steps") : unit;
}

RunningJobCard::RunningJobCard(JobQueue& queue, QWidget* parent)
    : QFrame(parent)
    , m_queue(queue)
    , m_title(new QLabel)
    , m_stage(captionLabel({}))
    , m_bar(new QProgressBar)
    , m_samplesCaption(captionLabel({}))
    , m_samples(figureLabel(tr("Steps done")))
    , m_rate(figureLabel(tr("Rate")))
    , m_left(figureLabel(tr("Time left")))
    , m_memory(new MemorySparkline)
    , m_stages(new StageList)
    , m_pause(iconButton(QStringLiteral("pause"), tr("Pause")))
    , m_menu(iconButton(QStringLiteral("more"), tr("More: command line, log")))
    , m_cancel(iconButton(QStringLiteral("close"), tr("Cancel")))
{
    setObjectName(QStringLiteral("runningJob"));
    m_pause->setObjectName(QStringLiteral("pauseJob"));
    m_menu->setObjectName(QStringLiteral("jobMenuButton"));
    m_cancel->setObjectName(QStringLiteral("cancelJob"));
    QFont font = m_title->font();
    font.setWeight(QFont::DemiBold);
    m_title->setFont(font);
    m_title->setWordWrap(true); // names may be long, the dock narrow
    m_title->setTextFormat(Qt::PlainText);
    m_stage->setWordWrap(true);
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("Progress of the stage"));

    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(10, 10, 10, 10);
    layout->setVerticalSpacing(4);
    auto* head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(m_menu);
    head->addWidget(m_pause);
    head->addWidget(m_cancel);
    layout->addLayout(head, 0, 0, 1, 3);
    layout->addWidget(m_stage, 1, 0, 1, 3);
    layout->addWidget(m_bar, 2, 0, 1, 3);
    layout->addWidget(m_samplesCaption, 3, 0);
    layout->addWidget(captionLabel(tr("Rate")), 3, 1);
    layout->addWidget(captionLabel(tr("Left")), 3, 2);
    layout->addWidget(m_samples, 4, 0);
    layout->addWidget(m_rate, 4, 1);
    layout->addWidget(m_left, 4, 2);
    layout->addWidget(captionLabel(tr("Memory")), 5, 0, 1, 3);
    layout->addWidget(m_memory, 6, 0, 1, 3);
    layout->addWidget(m_stages, 7, 0, 1, 3);
    for (int column = 0; column < 3; ++column)
        layout->setColumnStretch(column, 1);

    connect(m_menu, &QToolButton::clicked, this,
            [this] { emit menuRequested(m_id, m_menu->mapToGlobal(m_menu->rect().bottomLeft())); });
    connect(m_pause, &QToolButton::clicked, this, &RunningJobCard::togglePause);
    connect(m_cancel, &QToolButton::clicked, this, [this] { m_queue.cancel(m_id); });
    connect(&m_queue, &JobQueue::jobChanged, this, &RunningJobCard::follow);
    follow();
}

void RunningJobCard::togglePause()
{
    const std::shared_ptr<const Job> job = m_queue.job(m_id);
    if (job)
        m_queue.setPaused(m_id, job->status == JobStatus::Running);
}

void RunningJobCard::follow()
{
    const std::shared_ptr<const Job> job = m_queue.running();
    setVisible(job && !job->isOver());
    if (job)
        show(*job);
}

void RunningJobCard::show(const Job& job)
{
    m_id = job.id;
    m_title->setText(job.title);
    const JobProgress& progress = job.progress;
    const QLocale locale;
    const bool isPaused = job.status == JobStatus::Paused;
    if (isPaused)
        m_stage->setText(tr("Paused"));
    else if (progress.stage < 0)
        m_stage->setText(tr("Starting"));
    else
        m_stage->setText(tr("Stage %1 of %2 · %3")
                             .arg(progress.stage + 1)
                             .arg(job.stages.size())
                             .arg(stageText(job.stages[std::size_t(progress.stage)].name)));
    m_bar->setRange(0, int(progress.total)); // 0, 0: busy
    m_bar->setValue(int(progress.done));
    m_samplesCaption->setText(unitText(progress.unit));
    const QString none = QStringLiteral("–");
    m_samples->setText(progress.total > 0 ? tr("%1 / %2", "done of all")
                                                .arg(locale.toString(qulonglong(progress.done)),
                                                     locale.toString(qulonglong(progress.total)))
                                          : none);
    m_rate->setText(progress.perSecond > 0.0
                        ? tr("%1 /s").arg(locale.toString(progress.perSecond, 'f', progress.perSecond < 100.0 ? 1 : 0))
                        : none);
    m_left->setText(progress.secondsLeft >= 0.0 ? timeLeftText(progress.secondsLeft) : none);
    m_memory->show(job.memoryHistory, progress.memory, memoryBudgetOf(job.request));
    m_stages->show(job);
    const QString text = isPaused ? tr("Go on") : tr("Pause");
    if (m_pause->toolTip() != text) {
        m_pause->setIcon(themedIcon(isPaused ? QStringLiteral("play") : QStringLiteral("pause")));
        m_pause->setToolTip(text);
        m_pause->setAccessibleName(text);
    }
}

} // namespace quantiscope
