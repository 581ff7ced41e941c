// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/picture_plan.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>

namespace quantiscope {

namespace {

using Kind = PictureItem::Kind;

void number(std::map<int, int>& ports)
{
    int k = 0;
    for (auto& [source, port] : ports)
        port = k++;
}

class Planner
{
public:
    Planner(const ScopeTree& tree, const GraphLinks& links, const GraphViewState& state, const Feedback& feedback)
        : m_tree(tree), m_links(links), m_state(state), m_feedback(feedback), m_itemOf(std::size_t(links.nodeCount), -1)
    {
    }

    PicturePlan run()
    {
        m_plan.levels.push_back({.scope = m_state.root});
        addInputs();
        addLevel(0);
        addReads();
        addOutputs();
        for (auto level = m_plan.levels.rbegin(); level != m_plan.levels.rend(); ++level) {
            std::sort(level->openScopes.begin(), level->openScopes.end());
            number(level->entries);
            number(level->exits);
            if (level->frame < 0)
                continue;
            auto& around = m_plan.levels[std::size_t(m_plan.levelOf[std::size_t(level->frame)])].openScopes;
            around.push_back(level->scope);
            around.insert(around.end(), level->openScopes.begin(), level->openScopes.end());
        }
        return std::move(m_plan);
    }

private:
    int addItem(int level, PictureItem item);
    int addPill(Kind kind, const std::string& tensor) { return addItem(0, {.kind = kind, .tensor = tensor}); }
    void addInputs();
    bool hasBoxes(int scope) const;
    void addLevel(int level);
    void addReads();
    void addOutputs();
    void read(int value, int to);
    void connect(int from, int to, int value);
    std::vector<PicturePlan::Segment> route(int from, int to, int value, std::size_t& middle);
    int lineIn(int level, const PicturePlan::Line& line, int value);
    PicturePlan::Level& levelAt(int level) { return m_plan.levels[std::size_t(level)]; }
    int levelOf(int item) const { return m_plan.levelOf[std::size_t(item)]; }

    const ScopeTree& m_tree;
    const GraphLinks& m_links;
    const GraphViewState& m_state;
    const Feedback& m_feedback;
    PicturePlan m_plan;
    std::vector<int> m_itemOf; ///< of each node; -1 for those outside of the view
    std::unordered_map<int, int> m_pillOf; ///< of values that come from outside
    std::unordered_map<std::uint64_t, int> m_edgeOf; ///< of pairs of items
    std::unordered_set<std::uint64_t> m_carried; ///< pairs of an edge and a value
};

int Planner::addItem(int level, PictureItem item)
{
    const int index = int(m_plan.items.size());
    item.frame = levelAt(level).frame;
    m_plan.items.push_back(std::move(item));
    m_plan.levelOf.push_back(level);
    m_plan.insideOf.push_back(-1);
    levelAt(level).members.push_back(index);
    return index;
}

/// The model's own inputs, read or not.
void Planner::addInputs()
{
    if (m_state.root != 0)
        return;
    for (std::size_t i = 0; i < m_links.inputs.size(); ++i)
        m_pillOf.emplace(int(i), addPill(Kind::Input, m_links.inputs[i])); // values start with the inputs
}

/// Is anything in @p scope that is not hidden?
bool Planner::hasBoxes(int scope) const
{
    if (m_links.isHidden.empty())
        return true;
    const auto& inside = m_tree.at(scope);
    return std::any_of(inside.nodes.begin(), inside.nodes.end(),
                       [this](int node) { return !m_links.isHidden[std::size_t(node)]; })
        || std::any_of(inside.scopes.begin(), inside.scopes.end(), [this](int inner) { return hasBoxes(inner); });
}

/// What is in a level in graph order; frames before what they hold.
void Planner::addLevel(int level)
{
    const Scope& scope = m_tree.at(levelAt(level).scope);
    struct Member
    {
        int first;
        int scope;
    };
    std::vector<Member> members;
    for (const int node : scope.nodes) {
        if (m_links.isHidden.empty() || !m_links.isHidden[std::size_t(node)])
            members.push_back({node, -1});
    }
    for (const int inner : scope.scopes) {
        if (hasBoxes(inner))
            members.push_back({m_tree.firstNodeOf(inner), inner});
    }
    std::sort(members.begin(), members.end(), [](const Member& a, const Member& b) { return a.first < b.first; });
    for (const Member& member : members) {
        if (member.scope < 0) {
            m_itemOf[std::size_t(member.first)] = addItem(level, {.kind = Kind::Node, .node = member.first});
            continue;
        }
        const bool isOpen = m_state.expanded.contains(member.scope);
        const int item = addItem(level, {.kind = isOpen ? Kind::Frame : Kind::Block, .scope = member.scope});
        if (isOpen) {
            const int inside = int(m_plan.levels.size());
            m_plan.insideOf[std::size_t(item)] = inside;
            m_plan.levels.push_back({.scope = member.scope, .frame = item, .depth = levelAt(level).depth + 1});
            addLevel(inside);
        } else {
            for (const int node : m_tree.nodesOf(member.scope))
                m_itemOf[std::size_t(node)] = item;
        }
    }
}

void Planner::addReads()
{
    constexpr int kPoll = 1024;
    for (int node = 0; node < m_links.nodeCount; ++node) {
        if (node % kPoll == 0 && m_feedback.isCanceled())
            return;
        const int item = m_itemOf[std::size_t(node)];
        if (item < 0)
            continue;
        for (const int value : m_links.reads[std::size_t(node)])
            read(value, item);
    }
}

void Planner::read(int value, int to)
{
    const GraphLinks::Value& read = m_links.values[std::size_t(value)];
    const int maker = m_links.isInput(read.source) ? -1 : m_itemOf[std::size_t(read.source)];
    if (maker == to)
        return;
    if (read.isGlobal) {
        std::vector<std::string>& badges = m_plan.items[std::size_t(to)].badges;
        if (std::find(badges.begin(), badges.end(), read.name) == badges.end())
            badges.push_back(read.name);
        return;
    }
    if (maker >= 0)
        return connect(maker, to, value);
    auto pill = m_pillOf.find(value);
    if (pill == m_pillOf.end())
        pill = m_pillOf.emplace(value, addPill(Kind::Input, read.name)).first;
    connect(pill->second, to, value);
}

/// Pills for the model's outputs or, inside of a scope, for what others read.
void Planner::addOutputs()
{
    std::vector<GraphLinks::Output> outputs;
    if (m_state.root == 0) {
        outputs = m_links.outputs;
    } else {
        std::vector<char> isRead(m_links.values.size(), 0);
        for (int node = 0; node < m_links.nodeCount; ++node) {
            for (const int value : m_links.reads[std::size_t(node)])
                isRead[std::size_t(value)] |= m_itemOf[std::size_t(node)] < 0 ? 1 : 0;
        }
        for (const GraphLinks::Output& output : m_links.outputs)
            isRead[std::size_t(output.value)] = 1;
        for (std::size_t value = 0; value < isRead.size(); ++value) {
            const int source = m_links.values[value].source;
            if (isRead[value] && !m_links.isInput(source) && m_itemOf[std::size_t(source)] >= 0)
                outputs.push_back({m_links.values[value].name, int(value)});
        }
    }
    for (const auto& [name, value] : outputs) {
        const GraphLinks::Value& made = m_links.values[std::size_t(value)];
        const int pill = addPill(Kind::Output, name);
        connect(m_links.isInput(made.source) ? m_pillOf.at(value) : m_itemOf[std::size_t(made.source)], pill, value);
    }
}

void Planner::connect(int from, int to, int value)
{
    const std::uint64_t pair = (std::uint64_t(std::uint32_t(from)) << 32) | std::uint32_t(to);
    const auto [at, isNew] = m_edgeOf.try_emplace(pair, int(m_plan.edges.size()));
    std::size_t middle = 0;
    // Routed even when the pair has a line already: levels must not depend on what is joined outside of them.
    std::vector<PicturePlan::Segment> segments = route(from, to, value, middle);
    const std::uint64_t carried = (std::uint64_t(std::uint32_t(at->second)) << 32) | std::uint32_t(value);
    const bool isCarried = !m_carried.insert(carried).second;
    if (isNew)
        m_plan.edges.push_back({from, to, {value}, std::move(segments), middle});
    else if (!isCarried)
        m_plan.edges[std::size_t(at->second)].values.push_back(value);
}

int Planner::lineIn(int level, const PicturePlan::Line& line, int value)
{
    PicturePlan::Level& in = levelAt(level);
    const auto [at, isNew] = in.lines.try_emplace(line, int(in.labels.size()));
    if (isNew)
        in.labels.push_back(value);
    return at->second;
}

std::vector<PicturePlan::Segment> Planner::route(int from, int to, int value, std::size_t& middle)
{
    const int source = m_links.values[std::size_t(value)].source;
    std::vector<PicturePlan::Segment> up;
    std::vector<PicturePlan::Segment> down;
    int fromSource = -1;
    int toSource = -1;
    while (levelOf(from) != levelOf(to)) {
        const int fromLevel = levelOf(from);
        const int toLevel = levelOf(to);
        if (levelAt(fromLevel).depth >= levelAt(toLevel).depth) {
            levelAt(fromLevel).exits.emplace(source, 0);
            up.push_back({fromLevel, lineIn(fromLevel, {from, fromSource, -1, source}, value)});
            from = levelAt(fromLevel).frame;
            fromSource = source;
        } else {
            levelAt(toLevel).entries.emplace(source, 0);
            down.push_back({toLevel, lineIn(toLevel, {-1, source, to, toSource}, value)});
            to = levelAt(toLevel).frame;
            toSource = source;
        }
    }
    middle = up.size();
    up.push_back({levelOf(from), lineIn(levelOf(from), {from, fromSource, to, toSource}, value)});
    up.insert(up.end(), down.rbegin(), down.rend());
    return up;
}

} // namespace

PicturePlan planPicture(const ScopeTree& tree, const GraphLinks& links, const GraphViewState& state,
                        const Feedback& feedback)
{
    return Planner(tree, links, state, feedback).run();
}

} // namespace quantiscope
