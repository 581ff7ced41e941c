// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"
#include "core/model/model.h"

namespace quantiscope {

class RuntimeEnvironment;

/// Lowest opset that models are brought to before anything else: the first whose Q/DQ have a channel axis. One graph
/// for all presets means that one set of statistics serves them all.
inline constexpr int kPreparedOpset = 13;

/// The float graph that is calibrated and quantized: opset converted to kPreparedOpset or the configured version (left
/// as it is, with a warning, where the converter cannot), then ONNX Runtime's basic optimization unless it is switched
/// off.
Result<Model> prepareModel(const RuntimeEnvironment& environment, const Model& original, const QuantConfig& config,
                           Feedback& feedback);

} // namespace quantiscope
