// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/runs_page.h"

#include "app/document/project.h"
#include "app/pages/run_delegate.h"
#include "app/pages/run_exporter.h"
#include "app/pages/table_text.h"
#include "core/pipeline/recipe_difference.h"
#include "widgets/common/action_registry.h"
#include "widgets/common/context_menus.h"
#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/common/themed_icon.h"
#include "widgets/models/recipe_difference_model.h"
#include "widgets/models/run_outputs_model.h"
#include "widgets/models/runs_model.h"
#include "widgets/recipe/recipe_editor.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QMessageBox>
#include <QPainter>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>
#include <QUrl>

#include <algorithm>
#include <set>

namespace quantiscope {

namespace {

QLabel* titleLabel(const QString& text)
{
    auto* label = new QLabel(text);
    QFont font = label->font();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    return label;
}

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

QTableView* makeTable(QAbstractItemModel* model, const QString& name)
{
    auto* table = new QTableView;
    table->setModel(model);
    table->setAccessibleName(name);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setFrameShape(QFrame::NoFrame);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 10);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setMinimumHeight(table->fontMetrics().height() + 10);
    return table;
}

/// What a cell says, in words where it is drawn.
QString cellText(const QModelIndex& cell)
{
    const QString spoken = cell.data(Qt::AccessibleTextRole).toString();
    return spoken.isEmpty() ? cell.data().toString() : spoken;
}

/// Columns as wide as their content, @p stretched as wide as it can be.
void fitColumns(QTableView* table, int stretched)
{
    QHeaderView* header = table->horizontalHeader();
    for (int column = 0; column < header->count(); ++column)
        header->setSectionResizeMode(column,
                                     column == stretched ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
}

/// A bar with a title over a table.
QWidget* headBar(const std::vector<QWidget*>& left, const std::vector<QWidget*>& right)
{
    auto* bar = new QWidget;
    bar->setAutoFillBackground(true);
    bar->setBackgroundRole(QPalette::AlternateBase);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(10, 3, 6, 3);
    for (QWidget* widget : left)
        layout->addWidget(widget);
    layout->addStretch();
    for (QWidget* widget : right)
        layout->addWidget(widget);
    bar->setMinimumHeight(bar->fontMetrics().height() + 16);
    return bar;
}

QWidget* column(QWidget* head, const std::vector<QWidget*>& below)
{
    auto* widget = new QWidget;
    auto* layout = new QVBoxLayout(widget);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(head);
    for (QWidget* part : below)
        layout->addWidget(part, 1);
    return widget;
}

} // namespace

RunsPage::RunsPage(Project& project, ActionRegistry& actions, QWidget* parent)
    : QWidget(parent)
    , m_project(project)
    , m_exporter(new RunExporter(project, this))
    , m_runs(new RunsModel(this))
    , m_sorted(new QSortFilterProxyModel(this))
    , m_outputs(new RunOutputsModel(this))
    , m_difference(new RecipeDifferenceModel(this))
    , m_stack(new QStackedLayout)
    , m_exportMenu(new QMenu(this))
    , m_rowMenu(new QMenu(this))
{
    registerActions(actions);
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(makeHead());
    layout->addWidget(m_errorBar);
    layout->addWidget(makeTables(), 1);
    m_stack->addWidget(makeEmpty());
    m_stack->addWidget(content);
    setLayout(m_stack);
    fitColumns(m_table, int(RunsModel::Column::Recipe));
    fitColumns(m_outputsTable, int(RunOutputsModel::Column::Output));
    fitColumns(m_differenceTable, int(RecipeDifferenceModel::Column::After));

    connect(m_exporter, &RunExporter::started, this, [this] { showError({}); });
    connect(m_exporter, &RunExporter::exported, this, &RunsPage::exported);
    connect(m_exporter, &RunExporter::ended, this, &RunsPage::exportsEnded);
    connect(m_exporter, &RunExporter::failed, this, [this](int run, const QString& message) {
        showError(message);
        emit exportFailed(run, message);
    });
    connect(&m_project, &Project::runsChanged, this, &RunsPage::reload);
    connect(&m_project.editor(), &RecipeEditor::recipeChanged, this, &RunsPage::showStale);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        showCurrent();
        emit currentRunChanged(currentRun());
    });
    connect(m_baseline, &QComboBox::currentIndexChanged, this, &RunsPage::showCurrent);
    openMenus();
    connect(m_table, &QTableView::activated, this, [this] {
        if (const RunSummary* run = m_project.run(currentRun()))
            emit graphRequested(pathText(run->output));
    });
    reload();
}

void RunsPage::openMenus()
{
    ContextMenus::watch(m_table, [this](const QModelIndex& cell, const QPoint& place) {
        if (cell.isValid() && currentRun() != 0)
            m_rowMenu->popup(place);
    });
    ContextMenus::watch(m_outputsTable, [this](const QModelIndex& cell, const QPoint& place) {
        if (!cell.isValid())
            return;
        const QString output = cell.siblingAtColumn(int(RunOutputsModel::Column::Output)).data().toString();
        QMenu menu(this);
        connect(menu.addAction(themedIcon(QStringLiteral("search")), tr("Show this output")), &QAction::triggered, this,
                [this, output] { emit outputRequested(output); });
        ContextMenus::addCopy(&menu, cellText(cell));
        connect(menu.addAction(tr("Copy these outputs as CSV")), &QAction::triggered, this,
                [this] { QGuiApplication::clipboard()->setText(tableText(*m_outputsTable, TableFormat::Csv)); });
        menu.exec(place);
    });
    ContextMenus::watch(m_differenceTable, [this](const QModelIndex& cell, const QPoint& place) {
        if (!cell.isValid())
            return;
        QMenu menu(this);
        ContextMenus::addCopy(&menu, cellText(cell));
        menu.addAction(m_runActions[1]); // restores the recipe
        menu.exec(place);
    });
}

void RunsPage::registerActions(ActionRegistry& actions)
{
    const auto add = [&](const QString& id, const QString& text, const QString& icon, const QString& help,
                         const std::function<void()>& run) {
        QAction* action =
            actions.add({.id = id, .text = text, .category = tr("Runs"), .icon = icon, .help = help}, run);
        m_runActions.push_back(action);
        m_rowMenu->addAction(action);
        return action;
    };
    add(QStringLiteral("runs.openGraph"), tr("&Open the quantized graph"), QStringLiteral("model"),
        tr("Show the run's quantized model beside the float one"), [this] {
            if (const RunSummary* run = m_project.run(currentRun()))
                emit graphRequested(pathText(run->output));
        });
    add(QStringLiteral("runs.restore"), tr("&Restore this run's recipe"), QStringLiteral("reset"),
        tr("Make the run's recipe the edited one; can be undone"), [this] {
            const int run = currentRun();
            m_project.restoreRun(run);
            emit restored(run);
        });
    add(QStringLiteral("runs.openFolder"), tr("Show the &folder"), QStringLiteral("folder"),
        tr("Open the folder that the run's model lies in"), [this] {
            if (const RunSummary* run = m_project.run(currentRun()))
                QDesktopServices::openUrl(QUrl::fromLocalFile(pathText(run->output.parent_path())));
        });
    add(QStringLiteral("runs.evaluate"), tr("&Measure again"), QStringLiteral("evaluate"),
        tr("Compare the run's model with the float one on the evaluation data"),
        [this] { emit evaluationRequested(currentRun()); });
    m_rowMenu->addSeparator();
    addExport(actions, RunPart::Model, QStringLiteral("runs.exportModel"), tr("Quantized &model…"),
              QStringLiteral("model"));
    addExport(actions, RunPart::Recipe, QStringLiteral("runs.exportRecipe"), tr("&Recipe…"), QStringLiteral("recipe"));
    addExport(actions, RunPart::Report, QStringLiteral("runs.exportReport"), tr("Re&port as JSON…"),
              QStringLiteral("report"));
    m_exportMenu->addSeparator();
    m_exportMenu->addAction(
        add(QStringLiteral("runs.copyCommandLine"), tr("Copy as &command line"), QStringLiteral("terminal"),
            tr("Copy the qscope command that makes the run again"), [this] {
                if (const RunSummary* run = m_project.run(currentRun()))
                    QGuiApplication::clipboard()->setText(toQt(commandLineOfRun(*run, m_project.modelPath())));
            }));
    addExport(actions, RunPart::GitHubWorkflow, QStringLiteral("runs.exportWorkflow"), tr("&GitHub workflow…"),
              QStringLiteral("terminal"));
    addExport(actions, RunPart::ShellScript, QStringLiteral("runs.exportShell"), tr("&Shell script for CI…"),
              QStringLiteral("terminal"));
    m_exportMenu->addSeparator();
    addExport(actions, RunPart::QuarkScript, QStringLiteral("runs.exportQuark"), tr("Script for AMD &Quark…"),
              QStringLiteral("copy"));
    addExport(actions, RunPart::OnnxRuntimeScript, QStringLiteral("runs.exportOrt"), tr("Script for &ONNX Runtime…"),
              QStringLiteral("copy"));
    m_rowMenu->addMenu(m_exportMenu);
    m_exportMenu->setTitle(tr("&Export"));
    m_exportMenu->setIcon(themedIcon(QStringLiteral("export")));
    m_copyCell = actions.add({.id = QStringLiteral("runs.copyCell"),
                              .text = tr("Copy this ce&ll"),
                              .category = tr("Runs"),
                              .shortcuts = {QKeySequence::Copy},
                              .icon = QStringLiteral("copy"),
                              .help = tr("Copy what the current cell of the table of runs says"),
                              .context = Qt::WidgetShortcut},
                             [this] {
                                 if (const QString text = cellText(m_table->currentIndex()); !text.isEmpty())
                                     QGuiApplication::clipboard()->setText(text);
                             });
    m_runActions.push_back(m_copyCell);
    m_rowMenu->addAction(m_copyCell);
    add(QStringLiteral("runs.copyCsv"), tr("Copy the table as CS&V"), QStringLiteral("copy"),
        tr("Copy the table of runs, as it is sorted, for a spreadsheet"), [this] { copyTable(TableFormat::Csv); });
    add(QStringLiteral("runs.copyMarkdown"), tr("Copy the table as Mar&kdown"), QStringLiteral("copy"),
        tr("Copy the table of runs, as it is sorted, for a text"), [this] { copyTable(TableFormat::Markdown); });
    m_rowMenu->addSeparator();
    add(QStringLiteral("runs.delete"), tr("&Delete the run…"), QStringLiteral("trash"),
        tr("Take the selected runs out of the project and delete their files"), [this] { askAndDelete(); });
}

void RunsPage::addExport(ActionRegistry& actions, RunPart part, const QString& id, const QString& text,
                         const QString& icon)
{
    QAction* action = actions.add({.id = id, .text = text, .category = tr("Export"), .icon = icon},
                                  [this, part] { askAndExport(part); });
    m_runActions.push_back(action);
    m_exportMenu->addAction(action);
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
    auto* baselineLabel = new QLabel(tr("Compare with"));
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
    return headBar({titleLabel(tr("Runs")), m_count, m_stale}, {baselineLabel, m_baseline, graph, exportButton});
}

QWidget* RunsPage::makeTables()
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
    m_table->addAction(m_copyCell); // its key acts here
    m_outputsTable = makeTable(m_outputs, tr("Outputs"));
    m_differenceTable = makeTable(m_difference, tr("Differences of the recipes"));
    m_differenceTable->setObjectName(QStringLiteral("difference"));
    m_differenceTitle = titleLabel({});
    m_measured = new QLabel;
    m_measured->setProperty("caption", true);
    m_noDifference = new QLabel;
    m_noDifference->setProperty("caption", true);
    m_noDifference->setMargin(12);
    m_noDifference->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_noDifference->setWordWrap(true);
    auto* restore = new QToolButton;
    restore->setDefaultAction(m_runActions[1]);
    restore->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    restore->setProperty("framed", true);

    auto* below = new QSplitter(Qt::Horizontal);
    below->addWidget(column(headBar({titleLabel(tr("FP32 against quantized")), m_measured}, {}), {m_outputsTable}));
    below->addWidget(column(headBar({m_differenceTitle}, {restore}), {m_differenceTable, m_noDifference}));
    below->setStretchFactor(0, 3);
    below->setStretchFactor(1, 2);
    below->setChildrenCollapsible(false);
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(m_table);
    splitter->addWidget(below);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 3);
    splitter->setChildrenCollapsible(false);
    return splitter;
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
    const int chosen = m_baseline->currentData().toInt();
    if (chosen != 0)
        return chosen;
    int before = 0; // the run before the current one
    for (const RunSummary& run : m_project.runs()) {
        if (run.number >= currentRun())
            break;
        before = run.number;
    }
    return before;
}

void RunsPage::reload()
{
    const int before = currentRun();
    const bool wasNewest = before == 0 || m_runs->rowOf(before) == m_runs->rowCount() - 1;
    const int oldBaseline = m_baseline->currentData().toInt();
    m_runs->setRuns(m_project.runs(), {}); // showCurrent() marks those that are stale
    {
        const QSignalBlocker blocker(m_baseline);
        m_baseline->clear();
        m_baseline->addItem(tr("the run before"), 0);
        for (const RunSummary& run : m_project.runs())
            m_baseline->addItem(tr("run %1").arg(run.number), run.number);
        m_baseline->setCurrentIndex(std::max(0, m_baseline->findData(oldBaseline)));
    }
    const bool labelled = std::any_of(m_project.runs().begin(), m_project.runs().end(),
                                      [](const RunSummary& run) { return run.accuracy.has_value(); });
    m_table->setColumnHidden(int(RunsModel::Column::Accuracy), !labelled);
    m_count->setText(tr("%n run(s)", nullptr, int(m_project.runs().size())));
    m_stack->setCurrentIndex(m_project.runs().empty() ? 0 : 1);
    if (!m_project.runs().empty())
        setCurrentRun(wasNewest || m_runs->rowOf(before) < 0 ? m_project.runs().back().number : before);
    showCurrent();
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
    const RunSummary* current = m_project.run(currentRun());
    const RunSummary* base = m_project.run(baseline());
    std::vector<RunSummary> shown;
    if (current)
        shown.push_back(*current);
    if (base && base != current)
        shown.push_back(*base);
    m_outputs->setRuns(shown);
    m_measured->setText(current ? measuredOnText(*current) : QString());
    std::vector<RecipeChange> changes;
    if (current && base && current != base) {
        changes = recipeDifference(base->recipe, current->recipe);
        m_differenceTitle->setText(tr("Recipe, run %1 → run %2").arg(base->number).arg(current->number));
        m_noDifference->setText(tr("Both recipes say the same."));
        m_difference->setChanges(changes, tr("run %1").arg(base->number), tr("run %1").arg(current->number));
    } else {
        m_differenceTitle->setText(tr("Recipe"));
        m_noDifference->setText(tr("Choose a run with another one before it to see what its recipe changed."));
        m_difference->setChanges({}, {}, {});
    }
    m_differenceTable->setVisible(!changes.empty());
    m_noDifference->setVisible(changes.empty());
    showStale();
    updateActions();
}

void RunsPage::updateActions()
{
    const QString reason = currentRun() == 0 ? tr("No run is selected") : QString();
    for (QAction* action : m_runActions)
        ActionRegistry::setDisabledReason(action, reason);
}

void RunsPage::showError(const QString& message)
{
    m_error->setText(message);
    m_errorBar->setVisible(!message.isEmpty());
}

void RunsPage::askAndExport(RunPart part)
{
    if (const RunSummary* run = m_project.run(currentRun()))
        m_exporter->ask(part, *run);
}

void RunsPage::exportTo(RunPart part, const QString& file)
{
    if (const RunSummary* run = m_project.run(currentRun()))
        m_exporter->write(*run, m_project.modelPath(), part, file);
}

bool RunsPage::isExporting() const
{
    return m_exporter->isBusy();
}

void RunsPage::askAndDelete()
{
    const std::vector<int> numbers = selectedRuns();
    if (numbers.empty())
        return;
    QStringList names;
    std::set<std::filesystem::path> stay;
    for (const int number : numbers) {
        for (const std::filesystem::path& file : m_project.filesOfRun(number))
            names << pathText(file);
        stay.merge(m_project.filesThatStay(number));
    }
    const int count = int(numbers.size());
    const QString title =
        count == 1 ? tr("Delete run %1").arg(numbers.front()) : tr("Delete %n run(s)", nullptr, count);
    QString text;
    if (count > 1)
        text = tr("Delete %n run(s) and their files?", nullptr, count);
    else if (names.isEmpty())
        text = tr("Take run %1 out of the project?").arg(numbers.front());
    else
        text = tr("Delete run %1 and its %n file(s)?", nullptr, int(names.size())).arg(numbers.front());
    QMessageBox question(QMessageBox::Question, title, text, QMessageBox::Cancel, this);
    question.setTextFormat(Qt::PlainText); // names from files
    constexpr qsizetype kMostNames = 12;
    const qsizetype left = names.size() - kMostNames;
    QStringList shown = names.mid(0, kMostNames);
    if (left > 0)
        shown << tr("and %n more", nullptr, int(left));
    if (!stay.empty()) {
        shown << tr("%n other file(s) stay: only files named as the run's own are deleted, in a folder for runs of "
                    "this project or in one that you chose.",
                    nullptr, int(stay.size()));
    }
    question.setInformativeText(shown.join(QLatin1Char('\n')));
    const QAbstractButton* yes = question.addButton(tr("Delete"), QMessageBox::DestructiveRole);
    question.setDefaultButton(QMessageBox::Cancel);
    question.exec();
    if (question.clickedButton() != yes)
        return;
    QString problem;
    for (const int number : numbers) {
        if (const Result<void> removed = m_project.removeRun(number); !removed)
            problem = toQt(removed.error().message);
    }
    showError(problem);
}

std::vector<int> RunsPage::selectedRuns() const
{
    std::vector<int> numbers;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows()) {
        if (const int number = index.data(RunsModel::NumberRole).toInt(); number > 0)
            numbers.push_back(number);
    }
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

void RunsPage::copyTable(TableFormat format)
{
    QGuiApplication::clipboard()->setText(tableText(*m_table, format));
}

} // namespace quantiscope
