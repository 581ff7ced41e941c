// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graph_navigator.h"
#include "widgets/graph/graph_view.h"

#include <QWidget>

#include <map>
#include <memory>
#include <set>

class QAction;
class QComboBox;
class QLabel;
class QProgressBar;

namespace quantiscope {

class ActionRegistry;
class Breadcrumb;
class GraphFindField;
class GraphHitList;
class GraphLegend;
class GraphMinimap;

/// A graph with all that belongs to it: bar with way, search, tools and colours, minimap, legend. Several can live
/// beside each other, each with a prefix of its own for its actions.
class GraphPane final : public QWidget
{
    Q_OBJECT

public:
    /// Registers its actions in @p registry as "PREFIX.fit" and so on; @p registry must outlive the pane.
    explicit GraphPane(ActionRegistry& registry, const QString& prefix = QStringLiteral("graph"),
                       QWidget* parent = nullptr);
    ~GraphPane() override;

    /// Null: no model. @p title is the first part of the breadcrumb: the name of the model.
    void setDrawing(GraphDrawingPtr drawing, const QString& title = {});
    /// Puts @p bar, which it takes over, between its own bar and the graph.
    void addBar(QWidget* bar);
    /// Shared with other views; not owned; may be null.
    void setSelection(NodeSelection* selection);
    /// How the recipe in force computes each node; empty: not resolved.
    /// @param types  of the codes that each node makes; empty: as usual for its precision
    void setPrecisions(NodePrecisions precisions, std::vector<DataType> types = {});
    /// What the rule that is being made would do.
    void setMarks(const GraphMarks& marks);
    /// What is known of values after a run; null: nothing.
    void setEdgeFacts(std::shared_ptr<const EdgeFacts> facts);
    /// A word on what became of nodes, until another drawing is shown; by position.
    void setTags(std::map<int, QString> tags);
    /// Adds or replaces (by id) a colouring in the list.
    void setColoring(NodeColoringPtr coloring);
    /// Takes it out of the list.
    void removeColoring(const QString& id);
    /// Colours by "operator", "precision", "type", "parameters" or one that was added; unknown ids do nothing.
    void chooseColoring(const QString& id);
    [[nodiscard]] QString coloringId() const;
    /// Where there is room for it.
    void setMinimapShown(bool isShown);
    [[nodiscard]] bool isMinimapShown() const;

    [[nodiscard]] GraphView& view() { return *m_view; }
    [[nodiscard]] GraphNavigator& navigator() { return *m_navigator; }
    [[nodiscard]] GraphFindField& findField() { return *m_find; }
    [[nodiscard]] NodeSelection* selection() const { return m_view->selection(); }

    /// Where the current node or block is on the screen: for menus about it.
    [[nodiscard]] QPoint currentPlace() const;

    /// Asks for part, format and file, and writes it in the background.
    void exportPicture();

signals:
    /// @p node is -1 where there is none; the selection is what the menu is about.
    void contextMenuRequested(int node, const QPoint& globalPosition);
    /// Enter or a double click on a node, or the action that opens its bodies.
    void nodeActivated(int node);
    void coloringChanged(const QString& id);
    /// Translated sentences for the status bar or log.
    void exported(const QString& message);
    void exportFailed(const QString& message);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildBar();
    void buildCards();
    void registerActions(ActionRegistry& registry, const QString& prefix);
    void registerMoves(ActionRegistry& registry, const QString& prefix);
    void registerLooks(ActionRegistry& registry, const QString& prefix);
    void connectParts();
    void fitBar();
    void placeCards();
    [[nodiscard]] int selectedBlocks() const;
    void updateBreadcrumb();
    void updateActions();
    void updateColorings();
    void applyColoring();
    void showAll();
    void showEmpty(const QString& why);
    void showFindError();
    void showHits();
    void reveal(int node);
    void toggleCurrent();
    /// Folds of quantizers that the selection is about: that it is of, or on values of the current node.
    [[nodiscard]] std::set<int> selectedFolds() const;

    GraphView* m_view;
    GraphNavigator* m_navigator;
    Breadcrumb* m_breadcrumb;
    GraphFindField* m_find;
    QWidget* m_bar;
    QComboBox* m_colors;
    QLabel* m_findError;
    GraphHitList* m_hitList;
    QLabel* m_empty;
    QProgressBar* m_busy;
    GraphLegend* m_legend;
    QWidget* m_mapCard;
    GraphMinimap* m_minimap;
    QLabel* m_zoomText;
    QString m_title;
    OpenedModelPtr m_model;
    NodePrecisions m_precisions;
    std::vector<DataType> m_types; ///< of the codes
    GraphMarks m_marks;
    std::map<int, QString> m_tags;
    std::shared_ptr<const EdgeFacts> m_facts;
    std::map<QString, NodeColoringPtr> m_addedColorings;
    std::map<QString, NodeColoringPtr> m_ownColorings; ///< that depend on the model alone, once they were chosen
    std::vector<QString> m_coloringIds; ///< as the list shows them
    QString m_coloringId = QStringLiteral("operator");
    std::map<QString, QAction*> m_actions; ///< by id without prefix
    QMetaObject::Connection m_revealConnection;
    QMetaObject::Connection m_selectionConnection;
    BackgroundTask m_exportTask;
};

} // namespace quantiscope
