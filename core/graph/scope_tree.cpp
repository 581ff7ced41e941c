// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/scope_tree.h"

#include "core/graph/float_view.h"
#include "core/graph/scope_drafts.h"
#include "core/graph/structure_hash.h"

#include <algorithm>
#include <map>

namespace quantiscope {

ScopeTree::ScopeTree(const Graph& graph, const Feedback& feedback) : m_scopeOfNode(graph.nodes().size(), 0)
{
    const FloatView view(graph);
    const ScopeDrafts drafts(graph, view, feedback);
    struct Open
    {
        int draft;
        int parent;
    };
    std::vector<Open> open{{0, -1}};
    while (!open.empty()) {
        const auto [draftIndex, parent] = open.back();
        open.pop_back();
        const ScopeDrafts::Draft& draft = drafts.drafts()[std::size_t(draftIndex)];
        const int index = int(m_scopes.size());
        Scope scope;
        scope.name = draft.name;
        scope.path = draft.path;
        scope.parent = parent;
        scope.isSynthetic = draft.isSynthetic;
        for (const ScopeDrafts::Item& item : draft.items) {
            if (item.node < 0)
                continue;
            scope.nodes.push_back(item.node);
            m_scopeOfNode[std::size_t(item.node)] = index;
        }
        for (auto item = draft.items.rbegin(); item != draft.items.rend(); ++item) {
            if (item->node < 0)
                open.push_back({item->draft, index});
        }
        if (parent >= 0)
            m_scopes[std::size_t(parent)].scopes.push_back(index);
        m_scopes.push_back(std::move(scope));
    }
    m_isSynthetic = std::all_of(m_scopes.begin() + 1, m_scopes.end(), [](const Scope& s) { return s.isSynthetic; });

    findFirstNodes();
    addServants(view);

    StructureHash hash(graph, feedback);
    std::map<std::uint64_t, int> structures;
    std::vector<int> twins;
    for (std::size_t i = 0; i < m_scopes.size() && !feedback.isCanceled(); ++i) {
        const auto [at, isNew] = structures.try_emplace(hash.of(nodesOf(int(i))), int(structures.size()));
        m_scopes[i].structure = at->second;
        if (isNew)
            twins.push_back(0);
        ++twins[std::size_t(at->second)];
    }
    if (feedback.isCanceled())
        return;
    for (Scope& scope : m_scopes)
        scope.twins = twins[std::size_t(scope.structure)];
}

void ScopeTree::findFirstNodes()
{
    m_firstNodes.assign(m_scopes.size(), -1);
    for (std::size_t i = m_scopes.size(); i-- > 0;) {
        Scope& scope = m_scopes[i];
        std::sort(scope.nodes.begin(), scope.nodes.end());
        int& first = m_firstNodes[i];
        first = scope.nodes.empty() ? -1 : scope.nodes.front();
        for (const int inner : scope.scopes) {
            const int innerFirst = m_firstNodes[std::size_t(inner)];
            first = first < 0 ? innerFirst : std::min(first, innerFirst);
        }
    }
}

void ScopeTree::addServants(const FloatView& view)
{
    if (view.hasServants()) {
        std::vector<int> parents;
        for (Scope& scope : m_scopes) {
            parents.push_back(scope.parent);
            scope.nodes.clear();
        }
        view.placeServants(m_scopeOfNode, parents);
        for (std::size_t i = 0; i < m_scopeOfNode.size(); ++i)
            m_scopes[std::size_t(m_scopeOfNode[i])].nodes.push_back(int(i));
    }
    for (std::size_t i = m_scopes.size(); i-- > 0;) {
        Scope& scope = m_scopes[i];
        scope.nodeCount += int(scope.nodes.size());
        if (scope.parent >= 0)
            m_scopes[std::size_t(scope.parent)].nodeCount += scope.nodeCount;
    }
}

std::vector<int> ScopeTree::nodesOf(int scope) const
{
    std::vector<int> nodes;
    std::vector<int> open{scope};
    while (!open.empty()) {
        const Scope& each = at(open.back());
        open.pop_back();
        nodes.insert(nodes.end(), each.nodes.begin(), each.nodes.end());
        open.insert(open.end(), each.scopes.begin(), each.scopes.end());
    }
    std::sort(nodes.begin(), nodes.end());
    return nodes;
}

bool ScopeTree::contains(int outer, int inner) const
{
    while (inner > outer) // a scope stands behind the one around it
        inner = at(inner).parent;
    return inner == outer;
}

} // namespace quantiscope
