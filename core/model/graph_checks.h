// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

namespace onnx {
class GraphProto;
class ModelProto;
} // namespace onnx

namespace quantiscope {

inline constexpr int kLowestOpset = 7;
inline constexpr int kHighestOpset = 26;
inline constexpr int kLowestIrVersion = 3;
inline constexpr int kHighestIrVersion = 13;

/// Versions, operator set imports and the presence of a graph with nodes and outputs.
[[nodiscard]] Result<void> checkHeader(const onnx::ModelProto& model);

/// Names of the top-level graph: every value has one producer, every value that a node, a subgraph or an output reads
/// exists, names are not empty, subgraphs are not nested beyond reason.
[[nodiscard]] Result<void> checkValues(const onnx::GraphProto& graph);

/// Nodes of the standard operators, in subgraphs too: attribute values that would make onnx's shape inference divide by
/// zero, allocate without bounds or leave its arrays (zero strides, a block size of 0, axis 2^63 - 1), and experimental
/// operators.
[[nodiscard]] Result<void> checkNodes(const onnx::GraphProto& graph);

/// Sorts the nodes so that every value is made before it is read; nodes that are in order already keep their places.
/// A cycle is refused with the names of up to three of its nodes.
[[nodiscard]] Result<void> sortNodes(onnx::GraphProto& graph);

} // namespace quantiscope
