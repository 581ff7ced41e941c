// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/changes_panel.h"

#include "app/pages/table_text.h"
#include "core/base/file_io.h"
#include "widgets/common/action_registry.h"
#include "widgets/common/text.h"
#include "widgets/common/themed_icon.h"
#include "widgets/models/model_changes_model.h"

#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QToolButton>

#include <utility>

namespace quantiscope {

namespace {

using Column = ModelChangesModel::Column;

} // namespace

ChangesPanel::ChangesPanel(ActionRegistry& actions, QWidget* parent)
    : QWidget(parent)
    , m_model(new ModelChangesModel(this))
    , m_sorted(new QSortFilterProxyModel(this))
    , m_table(new QTableView(this))
    , m_summary(new QLabel(this))
    , m_filter(new QLineEdit(this))
{
    setObjectName(QStringLiteral("changes"));
    makeTable();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(makeHead(actions));
    layout->addWidget(m_table, 1);
    setFocusProxy(m_table);
    setMinimumHeight(fontMetrics().height() * 10); // its head and some rows
}

QWidget* ChangesPanel::makeHead(ActionRegistry& actions)
{
    auto* title = new QLabel(tr("What changed"));
    QFont bold = title->font();
    bold.setWeight(QFont::DemiBold);
    title->setFont(bold);
    m_summary->setProperty("caption", true);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // it never widens the window
    m_filter->setPlaceholderText(tr("Filter changes"));
    m_filter->setAccessibleName(tr("Filter changes"));
    m_filter->setClearButtonEnabled(true);
    m_filter->addAction(themedIcon(QStringLiteral("filter")), QLineEdit::LeadingPosition);
    m_filter->setMaximumWidth(fontMetrics().averageCharWidth() * 30);
    connect(m_filter, &QLineEdit::textChanged, m_sorted, &QSortFilterProxyModel::setFilterFixedString);
    QAction* write = actions.add({.id = QStringLiteral("secondGraph.exportChanges"),
                                  .text = tr("Export what &changed…"),
                                  .category = tr("Second graph"),
                                  .icon = QStringLiteral("export"),
                                  .help = tr("Write the list of changes, as it is filtered, as CSV")},
                                 [this] { exportTable(); });
    auto* writeButton = new QToolButton;
    writeButton->setDefaultAction(write);
    writeButton->setAutoRaise(true);
    auto* close = new QToolButton;
    close->setObjectName(QStringLiteral("closeChanges"));
    close->setIcon(themedIcon(QStringLiteral("close")));
    close->setToolTip(tr("Close the list of changes"));
    close->setAccessibleName(close->toolTip());
    close->setAutoRaise(true);
    connect(close, &QToolButton::clicked, this, &ChangesPanel::closeRequested);
    auto* head = new QWidget;
    head->setAutoFillBackground(true);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(10, 3, 6, 3);
    row->addWidget(title);
    row->addWidget(m_summary, 3);
    row->addWidget(m_filter, 2);
    row->addWidget(writeButton);
    row->addWidget(close);
    return head;
}

void ChangesPanel::makeTable()
{
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(ModelChangesModel::SortRole);
    m_sorted->setFilterRole(ModelChangesModel::FilterRole);
    m_sorted->setFilterKeyColumn(int(Column::Change));
    m_sorted->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_table->setModel(m_sorted);
    m_table->setAccessibleName(tr("What changed"));
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(-1, Qt::AscendingOrder); // as in the graphs
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 8);
    QHeaderView* header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setMinimumHeight(m_table->fontMetrics().height() + 10);
    header->setStretchLastSection(true);
    const int letter = m_table->fontMetrics().averageCharWidth();
    const std::pair<Column, int> widths[] = {
        {Column::Change, 16}, {Column::Operators, 20}, {Column::Node, 32}, {Column::Now, 32}};
    for (const auto& [column, letters] : widths)
        header->resizeSection(int(column), letter * letters);
    const auto choose = [this](const QModelIndex& index) {
        if (index.isValid())
            emit chosen(m_model->nodes(m_sorted->mapToSource(index).row()));
    };
    // A click on the row that is current already brings its nodes into sight again.
    connect(m_table, &QTableView::clicked, this, choose);
    connect(m_table, &QTableView::activated, this, choose);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this, choose](const QModelIndex& index) {
                if (m_table->hasFocus()) // not while the list is made anew
                    choose(index);
            });
}

void ChangesPanel::setComparison(const GraphComparisonPtr& comparison)
{
    m_filter->clear();
    m_model->setComparison(comparison);
    m_summary->setText(m_model->summary());
    m_summary->setToolTip(plainToolTip(m_model->summary()));
}

void ChangesPanel::exportTable()
{
    const GraphComparisonPtr& comparison = m_model->comparison();
    if (!comparison)
        return;
    const std::filesystem::path& model = comparison->after->model.path();
    const QString suggested = pathText(model.parent_path() / (model.stem().string() + "_changes.csv"));
    const QString file =
        QFileDialog::getSaveFileName(this, tr("Export what changed"), suggested, tr("Comma-separated values (*.csv)"));
    if (file.isEmpty())
        return;
    if (const Result<void> written =
            writeTextFileAtomically(toPath(file), toStd(tableText(*m_table, TableFormat::Csv)));
        !written)
        emit exportFailed(toQt(written.error().message));
    else
        emit exported(tr("What changed was written to %1.").arg(QDir::toNativeSeparators(file)));
}

} // namespace quantiscope
