// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/runtime.

#include "core/model/model.h"
#include "core/runtime/observer_nodes.h"
#include "core/runtime/ort_state.h"
#include "core/runtime/switch_nodes.h"

#include <string>
#include <vector>

namespace quantiscope {

/// A model as bytes for a session, and the weights that stay where they are.
struct SerializedModel
{
    std::string bytes;
    std::vector<std::string> externalNames; ///< initializers that `bytes` only declares
    std::vector<Ort::Value> externalValues; ///< views of the model's own memory, in the order of externalNames
};

/// ONNX Runtime's number of an element type, which is that of onnx.TensorProto as far as it knows the type; undefined,
/// which it refuses, for others.
[[nodiscard]] ONNXTensorElementDataType runtimeTypeOf(DataType type);

/// Values that are @p watched get nodes for that (see observer_nodes.h).
[[nodiscard]] SerializedModel serializeForSession(const Model& model, const WatchedValues& watched);

/// The nodes of @p part of @p model, with their switches.
[[nodiscard]] SerializedModel serializeSwitched(const Model& model, const SwitchLayout& switches,
                                                const GraphPart& part);

} // namespace quantiscope
