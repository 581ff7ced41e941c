// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/exclusion_rule.h"
#include "core/graph/scope_tree.h"

#include <string>
#include <vector>

namespace quantiscope {

// Nodes that somebody points at, as rules. Nodes are ascending positions in the graph.

/// Rules that catch exactly @p nodes (not empty), as few and as lasting ones as there are: of operator types when these
/// are all nodes of their types; of the groups that they make up; a few nodes by their names; otherwise as
/// rulesForGroup(). @p scopes may be null.
[[nodiscard]] std::vector<ExclusionRule> rulesForNodes(const Graph& graph, const ScopeTree* scopes,
                                                       const std::vector<std::size_t>& nodes);

/// Rules that catch exactly the nodes of each of the scopes @p wanted, in their order.
[[nodiscard]] std::vector<ExclusionRule> rulesForScopes(const Graph& graph, const ScopeTree& scopes,
                                                        const std::vector<int>& wanted);

/// Rules that catch exactly @p nodes (not empty), for groups without a name of their own: an expression of
/// folder @p path, or of another that only they are in, when that is what their names say; what lies between the ends
/// of the group; otherwise an expression of all names, or as many as its length asks for.
[[nodiscard]] std::vector<ExclusionRule> rulesForGroup(const Graph& graph, const std::vector<std::size_t>& nodes,
                                                       const std::string& path);

/// The outermost scopes, without the root, that @p nodes are all nodes of; empty when some are in none of these.
[[nodiscard]] std::vector<int> wholeScopes(const ScopeTree& scopes, const std::vector<std::size_t>& nodes);

/// The innermost scope that holds all of @p nodes; 0, the root, when that is none.
[[nodiscard]] int commonScope(const ScopeTree& scopes, const std::vector<std::size_t>& nodes);

} // namespace quantiscope
