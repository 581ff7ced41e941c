// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstddef>

namespace onnx {
class GraphProto;
}

namespace quantiscope {

/// Dense bytes that all sparse initializers of a model may take together: a small file can ask for any size.
inline constexpr std::size_t kMostDenseBytes = std::size_t(1) << 30;

/// Replaces the sparse initializers of @p graph and of the subgraphs below it by dense ones with raw_data: quantization
/// knows dense weights only. Their tensors are checked and not external. ModelRefused when indices are not ascending
/// positions inside the shape (source: onnx.proto, SparseTensorProto), elements have no fixed size in bytes, or more
/// than @p room bytes would be needed; what was used is taken off @p room.
[[nodiscard]] Result<void> makeSparseDense(onnx::GraphProto& graph, std::size_t& room);

} // namespace quantiscope
