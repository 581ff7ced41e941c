// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graph_comparison.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QSortFilterProxyModel;
class QTableView;

namespace quantiscope {

class ActionRegistry;
class ModelChangesModel;

/// The list of what changed between the two models whose graphs stand beside each other.
class ChangesPanel final : public QWidget
{
    Q_OBJECT

public:
    /// Registers "secondGraph.exportChanges" in @p actions.
    explicit ChangesPanel(ActionRegistry& actions, QWidget* parent = nullptr);

    /// Null: there is nothing to compare.
    void setComparison(const GraphComparisonPtr& comparison);

signals:
    /// A row was chosen: the nodes that it is about.
    void chosen(const NodesOfBoth& nodes);
    void closeRequested();
    /// Translated sentences.
    void exported(const QString& message);
    void exportFailed(const QString& message);

private:
    QWidget* makeHead(ActionRegistry& actions);
    void makeTable();
    void exportTable();

    ModelChangesModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_table;
    QLabel* m_summary;
    QLineEdit* m_filter;
};

} // namespace quantiscope
