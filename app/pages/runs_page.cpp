// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/runs_page.h"

#include "app/document/project.h"
#include "app/pages/run_delegate.h"
#include "app/pages/run_exporter.h"
#include "app/runs/accuracy_panel.h"
#include "app/runs/difference_panel.h"
#include "app/runs/metrics_panel.h"
#include "app/runs/run_cards.h"
#include "app/runs/run_shelf.h"
#include "app/runs/samples_panel.h"
#include "widgets/common/action_registry.h"
#include "widgets/common/context_menus.h"
#include "widgets/common/run_mark.h"
#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/common/themed_icon.h"
#include "widgets/models/runs_model.h"
#include "widgets/recipe/recipe_editor.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <set>

namespace quantiscope {

namespace {

/// A sentence of warning on a plate of its colour.
class WarningChip final : public QLabel
{
public:
    WarningChip()
    {
        const int margin = fontMetrics().averageCharWidth();
        setContentsMargins(margin, 1, margin, 1);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = Theme::current();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(theme.warning);
        painter.setBrush(theme.warningFill);
        constexpr double kRadius = 4.0;
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
        painter.drawText(rect(), Qt::AlignCenter, text());
    }
};

} // namespace

RunsPage::RunsPage(Project& project, ActionRegistry& actions, QWidget* parent)
    : QWidget(parent)
    , m_project(project)
    , m_exporter(new RunExporter(project, this))
    , m_shelf(new RunShelf(project, this))
    , m_runs(new RunsModel(this))
    , m_sorted(new QSortFilterProxyModel(this))
    , m_stack(new QStackedLayout)
    , m_exportMenu(new QMenu(this))
    , m_rowMenu(new QMenu(this))
{
    registerActions(actions);
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    makeRunsTable();
    layout->addWidget(makeHead());
    layout->addWidget(m_reading);
    layout->addWidget(m_errorBar);
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(m_table);
    splitter->addWidget(makeDashboard());
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 3);
    splitter->setSizes({1, 3});
    splitter->setChildrenCollapsible(false);
    layout->addWidget(splitter, 1);
    m_stack->addWidget(makeEmpty());
    m_stack->addWidget(content);
    setLayout(m_stack);
    connectAll();
    reload();
}

void RunsPage::connectAll()
{
    connect(m_exporter, &RunExporter::started, this, [this] { showError({}); });
    connect(m_exporter, &RunExporter::exported, this, &RunsPage::exported);
    connect(m_exporter, &RunExporter::ended, this, &RunsPage::exportsEnded);
    connect(m_exporter, &RunExporter::failed, this, [this](int run, const QString& message) {
        showError(message);
        emit exportFailed(run, message);
    });
    connect(&m_project, &Project::modelChanged, this, [this] { m_whenRead = nullptr; }); // its run is another one
    connect(&m_project, &Project::runsChanged, this, &RunsPage::reload);
    connect(&m_project, &Project::baselineChanged, this, [this] {
        m_baseline->setCurrentIndex(std::max(0, m_baseline->findData(m_project.baseline())));
        showCurrent();
    });
    connect(&m_project.editor(), &RecipeEditor::recipeChanged, this, &RunsPage::showStale);
    connect(m_shelf, &RunShelf::changed, this, &RunsPage::showDetails);
    connect(m_shelf, &RunShelf::readingChanged, m_reading, &QWidget::setVisible);
    connect(m_runs, &RunsModel::shownToggled, this, [this](int run, bool isShown) {
        if (isShown)
            m_ticked.insert(run);
        else
            m_ticked.erase(run);
        showCurrent();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        if (m_isReloading)
            return;
        showCurrent();
        emit currentRunChanged(currentRun());
    });
    connect(m_baseline, &QComboBox::activated, this,
            [this] { m_project.setBaseline(m_baseline->currentData().toInt()); });
    connect(m_table, &QTableView::activated, this, [this] {
        if (const RunSummary* run = m_project.run(currentRun()))
            emit graphRequested(pathText(run->output));
    });
    ContextMenus::watch(m_table, [this](const QModelIndex& cell, const QPoint& place) {
        if (cell.isValid() && currentRun() != 0)
            m_rowMenu->popup(place);
    });
    connect(m_metrics, &MetricsPanel::outputRequested, this, &RunsPage::outputRequested);
    connect(m_metrics, &MetricsPanel::shownChanged, this,
            [this] { m_samples->setRuns(m_shownRuns, m_metrics->output(), m_metrics->metric()); });
    connect(m_metrics, &MetricsPanel::samplePicked, this, &RunsPage::pickSample);
    connect(m_samples, &SamplesPanel::samplePicked, this, &RunsPage::pickSample);
    connect(m_samples, &SamplesPanel::sampleRequested, this,
            [this](const QString& sample) { emit samplesRequested({}, {sample}, measuredOn()); });
    connect(m_samples, &SamplesPanel::excerptRequested, this, [this](const QString& title, const QStringList& samples) {
        emit samplesRequested(title, samples, measuredOn());
    });
    connect(m_accuracy, &AccuracyPanel::flippedRequested, this,
            [this] { m_samples->setChoice(SamplesPanel::Choice::Flipped); });
    connect(m_differences, &DifferencePanel::tensorPicked, this, &RunsPage::tensorPicked);
    connect(m_differences, &DifferencePanel::tensorRequested, this, &RunsPage::outputRequested);
}

QWidget* RunsPage::makeHead()
{
    m_count = new QLabel;
    m_count->setProperty("caption", true);
    m_stale = new WarningChip;
    m_stale->setObjectName(QStringLiteral("staleChip"));
    m_baseline = new QComboBox;
    m_baseline->setAccessibleName(tr("Baseline"));
    m_baseline->setToolTip(tr("The run that the current one is compared with"));
    auto* baselineLabel = new QLabel(tr("Baseline"));
    baselineLabel->setProperty("caption", true);
    baselineLabel->setBuddy(m_baseline);
    auto* graph = new QToolButton;
    graph->setDefaultAction(m_runActions.front());
    auto* exportButton = new QToolButton;
    exportButton->setIcon(themedIcon(QStringLiteral("export")));
    exportButton->setText(tr("Export"));
    exportButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    exportButton->setPopupMode(QToolButton::InstantPopup);
    exportButton->setMenu(m_exportMenu);
    exportButton->setProperty("framed", true);

    m_error = new QLabel;
    m_error->setWordWrap(true);
    m_error->setTextFormat(Qt::PlainText); // names from files stand in it
    auto* dismiss = new QToolButton;
    dismiss->setIcon(themedIcon(QStringLiteral("close")));
    dismiss->setAccessibleName(tr("Dismiss"));
    auto* sign = new QLabel;
    sign->setPixmap(themedIcon(QStringLiteral("error")).pixmap(16, 16));
    m_errorBar = headBar({sign, m_error}, {dismiss});
    m_errorBar->hide();
    connect(dismiss, &QToolButton::clicked, m_errorBar, &QWidget::hide);
    m_reading = new QProgressBar;
    m_reading->setRange(0, 0);
    m_reading->setTextVisible(false);
    m_reading->setAccessibleName(tr("Reports are being read"));
    m_reading->hide();
    return headBar({titleLabel(tr("Runs")), m_count, m_stale},
                   {baselineLabel, m_baseline, columnChooser(m_table), graph, exportButton});
}

void RunsPage::makeRunsTable()
{
    m_sorted->setSourceModel(m_runs);
    m_sorted->setSortRole(RunsModel::SortRole);
    m_table = makeTable(m_sorted, tr("Runs"));
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->sortByColumn(-1,
                          Qt::AscendingOrder); // as they came; a header's third click, too
    m_table->horizontalHeader()->setSortIndicatorClearable(true);
    m_table->setSortingEnabled(true);
    m_table->setObjectName(QStringLiteral("runs"));
    m_table->setItemDelegateForColumn(int(RunsModel::Column::Recipe), new RunDelegate(m_table));
    for (QAction* action : {m_copyCell, m_pin})
        m_table->addAction(action); // its key acts here
    fitColumns(m_table, int(RunsModel::Column::Recipe));
    for (const auto column : {RunsModel::Column::SizeDelta, RunsModel::Column::Samples})
        m_table->setColumnHidden(int(column), true); // until they are asked for: there is little room
    m_table->setMinimumHeight(m_table->verticalHeader()->defaultSectionSize() * 4);
}

QWidget* RunsPage::makeDashboard()
{
    m_cards = new RunCards;
    m_metrics = new MetricsPanel;
    m_samples = new SamplesPanel;
    m_accuracy = new AccuracyPanel;
    m_differences = new DifferencePanel(m_restore);
    const auto stack = [](QWidget* upper, QWidget* lower) {
        auto* splitter = new QSplitter(Qt::Vertical);
        splitter->addWidget(upper);
        splitter->addWidget(lower);
        splitter->setChildrenCollapsible(false);
        splitter->setSizes({500, 500}); // less than they need would count as what they need
        return splitter;
    };
    auto* below = new QSplitter(Qt::Horizontal);
    below->addWidget(stack(m_metrics, m_samples));
    below->addWidget(stack(m_accuracy, m_differences));
    below->setStretchFactor(0, 5);
    below->setStretchFactor(1, 2);
    below->setSizes({700, 300});
    below->setChildrenCollapsible(false);
    return columnOf(m_cards, {below});
}

QWidget* RunsPage::makeEmpty()
{
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    auto* text =
        new QLabel(tr("No runs yet. Every quantization becomes a row here, with what changed and what came of it."));
    text->setProperty("caption", true);
    text->setWordWrap(true);
    text->setAlignment(Qt::AlignCenter);
    auto* button = new QPushButton(tr("Quantize"));
    button->setObjectName(QStringLiteral("quantizeFirst"));
    button->setIcon(themedIcon(QStringLiteral("play"), IconGround::Accent));
    button->setProperty("primary", true);
    connect(button, &QPushButton::clicked, this, &RunsPage::quantizeRequested);
    layout->addStretch();
    layout->addWidget(text);
    layout->addWidget(button, 0, Qt::AlignCenter);
    layout->addStretch();
    return page;
}

int RunsPage::currentRun() const
{
    return m_table->currentIndex().data(RunsModel::NumberRole).toInt();
}

void RunsPage::setCurrentRun(int number)
{
    if (const int row = m_runs->rowOf(number); row >= 0)
        m_table->setCurrentIndex(m_sorted->mapFromSource(m_runs->index(row, int(RunsModel::Column::Recipe))));
}

int RunsPage::baseline() const
{
    if (const int pinned = m_project.baseline(); pinned != 0)
        return pinned;
    int before = 0; // the run before the current one
    for (const RunSummary& run : m_project.runs()) {
        if (run.number >= currentRun())
            break;
        before = run.number;
    }
    return before;
}

RunSummary::MeasuredOn RunsPage::measuredOn() const
{
    return m_shownRuns.empty() ? RunSummary::MeasuredOn::Nothing : m_shownRuns.front().shown.summary.measuredOn;
}

void RunsPage::reload()
{
    const int before = currentRun();
    const bool wasNewest = before == 0 || m_runs->rowOf(before) == m_runs->rowCount() - 1;
    m_isReloading = true;
    std::erase_if(m_ticked, [this](int number) { return !m_project.run(number); }); // the next may get its number
    m_runs->setRuns(m_project.runs(), {}); // showCurrent() marks those that are stale
    m_baseline->clear();
    m_baseline->addItem(tr("the run before"), 0);
    for (const RunSummary& run : m_project.runs())
        m_baseline->addItem(tr("run %1").arg(run.number), run.number);
    m_baseline->setCurrentIndex(std::max(0, m_baseline->findData(m_project.baseline())));
    const bool labelled = std::any_of(m_project.runs().begin(), m_project.runs().end(),
                                      [](const RunSummary& run) { return run.accuracy.has_value(); });
    for (const auto column : {RunsModel::Column::Accuracy, RunsModel::Column::AccuracyDelta})
        m_table->setColumnHidden(int(column), !labelled);
    m_count->setText(tr("%n run(s)", nullptr, int(m_project.runs().size())));
    m_stack->setCurrentIndex(m_project.runs().empty() ? 0 : 1);
    if (!m_project.runs().empty())
        setCurrentRun(wasNewest || m_runs->rowOf(before) < 0 ? m_project.runs().back().number : before);
    m_isReloading = false;
    showCurrent();
    emit currentRunChanged(currentRun()); // its number may be that of another project's
}

void RunsPage::showStale()
{
    std::set<int> stale = m_project.staleRuns();
    const int current = currentRun();
    m_stale->setVisible(stale.count(current) > 0);
    m_stale->setText(tr("Recipe changed since run %1").arg(current));
    m_runs->setStale(std::move(stale));
}

void RunsPage::showCurrent()
{
    if (currentRun() != m_runWhenRead)
        m_whenRead = nullptr;
    chooseShown();
    m_cards->setRuns(m_shownRuns);
    m_metrics->setRuns(m_shownRuns);
    m_samples->setRuns(m_shownRuns, m_metrics->output(), m_metrics->metric());
    m_accuracy->setRuns(m_shownRuns);
    m_differences->setRuns(m_shownRuns);
    showStale();
    updateActions();
    goOnWhenRead();
}

void RunsPage::setTickedRuns(const std::set<int>& runs)
{
    m_ticked = runs;
    showCurrent();
}

void RunsPage::chooseShown()
{
    const int current = currentRun();
    const int base = baseline();
    std::vector<int> numbers; // the current one first, then what it is compared with
    const auto take = [&](int number) {
        const bool isNew = std::find(numbers.begin(), numbers.end(), number) == numbers.end();
        if (isNew && numbers.size() < kMostShownRuns && m_project.run(number))
            numbers.push_back(number);
    };
    if (current != 0) {
        take(current);
        take(base);
        for (const int number : m_ticked)
            take(number);
    }
    // A run keeps its mark as long as it is shown.
    std::erase_if(m_slots, [&numbers](const auto& each) {
        return std::find(numbers.begin(), numbers.end(), each.first) == numbers.end();
    });
    m_shownRuns.clear();
    for (const int number : numbers) {
        std::size_t slot = 0;
        const auto isTaken = [this, &slot](const auto& each) { return each.second == slot; };
        while (!m_slots.contains(number) && std::any_of(m_slots.begin(), m_slots.end(), isTaken))
            ++slot;
        m_slots.emplace(number, slot);
        m_shownRuns.push_back({{*m_project.run(number), m_slots.at(number), number == base && number != current, {}},
                               m_shelf->find(number)});
    }
    m_runs->setShown({m_slots, current, base, m_project.baseline() != 0});
    if (isVisible() || m_whenRead) // what nobody looks at is not read
        m_shelf->show({numbers.begin(), numbers.end()});
}

void RunsPage::showDetails(int number)
{
    if (std::any_of(m_shownRuns.begin(), m_shownRuns.end(),
                    [number](const RunInView& run) { return run.number() == number; }))
        showCurrent();
}

void RunsPage::pickSample(const QString& sample)
{
    m_metrics->setSelectedSample(sample);
    m_samples->setSelectedSample(sample);
    emit samplePicked(sample);
}

void RunsPage::readAgain()
{
    if (isVisible())
        m_shelf->refresh();
}

void RunsPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    readAgain(); // other perspectives write files of runs
    showCurrent();
}

} // namespace quantiscope
