// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/graph/block_facts.h"
#include "core/graph/float_view.h"
#include "core/graph/graph.h"
#include "core/graph/sequence_cuts.h"

#include <span>
#include <string>
#include <unordered_set>
#include <vector>

namespace quantiscope {

/// The groups of a scope tree in the making: folders of names, mended until data flows one way between the things in a
/// group, cut into blocks where they are too big. Servants (see FloatView) are left out.
class ScopeDrafts
{
public:
    /// One thing directly in a group.
    struct Item
    {
        int first; ///< position of its first node
        int node; ///< -1 for a group
        int draft; ///< -1 for a node
    };

    struct Draft
    {
        std::string name;
        std::string path;
        bool isSynthetic = false;
        std::vector<Item> items; ///< what makes values stands before what reads them
    };

    /// Once @p feedback is cancelled the steps that are left do not happen.
    ScopeDrafts(const Graph& graph, const FloatView& view, const Feedback& feedback);

    /// [0] is the root. Those that nothing leads to from there are no longer in use.
    [[nodiscard]] const std::vector<Draft>& drafts() const { return m_drafts; }

private:
    void addFolders();
    void prune(int draft);
    bool isScattered(int draft);
    void untieAll();
    bool untie(int draft);
    std::vector<int> strayNodes(int item, const std::vector<int>& all) const;
    std::vector<int> tyingNodes(int item, const std::vector<int>& ring, const std::vector<int>& all) const;
    void divide(int draft, int group, const std::vector<int>& nodes, std::vector<Item>& items);
    Item moveOut(int group, const std::unordered_set<int>& nodes);
    void dissolve(int group, std::vector<Item>& items) const;
    std::vector<std::vector<int>> enter(const std::vector<Item>& items);
    void leave(const std::vector<std::vector<int>>& nodes);
    void split(int draft);
    void cut(int draft);
    CutCosts cutCosts(const std::vector<Item>& items);
    std::vector<int> nodesIn(std::span<const Item> items) const;
    std::string uniquePath(const std::string& parent, const std::string& name);

    const Graph& m_graph;
    const FloatView& m_view;
    BlockFacts m_facts;
    std::vector<Draft> m_drafts;
    std::unordered_set<std::string> m_paths;
    std::vector<int> m_itemOf; ///< of each node in the scope that is worked on; -1 outside of it
    std::vector<int> m_rank; ///< of each node: makers before readers
    std::size_t m_visits = 0; ///< of nodes, by isScattered()
    std::size_t m_untieVisits = 0; ///< of nodes, by untie()
};

} // namespace quantiscope
