// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace quantiscope {

/// Consecutive nodes of a graph that run in a session of their own; the parts of a graph run one behind the other.
struct GraphPart
{
    std::size_t first = 0; ///< position of its first node
    std::size_t last = 0; ///< position behind its last node
    std::vector<std::string> inputs; ///< inputs of the graph and values of earlier parts that it reads
    std::vector<std::string> handed; ///< values that it makes and later parts read
    std::vector<std::string> results; ///< outputs of the graph that it makes

    /// Is node @p node one of it?
    [[nodiscard]] bool holds(std::size_t node) const { return node >= first && node < last; }
};

} // namespace quantiscope
