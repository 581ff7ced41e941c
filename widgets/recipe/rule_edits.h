// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
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
[[nodiscard]] Recipe withoutRule(Recipe recipe, const RuleRef& ref);
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

/// A short text for the list: "{Conv_314 +8} → Transpose_423", "^/head/", "opType Resize". Not translated where it
/// holds names only.
[[nodiscard]] QString ruleText(const ExclusionRule& rule);
/// The name of themedIcon() for its kind.
[[nodiscard]] QString ruleIcon(const ExclusionRule& rule);

/// Rules that catch exactly @p nodes (ascending, not empty), for groups without a name of their own: an expression of
/// folder @p path, or of another that only they are in, when that is what their names say; what lies between the ends
/// of the group; otherwise an expression of all names, or as many as its length asks for.
[[nodiscard]] std::vector<ExclusionRule> rulesForGroup(const Graph& graph, const std::vector<std::size_t>& nodes,
                                                       const std::string& path);

} // namespace quantiscope
