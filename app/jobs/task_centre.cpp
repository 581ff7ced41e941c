// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/task_centre.h"

#include "app/jobs/job_delegate.h"
#include "app/jobs/job_queue.h"
#include "app/jobs/jobs_model.h"
#include "app/jobs/running_job_card.h"
#include "widgets/common/context_menus.h"
#include "widgets/common/themed_icon.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QStyle>
#include <QVBoxLayout>

namespace quantiscope {

namespace {

/// A section's title with what stands at its right.
QWidget* sectionHead(const QString& title, QLabel* count, QWidget* right)
{
    auto* head = new QWidget;
    head->setAutoFillBackground(true);
    head->setBackgroundRole(QPalette::AlternateBase);
    auto* layout = new QHBoxLayout(head);
    layout->setContentsMargins(10, 2, 6, 2);
    auto* label = new QLabel(title);
    QFont font = label->font();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    layout->addWidget(label);
    if (count)
        layout->addWidget(count);
    layout->addStretch();
    if (right)
        layout->addWidget(right);
    return head;
}

QListView* jobsView(QAbstractItemModel* model, const QString& name)
{
    auto* view = new QListView;
    view->setModel(model);
    view->setItemDelegate(new JobDelegate(view));
    view->setAccessibleName(name);
    view->setUniformItemSizes(true);
    view->setFrameShape(QFrame::NoFrame);
    view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    return view;
}

} // namespace

TaskCentre::TaskCentre(JobQueue& queue, QWidget* parent)
    : QWidget(parent)
    , m_queue(queue)
    , m_model(new JobsModel(queue, this))
    , m_waiting(new JobsFilter(JobsFilter::Part::Waiting, this))
    , m_over(new JobsFilter(JobsFilter::Part::Over, this))
    , m_queueCount(new QLabel)
    , m_empty(new QLabel(tr("No task yet. Quantize, calibrate and evaluate run here.")))
{
    m_waiting->setSourceModel(m_model);
    m_over->setSourceModel(m_model);
    m_queueCount->setProperty("caption", true);
    m_queueHead = sectionHead(tr("Queue"), m_queueCount, nullptr);
    m_queueView = jobsView(m_waiting, tr("Waiting tasks"));
    auto* clear = new QPushButton(tr("Clear"));
    clear->setObjectName(QStringLiteral("clearHistory"));
    clear->setFlat(true);
    m_overHead = sectionHead(tr("Finished"), nullptr, clear);
    m_overView = jobsView(m_over, tr("Finished tasks"));
    m_overView->setObjectName(QStringLiteral("finishedJobs"));
    m_queueView->setObjectName(QStringLiteral("waitingJobs"));
    m_empty->setWordWrap(true);
    m_empty->setMargin(12);
    m_empty->setProperty("caption", true);

    m_card = new RunningJobCard(queue);
    connect(m_card, &RunningJobCard::menuRequested, this, &TaskCentre::showMenu);

    // The dock may be as low as the window needs it: then this scrolls.
    auto* content = new QWidget;
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus); // what is in it has the keys
    scroll->setWidget(content);
    scroll->setMinimumWidth(m_card->minimumSizeHint().width()
                            + style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, scroll));
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins({});
    whole->addWidget(scroll);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_card);
    layout->addWidget(m_empty);
    layout->addWidget(m_queueHead);
    layout->addWidget(m_queueView);
    layout->addWidget(m_overHead);
    layout->addWidget(m_overView, 1);
    layout->addStretch();

    connect(clear, &QPushButton::clicked, &m_queue, &JobQueue::clearHistory);
    for (QListView* view : {m_queueView, m_overView}) {
        ContextMenus::watch(view, [this](const QModelIndex& index, const QPoint& place) {
            if (index.isValid())
                showMenu(index.data(JobsModel::IdRole).toInt(), place);
        });
        connect(static_cast<JobDelegate*>(view->itemDelegate()), &JobDelegate::menuRequested, this,
                [this](const QModelIndex& index, const QPoint& place) {
                    showMenu(index.data(JobsModel::IdRole).toInt(), place);
                });
        connect(view, &QListView::activated, this, &TaskCentre::open);
    }
    for (JobsFilter* part : {m_waiting, m_over}) {
        connect(part, &QAbstractItemModel::rowsInserted, this, &TaskCentre::showState);
        connect(part, &QAbstractItemModel::rowsRemoved, this, &TaskCentre::showState);
    }
    connect(&m_queue, &JobQueue::jobChanged, this, &TaskCentre::showState);
    connect(&m_queue, &JobQueue::jobRemoved, this, &TaskCentre::showState);
    showState();
}

void TaskCentre::showState()
{
    const int waiting = m_waiting->rowCount();
    m_queueHead->setVisible(waiting > 0);
    m_queueView->setVisible(waiting > 0);
    m_queueCount->setText(QLocale().toString(waiting));
    if (waiting > 0) {
        // As high as its rows, a few at most: the history has the rest.
        constexpr int kMostRows = 4;
        m_queueView->setFixedHeight(m_queueView->sizeHintForRow(0) * std::min(waiting, kMostRows));
    }
    const bool hasHistory = m_over->rowCount() > 0;
    m_overHead->setVisible(hasHistory);
    m_overView->setVisible(hasHistory);
    m_empty->setVisible(m_queue.jobs().empty());
}

void TaskCentre::open(const QModelIndex& index)
{
    const int id = index.data(JobsModel::IdRole).toInt();
    const std::shared_ptr<const Job> job = m_queue.job(id);
    if (!job)
        return;
    if (job->status == JobStatus::Finished)
        emit resultRequested(id);
    else if (job->isOver())
        emit logRequested(id);
}

void TaskCentre::showMenu(int id, const QPoint& place)
{
    const std::shared_ptr<const Job> job = m_queue.job(id);
    if (!job)
        return;
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("jobMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (job->status == JobStatus::Finished)
        menu->addAction(themedIcon(QStringLiteral("folder")), tr("Open result"), this,
                        [this, id] { emit resultRequested(id); });
    menu->addAction(themedIcon(QStringLiteral("terminal")), tr("Copy as command line"), this,
                    [request = job->request] { QGuiApplication::clipboard()->setText(commandLineOf(request)); });
    menu->addAction(tr("Show log"), this, [this, id] { emit logRequested(id); });
    menu->addSeparator();
    if (job->isOver())
        menu->addAction(themedIcon(QStringLiteral("trash")), tr("Remove from the list"), &m_queue,
                        [this, id] { m_queue.remove(id); });
    else
        menu->addAction(themedIcon(QStringLiteral("close")), tr("Cancel"), &m_queue,
                        [this, id] { m_queue.cancel(id); });
    menu->popup(place);
}

} // namespace quantiscope
