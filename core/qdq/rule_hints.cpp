// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/rule_hints.h"

#include "core/base/nearest_name.h"
#include "core/config/name_pattern.h"
#include "core/qdq/group_rules.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace quantiscope {

namespace {

constexpr int kMostSearches = 100; ///< through all names of a graph

/// What is left of an expression without the characters that mean something else than themselves.
std::string withoutSyntax(std::string expression)
{
    std::erase_if(expression,
                  [](char c) { return std::string_view("^$.*+?()[]{}|\\").find(c) != std::string_view::npos; });
    return expression;
}

/// Names of groups are remembered without their dots and slashes.
std::string lettersOf(std::string text)
{
    std::erase_if(text, [](char c) {
        return !((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0);
    });
    return text;
}

/// The folders of node names: "/head/" of "/head/Conv".
std::vector<std::string> nameFolders(const Graph& graph)
{
    std::set<std::string> folders;
    for (const Node& node : graph.nodes()) {
        for (std::size_t slash = node.name.find('/', 1); slash != std::string::npos;
             slash = node.name.find('/', slash + 1))
            folders.insert(node.name.substr(0, slash + 1));
    }
    return {folders.begin(), folders.end()};
}

std::string question(const std::string& name)
{
    return name.empty() ? std::string() : " Did you mean '" + name + "'?";
}

} // namespace

const std::vector<std::string>& RuleHints::nodeNames()
{
    if (m_names.empty()) {
        for (const Node& node : m_graph.nodes())
            m_names.push_back(node.name);
    }
    return m_names;
}

std::string RuleHints::nearest(const std::string& name, const std::vector<std::string>& candidates)
{
    return m_searches++ < kMostSearches ? nearestName(name, candidates) : std::string();
}

std::string RuleHints::nearestNode(const std::string& name)
{
    return nearest(name, nodeNames());
}

std::string RuleHints::nearestType(const std::string& opType)
{
    std::set<std::string> types;
    for (const Node& node : m_graph.nodes())
        types.insert(node.opType);
    return nearest(opType, {types.begin(), types.end()});
}

std::string RuleHints::didYouMeanNode(const std::string& name)
{
    return question(nearestNode(name));
}

std::string RuleHints::didYouMeanType(const std::string& opType)
{
    return question(nearestType(opType));
}

std::string RuleHints::didYouMeanByExpression(const std::string& expression)
{
    const std::string near = nearestNode(withoutSyntax(expression));
    if (!near.empty() || m_graph.nodes().empty())
        return question(near);
    return " Names of this model look like '" + m_graph.nodes()[m_graph.nodes().size() / 2].name + "'.";
}

std::optional<ExclusionRule> RuleHints::nearestGroup(const std::string& expression)
{
    if (m_searches >= kMostSearches)
        return std::nullopt;
    if (!m_scopes)
        m_scopes.emplace(m_graph);
    std::vector<std::string> names;
    for (const Scope& scope : m_scopes->scopes())
        names.push_back(lettersOf(scope.path));
    const std::string near = nearest(lettersOf(expression), names);
    if (near.empty())
        return std::nullopt;
    const auto scope = std::find(names.begin(), names.end(), near) - names.begin();
    std::vector<ExclusionRule> rules = rulesForScopes(m_graph, *m_scopes, {int(scope)});
    return rules.size() == 1 ? std::optional(std::move(rules.front())) : std::nullopt;
}

std::optional<ExclusionRule> RuleHints::repaired(ExclusionRule rule)
{
    const auto repair = [&](std::string& name) {
        if (!m_graph.nodeNamed(name))
            name = nearestNode(name);
        return !name.empty();
    };
    switch (rule.kind) {
    case ExclusionRule::Kind::Node:
        return repair(rule.pattern) ? std::optional(std::move(rule)) : std::nullopt;
    case ExclusionRule::Kind::OpType:
        rule.pattern = nearestType(rule.pattern);
        return rule.pattern.empty() ? std::nullopt : std::optional(std::move(rule));
    case ExclusionRule::Kind::Regex: {
        const std::string plain = withoutSyntax(rule.pattern);
        if (const std::string folder = nearest(plain, nameFolders(m_graph)); !folder.empty()) {
            rule.pattern = "^" + escapedForPattern(folder);
            return rule;
        }
        if (const std::string name = nearestNode(plain); !name.empty()) {
            rule.pattern = "^" + escapedForPattern(name) + "$";
            return rule;
        }
        return nearestGroup(rule.pattern);
    }
    case ExclusionRule::Kind::Between:
    case ExclusionRule::Kind::Upstream:
    case ExclusionRule::Kind::Downstream:
        break;
    }
    for (auto* ends : {&rule.from, &rule.to}) {
        if (!std::all_of(ends->begin(), ends->end(), repair))
            return std::nullopt;
    }
    return rule;
}

} // namespace quantiscope
