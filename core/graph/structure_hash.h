// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/graph/graph.h"

#include <cstdint>
#include <vector>

namespace quantiscope {

/// Compares groups of nodes by what they are made of: operators, attributes, inner connections, element types and ranks
/// of weights, in order. Names, extents and the number of groups of a convolution (but for whether it is one) do not
/// count.
class StructureHash
{
public:
    /// Cancelled by @p feedback: of() must not be called then.
    explicit StructureHash(const Graph& graph, const Feedback& feedback = Feedback());

    /// Of @p nodes, ascending. Equal structures give equal numbers; others differ, but for an accident of one in 2^64.
    [[nodiscard]] std::uint64_t of(const std::vector<int>& nodes);

private:
    struct Read
    {
        int producer; ///< a node, -1 for none
        std::uint64_t label; ///< which output of it, or what kind of value
    };

    std::vector<std::uint64_t> m_labels; ///< of each node without its connections
    std::vector<std::vector<Read>> m_reads;
    std::vector<int> m_place; ///< of a node in the group looked at
    std::vector<int> m_group; ///< the number of the last group that a node was in
    int m_groups = 0;
};

} // namespace quantiscope
