// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor_spec.h"

#include <map>
#include <string>

namespace onnx {
class GraphProto;
}

namespace quantiscope {

/// Turns the initializers that the converter made (for Pad) into Constant nodes, as it makes them for other operators.
void initializersToConstants(onnx::GraphProto& after);

/// Gives nodes of the converted graph @p after what onnx's version converter drops: node names and metadata, found
/// again by the values that the nodes make in @p before.
void restoreNodes(const onnx::GraphProto& before, onnx::GraphProto& after);

/// Replaces the converter's names of new values ("_v_17", which may be taken in another subgraph) by names that say
/// what they are for: "<node>_<input>" for constants, "<node>_<operator>" for the rest.
void renameNewValues(const onnx::GraphProto& before, onnx::GraphProto& after);

/// The converter makes the bounds of Clip and the value of Pad float32; they take the type of the data, by @p values.
void matchConstantTypes(onnx::GraphProto& after, const std::map<std::string, TensorSpec>& values);

} // namespace quantiscope
