// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/config/quant_config.h"
#include "core/graph/graph.h"

#include <set>
#include <string>
#include <vector>

namespace quantiscope {

/// What an exclusion rule caught in the user's own graph.
struct RuleMatch
{
    ExclusionRule rule;
    std::vector<std::string> nodes; ///< names, in graph order
};

/// Applies every rule to the graph as the user sees it. A rule that matches nothing, or names a node or operator type
/// that is not there, is an error (InvalidArgument) with the nearest name.
[[nodiscard]] Result<std::vector<RuleMatch>> matchExclusions(const Graph& original,
                                                             const std::vector<ExclusionRule>& rules);

/// Names of the nodes of @p prepared that must stay float because they do (part of) the work of an excluded node of
/// @p original. Value names tie the two graphs together: a prepared node stands for the original nodes between its
/// inputs and its outputs (a convolution with a folded normalization stands for both).
[[nodiscard]] std::set<std::string> excludedNodes(const Graph& original, const Graph& prepared,
                                                  const std::vector<RuleMatch>& matches);

/// Positions of the nodes of @p prepared that the rules of placement are applied to: of a wanted type, not excluded,
/// and reading no constant that holds an infinity (a mask), which no scale can cover; a warning names those. A Clip's
/// bounds may be infinite: they are never quantized. Source: quark_behaviour section 0, step 8.
[[nodiscard]] std::vector<std::size_t> selectNodes(const Graph& prepared, const QuantConfig& config,
                                                   const std::set<std::string>& excluded, Feedback& feedback);

} // namespace quantiscope
