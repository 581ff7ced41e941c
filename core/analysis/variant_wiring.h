// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/graph/graph.h"
#include "core/numerics/value_steps.h"
#include "core/runtime/switch_nodes.h"
#include "core/tensor/tensor.h"

#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace quantiscope {

/// What a quantized model does differently from the float graph that it was made of.
struct VariantWiring
{
    std::map<NodeInput, ValueSteps> inputs; ///< node inputs that read a computed or fed value through pairs; not empty
    std::map<std::string, ValueSteps> outputs; ///< graph outputs that come through pairs; not empty
    std::map<NodeInput, std::shared_ptr<const Tensor>>
        constants; ///< node inputs that read an initializer, and what they read instead
    std::map<std::size_t, NodeForm> forms; ///< nodes that compute in another form
};

/// Why a quantized model cannot be told as a wiring of the float graph, in a sentence.
struct WiringObstacle
{
    std::string reason;
};

/// Traces every node input and output of @p quantized through QuantizeLinear and DequantizeLinear to a value of
/// @p prepared, of which it is a quantized form; nodes are matched by their names.
///
/// A Relu or Clip that the quantized model left out is one that its pair does the work of: it stays in the wiring when
/// pair and function together give the same as the pair alone, whatever the value. Not told as a wiring: quantization
/// while the model runs, simulated NPU arithmetic, nodes that were added or changed (a Gemm whose beta was folded),
/// values of other types than float32, other versions of operator sets, pairs inside control-flow bodies.
[[nodiscard]] std::variant<VariantWiring, WiringObstacle> traceVariant(const Graph& prepared, const Graph& quantized);

} // namespace quantiscope
