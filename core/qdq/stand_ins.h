// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace quantiscope {

/// Which nodes of a prepared graph do the work of which nodes of the original one.
///
/// Value names tie the two graphs together: a prepared node stands for the original nodes between its inputs and its
/// outputs (a convolution with a folded normalization stands for both), and one that only makes values which the
/// original lacks for what its first reader stands for (both pools into which a large one was split). Of equal nodes
/// (firstEqualNodes()) that were merged the one that is left stands for all. References to both graphs are kept during
/// construction only.
class StandIns
{
public:
    StandIns(const Graph& original, const Graph& prepared);

    /// Names of the prepared nodes that do (part of) the work of the original nodes @p wanted.
    [[nodiscard]] std::set<std::string> of(const std::set<std::string>& wanted) const;

    /// Does the prepared node @p prepared do (part of) the work of an original node that is none of @p nodes?
    [[nodiscard]] bool doesWorkBesides(const std::string& prepared, const std::set<std::string>& nodes) const;

private:
    std::map<std::string, std::set<std::string>> m_standIns; ///< by original node
    std::unordered_map<std::string, std::vector<std::string>> m_works; ///< original nodes by prepared one
};

} // namespace quantiscope
