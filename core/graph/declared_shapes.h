// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace onnx {
class GraphProto;
} // namespace onnx

namespace quantiscope {

/// Declares the shape of the input or output @p value of @p graph, which must have it; extents below 0 are open.
void declareShape(onnx::GraphProto& graph, const std::string& value, std::span<const std::int64_t> shape);

/// Declares it with its extents in the order @p permutation, as many as it has; symbolic names move along.
void permuteDeclaration(onnx::GraphProto& graph, const std::string& value, std::span<const std::size_t> permutation);

} // namespace quantiscope
