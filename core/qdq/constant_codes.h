// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/qdq/qdq_plan.h"
#include "core/qdq/tensor_params.h"

#include <vector>

namespace quantiscope {

/// A single number of a weight or constant that would become 0 (because an alignment gave it a coarse scale) becomes
/// one step instead: the epsilon that guards a division or a root must not vanish, and a factor not be lost. Returns
/// whether it did.
bool keepFromZero(std::vector<float>& values, PlannedTensor::Role role, const QuantParams& params);

/// Scale(s) and zero points of a bias of @p shape that takes its scale from input and weight: a float32 product, as
/// DequantizeLinear will use it.
[[nodiscard]] QuantParams biasParams(const QuantConfig& config, const PlannedBias& planned, const TensorParams& params,
                                     const Shape& shape);

/// Does the bias stay float although it was planned: @p saturated codes of int32 do not tell it?
[[nodiscard]] bool staysFloatBias(bool saturated, const QuantParams& params);

} // namespace quantiscope
