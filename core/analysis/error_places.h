// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layer_errors.h"
#include "core/graph/graph.h"

#include <cstddef>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace quantiscope {

/// A tensor of both graphs that is to be compared.
struct PlaceDraft
{
    TensorError facts; ///< what the graphs tell; TensorError::inFront are places in ErrorPlaces::drafts
    std::size_t order = 0; ///< along the float graph: two numbers a node, for what it reads and what it makes
    std::string quantized; ///< value of the quantized graph to compare
    std::size_t from = 0; ///< of an activation: its quantization node; of a weight: its dequantization node
};

/// Where a quantized graph is compared with the float one, and into which pieces that cuts it.
struct ErrorPlaces
{
    std::vector<PlaceDraft> drafts; ///< as they were found
    std::vector<std::string> notCompared; ///< values of the quantized graph that are unknown to the float one
    std::unordered_map<std::string, std::size_t> cuts; ///< places by values of the quantized graph
    std::unordered_set<std::size_t> ownQuantizes; ///< nodes that quantize a place
    std::unordered_set<std::string> behindPairs; ///< values that a pair makes

    /// Place at which a piece that reads @p value as an input of node @p reader ends. The quantization of a value is
    /// what a piece is for: it reads the value as the piece makes it.
    [[nodiscard]] const PlaceDraft* cutAt(std::size_t reader, const std::string& value) const
    {
        const auto found = cuts.find(value);
        if (found == cuts.end() || (ownQuantizes.contains(reader) && !behindPairs.contains(value)))
            return nullptr;
        return &drafts[found->second];
    }
};

/// Finds the tensors of @p quantized in @p real, as makeErrorGraph() says.
[[nodiscard]] ErrorPlaces findErrorPlaces(const Graph& real, const Graph& quantized);

} // namespace quantiscope
