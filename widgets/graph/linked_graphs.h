// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graph_comparison.h"

#include <QObject>

namespace quantiscope {

class GraphPane;
class GraphView;

/// Links two graphs that stand beside each other: what is selected, pointed at and looked at in one is so in the other,
/// and tags on nodes say what became of them.
class LinkedGraphs final : public QObject
{
    Q_OBJECT

public:
    /// Both panes have selections and must outlive this.
    LinkedGraphs(GraphPane& before, GraphPane& after, QObject* parent = nullptr);

    /// What both panes show; null: they have nothing to do with each other.
    void setComparison(GraphComparisonPtr comparison);
    [[nodiscard]] const GraphComparisonPtr& comparison() const { return m_comparison; }
    /// Does one view move with the other, so that counterparts are at the same place of both?
    void setMovedTogether(bool isMovedTogether);
    [[nodiscard]] bool isMovedTogether() const { return m_isMovedTogether; }

    /// Selects nodes in both graphs and brings the first of each into sight.
    void select(const NodesOfBoth& nodes);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Side
    {
        Before,
        After,
    };

    void watch(Side side);
    [[nodiscard]] GraphPane& pane(Side side) const { return side == Side::Before ? m_before : m_after; }
    [[nodiscard]] GraphView& view(Side side) const;
    [[nodiscard]] std::set<int> counterparts(Side side, const std::set<int>& nodes) const;
    [[nodiscard]] static Side other(Side side) { return side == Side::Before ? Side::After : Side::Before; }
    void followSelection(Side from);
    void followPointer(Side from, int node);
    void followPlace(Side from);
    /// Item of the other side's picture that shows a counterpart of node @p node; -1 for none.
    [[nodiscard]] int counterpartItem(Side from, int node) const;
    void setTags();

    GraphPane& m_before;
    GraphPane& m_after;
    GraphComparisonPtr m_comparison;
    bool m_isMovedTogether = true;
    bool m_isFollowing = false;
    Side m_leader = Side::Before; ///< where the user did something last: the other one follows
    int m_reference = -1; ///< node of the leader by which the other view is placed, while none in sight is selected
};

} // namespace quantiscope
