// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/scope_tree.h"
#include "core/pipeline/recipe.h"

#include <QString>

#include <optional>
#include <vector>

namespace quantiscope {

/// What a mark wants of nodes.
enum class MarkPrecision
{
    Float, ///< an exclusion
    Int16, ///< a layer rule
    Int8, ///< a layer rule
};

/// One rule of a recipe: an exclusion, or a layer rule.
struct RuleRef
{
    enum class List
    {
        Exclude,
        Layers,
    };

    List list = List::Exclude;
    std::size_t index = 0;

    bool operator==(const RuleRef&) const = default;
};

/// All rules of @p recipe, exclusions first.
[[nodiscard]] std::vector<RuleRef> ruleRefs(const Recipe& recipe);
/// Which nodes a rule means.
[[nodiscard]] const ExclusionRule& ruleAt(const Recipe& recipe, const RuleRef& ref);

/// What a rule makes of its nodes, by the types that it lays down; nothing for a layer rule without types.
[[nodiscard]] std::optional<MarkPrecision> precisionOf(const Recipe& recipe, const RuleRef& ref);
/// "f32", "s16", "u8": the chip of a rule; "…" when it lays down something else than a type.
[[nodiscard]] QString chipText(const Recipe& recipe, const RuleRef& ref);
[[nodiscard]] QString precisionName(MarkPrecision precision);

/// The copies of a recipe that edits make; each is to be given to RecipeEditor::apply().
[[nodiscard]] Recipe withoutRules(Recipe recipe, const std::vector<RuleRef>& refs);
[[nodiscard]] Recipe withRuleEnabled(Recipe recipe, const RuleRef& ref, bool enabled);
/// Other nodes for the same rule; it stays enabled or not as it was.
[[nodiscard]] Recipe withRuleNodes(Recipe recipe, const RuleRef& ref, ExclusionRule nodes);
/// The rule with another precision. It may move between the lists: then it is the last of its new one.
[[nodiscard]] Recipe withRulePrecision(Recipe recipe, const RuleRef& ref, MarkPrecision precision);
/// Layer rules only: changes places with its neighbour at @p place.
[[nodiscard]] Recipe withRuleMoved(Recipe recipe, const RuleRef& ref, std::size_t place);
/// A new rule at the end of its list. One that says the same of the same nodes is not made twice: it is enabled.
/// Single nodes that @p nodes names get rid of what was said for them alone before.
[[nodiscard]] Recipe withRule(Recipe recipe, ExclusionRule nodes, MarkPrecision precision);
/// withRule() of each of @p rules, which are many at times.
[[nodiscard]] Recipe withRules(Recipe recipe, const std::vector<ExclusionRule>& rules, MarkPrecision precision);

/// A short text for the list: "{Conv_314 +8} → Transpose_423", "^/head/", "opType Resize". Not translated where it
/// holds names only.
[[nodiscard]] QString ruleText(const ExclusionRule& rule);
[[nodiscard]] QString ruleTexts(const std::vector<ExclusionRule>& rules); ///< ruleText() of each, between commas
/// "head.0/cls_preds" of a group.
[[nodiscard]] QString scopeText(const Scope& scope);
/// "head.0, head.1" of a few groups; empty when they are more.
[[nodiscard]] QString scopesText(const ScopeTree& scopes, const std::vector<int>& groups);
/// scopesText() when @p nodes (ascending) are all nodes of these groups; otherwise empty.
[[nodiscard]] QString groupsText(const ScopeTree& scopes, const std::vector<std::size_t>& nodes);
/// The name of themedIcon() for its kind.
[[nodiscard]] QString ruleIcon(const ExclusionRule& rule);

} // namespace quantiscope
