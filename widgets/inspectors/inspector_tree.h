// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeWidget>

#include <string>

namespace quantiscope {

/// What an inspector tells: rows of a title and a text under headings. Rows may lead to a node or stand for a value of
/// the graph; Enter and double click follow them, the context menu copies as well and has
/// what can be done with the shown nodes.
class InspectorTree final : public QTreeWidget
{
    Q_OBJECT

public:
    explicit InspectorTree(QWidget* parent = nullptr);

    /// What can be done with the nodes that are shown, while it is enabled; the keys of the actions act here, too.
    void setNodeActions(const QList<QAction*>& actions);

    QTreeWidgetItem* addGroup(const QString& title);
    /// Under a group or another row.
    static QTreeWidgetItem* addRow(QTreeWidgetItem* parent, const QString& title, const QString& text);
    /// The row leads to this node; @p number is its position in the graph.
    static void setNode(QTreeWidgetItem* row, std::size_t number);
    /// The row is about this value.
    static void setTensor(QTreeWidgetItem* row, const std::string& name);
    /// Empty for a row that is about none.
    [[nodiscard]] static std::string tensorOf(const QTreeWidgetItem* row);

signals:
    void nodeActivated(int node);
    void tensorActivated(const std::string& name);

private:
    void activate(const QTreeWidgetItem* row);
    void openMenu(const QModelIndex& at, const QPoint& place);

    QList<QAction*> m_nodeActions;
};

} // namespace quantiscope
