// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// Which layers are taken together.
enum class ChainRules
{
    Reference, ///< the tail's group is 1 or it is depthwise; Relu, LeakyRelu, ReduceMean, Pad may lie between
    Extended, ///< any group; also PRelu with one slope per channel or in all, and GlobalAveragePool
};

/// Two layers, or three with a depthwise one in the middle, whose channels between them can be scaled.
struct LayerChain
{
    std::vector<std::size_t> layers; ///< positions of 2 or 3 nodes: head, (middle,) tail
};

struct LayerChains
{
    std::vector<LayerChain> chains; ///< by position of the head
    std::vector<std::string> skipped; ///< sentences on layers that follow one another and cannot be scaled
};

/// Chains among the Conv and Gemm nodes at @p selected positions: from each head through single readers to the next
/// layer. What lies between must give f(s x) = s f(x) for s > 0, channel by channel: a Pad fills with zeros and leaves
/// the channels alone, a ReduceMean keeps them. Nothing between may be seen by somebody else (a graph output, a
/// control-flow body). A Conv with group 1, a depthwise one and one with group 1, with nothing but Relu between them,
/// are one chain of three; the depthwise one and the last are a chain of two besides. Time is linear in the size of the
/// graph. Source: quark_behaviour section 6, CLE; measured on goldens for which chains come after one of three.
[[nodiscard]] LayerChains findLayerChains(const Graph& graph, const std::vector<std::size_t>& selected,
                                          ChainRules rules);

} // namespace quantiscope
