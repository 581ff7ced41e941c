// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/scope_drafts.h"

#include "core/graph/node_folders.h"
#include "core/graph/sequence_cuts.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace quantiscope {

namespace {

constexpr std::ptrdiff_t kMostNodes = 30; ///< directly in a scope; more are cut into blocks
constexpr std::size_t kMostItems = 100; ///< directly in a scope, with scopes that names gave

} // namespace

ScopeDrafts::ScopeDrafts(const Graph& graph, const FloatView& view, const Feedback& feedback)
    : m_graph(graph), m_view(view), m_facts(graph, view), m_itemOf(graph.nodes().size(), -1)
{
    m_drafts.emplace_back();
    addFolders();
    if (feedback.isCanceled())
        return;
    prune(0);
    if (feedback.isCanceled())
        return;
    untieAll();
    if (!feedback.isCanceled())
        split(0);
}

void ScopeDrafts::addFolders()
{
    const auto folders = foldersOfNodes(m_graph, m_view);
    std::unordered_map<std::string, int> draftOf;
    for (std::size_t i = 0; i < folders.size(); ++i) {
        if (m_view.isServant(i))
            continue;
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
bool ScopeDrafts::isScattered(int draft)
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
void ScopeDrafts::prune(int draft)
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

/// The nodes of each item; m_itemOf tells the other way round, until leave().
std::vector<std::vector<int>> ScopeDrafts::enter(const std::vector<Item>& items)
{
    std::vector<std::vector<int>> nodes;
    for (std::size_t i = 0; i < items.size(); ++i) {
        nodes.push_back(nodesIn({&items[i], 1}));
        for (const int node : nodes.back())
            m_itemOf[std::size_t(node)] = int(i);
    }
    return nodes;
}

void ScopeDrafts::leave(const std::vector<std::vector<int>>& nodes)
{
    for (const auto& each : nodes) {
        for (const int node : each)
            m_itemOf[std::size_t(node)] = -1;
    }
}

void ScopeDrafts::split(int draft)
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

std::vector<int> ScopeDrafts::nodesIn(std::span<const Item> items) const
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
CutCosts ScopeDrafts::cutCosts(const std::vector<Item>& items)
{
    const std::vector<std::vector<int>> nodes = enter(items);
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
    leave(nodes);
    return costs;
}

std::string ScopeDrafts::uniquePath(const std::string& parent, const std::string& name)
{
    std::string path = parent + "/" + name;
    for (int k = 2; !m_paths.insert(path).second; ++k)
        path = parent + "/" + name + " (" + std::to_string(k) + ")";
    return path;
}

void ScopeDrafts::cut(int draft)
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

} // namespace quantiscope
