// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph_correspondence.h"
#include "core/tensor/data_type.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace quantiscope {

/// What became of nodes of a model, or what is new.
struct NodeChange
{
    enum class Kind
    {
        Fused, ///< now part of the node @ref into: a batch normalization of a convolution
        Folded, ///< made a constant, now an initializer or part of one
        Removed, ///< nothing stands for it
        Converted, ///< other operators do the same: @ref before became @ref after
        Added, ///< nothing of the model before is its counterpart
    };

    Kind kind = Kind::Removed;
    std::vector<int> before = {}; ///< positions of nodes that the later graph lacks, ascending
    std::vector<int> after = {}; ///< positions of nodes that only the later graph has, ascending; no quantizers
    int into = -1; ///< Fused: position in the later graph; -1 for others
    std::string operators = {}; ///< "BatchNormalization", "Slice ×8, Concat → SpaceToDepth"
    std::string name = {}; ///< of the first node, with "+ 3" where there are more

    bool operator==(const NodeChange&) const = default;
};

/// Quantizers of one kind: they are many, and alike.
struct QuantizerCount
{
    std::string opType = {}; ///< with its domain where that is not the standard one
    DataType type = DataType::Undefined; ///< of the codes; Undefined where it is unknown
    bool isOfConstant = false; ///< of a weight, bias or other constant, else of an activation
    bool isPerChannel = false;
    std::vector<int> nodes = {}; ///< positions in the later graph, ascending

    bool operator==(const QuantizerCount&) const = default;
};

/// An initializer of both models that is not only quantized.
struct WeightChange
{
    enum class Kind
    {
        Rounded, ///< all elements within one step: learned rounding
        Changed, ///< equalized, corrected, trained
        Fused, ///< changed, and a node was fused into the one that reads it
        Reshaped, ///< another shape; elements are not compared
    };

    Kind kind = Kind::Changed;
    std::string before; ///< name of the initializer
    std::string after; ///< name of what is stored of it
    int node = -1; ///< position in the graph before of the node that reads it
    std::size_t input = 0; ///< which of its inputs
    std::size_t elements = 0;
    std::size_t changed = 0; ///< those farther from what they were than rounding explains; ends of the codes left out
    double maxRelative = 0.0; ///< the farthest of these, in parts of the largest magnitude before; 0 … ∞

    bool operator==(const WeightChange&) const = default;
};

/// What is different between a model and what a quantizer made of it.
struct ModelChanges
{
    std::size_t nodesBefore = 0; ///< without quantizers, as all these
    std::size_t nodesAfter = 0;
    std::size_t kept = 0; ///< nodes with a counterpart of the same operator
    std::map<std::string, std::pair<int, int>>
        opsets; ///< by domain ("" is the standard one) of the nodes: before, after; 0: none
    std::vector<NodeChange> nodes; ///< in the order of the graphs
    std::vector<QuantizerCount> quantizers; ///< of the later graph
    std::vector<WeightChange> weights; ///< in the order of the graph before
};

/// Compares two graphs. Each node of @p before without a counterpart of its operator is in one change, and each of
/// @p after that is new, quantizers of both left out. Reads every weight once. Once @p feedback is cancelled the rest
/// is left out.
[[nodiscard]] ModelChanges modelChanges(const Graph& before, const Graph& after, const GraphCorrespondence& between,
                                        const Feedback& feedback = Feedback());

/// "fused", "folded", "removed", "converted", "added"; "rounded", "changed", "fused", "reshaped".
[[nodiscard]] std::string changeName(NodeChange::Kind kind);
[[nodiscard]] std::string changeName(WeightChange::Kind kind);

/// One document ("format": "quantiscope-model-changes", "version": 1), nodes by their names.
[[nodiscard]] nlohmann::json toJson(const ModelChanges& changes, const Graph& before, const Graph& after);

} // namespace quantiscope
