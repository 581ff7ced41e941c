// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/scope_tree.h"

#include "core/graph/block_facts.h"
#include "core/graph/node_folders.h"
#include "core/graph/sequence_cuts.h"
#include "core/graph/structure_hash.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace quantiscope {

namespace {

constexpr std::ptrdiff_t kMostNodes = 30; ///< directly in a scope; more are cut into blocks
constexpr std::size_t kMostItems = 100; ///< directly in a scope, with scopes that names gave

/// One thing directly in a scope.
struct Item
{
    int first; ///< position of its first node
    int node; ///< -1 for a scope
    int draft; ///< -1 for a node
};

/// A scope in the making.
struct Draft
{
    std::string name;
    std::string path;
    bool isSynthetic = false;
    std::vector<Item> items;
};

class TreeBuilder
{
public:
    explicit TreeBuilder(const Graph& graph) : m_graph(graph), m_facts(graph), m_itemOf(graph.nodes().size(), -1)
    {
        m_drafts.emplace_back();
        addFolders();
        prune(0);
        split(0);
    }

    const std::vector<Draft>& drafts() const { return m_drafts; }

private:
    void addFolders();
    void prune(int draft);
    bool isScattered(int draft);
    void split(int draft);
    void cut(int draft);
    CutCosts cutCosts(const std::vector<Item>& items);
    std::vector<int> nodesIn(std::span<const Item> items) const;
    std::string uniquePath(const std::string& parent, const std::string& name);

    const Graph& m_graph;
    BlockFacts m_facts;
    std::vector<Draft> m_drafts;
    std::unordered_set<std::string> m_paths;
    std::vector<int> m_itemOf; ///< of each node in the scope that is cut; -1 outside of it
    std::size_t m_visits = 0; ///< of nodes, by isScattered()
};

void TreeBuilder::addFolders()
{
    const auto folders = foldersOfNodes(m_graph);
    std::unordered_map<std::string, int> draftOf;
    for (std::size_t i = 0; i < folders.size(); ++i) {
        int draft = 0;
        for (const std::string& folder : folders[i]) {
            std::string path = m_drafts[std::size_t(draft)].path + "/" + folder;
            const auto [at, isNew] = draftOf.try_emplace(path, int(m_drafts.size()));
            if (isNew) {
                m_drafts[std::size_t(draft)].items.push_back({int(i), -1, at->second});
                m_drafts.push_back({folder, path, false, {}});
                m_paths.insert(std::move(path));
            }
            draft = at->second;
        }
        m_drafts[std::size_t(draft)].items.push_back({int(i), int(i), -1});
    }
}

/// Does it hold no weights, and do values leave it and come back? Such a folder collects what is used here and there
/// (an activation that many layers share, an exporter's helpers): as a block it would tie the graph into a knot.
bool TreeBuilder::isScattered(int draft)
{
    constexpr std::size_t kMostVisitsPerNode = 16; // all folders together: a file may scatter any number of them
    const std::vector<int> nodes = nodesIn(m_drafts[std::size_t(draft)].items);
    const auto span = std::size_t(nodes.back() - nodes.front()) + 1;
    const bool hasWeights =
        std::any_of(nodes.begin(), nodes.end(), [this](int node) { return m_facts.hasWeights(node); });
    m_visits += nodes.size();
    if (hasWeights || span == nodes.size() || m_visits + span > kMostVisitsPerNode * m_itemOf.size())
        return false;
    m_visits += span;

    enum class Mark : char
    {
        None,
        Inside,
        Reached, ///< from inside
    };
    std::vector<Mark> marks(span, Mark::None);
    for (const int node : nodes)
        marks[std::size_t(node - nodes.front())] = Mark::Inside;
    for (std::size_t i = 0; i < span; ++i) {
        if (marks[i] == Mark::None)
            continue;
        for (const int consumer : m_facts.consumersOf(nodes.front() + int(i))) {
            if (consumer > nodes.back())
                continue;
            Mark& mark = marks[std::size_t(consumer - nodes.front())];
            if (mark == Mark::Inside && marks[i] == Mark::Reached)
                return true;
            if (mark == Mark::None)
                mark = Mark::Reached;
        }
    }
    return false;
}

/// Folders that hold one thing are replaced by it, scattered ones by what they hold. The depth is bounded by that of
/// folders.
void TreeBuilder::prune(int draft)
{
    std::vector<Item> kept;
    for (const Item item : std::vector<Item>(m_drafts[std::size_t(draft)].items)) {
        if (item.node < 0)
            prune(item.draft);
        if (item.node < 0 && isScattered(item.draft)) {
            const std::vector<Item>& inner = m_drafts[std::size_t(item.draft)].items;
            kept.insert(kept.end(), inner.begin(), inner.end());
        } else {
            kept.push_back(item);
        }
    }
    std::stable_sort(kept.begin(), kept.end(), [](const Item& a, const Item& b) { return a.first < b.first; });
    m_drafts[std::size_t(draft)].items = std::move(kept);
    for (std::size_t i = 0; i < m_drafts[std::size_t(draft)].items.size(); ++i) {
        Item& item = m_drafts[std::size_t(draft)].items[i];
        if (item.node >= 0)
            continue;
        Draft& inner = m_drafts[std::size_t(item.draft)];
        if (inner.items.size() != 1)
            continue;
        const Item only = inner.items.front();
        if (only.node < 0)
            m_drafts[std::size_t(only.draft)].name.insert(0, inner.name + "/");
        item = only;
    }
    // What is in a folder around the whole graph belongs to the root.
    Draft& pruned = m_drafts[std::size_t(draft)];
    if (draft == 0 && pruned.items.size() == 1 && pruned.items.front().node < 0) {
        std::vector<Item> inner = std::move(m_drafts[std::size_t(pruned.items.front().draft)].items);
        pruned.items = std::move(inner);
    }
}

void TreeBuilder::split(int draft)
{
    const std::vector<Item>& items = m_drafts[std::size_t(draft)].items;
    const auto nodes = std::count_if(items.begin(), items.end(), [](const Item& item) { return item.node >= 0; });
    if (items.size() > kMostItems || nodes > kMostNodes)
        cut(draft);
    for (std::size_t i = 0; i < m_drafts[std::size_t(draft)].items.size(); ++i) {
        if (const Item item = m_drafts[std::size_t(draft)].items[i]; item.node < 0)
            split(item.draft);
    }
}

std::vector<int> TreeBuilder::nodesIn(std::span<const Item> items) const
{
    std::vector<int> nodes;
    std::vector<Item> open(items.rbegin(), items.rend());
    while (!open.empty()) {
        const Item item = open.back();
        open.pop_back();
        if (item.node >= 0) {
            nodes.push_back(item.node);
            continue;
        }
        const std::vector<Item>& inner = m_drafts[std::size_t(item.draft)].items;
        open.insert(open.end(), inner.rbegin(), inner.rend());
    }
    std::sort(nodes.begin(), nodes.end());
    return nodes;
}

/// A value that is read at once ties two items; one that is read far away crosses many places, which ties none.
CutCosts TreeBuilder::cutCosts(const std::vector<Item>& items)
{
    std::vector<std::vector<int>> nodes;
    for (std::size_t i = 0; i < items.size(); ++i) {
        nodes.push_back(nodesIn({&items[i], 1}));
        for (const int node : nodes.back())
            m_itemOf[std::size_t(node)] = int(i);
    }
    std::vector<double> change(items.size() + 1, 0.0);
    for (std::size_t i = 0; i < items.size(); ++i) {
        for (const int node : nodes[i]) {
            int last = int(i);
            for (const int consumer : m_facts.consumersOf(node))
                last = std::max(last, m_itemOf[std::size_t(consumer)]);
            if (last == int(i))
                continue;
            const double tie = 1.0 / std::sqrt(double(last) - double(i));
            change[i + 1] += tie;
            change[std::size_t(last) + 1] -= tie;
        }
    }
    CutCosts costs(items.size(), 0.0);
    double crossing = 0.0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        constexpr double kNoStart = 0.5;
        constexpr double kNewResolution = 0.3;
        crossing += change[i];
        const bool isStart = items[i].node < 0 || m_facts.isStart(items[i].first);
        const bool changes = m_facts.changesResolution(items[i].first);
        costs[i] = (crossing + (isStart ? 0.0 : kNoStart)) * (changes ? kNewResolution : 1.0);
    }
    for (const auto& each : nodes) {
        for (const int node : each)
            m_itemOf[std::size_t(node)] = -1;
    }
    return costs;
}

std::string TreeBuilder::uniquePath(const std::string& parent, const std::string& name)
{
    std::string path = parent + "/" + name;
    for (int k = 2; !m_paths.insert(path).second; ++k)
        path = parent + "/" + name + " (" + std::to_string(k) + ")";
    return path;
}

void TreeBuilder::cut(int draft)
{
    const std::vector<Item> items = m_drafts[std::size_t(draft)].items;
    std::vector<std::size_t> ends = cheapestCuts(cutCosts(items));
    if (ends.empty())
        return;
    ends.push_back(items.size());

    std::vector<std::vector<int>> blocks;
    std::vector<std::span<const Item>> parts;
    std::size_t start = 0;
    for (const std::size_t end : ends) {
        parts.push_back(std::span(items).subspan(start, end - start));
        blocks.push_back(nodesIn(parts.back()));
        start = end;
    }
    const std::vector<std::string> names = m_facts.namesOf(blocks, m_drafts[std::size_t(draft)].name);
    std::vector<Item> cutItems;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].size() == 1) {
            cutItems.push_back(parts[i].front());
            continue;
        }
        cutItems.push_back({parts[i].front().first, -1, int(m_drafts.size())});
        Draft block{names[i], uniquePath(m_drafts[std::size_t(draft)].path, names[i]), true, {}};
        block.items.assign(parts[i].begin(), parts[i].end());
        m_drafts.push_back(std::move(block));
    }
    m_drafts[std::size_t(draft)].items = std::move(cutItems);
}

} // namespace

ScopeTree::ScopeTree(const Graph& graph) : m_scopeOfNode(graph.nodes().size(), 0)
{
    const TreeBuilder builder(graph);
    struct Open
    {
        int draft;
        int parent;
    };
    std::vector<Open> open{{0, -1}};
    while (!open.empty()) {
        const auto [draftIndex, parent] = open.back();
        open.pop_back();
        const Draft& draft = builder.drafts()[std::size_t(draftIndex)];
        const int index = int(m_scopes.size());
        Scope scope;
        scope.name = draft.name;
        scope.path = draft.path;
        scope.parent = parent;
        scope.isSynthetic = draft.isSynthetic;
        for (const Item& item : draft.items) {
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

    StructureHash hash(graph);
    std::map<std::uint64_t, int> structures;
    std::vector<int> twins;
    m_firstNodes.assign(m_scopes.size(), -1);
    for (std::size_t i = m_scopes.size(); i-- > 0;) {
        Scope& scope = m_scopes[i];
        scope.nodeCount += int(scope.nodes.size());
        if (scope.parent >= 0)
            m_scopes[std::size_t(scope.parent)].nodeCount += scope.nodeCount;
        int& first = m_firstNodes[i];
        first = scope.nodes.empty() ? -1 : scope.nodes.front();
        for (const int inner : scope.scopes) {
            const int innerFirst = m_firstNodes[std::size_t(inner)];
            first = first < 0 ? innerFirst : std::min(first, innerFirst);
        }
    }
    for (std::size_t i = 0; i < m_scopes.size(); ++i) {
        const auto [at, isNew] = structures.try_emplace(hash.of(nodesOf(int(i))), int(structures.size()));
        m_scopes[i].structure = at->second;
        if (isNew)
            twins.push_back(0);
        ++twins[std::size_t(at->second)];
    }
    for (Scope& scope : m_scopes)
        scope.twins = twins[std::size_t(scope.structure)];
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
