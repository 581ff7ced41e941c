// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/group_rules.h"

#include "core/config/name_pattern.h"
#include "core/qdq/rule_matching.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

namespace quantiscope {

namespace {

using Kind = ExclusionRule::Kind;

constexpr std::size_t kFewNodes = 8; ///< that are marked each by its name

/// How many nodes have a name that begins with something.
class NameCounts
{
public:
    explicit NameCounts(const Graph& graph) : m_graph(graph) { }

    std::size_t beginningWith(std::string_view prefix)
    {
        constexpr int kFewQuestions = 4; // are answered without putting all names in order first
        if (++m_questions <= kFewQuestions)
            return std::size_t(std::count_if(m_graph.nodes().begin(), m_graph.nodes().end(),
                                             [prefix](const Node& node) { return node.name.starts_with(prefix); }));
        if (m_sorted.empty()) {
            for (const Node& node : m_graph.nodes())
                m_sorted.push_back(node.name);
            std::sort(m_sorted.begin(), m_sorted.end());
        }
        const auto first = std::lower_bound(m_sorted.begin(), m_sorted.end(), prefix);
        const auto last = std::partition_point(first, m_sorted.end(),
                                               [prefix](std::string_view name) { return name.starts_with(prefix); });
        return std::size_t(last - first);
    }

private:
    const Graph& m_graph;
    int m_questions = 0;
    std::vector<std::string_view> m_sorted;
};

std::vector<std::string> namesAt(const Graph& graph, const std::vector<std::size_t>& nodes)
{
    std::vector<std::string> names;
    for (const std::size_t node : nodes)
        names.push_back(graph.nodes()[node].name);
    return names;
}

/// The nodes of the group with a neighbour outside (or none) in front of them, or behind them.
enum class Side
{
    Front,
    Behind,
};

std::vector<std::size_t> endsOf(const Graph& graph, const std::vector<std::size_t>& nodes, Side side)
{
    const auto isInside = [&nodes](std::size_t node) { return std::binary_search(nodes.begin(), nodes.end(), node); };
    std::vector<std::size_t> ends;
    for (const std::size_t at : nodes) {
        const Node& node = graph.nodes()[at];
        bool hasInside = false;
        bool hasOutside = false;
        const auto see = [&](std::size_t neighbour) { (isInside(neighbour) ? hasInside : hasOutside) = true; };
        if (side == Side::Front) {
            for (const std::string& input : node.inputs) {
                if (const auto producer = graph.producerOf(input))
                    see(*producer);
            }
        } else {
            for (const std::string& output : node.outputs) {
                for (const std::size_t reader : graph.consumersOf(output))
                    see(reader);
            }
        }
        if (hasOutside || !hasInside)
            ends.push_back(at);
    }
    return ends;
}

/// What all @p nodes' names begin with, up to the last separator in it.
std::string sharedFolder(const Graph& graph, const std::vector<std::size_t>& nodes)
{
    std::string_view shared = graph.nodes()[nodes.front()].name;
    for (const std::size_t node : nodes) {
        const std::string& name = graph.nodes()[node].name;
        const auto differs = std::mismatch(shared.begin(), shared.end(), name.begin(), name.end()).first;
        shared = shared.substr(0, std::size_t(differs - shared.begin()));
    }
    const std::size_t separator = shared.find_last_of("/.");
    return std::string(shared.substr(0, separator == std::string_view::npos ? 0 : separator + 1));
}

/// An expression of the folder that @p nodes, and no others, are in. Not all exporters begin names with a slash, which
/// @p path always does.
std::optional<ExclusionRule> folderRule(const Graph& graph, NameCounts& counts, const std::vector<std::size_t>& nodes,
                                        const std::string& path)
{
    const std::string folder = path + "/";
    std::vector<std::string> candidates;
    if (!path.empty()) {
        candidates.push_back(folder);
        if (path.front() == '/')
            candidates.push_back(folder.substr(1));
    }
    candidates.push_back(sharedFolder(graph, nodes));
    for (const std::string& candidate : candidates) {
        constexpr std::size_t kLongest = 990; // characters of a rule
        const std::string escaped = escapedForPattern(candidate);
        if (candidate.size() < 2 || escaped.size() > kLongest)
            continue;
        const bool isOfAll = std::all_of(nodes.begin(), nodes.end(), [&](std::size_t node) {
            return graph.nodes()[node].name.starts_with(candidate);
        });
        if (isOfAll && counts.beginningWith(candidate) == nodes.size())
            return ExclusionRule{Kind::Regex, "^" + escaped, {}, {}};
    }
    return std::nullopt;
}

/// Expressions of all @p names, none longer than a rule may be.
std::vector<ExclusionRule> expressionsOf(const std::vector<std::string>& names)
{
    constexpr std::size_t kLongest = 990;
    std::vector<ExclusionRule> rules;
    std::string list;
    const auto close = [&] {
        if (!list.empty())
            rules.push_back({Kind::Regex, "^(" + list + ")$", {}, {}});
        list.clear();
    };
    for (const std::string& name : names) {
        const std::string escaped = escapedForPattern(name);
        if (escaped.size() > kLongest) {
            rules.push_back({Kind::Node, name, {}, {}});
            continue;
        }
        if (list.size() + escaped.size() + 1 > kLongest)
            close();
        list += (list.empty() ? "" : "|") + escaped;
    }
    close();
    return rules;
}

/// Rules of operator types that together catch exactly @p nodes; none when they do not, or when a type has one node
/// only, which says more than its type.
std::vector<ExclusionRule> operatorRules(const Graph& graph, const std::vector<std::size_t>& nodes)
{
    std::map<std::string_view, std::ptrdiff_t> missing; // of the types of the nodes
    for (const std::size_t node : nodes)
        missing[graph.nodes()[node].opType] -= 1;
    if (std::any_of(missing.begin(), missing.end(), [](const auto& type) { return type.second > -2; }))
        return {};
    for (const Node& node : graph.nodes()) {
        if (const auto type = missing.find(node.opType); type != missing.end())
            type->second += 1;
    }
    std::vector<ExclusionRule> rules;
    for (const auto& [type, count] : missing) {
        if (count != 0)
            return {};
        rules.push_back({Kind::OpType, std::string(type), {}, {}});
    }
    return rules;
}

std::vector<ExclusionRule> nameRules(const Graph& graph, const std::vector<std::size_t>& nodes)
{
    std::vector<ExclusionRule> rules;
    for (const std::size_t node : nodes)
        rules.push_back({Kind::Node, graph.nodes()[node].name, {}, {}});
    return rules;
}

std::vector<ExclusionRule> rulesOfGroup(const Graph& graph, NameCounts& counts, const std::vector<std::size_t>& nodes,
                                        const std::string& path)
{
    if (nodes.size() == 1)
        return {{Kind::Node, graph.nodes()[nodes.front()].name, {}, {}}};
    const auto catchesExactly = [&](const ExclusionRule& rule) {
        const auto found = findRules(graph, {&rule, 1}, "Rule");
        return found && !found->front().error && found->front().nodes == nodes;
    };
    if (const auto folder = folderRule(graph, counts, nodes, path))
        return {*folder};
    const ExclusionRule between{Kind::Between,
                                {},
                                namesAt(graph, endsOf(graph, nodes, Side::Front)),
                                namesAt(graph, endsOf(graph, nodes, Side::Behind))};
    constexpr std::size_t kFewEnds = 24; // more are no shorter than the names
    if (between.from.size() + between.to.size() <= kFewEnds && catchesExactly(between))
        return {between};
    return expressionsOf(namesAt(graph, nodes));
}

} // namespace

std::vector<ExclusionRule> rulesForGroup(const Graph& graph, const std::vector<std::size_t>& nodes,
                                         const std::string& path)
{
    NameCounts counts(graph);
    return rulesOfGroup(graph, counts, nodes, path);
}

std::vector<ExclusionRule> rulesForScopes(const Graph& graph, const ScopeTree& scopes, const std::vector<int>& wanted)
{
    NameCounts counts(graph);
    std::vector<ExclusionRule> rules;
    for (const int scope : wanted) {
        const std::vector<int> inside = scopes.nodesOf(scope);
        if (inside.empty())
            continue;
        const Scope& at = scopes.at(scope);
        for (ExclusionRule& rule :
             rulesOfGroup(graph, counts, {inside.begin(), inside.end()}, at.isSynthetic ? std::string() : at.path))
            rules.push_back(std::move(rule));
    }
    return rules;
}

std::vector<ExclusionRule> rulesForNodes(const Graph& graph, const ScopeTree* scopes,
                                         const std::vector<std::size_t>& nodes)
{
    if (nodes.size() < 2)
        return nameRules(graph, nodes);
    if (std::vector<ExclusionRule> rules = operatorRules(graph, nodes); !rules.empty())
        return rules;
    const std::vector<int> whole = scopes ? wholeScopes(*scopes, nodes) : std::vector<int>();
    if (whole.size() == 1)
        return rulesForScopes(graph, *scopes, whole);
    if (whole.empty() && nodes.size() <= kFewNodes)
        return nameRules(graph, nodes);
    std::vector<ExclusionRule> rules = rulesForGroup(graph, nodes, {});
    return whole.empty() || rules.size() == 1 ? rules : rulesForScopes(graph, *scopes, whole);
}

std::vector<int> wholeScopes(const ScopeTree& scopes, const std::vector<std::size_t>& nodes)
{
    std::vector<int> counts(scopes.scopes().size());
    for (const std::size_t node : nodes) {
        for (int scope = scopes.scopeOf(int(node)); scope >= 0; scope = scopes.at(scope).parent)
            ++counts[std::size_t(scope)];
    }
    const auto isWhole = [&](int scope) { return counts[std::size_t(scope)] == scopes.at(scope).nodeCount; };
    std::vector<int> whole;
    std::size_t covered = 0;
    for (int scope = 1; scope < int(counts.size()); ++scope) {
        const int around = scopes.at(scope).parent;
        if (counts[std::size_t(scope)] == 0 || !isWhole(scope) || (around > 0 && isWhole(around)))
            continue;
        whole.push_back(scope);
        covered += std::size_t(counts[std::size_t(scope)]);
    }
    return covered == nodes.size() ? whole : std::vector<int>();
}

int commonScope(const ScopeTree& scopes, const std::vector<std::size_t>& nodes)
{
    int common = nodes.empty() ? 0 : scopes.scopeOf(int(nodes.front()));
    for (const std::size_t node : nodes) {
        while (common > 0 && !scopes.contains(common, scopes.scopeOf(int(node))))
            common = scopes.at(common).parent;
    }
    return common;
}

} // namespace quantiscope
