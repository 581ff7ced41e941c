// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/background_task.h"
#include "widgets/common/node_selection.h"
#include "widgets/graph/graph_comparison.h"
#include "widgets/graph/graph_drawing.h"

#include <QWidget>

#include <filesystem>
#include <functional>
#include <vector>

class QLabel;
class QMenu;
class QAction;
class QToolButton;

namespace quantiscope {

class ActionRegistry;
class ChangesPanel;
class GraphPane;
class LinkedGraphs;

/// A second graph beside that of the model: of what a run or somebody else made of it, or of the body of a control-flow
/// node. Two models are linked (see LinkedGraphs), and what changed is listed below them.
class SecondGraphPane final : public QWidget
{
    Q_OBJECT

public:
    /// @p main is that of the model's graph, with a selection; it must outlive the widget.
    SecondGraphPane(ActionRegistry& actions, GraphPane& main, QWidget* parent = nullptr);
    ~SecondGraphPane() override;

    /// The list of what changed, to be put where there is room for it; shows itself when there is something to say.
    [[nodiscard]] ChangesPanel* changes() const { return m_changes; }

    /// Reads a model in the background and shows it. @p mainModel is what it was made of.
    void showQuantized(const std::filesystem::path& model, OpenedModelPtr mainModel);
    /// Opens the body in @p attribute of a node of @p model (see subgraphsOf()) in the background and shows it.
    void showSubgraph(const OpenedModelPtr& model, int node, const std::string& attribute);
    /// Adds "Open ATTRIBUTE" to @p menu for every body of node @p node.
    void addSubgraphActions(QMenu* menu, const OpenedModelPtr& model, int node);

    /// Opens the body of node @p node; where it has several, a menu at @p place asks which.
    void openBodies(const OpenedModelPtr& model, int node, const QPoint& place);

    /// Forgets what is shown.
    void clear();

    /// Does it hide quantizers, also of the graph that it shows next?
    [[nodiscard]] bool isFolded() const;
    void setFolded(bool isFolded);

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
        GraphComparisonPtr comparison; ///< null for bodies
    };

    enum class Place
    {
        Instead, ///< of all that is shown
        FurtherIn, ///< one step further, with a way back
    };

    void registerActions(ActionRegistry& actions);
    void open(const QString& title, OpenedModelPtr mainModel, Place place,
              std::function<Result<OpenedModelPtr>(Feedback&)> read);
    void showPage(const Page& page);
    void back();
    void openMenu(int node, const QPoint& place);
    void showChanges();
    void updateActions();

    NodeSelection* m_selection;
    GraphPane* m_pane;
    LinkedGraphs* m_links = nullptr;
    ChangesPanel* m_changes;
    QAction* m_showChanges = nullptr;
    QAction* m_moveTogether = nullptr;
    QAction* m_exportChanges = nullptr;
    QToolButton* m_back;
    QLabel* m_title;
    std::vector<Page> m_pages; ///< the way into nested bodies; the last is shown
    BackgroundTask m_task;
};

} // namespace quantiscope
