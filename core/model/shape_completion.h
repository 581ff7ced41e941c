// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/shape_values.h"

namespace quantiscope {

/// Adds to the inferred @p output type of @p node's first output what onnx leaves open although it follows from the
/// inputs: the extents of Reshape, Expand and ConstantOfShape with partly known targets ([batch, seq, 128] to [batch,
/// -1, 4, 32] gives [batch, seq, 4, 32]), the rank of Slice, Pad, Tile, Resize and Range with unknown parameters.
void completeShape(const onnx::NodeProto& node, const ValueTypes& types, const ShapeValues& values,
                   onnx::TypeProto& output);

} // namespace quantiscope
