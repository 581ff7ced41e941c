// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/exclusion_rule.h"
#include "core/graph/graph.h"
#include "widgets/recipe/rule_edits.h"

#include <optional>
#include <set>
#include <string>

namespace quantiscope {

/// A rule that is being made in the graph: nodes are pointed at one after the other.
struct MarkDraft
{
    ExclusionRule::Kind kind = ExclusionRule::Kind::Between;
    std::set<int> starts; ///< Between, Downstream: where it begins; Upstream: where it ends ("until")
    std::set<int> ends; ///< Between, Upstream: where it ends; Downstream: "until"
    std::string pattern; ///< of Node, Regex and OpType
    MarkPrecision precision = MarkPrecision::Float;
    std::optional<RuleRef> edited = {}; ///< the rule that it is to replace

    bool operator==(const MarkDraft&) const = default;
};

/// The rule that @p draft says; nothing while something is missing.
[[nodiscard]] std::optional<ExclusionRule> ruleOf(const MarkDraft& draft, const Graph& graph);

/// @p rule to be edited further; names that the graph does not have are left out.
[[nodiscard]] MarkDraft draftOf(const ExclusionRule& rule, MarkPrecision precision, const Graph& graph);

} // namespace quantiscope
