// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/node_selection.h"
#include "widgets/graph/graph_content.h"
#include "widgets/graph/graph_drawing.h"

#include <QTimer>
#include <QWidget>

class QAction;
class QLabel;
class QLineEdit;
class QTableView;
class QTreeView;

namespace quantiscope {

class ModelTreeModel;
class NodeFilterModel;
class OperatorModel;

/// The model as a tree of scopes, with a filter, and below it its operator types. Shares the selection: rows select
/// nodes (a scope all of its own), and what is selected elsewhere is shown.
class ModelTreePanel final : public QWidget
{
    Q_OBJECT

public:
    explicit ModelTreePanel(NodeSelection& selection, QWidget* parent = nullptr);

    /// Null: no model.
    void setDrawing(GraphDrawingPtr drawing);
    /// How the recipe in force computes each node; empty: not known.
    void setPrecisions(const NodePrecisions& precisions);
    /// Their shortcuts act in tree and table, too; where one types they do not.
    void addNodeActions(const QList<QAction*>& actions);

signals:
    /// For the menu of the selection, whose current node this is, at a place of the screen.
    void contextMenuRequested(int node, const QPoint& globalPlace);

private:
    void filter();
    void showHint();
    void takeSelection();
    void showSelection();
    void openMenu(QWidget* view, const QPoint& place);
    [[nodiscard]] std::set<int> nodesOfType(const std::string& type) const;

    NodeSelection& m_selection;
    ModelTreeModel* m_model;
    NodeFilterModel* m_filtered;
    OperatorModel* m_operators;
    QLineEdit* m_filter;
    QLabel* m_hint;
    QTreeView* m_tree;
    QTableView* m_types;
    QTimer m_filterDelay;
    bool m_isTaking = false; ///< the selection comes from here, or rows go: they say nothing about the selection
    bool m_isTakingType = false; ///< the selection comes from the operator types: their rows stay as they are
};

} // namespace quantiscope
