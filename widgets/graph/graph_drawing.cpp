// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_drawing.h"

#include "widgets/common/background_release.h"
#include "widgets/graph/graph_links.h"
#include "widgets/graph/level_cache.h"
#include "widgets/graph/picture_assembly.h"
#include "widgets/graph/picture_layout.h"
#include "widgets/graph/picture_plan.h"

#include <optional>
#include <utility>

namespace quantiscope {

struct GraphDrawing::State
{
    State(OpenedModelPtr opened, const Feedback& feedback)
        : model(std::move(opened)), scopes(model->graph, feedback), links(model->graph)
    {
        auto found = std::make_shared<const QuantizerFolds>(model->graph);
        if (found->folds().empty())
            return;
        folds = std::move(found);
        foldedLinks.emplace(model->graph, FoldedNodes{folds});
    }

    [[nodiscard]] FoldedNodes foldedIn(const GraphViewState& state) const
    {
        return {folds, state.isFolded, state.foldExceptions};
    }

    OpenedModelPtr model;
    ScopeTree scopes;
    GraphLinks links;
    std::shared_ptr<const QuantizerFolds> folds;
    std::optional<GraphLinks> foldedLinks; ///< with all quantizers hidden
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

const std::shared_ptr<const QuantizerFolds>& GraphDrawing::folds() const
{
    return m_state->folds;
}

Result<GraphPicturePtr> GraphDrawing::draw(const GraphViewState& state, const Feedback& feedback) const
{
    const FoldedNodes folded = m_state->foldedIn(state);
    const bool isMixed = folded.folds && !folded.exceptions.empty();
    const std::optional<GraphLinks> own =
        isMixed ? std::optional<GraphLinks>(std::in_place, m_state->model->graph, folded) : std::nullopt;
    const GraphLinks& links = own ? *own : folded.folds && folded.isFolded ? *m_state->foldedLinks : m_state->links;
    const Error canceled{ErrorCode::Canceled, "Drawing was canceled.", {}};
    PicturePlan plan = planPicture(m_state->scopes, links, state, feedback);
    if (feedback.isCanceled())
        return canceled;
    const PlacedLevels placed =
        placeLevels(plan, m_state->model->graph, m_state->scopes, links, state, m_state->cache, feedback);
    if (feedback.isCanceled())
        return canceled;
    auto picture =
        std::make_shared<GraphPicture>(assemblePicture(std::move(plan), placed, links, state.direction, feedback));
    if (feedback.isCanceled())
        return canceled;
    picture->folded = folded;
    return GraphPicturePtr(std::move(picture));
}

GraphDrawingPtr makeDrawing(OpenedModelPtr model, const Feedback& feedback)
{
    return releasedInBackground(std::make_unique<GraphDrawing>(std::move(model), feedback));
}

GraphViewState GraphDrawing::showing(GraphViewState state, int node) const
{
    const ScopeTree& tree = m_state->scopes;
    const int box = boxFor(state, node);
    const int innermost = tree.scopeOf(box < 0 ? node : box);
    if (!tree.contains(state.root, innermost))
        state.root = 0;
    for (int scope = innermost; scope != state.root; scope = tree.at(scope).parent)
        state.expanded.insert(scope);
    return state;
}

int GraphDrawing::boxFor(const GraphViewState& state, int node) const
{
    if (!m_state->foldedIn(state).isHidden(node))
        return node;
    const Graph& graph = m_state->model->graph;
    const int fold = m_state->folds->foldOf(std::size_t(node));
    if (const auto maker = graph.producerOf(m_state->folds->folds()[std::size_t(fold)].source))
        return int(*maker);
    const std::vector<int> readers = readersOf(graph, *m_state->folds, fold);
    return readers.empty() ? -1 : readers.front();
}

} // namespace quantiscope
