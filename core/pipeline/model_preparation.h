// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"
#include "core/model/model.h"

namespace quantiscope {

class RuntimeEnvironment;

/// Lowest opset that models are brought to before anything else: the first whose Q/DQ have a channel axis. One graph
/// for all presets means that one set of statistics serves them all.
inline constexpr int kPreparedOpset = 13;

/// Lowest opset that is quantized: the QLinear operators that ONNX Runtime fuses come with it.
inline constexpr int kLowestQuantizedOpset = 10;

/// The float graph that is calibrated and quantized: opset converted to the configured version or to kPreparedOpset
/// (with a warning to 12, 11 or 10 where the converter cannot; ModelRefused with the operator that hinders when not
/// even that), then ONNX Runtime's basic optimization unless it is switched off.
Result<Model> prepareModel(const RuntimeEnvironment& environment, const Model& original, const QuantConfig& config,
                           Feedback& feedback);

} // namespace quantiscope
