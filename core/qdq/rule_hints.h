// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/qdq.

#include "core/config/exclusion_rule.h"
#include "core/graph/scope_tree.h"

#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// What somebody may have meant whose rule catches nothing in a graph. A search goes through all names, so that there
/// is none any more after some dozens: that is another model's recipe then. @p graph must outlive it.
class RuleHints
{
public:
    explicit RuleHints(const Graph& graph) : m_graph(graph) { }

    /// " Did you mean 'x'?" or nothing.
    [[nodiscard]] std::string didYouMeanNode(const std::string& name);
    [[nodiscard]] std::string didYouMeanType(const std::string& opType);
    /// Also, where nothing is near, how the names of the model look.
    [[nodiscard]] std::string didYouMeanByExpression(const std::string& expression);

    /// @p rule with the nearest names that exist, when there are such. An expression becomes one of the nearest folder
    /// or node, or the rule of the nearest group that has no name of its own.
    [[nodiscard]] std::optional<ExclusionRule> repaired(ExclusionRule rule);

private:
    [[nodiscard]] std::string nearest(const std::string& name, const std::vector<std::string>& candidates);
    [[nodiscard]] std::string nearestNode(const std::string& name);
    [[nodiscard]] std::string nearestType(const std::string& opType);
    [[nodiscard]] std::optional<ExclusionRule> nearestGroup(const std::string& expression);
    [[nodiscard]] const std::vector<std::string>& nodeNames();

    const Graph& m_graph;
    int m_searches = 0;
    std::vector<std::string> m_names; ///< all, as soon as they are needed
    std::optional<ScopeTree> m_scopes; ///< as soon as it is needed
};

} // namespace quantiscope
