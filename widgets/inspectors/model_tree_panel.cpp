// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspectors/model_tree_panel.h"

#include "widgets/inspectors/operator_delegates.h"
#include "widgets/models/model_tree_model.h"
#include "widgets/models/node_filter_model.h"
#include "widgets/models/operator_model.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QTableView>
#include <QTreeView>
#include <QVBoxLayout>

#include <utility>

namespace quantiscope {

namespace {

constexpr int kFilterDelay = 120; ///< milliseconds after the last letter
constexpr int kMostExpanded = 2000; ///< fitting nodes; opening the scopes of more shows nothing and takes long

} // namespace

ModelTreePanel::ModelTreePanel(NodeSelection& selection, QWidget* parent)
    : QWidget(parent)
    , m_selection(selection)
    , m_model(new ModelTreeModel(this))
    , m_filtered(new NodeFilterModel(this))
    , m_operators(new OperatorModel(this))
    , m_filter(new QLineEdit(this))
    , m_hint(new QLabel(this))
    , m_tree(new QTreeView(this))
    , m_types(new QTableView(this))
{
    m_filtered->setSourceModel(m_model);
    m_filter->setPlaceholderText(tr("Filter"));
    m_filter->setAccessibleName(tr("Filter nodes by name"));
    m_filter->setClearButtonEnabled(true);
    m_hint->setWordWrap(true);
    m_hint->setProperty("caption", true);
    m_hint->setContentsMargins(8, 0, 8, 4);
    m_tree->setModel(m_filtered);
    m_tree->setHeaderHidden(true);
    m_tree->setIndentation(fontMetrics().height());
    m_tree->setUniformRowHeights(true);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->setAccessibleName(tr("Nodes by scope"));
    m_tree->setItemDelegateForColumn(ModelTreeModel::NameColumn, new NodeNameDelegate(m_tree));
    m_tree->setItemDelegateForColumn(ModelTreeModel::CountColumn, new PrecisionShareDelegate(m_tree));
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(ModelTreeModel::NameColumn, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(ModelTreeModel::CountColumn, QHeaderView::ResizeToContents);
    m_types->setModel(m_operators);
    m_types->setShowGrid(false);
    m_types->setTabKeyNavigation(false); // Tab goes on to the next control
    m_types->verticalHeader()->hide();
    m_types->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    m_types->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_types->setContextMenuPolicy(Qt::CustomContextMenu);
    m_types->setAccessibleName(tr("Nodes by operator"));
    m_types->setItemDelegateForColumn(OperatorModel::TypeColumn, new OperatorBarDelegate(m_types));
    m_types->horizontalHeader()->setSectionResizeMode(OperatorModel::TypeColumn, QHeaderView::Stretch);
    m_types->horizontalHeader()->setSectionResizeMode(OperatorModel::CountColumn, QHeaderView::ResizeToContents);

    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(m_tree);
    splitter->addWidget(m_types);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setChildrenCollapsible(false);
    auto* top = new QVBoxLayout;
    top->setContentsMargins(8, 6, 8, 6);
    top->addWidget(m_filter);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(m_hint);
    layout->addWidget(splitter, 1);

    m_filterDelay.setSingleShot(true);
    m_filterDelay.setInterval(kFilterDelay);
    connect(&m_filterDelay, &QTimer::timeout, this, &ModelTreePanel::filter);
    connect(m_filter, &QLineEdit::textChanged, &m_filterDelay, qOverload<>(&QTimer::start));
    connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ModelTreePanel::takeSelection);
    connect(m_tree, &QTreeView::activated, this, [this](const QModelIndex& index) {
        if (const int node = index.data(ModelTreeModel::NodeRole).toInt(); node >= 0)
            m_selection.reveal(node);
    });
    connect(m_types->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (m_isTaking)
            return;
        std::set<int> nodes;
        for (const QModelIndex& index : m_types->selectionModel()->selectedRows())
            nodes.merge(nodesOfType(m_operators->type(index.row())));
        if (!nodes.empty()) {
            const int first = *nodes.begin();
            const QScopedValueRollback<bool> keeping(m_isTakingType, true);
            m_selection.select(std::move(nodes), first);
        }
    });
    for (QAbstractItemView* view : {static_cast<QAbstractItemView*>(m_tree), static_cast<QAbstractItemView*>(m_types)})
        connect(view, &QWidget::customContextMenuRequested, this,
                [this, view](const QPoint& place) { openMenu(view->viewport(), place); });
    connect(&m_selection, &NodeSelection::selectionChanged, this, &ModelTreePanel::showSelection);
    setDrawing({});
}

void ModelTreePanel::setDrawing(GraphDrawingPtr drawing)
{
    m_operators->setModel(drawing ? drawing->modelPtr() : nullptr);
    m_filter->clear();
    m_filterDelay.stop();
    m_filtered->setTyped({});
    m_filter->setEnabled(drawing != nullptr);
    m_model->setDrawing(std::move(drawing));
    m_tree->expand(m_filtered->index(0, 0));
    showHint();
    showSelection();
}

void ModelTreePanel::setPrecisions(const NodePrecisions& precisions)
{
    m_model->setPrecisions(precisions);
    m_operators->setPrecisions(precisions);
}

void ModelTreePanel::addNodeActions(const QList<QAction*>& actions)
{
    m_tree->addActions(actions);
    m_types->addActions(actions);
}

void ModelTreePanel::showHint()
{
    const GraphDrawingPtr& drawing = m_model->drawing();
    QString text;
    if (!drawing)
        text = tr("No model is open.");
    else if (!m_filter->text().isEmpty() && m_filtered->rowCount() == 0)
        text = tr("No name or operator holds this text.");
    else if (drawing->scopes().isSynthetic())
        text = tr("Names carry no scopes: blocks inferred from structure and weight names.");
    m_hint->setText(text);
    m_hint->setVisible(!text.isEmpty());
}

void ModelTreePanel::filter()
{
    {
        // Rows that go lose their selection: that is no wish of the user's.
        const QScopedValueRollback<bool> taking(m_isTaking, true);
        m_filtered->setTyped(m_filter->text());
        if (!m_filter->text().isEmpty() && m_filtered->fitting() <= kMostExpanded)
            m_tree->expandAll();
        else
            m_tree->expand(m_filtered->index(0, 0));
    }
    showHint();
    showSelection();
}

std::set<int> ModelTreePanel::nodesOfType(const std::string& type) const
{
    std::set<int> found;
    const std::vector<Node>& nodes = m_model->drawing()->model().graph.nodes();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].opType == type)
            found.insert(int(i));
    }
    return found;
}

void ModelTreePanel::takeSelection()
{
    if (m_isTaking)
        return;
    const QScopedValueRollback<bool> taking(m_isTaking, true);
    std::set<int> nodes;
    for (const QModelIndex& index : m_tree->selectionModel()->selectedRows()) {
        if (const int node = index.data(ModelTreeModel::NodeRole).toInt(); node >= 0) {
            nodes.insert(node);
        } else {
            const std::vector<int> inside =
                m_model->drawing()->scopes().nodesOf(index.data(ModelTreeModel::ScopeRole).toInt());
            nodes.insert(inside.begin(), inside.end());
        }
    }
    const QModelIndex row = m_tree->currentIndex();
    const int current = row.isValid() ? row.data(ModelTreeModel::NodeRole).toInt() : NodeSelection::kNone;
    m_types->clearSelection();
    if (nodes.empty())
        m_selection.clear();
    else
        m_selection.select(nodes, nodes.count(current) > 0 ? current : *nodes.begin());
}

void ModelTreePanel::showSelection()
{
    if (m_isTaking)
        return;
    const QScopedValueRollback<bool> taking(m_isTaking, true);
    if (!m_isTakingType)
        m_types->clearSelection();
    constexpr std::size_t kMostRows = 200; // more selected rows are no help and take long
    QItemSelection rows;
    if (m_selection.nodes().size() <= kMostRows) {
        for (const int node : m_selection.nodes()) {
            const QModelIndex index = m_filtered->mapFromSource(m_model->indexOfNode(node));
            if (index.isValid())
                rows.select(index, index);
        }
    }
    m_tree->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    const QModelIndex current = m_filtered->mapFromSource(m_model->indexOfNode(m_selection.current()));
    if (current.isValid()) {
        m_tree->selectionModel()->setCurrentIndex(current, QItemSelectionModel::NoUpdate);
        m_tree->scrollTo(current);
    }
}

void ModelTreePanel::openMenu(QWidget* view, const QPoint& place)
{
    // One node of the selection stands for all of it.
    if (!m_selection.nodes().empty())
        emit contextMenuRequested(m_selection.contains(m_selection.current()) ? m_selection.current()
                                                                              : *m_selection.nodes().begin(),
                                  view->mapToGlobal(place));
}

} // namespace quantiscope
