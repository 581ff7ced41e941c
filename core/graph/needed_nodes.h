// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

namespace onnx {
class GraphProto;
} // namespace onnx

namespace quantiscope {

/// Every value that a node of @p graph or a body inside one reads, and the graph's outputs.
[[nodiscard]] std::unordered_set<std::string> readValues(const onnx::GraphProto& graph);

/// For each node of @p graph: does it contribute to a graph output? Those @p removed do not count as makers.
[[nodiscard]] std::vector<bool> neededNodes(const onnx::GraphProto& graph, const std::vector<bool>& removed);

} // namespace quantiscope
