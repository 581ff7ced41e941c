// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/config/quant_config.h"
#include "core/graph/graph.h"

#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace quantiscope {

/// What a rule caught in the user's own graph.
struct RuleMatch
{
    ExclusionRule rule;
    std::vector<std::string> nodes; ///< names, in graph order
};

/// What one rule means for a graph.
struct RuleFinding
{
    std::vector<std::size_t> nodes; ///< positions, ascending
    std::optional<Error> error; ///< why it catches nothing; never of a rule that is not enabled
    /// The nearest rule that catches something: with the names that were most likely meant, or, of an expression, the
    /// folder of names that comes nearest. Nothing when nothing is near.
    std::optional<ExclusionRule> repaired = {};
};

/// Looks at every rule by itself, whatever is wrong with the others. @p kind begins the errors' sentences
/// ("Exclusion"). Canceled is the only error of its own.
[[nodiscard]] Result<std::vector<RuleFinding>> findRules(const Graph& original, std::span<const ExclusionRule> rules,
                                                         const char* kind, const Feedback& feedback = Feedback());

/// Applies every rule to the graph as the user sees it. A rule that matches nothing, or names a node or operator type
/// that is not there, is an error (InvalidArgument) with the nearest name. Polls @p feedback inside of expressions,
/// too. One that is not enabled catches nothing.
[[nodiscard]] Result<std::vector<RuleMatch>>
matchExclusions(const Graph& original, const std::vector<ExclusionRule>& rules, const Feedback& feedback = Feedback());

/// The same for rules that lay down how the tensors around nodes are quantized, one match for each rule.
[[nodiscard]] Result<std::vector<RuleMatch>> matchLayers(const Graph& original, const std::vector<LayerRule>& rules,
                                                         const Feedback& feedback = Feedback());

/// Names of the nodes that NodesToQuantize, InputNodes and OutputNodes leave to be quantized; nothing when none of them
/// is set. InputNodes name nodes or graph inputs: what they do not reach is left out; OutputNodes nodes or graph
/// outputs: what does not lead to them is left out. (The reference cuts by position in a linear order, which catches
/// parallel branches as well; quark_behaviour 5.3.) A name that is not there, or lists that leave nothing, are
/// InvalidArgument.
[[nodiscard]] Result<std::optional<std::set<std::string>>> matchNodeLists(const Graph& original,
                                                                          const SelectionConfig& config);

} // namespace quantiscope
