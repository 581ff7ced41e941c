// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"
#include "core/observers/range_request.h"
#include "core/qdq/tensor_encoding.h"

namespace quantiscope {

/// What a tensor is quantized to, for the formulas and methods.
[[nodiscard]] QuantTarget targetOf(const TensorEncoding& encoding, const QuantConfig& config);

/// How the range of an activation is derived that is quantized to @p target.
[[nodiscard]] RangeRequest activationRequest(const QuantConfig& config, const QuantTarget& target);

/// How the range of a weight, a bias with a scale of its own or another constant is found that is quantized to
/// @p target: option WeightCalibrateMethod; where it is unset, MinMax with float scales and the activations' method
/// with the others. Source: quark_behaviour section 3.8.
[[nodiscard]] RangeRequest weightRequest(const QuantConfig& config, const QuantTarget& target);

} // namespace quantiscope
