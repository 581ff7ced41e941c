// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/qdq/qdq_plan.h"

#include <set>
#include <string>

namespace quantiscope {

/// Where pairs of different types meet around one of the nodes @p selected: additional pairs of one type for all the
/// others. The type is that of the first tensor around the node, inputs before outputs, that is in @p laidDown
/// (something is laid down for it), or of the first at all. Source: quark_behaviour 4.7.
[[nodiscard]] std::vector<AdditionalPair> planDualPairs(const Graph& graph, const std::vector<std::size_t>& selected,
                                                        const QdqPlan& plan, const std::set<std::string>& laidDown);

} // namespace quantiscope
