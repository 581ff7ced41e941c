// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_drawing.h"

#include "widgets/common/background_release.h"
#include "widgets/graph/graph_links.h"
#include "widgets/graph/level_cache.h"
#include "widgets/graph/picture_assembly.h"
#include "widgets/graph/picture_layout.h"
#include "widgets/graph/picture_plan.h"

#include <utility>

namespace quantiscope {

struct GraphDrawing::State
{
    State(OpenedModelPtr opened, const Feedback& feedback)
        : model(std::move(opened)), scopes(model->graph, feedback), links(model->graph)
    {
    }

    OpenedModelPtr model;
    ScopeTree scopes;
    GraphLinks links;
    LevelCache cache;
};

GraphDrawing::GraphDrawing(OpenedModelPtr model, const Feedback& feedback)
    : m_state(std::make_unique<State>(std::move(model), feedback))
{
}

GraphDrawing::~GraphDrawing() = default;

const OpenedModel& GraphDrawing::model() const
{
    return *m_state->model;
}

const OpenedModelPtr& GraphDrawing::modelPtr() const
{
    return m_state->model;
}

const ScopeTree& GraphDrawing::scopes() const
{
    return m_state->scopes;
}

Result<GraphPicturePtr> GraphDrawing::draw(const GraphViewState& state, const Feedback& feedback) const
{
    const Error canceled{ErrorCode::Canceled, "Drawing was canceled.", {}};
    PicturePlan plan = planPicture(m_state->scopes, m_state->links, state, feedback);
    if (feedback.isCanceled())
        return canceled;
    const PlacedLevels placed =
        placeLevels(plan, m_state->model->graph, m_state->scopes, m_state->links, state, m_state->cache, feedback);
    if (feedback.isCanceled())
        return canceled;
    auto picture = std::make_shared<GraphPicture>(
        assemblePicture(std::move(plan), placed, m_state->links, state.direction, feedback));
    if (feedback.isCanceled())
        return canceled;
    return GraphPicturePtr(std::move(picture));
}

GraphDrawingPtr makeDrawing(OpenedModelPtr model, const Feedback& feedback)
{
    return releasedInBackground(std::make_unique<GraphDrawing>(std::move(model), feedback));
}

GraphViewState GraphDrawing::showing(GraphViewState state, int node) const
{
    const ScopeTree& tree = m_state->scopes;
    const int innermost = tree.scopeOf(node);
    if (!tree.contains(state.root, innermost))
        state.root = 0;
    for (int scope = innermost; scope != state.root; scope = tree.at(scope).parent)
        state.expanded.insert(scope);
    return state;
}

} // namespace quantiscope
