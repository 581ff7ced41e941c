// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/background_task.h"
#include "widgets/common/node_selection.h"
#include "widgets/common/opened_model.h"

#include <QString>
#include <QWidget>

#include <functional>
#include <utility>
#include <vector>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace quantiscope {

/// What is known of the selected node: attributes, what it reads and makes with types and shapes, its constants with
/// their values and statistics. Several selected nodes are summed up.
class NodeInspector final : public QWidget
{
    Q_OBJECT

public:
    /// More lines about a node that others know (its precision in force and why): title and text, translated.
    using Lines = std::vector<std::pair<QString, QString>>;
    using LineSource = std::function<Lines(int node)>;

    explicit NodeInspector(NodeSelection& selection, QWidget* parent = nullptr);

    void setModel(OpenedModelPtr model);
    /// What is asked for the lines under the heading "Quantization"; call refresh() when its answers change.
    void setLineSource(LineSource source);
    void refresh();

signals:
    /// The user wants to see the node that makes or reads a value.
    void nodeActivated(int node);

private:
    void showNode(int node);
    void showSeveral();
    void showModel();
    void addValues(const QString& title, const std::vector<std::string>& values, bool areInputs);
    void addValue(QTreeWidgetItem* group, const std::string& value, bool isInput);
    void askForFacts(std::vector<std::string> initializers);
    void openMenu(const QPoint& place);

    NodeSelection& m_selection;
    OpenedModelPtr m_model;
    LineSource m_lines;
    QLabel* m_title;
    QTreeWidget* m_tree;
    BackgroundTask m_facts;
};

} // namespace quantiscope
