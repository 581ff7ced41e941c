// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/mark_draft.h"

#include "widgets/recipe/json_text.h"

#include <iterator>
#include <utility>

namespace quantiscope {

namespace {

using Kind = ExclusionRule::Kind;

std::vector<std::string> namesOf(const std::set<int>& nodes, std::vector<std::string> unknown, const Graph& graph)
{
    std::vector<std::string> names = std::move(unknown);
    for (const int node : nodes)
        names.push_back(graph.nodes()[std::size_t(node)].name);
    return names;
}

/// The positions of @p names; what the graph does not have goes into @p unknown.
std::set<int> positionsOf(const std::vector<std::string>& names, const Graph& graph, std::vector<std::string>& unknown)
{
    std::set<int> nodes;
    for (const std::string& name : names) {
        if (const auto at = graph.nodeNamed(name))
            nodes.insert(int(*at));
        else
            unknown.push_back(name);
    }
    return nodes;
}

void shorten(std::set<int>& nodes, std::size_t most)
{
    if (nodes.size() > most)
        nodes.erase(std::next(nodes.begin(), std::ptrdiff_t(most)), nodes.end());
}

} // namespace

std::optional<ExclusionRule> ruleOf(const MarkDraft& draft, const Graph& graph)
{
    ExclusionRule rule{draft.kind, draft.pattern, {}, {}};
    if (!rule.hasEnds())
        return draft.pattern.empty() ? std::nullopt : std::optional(std::move(rule));
    rule.pattern.clear();
    rule.from = namesOf(draft.starts, draft.unknownStarts, graph);
    rule.to = namesOf(draft.ends, draft.unknownEnds, graph);
    const bool hasStarts = !rule.from.empty() || rule.kind == Kind::Upstream;
    const bool hasEnds = !rule.to.empty() || rule.kind == Kind::Downstream;
    return hasStarts && hasEnds ? std::optional(std::move(rule)) : std::nullopt;
}

MarkDraft draftOf(const ExclusionRule& rule, std::optional<MarkPrecision> precision, const Graph& graph)
{
    MarkDraft draft;
    draft.kind = rule.kind;
    draft.starts = positionsOf(rule.from, graph, draft.unknownStarts);
    draft.ends = positionsOf(rule.to, graph, draft.unknownEnds);
    draft.pattern = rule.pattern;
    draft.precision = precision;
    return draft;
}

Recipe recipeWith(Recipe recipe, const MarkDraft& draft, ExclusionRule rule)
{
    if (!draft.edited)
        return withRule(std::move(recipe), std::move(rule), draft.precision.value_or(MarkPrecision::Float));
    recipe = withRuleNodes(std::move(recipe), *draft.edited, std::move(rule));
    if (draft.precision && precisionOf(recipe, *draft.edited) != draft.precision)
        recipe = withRulePrecision(std::move(recipe), *draft.edited, *draft.precision);
    return recipe;
}

QString draftText(const Recipe& recipe, MarkDraft draft, const Graph& graph, std::size_t most)
{
    shorten(draft.starts, most);
    shorten(draft.ends, most);
    auto rule = ruleOf(draft, graph);
    if (!rule)
        return {};
    Recipe alone; // the rule and what its type depends on
    alone.config.activationType = recipe.config.activationType;
    if (draft.edited && draft.edited->list == RuleRef::List::Exclude)
        alone.config.exclude.push_back(recipe.config.exclude[draft.edited->index]);
    else if (draft.edited)
        alone.config.layers.push_back(recipe.config.layers[draft.edited->index]);
    if (draft.edited)
        draft.edited->index = 0;
    alone = recipeWith(std::move(alone), draft, std::move(*rule));
    return jsonText(
        alone.config.exclude.empty() ? toJson(alone.config.layers.front()) : toJson(alone.config.exclude.front()), 2);
}

} // namespace quantiscope
