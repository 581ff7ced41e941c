// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/difference_panel.h"

#include "app/pages/table_text.h"
#include "widgets/common/context_menus.h"
#include "widgets/common/text.h"
#include "widgets/models/recipe_difference_model.h"

#include <QAction>
#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace quantiscope {

namespace {

QString tabText(DifferencePanel::Tab tab)
{
    switch (tab) {
    case DifferencePanel::Tab::Recipe:
        return DifferencePanel::tr("Recipe");
    case DifferencePanel::Tab::Scales:
        return DifferencePanel::tr("Scales");
    case DifferencePanel::Tab::Errors:
        return DifferencePanel::tr("Errors");
    case DifferencePanel::Tab::Tensors:
        return DifferencePanel::tr("Tensors");
    case DifferencePanel::Tab::Stages:
        return DifferencePanel::tr("Stages");
    }
    return {};
}

bool isOfTensors(DifferencePanel::Tab tab)
{
    return tab == DifferencePanel::Tab::Scales || tab == DifferencePanel::Tab::Tensors;
}

} // namespace

DifferencePanel::DifferencePanel(QAction* restore, QWidget* parent)
    : QWidget(parent)
    , m_recipe(new RecipeDifferenceModel(this))
    , m_tabs(new QTabBar)
    , m_stack(new QStackedWidget)
    , m_title(titleLabel({}))
    , m_notes(captionLabel())
{
    makePages();
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(true);
    m_tabs->setAccessibleName(tr("What is different"));
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_notes->setWordWrap(true);
    m_notes->setMargin(8);
    m_notes->hide();
    auto* button = new QToolButton;
    button->setDefaultAction(restore);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setProperty("framed", true);
    auto* head = headBar({}, {button});
    static_cast<QHBoxLayout*>(head->layout())->insertWidget(0, m_title, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(head);
    layout->addWidget(m_tabs);
    layout->addWidget(m_notes);
    layout->addWidget(m_stack, 1);
    connect(m_tabs, &QTabBar::currentChanged, m_stack, &QStackedWidget::setCurrentIndex);
    connect(&m_task, &BackgroundTask::failed, this, [this](const QString& message) {
        for (const Tab tab : {Tab::Scales, Tab::Errors, Tab::Tensors})
            showEmpty(tab, message);
    });
    ContextMenus::watch(m_pages[0].table, [this, restore](const QModelIndex& cell, const QPoint& place) {
        if (!cell.isValid())
            return;
        QMenu menu(this);
        ContextMenus::addCopy(&menu, cellText(cell));
        menu.addAction(restore);
        menu.exec(place);
    });
}

void DifferencePanel::makePages()
{
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        Page& page = m_pages[i];
        const auto tab = Tab(i);
        m_tabs->addTab(tabText(tab));
        page.empty = emptyLabel();
        if (tab == Tab::Recipe) {
            page.table = makeTable(m_recipe, tr("Differences of the recipes"));
            page.table->setObjectName(QStringLiteral("difference"));
            page.table->setTextElideMode(Qt::ElideMiddle); // keys and paths differ at their ends
            fitColumns(page.table, int(RecipeDifferenceModel::Column::Key));
            for (const auto column : {RecipeDifferenceModel::Column::Before, RecipeDifferenceModel::Column::After})
                page.table->horizontalHeader()->setSectionResizeMode(int(column), QHeaderView::Interactive);
        } else {
            page.model = new CellTableModel(this);
            page.sorted = new QSortFilterProxyModel(this);
            page.sorted->setSourceModel(page.model);
            page.sorted->setSortRole(CellTableModel::SortRole);
            page.table = makeTable(page.sorted, tabText(tab));
            page.table->sortByColumn(-1, Qt::AscendingOrder); // as they came; a header's third click, too
            page.table->horizontalHeader()->setSortIndicatorClearable(true);
            page.table->setSortingEnabled(tab != Tab::Stages);
            openMenu(tab);
        }
        auto* both = new QWidget;
        auto* layout = new QVBoxLayout(both);
        layout->setContentsMargins({});
        layout->addWidget(page.table);
        layout->addWidget(page.empty);
        m_stack->addWidget(both);
        if (!isOfTensors(tab))
            continue;
        page.table->setTextElideMode(Qt::ElideMiddle); // names differ at their ends
        connect(page.table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
                [this](const QModelIndex& row) {
                    if (row.isValid())
                        emit tensorPicked(row.data(CellTableModel::KeyRole).toString());
                });
        connect(page.table, &QTableView::activated, this,
                [this](const QModelIndex& row) { emit tensorRequested(row.data(CellTableModel::KeyRole).toString()); });
    }
}

void DifferencePanel::openMenu(Tab tab)
{
    QTableView* table = m_pages[std::size_t(tab)].table;
    ContextMenus::watch(table, [this, tab, table](const QModelIndex& cell, const QPoint& place) {
        if (!cell.isValid())
            return;
        QMenu menu(this);
        const QString key = cell.data(CellTableModel::KeyRole).toString();
        if (isOfTensors(tab))
            connect(menu.addAction(tr("Show this tensor")), &QAction::triggered, this,
                    [this, key] { emit tensorRequested(key); });
        ContextMenus::addCopy(&menu, cellText(cell));
        connect(menu.addAction(tr("Copy the table as CSV")), &QAction::triggered, table,
                [table] { QGuiApplication::clipboard()->setText(tableText(*table, TableFormat::Csv)); });
        menu.exec(place);
    });
}

void DifferencePanel::setTab(Tab tab)
{
    m_tabs->setCurrentIndex(int(tab));
}

const RunInView* DifferencePanel::baseline() const
{
    return m_runs.size() > 1 && m_runs[1].shown.isBaseline ? &m_runs[1] : nullptr;
}

void DifferencePanel::setRuns(std::vector<RunInView> runs)
{
    m_runs = std::move(runs);
    const RunInView* base = baseline();
    m_title->setText(base ? tr("Run %1 → run %2").arg(base->number()).arg(m_runs.front().number()) : tr("Differences"));
    showRecipe();
    compare();
    CellTable stages = stageTable(m_runs);
    const bool isReading = std::any_of(m_runs.begin(), m_runs.end(), [](const RunInView& run) { return !run.details; });
    fill(Tab::Stages, std::move(stages),
         isReading ? tr("The reports are being read…") : tr("Time and memory stand in a run's report; there is none."));
}

void DifferencePanel::showRecipe()
{
    const RunInView* base = baseline();
    std::vector<RecipeChange> changes;
    if (base)
        changes = recipeDifference(base->shown.summary.recipe, m_runs.front().shown.summary.recipe);
    const bool isEmpty = changes.empty();
    m_pages[0].count = qsizetype(changes.size());
    showTitles();
    if (base)
        m_recipe->setChanges(std::move(changes), tr("run %1").arg(base->number()),
                             tr("run %1").arg(m_runs.front().number()));
    else
        m_recipe->setChanges({}, {}, {});
    fitRecipe();
    m_pages[0].table->setVisible(!isEmpty);
    m_pages[0].empty->setVisible(isEmpty);
    m_pages[0].empty->setText(base ? tr("Both recipes say the same.")
                                   : tr("Choose a run with another one before it to see what its recipe changed."));
}

void DifferencePanel::compare()
{
    const RunInView* base = baseline();
    m_task.cancel();
    if (!base || !base->details || !m_runs.front().details) {
        m_comparison.reset();
        m_notes->hide();
        for (const Tab tab : {Tab::Scales, Tab::Errors, Tab::Tensors})
            fill(tab, {},
                 base ? tr("The reports are being read…") : tr("Choose a run and a baseline to see what differs."));
        return;
    }
    m_task.start(
        [before = base->details, after = m_runs.front().details](Feedback&) {
            Compared compared{compareRuns(before->run, after->run), {}, {}, {}, before->errors && after->errors};
            if (before->hasReport && after->hasReport)
                compared.scales = scaleTable(compared.comparison);
            compared.errors = errorTable(compared.comparison);
            if (compared.areTensorsKnown)
                compared.tensors = tensorErrorTable(*before->errors, *after->errors);
            return compared;
        },
        [this](Compared compared) { take(std::move(compared)); });
}

void DifferencePanel::take(Compared compared)
{
    const RunInView* base = baseline();
    const bool haveReports = base && base->details->hasReport && m_runs.front().details->hasReport;
    fill(Tab::Scales, std::move(compared.scales),
         haveReports ? tr("All %n scale(s) are the same.", nullptr, int(compared.comparison.equalScales))
                     : tr("Scales stand in a run's report; one of them has none."));
    fill(Tab::Errors, std::move(compared.errors), tr("Measure both runs to compare their outputs."));
    fill(Tab::Tensors, std::move(compared.tensors),
         compared.areTensorsKnown ? tr("The runs have no tensor in common.")
                                  : tr("Analyse both runs in the perspective Analyse to compare their tensors."));
    QStringList notes;
    if (haveReports) {
        for (const std::string& note : compared.comparison.notes)
            notes += toQt(note);
    }
    m_notes->setText(notes.join(QLatin1Char('\n')));
    m_notes->setVisible(!notes.isEmpty());
    m_comparison = haveReports ? std::optional(std::move(compared.comparison)) : std::nullopt;
}

void DifferencePanel::fill(Tab tab, CellTable table, const QString& empty)
{
    Page& page = m_pages[std::size_t(tab)];
    const qsizetype count = qsizetype(table.rows.size());
    page.model->setTable(std::move(table));
    if (count == 0)
        return showEmpty(tab, empty);
    page.count = tab == Tab::Stages ? 0 : count;
    showTitles();
    QHeaderView* header = page.table->horizontalHeader();
    for (int column = 0; column < header->count(); ++column) {
        // Of thousands of rows only those in sight are measured.
        header->setResizeContentsPrecision(0);
        header->setSectionResizeMode(column, column == 0 ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
    }
    header->setMinimumSectionSize(page.table->fontMetrics().averageCharWidth() * 6);
    page.table->show();
    page.empty->hide();
}

void DifferencePanel::showEmpty(Tab tab, const QString& text)
{
    Page& page = m_pages[std::size_t(tab)];
    page.count = 0;
    showTitles();
    page.table->hide();
    page.empty->show();
    page.empty->setText(text);
}

void DifferencePanel::showTitles()
{
    const auto set = [this](bool areCounted) {
        for (std::size_t i = 0; i < m_pages.size(); ++i) {
            const QString text = tabText(Tab(i));
            const qsizetype count = areCounted ? m_pages[i].count : 0;
            m_tabs->setTabText(int(i), count > 0 ? tr("%1 %2", "tab, count").arg(text).arg(count) : text);
        }
    };
    set(true);
    if (m_tabs->sizeHint().width() > width()) // a tab that is out of sight is worth more than the counts
        set(false);
}

void DifferencePanel::fitRecipe()
{
    using Column = RecipeDifferenceModel::Column;
    QTableView* table = m_pages[std::size_t(Tab::Recipe)].table;
    constexpr double kMostShare = 0.3; // of the width; the rest is the key's
    for (const Column column : {Column::Before, Column::After}) {
        table->resizeColumnToContents(int(column));
        table->setColumnWidth(int(column), std::min(table->columnWidth(int(column)), int(kMostShare * width())));
    }
}

void DifferencePanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    showTitles();
    fitRecipe();
}

} // namespace quantiscope
