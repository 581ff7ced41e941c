// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>

namespace onnx {
class AttributeProto;
class GraphProto;
class ModelProto;
class NodeProto;
class TensorProto;
} // namespace onnx

namespace quantiscope {

/// Subgraphs may be nested this deep; protobuf's own limit on reading is about the same.
inline constexpr int kDeepestSubgraph = 30;

/// Does @p node own control-flow subgraphs (If, Loop, Scan, …)?
[[nodiscard]] bool hasSubgraphs(const onnx::NodeProto& node);

/// Levels of subgraphs below @p graph: 0 for none. Stops counting at kDeepestSubgraph + 1.
[[nodiscard]] int subgraphDepth(const onnx::GraphProto& graph);

/// Calls @p visit for each subgraph that @p node owns directly.
void forEachSubgraph(const onnx::NodeProto& node, const std::function<void(const onnx::GraphProto&)>& visit);
void forEachSubgraph(onnx::NodeProto& node, const std::function<void(onnx::GraphProto&)>& visit);

/// Calls @p visit for each node of @p graph and of all subgraphs below it, outer nodes first.
void forEachNode(const onnx::GraphProto& graph, const std::function<void(const onnx::NodeProto&)>& visit);
void forEachNode(onnx::GraphProto& graph, const std::function<void(onnx::NodeProto&)>& visit);

/// Adds the names of all values of @p graph and of the subgraphs below it: inputs, outputs, initializers, and what
/// nodes read and make.
void collectValueNames(const onnx::GraphProto& graph, std::unordered_set<std::string>& names);

/// The attribute of @p node with that name, or nullptr.
[[nodiscard]] const onnx::AttributeProto* findAttribute(const onnx::NodeProto& node, std::string_view name);

/// Values that the subgraphs of @p node read from the graphs around it.
[[nodiscard]] std::set<std::string> outerScopeReads(const onnx::NodeProto& node);

/// Calls @p visit with a description ("tensor attribute 'value' of node 'c' (Constant)") for every tensor that is not
/// an initializer of @p graph itself: attributes, and everything in subgraphs. Sparse tensors count as two.
void forEachInnerTensor(onnx::GraphProto& graph,
                        const std::function<void(onnx::TensorProto&, const std::string& what)>& visit);

} // namespace quantiscope
