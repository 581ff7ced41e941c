// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/background_task.h"
#include "widgets/common/node_selection.h"
#include "widgets/common/opened_model.h"
#include "widgets/graph/graph_content.h"

#include <QList>
#include <QString>
#include <QWidget>

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

class QAction;
class QLabel;
class QTreeWidgetItem;

namespace quantiscope {

class InspectorTree;
class TensorValuesView;

/// What is known of the selected node: attributes, what it reads and makes with types and shapes, its constants with
/// their statistics. Of the selected value: type and shape, who makes and who reads it, and all elements of a constant.
/// After a run also how values are quantized. Several selected nodes are summed up.
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
    /// How a run quantizes values; null: no run.
    void setEdgeFacts(std::shared_ptr<const EdgeFacts> facts);
    void refresh();
    /// What can be done with the selected nodes, for the context menu; the keys of the actions act here, too. Once.
    void setNodeActions(const QList<QAction*>& actions);

signals:
    /// The user wants to see the node that makes or reads a value.
    void nodeActivated(int node);

private:
    void showNode(int node);
    void showTensor(const std::string& name);
    void showSeveral();
    void showModel();
    [[nodiscard]] bool isKnown(const std::string& tensor) const;
    void addValues(const QString& title, const std::vector<std::string>& values, bool areInputs);
    void addValue(QTreeWidgetItem* group, const std::string& value, bool isInput);
    /// Rows that lead to these nodes.
    void addNodes(QTreeWidgetItem* group, std::span<const std::size_t> nodes);
    void addQuantized(QTreeWidgetItem* parent, const std::string& value);
    void askForFacts(std::vector<std::string> initializers);
    void askForElements(const std::string& initializer);

    NodeSelection& m_selection;
    OpenedModelPtr m_model;
    LineSource m_lines;
    QLabel* m_title;
    InspectorTree* m_tree;
    TensorValuesView* m_values;
    std::shared_ptr<const EdgeFacts> m_edgeFacts;
    BackgroundTask m_facts;
};

} // namespace quantiscope
