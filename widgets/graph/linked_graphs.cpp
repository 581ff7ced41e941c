// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/linked_graphs.h"

#include "widgets/graph/graph_pane.h"
#include "widgets/graph/nearest_node.h"

#include <QEvent>
#include <QScopedValueRollback>

#include <utility>

namespace quantiscope {

LinkedGraphs::LinkedGraphs(GraphPane& before, GraphPane& after, QObject* parent)
    : QObject(parent), m_before(before), m_after(after)
{
    watch(Side::Before);
    watch(Side::After);
}

GraphView& LinkedGraphs::view(Side side) const
{
    return pane(side).view();
}

void LinkedGraphs::watch(Side side)
{
    connect(pane(side).selection(), &NodeSelection::selectionChanged, this, [this, side] { followSelection(side); });
    connect(&view(side), &GraphView::nodeHovered, this, [this, side](int node) { followPointer(side, node); });
    connect(&view(side), &GraphView::placeChanged, this, [this, side] { followPlace(side); });
    connect(&view(side), &GraphView::contentChanged, this, [this] { m_reference = -1; });
    pane(side).installEventFilter(this);
    for (QWidget* child : pane(side).findChildren<QWidget*>())
        child->installEventFilter(this);
}

bool LinkedGraphs::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::Wheel || event->type() == QEvent::KeyPress
        || event->type() == QEvent::ShortcutOverride || event->type() == QEvent::NativeGesture) {
        const auto* widget = qobject_cast<QWidget*>(watched);
        const Side side = widget && (widget == &m_after || m_after.isAncestorOf(widget)) ? Side::After : Side::Before;
        if (std::exchange(m_leader, side) != side)
            m_reference = -1;
    }
    return QObject::eventFilter(watched, event);
}

void LinkedGraphs::setComparison(GraphComparisonPtr comparison)
{
    m_comparison = std::move(comparison);
    m_leader = Side::Before;
    m_reference = -1;
    followPointer(Side::Before, -1);
    followPointer(Side::After, -1);
    setTags();
    followSelection(Side::Before);
    followPlace(Side::Before);
}

void LinkedGraphs::setMovedTogether(bool isMovedTogether)
{
    m_isMovedTogether = isMovedTogether;
    followPlace(m_leader);
}

void LinkedGraphs::setTags()
{
    std::map<int, QString> before;
    std::map<int, QString> after;
    if (m_comparison) {
        for (const NodeChange& change : m_comparison->changes.nodes) {
            const QString gone = change.kind == NodeChange::Kind::Fused ? tr("fused", "node, into another one")
                : change.kind == NodeChange::Kind::Folded               ? tr("constant", "node that became one")
                : change.kind == NodeChange::Kind::Converted            ? tr("converted", "node, into others")
                                                                        : tr("gone", "node");
            for (const int node : change.before)
                before[node] = gone;
            for (const int node : change.after)
                after[node] = change.kind == NodeChange::Kind::Converted ? tr("stand-in", "node, for another one")
                                                                         : tr("new", "node");
        }
    }
    m_before.setTags(std::move(before));
    m_after.setTags(std::move(after));
}

std::set<int> LinkedGraphs::counterparts(Side side, const std::set<int>& nodes) const
{
    return side == Side::Before ? m_comparison->afterOf(nodes) : m_comparison->beforeOf(nodes);
}

void LinkedGraphs::followSelection(Side from)
{
    if (!m_comparison || m_isFollowing)
        return;
    const QScopedValueRollback<bool> following(m_isFollowing, true);
    const NodeSelection& chosen = *pane(from).selection();
    NodeSelection& follower = *pane(other(from)).selection();
    std::set<int> nodes = counterparts(from, chosen.nodes());
    const std::set<int> ofCurrent = counterparts(from, {chosen.current()});
    int current = ofCurrent.empty() ? NodeSelection::kNone : *ofCurrent.begin();
    if (from == Side::Before && chosen.current() >= 0
        && chosen.current() < int(m_comparison->before->graph.nodes().size())) {
        if (const int maker = m_comparison->between.makerAfter(chosen.current()); maker >= 0)
            current = maker;
    }
    // Where the views move together, what is a box in both is brought to the same place instead.
    const GraphScene& shown = view(other(from)).scene();
    const int item = shown.isEmpty() ? -1 : shown.itemShowing(current);
    const bool isBox = item >= 0 && shown.picture().items()[std::size_t(item)].node >= 0;
    if (current >= 0 && chosen.nodes().size() == 1 && !(isBox && m_isMovedTogether)) {
        follower.reveal(std::move(nodes), current);
        return;
    }
    follower.select(std::move(nodes), current);
    if (isBox && m_isMovedTogether) {
        m_leader = from;
        m_isFollowing = false;
        followPlace(from);
    }
}

void LinkedGraphs::select(const NodesOfBoth& nodes)
{
    const QScopedValueRollback<bool> following(m_isFollowing, true);
    const auto show = [](NodeSelection& selection, const std::set<int>& chosen) {
        if (chosen.empty())
            selection.clear();
        else
            selection.reveal(chosen, *chosen.begin());
    };
    show(*m_before.selection(), nodes.first);
    show(*m_after.selection(), nodes.second);
}

void LinkedGraphs::followPointer(Side from, int node)
{
    const std::set<int> nodes = m_comparison && node >= 0 ? counterparts(from, {node}) : std::set<int>();
    if (view(other(from)).scene().pointed() != nodes)
        view(other(from)).changeScene([&nodes](GraphScene& scene) { scene.setPointed(nodes); });
}

int LinkedGraphs::counterpartItem(Side from, int node) const
{
    for (const int counterpart : counterparts(from, {node})) {
        if (const int item = view(other(from)).scene().itemShowing(counterpart); item >= 0)
            return item;
    }
    return -1;
}

void LinkedGraphs::followPlace(Side from)
{
    if (!m_comparison || !m_isMovedTogether || m_isFollowing || from != m_leader)
        return;
    GraphView& leader = view(from);
    GraphView& follower = view(other(from));
    if (leader.scene().isEmpty() || follower.scene().isEmpty())
        return;
    const auto isUseful = [this, from](int node) { return counterpartItem(from, node) >= 0; };
    const auto middleOf = [](const GraphView& shown, int number) {
        return shown.scene().picture().items()[std::size_t(number)].rect.center();
    };
    const auto isInSight = [&](int node) {
        const int shown = leader.scene().itemShowing(node);
        return shown >= 0 && leader.visibleArea().contains(middleOf(leader, shown)) && isUseful(node);
    };
    // By what is selected; else by another one only when the last has left the view: each gives another place, and the
    // picture would jump.
    if (const int current = pane(from).selection()->current(); isInSight(current))
        m_reference = current;
    else if (!isInSight(m_reference))
        m_reference = nearestNode(leader, isUseful);
    const int item = leader.scene().itemShowing(m_reference);
    if (item < 0)
        return;
    const QScopedValueRollback<bool> following(m_isFollowing, true);
    // As far from the middle of its view, and at the same height of the screen: bars above the views differ.
    QPointF aside = leader.place().centre - middleOf(leader, item);
    const auto heightOf = [](const GraphView& shown) {
        return shown.mapToGlobal(QPoint(0, 0)).y() + shown.height() / 2.0;
    };
    aside.ry() += (heightOf(follower) - heightOf(leader)) / leader.zoom();
    follower.setPlace({middleOf(follower, counterpartItem(from, m_reference)) + aside, leader.zoom()});
}

} // namespace quantiscope
