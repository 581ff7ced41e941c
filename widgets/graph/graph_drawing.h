// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/base/result.h"
#include "core/graph/scope_tree.h"
#include "widgets/common/opened_model.h"
#include "widgets/graph/graph_picture.h"

#include <memory>
#include <set>

namespace quantiscope {

/// What of a graph is to be seen, and how.
struct GraphViewState
{
    enum class Direction
    {
        Down,
        Right,
    };

    int root = 0; ///< scope whose inside is shown
    std::set<int> expanded = {}; ///< scopes shown open; those inside closed ones are remembered
    Direction direction = Direction::Down;
    bool isFolded = true; ///< quantizers are chips on edges instead of boxes
    std::set<int> foldExceptions = {}; ///< folds (see QuantizerFolds) that are shown the other way

    bool operator==(const GraphViewState&) const = default;
};

/// Lays out views of one model. Thread-safe: every member may be called from a background thread.
///
/// Each level (what is directly inside one scope) is laid out by itself, with Graphviz's dot, or in linear time when it
/// is too big for that or dot is not there, and kept: what is expanded again, and the rest of the picture, looks as
/// before.
class GraphDrawing
{
public:
    /// Finds the scopes of @p model; takes up to a second for 100,000 nodes: call it in the background.
    /// Cancelled by @p feedback within a fraction of that; what was cancelled is to be dropped, not drawn.
    explicit GraphDrawing(OpenedModelPtr model, const Feedback& feedback = Feedback());
    ~GraphDrawing();
    GraphDrawing(const GraphDrawing&) = delete;
    GraphDrawing& operator=(const GraphDrawing&) = delete;

    [[nodiscard]] const OpenedModel& model() const;
    [[nodiscard]] const OpenedModelPtr& modelPtr() const;
    [[nodiscard]] const ScopeTree& scopes() const;

    /// The quantizers of the graph, which a view may hide; null where it has none.
    [[nodiscard]] const std::shared_ptr<const QuantizerFolds>& folds() const;

    /// The picture of @p state. Canceled, within milliseconds, is the only error: where dot fails, the linear layout
    /// steps in.
    [[nodiscard]] Result<GraphPicturePtr> draw(const GraphViewState& state, const Feedback& feedback) const;

    /// A view that shows node @p node: @p state with the scopes around it expanded.
    [[nodiscard]] GraphViewState showing(GraphViewState state, int node) const;
    /// The node beside which @p node is to be seen in @p state: itself, or for a hidden quantizer the one that makes
    /// its value or, where that is none, reads it; -1 where there is none.
    [[nodiscard]] int boxFor(const GraphViewState& state, int node) const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

using GraphDrawingPtr = std::shared_ptr<const GraphDrawing>;

/// A drawing whose memory is given back in the background: that of a large model takes a quarter of a second.
[[nodiscard]] GraphDrawingPtr makeDrawing(OpenedModelPtr model, const Feedback& feedback);

} // namespace quantiscope
