// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/node_selection.h"
#include "widgets/graph/graph_drawing.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QSortFilterProxyModel;
class QTableView;
class QTreeView;

namespace quantiscope {

class ModelTreeModel;
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

signals:
    /// For the menu of the node, or of all selected when -1, at a place of the screen.
    void contextMenuRequested(int node, const QPoint& globalPlace);

private:
    void takeSelection();
    void showSelection();
    void openMenu(QWidget* view, const QPoint& place);
    [[nodiscard]] std::set<int> nodesOfType(const std::string& type) const;

    NodeSelection& m_selection;
    ModelTreeModel* m_model;
    QSortFilterProxyModel* m_filtered;
    OperatorModel* m_operators;
    QLineEdit* m_filter;
    QLabel* m_hint;
    QTreeView* m_tree;
    QTableView* m_types;
    bool m_isTaking = false; ///< the selection comes from here: rows stay as they are
};

} // namespace quantiscope
