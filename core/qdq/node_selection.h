// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/qdq/rule_matching.h"

#include <set>
#include <string>
#include <vector>

namespace quantiscope {

class StandIns;

/// StandIns::of() the nodes @p wanted. Here and below @p known may be those of the two graphs, which take a while to
/// find.
[[nodiscard]] std::set<std::string> preparedNodesOf(const Graph& original, const Graph& prepared,
                                                    const std::set<std::string>& wanted,
                                                    const StandIns* known = nullptr);

/// Names of the nodes of @p prepared that must stay float: excluded, or doing no work of a listed node when there is a
/// list (of matchNodeLists()).
[[nodiscard]] std::set<std::string> nodesKeptFloat(const Graph& original, const Graph& prepared,
                                                   const std::vector<RuleMatch>& exclusions,
                                                   const std::optional<std::set<std::string>>& listed,
                                                   const StandIns* known = nullptr);

/// Positions of the nodes of @p prepared that the rules of placement are applied to: of a wanted type, not excluded,
/// and reading no constant that holds an infinity (a mask) or NaN, which no scale can cover; a warning names those. A
/// Clip's bounds may be infinite: they are never quantized. In the flows for the NPU no HardSigmoid but its own (with a
/// warning); with MatMulConstBOnly no MatMul of two computed values. Source: quark_behaviour section 0, step 8, and
/// 13.2.
[[nodiscard]] std::vector<std::size_t> selectNodes(const Graph& prepared, const QuantConfig& config,
                                                   const std::set<std::string>& excluded, Feedback& feedback);

/// What kept a node from being selected.
enum class SelectionBar
{
    KeptFloat, ///< excluded, or not listed
    OtherType, ///< of a type that is not asked for
    NeverQuantized, ///< control flow, which is kept untouched, or quantized already
    OtherHardSigmoid, ///< not the NPU's
    ComputedOperands, ///< MatMul of two computed values under MatMulConstBOnly
    NotFiniteConstant, ///< its constant holds an infinity or NaN
};

/// The first bar of node @p node of @p prepared, which selectNodes() did not select for the same arguments.
[[nodiscard]] SelectionBar selectionBar(const Graph& prepared, std::size_t node, const QuantConfig& config,
                                        const std::set<std::string>& excluded);

} // namespace quantiscope
