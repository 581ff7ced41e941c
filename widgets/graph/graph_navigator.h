// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/background_task.h"
#include "widgets/graph/graph_drawing.h"
#include "widgets/graph/graph_view.h"

#include <QObject>

#include <optional>
#include <set>
#include <vector>

namespace quantiscope {

/// Decides which part of a drawing a view shows: opens and closes scopes, goes into them and out again, back and
/// forward. Pictures are made in the background; the old one of the same model stays until the new one is there.
class GraphNavigator final : public QObject
{
    Q_OBJECT

public:
    /// @p view is not owned and must live as long as this.
    explicit GraphNavigator(GraphView& view, QObject* parent = nullptr);

    /// Null: nothing is shown.
    void setDrawing(GraphDrawingPtr drawing);
    [[nodiscard]] const GraphDrawingPtr& drawing() const { return m_drawing; }
    /// Shows the drawing as it was left, with no step to come back from. @p place: nothing for the picture's beginning.
    void restore(GraphViewState state, const std::optional<GraphPlace>& place);
    /// What is shown, or will be when the picture that is being made is ready.
    [[nodiscard]] const GraphViewState& state() const { return m_state; }

    void toggle(int scope);
    /// Shows only the inside of @p scope.
    void enter(int scope);
    /// Shows the scope around the one that is shown; closes the one around the current node when that is all.
    void up();
    [[nodiscard]] bool canGoUp() const { return m_drawing && m_state.root != 0; }
    void setDirection(GraphViewState::Direction direction);
    /// Hides quantizers, or shows them as boxes: all, or folds (see QuantizerFolds) alone.
    void setFolded(bool isFolded);
    void toggleFolds(const std::set<int>& folds);
    void expandAll();
    void collapseAll();
    /// Opens the scopes around a node and brings it into sight; back() returns to where one was.
    void reveal(int node);
    /// Brings an open or closed scope into sight, or shows only its inside when it is not in the picture.
    void goTo(int scope);

    void back();
    void forward();
    [[nodiscard]] bool canGoBack() const { return !m_past.empty(); }
    [[nodiscard]] bool canGoForward() const { return !m_future.empty(); }
    [[nodiscard]] bool isBusy() const { return m_task.isRunning(); }

signals:
    /// What is shown became another; also after setDrawing().
    void stateChanged();
    void busyChanged(bool isBusy);
    /// No picture could be made of what state() says; nothing is shown. @p message says why.
    void failed(const QString& message);

private:
    struct Step
    {
        GraphViewState state;
        GraphPlace place;
    };
    /// What the view does when a picture is there.
    struct Arrival
    {
        int anchor = -1; ///< scope that stays where it is
        int node = -1; ///< to be shown
        int keptNode = -1; ///< that stays where it is
        std::optional<GraphPlace> place = {};
        bool isBeginning = false; ///< starts where the picture starts
    };

    [[nodiscard]] bool isScope(int scope) const;
    void remember();
    void change(GraphViewState state, const Arrival& arrival);
    void draw(const Arrival& arrival);
    void arrive(IndexedPicturePtr picture, const Arrival& arrival);
    void jump(int item);
    void step(std::vector<Step>& from, std::vector<Step>& to);

    GraphView& m_view;
    GraphDrawingPtr m_drawing;
    GraphViewState m_state;
    std::vector<Step> m_past;
    std::vector<Step> m_future;
    BackgroundTask m_task;
    Arrival m_pending; ///< of the picture that is being made
};

} // namespace quantiscope
