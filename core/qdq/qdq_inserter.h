// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/qdq/dpu_simulation.h"
#include "core/qdq/qdq_plan.h"
#include "core/qdq/tensor_params.h"

namespace quantiscope {

/// What was written for one tensor, for reports.
struct QuantizedTensor
{
    using Role = PlannedTensor::Role;

    std::string name;
    Role role = Role::Activation; ///< an int32 bias is a Bias, too
    QuantParams params;
    std::string sharesWith;
};

struct QuantizedGraph
{
    Model model;
    std::vector<QuantizedTensor> tensors; ///< activations, weights and constants in plan order, then biases
    std::vector<std::string> warnings;
};

/// The quantized form of @p model (taken over): QuantizeLinear/DequantizeLinear pairs on activations, integer
/// initializers with DequantizeLinear for weights, int32 biases.
///
/// Names: `t_QuantizeLinear`, `t_DequantizeLinear`, outputs with `_Output`, parameters `t_scale`, `t_zero_point`,
/// integer weights `w_quantized`; a graph output keeps its name, its producer then writes `t_QuantizeLinear_Input` (as
/// ONNX Runtime). Domain: standard, or com.microsoft for all when the model's opset knows no Q/DQ for a type or an axis
/// (opset 10: 8 bit, 13: axis, 21: 16 bit). Nodes that are not in @p selected keep reading float weights, and a bias
/// that the plan leaves float is read as float. What @p dpu simulates is written first, so that a Q/DQ pair stands
/// behind the operator and what corrects it.
[[nodiscard]] Result<QuantizedGraph> insertQdq(Model model, const QuantConfig& config,
                                               const std::vector<std::size_t>& selected, const QdqPlan& plan,
                                               const TensorParams& params, const DpuPlan& dpu = {});

} // namespace quantiscope
