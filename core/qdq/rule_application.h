// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/qdq/rule_matching.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace quantiscope {

class StandIns;

/// What the rules of a configuration caught in the user's own graph.
struct MatchedRules
{
    std::vector<RuleMatch> exclusions;
    std::vector<RuleMatch> layers; ///< one for each of QuantConfig::layers
    std::optional<std::set<std::string>> listed; ///< of matchNodeLists()
};

/// Layer rules and node lists of @p config; exclusions were matched before. A rule or a name that catches nothing is
/// InvalidArgument with the nearest name. Errors about a layer rule begin with its place in a recipe, which is their
/// subject, too ("layers[2].match"); so do those of applyRules().
[[nodiscard]] Result<MatchedRules> matchRules(const Graph& original, const QuantConfig& config,
                                              std::vector<RuleMatch> exclusions, const Feedback& feedback = Feedback());

/// The rules of a configuration in terms of the prepared graph.
struct AppliedRules
{
    std::vector<std::size_t> selected; ///< positions of the nodes that are quantized, ascending
    /// The configuration with all that is laid down for tensors in `tensorOverrides`, by name in the prepared graph,
    /// and with nodes named as there. To be given to planQdq() and what follows it.
    QuantConfig config;
};

/// Selects the nodes of @p prepared and resolves everything that is laid down for single tensors. What would have no
/// effect is InvalidArgument; see resolveOverrides() and checkOverridesAct(). @p known may be the stand-ins of the two
/// graphs, which take a while to find.
[[nodiscard]] Result<AppliedRules> applyRules(const Graph& original, const Graph& prepared, const QuantConfig& config,
                                              const MatchedRules& rules, Feedback& feedback,
                                              const StandIns* known = nullptr);

/// All layer rules that applyRules() would refuse one after the other because they have no effect; one for each of
/// QuantConfig::layers. Cheaper than that for every rule by itself.
[[nodiscard]] std::vector<std::optional<Error>> layersWithoutEffect(const Graph& original, const Graph& prepared,
                                                                    const QuantConfig& config,
                                                                    const MatchedRules& rules,
                                                                    const StandIns* known = nullptr);

} // namespace quantiscope
