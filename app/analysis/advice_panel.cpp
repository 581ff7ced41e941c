// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis/advice_panel.h"

#include "app/analysis/empty_page.h"
#include "app/analysis/job_strip.h"
#include "widgets/common/cell_delegate.h"
#include "widgets/common/engine_sentence.h"
#include "widgets/common/number_text.h"
#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/models/advice_model.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>

namespace quantiscope {

namespace {

using Column = AdviceModel::Column;

QString outcomeText(const Advice& advice, const AdviceOutcome& outcome)
{
    const QString value = outcome.value ? numberText(*outcome.value, 'f', 4) : QStringLiteral("—");
    const QString metric = toQt(gateMetricName(advice.goal.metric));
    return outcome.output.empty()
        ? AdvicePanel::tr("%1 %2", "metric, value").arg(metric, value)
        : AdvicePanel::tr("%1 %2 of '%3'", "metric, value, output").arg(metric, value, shownName(outcome.output));
}

QString paragraph(const QString& html)
{
    return QStringLiteral("<p style=\"margin:0 0 4px 0\">%1</p>").arg(html);
}

} // namespace

AdvicePanel::AdvicePanel(QAction* advise, JobQueue& jobs, QWidget* parent)
    : QWidget(parent)
    , m_model(new AdviceModel(this))
    , m_stack(new QStackedLayout)
    , m_empty(new EmptyPage(advise, tr("Find advice")))
    , m_goal(new QLineEdit)
    , m_again(new QToolButton)
    , m_job(new JobStrip(jobs, tr("Progress of the advice")))
    , m_story(new QLabel)
    , m_table(new QTableView)
    , m_apply(new QPushButton(tr("&Apply to the recipe")))
{
    makeTable();
    m_story->setTextFormat(Qt::RichText);
    m_story->setWordWrap(true);
    m_story->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_story->setContentsMargins(10, 6, 10, 4);
    m_story->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_story->setAccessibleName(tr("What breaks the run"));
    connect(m_story, &QLabel::linkActivated, this, [this](const QString& link) {
        const Advice* advice = m_model->advice();
        const std::size_t place = link.toUInt();
        if (advice && place < advice->culprits.size())
            emit culpritChosen(advice->culprits[place].nodes);
    });
    auto* story = new QScrollArea;
    story->setWidget(m_story);
    story->setWidgetResizable(true);
    story->setFrameShape(QFrame::NoFrame);
    story->setFocusPolicy(Qt::NoFocus);
    story->setMinimumHeight(fontMetrics().height() * 3);
    auto* below = new QWidget;
    auto* rows = new QVBoxLayout(below);
    rows->setContentsMargins(0, 0, 0, 6);
    rows->setSpacing(6);
    rows->addWidget(m_table, 1);
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(10, 0, 10, 0);
    foot->addStretch();
    foot->addWidget(m_apply);
    rows->addLayout(foot);
    m_apply->setProperty("primary", true);
    connect(m_apply, &QPushButton::clicked, this, &AdvicePanel::apply);
    auto* content = new QSplitter(Qt::Vertical);
    content->addWidget(story);
    content->addWidget(below);
    content->setChildrenCollapsible(false);
    content->setStretchFactor(1, 1);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(makeHead(advise));
    layout->addWidget(m_job);
    layout->addLayout(m_stack, 1);
    // The panel's focus is the table's: Tab comes there first.
    setTabOrder(m_table, m_goal);
    setTabOrder(m_goal, m_again);
    setTabOrder(m_again, m_empty->findChild<QPushButton*>());
    setTabOrder(m_empty->findChild<QPushButton*>(), m_apply);
    setFocusProxy(m_table);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setGoal(AdviceRequest().goal);
    setAdvice(nullptr, {});
}

QWidget* AdvicePanel::makeHead(QAction* advise)
{
    auto* head = new QWidget;
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(8, 3, 6, 3);
    auto* label = new QLabel(tr("&Goal"));
    label->setBuddy(m_goal);
    m_goal->setFont(QFont(QStringLiteral("monospace"), font().pointSize()));
    m_goal->setToolTip(tr("What the quantized model is to reach, as a gate: [OUTPUT:]METRIC>=NUMBER or <=NUMBER"));
    m_goal->setMaximumWidth(fontMetrics().averageCharWidth() * 36);
    connect(m_goal, &QLineEdit::returnPressed, advise, &QAction::trigger);
    m_again->setDefaultAction(advise);
    m_again->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_again->setProperty("framed", true);
    row->addWidget(label);
    row->addWidget(m_goal, 1);
    row->addStretch(1);
    row->addWidget(m_again);
    return head;
}

void AdvicePanel::makeTable()
{
    m_table->setModel(m_model);
    m_table->setItemDelegate(new CellDelegate(m_table));
    m_table->setAccessibleName(tr("Recipes that may mend it"));
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 8);
    QHeaderView* header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setMinimumHeight(m_table->fontMetrics().height() + 10);
    for (int column = 0; column < int(Column::Count); ++column)
        header->setSectionResizeMode(
            column, column == int(Column::Change) ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &AdvicePanel::showApply);
    connect(m_table, &QTableView::activated, this, &AdvicePanel::apply);
}

Result<Gate> AdvicePanel::goal() const
{
    return goalFromText(toStd(m_goal->text().trimmed()));
}

void AdvicePanel::setGoal(const Gate& goal)
{
    m_goal->setText(toQt(goalText(goal)));
}

void AdvicePanel::setAdvice(std::shared_ptr<const Advice> advice, const QString& empty)
{
    m_empty->setText(empty);
    m_stack->setCurrentIndex(advice ? 1 : 0);
    if (advice.get() == m_model->advice())
        return;
    const QModelIndex before = m_table->currentIndex();
    const QString title = before.isValid() ? m_model->title(before.row()) : QString();
    m_model->setAdvice(std::move(advice));
    for (int row = 0; row < m_model->rowCount() && !title.isEmpty(); ++row) {
        if (m_model->title(row) == title)
            m_table->setCurrentIndex(m_model->index(row, 0));
    }
    if (!m_table->currentIndex().isValid() && m_model->rowCount() > 0)
        m_table->setCurrentIndex(m_model->index(0, 0));
    showStory();
    showApply();
}

void AdvicePanel::setJob(const std::shared_ptr<const Job>& job)
{
    m_job->setJob(job);
}

void AdvicePanel::showStory()
{
    const Advice* advice = m_model->advice();
    if (!advice)
        return m_story->clear();
    QString html = paragraph(tr("Goal: %1. This recipe: %2, on %n sample(s).", nullptr, int(advice->baseline.samples))
                                 .arg(toQt(describe(advice->goal)), outcomeText(*advice, advice->baseline))
                                 .toHtmlEscaped());
    for (std::size_t i = 0; i < advice->culprits.size(); ++i) {
        const AdviceCulprit& culprit = advice->culprits[i];
        const QString effect = culprit.only.value ? tr("quantized alone: %1.").arg(outcomeText(*advice, culprit.only))
                                                  : tr("quantized alone, there is an infinity or NaN.");
        html += paragraph(QStringLiteral("<span style=\"color:%1\">⚠</span> <a href=\"%2\"><b>%3</b></a> %4 %5")
                              .arg(Theme::current().warning.name(), QString::number(i),
                                   shownName(culprit.layer).toHtmlEscaped(), effect.toHtmlEscaped(),
                                   engineSentence(culprit.reason).toHtmlEscaped()));
    }
    if (!advice->left.empty())
        html += paragraph(engineSentence(advice->left).toHtmlEscaped());
    m_story->setText(html);
}

void AdvicePanel::showApply()
{
    const QModelIndex row = m_table->currentIndex();
    const bool isPossible = row.isValid() && m_model->config(row.row());
    m_apply->setEnabled(isPossible);
    m_apply->setToolTip(isPossible          ? tr("The edited recipe becomes what was measured; Undo takes it back")
                            : row.isValid() ? tr("The rules of this preset do not allow it")
                                            : tr("Choose a row"));
}

void AdvicePanel::apply()
{
    const QModelIndex row = m_table->currentIndex();
    if (row.isValid() && m_model->config(row.row()))
        emit applyWanted(m_model->title(row.row()), *m_model->config(row.row()));
}

void AdvicePanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showStory(); // its colour is the theme's
}

} // namespace quantiscope
