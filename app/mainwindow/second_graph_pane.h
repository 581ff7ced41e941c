// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/background_task.h"
#include "widgets/common/node_selection.h"
#include "widgets/graph/graph_drawing.h"

#include <QWidget>

#include <filesystem>
#include <functional>
#include <vector>

class QLabel;
class QMenu;
class QToolButton;

namespace quantiscope {

class ActionRegistry;
class GraphPane;

/// A second graph beside that of the model: of a run's quantized model, or of the body of a control-flow node. In a
/// quantized model, selecting a node in one graph selects the node of the same name in the other, where there is one.
class SecondGraphPane final : public QWidget
{
    Q_OBJECT

public:
    /// @p mainSelection is the one of the model's graph; it must outlive the widget.
    SecondGraphPane(ActionRegistry& actions, NodeSelection& mainSelection, QWidget* parent = nullptr);
    ~SecondGraphPane() override;

    /// Reads the model of a run in the background and shows it. @p mainModel is what it was made of.
    void showQuantized(const std::filesystem::path& model, OpenedModelPtr mainModel);
    /// Opens the body in @p attribute of a node of @p model (see subgraphsOf()) in the background and shows it.
    void showSubgraph(const OpenedModelPtr& model, int node, const std::string& attribute);
    /// Adds "Open ATTRIBUTE" to @p menu for every body of node @p node.
    void addSubgraphActions(QMenu* menu, const OpenedModelPtr& model, int node);

    /// Opens the body of node @p node; where it has several, a menu at @p place asks which.
    void openBodies(const OpenedModelPtr& model, int node, const QPoint& place);

    /// Forgets what is shown.
    void clear();

signals:
    void shown(); ///< a graph is to be seen: make room
    void closeRequested();
    void failed(const QString& path, const QString& message); ///< what was shown stays
    void exported(const QString& message); ///< as of GraphPane
    void exportFailed(const QString& message);

private:
    struct Page
    {
        QString title;
        GraphDrawingPtr drawing;
    };

    enum class Place
    {
        Instead, ///< of all that is shown
        FurtherIn, ///< one step further, with a way back
    };

    void open(const QString& title, OpenedModelPtr mainModel, Place place,
              std::function<Result<OpenedModelPtr>(Feedback&)> read);
    void showPage(const Page& page);
    void back();
    void openMenu(int node, const QPoint& place);
    void follow(const NodeSelection& from, const OpenedModelPtr& fromModel, NodeSelection& to,
                const OpenedModelPtr& toModel);

    NodeSelection& m_mainSelection;
    NodeSelection* m_selection;
    GraphPane* m_pane;
    QToolButton* m_back;
    QLabel* m_title;
    OpenedModelPtr m_mainModel; ///< that a quantized model is of; null for bodies
    std::vector<Page> m_pages; ///< the way into nested bodies; the last is shown
    BackgroundTask m_task;
    bool m_isFollowing = false;
};

} // namespace quantiscope
