// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/base/result.h"

namespace onnx {
class ModelProto;
}

namespace quantiscope {

/// Renews value_info of @p model's top-level graph with what onnx shape inference finds (data propagation on).
///
/// Entries that the model brought along survive where inference finds nothing (operators of other domains). Shape
/// errors of single nodes are warnings; a type that a node cannot accept is refused with the node's name. Subgraphs
/// stay untouched.
[[nodiscard]] Result<void> inferShapes(onnx::ModelProto& model, Feedback& feedback);

} // namespace quantiscope
