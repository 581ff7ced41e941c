// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/mark_draft.h"

namespace quantiscope {

namespace {

using Kind = ExclusionRule::Kind;

std::vector<std::string> namesOf(const std::set<int>& nodes, const Graph& graph)
{
    std::vector<std::string> names;
    for (const int node : nodes)
        names.push_back(graph.nodes()[std::size_t(node)].name);
    return names;
}

std::set<int> positionsOf(const std::vector<std::string>& names, const Graph& graph)
{
    std::set<int> nodes;
    for (const std::string& name : names) {
        if (const auto at = graph.nodeNamed(name))
            nodes.insert(int(*at));
    }
    return nodes;
}

} // namespace

std::optional<ExclusionRule> ruleOf(const MarkDraft& draft, const Graph& graph)
{
    ExclusionRule rule{draft.kind, draft.pattern, {}, {}};
    if (!rule.hasEnds())
        return draft.pattern.empty() ? std::nullopt : std::optional(std::move(rule));
    rule.pattern.clear();
    rule.from = namesOf(draft.starts, graph);
    rule.to = namesOf(draft.ends, graph);
    const bool hasStarts = !rule.from.empty() || rule.kind == Kind::Upstream;
    const bool hasEnds = !rule.to.empty() || rule.kind == Kind::Downstream;
    return hasStarts && hasEnds ? std::optional(std::move(rule)) : std::nullopt;
}

MarkDraft draftOf(const ExclusionRule& rule, MarkPrecision precision, const Graph& graph)
{
    return {rule.kind, positionsOf(rule.from, graph), positionsOf(rule.to, graph), rule.pattern, precision, {}};
}

} // namespace quantiscope
