// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/base/result.h"
#include "core/graph/graph.h"

#include <cstddef>
#include <string>
#include <vector>

namespace quantiscope {

/// A control-flow body of a node.
struct SubgraphName
{
    std::string attribute; ///< that holds it: "then_branch", "body"
    std::size_t nodes = 0; ///< of it, without those of bodies inside
};

/// The bodies that node @p node owns, in order. Lists of graphs (no standard operator has one) are left out.
[[nodiscard]] std::vector<SubgraphName> subgraphsOf(const Graph& graph, std::size_t node);

/// The body in @p attribute of node @p node as a model of its own, to look at. What it reads from around it becomes an
/// input, or an initializer where it is one there. InvalidArgument when the node has no such body; ModelRefused when
/// the body does not stand on its own.
[[nodiscard]] Result<Model> subgraphModel(const Graph& graph, std::size_t node, const std::string& attribute,
                                          Feedback& feedback);

} // namespace quantiscope
