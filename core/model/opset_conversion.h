// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/model.h"

namespace quantiscope {

/// Converts @p model to @p targetOpset of the standard domain (only upwards) with onnx's version converter, after
/// replacing what the converter has no adapter for but which has an exact equivalent (Upsample 7/9 and Resize 10 become
/// Resize 11 with coordinate_transformation_mode "asymmetric" and nearest_mode "floor").
///
/// On failure @p model is unchanged and the error (ModelRefused) names the operator that cannot be converted.
/// Node names, value names, inputs and outputs stay the same. Large and external weights are not copied.
Result<void> convertOpset(Model& model, int targetOpset);

} // namespace quantiscope
