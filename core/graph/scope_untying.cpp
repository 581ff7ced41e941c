// SPDX-License-Identifier: GPL-3.0-or-later
// The part of ScopeDrafts that opens rings of groups.
#include "core/graph/data_flow.h"
#include "core/graph/scope_drafts.h"

#include <algorithm>
#include <iterator>

namespace quantiscope {

/// Divides groups until data flows one way between the things in each group, and puts these in that order. Rings that
/// nodes alone make, which only a broken file has, stay.
void ScopeDrafts::untieAll()
{
    DataFlow flow(m_itemOf.size());
    for (std::size_t i = 0; i < flow.size(); ++i)
        flow[i] = m_facts.consumersOf(int(i));
    m_rank.resize(flow.size());
    int rank = 0;
    for (const int node : flowOrder(flow))
        m_rank[std::size_t(node)] = rank++;

    std::vector<int> open{0};
    while (!open.empty()) {
        const int draft = open.back();
        open.pop_back();
        while (untie(draft))
            continue;
        for (const Item& item : m_drafts[std::size_t(draft)].items) {
            if (item.node < 0)
                open.push_back(item.draft);
        }
    }
}

/// Opens the rings of things in @p draft once, each at one group; tells if there were any.
bool ScopeDrafts::untie(int draft)
{
    constexpr std::size_t kMostVisitsPerNode = 64; // all rounds together: a file may tie any number of knots
    const std::vector<Item> items = m_drafts[std::size_t(draft)].items;
    const std::vector<std::vector<int>> nodes = enter(items);
    DataFlow next(items.size());
    std::vector<int> all;
    for (std::size_t i = 0; i < items.size(); ++i) {
        all.insert(all.end(), nodes[i].begin(), nodes[i].end());
        for (const int node : nodes[i]) {
            for (const int consumer : m_facts.consumersOf(node)) {
                const int to = m_itemOf[std::size_t(consumer)];
                if (to >= 0 && to != int(i))
                    next[i].push_back(to);
            }
        }
        std::sort(next[i].begin(), next[i].end());
        next[i].erase(std::unique(next[i].begin(), next[i].end()), next[i].end());
    }
    std::sort(all.begin(), all.end(), [this](int a, int b) { return m_rank[std::size_t(a)] < m_rank[std::size_t(b)]; });

    bool isTied = false;
    std::vector<Item> ordered;
    for (const int i : flowOrder(next))
        ordered.push_back(items[std::size_t(i)]);
    for (const std::vector<int>& ring : ringsOf(next)) {
        std::vector<int> groups;
        std::copy_if(ring.begin(), ring.end(), std::back_inserter(groups),
                     [&](int item) { return items[std::size_t(item)].node < 0; });
        if (groups.empty())
            continue;
        isTied = true;
        m_untieVisits += groups.size() * all.size();
        if (m_untieVisits > kMostVisitsPerNode * m_itemOf.size()) {
            for (const int group : groups)
                dissolve(items[std::size_t(group)].draft, ordered);
            continue;
        }
        // Where no value comes back, groups are tied by parts of theirs that have nothing to do with each other.
        std::vector<int> least;
        int divided = -1;
        for (const bool isWhole : {false, true}) {
            for (const int group : groups) {
                std::vector<int> stray = isWhole ? tyingNodes(group, ring, all) : strayNodes(group, all);
                if (stray.empty() || stray.size() == nodes[std::size_t(group)].size()
                    || (divided >= 0 && stray.size() >= least.size()))
                    continue;
                least = std::move(stray);
                divided = group;
            }
            if (divided >= 0)
                break;
        }
        divide(draft, items[std::size_t(divided)].draft, least, ordered);
    }
    leave(nodes);
    if (isTied)
        std::stable_sort(ordered.begin(), ordered.end(),
                         [](const Item& a, const Item& b) { return a.first < b.first; });
    m_drafts[std::size_t(draft)].items = std::move(ordered);
    return isTied;
}

/// Nodes of the thing @p item that values reach which have left it, or, when these are fewer, nodes that such values
/// come from: without either, it is in no ring. @p all: nodes around it, makers first.
std::vector<int> ScopeDrafts::strayNodes(int item, const std::vector<int>& all) const
{
    const auto isInside = [&](int node) { return m_itemOf[std::size_t(node)] == item; };
    const auto isHere = [&](int node) { return m_itemOf[std::size_t(node)] >= 0; };
    std::unordered_set<int> left; // reached from inside, and outside or behind what is outside
    std::vector<int> returned;
    for (const int node : all) {
        const bool isLeft = left.contains(node);
        if (isLeft && isInside(node))
            returned.push_back(node);
        if (!isLeft && !isInside(node))
            continue;
        for (const int consumer : m_facts.consumersOf(node)) {
            if (isHere(consumer) && (isLeft || !isInside(consumer)))
                left.insert(consumer);
        }
    }
    std::unordered_set<int> leading; // outside nodes that lead inside, and what leads there
    std::vector<int> leaving;
    for (auto node = all.rbegin(); node != all.rend(); ++node) {
        const auto& consumers = m_facts.consumersOf(*node);
        const bool leads = std::any_of(consumers.begin(), consumers.end(), [&](int consumer) {
            return leading.contains(consumer) || (!isInside(*node) && isInside(consumer));
        });
        if (!leads)
            continue;
        leading.insert(*node);
        if (isInside(*node))
            leaving.push_back(*node);
    }
    return leaving.size() < returned.size() ? leaving : returned;
}

/// Nodes of the thing @p item that read what others of @p ring make, and what follows from them, or, when these are
/// fewer, those that others read, and what leads to them. Of some group in a ring they are not all: the first node of
/// all reads nothing from the ring.
std::vector<int> ScopeDrafts::tyingNodes(int item, const std::vector<int>& ring, const std::vector<int>& all) const
{
    const auto isInside = [&](int node) { return m_itemOf[std::size_t(node)] == item; };
    const auto isOther = [&](int node) {
        return !isInside(node) && std::binary_search(ring.begin(), ring.end(), m_itemOf[std::size_t(node)]);
    };
    std::unordered_set<int> reading;
    std::unordered_set<int> read;
    for (const int node : all) {
        if (!isOther(node) && !reading.contains(node))
            continue;
        for (const int consumer : m_facts.consumersOf(node)) {
            if (isInside(consumer))
                reading.insert(consumer);
        }
    }
    for (auto node = all.rbegin(); node != all.rend(); ++node) {
        const auto& consumers = m_facts.consumersOf(*node);
        if (isInside(*node) && std::any_of(consumers.begin(), consumers.end(), [&](int consumer) {
                return isOther(consumer) || read.contains(consumer);
            }))
            read.insert(*node);
    }
    const auto& fewer = read.size() < reading.size() ? read : reading;
    std::vector<int> nodes(fewer.begin(), fewer.end());
    std::sort(nodes.begin(), nodes.end());
    return nodes;
}

/// Moves @p nodes out of @p group, which lies in @p draft: loose when they are few, else to a group of the same name
/// and a number. @p items: those of @p draft.
void ScopeDrafts::divide(int draft, int group, const std::vector<int>& nodes, std::vector<Item>& items)
{
    constexpr std::size_t kFew = 3;
    const std::unordered_set<int> moved(nodes.begin(), nodes.end());
    const Item rest = moveOut(group, moved);
    const auto old = std::find_if(items.begin(), items.end(), [&](const Item& item) { return item.draft == group; });
    if (m_drafts[std::size_t(group)].items.size() == 1)
        *old = m_drafts[std::size_t(group)].items.front();
    else
        old->first = m_drafts[std::size_t(group)].items.front().first;
    if (rest.node >= 0 || nodes.size() > kFew) {
        if (rest.node < 0) {
            Draft& added = m_drafts[std::size_t(rest.draft)];
            const std::string& around = m_drafts[std::size_t(draft)].path;
            added.path = uniquePath(around, added.name);
            added.name = added.path.substr(around.size() + 1);
        }
        items.push_back(rest);
        return;
    }
    for (const int node : nodes)
        items.push_back({node, node, -1});
}

/// Takes @p nodes, some but not all of those in @p group, out of it; gives them as one thing, grouped as they were.
ScopeDrafts::Item ScopeDrafts::moveOut(int group, const std::unordered_set<int>& nodes)
{
    std::vector<Item> kept;
    std::vector<Item> moved;
    for (const Item& item : std::vector<Item>(m_drafts[std::size_t(group)].items)) {
        if (item.node >= 0) {
            (nodes.contains(item.node) ? moved : kept).push_back(item);
            continue;
        }
        const std::vector<int> inside = nodesIn({&item, 1});
        const auto count = std::count_if(inside.begin(), inside.end(), [&](int node) { return nodes.contains(node); });
        if (count == 0 || count == std::ptrdiff_t(inside.size())) {
            (count == 0 ? kept : moved).push_back(item);
            continue;
        }
        moved.push_back(moveOut(item.draft, nodes));
        const std::vector<Item>& left = m_drafts[std::size_t(item.draft)].items;
        kept.push_back(left.size() == 1 ? left.front() : Item{left.front().first, -1, item.draft});
    }
    Draft& source = m_drafts[std::size_t(group)];
    source.items = std::move(kept);
    if (moved.size() == 1)
        return moved.front();
    Draft added{source.name, uniquePath(source.path, source.name), source.isSynthetic, std::move(moved)};
    m_drafts.push_back(std::move(added));
    return {m_drafts.back().items.front().first, -1, int(m_drafts.size()) - 1};
}

/// Replaces @p group in @p items by what it holds.
void ScopeDrafts::dissolve(int group, std::vector<Item>& items) const
{
    std::erase_if(items, [&](const Item& item) { return item.draft == group; });
    const std::vector<Item>& inner = m_drafts[std::size_t(group)].items;
    items.insert(items.end(), inner.begin(), inner.end());
}

} // namespace quantiscope
