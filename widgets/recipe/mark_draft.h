// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/exclusion_rule.h"
#include "core/graph/graph.h"
#include "widgets/recipe/rule_edits.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace quantiscope {

/// A rule that is being made in the graph: nodes are pointed at one after the other.
struct MarkDraft
{
    ExclusionRule::Kind kind = ExclusionRule::Kind::Between;
    std::set<int> starts; ///< Between, Downstream: where it begins; Upstream: where it ends ("until")
    std::set<int> ends; ///< Between, Upstream: where it ends; Downstream: "until"
    std::string pattern; ///< of Node, Regex and OpType
    /// Nothing: an edited layer rule lays down no type, and is to stay so.
    std::optional<MarkPrecision> precision = MarkPrecision::Float;
    std::optional<RuleRef> edited = {}; ///< the rule that it is to replace
    /// Names in an edited rule that the model does not have; the rule stays dead until they are taken out.
    std::vector<std::string> unknownStarts = {};
    std::vector<std::string> unknownEnds = {};

    bool operator==(const MarkDraft&) const = default;
};

/// The rule that @p draft says; nothing while something is missing.
[[nodiscard]] std::optional<ExclusionRule> ruleOf(const MarkDraft& draft, const Graph& graph);

/// @p rule to be edited further.
[[nodiscard]] MarkDraft draftOf(const ExclusionRule& rule, std::optional<MarkPrecision> precision, const Graph& graph);

/// @p recipe with @p rule, of ruleOf(@p draft): at the place of the edited one, with its other settings, or added.
[[nodiscard]] Recipe recipeWith(Recipe recipe, const MarkDraft& draft, ExclusionRule rule);

/// The draft's rule as @p recipe will hold it, in JSON; empty while something is missing. Of longer lists of names the
/// first @p most only.
[[nodiscard]] QString draftText(const Recipe& recipe, MarkDraft draft, const Graph& graph, std::size_t most);

} // namespace quantiscope
