// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_navigator.h"

#include "widgets/common/background_release.h"
#include "widgets/common/text.h"
#include "widgets/graph/nearest_node.h"

#include <utility>

namespace quantiscope {

namespace {

constexpr std::size_t kMostSteps = 100;

} // namespace

GraphNavigator::GraphNavigator(GraphView& view, QObject* parent) : QObject(parent), m_view(view)
{
    connect(&m_view, &GraphView::scopeToggled, this, &GraphNavigator::toggle);
    connect(&m_view, &GraphView::foldToggled, this, [this](int fold) { toggleFolds({fold}); });
    connect(&m_task, &BackgroundTask::runningChanged, this, [this](bool isRunning) {
        m_view.setStale(isRunning);
        emit busyChanged(isRunning);
    });
}

void GraphNavigator::setDrawing(GraphDrawingPtr drawing)
{
    if (m_drawing == drawing)
        return;
    const GraphViewState::Direction direction = m_state.direction;
    const bool isFolded = m_state.isFolded;
    m_task.cancel();
    m_drawing = std::move(drawing);
    m_past.clear();
    m_future.clear();
    m_state = {};
    m_state.direction = direction;
    m_state.isFolded = isFolded;
    m_view.clear(); // numbers of nodes and scopes in what it shows are those of the other model
    if (m_drawing)
        draw({});
    emit stateChanged();
}

void GraphNavigator::restore(GraphViewState state, const std::optional<GraphPlace>& place)
{
    if (!m_drawing)
        return;
    m_past.clear();
    m_future.clear();
    m_state = std::move(state);
    Arrival arrival;
    arrival.isBeginning = true;
    arrival.place = place;
    draw(arrival);
    emit stateChanged();
}

bool GraphNavigator::isScope(int scope) const
{
    return m_drawing && scope >= 0 && scope < int(m_drawing->scopes().scopes().size());
}

/// Makes what is shown a step to come back to.
void GraphNavigator::remember()
{
    m_past.push_back({m_state, m_view.destination()});
    if (m_past.size() > kMostSteps)
        m_past.erase(m_past.begin());
    m_future.clear();
}

void GraphNavigator::change(GraphViewState state, const Arrival& arrival)
{
    if (!m_drawing || state == m_state)
        return;
    remember();
    m_state = std::move(state);
    draw(arrival);
    emit stateChanged();
}

void GraphNavigator::draw(const Arrival& arrival)
{
    m_pending = arrival;
    m_task.start(
        [drawing = m_drawing, state = m_state](Feedback& feedback) -> Result<IndexedPicturePtr> {
            const Result<GraphPicturePtr> picture = drawing->draw(state, feedback);
            if (!picture)
                return picture.error();
            return releasedInBackground(std::make_unique<IndexedPicture>(picture.value(), feedback));
        },
        [this, arrival](const Result<IndexedPicturePtr>& picture) {
            if (picture) {
                arrive(*picture, arrival);
            } else {
                m_view.clear();
                emit failed(toQt(picture.error().message));
            }
        });
}

void GraphNavigator::arrive(IndexedPicturePtr picture, const Arrival& arrival)
{
    if (m_view.scene().isEmpty()) {
        m_view.setContent({m_drawing->modelPtr(), std::shared_ptr<const ScopeTree>(m_drawing, &m_drawing->scopes())},
                          std::move(picture));
    } else {
        const auto middleOf = [this](int node) -> std::optional<QPointF> {
            const int item = m_view.scene().itemShowing(node);
            return item < 0 ? std::nullopt
                            : std::optional(m_view.scene().picture().items()[std::size_t(item)].rect.center());
        };
        const std::optional<QPointF> before = middleOf(arrival.keptNode);
        m_view.setPicture(std::move(picture), arrival.anchor);
        const std::optional<QPointF> now = middleOf(arrival.keptNode);
        if (before && now)
            m_view.setPlace({m_view.place().centre + *now - *before, m_view.zoom()});
        if (arrival.isBeginning)
            m_view.showBeginning();
    }
    if (arrival.place)
        m_view.setPlace(*arrival.place);
    const int item = arrival.node >= 0 ? m_view.scene().itemShowing(m_drawing->boxFor(m_state, arrival.node)) : -1;
    if (item >= 0)
        m_view.frameItem(item);
}

void GraphNavigator::toggle(int scope)
{
    if (!isScope(scope))
        return;
    GraphViewState state = m_state;
    if (state.expanded.erase(scope) == 0)
        state.expanded.insert(scope);
    Arrival arrival;
    arrival.anchor = scope;
    change(std::move(state), arrival);
}

void GraphNavigator::enter(int scope)
{
    if (!isScope(scope))
        return;
    GraphViewState state = m_state;
    state.root = scope;
    Arrival arrival;
    arrival.isBeginning = true;
    change(std::move(state), arrival);
}

void GraphNavigator::up()
{
    if (canGoUp()) {
        enter(m_drawing->scopes().at(m_state.root).parent);
        return;
    }
    const int item = m_view.currentItem();
    if (!m_drawing || item < 0)
        return;
    const PictureItem& current = m_view.scene().picture().items()[std::size_t(item)];
    const int frame = current.kind == PictureItem::Kind::Frame ? item : current.frame;
    if (frame >= 0)
        toggle(m_view.scene().picture().items()[std::size_t(frame)].scope);
}

void GraphNavigator::setDirection(GraphViewState::Direction direction)
{
    GraphViewState state = m_state;
    state.direction = direction;
    Arrival arrival;
    arrival.isBeginning = true;
    if (m_drawing)
        change(std::move(state), arrival);
    else
        m_state.direction = direction;
}

void GraphNavigator::setFolded(bool isFolded)
{
    GraphViewState state = m_state;
    state.isFolded = isFolded;
    state.foldExceptions.clear();
    if (!m_drawing) {
        m_state = state;
        return;
    }
    Arrival arrival;
    arrival.keptNode = nearestNode(
        m_view, [this](int node) { return !m_drawing->folds() || m_drawing->folds()->foldOf(std::size_t(node)) < 0; });
    change(std::move(state), arrival);
}

void GraphNavigator::toggleFolds(const std::set<int>& folds)
{
    if (!m_drawing || !m_drawing->folds() || folds.empty())
        return;
    GraphViewState state = m_state;
    for (const int fold : folds) {
        if (fold < 0 || fold >= int(m_drawing->folds()->folds().size()))
            return;
        if (state.foldExceptions.erase(fold) == 0)
            state.foldExceptions.insert(fold);
    }
    GraphViewState hidden = state;
    hidden.isFolded = true;
    hidden.foldExceptions.clear();
    Arrival arrival; // what is beside them is there before and afterwards
    arrival.keptNode =
        m_drawing->boxFor(hidden, m_drawing->folds()->folds()[std::size_t(*folds.begin())].nodes.front());
    change(std::move(state), arrival);
}

void GraphNavigator::expandAll()
{
    if (!m_drawing)
        return;
    GraphViewState state = m_state;
    for (std::size_t scope = 1; scope < m_drawing->scopes().scopes().size(); ++scope)
        state.expanded.insert(int(scope));
    Arrival arrival;
    arrival.isBeginning = true;
    change(std::move(state), arrival);
}

void GraphNavigator::collapseAll()
{
    GraphViewState state = m_state;
    state.expanded.clear();
    Arrival arrival;
    arrival.isBeginning = true;
    change(std::move(state), arrival);
}

void GraphNavigator::reveal(int node)
{
    if (!m_drawing || node < 0 || node >= int(m_drawing->model().graph.nodes().size()))
        return;
    const GraphViewState state = m_drawing->showing(m_state, node);
    Arrival arrival;
    arrival.node = node;
    if (state != m_state) {
        change(state, arrival);
    } else if (m_task.isRunning()) {
        arrival.anchor = m_pending.anchor;
        draw(arrival);
    } else if (const int item =
                   m_view.scene().isEmpty() ? -1 : m_view.scene().itemShowing(m_drawing->boxFor(m_state, node));
               item >= 0) {
        jump(item);
    }
}

void GraphNavigator::goTo(int scope)
{
    if (const int item = m_view.scene().isEmpty() ? -1 : m_view.scene().picture().itemOfScope(scope); item >= 0)
        jump(item);
    else
        enter(scope);
}

void GraphNavigator::jump(int item)
{
    if (!m_view.isInSight(item)) {
        remember();
        emit stateChanged();
    }
    m_view.frameItem(item);
}

void GraphNavigator::back()
{
    step(m_past, m_future);
}

void GraphNavigator::forward()
{
    step(m_future, m_past);
}

void GraphNavigator::step(std::vector<Step>& from, std::vector<Step>& to)
{
    if (from.empty())
        return;
    to.push_back({m_state, m_view.destination()});
    const Step target = std::move(from.back());
    from.pop_back();
    if (target.state == m_state && !m_task.isRunning() && !m_view.scene().isEmpty()) {
        m_view.goTo(target.place);
    } else {
        m_state = target.state;
        Arrival arrival;
        arrival.place = target.place;
        draw(arrival);
    }
    emit stateChanged();
}

} // namespace quantiscope
