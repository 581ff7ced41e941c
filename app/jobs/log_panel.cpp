// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/log_panel.h"

#include "app/jobs/log_model.h"
#include "widgets/common/cell_delegate.h"
#include "widgets/common/themed_icon.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace quantiscope {

void LogFilter::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    invalidateFilter();
}

void LogFilter::setSeverity(int least)
{
    if (least == m_severity)
        return;
    m_severity = least;
    invalidateFilter();
}

void LogFilter::setJob(int job)
{
    if (job == m_job)
        return;
    m_job = job;
    invalidateFilter();
}

bool LogFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const QModelIndex message = sourceModel()->index(row, int(LogModel::Column::Message), parent);
    if (message.data(LogModel::SeverityRole).toInt() < m_severity)
        return false;
    if (m_job != 0 && message.data(LogModel::JobRole).toInt() != m_job)
        return false;
    if (m_text.isEmpty())
        return true;
    const QModelIndex source = sourceModel()->index(row, int(LogModel::Column::Source), parent);
    return message.data().toString().contains(m_text, Qt::CaseInsensitive)
        || source.data().toString().contains(m_text, Qt::CaseInsensitive);
}

LogPanel::LogPanel(LogModel& log, QWidget* parent)
    : QWidget(parent)
    , m_log(log)
    , m_filter(new LogFilter(this))
    , m_search(new QLineEdit)
    , m_severity(new QComboBox)
    , m_view(new QTreeView)
    , m_empty(new QLabel)
{
    m_filter->setSourceModel(&log);
    m_search->setPlaceholderText(tr("Filter"));
    m_search->setClearButtonEnabled(true);
    m_search->setAccessibleName(tr("Filter the log"));
    m_severity->addItem(tr("Everything"), int(JobMessage::Severity::Note));
    m_severity->addItem(tr("Warnings and errors"), int(JobMessage::Severity::Warning));
    m_severity->addItem(tr("Errors"), int(JobMessage::Severity::Error));
    m_severity->setAccessibleName(tr("Least severity"));
    const auto button = [](const QString& icon, const QString& text, Qt::ToolButtonStyle style) {
        auto* made = new QToolButton;
        made->setIcon(themedIcon(icon));
        made->setText(text);
        made->setToolTip(text);
        made->setAccessibleName(text);
        made->setToolButtonStyle(style);
        return made;
    };
    auto* chip = button(QStringLiteral("close"), tr("One task"), Qt::ToolButtonTextBesideIcon);
    chip->setToolTip(tr("Show the messages of all tasks again"));
    m_jobChip = chip;
    m_jobChip->hide();
    auto* copy = button(QStringLiteral("copy"), tr("Copy"), Qt::ToolButtonIconOnly);
    auto* clear = button(QStringLiteral("trash"), tr("Clear"), Qt::ToolButtonIconOnly);
    clear->setObjectName(QStringLiteral("clearLog"));

    m_view->setModel(m_filter);
    m_view->setItemDelegate(new CellDelegate(m_view));
    m_view->setRootIsDecorated(false);
    m_view->setUniformRowHeights(true);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setAccessibleName(tr("Log"));
    m_view->header()->setStretchLastSection(true);
    m_view->setColumnWidth(int(LogModel::Column::Time), fontMetrics().averageCharWidth() * 16);
    m_view->setColumnWidth(int(LogModel::Column::Source), fontMetrics().averageCharWidth() * 20);
    m_empty->setProperty("caption", true);
    m_empty->setMargin(12);

    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    bar->addWidget(m_search, 1);
    bar->addWidget(m_severity);
    bar->addWidget(m_jobChip);
    bar->addWidget(copy);
    bar->addWidget(clear);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_empty);
    layout->addWidget(m_view, 1);
    layout->addStretch();

    auto* copyAction = new QAction(tr("Copy"), m_view);
    copyAction->setShortcut(QKeySequence::Copy);
    copyAction->setShortcutContext(Qt::WidgetShortcut);
    m_view->addAction(copyAction);
    connect(copyAction, &QAction::triggered, this, &LogPanel::copySelection);
    connect(copy, &QToolButton::clicked, this, &LogPanel::copySelection);
    connect(clear, &QToolButton::clicked, &m_log, &LogModel::clear);
    connect(chip, &QToolButton::clicked, this, [this] { showJob(0); });
    connect(m_search, &QLineEdit::textChanged, m_filter, &LogFilter::setText);
    connect(m_severity, &QComboBox::currentIndexChanged, this,
            [this] { m_filter->setSeverity(m_severity->currentData().toInt()); });
    connect(m_view, &QTreeView::activated, this, [this](const QModelIndex& index) {
        const QString subject = index.data(LogModel::SubjectRole).toString();
        if (!subject.isEmpty())
            emit subjectActivated(subject);
    });
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(m_filter, signal, &m_soon, qOverload<>(&QTimer::start));
    connect(m_filter, &QAbstractItemModel::modelReset, this, &LogPanel::showState);
    connect(m_filter, &QAbstractItemModel::layoutChanged, this, &LogPanel::showState);
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, [this] {
        showState();
        // The newest line stays in sight, unless one reads older ones.
        if (!m_view->currentIndex().isValid())
            m_view->scrollToBottom();
    });
    showState();
}

void LogPanel::showJob(int job)
{
    m_filter->setJob(job);
    m_jobChip->setVisible(job != 0);
    showState();
}

void LogPanel::showState()
{
    const bool isEmpty = m_filter->rowCount() == 0;
    m_view->setVisible(!isEmpty);
    m_empty->setVisible(isEmpty);
    m_empty->setText(m_log.rowCount() == 0 ? tr("Nothing was said yet. Notes, warnings and errors of tasks stand here.")
                                           : tr("No line fits the filter."));
}

void LogPanel::copySelection()
{
    QModelIndexList rows = m_view->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    QStringList lines;
    const auto addLine = [&](int row) {
        QStringList cells;
        for (int column = 0; column < int(LogModel::Column::Count); ++column)
            cells << m_filter->index(row, column).data().toString();
        lines << cells.join(QLatin1Char('\t'));
    };
    for (const QModelIndex& row : rows)
        addLine(row.row());
    // Nothing selected: all that is shown.
    for (int row = 0; rows.isEmpty() && row < m_filter->rowCount(); ++row)
        addLine(row);
    QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

} // namespace quantiscope
