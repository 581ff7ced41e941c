// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/model.h"

namespace quantiscope {

/// @p model with float32 in the place of float16 and bfloat16 everywhere: initializers, tensors in attributes, the
/// types that Cast, RandomNormal and the like name, declared types of inputs, outputs and values, bodies of control
/// flow.
///
/// Every 16-bit number is a float32 number, so no weight changes; results differ from those of the 16-bit model by the
/// rounding that it did after each operator. Error (ModelRefused) when the result is not a valid model, such as one
/// with an operator that exists for 16 bits only.
[[nodiscard]] Result<Model> convertToFloat32(const Model& model);

} // namespace quantiscope
