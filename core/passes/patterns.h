// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/passes: questions that most passes ask.

#include "core/graph/graph.h"
#include "core/graph/graph_rewriter.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quantiscope {

/// Is node @p i the standard operator @p opType?
[[nodiscard]] bool isOperator(const Graph& graph, std::size_t i, std::string_view opType);

/// The node of type @p opType that makes @p value.
[[nodiscard]] std::optional<std::size_t> makerOf(const Graph& graph, const std::string& value, std::string_view opType);

/// Is @p value read exactly once, by a node of the top-level graph and by nothing else?
[[nodiscard]] bool hasOneReader(const Graph& graph, const std::string& value);

/// Is @p value of float32?
[[nodiscard]] bool isFloat32(const Graph& graph, const std::string& value);

/// The shape of @p value when its rank is known, kDynamic for open extents.
[[nodiscard]] std::optional<Shape> shapeOf(const Graph& graph, const std::string& value);

/// The one element of a float32 constant of rank 0 or 1.
[[nodiscard]] std::optional<float> scalarOf(const Graph& graph, const std::string& value);

/// Of the two inputs of node @p i the one that is not @p value; nothing when none or both are it.
[[nodiscard]] std::optional<std::string> otherInput(const Graph& graph, std::size_t i, const std::string& value);

/// Axes of a reduction, Squeeze or Unsqueeze, from its attribute or its second input; negative ones counted from
/// @p rank. Nothing when they are not constant or out of range.
[[nodiscard]] std::optional<std::vector<std::int64_t>> axesOf(const Graph& graph, std::size_t i, std::size_t rank);

/// Adds an initializer named @p wanted, or similarly; returns its name.
std::string addFloats(GraphRewriter& rewriter, const std::string& wanted, std::span<const std::int64_t> shape,
                      std::span<const float> values);
std::string addInts(GraphRewriter& rewriter, const std::string& wanted, std::span<const std::int64_t> values);

} // namespace quantiscope
