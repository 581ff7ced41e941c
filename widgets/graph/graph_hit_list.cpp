// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_hit_list.h"

#include "widgets/graph/graph_hit_model.h"

#include <QHeaderView>

#include <algorithm>
#include <utility>

namespace quantiscope {

namespace {

constexpr int kMostRows = 12;
constexpr int kWidth = 56; ///< in average characters

} // namespace

GraphHitList::GraphHitList(QWidget* parent) : QTableView(parent), m_model(new GraphHitModel(this))
{
    setObjectName(QStringLiteral("graphHits"));
    setAccessibleName(tr("What the search found"));
    setModel(m_model);
    setFocusPolicy(Qt::ClickFocus);
    setTabKeyNavigation(false);
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setShowGrid(false);
    setWordWrap(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    horizontalHeader()->hide();
    horizontalHeader()->setResizeContentsPrecision(kMostRows * 2); // there may be a hundred thousand
    horizontalHeader()->setSectionResizeMode(GraphHitModel::NameColumn, QHeaderView::Stretch);
    horizontalHeader()->setSectionResizeMode(GraphHitModel::OperatorColumn, QHeaderView::ResizeToContents);
    horizontalHeader()->setSectionResizeMode(GraphHitModel::ShapeColumn, QHeaderView::ResizeToContents);
    connect(this, &QTableView::clicked, this,
            [this](const QModelIndex& index) { emit nodeChosen(m_model->node(index.row())); });
}

void GraphHitList::setHits(OpenedModelPtr model, std::vector<int> hits)
{
    m_model->setHits(std::move(model), std::move(hits));
}

void GraphHitList::setCurrentNode(int node)
{
    const int row = m_model->rowOf(node);
    setCurrentIndex(row < 0 ? QModelIndex() : m_model->index(row, 0));
}

QSize GraphHitList::sizeHint() const
{
    const int rows = std::clamp(m_model->rowCount(), 1, kMostRows);
    return {fontMetrics().averageCharWidth() * kWidth,
            rows * verticalHeader()->defaultSectionSize() + 2 * frameWidth()};
}

} // namespace quantiscope
